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

// computed returns the tight row of a pair that needs no draws, given the orbit-based one: exact, or about axes; none for other pairs.
func (t *Terms) computed(pair Pair, orbit Row) []Row {
	row := Row{ID: ExactRow}
	switch {
	case pair.Way == Integrals:
		row.Prove = func(p Probabilities) Claim {
			return integrated(pair.Tradeoff, p).above(orbit.Prove(p).(*Closed), p.Top)
		}
	case pair.Way == OrbitIsTight:
		row.Prove = func(p Probabilities) Claim {
			closed := orbit.Prove(p).(*Closed)
			return t.translated(closed, p).above(closed, p.Top)
		}
	case pair.axes != nil:
		row.ID, row.Prove = AxisRow, func(p Probabilities) Claim { return pair.bestAxisBound(orbit.Prove(p).(*Closed), p) }
	default:
		return nil
	}
	row.Start = func(value float64) (float64, float64) {
		least := orbit.Least(t.Top)
		for _, curve := range pair.curves() {
			least = min(least, LeastIntegrated(curve, value))
		}
		return least, raised
	}
	return []Row{row}
}

// curves are what bounds the tight value of a pair from below without draws, beyond the orbit-based bound: the value itself, or
// that of the rotations about single axes, which belong to the group as well.
func (p *Pair) curves() (curves []*tight.Tradeoff) {
	if p.Way == Integrals {
		return []*tight.Tradeoff{p.Tradeoff}
	}
	for _, about := range p.axes {
		curves = append(curves, about.tradeoff)
	}
	return curves
}

// Computed returns the same for a problem by itself.
func Computed(problem tight.Problem) []*tight.Tradeoff {
	p := Pair{Way: Integrals}
	if problem.Linear == nil {
		p.Integrate(problem)
	} else {
		p.Way = Draws
		p.Sample(problem, false)
	}
	return p.curves()
}

// Lower is the lower end.
func (e *Exact) Lower() float64 { return e.Value - e.Error }

// Certifies reports whether the class stays.
func (e *Exact) Certifies() bool { return e.Certified }

// Bounds returns the probabilities at the perturbed cloud.
func (e *Exact) Bounds() (p Probabilities, known bool) {
	return Probabilities{Lower: e.Lower(), RunnerUp: e.UpperRunnerUp}, true
}

// above is the certificate beside the orbit-based one.
func (e *Exact) above(orbit *Closed, top Top) *Exact {
	e.atLeast(orbit)
	e.Certified = e.margin(top) > 0
	return e
}

// margin is how far the bound is above what it has to exceed.
func (e *Exact) margin(top Top) float64 { return e.Lower() - top.Threshold(e.UpperRunnerUp) }

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
	e := &Exact{UpperRunnerUp: p.against(func(p float64) float64 {
		value, err := curve.Value(p)
		return max(0, value-err)
	})}
	e.Value, e.Error = curve.Value(p.Lower)
	return e
}
