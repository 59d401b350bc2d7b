package tight

import (
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// One λ tells nothing of how far the value is above its line. D(λ) = E_clean[(λ − L)₊] is
// convex with the slope P(λ) = Pr_clean[L ≤ λ], and v(p) = max λp − D(λ). So a lower bound
// of D at one λ and bounds of P at thresholds on either side, binomial ones, bound D from
// below everywhere, and v from above. That costs little: where P is known to ε, the bound is
// above the value by some ε² over the density of L.

// dualSteps is how many thresholds there are on either side of λ, and dualStep how far the
// first is from it, in units of the spread; each is about twice as far as the one before.
const (
	dualSteps = 8
	dualStep  = 0.01
)

// DualSteps counts draws: Above[i] have L ≤ λe^{sᵢ} and Below[i] L ≤ λe^{−sᵢ} whatever
// rounding has done to L, which makes the former fewer and the latter more; s₀ = 0.
type DualSteps struct{ Above, Below [dualSteps + 1]int64 }

// Add returns the counts of two blocks together.
func (s DualSteps) Add(t DualSteps) DualSteps {
	for i := range s.Above {
		s.Above[i] += t.Above[i]
		s.Below[i] += t.Below[i]
	}
	return s
}

// offset returns sᵢ.
func (d Dual) offset(i int) float64 {
	return float64(dualStep * d.Spread * float64(int(1)<<i-1))
}

// threshold returns λ moved by a part of its logarithm.
func (d Dual) threshold(move float64) float64 { return special.Exp(d.LogLambda + move) }

// steps counts the ratios of one block.
func (d Dual) steps(ratios []float64) (s DualSteps) {
	guard := d.Problem.guard() + 1e-12
	for i := range s.Above {
		above, below := d.threshold(d.offset(i)-guard), d.threshold(guard-d.offset(i))
		for _, l := range ratios {
			if l <= above {
				s.Above[i]++
			}
			if l <= below {
				s.Below[i]++
			}
		}
	}
	return s
}

// upper bounds the tight value from above, at the level that Lower has, moved by the slack
// of the problem: half of the level is D's, and all bounds of P share the rest.
func (d Dual) upper(draws DualDraws) float64 {
	slack := d.Problem.Slack()
	p := 1 - bound.Gaussian(1-d.Probability, slack)
	least := float64(special.Exp(d.LogLambda)*d.shortfallMean(bound.LowerMean(draws.Excess, d.Level/2))) - d.rounding()
	n, level := int64(len(draws.Excess)), d.Level/(4*(dualSteps+1))
	v := max(d.rightOf(p, least, draws.Steps, n, level), d.leftOf(p, least, draws.Steps, n, level)) + 1e-12
	return 1 - bound.Gaussian(1-clamp(v), slack)
}

// rightOf bounds λp − D(λ) for thresholds from λ on, given a lower bound of D at λ. D is at
// least λ − 1 as well.
func (d Dual) rightOf(p, least float64, s DualSteps, n int64, level float64) float64 {
	for i := 0; ; i++ {
		lambda, slope := d.threshold(d.offset(i)), bound.Lower(s.Above[i], n, level)
		if slope >= p {
			return float64(lambda*p) - least
		}
		if i == dualSteps {
			v := float64(lambda*slope) - least
			return 1 - float64((1-v)*((1-p)/(1-slope)))
		}
		least += float64(slope * (d.threshold(d.offset(i+1)) - lambda))
	}
}

// leftOf bounds it for thresholds up to λ. D is at least 0 as well.
func (d Dual) leftOf(p, least float64, s DualSteps, n int64, level float64) float64 {
	for i := 0; ; i++ {
		lambda, slope := d.threshold(-d.offset(i)), bound.Upper(s.Below[i], n, level)
		if slope <= p {
			return float64(lambda*p) - least
		}
		if i == dualSteps {
			return float64(max(0, float64(lambda*slope)-least) * (p / slope))
		}
		least -= float64(slope * (lambda - d.threshold(-d.offset(i+1))))
	}
}

// numbers of DualSteps as they travel, after the draws of a block.
const dualNumbers = 2 * (dualSteps + 1)

// Numbers returns the draws of a block as they travel.
func (d DualDraws) Numbers() []float64 {
	for i := range d.Steps.Above {
		d.Excess = append(d.Excess, float64(d.Steps.Above[i]), float64(d.Steps.Below[i]))
	}
	return d.Excess
}

// Count returns how many numbers the draws of a block travel as.
func (d Dual) Count(block int) int { return d.Problem.BlockDraws(d.Samples, block) + dualNumbers }

// Read puts the numbers of all blocks together, in block order.
func (d Dual) Read(numbers []float64) (draws DualDraws) {
	for block := range d.Problem.Blocks(d.Samples) {
		count := d.Count(block)
		part := numbers[:count]
		numbers = numbers[count:]
		draws.Excess = append(draws.Excess, part[:count-dualNumbers]...)
		var s DualSteps
		for i := range s.Above {
			pair := part[count-dualNumbers+2*i:]
			s.Above[i], s.Below[i] = int64(pair[0]), int64(pair[1])
		}
		draws.Steps = draws.Steps.Add(s)
	}
	return draws
}
