package certificate

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const byElement = `{"attribute":"element","values":{"1":0.25,"6":0.5,"8":0.75}}`

// spreadRequest has σ by the elements of its points.
func spreadRequest(more, clean, perturbed string) string {
	return string(bytes.Replace(attributed(clean, perturbed, "", more), []byte(`"sigma": 0.5`), []byte(`"sigma": `+byElement), 1))
}

// σ by an attribute is the list of σ of the points.
func TestSigmaByAttributeIsThatOfThePoints(t *testing.T) {
	const water = `{"element": [8, 1, 6]}`
	for _, group := range []string{"none", "T", "SO", "SE", "E"} {
		more := `, "group": "` + group + `"`
		by := mustParse(t, spreadRequest(more, water, water))
		each := mustParse(t, strings.Replace(string(attributed(water, water, "", more)), `"sigma": 0.5`, `"sigma": [0.75, 0.25, 0.5]`, 1))
		a, _ := json.Marshal(mustCertify(t, by).Verdict)
		b, _ := json.Marshal(mustCertify(t, each).Verdict)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: %s, of the list %s", group, a, b)
		}
		text, _ := json.Marshal(by)
		if !bytes.Contains(text, []byte(`"sigma":`+byElement)) {
			t.Errorf("%s lacks σ as it was given", text)
		}
		if again, _ := json.Marshal(mustParse(t, string(text))); !bytes.Equal(again, text) {
			t.Errorf("%s is read as %s", text, again)
		}
	}
	one := mustParse(t, spreadRequest(`, "permutation": true`, `{"element": [6, 6, 6]}`, `{"element": [6, 6, 6]}`))
	if one.Sigmas != nil || one.Sigma != 0.5 {
		t.Errorf("one element has %v, %v", one.Sigma, one.Sigmas)
	}
}

// everyOrder calls do for every order of n points.
func everyOrder(n int, do func([]int)) {
	order := make([]int, 0, n)
	var add func()
	add = func() {
		if len(order) == n {
			do(order)
			return
		}
		for i := range n {
			if !slices.Contains(order, i) {
				order = append(order, i)
				add()
				order = order[:len(order)-1]
			}
		}
	}
	add()
}

// spreadPair is a random pair of clouds in other orders, with σ by their elements.
func spreadPair(random *rand.Rand, points int) *Request {
	dimension := 2 + random.IntN(2)
	clean := trials.Cloud(random, points, dimension)
	perturbed := pointcloud.Cloud{Dimension: dimension}
	for _, x := range clean.Points {
		perturbed.Points = append(perturbed.Points, x+0.3*random.NormFloat64())
	}
	element := make([]float64, points)
	for n := range element {
		element[n] = []float64{1, 6, 8}[random.IntN(3)]
	}
	clean.Attributes = pointcloud.Attributes{{Name: "element", Values: element}}
	perturbed.Attributes = pointcloud.Attributes{{Name: "element", Values: slices.Clone(element)}}
	perturbed = pointcloud.Pick(perturbed, random.Perm(points))
	groups := []invariance.Group{invariance.None, invariance.Translations, invariance.Rotations, invariance.Rigid, invariance.Euclidean}
	r := &Request{Clean: &clean, Perturbed: &perturbed, Prediction: Prediction{Probability: 0.97, Seen: []string{"element"}}}
	r.Terms = argument.Terms{Group: groups[random.IntN(len(groups))], Permutation: true, Alpha: 0.001, Stop: argument.StopFull, SigmaBy: &argument.SigmaByAttribute{
		Attribute: "element", Values: map[string]float64{"1": 0.3, "6": 0.5, "8": 2.5},
	}}
	return r
}

// The order found is as near as the best of all that match equal elements, and no order comes below the lower bound.
func TestOrderWithSigmaByAttribute(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(101, 102))
	for range 60 {
		r := spreadPair(random, 5)
		if err := r.spreadPoints(); err != nil {
			t.Fatal(err)
		}
		c := mustCertify(t, r)
		a, b := r.labels()
		best := math.Inf(1)
		everyOrder(5, func(order []int) {
			for i, j := range order {
				if a[i] != b[j] {
					return
				}
			}
			best = min(best, r.Distance(*r.Clean, pointcloud.Pick(*r.Perturbed, order)))
		})
		if *c.Orbit.Distance > best*(1+1e-9) || *c.Orbit.Distance < best*(1-1e-9) || *c.Orbit.DistanceLower > best {
			t.Errorf("%s: distance %v, at least %v; the best order leaves %v", r.Group, *c.Orbit.Distance, *c.Orbit.DistanceLower, best)
		}
		for i, j := range c.Orbit.Alignment.Permutation {
			if a[i] != b[j] {
				t.Errorf("%s: point %d is matched with %d of another element", r.Group, i, j)
			}
		}
		if kept := r.keepsLabels(); (c.BlackBox != nil) != kept || kept && *c.BlackBox.Distance < *c.Orbit.Distance {
			t.Errorf("%s: the black box is %+v, the distance of the orbit %v", r.Group, c.BlackBox, *c.Orbit.Distance)
		}
		document, err := Document(r, c)
		if err != nil {
			t.Fatal(err)
		}
		if lines, err := contradicted(document); err != nil || len(lines) > 0 {
			t.Errorf("%v %v\n%s", lines, err, document)
		}
		short, err := r.Gram()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := short.MarshalJSON()
		if bytes.Contains(text, []byte("element")) && !bytes.Contains(text, []byte(`"model":{"attributes":["element"]}`)) {
			t.Errorf("shared: %s", text)
		}
		if shared := mustCertify(t, mustParse(t, string(text))); *shared.Orbit.Lower != *c.Orbit.Lower {
			t.Errorf("%v is shared as %v", *c.Orbit.Lower, *shared.Orbit.Lower)
		}
	}
}

// A classifier that ignores the order and goes by the nearest match reaches no more than the bound: it is drawn at both clouds.
func TestSigmaByAttributeByDrawingIt(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(103, 104))
	const draws = 20_000
	for range 4 {
		r := spreadPair(random, 4)
		r.Group, r.Samples = invariance.None, 0
		if err := r.spreadPoints(); err != nil {
			t.Fatal(err)
		}
		orders := [][]int{}
		a, _ := r.labels()
		everyOrder(4, func(order []int) {
			for i, j := range order {
				if a[i] != a[j] {
					return
				}
			}
			orders = append(orders, slices.Clone(order))
		})
		matched := r.matched()
		// The log ratio of one order, summed over all that keep the elements: the most powerful test that ignores the order.
		ratio := func(z pointcloud.Cloud) float64 {
			num, den := 0.0, 0.0
			for _, order := range orders {
				y := pointcloud.Pick(z, order)
				ex, ep := 0.0, 0.0
				for i := range y.Points {
					sigma := r.Sigmas[i/y.Dimension]
					ex += math.Pow((y.Points[i]-r.Clean.Points[i])/sigma, 2) / 2
					ep += math.Pow((y.Points[i]-matched.Points[i])/sigma, 2) / 2
				}
				num, den = num+math.Exp(-ep), den+math.Exp(-ex)
			}
			return math.Log(num / den)
		}
		at := func(c pointcloud.Cloud) []float64 {
			all := make([]float64, draws)
			for k := range all {
				z := pointcloud.Cloud{Dimension: c.Dimension, Points: slices.Clone(c.Points), Attributes: c.Attributes}
				for i := range z.Points {
					z.Points[i] += r.Sigmas[i/c.Dimension] * random.NormFloat64()
				}
				all[k] = ratio(z)
			}
			slices.Sort(all)
			return all
		}
		clean, perturbed := at(*r.Clean), at(matched)
		limit := clean[int(0.97*draws)]
		least, _ := slices.BinarySearch(perturbed, limit)
		if v, bound := float64(least)/draws, *mustCertify(t, r).Orbit.Lower; bound > v+5*math.Sqrt(0.5/draws) {
			t.Errorf("%d orders: the bound %v is above %v, the least that was drawn", len(orders), bound, v)
		}
	}
}

func TestSigmaByAttributeThatIsRefused(t *testing.T) {
	const water = `{"element": [8, 1, 6]}`
	with := func(sigma, more, clean, perturbed string) string {
		return strings.Replace(spreadRequest(more, clean, perturbed), byElement, sigma, 1)
	}
	for _, c := range []struct{ document, want string }{
		{with(`{}`, "", water, water), "sigma.attribute: is missing; name the attribute that sigma goes by"},
		{with(`{"attribute":6,"values":{}}`, "", water, water), "sigma.attribute: must be a string"},
		{with(`{"attribute":"element"}`, "", water, water), `sigma.values: is missing; give σ for each value of "element"`},
		{with(`{"attribute":"element","values":{}}`, "", water, water), "sigma.values: is missing"},
		{with(`{"attribute":"element","values":[0.1]}`, "", water, water), "sigma.values: must be a JSON object"},
		{with(`{"attribute":"element","values":{"C":0.1}}`, "", water, water), `sigma.values: has the key "C"; keys are values of the attribute, such as "6"`},
		{with(`{"attribute":"element","values":{"0x6":0.1}}`, "", water, water), `sigma.values: has the key "0x6"`},
		{with(`{"attribute":"element","values":{"6":0.1,"6.0":0.2}}`, "", water, water), "sigma.values.6.0: is the value 6 a second time"},
		{with(`{"attribute":"element","values":{"6":0}}`, "", water, water), "sigma.values.6: must be positive, got 0"},
		{with(`{"attribute":"element","values":{"6":"a"}}`, "", water, water), "sigma.values.6: must be a number"},
		{with(`{"attribute":"element","values":{"6":0.1,"8":0.1}}`, "", water, water), `sigma.values: has no σ for 1, which is "element" of point 2; add it`},
		{with(`{"attribute":"ring","values":{"6":0.1}}`, "", water, water), `sigma.attribute: is "ring", which the clean cloud does not have; give the cloud this attribute, or sigma as one number`},
		{with(`{"attribute":"element","values":{"1":1e-7,"6":1,"8":1}}`, "", water, water), "sigma: must differ by a factor of at most 1e+06"},
		{with(`{"attribute":"element","values":{"1":1,"6":1,"8":1},"unit":"A"}`, "", water, water), "sigma.unit: is not a known field here"},
		{spreadRequest("", water, `{"element": [8, 6, 1]}`), "perturbed.attributes.element: point 2 has 6, the clean cloud 1: the attribute that sigma goes by must be the same; give votes of samples of k points (subsample), for which such points count as replaced, or give sigma as one number"},
		{spreadRequest(`, "permutation": true`, water, `{"element": [8, 6, 6]}`), "perturbed.attributes.element: point 3 has 6, which more points have than in the clean cloud: the attribute that sigma goes by must be the same"},
		{spreadRequest("", water, ""), `perturbed: has no attribute "element", which sigma goes by`},
		{spreadRequest(`, "attribute_sigma": {"element": 0.1}`, water, water), `sigma.attribute: is "element", which has noise itself (attribute_sigma)`},
		{strings.ReplaceAll(spreadRequest(`, "group": "SE"`, water, water), "element", "nx"), "clean.attributes.nx: is part of a vector that turns with the cloud"},
		{`{"gram":` + pair2(0, 0.2, 1, 0) + `,` + strings.Replace(rest, `"sigma":0.5`, `"sigma":`+byElement, 1) + `}`, "sigma: must be one number with gram"},
	} {
		_, err := ParseRequest([]byte(c.document), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n gives %v, want %s…", c.document, err, c.want)
		}
	}
	swapped := mustParse(t, spreadRequest(`, "permutation": true`, water, `{"element": [8, 6, 1]}`))
	if c := mustCertify(t, swapped); *c.Orbit.Distance < 1 {
		t.Errorf("points that swapped their elements are %v apart", *c.Orbit.Distance)
	}
}

// The attribute that σ goes by is held fixed, though the model does not see it, and the certificate stands.
func TestSigmaByAnAttributeThatTheModelDoesNotSee(t *testing.T) {
	const water, unseen = `{"element": [8, 1, 6]}`, `{"probability": 0.9, "model": {"attributes": []}}`
	text := strings.Replace(spreadRequest(`, "permutation": true`, water, water), `{"probability": 0.9}`, unseen, 1)
	r := mustParse(t, text)
	document, err := Document(r, mustCertify(t, r))
	if err != nil {
		t.Fatal(err)
	}
	if lines, err := contradicted(document); err != nil || len(lines) > 0 {
		t.Errorf("%v %v", lines, err)
	}
	written, _ := r.MarshalJSON()
	if again := mustParse(t, string(written)); len(again.Prediction.Seen) > 0 {
		t.Errorf("the model then sees %v", again.Prediction.Seen)
	}
	other := strings.Replace(text, `{"element": [8, 1, 6]}`, `{"element": [8, 1, 1]}`, 1)
	if _, err := ParseRequest([]byte(other), nil); err == nil || !strings.Contains(err.Error(), "the attribute that sigma goes by must be the same") {
		t.Errorf("other elements: %v", err)
	}
	short, err := r.Gram()
	if err != nil {
		t.Fatal(err)
	}
	shared, _ := short.MarshalJSON()
	if again, _ := mustParse(t, string(shared)).MarshalJSON(); !bytes.Equal(again, shared) {
		t.Errorf("%s is read as %s", shared, again)
	}
}

// Votes are counted with the σ of each point, in any order, and count for these alone.
func TestVotesUnderSigmaByAttribute(t *testing.T) {
	request := func(prediction, elements string) []byte {
		text := strings.ReplaceAll(string(countedRequest(prediction)), `]]}`, `]], "attributes": {"element": `+elements+`}}`)
		return []byte(strings.Replace(text, `"sigma": 0.25`, `"permutation": true, "sigma": `+byElement, 1))
	}
	const elements = `[1, 6, 8, 1, 1]`
	_, plan, err := ParsePlan(request(somePlan, elements), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(plan.Sampling.Sigmas, []float64{0.25, 0.5, 0.75, 0.25, 0.25}) || plan.Sampling.Sigma != 0.25 || len(plan.Sampling.SigmasDigest) != 71 {
		t.Errorf("%+v", plan.Sampling)
	}
	votes := evidenceOf(t, plan)
	r := mustParse(t, string(request(`{"evidence": `+votes+`}`, elements)))
	document, err := Document(r, mustCertify(t, r))
	if err != nil {
		t.Fatal(err)
	}
	if lines, err := contradicted(document); err != nil || len(lines) > 0 {
		t.Errorf("%v %v", lines, err)
	}
	for _, other := range []string{`[6, 1, 8, 1, 1]`, `[1, 6, 8, 1, 6]`} {
		_, err := ParseRequest(request(`{"evidence": `+votes+`}`, other), nil)
		if err == nil || !strings.Contains(err.Error(), "prediction.evidence.sampling.") {
			t.Errorf("elements %s: %v", other, err)
		}
	}
	wider := strings.Replace(string(request(`{"evidence": `+votes+`}`, elements)), `"8":0.75`, `"8":0.8`, 1)
	if _, err := ParseRequest([]byte(wider), nil); err == nil || !strings.Contains(err.Error(), "prediction.evidence.sampling.noise: does not match") {
		t.Errorf("another σ: %v", err)
	}
}

// Samples of some points keep the σ of each, and points with other elements count as replaced.
func TestSubsampleWithSigmaByAttribute(t *testing.T) {
	elements := func(last string) string { return `{"element": [8, 1, ` + last + `]}` }
	more := `, "permutation": true, "subsample": 2`
	same := mustCertify(t, mustParse(t, spreadRequest(more, elements("6"), elements("6")))).Subsample
	other := mustCertify(t, mustParse(t, spreadRequest(more, elements("6"), elements("1")))).Subsample
	if same.Kept != 3 || other.Kept != 2 {
		t.Errorf("of 3 points %v stay, with another element %v", same.Kept, other.Kept)
	}
	least := mustCertify(t, mustParse(t, strings.Replace(spreadRequest(more, elements("6"), elements("6")), byElement, "0.25", 1))).Subsample
	if same.Lower <= least.Lower {
		t.Errorf("%v, of the smallest σ %v", same.Lower, least.Lower)
	}
}

// The second route: for every subset of the points the value of the classifier that sees it, with the σ of each point.
func TestSubsampleWithSigmaByAttributeByEverySubset(t *testing.T) {
	random := rand.New(rand.NewPCG(105, 106))
	gained := 0
	for range 20 {
		r := spreadPair(random, 5)
		r.Permutation, r.Group, r.Subsample, r.Pairing = false, invariance.None, 2, &Pairing{How: pairOrder}
		moved := pointcloud.Cloud{Dimension: r.Clean.Dimension, Attributes: r.Clean.Attributes}
		for _, x := range r.Clean.Points {
			moved.Points = append(moved.Points, x+0.2*random.NormFloat64())
		}
		r.Perturbed = &moved
		if err := r.spreadPoints(); err != nil {
			t.Fatal(err)
		}
		if r.Sigmas == nil {
			continue
		}
		got := mustCertify(t, r).Subsample
		var squares []float64
		for i := range 5 {
			for j := range i {
				square := 0.0
				for _, n := range []int{i, j} {
					for k := range r.Clean.Dimension {
						square += math.Pow((moved.Points[n*r.Clean.Dimension+k]-r.Clean.Points[n*r.Clean.Dimension+k])/r.Sigmas[n], 2)
					}
				}
				squares = append(squares, square)
			}
		}
		phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
		best := 0.0
		for kappa := -8.0; kappa < 4; kappa += 0.002 {
			mean := 0.0
			for _, u := range squares {
				mean += math.Exp(kappa)*phi((kappa+u/2)/math.Sqrt(u)) - phi((kappa-u/2)/math.Sqrt(u))
			}
			best = max(best, math.Exp(kappa)*0.97-mean/float64(len(squares)))
		}
		if got.Lower > best+1e-6 || got.Lower < best-0.05 {
			t.Errorf("%v: the bound is %v, by every subset %v", r.Sigmas, got.Lower, best)
		}
		if least := mustCertify(t, r.Evened()).Subsample; got.Lower > least.Lower {
			gained++
		}
	}
	if gained < 10 {
		t.Errorf("the σ of the points prove more than the smallest in %d cases", gained)
	}
}
