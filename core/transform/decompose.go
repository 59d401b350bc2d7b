package transform

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
)

// Decomposition says that X′ = R(MX + Δ) + offset: the transformation M, the turn R about the axis and what is left.
type Decomposition struct {
	Parameters
	Difference
	// Matrix and Offset bring X′ back: MX + Δ is Matrix·x′ + Offset.
	Matrix invariance.Matrix
	Offset [3]float64
}

// Problem is a pair of clouds, point n of one belonging to point n of the other, and how they may be led into one another.
type Problem struct {
	Clean, Perturbed Resolved
	Noise            Noise
	Sigma            float64
	// Translates says that the base classifier ignores translations. The smoothed one then ignores those along the axis
	// where no taper is drawn, and all of them where neither taper nor twist is.
	Translates bool
}

// state is a point of the search: a transformation, the turn that suits it best, and the sum of squares that it leaves.
type state struct {
	Parameters
	sin, cos float64
	cost     float64
}

const (
	// mostSteps ends a descent, mostStarts the grid of twists on each side; twists beyond mostDeviations certify nothing.
	mostSteps, mostStarts = 40, 64
	mostDeviations        = 9.
	// startStep is how far, in radians, the ends of the cloud turn from one start to the next.
	startStep = 0.5
	// bestStarts is how many are followed.
	bestStarts = 3
)

// Decompositions returns what a search finds: the one without a transformation, and the one that leaves least of
// ‖parameters/s‖² + ‖Δ‖²/σ², or a transformation alone where that leaves nothing but rounding. Every decomposition is sound.
func (p *Problem) Decompositions() []Decomposition {
	p.shift()
	still := p.turned(Parameters{})
	found := []Decomposition{p.measured(still)}
	if still.cost == 0 {
		return found
	}
	best := still
	for _, start := range p.starts(still) {
		if s := p.descend(start); s.cost < best.cost {
			best = s
		}
	}
	if best.Parameters == (Parameters{}) {
		return found
	}
	if alone, ok := p.alone(best); ok {
		return []Decomposition{alone}
	}
	return append(found, p.measured(best))
}

// alone returns the transformation that leaves least of ‖Δ‖, and whether that is only rounding.
func (p *Problem) alone(near state) (d Decomposition, ok bool) {
	free := *p
	free.Sigma = float64(p.Sigma * leastOfSigma)
	d = p.measured(free.descend(free.turned(near.Parameters)))
	return d, d.Distance <= leastOfSigma*p.Sigma
}

// leastOfSigma is how many σ rounding may leave of a Δ, next to nothing in any bound.
const leastOfSigma = 1e-9

// Still returns the decomposition without a transformation.
func (p *Problem) Still() Decomposition {
	p.shift()
	return p.measured(p.turned(Parameters{}))
}

// shift takes translations off X′ that the smoothed classifier ignores: along the axis so that the middles of both clouds agree, and
// across it so that its own is 0, as move has it of MX.
func (p *Problem) shift() {
	if !p.Translates || p.Noise.Taper > 0 {
		return
	}
	p.Perturbed.moveBy(2, middle(p.Perturbed.Z)-middle(p.Clean.Z))
	if p.free() {
		p.Perturbed.moveBy(0, middle(p.Perturbed.X))
		p.Perturbed.moveBy(1, middle(p.Perturbed.Y))
	}
}

// free tells whether translations across the axis are ignored, too.
func (p *Problem) free() bool { return p.Translates && p.Noise.Taper == 0 && p.Noise.Twist == 0 }

// move returns MX, less its middle across the axis where translations are ignored.
func (p *Problem) move(c Parameters) Resolved {
	moved := p.Clean.Move(c, Parameters{})
	if p.free() {
		moved.moveBy(0, middle(moved.X))
		moved.moveBy(1, middle(moved.Y))
	}
	return moved
}

// middle returns the mean.
func middle(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}

// starts lists transformations to descend from.
func (p *Problem) starts(still state) []state {
	all := []state{still}
	if !p.Noise.Multiplies() {
		return append(all, p.sheared()...)
	}
	if p.Noise.Twist == 0 {
		return all
	}
	tallest := 0.0
	for _, z := range p.Clean.Z {
		tallest = max(tallest, math.Abs(z))
	}
	step := startStep / tallest
	if !(step > 0 && step < math.Inf(1)) {
		return all
	}
	coarse := p.thinned()
	var grid []state
	for k := 1; k <= mostStarts && float64(k)*step < mostDeviations*p.Noise.Twist; k++ {
		for _, sign := range []float64{-1, 1} {
			grid = append(grid, coarse.turned(Parameters{Twist: sign * float64(k) * step}))
		}
	}
	for len(all) <= bestStarts && len(grid) > 0 {
		best := 0
		for i := range grid {
			if grid[i].cost < grid[best].cost {
				best = i
			}
		}
		all = append(all, p.turned(grid[best].Parameters))
		grid = append(grid[:best], grid[best+1:]...)
	}
	return all
}

// sheared returns the shear that suits each of some turns best.
func (p *Problem) sheared() (all []state) {
	clean, height := p.move(Parameters{}), p.height()
	for k := range shearTurns {
		sin, cos := special.Sincos(float64(k) * (2 * math.Pi / shearTurns))
		ratio := p.Sigma / p.Noise.Shear
		x, y, square := 0.0, 0.0, float64(ratio*ratio)
		for n, z := range p.Clean.Z {
			u, v := p.Perturbed.X[n], p.Perturbed.Y[n]
			z -= height
			x += float64(z * (float64(cos*u) + float64(sin*v) - clean.X[n]))
			y += float64(z * (float64(cos*v) - float64(sin*u) - clean.Y[n]))
			square += float64(z * z)
		}
		all = append(all, p.turned(Parameters{Shear: [2]float64{x / square, y / square}}))
	}
	return all
}

// height is what a shear leaves where it is.
func (p *Problem) height() float64 {
	if p.free() {
		return middle(p.Clean.Z)
	}
	return 0
}

// shearTurns is how many turns a search of shears starts from.
const shearTurns = 16

// fewPoints is how many points a grid of starts looks at.
const fewPoints = 512

// thinned returns the problem of some of the points.
func (p *Problem) thinned() *Problem {
	stride := (len(p.Clean.X) + fewPoints - 1) / fewPoints
	if stride <= 1 {
		return p
	}
	thin := *p
	thin.Clean, thin.Perturbed = p.Clean.every(stride), p.Perturbed.every(stride)
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

// turned returns the state of a transformation with the turn that brings X′ nearest to MX.
func (p *Problem) turned(c Parameters) state {
	moved := p.move(c)
	re, im := 0.0, 0.0
	for n := range moved.X {
		x, y, u, v := moved.X[n], moved.Y[n], p.Perturbed.X[n], p.Perturbed.Y[n]
		re += float64(x*u) + float64(y*v)
		im += float64(x*v) - float64(y*u)
	}
	s := state{Parameters: c, cos: 1}
	if length := size(re, im); length > 0 && !math.IsInf(length, 1) {
		s.cos, s.sin = re/length, im/length
	}
	s.cost = p.prior(c)
	for n := range moved.X {
		du, dv := p.residual(s, &moved, n)
		dz := (p.Perturbed.Z[n] - moved.Z[n]) / p.Sigma
		s.cost += float64(du*du) + float64(dv*dv) + float64(dz*dz)
	}
	return s
}

// residual returns what is left of a point across the axis, in units of σ.
func (p *Problem) residual(s state, moved *Resolved, n int) (du, dv float64) {
	u, v := p.Perturbed.X[n], p.Perturbed.Y[n]
	du = float64(s.cos*u) + float64(s.sin*v) - moved.X[n]
	dv = float64(s.cos*v) - float64(s.sin*u) - moved.Y[n]
	return du / p.Sigma, dv / p.Sigma
}

func (p *Problem) prior(c Parameters) (sum float64) {
	for _, d := range p.Noise.Deviations(c) {
		sum += float64(d * d)
	}
	return sum
}

// measured bounds what a decomposition leaves. The turn is one by the computed sine and cosine, normalised; that and the
// product are within 8u of the size of a point.
func (p *Problem) measured(s state) Decomposition {
	d := Decomposition{Parameters: s.Parameters}
	moved := p.move(s.Parameters)
	across, along := make([]float64, 0, 2*len(moved.X)), make([]float64, 0, len(moved.X))
	largest := 0.0
	d.Low, d.High = math.Inf(1), math.Inf(-1)
	for n := range moved.X {
		du, dv := p.residual(s, &moved, n)
		across = append(across, float64(du*p.Sigma), float64(dv*p.Sigma))
		along = append(along, p.Perturbed.Z[n]-moved.Z[n])
		d.Radius = max(d.Radius, size(moved.X[n], moved.Y[n]))
		largest = max(largest, size(moved.X[n], moved.Y[n]), size(p.Perturbed.X[n], p.Perturbed.Y[n]))
		d.Low, d.High = min(d.Low, moved.Z[n], p.Perturbed.Z[n]), max(d.High, moved.Z[n], p.Perturbed.Z[n])
	}
	points := math.Sqrt(float64(len(moved.X)))
	off := p.Perturbed.Error + moved.Error
	if s.cos != 1 {
		off += float64(16 * special.Unit * largest)
	}
	off = float64(off * points)
	d.Rise = invariance.RoundUp(invariance.Norm(along))
	lifted := p.Perturbed.raised + p.Clean.raised
	if lifted > 0 || d.Rise > 0 {
		d.Rise += float64(lifted*points) + float64(4*special.Unit*d.Rise)
	}
	d.Distance = invariance.RoundUp(float64(size(invariance.Norm(across), d.Rise)*(1+8*special.Unit)) + off)
	d.Radius = float64(d.Radius*(1+8*special.Unit)) + moved.Error
	d.Low, d.High = d.Low-lifted, d.High+lifted
	p.bringBack(&d, s, moved.moved)
	return d
}

// bringBack sets what takes X′ to MX + Δ: a turn of X′ less what was taken off it, and what was taken off MX.
func (p *Problem) bringBack(d *Decomposition, s state, offMX [3]float64) {
	turn := invariance.Matrix{{s.cos, s.sin, 0}, {-s.sin, s.cos, 0}, {0, 0, 1}}
	frame := p.Clean.frame
	d.Matrix = invariance.TurnInFrame(frame, turn)
	taken := p.Perturbed.moved
	for k := range 3 {
		back := offMX[k] - invariance.Along(&turn[k], taken[:])
		for i := range 3 {
			d.Offset[i] += float64(frame[k][i] * back)
		}
	}
}
