package main

import (
	"strings"
	"testing"
)

func TestFaultsAreOneTokenOfTheCode(t *testing.T) {
	const source = "// a + b\nfunc f(a, b float64) float64 {\n\treturn max(a, 0) + b // a < b\n}\nconst text = \"a - b\"\n"
	all := faults("a.go", source)
	if len(all) != 2 {
		t.Fatalf("%d faults, want 2 (+ and max)", len(all))
	}
	for _, f := range all {
		if f.line != 3 || strings.Count(f.content, "\n") != strings.Count(source, "\n") || f.before == f.after {
			t.Errorf("fault in line %d: %q becomes %q", f.line, f.before, f.after)
		}
		if strings.Replace(f.content, f.after, f.before, 1) != source {
			t.Errorf("the fault %q changes more than its line", f.after)
		}
	}
}
