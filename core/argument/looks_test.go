package argument

import (
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/tight"
)

// looked draws for a planar problem until a look decides.
func looked(t *testing.T, terms Terms, p float64, planar tight.Planar) *MonteCarlo {
	t.Helper()
	zero := 0.0
	v := &Verdict{Orbit: &Closed{Bound: Bound{Lower: &zero}}}
	pair, level := Pair{Problem: &tight.Problem{Planar: &planar}}, terms.Levels(false).Draws
	if err := terms.Draw(pair, Probabilities{Lower: p}, level, "looks").Finish(v); err != nil {
		t.Fatal(err)
	}
	return v.MonteCarlo()
}

// Draws stop at the first look that decides, either way, and go on where none does. A
// look says what a certificate of so many draws at its share of the level says.
func TestLooks(t *testing.T) {
	slow.Skip(t)
	planar := tight.Planar{Norm: 2, Inner: 1, Perp: 1}
	middle, _ := planar.ExactMinimum()
	for _, c := range []struct {
		p       float64
		samples int
		want    int
	}{
		{middle + 0.1, 300_000, 10_000}, {middle - 0.1, 300_000, 10_000},
		{middle + 0.1, 5000, 5000}, {middle, 10_000, 10_000},
		{middle, 10_001, 10_001}, {middle, 100_000, 100_000}, {middle, 120_000, 120_000},
	} {
		terms := Terms{Alpha: 0.001, Samples: c.samples, Stop: StopDecided}
		got := looked(t, terms, c.p, planar)
		if got.Samples != c.want || got.Certified != (c.p > middle) || got.Level != bound.DrawsLevel(terms.Alpha) {
			t.Errorf("p − p_min = %v, at most %d draws: %+v", c.p-middle, c.samples, got)
		}
		whole := terms
		whole.Samples, whole.Stop, whole.DrawsLevel = got.Samples, StopFull, bound.DrawsLevel(terms.Alpha)/float64(len(terms.looks()))
		want := looked(t, whole, c.p, planar)
		if got.Lower != want.Lower || got.Upper != want.Upper || got.Estimate != want.Estimate {
			t.Errorf("%d draws: %+v, alone %+v", c.samples, got, want)
		}
	}
}

// What is drawn holds the value that integrals have.
func TestDrawsHoldTheExactValue(t *testing.T) {
	planar := tight.Planar{Norm: 2, Inner: 1, Perp: 1}
	for _, p := range []float64{0.6, 0.9, 0.99} {
		m := looked(t, Terms{Alpha: 0.001, Samples: 2000, Stop: StopFull}, p, planar)
		if value, _ := planar.Exact(p); !(m.Lower <= m.Estimate && m.Estimate <= m.Upper && m.Lower < value && value < m.Upper) {
			t.Errorf("p = %v: %+v, want %v", p, m, value)
		}
	}
}
