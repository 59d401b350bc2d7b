package assignment

import (
	"cmp"
	"math"
	"sort"

	"github.com/orbitcert/orbitcert/core/special"
)

// Permutation returns the permutation found, π(i) = p[i], at any time. Before
// the end the points that are still free are paired in the order of their
// coordinates along the longest axis.
func (a *Assignment) Permutation() []int {
	p := make([]int, a.n)
	var rows, columns []int32
	for i := range int32(a.n) {
		if j := a.columnOf[i]; j >= 0 {
			p[i] = int(a.order[j])
		} else {
			rows = append(rows, i)
		}
		if a.rowOf[i] < 0 {
			columns = append(columns, i)
		}
	}
	axis := a.longestAxis()
	sortAlong(rows, a.x[axis])
	sortAlong(columns, a.y[axis])
	for k, i := range rows {
		p[i] = int(a.order[columns[k]])
	}
	return p
}

func (a *Assignment) longestAxis() (best int) {
	longest := -1.0
	for axis := range a.x {
		low, high := bounds(a.x[axis])
		if high-low > longest {
			best, longest = axis, high-low
		}
	}
	return best
}

func sortAlong(index []int32, values []float64) {
	sort.Slice(index, func(a, b int) bool {
		i, j := index[a], index[b]
		return cmp.Or(cmp.Compare(values[i], values[j]), cmp.Compare(i, j)) < 0
	})
}

// Lower bounds min_π Σᵢ ‖x_i − y_π(i)‖² from below, at any time and with every
// rounding: by weak duality Σ_j v_j + Σ_i min_j(c_ij − v_j) does for any v.
// It is 0 before every row has its candidates, and never falls after.
//
// Error: with the unit roundoff ε, about 40Nε(1 + V), V = max |v_j|, in units of
// the squared extent of the clouds.
func (a *Assignment) Lower() float64 {
	if a.stage == listing || a.n == 0 {
		return a.best
	}
	var sum neumaier
	size, largest := 0.0, max(a.vStart, LargestAbs(a.v))
	for _, v := range a.v {
		sum.add(v)
	}
	for i := range int32(a.n) {
		least := a.leastReduced(i)
		sum.add(least)
		size += math.Abs(least) + largest
	}
	// Costs are right to 6ε, their differences with v to ε; the sum to
	// 2ε·size; and coordinates may have lost 2^−800 in the frame.
	slack := float64(24*special.Unit*size) + float64(float64(a.n)*0x1p-600)
	a.best = max(a.best, a.frame.leave(max(0, sum.total()-slack), a.x, a.y))
	return a.best
}

// leastReduced is min_j c_ij − v_j as computed. Where the bound on the columns
// that are no candidates has fallen behind it looks at them all, and keeps what it
// finds for the next time, out of sight of the search.
func (a *Assignment) leastReduced(i int32) float64 {
	least := math.Inf(1)
	for _, p := range a.candidates.of(i) {
		least = min(least, p.cost-a.v[p.column])
	}
	if max(a.candidates.rest[i], a.proven[i]) < least {
		least = a.nearest(int(i), 1)
		a.proven[i] = least
	}
	return least
}

// neumaier is a compensated sum of N terms, with an error below ε|Σ| + N²ε²Σ|·|
// (A. Neumaier, ZAMM 54 (1974)).
type neumaier struct{ sum, rest float64 }

func (s *neumaier) add(x float64) {
	t := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		s.rest += (s.sum - t) + x
	} else {
		s.rest += (x - t) + s.sum
	}
	s.sum = t
}

func (s *neumaier) total() float64 { return s.sum + s.rest }
