package population

import "github.com/orbitcert/orbitcert/core/bound"

// Confidence is the probability with which a lower bound of a share holds.
const Confidence = 0.95

// shareError bounds the relative rounding of Share, with room.
const shareError = 1e-15

// Share returns a lower bound of the share of all clouds that are right and robust: (b − α)/(1 − α), where b is the
// Clopper–Pearson bound of the count, and 0 where that is negative. The share is below it with probability 1 − Confidence.
//
// Of total clouds, count were certified and predicted correctly, each certificate wrong with probability at most level, so
// that Pr[certified and correct] ≤ θ + α(1 − θ) for the share θ. Domain: 0 ≤ count ≤ total, 0 ≤ level < 1; 0 for total = 0.
func Share(count, total int64, level float64) float64 {
	if total == 0 {
		return 0
	}
	b := bound.Lower(count, total, 1-Confidence)
	return max(0, (b-level)/(1-level)*(1-4*shareError))
}
