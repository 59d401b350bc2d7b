package statement

import (
	"encoding/json"
	"math"
	"os"
	"regexp"
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

// Each number of a paragraph is on the side on which it holds, wherever it stands: bounds from below are rounded down, those from above up.
func TestNumbersOfParagraphsHold(t *testing.T) {
	number := regexp.MustCompile(`-?\d+(\.\d+)?(e-?\d+)?`)
	check := func(name, text string, below, above []float64) {
		t.Helper()
		for side, all := range map[float64][]float64{-1: below, 1: above} {
			for _, x := range all {
				found := 0
				for _, shown := range number.FindAllString(text, -1) {
					if y, _ := strconv.ParseFloat(shown, 64); math.Abs(y-x) <= 2e-3*math.Abs(x) {
						if found++; side*(y-x) < 0 {
							t.Errorf("%s: %v is written %s in\n%s", name, x, shown, text)
						}
					}
				}
				if found == 0 {
					t.Errorf("%s: %v is not in\n%s", name, x, text)
				}
			}
		}
	}
	const moved = `"clean":{"points":[[0,0],[2,0],[3,1],[0,1]]},"perturbed":{"points":[[0.7,0.3],[2.6,0.41],[3.7,1.37],[0.7,1.3]]},`
	values := "[" + strings.TrimSuffix(strings.Repeat("1.1234567,3.4567891,", 300), ",") + "]"
	third := func(*certificate.Certificate) (below, above []float64) { return nil, []float64{1. / 3} }
	for name, c := range map[string]struct {
		request string
		numbers func(c *certificate.Certificate) (below, above []float64)
	}{
		"votes": {moved + `"sigma":0.9,"group":"SE","samples":0,"alpha":0.00123456,"prediction":{"votes":970,"samples":1000,"runner_up":{"votes":20}}`,
			func(c *certificate.Certificate) (below, above []float64) {
				best := c.Tight.Exact
				return []float64{c.Probability.Lower, best.Lower(), *c.Orbit.Radius}, []float64{
					0.00123456, *c.Probability.UpperRunnerUp, *best.UpperRunnerUp, *c.Orbit.Distance, *c.BlackBox.Distance,
				}
			}},
		"not certified": {moved + `"sigma":0.1,"group":"SE","samples":0,"prediction":{"probability":0.9}`, func(c *certificate.Certificate) (below, above []float64) {
			return []float64{c.Tight.Exact.Lower()}, []float64{*c.Orbit.Distance, *c.BlackBox.Distance}
		}},
		"of a file": {`"clean":{"points":[[0,0],[2,0],[3,1],[0,1]]},"preparation":{"normalise":"rms"},"sigma":0.1,"group":"SE","prediction":{"probability":0.9}`,
			func(c *certificate.Certificate) (below, above []float64) {
				return []float64{*c.Orbit.FileRadius, *c.Orbit.Radius}, nil
			}},
		"first two":               {moved + `"sigma":0.9,"group":"SE","samples":0,"top":2,"prediction":{"probability":0.6}`, third},
		"not among the first two": {`"clean":{"points":[[0,0],[2,0]]},"sigma":0.9,"group":"SE","top":2,"prediction":{"probability":0.1}`, third},
		"changes": {`"clean":{"points":[[0,0],[1,0],[0,1],[1,1],[2,0],[2,1]]},"perturbed":{"changes":{"replaced":1,"moved":0.0123456}},
			"sigma":0.5,"group":"SE","permutation":true,"subsample":2,"prediction":{"probability":0.99}`, func(c *certificate.Certificate) (below, above []float64) {
			return []float64{c.Subsample.Lower}, []float64{0.0123456}
		}},
		"sigma by point": {`"clean":{"points":[[0,0],[1,0]]},"sigma":[0.1234567,0.5],"group":"none","prediction":{"probability":0.9}`,
			func(c *certificate.Certificate) (below, above []float64) {
				return []float64{0.1234567, *c.Orbit.Radius}, nil
			}},
		"sigma by attribute": {`"clean":{"points":[[0,0],[1,0]],"attributes":{"a":[0,1]}},
			"sigma":{"attribute":"a","values":{"0":0.1234567,"1":0.5}},"group":"none","prediction":{"probability":0.9}`,
			func(c *certificate.Certificate) (below, above []float64) { return []float64{0.1234567}, nil }},
		"files": {moved + `"preparation":{"normalise":"rms"},"sigma":0.9,"group":"SE","samples":0,"prediction":{"probability":0.9}`, func(c *certificate.Certificate) (_, _ []float64) {
			return []float64{*c.Orbit.FileRadius}, []float64{*c.Orbit.FileDistance}
		}},
		"interval": {moved + `"sigma":5,"group":"SE","prediction":{"values":` + values + `}`, func(c *certificate.Certificate) (below, above []float64) {
			return []float64{1.1234567}, []float64{3.4567891}
		}},
		"labels": {moved + `"sigma":0.9,"group":"SE","alpha":0.00123456,
			"prediction":{"labels":{"predicted":[0,1,0,1],"votes":[500,500,300,490],"samples":500,"truth":[0,1,1,1]}}`,
			func(c *certificate.Certificate) (below, above []float64) {
				return []float64{*c.Orbit.Labels.IoU, *c.Orbit.Labels.TrueIoU}, []float64{0.00123456}
			}},
		"vector": {moved + `"sigma":9,"group":"SE","prediction":{"vectors":{
			"clip":2,"values":[` + strings.TrimSuffix(strings.Repeat("[1,0.1],[1,0.2],", 1000), ",") + `],"select":[[1,0.1]],"angle":80}}`,
			func(c *certificate.Certificate) (below, above []float64) {
				return nil, []float64{c.Orbit.Vectors[0].Ball.Radius, *c.Orbit.Vectors[0].Angle}
			}},
	} {
		r, err := certificate.ParseRequest([]byte("{"+c.request+"}"), nil)
		if err != nil {
			t.Fatal(name, err)
		}
		of, err := certificate.Certify(r)
		if err != nil {
			t.Fatal(name, err)
		}
		below, above := c.numbers(of)
		check(name, Write(r, of, exponents), below, above)
	}
	r, c := released(t, "noise-moved-3d")
	radii := c.Parameters.Radii
	check("noise", Write(r, c, exponents), []float64{*radii.Twist, *c.Parameters.Lower}, []float64{*c.Parameters.Distance})
	check("minimum", strings.Join(Minimum(&certificate.Minimum{Orbit: new(0.71234567)})[1], " "), nil, []float64{0.71234567})
	drawn := argument.Verdict{Tight: &argument.Tight{MonteCarlo: &argument.MonteCarlo{Lower: 0.61234567, Level: 0.00123456}}}
	check("draws", begin(&certificate.Request{}, &certificate.Certificate{Verdict: drawn}, exponents).rows[0].name, nil, []float64{0.00123456})
	sets := &certificate.Sets{Coverage: 0.91234567, Radius: 0.51234567, Interval: &argument.Interval{Lower: new(1.1234567), Upper: new(2.3456789)}}
	p := &paragraph{r: &certificate.Request{Sets: &certificate.Calibration{}}, c: &certificate.Certificate{Sets: sets}, style: exponents}
	p.sets()
	check("sets", p.sentences[0], []float64{sets.Coverage, sets.Radius, 1.1234567}, []float64{2.3456789})
}
