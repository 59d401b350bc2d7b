package tight

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// Dual is the Monte Carlo of the dual bound. Let L be the ratio of the
// group-averaged likelihoods of X' and X, and L₀ that of the two Gaussians
// themselves, X' aligned. Lagrangian duality of the Neyman–Pearson problem gives
// for every λ ≥ 0
//
//	v ≥ λp − E_clean[(λ − L)₊] = λp − c·E₀(λ) − E_clean[W],
//	W = (λ − L)₊ − c·(λ − L₀)₊ ∈ [−cλ, λ],
//
// where E₀(λ) = E_clean[(λ − L₀)₊] has a closed form: a control variate. Only the
// mean of W is drawn, and its spread is small where the gap of the quantile
// bound hurts. Any λ ≥ 0 and c ∈ [0, 1] fixed before the draws are sound; they are
// chosen from pilot draws of their own (stage 1), which do not enter the bound
// (stage 2).
type Dual struct {
	Problem Problem `json:"problem"`
	// Probability is p, a lower bound of the clean prediction probability.
	Probability float64 `json:"probability"`
	// Level is the error probability of the bound on the mean.
	Level float64 `json:"level"`
	// Inverse asks for p_min instead; Probability is not used then.
	Inverse bool   `json:"inverse,omitempty"`
	Samples int    `json:"samples"`
	Seed    string `json:"seed"`
	// LogLambda is log λ and Control is c, chosen by the pilot.
	LogLambda float64 `json:"log_lambda"`
	Control   float64 `json:"control"`
	// Spread is how far apart the quartiles of log L are in the pilot.
	Spread float64 `json:"spread"`
}

// DualDraws is what the draws of stage 2 leave: (c + W/λ)/(1 + c) ∈ [0, 1] in block order,
// and how many have ratios on the near side of thresholds about λ.
type DualDraws struct {
	Excess []float64
	Steps  DualSteps
}

// pilotDraws is enough: a λ off by the pilot's error costs its square.
const pilotDraws = 2048

// ratios returns L and L₀ of the draws of one block.
func (d Dual) ratios(stage, block, draws int) (ratios, gaussians []float64) {
	n, shift := stream(d.Seed, stage, block), d.Problem.shift()
	draw := d.Problem.sampler(false)
	for range draws {
		rho, inner := draw(n)
		ratios = append(ratios, special.Exp(rho-shift))
		gaussians = append(gaussians, special.Exp(inner-shift))
	}
	return ratios, gaussians
}

// Pilot returns d with log λ, the candidate with the best estimate on the pilot draws, and
// c, the regression coefficient there. The candidates surround the optimum of the
// orbit-based certificate and quantiles of log L.
func (d Dual) Pilot() Dual { return d.pilot(d.ratios(1, 0, pilotDraws)) }

func (d Dual) pilot(ratios, gaussians []float64) Dual {
	sorted := sortedCopy(ratios)
	d.Spread = 1e-3
	if spread := logQuantile(sorted, 0.75) - logQuantile(sorted, 0.25); spread > d.Spread {
		d.Spread = min(spread, 100)
	}
	bestValue, best := math.Inf(-1), d
	for _, k := range d.candidates(sorted) {
		trial, x := d.trial(k, ratios, gaussians)
		value := trial.value(x)
		if d.Inverse {
			value = -trial.minimum(0.5, x)
		}
		if value > bestValue {
			best, bestValue = trial, value
		}
	}
	return best
}

// trial returns d with log λ = k and the c ∈ [0, 1] that makes the spread of W
// smallest, Cov((λ−L)₊, (λ−L₀)₊)/Var((λ−L₀)₊), and the mean of (c + W/λ)/(1 + c).
func (d Dual) trial(k float64, ratios, gaussians []float64) (trial Dual, mean float64) {
	var x, y, xy, yy float64
	n, inverse := float64(len(ratios)), special.Exp(-k)
	for i := range ratios {
		a, b := shortfall(ratios[i], inverse), shortfall(gaussians[i], inverse)
		x += a
		y += b
		xy += float64(a * b)
		yy += float64(b * b)
	}
	trial = d
	trial.LogLambda, trial.Control = k, 1
	if variance := yy - float64(y*y)/n; variance > 1e-12*yy {
		trial.Control = clamp((xy - float64(x*y)/n) / variance)
	}
	c := trial.Control
	return trial, clamp((c + (x-float64(c*y))/n) / (1 + c))
}

// candidates returns values of log λ: around d·Φ⁻¹(p) − d²/2 and the p-quantile of
// log L; for p_min around the former at p = Φ(d), and many quantiles.
func (d Dual) candidates(sorted []float64) (ks []float64) {
	distance := d.Problem.distance()
	z := distance
	if !d.Inverse {
		z = special.NormalQuantile(d.Probability)
	}
	orbit := float64(z*distance) - float64(distance*distance/2)
	for j := -12.0; j <= 12; j++ {
		ks = append(ks, inRange(orbit+float64(0.1*j*distance)))
		if d.Inverse {
			ks = append(ks, inRange(logQuantile(sorted, 0.74+float64(0.02*j))))
		} else {
			ks = append(ks, inRange(logQuantile(sorted, d.Probability)+float64(0.05*j*d.Spread)))
		}
	}
	return ks
}

// logQuantile returns the logarithm of a quantile of sorted ratios.
func logQuantile(sorted []float64, p float64) float64 {
	return special.Log(sorted[max(0, min(len(sorted)-1, int(p*float64(len(sorted)))))])
}

// inRange keeps λ and 1/λ finite.
func inRange(logLambda float64) float64 { return max(-600, min(600, logLambda)) }

// Draws returns the draws of one block of stage 2.
func (d Dual) Draws(block int) DualDraws {
	return d.left(d.ratios(2, block, d.Problem.BlockDraws(d.Samples, block)))
}

// left returns what draws with these ratios leave.
func (d Dual) left(ratios, gaussians []float64) DualDraws {
	return DualDraws{d.excess(ratios, gaussians), d.steps(ratios)}
}

// Run does both stages: it returns d with λ and c chosen, and all draws of stage 2.
func (d Dual) Run() (chosen Dual, draws DualDraws) {
	d = d.Pilot()
	return d, d.draws()
}

// draws returns all draws of stage 2.
func (d Dual) draws() (all DualDraws) {
	all.Excess = make([]float64, 0, d.Samples)
	for block := range d.Problem.Blocks(d.Samples) {
		draws := d.Draws(block)
		all.Excess = append(all.Excess, draws.Excess...)
		all.Steps = all.Steps.Add(draws.Steps)
	}
	return all
}

// excess turns L and L₀ into (c + W/λ)/(1 + c).
func (d Dual) excess(ratios, gaussians []float64) []float64 {
	out, inverse := make([]float64, len(ratios)), special.Exp(-d.LogLambda)
	for i := range out {
		w := shortfall(ratios[i], inverse) - float64(d.Control*shortfall(gaussians[i], inverse))
		out[i] = clamp((d.Control + w) / (1 + d.Control))
	}
	return out
}

// shortfall returns (1 − L/λ)₊ for 1/λ > 0.
func shortfall(l, inverse float64) float64 { return positive(1 - float64(l*inverse)) }

// positive is max(0, x), NaN for NaN; in WebAssembly max is a call.
func positive(x float64) float64 {
	if x <= 0 {
		return 0
	}
	return x
}

// shortfallMean returns E_clean[(λ − L)₊]/λ = c·E₀(λ)/λ + w for the mean w of
// W/λ, given as x = (c + w)/(1 + c), with
// E₀(λ)/λ = Φ((k + d²/2)/d) − Φ((k − d²/2)/d)/λ, k = log λ.
func (d Dual) shortfallMean(x float64) float64 {
	distance, k := d.Problem.distance(), d.LogLambda
	w := float64((1+d.Control)*x) - d.Control
	if distance == 0 {
		return float64(d.Control*shortfall(1, special.Exp(-k))) + w
	}
	half := float64(distance * distance / 2)
	near := special.NormalCDF((k + half) / distance)
	far := special.NormalCDF((k - half) / distance)
	return float64(d.Control*(near-float64(far*special.Exp(-k)))) + w
}

// value returns λp − E_clean[(λ − L)₊].
func (d Dual) value(x float64) float64 {
	return special.Exp(d.LogLambda) * (d.Probability - d.shortfallMean(x))
}

// minimum returns (v + E_clean[(λ − L)₊])/λ: with at least that clean
// probability the perturbed one is at least v.
func (d Dual) minimum(v, x float64) float64 {
	return float64(v*special.Exp(-d.LogLambda)) + d.shortfallMean(x)
}

// Interval bounds the tight value from all draws of stage 2. The value is at most p.
func (d Dual) Interval(draws DualDraws) Interval {
	return Interval{
		Lower:    d.Lower(draws),
		Estimate: clamp(d.value(mean(draws.Excess))),
		Upper:    d.upper(draws),
	}.within(d.Probability)
}

// Lower is the lower end: a betting bound on the mean of W, less what rounding can do to
// it, moved by the slack of the problem.
func (d Dual) Lower(draws DualDraws) float64 {
	slack := d.Problem.Slack()
	moved := d
	moved.Probability = bound.Gaussian(d.Probability, slack)
	lower := moved.value(bound.UpperMean(draws.Excess, d.Level)) - d.rounding()
	return bound.Gaussian(clamp(lower), slack)
}

// rounding bounds the error of λp − E_clean[(λ − L)₊], given the mean of W.
func (d Dual) rounding() float64 {
	return float64(special.Exp(d.LogLambda)*(float64(2*d.Problem.guard())+1e-12)) + 1e-12
}

func sortedCopy(xs []float64) []float64 {
	sorted := slices.Clone(xs)
	slices.Sort(sorted)
	return sorted
}

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
