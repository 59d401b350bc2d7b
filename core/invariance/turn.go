package invariance

import "github.com/orbitcert/orbitcert/core/pointcloud"

// Turn returns the matrix that brings perturbed nearest to clean, centred where the group translates, as Align finds it. It needs no
// memory for either cloud and takes the part of both means from the cross moment: of clouds far from the origin it is less exact.
func (g Group) Turn(clean, perturbed pointcloud.Cloud) Matrix {
	dimension := clean.Dimension
	m := moment(clean.Points, perturbed.Points, dimension)
	if g.Translates() {
		x, y := average(clean, total(clean.Points, dimension)), average(perturbed, total(perturbed.Points, dimension))
		for i := range dimension {
			for j := range dimension {
				m[i][j] -= float64(float64(x[i]*y[j]) * float64(clean.Count()))
			}
		}
	}
	u, _, v := SVD(m, dimension)
	return turnBetween(&u, &v, dimension, g.Reflects())
}
