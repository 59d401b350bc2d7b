package assignment

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
)

func squaredCost(x, y []float64, p []int, dimension int) float64 {
	sum := 0.0
	for i, j := range p {
		for k := range dimension {
			d := x[i*dimension+k] - y[j*dimension+k]
			sum += d * d
		}
	}
	return sum
}

func checkPermutation(t *testing.T, p []int, n int) {
	t.Helper()
	seen := make([]bool, n)
	for _, j := range p {
		if j < 0 || j >= n || seen[j] {
			t.Fatalf("%v is no permutation", p)
		}
		seen[j] = true
	}
	if len(p) != n {
		t.Fatalf("%d of %d points", len(p), n)
	}
}

// precision holds sums of squares of differences of float64 numbers between
// 1e-110 and 1e110 without rounding.
const precision = 1700

// exactCosts returns ‖x_i − y_j‖² without rounding, n×n.
func exactCosts(x, y []float64, dimension int) [][]*big.Float {
	n := len(x) / dimension
	costs := make([][]*big.Float, n)
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }
	for i := range costs {
		for j := range n {
			sum := number(0)
			for k := range dimension {
				d := number(x[i*dimension+k])
				d.Sub(d, number(y[j*dimension+k]))
				sum.Add(sum, d.Mul(d, d))
			}
			costs[i] = append(costs[i], sum)
		}
	}
	return costs
}

// bruteForce is the minimum over all permutations: least[s] is the least cost of
// giving the columns of the set s to the first rows.
func bruteForce(costs [][]*big.Float) *big.Float {
	n := len(costs)
	least := make([]*big.Float, 1<<n)
	least[0] = new(big.Float).SetPrec(precision)
	row := make([]int, 1<<n)
	for set := 1; set < 1<<n; set++ {
		row[set] = row[set&(set-1)] + 1
		for j := range n {
			if set>>j&1 == 0 {
				continue
			}
			sum := new(big.Float).SetPrec(precision).Add(least[set^1<<j], costs[row[set]-1][j])
			if least[set] == nil || sum.Cmp(least[set]) < 0 {
				least[set] = sum
			}
		}
	}
	return least[1<<n-1]
}

func exactTotal(costs [][]*big.Float, p []int) *big.Float {
	sum := new(big.Float).SetPrec(precision)
	for i, j := range p {
		sum.Add(sum, costs[i][j])
	}
	return sum
}

// assignmentKinds are the ways in which randomPair makes two clouds.
const kinds = 12

// randomPair returns two clouds that break careless code: ties, duplicates,
// collinear and grid points, very different sizes, clouds far apart or far from
// the origin.
func randomPair(r *rand.Rand, n, dimension, kind int) (x, y []float64) {
	x, y = trials.Cloud(r, n, dimension).Points, trials.Cloud(r, n, dimension).Points
	size := math.Pow(10, float64(r.IntN(201)-100))
	for i := range x {
		switch kind {
		case 1: // noisy copies
			y[i] = x[i] + 0.1*y[i]
		case 2: // grid points
			x[i], y[i] = math.Round(2*x[i]), math.Round(2*y[i])
		case 3: // duplicates
			x[i], y[i] = x[r.IntN(i/dimension+1)*dimension+i%dimension], math.Round(y[i])
		case 4: // collinear
			x[i], y[i] = x[i-i%dimension], y[i-i%dimension]
		case 5: // all equal
			x[i], y[i] = 1, 0.1
		case 6: // huge or tiny
			x[i], y[i] = size*x[i], size*y[i]
		case 7: // of very different size
			y[i] *= size
		case 8: // far from the origin
			x[i], y[i] = 1e9+x[i], 1e9+y[i]
		case 9: // far apart
			y[i] = 1e5 + 0.1*y[i]
		case 10: // sizes from point to point
			s := math.Ldexp(1, -3*(i/dimension))
			x[i], y[i] = s*x[i], s*y[i]
		case 11: // the same points
			y[len(x)-1-i] = x[i]
		}
	}
	return x, y
}

func TestAssignmentBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for c := range trials.Count(t, 4000, 10000) {
		n, dimension, kind := 1+r.IntN(6), 2+r.IntN(2), c%kinds
		if c%13 == 0 {
			n = 8
		}
		x, y := randomPair(r, n, dimension, kind)
		a := New(x, y, dimension)
		a.Run()
		p := a.Permutation()
		checkPermutation(t, p, n)
		costs := exactCosts(x, y, dimension)
		want, got := bruteForce(costs), exactTotal(costs, p)
		excess, _ := new(big.Float).Sub(got, want).Float64()
		scale := max(spread(x), spread(y))
		if least, _ := want.Float64(); excess > 1e-15*(least+scale*scale) {
			t.Errorf("case %d kind %d: %v, cost exceeds %v by %v", c, kind, p, least, excess)
		}
		checkLower(t, a, want, scale, fmt.Sprint("case ", c, " kind ", kind))
	}
}

// spread is the largest distance between coordinates of a cloud.
func spread(points []float64) float64 {
	low, high := bounds(points)
	return high - low
}

// checkLower compares the bound with the true minimum without rounding.
func checkLower(t *testing.T, a *Assignment, least *big.Float, scale float64, place string) {
	t.Helper()
	low := a.Lower()
	if new(big.Float).SetFloat64(low).Cmp(least) > 0 {
		t.Errorf("%s: bound %v above the minimum %v", place, low, least)
	}
	want, _ := least.Float64()
	if slack := 1e-12 * (scale*scale + want); low < want-slack {
		t.Errorf("%s: bound %v far below the minimum %v", place, low, want)
	}
}

// TestAssignmentAnytime looks after every piece of the work.
func TestAssignmentAnytime(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for c := range 240 {
		kind := c % kinds
		x, y := randomPair(r, 7, 3, kind)
		least := bruteForce(exactCosts(x, y, 3))
		a := New(x, y, 3)
		for a.stage != finished {
			checkPermutation(t, a.Permutation(), 7)
			if low := a.Lower(); new(big.Float).SetFloat64(low).Cmp(least) > 0 {
				t.Fatalf("case %d: bound %v above the minimum %v", c, low, least)
			}
			a.advance()
		}
	}
}
