package assignment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// hungarian is a second solver: one row after another, dense, with both kinds of
// dual variables, O(N³) (R. Burkard, M. Dell'Amico and S. Martello, Assignment
// Problems, 2009, section 4.2).
func hungarian(x, y []float64, dimension int) (cost float64) {
	n := len(x) / dimension
	costs := make([]float64, n*n)
	for i := range n {
		for j := range n {
			costs[i*n+j] = squaredCost(x[i*dimension:][:dimension], y[j*dimension:][:dimension], []int{0}, dimension)
		}
	}
	u, v, row := make([]float64, n+1), make([]float64, n+1), make([]int, n+1)
	for i := 1; i <= n; i++ {
		row[0] = i // column 0 stands for the row that is to be assigned
		hungarianRow(costs, u, v, row)
	}
	for j := 1; j <= n; j++ {
		cost += costs[(row[j]-1)*n+j-1]
	}
	return cost
}

func hungarianRow(costs, u, v []float64, row []int) {
	n := len(u) - 1
	least, from, used := make([]float64, n+1), make([]int, n+1), make([]bool, n+1)
	for j := range least {
		least[j] = math.Inf(1)
	}
	at := 0
	for row[at] != 0 {
		used[at] = true
		delta, next := math.Inf(1), 0
		for j := 1; j <= n; j++ {
			if used[j] {
				continue
			}
			if reduced := costs[(row[at]-1)*n+j-1] - u[row[at]] - v[j]; reduced < least[j] {
				least[j], from[j] = reduced, at
			}
			if least[j] < delta {
				delta, next = least[j], j
			}
		}
		for j := range used {
			if used[j] {
				u[row[j]] += delta
				v[j] -= delta
			} else {
				least[j] -= delta
			}
		}
		at = next
	}
	for ; at != 0; at = from[at] {
		row[at] = row[from[at]]
	}
}

// checkOptimal compares cost and bound with the minimum.
func checkOptimal(t *testing.T, a *Assignment, x, y []float64, dimension int, want float64, place string) {
	t.Helper()
	p := a.Permutation()
	checkPermutation(t, p, len(x)/dimension)
	scale := max(spread(x), spread(y))
	if cost := squaredCost(x, y, p, dimension); math.Abs(cost-want) > 1e-12*(want+scale*scale) {
		t.Errorf("%s: cost %v, want %v", place, cost, want)
	}
	if low := a.Lower(); low > want*(1+1e-12) || low < want-1e-10*(want+scale*scale) {
		t.Errorf("%s: bound %v, minimum %v", place, low, want)
	}
}

func TestAssignmentSecondSolver(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{20, 70, 130, 200} {
		for kind := range kinds {
			dimension := 2 + r.IntN(2)
			x, y := randomPair(r, n, dimension, kind)
			a := New(x, y, dimension)
			a.Run()
			checkOptimal(t, a, x, y, dimension, hungarian(x, y, dimension), fmt.Sprint("n ", n, " kind ", kind))
		}
	}
}

func TestAssignmentSecondSolver512(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	x := torusPoints(r, 512)
	for name, y := range map[string][]float64{
		"copies": noisyCopy(r, x, 3, 0.05), "noisy copies": noisyCopy(r, x, 3, 0.3), "unrelated": ballPoints(r, 512),
	} {
		a := New(x, y, 3)
		a.Run()
		checkOptimal(t, a, x, y, 3, hungarian(x, y, 3), name)
	}
}

// Moved points give the same minimum from the old dual variables as from none,
// whether they moved little, far, or to another size.
func TestAssignmentMove(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(9, 10))
	for c := range min(trials.Count(t, kinds, 2*kinds), 2*kinds) {
		x, y := randomPair(r, 100, 3, c%kinds)
		a := New(x, y, 3)
		a.Run()
		for _, size := range []float64{1, 1.01, 1e-3, 1e30} {
			turned := trials.Moved(pointcloud.Cloud{Points: y, Dimension: 3}, trials.Orthogonal(r, 3, 1), [3]float64{})
			z := turned.Points
			for i := range z {
				z[i] *= size
			}
			a.Move(z)
			a.Run()
			fresh := New(x, z, 3)
			fresh.Run()
			checkOptimal(t, a, x, z, 3, squaredCost(x, z, fresh.Permutation(), 3), fmt.Sprint("case ", c))
		}
	}
}

// The bound proves the permutation optimal where no second solver can follow; on
// the way bound and progress only grow, and nobody who looks changes the result.
func TestAssignmentLarge(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(11, 12))
	x := torusPoints(r, 2000)
	for name, y := range map[string][]float64{
		"copies": noisyCopy(r, x, 3, 0.01), "noisy copies": noisyCopy(r, x, 3, 0.3), "unrelated": ballPoints(r, 2000),
	} {
		unwatched := New(x, y, 3)
		unwatched.Run()
		a := New(x, y, 3)
		for lower, done := 0.0, 0; a.Step(); {
			checkPermutation(t, a.Permutation(), 2000)
			low, now := a.Lower(), 0
			if now, _ = a.Done(); now < done || now > 2000 || low < lower {
				t.Fatalf("%s: progress %d after %d, bound %v after %v", name, now, done, low, lower)
			}
			lower, done = low, now
		}
		p := a.Permutation()
		checkOptimal(t, a, x, y, 3, squaredCost(x, y, p, 3), name)
		if !slices.Equal(p, unwatched.Permutation()) || a.Lower() != unwatched.Lower() {
			t.Errorf("%s: other result when watched", name)
		}
	}
}

// The work stays small if all permutations are equally good, or nearly.
func TestAssignmentTies(t *testing.T) {
	slow.Skip(t)
	const n = 1000
	for name, point := range map[string]func(k int) (x, y float64){
		"equal":       func(int) (float64, float64) { return 1, 2 },
		"one place":   func(k int) (float64, float64) { return 1, float64(k * k % 97) },
		"few places":  func(k int) (float64, float64) { return float64(k % 5), float64(k % 7) },
		"grid":        func(k int) (float64, float64) { return float64(k % 39), float64(k * 7 % 41) },
		"same points": func(k int) (float64, float64) { return float64(k), float64((k * 7) % n) },
	} {
		x, y := make([]float64, 2*n), make([]float64, 2*n)
		for k := range n {
			x[2*k], y[2*k] = point(k)
			x[2*k+1], y[2*k+1] = point(k / 39)
		}
		a := New(x, y, 2)
		steps := 1
		for a.Step() {
			steps++
		}
		if steps > 400 {
			t.Errorf("%s: %d steps", name, steps)
		}
		checkOptimal(t, a, x, y, 2, squaredCost(x, y, a.Permutation(), 2), name)
	}
}

// The same bits everywhere: the digest was made on amd64.
func TestAssignmentGolden(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	x, y := make([]float64, 900), make([]float64, 900)
	for i := range x {
		x[i], y[i] = r.Float64(), 0.3+float64(0.4*r.Float64())
	}
	a := New(x, y, 3)
	a.Run()
	digest := uint64(0)
	for _, j := range a.Permutation() {
		digest = digest*1099511628211 + uint64(j)
	}
	for _, v := range a.v {
		digest = digest*1099511628211 + math.Float64bits(v)
	}
	if low := math.Float64bits(a.Lower()); digest != 0xcc70df77be9f1928 || low != 0x403b64664b3e6de9 {
		t.Errorf("digest %#x bound %#x", digest, low)
	}
}

func TestAssignmentSmallest(t *testing.T) {
	a := New(nil, nil, 3)
	a.Run()
	if len(a.Permutation()) != 0 || a.Lower() != 0 {
		t.Error("no points, but a permutation or a bound")
	}
	extreme := []float64{math.MaxFloat64, -math.MaxFloat64, 0, 5e-324, -1e-300, math.MaxFloat64}
	a = New(extreme, []float64{0, 0, -math.MaxFloat64, 1, 5e-324, 5e-324}, 2)
	a.Run()
	checkPermutation(t, a.Permutation(), 3)
	if low := a.Lower(); !(low >= 0) || math.IsInf(low, 1) {
		t.Errorf("bound %v", low)
	}
}
