package population

import (
	"math"
	"strconv"

	"github.com/orbitcert/orbitcert/core/bound"
)

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

// Places returns how many places of a percentage the interval of a share of clouds carries: one if both ends are less than a percent
// away, else none. Each end is Share, of those that count or of the others, without wrong certificates.
func Places(share float64, clouds int) int {
	count, all := int64(float64(share*float64(clouds))+0.5), int64(clouds)
	if share-Share(count, all, 0) < 0.01 && 1-share-Share(all-count, all, 0) < 0.01 {
		return 1
	}
	return 0
}

// Down rounds a share down to so many places of a percentage. A share that the rounding of floats has put below such a number is that
// number: 0.29 is 29 %. The room that Share leaves covers this.
func Down(share float64, places int) float64 {
	parts := 100.0
	for range places {
		parts *= 10
	}
	return math.Floor(math.Nextafter(float64(share*parts), math.Inf(1))) / parts
}

// Percent writes a share of clouds in percent, rounded down, with the places that its interval carries.
func Percent(share float64, clouds int) string {
	places := Places(share, clouds)
	return strconv.FormatFloat(100*Down(share, places), 'f', places, 64) + " %"
}
