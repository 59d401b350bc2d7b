package smoothing

import (
	"math"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// subset returns the points that a sample is of, without noise, and their σ: all of them, or k in the order in
// which they are drawn. Every sequence of k different points is as probable as any other, so that what
// is counted depends neither on the order of the cloud's points nor on how many others there are.
func (s *Sampler) subset(draws stream) (approximate, []float64) {
	k := s.plan.Sampling.Subsample
	if k == 0 {
		return s.clean, s.sigmas
	}
	chosen, sigmas := draws.distinct(k, s.numbers), make([]float64, k)
	for i, n := range chosen {
		sigmas[i] = s.sigmas[n]
	}
	return approximate{Cloud: pointcloud.Pick(s.clean.Cloud, chosen), error: s.clean.error}, sigmas
}

// distinct draws k of the numbers 0, 1, …, n−1, which numbers holds in order before and after: the
// first k steps of a Fisher–Yates shuffle, which are then undone.
func (n stream) distinct(k int, numbers []int) []int {
	chosen, swapped := make([]int, k), make([]int, k)
	for i := range k {
		j := i + n.below(len(numbers)-i)
		numbers[i], numbers[j] = numbers[j], numbers[i]
		chosen[i], swapped[i] = numbers[i], j
	}
	for i := k - 1; i >= 0; i-- {
		j := swapped[i]
		numbers[i], numbers[j] = numbers[j], numbers[i]
	}
	return chosen
}

// below draws one of the numbers 0, 1, …, n−1, each with the same probability: 64 bits beyond the
// largest multiple of n are drawn again.
func (n stream) below(count int) int {
	size := uint64(count)
	last := math.MaxUint64 - (math.MaxUint64%size+1)%size
	for {
		if x := n.source.Uint64(); x <= last {
			return int(x % size)
		}
	}
}

// agreeSubsample refuses samples of another number of points than the request's.
func (s *Sampling) agreeSubsample(o *document.Object, r Request) error {
	k, present, err := o.Count("subsample", document.TermsLimits.Subsample)
	switch {
	case err != nil || !present || int(k) == r.Subsample:
		return err
	case r.Subsample == 0:
		return document.BadField(o.Name("subsample"), "is %d: these samples are of %d points each, and the request has to say \"subsample\": %d", k, k, k)
	}
	return document.BadField(o.Name("subsample"), "is %d, but the request uses samples of %d points", k, r.Subsample)
}

// points returns how many points the samples of a request have, 0 where the cloud is not known.
func (r Request) points() int {
	if r.Subsample > 0 || r.Clean == nil {
		return r.Subsample
	}
	return r.Clean.Count()
}
