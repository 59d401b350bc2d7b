package smoothing

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// uneven is a model that turns with nothing: for each point, or for all, a vector whose parts depend on places, numbers and axes.
func uneven(pose []float64, d int, perPoint bool) (all []float64) {
	total := make([]float64, d)
	for n := 0; n < len(pose); n += d {
		for j := range d {
			x := math.Sin(3*pose[n+j]+float64(j)) + pose[n]*pose[n+(j+1)%d] + pose[n+j]
			total[j] += x
			all = append(all, x)
		}
	}
	if !perPoint {
		return total
	}
	return all
}

// turnedBack returns what counts of the vectors of a model for a posed cloud.
func (s *Sampler) turnedBack(p posed) ([]float64, Reason) {
	d, perPoint := s.clean.Dimension, s.plan.Model.Returns.perPoint()
	var numbers []float64
	for _, pose := range p.poses {
		shown := slices.Clone(pose)
		for i := range shown {
			shown[i] *= s.plan.Classifier.Grid
		}
		numbers = append(numbers, uneven(shown, d, perPoint)...)
	}
	mean := slices.Repeat([]float64{math.NaN()}, p.width(s))
	return mean, s.turnBack(mean, p, numbers)
}

func (p posed) width(s *Sampler) int {
	return s.plan.vectorCount(len(p.poses[0])/s.clean.Dimension) * s.clean.Dimension
}

// The vectors of a model that turns with nothing turn with the cloud, within what is allowed for, for every group; also in another order of the
// points. They are no longer than the clip length, and the clip matters.
func TestVectorsTurnWithTheCloud(t *testing.T) {
	r := rand.New(rand.NewPCG(72, 1))
	for _, group := range []string{`"none"`, `"T"`, `"SO"`, `"O"`, `"SE"`, `"E"`, `"axis", "axis": [1, 2, 2], "translation": true`} {
		for _, dimension := range []int{2, 3} {
			for i, returns := range []string{"vector", "BND"} {
				if strings.Contains(group, "axis") && dimension == 2 {
					continue
				}
				x := trials.Cloud(r, 8, dimension)
				asked := Request{Clean: &x, Dimension: dimension, Sigma: 0.1, Asked: Classifier{Group: "none", Sorted: i == 0}}
				model := fmt.Sprintf(`{"sha256": "%s", "layout": "BND", "returns": "%s", "clip": 2}`, someHash, returns)
				p, err := takePlan(asked, model, `{"group": `+group+`}`, `{}`)
				if err != nil {
					t.Fatal(err)
				}
				s := NewSampler(p, x)
				symmetry := p.Classifier.symmetry()
				clipped := 0
				for i := range 40 {
					z := noisy(approximate{Cloud: x}, slices.Repeat([]float64{0.1}, 8), newStream("vectors", estimation, i))
					z.error = 0
					turn, shift := trials.Member(r, symmetry.group, dimension)
					if symmetry.group == invariance.Axis {
						angle := 7 * r.Float64()
						units := trials.TurnAbout(pointcloud.Cloud{Points: []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}, Dimension: 3}, symmetry.axis, angle)
						for j := range 3 {
							for k := range 3 {
								turn[k][j] = units.Points[3*j+k]
							}
						}
					}
					other := approximate{Cloud: trials.Moved(z.Cloud, turn, shift), error: 1e-13}
					order := []int{3, 1, 4, 0, 5, 7, 2, 6}
					if p.Classifier.Sorted {
						other.Cloud = pointcloud.Pick(other.Cloud, order)
					}
					before, after := s.pose(z, stream{}), s.pose(other, stream{})
					if !before.settled || !after.settled {
						continue
					}
					a, _ := s.turnedBack(before)
					b, _ := s.turnedBack(after)
					for n := 0; n < len(a); n += dimension {
						if length := invariance.Norm(a[n : n+dimension]); length > 2*(1+1e-12) {
							t.Fatalf("%s: a vector of length %v", group, length)
						} else if length > 1.999 {
							clipped++
						}
						for k := range dimension {
							if off := math.Abs(invariance.Along(&turn[k], a[n:n+dimension]) - b[n+k]); off > 4*turnedOff {
								t.Fatalf("group %s, %d dimensions, %s: off by %v", group, dimension, returns, off)
							}
						}
					}
				}
				if group == `"none"` && clipped == 0 {
					t.Error("no vector was clipped")
				}
			}
		}
	}
}

// counting returns a sampler of vectors for each point in the order that turns back from a random turn.
func vectorSampler(t *testing.T, returns, classifier string, r Request) *Sampler {
	t.Helper()
	p, err := takePlan(r, `{"sha256": "`+someHash+`", "layout": "BND", "returns": "`+returns+`", "clip": 100}`, classifier, `{"select": 1, "estimate": 100}`)
	if err != nil {
		t.Fatal(err)
	}
	return NewSampler(p, *r.Clean)
}

// A model that returns the place of each point returns the noisy cloud less its mean, in the order of its points, whatever pose or order it sees.
func TestPlacesGoBackToTheirPoints(t *testing.T) {
	sorted := Request{Clean: &someCloud, Dimension: 3, Sigma: 0.25, Asked: Classifier{Group: "E", Sorted: true}}
	for _, classifier := range []string{`{}`, `{"pose": "one"}`, `{"turn": "random"}`} {
		for _, returns := range []string{"BND", "BDN"} {
			s := vectorSampler(t, returns, classifier, sorted)
			inputs, counts := s.Inputs(0, 20)
			numbers := readNumbers(inputs, Float32)
			if returns == "BDN" {
				for row := range slices.Chunk(numbers, 18) {
					was := slices.Clone(row)
					for i := range row {
						row[i] = was[i%6*3+i/6]
					}
				}
			}
			coded, why, err := s.Classes(0, counts, Logits{Float32, 18, floats(numbers...)})
			if err != nil {
				t.Fatal(err)
			}
			all := (&Plan{Sampling: Sampling{Select: 1, Estimate: 19}, dimension: 3, Model: s.plan.Model}).vectorsOf(coded, s.Coded())
			for i, got := range slices.Collect(slices.Chunk(slices.Concat(all.Select.Entries, all.Values.Entries), 18)) {
				z, _ := s.sample(i)
				want := centred(z).Points
				for k := range want {
					if why[i] != byte(HasClass) || math.Abs(got[k]-want[k]) > 2*s.plan.Classifier.Grid {
						t.Fatalf("%s %s: sample %d is %v (%d), want %v", classifier, returns, i, got, why[i], want)
					}
				}
			}
		}
	}
}

func TestVectorsThatDoNotCount(t *testing.T) {
	none := Request{Clean: &someCloud, Dimension: 3, Sigma: 0.25, Asked: Classifier{Group: "none"}}
	nan, inf := math.NaN(), math.Inf(1)
	one := vectorSampler(t, "vector", `{}`, none)
	rows := floats(3, 4, 0, 1, nan, 1, inf, 0, 0, 300, 0, 0, 1, 1, 1, 1, 1, 1)
	coded, why, err := one.Classes(0, []byte{counted, counted, counted, counted, unsettled, beyond}, Logits{Float32, 3, rows})
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for _, x := range []float64{3, 4, 0, nan, nan, nan, nan, nan, nan, 100, 0, 0, nan, nan, nan, nan, nan, nan} {
		want = appendNumbers(want, []float64{x})
	}
	if !slices.Equal(coded, want) || !slices.Equal(why, []byte{byte(HasClass), byte(NotFinite), byte(NotFinite), byte(HasClass), byte(Unsettled), byte(Beyond)}) {
		t.Errorf("%v\n%v\n%v", coded, want, why)
	}
	// Two points that the model cannot tell apart have none; the others have.
	twins := pointcloud.Cloud{Dimension: 3, Points: slices.Concat(someCloud.Points, someCloud.Points[:3])}
	s := vectorSampler(t, "BND", `{}`, Request{Clean: &twins, Dimension: 3, Sigma: 0.25, Asked: Classifier{Group: "none", Sorted: true}})
	p := s.pose(approximate{Cloud: twins}, stream{})
	p.settled = true
	all, reason := s.turnedBack(p)
	for n := range 7 {
		if math.IsNaN(all[3*n]) != (n == 0 || n == 6) || reason != HasClass {
			t.Errorf("vector %d of %v, %d", n, all, reason)
		}
	}
	for _, l := range []Logits{{Float32, 2, floats(1, 2)}, {Float32, 3, floats(1)}, {"int64", 3, floats(1, 2, 3)}} {
		if _, _, err := one.Classes(0, []byte{counted}, l); err == nil {
			t.Errorf("%v: took them", l)
		}
	}
}

// Samples whose axes are nearly one are not settled for vectors: they would turn back by another rotation.
func TestVectorsNeedTheirTurns(t *testing.T) {
	s := vectorSampler(t, "vector", `{}`, Request{Clean: &someCloud, Dimension: 3, Sigma: 0.25, Asked: Classifier{Group: "SE"}})
	z := approximate{Cloud: someCloud, error: 1e-11}
	loose := s.posed(z, stream{})
	if p := s.pose(z, stream{}); loose.turned < mostTurned/100 || p.settled != (loose.turned <= mostTurned && loose.settled) {
		t.Errorf("turned by %v, settled %v", loose.turned, p.settled)
	}
	z.error = 1e-9
	if loose := s.posed(z, stream{}); !loose.settled || loose.turned < mostTurned || s.pose(z, stream{}).settled {
		t.Errorf("turned by %v, settled %v", loose.turned, loose.settled)
	}
}

func TestPlansOfVectorsAreChecked(t *testing.T) {
	for _, c := range []struct{ model, classifier, message string }{
		{`"layout": "BND", "returns": "vector"`, `{}`, "prediction.model.clip: is missing"},
		{`"layout": "BND", "returns": "vector", "clip": 0`, `{}`, "prediction.model.clip: must be"},
		{`"layout": "BND", "returns": "number", "clip": 1`, `{}`, "prediction.model.clip"},
		{`"layout": "BND", "returns": "BND", "clip": 1, "classes": ["a", "b"]`, `{}`, "prediction.model.classes"},
		{`"layout": "BPDN", "returns": "BDN", "clip": 1`, `{}`, "turns back from none of them"},
		{`"layout": "BND", "returns": "BDN", "clip": 1`, `{"how": "declared"}`, "prediction.classifier.how"},
	} {
		if _, err := takePlan(answering, `{"sha256": "`+someHash+`", `+c.model+`}`, c.classifier, `{}`); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v, want %q", c.model, err, c.message)
		}
	}
}
