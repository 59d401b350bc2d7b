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
// Align does not rotate if rotating gains less than its own rounding.
func Align(g Group, clean, perturbed pointcloud.Cloud) Aligned {
	x, xMean := clean.Points, [3]float64{}
	if g.Translates() {
		x, xMean = Centre(clean)
	}
	still := alignTranslation(g, x, clean, perturbed)
	if !g.Turns() {
		return still
	}
	if turned := alignRotation(g, x, xMean, perturbed); turned.Distance < still.Distance {
		return turned
	}
	return still
}

// Nearest returns the transformation that Align finds for the group, or AlignAxis for rotations about an axis, with
// translations if they are in it.
func (g Group) Nearest(axis []float64, translates bool, clean, perturbed pointcloud.Cloud) Alignment {
	if g == Axis {
		return AlignAxis(axis, translates, clean, perturbed).Alignment
	}
	return Align(g, clean, perturbed).Alignment
}

// alignRotation turns perturbed nearest to x, the clean cloud less its mean xMean
// when the group translates.
func alignRotation(g Group, x []float64, xMean [3]float64, perturbed pointcloud.Cloud) Aligned {
	dimension := perturbed.Dimension
	xPrime, primeMean := perturbed.Points, [3]float64{}
	if g.Translates() {
		xPrime, primeMean = Centre(perturbed)
	}
	r := nearestTurn(x, xPrime, dimension, g.Reflects())
	size := Norm(x) + Norm(xPrime)
	residual := xPrime // in the same place where it is a copy
	if !g.Translates() {
		residual = make([]float64, len(x))
	}
	for n := 0; n < len(x); n += dimension {
		point := [3]float64{xPrime[n], xPrime[n+1]}
		if dimension == 3 {
			point[2] = xPrime[n+2]
		}
		for i := range dimension {
			residual[n+i] = Along(&r[i], point[:dimension]) - x[n+i]
		}
	}
	rounding := 8*special.Unit + OrthogonalityDefect(r, dimension)
	if g.Translates() {
		rounding += SumError
	}
	rounding = float64(rounding * size)
	return Aligned{
		Alignment: Alignment{r, offset(r, xMean, primeMean, dimension), dimension},
		Clean:     x,
		Residual:  residual,
		Distance:  RoundUp(Norm(residual) + rounding),
		Error:     rounding,
	}
}

// alignTranslation returns the alignment without a rotation; x is as in
// alignRotation. It works on the differences of the points, so that nothing
// cancels when both clouds lie far from the origin.
func alignTranslation(g Group, x []float64, clean, perturbed pointcloud.Cloud) Aligned {
	dimension := clean.Dimension
	a := Aligned{Clean: x, Alignment: Alignment{Matrix: Identity(dimension), Dimension: dimension}}
	difference := pointcloud.Cloud{Points: make([]float64, len(clean.Points)), Dimension: dimension}
	for i, x := range clean.Points {
		difference.Points[i] = perturbed.Points[i] - x
	}
	a.Residual = difference.Points
	a.Error = 4 * special.Unit * Norm(difference.Points)
	if g.Translates() {
		mean := CentreInto(difference.Points, difference)
		for i := range dimension {
			a.Alignment.Offset[i] = 0 - mean[i]
		}
	}
	a.Distance = RoundUp(Norm(a.Residual) + a.Error)
	return a
}

// SumError bounds the relative error of the pairwise sums of this package
// (leaves of 64 terms, at most 2²² of them).
const SumError = 96 * special.Unit

// RoundUp returns a number above every exact distance that computes to d.
func RoundUp(d float64) float64 { return float64(d * (1 + 2*SumError)) }

// Centre returns the points less their mean, and the mean. A second pass
// removes what rounding left of it.
func Centre(c pointcloud.Cloud) (points []float64, mean [3]float64) {
	points = make([]float64, len(c.Points))
	return points, CentreInto(points, c)
}

// CentreInto is Centre with a place for the points, which may be that of the cloud's own.
func CentreInto(points []float64, c pointcloud.Cloud) (mean [3]float64) {
	mean = average(c, total(c.Points, c.Dimension))
	rest := average(c, shifted(points, c.Points, c.Dimension, &mean))
	shifted(points, points, c.Dimension, &rest)
	for i := range mean {
		mean[i] += rest[i]
	}
	return mean
}

func average(c pointcloud.Cloud, sum [3]float64) [3]float64 {
	for i := range sum {
		sum[i] /= float64(c.Count())
	}
	return sum
}

// shifted stores points − by in out and returns the sum of what it stored.
func shifted(out, points []float64, dimension int, by *[3]float64) (sum [3]float64) {
	if len(points) > 64*dimension {
		half := len(points) / dimension / 2 * dimension
		return plus(
			shifted(out[:half], points[:half], dimension, by),
			shifted(out[half:], points[half:], dimension, by))
	}
	if dimension == 3 {
		for n := 0; n+3 <= len(points); n += 3 {
			x, y, z := points[n]-by[0], points[n+1]-by[1], points[n+2]-by[2]
			out[n], out[n+1], out[n+2] = x, y, z
			sum[0] += x
			sum[1] += y
			sum[2] += z
		}
		return sum
	}
	for n := 0; n+2 <= len(points); n += 2 {
		x, y := points[n]-by[0], points[n+1]-by[1]
		out[n], out[n+1] = x, y
		sum[0] += x
		sum[1] += y
	}
	return sum
}

// CrossMoment returns XᵀY of two N×D clouds, D×D, each entry with a relative
// error below SumError of the sum of absolute values.
func CrossMoment(x, y []float64, dimension int) (m Matrix) {
	if len(x) > 64*dimension {
		half := len(x) / dimension / 2 * dimension
		m = CrossMoment(x[:half], y[:half], dimension)
		rest := CrossMoment(x[half:], y[half:], dimension)
		for i := range dimension {
			for j := range dimension {
				m[i][j] += rest[i][j]
			}
		}
		return m
	}
	if dimension == 3 {
		return crossMoment3(x, y)
	}
	return crossMoment2(x, y)
}

func crossMoment2(x, y []float64) Matrix {
	var a, b, c, d float64
	y = y[:len(x)]
	for n := 0; n+2 <= len(x); n += 2 {
		a += float64(x[n] * y[n])
		b += float64(x[n] * y[n+1])
		c += float64(x[n+1] * y[n])
		d += float64(x[n+1] * y[n+1])
	}
	return Matrix{{a, b}, {c, d}}
}

func crossMoment3(x, y []float64) Matrix {
	var a, b, c, d, e, f, g, h, k float64
	y = y[:len(x)]
	for n := 0; n+3 <= len(x); n += 3 {
		x0, x1, x2 := x[n], x[n+1], x[n+2]
		y0, y1, y2 := y[n], y[n+1], y[n+2]
		a += float64(x0 * y0)
		b += float64(x0 * y1)
		c += float64(x0 * y2)
		d += float64(x1 * y0)
		e += float64(x1 * y1)
		f += float64(x1 * y2)
		g += float64(x2 * y0)
		h += float64(x2 * y1)
		k += float64(x2 * y2)
	}
	return Matrix{{a, b, c}, {d, e, f}, {g, h, k}}
}

// Dot returns the inner product of two vectors with a relative error below
// SumError of the sum of absolute values.
func Dot(x, y []float64) float64 {
	if len(x) > 64 {
		half := len(x) / 2
		return Dot(x[:half], y[:half]) + Dot(x[half:], y[half:])
	}
	var a, b, c, d float64
	y = y[:len(x)]
	n := 0
	for ; n+4 <= len(x); n += 4 {
		a += float64(x[n] * y[n])
		b += float64(x[n+1] * y[n+1])
		c += float64(x[n+2] * y[n+2])
		d += float64(x[n+3] * y[n+3])
	}
	for ; n < len(x); n++ {
		a += float64(x[n] * y[n])
	}
	return (a + b) + (c + d)
}

// total returns the sum of the points, by halves down to 64 of them: the error
// grows with the logarithm of their number.
func total(points []float64, dimension int) (sum [3]float64) {
	if len(points) > 64*dimension {
		half := len(points) / dimension / 2 * dimension
		return plus(total(points[:half], dimension), total(points[half:], dimension))
	}
	for n := 0; n < len(points); n += dimension {
		for i := range dimension {
			sum[i] += points[n+i]
		}
	}
	return sum
}

func plus(a, b [3]float64) [3]float64 {
	return [3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]}
}

// Along returns the coordinate of a point along a direction, a row of a matrix.
func Along(row *[3]float64, point []float64) (sum float64) {
	for j, x := range point {
		sum += float64(row[j] * x)
	}
	return sum
}

// OrthogonalityDefect bounds the spectral norm of R̂ − R for the orthogonal
// matrix R nearest to R̂: it is at most ‖R̂R̂ᵀ − I‖.
func OrthogonalityDefect(r Matrix, dimension int) float64 {
	sum := 0.0
	for i := range dimension {
		for j := range dimension {
			entry := Along(&r[i], r[j][:dimension])
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
		b[i] = mean[i] - Along(&r[i], primeMean[:dimension])
	}
	return b
}
