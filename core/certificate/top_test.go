package certificate

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/tight"
)

// topRequest has clouds in the plane, 0.5σ apart after alignment.
func topRequest(t *testing.T, rest string) *Request {
	t.Helper()
	return mustParse(t, `{"clean": {"points": [[0, 0], [1, 0], [2, 1], [0, 3]]}, "perturbed": {"points": [[0, 0], [1, 0.5], [2, 1], [0, 3]]},
		"sigma": 0.5, "samples": 0, `+rest+`}`)
}

// The radii of the first one, two and three classes, by another program.
func TestRadiiOfTheFirst(t *testing.T) {
	for k, want := range map[int]float64{1: 0.2533471031, 2: 0.6840744024, 3: 0.9278368533} {
		r := topRequest(t, fmt.Sprintf(`"group": "SE", "top": %d, "prediction": {"probability": 0.6}`, k))
		c := mustCertify(t, r)
		if got := *c.Orbit.Radius / 0.5; math.Abs(got-want) > 1e-9 || *c.BlackBox.Radius != *c.Orbit.Radius {
			t.Errorf("first %d: %v, want %v", k, got, want)
		}
		if got, want := c.Orbit.Certified, *c.Orbit.Distance < *c.Orbit.Radius; got != want {
			t.Errorf("first %d: certified %v at %v of %v", k, got, *c.Orbit.Distance, *c.Orbit.Radius)
		}
	}
}

// What certifies exceeds 1/(k+1), for every argument and group; a class that stays the first stays among the first two.
func TestFirstOfCertificates(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(71, 72))
	more := 0
	for range 300 {
		r := adversarial(random)
		r.Prediction.RunnerUp = nil
		r.Samples = 0
		before := map[string]bool{}
		for k := 1; k <= 4; k++ {
			r.Top = argument.Top(k)
			c := mustCertify(t, r)
			lower := map[string]*float64{"orbit": c.Orbit.Lower}
			if c.BlackBox != nil {
				lower["black_box"] = c.BlackBox.Lower
			}
			certified := map[string]bool{}
			for _, name := range c.CertifiedBy {
				certified[name] = true
			}
			if c.Tight != nil && c.Tight.Exact != nil {
				least := c.Tight.Exact.Lower()
				lower["tight"] = &least
			}
			for name, x := range lower {
				if certified[name] && !(*x*float64(k+1) > 1) {
					t.Errorf("first %d: %s certifies with %v", k, name, *x)
				}
				if before[name] && !certified[name] {
					t.Errorf("%s certifies the first %d and not the first %d", name, k-1, k)
				}
				if certified[name] && !before[name] && k > 1 {
					more++
				}
			}
			before = certified
		}
	}
	if more < 20 {
		t.Errorf("only %d rows certify more for a larger k", more)
	}
}

// Requests without top, and with 1, have the bytes they had; others verify, and not for another top.
func TestTopInDocuments(t *testing.T) {
	const rest = `"group": "SE", "prediction": {"votes": 830, "samples": 1000}`
	plain, err := Document(topRequest(t, rest), mustCertify(t, topRequest(t, rest)))
	one, _ := Document(topRequest(t, `"top": 1, `+rest), mustCertify(t, topRequest(t, `"top": 1, `+rest)))
	if err != nil || !bytes.Equal(plain, one) || bytes.Contains(plain, []byte(`"top"`)) {
		t.Errorf("%s\n%s, %v", plain, one, err)
	}
	r := topRequest(t, `"top": 2, `+rest)
	text, err := Document(r, mustCertify(t, r))
	if err != nil || !bytes.Contains(text, []byte(`"top":2`)) {
		t.Fatalf("%s, %v", text, err)
	}
	if all, err := contradicted(text); err != nil || all != nil {
		t.Errorf("%q, %v", all, err)
	}
	other := bytes.Replace(text, []byte(`"top":2`), []byte(`"top":3`), 1)
	if all, err := contradicted(other); err != nil || all == nil {
		t.Errorf("the certificate of another top verifies: %v", err)
	}
	key, _ := r.Key()
	if plainKey, _ := topRequest(t, rest).Key(); key == plainKey {
		t.Error("both have one key")
	}
	short, err := r.Gram()
	if err != nil || short.Top != 2 {
		t.Errorf("%+v, %v", short, err)
	}
	if m, err := FindMinimum(r); err != nil || m.Top != 2 || !(*m.Orbit < 0.75) {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestTopThatIsRefused(t *testing.T) {
	for request, want := range map[string]string{
		`"top": 0, "prediction": {"probability": 0.6}`:                                    "top: must be a whole number from 1 to 1000, got 0",
		`"top": 1001, "prediction": {"probability": 0.6}`:                                 "top: must be a whole number from 1 to 1000, got 1001",
		`"top": 1.5, "prediction": {"probability": 0.6}`:                                  "top: must be a whole number",
		`"top": 2, "prediction": {"probability": 0.6, "runner_up": {"probability": 0.3}}`: "prediction.runner_up: compares the class with one other, but top is 2",
		`"top": 2, "prediction": {"votes": 6, "samples": 10, "runner_up": {"votes": 3}}`:  "prediction.runner_up: compares the class with one other",
		`"prediction": {"probability": 0.6, "classes": []}`:                               "prediction.classes: must name 1 to 1000 classes",
		`"prediction": {"probability": 0.6, "classes": ["chair", "chair"]}`:               `prediction.classes[1]: names the class "chair" a second time`,
		`"prediction": {"probability": 0.6, "classes": ["chair", 3]}`:                     "prediction.classes[1]: must be the name of a class, got 3",
	} {
		_, err := ParseRequest([]byte(`{"clean": {"points": [[0, 0], [1, 0]]}, "sigma": 1, "group": "SE", `+request+`}`), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", request, err)
		}
	}
}

// The votes of a superclass are those of its classes, and the runner-up is of the others.
func TestSuperclassOfEvidence(t *testing.T) {
	e := evidence(t)
	for classes, want := range map[string]Prediction{
		``:                        {Votes: 440, RunnerUp: &RunnerUp{Votes: 60}},
		`, "classes": ["b"]`:      {Votes: 440, RunnerUp: &RunnerUp{Votes: 60}},
		`, "classes": ["b", "a"]`: {Votes: 480, RunnerUp: &RunnerUp{Votes: 20}},
	} {
		r := mustParse(t, string(countedRequest(`{"evidence": `+e+`, "runner_up": {}`+classes+`}`)))
		if got := r.Prediction; got.Votes != want.Votes || got.RunnerUp.Votes != want.RunnerUp.Votes {
			t.Errorf("%s: %d votes, %d for the runner-up", classes, got.Votes, got.RunnerUp.Votes)
		}
		text, err := Document(r, mustCertify(t, r))
		if err != nil {
			t.Fatal(err)
		}
		if all, err := contradicted(text); err != nil || all != nil {
			t.Errorf("%s: %q, %v", classes, all, err)
		}
	}
	for classes, want := range map[string]string{
		`["a"]`:      `prediction.classes: lacks "b", the class that the votes name`,
		`["b", "c"]`: `prediction.classes[1]: is "c"; the classes of the model are a, b`,
	} {
		_, err := ParseRequest(countedRequest(`{"evidence": `+e+`, "classes": `+classes+`}`), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", classes, err)
		}
	}
}

// A superclass given with its votes stays in the document.
func TestSuperclassOfVotes(t *testing.T) {
	r := topRequest(t, `"group": "SE", "prediction": {"votes": 830, "samples": 1000, "classes": ["chair", "stool"]}`)
	text, _ := json.Marshal(r)
	if again := mustParse(t, string(text)); strings.Join(again.Prediction.Classes, ",") != "chair,stool" {
		t.Errorf("%s", text)
	}
}

// goldenFirst is the SHA-256 of 120 certificates and minima of the first two to four, goldenFirstStart that of the first 12.
const (
	goldenFirstStart = "716c7adb7a52c80f136cc61976f7e543921df80b1530e912f884f59f7d9ecf2c"
	goldenFirst      = "c775c75c42b5f438fde486329a4475e9c285dfb1d02b0e97fe09eb1b42279a19"
)

func TestSameBitsOfTheFirst(t *testing.T) {
	hash := sha256.New()
	draws := tight.NewNormals("golden first")
	for i := range 120 {
		if i == 12 {
			checkDigest(t, hash, goldenFirstStart)
			if testing.Short() {
				return
			}
		}
		r := goldenRequest(draws, i)
		r.Prediction.RunnerUp, r.Top = nil, argument.Top(2+i%3)
		m, err := FindMinimum(r)
		if err != nil {
			t.Fatal(err)
		}
		minimum, _ := MinimumDocument(m)
		document, err := Document(r, mustCertify(t, r))
		if err != nil {
			t.Fatal(err)
		}
		hash.Write(document)
		hash.Write(minimum)
	}
	checkDigest(t, hash, goldenFirst)
}
