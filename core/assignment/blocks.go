package assignment

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// blockSize is the number of columns in a block; the last one has fewer.
const blockSize = 32

// blocks groups columns that lie near each other, so that a row can pass over
// most of them: block b holds the columns from b·blockSize on.
type blocks struct {
	middle [3][]float64 // of the box around the points y of each block
	half   [3][]float64 // half the sides of that box, or a little more
	top    []float64    // the largest v_j in each block
	bound  []float64    // for one row: a bound from below on c_ij − v_j in each block
}

// blockOrder returns an order of the points in which each block is a leaf of a
// k-d tree (J. Bentley, Commun. ACM 18 (1975)).
func blockOrder(points []float64, dimension int) (order []int32) {
	list := make([]candidate, len(points)/dimension)
	for j := range list {
		list[j].column = int32(j)
	}
	splitBlocks(list, points, dimension)
	for _, p := range list {
		order = append(order, p.column)
	}
	return order
}

func splitBlocks(list []candidate, points []float64, dimension int) {
	if len(list) <= blockSize {
		return
	}
	best, longest := 0, -1.0
	for axis := range dimension {
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range list {
			at := points[int(p.column)*dimension+axis]
			low, high = min(low, at), max(high, at)
		}
		if half := float64(high/2) - float64(low/2); half > longest {
			best, longest = axis, half
		}
	}
	for k := range list {
		list[k].reduced = points[int(list[k].column)*dimension+best]
	}
	half := (len(list) + blockSize) / (2 * blockSize) * blockSize
	least(list, half)
	splitBlocks(list[:half], points, dimension)
	splitBlocks(list[half:], points, dimension)
}

// enclose makes the boxes for new positions of the columns.
func (b *blocks) enclose(y [3][]float64, v []float64) {
	count := (len(v) + blockSize - 1) / blockSize
	b.top, b.bound = make([]float64, count), make([]float64, count)
	for axis := range y {
		b.middle[axis], b.half[axis] = make([]float64, count), make([]float64, count)
		for k := range count {
			part := y[axis][k*blockSize : min(len(v), (k+1)*blockSize)]
			low, high := bounds(part)
			middle := between(low, high)
			b.middle[axis][k] = middle
			b.half[axis][k] = max(high-middle, middle-low) * (1 + 0x1p-50)
		}
	}
	for k := range count {
		b.renewTop(k, v)
	}
}

// renewTop finds the largest v_j of block k.
func (b *blocks) renewTop(k int, v []float64) {
	top := math.Inf(-1)
	for _, x := range v[k*blockSize : min(len(v), (k+1)*blockSize)] {
		if x > top {
			top = x
		}
	}
	b.top[k] = top
}

// fall makes v_j smaller.
func (a *Assignment) fall(j int32, by float64) {
	before := a.v[j]
	a.v[j] -= by
	if k := int(j) / blockSize; before == a.blocks.top[k] {
		a.blocks.renewTop(k, a.v)
	}
}

// measure bounds c_ij − v_j in every block for the point x, and returns the block
// with the least bound, one of them by turns.
//
// Along an axis the distance from x to a box with middle m and half h is t⁺ =
// (t + |t|)/2, t = |x − m| − h. As computed, t ≤ (1 + 3ε)|x − y| for all y in the
// box, because h has 8ε to spare; the last factor has 32ε to spare for all other
// rounding, that of the cost included. So no c_ij − v_j as computed is below the
// bound.
func (b *blocks) measure(x0, x1, x2 float64, turn int) (nearest int) {
	const quarter = 0.25 * (1 - 0x1p-48)
	best := math.Inf(1)
	bound := b.bound
	m0, m1, m2 := b.middle[0][:len(bound)], b.middle[1][:len(bound)], b.middle[2][:len(bound)]
	h0, h1, h2 := b.half[0][:len(bound)], b.half[1][:len(bound)], b.half[2][:len(bound)]
	top := b.top[:len(bound)]
	turn %= len(bound)
	for k := range bound {
		p, q, r := math.Abs(x0-m0[k])-h0[k], math.Abs(x1-m1[k])-h1[k], math.Abs(x2-m2[k])-h2[k]
		p, q, r = p+math.Abs(p), q+math.Abs(q), r+math.Abs(r)
		least := float64((float64(p*p)+float64(q*q)+float64(r*r))*quarter) - top[k]
		bound[k] = least
		if least < best || least == best && k <= turn {
			nearest, best = k, least
		}
	}
	return nearest
}

// twins tells for each point the first one at the same place.
func twins(points []float64, dimension int) (first []int32) {
	first = make([]int32, len(points)/dimension)
	order := make([]int32, len(first))
	for i := range order {
		order[i] = int32(i)
	}
	at := func(i int32) []float64 { return points[int(i)*dimension : int(i+1)*dimension] }
	sort.Slice(order, func(a, b int) bool {
		i, j := order[a], order[b]
		return cmp.Or(slices.Compare(at(i), at(j)), cmp.Compare(i, j)) < 0
	})
	for k, i := range order {
		first[i] = i
		if k > 0 && slices.Equal(at(i), at(order[k-1])) {
			first[i] = first[order[k-1]]
		}
	}
	return first
}
