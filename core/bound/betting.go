package bound

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// maxBet keeps every factor of the capital above 1 − maxBet.
const maxBet = 0.99

// UpperMean returns an upper confidence bound for the mean of independent
// draws from one distribution on [0, 1], in the order they were drawn: the mean
// exceeds it with probability at most α.
//
// A gambler who believes that the mean is below m starts with 1 and bets bᵢ on
// draw i, which multiplies the capital by 1 + bᵢ(m − xᵢ). If the mean is m or
// more, the capital is a nonnegative supermartingale and reaches 1/α with
// probability at most α (Ville). The bound is the smallest m at which it does.
// The bets depend on earlier draws alone: √(2 log(1/α)/(n·variance)), at most
// maxBet/(1 − m).
//
// Source: I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random
// variables by betting", J. R. Stat. Soc. B 86 (2024).
// Special cases: 1 for no draws.
func UpperMean(draws []float64, alpha float64) float64 {
	if len(draws) == 0 {
		return 1
	}
	bets := predictableBets(draws, alpha)
	mean := average(draws)
	low, high := mean, 1.0
	for high-low > 1e-12+betterThan*(high-mean) {
		m := low + (high-low)/2
		if reaches(draws, bets, m, alpha) {
			high = m
		} else {
			low = m
		}
	}
	return high
}

// betterThan is the part of its distance from the mean by which UpperMean may be
// above the smallest m.
const betterThan = 1. / 2048

func average(draws []float64) float64 {
	sum := 0.0
	for _, x := range draws {
		sum += x
	}
	return min(1, sum/float64(len(draws)))
}

// LowerMean returns a lower confidence bound: 1 − UpperMean of 1 − x.
func LowerMean(draws []float64, alpha float64) float64 {
	mirrored := make([]float64, len(draws))
	for i, x := range draws {
		mirrored[i] = 1 - x
	}
	return 1 - UpperMean(mirrored, alpha)
}

// predictableBets returns the bet on each draw before the cap that depends on
// m, from the running mean and variance of the draws before it, started with
// one draw at ½ and one unit of variance ¼.
func predictableBets(draws []float64, alpha float64) []float64 {
	bets := make([]float64, len(draws))
	want := -2 * math.Log(alpha) / float64(len(draws))
	sum, squares := 0.5, 0.25
	for i, x := range draws {
		count := float64(i + 1)
		bets[i] = math.Sqrt(want * count / squares)
		sum += x
		rest := x - sum/(count+1)
		squares += float64(rest * rest)
	}
	return bets
}

// reaches tells whether the capital reaches 1/α at any time. A capital that
// fell so low that it vanished stays there. The margin covers the rounding of
// the products.
func reaches(draws, bets []float64, m, alpha float64) bool {
	capital, limit := 1.0, maxBet/(1-m)
	goal := (1 + margin + 8*special.Unit*float64(len(draws))) / alpha
	for i, x := range draws {
		capital *= 1 + float64(min(bets[i], limit)*(m-x))
		if capital >= goal {
			return true
		}
	}
	return false
}
