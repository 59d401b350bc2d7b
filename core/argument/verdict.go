package argument

import (
	"fmt"
	"slices"

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
	// Scale says that every scaling of the file is divided out.
	Scale bool     `json:"scale,omitempty"`
	Notes []string `json:"notes,omitempty"`
}

// Probability is the lower bound on the clean prediction probability and the
// share of α spent on it (0 when the probability was given).
type Probability struct {
	Lower float64 `json:"lower"`
	Level float64 `json:"level"`
	// UpperRunnerUp bounds the clean probability of the runner-up.
	UpperRunnerUp *float64 `json:"upper_runner_up,omitempty"`
}

// AtLevel returns the document of bounds by votes at a level.
func (b Probabilities) AtLevel(level float64) Probability {
	return Probability{b.Lower, level, b.RunnerUp}
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
	// Level is the share of α that all that is drawn has together.
	Level     float64 `json:"level"`
	Seed      string  `json:"seed"`
	Certified bool    `json:"certified"`
}

// Prove adds the claims of rows, weaker ones first.
func (v *Verdict) Prove(rows []Row, p Probabilities) {
	for _, row := range rows {
		v.put(row.ID, row.Prove(p))
	}
	v.Decide()
}

// put places the claim of a row in the document.
func (v *Verdict) put(id ID, claim Claim) {
	if id.Group() == "tight" && v.Tight == nil {
		v.Tight = &Tight{}
	}
	switch claim := claim.(type) {
	case *Exact:
		v.Tight.Exact = claim
	case *AxisBound:
		v.Tight.Axis = claim
	case *MonteCarlo:
		v.Tight.MonteCarlo = claim
	case *Subsampled:
		v.Subsample = claim
	case *Transformed:
		v.Parameters = claim
	case *Closed:
		if id == BlackBoxRow {
			v.BlackBox = claim
		} else {
			v.Orbit = claim
		}
	}
}

// Row returns the claim of a row, or nil if the document has none.
func (v *Verdict) Row(id ID) Claim {
	tight := v.Tight
	if tight == nil {
		tight = &Tight{}
	}
	claims := []Claim{ // in the order of IDs
		there(v.BlackBox), there(v.Orbit), there(tight.Exact), there(tight.Axis), there(tight.MonteCarlo), there(v.Subsample), there(v.Parameters),
	}
	return claims[slices.Index(IDs, id)]
}

// Stated returns the statements of all rows about a number or labels.
func (v *Verdict) Stated() (all []Stated) {
	for _, id := range IDs {
		if row := v.Row(id); row != nil {
			all = append(all, row.Statement())
		}
	}
	return all
}

// there returns a claim, or nil for a nil pointer.
func there[T any, P interface {
	*T
	Claim
}](row P) Claim {
	if row == nil {
		return nil
	}
	return row
}

// Settled tells whether nothing needs to be drawn any more, after what is computed.
func (t *Terms) Settled(v *Verdict) bool { return t.Stop == StopDecided && v.Certified }

// Decide fills in what certifies.
func (v *Verdict) Decide() {
	v.CertifiedBy = []string{}
	for _, id := range IDs {
		if row := v.Row(id); row != nil && row.Certifies() && !slices.Contains(v.CertifiedBy, id.Group()) {
			v.CertifiedBy = append(v.CertifiedBy, id.Group())
		}
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

// Certifies reports whether the class stays.
func (m *MonteCarlo) Certifies() bool { return m.Certified }

// Bounds returns the probabilities at the perturbed cloud.
func (m *MonteCarlo) Bounds() (p Probabilities, known bool) {
	return Probabilities{Lower: m.Lower, RunnerUp: m.UpperRunnerUp}, true
}

// State sets nothing: draws add nothing to a number or to labels.
func (m *MonteCarlo) State(Stated) {}

// Statement returns none.
func (m *MonteCarlo) Statement() Stated { return Stated{} }

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

// Upper returns the least upper bound of the tight value that was computed or drawn. Lower bounds from more draws stay below it. Without
// any it is 1, and 0 if there is no tight certificate beyond the orbit-based one.
func (v *Verdict) Upper() (upper float64, known bool) {
	t := v.Tight
	if t == nil {
		return 0, false
	}
	upper = 1
	if t.Exact != nil {
		upper = min(upper, t.Exact.Value+t.Exact.Error)
	}
	if t.MonteCarlo != nil {
		upper = min(upper, t.MonteCarlo.Upper)
	}
	return upper, t.Exact != nil || t.MonteCarlo != nil
}

// MonteCarlo returns the bound from draws, nil where there is none.
func (v *Verdict) MonteCarlo() *MonteCarlo {
	if v.Tight == nil {
		return nil
	}
	return v.Tight.MonteCarlo
}
