package certificate

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
)

// Prepare computes at once what has a closed form. The work is what remains to
// be drawn, nil when the certificate is complete.
func Prepare(r *Request) (*Certificate, *Work, error) {
	g := r.geometry()
	sampled := r.sampled(g)
	levels := r.levels(sampled)
	p := r.Prediction.bounds(levels.Votes)
	c := &Certificate{
		Core:        Core,
		Probability: &Probability{Lower: p.lower, Level: levels.Votes, UpperRunnerUp: p.runnerUp},
		Orbit:       newClosed(g.orbit, r.Sigma, p),
	}
	if g.blackBox != nil || r.Clean != nil {
		c.BlackBox = newClosed(g.blackBox, r.Sigma, p)
	}
	c.Orbit.Alignment = g.alignment
	c.Orbit.atLeast(c.BlackBox)
	if exact := r.exact(g, c.Orbit, p); exact != nil {
		c.Tight = &Tight{Exact: exact}
	}
	c.decide()
	r.conclude(c)
	if !sampled {
		return c, nil, nil
	}
	seed, err := r.seed("seed", g)
	if err != nil {
		return nil, nil, err
	}
	return c, newWork(r, seed, *g.problem, p.targets(), levels.Draws), nil
}

// sampled tells whether there is anything to draw.
func (r *Request) sampled(g geometry) bool {
	return g.problem != nil && g.problem.Sampled() && r.Samples > 0
}

// levels shares alpha.
func (r *Request) levels(sampled bool) bound.Levels {
	draws := 0.0
	switch {
	case sampled && r.drawsLevel > 0:
		draws = r.drawsLevel
	case sampled:
		draws = bound.DrawsLevel(r.Alpha)
	}
	return bound.Share(r.Alpha, draws, r.Prediction.Samples > 0)
}

// probabilities are bounds on the clean probabilities of the class predicted
// and, when it is known, of the runner-up.
type probabilities struct {
	lower    float64
	runnerUp *float64
}

// bounds returns the probabilities at level alpha: the looks share it, and both bounds
// at each. No other class is ever above what the first leaves.
func (p Prediction) bounds(alpha float64) (b probabilities) {
	alpha /= p.looks()
	if p.RunnerUp == nil {
		b.lower = p.Probability
		if p.Samples > 0 {
			b.lower = bound.Lower(p.Votes, p.Samples, alpha)
		}
		return b
	}
	upper := p.RunnerUp.Probability
	b.lower = p.Probability
	if p.Samples > 0 {
		b.lower = bound.Lower(p.Votes, p.Samples, alpha/2)
		upper = bound.Upper(p.RunnerUp.Votes, p.Samples, alpha/2)
	}
	upper = min(upper, roundedUp(1-b.lower))
	b.runnerUp = &upper
	return b
}

// targets lists the probabilities whose tight values are bounded from below.
func (b probabilities) targets() []float64 {
	if b.runnerUp == nil {
		return []float64{b.lower}
	}
	return []float64{b.lower, b.others()}
}

// others returns a lower bound of the clean probability of all classes but the
// runner-up. What the runner-up can reach is one less their tight value.
func (b probabilities) others() float64 { return max(0, math.Nextafter(1-*b.runnerUp, 0)) }

// decide fills in what certifies.
func (c *Certificate) decide() {
	c.CertifiedBy = []string{}
	if c.BlackBox != nil && c.BlackBox.Certified {
		c.CertifiedBy = append(c.CertifiedBy, "black_box")
	}
	if c.Orbit.Certified {
		c.CertifiedBy = append(c.CertifiedBy, "orbit")
	}
	if t := c.Tight; t != nil && (t.Exact != nil && t.Exact.Certified || t.MonteCarlo != nil && t.MonteCarlo.Certified) {
		c.CertifiedBy = append(c.CertifiedBy, "tight")
	}
	c.Certified = len(c.CertifiedBy) > 0
}

// threshold is what a lower bound has to exceed: the runner-up's upper bound,
// or one half against all other classes at once.
func threshold(runnerUp *float64) float64 {
	if runnerUp == nil {
		return 0.5
	}
	return *runnerUp
}
