package haar

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/invariance"
)

// randomRotation returns a rotation that is orthogonal to a few units roundoff.
func randomRotation(rng *rand.Rand) matrix {
	r := product(aboutZ(7*rng.Float64()), aboutY(2*rng.Float64()-1))
	return product(r, aboutZ(7*rng.Float64()))
}

func TestSingularValuesAreRecovered(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	worst := 0.0
	for range 50000 {
		s := proper(anywhere(rng))
		a := product(product(randomRotation(rng), matrix{{s[0]}, {0, s[1]}, {0, 0, s[2]}}), randomRotation(rng))
		got := SingularValues(a)
		for i := range 3 {
			if s[0] > 0 {
				worst = max(worst, math.Abs(got[i]-s[i])/s[0])
			}
		}
	}
	t.Logf("off by %.2g of the largest", worst)
	if !(worst <= SingularError) {
		t.Errorf("off by %.2g of the largest", worst)
	}
}

func TestSingularValuesAgainstTheFullFactorisation(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range 20000 {
		var a matrix
		for i := range 3 {
			for j := range 3 {
				a[i][j] = rng.NormFloat64() * math.Pow(10, float64(rng.IntN(4))*3*rng.Float64())
			}
		}
		got, want := SingularValues(a), invariance.ProperSingularValues(a, 3)
		for i := range 3 {
			if !(math.Abs(got[i]-want[i]) <= SingularError*want[0]) {
				t.Fatalf("%v: %v, want %v", a, got, want)
			}
		}
	}
}

func TestSingularValuesOfExtremes(t *testing.T) {
	big := math.MaxFloat64
	for _, c := range []struct {
		a    matrix
		want [3]float64
	}{
		{matrix{}, [3]float64{}},
		{matrix{{1}}, [3]float64{1, 0, 0}},
		{matrix{{0, 2}, {3}, {0, 0, 4}}, [3]float64{4, 3, -2}},
		{matrix{{5e-324}, {0, 5e-324}, {0, 0, -5e-324}}, [3]float64{5e-324, 5e-324, -5e-324}},
		{matrix{{-big}, {0, -big}, {0, 0, big}}, [3]float64{big, big, big}},
		{matrix{{1e300}, {0, 1e-300}, {0, 0, -1}}, [3]float64{1e300, 1, -1e-300}},
		{matrix{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, [3]float64{3, 0, 0}},
	} {
		got := SingularValues(c.a)
		for i := range 3 {
			if !(math.Abs(got[i]-c.want[i]) <= 1e-15*c.want[0]) {
				t.Errorf("%v: %v, want %v", c.a, got, c.want)
			}
		}
	}
	if !math.IsNaN(SingularValues(matrix{{math.NaN()}})[0]) || !math.IsNaN(SingularValues(matrix{{math.Inf(1)}})[2]) {
		t.Error("not finite")
	}
}

func FuzzSingularValues(f *testing.F) {
	f.Add(1., 2., 3., 4., 5., 6., 7., 8., 9.)
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g, h, i, j float64) {
		m := matrix{{a, b, c}, {d, e, g}, {h, i, j}}
		frobenius := 0.0
		for _, row := range m {
			for _, x := range row {
				frobenius = math.Hypot(frobenius, x)
			}
		}
		if math.IsInf(2*frobenius, 0) || math.IsNaN(frobenius) {
			return
		}
		s := SingularValues(m)
		if !(s[0] >= s[1] && s[1] >= math.Abs(s[2])) {
			t.Fatalf("%v gives %v", m, s)
		}
		if norm := math.Hypot(math.Hypot(s[0], s[1]), s[2]); !(math.Abs(norm-frobenius) <= 4*SingularError*frobenius+2e-323) {
			t.Fatalf("%v gives %v: norm %v, want %v", m, s, norm, frobenius)
		}
	})
}

// The second of a pair has the same values as alone, however far from the first.
func TestSingularPair(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	for i := range 20_000 {
		a := noisy(rng, 10)
		b := a
		for j := range b {
			for k := range b[j] {
				b[j][k] += math.Pow(10, float64(i%5)-3) * rng.NormFloat64()
			}
		}
		if i%7 == 0 {
			b[2] = [3]float64{}
		}
		first, second := SingularPair(&a, &b)
		for k, want := range [][3]float64{SingularValues(a), SingularValues(b)} {
			got := [][3]float64{first, second}[k]
			for j := range got {
				diff := math.Abs(got[j] - want[j])
				if j == 2 {
					diff = math.Abs(math.Abs(got[j]) - math.Abs(want[j]))
				}
				if diff > SingularError*want[0] {
					t.Fatalf("%v, %v: matrix %d has %v, alone %v", a, b, k+1, got, want)
				}
			}
		}
	}
}
