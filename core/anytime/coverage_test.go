package anytime

import (
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// law is the share of each class; what they leave counts for none.
type law struct {
	name   string
	shares []float64
}

var laws = []law{
	{"clear", []float64{0.9, 0.02, 0.02, 0.02, 0.01, 0.01, 0.01, 0.01}},
	{"two alike", []float64{0.5, 0.5}},
	{"just a minority", []float64{0.499, 0.3, 0.2, 0.001}},
	{"all alike", []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}},
	{"nearly sure", []float64{0.99, 0.005, 0.005}},
	{"a tenth without a class", []float64{0.45, 0.3, 0.15}},
}

// crossings returns for every number of samples the fewest votes whose bound is above the probability,
// one more than there are samples if none are. The bounds rise with the votes.
func crossings(samples int64, above func(k, n int64) bool) []int64 {
	fewest := make([]int64, samples+1)
	k := int64(0)
	for n := int64(1); n <= samples; n++ {
		for k = min(k, n); k > 0 && above(k-1, n); k-- {
		}
		for k <= n && !above(k, n) {
			k++
		}
		fewest[n] = k
	}
	return fewest
}

// draw returns the class of a sample, the number of classes for none.
func (l law) draw(random *rand.Rand) (class int) {
	for u := random.Float64(); class < len(l.shares); class++ {
		if u -= l.shares[class]; u < 0 {
			break
		}
	}
	return class
}

// missed counts the runs in which an adversary who sees all counts can stop at a bound above the
// probability of some class: with probability at most α, by any rule.
func missed(l law, samples int64, runs int, above func(k, n int64, p float64) bool) (wrong int64) {
	random := rand.New(rand.NewPCG(16, uint64(len(l.shares))))
	fewest := make([][]int64, len(l.shares))
	for c, p := range l.shares {
		fewest[c] = crossings(samples, func(k, n int64) bool { return above(k, n, p) })
	}
	for range runs {
		votes := make([]int64, len(l.shares)+1)
		for n := int64(1); n <= samples; n++ {
			c := l.draw(random)
			votes[c]++
			if c < len(l.shares) && votes[c] >= fewest[c][n] || n == samples && anyAbove(votes, fewest, n) {
				wrong++
				break
			}
		}
	}
	return wrong
}

// anyAbove looks at all classes: at the last look the bound of one may rise without a vote.
func anyAbove(votes []int64, fewest [][]int64, n int64) bool {
	for c, least := range fewest {
		if votes[c] >= least[n] {
			return true
		}
	}
	return false
}

// Coverage: 20,000 runs of each law, with a last look at 600 samples.
func TestCoverageWhateverStopsTheCount(t *testing.T) {
	slow.Skip(t)
	const alpha, samples, runs = 0.05, 600, 20_000
	for _, l := range laws {
		r := Rule{Classes: int64(len(l.shares)), Planned: samples}
		wrong := missed(l, samples, runs, func(k, n int64, p float64) bool { return r.Proves(k, n, p, alpha) })
		t.Logf("%s: %d of %d runs above the probability", l.name, wrong, runs)
		if tail := bound.UpperTail(wrong, runs, alpha); tail < 1e-6 {
			t.Errorf("%s: %d of %d runs have a bound above the probability, %v allowed", l.name, wrong, runs, alpha*runs)
		}
	}
}

// The test can tell: a bound for one number of samples, looked at after each, is above in a fifth of the runs.
func TestCoverageOfOneLookAtEverySampleFails(t *testing.T) {
	const alpha, samples, runs = 0.05, 600, 1000
	for _, l := range laws[:2] {
		wrong := missed(l, samples, runs, func(k, n int64, p float64) bool { return bound.UpperTail(k, n, p) < alpha })
		if wrong < runs/5 {
			t.Errorf("%s: only %d of %d runs are wrong", l.name, wrong, runs)
		}
	}
}

// An upper bound of all classes but the one named fails with probability at most α, although the name
// follows from the votes: whichever class is ahead, the other bounds are those of the two most probable.
func TestCoverageOfTheOthers(t *testing.T) {
	slow.Skip(t)
	const alpha, samples, runs = 0.05, 400, 20_000
	for _, l := range laws {
		r := Rule{Classes: int64(len(l.shares)), Planned: samples}
		// Every sample without a class may be one of any class.
		none := 1.0
		for _, p := range l.shares {
			none -= p
		}
		most := make([][]int64, len(l.shares))
		for c, p := range l.shares {
			most[c] = crossings(samples, func(k, n int64) bool { return r.Upper(n-k, n, alpha) < p+none })
		}
		random, wrong := rand.New(rand.NewPCG(16, uint64(60+len(l.shares)))), int64(0)
		for range runs {
			if othersMissed(l, samples, most, random) {
				wrong++
			}
		}
		t.Logf("%s: %d of %d runs below the probability", l.name, wrong, runs)
		if tail := bound.UpperTail(wrong, runs, alpha); tail < 1e-6 {
			t.Errorf("%s: %d of %d runs have a bound below the probability of another class", l.name, wrong, runs)
		}
	}
}

// othersMissed reports whether at some sample the bound of the best other class, and all without a class, is
// below the probability of a class that is not named.
func othersMissed(l law, samples int64, most [][]int64, random *rand.Rand) bool {
	votes := make([]int64, len(l.shares)+1)
	for n := int64(1); n <= samples; n++ {
		votes[l.draw(random)]++
		named := 0
		for c := range l.shares {
			if votes[c] > votes[named] {
				named = c
			}
		}
		best := int64(0)
		for c := range l.shares {
			if c != named {
				best = max(best, votes[c])
			}
		}
		best = min(n, best+votes[len(l.shares)])
		for c := range l.shares {
			if c != named && n-best >= most[c][n] {
				return true
			}
		}
	}
	return false
}
