package certificate

import (
	"math"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/lengths"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// resized are the words for what clouds are scaled to, by the field "normalise".
var resized = map[string]string{lengths.Sphere: "the unit sphere", lengths.RootMean: "a root mean square distance of 1"}

// Resized says what a preparation scales clouds to, "" where it leaves their size.
func (p *Preparation) Resized() string {
	if p == nil {
		return ""
	}
	return resized[p.Normalise]
}

// size is that by which clouds are divided, "" for none.
func (p *Preparation) size() pointcloud.Size {
	if p.Resized() == "" {
		return ""
	}
	return pointcloud.Size(p.Normalise)
}

// Samples tells whether points are sampled before the noise: another file, however near, can give other points.
func (p *Preparation) Samples() bool { return p != nil && p.Points > 0 }

// SamplingNote is the note of documents about sampled clouds.
const SamplingNote = "nothing follows about the file: preparation.points samples it before the noise, and a file nearby can give other points; " +
	"votes with subsample sample inside the vote"

// LengthNotes says whose the lengths of a document are where they are not the file's.
func (r *Request) LengthNotes() (notes []string) {
	p := r.Preparation
	if to := p.Resized(); to != "" {
		note := "lengths are of the prepared clouds, scaled to " + to
		switch {
		case r.Noise != nil && p.movesAll():
			note += "; with noise on transformations, no length of the file is known"
		case p.Scale > 0:
			note += ", unless they name the file"
		}
		notes = append(notes, note)
	}
	if p.Samples() {
		notes = append(notes, SamplingNote)
	}
	return notes
}

// MovedNote is the note for changes whose norm has no unit: the file or the prepared cloud.
const MovedNote = "perturbed.changes.moved is of the prepared clouds; add \"unit\": \"file\" to give it in the unit of the file"

// keepScale keeps the size that a clean file was divided by. Of a sampled cloud it says nothing about the file.
func (p *Preparation) keepScale(size float64) {
	if p.Resized() != "" && !p.Samples() {
		p.Scale = size
	}
}

// takeScale takes what is known of the file of a prepared cloud.
func (p *Preparation) takeScale(field *document.Object) (err error) {
	for _, number := range []struct {
		name string
		to   *float64
	}{{"scale", &p.Scale}, {"norm", &p.Norm}} {
		x, present, bad := field.Number(number.name)
		switch {
		case bad != nil || !present:
		case !(x > 0 && x <= document.MaxLength):
			bad = document.BadField(field.Name(number.name), "must be above 0 and at most 1e100, got %v", x)
		case p.Resized() == "" || p.Samples():
			bad = document.BadField(field.Name(number.name), "belongs to clouds that are scaled, and not sampled")
		}
		*number.to, err = x, document.Join(err, bad)
	}
	if err == nil && p.Norm > 0 && p.Scale == 0 {
		err = document.BadField(field.Name("scale"), "is missing beside norm")
	}
	return err
}

// checkScale refuses a scale beside a clean cloud that is not prepared as the request says, or a norm beside any.
func (s *steps) checkScale(*document.Object) error {
	p := s.Preparation
	if p == nil || !p.done || p.Scale == 0 {
		return nil
	}
	switch kind, _ := p.kind(); {
	case s.Clean == nil && p.Norm == 0:
		return document.BadField("prepared.norm", "is missing: it stands for the clean cloud")
	case s.Clean == nil:
		return nil
	case p.Norm != 0:
		return document.BadField("prepared.norm", "stands for a clean cloud that is left out; leave it out beside one")
	case kind != lengths.Common && !isResized(*s.Clean, p.size()):
		return document.BadField("prepared.scale", "is there, but the clean cloud is not scaled to %s about its mean", p.Resized())
	}
	return nil
}

// isResized tells whether a cloud has its mean at 0 and a size of 1.
func isResized(c pointcloud.Cloud, by pointcloud.Size) bool {
	far := 0.0
	for n := 0; n < len(c.Points); n += c.Dimension {
		far = max(far, invariance.Norm(c.Points[n:n+c.Dimension]))
	}
	if by == pointcloud.OfMeanSquare {
		far = invariance.Norm(c.Points) / math.Sqrt(float64(c.Count()))
	}
	_, mean := invariance.Centre(c)
	return math.Abs(far-1) <= lengths.Rounding && invariance.Norm(mean[:]) <= lengths.Rounding
}

// kind is that of its lengths.
func (p *Preparation) kind() (lengths.Kind, bool) {
	if p == nil {
		return 0, false
	}
	return lengths.KindOf(p.Normalise, p.Frame)
}

// Ruler turns lengths of the prepared clouds into those of the file, nil where they are the same or nothing is known.
func (r *Request) Ruler() *lengths.Ruler {
	p := r.Preparation
	kind, ok := p.kind()
	if !ok || p.Scale == 0 {
		return nil
	}
	norm := p.Norm
	if r.Clean != nil {
		norm = invariance.Norm(r.Clean.Points)
	}
	return &lengths.Ruler{Kind: kind, Size: p.Scale, Norm: norm, Points: r.count()}
}

// PreparedNorm turns a norm of files into one of prepared clouds, rounded up. place is the field that asks for it.
func (r *Request) PreparedNorm(place string, norm float64) (float64, error) {
	ruler := r.Ruler()
	switch {
	case r.Preparation.Samples():
		return 0, document.BadField(place, "is %q, but %s", argument.UnitFile, SamplingNote)
	case ruler != nil:
		return ruler.Moved(norm), nil
	case r.Preparation.Resized() != "":
		return 0, document.BadField(place, "is %q, but prepared.scale, the size of the file, is missing", argument.UnitFile)
	}
	return norm, nil
}

// DividesScale tells whether the preparation divides every scaling of a file out.
func (r *Request) DividesScale() bool {
	kind, ok := r.Preparation.kind()
	return ok && kind != lengths.Common && !r.before(fileLengths)
}

// fileLengths is the first core whose documents have lengths of files.
const fileLengths = "0.9.0"

// tellFile adds the lengths of the file.
func (r *Request) tellFile(v *argument.Verdict) {
	v.Scale = r.DividesScale()
	ruler := r.Ruler()
	if ruler == nil {
		return
	}
	apart := r.filesApart(ruler)
	for _, row := range []*argument.Closed{v.BlackBox, v.Orbit} {
		if row == nil {
			continue
		}
		row.TellFile(ruler.Radius)
		if c := r.Changes; row.Distance != nil && r.Clean != nil && c != nil && c.Unit == argument.UnitFile {
			row.FileDistance = &c.File
		} else if row.Distance != nil && apart != nil {
			row.FileDistance = new(apart(*row.Distance))
		}
	}
}

// filesApart turns distances of the prepared clouds into those of both files, nil where a cloud is none that was prepared, or counts by more than its points.
func (r *Request) filesApart(ruler *lengths.Ruler) func(distance float64) float64 {
	if r.Clean == nil || r.Perturbed == nil || !r.hasOneSigma() || r.Noise != nil ||
		ruler.Kind != lengths.Common && !isResized(*r.Perturbed, r.Preparation.size()) {
		return nil
	}
	norm := invariance.Norm(r.Perturbed.Points)
	return func(distance float64) float64 { return ruler.Apart(distance, norm) }
}

// left is what a request without its clouds keeps of their preparation: whose its lengths are, nil where they are the file's. Sets have all of it.
func (r *Request) left() *Preparation {
	p := r.Preparation
	if r.LengthNotes() == nil && (r.Sets == nil || p == nil) {
		return nil
	}
	left := &Preparation{Preparation: p.Preparation, Scale: p.Scale, done: true}
	if r.Sets == nil {
		left.DropMissing = false
		if p.Resized() == "" {
			left.Normalise, left.Frame = "", ""
		}
	}
	if l := r.Ruler(); l != nil {
		left.Norm = l.Norm
	}
	return left
}

// scale is what seeds depend on of a preparation.
func (p *Preparation) scale() *Preparation {
	if p.Resized() == "" {
		return nil
	}
	return &Preparation{Preparation: pointcloud.Preparation{Normalise: p.Normalise, Frame: p.Frame}, done: true}
}
