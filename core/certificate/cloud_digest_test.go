package certificate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

const aloneCloud = `{"points": [[0.1, 0, 0.3], [1, -0.4, 0], [0.5, 1, 1], [2, 1, 0]]`

// aloneRequest is a request without a perturbation.
func aloneRequest(attributes, more string) string {
	return `{"clean": ` + aloneCloud + attributes + `}, ` + more + `}`
}

var aloneRequests = map[string]string{
	"votes":      aloneRequest("", `"sigma": 0.2, "group": "SE", "prediction": {"votes": 990, "samples": 1000, "runner_up": {"votes": 3}}`),
	"none":       aloneRequest("", `"sigma": 0.2, "group": "none", "prediction": {"probability": 0.9}, "alpha": 0.01, "top": 2`),
	"axis":       aloneRequest("", `"sigma": 0.2, "group": "axis", "axis": [0, 1, 1], "translation": true, "prediction": {"probability": 0.9}`),
	"order":      aloneRequest("", `"sigma": 0.2, "group": "E", "permutation": true, "prediction": {"votes": 990, "samples": 1000}`),
	"subsample":  aloneRequest("", `"sigma": 0.2, "group": "E", "permutation": true, "subsample": 3, "prediction": {"votes": 990, "samples": 1000}`),
	"twist":      aloneRequest("", `"sigma": 0.2, "group": "axis", "axis": [0, 0, 1], "noise": {"twist": 0.1}, "prediction": {"probability": 0.98}`),
	"all noise":  aloneRequest("", `"sigma": 0.2, "group": "axis", "axis": [1, 0, 1], "noise": {"twist": 0.1, "taper": 0.1, "scale": 0.1}, "prediction": {"votes": 990, "samples": 1000}`),
	"labels":     aloneRequest("", `"sigma": 0.2, "group": "SE", "prediction": {"labels": {"predicted": [0, 1, 1, 0], "votes": [99, 98, 100, 60], "samples": 100}}`),
	"number":     aloneRequest("", `"sigma": 0.2, "group": "SE", "prediction": {"values": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "select": [4, 5, 6], "tolerance": 2}`),
	"attributes": aloneRequest(`, "attributes": {"element": [6, 1, 1, 8], "mass": [1, 2, 3, 4]}`, `"sigma": 0.2, "group": "SE", "prediction": {"probability": 0.9, "model": {"attributes": ["mass"]}}`),
	"noisy mass": aloneRequest(`, "attributes": {"mass": [1, 2, 3, 4]}`, `"sigma": 0.2, "attribute_sigma": {"mass": 0.5}, "group": "axis", "axis": [0, 0, 1], "prediction": {"probability": 0.9}`),
	"prepared":   strings.Replace(aloneRequest("", `"sigma": 0.2, "group": "SE", "prediction": {"probability": 0.9}`), `"group"`, `"preparation": {"points": 3, "method": "farthest", "seed": 1, "normalise": "unit_sphere"}, "group"`, 1),
}

// aloneOpen has the cloud of these requests in a file, and others.
func aloneOpen(path string, _ pointcloud.Reading) (pointcloud.File, error) {
	cloud := pointcloud.Cloud{Dimension: 3, Points: []float64{0.1, 0, 0.3, 1, -0.4, 0, 0.5, 1, 1, 2, 1, 0}, Attributes: pointcloud.Attributes{
		{Name: "element", Values: []float64{6, 1, 1, 8}}, {Name: "mass", Values: []float64{1, 2, 3, 4}},
	}}
	switch path {
	case "moved":
		for i := 0; i < len(cloud.Points); i += 3 {
			cloud.Points[i] *= 2
		}
	case "heavy":
		cloud.Attributes[1].Values[0] = 7
	case "short":
		cloud = pointcloud.Pick(cloud, []int{0, 1})
	case "flat":
		cloud = pointcloud.Cloud{Dimension: 2, Points: []float64{0.1, 0, 0.3, 1}, Attributes: pointcloud.Pick(cloud, []int{0, 1}).Attributes}
	}
	return pointcloud.File{Cloud: cloud}, nil
}

// Certificates of radii say the same with the digest of their cloud, and verify.
func TestRadiiWithoutTheCloud(t *testing.T) {
	slow.Skip(t)
	for name, text := range aloneRequests {
		whole := mustParse(t, text)
		short, err := whole.WithoutClouds()
		if err != nil || short.Digest == nil || short.Clean != nil {
			t.Fatalf("%s: %v", name, err)
		}
		own, other := mustCertify(t, whole), mustCertify(t, short)
		if a, b := rowsOf(t, own), rowsOf(t, other); a != b {
			t.Errorf("%s: %s with the cloud, %s without", name, a, b)
		}
		document, err := Document(short, other)
		if err != nil {
			t.Fatal(err)
		}
		v, err := Verify(document, nil)
		if err != nil || len(v.Failed) > 0 || v.Request.Digest == nil {
			t.Fatalf("%s: %v %v", name, err, v)
		}
		if again, err := json.Marshal(v.Request); err != nil || !strings.Contains(string(document), string(again)) {
			t.Errorf("%s: read as %s, %v", name, again, err)
		}
		if same, err := v.Request.WithoutClouds(); err != nil || same.Digest != v.Request.Digest {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := short.Key(); err == nil || !strings.Contains(err.Error(), "gram.cloud") {
			t.Errorf("%s: has a key: %v", name, err)
		}
		keyed := strings.Replace(string(document), `"core"`, `"key": "`+strings.Repeat("0", 64)+`", "core"`, 1)
		if v, err := Verify([]byte(keyed), nil); err != nil || len(v.Failed) != 1 || !strings.HasPrefix(v.Failed[0], "key: ") {
			t.Errorf("%s: with a key: %v, %v", name, v, err)
		}
		if _, err := FindMinimum(short); err == nil || !strings.Contains(err.Error(), "perturbed") {
			t.Errorf("%s: has a minimum: %v", name, err)
		}
	}
}

// rowsOf is what a certificate says.
func rowsOf(t *testing.T, c *Certificate) string {
	t.Helper()
	text, err := json.Marshal(c.Verdict)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A cloud is compared with its digest, prepared or before that, by its coordinates and by the attributes that the model sees.
func TestCompareClean(t *testing.T) {
	for name, text := range aloneRequests {
		short, err := mustParse(t, text).WithoutClouds()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(short)
		short = mustParse(t, string(text))
		heavy := []string(nil)
		if slices.Contains(short.Prediction.Seen, "mass") {
			heavy = []string{"sha256"}
		}
		for path, want := range map[string][]string{"same": nil, "heavy": heavy, "moved": {"sha256"}, "short": {"points"}, "flat": {"dimension"}} {
			differs, err := short.CompareClean(path, aloneOpen)
			if name == "prepared" && (path == "short" || path == "flat") { // too few points to prepare
				if err == nil {
					t.Errorf("%s, %s: %v", name, path, differs)
				}
				continue
			}
			if err != nil || len(differs) != len(want) || len(want) > 0 && !strings.Contains(differs[0], "."+want[0]) {
				t.Errorf("%s, %s: %v %v", name, path, differs, err)
			}
		}
	}
	far, err := mustParse(t, aloneRequests["twist"]).WithoutClouds()
	if err != nil {
		t.Fatal(err)
	}
	far.transformed.Radius /= 2
	if differs, err := far.CompareClean("same", aloneOpen); err != nil || len(differs) != 1 || !strings.Contains(differs[0], "gram.parameters") {
		t.Errorf("another extent: %v %v", differs, err)
	}
}

// A cloud whose points have different σ stays in the certificate, and a pair takes the Gram form.
func TestCloudsThatStay(t *testing.T) {
	for _, sigma := range []string{`[0.1, 0.2, 0.2, 0.2]`, `{"attribute": "element", "values": {"6": 0.1, "1": 0.2, "8": 0.2}}`, `{"attribute": "element", "values": {"6": 0.1, "1": 0.1, "8": 0.1}}`} {
		r := mustParse(t, aloneRequest(`, "attributes": {"element": [6, 1, 1, 8]}`, `"sigma": `+sigma+`, "group": "SE", "prediction": {"probability": 0.9}`))
		if same, err := r.WithoutClouds(); err != nil || same.Clean == nil {
			t.Errorf("%s: %v", sigma, err)
		}
	}
	pair := mustParse(t, string(countedRequest(`{"probability": 0.9}`)))
	if short, err := pair.WithoutClouds(); err != nil || short.Pair == nil || short.Digest != nil {
		t.Errorf("a pair: %v", err)
	}
}

// Votes that were counted are of the cloud that the digest names.
func TestDigestOfCountedVotes(t *testing.T) {
	alone := strings.Replace(string(countedRequest(`{"evidence": `+evidence(t)+`}`)), `"perturbed": {"points": [[0, 0], [1, 0.1], [2, 1], [0, 3], [1, 1]]},`, "", 1)
	whole := mustParse(t, alone)
	short, err := whole.WithoutClouds()
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(short)
	if got := "sha256:" + mustParse(t, string(text)).Digest.SHA256; got != whole.Prediction.Evidence.Sampling.Cloud {
		t.Errorf("%s in the gram form, %s in the votes", got, whole.Prediction.Evidence.Sampling.Cloud)
	}
	short.Digest = &CloudDigest{5, strings.Repeat("0", 64)}
	text, _ = json.Marshal(short)
	if _, err := ParseRequest(text, nil); err == nil || !strings.Contains(err.Error(), "evidence.sampling.cloud") {
		t.Errorf("votes of another cloud: %v", err)
	}
}

// What does not belong beside a digest is refused.
func TestDigestsThatAreRefused(t *testing.T) {
	digest := smoothing.CloudDigest(pointcloud.Cloud{Dimension: 3, Points: []float64{1, 2, 3}})
	cloud := `"cloud": {"points": 9, "sha256": "` + digest + `"}`
	turn := `"noise": {"twist": 0.1}, "group": "axis", "axis": [0, 0, 1]`
	for _, c := range []struct{ gram, more, want string }{
		{`"cloud": {"points": 0, "sha256": "` + digest + `"}`, `"group": "SE"`, "gram.cloud.points"},
		{`"cloud": {"sha256": "` + digest + `"}`, `"group": "SE"`, "gram.cloud.points"},
		{`"cloud": {"points": 9}`, `"group": "SE"`, "gram.cloud.sha256: is missing"},
		{`"cloud": {"points": 9, "sha256": "` + strings.ToUpper(digest) + `x"}`, `"group": "SE"`, "gram.cloud.sha256"},
		{`"cloud": {"points": 9, "sha256": "` + digest + `", "name": "x"}`, `"group": "SE"`, "gram.cloud.name"},
		{cloud + `, "points": {"clean": 9, "changes": {"moved": 1}}`, `"group": "SE"`, "gram.cloud"},
		{cloud + `, "matrix": [[1,0,0,1,0,0],[0,1,0,0,1,0],[0,0,1,0,0,1],[1,0,0,1,0,0],[0,1,0,0,1,0],[0,0,1,0,0,1]]`, `"group": "SE"`, "gram.cloud"},
		{cloud + `, "axial": 1`, `"group": "axis", "axis": [0, 0, 1]`, "gram."},
		{cloud, `"group": "SE", "subsample": 10`, "subsample"},
		{cloud, turn, "gram.parameters"},
		{cloud + `, "parameters": {"shift": {"twist": 0.1}, "distance": 0, "rise": 0, "radius": 1, "low": 0, "high": 1}`, turn, "gram.parameters"},
		{cloud + `, "parameters": {"distance": 0.1, "rise": 0, "radius": 1, "low": 0, "high": 1}`, turn, "gram.parameters"},
		{cloud + `, "parameters": {"distance": 0, "rise": 0, "radius": 1, "low": 0, "high": 1}`, `"group": "SE"`, "noise"},
	} {
		text := fmt.Sprintf(`{"gram": {"dimension": 3, %s}, "sigma": 0.2, "prediction": {"probability": 0.9}, %s}`, c.gram, c.more)
		if r, err := ParseRequest([]byte(text), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s, got %v", text, err, c.want, r)
		}
	}
	labels := `{"gram": {"dimension": 3, ` + cloud + `}, "sigma": 0.2, "group": "SE", "prediction": {"labels": {"predicted": [0], "votes": [9], "samples": 10}}}`
	if _, err := ParseRequest([]byte(labels), nil); err == nil || !strings.Contains(err.Error(), "prediction.labels.votes") {
		t.Errorf("a label for 9 points: %v", err)
	}
}
