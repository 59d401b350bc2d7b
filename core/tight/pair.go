package tight

import (
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
)

// Pair is a pair of clouds of which X' is aligned, reduced to the Gram matrix of the
// columns of X and Δ = X' − X: all that the certificates of T, SO, O, SE and E
// depend on. Lengths are in the unit of the coordinates.
//
// The Gram matrix is held by its Cholesky factor, and Δ apart from X'. So nothing
// cancels: each column is known to a few units roundoff of its own length, where the
// entries of the matrix itself would leave half of the digits.
type Pair struct {
	Dimension int
	// Factor is lower triangular, 2D×2D, and Factor·Factorᵀ the Gram matrix: its first D
	// rows are the columns of X and the next D those of Δ, in the coordinates of an
	// orthonormal basis of the space they span.
	Factor [6][6]float64
	// Distance bounds ‖Δ‖ from above and is not below what Factor says of it.
	Distance float64
	// BlackBox bounds ‖X' − X‖ before the alignment, Distance or more; +Inf where the points need another order first.
	BlackBox float64
	// Axial is ‖Δ‖ along the axis of a rotation about one. The rest is then that of the
	// plane across, of dimension 2, but for both distances, which have this in them.
	Axial float64
	// Error bounds how far the clouds given are from clouds with exactly these numbers.
	Error float64
}

// NewPair reduces a pair of clouds of this dimension that differs by still before the
// alignment, by Gram–Schmidt done twice. Columns that vanish to rounding are dropped,
// so planar and collinear clouds are no special case.
//
// Error: the nearest orthonormal basis is half as far away as this basis is from being
// orthonormal. NewPair measures at most 36 inner products, each to within ε = invariance.SumError;
// the coordinates lose another 30 units roundoff. 4ε covers both errors.
func NewPair(a invariance.Aligned, still float64, dimension int) Pair {
	p := Pair{Dimension: dimension}
	var basis [6][]float64
	dropped := 0.0
	for i := range 2 * dimension {
		if i == dimension {
			a.Clean = nil // of large clouds the columns take as much memory
		}
		column := extract(a, i, dimension)
		size := invariance.Norm(column)
		for range 2 {
			for k, e := range basis[:i] {
				if e != nil {
					p.Factor[i][k] += removeProjection(column, e)
				}
			}
		}
		rest := invariance.Norm(column)
		if rest <= 1e-14*size {
			dropped += rest
			continue
		}
		p.Factor[i][i] = rest
		for n := range column {
			column[n] /= rest
		}
		basis[i] = column
	}
	p.withoutMinusZero()
	p.Distance = max(a.Distance, p.LeastDistance())
	p.BlackBox = max(still, p.Distance)
	p.Error = a.Error + dropped + float64((defect(basis[:])+4*invariance.SumError)*(p.norm()+p.delta()))
	return p
}

// NewAxisPair reduces a pair of clouds aligned about an axis.
func NewAxisPair(a invariance.AxisAligned, still float64) Pair {
	p := NewPair(a.Plane, 0, 2)
	p.Axial = a.Axial
	p.Distance = max(a.Distance, p.LeastDistance())
	p.BlackBox = max(still, p.Distance)
	p.Error += a.Error
	return p
}

// defect returns ‖EᵀE − I‖ for the vectors that are there.
func defect(basis [][]float64) float64 {
	sum := 0.0
	for i, e := range basis {
		for j := range i + 1 {
			if e == nil || basis[j] == nil {
				continue
			}
			lack := invariance.Dot(e, basis[j])
			if i == j {
				lack = (lack - 1) / math.Sqrt2
			}
			sum += float64(2 * float64(lack*lack))
		}
	}
	return math.Sqrt(sum)
}

// withoutMinusZero makes −0 into 0, so that equal pairs have one text.
func (p *Pair) withoutMinusZero() {
	for i := range p.Factor {
		for j := range p.Factor[i] {
			p.Factor[i][j] += 0
		}
	}
}

// extract copies column i of [X Δ].
func extract(a invariance.Aligned, i, dimension int) []float64 {
	source := a.Clean
	if i >= dimension {
		source, i = a.Residual, i-dimension
	}
	column := make([]float64, 0, len(source)/dimension)
	for n := i; n < len(source); n += dimension {
		column = append(column, source[n])
	}
	return column
}

// removeProjection subtracts from x its projection on the unit vector e and
// returns the coefficient.
func removeProjection(x, e []float64) float64 {
	c := invariance.Dot(x, e)
	for n := range x {
		x[n] -= float64(c * e[n])
	}
	return c
}

// Rows returns D rows of Factor from the first on as a cloud of 2D points.
func (p *Pair) Rows(first int) []float64 {
	points := make([]float64, 0, 2*p.Dimension*p.Dimension)
	for k := range 2 * p.Dimension {
		for i := range p.Dimension {
			points = append(points, p.Factor[first+i][k])
		}
	}
	return points
}

func (p *Pair) norm() float64  { return invariance.Norm(p.Rows(0)) }
func (p *Pair) delta() float64 { return invariance.Norm(p.Rows(p.Dimension)) }

// maxEntry keeps squares of lengths finite; clouds of a million points with
// coordinates of 1e100 stay below it.
const maxEntry = 1e110

// ValidateFactor refuses what is no Cholesky factor. Every lower triangular matrix is
// one, of a pair of clouds of 2D points.
func (p *Pair) ValidateFactor() error {
	for i, row := range p.Factor {
		for j, entry := range row {
			switch {
			case math.IsNaN(entry) || math.Abs(entry) > maxEntry:
				return fmt.Errorf("entry [%d][%d] must be finite and at most %v, got %v", i, j, maxEntry, entry)
			case j > i && entry != 0:
				return fmt.Errorf("must be lower triangular, but entry [%d][%d] is %v", i, j, entry)
			}
		}
	}
	return nil
}

// LeastDistance returns the smallest Distance that goes with the factor.
func (p *Pair) LeastDistance() float64 {
	if p.Axial == 0 {
		return invariance.RoundUp(p.delta())
	}
	return invariance.RoundUp(hypotenuse(p.delta(), p.Axial))
}

// Planar is the problem of SO(2).
func (p *Pair) Planar(sigma float64) Planar {
	return NewPlanar(invariance.Aligned{Clean: p.Rows(0), Residual: p.Rows(2), Error: p.Error}, sigma)
}

// Linear is the problem of SO(3), O(3) and O(2).
func (p *Pair) Linear(reflects bool, sigma float64) Linear {
	l := Linear{Dimension: p.Dimension, Reflects: reflects, Factor: p.Factor, Slack: p.Error / sigma}
	for i := range l.Factor {
		for j := range l.Factor[i] {
			l.Factor[i][j] /= sigma
		}
	}
	return l
}
