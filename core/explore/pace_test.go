package explore

import (
	"reflect"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// Of a large cloud a range comes in many steps and is the same as in one, and may be given up after any of them.
func TestRangesInSteps(t *testing.T) {
	slow.Skip(t)
	r := exploredRequest(invariance.Rigid, 3, 40_000, 3, 0.9)
	a, err := Ask(r, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWithstanding(a)
	if err != nil {
		t.Fatal(err)
	}
	w.scene.moments = nil // which would leave the stretch nothing to go through
	for _, f := range families(3) {
		if f.name != "stretch" && f.name != "twist" {
			continue
		}
		steps, err := w.Range(f.name)
		if err != nil {
			t.Fatal(err)
		}
		var found []*Range
		for step := range steps {
			found = append(found, step)
		}
		last := len(found) - 1
		if last < 2 || !reflect.DeepEqual(*found[last], w.scene.rangeOf(f)) {
			t.Errorf("%s: after %d steps %+v, in one %+v", f.name, last, found[last], w.scene.rangeOf(f))
		}
		for most := range last {
			taken := 0
			for range steps { // a step after the last would be a panic
				if taken++; taken > most {
					break
				}
			}
		}
	}
}
