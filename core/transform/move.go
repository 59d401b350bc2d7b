package transform

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// Parameters are those of one transformation: first twist, taper and scale, then the shear.
type Parameters struct {
	Twist, Taper, Scale float64
	Shear               [2]float64
}

// Resolved is a cloud in the frame of an axis: point n is (X[n], Y[n], Z[n]). Each point lies within Error
// of the ideal one. An error that is not finite says that nothing is known.
type Resolved struct {
	X, Y, Z []float64
	Error   float64
	// raised is the part of Error along the axis, moved what moveBy took off, in the frame.
	raised float64
	moved  [3]float64
	frame  invariance.Matrix
	// slant bounds how far the frame is from an exact one, with what its products round: 0 along a coordinate.
	slant float64
}

// frameSlant bounds the Frobenius norm of what rounding did to a frame, 64u, and to products with it.
const frameSlant = 72 * special.Unit

// Resolve returns a 3-D cloud in the frame of an axis of a positive length. Each of its coordinates is within
// coordinateError of the ideal one.
func Resolve(axis []float64, cloud pointcloud.Cloud, coordinateError float64) Resolved {
	r := Resolved{frame: invariance.AxisFrame(axis), Error: float64(1.8 * coordinateError)}
	for _, row := range r.frame {
		for _, x := range row {
			if x != 0 && math.Abs(x) != 1 {
				r.slant = frameSlant
			}
		}
	}
	farthest := 0.0
	for n := 0; n+3 <= len(cloud.Points); n += 3 {
		p := cloud.Points[n : n+3]
		r.X = append(r.X, invariance.Along(&r.frame[0], p))
		r.Y = append(r.Y, invariance.Along(&r.frame[1], p))
		r.Z = append(r.Z, invariance.Along(&r.frame[2], p))
		farthest = max(farthest, invariance.Norm(p))
	}
	r.Error += float64(r.slant * farthest)
	r.raised = r.Error
	return r
}

// moveBy takes a constant off the coordinates along one axis of the frame.
func (r *Resolved) moveBy(axis int, constant float64) {
	if constant == 0 {
		return
	}
	xs := []*[]float64{&r.X, &r.Y, &r.Z}[axis]
	moved, largest := make([]float64, len(*xs)), 0.0
	for n, x := range *xs {
		moved[n] = x - constant
		largest = max(largest, math.Abs(moved[n]))
	}
	*xs, r.moved[axis] = moved, constant
	off := float64(2 * special.Unit * largest)
	r.Error += off
	if axis == 2 {
		r.raised += off
	}
}

// Cloud returns the points in the coordinates that they came from, and a bound of the error of each coordinate.
func (r *Resolved) Cloud() (cloud pointcloud.Cloud, coordinateError float64) {
	cloud = pointcloud.Cloud{Dimension: 3, Points: make([]float64, 0, 3*len(r.X))}
	farthest := 0.0
	for n := range r.X {
		x, y, z := r.X[n], r.Y[n], r.Z[n]
		for i := range 3 {
			sum := float64(r.frame[0][i]*x) + float64(r.frame[1][i]*y)
			cloud.Points = append(cloud.Points, sum+float64(r.frame[2][i]*z))
		}
		farthest = max(farthest, invariance.Norm([]float64{x, y, z}))
	}
	return cloud, r.Error + float64(r.slant*farthest)
}

// moveSlack enlarges bounds for terms of second order and for the rounding of the bounds themselves.
const moveSlack = 1.02

// mostLogError is how large the error of a logarithm may be for moveSlack to cover what it does.
const mostLogError = 0x1p-7

// vanishing is more than what a factor that underflows takes off any coordinate.
const vanishing = 1e-200

// Move transforms the points. Each parameter is within its entry of off of the ideal one.
//
// With e the error of a point, |w| its distance from the axis, m = e^(scale + taper·z) and u = 2⁻⁵³, the angle θz
// is off by a = |θ|e + |z|dθ + 2u|θz|, and the logarithm of m by b = dscale + |taper|e + |z|dtaper + 2u(|scale| + 2|taper z|).
// Sine and cosine add 3u as a matrix, the exponential 2u, products and sums 5u: w is off by m(e + |w|(a + b + 12u)). The shear
// adds |h|e + 1.5|z|dh + 4u(|h||z| + |w|).
func (r *Resolved) Move(p, off Parameters) Resolved {
	if p == (Parameters{}) && off == (Parameters{}) {
		return *r
	}
	moved := *r
	moved.X, moved.Y = make([]float64, len(r.X)), make([]float64, len(r.X))
	worst, shear := 0.0, size(p.Shear[0], p.Shear[1])
	e, shearOff := r.Error, max(off.Shear[0], off.Shear[1])
	for n, z := range r.Z {
		x, y := r.X[n], r.Y[n]
		far, height := size(x, y), math.Abs(z)
		turn := float64(p.Twist * z)
		angleOff := float64(math.Abs(p.Twist)*e) + float64(height*off.Twist) + float64(2*special.Unit*math.Abs(turn))
		if p.Twist != 0 {
			sin, cos := special.Sincos(turn)
			x, y = float64(cos*x)-float64(sin*y), float64(sin*x)+float64(cos*y)
		}
		taper := float64(p.Taper * z)
		logOff := off.Scale + float64(math.Abs(p.Taper)*e) + float64(height*off.Taper) + float64(2*special.Unit*(math.Abs(p.Scale)+2*math.Abs(taper)))
		if !(logOff < mostLogError) {
			logOff = math.Inf(1)
		}
		m := 1.0
		if p.Taper != 0 || p.Scale != 0 {
			m = special.Exp(p.Scale + taper)
			x, y = float64(m*x), float64(m*y)
		}
		pointOff := float64(m*(e+float64(far*(angleOff+logOff+12*special.Unit)))) + vanishing
		if shear != 0 {
			x, y = x+float64(p.Shear[0]*z), y+float64(p.Shear[1]*z)
			pointOff += float64(shear*e) + float64(1.5*height*shearOff) + float64(4*special.Unit*(float64(shear*height)+float64(m*far)))
		}
		moved.X[n], moved.Y[n] = x, y
		worst = max(worst, pointOff+e)
	}
	moved.Error = float64(moveSlack * worst)
	return moved
}

// size returns the length of a vector in the plane.
func size(x, y float64) float64 { return invariance.Norm([]float64{x, y}) }
