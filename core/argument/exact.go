package argument

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Exact is a tight certificate evaluated with a stated error.
type Exact struct {
	Value         float64  `json:"value"`
	Error         float64  `json:"error"`
	UpperRunnerUp *float64 `json:"upper_runner_up,omitempty"`
	Certified     bool     `json:"certified"`
	Stated
}

// Exact returns the tight certificate where it is computed, given the orbit-based one;
// nil elsewhere.
func (t *Terms) Exact(pair Pair, orbit *Closed, p Probabilities) *Exact {
	var e *Exact
	switch pair.Way {
	case Integrals:
		e = integrated(pair.Tradeoff, p)
	case OrbitIsTight:
		e = t.translated(orbit, p)
	default:
		return nil
	}
	e.atLeast(orbit)
	e.Certified = e.margin(p.Top) > 0
	return e
}

// Lower is the lower end.
func (e *Exact) Lower() float64 { return e.Value - e.Error }

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

// translated is the Gaussian bound, of which the orbit-based one is the lower end.
func (t *Terms) translated(orbit *Closed, p Probabilities) *Exact {
	e := &Exact{Value: *orbit.Lower, UpperRunnerUp: orbit.UpperRunnerUp}
	if p.Lower > 0 && *orbit.Distance > 0 {
		e.Value = special.NormalCDF(special.NormalQuantile(p.Lower) - *orbit.Distance/t.Sigma)
		e.Error = max(0, e.Value-*orbit.Lower)
	}
	return e
}

func integrated(curve *tight.Tradeoff, p Probabilities) *Exact {
	e := &Exact{}
	e.Value, e.Error = curve.Value(p.Lower)
	if p.RunnerUp != nil {
		others, err := curve.Value(p.others())
		upper := RoundedUp(1 - max(0, others-err))
		e.UpperRunnerUp = &upper
	}
	return e
}
