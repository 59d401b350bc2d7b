package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// levelPiece is the table for the levels origin + side·v², from ≤ v ≤ to, or
// origin + side·v where straight.
type levelPiece struct {
	origin, side float64
	straight     bool
	from, to     float64
	shape        tableShape
	coefficients [tableDegree + 1]float64
}

// point returns the v at −1 ≤ x ≤ 1.
func (p *levelPiece) point(x float64) float64 {
	return p.from + float64((p.to-p.from)*(x+1)/2)
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
		_, x[i] = special.Sincos(math.Pi * float64(i) / tableDegree)
	}
	return x
}()

var checks = [...]struct {
	x       float64
	nearest int // of the Chebyshev points
}{{-0.995, 15}, {0.1, 7}, {0.985, 1}, {-0.93, 14}, {0.88, 2}, {-0.72, 12}, {0.47, 5}, {-0.29, 10}}

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

// ends returns the v of the lowest level and of the highest.
func (p *levelPiece) ends() (low, high float64) {
	if p.side < 0 {
		return p.to, p.from
	}
	return p.from, p.to
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
		return special.Log(g.above)
	case shapeLogBelow:
		return special.Log(g.below)
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
