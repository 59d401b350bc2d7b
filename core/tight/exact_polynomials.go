package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

const (
	// tableDegree is that of the polynomials.
	tableDegree = 16
	// tableTolerance is what a piece may add to the error of the excess.
	tableTolerance = 1e-12
	// tableBeyond is what the table leaves out at either end, of the noise around X and
	// of that around X'.
	tableBeyond = 1e-15
	// tablePieces bounds the work on one table.
	tablePieces = 64
	// tableWidth makes what an integral leaves out e⁻³² of the smaller tail.
	tableWidth = 64
	// tableRelative is what a sample may be off by, relative to the smaller tail.
	tableRelative = 1e-11
	// tableLarge is the norm from which one polynomial often does.
	tableLarge = 12
)

// levelTable holds the probability G(u) that ℓ is at most the level u around X: as
// polynomials, so that it can be smeared many times for what a few dozen integrals
// cost. Below low G is taken to be 0 and above high to be 1.
//
// In large clouds ℓ is nearly normal, so the score Φ⁻¹(G) is nearly straight; in small
// ones the logarithms of the tails are, or G itself is smooth. A piece holds what fits
// best. G is not smooth where log I₀ of both moduli are the same, at the
// level origin, and its scale next to it is the distance from it; so tables begin
// there in both directions and are polynomials in √|u − origin|.
type levelTable struct {
	planarPair
	origin, low, high float64
	// The logarithms of the tails at both ends.
	lowLog, highLog float64
	pieces          []levelPiece
	// err bounds the integral of eᵘ times the error of G.
	err float64
}

// levelSample is a value of G with a bound of its error.
type levelSample struct {
	tailPair
	err float64
}

func (t *levelTable) front(level float64) ratioFront {
	f := t.planarPair.front(level)
	f.quick = true
	return f
}

func (s planarPair) table() *levelTable {
	t := &levelTable{planarPair: s, origin: -(float64(s.along*s.norm) + float64(s.distance*s.distance/2))}
	scale := max(s.spread(), 1e-9)
	middle := -float64(scale*scale) / 2
	t.low = t.end(middle, -scale)
	t.high = t.end(middle, scale)
	reach := t.high - t.low
	low, high := float64(tableBeyond/weight(t.low)), float64(tableBeyond/weight(t.high))
	t.lowLog, t.highLog = special.Log(low), special.Log(high)
	switch {
	case t.origin > t.low && t.origin < t.high:
		t.start(levelPiece{origin: t.origin, side: -1, to: math.Sqrt(t.origin - t.low)})
		t.start(levelPiece{origin: t.origin, side: 1, to: math.Sqrt(t.high - t.origin)})
	case t.origin > t.low-reach && t.origin <= t.low:
		t.start(levelPiece{origin: t.origin, side: 1, from: math.Sqrt(t.low - t.origin), to: math.Sqrt(t.high - t.origin)})
	case t.origin < t.high+reach && t.origin >= t.high:
		t.start(levelPiece{origin: t.origin, side: -1, from: math.Sqrt(t.origin - t.high), to: math.Sqrt(t.origin - t.low)})
	default:
		t.start(levelPiece{side: 1, straight: true, from: t.low, to: t.high})
	}
	t.err += math.Abs(t.mean() - 1)
	return t
}

// end returns a level beyond which there is next to no mass, and not much nearer than it
// has to be, for features may be as narrow: going out from a level by steps of the scale
// and its sign, or coming in, and then halving.
func (t *levelTable) end(from, step float64) float64 {
	mass := func(u float64) float64 {
		sum, _ := t.front(u).integrate(exactWidth(tableBeyond/weight(u)), panelTolerance{})
		if step < 0 {
			return float64(sum.below * weight(u))
		}
		return float64(sum.above * weight(u))
	}
	inner, outer := from, from+float64(8*step)
	for i := 0; i < 60 && mass(outer) > tableBeyond; i++ {
		inner = outer
		step = float64(step * 1.25)
		outer += step
	}
	if inner == from {
		for i := 0; i < 60 && !(mass(inner) > tableBeyond); i++ {
			inner, outer = inner-step, inner
			step *= 1.25
		}
	}
	for range 40 {
		middle := inner + float64((outer-inner)/2)
		switch m := mass(middle); {
		case m > tableBeyond:
			inner = middle
		case m > tableBeyond/1e3:
			return middle
		default:
			outer = middle
		}
	}
	return outer
}

// sample computes G to full relative accuracy of its smaller tail, whose size is guessed.
func (t *levelTable) sample(u float64, guess tailPair) (s levelSample) {
	// The logarithms of the tails are concave, so they are above their chords.
	share := (u - t.low) / (t.high - t.low)
	width := math.Sqrt(tableWidth - 2*min(float64(t.lowLog*(1-share)), float64(t.highLog*share)))
	front := t.front(u)
	for range 3 {
		inUpper, tail := guess.above < guess.below, min(guess.above, guess.below)
		if tail > 0 {
			sum, gap := front.integrate(width, panelTolerance{float64(10 * exactTolerance * tail), inUpper})
			s.tailPair, s.err = sum, gap.smaller(sum)
			tail = min(sum.below, sum.above)
			if tail > 0 {
				s.err *= min(1, 200*math.Sqrt(200*(s.err/tail)))
			}
			if s.err <= tableRelative*tail {
				break
			}
			guess = sum
		} else {
			guess, _ = front.integrate(width, panelTolerance{})
			s = levelSample{tailPair: guess}
		}
	}
	return s
}

// smaller returns the number that belongs to the smaller one of two tails.
func (a tailPair) smaller(tails tailPair) float64 {
	if tails.above < tails.below {
		return a.above
	}
	return a.below
}

// fit adds a piece, in halves where one polynomial is not enough.
func (t *levelTable) fit(p levelPiece) {
	var nodes [tableDegree + 1]levelSample
	inner := 0.0
	var guess tailPair
	for i, x := range chebyshev {
		u := p.level(p.point(x))
		nodes[i] = t.sample(u, guess)
		guess = nodes[i].tailPair
		inner += float64(nodes[i].err * weight(u))
	}
	length := math.Abs(p.level(p.to) - p.level(p.from))
	misfit := t.best(&p, &nodes, tableTolerance/4/length)
	err := float64(4 * misfit * length)
	middle := p.from + float64((p.to-p.from)/2)
	if err <= tableTolerance || len(t.pieces) >= tablePieces || !(middle > p.from && middle < p.to) {
		t.pieces = append(t.pieces, p)
		t.err += err + float64(2*inner/(tableDegree+1)*length)
		return
	}
	t.halves(p)
}

// start adds a piece that has no other polynomial to compare with yet.
func (t *levelTable) start(p levelPiece) {
	if t.norm < tableLarge {
		t.halves(p)
		return
	}
	t.fit(p)
}

// halves adds both halves of a piece.
func (t *levelTable) halves(p levelPiece) {
	left, right := p, p
	left.to = p.from + float64((p.to-p.from)/2)
	right.from = left.to
	t.fit(left)
	t.fit(right)
}

func weight(u float64) float64 { return max(1, special.Exp(u)) }

// best sets the polynomial that fits best between the nodes, and returns by how much it
// misses there, or that it is more than enough.
func (t *levelTable) best(p *levelPiece, nodes *[tableDegree + 1]levelSample, enough float64) (misfit float64) {
	var trials [tableShapes]levelPiece
	var misfits [tableShapes]float64
	for shape := range tableShapes {
		var values [tableDegree + 1]float64
		for i, n := range nodes {
			values[i] = shape.of(n.tailPair)
		}
		trials[shape] = *p
		trials[shape].shape, trials[shape].coefficients = shape, chebyshevCoefficients(&values)
	}
	for _, check := range checks {
		v, nearest := p.point(check.x), check.nearest
		u := p.level(v)
		wanted, misfit := t.sample(u, nodes[nearest].tailPair), math.Inf(1)
		for shape := range tableShapes {
			missed := float64(wanted.missed(trials[shape].tails(v)) * weight(u))
			misfits[shape] = max(misfits[shape], missed)
			if misfits[shape] < misfit {
				misfit = misfits[shape]
				*p = trials[shape]
			}
		}
		if !(misfit <= enough) {
			return misfit
		}
	}
	return misfits[p.shape]
}

func (s levelSample) missed(got tailPair) float64 {
	if s.above < s.below {
		return math.Abs(got.above - s.above)
	}
	return math.Abs(got.below - s.below)
}
