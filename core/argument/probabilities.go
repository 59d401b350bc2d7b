package argument

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
)

// Probabilities are bounds on the probabilities of the class predicted, from below, and, when it is known, of the
// runner-up, from above: at the clean cloud, or by an argument at the perturbed one.
type Probabilities struct {
	Lower    float64  `json:"lower"`
	RunnerUp *float64 `json:"upper_runner_up,omitempty"`
	Top      Top      `json:"-"`
}

// Targets lists the probabilities whose tight values are bounded from below.
func (b Probabilities) Targets() []float64 {
	if b.RunnerUp == nil {
		return []float64{b.Lower}
	}
	return []float64{b.Lower, b.others()}
}

// others returns a lower bound of the clean probability of all classes but the
// runner-up. What the runner-up can reach is one less their tight value.
func (b Probabilities) others() float64 { return max(0, math.Nextafter(1-*b.RunnerUp, 0)) }

// Threshold is what a lower bound has to exceed, given the runner-up's upper bound there.
func (b Probabilities) Threshold(runnerUp *float64) float64 { return b.Top.Threshold(runnerUp) }

// By returns what a bound B makes of them: B(p), and 1 − B(1 − p_B) for the runner-up.
func (b Probabilities) By(bound func(p float64) float64) Probabilities {
	return Probabilities{Lower: bound(b.Lower), RunnerUp: b.against(bound), Top: b.Top}
}

// against returns 1 − B(1 − p_B), rounded up; nil without a runner-up.
func (b Probabilities) against(bound func(p float64) float64) *float64 {
	if b.RunnerUp == nil {
		return nil
	}
	return new(RoundedUp(1 - bound(b.others())))
}

// Nearby returns those of every cloud at most so far away, in units of σ.
func (b Probabilities) Nearby(distance float64) Probabilities {
	return b.By(func(p float64) float64 { return bound.Gaussian(p, distance) })
}

// Better returns the better of two bounds that both hold.
func (b Probabilities) Better(other Probabilities) Probabilities {
	b.Lower = max(b.Lower, other.Lower)
	if b.RunnerUp != nil && other.RunnerUp != nil && *other.RunnerUp < *b.RunnerUp {
		b.RunnerUp = other.RunnerUp
	}
	return b
}

// margin is how far the class is above what it has to exceed.
func (b Probabilities) margin() float64 { return b.Lower - b.Threshold(b.RunnerUp) }

// Certified tells whether the class is above that.
func (b Probabilities) Certified() bool { return b.margin() > 0 }
