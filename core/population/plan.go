package population

import (
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/special"
)

// Power is the probability with which a planned count proves its radius.
const Power = 0.9

// MostSamples is the greatest count that Samples looks for.
const MostSamples = 1_000_000_000

// Reach returns the distance in standard deviations that no number of samples of a class of probability p proves.
func Reach(p float64) float64 { return bound.GaussianRadius(p, 0.5) }

// Samples returns how many samples of a class of probability p prove a radius of far standard deviations with probability
// Power, and more prove it as well: their Clopper–Pearson bound of level level exceeds least = Φ(far). 0 if MostSamples do not.
//
// Of n samples k(n) votes prove it, the smallest k with Pr[Bin(n, least) ≥ k] ≤ level, and Pr[Bin(n, p) ≥ k(n)] rises with n
// but for a fall wherever k(n) rises. Sought is the last k at whose first n that is below Power, then the first n from there
// on. Domain: far ≥ 0, 0 ≤ p ≤ 1, 0 < level < 1.
func Samples(p, far, level float64) int64 {
	least, votes := special.NormalCDF(far), bound.Share(level, 0, true).Votes
	if p <= least || bound.UpperTail(bound.UpperRank(MostSamples, least, votes), MostSamples, p) < Power {
		return 0
	}
	fails := func(k, n int64) bool { return bound.UpperTail(k, n, p) < Power }
	atFirst := func(k int64) bool { return fails(k, samplesOf(k, least, votes)) }
	last := first(MostSamples, func(k int64) bool { return !atFirst(k) }) - 1
	for k := last + 1; k <= last+uneven; k++ {
		if atFirst(k) {
			last = k
		}
	}
	n := samplesOf(last, least, votes)
	return n + first(samplesOf(last+1, least, votes)-n, func(more int64) bool { return !fails(last, n+more) })
}

// uneven is for how many k beyond the first that reaches Power the next ones are looked at: whole samples make the rise uneven.
const uneven = 64

// samplesOf returns the smallest number of samples of which k votes are needed: fewer votes prove nothing there.
func samplesOf(k int64, least, level float64) int64 {
	if k <= 1 {
		return 1
	}
	return first(MostSamples, func(n int64) bool { return bound.UpperTail(k-1, n, least) > level })
}

// first returns the smallest number from 1 on for which something holds that holds for all greater ones, most if none below has it.
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
