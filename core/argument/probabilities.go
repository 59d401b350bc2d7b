package argument

import "math"

// Probabilities are bounds on the clean probabilities of the class predicted
// and, when it is known, of the runner-up.
type Probabilities struct {
	Lower    float64
	RunnerUp *float64
	Top      Top
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
