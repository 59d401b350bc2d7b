package registration

import "math"

// dense is the assignment problem of a few hundred points with the whole matrix of
// costs, for branch and bound: many problems that differ little, each begun with
// the dual variables of the one before (shortest augmenting paths, R. Jonker and
// A. Volgenant, Computing 38 (1987)). An infinite cost stands for a match that is not
// allowed; there must be a permutation without any.
type dense struct {
	n        int
	cost     []float64 // n×n
	v        []float64 // dual variables of the columns
	columnOf []int32   // of each row, −1 when free
	rowOf    []int32   // of each column, −1 when free
	free     []int32
	distance []float64
	from     []int32
	columns  []int32 // settled, in reach, and the others
	work     int     // costs looked at
}

func newDense(n int) *dense {
	return &dense{
		n: n, cost: make([]float64, n*n), v: make([]float64, n),
		columnOf: make([]int32, n), rowOf: make([]int32, n),
		distance: make([]float64, n), from: make([]int32, n), columns: make([]int32, n),
	}
}

// solve finds the best assignment for the present costs: rows take their cheapest
// columns as long as those are free, the others find a path. Dual variables that
// leave room, as those of centre do, are kept where nothing presses.
func (d *dense) solve() {
	d.free = d.free[:0]
	for i := range d.n {
		d.columnOf[i], d.rowOf[i] = -1, -1
	}
	for i := range int32(d.n) {
		j := d.cheapest(i)
		if d.rowOf[j] >= 0 {
			d.free = append(d.free, i)
			continue
		}
		d.columnOf[i], d.rowOf[j] = j, i
	}
	for _, i := range d.free {
		d.augment(i)
	}
}

// cheapest returns the column of least c_ij − v_j.
func (d *dense) cheapest(i int32) (best int32) {
	row := d.row(i)
	d.work += d.n
	least := math.Inf(1)
	for j, v := range d.v[:len(row)] {
		if r := row[j] - v; r < least {
			best, least = int32(j), r
		}
	}
	return best
}

func (d *dense) row(i int32) []float64 { return d.cost[int(i)*d.n : int(i+1)*d.n] }

// augment matches a free row along a shortest path. Every turn of the loop settles
// a column, so it ends after at most n.
func (d *dense) augment(root int32) {
	row := d.row(root)
	for j := range d.n {
		d.distance[j], d.from[j], d.columns[j] = row[j]-d.v[j], root, int32(j)
	}
	settled := 0
	for {
		d.work += d.n - settled
		k := settled
		for l := settled + 1; l < d.n; l++ {
			if d.distance[d.columns[l]] < d.distance[d.columns[k]] {
				k = l
			}
		}
		j := d.columns[k]
		if d.rowOf[j] < 0 {
			d.finish(root, j, settled)
			return
		}
		d.columns[k], d.columns[settled] = d.columns[settled], j
		settled++
		d.spread(j, settled)
	}
}

// spread takes the row of column j into the tree.
func (d *dense) spread(j int32, settled int) {
	i := d.rowOf[j]
	row := d.row(i)
	offset := row[j] - d.v[j] - d.distance[j]
	for _, l := range d.columns[settled:] {
		if t := row[l] - d.v[l] - offset; t < d.distance[l] {
			d.distance[l], d.from[l] = t, i
		}
	}
}

// finish makes the path tight and lets the matching alternate along it.
func (d *dense) finish(root, sink int32, settled int) {
	for _, j := range d.columns[:settled] {
		d.v[j] += d.distance[j] - d.distance[sink]
	}
	for j := sink; ; {
		i := d.from[j]
		d.rowOf[j] = i
		d.columnOf[i], j = j, d.columnOf[i]
		if i == root {
			return
		}
	}
}

// centre moves the dual variables of a solved problem, one by one, to the middle of
// what the others allow, where row i gives up room[i]·apart[π(i), j] to column j.
// Any dual variables bound; those in the middle bear the largest turn.
func (d *dense) centre(room, apart []float64) {
	d.work += 4 * d.n * d.n
	for j := range int32(d.n) {
		k := d.rowOf[j]
		row, far := d.row(k), apart[int(j)*d.n:int(j+1)*d.n]
		low := math.Inf(-1)
		for l, c := range row {
			if t := d.v[l] - c + float64(room[k]*far[l]); t > low && int32(l) != j {
				low = t
			}
		}
		high := math.Inf(1)
		for i := range d.n {
			own := int(d.columnOf[i])
			t := d.cost[i*d.n+int(j)] - d.cost[i*d.n+own] + d.v[own] - float64(room[i]*far[own])
			if t < high && own != int(j) {
				high = t
			}
		}
		if low += row[j]; !math.IsInf(low, -1) && !math.IsInf(high, 1) {
			d.v[j] = (low + high) / 2
		}
	}
}

// settleDuals shifts the dual variables so that the largest is 0: they stay small
// however many problems were solved.
func (d *dense) settleDuals() {
	top := math.Inf(-1)
	for _, v := range d.v {
		top = max(top, v)
	}
	for j := range d.v {
		d.v[j] -= top
	}
}
