package anytime

import (
	"github.com/orbitcert/orbitcert/core/bound"
)

// Rule is how votes were counted: for which number of classes, and for how many samples at most.
// Both are fixed before the first sample.
type Rule struct {
	// Classes is how many classes could be named; the bound of each has an equal share of the level.
	Classes int64 `json:"classes"`
	// Planned is the number of samples at which the votes are looked at last, with a fifth of the level.
	Planned int64 `json:"planned"`
}

// lastShare of the level is kept for the last look: close to a threshold the bound for all
// numbers of samples needs more of them than a bound for one.
const lastShare = 0.2

// others is how many classes an upper bound of the other classes has to hold for: the two most
// probable ones. Whichever class is named, the most probable other one is one of these.
const others = 2

// Lower returns a lower bound of the probability of the class named, whichever that is, by its
// votes. For all classes, thresholds and numbers of samples at once it errs with probability at
// most α.
//
// Domain: 0 ≤ votes ≤ samples ≤ Planned, samples ≥ 1, 0 ≤ α < 1.
func (r Rule) Lower(votes, samples int64, alpha float64) float64 {
	return r.lower(votes, samples, alpha/float64(r.Classes))
}

// Upper returns an upper bound of the probability of every class but the one named, by the most
// votes that one of them may have. Both bounds together need α/2 each.
func (r Rule) Upper(votes, samples int64, alpha float64) float64 {
	alpha /= others
	bounded := upper(votes, samples, (1-lastShare)*alpha)
	if samples == r.Planned {
		bounded = min(bounded, bound.Upper(votes, samples, lastShare*alpha))
	}
	return bounded
}

func (r Rule) lower(votes, samples int64, alpha float64) float64 {
	bounded := lower(votes, samples, (1-lastShare)*alpha)
	if samples == r.Planned {
		bounded = max(bounded, bound.Lower(votes, samples, lastShare*alpha))
	}
	return bounded
}

// LastLevel returns the level of the bound of a class at the last look.
func (r Rule) LastLevel(alpha float64) float64 { return lastShare * alpha / float64(r.Classes) }

// Proves reports whether Lower is above the threshold. Where it is not, which is so for most samples of
// a count, this costs a small part of Lower.
func (r Rule) Proves(votes, samples int64, threshold, alpha float64) bool {
	each := alpha / float64(r.Classes)
	if samples < r.Planned && !(threshold < 1 && each > 0 && reaches(votes, samples, max(threshold, tiny), 1/((1-lastShare)*each))) {
		return false
	}
	return r.Lower(votes, samples, alpha) > threshold
}

// tiny is a probability at which the capital of any votes is large.
const tiny = 0x1p-500
