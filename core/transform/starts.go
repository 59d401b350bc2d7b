package transform

import (
	"cmp"
	"math"
	"sort"

	"github.com/orbitcert/orbitcert/core/special"
)

const (
	// mostTwists ends the grid of twists on each side; twists beyond mostDeviations certify nothing.
	mostTwists, mostDeviations = 4096, 9.
	// twistStep is how far, in radians, the ends of the cloud turn from one twist to the next.
	twistStep = 0.5
	// bestTwists is how many are followed.
	bestTwists = 6
	// fewPoints is how many points a search looks at before the rest.
	fewPoints = 512
)

// starts lists states to descend from: no transformation, the one that the distances from the axis tell, and the best twists beside either.
func (p *Problem) starts() []state {
	still := p.turned(Parameters{})
	switch {
	case !p.Noise.Multiplies():
		return []state{still, p.sheared()}
	case p.Noise.Taper == 0 && p.Noise.Scale == 0:
		return append(p.twists(Parameters{}), still)
	}
	stretched := p.stretched()
	all := append([]state{still, p.turned(stretched)}, p.twists(Parameters{})...)
	return append(all, p.twists(stretched)...)
}

// stretched returns the scale and taper by the logarithms of the distances from the axis, whatever the twist: those of points r and r′
// from it count by rr′/σ², as in the residuals. They are the least of Σ rr′(log r′/r − scale − taper·z)²/σ² + scale²/s₀² + taper²/s₁².
func (p *Problem) stretched() (c Parameters) {
	moved := p.move(Parameters{})
	var m [2][2]float64
	var b [2]float64
	for n, z := range moved.Z {
		near, far := size(moved.X[n], moved.Y[n])/p.Sigma, size(p.Perturbed.X[n], p.Perturbed.Y[n])/p.Sigma
		weight := float64(near * far)
		if !(weight > 0 && weight < math.Inf(1)) {
			continue
		}
		slopes := [2]float64{p.Noise.Scale, float64(z * p.Noise.Taper)}
		log := special.Log(far / near)
		for i, x := range slopes {
			b[i] += float64(weight * float64(x*log))
			for j, y := range slopes {
				m[i][j] += float64(weight * float64(x*y))
			}
		}
	}
	m[0][0]++
	m[1][1]++
	determinant := float64(m[0][0]*m[1][1]) - float64(m[0][1]*m[1][0])
	scale := (float64(m[1][1]*b[0]) - float64(m[0][1]*b[1])) / determinant
	taper := (float64(m[0][0]*b[1]) - float64(m[1][0]*b[0])) / determinant
	if size(scale, taper) < mostDeviations*mostDeviations { // neither infinite nor NaN
		c.Scale, c.Taper = float64(scale*p.Noise.Scale), float64(taper*p.Noise.Taper)
	}
	return c
}

// twists lists the best of a grid of twists beside other parameters: of those that cost less than both of their neighbours. Since the turn is
// free, the grid is as fine as the cloud is high, wherever it lies.
func (p *Problem) twists(beside Parameters) (best []state) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, z := range p.Clean.Z {
		low, high = min(low, z), max(high, z)
	}
	step := twistStep / ((high - low) / 2)
	if !(p.Noise.Twist > 0 && step > 0 && step < math.Inf(1)) {
		return nil
	}
	count := int(min(mostTwists, mostDeviations*p.Noise.Twist/step)) + 1
	grid := make([]state, 2*count+1)
	for i := range grid {
		beside.Twist = float64(float64(i-count) * step)
		grid[i] = p.turned(beside)
	}
	for i, s := range grid {
		if (i == 0 || s.cost <= grid[i-1].cost) && (i == len(grid)-1 || s.cost < grid[i+1].cost) {
			best = append(best, s)
		}
	}
	sort.SliceStable(best, func(i, j int) bool { return cmp.Less(best[i].cost, best[j].cost) })
	return best[:min(len(best), bestTwists)]
}

// sheared returns the best shear with the best turn. For each turn by (cos, sin) the best shear is h = Σ z(R⁻¹w′ − w)/(Σ z² + σ²/s²), so that what is
// left is a quadratic form of cos·w′ − i sin·w′ − w that does not change if w′ turns: only its product with w does, linear in (cos, sin).
func (p *Problem) sheared() state {
	clean, height := p.move(Parameters{}), p.height()
	ratio := p.Sigma / p.Noise.Shear
	square := float64(ratio * ratio)
	var w, other [2]float64 // Σ z w and Σ z w′
	re, im := 0.0, 0.0      // Σ w̄ w′
	for n, z := range p.Clean.Z {
		x, y, u, v := clean.X[n], clean.Y[n], p.Perturbed.X[n], p.Perturbed.Y[n]
		z -= height
		square += float64(z * z)
		w[0], w[1] = w[0]+float64(z*x), w[1]+float64(z*y)
		other[0], other[1] = other[0]+float64(z*u), other[1]+float64(z*v)
		re += float64(x*u) + float64(y*v)
		im += float64(x*v) - float64(y*u)
	}
	re -= (float64(w[0]*other[0]) + float64(w[1]*other[1])) / square
	im -= (float64(w[0]*other[1]) - float64(w[1]*other[0])) / square
	cos, sin := 1.0, 0.0
	if length := size(re, im); length > 0 && !math.IsInf(length, 1) {
		cos, sin = re/length, im/length
	}
	return p.turned(Parameters{Shear: [2]float64{
		(float64(cos*other[0]) + float64(sin*other[1]) - w[0]) / square,
		(float64(cos*other[1]) - float64(sin*other[0]) - w[1]) / square,
	}})
}

// height is what a shear leaves where it is.
func (p *Problem) height() float64 {
	if p.free() {
		return middle(p.Clean.Z)
	}
	return 0
}

// thinned returns the problem of some of the points, each of which counts for as many as there are.
func (p *Problem) thinned() *Problem {
	stride := (len(p.Clean.X) + fewPoints - 1) / fewPoints
	if stride <= 1 {
		return p
	}
	thin := *p
	thin.Clean, thin.Perturbed = p.Clean.every(stride), p.Perturbed.every(stride)
	thin.Sigma = p.Sigma / math.Sqrt(float64(stride))
	return &thin
}

func (r *Resolved) every(stride int) Resolved {
	few := *r
	few.X, few.Y, few.Z = nil, nil, nil
	for n := 0; n < len(r.X); n += stride {
		few.X, few.Y, few.Z = append(few.X, r.X[n]), append(few.Y, r.Y[n]), append(few.Z, r.Z[n])
	}
	return few
}
