package tight

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// reducible returns pairs that a careless factorisation breaks: scaled, turned,
// planar, collinear, equal, single points, zeros.
func reducible(r *rand.Rand, kind, dimension int) (x, y pointcloud.Cloud) {
	x, y = randomPair(r, 1+r.IntN(40), dimension, math.Pow(10, 4*r.Float64()-2), math.Pow(10, 6*r.Float64()-5))
	for i := range x.Points {
		axis := i % dimension
		switch {
		case kind == 1:
			y.Points[i] = 1.25 * x.Points[i]
		case kind == 2 && axis > 0, kind == 3 && axis == dimension-1:
			x.Points[i], y.Points[i] = 0, 0
		case kind == 4:
			y.Points[i] = x.Points[i]
		case kind == 5:
			x.Points[i] = 0
		}
	}
	return x, y
}

// The factor belongs to the inner products of the clouds, each to roundoff of the
// lengths of its two columns.
func TestPairAgainstInnerProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	for i := range 600 {
		dimension := 2 + i%2
		group := []invariance.Group{invariance.None, invariance.Translations, invariance.Rigid, invariance.Euclidean}[i%4]
		x, y := reducible(r, i%6, dimension)
		a := invariance.Align(group, x, y)
		p := NewPair(a, math.Inf(1), dimension)
		for j := range 2 * dimension {
			for k := range j + 1 {
				u, v := extract(a, j, dimension), extract(a, k, dimension)
				got := invariance.Dot(p.Factor[j][:], p.Factor[k][:])
				if want := invariance.Dot(u, v); math.Abs(got-want) > 1e-14*invariance.Norm(u)*invariance.Norm(v) {
					t.Fatalf("%d, %s: columns %d and %d have the product %v, want %v", i, group, j, k, got, want)
				}
			}
		}
		if d := p.Distance; d < a.Distance || d > a.Distance*(1+1e-13) {
			t.Errorf("distance %v, aligned %v", d, a.Distance)
		}
		if scale := invariance.Norm(a.Clean) + invariance.Norm(a.Residual); p.Error < a.Error || p.Error > a.Error+1e-13*scale {
			t.Errorf("error %v of clouds of the size %v, aligned to %v", p.Error, scale, a.Error)
		}
		if err := p.ValidateFactor(); err != nil || p.Distance < p.LeastDistance() {
			t.Errorf("%v; distance %v, at least %v", err, p.Distance, p.LeastDistance())
		}
	}
}

// The planar problem of the pair is that of the clouds: a scaling keeps no
// orthogonal part, and small numbers keep their digits.
func TestPairKeepsDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 54))
	for i := range 300 {
		x, y := reducible(r, i%2, 2)
		a := invariance.Align(invariance.Rotations, x, y)
		p := NewPair(a, math.Inf(1), 2)
		got, want := p.Planar(0.5), NewPlanar(a, 0.5)
		tolerance := 1e-13 * want.delta()
		if math.Abs(got.Norm-want.Norm) > 1e-13*want.Norm || math.Abs(got.Inner-want.Inner) > tolerance*want.Norm || math.Abs(got.Perp-want.Perp) > tolerance {
			t.Errorf("%+v, want %+v", got, want)
		}
		if got.Slack > 4*want.Slack {
			t.Errorf("the slack %v, %v without the reduction", got.Slack, want.Slack)
		}
	}
}

func TestBadFactors(t *testing.T) {
	for want, spoil := range map[string]func(*Pair){
		"must be lower triangular":         func(p *Pair) { p.Factor[0][2] = 1e-300 },
		"entry [3][1] must be finite":      func(p *Pair) { p.Factor[3][1] = math.NaN() },
		"entry [2][2] must be finite":      func(p *Pair) { p.Factor[2][2] = -1e200 },
		"entry [0][0] must be finite and ": func(p *Pair) { p.Factor[0][0] = math.Inf(1) },
	} {
		p := &Pair{Dimension: 2}
		if err := p.ValidateFactor(); err != nil {
			t.Fatal(err)
		}
		spoil(p)
		if err := p.ValidateFactor(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s…", err, want)
		}
	}
}
