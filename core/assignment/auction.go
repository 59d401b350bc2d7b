package assignment

import "math"

// auction lets free rows bid for columns (D. Bertsekas, Ann. Oper. Res. 14
// (1988)): a row takes the column of least c_ij − v_j from whoever has it, and
// lowers its v_j until it is worse by ε than the second. Rounds of falling ε
// start with all rows free and the v of the round before.
type auction struct {
	queue   []int32 // rows that are to bid, the last one first
	epsilon float64
	bids    int       // left
	held    bool      // nothing but paths from now on
	before  []float64 // v before the auction
	round   int
	rounds  int
}

const (
	// smallest is the number of points below which there is no auction.
	smallest = 64
	// firstEpsilon, in squared extents of the clouds, and the factor from
	// round to round, were found by trial; both may be off by 5 without harm.
	firstEpsilon  = 0.02
	epsilonFactor = 0.2
	// bidsPerPoint ends an auction that does not come to an end; it takes 20 to
	// 50 as a rule.
	bidsPerPoint = 150
)

// tooHard tells that the paths take longer than an auction would, or are about to:
// few rows got what they like best.
func (a *Assignment) tooHard() bool {
	return a.tree.settled > 40*a.n || a.tree.settled == 0 && 2*a.matched < a.n
}

// hold begins the auction. Its last ε is small beside the differences between
// neighbouring columns in the eyes of a row; where there are none it is left out.
func (a *Assignment) hold() {
	c := &a.auction
	c.held = true
	last := a.spacing() / 64
	if last == 0 {
		return
	}
	c.round, c.rounds = 0, 1
	last = max(last, 0x1p-44*(1+a.vStart))
	for epsilon := firstEpsilon; epsilon > last; epsilon *= epsilonFactor {
		c.rounds++
	}
	c.before = append(c.before[:0], a.v...)
	a.tree.root = -1
	a.stage = bidding
	a.openRound(firstEpsilon, bidsPerPoint*a.n)
}

func (a *Assignment) nextRound() {
	c := &a.auction
	c.round++
	switch {
	case c.bids == 0:
		a.forget()
	case c.round == c.rounds:
		a.claim()
	default:
		a.openRound(c.epsilon*epsilonFactor, c.bids)
	}
}

// forget goes back to the v before the auction: where distances of very different
// sizes matter, prices of the large ones spoil the small ones.
func (a *Assignment) forget() {
	copy(a.v, a.auction.before)
	a.restart()
}

// openRound begins a round with all rows free.
//
//go:noinline
func (a *Assignment) openRound(epsilon float64, bids int) {
	c := &a.auction
	a.release()
	c.queue = c.queue[:0]
	for i := range int32(a.n) {
		c.queue = append(c.queue, i)
	}
	c.epsilon, c.bids = epsilon, bids
}

// bid lets one row bid, and tells whether the round goes on. Between two columns
// that are equally good a row prefers a free one; without ε it does
// not take one from its holder either, but waits for a path.
func (a *Assignment) bid() (more bool) {
	c := &a.auction
	last := len(c.queue) - 1
	if last < 0 || c.bids == 0 {
		return false
	}
	i := c.queue[last]
	c.queue = c.queue[:last]
	c.bids--
	best, second, j, k := a.bestTwo(i)
	if best == second && a.rowOf[j] >= 0 && a.rowOf[k] < 0 {
		j = k
	}
	holder := a.rowOf[j]
	if best == second && c.epsilon == 0 && holder >= 0 {
		return true
	}
	if k >= 0 {
		a.fall(j, second-best+c.epsilon)
	}
	a.match(i, j)
	if holder < 0 {
		a.matched++
		return true
	}
	a.columnOf[holder] = -1
	c.queue = append(c.queue, holder)
	return true
}

// bestTwo returns the least and the second least c_ij − v_j of row i, and their
// columns, −1 where there is only one.
func (a *Assignment) bestTwo(i int32) (best, second float64, j, k int32) {
	c := &a.candidates
	for renewed := false; ; renewed = true {
		best, second, j, k = math.Inf(1), math.Inf(1), -1, -1
		columns := c.of(i)
		a.work += len(columns) + 8
		for t := range columns {
			p := &columns[t]
			if p.reduced >= second {
				break
			}
			switch w := p.cost - a.v[p.column]; {
			case w < best:
				best, second, j, k = w, best, p.column, j
			case w < second:
				second, k = w, p.column
			}
		}
		if second <= c.rest[i] || renewed {
			return best, second, j, k
		}
		a.renew(int(i), shortList)
	}
}
