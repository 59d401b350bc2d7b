package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// The tight value at p is the least probability at X' of a classifier that the group cannot change, among those that
// have p at X. So every one of them bounds it from above. This one does so in closed form, without draws:
//
//	{T ≤ t},  T(Z) = tr(ZᵀWZ)/σ²,  W symmetric,
//
// which no rotation and no reflection changes. With the eigenvalues wⱼ and eigenvectors qⱼ of W, T is the sum of
// wⱼ·χ²(D, ‖qⱼᵀX‖²/σ²) under the noise around X. Let M = X + Δ/2. Of all W with WM = Δ, for which T changes at M as
// log L₀ does, the one with the least noise is
//
//	W = ΔG + GᵀΔᵀ − GᵀCG,  G = (MᵀM + DI)⁻¹Mᵀ,  C the symmetric part of MᵀΔ,
//
// but for D·I, which keeps W small where a cloud is flat or small against the noise; it was the best of ridges from 1 to
// 10⁵. For clouds that are long against σ in every direction the bound is above the orbit-based value by one to twelve times what
// the tight value is.

// quadratic is a classifier by a threshold on T.
type quadratic struct {
	clean, perturbed quadraticLaw
	// shift is by how much the centre of the law at X' is above that at X.
	shift float64
}

// quadraticLaw is the law of T − Σ wⱼ·cⱼ, cⱼ the noncentralities: its characteristic function at the nodes.
type quadraticLaw struct {
	spread     float64 // the standard deviation
	mean, step float64
	values     []complex128
}

// tails is how many standard deviations away from its mean T is taken for impossible: its tails fall at least as
// exp(−|T|/(√2·spread)), so that less than 10⁻¹² is left out.
const tails = 40

// most nodes: where the characteristic function has not vanished by then nothing is bounded.
const mostNodes = 2000

// missed is above all that rounding, tails and nodes leave out of a probability.
const missed = 1e-9

// AtMost returns an upper bound of the tight value at p: p itself where it knows no better.
func (l *Linear) AtMost(p float64) float64 {
	q, ok := l.quadratic()
	if !ok {
		return p
	}
	return min(p, q.perturbed.probability(q.clean.quantile(min(p+missed, 1))-q.shift)+missed)
}

// quadratic returns the classifier; there is none where nothing is moved, or where its law cannot be computed.
func (l *Linear) quadratic() (q quadratic, ok bool) {
	weights, axes := eigen(l.weights())
	var clean, perturbed [6]float64
	for j := range 2 * l.Dimension {
		for i := range l.Dimension {
			at, change := 0.0, 0.0
			for k := range 2 * l.Dimension {
				at += float64(axes[k][j] * l.Factor[i][k])
				change += float64(axes[k][j] * l.Factor[l.Dimension+i][k])
			}
			clean[j] += float64(at * at)
			perturbed[j] += float64((at + change) * (at + change))
			q.shift += float64(weights[j] * float64(change*(2*at+change)))
		}
	}
	first, settled := newQuadraticLaw(weights, clean, l.Dimension)
	second, also := newQuadraticLaw(weights, perturbed, l.Dimension)
	q.clean, q.perturbed = first, second
	return q, settled && also
}

// weights returns W.
func (l *Linear) weights() (w [6][6]float64) {
	d := l.Dimension
	var middle [3][6]float64
	for i := range d {
		for k := range 2 * d {
			middle[i][k] = l.Factor[i][k] + float64(l.Factor[d+i][k]/2)
		}
	}
	inner := func(x, y *[6]float64) (sum float64) {
		for k := range 2 * d {
			sum += float64(x[k] * y[k])
		}
		return sum
	}
	var square, cross invariance.Matrix
	for i := range d {
		for j := range d {
			square[i][j] = inner(&middle[i], &middle[j])
			cross[i][j] = (inner(&middle[i], &l.Factor[d+j]) + inner(&middle[j], &l.Factor[d+i])) / 2
		}
		square[i][i] += float64(d)
	}
	u, s, v := invariance.SVD(square, d)
	var g [3][6]float64
	for i := range d {
		for j := range d {
			inverse := 0.0
			for n := range d {
				inverse += float64(v[i][n] * u[j][n] / s[n])
			}
			for k := range 2 * d {
				g[i][k] += float64(inverse * middle[j][k])
			}
		}
	}
	for a := range 2 * d {
		for b := range 2 * d {
			for i := range d {
				w[a][b] += float64(l.Factor[d+i][a]*g[i][b]) + float64(g[i][a]*l.Factor[d+i][b])
				for j := range d {
					w[a][b] -= float64(float64(g[i][a]*cross[i][j]) * g[j][b])
				}
			}
		}
	}
	return w
}

// eigenSweeps are far more than a symmetric matrix of six rows needs.
const eigenSweeps = 20

// eigen returns the eigenvalues of a symmetric matrix and its eigenvectors, as columns, by Jacobi's rotations (Golub and Van Loan,
// Matrix Computations, 8.5). A rotation that rounding leaves to be done changes T, and with it what is computed, by as little.
func eigen(a [6][6]float64) (values [6]float64, vectors [6][6]float64) {
	for i := range vectors {
		vectors[i][i] = 1
	}
	for range eigenSweeps {
		for i := range 5 {
			for j := i + 1; j < 6; j++ {
				turnRows(&a, &vectors, i, j)
			}
		}
	}
	for i := range values {
		values[i] = a[i][i]
	}
	return values, vectors
}

// turnRows makes a[i][j] zero.
func turnRows(a, vectors *[6][6]float64, i, j int) {
	if a[i][j] == 0 {
		return
	}
	ratio := (a[j][j] - a[i][i]) / (2 * a[i][j])
	tangent := 1 / (math.Abs(ratio) + math.Sqrt(1+float64(ratio*ratio)))
	if ratio < 0 {
		tangent = -tangent
	}
	c := 1 / math.Sqrt(1+float64(tangent*tangent))
	s := float64(tangent * c)
	for k := range 6 {
		x, y := a[k][i], a[k][j]
		a[k][i], a[k][j] = float64(c*x)-float64(s*y), float64(s*x)+float64(c*y)
	}
	for k := range 6 {
		x, y := a[i][k], a[j][k]
		a[i][k], a[j][k] = float64(c*x)-float64(s*y), float64(s*x)+float64(c*y)
		x, y = vectors[k][i], vectors[k][j]
		vectors[k][i], vectors[k][j] = float64(c*x)-float64(s*y), float64(s*x)+float64(c*y)
	}
	a[i][j], a[j][i] = 0, 0
}

// newQuadraticLaw evaluates the characteristic function
//
//	Π (1 − 2iwu)^(−D/2) · exp(icwu/(1 − 2iwu) − icwu)
//
// at u = (k + ½)·step until it vanishes, and tells whether it does.
func newQuadraticLaw(weights, noncentral [6]float64, dimension int) (q quadraticLaw, settled bool) {
	variance, degrees := 0.0, float64(dimension)
	for j, w := range weights {
		q.mean += float64(w * degrees)
		variance += float64(float64(w*w) * (float64(2*degrees) + float64(4*noncentral[j])))
	}
	q.spread = math.Sqrt(variance)
	if !(q.spread > 0 && q.spread < math.MaxFloat64) {
		return q, false
	}
	q.step = math.Pi / (tails * q.spread)
	for k := range mostNodes {
		value, size := characteristic(weights, noncentral, dimension, float64((float64(k)+0.5)*q.step))
		q.values = append(q.values, value)
		if size < missed {
			return q, true
		}
	}
	return q, false
}

func characteristic(weights, noncentral [6]float64, dimension int, u float64) (value complex128, size float64) {
	phase, decay := 0.0, 0.0
	re, im := 1.0, 0.0 // of the product of the powers
	for j, w := range weights {
		b := float64(2 * float64(w*u))
		square := float64(b * b)
		part := float64(noncentral[j]*square) / (1 + square)
		decay += float64(part / 2)
		phase -= float64(float64(part*b) / 2)
		// 1 − ib, and its root of a positive real part.
		re, im = re+float64(im*b), im-float64(re*b)
		if dimension == 3 {
			real := math.Sqrt((math.Sqrt(1+square) + 1) / 2)
			imaginary := -b / (2 * real)
			re, im = float64(re*real)-float64(im*imaginary), float64(re*imaginary)+float64(im*real)
		}
	}
	length := float64(re*re) + float64(im*im)
	decayed := special.Exp(-decay)
	scale := decayed / length
	sin, cos := special.Sincos(phase)
	re, im = float64(scale*re), float64(-scale*im)
	return complex(float64(re*cos)-float64(im*sin), float64(re*sin)+float64(im*cos)), decayed / math.Sqrt(length)
}

// probability returns Pr[T ≤ x] (R. Davies, Biometrika 60 (1973) 415–417, with nodes in the middle).
func (q *quadraticLaw) probability(x float64) float64 {
	if away := x - q.mean; math.Abs(away) > tails*q.spread {
		if away < 0 {
			return 0
		}
		return 1
	}
	sum := 0.0
	for k, value := range q.values {
		at := float64(k) + 0.5
		sin, cos := special.Sincos(float64(float64(at*q.step) * x))
		sum += (float64(imag(value)*cos) - float64(real(value)*sin)) / at
	}
	return min(max(0, 0.5-sum/math.Pi), 1)
}

// quantileSteps halve what lies between the tails.
const quantileSteps = 60

// quantile returns an x with Pr[T ≤ x] ≥ p.
func (q *quadraticLaw) quantile(p float64) float64 {
	reach := float64(tails * q.spread)
	low, high := q.mean-reach, q.mean+reach
	for range quantileSteps {
		if middle := low + float64((high-low)/2); q.probability(middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
