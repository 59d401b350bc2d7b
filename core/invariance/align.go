package invariance

import (
	"math"

	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// Alignment is the transformation x' ↦ Matrix·x' + Offset of single points.
type Alignment struct {
	Matrix    Matrix
	Offset    [3]float64
	Dimension int
}

// Aligned is a perturbed cloud brought as near to the clean one as the group
// allows.
type Aligned struct {
	Alignment Alignment
	// Clean is X, centred when the group contains the translations. N×D.
	Clean []float64
	// Residual is Δ = t∘X' − X for the transformation t found. N×D.
	Residual []float64
	// Distance bounds ‖t∘X' − X‖ from above, for a true member t of the group.
	Distance float64
	// Error bounds the Frobenius norm of what rounding did to Residual.
	Error float64
}

// Align finds the transformation of the group that brings perturbed nearest to
// clean: nothing for none, the difference of the means for T, Procrustes
// (P. Schönemann 1966; with the determinant sign W. Kabsch 1976) for the
// rest, after centring when the group translates. The clouds have the same
// shape.
//
// Any transformation found is sound; the distance is recomputed from it and
// rounded up, with what the matrix lacks to be exactly orthogonal included.
//
// Where turning gains nothing beyond its own rounding, nothing is turned.
func Align(g Group, clean, perturbed pointcloud.Cloud) Aligned {
	still := alignTranslation(g, clean, perturbed)
	if !g.Turns() {
		return still
	}
	if turned := alignRotation(g, clean, perturbed); turned.Distance < still.Distance {
		return turned
	}
	return still
}

func alignRotation(g Group, clean, perturbed pointcloud.Cloud) Aligned {
	dimension := clean.Dimension
	x, xPrime := clean.Points, perturbed.Points
	var xMean, primeMean [3]float64
	if g.Translates() {
		x, xMean = Centre(clean)
		xPrime, primeMean = Centre(perturbed)
	}
	r := NearestRotation(crossMoment(x, xPrime, dimension), dimension, g.Reflects())
	residual := make([]float64, len(x))
	for n := 0; n < len(x); n += dimension {
		for i := range dimension {
			residual[n+i] = dot(&r[i], xPrime[n:n+dimension]) - x[n+i]
		}
	}
	rounding := 8*special.Unit + orthogonalityDefect(r, dimension)
	if g.Translates() {
		rounding += SumError
	}
	rounding *= Norm(x) + Norm(xPrime)
	return Aligned{
		Alignment: Alignment{r, offset(r, xMean, primeMean, dimension), dimension},
		Clean:     x,
		Residual:  residual,
		Distance:  RoundUp(Norm(residual) + rounding),
		Error:     rounding,
	}
}

// alignTranslation works on the differences of the points, so that nothing
// cancels when both clouds lie far from the origin.
func alignTranslation(g Group, clean, perturbed pointcloud.Cloud) Aligned {
	dimension := clean.Dimension
	a := Aligned{Clean: clean.Points, Alignment: Alignment{Matrix: identity(dimension), Dimension: dimension}}
	difference := pointcloud.Cloud{Points: make([]float64, len(clean.Points)), Dimension: dimension}
	for i, x := range clean.Points {
		difference.Points[i] = perturbed.Points[i] - x
	}
	a.Residual = difference.Points
	if g.Translates() {
		var mean [3]float64
		a.Clean, _ = Centre(clean)
		a.Residual, mean = Centre(difference)
		for i := range dimension {
			a.Alignment.Offset[i] = 0 - mean[i]
		}
	}
	a.Error = 4 * special.Unit * Norm(difference.Points)
	a.Distance = RoundUp(Norm(a.Residual) + a.Error)
	return a
}

// SumError bounds the relative error of the pairwise sums of this package
// (leaves of 64 terms, at most 2²² of them).
const SumError = 96 * special.Unit

// RoundUp returns a number above every exact distance that computes to d.
func RoundUp(d float64) float64 { return d * (1 + 2*SumError) }

// Centre returns the points less their mean, and the mean. A second pass
// removes what rounding left of it.
func Centre(c pointcloud.Cloud) (points []float64, mean [3]float64) {
	points = append([]float64(nil), c.Points...)
	for range 2 {
		rest := pairwise(points, c.Dimension, addUp)
		for i := range c.Dimension {
			rest[i] /= float64(c.Count())
			mean[i] += rest[i]
		}
		for n := 0; n < len(points); n += c.Dimension {
			for i := range c.Dimension {
				points[n+i] -= rest[i]
			}
		}
	}
	return points, mean
}

// Norm returns the Frobenius norm of a cloud.
func Norm(points []float64) float64 {
	return math.Sqrt(pairwise(points, 1, sumSquares)[0])
}

// crossMoment returns XᵀX', D×D.
func crossMoment(x, xPrime []float64, dimension int) (m Matrix) {
	for i := range dimension {
		for j := range dimension {
			m[i][j] = ColumnDot(x, i, xPrime, j, dimension)
		}
	}
	return m
}

// ColumnDot returns the inner product of column i of x with column j of y, two
// N×D clouds, with a relative error below SumError of the sum of absolute
// values.
func ColumnDot(x []float64, i int, y []float64, j, dimension int) float64 {
	if len(x) <= 64*dimension {
		sum := 0.0
		for n := 0; n < len(x); n += dimension {
			sum += float64(x[n+i] * y[n+j])
		}
		return sum
	}
	half := len(x) / dimension / 2 * dimension
	return ColumnDot(x[:half], i, y[:half], j, dimension) + ColumnDot(x[half:], i, y[half:], j, dimension)
}

// pairwise sums leaf over halves of the points, down to 64 points: the error
// grows with the logarithm of their number.
func pairwise(points []float64, dimension int, leaf func([]float64, int) [3]float64) [3]float64 {
	if len(points) <= 64*dimension {
		return leaf(points, dimension)
	}
	half := len(points) / dimension / 2 * dimension
	a, b := pairwise(points[:half], dimension, leaf), pairwise(points[half:], dimension, leaf)
	for i := range a {
		a[i] += b[i]
	}
	return a
}

func addUp(points []float64, dimension int) (sum [3]float64) {
	for n := 0; n < len(points); n += dimension {
		for i := range dimension {
			sum[i] += points[n+i]
		}
	}
	return sum
}

func sumSquares(points []float64, _ int) (sum [3]float64) {
	for _, x := range points {
		sum[0] += float64(x * x)
	}
	return sum
}

func dot(row *[3]float64, point []float64) (sum float64) {
	for j, x := range point {
		sum += float64(row[j] * x)
	}
	return sum
}

// orthogonalityDefect bounds the spectral norm of R̂ − R for the orthogonal
// matrix R nearest to R̂: it is at most ‖R̂R̂ᵀ − I‖.
func orthogonalityDefect(r Matrix, dimension int) float64 {
	sum := 0.0
	for i := range dimension {
		for j := range dimension {
			entry := dot(&r[i], r[j][:dimension])
			if i == j {
				entry--
			}
			sum += float64(entry * entry)
		}
	}
	return math.Sqrt(sum) + 16*special.Unit
}

// offset is the mean of the clean cloud less the turned mean of the other.
func offset(r Matrix, mean, primeMean [3]float64, dimension int) (b [3]float64) {
	for i := range dimension {
		b[i] = mean[i] - dot(&r[i], primeMean[:dimension])
	}
	return b
}
