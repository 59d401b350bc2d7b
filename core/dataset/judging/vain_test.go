package judging

import (
	"fmt"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// Draws are left out if they could not bring the tight bound to ½, and the line says so: the
// verdicts are those of certificates that draw. Small clouds are drawn.
func TestVainDrawsAreLeftOut(t *testing.T) {
	slow.Skip(t)
	for _, c := range []struct {
		size, noise float64
		all         bool
	}{{0.4, 0.16, true}, {0.03, 0.19, false}} {
		s := mustSettings(t, fmt.Sprintf(`"sigma":0.1,"group":"SE","samples":2000,"attack":{"family":"rotate","degrees":[0,90],"noise":%v,"draws":12}`, c.noise))
		undrawn, proved, open := 0, 0, 0
		for seed := range uint64(4) {
			e := randomEntry(seed, 3, 30, c.size, 9400+150*int64(seed))
			got := s.Judge(e)
			j, _ := s.newJudge(e)
			for draw := range 12 {
				noisy, _ := j.noise(draw)
				perturbed := certificate.Scaled(noisy, 1)
				one := j.request
				one.Perturbed = &perturbed
				v := certified(t, &one)
				// A second set of draws has another seed.
				if mark := got.Draws.Tight[0][draw]; c.all && slices.Contains(v.CertifiedBy, "tight") != (mark == '1') {
					t.Errorf("cloud %d, draw %d: certified %v, in the run %c", seed, draw, slices.Contains(v.CertifiedBy, "tight"), mark)
				}
				if !slices.Contains(v.CertifiedBy, "tight") {
					open++
				}
			}
			proved += got.Tight[0]
			if got.Undrawn != nil {
				undrawn += got.Undrawn[0]
				if got.Undrawn[1] != got.Undrawn[0] {
					t.Errorf("%v", got.Undrawn)
				}
			}
		}
		if c.all && undrawn < open-2 || !c.all && undrawn > 0 || proved == 0 || open == 0 {
			t.Errorf("‖X‖ about %v: %d of %d draws that are not certified are left out, %d are certified", c.size, undrawn, open, proved)
		}
	}
}
