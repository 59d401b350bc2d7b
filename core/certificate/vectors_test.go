package certificate

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// spread returns so many vectors near (1, 0, 0.5) as text, for each of count points if that is not 0.
func spread(seed uint64, n, count int) string {
	random := rand.New(rand.NewPCG(seed, 0))
	samples := make([]any, n)
	for i := range samples {
		vectors := make([][]float64, max(1, count))
		for k := range vectors {
			vectors[k] = []float64{1 + 0.2*random.NormFloat64(), 0.2 * random.NormFloat64(), 0.5 + 0.1*random.NormFloat64()}
		}
		samples[i] = vectors
		if count == 0 {
			samples[i] = vectors[0]
		}
	}
	text, err := json.Marshal(samples)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// withVectors is a request of two clouds, the second turned by a right angle and one point of it moved by d.
func withVectors(d float64, vectors, rest string) string {
	return fmt.Sprintf(`{"clean": {"points": [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]}, "perturbed": {"points": [[0, 0, %v], [0, 1, 0], [-2, 0, 0], [0, 0, 3]]},
		"sigma": 1, "group": "SO", "prediction": {"vectors": {%s}}%s}`, d, vectors, rest)
}

func TestVectors(t *testing.T) {
	slow.Skip(t)
	evidence := `"clip": 2, "select": ` + spread(1, 100, 0) + `, "values": ` + spread(2, 4000, 0)
	r := mustParse(t, withVectors(0.1, evidence+`, "tolerance": 0.6`, `, "samples": 1000`))
	c := mustCertify(t, r)
	if !c.Certified || c.CertifiedBy[0] != "orbit" || c.Probability != nil || c.Tight != nil || c.Orbit.Lower != nil {
		t.Errorf("%+v", c.Verdict)
	}
	b := c.Orbit.Vectors[0]
	if b.Lower[0] > 1 || b.Upper[0] < 1 || b.Upper[0]-b.Lower[0] > 0.6 || b.Angle == nil || *b.Angle > 40 || c.BlackBox.Vectors[0].Ball.Radius < b.Ball.Radius {
		t.Errorf("%+v, radius %v", b, *c.Orbit.Radius)
	}
	// Beyond the radius the tolerance is not certified, and just within it is.
	for factor, want := range map[float64]bool{0.999: true, 1.001: false} {
		if at := mustCertify(t, mustParse(t, withVectors(factor**c.Orbit.Radius, evidence+`, "tolerance": 0.6`, ``))); at.Certified != want {
			t.Errorf("%v radii away: %v", factor, at.Certified)
		}
	}
	// An angle has a radius of its own; without either only the bounds are stated, and they are the same.
	angle := mustCertify(t, mustParse(t, withVectors(0.1, evidence+`, "angle": 45`, ``)))
	without := mustCertify(t, mustParse(t, withVectors(0.1, evidence, ``)))
	if !angle.Certified || without.Certified || without.Orbit.Radius != nil || without.Orbit.Vectors[0].Lower[0] != b.Lower[0] {
		t.Errorf("angle: %+v, without: %+v", angle.Orbit, without.Orbit)
	}
	if _, err := FindMinimum(r); err == nil {
		t.Error("a probability that certifies vectors")
	}
}

// Vectors of points verify as they are written, also if some samples have none. Changed numbers do not.
func TestVerifyVectors(t *testing.T) {
	values := "[null," + spread(4, 300, 4)[1:]
	for _, vectors := range []string{
		`"clip": 3, "values": ` + values,
		`"clip": 3, "values": ` + values + `, "select": ` + spread(5, 20, 4) + `, "angle": 60`,
	} {
		r := mustParse(t, withVectors(0.2, vectors, `, "permutation": true`))
		c := mustCertify(t, r)
		if len(c.Orbit.Vectors) != 4 {
			t.Fatalf("%d vectors", len(c.Orbit.Vectors))
		}
		text, err := Document(r, c)
		if err != nil {
			t.Fatal(err)
		}
		v, err := Verify(text, nil)
		if err != nil || len(v.Failed) > 0 {
			t.Errorf("%v %v", v, err)
		}
		for _, forge := range [][2]string{{`"radius": `, `"radius": 0`}, {`"clip":3`, `"clip":2.5`}, {`"lower": [`, `"lower": [0,`}} {
			forged := strings.Replace(string(text), forge[0], forge[1], 1)
			if v, err := Verify([]byte(forged), nil); forged == string(text) || err == nil && len(v.Failed) == 0 {
				t.Errorf("%s: verified", forge[1])
			}
		}
		short, err := r.Gram()
		if err != nil {
			t.Fatal(err)
		}
		if gram := mustCertify(t, short); gram.Orbit.Vectors[0].Upper[0] != c.Orbit.Vectors[0].Upper[0] {
			t.Error("the Gram form has other bounds")
		}
	}
}

func TestBadVectors(t *testing.T) {
	const two = `"clip": 1, "values": [[1, 2, 3], [1, 2, 4]]`
	for vectors, want := range map[string]string{
		`"values": [[1, 2, 3], [1, 2, 3]]`:            "vectors.clip: is missing",
		`"clip": 0, "values": [[1, 2, 3], [1, 2, 3]]`: "vectors.clip: must be from 1e-100",
		`"clip": 1`:                                                                    "vectors.values: is missing",
		`"clip": 1, "values": 3`:                                                       "vectors.values: must be a list",
		`"clip": 1, "values": []`:                                                      "vectors.values: must be a list of vectors",
		`"clip": 1, "values": [null, null]`:                                            "vectors.values: must be a list of vectors",
		`"clip": 1, "values": [[1], [2]]`:                                              "vectors.values: must be a list of vectors of 2 or 3",
		`"clip": 1, "values": [[1, 2, 3]]`:                                             "vectors.values: has one sample",
		`"clip": 1, "values": [[1, 2], [1, 2]]`:                                        "vectors.values: has vectors of 2 numbers, the cloud has 3",
		`"clip": 1, "values": [[1, 2, 3], [1, 2]]`:                                     "vectors.values[1]: has 2 numbers",
		`"clip": 1, "values": [[1, 2, 3], [1, 2, "3"]]`:                                "vectors.values[1]: must be a number",
		`"clip": 1, "values": [[1, 2, 3], [1, 2, null]]`:                               "vectors.values[1]: must be a number",
		`"clip": 1, "values": [[1, 2, 3], [1, 2, 1e101]]`:                              "vectors.values[1]: must have numbers of at most 1e100",
		`"clip": 1, "values": [[1, 2, 3], [[1, 2, 3]]]`:                                "vectors.values[1]: has 1 numbers",
		`"clip": 1, "values": [[[1, 2, 3]], [[1, 2, 3]]]`:                              "vectors.values: has 1 vectors in each sample, the clean cloud has 4",
		`"clip": 1, "values": [[[1, 2, 3], null], [[1, 2, 3]]]`:                        "vectors.values[1]: has 1 vectors, the others have 2",
		`"clip": 1, "values": [[[1, 2, 3], null], [[1, 2, 3], [1, 2]]]`:                "vectors.values[1][1]: has 2 numbers",
		two + `, "tolerance": 1`:                                                       "vectors.select: is missing",
		two + `, "angle": 10`:                                                          "vectors.select: is missing",
		two + `, "select": [[1, 2, 3]], "angle": 181`:                                  "vectors.angle: must be above 0 and at most 180",
		two + `, "select": [[1, 2, 3]], "tolerance": 0`:                                "vectors.tolerance: must be above 0",
		two + `, "select": [[1, 2, 3]], "tolerance": 1, "angle": 9`:                    "vectors.angle: is there beside tolerance",
		two + `, "select": [[0, 0, 0]], "angle": 9`:                                    "vectors.angle: needs a direction",
		two + `, "select": [[1, 2]], "angle": 9`:                                       "vectors.select: has other lists",
		two + `, "select": [null], "angle": 9`:                                         "vectors.select: must be a list of vectors",
		two + `, "centre": [1, 2, 3]`:                                                  "vectors.centre: is not a known field",
		`"clip": 1, "values": ` + spread(1, 30, 0) + `, "select": ` + spread(1, 30, 0): "vectors.select: has the same vectors",
	} {
		_, err := ParseRequest([]byte(withVectors(0, vectors, "")), nil)
		if err == nil || !strings.Contains(err.Error(), "prediction."+want) {
			t.Errorf("%.80s: %v, want %s", vectors, err, want)
		}
	}
	for rest, want := range map[string]string{
		`, "top": 2`: "top: is for classes", `, "subsample": 2`: "prediction.vectors: follows from no distance alone",
		`, "group": "axis", "axis": [0, 0, 1], "noise": {"twist": 0.1}`: "prediction.vectors: follows from no distance alone",
	} {
		request := withVectors(0, two, rest)
		if strings.Contains(rest, "axis") {
			request = strings.Replace(request, `"group": "SO", `, "", 1)
		}
		if _, err := ParseRequest([]byte(request), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", rest, err, want)
		}
	}
}

// counted returns evidence of a model that returns the place of each point in its pose, 1,100 times, as text.
func countedPlaces(t *testing.T, request string) string {
	t.Helper()
	r, plan, err := ParsePlan([]byte(request), nil)
	if err != nil {
		t.Fatal(err)
	}
	sampler := smoothing.NewSampler(plan, *r.Clean)
	inputs, counts := sampler.Inputs(0, plan.Samples())
	coded, _, err := sampler.Classes(0, counts, smoothing.Logits{Kind: smoothing.Float32, Width: 3 * r.Clean.Count(), Data: inputs})
	if err != nil {
		t.Fatal(err)
	}
	e, err := smoothing.NewEvidence(plan, coded, r.Clean.Count(), smoothing.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	return string(e.Document())
}

// Vectors that were counted certify as those given do, but for what the turns round, and only for the clip length they were counted with.
func TestCountedVectors(t *testing.T) {
	slow.Skip(t)
	const clouds = `"clean": {"points": [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]}, "perturbed": {"points": [[0, 0, 0.01], [0, 1, 0], [-2, 0, 0], [0, 0, 3]]},
		"sigma": 0.1, "group": "SE", "permutation": true, "prediction": `
	const model = `"model": {"sha256": "0000000000000000000000000000000000000000000000000000000000000000", "layout": "BND", "returns": "BND", "clip": 4}`
	evidence := countedPlaces(t, `{`+clouds+`{`+model+`}}`)
	r := mustParse(t, `{`+clouds+`{"evidence": `+evidence+`, "vectors": {"tolerance": 1}}}`)
	c := mustCertify(t, r)
	b := c.Orbit.Vectors[3]
	if !c.Certified || b.Lower[2] > 2.25 || b.Upper[2] < 2.25 || b.Upper[2]-b.Lower[2] > 1 {
		t.Errorf("%v %+v", c.Certified, b)
	}
	text, err := Document(r, c)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := Verify(text, nil); err != nil || len(v.Failed) > 0 {
		t.Errorf("%v %v", v, err)
	}
	for _, forge := range [][2]string{{`"clip":4,"select"`, `"clip":3,"select"`}, {`"returns":"BND","clip":4`, `"returns":"BND","clip":3`}, {`"sigma":0.1`, `"sigma":0.2`}} {
		forged := strings.Replace(string(text), forge[0], forge[1], 1)
		if v, err := Verify([]byte(forged), nil); forged == string(text) || err == nil && len(v.Failed) == 0 {
			t.Errorf("%s: verified", forge[1])
		}
	}
	// Without the evidence the same vectors are taken as exact.
	var document struct {
		Request struct {
			Prediction map[string]json.RawMessage `json:"prediction"`
		} `json:"request"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	given := mustCertify(t, mustParse(t, `{`+clouds+`{"vectors": `+string(document.Request.Prediction["vectors"])+`}}`)).Orbit.Vectors[3]
	if !(b.Upper[2] > given.Upper[2] && b.Upper[2] < given.Upper[2]+1e-6 && b.Ball.Radius > given.Ball.Radius) {
		t.Errorf("counted %+v, given %+v", b, given)
	}
	for prediction, want := range map[string]string{
		`{"evidence": ` + evidence + `, "vectors": {"clip": 3, "angle": 20}}`:           "vectors.clip: is 3, and the vectors were counted with model.clip 4",
		`{"evidence": ` + evidence + `, "vectors": {"tolerance": 1, "angle": 20}}`:      "prediction.vectors.angle: is there beside tolerance",
		`{"evidence": ` + evidence + `, "values": [1, 2]}`:                              "prediction.values: does not belong to the evidence, whose model returns a vector for each point",
		`{"evidence": ` + strings.Replace(evidence, `"vectors":`, `"other":`, 1) + `}`:  "vectors.values: is missing",
		`{"evidence": ` + evidence + `, "tolerance": 1}`:                                "prediction.tolerance: is not a known field",
		`{"evidence": ` + evidence + `, "vectors": {"values": [[1, 2, 3], [1, 2, 4]]}}`: "other vectors than the prediction beside it",
		`{"vectors": {"tolerance": 1}}`:                                                 "prediction.vectors.clip: is missing",
	} {
		if _, err := ParseRequest([]byte(`{`+clouds+prediction+`}`), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, _, err := ParsePlan([]byte(`{`+clouds+`{`+model+`}, "subsample": 3}`), nil); err == nil || !strings.Contains(err.Error(), "prediction.model.returns") {
		t.Errorf("subsample: %v", err)
	}
}
