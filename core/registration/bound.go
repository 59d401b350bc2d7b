package registration

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/invariance"
)

// slack bounds what rounding does to sums of n terms such as ‖x‖² + ‖y‖² − 2Σ x·Ry,
// or Σ (a_i − b_i)², in the scene.
func (s *scene) slack() float64 {
	return float64(float64(s.n+64) * 0x1p-51 * (s.xx + s.yy))
}

// cellSlack bounds what rounding does to the bounds of a cell, with dual variables up
// to that size; points have norms below 2: some hundred units roundoff for each.
func (s *scene) cellSlack(dual float64) float64 {
	return s.slack() + float64(float64(0x1p-45*float64(s.n))*(1+dual))
}

// simpleBound returns a bound from below on the squared distance in the scene, for
// every permutation and member of the group: a turn keeps lengths (in the plane of
// the turn, and heights), and sorting pairs numbers best (G. Hardy, J. Littlewood,
// G. Pólya, theorem 368). With labels it is the sum of the bounds of each label, which sorting all points together
// never exceeds. The singular values of the whole clouds can, because one turn moves all points.
func (s *scene) simpleBound() float64 {
	if s.labels == nil {
		return s.unlabelledBound() - s.slack()
	}
	sum := 0.0
	for _, part := range s.byLabel() {
		sum += part.unlabelledBound()
	}
	if s.freedom == allAngles {
		sum = max(sum, s.spectralGap())
	}
	return sum - s.slack()
}

// byLabel returns the scenes of the points with each label.
func (s *scene) byLabel() []*scene {
	var parts []*scene
	of, size := make([]*scene, s.n), make([]int, s.n)
	for _, label := range s.labels {
		size[label]++
	}
	for i, label := range s.labels {
		if of[label] == nil {
			of[label] = &scene{freedom: s.freedom, reflects: s.reflects, flat: s.flat}
			of[label].x, of[label].y = make([]float64, 0, 3*size[label]), make([]float64, 0, 3*size[label])
			parts = append(parts, of[label])
		}
		part := of[label]
		part.n++
		part.x, part.y = append(part.x, s.x[3*i:3*i+3]...), append(part.y, s.y[3*i:3*i+3]...)
	}
	for _, part := range parts {
		part.xx, part.yy = invariance.Dot(part.x, part.x), invariance.Dot(part.y, part.y)
	}
	return parts
}

// unlabelledBound is simpleBound for every permutation, whatever the labels, before rounding is taken off.
func (s *scene) unlabelledBound() float64 {
	bound := 0.0
	switch s.freedom {
	case allAngles:
		bound = max(sortedGap(radii(s.x, 3), radii(s.y, 3)), s.spectralGap())
	case oneAngle:
		bound = sortedGap(radii(s.x, 2), radii(s.y, 2)) + sortedGap(column(s.x, 2, 3), column(s.y, 2, 3))
	default:
		for k := range 3 {
			bound += sortedGap(column(s.x, k, 3), column(s.y, k, 3))
		}
	}
	return bound
}

// radii returns the length of the first d coordinates of each point.
func radii(points []float64, d int) []float64 {
	out := make([]float64, 0, len(points)/3)
	for n := 0; n < len(points); n += 3 {
		out = append(out, math.Sqrt(invariance.Dot(points[n:n+d], points[n:n+d])))
	}
	return out
}

// column returns the coordinates of all points along an axis.
func column(points []float64, axis, dimension int) []float64 {
	out := make([]float64, 0, len(points)/dimension)
	for n := axis; n < len(points); n += dimension {
		out = append(out, points[n])
	}
	return out
}

// sortedGap is min over permutations of Σ (a_i − b_π(i))².
func sortedGap(a, b []float64) (sum float64) {
	slices.Sort(a)
	slices.Sort(b)
	for i, x := range a {
		sum += float64((x - b[i]) * (x - b[i]))
	}
	return sum
}

// spectralGap is Σ (s_k − s'_k)², singular values of the clouds: no turn and no
// permutation changes them (J. von Neumann 1937). The gap is that of the intervals
// in which they lie with their rounding.
func (s *scene) spectralGap() (sum float64) {
	xLow, xHigh := singularValues(s.x)
	yLow, yHigh := singularValues(s.y)
	for k := range 3 {
		gap := max(0, xLow[k]-yHigh[k], yLow[k]-xHigh[k])
		sum += float64(gap * gap)
	}
	return sum
}

// singularValues bounds those of n×3 points, by their second moment.
func singularValues(points []float64) (low, high [3]float64) {
	_, squares, _ := invariance.SVD(invariance.CrossMoment(points, points, 3), 3)
	slack := float64(0x1p-44 * squares[0])
	for k := range 3 {
		low[k] = math.Sqrt(max(0, squares[k]-slack))
		high[k] = math.Sqrt(squares[k] + slack)
	}
	return low, high
}
