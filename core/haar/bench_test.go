package haar

import (
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/invariance"
)

var sink float64

// bench times a function of values that vary by a tenth around s.
func bench(b *testing.B, f func([3]float64) float64, s [3]float64) {
	rng := rand.New(rand.NewPCG(1, 2))
	var inputs [1024][3]float64
	for i := range inputs {
		for j := range 3 {
			inputs[i][j] = s[j] * (0.9 + 0.2*rng.Float64())
		}
		inputs[i] = Proper(inputs[i])
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		sink += f(inputs[i%len(inputs)])
	}
}

func BenchmarkLogSO3PowerSeries(b *testing.B) { bench(b, LogSO3, [3]float64{.3, .2, .1}) }
func BenchmarkLogSO3Contour(b *testing.B)     { bench(b, LogSO3, [3]float64{8, 5, 2}) }
func BenchmarkLogSO3ContourTurned(b *testing.B) {
	opposite := func(s [3]float64) float64 { return LogSO3([3]float64{s[0], s[0] - s[1], s[2] - s[0]}) }
	bench(b, opposite, [3]float64{1e4, 1, 3})
}
func BenchmarkLogSO3RankOne(b *testing.B) { bench(b, LogSO3, [3]float64{1e5, 0, 0}) }
func BenchmarkLogSO3AsymptoticAt30(b *testing.B) {
	bench(b, LogSO3, [3]float64{30, 20, 11})
}
func BenchmarkLogSO3AsymptoticAt1e3(b *testing.B) { bench(b, LogSO3, [3]float64{1e3, 900, 500}) }
func BenchmarkLogSO3AsymptoticAt1e7(b *testing.B) { bench(b, LogSO3, [3]float64{3e7, 2e7, 1e7}) }
func BenchmarkLogO3Contour(b *testing.B)          { bench(b, LogO3, [3]float64{8, 5, 2}) }
func BenchmarkLogO3Large(b *testing.B)            { bench(b, LogO3, [3]float64{1e3, 900, 500}) }

func plane(f func(x, y float64) float64) func([3]float64) float64 {
	return func(s [3]float64) float64 { return f(s[0], s[1]) }
}

func BenchmarkLogSO2(b *testing.B) { bench(b, plane(logSO2), [3]float64{8, 5, 0}) }
func BenchmarkLogO2(b *testing.B)  { bench(b, plane(LogO2), [3]float64{8, 5, 0}) }

// Draws20000 is what a Monte Carlo certificate with 10,000 + 10,000 draws asks
// for: two matrices of nine normals each, their proper singular values, two tails.
func BenchmarkDraws20000(b *testing.B) {
	for _, c := range []struct {
		name string
		mean float64
	}{{"norm3", 3}, {"norm10", 33}, {"norm200", 13333}} {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				for range 20000 {
					x, y := noisy(rng, c.mean), noisy(rng, c.mean)
					before, after := invariance.SingularPair(&x, &y)
					sink += TailSO3(after) - TailSO3(before)
				}
			}
		})
	}
}

func noisy(rng *rand.Rand, mean float64) (a matrix) {
	for i := range 3 {
		for j := range 3 {
			a[i][j] = 0.1 * mean * rng.NormFloat64()
		}
		a[i][i] += mean
	}
	return a
}
