package certificate

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
)

// unwritten are terms that follow from others, or that no document reaches.
var unwritten = []string{"NeededSamples", "OneAxis", "RiseCounts", "DrawsLevel"}

// A term that is not written would be missing from every certificate, and a verification would be of another request.
func TestEveryTermIsWritten(t *testing.T) {
	r := Request{Prediction: Prediction{Probability: 0.9}}
	before := text(t, &r)
	trials.EachField(&r.Terms, func(name string) {
		if r.Law.Axis != nil || slices.Contains(unwritten, name) {
			return // the axis of the group is written
		}
		if text(t, &r) == before {
			t.Errorf("%s is not written", name)
		}
	})
}

func text(t *testing.T, r *Request) string {
	t.Helper()
	document, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(document)
}
