package population_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/population"
	"github.com/orbitcert/orbitcert/core/special"
)

// TestCalibrateDigits takes 50 clouds of which the fifth least certain has 471 of 500 votes.
func TestCalibrateDigits(t *testing.T) {
	lower := make([]float64, 50)
	for i := range lower {
		lower[i] = bound.Lower(467+int64(i), max(500, 467+int64(i)), 0.0005)
	}
	slices.Reverse(lower)
	c := population.Calibrate(lower, 0.9, 0.0005, 0.5)
	if c.Rank != 5 {
		t.Errorf("rank %d, want 5", c.Rank)
	}
	near(t, "quantile", c.Quantile, 0.8995986797, 5e-11)
	near(t, "threshold", c.Threshold, 0.7820891169, 5e-11)
}

// TestRank takes decimals whose doubles give another whole number, and compares with exact whole numbers.
func TestRank(t *testing.T) {
	for _, c := range []struct {
		clouds          int
		coverage, wrong float64
		want            int64
	}{
		{9, 0.9, 0, 1}, {8, 0.9, 0, 0}, {99, 0.9, 0, 10}, {99, 0.7, 0, 30}, {99, 0.9, 0.005, 9}, {999, 0.9, 0.0005, 99}, {50, 0.9, 0.0005, 5},
		{100, 0.9, 0.05, 0}, {100, 0.95, 0.1, 0}, {0, 0.5, 0, 0}, {9, 0.9 + 1e-13, 0, 0}, {9, 0.9, 1e-15, 0}, {9, 0.9 - 1e-11, 0, 1},
	} {
		got := population.Calibrate(make([]float64, c.clouds), c.coverage, c.wrong, 0).Rank
		if got != c.want {
			t.Errorf("%+v: rank %d", c, got)
		}
	}
	for percent := 1; percent < 100; percent++ {
		for clouds := range 300 {
			coverage := float64(percent) / 100
			if got, want := population.Calibrate(make([]float64, clouds), coverage, 0, 0).Rank, int64((100-percent)*(clouds+1)/100); got != want {
				t.Fatalf("%d clouds, %v: rank %d, want %d", clouds, coverage, got, want)
			}
		}
	}
}

// TestNeeded compares with the first number of clouds whose rank is 1.
func TestNeeded(t *testing.T) {
	for _, c := range []struct{ coverage, wrong float64 }{{0.9, 0.0005}, {0.9, 0}, {0.95, 0.001}, {0.5, 0.1}, {0.99, 0.0005}, {0.9, 0.049}} {
		n := population.Needed(c.coverage, c.wrong)
		with := func(n int64) int64 {
			return population.Calibrate(make([]float64, n), c.coverage, c.wrong, 0).Rank
		}
		if with(n) != 1 || with(n-1) != 0 {
			t.Errorf("%+v: %d clouds are needed, with ranks %d and %d", c, n, with(n-1), with(n))
		}
	}
	if n := population.Needed(0.9, 0.05); n != 0 {
		t.Errorf("%d clouds, but no number suffices", n)
	}
}

// TestHolds: samples without a class count for every class, few clouds give every class, and the threshold only falls with the distance.
func TestHolds(t *testing.T) {
	share := func(votes int64) float64 { return float64(votes) / 10 }
	c := population.Calibrated{Rank: 1, Quantile: 0.5, Threshold: 0.4}
	for _, of := range []struct {
		votes   []int64
		without int64
		want    []int
	}{{[]int64{5, 4, 1}, 0, []int{0, 1}}, {[]int64{5, 1, 1}, 3, []int{0, 1, 2}}, {[]int64{5, 3, 0}, 2, []int{0, 1}}, {[]int64{3, 3, 3}, 0, []int{}}} {
		if got := c.Holds(of.votes, of.without, share); !slices.Equal(got, of.want) {
			t.Errorf("%+v: %v", of, got)
		}
	}
	few := population.Calibrate(make([]float64, 5), 0.9, 0.0005, 0)
	if got := few.Holds([]int64{0, 10, 0}, 0, share); len(got) != 3 {
		t.Errorf("5 clouds give %v", got)
	}
	last := 1.0
	for far := 0.0; far < 50; far += 0.25 {
		now := population.Calibrate([]float64{0.9, 0.8, 0.95}, 0.5, 0, far)
		if now.Quantile != 0.9 || now.Threshold > last || far == 0 && now.Threshold != 0.9 {
			t.Fatalf("%v: %+v after %v", far, now, last)
		}
		last = now.Threshold
	}
}

// TestSetsCover calibrates on 50 clouds, draws a fresh one, and moves it by one standard deviation to where the probability of its true
// class is least: straight towards a half-space.
func TestSetsCover(t *testing.T) {
	const runs, clouds, samples, far, coverage, wrong = 2000, 50, 100, 1.0, 0.9, 0.0005
	draws, known := rand.New(rand.NewPCG(19, 50)), map[int64]float64{}
	votes := func(p float64) (n int64) {
		for range samples {
			if draws.Float64() < p {
				n++
			}
		}
		return n
	}
	lower := func(n int64) float64 {
		if _, there := known[n]; !there {
			known[n] = bound.Lower(n, samples, wrong)
		}
		return known[n]
	}
	probability := func() float64 { return special.NormalCDF(1.5 + 0.8*draws.NormFloat64()) }
	held := 0
	for range runs {
		bounds := make([]float64, clouds)
		for i := range bounds {
			bounds[i] = lower(votes(probability()))
		}
		c := population.Calibrate(bounds, coverage, wrong, far)
		there := special.NormalCDF(special.NormalQuantile(probability()) - far)
		set := c.Holds([]int64{votes(there)}, 0, func(n int64) float64 { return bound.Upper(n, samples, wrong) })
		held += len(set)
	}
	if least := coverage*runs - 3*math.Sqrt(coverage*(1-coverage)*runs); float64(held) < least {
		t.Errorf("the set holds the true class of %d of %d clouds, want %v at least", held, runs, least)
	}
}

// TestSetsCoverNoMore takes the probabilities themselves in place of bounds, so that the share that holds is 1 − k/(n + 1), the rank k being 5.
func TestSetsCoverNoMore(t *testing.T) {
	const runs, clouds, far = 2000, 50, 0.7
	draws := rand.New(rand.NewPCG(19, 51))
	probability := func() float64 { return special.NormalCDF(1.5 + 0.8*draws.NormFloat64()) }
	held := 0
	for range runs {
		bounds := make([]float64, clouds)
		for i := range bounds {
			bounds[i] = probability()
		}
		there := special.NormalCDF(special.NormalQuantile(probability()) - far)
		held += len(population.Calibrate(bounds, 0.9, 0, far).Holds([]int64{0}, 0, func(int64) float64 { return there }))
	}
	const share = 1 - 5./51
	near(t, "clouds held", float64(held), share*runs, 3*math.Sqrt(share*(1-share)*runs))
}
