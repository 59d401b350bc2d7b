// Package vector bounds the mean of vectors that turn with the cloud, such as forces and headings, at a cloud nearby.
//
// Let f(RX + b) = R·f(X), |f| ≤ C and m(X) = E f(X + σE), which turns as f does. Let X′ = R(X + Δ), δ = ‖Δ‖/σ, Y = w·f for a unit vector w,
// and c any number. Then
//
//	|w·R⁻¹m(X′) − w·m(X)| ≤ √(E[(Y − c)²]·(exp(δ²) − 1))                               (A)
//	C − ∫ Φ(Φ⁻¹(Pr[Y ≤ t]) − δ) dt ≥ w·R⁻¹m(X′), t from −C to C, and its mirror image   (B)
//
// (A) is Cauchy and Schwarz for E[(Y − c)(L − 1)], L the likelihood ratio, whose variance is exp(δ²) − 1. (B) is the Gaussian bound of each
// event Y ≤ t. Both are computed from samples, in units of C.
package vector

import (
	"errors"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// Samples are the vectors that a model returned for noisy copies of a cloud: Count of them for each copy, Dimension numbers each, one after
// another. A vector with a number that is not finite is of a sample that was not settled. It counts as any vector of length C.
type Samples struct {
	Count, Dimension int
	Entries          []float64
	// Off is how far each vector may be from the one that the law is of, in units of the length C.
	Off float64
}

// Size returns the number of samples.
func (s *Samples) Size() int { return len(s.Entries) / (s.Count * s.Dimension) }

// settled returns vector k of each sample that has one, in units of the clip length, and no longer than that.
func (s *Samples) settled(k int, clip float64) (all [][]float64) {
	for at := k * s.Dimension; at < len(s.Entries); at += s.Count * s.Dimension {
		v := slices.Clone(s.Entries[at : at+s.Dimension])
		if slices.ContainsFunc(v, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
			continue
		}
		length := max(clip, invariance.Norm(v))
		for j := range v {
			v[j] = max(-1, min(1, v[j]/length))
		}
		all = append(all, v)
	}
	return all
}

// Reference returns the mean of vector k in units of the clip length, nil if no sample has it.
func (s *Samples) Reference(k int, clip float64) []float64 {
	all := s.settled(k, clip)
	if len(all) == 0 {
		return nil
	}
	mean := make([]float64, s.Dimension)
	for _, v := range all {
		for j, x := range v {
			mean[j] += x / float64(len(all))
		}
	}
	return mean
}

// Evidence is what samples prove of the mean of each vector.
type Evidence struct {
	law
	clip    float64
	vectors []estimate
}

// estimate has bounds for one vector.
type estimate struct {
	// reference is c, absent without samples that chose it.
	reference  []float64
	components []component
	// square bounds the largest eigenvalue of E[(f − c)(f − c)ᵀ].
	square float64
}

// Parts returns how many events the bounds of so many vectors rest on: for each component both ends of the mean, the second moment and the
// band of its distribution, and for each vector the eigenvalue.
func Parts(count, dimension int) int { return count * (4*dimension + 1) }

// New returns what samples prove, at a level for each of the Parts. The reference of each vector is the mean of chosen, which are other
// samples, or nil for 0.
func New(s, chosen *Samples, clip, level float64) (*Evidence, error) {
	switch n := s.Size(); {
	case n < 2:
		return nil, errors.New("vectors need at least two samples")
	case !(clip > 0 && clip <= math.MaxFloat64):
		return nil, errors.New("the length at which vectors are clipped must be positive")
	case !(level > 0 && level < 1):
		return nil, errors.New("the level must be between 0 and 1")
	}
	e := &Evidence{law: newLaw(s.Size(), level), clip: clip}
	e.slack += float64(8 * s.Off)
	for k := range s.Count {
		var reference []float64
		if chosen != nil {
			reference = chosen.Reference(k, clip)
		}
		e.vectors = append(e.vectors, e.estimate(s.settled(k, clip), reference, s.Dimension))
	}
	return e, nil
}

func (l law) estimate(settled [][]float64, reference []float64, dimension int) estimate {
	e := estimate{reference: reference}
	about := reference
	if about == nil {
		about = make([]float64, dimension)
	}
	ys := make([]float64, len(settled))
	for j, c := range about {
		for i, v := range settled {
			ys[i] = v[j]
		}
		e.components = append(e.components, l.component(ys, c))
	}
	e.square = l.eigenvalue(settled, about)
	return e
}

// Bound is where R⁻¹m(X′) is: in a box, and in a ball.
type Bound struct {
	Lower []float64 `json:"lower"`
	Upper []float64 `json:"upper"`
	Ball  Ball      `json:"ball"`
	// Angle is the largest angle from the reference, in degrees, that the ball about the mean has; nil for any, or without a reference.
	Angle *float64 `json:"angle,omitempty"`
	// Reach is the largest distance from the reference.
	Reach float64 `json:"-"`
}

// Ball has all points at most Radius from Centre.
type Ball struct {
	Centre []float64 `json:"centre"`
	Radius float64   `json:"radius"`
}

// At returns the bounds at a distance of delta standard deviations.
func (e *Evidence) At(delta float64) (all []Bound) {
	e.holds(delta, func(b Bound) bool {
		all = append(all, b)
		return true
	})
	return all
}

// holds reports whether a claim holds for each vector at a distance.
func (e *Evidence) holds(delta float64, claim func(Bound) bool) bool {
	grown, kept := growth(delta), e.kept(delta)
	for i := range e.vectors {
		if !claim(e.bound(&e.vectors[i], grown, kept)) {
			return false
		}
	}
	return true
}

// mostDelta is farther than any claim is asked for.
const mostDelta = 40

// Radius returns a distance in standard deviations at which a claim holds for each vector, 0 if there is none. Then it holds for all nearer
// clouds, since their vectors are within the same bounds. It is the largest but for rounding if the claim is about Reach or Angle.
func (e *Evidence) Radius(claim func(Bound) bool) float64 {
	low, high := 0.0, float64(mostDelta)
	for range 48 {
		if middle := low + float64((high-low)/2); e.holds(middle, claim) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

func (e *Evidence) bound(of *estimate, grown float64, kept []float64) Bound {
	d := len(of.components)
	low, high := make([]float64, d), make([]float64, d)
	for j := range of.components {
		low[j], high[j] = of.components[j].between(grown, kept, e.slack)
	}
	near := e.aboutMean(of, grown)
	b := Bound{Lower: scaled(low, e.clip, -1), Upper: scaled(high, e.clip, 1), Ball: near, Reach: math.Inf(1)}
	for _, other := range []Ball{e.around(low, high, 0), {make([]float64, d), 1}} {
		if other.Radius < b.Ball.Radius {
			b.Ball = other
		}
	}
	b.Ball = Ball{scaled(b.Ball.Centre, e.clip, 0), scaled([]float64{b.Ball.Radius}, e.clip, 1)[0]}
	if c := of.reference; c != nil {
		if angle := near.angle(c); angle < straight {
			b.Angle = &angle
		}
		b.Reach = math.Nextafter(e.reach(c, near, low, high)*e.clip, math.Inf(1))
	}
	return b
}

// reach returns the largest distance from c of what is in a box, in a ball and no longer than 1, rounded up. It grows with box and ball.
func (l law) reach(c []float64, near Ball, low, high []float64) float64 {
	between, corner := make([]float64, len(c)), make([]float64, len(c))
	for j, x := range c {
		between[j] = near.Centre[j] - x
		corner[j] = max(high[j]-x, x-low[j])
	}
	return (min(invariance.Norm(between)+near.Radius, invariance.Norm(corner), 1+invariance.Norm(c)) + l.slack) * (1 + 16*special.Unit)
}

// scaled multiplies numbers in units of the clip length by it, and rounds them to a side: down, up, or not for 0. The length itself stays.
func scaled(xs []float64, clip, side float64) []float64 {
	ys := make([]float64, len(xs))
	for j, x := range xs {
		ys[j] = x * clip
		if side != 0 && math.Abs(x) < 1 {
			ys[j] = math.Nextafter(ys[j], math.Inf(int(side)))
		}
	}
	return ys
}
