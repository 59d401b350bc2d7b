package registration

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// chordBetween is 2 sin(ψ/2) for the angle ψ between two rotations of space: the
// Frobenius norm of their difference is 2√2 sin(ψ/2).
func chordBetween(a, b invariance.Matrix) float64 {
	sum := 0.0
	for i := range 3 {
		for j := range 3 {
			sum += (a[i][j] - b[i][j]) * (a[i][j] - b[i][j])
		}
	}
	return math.Sqrt(sum / 2)
}

// memberOf returns a random rotation of the cell.
func memberOf(r *rand.Rand, c turnCell) invariance.Matrix {
	for k := range 3 {
		c.centre[k] += c.half[k] * (2*r.Float64() - 1)
	}
	return c.rotation()
}

// The middle of a cell is a rotation, and no rotation of the cell is farther away
// than its reach says; some nearly are.
func TestReachOfCells(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	for _, f := range []freedom{oneAngle, allAngles} {
		for range 300 {
			cells := turnCells(f)
			c := cells[r.IntN(len(cells))]
			for range r.IntN(20) {
				a, b := c.halves()
				c = []turnCell{a, b}[r.IntN(2)]
			}
			middle, far := c.rotation(), 0.0
			if d := invariance.Determinant(middle, 3); math.Abs(d-1) > 1e-14 || invariance.OrthogonalityDefect(middle, 3) > 1e-14 {
				t.Fatalf("%v: determinant %v, not orthogonal by %v", c, d, invariance.OrthogonalityDefect(middle, 3))
			}
			reach := c.reach()
			for range 300 {
				far = max(far, chordBetween(middle, memberOf(r, c)))
			}
			if far > reach.chord || far < 0.6*reach.chord {
				t.Fatalf("%v: reach %v, farthest seen %v", c, reach.chord, far)
			}
			psi := 2 * math.Asin(reach.chord/2)
			if math.Abs(1-math.Cos(psi)-reach.versine) > 1e-13 || reach.sine < math.Sin(psi) {
				t.Fatalf("angle %v: %+v", psi, reach)
			}
		}
	}
}

func allOf(t *turnCover) (list []invariance.Matrix) {
	for turn, ok := t.next(); ok; turn, ok = t.next() {
		list = append(list, turn)
	}
	return list
}

// Every rotation has one of the cover near.
func TestTurnCover(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	for _, degrees := range []float64{60, 20} {
		cover := allOf(newTurnCover(allAngles, degrees))
		for range 300 {
			turn, least := trials.Orthogonal(r, 3, 1), math.Inf(1)
			for _, c := range cover {
				least = min(least, chordBetween(turn, c))
			}
			if least > 2*math.Sin(degrees*math.Pi/360)*(1+1e-12) {
				t.Fatalf("%v degrees: chord %v to the nearest of %d", degrees, least, len(cover))
			}
		}
	}
	if n := len(allOf(newTurnCover(oneAngle, 1))); n < 180 || n > 512 {
		t.Errorf("%d angles cover the circle by 1 degree", n)
	}
}
