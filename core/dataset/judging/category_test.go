package judging

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const byElement = `{"attribute":"element","values":{"1":0.25,"6":0.5,"8":0.75}}`

// sigmaOf is byElement again, for the tests to weigh points by.
var sigmaOf = map[float64]float64{1: 0.25, 6: 0.5, 8: 0.75}

// elementsEntry is a cloud with elements in turn.
func elementsEntry(seed uint64, dimension int, elements ...float64) Ballot {
	e := randomEntry(seed, dimension, 7, 0.3, 9300)
	values := make([]float64, 7)
	for n := range values {
		values[n] = elements[n%len(elements)]
	}
	e.Cloud.Attributes = pointcloud.Attributes{{Name: "element", Values: values}}
	return e
}

// weighted returns the norm of differences as the run counts them: in units of their σ, times the smallest of all.
func weighted(differences, elements []float64) float64 {
	sum, dimension := 0.0, len(differences)/len(elements)
	for i, x := range differences {
		sum += x * x / (sigmaOf[elements[i/dimension]] * sigmaOf[elements[i/dimension]])
	}
	return 0.25 * math.Sqrt(sum)
}

// requestOf certifies a pair by a request, whose lengths are in units of the smallest σ of that cloud.
func requestOf(t *testing.T, e Ballot, perturbed pointcloud.Cloud, settings string) *certificate.Certificate {
	t.Helper()
	points, _ := json.Marshal(e.Cloud)
	moved, _ := json.Marshal(perturbed)
	elements, _ := json.Marshal(e.Cloud.Attributes)
	return certifiedText(t, fmt.Sprintf(`{"clean":{"points":%s,"attributes":%s},"perturbed":{"points":%s,"attributes":%[2]s},"sigma":%[4]s,%[5]s,"samples":0,
		"prediction":{"votes":9300,"samples":10000}}`, points, elements, moved, byElement, settings))
}

// everyGroup calls test under each group with clouds of all elements, of some, and of one.
func everyGroup(test func(settings string, e Ballot)) {
	for _, group := range []string{"none", "T", "SO", "SE", "O", "E", "axis"} {
		for k, elements := range [][]float64{{1, 6, 8}, {8, 6}, {8}, {1}} {
			for dimension := 2; dimension <= 3; dimension++ {
				settings := `"group":"` + group + `"`
				if group == "axis" {
					settings += `,"axis":[1,2,-1],"translation":true`
				}
				if group != "axis" || dimension == 3 {
					test(settings, elementsEntry(uint64(3*k+dimension), dimension, elements...))
				}
			}
		}
	}
}

// The second route: norms are weighed point by point, and each pair is a request of its own.
func TestScalingWithSigmaByAttributeIsThatOfRequests(t *testing.T) {
	crossed, all := 0, 0
	everyGroup(func(settings string, e Ballot) {
		s := mustSettings(t, `"sigma":`+byElement+`,"samples":0,"attack":{"family":"scale","norms":[0,0.1,0.2,0.3,0.4,0.6]},`+settings)
		got := s.Judge(e)
		if got.Failure != "" {
			t.Fatal(got.Failure)
		}
		size := weighted(e.Cloud.Points, e.Cloud.Attribute("element"))
		for at, norm := range s.Attack.Norms {
			c := requestOf(t, e, certificate.Scaled(e.Cloud, 1+norm/size), settings)
			if one(c.BlackBox.Certified) != got.BlackBox[at] || one(c.Orbit.Certified) != got.Orbit[at] {
				t.Errorf("%s, norm %v: black box %v, orbit %v, got %+v", settings, norm, c.BlackBox.Certified, c.Orbit.Certified, *got.Judged)
			}
			if c.Tight != nil && one(slices.Contains(c.CertifiedBy, "tight") || c.Orbit.Certified) != got.Tight[at] {
				t.Errorf("%s, norm %v: tight %+v, got %v", settings, norm, *c.Tight, got.Tight)
			}
			crossed, all = crossed+got.Orbit[at], all+1
		}
	})
	if crossed < all/5 || crossed > 4*all/5 {
		t.Errorf("%d of %d certified: the grid does not cross", crossed, all)
	}
}

func TestRotationWithSigmaByAttributeIsThatOfRequests(t *testing.T) {
	slow.Skip(t)
	crossed, all := 0, 0
	everyGroup(func(settings string, e Ballot) {
		axis := ""
		if e.Cloud.Dimension == 3 {
			axis = `,"axis":[0.3,-1,0.5]`
		}
		s := mustSettings(t, `"sigma":`+byElement+`,"samples":0,"attack":{"family":"rotate","degrees":[0,10,60],"noise":0.3,"draws":2`+axis+`},`+settings)
		got := s.Judge(e)
		if got.Failure != "" {
			t.Fatal(got.Failure)
		}
		j, err := s.newJudge(e)
		if err != nil {
			t.Fatal(err)
		}
		for draw := range 2 {
			noisy, about := j.noise(draw)
			delta := make([]float64, len(noisy.Points))
			for i, x := range e.Cloud.Points {
				delta[i] = noisy.Points[i] - x
			}
			if norm := weighted(delta, e.Cloud.Attribute("element")); math.Abs(norm-0.3) > 1e-12 {
				t.Errorf("the noise has the norm %v", norm)
			}
			for at, degrees := range s.Attack.Degrees {
				turned := pointcloud.Cloud{Dimension: noisy.Dimension, Points: slices.Clone(noisy.Points)}
				certificate.Turn(turned, degrees, about)
				c := requestOf(t, e, turned, settings)
				if mark := string(got.Draws.Orbit[at][draw]); mark != fmt.Sprint(one(c.Orbit.Certified)) {
					t.Errorf("%s, %v degrees: orbit %v, got %s", settings, degrees, c.Orbit.Certified, mark)
				}
				if mark := string(got.Draws.BlackBox[at][draw]); mark != fmt.Sprint(one(c.BlackBox.Certified)) {
					t.Errorf("%s, %v degrees: black box %v, got %s", settings, degrees, c.BlackBox.Certified, mark)
				}
				if c.Tight != nil && string(got.Draws.Tight[at][draw]) != fmt.Sprint(one(slices.Contains(c.CertifiedBy, "tight") || c.Orbit.Certified)) {
					t.Errorf("%s, %v degrees: tight %+v, got %s", settings, degrees, *c.Tight, got.Draws.Tight[at])
				}
				crossed, all = crossed+one(c.BlackBox.Certified), all+1
			}
		}
	})
	if crossed < all/5 || crossed > 4*all/5 {
		t.Errorf("%d of %d certified: the angles do not cross", crossed, all)
	}
}

// Coverage: a classifier whose probability is one half where the attack of a norm ends is certified at that norm no more often than the level
// allows. Its votes are drawn with the noise of each point; the attack is along the steepest descent, which weighs points by 1/σₙ².
func TestCoverageOfRunsWithSigmaByAttribute(t *testing.T) {
	slow.Skip(t)
	const simulations, samples, alpha = 3000, 120, 0.05
	s := mustSettings(t, fmt.Sprintf(`"sigma": %s, "group": "none", "alpha": %v, "attack": {"family": "ball", "norms": [0.1, 0.3]}`, byElement, alpha))
	random := rand.New(rand.NewPCG(121, 122))
	for k, elements := range [][]float64{{1, 6, 8}, {8, 6}, {8}} {
		e := elementsEntry(uint64(k), 3, elements...)
		values := e.Cloud.Attribute("element")
		delta := make([]float64, len(e.Cloud.Points))
		for i := range delta {
			sigma := sigmaOf[values[i/3]]
			delta[i] = sigma * sigma * random.NormFloat64()
		}
		scale := 0.3 / weighted(delta, values)
		square := 0.0
		for i := range delta {
			delta[i] *= scale
			square += delta[i] * delta[i] / (sigmaOf[values[i/3]] * sigmaOf[values[i/3]])
		}
		vote := func(n int) []int64 {
			votes := []int64{0, 0}
			for range n {
				along := 0.0
				for i, d := range delta {
					sigma := sigmaOf[values[i/3]]
					along += d / (sigma * sigma) * sigma * random.NormFloat64()
				}
				votes[one(along <= square)]++
			}
			return votes
		}
		wrong, near := 0, 0
		for range simulations {
			e.Predict, e.Certify = []int64{1, 9}, vote(samples)
			got := s.Judge(e)
			near, wrong = near+got.Orbit[0], wrong+got.Orbit[1]
		}
		if share := float64(wrong) / simulations; share > alpha+3*math.Sqrt(alpha/simulations) {
			t.Errorf("%v: %.4f of the simulations are wrong", elements, share)
		}
		if near < simulations/2 {
			t.Errorf("%v: only %d of %d are certified at a third of the norm", elements, near, simulations)
		}
		t.Logf("%v: %.4f wrong, %.2f certified at a third", elements, float64(wrong)/simulations, float64(near)/simulations)
	}
}

// Ranges count each point by its own σ, whatever is the smallest of the run: none is shorter than with the smallest of the cloud, and
// clouds with one value have those of one σ.
func TestRangesWithSigmaByAttribute(t *testing.T) {
	slow.Skip(t)
	for _, elements := range [][]float64{{1, 6, 8}, {8, 6}, {6}} {
		e := elementsEntry(5, 3, elements...)
		least := sigmaOf[slices.MinFunc(elements, func(a, b float64) int { return int(a - b) })]
		by := mustSettings(t, `"sigma":`+byElement+`,"group":"SE","withstand":{}`).Judge(e)
		even := mustSettings(t, fmt.Sprintf(`"sigma":%v,"group":"SE","withstand":{}`, least)).Judge(e)
		if len(elements) == 1 {
			if a, b := fmt.Sprint(reachesOf(by)), fmt.Sprint(reachesOf(even)); a != b || by.Failure != "" {
				t.Errorf("%v: %s %s, of one σ %s", elements, by.Failure, a, b)
			}
			continue
		}
		longer := 0
		for n, reach := range reachesOf(by) {
			switch before := reachesOf(even)[n]; {
			case reach < before*(1-1e-6):
				t.Errorf("%v: %s to %v, of the smallest σ to %v", elements, by.Ranges[n].Family, reach, before)
			case reach > 1.1*before:
				longer++
			}
		}
		if longer < 3 {
			t.Errorf("%v: %d ranges are longer: %s", elements, longer, by.Failure)
		}
	}
}

// reachesOf are those of the ranges of a cloud.
func reachesOf(i ItemResult) (list []float64) {
	for _, r := range i.Ranges {
		list = append(list, r.Reach())
	}
	return list
}
