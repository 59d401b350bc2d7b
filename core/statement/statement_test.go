package statement

import (
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/say"
)

func written(t *testing.T, request string, style Style) string {
	t.Helper()
	r, err := certificate.ParseRequest([]byte(request), nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := certificate.Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	return Write(r, c, style)
}

const pair = `"clean":{"points":[[0,0],[2,0],[3,1],[0,1]]},"perturbed":{"points":[[0,0],[2,0.1],[3,1.1],[0,1]]},"sigma":0.5`

func TestParagraph(t *testing.T) {
	got := written(t, `{`+pair+`,"prediction":{"votes":970,"samples":1000},"group":"SE","samples":0}`, Plain)
	for _, want := range []string{
		"standard deviation σ = 0.5", "(4 points in 2 dimensions)", "970 of 1000 votes, Clopper–Pearson, error probability 0.001",
		"exactly invariant under rotations and translations.", "is certified to stay the same", "Every point cloud within Frobenius distance",
		"about the smoothed classifier", "core " + certificate.Core,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// Each sentence depends on the request: what is not certified or not known is not claimed.
func TestParagraphStatesWhatHolds(t *testing.T) {
	for name, c := range map[string]struct{ request, want, without string }{
		"not certified": {`{` + pair + `,"prediction":{"probability":0.51},"group":"none","samples":0}`, "None of the certificates proves", "is certified to stay"},
		"radius alone":  {`{"clean":{"points":[[0,0],[1,0]]},"sigma":0.5,"prediction":{"probability":0.9},"group":"none"}`, "Every point cloud within Frobenius distance 0.6407 of the clean one keeps", "After the best alignment"},
		"runner-up":     {`{` + pair + `,"prediction":{"probability":0.9,"runner_up":{"probability":0.05}},"group":"T"}`, "Every other class has probability at most 0.05.", "rotations"},
		"changes": {`{"clean":{"points":[[0,0],[1,0],[0,1],[1,1],[2,0],[2,1]]},"perturbed":{"changes":{"replaced":1,"moved":0.01}},"sigma":0.5,"group":"SE","permutation":true,"subsample":2,
			"prediction":{"probability":0.99}}`, "at most 1 points were replaced, 0 added and 0 removed", "is certified to stay"},
		"first two":              {`{` + pair + `,"prediction":{"probability":0.6},"top":2,"group":"SE","samples":0}`, "The class is certified to stay among the first two there: the probability of the class is at least", "the prediction"},
		"not among the first 12": {`{` + pair + `,"prediction":{"probability":0.05},"top":12,"group":"SE","samples":0}`, "None of the certificates proves that the class stays among the first 12 there", "certified to"},
		"superclass":             {`{` + pair + `,"prediction":{"probability":0.9,"classes":["chair","stool"]},"group":"SE","samples":0}`, "return one of the classes “chair”, “stool”, which count as one, with probability", "the predicted class"},
		"fixed attributes":       {`{"clean":{"points":[[0,0],[1,0]],"attributes":{"element":[6,8]}},"sigma":0.5,"prediction":{"probability":0.9},"group":"none"}`, "the statement holds for clouds with the same “element”.", "with noise"},
		"attributes with noise": {`{"clean":{"points":[[0,0],[1,0]],"attributes":{"intensity":[6,8]}},"sigma":0.5,"attribute_sigma":{"intensity":0.2},"prediction":{"probability":0.9},"group":"none"}`,
			"standard deviation σ = 0.5 on every coordinate, and on the attribute “intensity” (standard deviation 0.2); at", "clouds with the same"},
		"no radius": {`{"clean":{"points":[[0,0],[1,0]]},"sigma":0.5,"prediction":{"probability":0.4},"group":"none"}`, "No distance is certified", "Every point cloud"},
	} {
		got := written(t, c.request, Plain)
		if !strings.Contains(got, c.want) || strings.Contains(got, c.without) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestLaTeX(t *testing.T) {
	got := written(t, `{`+pair+`,"prediction":{"probability":0.95},"group":"O","samples":0}`, LaTeX)
	if !strings.Contains(got, `$\sigma = 0.5$`) || !strings.Contains(got, `G\"unnemann`) || strings.ContainsAny(got, "–σ≤‖“…") {
		t.Error(got)
	}
	if got := LaTeX.escape.Replace(`50 % of a_b`); got != `50 \% of a\_b` {
		t.Error(got)
	}
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1", 0.25: "0.25", 1e-12: "1e-12", 1234567: "1.234e6", 0.99999: "0.9999"} {
		if got := exponents.number(x, say.Down); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}
