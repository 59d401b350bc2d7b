package bound

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// Lower returns the Clopper–Pearson lower confidence bound for a probability
// of which k successes were seen in n trials: the p with Pr[Bin(n, p) ≥ k] = α,
// rounded down. The true probability is below it with probability at most α.
//
// Domain: 0 ≤ k ≤ n, n ≥ 1, 0 ≤ α < 1. Special cases: 0 for k = 0 and for α = 0, α^{1/n}
// for k = n. It is below the exact bound by less than 1e-9, relatively.
// Source: C. Clopper and E. Pearson, Biometrika 26 (1934).
func Lower(k, n int64, alpha float64) float64 {
	switch {
	case k == 0 || alpha == 0:
		return 0
	case k == n:
		return special.Exp(special.Log(alpha)/float64(n)) * (1 - 4*special.Unit - float64(4*special.Unit*math.Abs(special.Log(alpha))))
	}
	goal := alpha * (1 - margin)
	return Largest(func(p float64) bool { return UpperTail(k, n, p) <= goal })
}

// Largest returns the largest probability for which something holds, rounded down: to 1e-13, relatively. What holds for a
// probability must hold for all smaller ones.
func Largest(holds func(p float64) bool) float64 {
	lo, hi := 0.0, 1.0
	for {
		mid := lo + float64((hi-lo)/2)
		if mid <= lo || mid >= hi || hi-lo < 1e-13*lo {
			return lo
		}
		if holds(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
}

// Upper returns the Clopper–Pearson upper confidence bound, 1 − Lower(n−k, n, α),
// rounded up.
func Upper(k, n int64, alpha float64) float64 {
	if k == n {
		return 1
	}
	return min(1, math.Nextafter(1-Lower(n-k, n, alpha), 2))
}
