package tight

import (
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// reachedValues are those of the first one, two, three and nine classes.
var reachedValues = []float64{0.5, 1. / 3, 0.25, 0.1}

// At the minimum, the tight value is the one that was to be reached.
func TestMinimumInvertsTheValue(t *testing.T) {
	slow.Skip(t)
	for _, c := range exactValues {
		problem := planarProblem(c.s, c.d, c.e1, c.e2)
		for _, value := range reachedValues[:3] {
			p := Disagreement{Problem: problem, Level: 0.001, Samples: 100_000, Seed: "minimum"}.Minimum(value)
			exact, err := problem.Tradeoff().Minimum(value)
			if p < exact-err || p > exact+0.02 {
				t.Errorf("%+v: %v is reached from %v on, exactly %v", c, value, p, exact)
			}
			at := runDisagreement(Disagreement{Problem: problem, Probability: p, Level: 0.001, Samples: 100_000, Seed: "at the minimum"})
			if at.Upper < value || at.Lower > value+0.02 {
				t.Errorf("%+v: %v has the tight value %+v, want %v", c, p, at, value)
			}
		}
	}
}

// The smallest probability for a value is one less the value of the swapped clouds: a test that loses 1 − p at X and has the
// value at X' is, with its sides exchanged, one of the swapped clouds.
func TestMinimumIsTheValueOfTheSwappedClouds(t *testing.T) {
	for _, c := range exactValues {
		there, back := planarProblem(c.s, c.d, c.e1, c.e2), planarProblem(c.s, c.d, c.e1, c.e2)
		pair := there.Planar.pair().swapped()
		for _, value := range reachedValues {
			minimum, err := there.Tradeoff().Minimum(value)
			curve := back.Tradeoff()
			curve.pair = pair
			other, otherErr := curve.Value(1 - value)
			if !(math.Abs(1-other-minimum) <= err+otherErr) {
				t.Errorf("%+v: %v is reached from %v ± %.1g on, the swapped clouds have %v ± %.1g", c, value, minimum, err, 1-other, otherErr)
			}
		}
	}
}
