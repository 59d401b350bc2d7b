package transform

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// moved is the definition, with complex numbers, about the last axis.
func moved(c pointcloud.Cloud, p Parameters) pointcloud.Cloud {
	out := pointcloud.Cloud{Dimension: 3}
	for n := 0; n < len(c.Points); n += 3 {
		w, z := complex(c.Points[n], c.Points[n+1]), c.Points[n+2]
		w *= cmplx.Exp(complex(p.Scale+p.Taper*z, p.Twist*z))
		w += complex(p.Shear[0], p.Shear[1]) * complex(z, 0)
		out.Points = append(out.Points, real(w), imag(w), z)
	}
	return out
}

func plus(a, b Parameters) Parameters {
	return Parameters{a.Twist + b.Twist, a.Taper + b.Taper, a.Scale + b.Scale, [2]float64{a.Shear[0] + b.Shear[0], a.Shear[1] + b.Shear[1]}}
}

func random(r *rand.Rand, size float64) Parameters {
	return Parameters{size * r.NormFloat64(), size * r.NormFloat64(), size * r.NormFloat64(), [2]float64{size * r.NormFloat64(), size * r.NormFloat64()}}
}

func apart(a, b pointcloud.Cloud) float64 {
	sum := 0.0
	for i := range a.Points {
		sum += (a.Points[i] - b.Points[i]) * (a.Points[i] - b.Points[i])
	}
	return math.Sqrt(sum)
}

var lastAxis = []float64{0, 0, 1}

func TestMoveIsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 1))
	for range 200 {
		c, p := trials.Cloud(r, 1+r.IntN(40), 3), random(r, 0.5)
		clean := Resolve(lastAxis, c, 0)
		got := clean.Move(p, Parameters{})
		cloud, off := got.Cloud()
		want := moved(c, p)
		for i, x := range cloud.Points {
			if math.Abs(x-want.Points[i]) > off+1e-14*math.Abs(x) {
				t.Fatalf("%+v: %v, want %v within %v", p, x, want.Points[i], off)
			}
		}
		if off > 1e-12 {
			t.Fatalf("an error of %v", off)
		}
	}
}

// About any axis: the frame turns along.
func TestMoveAboutAnyAxis(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 2))
	for range 100 {
		axis := []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		c, p := trials.Cloud(r, 20, 3), random(r, 0.4)
		p.Shear = [2]float64{} // whose direction is the frame's
		turned := trials.TurnAbout(c, axis, 1)
		a, b := Resolve(axis, c, 0), Resolve(axis, turned, 0)
		x, y := a.Move(p, Parameters{}), b.Move(p, Parameters{})
		first, off := x.Cloud()
		second, more := y.Cloud()
		if d := apart(trials.TurnAbout(first, axis, 1), second); d > 20*(off+more)+1e-13 {
			t.Errorf("a turn does not commute: %v", d)
		}
	}
}

func TestParametersAdd(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 3))
	for range 100 {
		c, p, q := trials.Cloud(r, 20, 3), random(r, 0.4), random(r, 0.4)
		p.Shear = [2]float64{}
		if d := apart(moved(moved(c, p), q), moved(c, plus(p, q))); d > 1e-12 {
			t.Errorf("parameters do not add: %v", d)
		}
	}
}

// Wrong parameters, within off of those given, have points within the bound.
func TestMoveBoundsTheErrorOfParameters(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 4))
	tightest := 0.0
	for range 400 {
		c, p := trials.Cloud(r, 10, 3), random(r, 1)
		size := math.Pow(10, -9+6*r.Float64())
		off := Parameters{size, size, size, [2]float64{size, size}}
		sign := func() float64 { return float64(2*r.IntN(2) - 1) }
		wrong := plus(p, Parameters{sign() * size, sign() * size, sign() * size, [2]float64{sign() * size, sign() * size}})
		near := pointcloud.Cloud{Dimension: 3}
		for _, x := range c.Points {
			near.Points = append(near.Points, x+size*(2*r.Float64()-1))
		}
		clean := Resolve(lastAxis, near, size)
		got := clean.Move(p, off)
		cloud, bound := got.Cloud()
		want := moved(c, wrong)
		for i, x := range cloud.Points {
			share := math.Abs(x-want.Points[i]) / bound
			tightest = max(tightest, share)
			if share > 1 {
				t.Fatalf("%+v: an error of %v of its bound", p, share)
			}
		}
	}
	if tightest < 0.2 {
		t.Errorf("the largest error was %v of its bound: too little to test it", tightest)
	}
}

func TestHostileParametersLeaveNothingKnown(t *testing.T) {
	clean := Resolve(lastAxis, pointcloud.Cloud{Dimension: 3, Points: []float64{1, 2, 3, 0, 0, 1e100}}, 0)
	for _, p := range []Parameters{{Twist: 1e90}, {Taper: 1e90}, {Scale: 800}, {Twist: math.NaN()}, {Taper: math.NaN()}, {Shear: [2]float64{math.NaN(), 0}}, {Shear: [2]float64{math.Inf(1), 0}}} {
		moved := clean.Move(p, Parameters{})
		if _, off := moved.Cloud(); off < 1e80 {
			t.Errorf("%+v: within %v", p, off)
		}
	}
}

// No parameters and no Δ have points farther apart than Growth and Apart say.
func TestGrowthBoundsEveryDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 5))
	tightest := 0.0
	for i := range 4000 {
		c := trials.Cloud(r, 1+r.IntN(4), 3)
		delta := trials.Cloud(r, c.Count(), 3)
		scale := math.Pow(10, -3+3*r.Float64())
		other := pointcloud.Cloud{Dimension: 3}
		d := Difference{Low: math.Inf(1), High: math.Inf(-1)}
		for n := range delta.Points {
			delta.Points[n] *= scale
			if i%3 == 0 && n%3 == 2 {
				delta.Points[n] = 0
			}
			if i%3 == 1 && n%3 != 2 {
				delta.Points[n] = 0
			}
			other.Points = append(other.Points, c.Points[n]+delta.Points[n])
			d.Distance += delta.Points[n] * delta.Points[n]
			if n%3 == 2 {
				d.Rise += delta.Points[n] * delta.Points[n]
				d.Low, d.High = min(d.Low, c.Points[n], other.Points[n]), max(d.High, c.Points[n], other.Points[n])
				d.Radius = max(d.Radius, math.Hypot(c.Points[n-2], c.Points[n-1]))
			}
		}
		d.Distance, d.Rise = math.Sqrt(d.Distance), math.Sqrt(d.Rise)
		p := random(r, 0.7)
		switch i % 5 {
		case 0:
			p = Parameters{Twist: p.Twist}
		case 1:
			p.Shear = [2]float64{}
		}
		difference := apart(moved(c, p), moved(other, p))
		share := difference / (d.Growth(p) * d.Distance)
		tightest = max(tightest, share)
		if share > 1+1e-9 {
			t.Fatalf("%+v: %v times what Growth says", p, share)
		}
		if near := d.Apart(p); difference > near*(1+1e-9) {
			t.Fatalf("%+v: %v, above %v", p, difference, near)
		}
	}
	if tightest < 0.95 {
		t.Errorf("at most %v of the bound: too little to test it", tightest)
	}
}

// A decomposition is true: X′ brought back is MX + Δ with a Δ of at most that norm.
func TestDecompositionsAreTrue(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 6))
	for i := range 120 {
		axis := [][]float64{lastAxis, {0, -3, 0}, {r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}}[i%3]
		noise := []Noise{{Twist: 0.3}, {Taper: 0.2}, {Scale: 0.2}, {Shear: 0.2}, {Twist: 0.3, Taper: 0.1, Scale: 0.1, Shear: 0.1}, {Scale: 0.1, Shear: 0.1}}[i%6]
		c := trials.Cloud(r, 3+r.IntN(60), 3)
		clean := Resolve(axis, c, 0)
		target := Parameters{Twist: noise.Twist * r.NormFloat64(), Taper: noise.Taper * r.NormFloat64(), Scale: noise.Scale * r.NormFloat64()}
		if !noise.Multiplies() {
			target.Shear = [2]float64{noise.Shear * r.NormFloat64(), noise.Shear * r.NormFloat64()}
		}
		ideal := clean.Move(target, Parameters{})
		bent, _ := ideal.Cloud()
		size := 0.1 * r.Float64()
		if i%4 == 0 {
			size = 0
		}
		for n := range bent.Points {
			bent.Points[n] += size * r.NormFloat64() / math.Sqrt(float64(len(bent.Points)))
		}
		perturbed := trials.TurnAbout(bent, axis, 7*r.Float64())
		translates := i%2 == 0
		if translates && noise.Taper == 0 {
			for n := range perturbed.Points {
				length := math.Sqrt(axis[0]*axis[0] + axis[1]*axis[1] + axis[2]*axis[2])
				perturbed.Points[n] += 2 * axis[n%3] / length
			}
		}
		p := Problem{Clean: clean, Perturbed: Resolve(axis, perturbed, 0), Noise: noise, Sigma: 0.05, Translates: translates}
		found := p.Decompositions()
		for _, d := range found {
			there := clean.Move(d.Parameters, Parameters{})
			m, _ := there.Cloud()
			back := trials.Moved(perturbed, d.Matrix, d.Offset)
			if left := apart(back, m); left > d.Distance*(1+1e-9)+1e-12 || left < d.Distance*0.99-1e-11 {
				t.Errorf("pair %d: %v is left, the decomposition says %v", i, left, d.Distance)
			}
		}
		best := found[len(found)-1]
		cost := func(c Parameters, distance float64) float64 { return p.prior(c) + distance*distance/p.Sigma/p.Sigma }
		if got, most := cost(best.Parameters, best.Distance), cost(target, 2*size); got > most+1e-9 {
			t.Errorf("pair %d of %+v: costs %v, no more than %v is needed; %+v, want %+v", i, noise, got, most, best.Parameters, target)
		}
	}
}

// A shear has parameters of its own only where it is drawn alone: any other family is drawn before it.
func TestAShearBesideOthersHasNoParameters(t *testing.T) {
	shear := Shift{Shear: &[2]float64{0.1, 0}}
	for family, name := range Names {
		n := Noise{Shear: 0.2}
		*n.of(family) = 0.2
		if alone := name == "shear"; n.Multiplies() == alone || n.Has(shear) != alone {
			t.Errorf("a shear beside %s: multiplies %v, has a shear %v", name, n.Multiplies(), n.Has(shear))
		}
	}
}
