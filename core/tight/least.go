package tight

import "github.com/orbitcert/orbitcert/core/bound"

// QuantileRatios are the ρ of all draws of a quantile bound, around both clouds.
type QuantileRatios struct {
	quantile         Quantile
	clean, perturbed []float64
}

// Ratios draws them; the probability of q is not used.
func (q Quantile) Ratios() *QuantileRatios {
	return &QuantileRatios{q, q.all(1, false), q.all(2, true)}
}

// Lower returns the lower end of the interval at p.
func (r *QuantileRatios) Lower(p float64) float64 {
	q := r.quantile
	q.Probability = p
	return q.Interval(q.counts(r.perturbed, q.Thresholds(r.clean))).Lower
}

// Minimum bounds p_min from above: κ̄ is an upper bound of the median of ρ under perturbed
// draws at level Count, and p_min at most the Clopper–Pearson bound at level Rank of the
// clean draws with ρ ≤ κ̄.
func (r *QuantileRatios) Minimum() float64 {
	q := r.quantile
	n, slack, guard := int64(q.Samples), q.Problem.Slack(), q.Problem.guard()
	rank := bound.UpperRank(n, 1-bound.Gaussian(0.5, slack), q.Count)
	if rank > n {
		return 1
	}
	kappa, count := smallest(r.perturbed, rank)+guard, int64(0)
	for _, rho := range r.clean {
		if rho-guard <= kappa {
			count++
		}
	}
	return 1 - bound.Gaussian(1-bound.Upper(count, n, q.Rank), slack)
}
