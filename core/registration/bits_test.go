package registration

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// dyadic returns a cloud of multiples of 2⁻¹⁰: what a test computes from them is the
// same on every machine.
func dyadic(r *rand.Rand, n, dimension int) pointcloud.Cloud {
	c := pointcloud.Cloud{Dimension: dimension}
	for range n * dimension {
		c.Points = append(c.Points, float64(r.IntN(2048)-1024)/1024)
	}
	return c
}

// The permutations and both bounds have the same bits on every machine.
func TestRegistrationSameBits(t *testing.T) {
	const want = 0xaf08b98b7c5adbf0
	r, digest := rand.New(rand.NewPCG(71, 72)), fnv.New64a()
	for _, g := range invariance.Groups {
		for _, n := range []int{5, 24} {
			x := dyadic(r, n, 3)
			y := dyadic(r, n, 3)
			for i := range y.Points {
				y.Points[i] = x.Points[i] + y.Points[i]/16
			}
			reg := New(g, []float64{0, 0, 1}, true, x, shuffled(r, y))
			reg.Run()
			for _, j := range reg.Permutation() {
				digest.Write([]byte{byte(j)})
			}
			digest.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(reg.Distance())))
			digest.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(reg.Lower())))
		}
	}
	if got := digest.Sum64(); got != want {
		t.Errorf("digest %#x, want %#x", got, uint64(want))
	}
}
