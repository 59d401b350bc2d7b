package explore

import (
	"bytes"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// Region tells which compositions of two transformations the prediction withstands: a map of Size×Size cells
// over a rectangle of their parameters, all of a cell or nothing. A cell that is not certified may hold
// certified points.
type Region struct {
	Certified bool `json:"certified"`
	// First is done to the cloud before Second.
	First  Side      `json:"first"`
	Second Side      `json:"second"`
	Along  []float64 `json:"along"`
	Size   int       `json:"size"`
	// Rows has a text for each row of cells, from the lowest value of Second up, with a character a cell from the
	// lowest value of First on: 2 where the black box certifies, 1 where only the orbit-based argument does, 3 where votes of
	// samples of some points do, 4 where votes with noise on transformations do, else 0.
	Rows []string `json:"rows"`
	// File is the region of files, in their unit, where that is another.
	File *Region `json:"file,omitempty"`
	Core string  `json:"core"`
}

// Side is a side of the rectangle: values of a family's parameter, rounded towards zero.
type Side struct {
	Family string  `json:"family"`
	Unit   string  `json:"unit"`
	From   float64 `json:"from"`
	To     float64 `json:"to"`
}

// RegionQuestion asks for a region.
type RegionQuestion struct {
	// points says that it is about points replaced and moved, twisted that it is about a twist and points moved.
	points      bool
	twisted     bool
	composition composition
	size        int
}

const (
	defaultRegion = 48
	// beyond is how far the rectangle goes past the ranges of its families alone.
	beyond = 1.2
)

// ParseRegion reads the question for a region.
func ParseRegion(data []byte) (*RegionQuestion, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	q := &RegionQuestion{size: defaultRegion}
	name, err := o.OneOf("pair", "taper-twist", "rotation-shear", replacedMoved, twistMoved)
	if err != nil {
		return nil, err
	}
	q.points, q.twisted, q.composition = name == replacedMoved, name == twistMoved, compositions[name]
	if o.Has("size") {
		err = document.PutWhole(&q.size)(o.Count("size", document.RegionQuestionLimits.Size))
	}
	return q, document.First(err, o.Done())
}

// FindRegion covers the rectangle: where all of a square is certified, or its middle is out of reach, it is done,
// else each of its quarters is looked at.
func FindRegion(a *Asked, q *RegionQuestion) (*Region, error) {
	s, err := q.scene(a)
	if err != nil {
		return nil, err
	}
	region, err := s.region(q)
	if err == nil {
		err = s.fileRegion(q, region)
	}
	return region, err
}

// scene returns the scene of a question.
func (q *RegionQuestion) scene(a *Asked) (scene, error) {
	if !q.twisted {
		if err := a.Plain(); err != nil {
			return scene{}, err
		}
	}
	return sceneOf(a)
}

func (s scene) region(q *RegionQuestion) (*Region, error) {
	switch {
	case q.twisted:
		return s.twistedRegion(q.size)
	case q.points:
		return s.pointsRegion(s.Request, q.size)
	}
	if s.dimension == 2 && q.composition.first == "taper" {
		return nil, document.BadField("pair", "has a twist, which is for 3-D clouds")
	}
	r := &Region{Along: s.axis[:s.dimension], Size: q.size, Certified: s.radius > 0, Core: certificate.Core}
	var low, high [2]float64
	low[0], high[0], r.First = s.side(q.composition.first)
	low[1], high[1], r.Second = s.side(q.composition.second)
	blackBox, orbit := s.coverings(q.composition)
	marks := make([][]byte, q.size)
	for row := range marks {
		marks[row] = bytes.Repeat([]byte{'0'}, q.size)
	}
	for _, by := range []struct {
		covering *covering
		mark     byte
	}{{orbit, '1'}, {blackBox, '2'}} {
		if !r.Certified || by.covering == nil {
			continue
		}
		for i := range low {
			by.covering.low[i], by.covering.step[i] = low[i], float64((high[i]-low[i])/float64(q.size))
		}
		by.covering.cover(q.size, marks, by.mark)
	}
	for _, row := range marks {
		r.Rows = append(r.Rows, string(row))
	}
	return r, nil
}

// family returns one by its name.
func (s scene) family(name string) family {
	list := families(s.dimension)
	return list[slices.IndexFunc(list, func(f family) bool { return f.name == name })]
}

// coverings return those of the black box and of the orbit-based argument, nil where that is the same.
func (s scene) coverings(c composition) (blackBox, orbit *covering) {
	f := s.family(c.first)
	p := f.path(s.cloud, s.frame, s.weighing)
	blackBox = &covering{composed: s.compose(c, p), walk: s.straight(p), radius: s.radius - p.still}
	if s.Group == invariance.None {
		return blackBox, nil
	}
	switch {
	case c.first == "rotation": // and the shear of it are linear maps
		s, p = s.compact(f, p)
	case s.weighing != nil && s.Centres():
		s, p = s.central(), p.centred()
	}
	orbit = &covering{composed: s.compose(c, p), walk: s.walk(p), radius: s.radius - p.still}
	orbit.undone = s.ignores(f)
	return blackBox, orbit
}

// side returns how far the rectangle goes along a family, in the unit of the scene and in that of the coordinates.
func (s scene) side(name string) (low, high float64, side Side) {
	f := s.family(name)
	p := f.path(s.cloud, s.frame, s.weighing)
	best := s.walked(s.straight(p), span{})
	if s.Group != invariance.None && !best.any {
		seen, small := s.compact(f, p)
		best = seen.walked(seen.walk(small), best)
	}
	switch kept := s.ignores(f); {
	case f.most == halfTurn && (best.any || kept):
		low, high = -halfTurn, halfTurn
	case best.any: // nothing moves
		low, high = -1, 1
	default:
		low, high = max(-float64(best.from*beyond), p.least), min(float64(best.to*beyond), p.most)
	}
	side = Side{f.name, f.unit, s.length(low, -f.power), s.length(high, -f.power)}
	return math.Ldexp(side.From, f.power*s.exponent), math.Ldexp(side.To, f.power*s.exponent), side
}
