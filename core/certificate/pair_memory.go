package certificate

import (
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// posed is how two clouds lie to each other, and of what: neither σ nor the prediction change it. Of 100,000 points
// it takes longer than all else that is known at once.
type posed struct {
	clean, perturbed       *pointcloud.Cloud
	group                  invariance.Group
	axis                   []float64
	translation, unordered bool
	shared                 tight.Pair
	alignment              argument.Alignment
}

// hasOneSigma tells whether all points have the same noise, and only points have any.
func (r *Request) hasOneSigma() bool { return r.Sigmas == nil && len(r.AttributeSigma) == 0 }

// keepPosed keeps what the pair of r's clouds is, for a request that adopts it.
func (r *Request) keepPosed(pair argument.Pair) {
	if !r.matches() || !r.hasOneSigma() || pair.Shared == nil || pair.Alignment == nil {
		return
	}
	r.posed = &posed{r.Clean, r.Perturbed, r.Group, r.Axis, r.Translation, r.Permutation, *pair.Shared, *pair.Alignment}
}

// isOf tells whether it is of the clouds of r.
func (p *posed) isOf(r *Request) bool {
	return p != nil && r.matches() && r.hasOneSigma() &&
		r.Group == p.group && slices.Equal(r.Axis, p.axis) && r.Translation == p.translation && r.Permutation == p.unordered &&
		sameCloud(r.Clean, p.clean) && sameCloud(r.Perturbed, p.perturbed)
}

// pair returns the pair of r's clouds, which it is of.
func (p *posed) pair(r *Request) argument.Pair {
	pair, alignment := r.ReduceShared(p.shared), p.alignment
	pair.Alignment = &alignment
	return pair
}
