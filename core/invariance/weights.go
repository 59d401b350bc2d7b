package invariance

import (
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// If every point has noise of its own standard deviation σₙ, all statements about clouds
// hold in the product ⟨X, Y⟩ = Σ wₙ²⟨xₙ, yₙ⟩, wₙ = σ/σₙ with one σ for all: it is that of the
// clouds whose point n is wₙxₙ, and their noise is the same σ for every coordinate. Rotations and
// reflections of the points are those of the weighted points. A translation by b moves them by wₙb,
// so centring takes off the mean Σwₙ²xₙ/Σwₙ².

// weighted is a cloud with its points weighted, centred before where the group translates.
type weighted struct {
	pointcloud.Cloud
	mean [3]float64
}

// weigh returns the points less their mean, where they are centred, times their weights.
func weigh(c pointcloud.Cloud, weights []float64, centres bool) (out weighted) {
	d := c.Dimension
	points := append([]float64(nil), c.Points...)
	if centres {
		squares := make([]float64, len(weights))
		for n, w := range weights {
			squares[n] = float64(w * w)
		}
		mass := Dot(weights, weights)
		moved := make([]float64, len(points))
		for range 2 { // a second pass removes what rounding left of the mean
			for n, square := range squares {
				for i := range d {
					moved[d*n+i] = float64(square * points[d*n+i])
				}
			}
			mean := total(moved, d)
			for i := range mean {
				mean[i] /= mass
				out.mean[i] += mean[i]
			}
			shifted(points, points, d, &mean)
		}
	}
	for i := range points {
		points[i] *= weights[i/d]
	}
	out.Cloud = pointcloud.Cloud{Points: points, Dimension: d}
	return out
}

// weighingError is what weighing and centring lose of the size of a cloud, twice the bound: one unit
// for each weight and product, two for the differences, and what the sums leave of the mean.
const weighingError = 8*special.Unit + 2*SumError

// CentreWeighed centres points that are weighed already, where they are: it takes off the nearest cloud wₙb. After the second pass the
// error is that of one sum, with one unit for its products and four for the differences: below SumError of the size of the cloud.
func CentreWeighed(points, weights []float64, dimension int) {
	mass := Dot(weights, weights)
	for range 2 { // a second pass removes what rounding left of the mean
		mean := weighedTotal(points, weights, dimension)
		for i := range mean {
			mean[i] /= mass
		}
		for n, w := range weights {
			for i := range dimension {
				points[n*dimension+i] -= float64(w * mean[i])
			}
		}
	}
}

// weighedTotal is total of the points times their weights.
func weighedTotal(points, weights []float64, dimension int) (sum [3]float64) {
	if len(weights) > 64 {
		half := len(weights) / 2
		return plus(weighedTotal(points[:half*dimension], weights[:half], dimension), weighedTotal(points[half*dimension:], weights[half:], dimension))
	}
	for n, w := range weights {
		for i := range dimension {
			sum[i] += float64(w * points[n*dimension+i])
		}
	}
	return sum
}

// fixed is the group of what is left to find once clouds are centred.
func (g Group) fixed() Group {
	switch g {
	case Translations:
		return None
	case Rigid:
		return Rotations
	case Euclidean:
		return Orthogonal
	}
	return g
}

// Weighed returns a cloud as the noise weighs it, centred where the group translates, with its attributes, the group that is then left to
// search, and twice what weighing loses of its size.
func Weighed(g Group, translates bool, weights []float64, c pointcloud.Cloud) (cloud pointcloud.Cloud, left Group, lost float64) {
	w := weigh(c, weights, translates || g.Translates())
	w.Attributes = c.Attributes
	return w.Cloud, g.fixed(), float64(weighingError * Norm(w.Points))
}

// AlignWeighted is Align in the product with these weights, all positive. Clean and
// Residual are those of the weighted clouds, Alignment is of the points as they are.
func AlignWeighted(g Group, weights []float64, clean, perturbed pointcloud.Cloud) Aligned {
	x, xPrime := weigh(clean, weights, g.Translates()), weigh(perturbed, weights, g.Translates())
	a := Align(g.fixed(), x.Cloud, xPrime.Cloud)
	lost := float64(weighingError * (Norm(x.Points) + Norm(xPrime.Points)))
	a.Error += lost
	a.Distance = RoundUp(a.Distance + lost)
	a.Alignment.Offset = offset(a.Alignment.Matrix, x.mean, xPrime.mean, clean.Dimension)
	return a
}

// AlignAxisWeighted is AlignAxis in such a product.
func AlignAxisWeighted(axis []float64, translates bool, weights []float64, clean, perturbed pointcloud.Cloud) AxisAligned {
	x, xPrime := weigh(clean, weights, translates), weigh(perturbed, weights, translates)
	a := AlignAxis(axis, false, x.Cloud, xPrime.Cloud)
	lost := float64(weighingError * (Norm(x.Points) + Norm(xPrime.Points)))
	a.Error += lost
	a.Distance = RoundUp(a.Distance + lost)
	a.Alignment.Offset = offset(a.Alignment.Matrix, x.mean, xPrime.mean, 3)
	return a
}
