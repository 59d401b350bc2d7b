package special

import (
	"math"
	"testing"
)

// chi3Simpson integrates the density t²·sinh(νt)/(νt)·√(2/π)·e^{−(t²+ν²)/2} from 0 to x.
func chi3Simpson(nu, from, to float64) float64 {
	density := func(t float64) float64 {
		if t == 0 {
			return 0
		}
		edge := math.Sqrt(2/math.Pi) * t * math.Exp(-(t*t+nu*nu)/2)
		if nu*t < 1e-4 {
			return edge * t * (1 + nu*t*nu*t/6)
		}
		return (math.Exp(-(t-nu)*(t-nu)/2) - math.Exp(-(t+nu)*(t+nu)/2)) / math.Sqrt(2*math.Pi) * t / nu
	}
	const steps = 20_000
	h, sum := (to-from)/steps, 0.0
	for i := range steps + 1 {
		weight := 2 + 2*float64(i%2)
		if i == 0 || i == steps {
			weight = 1
		}
		sum += weight * density(from+h*float64(i))
	}
	return sum * h / 3
}

func TestChi3IsTheIntegralOfItsDensity(t *testing.T) {
	for _, nu := range []float64{0, 1e-9, 1e-3, 0.1, 0.7, 2, 5, 30} {
		for _, x := range []float64{1e-3, 0.02, 0.3, 1, 2, 4, 7, 29, 31, 36} {
			below, above, err := Chi3Around(nu, x-nu)
			want, rest := chi3Simpson(nu, math.Max(0, math.Min(nu-12, x)), x), chi3Simpson(nu, x, math.Max(x, nu+14))
			if math.Abs(below-want) > 1e-12+err || math.Abs(above-rest) > 1e-12+err {
				t.Errorf("ν = %v, x = %v: %v and %v, by the density %v and %v", nu, x, below, above, want, rest)
			}
			if smaller, integral := math.Min(below, above), math.Min(want, rest); integral > 1e-9 && math.Abs(smaller-integral) > 1e-8*integral+err {
				t.Errorf("ν = %v, x = %v: the smaller tail is %v, by the density %v", nu, x, smaller, integral)
			}
		}
	}
}

func TestChi3Quantile(t *testing.T) {
	for _, nu := range []float64{0, 1e-200, 1e-6, 0.5, 3, 39, 41, 1e5} {
		for _, p := range []float64{1e-250, 1e-30, 1e-9, 0.1, 0.5, 0.9, 0.999999} {
			for _, tails := range [][2]float64{{p, 1 - p}, {1 - p, p}} {
				delta := Chi3QuantileAround(nu, tails[0], tails[1])
				if nu == 1e5 && p < 1e-200 {
					continue // beyond the reach of δ in these units
				}
				below, above, err := Chi3Around(nu, delta)
				got, want := below, tails[0]
				if tails[1] < tails[0] {
					got, want = above, tails[1]
				}
				// Rounding x moves the tail by its density.
				if math.Abs(got-want) > 1e-10*want+2*err+1e-11*nu*Unit {
					t.Errorf("ν = %v, tails %v: %v, want %v", nu, tails, got, want)
				}
			}
		}
	}
	if !math.IsInf(Chi3QuantileAround(2, 1, 0), 1) || Chi3QuantileAround(2, 0, 1) != -2 {
		t.Error("the ends of the distribution")
	}
}

// The ratio of the densities of two centres is that of the likelihoods averaged over rotations.
func TestChi3Ratio(t *testing.T) {
	for _, c := range []struct{ nu, along, x float64 }{{1, 2, 0.5}, {3, -2.5, 4}, {0, 1.5, 2}, {2, -2, 1}, {40, 1, 41}} {
		far := c.nu + c.along
		sinhc := func(y float64) float64 {
			if y == 0 {
				return 1
			}
			return math.Sinh(y) / y
		}
		want := sinhc(far*c.x) / sinhc(c.nu*c.x) * math.Exp((c.nu*c.nu-far*far)/2)
		if got := Chi3Ratio(c.nu, c.along, c.x-c.nu); math.Abs(got-want) > 1e-11*want {
			t.Errorf("%+v: %v, want %v", c, got, want)
		}
	}
}
