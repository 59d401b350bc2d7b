// Package invariance knows the groups a classifier can be invariant under and
// finds the closest point of an orbit: the transformation of one cloud that
// brings it nearest to another. Point n belongs to point n here; unknown orders
// are for the packages assignment and registration.
package invariance

import "math"

// Group names what the base classifier is invariant under.
type Group string

// The groups of the request document.
const (
	None         Group = "none" // nothing
	Translations Group = "T"    // X + 1bᵀ
	Rotations    Group = "SO"   // XRᵀ, det R = 1
	Orthogonal   Group = "O"    // XAᵀ, A orthogonal
	Rigid        Group = "SE"   // rotations and translations
	Euclidean    Group = "E"    // orthogonal maps and translations
	Axis         Group = "axis" // rotations about a known axis, in 3-D
)

// Groups lists every group in the order of the documents.
var Groups = []Group{None, Translations, Rotations, Orthogonal, Rigid, Euclidean, Axis}

// Translates tells whether the group contains the translations: both clouds
// are centred first.
func (g Group) Translates() bool {
	return g == Translations || g == Rigid || g == Euclidean
}

// Turns tells whether the group contains all rotations.
func (g Group) Turns() bool {
	return g == Rotations || g == Orthogonal || g == Rigid || g == Euclidean
}

// Reflects tells whether the group contains the reflections.
func (g Group) Reflects() bool { return g == Orthogonal || g == Euclidean }

// Contains tells whether an orthogonal matrix is in the group. For Axis it is one that turns about
// the axis; rounding up to 1e-9 is allowed.
func (g Group) Contains(m Matrix, axis []float64, dimension int) bool {
	const rounding = 1e-9
	if !g.Turns() && g != Axis {
		return distanceFromIdentity(m, dimension) <= rounding
	}
	if g.Reflects() {
		return true
	}
	if g == Axis {
		size := Norm(axis)
		for i := range dimension {
			if math.Abs(Along(&m[i], axis)-axis[i]) > rounding*size {
				return false
			}
		}
	}
	return Determinant(m, dimension) > 0
}

func distanceFromIdentity(m Matrix, dimension int) (most float64) {
	one := Identity(dimension)
	for i := range dimension {
		for j := range dimension {
			most = max(most, math.Abs(m[i][j]-one[i][j]))
		}
	}
	return most
}
