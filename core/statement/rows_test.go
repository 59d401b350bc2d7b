package statement

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// released returns a request that was released, with its certificate.
func released(t *testing.T, name string) (*certificate.Request, *certificate.Certificate) {
	t.Helper()
	data, err := os.ReadFile("../certificate/testdata/released/requests/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := certificate.ParseRequest(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := certificate.Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	return r, c
}

// exponents writes numbers so that they can be read again.
var exponents = Style{math: "%s", power: "%se%s", escape: strings.NewReplacer()}

// arguments returns the parts of a document that certify, by their paths.
func arguments(t *testing.T, c *certificate.Certificate) map[argument.ID]map[string]any {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	all := map[argument.ID]map[string]any{}
	var walk func(path string, in map[string]any)
	walk = func(path string, in map[string]any) {
		for name, value := range in {
			if part, is := value.(map[string]any); is {
				if _, certifies := part["certified"].(bool); certifies {
					all[argument.ID(path+name)] = part
				}
				walk(path+name+".", part)
			}
		}
	}
	walk("", document)
	return all
}

// Each argument of a document has one row, whose texts are its numbers rounded to the side on which they hold: below (-1) or above.
func TestRowsAreTheArguments(t *testing.T) {
	slow.Skip(t)
	for _, name := range []string{
		"none-2d", "axis-3d", "runner-up-2d", "top-2d", "radius-2d", "euclidean-2d-drawn", "values-2d", "values-tolerance-3d", "labels-2d", "subsample-3d",
		"subsample-values-3d", "noise-3d", "noise-moved-3d", "noise-radii-3d", "noise-shear-labels-3d",
	} {
		r, c := released(t, name)
		documents, rows := arguments(t, c), begin(r, c, exponents).rows
		if len(rows) != len(documents) {
			t.Errorf("%s: %d rows of %d arguments", name, len(rows), len(documents))
		}
		for _, row := range rows {
			of := documents[row.id]
			if of == nil || of["certified"] != row.certified {
				t.Fatalf("%s: row %s names no argument, or its verdict differs", name, row.id)
			}
			interval, _ := of["interval"].(map[string]any)
			radii, _ := of["radii"].(map[string]any)
			for _, fact := range []struct {
				text string
				side float64
				of   []any
			}{
				{row.lower, -1, []any{of["lower"], of["value"]}}, {row.distance, +1, []any{of["distance"]}}, {row.radius, -1, []any{of["radius"], radii["distance"]}},
				{row.from, -1, []any{interval["lower"]}}, {row.to, +1, []any{interval["upper"]}}, {row.bar, +1, []any{of["upper_runner_up"]}},
			} {
				checkRounded(t, name+" "+string(row.id), fact.text, fact.side, fact.of)
			}
			for _, text := range numbers(row) {
				if !strings.Contains(row.says, text) {
					t.Errorf("%s: %s is not in %q", name, text, row.says)
				}
			}
		}
	}
}

// numbers returns those that a row says.
func numbers(row row) []string {
	if row.states() {
		return []string{row.from, row.to}
	}
	return []string{row.lower, row.bar}
}

// checkRounded compares a text with the first number that is there, none with no text.
func checkRounded(t *testing.T, name, text string, side float64, of []any) {
	t.Helper()
	for _, number := range of {
		x, there := number.(float64)
		if !there {
			continue
		}
		y, err := strconv.ParseFloat(text, 64)
		if err != nil || side*(y-x) < 0 || math.Abs(y-x) > 1e-3*math.Abs(x) {
			t.Errorf("%s: %v is written %q", name, x, text)
		}
		return
	}
}

// The paragraph has the numbers of the strongest row, and of no other that has others.
func TestParagraphStatesTheStrongestRow(t *testing.T) {
	for name, id := range map[string]argument.ID{
		"values-2d": "tight.exact", "subsample-values-3d": "subsample", "noise-shear-labels-3d": "parameters", "labels-2d": "tight.exact",
		"noise-moved-3d": "parameters", "subsample-pairs-3d": "subsample", "axis-3d": "tight.exact", "rod-3d-drawn": "tight.exact",
	} {
		r, c := released(t, name)
		text := Write(r, c, Plain)
		for _, row := range begin(r, c, Plain).rows {
			own := "is at least " + row.lower + ","
			if row.states() {
				own = row.says + " (" + row.name + ")"
			}
			if is := strings.Contains(text, own); is != (row.id == id) && row.lower+row.says != "" {
				t.Errorf("%s: %q of %s in\n%s", name, own, row.id, text)
			}
		}
	}
}
