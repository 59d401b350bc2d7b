package certificate

import (
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/tight"
)

// looked draws for a planar problem until a look decides.
func looked(t *testing.T, r *Request, planar tight.Planar) *MonteCarlo {
	t.Helper()
	zero := 0.0
	w := newWork(r, "looks", tight.Problem{Planar: &planar}, []float64{r.Prediction.Probability}, r.levels(true).Draws)
	c, err := w.Finish(&Certificate{Orbit: &Closed{Lower: &zero}})
	if err != nil {
		t.Fatal(err)
	}
	return c.Tight.MonteCarlo
}

// Draws stop at the first look that decides, either way, and go on where none does. A
// look says what a certificate of so many draws at its share of the level says.
func TestLooks(t *testing.T) {
	planar := tight.Planar{Norm: 2, Inner: 1, Perp: 1}
	middle, _ := planar.ExactMinimum()
	for _, boundName := range []string{boundDual, boundQuantile} {
		for _, c := range []struct {
			p       float64
			samples int
			want    int
		}{
			{middle + 0.1, 300_000, 10_000}, {middle - 0.1, 300_000, 10_000},
			{middle + 0.1, 5000, 5000}, {middle, 10_000, 10_000},
			{middle, 10_001, 10_001}, {middle, 100_000, 100_000}, {middle, 120_000, 120_000},
		} {
			r := &Request{Alpha: 0.001, Samples: c.samples, Bound: boundName, Stop: stopDecided, Prediction: Prediction{Probability: c.p}}
			got := looked(t, r, planar)
			if got.Samples != c.want || got.Certified != (c.p > middle) || got.Level != bound.DrawsLevel(r.Alpha) {
				t.Errorf("%s at p − p_min = %v, at most %d draws: %+v", boundName, c.p-middle, c.samples, got)
			}
			whole := *r
			whole.Samples, whole.Stop, whole.drawsLevel = got.Samples, stopFull, bound.DrawsLevel(r.Alpha)/float64(len(r.looks()))
			want := looked(t, &whole, planar)
			if got.Lower != want.Lower || got.Upper != want.Upper || got.Estimate != want.Estimate {
				t.Errorf("%s, %d draws: %+v, alone %+v", boundName, c.samples, got, want)
			}
		}
	}
}

// Against a runner-up the upper end that decides is that of both.
func TestLooksAgainstARunnerUp(t *testing.T) {
	const start = `{"clean":{"points":[[3,0],[0,1]]},"perturbed":{"points":[[3,0.8],[0,1]]},"sigma":1,"group":"O","stop":"decided","samples":200000,`
	for prediction, want := range map[string]struct {
		certified bool
		samples   int
	}{
		`{"probability":0.8,"runner_up":{"probability":0.05}}`: {true, 10_000},
		`{"probability":0.3,"runner_up":{"probability":0.29}}`: {false, 10_000},
	} {
		m := mustCertify(t, mustParse(t, start+`"prediction":`+prediction+`}`)).monteCarlo()
		if m.Certified != want.certified || m.Samples != want.samples {
			t.Errorf("%s: %+v", prediction, m)
		}
	}
}
