package certificate

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// unevenRequest has a random σ for each of its points.
func unevenRequest(r *rand.Rand) *Request {
	q := randomRequest(r)
	q.Permutation = false
	q.Sigmas = make([]float64, q.Clean.Count())
	for n := range q.Sigmas {
		q.Sigmas[n] = 0.3 * math.Pow(10, r.Float64())
	}
	q.Sigma = q.Sigmas[0]
	for _, sigma := range q.Sigmas {
		q.Sigma = min(q.Sigma, sigma)
	}
	return q
}

// The same σ written for each point is one σ: the certificate has the same bytes.
func TestEqualSigmasAreOne(t *testing.T) {
	one := mustParse(t, `{`+twoClouds+`,`+rest+`,"samples":3000}`)
	each := mustParse(t, `{`+twoClouds+`,`+strings.Replace(rest, `"sigma":0.5`, `"sigma":[0.5,0.5,5e-1]`, 1)+`,"samples":3000}`)
	if each.Sigmas != nil {
		t.Error("they are kept apart")
	}
	a, _ := Document(one, mustCertify(t, one))
	b, _ := Document(each, mustCertify(t, each))
	if string(a) != string(b) {
		t.Errorf("%s\nbecomes\n%s", a, b)
	}
}

// Noise that differs from point to point is the noise of weighted clouds: without translations the
// certificate is that of the clouds whose points are moved in to the smallest σ, and with them one that
// is centred in that product.
func TestUnevenNoiseIsThatOfWeightedClouds(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(91, 92))
	for range trials.Count(t, 400, 2000) / 10 {
		r := unevenRequest(random)
		even := *r
		even.Sigmas, even.Seed, r.Seed = nil, "7", "7"
		clean, perturbed := weightedCloud(r, *r.Clean), weightedCloud(r, *r.Perturbed)
		even.Clean, even.Perturbed = &clean, &perturbed
		even.Group = map[invariance.Group]invariance.Group{invariance.Translations: invariance.None, invariance.Rigid: invariance.Rotations, invariance.Euclidean: invariance.Orthogonal}[r.Group]
		if even.Group == "" {
			even.Group = r.Group
		}
		even.Translation = false
		got, want := mustCertify(t, r), mustCertify(t, &even)
		for _, pair := range [][2]*float64{{got.Orbit.Distance, want.Orbit.Distance}, {got.Orbit.Lower, want.Orbit.Lower}, {got.Orbit.Radius, want.Orbit.Radius}} {
			if math.Abs(*pair[0]-*pair[1]) > 1e-9*(1+*pair[1]) {
				t.Errorf("%s, %d-D: %v, of the weighted clouds %v", r.Group, r.Dimension(), *pair[0], *pair[1])
			}
		}
		if got.Tight != nil && got.Tight.Exact != nil && want.Tight != nil && want.Tight.Exact != nil && math.Abs(got.Tight.Exact.Value-want.Tight.Exact.Value) > 1e-8 {
			t.Errorf("%s: exactly %v, of the weighted clouds %v", r.Group, got.Tight.Exact.Value, want.Tight.Exact.Value)
		}
		// Choices before the draws may depend on the last digit.
		if m, w := got.MonteCarlo(), want.MonteCarlo(); m != nil && w != nil && (m.Lower > w.Upper || w.Lower > m.Upper) {
			t.Errorf("%s: drawn %+v, of the weighted clouds %+v", r.Group, m, w)
		}
	}
}

// weightedCloud is the cloud as the noise weighs it, centred by the projection on the points that one
// translation moves, where the group has translations.
func weightedCloud(r *Request, c pointcloud.Cloud) pointcloud.Cloud {
	out := pointcloud.Cloud{Dimension: c.Dimension, Points: make([]float64, len(c.Points))}
	for i, x := range c.Points {
		out.Points[i] = x * r.Sigma / r.Sigmas[i/c.Dimension]
	}
	if !r.Centres() {
		return out
	}
	mass := 0.0
	for _, sigma := range r.Sigmas {
		mass += r.Sigma / sigma * r.Sigma / sigma
	}
	for i := range c.Dimension {
		along := 0.0
		for n, sigma := range r.Sigmas {
			along += r.Sigma / sigma * out.Points[n*c.Dimension+i]
		}
		for n, sigma := range r.Sigmas {
			out.Points[n*c.Dimension+i] -= along / mass * r.Sigma / sigma
		}
	}
	return out
}

// A classifier that ignores translations reaches the bound under such noise: h says whether Z is on the
// near side in the weighted product of centred clouds.
func TestUnevenNoiseByDrawingIt(t *testing.T) {
	random := rand.New(rand.NewPCG(93, 94))
	const draws = 100_000
	for range 5 {
		r := unevenRequest(random)
		r.Group, r.Prediction, r.Samples = invariance.Translations, Prediction{Probability: 0.9}, 0
		clean, perturbed := weightedCloud(r, *r.Clean), weightedCloud(r, *r.Perturbed)
		difference := make([]float64, len(clean.Points))
		for i := range difference {
			difference[i] = perturbed.Points[i] - clean.Points[i]
		}
		near := [2]int{}
		shift := random.NormFloat64()
		limit := invariance.Dot(difference, clean.Points) + 1.2815515655446004*r.Sigma*invariance.Norm(difference)
		for k, cloud := range []*pointcloud.Cloud{r.Clean, r.Perturbed} {
			for range draws {
				sum := 0.0
				for i, x := range cloud.Points {
					sigma := r.Sigmas[i/cloud.Dimension]
					sum += difference[i] * r.Sigma / sigma * (x + shift + sigma*random.NormFloat64())
				}
				if sum <= limit {
					near[k]++
				}
			}
		}
		p, v := float64(near[0])/draws, float64(near[1])/draws
		if bound := *mustCertify(t, r).Orbit.Lower; math.Abs(p-0.9) > 5*math.Sqrt(0.09/draws) || math.Abs(v-bound) > 5*math.Sqrt(0.25/draws) {
			t.Errorf("%d points: p is %v and v %v, the bound %v", r.Clean.Count(), p, v, bound)
		}
	}
}

// Certificates under such noise stand, also in the form that is shared, and are never above p.
func TestUnevenCertificatesStand(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(95, 96))
	for range trials.Count(t, 400, 2000) / 25 {
		r := unevenRequest(random)
		text, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		r = mustParse(t, string(text))
		c := mustCertify(t, r)
		if problem := unsound(r, c); problem != "" && r.Prediction.Probability > 0 {
			t.Errorf("%s: %s", problem, text)
		}
		document, err := Document(r, c)
		if err != nil {
			t.Fatal(err)
		}
		if lines, err := contradicted(document); err != nil || len(lines) > 0 {
			t.Errorf("%v %v", lines, err)
		}
		short, err := r.Gram()
		if err != nil {
			t.Fatal(err)
		}
		shared := mustCertify(t, short)
		shared.Orbit.Alignment, c.Orbit.Alignment = nil, nil
		a, _ := json.Marshal(c)
		b, _ := json.Marshal(shared)
		if string(a) != string(b) {
			t.Errorf("%s\nis shared as\n%s", a, b)
		}
		if m, err := FindMinimum(r); err != nil || *m.Orbit < 0.5 || *m.Orbit > 1 {
			t.Errorf("minimum %v, %v", m, err)
		}
	}
}

func TestSigmasThatAreRefused(t *testing.T) {
	with := func(sigma string) string {
		return `{` + twoClouds + `,` + strings.Replace(rest, `"sigma":0.5`, `"sigma":`+sigma, 1)
	}
	for _, c := range []struct{ document, want string }{
		{with(`[]`) + `}`, "sigma: must be a number, or one for each point"},
		{with(`[0.1,0.2]`) + `}`, "sigma: has 2 numbers, the clean cloud has 3 points"},
		{with(`[0.1,0.1]`) + `}`, "sigma: has 2 numbers, the clean cloud has 3 points"},
		{with(`[0.1,0.2,0.3,0.4]`) + `}`, "sigma: has 4 numbers, the clean cloud has 3 points"},
		{with(`[0.1,0,0.3]`) + `}`, "sigma[1]: must be positive, got 0"},
		{with(`[0.1,0.2,-3]`) + `}`, "sigma[2]: must be positive, got -3"},
		{with(`["a",0.2,0.3]`) + `}`, "sigma[0]: must be a number"},
		{with(`[NaN,0.2,0.3]`) + `}`, "line 1: not JSON"},
		{with(`[null,0.2,0.3]`) + `}`, "sigma[0]: must be a number"},
		{with(`[1e999,0.2,0.3]`) + `}`, "sigma[0]: is out of range"},
		{with(`[1e-200,0.2,0.3]`) + `}`, "sigma[0]: must be between 1e-100 and 1e100"},
		{with(`[[0.1],0.2,0.3]`) + `}`, "sigma[0]: must be a number"},
		{with(`[1e-7,0.2,0.3]`) + `}`, "sigma: must differ by a factor of at most 1e+06"},
		{with(`{"each":0.1}`) + `}`, "sigma.attribute: is missing; name the attribute that sigma goes by"},
		{with(`[0.1,0.2,0.3]`) + `,"permutation":true}`, "permutation: must be false if sigma is a list"},
		{with(`[0.1,0.2]`) + `,"preparation":{"points":2}}`, "sigma: must be one number if preparation.points samples"},
		{`{"gram":` + pair2(0, 0.2, 1, 0) + `,` + strings.Replace(rest, `"sigma":0.5`, `"sigma":[1,2]`, 1) + `}`, "sigma: must be one number with gram"},
	} {
		_, err := ParseRequest([]byte(c.document), nil)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n gives %v, want %s…", c.document, err, c.want)
		}
	}
	// The order may not matter where the noise is the same.
	if r := mustParse(t, with(`[0.1,0.1,0.1]`)+`,"permutation":true}`); r.Sigma != 0.1 || !r.Permutation {
		t.Errorf("%+v", r.Terms)
	}
}

// Votes under such noise are counted with its digest, and count for it alone.
func TestVotesUnderUnevenNoise(t *testing.T) {
	uneven := func(prediction string) []byte {
		return []byte(strings.Replace(string(countedRequest(prediction)), `"sigma": 0.25`, `"sigma": [0.25, 0.25, 0.3, 0.5, 0.25]`, 1))
	}
	_, plan, err := ParsePlan(uneven(somePlan), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Sampling.SigmasDigest) != 71 || plan.Sampling.Sigma != 0.25 {
		t.Errorf("%+v", plan.Sampling)
	}
	votes := strings.Replace(evidenceOf(t, plan), `"noise":`, `"noise": `, 1)
	r, err := ParseRequest(uneven(`{"evidence": `+votes+`}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	short, err := r.Gram()
	if err != nil {
		t.Fatal(err)
	}
	text, _ := short.MarshalJSON()
	if _, err := ParseRequest(text, nil); err != nil {
		t.Errorf("shared: %v", err)
	}
	for _, c := range []struct{ request, want string }{
		{string(countedRequest(`{"evidence": ` + votes + `}`)), "prediction.evidence.sampling.noise: is of samples whose noise differs"},
		{strings.Replace(string(uneven(`{"evidence": `+votes+`}`)), "0.3", "0.31", 1), "prediction.evidence.sampling.noise: does not match the request's sigma"},
		{string(uneven(`{"evidence": ` + evidence(t) + `}`)), "prediction.evidence.sampling.noise: is missing"},
	} {
		if _, err := ParseRequest([]byte(c.request), nil); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s…", err, c.want)
		}
	}
}

// A certificate of 100,000 points with a σ each is parsed and made in about the time of one.
func BenchmarkUneven100000(b *testing.B) {
	r := rand.New(rand.NewPCG(97, 98))
	clean, perturbed := trials.Cloud(r, 100_000, 3), trials.Cloud(r, 100_000, 3)
	q := &Request{Clean: &clean, Perturbed: &perturbed, Prediction: Prediction{Probability: 0.9}, Terms: argument.Terms{Sigma: 1, Group: invariance.Rigid, Alpha: 0.001}}
	for n := range clean.Count() {
		q.Sigmas = append(q.Sigmas, 1+float64(n%7))
	}
	for b.Loop() {
		if _, err := Certify(q); err != nil {
			b.Fatal(fmt.Sprint(err))
		}
	}
}
