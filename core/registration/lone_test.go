package registration

import (
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// A lone assignment tells its bounds while it runs: they close in on the end.
func TestLoneAssignmentReports(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	clean, perturbed := trials.Cloud(r, 2048, 3), trials.Cloud(r, 2048, 3)
	for i := range perturbed.Points {
		perturbed.Points[i] = 3 * perturbed.Points[i]
	}
	s := New(invariance.None, nil, false, clean, perturbed)
	reports, lower, distance := 0, s.Lower(), s.Distance()
	for s.Step() {
		if s.Lower() < lower || s.Distance() > distance || s.Lower() > s.Distance() {
			t.Fatalf("bounds went from %v, %v to %v, %v", lower, distance, s.Lower(), s.Distance())
		}
		if s.Lower() > lower && s.Distance() < distance {
			reports++
		}
		lower, distance = s.Lower(), s.Distance()
	}
	if reports == 0 || !s.optimal() {
		t.Errorf("%d reports; in the end %v and %v", reports, s.Lower(), s.Distance())
	}
}
