package certificate

import (
	"encoding/json"
	"math"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// sharedPoints is what a request in gram form says of single points: how many the clean cloud has, with Changes of the
// request how many the changes are of, or else what is known of the pairs.
type sharedPoints struct {
	argument.Points
	dimension int
	changes   *argument.Changes
}

// count returns how many points the clean cloud has, 0 if unknown.
func (r *Request) count() int {
	switch {
	case r.Clean != nil:
		return r.Clean.Count()
	case r.points != nil:
		return r.points.Clean
	case r.Digest != nil:
		return r.Digest.Points
	}
	return 0
}

// shared returns what is shared of single points, nil where nothing of the certificate depends on it.
func (r *Request) shared(levels bound.Levels) *sharedPoints {
	d := &sharedPoints{dimension: r.Dimension(), changes: r.Changes.Prepared()}
	switch {
	case r.Changes != nil:
		d.Clean = r.count()
	case r.Subsample > 0:
		d.Points = *r.subsampled(r.Bounds(levels.Votes)).Points
	default:
		return nil
	}
	return d
}

// pointsText is its form in documents. Moved is missing where too few pairs are kept for a sample, or where they moved so far that nothing
// is left of any bound.
type pointsText struct {
	Clean     int               `json:"clean"`
	Changes   *argument.Changes `json:"changes,omitempty"`
	Perturbed int               `json:"perturbed,omitempty"`
	Kept      *int              `json:"kept,omitempty"`
	Distance  *float64          `json:"distance,omitempty"`
	Moved     *movedText        `json:"moved,omitempty"`
}

// movedText has mean, least and most of ‖Δ_S‖² in units of sigma², and its mean square about the mean in those of sigma⁴.
type movedText struct {
	Sigma  float64 `json:"sigma"`
	Mean   float64 `json:"mean"`
	Square float64 `json:"square"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

func (s *sharedPoints) MarshalJSON() ([]byte, error) {
	d := pointsText{Clean: s.Clean, Changes: s.changes}
	if s.changes == nil {
		d.Perturbed, d.Kept, d.Distance = s.Perturbed, &s.Kept, &s.Distance
		if m := s.Moved; !m.Far() {
			d.Moved = &movedText{s.Sigma, m.Mean, m.Square, m.Least, m.Most}
		}
	}
	return json.Marshal(d)
}

// takePoints reads the facts about single points.
func (r *Request) takePoints(o *document.Object, dimension int) error {
	p := &sharedPoints{dimension: dimension}
	if err := takeCount(o, "clean", 1, pointcloud.MaxPoints, &p.Clean); err != nil {
		return err
	}
	r.points = p
	if o.Has("changes") {
		err := r.takeChanges(o)
		p.changes = r.Changes
		return err
	}
	if err := takeCount(o, "perturbed", 1, pointcloud.MaxPoints, &p.Perturbed); err != nil {
		return err
	}
	err := takeCount(o, "kept", 0, min(p.Clean, p.Perturbed), &p.Kept)
	return document.Join(err, document.Put(&p.Distance)(takeLength(o, "distance", 0)), p.takeMoved(o), o.Done())
}

func takeCount(o *document.Object, name string, low, high int, to *int) error {
	return document.First(o.Need(name, ""), document.PutWhole(to)(o.Whole(name, int64(low), int64(high))))
}

// takeMoved takes the law of how far samples moved.
func (s *sharedPoints) takeMoved(o *document.Object) (err error) {
	field, err := o.Child("moved")
	if err != nil || field == nil {
		s.Moved, s.Sigma = tight.Moved{Mean: math.Inf(1)}, 1
		return err
	}
	if err = document.PutAny(&s.Sigma)(field.Number("sigma")); err == nil {
		err = argument.CheckSigma(field.Name("sigma"), s.Sigma)
	}
	length := func(name string, to *float64) error { return document.Put(to)(takeLength(field, name, 0)) }
	return document.Join(err, length("mean", &s.Moved.Mean), length("square", &s.Moved.Square), length("least", &s.Moved.Least),
		length("most", &s.Moved.Most), field.Done())
}

// checkPoints checks the facts about single points against each other, the samples and the facts about both clouds.
func (s *steps) checkPoints(*document.Object) error {
	p := s.points
	if p == nil {
		return nil
	}
	products := s.Pair != nil || s.Matrix != nil
	switch {
	case p.changes != nil && products:
		return document.BadField("gram.points.changes", "covers every cloud within its limits, but the products beside it describe one")
	case p.changes != nil:
		return nil
	case s.Subsample == 0:
		return document.BadField("subsample", "is missing: gram.points is what votes of samples of k points depend on")
	case products && p.Perturbed != p.Clean:
		return document.BadField("gram.points.perturbed", "is %d, but the products beside it compare %d points with as many", p.Perturbed, p.Clean)
	}
	if name, wrong := p.Check(s.Subsample); wrong != "" {
		return document.BadField("gram.points."+name, "%s", wrong)
	}
	return nil
}
