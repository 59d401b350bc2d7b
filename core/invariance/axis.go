package invariance

import (
	"math"

	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// AxisAligned is a perturbed 3-D cloud turned about a known axis as near to the
// clean one as that allows.
type AxisAligned struct {
	Alignment Alignment
	// Plane holds the two coordinates orthogonal to the axis, aligned.
	Plane Aligned
	// Axial is ‖Δ‖ along the axis, and Height ‖X‖.
	Axial, Height float64
	// Distance bounds ‖t∘X' − X‖ from above.
	Distance float64
	// Error bounds what rounding did to Plane and Axial, beyond Plane.Error.
	Error float64
}

// AlignAxis turns the perturbed cloud about the axis (through the origin, or
// through the means when translates is set, after centring). In the plane
// orthogonal to the axis this is Procrustes; the part along the axis is fixed.
// The axis has a positive length.
func AlignAxis(axis []float64, translates bool, clean, perturbed pointcloud.Cloud) AxisAligned {
	var xMean, primeMean [3]float64
	x, xPrime := clean.Points, perturbed.Points
	if translates {
		x, xMean = Centre(clean)
		xPrime, primeMean = Centre(perturbed)
	}
	frame := AxisFrame(axis)
	planeX, alongX := Resolve(frame, x)
	planeY, alongY := Resolve(frame, xPrime)
	height := Norm(alongX)
	for n := range alongX {
		alongY[n] -= alongX[n]
	}
	a := AxisAligned{
		Plane:  Align(Rotations, planeX, planeY),
		Axial:  Norm(alongY),
		Height: height,
		Error:  (32*special.Unit + OrthogonalityDefect(frame, 3)) * (Norm(x) + Norm(xPrime)),
	}
	if translates {
		a.Error += float64(SumError * (Norm(x) + Norm(xPrime)))
	}
	a.Distance = RoundUp(math.Sqrt(float64(a.Plane.Distance*a.Plane.Distance)+float64(a.Axial*a.Axial)) + a.Error)
	matrix := TurnInFrame(frame, a.Plane.Alignment.Matrix)
	a.Alignment = Alignment{matrix, offset(matrix, xMean, primeMean, 3), 3}
	return a
}

// AxisFrame returns an orthonormal frame whose last row is the axis.
func AxisFrame(axis []float64) (frame Matrix) {
	length := Norm(axis)
	smallest := 0
	for i, x := range axis {
		frame[2][i] = x / length
		if math.Abs(x) < math.Abs(axis[smallest]) {
			smallest = i
		}
	}
	basis := []vector{frame[2]}
	var unit vector
	unit[smallest] = 1
	first, _ := unit.rest(basis)
	first, _ = first.rest(basis)
	frame[0] = first
	w, u := frame[2], frame[0]
	frame[1] = [3]float64{
		float64(w[1]*u[2]) - float64(w[2]*u[1]),
		float64(w[2]*u[0]) - float64(w[0]*u[2]),
		float64(w[0]*u[1]) - float64(w[1]*u[0]),
	}
	return frame
}

// Resolve returns the coordinates of the points in the plane and along the axis.
func Resolve(frame Matrix, points []float64) (plane pointcloud.Cloud, along []float64) {
	plane = pointcloud.Cloud{Dimension: 2, Points: make([]float64, 0, len(points)/3*2)}
	along = make([]float64, 0, len(points)/3)
	for n := 0; n < len(points); n += 3 {
		p := points[n : n+3]
		plane.Points = append(plane.Points, Along(&frame[0], p), Along(&frame[1], p))
		along = append(along, Along(&frame[2], p))
	}
	return plane, along
}

// TurnInFrame returns Fᵀ·diag(R, 1)·F.
func TurnInFrame(f, r Matrix) (m Matrix) {
	r[2][2] = 1
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				for l := range 3 {
					m[i][j] += float64(float64(f[k][i]*r[k][l]) * f[l][j])
				}
			}
		}
	}
	return m
}
