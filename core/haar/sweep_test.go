package haar

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/special"
)

// anywhere returns values on all scales from 1e-12 to 1e9, often equal or zero.
func anywhere(rng *rand.Rand) (s [3]float64) {
	scale := math.Pow(10, 21*rng.Float64()-12)
	for i := range s {
		s[i] = scale
		switch rng.IntN(5) {
		case 0:
			s[i] = 0
		case 1, 2:
			s[i] *= rng.Float64()
		case 3:
			s[i] *= 1 - math.Pow(10, -16*rng.Float64())
		}
	}
	if rng.IntN(2) == 0 {
		s[rng.IntN(3)] *= -1
	}
	return s
}

func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 20000 {
		s := anywhere(rng)
		turned := [3]float64{-s[2], s[0], -s[1]}
		if LogSO3(s) != LogSO3(turned) || TailSO3(s) != TailSO3(turned) {
			t.Fatalf("SO(3): %v and %v differ", s, turned)
		}
		flipped := [3]float64{s[1], -s[0], s[2]}
		if LogO3(s) != LogO3(flipped) || TailO3(s) != TailO3(flipped) {
			t.Fatalf("O(3): %v and %v differ", s, flipped)
		}
		if logSO2(s[0], s[1]) != logSO2(-s[1], -s[0]) || tailSO2(s[0], s[1]) != tailSO2(-s[1], -s[0]) {
			t.Fatalf("SO(2): %v", s)
		}
		if LogO2(s[0], s[1]) != LogO2(s[1], -s[0]) || TailO2(s[0], s[1]) != TailO2(-s[1], s[0]) {
			t.Fatalf("O(2): %v", s)
		}
	}
}

func TestO3IsTheMeanOfBothSigns(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	for range 20000 {
		s := upright(anywhere(rng))
		x, y := TailSO3(s), TailSO3(mirror(s))-2*s[2]
		want := x + math.Log1p(math.Expm1(y-x)/2)
		near(t, "O(3)", s, TailO3(s), want, 2*TailError(x))
		x, y = tailSO2(s[0], s[1]), tailSO2(s[0], -s[1])-2*s[1]
		want = x + math.Log1p(math.Expm1(y-x)/2)
		near(t, "O(2)", s, TailO2(s[0], s[1]), want, 2*TailError(x))
	}
}

// For A = x·1 the trace depends on the rotation angle φ alone,
// β = (1/π)∫₀^π exp(x(1 + 2cos φ))(1 − cos φ) dφ.
func TestMultiplesOfTheIdentity(t *testing.T) {
	for x := 0.01; x < 300; x *= 1.1 {
		const n = 2000
		plus, minus := 0.0, 0.0
		for k := range n {
			cos := math.Cos(math.Pi * (float64(k) + 0.5) / n)
			plus += math.Exp(2*x*(cos-1)) * (1 - cos) / n
			minus += math.Exp(-2*x*(cos+1)) * (1 - cos) / n
		}
		near(t, "x·1", [3]float64{x}, TailSO3([3]float64{x, x, x}), math.Log(plus), 1e-12)
		near(t, "−x·1", [3]float64{x}, TailSO3([3]float64{-x, -x, -x}), math.Log(minus), 1e-12)
	}
}

func TestSmallExpansion(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	for range 5000 {
		scale := math.Pow(10, -140*rng.Float64()-2)
		s := Proper([3]float64{scale, scale * rng.Float64(), scale * (2*rng.Float64() - 1)})
		second := (s[0]*s[0] + s[1]*s[1] + s[2]*s[2]) / 6
		want := second + s[0]*s[1]*s[2]/6
		near(t, "SO(3)", s, LogSO3(s)/second, want/second, scale*scale+4*special.Unit)
		near(t, "O(3)", s, LogO3(s)/second, 1, scale*scale+4*special.Unit)
		second = (s[0]*s[0] + s[1]*s[1]) / 4
		near(t, "SO(2)", s, logSO2(s[0], s[1])/second, 1+s[0]*s[1]/2/second, scale*scale+8*special.Unit)
		near(t, "O(2)", s, LogO2(s[0], s[1])/second, 1, scale*scale+8*special.Unit)
	}
}

func TestLargeExpansion(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 4))
	for range 5000 {
		scale := math.Pow(10, 12*rng.Float64()+3)
		s := Proper([3]float64{scale, scale * rng.Float64(), scale * (2*rng.Float64() - 1)})
		a, b, c := s[1]+s[2], s[0]+s[2], s[0]+s[1]
		if a < 100 {
			continue
		}
		tail := TailSO3(s)
		first := (1/a + 1/b + 1/c) / 8
		want := -0.5*math.Log(8*math.Pi*a*b*c) + first
		near(t, "SO(3)", s, tail, want, 5*first*first+TailError(tail))
	}
}

// Both bounds hold on both sides of the point where the methods meet.
func TestMethodsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 5))
	for range 20000 {
		l := [3]float64{25 + 10*rng.Float64()}
		l[1] = l[0] * math.Pow(10, 3*rng.Float64()*float64(rng.IntN(2)))
		l[2] = l[1] * math.Pow(10, 3*rng.Float64()*float64(rng.IntN(2)))
		series := asymptotic(0.5/l[0], 0.5/l[1], 0.5/l[2])
		contour := bromwich(1/(1+2*l[0]), 1/(1+2*l[1]), 1/(1+2*l[2]))
		scale := math.Sqrt(math.Pi * (2 * l[0] / (1 + 2*l[0])) * (2 * l[1] / (1 + 2*l[1])) * (2 * l[2] / (1 + 2*l[2])))
		near(t, "asymptotic", l, series, contour*scale, 1e-14)
	}
	for range 5000 {
		x, y := rng.Float64(), rng.Float64()
		s := Proper([3]float64{1 - x*y, x * y / 2, x * (1 - y) / 4})
		h1, h2, h3 := s[1]/2+s[2]/2, s[0]/2+s[2]/2, s[0]/2+s[1]/2
		a := [3]float64{1 / (1 + 4*h1), 1 / (1 + 4*h2), 1 / (1 + 4*h3)}
		want := total(s) + math.Log(bromwich(a[0], a[1], a[2])*math.Sqrt(a[0]*a[1]*a[2]))
		near(t, "power series", s, math.Log1p(excess(s)), want, 4e-15)
	}
}

func TestMonotone(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 6))
	for range 20000 {
		s := Proper(anywhere(rng))
		more := s
		more[0] *= 1 + 0.5*rng.Float64()
		more[1] = min(more[0], more[1]*(1+0.5*rng.Float64()))
		slack := TailError(TailSO3(more))
		if LogSO3(more) < LogSO3(s)-slack-4*special.Unit*total(more) || LogO3(more) < LogO3(s)-slack-4*special.Unit*total(more) {
			t.Fatalf("log β falls from %v to %v", s, more)
		}
		if TailSO3(more) > TailSO3(s)+slack || tailSO2(more[0], more[1]) > tailSO2(s[0], s[1])+slack {
			t.Fatalf("tail rises from %v to %v", s, more)
		}
	}
}

// No finite input gives NaN, 0 ≤ log β ≤ Σs, and the tail is finite unless Σs
// overflows.
func TestExtremes(t *testing.T) {
	slow.Skip(t)
	rng := rand.New(rand.NewPCG(7, 7))
	special := []float64{0, math.Copysign(0, -1), 5e-324, 1e-308, 1e-160, 1, 25, 1e90, 1e154, 1e300, 8.9e307, math.MaxFloat64}
	draw := func() float64 {
		if rng.IntN(2) == 0 {
			return special[rng.IntN(len(special))] * float64(1-2*rng.IntN(2))
		}
		for {
			if x := math.Float64frombits(rng.Uint64()); !math.IsNaN(x) && !math.IsInf(x, 0) {
				return x
			}
		}
	}
	for range min(trials.Count(t, 60_000, 200_000), 200_000) {
		s := [3]float64{draw(), draw(), draw()}
		between(t, "SO(3)", s, LogSO3(s), TailSO3(s), total(Proper(s)))
		between(t, "O(3)", s, LogO3(s), TailO3(s), total(upright(s)))
		between(t, "SO(2)", s, logSO2(s[0], s[1]), tailSO2(s[0], s[1]), math.Abs(s[0]+s[1]))
		between(t, "O(2)", s, LogO2(s[0], s[1]), TailO2(s[0], s[1]), math.Abs(s[0])+math.Abs(s[1]))
	}
}

func between(t *testing.T, name string, s [3]float64, log, tail, sum float64) {
	t.Helper()
	const slack = 1e-15
	if !(log >= 0 && log <= sum*(1+slack)) || !(tail <= slack && tail >= -sum*(1+slack)-slack && (tail >= -1500 || math.IsInf(sum, 1))) {
		t.Fatalf("%s: %v has log β = %v and tail %v, with a sum of %v", name, s, log, tail, sum)
	}
}

func TestNotFinite(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	if LogSO3([3]float64{inf, 1, 1}) != inf || LogO3([3]float64{inf, 1, 1}) != inf || logSO2(inf, 1) != inf || LogO2(inf, 1) != inf {
		t.Error("infinite values")
	}
	for _, s := range [][3]float64{{nan, 1, 1}, {1, nan, 1}, {1, 1, nan}} {
		if !math.IsNaN(LogSO3(s)) || !math.IsNaN(TailSO3(s)) || !math.IsNaN(LogO3(s)) || !math.IsNaN(TailO3(s)) {
			t.Errorf("%v is not NaN", s)
		}
	}
	if !math.IsNaN(logSO2(nan, 1)) || !math.IsNaN(TailO2(1, nan)) || !math.IsNaN(LogO2(nan, 0)) {
		t.Error("NaN in the plane")
	}
}
