package explore

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/digest"
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
	Distance float64 `json:"distance"`
	Aligned  float64 `json:"aligned"`
	BlackBox Bound   `json:"black_box"`
	Orbit    Bound   `json:"orbit"`
	Tight    *Bound  `json:"tight,omitempty"`
}

// AnswerPoint computes the bounds of one point of a curve.
func AnswerPoint(text []byte) (*PointBounds, error) {
	var p point
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, err
	}
	if q := p.Problem; q != nil && (q.Planar == nil) == (q.Linear == nil) || p.Samples < 0 || p.Samples > argument.MaxSamples {
		return nil, fmt.Errorf("is not a point of a curve")
	}
	probable := argument.Probabilities{Lower: p.Probability, RunnerUp: p.RunnerUp}
	b := &PointBounds{Distance: p.BlackBox, Aligned: p.Orbit}
	b.BlackBox = closedBound(p.BlackBox, probable)
	b.Orbit = closedBound(p.Orbit, probable).better(b.BlackBox)
	if p.Problem != nil {
		tight := p.tight(probable).better(b.Orbit)
		b.Tight = &tight
	}
	return b, nil
}

// closedBound is the Gaussian bound at a distance in units of σ.
func closedBound(distance float64, p argument.Probabilities) Bound {
	closed := argument.NewClosed(&distance, 1, p)
	return Bound{*closed.Lower, closed.UpperRunnerUp}
}

// tight bounds the tight values, each at the level of the point.
func (p point) tight(probable argument.Probabilities) (b Bound) {
	curves := p.computed()
	for i, target := range probable.Targets() {
		lower := p.value(curves, target, i)
		if i == 0 {
			b.Lower = lower
			continue
		}
		upper := argument.RoundedUp(1 - lower)
		b.UpperRunnerUp = &upper
	}
	return b
}

// computed returns what bounds the tight value from below without draws: in the plane, about an
// axis and of rods the value itself, for other groups those of the rotations about single axes, which belong to
// the group as well.
func (p point) computed() (curves []*tight.Tradeoff) {
	l := p.Problem.Linear
	if l == nil {
		return []*tight.Tradeoff{p.Problem.Tradeoff()}
	}
	if rods := p.Problem.RodTradeoff(); rods != nil {
		return []*tight.Tradeoff{rods}
	}
	for _, axes := range l.AxisPairs() {
		curves = append(curves, p.Problem.AboutPair(axes).Tradeoff())
	}
	return curves
}

// value bounds the tight value of one target from below, by what is computed and what is drawn; 0
// where neither resolves it.
func (p point) value(curves []*tight.Tradeoff, target float64, i int) (lower float64) {
	for _, curve := range curves {
		value, err := curve.Value(target)
		lower = max(lower, value-err)
	}
	if p.Samples == 0 || !p.Problem.Sampled() {
		return lower
	}
	d := tight.Disagreement{Problem: *p.Problem, Probability: target, Level: p.Level, Samples: p.Samples, Seed: p.seed(i)}
	d, draws := d.Run()
	return max(lower, min(target, d.Lower(draws)))
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
		chain.Values = append(chain.Values, a.Tight.values())
	}
	return c.Sigma * chain.Reach() * (1 - 1e-9), nil
}
