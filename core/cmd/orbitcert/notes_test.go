package main

import (
	"strings"
	"testing"
)

// A note that goes with every molecule is printed once for all files, others once for each file, and neither
// where the output shows the same.
func TestPrintsNotesOnce(t *testing.T) {
	write := writer(t, t.TempDir())
	cell := "2\nLattice=\"9 0 0 0 9 0 0 0 9\"\nC 0 0 0\nH 1 0 0\n"
	first := write("first.xyz", cell)
	write("second.xyz", cell)
	line := `{"clean":{"file":"first.xyz"},"perturbed":{"file":"second.xyz"},"sigma":0.1,"group":"none","prediction":{"probability":0.9}}` + "\n"
	for name, asked := range map[string]struct {
		args            []string
		elements, cells int
	}{
		"many requests": {[]string{"certify", "--lines", write("lines.jsonl", line+line+line)}, 1, 2},
		"one request":   {[]string{"certify", write("request.json", line)}, 1, 2},
		"the cloud":     {[]string{"read", first}, 0, 1},
		"its array":     {[]string{"read", "--npy", first}, 0, 1},
	} {
		code, _, errs := call("", asked.args...)
		elements, cells := strings.Count(errs, "Atoms are read as points"), strings.Count(errs, "The cell that Lattice gives")
		if code != exitComputed || elements != asked.elements || cells != asked.cells {
			t.Errorf("%s: %d, %d notes about elements, %d about cells:\n%s", name, code, elements, cells, errs)
		}
	}
}
