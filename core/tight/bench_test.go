package tight

import (
	"testing"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func BenchmarkNormal(b *testing.B) {
	n := NewNormals("bench")
	for b.Loop() {
		n.Next()
	}
}

// Alignment and the reduction to the tight problem, as a certificate needs them.
func BenchmarkAlignReduce100000(b *testing.B) {
	clean, perturbed := benchClouds()
	for b.Loop() {
		NewPair(invariance.Align(invariance.Rigid, clean, perturbed), 0, 3)
	}
}

func benchClouds() (clean, perturbed pointcloud.Cloud) {
	draws := NewNormals("bench clouds")
	clean = pointcloud.Cloud{Points: make([]float64, 300_000), Dimension: 3}
	perturbed = pointcloud.Cloud{Points: make([]float64, 300_000), Dimension: 3}
	for i := range clean.Points {
		clean.Points[i], perturbed.Points[i] = draws.Next(), draws.Next()
	}
	return clean, perturbed
}
