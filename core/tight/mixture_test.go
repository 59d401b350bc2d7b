package tight

import (
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/special"
)

// twistApart is how far a twist of standard deviation s leaves points apart that were moved by d standard deviations of σ: see
// the table of the mathematics page.
func twistApart(s, radius, distance, sigma float64) func(y float64) float64 {
	return func(y float64) float64 {
		a := math.Abs(y) * s * (radius + distance) / 2
		return distance / sigma * (a + math.Sqrt(1+a*a))
	}
}

const degree = math.Pi / 180

// Values of two independent programs.
func TestMixtureAgainstTheTable(t *testing.T) {
	for _, c := range []struct{ p, s, sigma, shift, distance, want, within float64 }{
		{0.99, 15, 0.05, 0, 0.05, 0.8842, 6e-5},
		{0.99, 15, 0.05, 10, 0.05, 0.8457, 6e-5},
		{0.97, 15, 0.05, 20, 0.05, 0.5662, 6e-5},
		{0.99, 30, 0.05, 20, 0.05, 0.813, 6e-4},
	} {
		m := Mixture{Shift: c.shift / c.s, Apart: twistApart(c.s*degree, 1, c.distance, c.sigma)}
		if got := m.Lower(c.p); math.Abs(got-c.want) > c.within {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Where Apart is constant, all is one Gaussian pair.
func TestMixtureOfOneDistance(t *testing.T) {
	slow.Skip(t)
	for _, p := range []float64{0.51, 0.7, 0.97, 0.99, 0.99999, 1 - 1e-9} {
		for _, shift := range []float64{0, 1e-3, 0.4, -1.3, 3} {
			for _, apart := range []float64{1e-12, 1e-6, 1e-3, 0.1, 1, 2.5} {
				m := Mixture{Shift: shift, Apart: func(float64) float64 { return apart }}
				want := special.NormalCDF(special.NormalQuantile(p) - math.Hypot(shift, apart))
				if got := m.Lower(p); got > want || got < want-2e-9 {
					t.Errorf("p = %v, shift %v, apart %v: %v, want %v", p, shift, apart, got, want)
				}
				worst := 1 - special.NormalCDF(special.NormalQuantile(p)-math.Hypot(shift, apart))
				if got := m.Upper(1 - p); got < worst-1e-15 || got > worst+2e-9 {
					t.Errorf("p = %v, shift %v, apart %v: upper %v, want %v", p, shift, apart, got, worst)
				}
			}
		}
	}
}

// Sums from above over narrow cells, with all that tells more in each: no integral may be below what they show.
func TestMixtureAgainstUpperSums(t *testing.T) {
	slow.Skip(t)
	n := NewNormals("mixtures")
	for range 12 {
		shift := 3 * n.uniform()
		apart := twistApart(0.05+n.uniform(), 2*n.uniform(), 0.1, 0.02+0.2*n.uniform())
		m := Mixture{Shift: shift, Apart: apart}
		for _, kappa := range []float64{-1, 0.3, 2.5, 5} {
			above, below := cellSums(m, kappa)
			if got := m.mean(kappa, 1); !(got >= below-1e-13 && got <= above+1e-13) {
				t.Errorf("shift %v, κ = %v: %v, not between %v and %v", shift, kappa, got, below, above)
			}
		}
	}
}

// cellSums bounds the integral from above and from below.
func cellSums(m Mixture, kappa float64) (above, below float64) {
	const step = 1. / 512
	for y := -9.; y < 9; y += step {
		weight := special.NormalCDF(y+step) - special.NormalCDF(y)
		near, far := math.Abs(y), math.Abs(y+step)
		if near > far {
			near, far = far, near
		}
		first, last := kappa-m.Shift*y-m.Shift*m.Shift/2, kappa-m.Shift*(y+step)-m.Shift*m.Shift/2
		most, least := m.Apart(far), m.Apart(near)
		high, _ := newCall(min(first, last)).at(most * most)
		low, _ := newCall(max(first, last)).at(least * least)
		above, below = above+weight*high, below+weight*low
	}
	return above, below
}

// A box holds less than the whole, and its miss is taken off.
func TestBoxed(t *testing.T) {
	if got, want := Boxed(0.99, 1, 0), special.NormalCDF(special.NormalQuantile(0.99)-1); got > want || got < want-1e-12 {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Boxed(0.99, 1, 0.5); math.Abs(got-(Boxed(0.99, 1, 0)-0.5)) > 1e-12 || Boxed(0.9, 1, 1) != 0 {
		t.Errorf("with a miss of ½: %v", got)
	}
}
