package vector

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// eigenvalue bounds λ, the largest eigenvalue of M = E[xxᵀ], x = f − c. Its unit eigenvector w depends on the law of f alone, so Z = (w·x)² of
// the samples are independent numbers of mean λ. Their mean is at most the largest eigenvalue of the mean of xxᵀ, and that of Z² ≤ |x|²Z at
// most that of the mean of |x|²xxᵀ.
func (l law) eigenvalue(settled [][]float64, c []float64) float64 {
	var squares, fourths invariance.Matrix
	x := make([]float64, len(c))
	for _, v := range settled {
		for j := range v {
			x[j] = v[j] - c[j]
		}
		length := invariance.Dot(x, x)
		for i := range x {
			for j := range x {
				product := float64(x[i] * x[j])
				squares[i][j] += product / l.n
				fourths[i][j] += float64(product*length) / l.n
			}
		}
	}
	far := 1 + invariance.Norm(c) + l.slack
	far2, open := float64(far*far), (l.n-float64(len(settled)))/l.n
	square, fourth := largest(&squares, &fourths)
	square += float64((open + float64(3*l.slack)) * far2)
	fourth += float64((open + float64(3*l.slack)) * far2 * far2)
	return square + l.bernstein(fourth*l.n/(l.n-1), far2)
}

// largest returns the largest eigenvalues of two matrices without negative ones, rounded up.
func largest(a, b *invariance.Matrix) (ofA, ofB float64) {
	of := func(s [3]float64) float64 {
		return float64(max(math.Abs(s[0]), math.Abs(s[1]), math.Abs(s[2]))*(1+4*invariance.SingularError)) + 1e-38
	}
	first, second := invariance.SingularPair(a, b)
	return of(first), of(second)
}

// aboutMean returns the ball that (A) gives in every direction about the box of the mean. Its centre does not depend on the distance.
func (e *Evidence) aboutMean(of *estimate, grown float64) Ball {
	low, high := make([]float64, len(of.components)), make([]float64, len(of.components))
	for j := range of.components {
		low[j], high[j] = of.components[j].low, of.components[j].high
	}
	return e.around(low, high, math.Sqrt(float64(of.square*grown)))
}

// around returns a ball of all points that are at most so far from a box.
func (l law) around(low, high []float64, beyond float64) Ball {
	centre, from := make([]float64, len(low)), make([]float64, len(low))
	for j := range low {
		centre[j] = low[j] + float64((high[j]-low[j])/2)
		from[j] = max(high[j]-centre[j], centre[j]-low[j])
	}
	return Ball{centre, (invariance.Norm(from) + beyond + l.slack) * (1 + 16*special.Unit)}
}

// straight is the largest angle, in degrees.
const straight = 180

// angle returns the largest angle in degrees between c and a point of the ball, rounded up; straight if the ball has the origin in it.
func (b Ball) angle(c []float64) float64 {
	const rounding = 64 * special.Unit
	away, length := invariance.Norm(b.Centre), invariance.Norm(c)
	if !(b.Radius < away*(1-rounding) && length > 0) {
		return straight
	}
	cosine := invariance.Dot(b.Centre, c)/(away*length) - rounding
	sine := b.Radius/away + rounding
	turn := least(math.Pi, func(x float64) bool { _, cos := special.Sincos(x); return cos < cosine })
	turn += least(math.Pi/2, func(x float64) bool { sin, _ := special.Sincos(x); return sin > sine })
	return min(straight, turn*(180/math.Pi)*(1+rounding))
}

// least returns the least number up to most from which on something is true, rounded up; most if it never is.
func least(most float64, is func(x float64) bool) float64 {
	low, high := 0.0, most
	for range 60 {
		if middle := low + float64((high-low)/2); is(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}
