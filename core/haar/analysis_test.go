package haar

import (
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/special"
)

// lambdas calls f for λ₁ ≤ λ₂ ≤ λ₃ on a grid of the part of their range where
// the contour is used; the bounds below vary slowly between its points.
func lambdas(perDecade float64, f func(l [3]float64)) {
	grid := []float64{0}
	for x := -2.0; x <= 5; x += 1 / perDecade {
		grid = append(grid, math.Pow(10, x))
	}
	for i, first := range grid {
		for j := i; j < len(grid) && first <= 2*largeHalf*1.4; j++ {
			for k := j; k < len(grid); k++ {
				f([3]float64{first, grid[j], grid[k]})
			}
		}
	}
}

// cubic returns |Π(1 + αᵢζ)| and the same with all terms of the expanded product
// taken by their size.
func cubic(e [3]float64, n *node) (size, terms float64) {
	re, im := []float64{e[0] * n.re1, e[1] * n.re2, e[2] * n.re3}, []float64{e[0] * n.im1, e[1] * n.im2, e[2] * n.im3}
	size = math.Hypot(1+re[0]+re[1]+re[2], im[0]+im[1]+im[2])
	terms = math.Hypot(1+math.Abs(re[0])+math.Abs(re[1])+math.Abs(re[2]), math.Abs(im[0])+math.Abs(im[1])+math.Abs(im[2]))
	return size, terms
}

// roundingUnits bounds to first order the relative rounding error of bromwich in
// units roundoff. The cubic has an error of 8 units of the size of its terms, of
// which half counts in the root; 13 more are lost from the root to the term; and
// a term passes through as many additions as there are terms after it.
func roundingUnits(a [3]float64) float64 {
	e := [3]float64{a[0] + a[1] + a[2], a[0]*a[1] + (a[0]+a[1])*a[2], a[0] * a[1] * a[2]}
	units := 0.0
	for k := range contour {
		n := &contour[k]
		size, terms := cubic(e, n)
		term := math.Sqrt2 * math.Hypot(n.wRe, n.wIm) / math.Sqrt(size)
		units += term * (13 + 4*terms/size + float64(len(contour)-k))
	}
	return units / bromwich(a[0], a[1], a[2])
}

func TestRoundingBoundOfContour(t *testing.T) {
	worst := 0.0
	lambdas(6, func(l [3]float64) {
		worst = max(worst, roundingUnits([3]float64{1 / (1 + 2*l[0]), 1 / (1 + 2*l[1]), 1 / (1 + 2*l[2])}))
	})
	t.Logf("%.0f units roundoff", worst)
	if worst > tailUnits-64 {
		t.Errorf("rounding may reach %.0f units", worst)
	}
}

// The parabola that gen/contour.go puts its nodes on.
const (
	contourMu   = 3
	contourStep = 0.148
)

// modulus returns |eᶻ/√Π(1 + αᵢ(z−1))|·√μ/π at z = μ(1 − v + iu)².
func modulus(a [3]float64, u, v float64) float64 {
	s := complex(1-v, u)
	z := contourMu * s * s
	p := complex(1, 0)
	for _, x := range a {
		p *= 1 + complex(x, 0)*(z-1)
	}
	size := math.Hypot(real(p), imag(p))
	return math.Exp(real(z)) / math.Sqrt(size) * math.Sqrt(contourMu) / math.Pi
}

// aliasing bounds the relative error of the infinite midpoint rule: it is at most
// ∫|f(u + iv)|du/(e^{2πv/h} − 1) for a v < 1 on the side of the branch points and
// for any v on the other side, where the best one makes it negligible.
func aliasing(a [3]float64, v float64) float64 {
	const step = 0.02
	mass := 0.0
	for u := -4.0; u < 4; u += step {
		mass += modulus(a, u+step/2, v) * step
	}
	return mass / math.Expm1(2*math.Pi*math.Abs(v)/contourStep)
}

// truncation bounds what is cut off behind the last node.
func truncation(a [3]float64) (sum float64) {
	for k := len(contour); k < 60; k++ {
		sum += 2 * contourStep * modulus(a, contourStep*(float64(k)+0.5), 0)
	}
	return sum
}

func TestQuadratureBoundOfContour(t *testing.T) {
	worst := 0.0
	lambdas(2, func(l [3]float64) {
		a := [3]float64{1 / (1 + 2*l[0]), 1 / (1 + 2*l[1]), 1 / (1 + 2*l[2])}
		left := min(aliasing(a, 0.9), aliasing(a, 0.95), aliasing(a, 0.98))
		worst = max(worst, (left+aliasing(a, -5)+truncation(a))/bromwich(a[0], a[1], a[2]))
	})
	t.Logf("%.2g = %.1f units roundoff", worst, worst/special.Unit)
	if worst > 32*special.Unit {
		t.Errorf("the rule may be off by %.2g", worst)
	}
}
