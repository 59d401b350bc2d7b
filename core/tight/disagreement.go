package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// Disagreement is the Monte Carlo of the tight value. Let L be the ratio of the
// group-averaged likelihoods of X' and X, and L_H that of an average over a subgroup H, of
// which more is known. Lagrangian duality of the Neyman–Pearson problem gives for every λ ≥ 0
//
//	v ≥ λp − E_clean[(λ − L)₊] = λp − E_clean[(λ − L_H)₊] + E_clean[Y],
//	Y = |λ − L_H|·1{L and L_H lie on different sides of λ} ≥ 0,
//
// because L is the mean of L_H over the orbit of Z under the clean draws, and {L < λ} is known
// from the orbit. The first mean is computed (see line). So what is drawn is the mean of a
// variable that is not negative and is 0 wherever the two classifiers agree: a lower bound of it
// needs no upper range.
//
// Any λ, H, slab and bets fixed before the draws are sound; they are chosen from draws of their
// own (stage 1), which do not enter the bound (stage 2).
type Disagreement struct {
	Problem Problem `json:"problem"`
	// Probability is p, a lower bound of the clean prediction probability.
	Probability float64 `json:"probability"`
	// Level is the error probability of the lower end.
	Level float64 `json:"level"`
	// Reached asks for the smallest p with this value instead, where it is above 0; Probability is not used then.
	Reached float64 `json:"reached,omitempty"`
	Samples int     `json:"samples"`
	Seed    string  `json:"seed"`
	Chosen
}

// Chosen is what the pilot chooses.
type Chosen struct {
	LogLambda float64 `json:"log_lambda"`
	// Axis is that of the rotations H in space, zeros where H is trivial. In the plane H are all rotations,
	// where the group has reflections too.
	Axis [3]float64 `json:"axis"`
	// Slab is the standard deviation of t = ⟨Z − X, Δ⟩/(σ‖Δ‖) around Centre in every other draw,
	// 0 where all are plain.
	Centre float64 `json:"centre"`
	Slab   float64 `json:"slab"`
	// Variance is that of the gains of pairs, which the bets follow from.
	Variance float64 `json:"variance"`
	// Control is the share of (λ − L_H)₊ taken from (λ − L)₊ for the upper end, Spread how far
	// apart the quartiles of log L are.
	Control float64 `json:"control"`
	Spread  float64 `json:"spread"`
	// Known is what is computed for H.
	Known line `json:"known"`
}

// line is what is computed for H at λ: P = Pr_clean[L_H ≤ λ] and its complement, V =
// Pr_perturbed[L_H ≤ λ], and how far λP − V may be from E_clean[(λ − L_H)₊].
type line struct {
	Below     float64 `json:"below"`
	Above     float64 `json:"above"`
	Perturbed float64 `json:"perturbed"`
	Error     float64 `json:"error"`
}

// at returns λp − E_clean[(λ − L_H)₊] for a probability and its complement.
func (l line) at(lambda float64, p tailPair) float64 {
	gap := p.below - l.Below
	if p.below > 0.5 {
		gap = l.Above - p.above
	}
	return l.Perturbed + float64(lambda*gap)
}

// shortfall returns E_clean[(λ − L_H)₊].
func (l line) shortfall(lambda float64) float64 { return float64(lambda*l.Below) - l.Perturbed }

// DisagreementDraws is what the draws of stage 2 leave.
type DisagreementDraws struct {
	// Gains are lower ends of Y, each the mean over a plain draw and one from the slab.
	Gains []float64
	// Excess is (c + W/λ)/(1 + c) ∈ [0, 1] for the plain draws, W = (λ − L)₊ − c(λ − L_H)₊, and
	// Steps tells how many of them have ratios on the near side of thresholds about λ.
	Excess []float64
	Steps  Steps
}

// lambda returns λ.
func (d *Disagreement) lambda() float64 { return special.Exp(d.LogLambda) }

// Run does both stages: it returns d with what the pilot chooses, and all draws of stage 2.
func (d Disagreement) Run() (chosen Disagreement, draws DisagreementDraws) {
	d = d.Pilot()
	return d, d.draws()
}

// draws returns all draws of stage 2.
func (d Disagreement) draws() (all DisagreementDraws) {
	for block := range d.Problem.Blocks(d.Samples) {
		draws := d.Draws(block)
		all.Gains = append(all.Gains, draws.Gains...)
		all.Excess = append(all.Excess, draws.Excess...)
		all.Steps = all.Steps.Add(draws.Steps)
	}
	return all
}

// Draws returns the draws of one block of stage 2.
func (d Disagreement) Draws(block int) DisagreementDraws {
	return d.pairs(2, block, pairsIn(d.Problem.blockDraws(d.Samples, block)))
}

// pairsIn returns how many pairs so many draws make; one draw makes one.
func pairsIn(draws int) int { return (draws + 1) / 2 }

// pairs draws so many pairs of one block of a stage.
func (d Disagreement) pairs(stage, block, count int) (out DisagreementDraws) {
	s, n := d.newSource(), stream(d.Seed, stage, block)
	plain := make([]float64, count)
	out.Gains, out.Excess = make([]float64, count), make([]float64, count)
	judge := d.judge()
	for i := range count {
		z := s.plain(n)
		out.Gains[i] = float64(d.weight(s.along) * judge.gain(z))
		plain[i], out.Excess[i] = z.logRatio, d.excess(z)
		z = s.slab(n)
		out.Gains[i] = float64(0.5 * (out.Gains[i] + float64(d.weight(s.along)*judge.gain(z))))
	}
	out.Steps = d.steps(plain)
	return out
}

// weight returns the density of a plain draw with this t over that of a draw of either kind.
func (d *Disagreement) weight(t float64) float64 {
	if d.Slab == 0 {
		return 1
	}
	y := (t - d.Centre) / d.Slab
	return 2 / (1 + special.Exp((float64(t*t)-float64(y*y))/2)/d.Slab)
}

// judge bounds Y from below whatever rounding has done to log L and log L_H.
type judge struct {
	// level is log λ; L is surely on a side of λ where log L is beyond guard from it.
	level, guard float64
	lambda       float64
	// less is the share that errors of L_H and of the poses can take.
	less float64
}

func (d *Disagreement) judge() judge {
	return judge{d.LogLambda, d.Problem.guard() + 1e-12, d.lambda(), d.Problem.posesError() + 1e-12}
}

// gain returns the mean of Y over the poses of a draw.
func (j *judge) gain(z *posed) (sum float64) {
	switch {
	case z.logRatio > j.level+j.guard:
		for _, h := range z.controls[:z.count] {
			if h < j.level {
				sum += positive(j.lambda - float64(special.Exp(h+z.err)*(1+j.less)))
			}
		}
	case z.logRatio < j.level-j.guard:
		for _, h := range z.controls[:z.count] {
			if h > j.level {
				sum += positive(float64(special.Exp(h-z.err)*(1-j.less)) - j.lambda)
			}
		}
	}
	return float64(sum*positive(1-j.less)) / float64(z.count)
}

// excess turns L and L_H into (c + W/λ)/(1 + c).
func (d *Disagreement) excess(z *posed) float64 {
	w := d.shortfall(z.logRatio)
	if d.Control > 0 {
		w -= float64(d.Control * d.controlled(z))
	}
	return clamp((d.Control + w) / (1 + d.Control))
}

// controlled returns the mean of (1 − L_H/λ)₊ over the poses, rounded up.
func (d *Disagreement) controlled(z *posed) (sum float64) {
	for _, h := range z.controls[:z.count] {
		sum += d.shortfall(h - z.err)
	}
	return sum / float64(z.count)
}

// shortfall returns (1 − L/λ)₊.
func (d *Disagreement) shortfall(logRatio float64) float64 {
	if logRatio >= d.LogLambda {
		return 0
	}
	return 1 - special.Exp(logRatio-d.LogLambda)
}

// positive is max(0, x), NaN for NaN; in WebAssembly max is a call.
func positive(x float64) float64 {
	if x <= 0 {
		return 0
	}
	return x
}

// Interval holds a lower bound of the tight value, the plain estimate and an upper bound,
// either bound at its level. Only Lower certifies.
type Interval struct{ Lower, Estimate, Upper float64 }

// within uses that no tight value is above the clean probability.
func (i Interval) within(p float64) Interval {
	return Interval{min(i.Lower, p), min(i.Estimate, p), min(i.Upper, p)}
}

// Interval bounds the tight value from all draws of stage 2. The value is at most p.
func (d Disagreement) Interval(draws DisagreementDraws) Interval {
	return Interval{
		Lower:    d.Lower(draws),
		Estimate: clamp(d.estimate(draws)),
		Upper:    d.upper(draws),
	}.within(d.Probability)
}

// Lower is the lower end: a betting bound on the mean of Y, less the errors of what is
// computed, moved by the slack of the problem.
func (d Disagreement) Lower(draws DisagreementDraws) float64 {
	slack, lambda := d.Problem.Slack(), d.lambda()
	value := d.Known.at(lambda, movedTails(d.Probability, slack)) + d.gained(draws)
	return bound.Gaussian(clamp(value-d.rounding()), slack)
}

// LowerAt returns the lower end at another probability, with draws of its own from the seed.
func (d Disagreement) LowerAt(p float64) float64 {
	d.Probability = p
	d, draws := d.Run()
	return min(d.Lower(draws), p)
}

// Minimum bounds from above the smallest clean probability with which the perturbed
// one is at least a value: (value + E_clean[(λ − L)₊])/λ, with a λ of its own.
func (d Disagreement) Minimum(value float64) float64 {
	d.Reached = value
	d, draws := d.Run()
	slack, lambda := d.Problem.Slack(), d.lambda()
	moved := 1 - bound.Gaussian(1-value, slack)
	above := moved + d.Known.shortfall(lambda) - d.gained(draws) + d.rounding()
	return 1 - bound.Gaussian(1-clamp(above/lambda), slack)
}

// estimate is the plain one.
func (d *Disagreement) estimate(draws DisagreementDraws) float64 {
	return d.Known.at(d.lambda(), tailPair{d.Probability, 1 - d.Probability}) + mean(draws.Gains)
}

// gain returns E_clean[(λ − L_H)₊] − E_clean[(λ − L)₊] for a mean of (c + W/λ)/(1 + c).
func (d *Disagreement) gain(excess float64) float64 {
	c, lambda := d.Control, d.lambda()
	return float64((1-c)*d.Known.shortfall(lambda)) - float64(lambda*(float64((1+c)*excess)-c))
}

// gained bounds the mean of Y from below.
func (d *Disagreement) gained(draws DisagreementDraws) float64 {
	bet := math.Sqrt(-2 * special.Log(max(d.Level, 1e-300)) / (float64(max(1, len(draws.Gains))) * d.Variance))
	return bound.LowerPositiveMean(draws.Gains, bet, d.Level)
}

// rounding bounds the error of λp − E_clean[(λ − L_H)₊] and of what is added to it.
func (d *Disagreement) rounding() float64 { return d.Known.Error + float64(1e-12*(1+d.lambda())) }

func clamp(x float64) float64 {
	if x > 1 {
		return 1
	}
	return positive(x)
}

func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}

// inRange keeps λ and 1/λ finite.
func inRange(logLambda float64) float64 { return max(-600, min(600, logLambda)) }
