package certificate

import (
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/transform"
)

// checkNoise checks that the noise fits the group, the samples and the clouds.
func (s *steps) checkNoise(*document.Object) error {
	if err := s.CheckNoise(); err != nil {
		return err
	}
	switch {
	case s.Noise == nil && s.transformed != nil:
		return document.BadField("noise", "is missing: gram.parameters is what votes with noise on transformations depend on")
	case s.Noise == nil:
		return nil
	case s.Sigmas != nil:
		return document.BadField("noise", "needs one sigma for all points")
	case s.Clean == nil && s.transformed == nil:
		return document.BadField("noise", "needs the clouds, or gram.parameters: inner products tell nothing of transformations")
	case s.transformed != nil && !s.Noise.Has(s.transformed.Shift):
		return document.BadField("gram.parameters.shift", "has a parameter without noise; with noise on twist, taper or scale, a shear has none of its own")
	case s.transformed != nil && (s.Pair != nil || s.Matrix != nil || s.points != nil):
		return document.BadField("gram.parameters", "stands alone: leave out the products and points beside it")
	}
	return nil
}

// Plain refuses what has no answer for votes with noise on transformations.
func (r *Request) Plain() error {
	if r.Noise != nil {
		return document.BadField("noise", "has no answer here: only certify, pmin, withstand, runs with withstand, verify and explain take noise on transformations")
	}
	return nil
}

// transformedRow is the only row with noise on transformations. Distances alone say nothing of such votes: the noise stretches
// what was moved.
func (r *Request) transformedRow() argument.Row {
	prove := func(p argument.Probabilities) argument.Claim { return r.proved(p) }
	least := func(float64) (float64, float64) {
		_, least := r.Least(slices.Concat(r.decomposed(), r.others), argument.Probabilities{Lower: 1, Top: r.Top})
		return least, 0
	}
	return argument.Row{ID: argument.ParametersRow, Prove: prove, Start: least, Unpaired: r.Alone()}
}

// proved returns what votes with noise on transformations prove, by one decomposition.
func (r *Request) proved(p argument.Probabilities) *argument.Transformed {
	switch {
	case r.Alone():
		return r.AnyTransformed(r.still(), p)
	case r.Prediction.OfClass():
		return r.Best(r.decomposed(), p)
	}
	best, _ := r.Least(r.decomposed(), p)
	return best
}

// decomposed searches once for decompositions of the perturbed cloud. If the order of the points does not matter, it
// also tries the order that the search found.
func (r *Request) decomposed() argument.Decompositions {
	switch {
	case r.transformed != nil:
		return r.Decomposed(*r.transformed)
	case r.Changes != nil:
		return r.Decomposed(r.Moved(*r.Clean, r.Changes.Moved))
	case r.ways == nil:
		var orders []argument.Ordered
		if r.keepsLabels() {
			orders = append(orders, argument.Ordered{Cloud: *r.Perturbed})
		}
		if search := r.found(); search != nil {
			orders = append(orders, argument.Ordered{Cloud: r.matched(), Permutation: search.Permutation()})
		}
		r.ways = r.Decompose(*r.Clean, orders)
	}
	return r.ways
}

// goAs takes the decomposition that a document states, measured again: a search may find another one.
func (r *Request) goAs(from start) {
	if from.Shift == nil || r.Noise == nil || r.Perturbed == nil {
		return
	}
	if !r.Prediction.OfClass() {
		r.others = r.decomposed() // an earlier core stated one of them, and what the best of them proves
	}
	perturbed := argument.Ordered{Cloud: *r.Perturbed}
	if from.Paired != nil {
		perturbed = argument.Ordered{Cloud: pointcloud.Pick(*r.Perturbed, from.Paired), Permutation: from.Paired}
	}
	if ways := r.DecomposeAs(*r.Clean, perturbed, *from.Shift); len(ways) > 0 {
		r.ways = ways
	}
}

// knownText is what is shared of two clouds.
type knownText struct {
	Shift    transform.Shift `json:"shift"`
	Distance float64         `json:"distance"`
	Rise     float64         `json:"rise"`
	Radius   float64         `json:"radius"`
	Low      float64         `json:"low"`
	High     float64         `json:"high"`
}

func newKnownText(k *argument.Known) *knownText {
	if k == nil {
		return nil
	}
	return &knownText{k.Shift, k.Distance, k.Rise, k.Radius, k.Low, k.High}
}

// gramTransformed returns r without its clouds, with the numbers that its certificate depends on.
func (r *Request) gramTransformed() (*Request, error) {
	switch {
	case r.Clean == nil:
		return r, nil
	case r.Perturbed == nil && r.Changes == nil:
		return nil, document.BadField("perturbed", "is missing: the gram form needs both clouds")
	}
	short := *r
	if short.NeededSamples {
		short.Samples = 0
	}
	short.transformed = r.proved(r.Voted()).Known
	short.Clean, short.Perturbed, short.Attack, short.Changes, short.Preparation = nil, nil, nil, nil, r.left()
	short.ways, short.search, short.gramDimension = nil, nil, r.Clean.Dimension
	short.Prediction = r.Prediction.shared()
	return &short, nil
}

// takeKnown takes what is shared, and checks that some pair of clouds has it.
func (r *Request) takeKnown(o *document.Object) error {
	k := &argument.Known{}
	r.transformed = k
	length := func(name string, to *float64, least float64) error {
		return document.Put(to)(takeLength(o, name, least))
	}
	err := document.First(document.Put(&k.Shift)(transform.TakeShift(o, "shift")), document.Join(length("distance", &k.Distance, 0),
		length("rise", &k.Rise, 0), length("radius", &k.Radius, 0), length("low", &k.Low, -document.MaxLength), length("high", &k.High, -document.MaxLength),
		o.Done()))
	switch {
	case err != nil:
		return err
	case k.Rise > k.Distance:
		return document.BadField("gram.parameters.rise", "is %v, above the distance %v that it is a part of", k.Rise, k.Distance)
	case k.Low > k.High:
		return document.BadField("gram.parameters.low", "is %v, above high, %v", k.Low, k.High)
	}
	return nil
}
