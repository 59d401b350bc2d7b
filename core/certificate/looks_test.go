package certificate

import "testing"

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
		m := mustCertify(t, mustParse(t, start+`"prediction":`+prediction+`}`)).MonteCarlo()
		if m.Certified != want.certified || m.Samples != want.samples {
			t.Errorf("%s: %+v", prediction, m)
		}
	}
}
