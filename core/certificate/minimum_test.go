package certificate

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
)

// Probabilities that pmin prints certify when typed in, for the argument they belong to, and
// a thousandth less does not. make soundness tries 100,000 problems.
func TestMinimaCertify(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(61, 62))
	tried := map[string]int{}
	for i := range trials.Count(t, 600, 2000) {
		r := adversarial(random)
		r.Samples, r.Top = 0, argument.Top(i%4)
		m, err := FindMinimum(r)
		if err != nil {
			t.Fatal(err)
		}
		minima := map[string]*float64{"black_box": m.BlackBox, "orbit": m.Orbit}
		if m.Tight != nil {
			minima["tight"], minima["axis"] = m.Tight.Exact, m.Tight.Axis
		}
		for name, p := range minima {
			if p == nil || *p == 1 {
				continue
			}
			tried[name]++
			if !certifiesAt(t, r, name, *p) {
				request, _ := json.Marshal(r)
				t.Errorf("%s: %v is printed and does not certify: %s", name, *p, request)
			}
			if less := *p - 0.001; less > r.Top.Threshold(nil) && certifiesAt(t, r, name, less) {
				t.Errorf("%s: %v is printed, %v is enough", name, *p, less)
			}
		}
	}
	t.Logf("%v minima below 1", tried)
}

// The Monte Carlo minimum certifies with its own draws, to which its seed leads: for all
// groups, draws that stop at a look and draws that do not. make soundness tries
// a tenth of its problems.
func TestDrawnMinimaCertify(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(63, 64))
	gained, count := 0, trials.Count(t, 200, 600)/10
	for i := range count {
		r := randomRequest(random)
		r.Prediction, r.Seed, r.Top = Prediction{}, "", argument.Top(i%4)
		r.Samples = 300 + random.IntN(15_000)
		r.Stop = []string{argument.StopFull, argument.StopDecided}[i%2]
		m, err := FindMinimum(r)
		if err != nil {
			t.Fatal(err)
		}
		if m.Tight == nil || m.Tight.MonteCarlo == nil || *m.Tight.MonteCarlo == 1 {
			continue
		}
		if *m.Tight.MonteCarlo < *m.Orbit {
			gained++
		}
		at := *r
		at.Seed, at.Prediction = m.Tight.Seed, Prediction{Probability: *m.Tight.MonteCarlo}
		if c := mustCertify(t, &at); !c.Certified || c.MonteCarlo() != nil && !c.MonteCarlo().Certified {
			request, _ := json.Marshal(at)
			t.Errorf("%v is printed and gives %+v: %s", *m.Tight.MonteCarlo, c.MonteCarlo(), request)
		}
	}
	t.Logf("%d requests, %d minima below the orbit-based one", count, gained)
	if gained < count/10 {
		t.Errorf("only %d of %d minima are below the orbit-based one", gained, count)
	}
}

func certifiesAt(t *testing.T, r *Request, argument string, p float64) bool {
	t.Helper()
	at := *r
	at.Prediction = Prediction{Probability: p}
	c := mustCertify(t, &at)
	switch argument {
	case "tight":
		return c.Tight.Exact.Certified
	case "axis":
		return c.Tight.Axis.Certified
	}
	return slices.Contains(c.CertifiedBy, argument)
}
