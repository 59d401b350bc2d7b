package pointcloud

import (
	"errors"
	"math"
)

// Centre returns the cloud less its mean. Coordinates whose differences are
// beyond float64 are an error.
func Centre(c Cloud) (Cloud, error) {
	exponent := exponentOf(c.Points)
	points := scaled(c.Points, -exponent)
	for range 2 { // the second time removes what rounding left
		centre := mean(points, c.Dimension)
		for i := range points {
			points[i] -= centre[i%c.Dimension]
		}
	}
	points = scaled(points, exponent)
	for _, x := range points {
		if !finite(x) {
			return Cloud{}, errors.New("pointcloud: the coordinates are too large to be centred")
		}
	}
	return Cloud{Points: points, Dimension: c.Dimension}, nil
}

// UnitSphere returns the cloud less its mean and divided by the largest norm of
// a point, as pipelines of machine learning normalise shapes: it fits into the
// unit sphere, give or take rounding. Points that are all equal are an error.
func UnitSphere(c Cloud) (Cloud, error) {
	if allEqual(c) {
		return Cloud{}, errors.New("pointcloud: all points are equal: the cloud has no size to divide by")
	}
	centred, err := Centre(Cloud{Points: scaled(c.Points, -exponentOf(c.Points)), Dimension: c.Dimension})
	if err != nil {
		return Cloud{}, err
	}
	points, d := scaled(centred.Points, -exponentOf(centred.Points)), c.Dimension
	var origin [3]float64
	far := 0.0
	for n := 0; n < len(points); n += d {
		far = max(far, squaredDistance(points[n:n+d], origin[:d]))
	}
	norm := math.Sqrt(far) // at least 1/2
	for i := range points {
		points[i] /= norm
	}
	return Cloud{Points: points, Dimension: d}, nil
}

func allEqual(c Cloud) bool {
	for i, x := range c.Points {
		if x != c.Points[i%c.Dimension] {
			return false
		}
	}
	return true
}

// exponentOf returns the e for which the largest coordinate is in
// [2ᵉ⁻¹, 2ᵉ). Scaled by 2⁻ᵉ no square, sum or difference overflows, and none
// that matters underflows.
func exponentOf(points []float64) int {
	largest := 0.0
	for _, x := range points {
		largest = max(largest, math.Abs(x))
	}
	_, exponent := math.Frexp(largest)
	return exponent
}

// scaled returns the points times 2ᵉ, which is exact where the results are
// normal numbers.
func scaled(points []float64, exponent int) []float64 {
	result := make([]float64, len(points))
	for i, x := range points {
		result[i] = math.Ldexp(x, exponent)
	}
	return result
}

// mean sums by halves, so that its error grows with the logarithm of the
// number of points.
func mean(points []float64, dimension int) [3]float64 {
	sum := pairwise(points, dimension)
	for i := range dimension {
		sum[i] /= float64(len(points) / dimension)
	}
	return sum
}

func pairwise(points []float64, dimension int) (sum [3]float64) {
	if len(points) > 64*dimension {
		half := len(points) / dimension / 2 * dimension
		sum = pairwise(points[:half], dimension)
		for i, x := range pairwise(points[half:], dimension) {
			sum[i] += x
		}
		return sum
	}
	for i, x := range points {
		sum[i%dimension] += x
	}
	return sum
}
