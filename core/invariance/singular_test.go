package invariance

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/haar"
	"github.com/orbitcert/orbitcert/core/internal/trials"
)

func matrixProduct(a, b Matrix) (c Matrix) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// singularValues returns the proper ones of a alone.
func singularValues(a Matrix) [3]float64 {
	s, _ := SingularPair(&a, &a)
	return haar.Proper(s)
}

// apart returns the largest difference in units of the largest value.
func apart(got, want [3]float64) (most float64) {
	for i := range got {
		most = max(most, math.Abs(got[i]-want[i]))
	}
	if want[0] > 0 {
		most /= want[0]
	}
	return most
}

// hostileValues returns proper singular values of all sizes, often equal or zero.
func hostileValues(r *rand.Rand) (s [3]float64) {
	s[0] = math.Pow(10, 21*r.Float64()-12)
	for i := 1; i < 3; i++ {
		s[i] = s[i-1] * [5]float64{0, 1, 1 - math.Pow(10, -16*r.Float64()), r.Float64(), r.Float64()}[r.IntN(5)]
	}
	s[2] = math.Copysign(s[2], r.NormFloat64())
	return s
}

func TestSingularValuesAreRecovered(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	worst := 0.0
	for range 20_000 {
		s := hostileValues(r)
		turned := matrixProduct(trials.Orthogonal(r, 3, 1), Matrix{{s[0]}, {0, s[1]}, {0, 0, s[2]}})
		worst = max(worst, apart(singularValues(matrixProduct(turned, trials.Orthogonal(r, 3, 1))), s))
	}
	t.Logf("off by %.2g of the largest", worst)
	if !(worst <= SingularError) {
		t.Errorf("off by %.2g of the largest", worst)
	}
}

func TestSingularValuesAgainstTheFullFactorisation(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for range 20_000 {
		var a Matrix
		for i := range 3 {
			for j := range 3 {
				a[i][j] = r.NormFloat64() * math.Pow(10, float64(r.IntN(4))*3*r.Float64())
			}
		}
		if got, want := singularValues(a), ProperSingularValues(a, 3); !(apart(got, want) <= SingularError) {
			t.Fatalf("%v: %v, want %v", a, got, want)
		}
	}
}

func TestSingularValuesOfExtremes(t *testing.T) {
	for _, c := range []struct {
		a    Matrix
		want [3]float64
	}{
		{Matrix{}, [3]float64{}},
		{Matrix{{1}}, [3]float64{1, 0, 0}},
		{Matrix{{0, 2}, {3}, {0, 0, 4}}, [3]float64{4, 3, -2}},
		{Matrix{{-1e40}, {0, -1e40}, {0, 0, 1e40}}, [3]float64{1e40, 1e40, 1e40}},
		{Matrix{{1e40}, {0, 1e-40}, {0, 0, -1}}, [3]float64{1e40, 1, -1e-40}},
		{Matrix{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, [3]float64{3, 0, 0}},
	} {
		if got := singularValues(c.a); !(apart(got, c.want) <= 1e-15) {
			t.Errorf("%v: %v, want %v", c.a, got, c.want)
		}
	}
}

// The second of a pair has the same values as alone, however far from the first.
func TestSingularPair(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	for i := range 20_000 {
		a := noisyDiagonal(r, 10)
		b := a
		for j := range b {
			for k := range b[j] {
				b[j][k] += math.Pow(10, float64(i%5)-3) * r.NormFloat64()
			}
		}
		if i%7 == 0 {
			b[2] = [3]float64{}
		}
		first, second := SingularPair(&a, &b)
		first, second = haar.Proper(first), haar.Proper(second)
		alone := singularValues(b)
		second[2], alone[2] = math.Abs(second[2]), math.Abs(alone[2])
		if first != singularValues(a) || !(apart(second, alone) <= SingularError) {
			t.Fatalf("%v, %v: %v and %v, alone %v and %v", a, b, first, second, singularValues(a), alone)
		}
	}
}

func noisyDiagonal(r *rand.Rand, mean float64) (a Matrix) {
	for i := range 3 {
		for j := range 3 {
			a[i][j] = 0.1 * mean * r.NormFloat64()
		}
		a[i][i] += mean
	}
	return a
}

// checkNorm holds the singular values to the Frobenius norm.
func checkNorm(t *testing.T, m Matrix) {
	if !(largest(m) <= 1e40) {
		return
	}
	frobenius := 0.0
	for _, row := range m {
		for _, x := range row {
			frobenius = math.Hypot(frobenius, x)
		}
	}
	s := singularValues(m)
	error := 4*SingularError*frobenius + 1e-40
	if norm := math.Hypot(math.Hypot(s[0], s[1]), s[2]); !(math.Abs(norm-frobenius) <= error) {
		t.Fatalf("%v gives %v: norm %v, want %v", m, s, norm, frobenius)
	}
}

// Any bits, so numbers of very different sizes.
func TestSingularValuesOfAnyBits(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	var m Matrix
	for range 30_000 {
		for i := range m {
			for j := range m[i] {
				if m[i][j] = math.Float64frombits(r.Uint64()); !(math.Abs(m[i][j]) <= 1e40) {
					m[i][j] = r.NormFloat64()
				}
			}
		}
		checkNorm(t, m)
	}
}

func FuzzSingularValues(f *testing.F) {
	f.Add(1., 2., 3., 4., 5., 6., 7., 8., 9.)
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g, h, i, j float64) {
		checkNorm(t, Matrix{{a, b, c}, {d, e, g}, {h, i, j}})
	})
}

var sink float64

func BenchmarkSingularPair(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var inputs [1024]Matrix
	for i := range inputs {
		inputs[i] = noisyDiagonal(r, 10)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		first, second := SingularPair(&inputs[i%len(inputs)], &inputs[(i+1)%len(inputs)])
		sink += first[2] + second[2]
	}
}
