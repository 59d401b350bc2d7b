package certificate

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/trials"
)

// What pmin prints certifies when it is typed in, for the argument it belongs to, and
// a thousandth less does not. Draws of another probability are other draws, so that the
// Monte Carlo minimum promises no such thing. make soundness tries 100,000 problems.
func TestMinimaCertify(t *testing.T) {
	random := rand.New(rand.NewPCG(61, 62))
	tried := map[string]int{}
	for range trials.Count(t, 2000) {
		r := adversarial(random)
		r.Samples = 0
		m, err := FindMinimum(r)
		if err != nil {
			t.Fatal(err)
		}
		minima := map[string]*float64{"black_box": m.BlackBox, "orbit": m.Orbit}
		if m.Tight != nil {
			minima["tight"] = m.Tight.Exact
		}
		for argument, p := range minima {
			if p == nil || *p == 1 {
				continue
			}
			tried[argument]++
			if !certifiesAt(t, r, argument, *p) {
				request, _ := json.Marshal(r)
				t.Errorf("%s: %v is printed and does not certify: %s", argument, *p, request)
			}
			if less := *p - 0.001; less > 0.5 && certifiesAt(t, r, argument, less) {
				t.Errorf("%s: %v is printed, %v is enough", argument, *p, less)
			}
		}
	}
	t.Logf("%v minima below 1", tried)
}

func certifiesAt(t *testing.T, r *Request, argument string, p float64) bool {
	t.Helper()
	at := *r
	at.Prediction = Prediction{Probability: p}
	c := mustCertify(t, &at)
	if argument == "tight" {
		return c.Tight.Exact.Certified
	}
	return slices.Contains(c.CertifiedBy, argument)
}
