package judging

import (
	"math"
	"math/big"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// The second route to the geometry of scaling: the scaled cloud, aligned in full.
func TestScalingNeedsNoAlignment(t *testing.T) {
	for _, group := range invariance.Groups[:6] {
		for dimension := 2; dimension <= 3; dimension++ {
			r := &certificate.Request{Terms: argument.Terms{Group: group, Sigma: 0.5}}
			e := randomEntry(3, dimension, 9, 1, 9000)
			r.Clean = &e.Cloud
			size := invariance.Norm(e.Cloud.Points)
			one := newReduced(r)
			for _, norm := range []float64{0, 0.1, 1, 7} {
				got := one.scaled(norm, norm/size)
				pair := *r
				perturbed := certificate.Scaled(e.Cloud, 1+norm/size)
				pair.Perturbed = &perturbed
				want := pair.Reduced()
				if math.Abs(*got.Orbit-*want.Orbit) > 1e-11 || math.Abs(*got.BlackBox-*want.BlackBox) > 1e-11 {
					t.Errorf("%s, %d-D, norm %v: orbit %v, black box %v, want %v, %v", group, dimension, norm, *got.Orbit, *got.BlackBox, *want.Orbit, *want.BlackBox)
				}
				if (got.Problem == nil) != (want.Problem == nil) {
					t.Fatalf("%s, %d-D: problem %v, want %v", group, dimension, got.Problem, want.Problem)
				}
				if got.Problem == nil || got.Problem.Planar == nil {
					continue
				}
				a, b := *got.Problem.Planar, *want.Problem.Planar
				if math.Abs(a.Norm-b.Norm) > 1e-12 || math.Abs(a.Inner-b.Inner) > 1e-11 || math.Abs(a.Perp-b.Perp) > 1e-12 || a.Slack > 1e-10 {
					t.Errorf("%s, norm %v: %+v, want %+v", group, norm, a, b)
				}
			}
		}
	}
}

// In 200 bits: after centring, the scaled cloud is never farther than the pair says, also beyond twice the size.
func TestScalingIsNoFartherThanThePairSays(t *testing.T) {
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(x) }
	for dimension := 2; dimension <= 3; dimension++ {
		e := randomEntry(7, dimension, 9, 1, 9000)
		n, square := len(e.Cloud.Points)/dimension, exact(0)
		for axis := range dimension {
			mean := exact(0)
			for at := axis; at < n*dimension; at += dimension {
				mean.Add(mean, exact(e.Cloud.Points[at]))
			}
			mean.Quo(mean, exact(float64(n)))
			for at := axis; at < n*dimension; at += dimension {
				from := new(big.Float).Sub(exact(e.Cloud.Points[at]), mean)
				square.Add(square, from.Mul(from, from))
			}
		}
		size := new(big.Float).Sqrt(square)
		one := newReduced(&certificate.Request{Terms: argument.Terms{Group: invariance.Rigid, Sigma: 0.5}, Clean: &e.Cloud})
		for _, by := range []float64{0.1, 1, 5, 1e3, 1e9} {
			if got, want := *one.scaled(by*one.size, by).Orbit, new(big.Float).Mul(exact(by), size); exact(got).Cmp(want) < 0 {
				t.Errorf("%d-D, by %v: %v is below %v", dimension, by, got, want.Text('g', 20))
			}
		}
	}
}

// The noise has the norm asked for, and every draw, cloud and seed its own.
func TestNoiseOfARun(t *testing.T) {
	s := mustSettings(t, `"sigma":1,"group":"SE","attack":{"family":"rotate","degrees":[0],"noise":0.7}`)
	seen := map[float64]bool{}
	for seed := range int64(2) {
		s.Seed = seed
		for cloud := range uint64(2) {
			e := randomEntry(1, 3, 9, 1, 9000)
			e.Name += string(rune('a' + cloud))
			j, err := s.newJudge(e)
			if err != nil {
				t.Fatal(err)
			}
			for draw := range 3 {
				noisy, axis := j.noise(draw)
				if got := invariance.Align(invariance.None, e.Cloud, noisy).Distance; math.Abs(got-0.7) > 1e-12 {
					t.Errorf("the noise has the norm %v", got)
				}
				if math.Abs(invariance.Norm(axis)-1) > 1e-12 {
					t.Errorf("axis %v", axis)
				}
				seen[noisy.Points[0]] = true
			}
		}
	}
	if len(seen) != 12 {
		t.Errorf("%d different clouds, want 12", len(seen))
	}
}

// The votes have the same level whether anything is drawn or not.
func TestLevelsOfARun(t *testing.T) {
	for _, group := range []string{"SE", "T", "E"} {
		s := mustSettings(t, `"sigma":1,"group":"`+group+`","attack":{"family":"scale","norms":[0.1]}`)
		j, err := s.newJudge(randomEntry(1, 2, 5, 1, 9000))
		if err == nil {
			err = j.scale()
		}
		level := 0.001 - 0x1p-40
		if want := j.request.Bounds(level).Lower; err != nil || math.Abs(j.bounds().Lower-want) > 1e-15 {
			t.Errorf("%s: %+v, %v; want %v", group, j.bounds(), err, want)
		}
	}
}
