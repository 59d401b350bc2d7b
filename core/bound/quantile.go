package bound

import "sort"

// LowerRank returns the largest rank k ≥ 1 with Pr[Bin(n, p) ≤ k−1] ≤ α: of n
// independent draws, the k-th smallest is at most the p-quantile with
// probability at least 1 − α. It returns 0 when no rank qualifies: n draws are
// not enough.
//
// Proof: the k-th smallest exceeds the quantile q only if fewer than k draws
// are ≤ q, and their number is Bin(n, F(q)) with F(q) ≥ p.
func LowerRank(n int64, p, alpha float64) int64 {
	goal := alpha * (1 - margin)
	return int64(sort.Search(int(n), func(i int) bool {
		return LowerTail(int64(i), n, p) > goal
	}))
}

// UpperRank returns the smallest rank k ≤ n with Pr[Bin(n, p) ≥ k] ≤ α: the k-th
// smallest of n draws is at least the p-quantile with probability at least
// 1 − α. It returns n+1 when no rank qualifies.
func UpperRank(n int64, p, alpha float64) int64 {
	goal := alpha * (1 - margin)
	return 1 + int64(sort.Search(int(n), func(i int) bool {
		return UpperTail(int64(i)+1, n, p) <= goal
	}))
}
