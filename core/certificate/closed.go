package certificate

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/tight"
)

// newClosed certifies by the Gaussian bound: the lower bound at the distance,
// and the radius below which it stays above the threshold. distance may be nil.
//
// Against a runner-up of probability at most p_B the radius is
// (σ/2)(Φ⁻¹(p) − Φ⁻¹(p_B)), else σΦ⁻¹(p).
func newClosed(distance *float64, sigma float64, p probabilities) *Closed {
	radius := sigma * bound.GaussianRadius(p.lower) * (1 - 2*special.Unit)
	if p.runnerUp != nil {
		radius = sigma / 2 * bound.GaussianGap(p.lower, *p.runnerUp)
	}
	c := &Closed{Distance: distance, Radius: &radius}
	if distance == nil {
		return c
	}
	lower := bound.Gaussian(p.lower, inSigmas(*distance, sigma))
	c.Lower = &lower
	if p.runnerUp != nil {
		upper := roundedUp(1 - bound.Gaussian(p.others(), inSigmas(*distance, sigma)))
		c.UpperRunnerUp = &upper
	}
	c.Certified = *distance < radius && lower > threshold(c.UpperRunnerUp)
	return c
}

// atLeast raises the bounds to those of a weaker argument, which hold as well,
// where rounding put them below.
func (c *Closed) atLeast(weaker *Closed) {
	if weaker == nil || weaker.Lower == nil || c.Lower == nil {
		return
	}
	if *weaker.Lower > *c.Lower {
		c.Lower = weaker.Lower
	}
	if c.UpperRunnerUp != nil && *weaker.UpperRunnerUp < *c.UpperRunnerUp {
		c.UpperRunnerUp = weaker.UpperRunnerUp
	}
}

// inSigmas returns distance/sigma, rounded up.
func inSigmas(distance, sigma float64) float64 {
	return distance / sigma * (1 + 4*special.Unit)
}

func roundedUp(x float64) float64 { return min(1, math.Nextafter(x, 2)) }

// exact returns the tight certificate where it can be evaluated: the closed
// form for none and T, the Rice integrals for SO and SE in 2-D. With permutations
// it is that of the group alone at the matched cloud; none and T have no more
// to offer there than the orbit-based certificate.
func (r *Request) exact(g geometry, orbit *Closed, p probabilities) *Exact {
	var e *Exact
	switch {
	case !r.hasExact(g):
		return nil
	case g.problem != nil:
		e = exactPlanar(*g.problem.Planar, p)
	default:
		e = r.exactTranslation(orbit, p)
	}
	e.atLeast(orbit)
	e.Certified = e.Value-e.Error > threshold(e.UpperRunnerUp)
	return e
}

// atLeast takes from the error what the orbit-based bound, which is never above the
// value, rules out. Where a pair is known by rounded numbers, the error can be more.
func (e *Exact) atLeast(orbit *Closed) {
	if low := *orbit.Lower; e.Value-e.Error < low {
		e.Value = max(e.Value, low)
		e.Error = e.Value - low
		if e.Value-e.Error > low {
			e.Error = math.Nextafter(e.Error, 2)
		}
	}
	if e.UpperRunnerUp != nil && *orbit.UpperRunnerUp < *e.UpperRunnerUp {
		e.UpperRunnerUp = orbit.UpperRunnerUp
	}
}

func (r *Request) hasExact(g geometry) bool {
	switch {
	case g.orbit == nil || r.Group == invariance.Axis:
		return false
	case r.Group.Turns():
		return g.problem.Planar != nil
	}
	return !r.Permutation
}

func (r *Request) exactTranslation(orbit *Closed, p probabilities) *Exact {
	e := &Exact{Value: *orbit.Lower, UpperRunnerUp: orbit.UpperRunnerUp}
	if p.lower > 0 && *orbit.Distance > 0 {
		e.Value = special.NormalCDF(special.NormalQuantile(p.lower) - *orbit.Distance/r.Sigma)
		e.Error = max(0, e.Value-*orbit.Lower)
	}
	return e
}

func exactPlanar(planar tight.Planar, p probabilities) *Exact {
	e := &Exact{}
	e.Value, e.Error = planar.Exact(p.lower)
	if p.runnerUp != nil {
		others, err := planar.Exact(p.others())
		upper := roundedUp(1 - max(0, others-err))
		e.UpperRunnerUp = &upper
	}
	return e
}
