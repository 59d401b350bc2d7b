package vector

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// law is what bounds of n samples depend on.
type law struct {
	n float64
	// log is log(2/level), rounded up.
	log float64
	// slack is more than rounding changes any sum of n numbers of size 1 by, over n. Samples have eight roundings each. If each is off by o, a
	// mean of Y changes by o, one of (Y − c)² by 2o·far + o² and one of its square by 4o·far³ + …, far = 1 + |c|: 8o is more than each of these.
	slack float64
	// band is the half width of the band of distribution functions.
	band float64
	// stride is how many order statistics count as one.
	stride int
}

// mostLevels bounds the steps of a distribution function.
const mostLevels = 2048

func newLaw(n int, level float64) law {
	l := law{n: float64(n), log: special.Log(2/level) * (1 + 8*special.Unit), slack: (float64(8*n) + 512) * special.Unit}
	l.band = math.Sqrt(l.log/(2*l.n)) * (1 + 8*special.Unit)
	l.stride = (n + mostLevels - 1) / mostLevels
	return l
}

// bernstein returns how far the mean of a law on an interval of so much length may be above that of n samples, with a probability of at
// least 1 − level: √(2V log(2/level)/n) + 7·length·log(2/level)/(3(n − 1)), V their variance.
//
// Source: A. Maurer and M. Pontil, "Empirical Bernstein bounds and sample variance penalization", COLT 2009, Theorem 4.
func (l law) bernstein(variance, length float64) float64 {
	return float64((math.Sqrt(2*max(0, variance)*l.log/l.n) + 7*length*l.log/(3*(l.n-1))) * (1 + 32*special.Unit))
}

// component is what samples prove of one component Y of a vector at the clean cloud, in units of the clip length.
type component struct {
	// low and high are the ends of its mean, square bounds its second moment about the reference.
	low, high, square float64
	// rising are its order statistics, every stride-th; falling are those of −Y.
	rising, falling []float64
}

// component takes the settled numbers and puts them in order. The others count as what makes each bound worst.
func (l law) component(ys []float64, c float64) component {
	far := 1 + math.Abs(c) // of |Y − c|
	var sum, squares, fourths float64
	for _, y := range ys {
		x := y - c
		square := float64(x * x)
		sum, squares, fourths = sum+x, squares+square, fourths+float64(square*square)
	}
	open, far2 := l.n-float64(len(ys)), float64(far*far)
	apart := max(0, math.Abs(sum)-float64(open*far))
	variance := (squares+float64(open*far2)-float64(apart*apart)/l.n)/(l.n-1) + float64(l.slack*far2)
	width := l.bernstein(variance, 2) + float64(2*l.slack)
	spread := (fourths+float64(open*far2*far2)-float64(squares*squares)/l.n)/(l.n-1) + float64(l.slack*far2*far2)
	slices.Sort(ys)
	made := component{
		low:    c + (sum-float64(open*(1+c)))/l.n - width,
		high:   c + (sum+float64(open*(1-c)))/l.n + width,
		square: (squares+float64(open*far2))/l.n + float64(l.slack*far2) + l.bernstein(spread, far2),
		rising: l.thinned(ys),
	}
	slices.Reverse(ys)
	for i := range ys {
		ys[i] = -ys[i]
	}
	made.falling = l.thinned(ys)
	return made
}

// thinned returns every stride-th of sorted numbers.
func (l law) thinned(sorted []float64) (some []float64) {
	for i := l.stride; i <= len(sorted); i += l.stride {
		some = append(some, sorted[i-1])
	}
	return some
}

// kept returns for each step of a distribution function what a probability of that height keeps at a distance of delta standard deviations,
// rounded down. All heights at once are at most band above the true ones, with a probability of at least 1 − level.
//
// Source: P. Massart, "The tight constant in the Dvoretzky–Kiefer–Wolfowitz inequality", Annals of Probability 18(3), 1990.
func (l law) kept(delta float64) []float64 {
	kept := make([]float64, int(l.n)/l.stride)
	for i := range kept {
		height := float64((i+1)*l.stride)/l.n - l.band - 4*special.Unit
		kept[i] = bound.Gaussian(max(0, height), delta)
	}
	return kept
}

// layers returns the largest mean that (B) allows, from order statistics of which at least the share kept stays below each.
func layers(rising, kept []float64) float64 {
	mean := 1.0
	for i, y := range rising {
		next := 1.0
		if i+1 < len(rising) {
			next = rising[i+1]
		}
		mean -= float64((next - y) * kept[i])
	}
	return mean
}

// between returns the ends of a component at a distance where exp(δ²) − 1 is grown, and kept as above.
func (c *component) between(grown float64, kept []float64, slack float64) (low, high float64) {
	half := float64(math.Sqrt(float64(c.square*grown))*(1+8*special.Unit)) + slack
	low, high = max(-1, c.low-half, -layers(c.falling, kept)-slack), min(1, c.high+half, layers(c.rising, kept)+slack)
	if low > high { // a bound is wrong, which the level allows
		return -1, 1
	}
	return low, high
}

// growth returns exp(δ²) − 1, rounded up, by the series x(1 + x/2(1 + x/3(…))) if x = δ² is small.
func growth(delta float64) float64 {
	x := float64(delta*delta) * (1 + 4*special.Unit)
	if x > 1 {
		return (special.Exp(x) - 1) * (1 + 16*special.Unit)
	}
	sum := 1.0
	for k := 20.0; k > 1; k-- {
		sum = 1 + float64(x/k*sum)
	}
	return x * sum * (1 + 64*special.Unit)
}
