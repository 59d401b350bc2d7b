package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/haar"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// Linear is the problem of SO(3), O(3) or O(2) in units of σ: the columns of X
// and of Δ = X' − X, X' aligned, in the coordinates of an orthonormal basis of
// the space they span. Keeping Δ apart from X' keeps its digits.
type Linear struct {
	Dimension int  `json:"dimension"`
	Reflects  bool `json:"reflects"`
	// Factor has the columns of X in its first D rows and those of Δ in the
	// next D; it is lower triangular, and Factor·Factorᵀ is the Gram matrix of
	// [X Δ]/σ.
	Factor [6][6]float64 `json:"factor"`
	// Slack is as in Planar.
	Slack float64 `json:"slack"`
}

// Linear reduces a Gram matrix: [X Δ] = [X' X]·T for the rotation that aligns,
// and a Cholesky factorisation of TᵀGT.
func (m Gram) Linear(reflects bool, sigma float64) Linear {
	d := m.Dimension
	l := Linear{Dimension: d, Reflects: reflects, Slack: 4 * m.Slack() / sigma}
	r := invariance.NearestRotation(transposed(m.cross()), d, reflects)
	var t [6][6]float64
	for i := range d {
		t[d+i][i] = 1
		t[d+i][d+i] = -1
		for j := range d {
			t[i][d+j] = r[j][i]
		}
	}
	g := congruent(m.Matrix, t, 2*d)
	tolerance := 8 * GramError * m.trace()
	for i := range 2 * d {
		for j := range i + 1 {
			sum := g[i][j]
			for k := range j {
				sum -= float64(l.Factor[i][k] * l.Factor[j][k])
			}
			switch {
			case i == j && sum > tolerance:
				l.Factor[i][i] = math.Sqrt(sum)
			case i != j && l.Factor[j][j] > 0:
				l.Factor[i][j] = sum / l.Factor[j][j]
			}
		}
	}
	for i := range l.Factor {
		for j := range l.Factor {
			l.Factor[i][j] /= sigma
		}
	}
	return l
}

func transposed(a invariance.Matrix) (b invariance.Matrix) {
	for i := range a {
		for j := range a {
			b[i][j] = a[j][i]
		}
	}
	return b
}

// congruent returns TᵀGT.
func congruent(g, t [6][6]float64, size int) (out [6][6]float64) {
	for i := range size {
		for j := range size {
			for k := range size {
				for l := range size {
					out[i][j] += float64(t[k][i] * float64(g[k][l]*t[l][j]))
				}
			}
		}
	}
	return out
}

func (l *Linear) rowDot(i, j int) (sum float64) {
	for k := range 2 * l.Dimension {
		sum += float64(l.Factor[i][k] * l.Factor[j][k])
	}
	return sum
}

func (l *Linear) norm() float64 {
	sum := 0.0
	for i := range l.Dimension {
		sum += l.rowDot(i, i)
	}
	return math.Sqrt(sum)
}

func (l *Linear) delta() float64 {
	sum := 0.0
	for i := range l.Dimension {
		sum += l.rowDot(l.Dimension+i, l.Dimension+i)
	}
	return math.Sqrt(sum)
}

func (l *Linear) shift() (sum float64) {
	for i := range l.Dimension {
		sum += l.rowDot(i, l.Dimension+i) + float64(l.rowDot(l.Dimension+i, l.Dimension+i)/2)
	}
	return sum
}

// guard bounds the rounding error of ρ: the singular values of A = XᵀZ/σ² have
// errors of at most invariance.SingularError·‖A‖, and log β has slope at most 1 in each
// and at most their size where they are small.
func (l *Linear) guard() float64 {
	size := l.norm() + l.delta()
	scale := float64(size * (size + float64(2*maxNormal*float64(l.Dimension))))
	units := 6*invariance.SingularError + guardUnits
	return float64(units*scale*min(1, scale)) + float64(2*haar.TailError(lowestTail))
}

// lowestTail is below log β − Σs ≈ −½ log(8π(s₁+s₂)(s₂+s₃)(s₃+s₁)) wherever maxSize
// lets values come.
const lowestTail = -100

// guardUnits is 64 units roundoff.
const guardUnits = 64 * special.Unit

// project returns row i of Factor times u; the factor is lower triangular.
func (l *Linear) project(i int, u *[6]float64) (sum float64) {
	for k, f := range l.Factor[i][:i+1] {
		sum += float64(f * u[k])
	}
	return sum
}
