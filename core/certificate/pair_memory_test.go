package certificate

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// A pose adopted from another σ and prediction gives the bits that the request gives alone, in the order of its points too.
func TestAdoptedPose(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(11, 12))
	clean, perturbed, _ := shuffled(r, 3, 12, 0.1)
	for _, group := range invariance.Groups {
		for _, ordered := range []bool{true, false} {
			newRequest := func(sigma float64) *Request {
				request := permuted(clean, perturbed, group)
				request.Sigma, request.Permutation, request.Samples = sigma, !ordered, 100
				return request
			}
			first, alone, adopts := newRequest(0.5), newRequest(0.7), newRequest(0.7)
			mustCertify(t, first)
			adopts.Adopt(first)
			if adopts.posed == nil {
				t.Fatalf("%v: nothing is taken over", group)
			}
			want, _ := json.Marshal(mustCertify(t, alone))
			got, _ := json.Marshal(mustCertify(t, adopts))
			if !bytes.Equal(got, want) {
				t.Errorf("%v, ordered %v: %s, want %s", group, ordered, got, want)
			}
		}
	}
}

// Nothing is taken over of other clouds, another group, axis or order, nor kept by a request that is given other clouds.
func TestPoseOfAnother(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	clean, perturbed, _ := shuffled(r, 3, 12, 0.1)
	clean.Points[5] = 0
	signed := pointcloud.Cloud{Dimension: 3, Points: append([]float64(nil), clean.Points...)}
	signed.Points[5] = math.Copysign(0, -1)
	first := permuted(clean, perturbed, invariance.Axis)
	first.Permutation = false
	mustCertify(t, first)
	for name, change := range map[string]func(*Request){
		"clean":       func(r *Request) { r.Clean = &perturbed },
		"sign of 0":   func(r *Request) { r.Clean = &signed },
		"perturbed":   func(r *Request) { r.Perturbed = &clean },
		"group":       func(r *Request) { r.Group = invariance.Rotations },
		"axis":        func(r *Request) { r.Axis = []float64{0, 1, 0} },
		"translation": func(r *Request) { r.Translation = true },
		"order":       func(r *Request) { r.Permutation = true },
		"σ of points": func(r *Request) { r.Sigmas = []float64{0.5, 0.6} },
	} {
		other := *first
		if change(&other); other.posed.isOf(&other) {
			t.Errorf("another %s has the same pose", name)
		}
	}
	if !first.posed.isOf(first) {
		t.Error("a request has not its own pose")
	}
}
