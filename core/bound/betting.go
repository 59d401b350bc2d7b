package bound

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// maxBet keeps every factor of the capital above 1 − maxBet.
const maxBet = 0.99

// upperMean returns an upper confidence bound for the mean of independent
// draws from one distribution on [0, 1], in the order they were drawn: the mean
// exceeds it with probability at most α.
//
// A gambler who believes that the mean is below m starts with 1 and bets bᵢ on
// draw i, which multiplies the capital by 1 + bᵢ(m − xᵢ). If the mean is m or
// more, the capital is a nonnegative supermartingale and reaches 1/α with
// probability at most α (Ville). The bound is the smallest m at which it does.
// The bets depend on earlier draws alone: √(2 log(1/α)/(n·variance)), at most
// maxBet/(1 − m). The logarithm of the capital is nearly linear in m, so secants
// find that m in a few steps; a step in three halves the bracket.
//
// Source: I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random
// variables by betting", J. R. Stat. Soc. B 86 (2024).
// Special cases: 1 for no draws and for α = 0.
func upperMean(draws []float64, alpha float64) float64 {
	if len(draws) == 0 || alpha == 0 {
		return 1
	}
	bets, spread := predictableBets(draws, alpha)
	goal := special.Log((1 + margin + float64(8*special.Unit*float64(len(draws)))) / alpha)
	mean := min(1, average(draws))
	low, high := mean, 1.0
	slope := average(bets) * float64(len(draws))
	m, before, beyond := mean+spread, math.NaN(), 0.0
	for step := 0; high-low > 1e-12+float64(betterThan*(high-mean)); step++ {
		if step%3 == 2 || !(low < m && m < high) {
			m = low + float64((high-low)/2)
		}
		excess := logCapital(draws, bets, m) - goal
		if excess >= 0 {
			high = m
		} else {
			low = m
		}
		if secant := (excess - beyond) / (m - before); secant > 0 {
			slope = secant
		}
		if excess >= 0 && excess < betterThan*slope*(m-mean)/2 {
			break
		}
		before, beyond = m, excess
		m += float64(betterThan*(m-mean)/4) - excess/slope
	}
	return high
}

// betterThan is the part of its distance from the mean by which upperMean may be
// above the smallest m.
const betterThan = 1. / 2048

func average(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}

// LowerMean returns a lower confidence bound: 1 − upperMean of 1 − x.
func LowerMean(draws []float64, alpha float64) float64 {
	mirrored := make([]float64, len(draws))
	for i, x := range draws {
		mirrored[i] = 1 - x
	}
	return 1 - upperMean(mirrored, alpha)
}

// predictableBets returns the bet on each draw before the cap that depends on
// m, from the running mean and variance of the draws before it, started with
// one draw at ½ and one unit of variance ¼; and √(2 log(1/α)·variance/n), about the
// distance of the bound from the mean.
func predictableBets(draws []float64, alpha float64) (bets []float64, spread float64) {
	bets = make([]float64, len(draws))
	n := float64(len(draws))
	want := -2 * special.Log(alpha) / n
	sum, squares := 0.5, 0.25
	for i, x := range draws {
		count := float64(i + 1)
		bets[i] = math.Sqrt(want * count / squares)
		sum += x
		rest := x - sum/(count+1)
		squares += float64(rest * rest)
	}
	return bets, math.Sqrt(want * squares / n)
}

// logCapital returns the logarithm of the largest capital at any time, or a
// large number when it is beyond all need. A capital that fell so low that it
// vanished stays there.
func logCapital(draws, bets []float64, m float64) float64 {
	capital, largest, limit := 1.0, 1.0, maxBet/(1-m)
	for i, bet := range bets[:len(draws)] {
		if bet > limit { // min is a call in WebAssembly
			bet = limit
		}
		capital *= 1 + float64(bet*(m-draws[i]))
		if capital > largest {
			largest = capital
			if largest > 1e200 {
				break
			}
		}
	}
	return special.Log(largest)
}
