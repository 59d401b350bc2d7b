package tight

import "testing"

// The paper reports 50 ms for this certificate with 10,000 + 10,000 draws.
func BenchmarkSO2Quantile10000(b *testing.B) {
	q := Quantile{Problem: planarProblem(5, 1, 0, 0), Probability: 0.9, Rank: 5e-4, Count: 5e-4, Samples: 10_000, Seed: "bench"}
	for b.Loop() {
		run(q)
	}
}

func BenchmarkSO2Quantile10000Small(b *testing.B) {
	q := Quantile{Problem: planarProblem(1, 1, 0.3, 0.4), Probability: 0.9, Rank: 5e-4, Count: 5e-4, Samples: 10_000, Seed: "bench"}
	for b.Loop() {
		run(q)
	}
}

func BenchmarkNormal(b *testing.B) {
	n := NewNormals("bench")
	for b.Loop() {
		n.Next()
	}
}
