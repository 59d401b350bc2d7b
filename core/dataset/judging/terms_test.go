package judging

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
)

// others are terms that follow from others, that no run has, or that a run sets itself.
var others = []string{"NeededSamples", "OneAxis", "RiseCounts", "DrawsLevel", "Sigmas", "AttributeSigma", "Stop"}

// A term of a run that is not written would be missing from its result.
func TestEveryTermIsWritten(t *testing.T) {
	s := &Settings{}
	before, _ := json.Marshal(s)
	trials.EachField(&s.Base.Terms, func(name string) {
		if after, err := json.Marshal(s); s.Base.Law.Axis == nil && !slices.Contains(others, name) && (err != nil || string(after) == string(before)) {
			t.Errorf("%s is not written: %v", name, err)
		}
	})
}
