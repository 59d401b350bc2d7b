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

// upperSteps is how many thresholds there are on either side of λ, and upperStep how far the
// first is from it, in units of the spread; each is about twice as far as the one before.
const (
	upperSteps = 8
	upperStep  = 0.01
)

// Steps counts draws: Above[i] have L ≤ λe^{sᵢ} and Below[i] L ≤ λe^{−sᵢ} whatever
// rounding has done to L, which makes the former fewer and the latter more; s₀ = 0.
type Steps struct{ Above, Below [upperSteps + 1]int64 }

// Add returns the counts of two blocks together.
func (s Steps) Add(t Steps) Steps {
	for i := range s.Above {
		s.Above[i] += t.Above[i]
		s.Below[i] += t.Below[i]
	}
	return s
}

// offset returns sᵢ.
func (d *Disagreement) offset(i int) float64 {
	return float64(upperStep * d.Spread * float64(int(1)<<i-1))
}

// threshold returns λ moved by a part of its logarithm.
func (d *Disagreement) threshold(move float64) float64 { return special.Exp(d.LogLambda + move) }

// steps counts the ratios of one block.
func (d *Disagreement) steps(ratios []float64) (s Steps) {
	guard := d.Problem.guard() + 1e-12
	for i := range s.Above {
		above, below := d.LogLambda+(d.offset(i)-guard), d.LogLambda+(guard-d.offset(i))
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

// upperLevel is the error probability of an upper end. Nothing is certified by one, so that
// nobody gains by a search for draws that make it false: 2⁻⁴⁰, which Lower has, would leave it
// as far above the value with a third of the draws. That of eight looks and targets together
// is 0.001.
const upperLevel = 0x1p-13

// upper bounds the tight value from above, moved by the slack of the problem: half of the level
// is D's, and all bounds of P share the rest.
func (d *Disagreement) upper(draws DisagreementDraws) float64 {
	slack := d.Problem.Slack()
	p := 1 - bound.Gaussian(1-d.Probability, slack)
	level := max(d.Level, upperLevel)
	least := d.Known.shortfall(d.lambda()) - d.gain(bound.LowerMean(draws.Excess, level/2)) - d.rounding() - d.upperRounding()
	n := int64(len(draws.Excess))
	level /= 4 * (upperSteps + 1)
	v := max(d.rightOf(p, least, draws.Steps, n, level), d.leftOf(p, least, draws.Steps, n, level)) + 1e-12
	return 1 - bound.Gaussian(1-clamp(v), slack)
}

// rightOf bounds λp − D(λ) for thresholds from λ on, given a lower bound of D at λ. D is at
// least λ − 1 as well.
func (d *Disagreement) rightOf(p, least float64, s Steps, n int64, level float64) float64 {
	for i := 0; ; i++ {
		lambda, slope := d.threshold(d.offset(i)), bound.Lower(s.Above[i], n, level)
		if slope >= p {
			return float64(lambda*p) - least
		}
		if i == upperSteps {
			v := float64(lambda*slope) - least
			return 1 - float64((1-v)*((1-p)/(1-slope)))
		}
		least += float64(slope * (d.threshold(d.offset(i+1)) - lambda))
	}
}

// leftOf bounds it for thresholds up to λ. D is at least 0 as well.
func (d *Disagreement) leftOf(p, least float64, s Steps, n int64, level float64) float64 {
	for i := 0; ; i++ {
		lambda, slope := d.threshold(-d.offset(i)), bound.Upper(s.Below[i], n, level)
		if slope <= p {
			return float64(lambda*p) - least
		}
		if i == upperSteps {
			return float64(max(0, float64(lambda*slope)-least) * (p / slope))
		}
		least -= float64(slope * (lambda - d.threshold(-d.offset(i+1))))
	}
}

// stepNumbers is how many numbers Steps travel as, after the draws of a block.
const stepNumbers = 2 * (upperSteps + 1)

// Numbers returns the draws of a block as they travel.
func (d DisagreementDraws) Numbers() []float64 {
	numbers := append(append([]float64(nil), d.Gains...), d.Excess...)
	for i := range d.Steps.Above {
		numbers = append(numbers, float64(d.Steps.Above[i]), float64(d.Steps.Below[i]))
	}
	return numbers
}

// Count returns how many numbers the draws of a block travel as.
func (d *Disagreement) Count(block int) int {
	return 2*pairsIn(d.Problem.blockDraws(d.Samples, block)) + stepNumbers
}

// Read puts the numbers of all blocks together, in block order.
func (d *Disagreement) Read(numbers []float64) (draws DisagreementDraws) {
	for block := range d.Problem.Blocks(d.Samples) {
		count := d.Count(block)
		part := numbers[:count]
		numbers = numbers[count:]
		pairs := (count - stepNumbers) / 2
		draws.Gains = append(draws.Gains, part[:pairs]...)
		draws.Excess = append(draws.Excess, part[pairs:2*pairs]...)
		var s Steps
		for i := range s.Above {
			s.Above[i], s.Below[i] = int64(part[2*pairs+2*i]), int64(part[2*pairs+2*i+1])
		}
		draws.Steps = draws.Steps.Add(s)
	}
	return draws
}
