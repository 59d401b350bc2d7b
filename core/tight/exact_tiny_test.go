package tight

import (
	"math"
	"os"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// tinyProblems visits problems that move next to nothing along the axis, as float32
// coordinates that were turned do, from 1e-12 to 1 σ, with planes of all sizes.
func tinyProblems(count int, visit func(p Problem, probability float64)) {
	n := NewNormals("hostile axis")
	logarithmic := func(low, high float64) float64 { return low * special.Exp(float64(math.Log(high/low)*n.uniform())) }
	for i := range count {
		norm, d, axial, angle := logarithmic(1e-3, 1e6), logarithmic(1e-6, 15), logarithmic(1e-12, 1), math.Pi*n.uniform()
		switch i % 6 {
		case 0:
			angle *= 0.003
		case 1:
			angle = math.Pi - 1e-3*n.uniform()
		case 2:
			d = logarithmic(1e-12, 1)
		case 3:
			angle = math.Pi * math.Round(n.uniform())
		}
		p := 0.02 + 0.98*n.uniform()
		if i%4 == 0 {
			p = 1 - logarithmic(1e-12, 0.5)
		}
		visit(turnedAbout(norm, d, angle, axial), p)
	}
}

// longOr returns a number for make soundness, or a small one.
func longOr(long, short int) int {
	if os.Getenv("ORBITCERT_AXIS") != "" {
		return long
	}
	return short
}

// However little moves along the axis, the stated error is below 1e-10, and the value
// between that of the plane and what the move can take from it.
func TestAxisNextToNothing(t *testing.T) {
	count := longOr(6000, 100)
	var most, mostMinimum float64
	tinyProblems(count, func(p Problem, probability float64) {
		curve := p.Tradeoff()
		v, err := curve.Value(probability)
		m, minimumErr := curve.Minimum(0.5)
		if !(err <= 1e-10 && minimumErr <= 1e-10) {
			t.Errorf("%+v, %v, p = %v: %v ± %.2g, p_min %v ± %.2g", *p.Planar, p.Axial, probability, v, err, m, minimumErr)
		}
		most, mostMinimum = max(most, err), max(mostMinimum, minimumErr)
		flat, flatErr := p.Planar.Exact(probability)
		least := bound.Gaussian(max(0, flat-flatErr), p.Axial)
		if v-err > flat+flatErr+1e-20 || v+err < least {
			t.Errorf("%+v, %v, p = %v: %v ± %.2g is not between %v and %v", *p.Planar, p.Axial, probability, v, err, least, flat)
		}
	})
	t.Logf("%d problems: largest error of a value %.2g, of a minimum %.2g", count, most, mostMinimum)
}

// A second algorithm where δ is small, without the table: with y normal,
//
//	E[(λ − e^{ℓ + δy − δ²/2})₊] = (λ − e^ℓ)₊ + λg(ℓ − log λ),
//
// so the line of the plane falls by λE[g], g narrow, which is an integral by parts over
// distribution functions of the plane.
func TestAxisAgainstThePlane(t *testing.T) {
	count := 0
	tinyProblems(longOr(1200, 40), func(p Problem, probability float64) {
		c, _ := p.Tradeoff().simplified()
		s, ok := c.(smearedCurve)
		if !ok || s.perp == 0 || p.Axial > 0.01*s.spread() || s.distance > exactFar/2 {
			return
		}
		count++
		v, err := p.Tradeoff().Value(probability)
		slope := c.tangent(probability).slope
		level := math.Log(slope)
		flat, flatErr := s.planarPair.line(s.swapped(), level, exactWidth(min(probability, 1-probability)), panelTolerance{1e-13, probability > 0.5}).value(tailPair{probability, 1 - probability})
		want := flat - slope*s.blurred(level, p.Axial, probability)
		if math.Abs(v-want) > err+flatErr {
			t.Errorf("%+v, %v, p = %v: %v ± %.2g, off by %.2g ± %.2g", *p.Planar, p.Axial, probability, v, err, v-want, flatErr)
		}
	})
	t.Logf("%d values", count)
}

// blurred returns E[g] = δ∫ h(x)(G(level + δx) − G(level)) dx, −h = e^{δx}Φ(x + δ/2) below
// 0 and h = e^{δx}Φ(−x − δ/2) above.
func (s planarPair) blurred(level, axial, probability float64) (sum float64) {
	width := exactWidth(min(probability, 1-probability))
	at := func(level float64) tailPair {
		g, _ := s.front(level).integrate(width, panelTolerance{})
		return g
	}
	middle := at(level)
	for _, side := range []float64{-1, 1} {
		for piece := range 3 {
			kronrodNodes(3*float64(piece), 3*float64(piece)+3, func(x, weight float64) {
				g := at(level + axial*side*x)
				change := g.below - middle.below
				if probability > 0.5 {
					change = middle.above - g.above
				}
				fall, _ := special.NormalTails(-x - side*axial/2)
				sum += axial * weight * special.Exp(axial*side*x) * fall * side * change
			})
		}
	}
	return sum
}
