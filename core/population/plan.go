package population

import (
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// Power is the probability with which a planned count proves its radius.
const Power = 0.9

// MostSamples is the greatest count that Samples looks for.
const MostSamples = 1_000_000_000

// Reach returns the radius in standard deviations that samples of a class of probability p approach, however many there are.
func Reach(p float64) float64 { return bound.GaussianRadius(p, 0.5) }

// Samples returns the smallest number of samples of a class of probability p from which on every number proves a radius of far
// standard deviations with probability Power: the Clopper–Pearson bound exceeds least = Φ(far). It is 0 if MostSamples fail.
//
// Let k(n) be the votes that n samples need, the smallest k with Pr[Bin(n, least) ≥ k] ≤ wrong. The power Pr[Bin(n, p) ≥ k(n)]
// rises with n, but falls wherever k(n) rises. Samples finds the last k at whose first n the power is too small, and then
// the first n that is enough. Domain: far ≥ 0, 0 ≤ p ≤ 1, 0 < wrong < 1, the error probability of the certificate.
func Samples(p, far, wrong float64) int64 {
	least, level := special.NormalCDF(far), bound.Share(wrong, 0, true).Votes
	if p <= least || bound.UpperTail(bound.UpperRank(MostSamples, least, level), MostSamples, p) < Power {
		return 0
	}
	fails := func(k, n int64) bool { return bound.UpperTail(k, n, p) < Power }
	atFirst := func(k int64) bool { return fails(k, samplesOf(k, least, level)) }
	last := first(MostSamples, func(k int64) bool { return !atFirst(k) }) - 1
	for k := last + 1; k <= last+uneven; k++ {
		if atFirst(k) {
			last = k
		}
	}
	n := samplesOf(last, least, level)
	return n + first(samplesOf(last+1, least, level)-n, func(more int64) bool { return !fails(last, n+more) })
}

// uneven is how many k are checked beyond the first that reaches Power, since whole samples make the rise uneven.
const uneven = 64

// samplesOf returns the smallest number of samples that needs k votes.
func samplesOf(k int64, least, level float64) int64 {
	if k <= 1 {
		return 1
	}
	return first(MostSamples, func(n int64) bool { return bound.UpperTail(k-1, n, least) > level })
}

// first returns the smallest number from 1 on that passes a test, which all greater ones pass too; most if no smaller one does.
func first(most int64, holds func(int64) bool) int64 {
	low, high := int64(0), most
	for high-low > 1 {
		if mid := low + (high-low)/2; holds(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}
