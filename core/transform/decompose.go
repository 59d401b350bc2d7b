package transform

import (
	"math"
	"slices"

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

// Decompositions returns the decomposition without a transformation, the one that leaves least of ‖Δ‖, a transformation alone where one fits, and
// the one that leaves least of ‖parameters/s‖² + ‖gΔ‖²/σ², where g is how far noise of one standard deviation stretches Δ. Every
// decomposition is sound; which of them proves the most depends on the probabilities.
func (p *Problem) Decompositions() []Decomposition {
	p.shift()
	still := p.turned(Parameters{})
	found := []Decomposition{p.measured(still)}
	if still.cost == 0 {
		return found
	}
	alone := p.least(leastOfSigma)
	for _, d := range []Decomposition{alone, p.least(1 / min(p.stretch(alone.Difference), mostStretch))} {
		if !slices.ContainsFunc(found, d.sameAs) {
			found = append(found, d)
		}
	}
	return found
}

// least returns the decomposition that leaves least of ‖parameters/s‖² + ‖Δ‖²/(wσ)².
func (p *Problem) least(w float64) Decomposition {
	full := p.weighed(w)
	near := p.thinned().weighed(w).nearest()
	return p.measured(full.descend(full.turned(near.Parameters)))
}

// stretch returns about how far noise of one standard deviation stretches a Δ that rises as this one and counts, being at least σ long.
func (p *Problem) stretch(d Difference) float64 {
	one := Parameters{p.Noise.Twist, p.Noise.Taper, p.Noise.Scale, [2]float64{p.Noise.Shear, 0}}
	d.Distance = max(d.Distance, p.Sigma)
	return min(d.Growth(one), d.Apart(one)/d.Distance)
}

const (
	// leastOfSigma is how many σ rounding may leave of a Δ, next to nothing in any bound.
	leastOfSigma = 1e-9
	mostStretch  = 1e3
)

// weighed returns the problem with another σ.
func (p *Problem) weighed(w float64) *Problem {
	other := *p
	other.Sigma = float64(w * p.Sigma)
	return &other
}

// nearest returns the best state that a descent from one of the starts ends in.
func (p *Problem) nearest() state {
	best := p.turned(Parameters{})
	for _, start := range p.starts() {
		if s := p.descend(start); s.cost < best.cost {
			best = s
		}
	}
	return best
}

func (d *Decomposition) sameAs(other Decomposition) bool { return d.Parameters == other.Parameters }

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
