package argument

import (
	"fmt"

	"github.com/orbitcert/orbitcert/core/special"
)

// Verdict is what all arguments say together: lower bounds on the probability that the
// smoothed classifier gives the perturbed cloud the clean prediction, all of which
// hold at once with probability at least 1 − α.
type Verdict struct {
	Certified   bool         `json:"certified"`
	CertifiedBy []string     `json:"certified_by"`
	Probability *Probability `json:"probability,omitempty"`
	BlackBox    *Closed      `json:"black_box,omitempty"`
	Orbit       *Closed      `json:"orbit,omitempty"`
	Tight       *Tight       `json:"tight,omitempty"`
	Subsample   *Subsampled  `json:"subsample,omitempty"`
	Parameters  *Transformed `json:"parameters,omitempty"`
	Notes       []string     `json:"notes,omitempty"`
}

// Probability is the lower bound on the clean prediction probability and the
// share of alpha spent on it (0 when the probability was given).
type Probability struct {
	Lower float64 `json:"lower"`
	Level float64 `json:"level"`
	// UpperRunnerUp bounds the clean probability of the runner-up.
	UpperRunnerUp *float64 `json:"upper_runner_up,omitempty"`
}

// Tight holds the tight certificates that apply to the group.
type Tight struct {
	Exact      *Exact      `json:"exact,omitempty"`
	Axis       *AxisBound  `json:"axis,omitempty"`
	MonteCarlo *MonteCarlo `json:"monte_carlo,omitempty"`
}

// MonteCarlo is a tight certificate bounded from random draws.
type MonteCarlo struct {
	Bound         string   `json:"bound"`
	Lower         float64  `json:"lower"`
	Estimate      float64  `json:"estimate"`
	Upper         float64  `json:"upper"`
	UpperRunnerUp *float64 `json:"upper_runner_up,omitempty"`
	// Samples is how many draws each bound took.
	Samples int `json:"samples"`
	// Level is the share of alpha that all that is drawn has together.
	Level     float64 `json:"level"`
	Seed      string  `json:"seed"`
	Certified bool    `json:"certified"`
}

// Weigh returns what the distances alone say of a pair. More is added by Compute and by
// the work that Draw plans.
func (t *Terms) Weigh(pair Pair, p Probabilities) *Verdict {
	v := &Verdict{Orbit: NewClosed(pair.Orbit, t.Sigma, p)}
	if !pair.Centred {
		v.BlackBox = NewClosed(pair.BlackBox, t.Sigma, p)
	}
	v.Orbit.Alignment = pair.Alignment
	v.Orbit.atLeast(v.BlackBox)
	v.Decide()
	return v
}

// Compute adds the tight certificate where it is computed, or computed from below.
func (t *Terms) Compute(v *Verdict, pair Pair, p Probabilities) {
	exact, axis := t.Exact(pair, v.Orbit, p), t.bestAxisBound(pair, v.Orbit, p)
	if exact != nil || axis != nil {
		v.Tight = &Tight{Exact: exact, Axis: axis}
		v.Decide()
	}
}

// Settled tells whether nothing needs to be drawn any more, after what is computed.
func (t *Terms) Settled(v *Verdict) bool { return t.Stop == StopDecided && v.Certified }

// Decide fills in what certifies.
func (v *Verdict) Decide() {
	v.CertifiedBy = []string{}
	if v.BlackBox != nil && v.BlackBox.Certified {
		v.CertifiedBy = append(v.CertifiedBy, "black_box")
	}
	if v.Orbit != nil && v.Orbit.Certified {
		v.CertifiedBy = append(v.CertifiedBy, "orbit")
	}
	if t := v.Tight; t != nil && t.Certified() {
		v.CertifiedBy = append(v.CertifiedBy, "tight")
	}
	if v.Subsample != nil && v.Subsample.Certified {
		v.CertifiedBy = append(v.CertifiedBy, "subsample")
	}
	if v.Parameters != nil && v.Parameters.Certified {
		v.CertifiedBy = append(v.CertifiedBy, "parameters")
	}
	v.Certified = len(v.CertifiedBy) > 0
}

// Contradiction names a lower bound that is above an upper bound of the same value, "" where none is. One of the two is
// wrong then, and neither may be shown.
func (v *Verdict) Contradiction() string {
	if v.Tight == nil {
		return ""
	}
	exact, m := v.Tight.Exact, v.Tight.MonteCarlo
	switch {
	case m != nil && !(m.Lower <= m.Upper):
		return contradiction("tight.monte_carlo", m.Lower, m.Upper)
	case m != nil && exact != nil && m.Lower > exact.Value+exact.Error+rounding:
		return contradiction("tight", m.Lower, exact.Value+exact.Error)
	case exact != nil && v.Orbit != nil && v.Orbit.Lower != nil && *v.Orbit.Lower > exact.Value+exact.Error+rounding:
		return contradiction("tight", *v.Orbit.Lower, exact.Value+exact.Error)
	}
	return ""
}

// Issuable returns an error for a verdict that contradicts itself.
func (v *Verdict) Issuable() error {
	if said := v.Contradiction(); said != "" {
		return fmt.Errorf("%s: no certificate is issued; this is a bug of OrbitCert, please report it with the request", said)
	}
	return nil
}

// rounding is more than a sum of two probabilities is rounded by.
const rounding = 4 * special.Unit

func contradiction(field string, lower, upper float64) string {
	return fmt.Sprintf("%s: lower %v exceeds upper %v", field, lower, upper)
}

// Certified tells whether any of them certifies.
func (t *Tight) Certified() bool {
	return t.Exact != nil && t.Exact.Certified || t.Axis != nil && t.Axis.Certified || t.MonteCarlo != nil && t.MonteCarlo.Certified
}

// undrawn returns the lower bound that needs no draws, and the one of the runner-up that
// belongs to it.
func (v *Verdict) undrawn() (lower float64, runnerUp *float64) {
	lower, runnerUp = *v.Orbit.Lower, v.Orbit.UpperRunnerUp
	if v.Tight != nil && v.Tight.Axis != nil {
		axis := v.Tight.Axis
		lower, runnerUp = max(lower, axis.Lower()), axis.UpperRunnerUp
	}
	return lower, runnerUp
}

// Lower returns the lower bound that is known so far.
func (v *Verdict) Lower() float64 {
	lower, _ := v.undrawn()
	return lower
}

// Upper returns what the tight value is at most, by what was computed or drawn; with
// more draws the bound would end below it. It is 0 where there is no tight certificate
// beyond the orbit-based one, and 1 where it is known from below alone.
func (v *Verdict) Upper() float64 {
	switch m := v.MonteCarlo(); {
	case m != nil:
		return m.Upper
	case v.Tight == nil:
		return 0
	case v.Tight.Exact != nil:
		return v.Tight.Exact.Value + v.Tight.Exact.Error
	}
	return 1
}

// MonteCarlo returns the bound from draws, nil where there is none.
func (v *Verdict) MonteCarlo() *MonteCarlo {
	if v.Tight == nil {
		return nil
	}
	return v.Tight.MonteCarlo
}
