package certificate

import (
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Preparation is what is done to both clouds before anything else, as pipelines
// of machine learning do: each is sampled, then normalised. A request asks for
// it as "preparation"; the canonical request holds the clouds as prepared and
// records it as "prepared", which is not done again.
type Preparation struct {
	// Points is how many points are kept, 0 for all.
	Points int               `json:"points,omitempty"`
	Method pointcloud.Method `json:"method,omitempty"`
	Seed   int64             `json:"seed,omitempty"`
	// Normalise is "centre" (the mean removed) or "unit_sphere" (then divided by
	// the largest norm), "" for neither.
	Normalise string `json:"normalise,omitempty"`

	done bool
}

const (
	normaliseNone   = "none"
	normaliseCentre = "centre"
	normaliseSphere = "unit_sphere"
)

// takePreparation takes what is to be done to the clouds, or what was.
func (r *Request) takePreparation(o *document.Object) error {
	for _, name := range []string{"preparation", "prepared"} {
		field, err := o.Child(name)
		if err != nil {
			return err
		}
		if field == nil {
			continue
		}
		if r.Preparation != nil {
			return document.BadField(name, "stands instead of preparation; give one or the other")
		}
		if r.Preparation, err = newPreparation(field); err != nil {
			return err
		}
		r.Preparation.done = name == "prepared"
	}
	return nil
}

func newPreparation(field *document.Object) (*Preparation, error) {
	p := &Preparation{}
	points, present, err := field.Whole("points", 1, pointcloud.MaxPoints)
	if err != nil {
		return nil, err
	}
	if present {
		p.Points = int(points)
		method, err := field.OneOf("method", string(pointcloud.Random), string(pointcloud.Farthest))
		if err != nil {
			return nil, err
		}
		p.Method = pointcloud.Method(method)
		if p.Seed, _, err = field.Whole("seed", 0, 1<<53); err != nil {
			return nil, err
		}
	}
	p.Normalise, err = field.OneOf("normalise", normaliseNone, normaliseCentre, normaliseSphere)
	if err != nil {
		return nil, err
	}
	if p.Normalise == normaliseNone {
		p.Normalise = ""
	}
	return p, field.Done()
}

// prepareClouds samples and normalises the clouds that were read.
func (r *Request) prepareClouds() error {
	if r.Preparation == nil || r.Preparation.done {
		return nil
	}
	if err := r.sample(); err != nil {
		return err
	}
	for _, named := range r.named() {
		if err := r.Preparation.normalise(named.name, named.cloud); err != nil {
			return err
		}
	}
	return nil
}

type namedCloud struct {
	name  string
	cloud *pointcloud.Cloud
}

// named lists the clouds that are there.
func (r *Request) named() []namedCloud {
	clouds := []namedCloud{{"clean", r.Clean}}
	if r.Perturbed != nil {
		clouds = append(clouds, namedCloud{"perturbed", r.Perturbed})
	}
	return clouds
}

// sample keeps as many points of both clouds. Where the order matters the
// points kept are those of the same numbers; else each cloud is sampled for
// itself, as the classifier's own pipeline would.
func (r *Request) sample() error {
	p := r.Preparation
	if p.Points == 0 {
		return nil
	}
	if !r.Permutation {
		if err := r.checkShapes(nil); err != nil {
			return err
		}
	}
	var kept []int
	for i, named := range r.named() {
		if count := named.cloud.Count(); p.Points > count {
			return document.BadField("preparation.points", "is %d, but the %s cloud has %d points", p.Points, named.name, count)
		}
		if i == 0 || r.Permutation {
			var err error
			if kept, err = pointcloud.Sample(*named.cloud, p.Points, p.Method, uint64(p.Seed)); err != nil {
				return document.BadField("preparation", "%v", err)
			}
		}
		*named.cloud = pointcloud.Pick(*named.cloud, kept)
	}
	return nil
}

func (p *Preparation) normalise(name string, cloud *pointcloud.Cloud) (err error) {
	switch p.Normalise {
	case normaliseCentre:
		*cloud, err = pointcloud.Centre(*cloud)
	case normaliseSphere:
		*cloud, err = pointcloud.UnitSphere(*cloud)
	}
	if err != nil {
		return document.BadField(name, "%v", err)
	}
	return nil
}
