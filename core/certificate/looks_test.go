package certificate

import (
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// Against a runner-up the upper end that decides is that of both. Nothing is drawn where what
// is computed decides.
func TestLooksAgainstARunnerUp(t *testing.T) {
	slow.Skip(t)
	const start = `{"clean":{"points":[[1.5,0,0],[0,1.2,0],[0,0,1]]},"perturbed":{"points":[[1.9,0.3,0],[0,1.6,-0.4],[0.5,0,1.2]]},"sigma":1,"group":"O","stop":"decided","samples":200000,`
	for prediction, want := range map[string]struct {
		certified bool
		samples   int
	}{
		`{"probability":0.87,"runner_up":{"probability":0.12}}`:  {true, 0},
		`{"probability":0.645,"runner_up":{"probability":0.12}}`: {true, 10_000},
		`{"probability":0.555,"runner_up":{"probability":0.12}}`: {false, 10_000},
	} {
		c, samples := mustCertify(t, mustParse(t, start+`"prediction":`+prediction+`}`)), 0
		if m := c.MonteCarlo(); m != nil {
			samples = m.Samples
		}
		if c.Certified != want.certified || samples != want.samples {
			t.Errorf("%s: %+v", prediction, c)
		}
	}
}

// A rod in space that orbit-based is not certified is so about its own axis: nothing is drawn,
// and the document says so and stands. Where all draws are asked for, they are made.
func TestNothingIsDrawnWhereAnAxisCertifies(t *testing.T) {
	const request = `{"clean":{"points":[[0.2,0,-2],[0,0.3,0],[-0.2,-0.3,2]]},"perturbed":{"points":[[0.9,0.5,-2],[-0.6,0.7,0],[-0.3,-1.2,2]]},
		"sigma":1,"group":"SO","samples":2000,"prediction":{"probability":0.75},"stop":"`
	for stop, drawn := range map[string]bool{"decided": false, "full": true} {
		r := mustParse(t, request+stop+`"}`)
		c := mustCertify(t, r)
		if c.Orbit.Certified || !c.Tight.Axis.Certified || !c.Certified || (c.MonteCarlo() != nil) != drawn {
			t.Errorf("%s: %+v %+v", stop, c.Orbit, c.Tight)
		}
		if drawn && c.MonteCarlo().Lower < c.Tight.Axis.Lower() {
			t.Errorf("%+v is below what stands without draws, %+v", c.MonteCarlo(), c.Tight.Axis)
		}
		document, err := Document(r, c)
		if err != nil {
			t.Fatal(err)
		}
		if lines, err := contradicted(document); err != nil || len(lines) > 0 {
			t.Errorf("%s: %v %v", stop, lines, err)
		}
	}
}
