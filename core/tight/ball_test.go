package tight

import (
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/special"
)

// The paper's example: σ = 0.5, ‖X‖ = 0.01, p = 0.8 is certified against scaling up to
// ‖Δ‖ = 0.720.
func TestBallScalingOfThePaper(t *testing.T) {
	b := Ball{Norm: 0.02, Probabilities: []float64{0.8}}
	if r := 0.5 * b.Scaling(); math.Abs(r-0.720) > 0.0005 {
		t.Errorf("scaling is certified up to %v, want 0.720", r)
	}
}

// The walk against the closed form: the quantile t of Rice(s) at p is the median of
// Rice(s + r).
func TestBallScalingClosedForm(t *testing.T) {
	for _, s := range []float64{0.01, 0.3, 1, 4, 30} {
		for _, p := range []float64{0.55, 0.8, 0.99, 0.99999} {
			r := Ball{Norm: s, Probabilities: []float64{p}}.Scaling()
			quantile := s + special.RiceQuantileAround(s, p, 1-p)
			below, _ := special.RiceAround(s+r, quantile-s-r)
			if !(below >= 0.5) || below > 0.5+1e-6 {
				t.Errorf("s = %v, p = %v: the value at the radius %v is %v", s, p, r, below)
			}
		}
	}
}

func TestBallEdgeLeast(t *testing.T) {
	for _, c := range []struct{ u, v, bend float64 }{{1, 1, 0}, {1, 2, 0}, {1, 1, 4}, {1, 2, 3}, {2, 1, 3}, {1, 2, 0.5}} {
		least := math.Inf(1)
		for i := range 1001 {
			x := float64(i) / 1000
			least = min(least, (1-x)*c.u+x*c.v-c.bend/2*x*(1-x))
		}
		if got := edgeLeast(c.u, c.v, c.bend); math.Abs(got-least) > 1e-6*(1+c.bend) || got > least+1e-12 {
			t.Errorf("%+v: %v, want %v", c, got, least)
		}
	}
}

// The polygon has the disc inside.
func TestBallPolygonSurrounds(t *testing.T) {
	if inner := (1 + everyRim) * math.Cos(math.Pi/(2*everySectors)); inner < 1 {
		t.Errorf("the edges come down to %v of the radius", inner)
	}
}

// Fact 1: v falls in b.
func TestBallFallsAcross(t *testing.T) {
	for i, s := range []float64{0.02, 0.5, 2, 9} {
		for _, along := range []float64{-2.5, -1, -0.2, 0, 0.7, 2} {
			before := math.Inf(1)
			for b := 0.0; b < 3; b += 0.25 {
				v, err := Ball{Norm: s}.problem(along, b).Planar.Exact(0.7 + 0.07*float64(i))
				if v > before+err+1e-12 {
					t.Errorf("s = %v, a = %v, b = %v: %v after %v", s, along, b, v, before)
				}
				before = v
			}
		}
	}
}

// Fact 2: no second difference along a straight line is above 2φ(1)h². Lines may
// pass beyond X' = 0.
func TestBallBends(t *testing.T) {
	slow.Skip(t)
	n, most := NewNormals("bends"), 0.0
	for range 300 {
		s := special.Exp(float64(1.5*n.Next()) - 0.5)
		ball, p := Ball{Norm: s}, 0.5+0.49*n.uniform()
		a, b, turn := 2*n.Next(), 2*math.Abs(n.Next()), math.Pi*n.uniform()
		const h = 0.05
		var v [3]float64
		for k := range v {
			x := h * float64(k-1)
			v[k], _ = ball.problem(a+x*math.Cos(turn), b+x*math.Sin(turn)).Tradeoff().Value(p)
		}
		bend := (v[0] - 2*v[1] + v[2]) / h / h
		most = max(most, bend)
		if bend > twiceDensityAtOne+1e-5 {
			t.Errorf("s = %v, p = %v at (%v, %v), %v: %v", s, p, a, b, turn, bend)
		}
	}
	if most < 0.1 {
		t.Errorf("the largest bend seen is %v: the sweep shows nothing", most)
	}
	if least := 2 * math.Exp(-0.5) / math.Sqrt(2*math.Pi); twiceDensityAtOne < least {
		t.Errorf("2φ(1) = %v", least)
	}
}

// Fact 3: the score changes by at most the distance.
func TestBallScoreIsLipschitz(t *testing.T) {
	n := NewNormals("scores")
	for range 300 {
		b := Ball{Norm: special.Exp(float64(1.5*n.Next()) - 0.5), Probabilities: []float64{0.5 + 0.49*n.uniform()}}
		x, y, u, v := n.Next(), math.Abs(n.Next()), n.Next(), math.Abs(n.Next())
		_, one := b.values(x, y)
		_, two := b.values(u, v)
		if gap := math.Abs(one - two); gap > math.Hypot(x-u, y-v)+1e-6 {
			t.Errorf("%+v: %v between (%v, %v) and (%v, %v)", b, gap, x, y, u, v)
		}
	}
}

// Between the orbit-based radius and every direction's own, and next to the shortest.
func TestBallEvery(t *testing.T) {
	slow.Skip(t)
	for _, s := range []float64{0.01, 0.4, 1, 3, 100} {
		for _, c := range []struct {
			p       float64
			reached Reached
		}{{0.6, 0}, {0.99, 0}, {0.4, 1. / 3}, {0.9, 0.25}} {
			p := c.p
			b := Ball{Norm: s, Probabilities: []float64{p}, Reached: c.reached}
			r, beyond := b.Every()
			orbit := special.NormalQuantile(p) - special.NormalQuantile(c.reached.value())
			if r < orbit*(1-1e-9) || r > b.Scaling()*(1+1e-6) || r > beyond || r < beyond*(1-5e-4) {
				t.Errorf("s = %v, p = %v: %v, beyond %v, orbit %v, scaling %v", s, p, r, beyond, orbit, b.Scaling())
			}
			n := NewNormals("directions")
			for range 5 {
				if walk := b.towards(math.Pi * n.uniform()); walk < r*(1-1e-6) {
					t.Errorf("s = %v, p = %v: certified up to %v, a direction ends at %v", s, p, r, walk)
				}
			}
		}
	}
}

func TestBallSpecialCases(t *testing.T) {
	for _, c := range []struct {
		name string
		b    Ball
		want float64
	}{
		{"not certified at all", Ball{Norm: 1, Probabilities: []float64{0.5}}, 0},
		{"less than a half", Ball{Norm: 1, Probabilities: []float64{0.3}}, 0},
		{"less than a third", Ball{Norm: 1, Probabilities: []float64{0.3}, Reached: 1. / 3}, 0},
		{"a runner-up ahead", Ball{Norm: 1, Probabilities: []float64{0.4, 0.55}}, 0},
		{"more slack than score", Ball{Norm: 1, Slack: 3, Probabilities: []float64{0.9}}, 0},
	} {
		if r, _ := c.b.Every(); r != c.want {
			t.Errorf("%s: %v", c.name, r)
		}
	}
	b := Ball{Probabilities: []float64{0.8}}
	if r, beyond := b.Every(); !(r > 1.4 && r <= b.Scaling()+1e-9 && beyond >= r) {
		t.Errorf("X = 0: %v, %v", r, beyond)
	}
	for _, b := range []Ball{{Norm: 1e9, Probabilities: []float64{0.9}}, {Norm: 1e200, Slack: 1, Probabilities: []float64{0.99}}, {Norm: math.NaN(), Probabilities: []float64{0.9}}, {Norm: 1, Probabilities: []float64{1, 1}}} {
		if r, _ := b.Every(); math.IsNaN(r) || r < 0 || math.IsInf(r, 0) {
			t.Errorf("%+v: %v", b, r)
		}
	}
}

// Slack and a runner-up shorten the radius; a runner-up with all that is left is no
// other question.
func TestBallOrder(t *testing.T) {
	slow.Skip(t)
	for _, s := range []float64{0.5} {
		plain, _ := Ball{Norm: s, Probabilities: []float64{0.9}}.Every()
		slack, _ := Ball{Norm: s, Slack: 1e-3, Probabilities: []float64{0.9}}.Every()
		same, _ := Ball{Norm: s, Probabilities: []float64{0.9, 0.9}}.Every()
		wider, _ := Ball{Norm: s, Probabilities: []float64{0.9, 0.95}}.Every()
		if !(slack < plain && math.Abs(same-plain) < 3e-4*plain && wider > plain) {
			t.Errorf("s = %v: %v, with slack %v, twice %v, weaker runner-up %v", s, plain, slack, same, wider)
		}
	}
}

func BenchmarkBallEvery(b *testing.B) {
	for b.Loop() {
		Ball{Norm: 3, Probabilities: []float64{0.95}}.Every()
	}
}
