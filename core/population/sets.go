package population

import (
	"math"
	"math/bits"
	"slices"
	"sort"
	"strconv"

	"github.com/orbitcert/orbitcert/core/bound"
)

// Calibrated says which classes a set takes that holds the true class: those that may have at least Threshold.
type Calibrated struct {
	// Rank is that of Quantile among the lower bounds, 0 if there are too few for any but the set of all classes.
	Rank int64
	// Quantile is 0 for rank 0, and so is Threshold.
	Quantile, Threshold float64
}

// Calibrate returns the threshold for clouds within far standard deviations of clouds like those of calibration. Lower has for each of these
// a lower bound of the probability of its true class, which is wrong with probability at most wrong. A set takes the classes whose
// probability, bounded from above at the same level, may reach the threshold. It holds the true class with probability at least coverage.
//
// Let a = 1 − coverage and η = wrong. The k-th smallest of n bounds, k = ⌊(a − 2η)(n + 1)⌋, exceeds that of a fresh cloud with probability
// a − 2η at most. Its bound and the upper bound at the cloud nearby fail with η each. Between both the probability falls by
// no more than Gaussian says. The clouds must be exchangeable and their votes counted alike.
//
// Domain: 0 < coverage < 1, wrong ≥ 0, far ≥ 0.
func Calibrate(lower []float64, coverage, wrong, far float64) Calibrated {
	c := Calibrated{Rank: Rank(int64(len(lower)), coverage, wrong)}
	if c.Rank > 0 {
		rising := slices.Clone(lower)
		slices.Sort(rising)
		c.Quantile = rising[c.Rank-1]
		c.Threshold = bound.Gaussian(c.Quantile, far)
	}
	return c
}

// Needed returns the smallest number of clouds with which a threshold can be above 0, 0 if no number suffices.
func Needed(coverage, wrong float64) int64 {
	share := left(coverage, wrong)
	if share == 0 {
		return 0
	}
	return int64((whole+share-1)/share) - 1
}

// Holds returns which classes a set takes, by their votes. Any of the samples without a class may be of any class. Upper bounds a
// probability from above by its votes.
func (c Calibrated) Holds(votes []int64, without int64, upper func(votes int64) float64) []int {
	classes := []int{}
	for class, n := range votes {
		if c.Rank == 0 || upper(n+without) >= c.Threshold {
			classes = append(classes, class)
		}
	}
	return classes
}

// With adds a number to rising ones, unless it is there.
func With(rising []int64, number int64) []int64 {
	at := sort.Search(len(rising), func(i int) bool { return rising[i] >= number })
	if at < len(rising) && rising[at] == number {
		return rising
	}
	rising = append(rising, 0)
	copy(rising[at+1:], rising[at:])
	rising[at] = number
	return rising
}

// whole is 1 in the units of ranks.
const whole uint64 = 1e12

// Rank returns ⌊(1 − coverage − 2·wrong)(clouds + 1)⌋ of the decimals, not of the doubles next to them.
func Rank(clouds int64, coverage, wrong float64) int64 {
	high, low := bits.Mul64(left(coverage, wrong), uint64(clouds+1))
	k, _ := bits.Div64(high, low, whole)
	return int64(k)
}

// left returns 1 − coverage − 2·wrong in units, rounded down, and 0 where that is negative.
func left(coverage, wrong float64) uint64 {
	taken := units(coverage) + units(2*wrong)
	return whole - min(whole, taken)
}

// units returns a decimal from 0 to 1 in units, rounded up.
func units(x float64) uint64 {
	text := strconv.FormatFloat(x, 'f', 12, 64)
	if near, err := strconv.ParseFloat(text, 64); err == nil && near != x {
		return uint64(math.Floor(x*float64(whole))) + 1
	}
	n, _ := strconv.ParseUint(text[:1]+text[2:], 10, 64) // of digits: cannot fail
	return n
}
