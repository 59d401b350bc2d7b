package tight

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/special"
)

// known is what is computed for H: the line at log λ, and a first log λ.
type known struct {
	axis  [3]float64
	start float64
	line  func(logLambda float64) line
}

// Pilot returns d with what is chosen before the draws that count.
func (d Disagreement) Pilot() Disagreement {
	known := d.subgroup()
	d.Axis, d.LogLambda = known.axis, inRange(known.start)
	d.chooseSlab()
	p := d.drawPilot()
	d.chooseLambda(known, p)
	d.chooseControl(p)
	d.measureGains(p)
	d.chooseSlab()
	return d
}

// pilot holds pairs of draws, plain ones at even places, with their weights.
type pilot struct {
	draws   []posed
	weights []float64
}

// pilotPairs is enough: a λ off by the pilot's error costs its square.
func (d *Disagreement) pilotPairs() int { return max(128, min(800, d.Samples/12)) }

func (d *Disagreement) drawPilot() (p pilot) {
	s, n := d.newSource(), stream(d.Seed, 1, 0)
	for range d.pilotPairs() {
		p.draws = append(p.draws, *s.plain(n))
		p.weights = append(p.weights, d.weight(s.along))
		p.draws = append(p.draws, *s.slab(n))
		p.weights = append(p.weights, d.weight(s.along))
	}
	return p
}

// subgroup returns the H that proves most by itself.
func (d *Disagreement) subgroup() known {
	best, gained := d.trivial(), 0.0
	l := d.Problem.Linear
	if l == nil {
		return best
	}
	exact := *l
	exact.Slack = 0 // that of d counts at the end, in the rounding only what H adds
	pairs := exact.AxisPairs()
	if axis, ok := exact.rodAxis(); ok && l.Dimension == 3 {
		pairs = []AxisPair{{axis, axis}}
	}
	for _, axes := range pairs {
		if axes.Clean != axes.Perturbed { // L_H is the mean of L₀, which is of the aligned clouds
			continue
		}
		if k, value := d.rotations(Problem{Linear: &exact, Axial: d.Problem.Axial}.AboutPair(axes), axes.Clean); value > gained {
			best, gained = k, value
		}
	}
	return best
}

// trivial is H of the identity alone, with the closed form of the Gaussian ratio.
func (d *Disagreement) trivial() known {
	distance := d.Problem.distance()
	if distance == 0 {
		return known{line: func(logLambda float64) line { // L₀ is 1
			if logLambda < 0 {
				return line{Above: 1}
			}
			return line{Below: 1, Perturbed: 1}
		}}
	}
	z := d.score()
	if d.Reached > 0 {
		z = special.NormalQuantile(d.Reached) + distance
	}
	return known{
		start: float64(z*distance) - float64(distance*distance/2),
		line: func(logLambda float64) line {
			t := gaussianCurve(distance).at((logLambda + float64(distance*distance/2)) / distance)
			return t.known(logLambda)
		},
	}
}

// score returns Φ⁻¹(p), finite.
func (d *Disagreement) score() float64 {
	return max(-8, min(8, special.NormalQuantile(max(0, min(1, d.Probability)))))
}

// known returns the line as it travels.
func (t tangent) known(logLambda float64) line {
	return line{t.clean.below, t.clean.above, t.perturbed.below, t.perturbedErr + float64(special.Exp(logLambda)*t.cleanErr)}
}

// rotations is H of the rotations of a problem in the plane or about an axis, with the tight
// value that it has by itself, or 1 − p_min; −1 where that is not resolved.
func (d *Disagreement) rotations(h Problem, axis [3]float64) (k known, value float64) {
	t := h.Tradeoff()
	s, slack := t.pair.simplified(t.slack)
	if t.axial > 0 && t.axial <= exactParallel || s.distance <= exactParallel ||
		t.pair.norm > exactHuge || t.distance >= exactFar {
		return k, -1
	}
	p, value := d.Probability, 0.0
	if d.Reached > 0 {
		minimum, err := t.Minimum(d.Reached)
		p, value = d.Reached, 1-minimum-err
	} else {
		v, err := t.Value(p)
		value = v - err
	}
	k = known{axis: axis, start: d.trivial().start}
	width := exactWidth(max(1e-30, min(p, 1-p)))
	fine := func(logLambda float64) panelTolerance {
		return panelTolerance{exactTolerance / max(1, special.Exp(logLambda)), p > 0.5}
	}
	k.line = func(logLambda float64) line {
		var at tangent
		switch {
		case t.axial == 0 && s.perp == 0:
			at = s.parallel(s.parallelAt(logLambda, width))
		case t.axial == 0:
			at = s.line(s.swapped(), logLambda, width, fine(logLambda))
		default:
			if t.curve == nil {
				t.curve = s.smeared(t.axial)
			}
			at = t.curve.(smearedCurve).line(logLambda, fine(logLambda), width)
		}
		out := at.known(logLambda)
		out.Error += float64(0.4 * (1 + special.Exp(logLambda)) * slack)
		return out
	}
	return k, value
}

// parallelAt returns the x with ℓ(norm + x) = level for parallel clouds, the end where there is
// none.
func (s planarPair) parallelAt(level, width float64) float64 {
	curve := smearedCurve{planarPair: s}
	low, high := -s.norm, width+math.Abs(s.along)
	for range 200 {
		x := low + float64((high-low)/2)
		if x == low || x == high {
			break
		}
		if (curve.ratio(x) < level) == (s.along > 0) {
			low = x
		} else {
			high = x
		}
	}
	return low
}

// chooseLambda steps towards the λ at which the tight value touches its line, Pr_clean[L ≤ λ] =
// p, or Pr_perturbed[L ≤ λ] = the value for the smallest p that reaches it: what L differs from L_H is estimated.
func (d *Disagreement) chooseLambda(k known, p pilot) {
	ratios := make([]float64, 0, len(p.draws)/2)
	for i := 0; i < len(p.draws); i += 2 {
		ratios = append(ratios, p.draws[i].logRatio)
	}
	slices.Sort(ratios)
	d.Spread = max(1e-3, min(100, ratios[len(ratios)*3/4]-ratios[len(ratios)/4]))
	wanted := tailPair{d.Probability, 1 - d.Probability}
	if d.Reached > 0 {
		wanted = tailPair{d.Reached, 1 - d.Reached}
	}
	search := levelSearch{reach: d.Spread, slope: d.Spread / 1.35}
	for range 9 {
		d.Known = k.line(d.LogLambda)
		more := d.differing(p)
		reached := tailPair{d.Known.Below + more, d.Known.Above - more}
		if d.Reached > 0 {
			reached = tailPair{d.Known.Perturbed + more, 1 - d.Known.Perturbed - more}
		}
		gap := limited(wanted).score() - limited(reached).score()
		if !(math.Abs(gap) > 0.01) {
			return
		}
		d.LogLambda = inRange(search.next(levelTrial{d.LogLambda, gap}))
	}
	d.Known = k.line(d.LogLambda)
}

// limited keeps tails away from where a pilot tells nothing of them.
func limited(t tailPair) tailPair {
	return tailPair{max(t.below, 1e-12), max(t.above, 1e-12)}
}

// differing estimates Pr[L ≤ λ] − Pr[L_H ≤ λ], around X' for p_min.
func (d *Disagreement) differing(p pilot) (sum float64) {
	for i := range p.draws {
		z := &p.draws[i]
		below := z.logRatio <= d.LogLambda
		for _, h := range z.controls[:z.count] {
			if (h <= d.LogLambda) == below {
				continue
			}
			mass := p.weights[i] / float64(z.count)
			if d.Reached > 0 {
				mass *= special.Exp(h)
			}
			if below {
				sum += mass
			} else {
				sum -= mass
			}
		}
	}
	return sum / float64(len(p.draws))
}

// chooseSlab puts it where L₀ is λ, as wide as L strays from there. No noise is farther out than
// maxNormal allows for.
func (d *Disagreement) chooseSlab() {
	distance := d.Problem.distance()
	if distance == 0 {
		return
	}
	norm := 0.0
	if d.Problem.Linear != nil {
		norm = d.Problem.Linear.norm()
	} else {
		norm = d.Problem.Planar.Norm
	}
	d.Centre = max(-6, min(6, d.LogLambda/distance+float64(distance/2)))
	d.Slab = min(1, 3/max(norm, 1e-3))
}

// chooseControl sets the c that makes the spread of W smallest.
func (d *Disagreement) chooseControl(p pilot) {
	var x, y, xy, yy float64
	for i := 0; i < len(p.draws); i += 2 {
		a, b := d.shortfall(p.draws[i].logRatio), d.controlled(&p.draws[i])
		x += a
		y += b
		xy += float64(a * b)
		yy += float64(b * b)
	}
	d.Control = 1
	n := float64(len(p.draws) / 2)
	if variance := yy - float64(y*y)/n; variance > 1e-12*yy {
		d.Control = clamp((xy - float64(x*y)/n) / variance)
	}
}

// measureGains sets the variance of the pilot's pairs.
func (d *Disagreement) measureGains(p pilot) {
	gains, judge := make([]float64, len(p.draws)/2), d.judge()
	for i := range p.draws {
		gains[i/2] += float64(0.5 * float64(p.weights[i]*judge.gain(&p.draws[i])))
	}
	average, square, lambda := mean(gains), 0.0, d.lambda()
	for _, x := range gains {
		square += float64((x - average) * (x - average))
	}
	d.Variance = square/float64(len(gains)) + float64(1e-12*float64(lambda*lambda))
}

// upperRounding bounds what rounding does to E_clean[W].
func (d *Disagreement) upperRounding() float64 {
	return float64(2 * d.lambda() * (d.Problem.guard() + d.Problem.posesError()))
}

// ChosenNumbers is how many numbers Chosen is.
const ChosenNumbers = 13

// Numbers returns what is chosen as it travels.
func (c Chosen) Numbers() []float64 {
	return []float64{
		c.LogLambda, c.Axis[0], c.Axis[1], c.Axis[2], c.Centre, c.Slab, c.Variance, c.Control, c.Spread,
		c.Known.Below, c.Known.Above, c.Known.Perturbed, c.Known.Error,
	}
}

// ReadChosen reads it.
func ReadChosen(x []float64) Chosen {
	return Chosen{
		LogLambda: x[0], Axis: [3]float64{x[1], x[2], x[3]}, Centre: x[4], Slab: x[5], Variance: x[6], Control: x[7], Spread: x[8],
		Known: line{x[9], x[10], x[11], x[12]},
	}
}
