package certificate

import (
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/lengths"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Preparation is what is done to both clouds before anything else, as pipelines
// of machine learning do: points without coordinates are left out, each cloud is
// sampled, then normalised. A request asks for it as "preparation"; the canonical
// request holds the clouds as prepared and records it as "prepared", which is not
// done again.
type Preparation struct {
	pointcloud.Preparation
	// Scale is the size of the clean file that its prepared cloud was divided by, in the file's unit, and Norm is ‖X‖ of a prepared
	// cloud that is left out. Either is 0 where it is not known.
	Scale float64 `json:"scale,omitempty"`
	Norm  float64 `json:"norm,omitempty"`
	done  bool
}

const (
	normaliseNone   = "none"
	normaliseCentre = "centre"
)

// TakePreparation takes what is to be done to the clouds, or what was.
func (r *Request) TakePreparation(o *document.Object) error {
	for _, name := range []string{"preparation", "prepared"} {
		field, err := o.Child(name)
		if err != nil {
			return err
		}
		if field == nil {
			continue
		}
		if r.Preparation != nil {
			return document.BadField(name, "replaces preparation; give one or the other")
		}
		if r.Preparation, err = newPreparation(field); err != nil {
			return err
		}
		if r.Preparation.done = name == "prepared"; r.Preparation.done {
			err = r.Preparation.takeScale(field)
		}
		if err = document.Join(err, field.Done()); err != nil {
			return err
		}
	}
	return nil
}

func newPreparation(field *document.Object) (*Preparation, error) {
	p := &Preparation{}
	err := document.Join(document.Put(&p.DropMissing)(field.Truth("drop_missing")), p.takeSample(field),
		document.Put(&p.Normalise)(field.OneOf("normalise", normaliseNone, normaliseCentre, lengths.Sphere, lengths.RootMean)),
		document.Put(&p.Frame)(field.OneOf("frame", frameOwn, lengths.CleanFrame)))
	if p.Normalise == normaliseNone {
		p.Normalise = ""
	}
	if p.Frame == frameOwn {
		p.Frame = ""
	}
	return p, err
}

// takeSample takes how many points are kept, and which.
func (p *Preparation) takeSample(field *document.Object) error {
	if !field.Has("points") {
		return nil
	}
	in := document.PreparationLimits
	return document.Join(document.PutWhole(&p.Points)(field.Count("points", in.Points)),
		document.Put((*string)(&p.Method))(field.OneOf("method", string(pointcloud.Random), string(pointcloud.Farthest), string(pointcloud.Surface))),
		document.PutWhole(&p.Seed)(field.Count("seed", in.Seed)))
}

// Due is what is still to be done to clouds as they were read.
func (p *Preparation) Due() Preparation {
	if p == nil || p.done {
		return Preparation{}
	}
	return *p
}

// MakesClouds tells whether the clouds of a request are others than those that were read: prepared,
// or perturbed by an attack.
func (r *Request) MakesClouds() bool {
	return r.Attack != nil || r.Preparation != nil && !r.Preparation.done
}

// Rest is what is left to do once points are drawn from a surface.
func (p *Preparation) Rest() *Preparation {
	if p == nil || p.Method != pointcloud.Surface {
		return p
	}
	left := *p
	left.Points, left.Method, left.Seed = 0, "", 0
	return &left
}

// PrepareClouds makes the clouds of a request of what was read: the clean file,
// and the perturbed one where there is one.
func (r *Request) PrepareClouds(files ...*pointcloud.File) error {
	p := new(r.Preparation.Due())
	if r.Preparation != nil {
		own := *r.Preparation // others may be of other clouds
		r.Preparation = &own
	}
	r.Clean = &files[0].Cloud
	if len(files) > 1 {
		r.Perturbed = &files[1].Cloud
	}
	if err := r.dropMissing(p, files); err != nil {
		return err
	}
	if err := r.sample(p, files); err != nil {
		return err
	}
	if p.Normalise == "" {
		return nil
	}
	size, err := p.normalise(files)
	if err == nil {
		r.Preparation.keepScale(size)
	}
	return err
}

// normalise returns the size that the clean cloud was divided by.
func (p *Preparation) normalise(files []*pointcloud.File) (size float64, err error) {
	if p.Frame == lengths.CleanFrame {
		return p.normaliseByClean(files)
	}
	for i, file := range files {
		one, err := p.normaliseAlone(&file.Cloud)
		if err != nil {
			return 0, document.BadField(cloudNames[i], "%v", err)
		}
		if i == 0 {
			size = one
		}
	}
	return size, nil
}

// frameOwn is the frame for normalising clouds, centre and scale, where each has its own.
const frameOwn = "own"

// movesAll tells whether points that change would move all others: by a centre or scale that is theirs.
func (p *Preparation) movesAll() bool {
	return p != nil && p.Normalise != "" && p.Frame != lengths.CleanFrame
}

// normaliseByClean takes centre and scale of the clean cloud for both.
func (p *Preparation) normaliseByClean(files []*pointcloud.File) (size float64, err error) {
	frame, err := pointcloud.FrameOf(files[0].Cloud, p.size())
	if err != nil {
		return 0, document.BadField(cloudNames[0], "%v", err)
	}
	for i, file := range files {
		file.Cloud = frame.Enter(file.Cloud)
		if err := CheckCoordinates(cloudNames[i], file.Cloud); err != nil {
			return 0, err
		}
	}
	return frame.Size(), nil
}

// cloudNames are the names of the files of a request.
var cloudNames = [...]string{"clean", "perturbed"}

// dropMissing leaves out the points without coordinates. Where the order matters,
// a point that one cloud lacks is left out of the other, too.
func (r *Request) dropMissing(p *Preparation, files []*pointcloud.File) error {
	for i, file := range files {
		if file.Missing == nil || p.DropMissing {
			continue
		}
		return file.Missing.Question(func(message string) error { return document.BadField(cloudNames[i], "%s", message) })
	}
	if len(files) < 2 || r.Permutation || files[0].Rows() != files[1].Rows() {
		return nil
	}
	clean, perturbed := files[0].Without(files[1].Missing), files[1].Without(files[0].Missing)
	files[0].Cloud, files[1].Cloud = clean, perturbed
	if clean.Count() == 0 {
		return document.BadField("perturbed", "has coordinates only for points that the clean cloud has none for")
	}
	return nil
}

// sample keeps as many points of both clouds, or draws them from the surfaces of
// both meshes. Where the order matters the points are those of the same numbers,
// or places; else each cloud is sampled for itself, as the classifier's own
// pipeline would.
func (r *Request) sample(p *Preparation, files []*pointcloud.File) error {
	if p.Points == 0 {
		return nil
	}
	if !r.Permutation {
		if err := r.checkShapes(nil); err != nil {
			return err
		}
	}
	if p.Method == pointcloud.Surface {
		return r.sampleSurface(p, files)
	}
	if len(files) > 1 && !r.Permutation && files[0].Of != files[1].Of {
		return document.BadField("perturbed", "must have as many points as the clean cloud, in the same order")
	}
	var kept []int
	for i, file := range files {
		if count := file.Cloud.Count(); p.Points > count {
			return document.BadField("preparation.points", "is %d, but the %s cloud has %d points", p.Points, cloudNames[i], count)
		}
		if i == 0 || r.Permutation {
			var err error
			if kept, err = pointcloud.Sample(file.Cloud, p.Points, p.Method, uint64(p.Seed)); err != nil {
				return document.BadField("preparation", "%v", err)
			}
		}
		file.Cloud = pointcloud.Pick(file.Cloud, kept)
	}
	return nil
}

func (r *Request) sampleSurface(p *Preparation, files []*pointcloud.File) error {
	var spots []pointcloud.Spot
	for i, file := range files {
		switch {
		case file.Faces == nil:
			return document.BadField("preparation.method", "is \"surface\", but the %s cloud has no faces", cloudNames[i])
		case i > 0 && !r.Permutation && !slices.Equal(file.Faces, files[0].Faces):
			return document.BadField("preparation.method",
				"is \"surface\", but the faces of the two meshes differ, so their points have no partners unless permutation is true")
		}
		if i == 0 || r.Permutation {
			var err error
			if spots, err = pointcloud.Spots(file.Cloud, file.Faces, p.Points, uint64(p.Seed)); err != nil {
				return document.BadField(cloudNames[i], "%v", err)
			}
		}
		file.Cloud = pointcloud.At(file.Cloud, file.Faces, spots)
	}
	return nil
}

func (p *Preparation) normaliseAlone(cloud *pointcloud.Cloud) (size float64, err error) {
	if by := p.size(); by != "" {
		*cloud, size, err = pointcloud.Resize(*cloud, by)
		return size, err
	}
	*cloud, err = pointcloud.Centre(*cloud)
	return 1, err
}
