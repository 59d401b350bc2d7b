package registration

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

const (
	sweepsKept = 96
	pairsKept  = 128
	coverKept  = 192
	sweepSteps = 120 // of 3 degrees
)

// tryAxes takes the rotations that bring the principal axes of y to those of x, for
// every choice of signs in the group.
func (s *search) tryAxes(*Registration) (part float64) {
	s.overAxes(func(u, v *invariance.Matrix, odd, signs, dimension int) {
		s.poses = append(s.poses, pose{turn: signedProduct(u, v, signs, dimension)})
	})
	return 1
}

// trySweeps also turns y about one of the axes, step by step, because the other two
// moments may be nearly equal and their axes without meaning.
func (s *search) trySweeps(*Registration) (part float64) {
	if s.scene.freedom == allAngles {
		s.overAxes(func(u, v *invariance.Matrix, odd, signs, _ int) {
			for k := 1; k < sweepSteps; k++ {
				axes := turnedAxes(u, odd, 2*math.Pi*float64(k)/sweepSteps)
				s.try(signedProduct(&axes, v, signs, 3))
			}
		})
	}
	s.keepBest(sweepsKept)
	return 1
}

// overAxes visits the choices of signs.
func (s *search) overAxes(visit func(u, v *invariance.Matrix, odd, signs, dimension int)) {
	dimension := 3
	if s.scene.freedom == oneAngle {
		dimension = 2
	}
	u, odd := principalAxes(s.scene.x, dimension)
	v, _ := principalAxes(s.scene.y, dimension)
	for signs := range 1 << dimension {
		if r := signedProduct(&u, &v, signs, dimension); s.scene.reflects || invariance.Determinant(r, 3) > 0 {
			visit(&u, &v, odd, signs, dimension)
		}
	}
}

// principalAxes returns the axes of the second moment as columns, and the number of
// the one whose moment differs most from the middle one.
func principalAxes(points []float64, dimension int) (u invariance.Matrix, odd int) {
	u, moments, _ := invariance.SVD(invariance.CrossMoment(points, points, 3), dimension)
	if dimension == 2 {
		u[2] = [3]float64{0, 0, 1}
	}
	if moments[0]-moments[1] < moments[1]-moments[2] {
		odd = 2
	}
	return u, odd
}

// turnedAxes turns the columns other than number odd by an angle, in their plane.
func turnedAxes(axes *invariance.Matrix, odd int, angle float64) invariance.Matrix {
	u := *axes
	sin, cos := special.Sincos(angle)
	p, q := (odd+1)%3, (odd+2)%3
	for i := range u {
		x, y := u[i][p], u[i][q]
		u[i][p], u[i][q] = float64(cos*x)-float64(sin*y), float64(sin*x)+float64(cos*y)
	}
	return u
}

// signedProduct returns U·diag(±1)·Vᵀ, the signs those of the bits; in the plane
// the third axis stays.
func signedProduct(u, v *invariance.Matrix, signs, dimension int) (r invariance.Matrix) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				term := float64(u[i][k] * v[j][k])
				if k < dimension && signs>>k&1 == 1 {
					term = -term
				}
				r[i][j] += term
			}
		}
	}
	return r
}

// coverDegrees is the radius of the cover of rotations that is tried; an angle
// about an axis costs little.
const (
	coverDegrees = 12
	angleDegrees = 0.2
)

// tryCover scores a cover of all rotations of the group.
func (s *search) tryCover(*Registration) (part float64) {
	if s.cover == nil {
		s.cover = newTurnCover(s.scene.freedom, s.coverRadius())
	}
	mirror := s.scene.mirror()
	for range 64 {
		turn, ok := s.cover.next()
		if !ok {
			s.keepBest(coverKept)
			return 1
		}
		s.work += 2000
		s.try(turn)
		if s.scene.reflects {
			s.try(product(&turn, &mirror))
		}
	}
	s.next++
	return float64(s.next) / float64(s.next+100)
}

func (s *search) coverRadius() float64 {
	if s.scene.freedom == oneAngle {
		return angleDegrees
	}
	return coverDegrees
}

func product(a, b *invariance.Matrix) (m invariance.Matrix) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				m[i][j] += float64(a[i][k] * b[k][j])
			}
		}
	}
	return m
}
