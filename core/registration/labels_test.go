package registration

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/assignment"
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

func BenchmarkElements(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 14))
	for _, values := range []int{1, 4} {
		x, y := labelled(r, 3, 1024, values)
		b.Run(fmt.Sprint(values), func(b *testing.B) {
			for b.Loop() {
				New(invariance.None, nil, false, x, y).Run()
			}
		})
	}
}
