package registration

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/orbitcert/orbitcert/core/assignment"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// labelled returns two clouds of n points in random places, with an attribute of so many values in random order.
func labelled(r *rand.Rand, dimension, n, values int) (x, y pointcloud.Cloud) {
	x, y = pointcloud.Cloud{Dimension: dimension}, pointcloud.Cloud{Dimension: dimension}
	own, other := make([]float64, n), make([]float64, n)
	order := r.Perm(n)
	for i := range n {
		own[i] = float64(r.IntN(values))
		other[order[i]] = own[i]
		for range dimension {
			x.Points, y.Points = append(x.Points, r.NormFloat64()), append(y.Points, r.NormFloat64())
		}
	}
	x.Attributes, y.Attributes = pointcloud.Attributes{{Name: "a", Values: own}}, pointcloud.Attributes{{Name: "a", Values: other}}
	return x, y
}

// leastOf is the least distance of all orders that keep the attributes, each with its best transformation.
func leastOf(g invariance.Group, x, y pointcloud.Cloud) float64 {
	least, p := math.Inf(1), make([]int32, x.Count())
	for i := range p {
		p[i] = int32(i)
	}
	everyPermutation(p, 0, func() {
		for i, j := range p {
			if x.Attributes[0].Values[i] != y.Attributes[0].Values[j] {
				return
			}
		}
		least = min(least, invariance.Align(g, x, pointcloud.Pick(y, integers(p))).Distance)
	})
	return least
}

func TestSearchKeepsAttributes(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(8, 15))
	for _, g := range []invariance.Group{invariance.None, invariance.Translations, invariance.Rotations, invariance.Euclidean} {
		for _, n := range []int{1, 4, 7, 9} {
			for dimension := 2; dimension <= 3; dimension++ {
				for _, values := range []int{1, 2, 4, 100} {
					if n == 9 && values == 1 {
						continue // 362,880 orders
					}
					x, y := labelled(r, dimension, n, values)
					name := fmt.Sprintf("%s, %d points of %d values in %d dimensions", g, n, values, dimension)
					search, want := New(g, nil, false, x, y), leastOf(g, x, y)
					search.Run()
					for i, j := range search.Permutation() {
						if x.Attributes[0].Values[i] != y.Attributes[0].Values[j] {
							t.Fatalf("%s: point %d is matched with %d", name, i, j)
						}
					}
					if search.Lower() > want*(1+1e-12) || search.Distance() < want*(1-1e-9) {
						t.Errorf("%s: distance %v to %v, by all orders %v", name, search.Lower(), search.Distance(), want)
					}
					if search.Distance() > want*(1+1e-6)+1e-9 {
						t.Errorf("%s: found %v, by all orders %v", name, search.Distance(), want)
					}
				}
			}
		}
	}
}

// The first bound of labelled points is at least that of all orders, also far from the origin, where rounding counts, and at most the
// distance of the best order that keeps the labels.
func TestFirstBoundOfLabels(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 72))
	for _, away := range []float64{0, 1e6} {
		for n := 1; n <= 6; n++ {
			for _, group := range []invariance.Group{invariance.None, invariance.Rotations, invariance.Orthogonal} {
				x, y := labelled(r, 3, n, 3)
				for i := range x.Points {
					x.Points[i], y.Points[i] = x.Points[i]+away, y.Points[i]+away
				}
				labels, others := pointcloud.Labels(x, y)
				s := newScene(group, nil, false, x, pointcloud.Pick(y, pointcloud.MatchLabels(labels, others)))
				every := s.leave(s.simpleBound())
				s.labels = labels
				if got, d := s.leave(s.simpleBound()), leastOf(group, x, y); got < every || got > d {
					t.Errorf("%v, %d points at %v: bound %v, of all orders %v, distance %v", group, n, away, got, every, d)
				}
			}
		}
	}
}

// The assignment of labelled points is the best of all orders that keep the labels, and its bound is below.
func TestLabelledAssignment(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 71))
	for n := 1; n <= 8; n++ {
		for values := 1; values <= 4; values++ {
			x, y := labelled(r, 3, n, values)
			labels, others := pointcloud.Labels(x, y)
			y = pointcloud.Pick(y, pointcloud.MatchLabels(labels, others))
			a := assignment.NewLabelled(x.Points, y.Points, 3, labels)
			a.Run()
			d := leastOf(invariance.None, x, y)
			got := invariance.Align(invariance.None, x, pointcloud.Pick(y, a.Permutation())).Distance
			if math.Abs(got-d) > 1e-9 || a.Lower() > d*d*(1+1e-12) || a.Lower() < d*d*(1-1e-9) {
				t.Errorf("%d points: distance %v, bound %v, by all orders %v", n, got, math.Sqrt(a.Lower()), d)
			}
			if done, of := a.Done(); done != n || of != n {
				t.Errorf("%d of %d done at the end", done, of)
			}
		}
	}
}

// molecular gives points elements as often as organic molecules have them.
func molecular(r *rand.Rand, c pointcloud.Cloud) pointcloud.Cloud {
	elements := make([]float64, c.Count())
	for i := range elements {
		elements[i] = []float64{1, 1, 1, 1, 1, 6, 6, 6, 6, 7, 8, 8}[r.IntN(12)]
	}
	c.Attributes = pointcloud.Attributes{{Name: "element", Values: elements}}
	return c
}

// BenchmarkElements finds the order of 1,024 points that have elements, and of the same points without them: times-faster is how much
// longer that takes.
func BenchmarkElements(b *testing.B) {
	draw := func(r *rand.Rand, shape int) pointcloud.Cloud {
		return molecular(r, unitSphere(shapes[shape].draw(r, 1024)))
	}
	scattered := func(r *rand.Rand, group invariance.Group) planted {
		x, y := labelled(r, 3, 1024, 4)
		return planted{group: group, clean: x, perturbed: y}
	}
	for _, c := range []struct {
		name string
		pair func(r *rand.Rand) planted
	}{
		{"OrderOfNoisyCopy", func(r *rand.Rand) planted { return plant(r, invariance.None, draw(r, 3), 1) }},
		{"OrderOfScattered", func(r *rand.Rand) planted { return scattered(r, invariance.None) }},
		{"RegistrationLopsided", func(r *rand.Rand) planted { return plant(r, invariance.Rigid, draw(r, 3), 0.1) }},
		{"RegistrationCylinder", func(r *rand.Rand) planted { return plant(r, invariance.Rigid, draw(r, 2), 0.1) }},
		{"RegistrationNoisier", func(r *rand.Rand) planted { return plant(r, invariance.Rigid, draw(r, 3), 1) }},
		{"RegistrationScattered", func(r *rand.Rand) planted { return scattered(r, invariance.Rigid) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := c.pair(rand.New(rand.NewPCG(3, 14)))
			x, y := p.clean, p.perturbed
			x.Attributes, y.Attributes = nil, nil
			var with, without time.Duration
			for b.Loop() {
				start := time.Now()
				New(p.group, p.axis, p.translates, p.clean, p.perturbed).Run()
				with += time.Since(start)
				start = time.Now()
				New(p.group, p.axis, p.translates, x, y).Run()
				without += time.Since(start)
			}
			b.ReportMetric(float64(without)/float64(with), "times-faster")
			b.ReportMetric(with.Seconds()*1e3/float64(b.N), "ms-with")
		})
	}
}
