package certificate

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
	"github.com/orbitcert/orbitcert/core/tight"
)

// noisyPair are random clouds with one attribute with noise, a, and a fixed one, b.
func noisyPair(r *rand.Rand, dimension, n int, size, step, moved float64) (clean, perturbed pointcloud.Cloud) {
	clean, perturbed = trials.Cloud(r, n, dimension), trials.Cloud(r, n, dimension)
	a, b, other := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		a[i], b[i] = r.Float64(), float64(i%3)
		other[i] = a[i] + moved*r.NormFloat64()/math.Sqrt(float64(n))
	}
	for i := range clean.Points {
		clean.Points[i] *= size / math.Sqrt(float64(n*dimension))
		perturbed.Points[i] = clean.Points[i] + step*perturbed.Points[i]/math.Sqrt(float64(n*dimension))
	}
	clean.Attributes = pointcloud.Attributes{{Name: "a", Values: a}, {Name: "b", Values: b}}
	perturbed.Attributes = pointcloud.Attributes{{Name: "a", Values: other}, {Name: "b", Values: b}}
	return clean, perturbed
}

func noisyRequest(clean, perturbed pointcloud.Cloud, g invariance.Group) *Request {
	r := &Request{
		Clean: &clean, Perturbed: &perturbed, Prediction: Prediction{Probability: 0.95, Seen: []string{"a", "b"}},
		Terms: argument.Terms{Sigma: 0.5, Law: smoothing.Law{AttributeSigma: map[string]float64{"a": 0.2}}, Group: g, Alpha: 0.001, Stop: argument.StopFull},
	}
	if g == invariance.Axis {
		r.Axis, r.Translation = []float64{0, 0, 1}, true
	}
	return r
}

// The values of an independent evaluation.
func TestNoisyAttributeHasKnownValues(t *testing.T) {
	text, err := os.ReadFile("testdata/noisy_attribute.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Probability, Tight, Orbit float64
	}
	var request map[string]any
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &request); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"probability", "tight", "orbit"} {
		delete(request, name)
	}
	request["prediction"] = map[string]any{"probability": want.Probability}
	document, _ := json.Marshal(request)
	c := mustCertify(t, mustParse(t, string(document)))
	if math.Abs(c.Tight.Exact.Value-want.Tight) > 1e-10 || math.Abs(*c.Orbit.Lower-want.Orbit) > 1e-9 {
		t.Errorf("tight %v, orbit %v; want %v and %v", c.Tight.Exact.Value, *c.Orbit.Lower, want.Tight, want.Orbit)
	}
}

// Every bound falls where the attributes move farther, is that of fixed attributes where they do not move, and the distances are the definition's.
func TestNoisyAttributesAddToDistances(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(54, 2))
	for _, g := range invariance.Groups {
		dimension := 3
		clean, perturbed := noisyPair(r, dimension, 20, 2, 0.4, 0)
		fixed := noisyRequest(clean, perturbed, g)
		fixed.AttributeSigma = nil
		fixed.Samples = 2000
		last := mustCertify(t, fixed)
		plain := *last.Orbit.Distance
		for k, moved := range []float64{0, 0.05, 0.2, 0.6} {
			other := slices.Clone(clean.Attribute("a"))
			for n := range other {
				other[n] += moved / math.Sqrt(float64(len(other)))
			}
			perturbed.Attributes = pointcloud.Attributes{{Name: "a", Values: other}, perturbed.Attributes[1]}
			q := noisyRequest(clean, perturbed, g)
			q.Samples = 2000
			c := mustCertify(t, q)
			if want := math.Hypot(plain, 0.5*moved/0.2); math.Abs(*c.Orbit.Distance-want) > 1e-9 || *c.Orbit.Distance < want-1e-15 {
				t.Errorf("%s: distance %v, want %v", g, *c.Orbit.Distance, want)
			}
			if *c.BlackBox.Distance < *c.Orbit.Distance || k > 0 && (*c.Orbit.Lower >= *last.Orbit.Lower || *c.BlackBox.Lower >= *last.BlackBox.Lower) {
				t.Errorf("%s: moved by %v, the bounds are %v and %v, before %v and %v", g, moved, *c.BlackBox.Lower, *c.Orbit.Lower, *last.BlackBox.Lower, *last.Orbit.Lower)
			}
			if k == 0 && (*c.Orbit.Lower != *last.Orbit.Lower || tightOf(c) != tightOf(last)) || k > 0 && tightOf(c) >= tightOf(last) {
				t.Errorf("%s: moved by %v, tight %v, before %v", g, moved, tightOf(c), tightOf(last))
			}
			if verified, err := Verify(mustDocument(t, q, c), nil); err != nil || len(verified.Failed) > 0 {
				t.Errorf("%s: %v, %v", g, verified, err)
			}
			last = c
		}
	}
}

// tightOf returns the largest lower bound of the tight certificates that are computed.
func tightOf(c *Certificate) float64 {
	best := 0.0
	if e := c.Tight.Exact; e != nil {
		best = e.Lower()
	}
	if a := c.Tight.Axis; a != nil {
		best = max(best, a.Lower())
	}
	return best
}

func mustDocument(t *testing.T, r *Request, c *Certificate) []byte {
	t.Helper()
	text, err := Document(r, c)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Clouds and what is shared of them have one certificate and one key, and the attributes' values are not shared.
func TestSharesNoisyAttributes(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(54, 3))
	for i, g := range invariance.Groups {
		for _, unordered := range []bool{false, true} {
			clean, perturbed := noisyPair(r, 3, 12, 2, 0.3, 0.1)
			q := noisyRequest(clean, perturbed, g)
			q.Permutation, q.Samples = unordered, 500*(i%2)
			c := mustCertify(t, q)
			short, err := q.Gram()
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(short)
			if err != nil || !bytes.Contains(text, []byte(`"attribute_sigma":{"a":0.2}`)) || !bytes.Contains(text, []byte(`"axial":`)) || bytes.Contains(text, []byte(`"points"`)) {
				t.Fatalf("%s, %v", text, err)
			}
			again := mustParse(t, string(text))
			shared := mustCertify(t, again)
			shared.Orbit.Alignment, shared.Orbit.DistanceLower, shared.Orbit.Conclusion = c.Orbit.Alignment, c.Orbit.DistanceLower, c.Orbit.Conclusion
			a, _ := json.Marshal(c.Verdict)
			b, _ := json.Marshal(shared.Verdict)
			if !bytes.Equal(a, b) && !unordered {
				t.Errorf("%s: %s of the clouds, %s of what is shared", g, a, b)
			}
			key, _ := q.Key()
			if other, err := again.Key(); err != nil || key != other {
				t.Errorf("%s: keys %s and %s, %v", g, key, other, err)
			}
		}
	}
}

// The order that is searched for keeps fixed attributes; that of noisy ones counts, and the given order is taken where it is nearer.
func TestOrdersNoisyAttributes(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(54, 4))
	for _, n := range []int{6, 60} {
		// Points nearer to each other than they move: by coordinates alone they would be exchanged.
		clean, perturbed := noisyPair(r, 3, n, 0.3, 0.6, 0.02)
		q := noisyRequest(clean, perturbed, invariance.Rigid)
		ordered := *mustCertify(t, q).Orbit.Distance
		q = noisyRequest(clean, perturbed, invariance.Rigid)
		q.Permutation = true
		c := mustCertify(t, q)
		if *c.Orbit.Distance > ordered || *c.Orbit.DistanceLower > *c.Orbit.Distance {
			t.Errorf("%d points: distance %v, in order %v, at least %v", n, *c.Orbit.Distance, ordered, *c.Orbit.DistanceLower)
		}
		for i, j := range c.Orbit.Alignment.Permutation {
			if clean.Attribute("b")[i] != perturbed.Attribute("b")[j] {
				t.Fatalf("point %d is matched with %d of another fixed attribute", i, j)
			}
		}
		if verified, err := Verify(mustDocument(t, q, c), nil); err != nil || len(verified.Failed) > 0 {
			t.Errorf("%v, %v", verified, err)
		}
	}
}

// With samples of some points each pair counts with its attributes.
func TestSubsamplesNoisyAttributes(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 5))
	clean, perturbed := noisyPair(r, 3, 40, 4, 0, 0)
	q := noisyRequest(clean, perturbed, invariance.Rigid)
	q.Subsample, q.Prediction.Probability, q.Pairing = 8, 0.99, &Pairing{How: pairOrder}
	still := mustCertify(t, q)
	last := still.Subsample.Lower
	for _, moved := range []float64{0.1, 0.2, 0.4, 5} {
		other := slices.Clone(clean.Attribute("a"))
		for n := range 4 {
			other[n] += moved
		}
		perturbed.Attributes = pointcloud.Attributes{{Name: "a", Values: other}, perturbed.Attributes[1]}
		q := noisyRequest(clean, perturbed, invariance.Rigid)
		q.Subsample, q.Prediction.Probability, q.Pairing = 8, 0.99, &Pairing{How: pairOrder}
		c := mustCertify(t, q)
		if kept := c.Subsample.Kept; c.Subsample.Lower > last || moved == 5 && kept != 36 {
			t.Errorf("moved by %v: %d kept, lower %v, before %v", moved, kept, c.Subsample.Lower, last)
		}
		if kept := c.Subsample.Kept; kept == 40 && math.Abs(c.Subsample.Distance-0.5*2*moved/0.2) > 1e-9 {
			t.Errorf("moved by %v: distance %v", moved, c.Subsample.Distance)
		}
		short, err := q.Gram()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(short)
		if shared := mustCertify(t, mustParse(t, string(text))); shared.Subsample.Lower != c.Subsample.Lower {
			t.Errorf("moved by %v: %v of the clouds, %v of what is shared", moved, c.Subsample.Lower, shared.Subsample.Lower)
		}
		last = c.Subsample.Lower
	}
}

func TestRefusesNoiseOnAttributes(t *testing.T) {
	const a = `{"a": [1, 2, 3], "element": [8, 1, 1]}`
	for _, c := range []struct{ name, clean, perturbed, prediction, more, want string }{
		{"negative", a, a, "", `, "attribute_sigma": {"a": -1}`, "attribute_sigma.a: must be positive, got -1"},
		{"zero", a, a, "", `, "attribute_sigma": {"a": 0}`, "attribute_sigma.a: must be positive, got 0; leave out attributes without noise"},
		{"text", a, a, "", `, "attribute_sigma": {"a": "1"}`, "attribute_sigma.a: must be a number"},
		{"tiny", a, a, "", `, "attribute_sigma": {"a": 1e-200}`, "attribute_sigma.a: must be between 1e-100 and 1e100"},
		{"null", a, a, "", `, "attribute_sigma": null`, "attribute_sigma: must be"},
		{"a number", a, a, "", `, "attribute_sigma": 0.5`, "attribute_sigma: must be"},
		{"unknown", a, a, "", `, "attribute_sigma": {"b": 1}`, `attribute_sigma.b: is noise on an attribute that the model does not see; the model sees ["a","element"]`},
		{"without a name", a, a, "", `, "attribute_sigma": {"": 1}`, "must have 1 to 64 bytes"},
		{"twice", a, a, "", `, "attribute_sigma": {"a": 1, "a": 2}`, "attribute_sigma.a: occurs twice"},
		{"unseen", a, a, `{"probability": 0.9, "model": {"attributes": ["element"]}}`, `, "attribute_sigma": {"a": 1}`, `attribute_sigma.a: is noise on an attribute that the model does not see; the model sees ["element"]`},
		{"missing in the perturbed cloud", a, `{"element": [8, 1, 1]}`, "", `, "attribute_sigma": {"a": 1}`, `perturbed: has no attribute "a"`},
		{"another fixed one", a, `{"a": [1, 2, 4], "element": [8, 1, 6]}`, "", `, "attribute_sigma": {"a": 1}`, "perturbed.attributes.element: point 3 has 6"},
		{"another fixed one without order", a, `{"a": [1, 2, 4], "element": [8, 1, 6]}`, "", `, "attribute_sigma": {"a": 1}, "permutation": true`, "perturbed.attributes.element: point 3 has 6"},
		{"a vector", `{"nx": [0, 1, 0]}`, `{"nx": [0, 1, 0.1]}`, "", `, "attribute_sigma": {"nx": 1}, "group": "SE"`, "clean.attributes.nx: is part of a vector that turns with the cloud"},
		{"a huge value", `{"a": [1, 2, 1e200]}`, `{"a": [1, 2, 3]}`, "", `, "attribute_sigma": {"a": 1}`, "clean.attributes.a: point 3 has 1e+200; the limit is 1e100 for an attribute with noise"},
		{"a huge value there", `{"a": [1, 2, 3]}`, `{"a": [1, 2, -1e200]}`, "", `, "attribute_sigma": {"a": 1}`, "perturbed.attributes.a: point 3 has -1e+200"},
	} {
		if _, err := ParseRequest(attributed(c.clean, c.perturbed, c.prediction, c.more), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	about := `{"clean": {"points": [[0,0,1],[1,0,0]], "attributes": {"a": [1, 2]}}, "perturbed": {"points": [[0,0,1],[1,0,0]], "attributes": {"a": [1, 2]}},
		"sigma": 0.1, "attribute_sigma": {"a": 1}, "noise": {"twist": 0.1}, "group": "axis", "axis": [0, 0, 1], "prediction": {"probability": 0.9}}`
	gram := func(group, axial, sigma string) string {
		return `{"gram": {"dimension": 2, "matrix": [[1,0,1,0],[0,1,0,1],[1,0,1,0],[0,1,0,1]]` + axial + `}, "sigma": 0.5, "group": "` + group + `"` + sigma + `, "prediction": {"probability": 0.9, "model": {"attributes": ["a"]}}}`
	}
	for text, want := range map[string]string{
		about: "attribute_sigma: cannot be combined with noise on transformations",
		gram("SO", "", `, "attribute_sigma": {"a": 1}`):                   "gram.axial: is missing: with attribute_sigma it is sigma times the distance of the attributes with noise",
		gram("SO", `, "axial": 0.1`, ""):                                  `gram.axial: belongs to the group "axis" or to attribute_sigma`,
		gram("SO", `, "axial": -0.1`, `, "attribute_sigma": {"a": 1}`):    "gram.axial: must be at least 0",
		gram("SO", `, "axial": 0.1`, `, "attribute_sigma": {"other": 1}`): "attribute_sigma.other: is noise on an attribute that the model does not see",
	} {
		if _, err := ParseRequest([]byte(text), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	mustParse(t, gram("SO", `, "axial": 0.1`, `, "attribute_sigma": {"a": 1}`))
}

// Attributes that are farther away than numbers reach leave no bound, and no number that is not finite.
func TestFarAttributesCertifyNothing(t *testing.T) {
	for _, g := range []string{"none", "T", "SO", "SE", "O"} {
		r := mustParse(t, string(attributed(`{"a": [1e100, 0, 0]}`, `{"a": [-1e100, 0, 0]}`, "", `, "attribute_sigma": {"a": 1e-100}, "group": "`+g+`"`)))
		c := mustCertify(t, r)
		if c.Certified || *c.Orbit.Lower != 0 {
			t.Errorf("%s: %+v", g, c.Orbit)
		}
		text := mustShare(t, r)
		mustParse(t, string(text))
	}
}

// A certificate whose noisy attributes were changed afterwards is refused.
func TestVerifiesNoisyAttributes(t *testing.T) {
	a, b := `{"a": [1, 2, 3]}`, `{"a": [1, 2, 3.01]}`
	r := mustParse(t, string(attributed(a, b, "", `, "attribute_sigma": {"a": 0.5}, "group": "SE", "permutation": true`)))
	var flat bytes.Buffer
	if err := json.Compact(&flat, mustDocument(t, r, mustCertify(t, r))); err != nil {
		t.Fatal(err)
	}
	text := flat.Bytes()
	for _, change := range [][2]string{{"[1,2,3.01]", "[1,2,3.2]"}, {`"attribute_sigma":{"a":0.5}`, `"attribute_sigma":{"a":0.1}`}, {`,"attribute_sigma":{"a":0.5}`, ""}} {
		for _, core := range []string{Core, "0.7.0"} {
			other := bytes.Replace(bytes.Replace(text, []byte(change[0]), []byte(change[1]), 1), []byte(`"core":"`+Core+`"`), []byte(`"core":"`+core+`"`), 1)
			if v, err := Verify(other, nil); err == nil && len(v.Failed) == 0 {
				t.Errorf("%v passes for core %s", change, core)
			}
		}
	}
}

// goldenNoisy is the digest of 40 certificates with noisy attributes, goldenNoisyStart that of the first 12; see TestSameBitsEverywhere.
const (
	goldenNoisyStart = "b2abd8cfb325d78865ffa2cb47f0ac0443d3ed6f92b926dc0f73fc07eff27e1a"
	goldenNoisy      = "1afa2d913053fef653a058600cd3f44e2f88202ff4959372d055fad1c500622e"
)

func TestNoisyAttributesHaveTheSameBitsEverywhere(t *testing.T) {
	hash, draws := sha256.New(), tight.NewNormals("golden attributes")
	for i := range 40 {
		if i == 12 {
			checkDigest(t, hash, goldenNoisyStart)
			if testing.Short() {
				return
			}
		}
		n := 3 + i%9
		clean := pointcloud.Cloud{Dimension: 2 + i%2, Points: make([]float64, n*(2+i%2))}
		perturbed := clean
		perturbed.Points = make([]float64, len(clean.Points))
		for k := range clean.Points {
			clean.Points[k] = float64([]float64{0.3, 1, 5}[i%3] * draws.Next())
			perturbed.Points[k] = clean.Points[k] + float64(0.1*draws.Next())
		}
		a, b := make([]float64, n), make([]float64, n)
		for k := range a {
			a[k] = draws.Next()
			b[k] = a[k] + float64(0.05*draws.Next())
		}
		clean.Attributes, perturbed.Attributes = pointcloud.Attributes{{Name: "a", Values: a}}, pointcloud.Attributes{{Name: "a", Values: b}}
		g := invariance.Groups[i%len(invariance.Groups)]
		if g == invariance.Axis && clean.Dimension == 2 {
			g = invariance.Rigid
		}
		q := noisyRequest(clean, perturbed, g)
		q.Prediction.Seen, q.Permutation, q.Samples = []string{"a"}, i%4 == 0, 500*(i%3)
		hash.Write(mustDocument(t, q, mustCertify(t, q)))
	}
	checkDigest(t, hash, goldenNoisy)
}
