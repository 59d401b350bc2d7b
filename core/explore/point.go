package explore

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/tight"
)

// point is one perturbed cloud of a curve, reduced to what its bounds depend on. It
// travels as JSON text.
type point struct {
	// Problem is absent where the tight certificate is the orbit-based one.
	Problem     *tight.Problem `json:"problem,omitempty"`
	Probability float64        `json:"probability"`
	RunnerUp    *float64       `json:"runner_up,omitempty"`
	// BlackBox and Orbit are distances in units of σ, rounded up.
	BlackBox float64 `json:"black_box"`
	Orbit    float64 `json:"orbit"`
	// Samples is how many draws each Monte Carlo bound gets, 0 for what is computed alone; Level
	// is its error probability, and Index makes the draws of equal points differ.
	Samples int     `json:"samples,omitempty"`
	Level   float64 `json:"level,omitempty"`
	Index   int     `json:"index,omitempty"`
}

// PointBounds are the lower bounds of each argument at a point, rounded down. All
// points of a curve hold at once with probability at least 1 − α.
type PointBounds struct {
	// Distance is ‖Δ‖/σ, and Aligned what the group leaves of it, both rounded up.
	Distance float64                 `json:"distance"`
	Aligned  float64                 `json:"aligned"`
	BlackBox argument.Probabilities  `json:"black_box"`
	Orbit    argument.Probabilities  `json:"orbit"`
	Tight    *argument.Probabilities `json:"tight,omitempty"`
}

// AnswerPoint computes the bounds of one point of a curve.
func AnswerPoint(text []byte) (*PointBounds, error) {
	var p point
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, err
	}
	if q := p.Problem; q != nil && (q.Planar == nil) == (q.Linear == nil) || p.Samples < 0 || p.Samples > int(document.TermsLimits.Samples.High) {
		return nil, fmt.Errorf("is not a point of a curve")
	}
	probable := argument.Probabilities{Lower: p.Probability, RunnerUp: p.RunnerUp}
	b := &PointBounds{Distance: p.BlackBox, Aligned: p.Orbit}
	b.BlackBox = probable.Nearby(argument.InSigmas(p.BlackBox, 1))
	b.Orbit = probable.Nearby(argument.InSigmas(p.Orbit, 1)).Better(b.BlackBox)
	if p.Problem != nil {
		tight := probable.By(p.tight()).Better(b.Orbit)
		b.Tight = &tight
	}
	return b, nil
}

// tight returns what bounds the tight value from below, by what is computed and what is drawn, at the level of the point for each
// probability: first that of the class, then that against the runner-up. It is 0 where neither resolves it.
func (p point) tight() func(probability float64) float64 {
	curves, asked := argument.Computed(*p.Problem), 0
	return func(probability float64) (lower float64) {
		for _, curve := range curves {
			value, err := curve.Value(probability)
			lower = max(lower, value-err)
		}
		if p.Samples == 0 || !p.Problem.Sampled() {
			return lower
		}
		d := tight.Disagreement{Problem: *p.Problem, Probability: probability, Level: p.Level, Samples: p.Samples, Seed: p.seed(asked)}
		asked++
		d, draws := d.Run()
		return max(lower, min(probability, d.Lower(draws)))
	}
}

// seed is derived from all that defines the point.
func (p point) seed(i int) string {
	text, _ := json.Marshal(p)
	sum := digest.Sum256(fmt.Appendf(nil, "orbitcert curve\n%s\n%d\n%s", certificate.Core, i, text))
	return hex.EncodeToString(sum[:])
}

// Reach returns how far along a curve of kind "scale" every cloud is certified by the tight
// certificate, in the unit of the coordinates, rounded down: for groups whose tight
// certificate is sampled. answers are those to the points, in order.
func (c *Curve) Reach(answers []PointBounds) (float64, error) {
	if c.Kind != "scale" || len(answers) != len(c.X) {
		return 0, fmt.Errorf("a reach needs all %d points of a curve of scalings", len(c.X))
	}
	chain := tight.Chain{Reached: reached(c.Top)}
	for i, a := range answers {
		if a.Tight == nil {
			return 0, fmt.Errorf("a reach needs tight bounds")
		}
		chain.At = append(chain.At, c.X[i]/c.Sigma)
		chain.Values = append(chain.Values, a.Tight.Targets())
	}
	return c.Sigma * chain.Reach() * (1 - 1e-9), nil
}
