package argument

import (
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/tight"
)

// Points is all of two clouds that votes of samples of some points depend on, where points come and go: how many
// each has, how many of them are kept in pairs, and how far these are apart.
type Points struct {
	Clean, Perturbed, Kept int
	// Distance bounds the norm of Δ over the pairs.
	Distance float64
	// Moved is the law of ‖Δ_S‖² over the samples of kept points, in units of Sigma².
	Moved tight.Moved
	Sigma float64
}

// Known says what votes prove of two clouds of which this is known.
func (t *Terms) Known(c Points, p Probabilities) *Subsampled {
	s := tight.Subsets{Points: c.Clean, Perturbed: c.Perturbed, Kept: c.Kept, Size: t.Subsample, Moved: c.Moved}
	if c.Sigma != t.Sigma {
		ratio := c.Sigma / t.Sigma
		s.Moved = c.Moved.Scaled(float64(ratio * ratio))
	}
	found := subsampled(s, c.Distance, p)
	found.Points = &c
	return found
}

// alike is how near two ways to the same sum come, for a million terms; squares below tiny have lost digits.
const (
	alike = 1e-8
	tiny  = 1e-290
)

// Check tells whether there are pairs with these numbers, of which samples have so many points. It returns the number
// that is wrong, as documents name it, and what is wrong with it; "" where none is.
func (c Points) Check(size int) (name, wrong string) {
	switch {
	case c.Moved.Far():
		return "", ""
	case c.Kept < size:
		return "kept", fmt.Sprintf("is %d, fewer than the %d points of a sample, so nothing moves", c.Kept, size)
	}
	law, m, k := c.Moved, float64(c.Kept), float64(size)
	ratio := c.Distance / c.Sigma
	mean := float64(ratio*ratio) * k / m
	off := max(law.Mean-law.Least, law.Most-law.Mean) - float64(alike*law.Mean) - tiny
	switch {
	case !(math.Abs(law.Mean-mean) <= float64(alike*mean)+tiny):
		return "moved.mean", fmt.Sprintf("is %v, but samples of pairs at this distance have %v", law.Mean, mean)
	case law.Least > law.Mean:
		return "moved.least", fmt.Sprintf("is %v, above the mean %v", law.Least, law.Mean)
	case law.Most < law.Mean:
		return "moved.most", fmt.Sprintf("is %v, below the mean %v", law.Most, law.Mean)
	case law.Most > float64(float64(law.Mean*m/k)*(1+alike))+tiny:
		return "moved.most", fmt.Sprintf("is %v, above %v, which all pairs together have", law.Most, law.Mean*m/k)
	case c.Kept > size && off > 0 && law.Square < float64(float64(off*off)/(m-1)*(1-alike))-tiny:
		return "moved.square", fmt.Sprintf("is %v, too little for sums from %v to %v", law.Square, law.Least, law.Most)
	}
	return "", ""
}
