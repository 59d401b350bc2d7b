// Package assignment solves the linear assignment problem of two clouds: the order
// of the points of one that brings it nearest to the other, and a proof of how near
// any order can come. It knows no group; package registration does.
package assignment

import "math"

// MaxPoints is the largest number of points an Assignment is meant for.
const MaxPoints = 8192

// Assignment looks for the permutation π that minimises Σᵢ ‖x_i − y_π(i)‖²: the
// nearest point of the orbit of S(N).
//
// It lowers dual variables v of the columns y; those of the rows x are
// u_i = min_j c_ij − v_j. First an auction with falling ε brings v near its
// optimum, then shortest augmenting paths (R. Jonker and A. Volgenant, Computing
// 38 (1987)) make it exact. Where paths alone are cheap, as for two noisy copies,
// there is no auction. No matrix of costs is kept: each row knows its nearest
// columns and a bound on all others (candidates), which stays true while the v
// fall, and finds more of them with the boxes around groups of columns (blocks).
//
// The work is done in steps; a permutation and a bound on the minimum can be had
// after any of them. The same input takes the same steps everywhere. The cost of
// the permutation exceeds the minimum by rounding only, about NVε with the unit
// roundoff ε and V = max |v_j|; Lower tells by how much at most.
type Assignment struct {
	frame      frame
	n          int
	x, y       [3][]float64 // coordinates in the frame, one slice per axis
	order      []int32      // the place in y, as given, of each column
	twin       []int32      // the first row at the same point as each row
	v          []float64    // dual variables of the columns
	vStart     float64      // max |v| before the first candidates
	columnOf   []int32      // of each row, −1 when free
	rowOf      []int32      // of each column, −1 when free
	matched    int
	candidates candidates
	blocks     blocks
	auction    auction
	tree       tree
	best       float64   // what Lower returned
	proven     []float64 // known to Lower: what min_j c_ij − v_j was at least
	stage      stage
	next       int // the row that the stage treats next
	work       int // columns looked at since the step began, about
}

// stage is what the steps are at. After claiming and augmenting the end is
// reached, unless there has to be an auction, after which both come again.
type stage int

const (
	listing    stage = iota // every row finds its candidates
	claiming                // rows take columns that they like best
	augmenting              // free rows get theirs by augmenting paths
	bidding                 // the auction
	finished
)

// stepWork is the work of a step: some milliseconds.
const stepWork = 1 << 20

// New prepares the problem. x and y are N×D of the same shape, row by
// row, D ∈ {2, 3}, and finite; they are copied.
func New(x, y []float64, dimension int) *Assignment {
	n := len(x) / dimension
	a := &Assignment{
		frame:      frame{x: append([]float64(nil), x...), dimension: dimension},
		n:          n,
		order:      blockOrder(y, dimension),
		twin:       twins(x, dimension),
		v:          make([]float64, n),
		columnOf:   make([]int32, n),
		rowOf:      make([]int32, n),
		candidates: newCandidates(n),
		tree:       newTree(n),
		proven:     make([]float64, n),
	}
	a.Move(y)
	return a
}

// Move replaces y by other positions of the same points, turned ones say, and
// keeps the dual variables: where the points moved little the new assignment is
// found sooner. It has to be run again.
func (a *Assignment) Move(y []float64) {
	before := a.frame.exponent
	a.x, a.y = a.frame.enter(y, a.order)
	a.keepDuals(2 * (before - a.frame.exponent))
	a.auction.held, a.auction.rounds, a.best = a.n < smallest, 0, 0
	a.restart()
}

// restart makes everything anew but the dual variables.
func (a *Assignment) restart() {
	a.blocks.enclose(a.y, a.v)
	a.candidates.clear()
	for i := range a.n {
		a.proven[i] = math.Inf(-1)
	}
	a.release()
	a.tree.root, a.tree.settled = -1, 0
	a.stage, a.next = listing, 0
}

// keepDuals takes v to the new frame, less their largest, which changes nothing.
// It drops values that cannot matter there: any v will do.
func (a *Assignment) keepDuals(exponent int) {
	top := math.Inf(-1)
	for j, v := range a.v {
		a.v[j] = scaled(v, exponent)
		top = max(top, a.v[j])
	}
	for j := range a.v {
		a.v[j] -= top
	}
	if a.vStart = LargestAbs(a.v); a.vStart > 16 {
		clear(a.v)
		a.vStart = 0
	}
}

// Step does some milliseconds of the work and tells whether more remains. The
// result does not depend on how the steps are spread.
func (a *Assignment) Step() (more bool) {
	for a.work = 0; a.work < stepWork && a.stage != finished; {
		a.advance()
	}
	return a.stage != finished
}

// Run does all steps.
func (a *Assignment) Run() {
	for a.Step() {
	}
}

// advance does the smallest piece of the present stage.
func (a *Assignment) advance() {
	switch a.stage {
	case listing:
		a.list()
	case claiming:
		if !a.bid() {
			a.stage, a.next = augmenting, 0
		}
	case augmenting:
		a.augment()
	case bidding:
		if !a.bid() {
			a.nextRound()
		}
	}
}

// list finds the candidates of the next row.
func (a *Assignment) list() {
	if a.next < a.n {
		a.renew(a.next, shortList)
		a.next++
		return
	}
	a.claim()
}

// claim begins a round in which rows take the columns they like best, and lower
// their v no more than until the second best is as good: what is held then is
// right for the present v.
func (a *Assignment) claim() {
	a.stage = claiming
	a.openRound(0, 4*a.n)
}

// augment goes on with the path of the next free row.
func (a *Assignment) augment() {
	switch {
	case a.next == a.n:
		a.stage = finished
	case !a.auction.held && a.tooHard():
		a.hold()
	case a.tree.root >= 0:
		a.grow()
	case a.columnOf[a.next] < 0:
		a.plant(a.next)
	default:
		a.next++
	}
}

// match makes row i and column j partners.
func (a *Assignment) match(i, j int32) { a.columnOf[i], a.rowOf[j] = j, i }

// release makes all rows and columns free. Copies of its loop in its callers would cost a visitor bytes and gain no time.
//
//go:noinline
func (a *Assignment) release() {
	for i := range a.n {
		a.columnOf[i], a.rowOf[i] = -1, -1
	}
	a.matched = 0
}

// Done tells how far the work is, in points of N. It only grows.
func (a *Assignment) Done() (done, of int) {
	c := &a.auction
	switch {
	case a.stage == finished:
		done = a.n
	case a.stage == listing && c.rounds == 0:
		done = a.next / 10
	case a.stage == bidding:
		share := float64(c.round) + float64(a.matched)/float64(a.n)
		done = a.n/10 + int(0.75*float64(a.n)*share/float64(c.rounds))
	case c.rounds > 0:
		done = int(float64(0.85*float64(a.n)) + float64(0.15*float64(a.matched)))
	default:
		done = a.n / 10
	}
	return done, a.n
}
