package certificate

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/transform"
)

// transformedRequest has a random cloud and one that was transformed, moved a little and turned.
func transformedRequest(r *rand.Rand, noise string, c transform.Parameters, moved float64) string {
	clean := trials.Cloud(r, 8+r.IntN(20), 3)
	resolved := transform.Resolve([]float64{0, 0, 1}, clean, 0)
	bent := resolved.Move(c, transform.Parameters{})
	perturbed, _ := bent.Cloud()
	for i := range perturbed.Points {
		perturbed.Points[i] += moved * r.NormFloat64()
	}
	perturbed = trials.TurnAbout(perturbed, []float64{0, 0, 1}, 7*r.Float64())
	points := func(c pointcloud.Cloud) string { text, _ := c.MarshalJSON(); return string(text) }
	return fmt.Sprintf(`{"clean":{"points":%s},"perturbed":{"points":%s},"sigma":0.05,"noise":%s,"prediction":{"probability":0.98},"group":"axis","axis":[0,0,1]}`, points(clean), points(perturbed), noise)
}

var families = []struct {
	noise string
	shift transform.Parameters
}{
	{`{"twist":0.26}`, transform.Parameters{Twist: 0.2}},
	{`{"taper":0.1}`, transform.Parameters{Taper: -0.08}},
	{`{"scale":0.1}`, transform.Parameters{Scale: 0.05}},
	{`{"shear":0.1}`, transform.Parameters{Shear: [2]float64{0.05, -0.03}}},
	{`{"twist":0.26,"taper":0.1,"scale":0.05}`, transform.Parameters{Twist: 0.1, Taper: 0.05, Scale: -0.02}},
}

// Certificates with noise on transformations are made, verified, shared without the clouds and inverted.
func TestTransformedCertificatesStand(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(52, 21))
	for i, f := range families {
		if testing.Short() && i > 1 {
			break
		}
		for _, moved := range []float64{0, 1e-3} {
			for _, rival := range []string{"", `,"runner_up":{"probability":0.01}`} {
				text := strings.Replace(transformedRequest(r, f.noise, f.shift, moved), `:0.98}`, `:0.98`+rival+`}`, 1)
				request := mustParse(t, text)
				c := mustCertify(t, request)
				p := c.Parameters
				if p == nil || !p.Certified || !c.Certified || fmt.Sprint(c.CertifiedBy) != "[parameters]" || c.Orbit != nil || c.BlackBox != nil || c.Tight != nil {
					t.Fatalf("family %d, %v moved: %+v %+v", i, moved, c.Verdict, p)
				}
				if (rival == "") != (p.UpperRunnerUp == nil) {
					t.Errorf("family %d: the runner-up %v", i, p.UpperRunnerUp)
				}
				if closed := bound.Gaussian(0.98, invariance.Norm(sizes(request.Noise.Deviations(f.shift)))); moved == 0 && !(*p.Lower > closed-1e-9 && *p.Lower < closed+2e-3) {
					t.Errorf("family %d: %v, in closed form %v", i, *p.Lower, closed)
				}
				document, err := Document(request, c)
				if err != nil {
					t.Fatal(err)
				}
				if v, err := Verify(document, nil); err != nil || len(v.Failed) > 0 || !v.Certified {
					t.Errorf("family %d: %v %+v", i, err, v)
				}
				forged := strings.Replace(string(document), `"lower": 0.`, `"lower": 0.9`, 2)
				if v, err := Verify([]byte(forged), nil); err == nil && len(v.Failed) == 0 {
					t.Errorf("family %d: a forged lower bound is verified", i)
				}
				sharedAlike(t, request, c)
				least, err := FindMinimum(request)
				if err != nil || least.Parameters == nil {
					t.Fatalf("%v %+v", err, least)
				}
				if rival == "" {
					request.Prediction.Probability = *least.Parameters
					above := mustCertify(t, request).Certified
					request.Prediction.Probability = *least.Parameters - 1e-6
					if below := mustCertify(t, request).Certified; !above || below {
						t.Errorf("family %d: at %v certified %v, below it %v", i, *least.Parameters, above, below)
					}
				}
			}
		}
	}
}

func sizes(d [4]float64) []float64 { return d[:] }

// sharedAlike holds the certificate of the shared form against that of the clouds.
func sharedAlike(t *testing.T, request *Request, c *Certificate) {
	t.Helper()
	short, err := request.Gram()
	if err != nil {
		t.Fatal(err)
	}
	text, _ := short.MarshalJSON()
	again := mustParse(t, string(text))
	own := mustCertify(t, again)
	a, b := *c.Parameters, *own.Parameters
	a.Alignment, b.Alignment = nil, nil
	first, _ := json.Marshal(a)
	second, _ := json.Marshal(b)
	if string(first) != string(second) {
		t.Errorf("shared: %s, of the clouds %s", second, first)
	}
	keys := map[string]bool{}
	for _, r := range []*Request{request, short, again} {
		key, err := r.Key()
		if err != nil {
			t.Fatal(err)
		}
		keys[key] = true
	}
	if len(keys) != 1 || strings.Contains(string(text), `"points"`) {
		t.Errorf("%d keys of one certificate: %s", len(keys), text)
	}
}

func TestTransformedRequestsAreRefused(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 22))
	good := transformedRequest(r, `{"twist":0.26}`, transform.Parameters{}, 0.01)
	short, err := mustParse(t, good).Gram()
	if err != nil {
		t.Fatal(err)
	}
	text, _ := short.MarshalJSON()
	shared := string(text)
	mustParse(t, shared)
	for _, c := range []struct{ text, from, to, want string }{
		{good, `"group":"axis","axis":[0,0,1]`, `"group":"SE"`, `noise: needs the group "axis", got "SE"`},
		{good, `"group":"axis","axis":[0,0,1]`, `"group":"none"`, `noise: needs the group "axis", got "none"`},
		{good, `{"twist":0.26}`, `{"twist":-0.1}`, "noise.twist: must be a standard deviation ≥ 0, got -0.1"},
		{good, `{"twist":0.26}`, `{"twist":1e-200}`, "noise.twist: must be 0, or between"},
		{good, `{"twist":0.26}`, `{"twist":1e101}`, "noise.twist: must be 0, or between"},
		{good, `{"twist":0.26}`, `{"twist":null}`, "noise.twist: must be a number"},
		{good, `{"twist":0.26}`, `{"bend":0.1}`, "noise: has a family that does not exist (noise.bend"},
		{good, `{"twist":0.26}`, `{}`, "noise: says nothing"},
		{good, `{"twist":0.26}`, `0.26`, "noise: must be a JSON object"},
		{good, `"sigma":0.05`, `"sigma":0.05,"subsample":4`, "noise: cannot be combined with subsample"},
		{shared, `"noise":{"twist":0.26},`, ``, "noise: is missing: gram.parameters"},
		{shared, `{"twist":0.26}`, `{"taper":0.26}`, "gram.parameters.shift: has a parameter without noise"},
		{shared, `"rise":`, `"rise":1e9,"was":`, "gram.parameters.was"},
		{shared, `"distance":`, `"distance":-1,"rest":`, "gram.parameters.rest: is not a known field here"},
		{shared, `"distance":0.`, `"distance":-0.`, "gram.parameters.distance: must be at least 0"},
		{shared, `"low":`, `"low":1e9,"high":1,"was":`, "twice"},
		{shared, `"dimension":3`, `"dimension":2`, "gram.dimension: must be 3"},
		{shared, `"dimension":3`, `"dimension":3,"matrix":[[1,0,0,0,0,0],[0,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,1,0,0],[0,0,0,0,1,0],[0,0,0,0,0,1]]`, "gram"},
	} {
		changed := strings.Replace(c.text, c.from, c.to, 1)
		if changed == c.text {
			t.Fatalf("nothing to change: %s", c.from)
		}
		if _, err := ParseRequest([]byte(changed), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s → %s: %v, want %q", c.from, c.to, err, c.want)
		}
	}
	// Zeros are no noise: the document is that without the field.
	plain := mustParse(t, strings.Replace(good, `"noise":{"twist":0.26},`, ``, 1))
	zeros := mustParse(t, strings.Replace(good, `{"twist":0.26}`, `{"twist":0,"shear":0}`, 1))
	a, _ := plain.MarshalJSON()
	if b, _ := zeros.MarshalJSON(); string(a) != string(b) || strings.Contains(string(a), "noise") {
		t.Errorf("%s\n%s", a, b)
	}
	// Cores before do not know it.
	request := mustParse(t, good)
	document, err := Document(request, mustCertify(t, request))
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Replace(string(document), `"core": "`+Core, `"core": "0.7.0`, 1)
	if v, err := Verify([]byte(old), nil); err != nil || len(v.Failed) == 0 || v.Certified {
		t.Errorf("%v %+v", err, v)
	}
}

// At level 0.05, votes certify a cloud that has lost its class at most once in twenty. For every family, the classifier is a half-space of drawn clouds
// that the perturbed cloud falls into less than half of the time, by draws of its own. It comes near the bound.
func TestTransformedCoverage(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(52, 23))
	clean := pointcloud.Cloud{Dimension: 3, Points: []float64{1, 0, 0, 0.3, 0.2, 1, -0.4, 0.8, -0.6}}
	axis, identity := []float64{0, 0, 1}, transform.Parameters{}
	for _, f := range families[:4] {
		noise := &transform.Noise{}
		if err := json.Unmarshal([]byte(f.noise), noise); err != nil {
			t.Fatal(err)
		}
		resolved := transform.Resolve(axis, clean, 0)
		bent := resolved.Move(f.shift, identity)
		perturbed, _ := bent.Cloud()
		seen := func(c pointcloud.Cloud) (all []float64) {
			own := transform.Resolve(axis, c, 0)
			for range 40_000 {
				moved := own.Move(transform.Parameters{Twist: noise.Twist * r.NormFloat64(), Taper: noise.Taper * r.NormFloat64(), Scale: noise.Scale * r.NormFloat64(),
					Shear: [2]float64{noise.Shear * r.NormFloat64(), noise.Shear * r.NormFloat64()}}, identity)
				drawn, _ := moved.Cloud()
				along := 0.0
				for i, x := range drawn.Points {
					along += (x + 0.05*r.NormFloat64()) * (perturbed.Points[i] - clean.Points[i])
				}
				all = append(all, along)
			}
			slices.Sort(all)
			return all
		}
		there := seen(perturbed)
		edge := there[len(there)/2-3*100] // three standard errors below the median
		here, _ := slices.BinarySearch(seen(clean), edge)
		p := float64(here) / float64(len(there))
		runs, wrong, certified := trials.Count(t, 200, 4000), 0, map[int64]bool{}
		for range runs {
			votes := int64(0)
			for range 200 {
				if r.Float64() < p {
					votes++
				}
			}
			if _, known := certified[votes]; !known {
				request := &Request{Clean: &clean, Perturbed: &perturbed, Prediction: Prediction{Votes: votes, Samples: 200}}
				request.Sigma, request.Group, request.Axis, request.Noise, request.Alpha = 0.05, invariance.Axis, axis, noise, 0.05
				certified[votes] = mustCertify(t, request).Certified
			}
			if certified[votes] {
				wrong++
			}
		}
		if bound.UpperTail(int64(wrong), int64(runs), 0.05) < 1e-6 {
			t.Errorf("%s: %d of %d certificates are wrong", f.noise, wrong, runs)
		}
		t.Logf("%s, p = %v: %d of %d certificates are wrong, at level 0.05", f.noise, p, wrong, runs)
		if wrong == 0 {
			t.Errorf("%s: no certificate comes near its level: too little to test it", f.noise)
		}
	}
}

// A cloud in another order is certified by the order that is found.
func TestTransformedInAnotherOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 24))
	text := transformedRequest(r, `{"twist":0.26}`, transform.Parameters{Twist: 0.02}, 0)
	request := mustParse(t, strings.Replace(text, `"sigma"`, `"permutation":true,"sigma"`, 1))
	shuffled := pointcloud.Pick(*request.Perturbed, r.Perm(request.Perturbed.Count()))
	request.Perturbed = &shuffled
	c := mustCertify(t, request)
	if !c.Certified || c.Parameters.Alignment.Permutation == nil {
		t.Errorf("%+v", c.Parameters)
	}
	request.Permutation = false
	if mustCertify(t, request.With(shuffled)).Certified {
		t.Error("another order is certified for a classifier that sees it")
	}
}

// Every cloud within a distance is certified as the worst of them is.
func TestTransformedWithinADistance(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 25))
	text := transformedRequest(r, `{"twist":0.26}`, transform.Parameters{}, 0.004)
	one := mustParse(t, text)
	c := mustCertify(t, one).Parameters
	all := *one
	all.Perturbed, all.ways = nil, nil
	radii := mustCertify(t, &all).Parameters.Radii
	if radii.Distance == nil || radii.Twist == nil || *radii.Distance <= 0 {
		t.Fatalf("%+v", radii)
	}
	at := strings.Index(text, `"perturbed"`)
	end := strings.Index(text, `"sigma"`)
	within := mustParse(t, text[:at]+fmt.Sprintf(`"perturbed":{"changes":{"moved":%v}},`, *radii.Distance)+text[end:])
	whole := mustCertify(t, within)
	if !whole.Certified || *whole.Parameters.Lower > *c.Lower+0.5 {
		t.Errorf("%+v", whole.Parameters)
	}
	sharedAlike(t, within, whole)
}
