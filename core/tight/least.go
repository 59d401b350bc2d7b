package tight

import (
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// The draws of a problem do not depend on p. Kept, they tell what a bound for any p would
// be, to the last bit, and so which p certifies with them.

// DualRatios are the ratios of all draws of a dual bound.
type DualRatios struct {
	dual             Dual
	pilot, pilotBase []float64
	ratios, base     []float64
}

// Ratios draws them; the probability of d is not used.
func (d Dual) Ratios() *DualRatios {
	r := &DualRatios{dual: d}
	r.pilot, r.pilotBase = d.ratios(1, 0, pilotDraws)
	for block := range d.Problem.Blocks(d.Samples) {
		ratios, gaussians := d.ratios(2, block, d.Problem.BlockDraws(d.Samples, block))
		r.ratios, r.base = append(r.ratios, ratios...), append(r.base, gaussians...)
	}
	return r
}

// Lower returns the lower end of the interval at p.
func (r *DualRatios) Lower(p float64) float64 {
	d := r.dual
	d.Probability = p
	d = d.pilot(r.pilot, r.pilotBase)
	return min(d.Lower(DualDraws{Excess: d.excess(r.ratios, r.base)}), p)
}

// Minimum bounds p_min from above, the smallest clean probability with which the perturbed
// one is at least ½: by a λ of its own.
func (r *DualRatios) Minimum() float64 {
	d := r.dual
	d.Inverse = true
	d = d.pilot(r.pilot, r.pilotBase)
	slack := d.Problem.Slack()
	half := 1 - bound.Gaussian(0.5, slack)
	p := d.minimum(half, bound.UpperMean(d.excess(r.ratios, r.base), d.Level)) + float64(d.rounding()*special.Exp(-d.LogLambda))
	return 1 - bound.Gaussian(1-clamp(p), slack)
}

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
