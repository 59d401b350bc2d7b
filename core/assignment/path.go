package assignment

import (
	"math"

	"github.com/orbitcert/orbitcert/core/internal/heap"
)

// tree is the search for the shortest path of reduced costs from a free row to a
// free column (E. W. Dijkstra), alternating between edges that are not in the
// matching and edges that are.
type tree struct {
	root     int32     // the free row, −1 without a search
	distance []float64 // of each column from the root, +Inf when not seen
	from     []int32   // the row before each column
	scanned  []int32   // columns whose row is in the tree
	touched  []int32   // columns seen
	offset   []float64 // of rows in the tree: what to take from c_ij − v_j to get the distance
	wide     []bool    // of rows in the tree: whether they renewed their candidates
	planted  []int32   // rows in the tree, each the first of its twins
	inside   []bool    // of the first of the twins: whether one is in the tree
	best     []float64 // and the largest offset of those that are
	limit    float64   // distance of the nearest free column seen
	sink     int32     // that column
	floor    float64   // the last distance that was settled
	settled  int       // entries settled, in all searches
	// heap has what is next: a column to settle, or (−1−i) if row i must look farther.
	heap heap.Heap[int32]
}

func newTree(n int) tree {
	t := tree{
		root: -1, distance: make([]float64, n), from: make([]int32, n),
		offset: make([]float64, n), wide: make([]bool, n),
		inside: make([]bool, n), best: make([]float64, n),
	}
	for j := range t.distance {
		t.distance[j] = math.Inf(1)
	}
	return t
}

// plant begins the search from free row i.
func (a *Assignment) plant(i int) {
	t := &a.tree
	for _, j := range t.touched {
		t.distance[j] = math.Inf(1)
	}
	for _, g := range t.planted {
		t.inside[g] = false
	}
	t.touched, t.scanned, t.planted, t.heap = t.touched[:0], t.scanned[:0], t.planted[:0], t.heap[:0]
	t.root, t.limit, t.sink, t.floor = int32(i), math.Inf(1), -1, math.Inf(-1)
	a.include(int32(i), 0)
}

// grow settles the next column of the search, or ends it.
func (a *Assignment) grow() {
	t := &a.tree
	if len(t.heap) == 0 || t.heap[0].Key >= t.limit {
		a.flip()
		return
	}
	a.work += 8
	top := t.heap.Pop()
	t.settled++
	if top.Key > t.floor {
		t.floor = top.Key
	}
	if top.Value < 0 {
		a.widen(-1 - top.Value)
		return
	}
	if j := top.Value; top.Key == t.distance[j] && a.rowOf[j] >= 0 {
		t.distance[j] = t.floor
		t.scanned = append(t.scanned, j)
		i := a.rowOf[j]
		a.include(i, a.cost(i, j)-a.v[j]-t.floor)
	}
}

// include takes row i into the tree: c_ij − v_j − offset is the distance of
// column j through it. Where a twin, a row at the same point, offers every column
// as near there is nothing to look at.
func (a *Assignment) include(i int32, offset float64) {
	t, g := &a.tree, a.twin[i]
	if t.inside[g] && offset <= t.best[g] {
		return
	}
	t.inside[g], t.best[g] = true, offset
	t.planted = append(t.planted, g)
	t.offset[i], t.wide[i] = offset, false
	a.look(i)
}

// look takes the candidates of row i for its tree.
func (a *Assignment) look(i int32) {
	t, columns, offset := &a.tree, a.candidates.of(i), a.tree.offset[i]
	a.work += len(columns) + 8
	for k := range columns {
		p := &columns[k]
		if p.reduced-offset >= t.limit {
			break
		}
		a.relax(i, p.column, p.cost-a.v[p.column]-offset)
	}
	t.postpone(i, a.candidates.rest[i]-offset)
}

// postpone notes that row i may have more columns from that distance on.
func (t *tree) postpone(i int32, key float64) {
	if key < t.floor {
		key = t.floor
	}
	if key < t.limit {
		t.heap.Push(key, -1-i)
	}
}

// widen lets row i look at more columns: first it renews its candidates, and when
// it comes back it looks at all columns.
func (a *Assignment) widen(i int32) {
	t := &a.tree
	if !t.wide[i] {
		t.wide[i] = true
		a.renew(int(i), longList)
		a.look(i)
		return
	}
	b, offset := &a.blocks, t.offset[i]
	b.measure(a.x[0][i], a.x[1][i], a.x[2][i], 0)
	a.work += len(b.bound)
	for k, bound := range b.bound {
		if bound-offset < t.limit {
			a.lookAtBlock(i, k)
		}
	}
}

func (a *Assignment) lookAtBlock(i int32, k int) {
	low, high := k*blockSize, min(a.n, (k+1)*blockSize)
	a.work += high - low
	offset := a.tree.offset[i]
	for j := int32(low); j < int32(high); j++ {
		if distance := a.cost(i, j) - a.v[j] - offset; distance < a.tree.distance[j] {
			a.relax(i, j, distance)
		}
	}
}

// relax notes that column j is at that distance through row i.
func (a *Assignment) relax(i, j int32, distance float64) {
	t := &a.tree
	if distance < t.floor {
		distance = t.floor
	}
	if distance >= t.limit || distance >= t.distance[j] {
		return
	}
	if math.IsInf(t.distance[j], 1) {
		t.touched = append(t.touched, j)
	}
	t.distance[j], t.from[j] = distance, i
	if a.rowOf[j] < 0 {
		t.limit, t.sink = distance, j
		return
	}
	t.heap.Push(distance, j)
}

// flip ends the search: the dual variables make the path tight, and the matching
// alternates along it.
func (a *Assignment) flip() {
	t := &a.tree
	for _, j := range t.scanned {
		a.fall(j, t.limit-t.distance[j])
	}
	for j := t.sink; ; {
		i := t.from[j]
		before := a.columnOf[i]
		a.match(i, j)
		if i == t.root {
			break
		}
		j = before
	}
	t.root = -1
	a.matched++
}
