package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// Subsets is a clean cloud of Points points and a perturbed one of Perturbed, of which Kept belong
// together in pairs, as samples of Size points see them: S is a sequence of k different points, uniform among all,
// and p = E_S Pr[g(X_S + σE) = y]. Moved is the law of ‖Δ_S‖²/σ² over the S that both clouds have.
//
// With q = C(m,k)/C(N,k) and q′ = C(m,k)/C(N′,k), the shares of the samples that see kept points alone:
// the mean loss 1 − p_S over those S is at most c = (1 − p)/q, since it adds up to at most 1 − p; the
// points moved make of it at most
//
//	W(c) = min_{λ ≥ 0} λc + E_S C(λ, ‖Δ_S‖²/σ²),   C(λ, u) = E[(L − λ)₊],
//
// with L the likelihood ratio of two normal distributions √u apart (for each S it is the Neyman–Pearson
// bound of its own Gaussian pair, by Lagrangian duality); and the samples that see other points are at
// worst all wrong. So the probability at X′ is at least q′(1 − W((1 − p)/q)), and that of another class
// of probability at most p at most 1 − q′(1 − W(p/q)). Both hold for every pairing, and for every member
// of the group that X′ was moved by.
//
// With k = N it is the bound of the Gaussian pair; with σ → 0 and Δ = 0 the condition of PointGuard
// (H. Liu, J. Jia and N. Z. Gong, CVPR 2021).
type Subsets struct {
	Points, Perturbed, Kept, Size int
	Moved                         Moved
}

// Shares returns q and q′, rounded down.
func (s Subsets) Shares() (clean, perturbed float64) {
	return subsetShare(s.Kept, s.Points, s.Size), subsetShare(s.Kept, s.Perturbed, s.Size)
}

// Lower bounds the probability at the perturbed cloud of a class of probability at least p.
func (s Subsets) Lower(p float64) float64 {
	clean, perturbed := s.Shares()
	return max(0, s.right(clean, perturbed, 1-p))
}

// Upper bounds the probability at the perturbed cloud of a class of probability at most p.
func (s Subsets) Upper(p float64) float64 {
	clean, perturbed := s.Shares()
	return min(1, math.Nextafter(1-s.right(clean, perturbed, p), 2))
}

// right returns q′(1 − W(c/q)), rounded down, by the loss c of all samples.
func (s Subsets) right(clean, perturbed, loss float64) float64 {
	if clean == 0 || perturbed == 0 {
		return 0
	}
	return perturbed * (1 - s.Moved.loss(loss/clean*(1+4*special.Unit))) * (1 - 4*special.Unit)
}

// leastShare is where the products of shares are no longer near underflow.
const leastShare = 1e-280

// subsetShare returns C(m,k)/C(n,k), rounded down, for k ≥ 1 and m ≤ n: the share of the subsets of k of n points that
// lie among m of them. It is Π (m−i)/(n−i) over i < k, and Π (n−k−i)/(n−i) over i < n−m.
func subsetShare(m, n, k int) float64 {
	if m < k {
		return 0
	}
	top, factors := m, k
	if n-m < k {
		top, factors = n-k, n-m
	}
	share := 1.0
	for i := range factors {
		share *= float64(top-i) / float64(n-i)
		if share < leastShare {
			return 0
		}
	}
	return share * (1 - float64(4*float64(factors)*special.Unit))
}

// Moved is what is known of ‖Δ_S‖²/σ² over uniform S: bounds of its mean and of its mean square about
// Mean from above, and of its range.
type Moved struct {
	Mean, Square, Least, Most float64
}

// MovedBy returns the law for given squares ‖Δₙ‖²/σ², in rising order, of which k are drawn: the sum has the
// mean kw̄ and the variance kV(m−k)/(m−1), with V that of the squares.
func MovedBy(squares []float64, k int) Moved {
	m := float64(len(squares))
	slack := float64(8 * (m + 8) * special.Unit)
	sum, low, high := 0.0, 0.0, 0.0
	for i, w := range squares {
		sum += w
		if i < k {
			low += w
		}
		if i >= len(squares)-k {
			high += w
		}
	}
	mean, spread := sum/m, 0.0
	for _, w := range squares {
		spread += float64((w - mean) * (w - mean))
	}
	law := Moved{Mean: float64(float64(k) * mean * (1 + slack)), Least: low * (1 - slack), Most: high * (1 + slack)}
	if k < len(squares) {
		law.Square = float64(float64(k) * (spread / m) * (float64(len(squares)-k) / (m - 1)) * (1 + slack))
	}
	law.Square += float64(float64(2*slack*law.Mean) * float64(2*slack*law.Mean))
	law.Most = max(law.Most, law.Mean)
	return law
}

// MovedWithin returns what holds for all Δ of m points with ‖Δ‖²/σ² ≤ square, of which k are drawn: the sum lies
// between 0 and that, and has at most the mean k/m of it.
func MovedWithin(square float64, m, k int) Moved {
	mean := min(square, float64(k)/float64(m)*square*(1+4*special.Unit))
	return Moved{Mean: mean, Square: math.Inf(1), Most: square}
}

// Scaled returns the law in another unit, of which a unit of m has so many.
func (m Moved) Scaled(by float64) Moved {
	up := func(x, by float64) float64 { return math.Nextafter(float64(x*by)*(1+8*special.Unit), math.Inf(1)) }
	return Moved{
		Mean: up(m.Mean, by), Square: up(up(m.Square, by), by),
		Least: float64(m.Least*by) * (1 - 8*special.Unit), Most: up(m.Most, by),
	}
}

// Far tells whether points moved so far that nothing is left of any bound.
func (m Moved) Far() bool { return !(m.Mean < farMean) }

// farMean is a mean from which on next to nothing is left of any bound, nearMost a range in which next to nothing is lost.
const (
	farMean  = 1e4
	nearMost = 1e-24
)

// loss returns W(c), rounded up.
func (m Moved) loss(c float64) float64 {
	switch {
	case !(c < 1) || m.Far():
		return 1
	case c <= 0:
		return 0
	case m.Most == 0:
		return c
	case m.Most < nearMost: // with λ = 1, where C is below √(u/2π)
		return min(1, c+math.Sqrt(nearMost))
	}
	_, best := leastOf(func(kappa float64) float64 { return float64(special.Exp(kappa)*c) + m.byEnvelope(kappa) })
	if !math.IsInf(m.Square, 1) {
		_, other := leastOf(func(kappa float64) float64 { return float64(special.Exp(kappa)*c) + m.byParabola(kappa) })
		best = min(best, other)
	}
	return min(1, max(c, best*(1+callError)))
}

// leastKappa and mostKappa hold the best log λ where anything is left of the bound: with c = Φ(−z) it is zd − d²/2 at a
// distance d, at most z²/2, and 1 − W is below 10⁻³ for d > z + 3.
const (
	leastKappa, mostKappa = -8., 60.
	goldenSteps           = 40
	golden                = 0.6180339887498949
)

// leastOf returns where a golden section finds the least value of a function of log λ, and that value. It also tries λ = 1, which is
// best for the smallest distances. Every value is a bound.
func leastOf(f func(kappa float64) float64) (best, least float64) {
	low, high := leastKappa, mostKappa
	a, b := high-float64(golden*(high-low)), low+float64(golden*(high-low))
	fa, fb := f(a), f(b)
	least = f(0)
	keep := func() {
		if fa < least {
			best, least = a, fa
		}
		if fb < least {
			best, least = b, fb
		}
	}
	keep()
	for range goldenSteps {
		if fa < fb {
			high, b, fb = b, a, fa
			a = high - float64(golden*(high-low))
			fa = f(a)
		} else {
			low, a, fa = a, b, fb
			b = low + float64(golden*(high-low))
			fb = f(b)
		}
		keep()
	}
	return best, least
}

// call is u ↦ C(e^κ, u): with d = √u it is Φ(−b) − λΦ(−a), a = κ/d + d/2, b = κ/d − d/2. It rises from (1−λ)₊ to
// 1, with the slope φ(b)/2d, and is convex up to 2(√(1+κ²) − 1) and concave beyond.
type call struct{ kappa, lambda float64 }

func newCall(kappa float64) call { return call{kappa, special.Exp(kappa)} }

// callError bounds relative errors of what is added up here: those of tails are below 10⁻¹⁵(1 + x²), and x² is below
// 1,500 where they are not 0.
const callError = 4e-12

// at returns C, rounded up, and how much of it may be rounding.
func (c call) at(u float64) (upper, rounding float64) {
	if u <= 0 {
		sure := max(0, 1-c.lambda)
		return sure, float64(callError * sure)
	}
	d := math.Sqrt(u)
	half := float64(d / 2)
	_, near := special.NormalTails(c.kappa/d - half)
	_, far := special.NormalTails(c.kappa/d + half)
	far = float64(far * c.lambda)
	rounding = float64(callError/2*(near+far)) + 1e-300
	return near - far + rounding, 2 * rounding
}

// slope returns dC/du for u > 0.
func (c call) slope(u float64) float64 {
	d := math.Sqrt(u)
	b := c.kappa/d - float64(d/2)
	return float64(special.Exp(-float64(b*b)/2) / (2 * d * math.Sqrt(2*math.Pi)))
}

// inflection is where the curvature changes its sign.
func (c call) inflection() float64 {
	square := float64(c.kappa * c.kappa)
	return 2 * square / (math.Sqrt(1+square) + 1)
}

// byEnvelope bounds E C by the least concave function above C on the range, at the mean: a line that
// touches C beyond its inflection and begins at its left end, or C itself.
func (m Moved) byEnvelope(kappa float64) float64 {
	c := newCall(kappa)
	from := c.inflection() * (1 + 1e-9)
	if from <= m.Least {
		upper, _ := c.at(m.Mean)
		return upper
	}
	if end, _ := c.at(m.Least); from < m.Most && c.tangent(m.Most, m.Least) > end {
		return c.touching(max(m.Mean, c.touch(from, m.Least, end)), m)
	}
	return c.chord(m)
}

// tangent returns the tangent at u at another place.
func (c call) tangent(u, at float64) float64 {
	upper, _ := c.at(u)
	return upper - float64(c.slope(u)*(u-at))
}

// touch returns about where a line from C at the left end, where it is so high, touches C beyond the inflection.
func (c call) touch(from, left, end float64) float64 {
	low, high := from, from+400+float64(8*math.Abs(c.kappa))
	for range 22 {
		middle := math.Sqrt(float64(low * high))
		if c.tangent(middle, left) < end {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// touching bounds E C by the tangent at u, beyond the inflection: it is above C there, where C is concave, and
// on the convex part where it is so at the left end, for which it is raised.
func (c call) touching(u float64, m Moved) float64 {
	upper, rounding := c.at(u)
	end, _ := c.at(m.Least)
	slope := c.slope(u)
	line := upper + float64(slope*(m.Mean-u)) + float64(callError*slope*math.Abs(m.Mean-u))
	left := upper - rounding - float64(slope*(1+callError)*(u-m.Least))
	return line + max(0, end-left)
}

// chord bounds E C by the line from the left end to the right one. C is below it where it is convex up to
// there, or still rises faster than the line; to what rounding hides of that is added what it can make.
func (c call) chord(m Moved) float64 {
	left, rounding := c.at(m.Least)
	right, more := c.at(m.Most)
	part := 1.0
	if m.Most > m.Least {
		part = (m.Mean - m.Least) / (m.Most - m.Least)
	}
	return left + float64(part*(right-left)) + float64(2*(rounding+more)) + float64(callError*c.slope(m.Most)*(m.Most-m.Least))
}

// byParabola bounds E C by C(μ) + C′(μ)(u − μ) + γ(u − μ)² at the mean μ, with γ half of the largest
// curvature in the range.
func (m Moved) byParabola(kappa float64) float64 {
	c := newCall(kappa)
	upper, _ := c.at(m.Mean)
	return upper + float64(c.bend(m.Least, m.Most)/2*m.Square)
}

// bend returns the largest C″ on a range, rounded up, at least 0. With x = 1/u it is C′g, g = κ²x²/2 − x/2 − 1/8, and
// C‴ = C′(g² + g′) has one root below the inflection: as a polynomial in x it has two roots at most, and one of them is beyond.
func (c call) bend(low, high float64) float64 {
	end := c.inflection()
	if low >= end {
		return 0
	}
	near, far := 0.0, end
	for range 60 {
		u := (near + far) / 2
		if g, slope := c.growth(u); float64(g*g)+slope > 0 {
			near = u
		} else {
			far = u
		}
	}
	u := min(max(near, low), high)
	if u <= 0 {
		return 0
	}
	g, _ := c.growth(u)
	return max(0, c.slope(u)*g*(1+1e-6))
}

// growth returns g = C″/C′ and dg/du.
func (c call) growth(u float64) (g, slope float64) {
	square, x := float64(c.kappa*c.kappa), 1/u
	g = float64(square*x*x/2) - float64(x/2) - 0.125
	return g, float64(x*x/2) - float64(square*x*x*x)
}
