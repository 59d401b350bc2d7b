package smoothing

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// symmetry is what a classifier is made invariant under.
type symmetry struct {
	group invariance.Group
	// axis and translation belong to the group axis.
	axis        []float64
	translation bool
	// falling says that the axes come in falling order of their eigenvalues.
	falling bool
}

// poses returns the points and the turns that pose them; the error of the points is then
// that of every coordinate of every pose.
func (s symmetry) poses(z approximate) (points approximate, turns []invariance.Matrix) {
	if s.centres() {
		z = centred(z)
	}
	switch {
	case s.group == invariance.Axis:
		return s.aboutAxis(z)
	case s.group.Turns():
		return s.inAxes(z)
	}
	return z, []invariance.Matrix{invariance.Identity(z.Dimension)}
}

// centred returns the points less their mean.
func centred(z approximate) approximate {
	points, _ := invariance.Centre(z.Cloud)
	const rounding = invariance.SumError + 5*special.Unit
	return approximate{
		pointcloud.Cloud{Dimension: z.Dimension, Points: points, Attributes: z.Attributes},
		2*z.error + float64(rounding*largest(points)), z.outside, z.turned,
	}
}

// inAxes poses the points in the axes of their second moment.
func (s symmetry) inAxes(z approximate) (approximate, []invariance.Matrix) {
	axes := s.axes(moment(z))
	return turned(z, axes.error), signed(axes.rows, z.Dimension, s.group.Reflects())
}

// frameError bounds the Frobenius norm of what rounding did to an axis frame.
const frameError = 64 * special.Unit

// aboutAxis poses the points in the axes of their second moment across the axis.
func (s symmetry) aboutAxis(z approximate) (approximate, []invariance.Matrix) {
	frame := invariance.AxisFrame(s.axis)
	m := moment(z)
	across := matrix{dimension: 2, error: m.error + float64((2*frameError+16*special.Unit)*m.size())}
	for i := range 2 {
		for j := range 2 {
			for k := range 3 {
				across.entries[i][j] += float64(invariance.Along(&m.entries[k], frame[j][:]) * frame[i][k])
			}
		}
	}
	axes := s.axes(across)
	turns := signed(axes.rows, 2, false)
	for i := range turns {
		turns[i] = invariance.TurnInFrame(frame, turns[i])
	}
	return turned(z, axes.error+2*frameError+32*special.Unit), turns
}

// turned returns the points with the error that they have once turned by a matrix with rows
// within turnError of ideal ones.
func turned(z approximate, turnError float64) approximate {
	longest := 0.0
	for n := 0; n+z.Dimension <= len(z.Points); n += z.Dimension {
		square := float64(z.Points[n]*z.Points[n]) + float64(z.Points[n+1]*z.Points[n+1])
		if z.Dimension == 3 {
			square += float64(z.Points[n+2] * z.Points[n+2])
		}
		if !(square <= longest) {
			longest = square
		}
	}
	z.turned = turnError
	z.error = float64(math.Sqrt(float64(z.Dimension))*z.error) + float64(math.Sqrt(longest)*(turnError+4*special.Unit))
	return z
}

// signed returns the rotations with these rows and their signs changed, all 2^D of them with
// reflections.
func signed(rows invariance.Matrix, dimension int, reflections bool) (turns []invariance.Matrix) {
	if invariance.Determinant(rows, dimension) < 0 {
		negate(&rows[0])
	}
	for signs := range 1 << dimension {
		turn, odd := rows, false
		for i := range dimension {
			if signs>>i&1 == 1 {
				negate(&turn[i])
				odd = !odd
			}
		}
		if reflections || !odd {
			turns = append(turns, turn)
		}
	}
	return turns
}

func negate(row *[3]float64) {
	for i := range row {
		row[i] = -row[i]
	}
}
