package say

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestRound(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		side   Side
		want   float64
	}{
		{0, 3, Up, 0}, {0.25, 4, Down, 0.25}, {1234567, 4, Down, 1.234e6}, {0.99999, 4, Down, 0.9999}, {0.99999, 4, Up, 1}, {9.999, 3, Down, 9.99},
		{1.2899999, 3, Down, 1.28}, {-27.99, 3, Up, -27.9}, {-999.96, 4, Up, -999.9}, {-1000.4, 4, Down, -1001}, {1e-9, 3, Up, 1e-9}, {2.0 / 3, 4, Nearest, 0.6667},
		{math.Inf(1), 3, Up, math.Inf(1)}, {math.MaxFloat64, 3, Down, 1.79e308},
	} {
		if got := Round(c.x, c.digits, c.side); got != c.want {
			t.Errorf("%v to %d digits on side %d: %v, want %v", c.x, c.digits, c.side, got, c.want)
		}
	}
}

func TestRoundedIsOnItsSide(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		x := math.Exp(20*random.NormFloat64()) * float64(1-2*random.IntN(2))
		digits := 2 + random.IntN(5)
		low, high := Round(x, digits, Down), Round(x, digits, Up)
		if low > x || x > high || high-low > 1.0001*math.Pow10(1-digits)*math.Abs(x) {
			t.Fatalf("%v to %d digits: %v to %v", x, digits, low, high)
		}
	}
}
