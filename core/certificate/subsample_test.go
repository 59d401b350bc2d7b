package certificate

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// someRequest is countedRequest with samples of some of its five points.
func someRequest(prediction, subsample string) []byte {
	return []byte(strings.Replace(string(countedRequest(prediction)), `"samples": 0`, `"samples": 0, "subsample": `+subsample, 1))
}

// pointsRequest is of 40 points of which samples have 8, with a perturbed field and more.
func pointsRequest(perturbed, more string) string {
	clean := pointsOf(pointsClean())
	return fmt.Sprintf(`{"clean": {"points": %s}, %s "sigma": 0.1, "group": "SE", "samples": 0, "prediction": {"probability": 0.99}%s}`, clean, perturbed, more)
}

func pointsClean() pointcloud.Cloud { return trials.Cloud(rand.New(rand.NewPCG(27, 31)), 40, 3) }

func pointsOf(c pointcloud.Cloud) string {
	text, _ := c.MarshalJSON()
	return string(text)
}

// lessPoints is the clean cloud turned by a quarter, without its first points, with others behind.
func lessPoints(removed, added int) string {
	c := pointsClean()
	out := pointcloud.Cloud{Dimension: 3}
	for n := removed; n < c.Count(); n++ {
		p := c.Points[3*n : 3*n+3]
		out.Points = append(out.Points, 1-p[1], 2+p[0], p[2])
	}
	for i := range added {
		out.Points = append(out.Points, 9, float64(i), 0)
	}
	return `"perturbed": {"points": ` + pointsOf(out) + `},`
}

func TestSubsamplesThatAreRefused(t *testing.T) {
	gram := `{"gram": {"dimension": 2, "matrix": [[1,0,0.9,0],[0,1,0,0.9],[0.9,0,1,0],[0,0.9,0,1]]}, "sigma": 0.1, "group": "SO", "prediction": {"probability": 0.9}, "subsample": 3}`
	changes := func(c string) string { return pointsRequest(`"perturbed": {"changes": `+c+`},`, `, "subsample": 8`) }
	pairs := func(p string) string { return pointsRequest(lessPoints(2, 0), `, "subsample": 8, "pairing": `+p) }
	for name, c := range map[string]struct{ text, field string }{
		"more than there are":   {string(someRequest(`{"probability": 0.9}`, "6")), "subsample"},
		"one":                   {string(someRequest(`{"probability": 0.9}`, "1")), "subsample"},
		"a part":                {string(someRequest(`{"probability": 0.9}`, "2.5")), "subsample"},
		"text":                  {string(someRequest(`{"probability": 0.9}`, `"3"`)), "subsample"},
		"no clouds":             {gram, "subsample"},
		"changes without":       {pointsRequest(`"perturbed": {"changes": {"added": 1}},`, ""), "subsample"},
		"replaced too many":     {changes(`{"replaced": 41}`), "perturbed.changes.replaced"},
		"removed too many":      {changes(`{"replaced": 20, "removed": 21}`), "perturbed.changes.removed"},
		"fewer than a sample":   {changes(`{"removed": 33}`), "perturbed.changes.removed"},
		"added too many":        {changes(`{"added": 1000000}`), "perturbed.changes.added"},
		"added a part":          {changes(`{"added": 0.5}`), "perturbed.changes.added"},
		"removed below none":    {changes(`{"removed": -1}`), "perturbed.changes.removed"},
		"moved below none":      {changes(`{"moved": -1}`), "perturbed.changes.moved"},
		"nothing":               {changes(`{}`), "perturbed.changes"},
		"something else":        {changes(`{"turned": 1}`), "perturbed.changes.turned"},
		"beside changes":        {pointsRequest(`"perturbed": {"changes": {"added": 1}, "points": [[1,2,3]]},`, `, "subsample": 8`), "perturbed.points"},
		"pair of three":         {pairs(`[[0, 1, 2]]`), "pairing[0]"},
		"pair of texts":         {pairs(`[["0", "1"]]`), "pairing[0]"},
		"pair beyond":           {pairs(`[[0, 0], [1, 38]]`), "pairing[1]"},
		"pair beyond the clean": {pairs(`[[40, 0]]`), "pairing[0]"},
		"pair below":            {pairs(`[[-1, 0]]`), "pairing[0]"},
		"clean point twice":     {pairs(`[[0, 0], [0, 1]]`), "pairing[1]"},
		"perturbed point twice": {pairs(`[[0, 0], [1, 0]]`), "pairing[1]"},
		"another pairing":       {pairs(`"best"`), "pairing"},
		"pairing of none":       {pointsRequest("", `, "subsample": 8, "pairing": "order"`), "pairing"},
		"pairing without":       {pointsRequest("", `, "pairing": "order"`), "pairing"},
		"other sizes":           {pointsRequest(lessPoints(2, 0), ""), "perturbed"},
		"normalised":            {pointsRequest("", `, "subsample": 8, "preparation": {"normalise": "unit_sphere"}`), "preparation.normalise"},
		"centred":               {pointsRequest("", `, "subsample": 8, "preparation": {"normalise": "centre", "frame": "own"}`), "preparation.normalise"},
		"another frame":         {pointsRequest("", `, "subsample": 8, "preparation": {"normalise": "centre", "frame": "other"}`), "preparation.frame"},
	} {
		_, err := ParseRequest([]byte(c.text), nil)
		var at *document.FieldError
		if !errors.As(err, &at) || at.Field != c.field {
			t.Errorf("%s: %v, want an error at %s", name, err, c.field)
		}
	}
	if _, _, err := ParsePlan(someRequest(somePlan, "6"), nil); err == nil || !strings.HasPrefix(err.Error(), "subsample: ") {
		t.Errorf("a plan with more than there are: %v", err)
	}
	if _, err := ParseRequest([]byte(pointsRequest(lessPoints(2, 0), "")), nil); err == nil || !strings.Contains(err.Error(), "subsample") {
		t.Errorf("clouds of different size without a way out: %v", err)
	}
}

// Votes of some points are evidence for requests that go by as many alone, and draws follow from it.
func TestVotesOfSomePoints(t *testing.T) {
	_, plan, err := ParsePlan(someRequest(somePlan, "3"), nil)
	if err != nil || plan.Sampling.Subsample != 3 {
		t.Fatalf("%v %+v", err, plan)
	}
	e, err := smoothing.NewEvidence(plan, make([]byte, plan.Samples()), 0, smoothing.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	some := Prediction{Samples: 1000, Votes: 1000, Evidence: e}
	text, err := some.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParseRequest(countedRequest(string(text)), nil); err == nil || !strings.HasPrefix(err.Error(), "prediction.evidence.sampling.subsample: is 3") {
		t.Errorf("in a request of whole clouds: %v", err)
	}
	r, err := ParseRequest(someRequest(string(text), "3"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = ParseRequest([]byte(strings.Replace(string(someRequest(string(text), "3")), `"perturbed": {"points": [[0, 0], [1, 0.1], [2, 1], [0, 3], [1, 1]]}`, `"perturbed": {"changes": {"added": 1}}`, 1)), nil); err != nil {
		t.Fatal(err)
	}
	short, err := r.Gram()
	if err != nil {
		t.Fatal(err)
	}
	shared, _ := json.Marshal(short)
	if _, err := ParseRequest(shared, nil); err != nil {
		t.Errorf("shared: %v", err)
	}
	for from, field := range map[string]string{`"subsample":3,"alpha"`: "prediction.evidence.sampling.subsample", `"clean":5`: "subsample"} {
		to := strings.NewReplacer("3", "2", "5", "2").Replace(from)
		_, err := ParseRequest([]byte(strings.Replace(string(shared), from, to, 1)), nil)
		if err == nil || !strings.HasPrefix(err.Error(), field+": ") {
			t.Errorf("shared, with %s: %v, want an error at %s", to, err, field)
		}
	}
}

// goldenPoints is the SHA-256 of the certificates below, the same on every processor, goldenPointsStart that of the first four.
const (
	goldenPointsStart = "84a2b2638121aca622bbe88663346ee4bcca6b86badf7f67a90bffa4244cb4a6"
	goldenPoints      = "31699ae4b998a95696d5726cd83a499aa13024fe6543787a04c918093b6488d5"
)

// Certificates of points that come and go: what certifies them, that they stand when they are read again, and their bits.
func TestPointsHaveTheSameBitsEverywhere(t *testing.T) {
	hash := sha256.New()
	for i, c := range []struct {
		name, text, by string
		kept           int
	}{
		{"replaced", pointsRequest(`"perturbed": {"changes": {"replaced": 2}},`, `, "subsample": 8`), "[subsample]", 38},
		{"too many", pointsRequest(`"perturbed": {"changes": {"replaced": 9}},`, `, "subsample": 8`), "[]", 31},
		{"all kinds", pointsRequest(`"perturbed": {"changes": {"replaced": 1, "added": 1, "removed": 1, "moved": 0.01}},`, `, "subsample": 8`), "[subsample]", 38},
		{"moved", pointsRequest(`"perturbed": {"changes": {"moved": 0.3}},`, `, "subsample": 8`), "[subsample]", 40},
		{"moved, all points", pointsRequest(`"perturbed": {"changes": {"moved": 0.2}},`, ``), "[orbit]", 0},
		{"removed and turned", pointsRequest(lessPoints(3, 0), `, "subsample": 8`), "[subsample]", 37},
		{"added and turned", pointsRequest(lessPoints(0, 2), `, "subsample": 8`), "[subsample]", 40},
		{"removed, added", pointsRequest(lessPoints(2, 2), `, "subsample": 8, "permutation": true`), "[subsample]", 38},
		{"wrong order", pointsRequest(lessPoints(3, 0), `, "subsample": 8, "pairing": "order"`), "[]", 0},
		{"given pairs", pointsRequest(lessPoints(30, 0), `, "subsample": 2, "pairing": [[30, 0], [31, 1], [32, 2], [33, 3], [34, 4], [35, 5], [36, 6], [37, 7], [38, 8], [39, 9]]`), "[subsample]", 10},
		{"normalised", pointsRequest(lessPoints(0, 2), `, "subsample": 8, "preparation": {"normalise": "unit_sphere", "frame": "clean"}`), "[subsample]", 40},
		{"alone", pointsRequest("", `, "subsample": 8, "preparation": {"normalise": "centre", "frame": "clean"}`), "[]", 0},
	} {
		if i == 4 {
			checkDigest(t, hash, goldenPointsStart)
			if testing.Short() {
				return
			}
		}
		r, err := ParseRequest([]byte(c.text), nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		made := mustCertify(t, r)
		if got := fmt.Sprint(made.CertifiedBy); got != c.by {
			t.Errorf("%s: certified by %s, want %s: %+v", c.name, got, c.by, made.Subsample)
		}
		if c.kept > 0 && (made.Subsample == nil || made.Subsample.Kept != c.kept) {
			t.Errorf("%s: %+v, want %d kept", c.name, made.Subsample, c.kept)
		}
		whole, err := Document(r, made)
		if err != nil {
			t.Fatal(err)
		}
		hash.Write(whole)
		if lines, err := contradicted(whole); err != nil || len(lines) > 0 {
			t.Errorf("%s: %v %v", c.name, lines, err)
		}
		var forged map[string]any
		if err := json.Unmarshal(whole, &forged); err != nil {
			t.Fatal(err)
		}
		if s, ok := forged["subsample"].(map[string]any); ok {
			s["lower"] = 0.999
			text, _ := json.Marshal(forged)
			if lines, err := contradicted(text); err != nil || len(lines) != 1 || !strings.HasPrefix(lines[0], "subsample.lower") {
				t.Errorf("%s: a forged bound stands: %v %v", c.name, lines, err)
			}
		}
	}
	checkDigest(t, hash, goldenPoints)
}

// The smallest probability certifies changes and pairs, and is what the other arguments' are not.
func TestMinimumOfPoints(t *testing.T) {
	for _, perturbed := range []string{`"perturbed": {"changes": {"replaced": 2, "moved": 0.02}},`, lessPoints(3, 1)} {
		r, err := ParseMinimumRequest([]byte(strings.Replace(pointsRequest(perturbed, `, "subsample": 8`), `"prediction": {"probability": 0.99}, `, "", 1)), nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := FindMinimum(r)
		if err != nil || m.Subsample == nil || m.Orbit != nil {
			t.Fatalf("%v %+v", err, m)
		}
		r.Prediction.Probability = *m.Subsample
		if c := mustCertify(t, r); !c.Certified {
			t.Errorf("not certified at %v", *m.Subsample)
		}
		r.Prediction.Probability = *m.Subsample - 1e-6
		if c := mustCertify(t, r); c.Certified {
			t.Errorf("certified below %v", *m.Subsample)
		}
	}
}

// Certificates for changes that change nothing verify.
func TestChangesOfNothing(t *testing.T) {
	for _, more := range []string{"", `, "subsample": 8`} {
		for _, changes := range []string{`{"moved": 0}`, `{"moved": 0.1}`} {
			r := mustParse(t, pointsRequest(`"perturbed": {"changes": `+changes+`},`, more))
			short, err := r.WithoutClouds()
			if err != nil {
				t.Fatal(err)
			}
			for _, of := range []*Request{r, short} {
				text, err := Document(of, mustCertify(t, of))
				if err != nil {
					t.Fatal(err)
				}
				if v, err := Verify(text, nil); err != nil || len(v.Failed) > 0 {
					t.Errorf("%s%s: %v, %v", changes, more, v, err)
				}
			}
		}
	}
}
