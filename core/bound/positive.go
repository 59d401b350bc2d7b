package bound

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// bets are the factors of the bet given that share the first capital evenly.
var bets = [...]float64{0.25, 0.5, 1, 2, 4}

// LowerPositiveMean returns a lower confidence bound for the mean of independent draws that are
// never negative and have no upper bound: the mean is below it with probability at most α. bet
// is fixed before the draws; √(2 log(1/α)/(n·variance)) is about the best.
//
// A gambler who believes that the mean is above m starts with 1 and stakes a bet b ≤ 1/m on
// every draw, which multiplies the capital by 1 + b(x − m) ≥ 0. If the mean is m or less, the
// expected capital is at most 1, so that it is 1/α or more with probability at most α (Markov).
// So it is for the mean capital of several b. It falls with m, and the bound is the largest m at
// which it is 1/α; where m is above 1/b nothing is left of that capital.
//
// Source: as upperMean; fixed bets need no order of the draws.
// Special cases: 0 for no draws, for α = 0 and for bets that are not positive and finite.
func LowerPositiveMean(draws []float64, bet, alpha float64) float64 {
	if len(draws) == 0 || alpha <= 0 || !(bet > 0) || math.IsInf(bet, 1) {
		return 0
	}
	drawn, zeros := withoutZeros(draws)
	goal := special.Log(float64(len(bets))*(1+margin+float64(16*special.Unit*float64(len(draws))))) - special.Log(alpha)
	low, high := 0.0, average(draws)
	for range 60 {
		if high-low <= betterThan*low/4 || high <= 1e-15 {
			break
		}
		m := low + float64((high-low)/2)
		if reaches(drawn, zeros, bet, m, goal) {
			low = m
		} else {
			high = m
		}
	}
	return low
}

// withoutZeros returns the draws above 0 and how many are not.
func withoutZeros(draws []float64) (drawn []float64, zeros int) {
	for _, x := range draws {
		if x > 0 {
			drawn = append(drawn, x)
		} else {
			zeros++
		}
	}
	return drawn, zeros
}

// reaches tells whether the capitals together reach the goal at m, both as logarithms. Capitals
// below the largest add at most their number, so the largest alone decides but for that.
func reaches(drawn []float64, zeros int, bet, m, goal float64) bool {
	var logs [len(bets)]float64
	largest := math.Inf(-1)
	for i, factor := range bets {
		logs[i] = logWealth(drawn, zeros, float64(factor*bet), m)
		largest = max(largest, logs[i])
	}
	if math.IsInf(largest, 0) || math.IsNaN(largest) {
		return largest > 0
	}
	sum := 0.0
	for _, x := range logs {
		sum += special.Exp(x - largest)
	}
	return largest+special.Log(sum) >= goal
}

// logWealth returns the logarithm of the capital of one bet, rounded down: −Inf beyond 1/m.
func logWealth(drawn []float64, zeros int, bet, m float64) float64 {
	least := 1 - float64(bet*m)
	if !(least > 1e-3) {
		return math.Inf(-1)
	}
	capital, logs := 1.0, float64(float64(zeros)*special.Log(least))
	for _, x := range drawn {
		capital *= least + float64(bet*x)
		if capital > 1e200 || capital < 1e-200 {
			logs += special.Log(capital)
			capital = 1
		}
	}
	return logs + special.Log(capital)
}
