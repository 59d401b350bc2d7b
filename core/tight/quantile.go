package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/bound"
)

// Quantile is the Monte Carlo of the quantile bound: from Samples draws of ρ
// around the clean cloud a lower bound κ̲ of its p-quantile, from as many
// around the perturbed one a lower bound of Pr[ρ < κ̲].
type Quantile struct {
	Problem Problem `json:"problem"`
	// Probability is p, a lower bound of the clean prediction probability.
	Probability float64 `json:"probability"`
	// Rank and Count are the error probabilities of the two steps.
	Rank    float64 `json:"rank"`
	Count   float64 `json:"count"`
	Samples int     `json:"samples"`
	Seed    string  `json:"seed"`
}

// Thresholds bracket the p-quantile of ρ under clean draws. A missing one is
// not known: no rank qualifies.
type Thresholds struct {
	Lower    *float64 `json:"lower,omitempty"`
	Estimate *float64 `json:"estimate,omitempty"`
	Upper    *float64 `json:"upper,omitempty"`
}

// Counts are the perturbed draws on the near side of each threshold.
type Counts struct{ Lower, Estimate, Upper int64 }

// Interval holds a lower bound of the tight value, the plain estimate and an upper bound,
// either bound at its level. Only Lower certifies.
type Interval struct{ Lower, Estimate, Upper float64 }

// within uses that no tight value is above the clean probability.
func (i Interval) within(p float64) Interval {
	return Interval{min(i.Lower, p), min(i.Estimate, p), min(i.Upper, p)}
}

// Clean returns the ρ of one block of clean draws (stage 1).
func (q Quantile) Clean(block int) []float64 { return q.ratios(1, block, false) }

// ratios returns the ρ of one block of a stage.
func (q Quantile) ratios(stage, block int, perturbed bool) []float64 {
	n, ratios := stream(q.Seed, stage, block), make([]float64, q.Problem.BlockDraws(q.Samples, block))
	draw := q.Problem.sampler(perturbed)
	for i := range ratios {
		ratios[i], _ = draw(n)
	}
	return ratios
}

// Thresholds takes all clean draws in block order and reorders them.
//
// κ̲ is the k-th smallest draw less the guard, k the largest rank with
// Pr[Bin(n, p) ≤ k−1] ≤ α₂. Rounding moves no draw by more than the guard, so
// κ̲ is at most the true order statistic, and that at most the p-quantile.
func (q Quantile) Thresholds(ratios []float64) Thresholds {
	n := int64(len(ratios))
	slack := q.Problem.Slack()
	p, most := bound.Gaussian(q.Probability, slack), 1-bound.Gaussian(1-q.Probability, slack)
	guard := q.Problem.guard()
	at := func(rank int64, shift float64) *float64 {
		if rank < 1 || rank > n {
			return nil
		}
		kappa := smallest(ratios, rank) + shift
		return &kappa
	}
	return Thresholds{
		Lower:    at(bound.LowerRank(n, p, q.Rank), -guard),
		Estimate: at(int64(math.Ceil(q.Probability*float64(n))), 0),
		Upper:    at(bound.UpperRank(n, most, q.Rank), guard),
	}
}

// Perturbed counts one block of perturbed draws (stage 2). For the lower bound
// a draw counts when it is below κ̲ by more than the guard: the classifier
// 1[ρ < κ̲] has a clean probability of at most p, with atoms too.
func (q Quantile) Perturbed(block int, t Thresholds) Counts {
	return q.counts(q.ratios(2, block, true), t)
}

func (q Quantile) counts(ratios []float64, t Thresholds) (c Counts) {
	guard := q.Problem.guard()
	for _, rho := range ratios {
		if t.Lower != nil && rho+guard < *t.Lower {
			c.Lower++
		}
		if t.Estimate != nil && rho <= *t.Estimate {
			c.Estimate++
		}
		if t.Upper == nil || rho-guard <= *t.Upper {
			c.Upper++
		}
	}
	return c
}

// Add returns the sum of the counts of two blocks.
func (c Counts) Add(d Counts) Counts {
	return Counts{c.Lower + d.Lower, c.Estimate + d.Estimate, c.Upper + d.Upper}
}

// Interval bounds the tight value from the counts of all blocks: Clopper–Pearson
// at α₃ on both sides, moved outward by the slack of the problem.
func (q Quantile) Interval(c Counts) Interval {
	n := int64(q.Samples)
	return Interval{
		Lower:    bound.Gaussian(bound.Lower(c.Lower, n, q.Count), q.Problem.Slack()),
		Estimate: float64(c.Estimate) / float64(n),
		Upper:    1 - bound.Gaussian(1-bound.Upper(c.Upper, n, q.Count), q.Problem.Slack()),
	}.within(q.Probability)
}

// all returns the ρ of a stage in block order.
func (q Quantile) all(stage int, perturbed bool) []float64 {
	ratios := make([]float64, 0, q.Samples)
	for block := range q.Problem.Blocks(q.Samples) {
		ratios = append(ratios, q.ratios(stage, block, perturbed)...)
	}
	return ratios
}
