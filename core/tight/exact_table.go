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
)

// levelTable holds the probability G(u) that ℓ is at most the level u around X: as
// polynomials, so that it can be smeared many times for what a few dozen integrals
// cost. Below low G is taken to be 0 and above high to be 1.
//
// In large clouds ℓ is nearly normal, so the score Φ⁻¹(G) is nearly straight; in small
// ones with nearly parallel directions G itself is the smoother one. A piece holds the
// one that fits better. G is not smooth where log I₀ of both moduli are the same, at the
// level origin, and its scale next to it is the distance from it; so tables begin
// there in both directions and are polynomials in √|u − origin|.
type levelTable struct {
	planarPair
	origin, low, high float64
	// The scores and the logarithms of the tails at both ends.
	lowScore, highScore, lowLog, highLog float64
	pieces                               []levelPiece
	// err bounds the integral of eᵘ times the error of G.
	err float64
}

// levelPiece is the table for the levels origin + side·v², from ≤ v ≤ to, or
// origin + side·v where straight.
type levelPiece struct {
	origin, side float64
	straight     bool
	from, to     float64
	shape        tableShape
	coefficients [tableDegree + 1]float64
}

// levelSample is a value of G with a bound of its error.
type levelSample struct {
	tailPair
	err float64
}

func (s planarPair) table() *levelTable {
	t := &levelTable{planarPair: s, origin: -(float64(s.along*s.norm) + float64(s.distance*s.distance)/2)}
	scale := max(s.spread(), 1e-9)
	middle := -float64(scale*scale) / 2
	t.low = t.end(middle, -scale)
	t.high = t.end(middle, scale)
	reach := t.high - t.low
	low, high := float64(tableBeyond/weight(t.low)), float64(tableBeyond/weight(t.high))
	t.lowScore, t.highScore = special.NormalQuantile(low), -special.NormalQuantile(high)
	t.lowLog, t.highLog = math.Log(low), math.Log(high)
	switch {
	case t.origin > t.low && t.origin < t.high:
		t.fit(levelPiece{origin: t.origin, side: -1, to: math.Sqrt(t.origin - t.low)})
		t.fit(levelPiece{origin: t.origin, side: 1, to: math.Sqrt(t.high - t.origin)})
	case t.origin > t.low-reach && t.origin <= t.low:
		t.fit(levelPiece{origin: t.origin, side: 1, from: math.Sqrt(t.low - t.origin), to: math.Sqrt(t.high - t.origin)})
	case t.origin < t.high+reach && t.origin >= t.high:
		t.fit(levelPiece{origin: t.origin, side: -1, from: math.Sqrt(t.origin - t.high), to: math.Sqrt(t.origin - t.low)})
	default:
		t.fit(levelPiece{side: 1, straight: true, from: t.low, to: t.high})
	}
	t.err += math.Abs(t.mean() - 1)
	return t
}

// mean returns E[e^ℓ], which is 1: what is missing from the table, or wrong with it,
// shows.
func (t *levelTable) mean() float64 {
	sum := special.Exp(t.low)
	for i := range t.pieces {
		p := &t.pieces[i]
		n := smearIntegral{panels: exactPanels, scale: 0}
		n.integrand = func(v float64) tailPair {
			return tailPair{below: float64(float64(special.Exp(p.level(v))*p.tails(v).above) * p.slope(v))}
		}
		n.panel(p.from, p.to)
		sum += n.sum.below
	}
	return sum
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
	inner, outer := from, from+8*step
	for i := 0; i < 60 && mass(outer) > tableBeyond; i++ {
		inner = outer
		step *= 1.25
		outer += step
	}
	if inner == from {
		for i := 0; i < 60 && !(mass(inner) > tableBeyond); i++ {
			inner, outer = inner-step, inner
			step *= 1.25
		}
	}
	for range 40 {
		middle := inner + (outer-inner)/2
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

// sample computes G to full relative accuracy of its smaller tail.
func (t *levelTable) sample(u float64) (s levelSample) {
	share := (u - t.low) / (t.high - t.low)
	below, above := special.NormalTails(t.lowScore + float64((t.highScore-t.lowScore)*share))
	tail := min(below, above)
	// The logarithms of the tails are concave, so they are above their chords.
	chord := min(float64(t.lowLog*(1-share)), float64(t.highLog*share))
	width := math.Sqrt(tableWidth - 2*chord)
	for range 4 {
		inUpper := above < below
		sum, difference := t.front(u).integrate(width, panelTolerance{float64(exactTolerance * tail), inUpper})
		below, above = sum.below, sum.above
		gap, least := difference.below, min(below, above)
		if above < below {
			gap = difference.above
		}
		s = levelSample{tailPair: sum, err: float64(gap * min(1, 200*math.Sqrt(200*(gap/least))))}
		if !(s.err > 1e-12*least) || inUpper == (above < below) && least >= tail/2 {
			break
		}
		tail = least
	}
	return s
}

// fit adds a piece, in halves where one polynomial is not enough.
func (t *levelTable) fit(p levelPiece) {
	var nodes [tableDegree + 1]levelSample
	inner := 0.0
	for i, x := range chebyshev {
		u := p.level(p.point(x))
		nodes[i] = t.sample(u)
		inner += float64(nodes[i].err * weight(u))
	}
	length := math.Abs(p.level(p.to) - p.level(p.from))
	misfit := t.best(&p, &nodes)
	err := float64(4 * misfit * length)
	middle := p.from + (p.to-p.from)/2
	if err <= tableTolerance || len(t.pieces) >= tablePieces || !(middle > p.from && middle < p.to) {
		t.pieces = append(t.pieces, p)
		t.err += err + float64(2*inner/(tableDegree+1)*length)
		return
	}
	left, right := p, p
	left.to, right.from = middle, middle
	t.fit(left)
	t.fit(right)
}

func weight(u float64) float64 { return max(1, special.Exp(u)) }

// best sets the polynomial that fits best between the nodes, and returns by how much it
// misses there.
func (t *levelTable) best(p *levelPiece, nodes *[tableDegree + 1]levelSample) (misfit float64) {
	misfit = math.Inf(1)
	var wanted [len(checks)]levelSample
	for i, x := range checks {
		wanted[i] = t.sample(p.level(p.point(x)))
	}
	for shape := range tableShapes {
		trial := *p
		trial.shape = shape
		var values [tableDegree + 1]float64
		for i, n := range nodes {
			values[i] = shape.of(n.tailPair)
		}
		trial.coefficients = chebyshevCoefficients(&values)
		worst := 0.0
		for i, x := range checks {
			v := p.point(x)
			worst = max(worst, wanted[i].missed(trial.tails(v))*weight(p.level(v)))
		}
		if worst < misfit {
			*p, misfit = trial, worst
		}
	}
	return misfit
}

// tableShape is the function of G that a polynomial stands for.
type tableShape int

const (
	shapeScore tableShape = iota
	shapeLogAbove
	shapeLogBelow
	shapeBelow
	shapeAbove
	tableShapes
)

func (s tableShape) of(g tailPair) float64 {
	switch s {
	case shapeScore:
		return g.score()
	case shapeLogAbove:
		return math.Log(g.above)
	case shapeLogBelow:
		return math.Log(g.below)
	case shapeAbove:
		return g.above
	}
	return g.below
}

func (s tableShape) tails(value float64) tailPair {
	switch s {
	case shapeScore:
		below, above := special.NormalTails(value)
		return tailPair{below, above}
	case shapeLogAbove:
		value = special.Exp(value)
		return tailPair{1 - value, value}
	case shapeLogBelow:
		value = special.Exp(value)
		return tailPair{value, 1 - value}
	case shapeAbove:
		return tailPair{1 - value, value}
	}
	return tailPair{value, 1 - value}
}

func (s levelSample) missed(got tailPair) float64 {
	if s.above < s.below {
		return math.Abs(got.above - s.above)
	}
	return math.Abs(got.below - s.below)
}

// point returns the v at −1 ≤ x ≤ 1.
func (p *levelPiece) point(x float64) float64 {
	return p.from + float64((p.to-p.from)*(x+1))/2
}

// level returns u at v.
func (p *levelPiece) level(v float64) float64 {
	if p.straight {
		return v
	}
	return p.origin + float64(p.side*float64(v*v))
}

// tails returns G and 1 − G at v.
func (p *levelPiece) tails(v float64) tailPair {
	x := float64(2*(v-p.from)/(p.to-p.from)) - 1
	a, b := 0.0, 0.0
	for k := tableDegree; k >= 1; k-- {
		a, b = float64(2*float64(x*a))-b+p.coefficients[k], a
	}
	value := float64(x*a) - b + p.coefficients[0]
	return p.shape.tails(value)
}

// chebyshev holds the points cos(πi/n), and checks points between them.
var chebyshev = func() (x [tableDegree + 1]float64) {
	for i := range x {
		x[i] = math.Cos(math.Pi * float64(i) / tableDegree)
	}
	return x
}()

var checks = [...]float64{-0.995, -0.93, -0.72, -0.29, 0.1, 0.47, 0.88, 0.985}

// chebyshevCoefficients returns the coefficients of the polynomial with these values in
// the Chebyshev points.
func chebyshevCoefficients(values *[tableDegree + 1]float64) (c [tableDegree + 1]float64) {
	for k := range c {
		sum := 0.0
		for i, value := range values {
			term := float64(value * chebyshev[foldedIndex(i*k)])
			if i == 0 || i == tableDegree {
				term /= 2
			}
			sum += term
		}
		c[k] = sum * 2 / tableDegree
		if k == 0 || k == tableDegree {
			c[k] /= 2
		}
	}
	return c
}

// foldedIndex returns the i ≤ n with cos(πi/n) = cos(πj/n).
func foldedIndex(j int) int {
	j %= 2 * tableDegree
	if j > tableDegree {
		j = 2*tableDegree - j
	}
	return j
}

// excess returns E[(e^ℓ − λ)₊] (below) and Pr[ℓ > log λ] (above) around X for the level
// log λ, by which the line at that level is known:
//
//	V = E[e^ℓ; ℓ ≤ log λ] = 1 − E[(e^ℓ − λ)₊] − λ·Pr[ℓ > log λ].
//
// With ℓ = u + (a normal variable) they are the integrals over u of
// eᵘΦ((u − log λ + δ²/2)/δ)(1 − G(u)) and φ((log λ + δ²/2 − u)/δ)(1 − G(u))/δ.
func (t *levelTable) excess(level, axial float64) (sum, difference tailPair) {
	half := float64(axial*axial) / 2
	kernel := func(u float64) tailPair {
		y := (u - level - half) / axial
		below, _ := special.NormalTails(y + axial)
		return tailPair{float64(special.Exp(u) * below), special.Exp(-float64(y*y)/2) / (axial * sqrtTwoPi)}
	}
	// Below low 1 − G is 1.
	y := (t.low - level - half) / axial
	first, _ := special.NormalTails(y + axial)
	second, _ := special.NormalTails(y)
	sum.below = float64(special.Exp(t.low)*first) - float64(special.Exp(level)*second)
	sum.above = second
	start, end := level-half-float64(tableReach*axial), level+half+float64(tableReach*axial)
	for i := range t.pieces {
		p := &t.pieces[i]
		n := smearIntegral{panels: exactPanels, scale: max(1, special.Exp(level))}
		n.integrand = func(v float64) tailPair {
			k, above := kernel(p.level(v)), p.tails(v).above
			d := float64(p.slope(v) * above)
			return tailPair{float64(k.below * d), float64(k.above * d)}
		}
		n.over(p, start, end, float64(exactPanel*axial))
		sum, difference = sum.plus(n.sum), difference.plus(n.difference)
	}
	return sum, difference
}

// tableReach is how far the kernels reach in units of δ.
const (
	tableReach = 9.5
	sqrtTwoPi  = 2.5066282746310005
	// smearTolerance is what the two rules may differ by on a panel.
	smearTolerance = 1e-13
)

// smearIntegral is an integral over a piece of the table.
type smearIntegral struct {
	integrand       func(v float64) tailPair
	panels          int
	scale           float64
	sum, difference tailPair
}

// over integrates over a piece: nothing where u is below start, in panels of some
// length up to end, and from there on in one.
func (n *smearIntegral) over(p *levelPiece, start, end, length float64) {
	u, v := p.from, p.to
	if p.level(u) > p.level(v) {
		u, v = v, u
	}
	u = p.clamp(start, u, v)
	middle := p.clamp(end, u, v)
	count := math.Ceil(min(exactPanels, (p.level(middle)-p.level(u))/length))
	for i := 0.0; i < count; i++ {
		n.panel(u+float64((middle-u)*(i/count)), u+float64((middle-u)*((i+1)/count)))
	}
	if middle != v {
		n.panel(middle, v)
	}
}

// clamp returns the v of a level, or the nearer of two ends beyond which it is.
func (p *levelPiece) clamp(level, low, high float64) float64 {
	switch {
	case level <= p.level(low):
		return low
	case level >= p.level(high):
		return high
	case p.straight:
		return level
	}
	return math.Sqrt(math.Abs(level - p.origin))
}

// slope returns |du/dv|.
func (p *levelPiece) slope(v float64) float64 {
	if p.straight {
		return 1
	}
	return 2 * v
}

// panel adds one panel in either direction, halved as long as the two rules differ.
func (n *smearIntegral) panel(u, v float64) {
	sum, difference := kronrodRule(n.integrand, min(u, v), max(u, v))
	n.panels--
	middle := u + float64((v-u)/2)
	if difference.below+float64(n.scale*difference.above) <= smearTolerance || n.panels <= 0 || middle == u || middle == v {
		n.sum, n.difference = n.sum.plus(sum), n.difference.plus(difference)
		return
	}
	n.panel(u, middle)
	n.panel(middle, v)
}

// smeared returns the line at a level.
func (t *levelTable) smeared(level, axial float64) (line tangent) {
	sum, difference := t.excess(level, axial)
	line.slope = special.Exp(level)
	line.clean = tailPair{1 - sum.above, sum.above}
	beyond := sum.below + float64(line.slope*sum.above)
	line.perturbed = tailPair{1 - beyond, beyond}
	// An error of Pr[ℓ > log λ] moves P and V along the line.
	line.perturbedErr = difference.below + t.err + 4*tableBeyond + exactRoundoff
	return line
}
