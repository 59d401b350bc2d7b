package bound

import (
	"cmp"
	"slices"
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

// Holm tells of each of N counts out of n whether its probability exceeds p, wrongly of any with probability at most
// alpha, however the counts depend on each other.
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
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(votes[b], votes[a]) })
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
