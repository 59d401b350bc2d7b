package population_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/population"
	"github.com/orbitcert/orbitcert/core/special"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestShare compares with b of Clopper and Pearson from tables: 93 of 100 and 61 of 82 at 95 %, alpha 0.001.
func TestShare(t *testing.T) {
	near(t, "93 of 100", population.Share(93, 100, 0.001), 0.8724, 5e-5)
	near(t, "61 of 82", population.Share(61, 82, 0.001), 0.652, 5e-4)
	near(t, "all of 10", population.Share(10, 10, 0), math.Pow(0.05, 0.1), 1e-12)
	for _, none := range []float64{population.Share(0, 5, 0.1), population.Share(0, 0, 0.1), population.Share(1, 1000, 0.4)} {
		near(t, "none", none, 0, 0)
	}
}

// TestShareCovers draws test sets: a cloud is robust and right with a known probability, and a certificate of one that is not
// holds with probability alpha. The bound may be above the probability in 5 % of the sets.
func TestShareCovers(t *testing.T) {
	draws := rand.New(rand.NewPCG(71, 2))
	for _, c := range []struct {
		share, alpha float64
		clouds       int
	}{{0.9, 0.001, 82}, {0.5, 0.1, 40}, {0.05, 0.2, 100}, {0.99, 0.05, 300}} {
		const sets = 4000
		above := 0
		for range sets {
			count := 0
			for range c.clouds {
				if draws.Float64() < c.share || draws.Float64() < c.alpha {
					count++
				}
			}
			if population.Share(int64(count), int64(c.clouds), c.alpha) > c.share {
				above++
			}
		}
		if most := 0.05*sets + 3*math.Sqrt(0.05*0.95*sets); float64(above) > most {
			t.Errorf("%+v: the bound is above the share in %d of %d sets", c, above, sets)
		}
	}
}

func TestSignTest(t *testing.T) {
	near(t, "2 against 8", population.SignTest(2, 8), 112./1024, 1e-12)
	near(t, "3 against 12", population.SignTest(12, 3), 0.03515625, 1e-12)
	near(t, "even", population.SignTest(4, 4), 1, 0)
	near(t, "nothing", population.SignTest(0, 0), 1, 0)
}

// TestHolm takes the values of four tests and their adjusted ones by hand.
func TestHolm(t *testing.T) {
	got := population.Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		near(t, "adjusted", got[i], want, 1e-15)
	}
	if len(population.Holm(nil)) != 0 {
		t.Error("no tests have values")
	}
}

// TestSamples searches all numbers of samples one by one.
func TestSamples(t *testing.T) {
	for _, c := range []struct{ p, far, alpha float64 }{
		{0.95, 1, 0.001}, {0.99, 1, 0.001}, {0.99, 2, 0.001}, {0.7, 0.2, 0.01}, {1, 1, 0.001}, {0.6, 0, 0.05},
	} {
		least, last := special.NormalCDF(c.far), int64(0)
		got := population.Samples(c.p, c.far, c.alpha)
		for n := int64(1); n < 2*got; n++ {
			if k := bound.UpperRank(n, least, c.alpha); k == 0 || bound.UpperTail(k, n, c.p) < population.Power {
				last = n
			}
		}
		if got != last+1 {
			t.Errorf("%+v: %d samples, want %d", c, got, last+1)
		}
	}
	for _, never := range []int64{population.Samples(0.5, 0, 0.001), population.Samples(0.5+1e-9, 0, 0.001)} {
		if never != 0 {
			t.Errorf("%d samples prove what none can", never)
		}
	}
}

// TestPercent: a share has the digits that its interval carries, and is rounded down.
func TestPercent(t *testing.T) {
	for _, c := range []struct {
		share  float64
		clouds int
		want   string
	}{{61. / 82, 82, "74"}, {0.29, 100, "29"}, {0.57, 100, "57"}, {1, 10, "100"}, {1, 1000, "100.0"}, {0.999, 1000, "99.9"}, {0.5, 1000, "50"},
		{2. / 3, 30000, "66.6"}, {0, 10, "0"}, {0, 1000, "0.0"}, {0.29, 100000, "29.0"}} {
		if got := population.Percent(c.share, c.clouds); got != c.want+" %" {
			t.Errorf("%v of %d: %s, want %s %%", c.share, c.clouds, got, c.want)
		}
	}
	near(t, "66.6 %", population.Down(2./3, 1), 0.666, 0)
}
