package assignment

import "math"

const (
	// shortList is how many columns a row keeps in mind as a rule.
	shortList = 6
	// longList is how many once a path came through it that needed more.
	longList = 24
)

// candidate is a column, with c_ij − v_j as it was when the row found it: the
// reduced cost but for the dual variable of the row.
type candidate struct {
	reduced float64
	cost    float64
	column  int32
}

// candidates holds for each row the columns of least c_ij − v_j, as it was when
// the row last looked at all columns, in rising order.
type candidates struct {
	stride int
	lists  []candidate // stride for each row
	length []int32     // how many of them each row has
	rest   []float64   // a bound from below on c_ij − v_j of all other columns
	found  []candidate // in a search
}

func newCandidates(n int) candidates {
	stride := min(n, longList)
	return candidates{
		stride: stride,
		lists:  make([]candidate, n*stride),
		length: make([]int32, n),
		rest:   make([]float64, n),
	}
}

// clear makes every row forget its columns.
func (c *candidates) clear() {
	clear(c.length)
	for i := range c.rest {
		c.rest[i] = math.Inf(-1)
	}
}

// of returns the candidates of row i.
func (c *candidates) of(i int32) []candidate {
	first := int(i) * c.stride
	return c.lists[first : first+int(c.length[i])]
}

// cost is c_ij = ‖x_i − y_j‖², with a relative error below 6 units roundoff.
func (a *Assignment) cost(i, j int32) float64 {
	return squares(a.x[0][i]-a.y[0][j], a.x[1][i]-a.y[1][j], a.x[2][i]-a.y[2][j])
}

func squares(p, q, r float64) float64 { return float64(p*p) + float64(q*q) + float64(r*r) }

// renew makes m candidates of row i for the present v.
func (a *Assignment) renew(i, m int) {
	c := &a.candidates
	m = min(m, c.stride)
	c.rest[i] = a.nearest(i, m)
	insertionSort(c.found)
	for t := range c.found {
		c.found[t].cost = a.cost(int32(i), c.found[t].column)
	}
	c.length[i] = int32(copy(c.lists[i*c.stride:(i+1)*c.stride], c.found))
}

// nearest puts the m columns of least c_ij − v_j of row i into found, in no
// order and without their costs, and returns a bound from below on all others.
func (a *Assignment) nearest(i, m int) (rest float64) {
	c := &a.candidates
	m = min(m, a.n)
	a.work += len(a.blocks.bound) + 4*m
	first := a.blocks.measure(a.x[0][i], a.x[1][i], a.x[2][i], i)
	c.found = c.found[:0]
	rest = a.gather(i, m, first, a.known(i, m))
	for k, bound := range a.blocks.bound {
		if bound <= rest && k != first {
			rest = a.gather(i, m, k, rest)
		}
	}
	if m == a.n {
		return math.Inf(1)
	}
	c.found, rest = least(c.found, m)
	return rest
}

// known is a number that m of the c_ij − v_j do not exceed, from the candidates
// that row i has.
func (a *Assignment) known(i, m int) (bound float64) {
	columns := a.candidates.of(int32(i))
	if m > len(columns) || m == a.n {
		return math.Inf(1)
	}
	bound = math.Inf(-1)
	for _, p := range columns[:m] {
		if reduced := p.cost - a.v[p.column]; reduced > bound {
			bound = reduced
		}
	}
	return bound
}

// gather adds the columns of block k up to the bound to found, and returns a new
// bound: m columns do not exceed it, or found has m that no other column needs to
// equal. Each row begins elsewhere in the block, so that not all rows choose the
// same among equal columns.
func (a *Assignment) gather(i, m, k int, bound float64) float64 {
	low, high := k*blockSize, min(a.n, (k+1)*blockSize)
	turn := low + i%(high-low)&^3
	a.work += high - low
	a.gatherPart(i, turn, high, bound)
	a.gatherPart(i, low, turn, bound)
	found := a.candidates.found
	if m < a.n && (len(found) > 4*m || len(found) > m && math.IsInf(bound, 1)) {
		a.candidates.found, bound = least(found, m)
		bound = math.Nextafter(bound, math.Inf(-1))
	}
	return bound
}

// gatherPart does it for the columns from low to high, by fours: most of them lie
// above the bound, which the signs of the differences tell at once.
func (a *Assignment) gatherPart(i, low, high int, bound float64) {
	x0, x1, x2 := a.x[0][i], a.x[1][i], a.x[2][i]
	for ; low+4 <= high; low += 4 {
		y0, y1, y2 := (*[4]float64)(a.y[0][low:]), (*[4]float64)(a.y[1][low:]), (*[4]float64)(a.y[2][low:])
		v := (*[4]float64)(a.v[low:])
		var reduced [4]float64
		reduced[0] = squares(x0-y0[0], x1-y1[0], x2-y2[0]) - v[0]
		reduced[1] = squares(x0-y0[1], x1-y1[1], x2-y2[1]) - v[1]
		reduced[2] = squares(x0-y0[2], x1-y1[2], x2-y2[2]) - v[2]
		reduced[3] = squares(x0-y0[3], x1-y1[3], x2-y2[3]) - v[3]
		if above(reduced[0], bound)&above(reduced[1], bound)&above(reduced[2], bound)&above(reduced[3], bound) != 0 {
			continue
		}
		for k, r := range reduced {
			a.candidates.offer(r, low+k, bound)
		}
	}
	for ; low < high; low++ {
		a.candidates.offer(a.cost(int32(i), int32(low))-a.v[low], low, bound)
	}
}

// above is not 0 when p > q.
func above(p, q float64) uint64 { return math.Float64bits(q-p) >> 63 }

// offer adds a column that does not exceed the bound to found.
func (c *candidates) offer(reduced float64, column int, bound float64) {
	if reduced <= bound {
		c.found = append(c.found, candidate{reduced: reduced, column: int32(column)})
	}
}

// least keeps the m smallest of the list, in no order, and returns the largest
// of them (C. A. R. Hoare's selection, Commun. ACM 4 (1961)).
func least(list []candidate, m int) (kept []candidate, largest float64) {
	for low, high := 0, len(list)-1; low < high; {
		i, j := partition(list, low, high)
		switch {
		case m-1 <= j:
			high = j
		case m-1 >= i:
			low = i
		default:
			low = high
		}
	}
	return list[:m], list[m-1].reduced
}

// partition leaves nothing above the pivot up to j, nothing below it from i on,
// and the pivot between.
func partition(list []candidate, low, high int) (i, j int) {
	pivot := list[(low+high)/2].reduced
	if a, b := list[low].reduced, list[high].reduced; (a < pivot) == (b < pivot) {
		if (a < b) == (a < pivot) {
			pivot = b
		} else {
			pivot = a
		}
	}
	for i, j = low, high; i <= j; {
		for list[i].reduced < pivot {
			i++
		}
		for list[j].reduced > pivot {
			j--
		}
		if i <= j {
			list[i], list[j] = list[j], list[i]
			i++
			j--
		}
	}
	return i, j
}

func insertionSort(list []candidate) {
	for k := 1; k < len(list); k++ {
		p, at := list[k], k
		for ; at > 0 && list[at-1].reduced > p.reduced; at-- {
			list[at] = list[at-1]
		}
		list[at] = p
	}
}

// spacing is the median over the rows of what the last candidate costs more than
// the first; the mean where that vanishes.
func (a *Assignment) spacing() float64 {
	c := &a.candidates
	c.found = c.found[:0]
	sum := 0.0
	for i := range int32(a.n) {
		columns := c.of(i)
		gap := columns[len(columns)-1].reduced - columns[0].reduced
		sum += gap
		c.found = append(c.found, candidate{reduced: gap})
	}
	if _, median := least(c.found, a.n/2); median > 0 {
		return median
	}
	return sum / float64(a.n)
}
