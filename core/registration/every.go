package registration

import "math"

// everyLimit is the largest number of points of which every order is tried: 5,040.
const everyLimit = 7

// tryEvery looks at every permutation of a few points: a proof at once.
func (s *search) tryEvery(r *Registration) (part float64) {
	p := make([]int32, s.scene.n)
	for i := range p {
		p[i] = int32(i)
	}
	least, best := math.Inf(1), make([]int32, s.scene.n)
	everyPermutation(p, 0, func() {
		if !s.scene.keepsLabels(p) {
			return
		}
		if cost := s.procrustes(p); cost < least {
			least = cost
			copy(best, p)
		}
	})
	r.offer(integers(best))
	r.raise(least - s.scene.slack())
	return 1
}

// keepsLabels tells whether a permutation matches points of the same labels.
func (s *scene) keepsLabels(p []int32) bool {
	for i, j := range p {
		if !s.alike(i, int(j)) {
			return false
		}
	}
	return true
}

// everyPermutation visits every order of p from its k-th entry on.
func everyPermutation(p []int32, k int, visit func()) {
	if k == len(p) {
		visit()
		return
	}
	for i := k; i < len(p); i++ {
		p[k], p[i] = p[i], p[k]
		everyPermutation(p, k+1, visit)
		p[k], p[i] = p[i], p[k]
	}
}

func integers(p []int32) []int {
	out := make([]int, len(p))
	for i, j := range p {
		out[i] = int(j)
	}
	return out
}
