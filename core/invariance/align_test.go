package invariance

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func TestMembersOfTheOrbitHaveDistanceZero(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, g := range Groups {
		for range 50 {
			dimension := 2 + r.IntN(2)
			c := trials.Cloud(r, 1+r.IntN(20), dimension)
			turn, shift := trials.Member(r, g, dimension)
			if d := Align(g, c, trials.Moved(c, turn, shift)).Distance; d > 1e-12 {
				t.Errorf("%s, %d-D, %d points: distance %v on the orbit", g, dimension, c.Count(), d)
			}
		}
	}
}

// The alignment reported reproduces the distance, and no other member of the
// group that is tried does better.
func TestAlignmentIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		g := Groups[r.IntN(len(Groups))]
		dimension := 2 + r.IntN(2)
		n := 1 + r.IntN(12)
		x, y := trials.Cloud(r, n, dimension), trials.Cloud(r, n, dimension)
		a := Align(g, x, y)
		reported := trials.Distance(trials.Moved(y, a.Alignment.Matrix, a.Alignment.Offset), x)
		// 1e-14 is the rounding of this check itself, done on uncentred points.
		if reported > a.Distance+1e-14 || reported < a.Distance*(1-1e-12)-1e-13 {
			t.Fatalf("%s: the alignment gives %v, reported %v", g, reported, a.Distance)
		}
		if det := Determinant(a.Alignment.Matrix, dimension); !g.Reflects() && math.Abs(det-1) > 1e-13 {
			t.Fatalf("%s: determinant %v", g, det)
		}
		for range 200 {
			turn, shift := trials.Member(r, g, dimension)
			if d := trials.Distance(trials.Moved(y, turn, shift), x); d < a.Distance*(1-1e-12) {
				t.Fatalf("%s: found %v, a random member gives %v", g, a.Distance, d)
			}
		}
	}
}

// In 2-D, d² = ‖X‖² + ‖X'‖² − 2|Σ x'ₙ x̄ₙ| with points as complex numbers.
func TestPlanarProcrustesClosedForm(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		n := 1 + r.IntN(30)
		x, y := trials.Cloud(r, n, 2), trials.Cloud(r, n, 2)
		var overlap complex128
		for i := 0; i < 2*n; i += 2 {
			overlap += complex(y.Points[i], y.Points[i+1]) * complex(x.Points[i], -x.Points[i+1])
		}
		square := Norm(x.Points)*Norm(x.Points) + Norm(y.Points)*Norm(y.Points) - 2*math.Hypot(real(overlap), imag(overlap))
		if d := Align(Rotations, x, y).Distance; math.Abs(d*d-square) > 1e-12*(1+square) {
			t.Errorf("d² = %v, closed form %v", d*d, square)
		}
	}
}

// A reflected chiral cloud is on its orbit under O but not under SO.
func TestReflectionNeedsO(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, dimension := range []int{2, 3} {
		c := trials.Cloud(r, 10, dimension)
		mirror := trials.Moved(c, trials.Orthogonal(r, dimension, -1), [3]float64{})
		if d := Align(Orthogonal, c, mirror).Distance; d > 1e-12 {
			t.Errorf("%d-D: O leaves %v", dimension, d)
		}
		if d := Align(Rotations, c, mirror).Distance; d < 0.1 {
			t.Errorf("%d-D: SO leaves only %v", dimension, d)
		}
	}
}

// Far from the origin the differences keep their digits.
func TestLargeOffsets(t *testing.T) {
	x := pointcloud.Cloud{Dimension: 3, Points: []float64{1e8, 2e8, 3e8, 1e8 + 1, 2e8, 3e8}}
	y := pointcloud.Cloud{Dimension: 3, Points: []float64{1e8, 2e8, 3e8, 1e8 + 1, 2e8 + 0.5, 3e8}}
	for _, g := range Groups {
		a := Align(g, x, y)
		if math.IsNaN(a.Distance) || a.Distance > 0.5*(1+1e-9) {
			t.Errorf("%s: distance %v", g, a.Distance)
		}
	}
	if d := Align(None, x, y).Distance; d < 0.5 {
		t.Errorf("none: distance %v below 0.5", d)
	}
}

func TestSVDAgainstGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 2000 {
		dimension := 2 + r.IntN(2)
		a := randomMatrix(r, dimension, i%4)
		u, s, v := SVD(a, dimension)
		dense := mat.NewDense(dimension, dimension, nil)
		for i := range dimension {
			for j := range dimension {
				dense.Set(i, j, a[i][j])
			}
		}
		var factored mat.SVD
		factored.Factorize(dense, mat.SVDNone)
		want := factored.Values(nil)
		for j := range dimension {
			if math.Abs(s[j]-want[j]) > 1e-14*want[0] {
				t.Fatalf("%v: singular values %v, want %v", a, s, want)
			}
		}
		checkFactors(t, a, u, s, v, dimension)
	}
}

// randomMatrix is full, of rank one, zero but for one entry, or badly scaled.
func randomMatrix(r *rand.Rand, dimension, kind int) (a Matrix) {
	left, right := [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}, r.NormFloat64()
	for i := range dimension {
		for j := range dimension {
			switch kind {
			case 0:
				a[i][j] = r.NormFloat64()
			case 1:
				a[i][j] = left[i] * (right + float64(j))
			case 2:
				if i == 0 && j == dimension-1 {
					a[i][j] = right
				}
			case 3:
				a[i][j] = r.NormFloat64() * math.Pow(10, float64(20*i-20*j))
			}
		}
	}
	return a
}

func checkFactors(t *testing.T, a, u Matrix, s [3]float64, v Matrix, dimension int) {
	t.Helper()
	if OrthogonalityDefect(u, dimension) > 1e-14 || OrthogonalityDefect(v, dimension) > 1e-14 {
		t.Fatalf("%v: U or V is not orthogonal", a)
	}
	for i := range dimension {
		for j := range dimension {
			sum := 0.0
			for k := range dimension {
				sum += u[i][k] * s[k] * v[j][k]
			}
			if math.Abs(sum-a[i][j]) > 2e-14*s[0] {
				t.Fatalf("%v: U S Vᵀ differs at [%d][%d] by %v", a, i, j, sum-a[i][j])
			}
		}
	}
}

func TestProperSingularValuesSign(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 500 {
		dimension := 2 + r.IntN(2)
		a := randomMatrix(r, dimension, 0)
		s := ProperSingularValues(a, dimension)
		product := s[0] * s[1]
		if dimension == 3 {
			product *= s[2]
		}
		if det := Determinant(a, dimension); math.Abs(product-det) > 1e-12*s[0]*s[0]*s[0] {
			t.Errorf("%v: product of the proper singular values %v, determinant %v", a, product, det)
		}
	}
}

func BenchmarkAlign100000(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	x, y := trials.Cloud(r, 100_000, 3), trials.Cloud(r, 100_000, 3)
	for b.Loop() {
		Align(Rigid, x, y)
	}
}
