package bound

import (
	"sort"
)

// UpperRank returns the smallest k with Pr[Bin(n, p) ≥ k] ≤ alpha, 0 if no k ≤ n has it. The k-th smallest of n
// independent numbers is then below their p-quantile with probability at most alpha; by symmetry the (n+1−k)-th is above
// the (1−p)-quantile with no more.
func UpperRank(n int64, p, alpha float64) int64 {
	goal := alpha * (1 - margin)
	low, high := int64(0), n+1 // the tail is above the goal at low, and at or below it at high
	for high-low > 1 {
		mid := low + (high-low)/2
		if UpperTail(mid, n, p) <= goal {
			high = mid
		} else {
			low = mid
		}
	}
	if high > n {
		return 0
	}
	return high
}

// Exceed tells of each of several counts out of n whether its probability exceeds p: where Pr[Bin(n, p) ≥ k] ≤ each, which is where the
// lower bound of that level does. All answers, at every p, are right at once with probability at least 1 − N·each.
func Exceed(votes []int64, n int64, p, each float64) []bool {
	exceeds, known := make([]bool, len(votes)), map[int64]bool{}
	for i, k := range votes {
		is, ok := known[k]
		if !ok {
			is = UpperTail(k, n, p) <= each*(1-margin)
			known[k] = is
		}
		exceeds[i] = is
	}
	return exceeds
}

// Holm tells of each of N counts out of n whether its probability exceeds p, wrongly of any with probability at most
// alpha, however the counts depend on each other. Answers at several p are not right at once. Documents of core 0.8.0 have it.
//
// The p-values Pr[Bin(n, p) ≥ k] are compared in rising order with alpha/(N−j+1), j = 1, …, N, up to the first that is
// above. Source: Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics
// 6(2), 1979.
func Holm(votes []int64, n int64, p, alpha float64) []bool {
	exceeds := make([]bool, len(votes))
	order := make([]int, len(votes))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return votes[order[i]] > votes[order[j]] })
	last, value := int64(-1), 1.0
	for j, i := range order {
		if votes[i] != last {
			last, value = votes[i], UpperTail(votes[i], n, p)
		}
		if value > alpha*(1-margin)/float64(len(votes)-j) {
			break
		}
		exceeds[i] = true
	}
	return exceeds
}
