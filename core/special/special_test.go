package special

import (
	"math"
	"math/big"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// within fails unless got is want to a relative error.
func within(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance*math.Abs(want) {
		t.Errorf("%s = %.17g, want %.17g (relative error %.2g, allowed %.2g)", name, got, want, math.Abs(got/want-1), tolerance)
	}
}

// bigExp returns eˣ in 300 bits.
func bigExp(x float64) *big.Float {
	return bigExpOf(new(big.Float).SetPrec(300).SetFloat64(x))
}

// bigExpOf sums eˣ in 300 bits after halving the argument until it is small.
func bigExpOf(x *big.Float) *big.Float {
	r := new(big.Float).Set(x)
	halvings := 0
	for limit := big.NewFloat(0.01); new(big.Float).Abs(r).Cmp(limit) > 0; halvings++ {
		r.Quo(r, big.NewFloat(2))
	}
	sum, term := big.NewFloat(1).SetPrec(300), big.NewFloat(1).SetPrec(300)
	for j := 1; j < 40; j++ {
		term.Mul(term, r)
		term.Quo(term, big.NewFloat(float64(j)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

func TestExpAgainst300Bits(t *testing.T) {
	slow.Skip(t)
	for x := -708.0; x < 709; x += 0.37109375 {
		want, _ := bigExp(x).Float64()
		within(t, "Exp", Exp(x), want, 0x1p-52)
	}
	for x := 1e-300; x < 1; x *= 7.3 {
		want, _ := bigExp(-x).Float64()
		within(t, "Exp", Exp(-x), want, 0x1p-52)
	}
}

func TestExpSpecialCases(t *testing.T) {
	if Exp(math.Inf(1)) != math.Inf(1) || Exp(math.Inf(-1)) != 0 || !math.IsNaN(Exp(math.NaN())) {
		t.Error("infinities or NaN")
	}
	if Exp(710) != math.Inf(1) || Exp(-746) != 0 || Exp(0) != 1 {
		t.Error("overflow, underflow or zero")
	}
}

// Abramowitz and Stegun, Table 26.1 and 26.2 (15 and more digits), and
// −x = 10, 20, 38 from the asymptotic expansion 26.2.12 in 40 digits.
func TestNormalCDFTable(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{0, 0.5},
		{0.5, 0.691462461274013104},
		{1, 0.841344746068542949},
		{2, 0.977249868051820793},
		{-1, 0.158655253931457051},
		{-2, 0.0227501319481792072},
		{-3, 0.00134989803163009453},
		{-5, 2.86651571879193912e-7},
		{-10, 7.61985302416052607e-24},
		{-20, 2.75362411860623369e-89},
		{-38, 2.88542835100396e-316},
	} {
		tolerance := 1e-14
		if c.want < 1e-307 {
			tolerance = 1e-8
		}
		within(t, "NormalCDF", NormalCDF(c.x), c.want, tolerance)
	}
}

func TestNormalCDFSweeps(t *testing.T) {
	last := 0.0
	for x := -40.0; x <= 40; x += 1.0 / 1024 {
		y := NormalCDF(x)
		if math.IsNaN(y) || y < last*(1-1e-14) || y > 1 {
			t.Fatalf("NormalCDF(%v) = %v after %v", x, y, last)
		}
		last = y
		if x < 0 && x > -8 {
			within(t, "1−Φ(−x)", NormalCDF(-x), 1-y, 1e-15)
			within(t, "½ erfc", y, 0.5*math.Erfc(-x/math.Sqrt2), 3e-14)
		}
	}
}

func TestNormalQuantileInverts(t *testing.T) {
	for x := -37.0; x < 7; x += 1.0 / 64 {
		if x == 0 {
			continue
		}
		// Near 1 the probability itself is rounded to 2⁻⁵³.
		density := math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
		tolerance := 2e-14 + Unit/(math.Abs(x)*density)*math.Max(0, math.Copysign(1, x))*4
		within(t, "NormalQuantile", NormalQuantile(NormalCDF(x)), x, tolerance)
	}
}

// bigI0 sums the power series of I₀ in as many bits as its largest term needs.
func bigI0(x float64) *big.Float {
	precision := uint(200 + 2*x)
	q := new(big.Float).SetPrec(precision).SetFloat64(x)
	q.Mul(q, q).Quo(q, big.NewFloat(4))
	sum, term := big.NewFloat(1).SetPrec(precision), big.NewFloat(1).SetPrec(precision)
	for k := 1.0; ; k++ {
		term.Mul(term, q).Quo(term, big.NewFloat(k*k))
		sum.Add(sum, term)
		if term.MantExp(nil) < sum.MantExp(nil)-200 {
			return sum
		}
	}
}

// bigLog returns log y from its binary exponent and one Newton step in 300 bits.
func bigLog(y *big.Float) float64 {
	mantissa := new(big.Float)
	exponent := y.MantExp(mantissa)
	m, _ := mantissa.Float64()
	guess := math.Log(m) + float64(exponent)*math.Ln2
	e := bigExp(guess)
	ratio := new(big.Float).SetPrec(300).Quo(y, e)
	rest, _ := ratio.Sub(ratio, big.NewFloat(1)).Float64()
	return guess + rest
}

func TestLogI0AgainstPowerSeries(t *testing.T) {
	for x := 1e-6; x < 3000; x *= 1.09 {
		within(t, "LogI0", LogI0(x), bigLog(bigI0(x)), 1e-14)
	}
	for _, x := range []float64{19.9999, 20, 20.0001} {
		within(t, "LogI0", LogI0(x), bigLog(bigI0(x)), 1e-15)
	}
}

func TestLogI0SpecialCases(t *testing.T) {
	for _, x := range []float64{0, 1e-308, 1e-200, 1e-10, 1e10, 1e150, 1e308, math.MaxFloat64, math.Inf(1)} {
		y := LogI0(x)
		if math.IsNaN(y) || y < 0 || y > x {
			t.Errorf("LogI0(%v) = %v", x, y)
		}
		if LogI0(-x) != y {
			t.Errorf("LogI0 is not even at %v", x)
		}
	}
	within(t, "LogI0(1e-100)", LogI0(1e-100), 2.5e-201, 1e-14)
	if !math.IsNaN(LogI0(math.NaN())) {
		t.Error("LogI0(NaN)")
	}
}

func TestLogI0TailIsTheRest(t *testing.T) {
	for x := 20.0; x < 1e6; x *= 1.3 {
		if got, want := logI0Tail(x), 1/(8*x)+1/(16*x*x); math.Abs(got-want) > 0.2/(x*x*x) {
			t.Errorf("logI0Tail(%v) = %v, want about %v", x, got, want)
		}
	}
}
