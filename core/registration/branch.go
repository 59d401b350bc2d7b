package registration

import (
	"math"

	"github.com/orbitcert/orbitcert/core/internal/heap"
)

const (
	// branchWork bounds the work of the proof, in about nanoseconds, and soonWork
	// that before other poses are tried.
	branchWork = 220_000_000
	soonWork   = 90_000_000
	// branchLimit is the largest cloud that is searched for a proof.
	branchLimit = 2048
	// denseLimit is the largest cloud whose proof uses assignments. Above
	// denseEverywhere points they are first tried in cells that are small beside the
	// distances of neighbours.
	denseLimit      = 512
	denseEverywhere = 128
	// widestCell is 2 sin(ψ/2) above which a cell is cut without a look.
	widestCell   = 0.8
	centreSweeps = 2
	// provenBy is the relative gap of the squares at which a cell is closed.
	provenBy = 1e-6
)

// branch searches all rotations, cell by cell, the least bound first, until the
// bounds of all cells come up to the distance found or the work is spent (as R.
// Hartley and F. Kahl, Int. J. Comput. Vis. 82 (2009), with other bounds).
type branch struct {
	open   heap.Heap[openCell] // by their bounds
	closed float64             // least bound of the cells closed
	spent  int
	dense  *dense
	cell   cellView
	worth  float64   // the chord of a cell up to which assignments are tried
	radius []float64 // of x, across the axis of the turn when there is one
	room   []float64 // how far a turn of the cell moves each x, twice
	apart  []float64 // n×n, distances between points of y
}

// openCell is a set of rotations, of mirrored points perhaps, and a bound from
// below on the squared distance for all of them.
type openCell struct {
	turns    turnCell
	mirrored bool
	bound    float64
}

// proveSoon spends the first part of the budget, prove all of it. Labels prove more before any cell is looked at, and so
// a third of the budget does.
func (s *search) proveSoon(r *Registration) (part float64) {
	return s.proveWithin(r, s.budget(soonWork))
}
func (s *search) prove(r *Registration) (part float64) { return s.proveWithin(r, s.budget(branchWork)) }

func (s *search) budget(work int) int {
	if s.scene.labels != nil && s.scene.n > denseLimit {
		return work / 3
	}
	return work
}

// proveWithin does a piece of the search.
func (s *search) proveWithin(r *Registration, budget int) (part float64) {
	if s.scene.n > branchLimit {
		return 1
	}
	if s.branch == nil {
		s.branch = newBranch(s.scene)
	}
	b := s.branch
	target := b.target(r)
	if len(b.open) == 0 || b.open[0].Key >= target || b.spent > budget {
		r.raise(b.lower())
		return 1
	}
	top := b.open.Pop().Value
	left, right := top.turns.halves()
	before := s.work
	for _, half := range []turnCell{left, right} {
		s.examine(r, openCell{half, top.mirrored, top.bound}, target)
	}
	s.work += 200
	b.spent += s.work - before
	r.raise(b.lower())
	return min(0.99, float64(b.spent)/float64(budget))
}

func newBranch(s *scene) *branch {
	b := &branch{closed: math.Inf(1), worth: widestCell}
	for _, c := range turnCells(s.freedom) {
		b.open.Push(0, openCell{turns: c})
		if s.reflects {
			b.open.Push(0, openCell{turns: c, mirrored: true})
		}
	}
	d := 3
	if s.freedom == oneAngle {
		d = 2
	}
	if s.n > denseEverywhere {
		b.worth = 1 / math.Sqrt(float64(s.n))
	}
	b.radius = radii(s.x, d)
	if s.n <= denseLimit {
		b.dense = newDense(s.n)
		b.room = make([]float64, s.n)
		b.apart = distances(s.y, d)
	}
	return b
}

// distances between the first d coordinates of all pairs of points.
func distances(points []float64, d int) (apart []float64) {
	n := len(points) / 3
	for i := range n {
		for j := range n {
			square := 0.0
			for k := range d {
				t := points[3*i+k] - points[3*j+k]
				square += float64(t * t)
			}
			apart = append(apart, math.Sqrt(square))
		}
	}
	return apart
}

// target is the bound at which a cell needs no further look: nothing is gained by
// resolving less than rounding takes away.
func (b *branch) target(r *Registration) float64 {
	d := math.Ldexp(r.distance, -r.scene.exponent)
	return float64(d*d*(1-provenBy)) - float64(4*r.scene.cellSlack(1))
}

// lower is the bound for all rotations.
func (b *branch) lower() float64 {
	if len(b.open) == 0 {
		return b.closed
	}
	return min(b.closed, b.open[0].Key)
}

// learn notes up to which size of cells assignments are worth their time: they are
// where they say more than the nearest points did.
func (b *branch) learn(chord float64, helped bool) {
	if helped {
		b.worth = max(b.worth, 1.4*chord)
	} else {
		b.worth = 0.9 * chord
	}
}

// examine bounds a cell and closes it or leaves it open.
func (s *search) examine(r *Registration, c openCell, target float64) {
	b := s.branch
	if v := &b.cell; v.enter(s.scene, &c) {
		c.bound = max(c.bound, s.nearBound(v, target))
		if c.bound < target && b.dense != nil && v.reach.chord <= b.worth {
			dual := s.dualBound(r, v)
			b.learn(v.reach.chord, dual > c.bound)
			c.bound = max(c.bound, dual)
		}
	}
	if c.bound >= target {
		b.closed = min(b.closed, c.bound)
		return
	}
	b.open.Push(c.bound, c)
}
