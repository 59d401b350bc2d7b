package core

// Checks the numbers in README and docs. The tests stand above the packages that compute these, whose own pass again
// while a page is written.

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/tight"
)

// The lines of the docs are those of the example.
func TestDocsShowTheExample(t *testing.T) {
	readme, err := os.ReadFile("../site/docs/go.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("tight/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```go\n")
	lines, _, found := strings.Cut(rest, "```")
	if indented := "\t" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", "\n\t"); !found || !strings.Contains(string(example), indented) {
		t.Errorf("the example does not have\n%s", indented)
	}
}

// p_min of scalings falls with less ‖X‖, rises with ‖Δ‖, and is 0.8 at ‖Δ‖ = 0.720/0.5
// for the paper's example.
func TestMinimumOfScalings(t *testing.T) {
	norms := []float64{0.02, 0.5, 1, 5, 1e3}
	before := make([]float64, len(norms))
	for i := range 41 {
		distance := 2.88 * float64(i) / 40
		least := 0.5
		for k, norm := range norms {
			p := minimumOfScaling(norm, distance)
			if p < least-1e-12 || p > argument.LeastGaussian(distance, 0.5) || p < before[k] {
				t.Errorf("norm %v at %v: %v, black box %v", norm, distance, p, argument.LeastGaussian(distance, 0.5))
			}
			least, before[k] = p, p
		}
	}
	if p := minimumOfScaling(0.02, 1.44); math.Abs(p-0.8) > 5e-4 {
		t.Errorf("p_min = %v at ‖Δ‖ = 1.44", p)
	}
}

// minimumOfScaling returns p_min for clouds of a norm, scaled by a distance.
func minimumOfScaling(norm, distance float64) float64 {
	return min(argument.LeastIntegrated(tight.Problem{Planar: &tight.Planar{Norm: norm, Inner: float64(norm * distance)}}.Tradeoff(), 0.5), argument.LeastGaussian(distance, 0.5))
}

// The docs have a table of them, rounded up.
func TestMinimaOfScalingsInTheDocs(t *testing.T) {
	page, err := os.ReadFile("../site/docs/mathematics.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := func(p float64) string { return fmt.Sprintf(" %.4f |", math.Ceil(p*1e4)/1e4) }
	for distance, name := range map[float64]string{0.5: "0.5 σ", 1: "σ", 1.5: "1.5 σ", 2: "2 σ", 3: "3 σ"} {
		row := "| " + name + " |" + shown(argument.LeastGaussian(distance, 0.5))
		for _, norm := range []float64{5, 2, 1, 0.5, 0.01} {
			row += shown(minimumOfScaling(norm, distance))
		}
		if !strings.Contains(string(page), row) {
			t.Errorf("the docs lack %s", row)
		}
	}
}
