package judging

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const scaling = `"sigma":0.5,"group":"SE","attack":{"family":"scale","norms":[0,0.2,0.4,0.6,0.8,1,1.2]}`

// certified returns the certificate of a request.
func certified(t *testing.T, r *certificate.Request) *certificate.Certificate {
	t.Helper()
	c, err := certificate.Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func certifiedText(t *testing.T, text string) *certificate.Certificate {
	t.Helper()
	r, err := certificate.ParseRequest([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return certified(t, r)
}

// mustSettings reads settings as results have them: without runner_up, one class is bounded against all others.
func mustSettings(t *testing.T, text string) *Settings {
	t.Helper()
	s, err := ReadSettings([]byte("{"+text+"}"), Written)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// randomEntry is a cloud off the origin with votes of 10,000 for the class 1.
func randomEntry(seed uint64, dimension, count int, spread float64, votes int64) Ballot {
	random := rand.New(rand.NewPCG(seed, 9))
	e := Ballot{Name: fmt.Sprint("cloud ", seed), Label: 1, Predict: []int64{3, 97}, Certify: []int64{10_000 - votes, votes}}
	e.Cloud = pointcloud.Cloud{Dimension: dimension, Points: make([]float64, dimension*count)}
	for i := range e.Cloud.Points {
		e.Cloud.Points[i] = spread * (random.NormFloat64() + 0.4)
	}
	return e
}

// The second route: the same attack as a request of its own, aligned in full.
func TestScalingIsTheCertificateOfEachNorm(t *testing.T) {
	groups := map[string][]int{"none": {2, 3}, "T": {2, 3}, "SO": {2, 3}, "SE": {2, 3}, "O": {2, 3}, "E": {2, 3}, "axis": {3}}
	crossed := 0
	for group, dimensions := range groups {
		axis := ""
		if group == "axis" {
			axis = `,"axis":[1,2,-1],"translation":true`
		}
		for _, dimension := range dimensions {
			s := mustSettings(t, strings.Replace(scaling, `"SE"`, `"`+group+`","samples":0`+axis, 1))
			e := randomEntry(uint64(dimension), dimension, 7, 0.2, 9300)
			got := s.Judge(e)
			for at, norm := range s.Attack.Norms {
				points, _ := json.Marshal(e.Cloud)
				c := certifiedText(t, fmt.Sprintf(`{"clean":{"points":%s},"perturbed":{"attack":"scale","norm":%v},
					"sigma":0.5,"group":"%s"%s,"samples":0,"prediction":{"votes":9300,"samples":10000}}`, points, norm, group, axis))
				if one(c.BlackBox.Certified) != got.BlackBox[at] || one(c.Orbit.Certified) != got.Orbit[at] {
					t.Errorf("%s, %d-D, norm %v: black box %v, orbit %v, got %+v", group, dimension, norm, c.BlackBox.Certified, c.Orbit.Certified, *got.Judged)
				}
				crossed += got.Orbit[at]
				if c.Tight != nil && one(slices.Contains(c.CertifiedBy, "tight") || c.Orbit.Certified) != got.Tight[at] {
					t.Errorf("%s, %d-D, norm %v: tight %+v, got %v", group, dimension, norm, *c.Tight, got.Tight)
				}
			}
		}
	}
	if crossed < 20 || crossed > 80 {
		t.Errorf("%d of 91 certified: the grid does not cross", crossed)
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// The second route for rotations: both clouds as a request.
func TestRotationIsTheCertificateOfEachAngle(t *testing.T) {
	for _, c := range []struct {
		group     string
		dimension int
	}{{"none", 2}, {"T", 3}, {"SO", 2}, {"SE", 2}, {"SE", 3}, {"E", 2}, {"axis", 3}} {
		settings := `"sigma":0.25,"group":"` + c.group + `","samples":0,"attack":{"family":"rotate","degrees":[0,20,60,180],"noise":0.3,"draws":3}`
		if c.group == "axis" {
			settings += `,"axis":[0,0,1]`
		}
		s := mustSettings(t, settings)
		e := randomEntry(5, c.dimension, 6, 0.4, 9600)
		got := s.Judge(e)
		want := Judged{ByRow: ByRow[[]int]{BlackBox: make([]int, 4), Orbit: make([]int, 4)}}
		j, _ := s.newJudge(e)
		for draw := range 3 {
			noisy, axis := j.noise(draw)
			for at, degrees := range s.Attack.Degrees {
				pair := j.request
				perturbed := certificate.Scaled(noisy, 1)
				certificate.Turn(perturbed, degrees, axis)
				pair.Perturbed = &perturbed
				c := certified(t, &pair)
				want.BlackBox[at] += one(c.BlackBox.Certified)
				want.Orbit[at] += one(c.Orbit.Certified)
			}
		}
		for at, marks := range got.Draws.BlackBox {
			if bytes.Count(marks, []byte{'1'}) != got.BlackBox[at] || len(marks) != 3 || bytes.Count(got.Draws.Orbit[at], []byte{'1'}) != got.Orbit[at] {
				t.Errorf("%+v: draws %s, %v of them certified", c, marks, got.BlackBox[at])
			}
		}
		if !reflect.DeepEqual(got.BlackBox, want.BlackBox) || !reflect.DeepEqual(got.Orbit, want.Orbit) {
			t.Errorf("%+v: got %v %v, want %v %v", c, got.BlackBox, got.Orbit, want.BlackBox, want.Orbit)
		}
	}
}

// The gray box does not see the rotation, and the black box sees nothing else.
func TestGrayBoxIsConstantInTheAngle(t *testing.T) {
	s := mustSettings(t, `"sigma":0.2,"group":"SE","samples":2000,"attack":{"family":"rotate","degrees":[0,1,5,20,90,180],"noise":0.2,"draws":4}`)
	for dimension := 2; dimension <= 3; dimension++ {
		got := s.Judge(randomEntry(8, dimension, 30, 0.5, 9900))
		last := len(got.Orbit) - 1
		for at := range got.Orbit {
			if got.Orbit[at] != got.Orbit[0] || got.Tight[at] != got.Tight[0] || got.Tight[at] < got.Orbit[at] || got.TightUpper[at] < got.Tight[at] {
				t.Errorf("%d-D: %+v", dimension, *got.Judged)
			}
		}
		if got.Orbit[0] != 4 || got.BlackBox[0] != 4 || got.BlackBox[last] != 0 {
			t.Errorf("%d-D: %+v", dimension, *got.Judged)
		}
	}
}

// σ = 0.5, ‖X‖ = 0.01, p = 0.8: the black box certifies up to 0.4208, the tight
// certificate up to 0.720, exactly and by Monte Carlo (Schuchardt et al. 2023, figure 4).
func TestRunCrossesWhereThePaperDoes(t *testing.T) {
	for group, upTo := range map[string]float64{"SO": 0.719, "O": 0.70} {
		s := mustSettings(t, fmt.Sprintf(`"sigma":0.5,"group":"%s","samples":100000,"attack":{"family":"scale","norms":[0.42,0.43,%v,0.73]}`, group, upTo))
		e := Ballot{Name: "x", Predict: []int64{1, 0}, Certify: []int64{800_100_000, 199_900_000}, Cloud: pointcloud.Cloud{Dimension: 2, Points: []float64{0.01, 0}}}
		got := s.Judge(e)
		if want := []int{1, 0, 0, 0}; !reflect.DeepEqual(got.BlackBox, want) || !reflect.DeepEqual(got.Orbit, want) {
			t.Errorf("%s: %+v", group, *got.Judged)
		}
		if want := []int{1, 1, 1, 0}; !reflect.DeepEqual(got.Tight, want) {
			t.Errorf("%s: tight %v", group, got.Tight)
		}
	}
}
