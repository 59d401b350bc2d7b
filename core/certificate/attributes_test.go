package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// attributed is a request about clouds of three points with attributes.
func attributed(clean, perturbed, prediction, more string) []byte {
	cloud := func(points, attributes string) string {
		if attributes == "" {
			return `{"points": ` + points + `}`
		}
		return `{"points": ` + points + `, "attributes": ` + attributes + `}`
	}
	if !strings.Contains(more, "group") {
		more += `, "group": "none"`
	}
	if prediction == "" {
		prediction = `{"probability": 0.9}`
	}
	return fmt.Appendf(nil, `{"clean": %s, "perturbed": %s, "sigma": 0.5, "prediction": %s%s}`,
		cloud(`[[0, 0], [2, 0], [0, 1]]`, clean), cloud(`[[0, 0.1], [2, 0], [0, 1]]`, perturbed), prediction, more)
}

func TestRefusesOtherAttributes(t *testing.T) {
	const (
		see   = `{"probability": 0.9, "model": {"attributes": ["a"]}}`
		water = `{"element": [8, 1, 1]}`
	)
	for _, c := range []struct{ name, clean, perturbed, prediction, more, want string }{
		{"in order", water, `{"element": [8, 1, 6]}`, "", "", `perturbed.attributes.element: point 3 has 6, the clean cloud 1: attributes that the model sees must be the same; give votes of samples of k points (subsample), for which such points count as replaced, or leave the attribute out of prediction.model.attributes if the model does not see it`},
		{"swapped in order", water, `{"element": [1, 8, 1]}`, "", "", "perturbed.attributes.element: point 1 has 1, the clean cloud 8"},
		{"without order", `{"charge": [0, 1, 2], "element": [8, 1, 1]}`, `{"charge": [2, 1, 0], "element": [6, 1, 1]}`, "", `, "permutation": true`, "perturbed.attributes.element: point 1 has 6, which more points have than in the clean cloud"},
		{"pairs without order", `{"a": [0, 1, 1], "b": [0, 1, 0]}`, `{"a": [1, 0, 1], "b": [0, 1, 0]}`, "", `, "permutation": true`, "perturbed.attributes.a: point 2 has 0"},
		{"missing in the perturbed cloud", water, "", "", "", `perturbed: has no attribute "element", which the model sees; add it, or leave it out of prediction.model.attributes`},
		{"missing in the clean cloud", "", water, "", "", `clean: has no attribute "element"`},
		{"named and missing", water, water, see, "", `clean: has no attribute "a"`},
		{"a normal under rotations", `{"nx": [0, 1, 0]}`, `{"nx": [0, 1, 0]}`, "", `, "group": "SE"`, "clean.attributes.nx: is part of a vector that turns with the cloud: held fixed it would break the invariance under rotations; compute such vectors inside the model"},
		{"too few", `{"a": [1, 2]}`, `{"a": [1, 2, 3]}`, "", "", "clean.attributes.a: has 2 values for 3 points; give each point one"},
		{"a number for a name", water, water, `{"probability": 0.9, "model": {"attributes": [1]}}`, "", "prediction.model.attributes[0]: must be the name of an attribute, got 1"},
		{"a name twice", water, water, `{"probability": 0.9, "model": {"attributes": ["element", "element"]}}`, "", `prediction.model.attributes[1]: names "element" a second time`},
		{"no list", water, water, `{"probability": 0.9, "model": {"attributes": "element"}}`, "", "prediction.model.attributes: must be a list"},
		{"another field of the model", water, water, `{"probability": 0.9, "model": {"name": "a"}}`, "", "prediction.model.name: is not a known field here"},
	} {
		if _, err := ParseRequest(attributed(c.clean, c.perturbed, c.prediction, c.more), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// Attributes that are the same change nothing but the request; those that the model does not see are left out.
func TestKeepsAttributesThatTheModelSees(t *testing.T) {
	certify := func(text []byte) (*Request, []byte) {
		r, err := ParseRequest(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Certify(r)
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := json.Marshal(c.Verdict)
		if err != nil {
			t.Fatal(err)
		}
		return r, verdict
	}
	plain, verdict := certify(attributed("", "", "", ""))
	text, _ := json.Marshal(plain)
	if bytes.Contains(text, []byte("attributes")) {
		t.Errorf("a request without attributes is written as %s", text)
	}
	both := `{"b": [1, 2, 3], "a": [0.5, -0, 1]}`
	for _, c := range []struct{ prediction, group, want string }{
		{"", "none", `"attributes":{"a":[0.5,0,1],"b":[1,2,3]}`},
		{`{"probability": 0.9, "model": {"attributes": ["b"]}}`, "none", `"attributes":{"b":[1,2,3]}`},
		{`{"votes": 990, "samples": 1000, "model": {"attributes": ["b"]}}`, "T", `"model":{"attributes":["b"]}`},
	} {
		r, own := certify(attributed(both, both, c.prediction, `, "group": "`+c.group+`"`))
		text, err := json.Marshal(r)
		if err != nil || !bytes.Contains(text, []byte(c.want)) {
			t.Errorf("%s: %s lacks %s (%v)", c.prediction, text, c.want, err)
		}
		if c.group == "none" && !bytes.Equal(own, verdict) {
			t.Errorf("%s: certificate %s, without attributes %s", c.prediction, own, verdict)
		}
		again, err := ParseRequest(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if back, _ := json.Marshal(again); !bytes.Equal(back, text) {
			t.Errorf("%s is read as %s", text, back)
		}
	}
	none, _ := certify(attributed(both, `{"c": [1, 2, 3]}`, `{"probability": 0.9, "model": {"attributes": []}}`, ""))
	if again, _ := json.Marshal(none); !bytes.Equal(again, text) {
		t.Errorf("a model that sees no attribute makes %s, want %s", again, text)
	}
}

// Files have attributes that the request has to name.
func TestNamesAttributesOfFiles(t *testing.T) {
	open := func(path string, _ pointcloud.Reading) (pointcloud.File, error) {
		return pointcloud.Parse(path, []byte(map[string]string{
			"clean.xyz": "2\n\nC 0 0 0\nN 1 0 0\n", "other.xyz": "2\n\nN 0 0 0\nC 1 0 0\n", "plain.csv": "x,y,z\n0,0,0\n1,0,0\n",
		}[path]), pointcloud.Reading{})
	}
	request := func(perturbed, prediction string) ([]byte, error) {
		r, err := ParseRequest(fmt.Appendf(nil, `{"clean": {"file": "clean.xyz"}, "perturbed": %s, "sigma": 1, "group": "none", "prediction": {"probability": 0.9%s}}`, perturbed, prediction), open)
		if err != nil {
			return nil, err
		}
		return json.Marshal(r)
	}
	const sees = `, "model": {"attributes": ["element"]}`
	if text, err := request(`{"file": "clean.xyz"}`, sees); err != nil || bytes.Count(text, []byte(`"attributes":{"element":[6,7]}`)) != 2 {
		t.Errorf("%s, %v", text, err)
	}
	if text, err := request(`{"file": "plain.csv"}`, ""); err != nil || bytes.Contains(text, []byte("attributes")) {
		t.Errorf("%s, %v", text, err)
	}
	if text, err := request(`{"attack": "scale", "norm": 0.5}`, sees); err != nil || !bytes.Contains(text, []byte(`"attributes":{"element":[6,7]}`)) {
		t.Errorf("%s, %v", text, err)
	}
	for perturbed, want := range map[string]string{
		`{"file": "other.xyz"}`:            "perturbed.attributes.element: point 1 has 7, the clean cloud 6",
		`{"file": "plain.csv"}`:            `perturbed: has no attribute "element"`,
		`{"points": [[0,0,0], [1,0,0.1]]}`: `perturbed: has no attribute "element"`,
	} {
		if _, err := request(perturbed, sees); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", perturbed, err, want)
		}
	}
}

// Counted numbers may stand beside the attributes that their model sees, as counted classes may.
func TestNamesAttributesBesideCountedNumbers(t *testing.T) {
	text, err := os.ReadFile("../../site/examples/energy-3d.json")
	if err != nil {
		t.Fatal(err)
	}
	for names, want := range map[string]string{
		`{"attributes": ["element"]}`: "",
		`{"attributes": ["charge"]}`:  "prediction.model.attributes: names other attributes than the evidence",
		`{"name": "energy.onnx"}`:     "prediction.model.name: is not a known field here",
	} {
		_, err := ParseRequest(bytes.Replace(text, []byte(`"evidence":`), []byte(`"model": `+names+`, "evidence":`), 1), nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", names, err, want)
		}
	}
}

// Without an order, only points with the same attributes are matched.
func TestMatchesEqualAttributes(t *testing.T) {
	two := `, "group": "none", "permutation": true`
	clean := `{"points": [[0, 0], [1, 0]], "attributes": {"element": [6, 7]}}`
	crossed := `{"points": [[1, 0], [0, 0]], "attributes": {"element": [6, 7]}}`
	r, err := ParseRequest([]byte(`{"clean": `+clean+`, "perturbed": `+crossed+`, "sigma": 1, "prediction": {"probability": 0.9}`+two+`}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	if d := *c.Orbit.Distance; math.Abs(d-math.Sqrt2) > 1e-12 {
		t.Errorf("the distance is %v, want √2: carbon must not become nitrogen", d)
	}
	random := rand.New(rand.NewPCG(5, 4))
	for _, g := range []invariance.Group{invariance.None, invariance.Rigid, invariance.Orthogonal} {
		for _, n := range []int{5, 24, 90} {
			x, y, order := shuffled(random, 3, n, 0.05)
			own, other := make([]float64, n), make([]float64, n)
			for i, to := range order {
				own[i] = float64(i % 4)
				other[to] = own[i]
			}
			x.Attributes = pointcloud.Attributes{{Name: "element", Values: own}}
			y.Attributes = pointcloud.Attributes{{Name: "element", Values: other}}
			search := permuted(x, y, g).Search()
			search.Run()
			for i, j := range search.Permutation() {
				if own[i] != other[j] {
					t.Fatalf("%s, %d points: point %v is matched with point %v", g, n, own[i], other[j])
				}
			}
			if search.Lower() > search.Distance() || search.Distance() > 0.05+1e-9 {
				t.Errorf("%s, %d points: distance %v to %v, of noise 0.05", g, n, search.Lower(), search.Distance())
			}
			x.Attributes, y.Attributes = nil, nil
			free := permuted(x, y, g).Search()
			free.Run()
			if free.Lower() > search.Distance()*(1+1e-9) {
				t.Errorf("%s, %d points: any order is %v away, but one that keeps attributes %v", g, n, free.Lower(), search.Distance())
			}
		}
	}
}

// A classifier that looks at the order says nothing of clouds in which only other points have the same attributes: the black box would
// keep the label of a point that has become another one.
func TestHasNoBlackBoxAcrossAttributes(t *testing.T) {
	const clean, crossed = `{"points": [[1, 0], [-1, 0]], "attributes": {"element": [6, 1]}}`, `{"points": [[1, 0], [-1, 0]], "attributes": {"element": [1, 6]}}`
	for _, c := range []struct {
		perturbed string
		has       bool
	}{{crossed, false}, {clean, true}} {
		r, err := ParseRequest([]byte(`{"clean": `+clean+`, "perturbed": `+c.perturbed+`, "sigma": 0.1, "group": "SE", "permutation": true, "samples": 0,
			"prediction": {"labels": {"predicted": [0, 1], "votes": [990, 990], "samples": 1000}}}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		made, err := Certify(r)
		if err != nil {
			t.Fatal(err)
		}
		least, err := FindMinimum(r)
		if err != nil {
			t.Fatal(err)
		}
		if made.BlackBox != nil != c.has || least.BlackBox != nil != c.has || !made.Orbit.Certified || *made.Orbit.Labels.Count != 2 {
			t.Errorf("%s: black box %+v from %v, orbit %+v", c.perturbed, made.BlackBox, least.BlackBox, made.Orbit)
		}
		text, err := Document(r, made)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := Verify(text, nil); err != nil || len(v.Failed) > 0 {
			t.Errorf("%v, %v", v, err)
		}
		short, err := r.Gram()
		if err != nil {
			t.Fatal(err)
		}
		shared, err := json.Marshal(short)
		if err != nil || bytes.Contains(shared, []byte("black_box_distance")) != c.has {
			t.Errorf("%s, %v", shared, err)
		}
		other, err := ParseRequest(shared, nil)
		if err != nil {
			t.Fatal(err)
		}
		if made, err = Certify(other); err != nil || made.BlackBox != nil != c.has || !made.Orbit.Certified {
			t.Errorf("shared: %+v, %v", made, err)
		}
	}
}

// Points with other attributes count as replaced where samples are of some points.
func TestCountsOtherAttributesAsReplaced(t *testing.T) {
	const n = 40
	var points [][2]float64
	own, other := make([]float64, n), make([]float64, n)
	for i := range n {
		points = append(points, [2]float64{float64(i % 7), float64(i / 7)})
		own[i] = float64(i % 3)
		other[i] = own[i]
	}
	other[4], other[9] = 7, 7
	cloud := func(values []float64) string {
		text, _ := json.Marshal(map[string]any{"points": points, "attributes": map[string]any{"class": values}})
		return string(text)
	}
	for _, pairing := range []string{`"order"`, `"nearest"`, `[[4, 4], [9, 9], [0, 0], [1, 1], [2, 2], [3, 3], [5, 5], [6, 6], [7, 7], [8, 8]]`} {
		text := fmt.Sprintf(`{"clean": %s, "perturbed": %s, "sigma": 0.5, "group": "none", "subsample": 3, "pairing": %s, "prediction": {"probability": 0.99}}`, cloud(own), cloud(other), pairing)
		r, err := ParseRequest([]byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Certify(r)
		if err != nil {
			t.Fatal(err)
		}
		most := n - 2
		if pairing[0] == '[' {
			most = 8
		}
		if c.Subsample == nil || c.Subsample.Kept > most || c.Orbit.Certified {
			t.Errorf("%s: %+v keeps more than %d points, or the orbit-based argument certifies %v", pairing, c.Subsample, most, c.Orbit.Certified)
		}
		for i, j := range c.Subsample.Alignment.Permutation {
			if j >= 0 && own[i] != other[j] {
				t.Errorf("%s: point %d is kept as %d", pairing, i, j)
			}
		}
	}
}

// A shared certificate says which attributes were held fixed; a released one may not pair others.
func TestSharesAndVerifiesAttributes(t *testing.T) {
	element := `{"element": [8, 1, 1]}`
	r, err := ParseRequest(attributed(element, element, "", `, "permutation": true, "group": "SE"`), nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Document(r, c)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := Verify(text, nil); err != nil || len(v.Failed) > 0 {
		t.Errorf("%v, %v", v, err)
	}
	short, err := r.Gram()
	if err != nil {
		t.Fatal(err)
	}
	shared, err := json.Marshal(short)
	if err != nil || !bytes.Contains(shared, []byte(`"model":{"attributes":["element"]}`)) || bytes.Contains(shared, []byte("[8,1,1]")) {
		t.Errorf("%s, %v", shared, err)
	}
	if _, err := ParseRequest(shared, nil); err != nil {
		t.Error(err)
	}
	var flat bytes.Buffer
	if err := json.Compact(&flat, text); err != nil {
		t.Fatal(err)
	}
	text = flat.Bytes()
	crossed := bytes.Replace(text, []byte(`"permutation":[0,1,2]`), []byte(`"permutation":[1,0,2]`), 1)
	if bytes.Equal(crossed, text) {
		t.Fatalf("no permutation in %s", text)
	}
	old := bytes.Replace(crossed, []byte(`"core":"`+Core+`"`), []byte(`"core":"0.7.0"`), 1)
	if v, err := Verify(old, nil); err != nil || len(v.Failed) == 0 {
		t.Errorf("%v, %v: a permutation of other attributes passes", v, err)
	}
}
