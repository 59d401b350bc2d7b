package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// Mixture is the test between a clean and a perturbed cloud if both the parameter and the points are seen. The parameter
// y is standard normal at the perturbed cloud, and moved by Shift at the clean one. Given y, the points are normal, their
// means Apart(y) standard deviations apart. Apart is even and rises with |y|.
//
// With c = 1 − p and C(λ, u) = E[(L − λ)₊] as for Subsets, Lagrangian duality gives for every κ
//
//	v ≥ 1 − e^κ c − ∫ φ(y) C(e^(κ − y·Shift − Shift²/2), Apart(y)²) dy,
//
// since the likelihood ratio of both is the product of that of the parameter, e^(y·Shift + Shift²/2), and L.
type Mixture struct {
	Shift float64
	Apart func(y float64) float64
	// Missed bounds the probability that the means are farther apart than that.
	Missed float64
}

// Lower bounds the probability at the perturbed cloud of a class of probability at least p.
func (m Mixture) Lower(p float64) float64 { return max(0, 1-m.loss(1-p)) }

// Upper bounds the probability at the perturbed cloud of a class of probability at most p.
func (m Mixture) Upper(p float64) float64 { return min(1, math.Nextafter(m.loss(p), 2)) }

// loss bounds the least over κ of e^κ c + E C from above. Every κ gives a bound, so that only the last
// integral has to be good: it is done again with panels half as long, and twice the difference is added.
func (m Mixture) loss(c float64) float64 {
	switch {
	case !(c < 1) || !(m.Apart(0)+math.Abs(m.Shift) < mostApart):
		return 1
	case c <= 0:
		return 0
	}
	if m.Shift == 0 {
		m.Apart = remembered(m.Apart) // the panels of every κ are the same
	}
	kappa, _ := leastOf(func(kappa float64) float64 { return float64(special.Exp(kappa)*c) + m.mean(kappa, 1) })
	coarse, fine := m.mean(kappa, 1), m.mean(kappa, 2)
	loss := float64(special.Exp(kappa)*c) + fine + float64(2*math.Abs(fine-coarse)) + mixtureError + m.Missed
	return min(1, max(c, loss*(1+callError)))
}

// remembered returns f, which then computes each value once.
func remembered(f func(float64) float64) func(float64) float64 {
	known := map[float64]float64{}
	return func(x float64) float64 {
		y, found := known[x]
		if !found {
			y = f(x)
			known[x] = y
		}
		return y
	}
}

const (
	// mostApart is where next to nothing is left of any bound.
	mostApart = 40
	// mixtureError is more than rounding and what lies beyond mostNormal add up to: that is 2·10⁻¹⁹ of values up to 1.
	mixtureError = 1e-12
	mostNormal   = 9
	// panelLength is that of the longest panel.
	panelLength = 1.
)

// mean returns ∫ φ(y) C dy, each panel cut into so many.
func (m Mixture) mean(kappa float64, pieces int) float64 {
	sum := 0.0
	ends := m.panels(kappa)
	for i := range len(ends) - 1 {
		step := (ends[i+1] - ends[i]) / float64(pieces)
		for k := range pieces {
			from := ends[i] + float64(float64(k)*step)
			sum += gaussRule(func(y float64) tailPair { return tailPair{below: m.integrand(kappa, y)} }, from, from+step).below
		}
	}
	return sum
}

// panels returns where panels end: at 0, where Apart has a kink, at the place where λ is 1 and around it, where C bends the more
// the less Apart is, and evenly in between.
func (m Mixture) panels(kappa float64) []float64 {
	ends := []float64{-mostNormal, 0, mostNormal}
	if m.Shift != 0 {
		bend := kappa/m.Shift - float64(m.Shift/2)
		if math.Abs(bend) < mostNormal {
			ends = append(ends, bend)
		}
		for width := max(m.Apart(bend)/math.Abs(m.Shift), leastBend); width < mostNormal; width *= 2 {
			for _, end := range []float64{bend - width, bend + width} {
				if math.Abs(end) < mostNormal {
					ends = append(ends, end)
				}
			}
		}
	}
	return evenly(ends)
}

// leastBend is a width below which nothing is resolved; Apart is then next to 0.
const leastBend = 1e-9

// evenly sorts ends and cuts what is longer than panelLength.
func evenly(ends []float64) (all []float64) {
	for i := range ends { // few, nearly sorted
		for j := i; j > 0 && ends[j] < ends[j-1]; j-- {
			ends[j], ends[j-1] = ends[j-1], ends[j]
		}
	}
	all = append(all, ends[0])
	for _, end := range ends[1:] {
		from := all[len(all)-1]
		pieces := math.Ceil((end - from) / panelLength)
		for k := 1.0; k < pieces; k++ {
			all = append(all, from+float64(k*(end-from))/pieces)
		}
		if end > from {
			all = append(all, end)
		}
	}
	return all
}

// integrand returns φ(y) C.
func (m Mixture) integrand(kappa, y float64) float64 {
	apart := m.Apart(y)
	density := special.Exp(-float64(y*y)/2) / sqrtTwoPi
	at := kappa - float64(y*m.Shift) - float64(m.Shift*m.Shift/2)
	if at > mostKappa*4 {
		at = mostKappa * 4
	}
	upper, _ := newCall(at).at(float64(apart * apart))
	return float64(density * upper)
}

// Boxed bounds the probability at the perturbed cloud of a class of probability at least p, where all that tells the two clouds
// apart is two normal distributions with this distance, but for an event of a probability at most missed.
func Boxed(p, distance, missed float64) float64 {
	return max(0, float64(bound.Gaussian(p, distance)*(1-2*special.Unit))-missed)
}
