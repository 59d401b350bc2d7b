package haar

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/special"
	"gonum.org/v1/gonum/integrate/quad"
)

// matrix is a 3×3 matrix.
type matrix = invariance.Matrix

func product(a, b matrix) (c matrix) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

func aboutZ(angle float64) matrix {
	sin, cos := math.Sincos(angle)
	return matrix{{cos, -sin, 0}, {sin, cos, 0}, {0, 0, 1}}
}

func aboutY(cos float64) matrix {
	sin := math.Sqrt(1 - cos*cos)
	return matrix{{cos, 0, sin}, {0, 1, 0}, {-sin, 0, cos}}
}

// overRotations returns ∫ exp(tr(AᵀRM)) dR over SO(3) by a product rule in the
// Euler angles z-y-z: trapezoidal in the two about z, Gauss–Legendre in the
// cosine of the third. With ‖A‖ ≤ 8 and 40 nodes each the error is below 1e-13.
func overRotations(a, m matrix) (sum float64) {
	const n = 40
	cosines, weights := make([]float64, n), make([]float64, n)
	quad.Legendre{}.FixedLocations(cosines, weights, -1, 1)
	for i := range n {
		first := aboutZ(2 * math.Pi * float64(i) / n)
		for j := range n {
			second := product(first, aboutY(cosines[j]))
			for k := range n {
				r := product(product(second, aboutZ(2*math.Pi*float64(k)/n)), m)
				trace := 0.0
				for p := range 3 {
					for q := range 3 {
						trace += a[p][q] * r[p][q]
					}
				}
				sum += weights[j] / 2 / n / n * math.Exp(trace)
			}
		}
	}
	return sum
}

func TestAgainstIntegrationOverRotations(t *testing.T) {
	slow.Skip(t)
	rng := rand.New(rand.NewPCG(3, 9))
	for trial := range 12 {
		var a matrix
		for i := range 3 {
			for j := range 3 {
				a[i][j] = rng.NormFloat64() * math.Pow(10, float64(trial%4)/2-1.2)
			}
		}
		s := invariance.ProperSingularValues(a, 3)
		turns := overRotations(a, aboutZ(0))
		mirrored := overRotations(a, matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}})
		near(t, "SO(3)", s, LogSO3(s), math.Log(turns), 2e-13)
		near(t, "O(3)", s, LogO3(s), math.Log((turns+mirrored)/2), 2e-13)
	}
}

func TestAgainstIntegrationOverPlaneRotations(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for range 200 {
		x, y := 8*rng.Float64(), 16*rng.Float64()-8
		const n = 100
		turns, mirrored := 0.0, 0.0
		for k := range n {
			cos := math.Cos(2 * math.Pi * float64(k) / n)
			turns += math.Exp((x+y)*cos) / n
			mirrored += math.Exp((x-y)*cos) / n
		}
		near(t, "SO(2)", [3]float64{x, y}, logSO2(x, y), math.Log(turns), 1e-13)
		near(t, "O(2)", [3]float64{x, y}, LogO2(x, y), math.Log((turns+mirrored)/2), 1e-13)
	}
}

func near(t *testing.T, name string, s [3]float64, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %v gives %.17g, want %.17g (off by %.2g)", name, s, got, want, got-want)
	}
}

// byBessel returns the tail of SO(3) as log of
// ∫ I₀ᵉ(½(s₂−s₃)y²) I₀ᵉ(½(s₂+s₃)(2−y²)) exp(−(s₁+s₃)y²) y dy over [0, √2] by 30
// Gauss–Legendre nodes on each of 60 panels that shrink geometrically towards 0.
func byBessel(s [3]float64) float64 {
	const n = 30
	nodes, weights := make([]float64, n), make([]float64, n)
	sum, to := 0.0, math.Sqrt2
	for range 60 {
		from := to / 1.5
		quad.Legendre{}.FixedLocations(nodes, weights, from, to)
		for i, y := range nodes {
			far, close := 0.5*(s[1]-s[2])*y*y, 0.5*(s[1]+s[2])*(2-y*y)
			sum += weights[i] * y * math.Exp(special.LogI0e(far)+special.LogI0e(close)-(s[0]+s[2])*y*y)
		}
		to = from
	}
	return math.Log(sum)
}

func TestAgainstBesselIntegral(t *testing.T) {
	slow.Skip(t)
	rng := rand.New(rand.NewPCG(1, 5))
	for range 1000 {
		scale := math.Pow(10, 9*rng.Float64()-2)
		s := Proper([3]float64{scale, scale * rng.Float64(), scale * (2*rng.Float64() - 1)})
		near(t, "tail", s, TailSO3(s), byBessel(s), 1e-13*(1+math.Abs(TailSO3(s))))
	}
}
