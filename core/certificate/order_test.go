package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/registration"
)

// shuffled returns a cloud of n points, and a copy of it with noise of the norm
// given, in another order and turned; order[i] is where point i went.
func shuffled(r *rand.Rand, dimension, n int, noise float64) (clean, perturbed pointcloud.Cloud, order []int) {
	clean = pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	deltas := make([]float64, n*dimension)
	for i := range deltas {
		clean.Points[i] = float64(1+i%dimension) * r.NormFloat64()
		deltas[i] = r.NormFloat64()
	}
	scale := noise / invariance.Norm(deltas)
	perturbed = pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	order = r.Perm(n)
	for i, to := range order {
		for d := range dimension {
			perturbed.Points[to*dimension+d] = clean.Points[i*dimension+d] + scale*deltas[i*dimension+d]
		}
	}
	return clean, perturbed, order
}

func permuted(clean, perturbed pointcloud.Cloud, g invariance.Group) *Request {
	r := &Request{
		Clean: &clean, Perturbed: &perturbed, Prediction: Prediction{Probability: 0.95},
		Terms: argument.Terms{
			Sigma: 0.5, Group: g, Permutation: true, Alpha: 0.001, Samples: 2000,
			Stop: argument.StopFull,
		},
	}
	if g == invariance.Axis {
		r.Axis = []float64{0, 0, 1}
	}
	return r
}

// residual applies an alignment of a document and returns ‖t∘X' − X‖.
func residual(a *argument.Alignment, clean, perturbed pointcloud.Cloud) float64 {
	d, sum := clean.Dimension, 0.0
	for n := range clean.Count() {
		from := n
		if a.Permutation != nil {
			from = a.Permutation[n]
		}
		for i := range d {
			x := a.Offset[i] - clean.Points[n*d+i]
			for j := range d {
				x += a.Matrix[i][j] * perturbed.Points[from*d+j]
			}
			sum += x * x
		}
	}
	return math.Sqrt(sum)
}

func TestOrderIsFoundForEveryGroup(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i, g := range invariance.Groups {
		clean, perturbed, order := shuffled(r, 3, 40, 0.3)
		switch {
		case g == invariance.Axis:
			Turn(perturbed, 70, []float64{0, 0, 1})
		case g.Turns():
			Turn(perturbed, float64(100+i), []float64{1, -2, 0.5})
		}
		request := permuted(clean, perturbed, g)
		c := mustCertify(t, request)
		a := c.Orbit.Alignment
		for point, to := range order {
			if a.Permutation[point] != to {
				t.Fatalf("%s: clean point %d was matched with %d, want %d", g, point, a.Permutation[point], to)
			}
		}
		if !c.Orbit.Certified || c.Orbit.Conclusion != "certified" || c.BlackBox.Certified {
			t.Errorf("%s: orbit %+v, black box %+v", g, c.Orbit, c.BlackBox)
		}
		if d := residual(a, clean, perturbed); d > *c.Orbit.Distance || d < *c.Orbit.DistanceLower || *c.Orbit.Distance > 0.3*(1+1e-6) {
			t.Errorf("%s: the alignment leaves %v, reported %v, at least %v", g, d, *c.Orbit.Distance, *c.Orbit.DistanceLower)
		}
		if tight := c.Tight != nil; tight != (g.Turns() || g == invariance.Axis) {
			t.Errorf("%s: tight certificate %v", g, tight)
		}
	}
}

// Three different answers: within the radius, proven beyond it, and open.
func TestThreeConclusions(t *testing.T) {
	clean := pointcloud.Cloud{Dimension: 2, Points: []float64{0, 0, 1, 0, 0, 2, 3, 3}}
	other := pointcloud.Cloud{Dimension: 2, Points: []float64{9, 0, 1, 0, 0, 2, 3, 3}}
	near := pointcloud.Cloud{Dimension: 2, Points: []float64{3, 3, 0, 0.1, 0, 2, 1, 0}}
	for want, perturbed := range map[string]pointcloud.Cloud{"certified": near, "out_of_reach": other} {
		c := mustCertify(t, permuted(clean, perturbed, invariance.Rotations))
		if c.Orbit.Conclusion != want {
			t.Errorf("got %q, want %q: %v ≥ %v, radius %v", c.Orbit.Conclusion, want, *c.Orbit.Distance, *c.Orbit.DistanceLower, *c.Orbit.Radius)
		}
	}
	radius, lower, distance := 1.0, 0.5, 2.0
	open := &argument.Closed{Radius: &radius, Distance: &distance}
	open.Conclude(lower)
	if open.Conclusion != "undecided" {
		t.Errorf("got %q for a radius between the bounds", open.Conclusion)
	}
}

// The Gram form is that of the matched clouds.
func TestGramFormOfMatchedClouds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	clean, perturbed, _ := shuffled(r, 2, 30, 0.2)
	Turn(perturbed, 33, nil)
	request := permuted(clean, perturbed, invariance.Rigid)
	short, err := request.Gram()
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(short)
	again := mustParse(t, string(text))
	if !again.Permutation {
		t.Error("the Gram form forgot that the order does not matter")
	}
	whole, part := mustCertify(t, request), mustCertify(t, again)
	if *whole.Orbit.Distance != *part.Orbit.Distance || whole.Tight.MonteCarlo.Seed != part.Tight.MonteCarlo.Seed {
		t.Errorf("clouds: %v, Gram form: %v", *whole.Orbit.Distance, *part.Orbit.Distance)
	}
	if part.Orbit.Conclusion != "" {
		t.Errorf("the Gram form claims a search: %q", part.Orbit.Conclusion)
	}
}

func TestSearchedCertificateVerifies(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	clean, perturbed, _ := shuffled(r, 3, 20, 0.1)
	request := permuted(clean, perturbed, invariance.Euclidean)
	document, err := Document(request, mustCertify(t, request))
	if err != nil {
		t.Fatal(err)
	}
	if lines, err := contradicted(document); err != nil || len(lines) > 0 {
		t.Errorf("%v, %v", lines, err)
	}
	other := bytes.Replace(document, []byte(`"conclusion": "certified"`), []byte(`"conclusion": "undecided"`), 1)
	if lines, _ := contradicted(other); len(lines) != 1 {
		t.Errorf("a changed conclusion passes: %v", lines)
	}
}

// A search is taken over where it is for the same, and not elsewhere.
func TestAdopt(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	clean, perturbed, _ := shuffled(r, 3, 10, 0.1)
	first := permuted(clean, perturbed, invariance.Rotations)
	search := first.Search()
	same := permuted(clean, perturbed, invariance.Rotations)
	same.Samples = 7
	same.Adopt(first)
	other := permuted(clean, clean, invariance.Rotations)
	other.Adopt(first)
	group := permuted(clean, perturbed, invariance.Rigid)
	group.Adopt(first)
	if same.Search() != search || other.Search() == search || group.Search() == search {
		t.Error("a search serves a request it was not made for, or not the one it was made for")
	}
}

func TestOrderOfTooManyPointsIsNotSearched(t *testing.T) {
	n := registration.MaxPoints + 1
	clean := pointcloud.Cloud{Dimension: 2, Points: make([]float64, 2*n)}
	for i := range clean.Points {
		clean.Points[i] = float64(i)
	}
	request := permuted(clean, clean, invariance.Translations)
	c := mustCertify(t, request)
	if !c.Certified || request.Search() != nil || len(c.Notes) != 1 || !strings.Contains(c.Notes[0], fmt.Sprint(registration.MaxPoints)) {
		t.Errorf("certified %v, notes %q", c.Certified, c.Notes)
	}
}

func TestMinimumUsesTheMatchedCloud(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	clean, perturbed, _ := shuffled(r, 2, 25, 0.2)
	m, err := FindMinimum(permuted(clean, perturbed, invariance.None))
	if err != nil {
		t.Fatal(err)
	}
	// Φ(0.2/0.5)
	if math.Abs(*m.Orbit-0.6554217416) > 1e-6 || *m.BlackBox < 0.999 || m.Tight != nil {
		t.Errorf("orbit %v, black box %v, tight %v", *m.Orbit, *m.BlackBox, m.Tight)
	}
}
