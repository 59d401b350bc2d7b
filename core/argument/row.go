package argument

import (
	"strings"

	"github.com/orbitcert/orbitcert/core/special"
)

// Row is one argument about a pair of clouds. It is a bound B(p), which does not fall with p: a class with probability p at the clean cloud
// has at least B(p) at the perturbed one.
//
// The runner-up, with at most p_B, has at most 1 − B(1 − p_B) there. The class is certified if its bound exceeds that, or
// 1/(k+1) without a runner-up. The least probability that certifies is where B passes this threshold.
type Row struct {
	ID
	// Prove returns the claim for classes with these probabilities at the clean cloud.
	Prove func(p Probabilities) Claim
	// Start returns where B passes a value, up to rounding, and the first step to try above it; the step is 0 if the probability certifies.
	// If Start is nil, Least bisects.
	Start func(value float64) (p, step float64)
	// Unpaired is true if no perturbed cloud is known. The row then has a radius and no bound.
	Unpaired bool
}

// ID is the path of a row in documents.
type ID string

// The rows of a certificate.
const (
	BlackBoxRow   ID = "black_box"
	OrbitRow      ID = "orbit"
	ExactRow      ID = "tight.exact"
	AxisRow       ID = "tight.axis"
	DrawnRow      ID = "tight.monte_carlo"
	SubsampleRow  ID = "subsample"
	ParametersRow ID = "parameters"
)

// IDs lists all rows in the order of documents.
var IDs = []ID{BlackBoxRow, OrbitRow, ExactRow, AxisRow, DrawnRow, SubsampleRow, ParametersRow}

// Optional are those that only some cores compute, or only for some requests.
var Optional = []ID{ExactRow, AxisRow, DrawnRow, SubsampleRow}

// Group returns the name of the argument in certified_by.
func (i ID) Group() string {
	group, _, _ := strings.Cut(string(i), ".")
	return group
}

// Claim is the result of a row, as documents have it.
type Claim interface {
	// Certifies reports whether the class stays.
	Certifies() bool
	// Bounds returns the probabilities at the perturbed cloud; known is false without that cloud.
	Bounds() (p Probabilities, known bool)
	// State sets the statement about a number or labels, and Statement returns it.
	State(Stated)
	Statement() Stated
}

// Bound is a claim about the class at the perturbed cloud. It is empty without that cloud.
type Bound struct {
	Lower *float64 `json:"lower,omitempty"`
	// UpperRunnerUp bounds the runner-up's probability there.
	UpperRunnerUp *float64 `json:"upper_runner_up,omitempty"`
	Certified     bool     `json:"certified"`
}

// boundOf returns the claim that follows from the probabilities there.
func boundOf(p Probabilities) Bound { return Bound{&p.Lower, p.RunnerUp, p.Certified()} }

// Certifies reports whether the class stays.
func (b *Bound) Certifies() bool { return b.Certified }

// Bounds returns the probabilities at the perturbed cloud.
func (b *Bound) Bounds() (p Probabilities, known bool) {
	if b.Lower == nil {
		return p, false
	}
	return Probabilities{Lower: *b.Lower, RunnerUp: b.UpperRunnerUp}, true
}

// margin is how far the bound is above what it has to exceed.
func (b *Bound) margin(top Top) float64 { return *b.Lower - top.Threshold(b.UpperRunnerUp) }

// Rows returns the rows of a pair that need no draws, weaker ones first: black box, orbit-based, and tight if it is computed.
func (t *Terms) Rows(pair Pair) []Row {
	near := t.Near(pair)
	return append(near, t.computed(pair, near[len(near)-1])...)
}

// Near returns the rows in closed form.
func (t *Terms) Near(pair Pair) (rows []Row) {
	orbit := t.closed(OrbitRow, pair.Orbit)
	prove := orbit.Prove
	var weaker Row
	if !pair.Centred {
		weaker = t.closed(BlackBoxRow, pair.BlackBox)
		rows = append(rows, weaker)
	}
	orbit.Prove = func(p Probabilities) Claim {
		claim := prove(p).(*Closed)
		claim.Alignment = pair.Alignment
		if weaker.Prove != nil {
			claim.atLeast(weaker.Prove(p).(*Closed))
		}
		return claim
	}
	return append(rows, orbit)
}

// Least returns the least probability with which a row certifies the class, rounded up, or 1 if none below 1 does.
func (r Row) Least(top Top) float64 {
	certifies := func(p float64) bool { return r.Prove(Probabilities{Lower: p, Top: top}).Certifies() }
	if r.Start == nil {
		return top.bisected(certifies)
	}
	p, step := r.Start(top.Threshold(nil))
	if step == 0 {
		return p
	}
	return leastCertifying(p, step, certifies)
}

// raised is the first step of rows whose inverse is known up to rounding.
const raised = special.Unit
