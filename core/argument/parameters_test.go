package argument

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
	"github.com/orbitcert/orbitcert/core/transform"
)

func parameterTerms(n transform.Noise) *Terms {
	return &Terms{Sigma: 0.05, Group: invariance.Axis, Axis: []float64{0, 0, 1}, Law: smoothing.Law{Noise: &n}, Alpha: 0.001}
}

const degree = math.Pi / 180

// worstOnGrid returns what the worst of all classifiers on a grid of (parameter, one coordinate) leaves: both see the parameter, normal with
// a shift, and a coordinate whose mean differs by apart(parameter − shift). It takes the cells in order of their ratio until they have the probability p.
func worstOnGrid(p, shift float64, apart func(y float64) float64) float64 {
	const step = 1. / 24
	type cell struct{ clean, perturbed float64 }
	var cells []cell
	mass := func(from, mean float64) float64 { return phi(from+step-mean) - phi(from-mean) }
	for x := -8.; x < 8+shift; x += step {
		d := apart(x + step/2 - shift)
		for y := -8.; y < 8+d; y += step {
			cells = append(cells, cell{mass(x, 0) * mass(y, 0), mass(x, shift) * mass(y, d)})
		}
	}
	slices.SortFunc(cells, func(a, b cell) int {
		switch left, right := a.perturbed*b.clean, b.perturbed*a.clean; {
		case left < right:
			return -1
		case left > right:
			return 1
		}
		return 0
	})
	clean, perturbed := 0.0, 0.0
	for _, c := range cells {
		if clean+c.clean > p {
			return perturbed + c.perturbed*(p-clean)/c.clean
		}
		clean, perturbed = clean+c.clean, perturbed+c.perturbed
	}
	return perturbed
}

func phi(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// No classifier on a grid of parameter and coordinate falls below the bound, and the worst comes near where the bound integrates.
func TestWorstClassifiersOnAGrid(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(52, 11))
	for i := range 12 {
		noise := []transform.Noise{{Twist: 15 * degree}, {Taper: 0.1}, {Scale: 0.1}, {Twist: 30 * degree}}[i%4]
		terms := parameterTerms(noise)
		p, d := 0.8+0.19*r.Float64(), transform.Difference{Radius: 1, Low: -0.5, High: 0.7}
		d.Distance = 0.1 * r.Float64()
		d.Rise = d.Distance
		if i%3 == 0 && noise.Twist == 0 {
			d.Rise = 0
		}
		shift := 1.5 * r.Float64()
		s := transform.Shift{Twist: noise.Twist * shift, Taper: noise.Taper * shift, Scale: noise.Scale * shift}
		worst := worstOnGrid(p, shift, func(y float64) float64 {
			c := transform.Parameters{Twist: y * noise.Twist, Taper: y * noise.Taper, Scale: y * noise.Scale}
			return d.Growth(c) * d.Distance / terms.Sigma
		})
		got := terms.lowest(Known{s, d}, p)
		if got > worst+1e-12 || got < worst-3e-3 {
			t.Errorf("%+v, shift %v, %+v, p = %v: %v, the worst on the grid leaves %v", noise, shift, d, p, got, worst)
		}
	}
}

// With several families, classifiers that see all parameters and one coordinate, drawn at random, are never below the bound.
func TestSeveralFamiliesAgainstDraws(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(52, 12))
	const draws = 200_000
	for i := range 6 {
		noise := []transform.Noise{{Twist: 0.26, Taper: 0.1}, {Shear: 0.2}, {Twist: 0.2, Taper: 0.1, Scale: 0.05, Shear: 0.1}}[i%3]
		terms := parameterTerms(noise)
		d := transform.Difference{Distance: 0.03, Rise: 0.03, Radius: 1, Low: -0.5, High: 0.7}
		shift := transform.Shift{Twist: noise.Twist * 0.7, Taper: noise.Taper * 0.5, Scale: noise.Scale * 0.3}
		if !noise.Multiplies() {
			shift.Shear = &[2]float64{noise.Shear * 0.6, -noise.Shear * 0.5}
		}
		mean := shift.Parameters()
		// The ratio of the perturbed law to the clean one, of parameters around the shift and a coordinate.
		logRatio := func(c transform.Parameters, y float64) float64 {
			total := 0.0
			add := func(x, shift, s float64) {
				if s > 0 {
					total += (x*shift - shift*shift/2) / s / s
				}
			}
			add(c.Twist, mean.Twist, noise.Twist)
			add(c.Taper, mean.Taper, noise.Taper)
			add(c.Scale, mean.Scale, noise.Scale)
			add(c.Shear[0], mean.Shear[0], noise.Shear)
			add(c.Shear[1], mean.Shear[1], noise.Shear)
			off := transform.Parameters{Twist: c.Twist - mean.Twist, Taper: c.Taper - mean.Taper, Scale: c.Scale - mean.Scale, Shear: [2]float64{c.Shear[0] - mean.Shear[0], c.Shear[1] - mean.Shear[1]}}
			apart := d.Growth(off) * d.Distance / terms.Sigma
			return total + y*apart - apart*apart/2
		}
		sample := func(perturbed bool) float64 {
			c := transform.Parameters{Twist: noise.Twist * r.NormFloat64(), Taper: noise.Taper * r.NormFloat64(), Scale: noise.Scale * r.NormFloat64(), Shear: [2]float64{noise.Shear * r.NormFloat64(), noise.Shear * r.NormFloat64()}}
			apart := 0.0
			if perturbed {
				apart = d.Growth(c) * d.Distance / terms.Sigma
				c = transform.Parameters{Twist: c.Twist + mean.Twist, Taper: c.Taper + mean.Taper, Scale: c.Scale + mean.Scale, Shear: [2]float64{c.Shear[0] + mean.Shear[0], c.Shear[1] + mean.Shear[1]}}
			}
			return logRatio(c, r.NormFloat64()+apart)
		}
		clean, perturbed := make([]float64, draws), make([]float64, draws)
		for k := range draws {
			clean[k], perturbed[k] = sample(false), sample(true)
		}
		slices.Sort(clean)
		slices.Sort(perturbed)
		for _, p := range []float64{0.8, 0.95, 0.99} {
			level := clean[int(p*draws)]
			at, _ := slices.BinarySearch(perturbed, level)
			worst := float64(at) / draws
			if got := terms.lowest(Known{shift, d}, p); got > worst+4*math.Sqrt(0.25/draws) || got < worst-0.2 {
				t.Errorf("%+v at p = %v: %v, the worst of the draws leaves %v", noise, p, got, worst)
			}
		}
	}
}

func TestClosedForms(t *testing.T) {
	terms := parameterTerms(transform.Noise{Twist: 15 * degree})
	for _, c := range []struct{ p, shift, distance, rise, want float64 }{
		{0.99, 0, 0.05, 0, 0.9076}, {0.99, 10, 0.05, 0, 0.8696}, {0.97, 20, 0.05, 0, 0.5848}, {0.99, 0, 0.05, 0.05, 0.8842}, {0.99, 10, 0.05, 0.05, 0.8457}, {0.97, 20, 0.05, 0.05, 0.5662},
		{0.99, 10, 0, 0, 0.9515},
	} {
		// Radius is such that Radius and Distance are the 1 and 0.05 of the table.
		k := Known{transform.Shift{Twist: c.shift * degree}, transform.Difference{Distance: c.distance, Rise: c.rise, Radius: 1, Low: -1, High: 1}}
		if got := terms.lowest(k, c.p); math.Abs(got-c.want) > 6e-5 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Radii of single families are those where the closed form passes ½, and the distance is certified.
func TestParameterRadii(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(52, 13))
	terms := parameterTerms(transform.Noise{Twist: 0.3, Scale: 0.1})
	p := Probabilities{Lower: 0.97}
	cloud := trials.Cloud(r, 30, 3)
	found := terms.AnyTransformed(terms.Moved(cloud, 0), p).Radii
	at := func(shift transform.Shift, distance float64) bool {
		k := terms.Moved(cloud, distance)
		k.Shift = shift
		return terms.Transformed(k, p).Certified
	}
	for _, scale := range []float64{1 - 1e-9, 1 + 1e-9} {
		inside := scale < 1
		if at(transform.Shift{Twist: *found.Twist * scale}, 0) != inside || at(transform.Shift{Scale: -*found.Scale * scale}, 0) != inside {
			t.Errorf("at %v times the radii %v, %v", scale, *found.Twist, *found.Scale)
		}
	}
	if !at(transform.Shift{}, *found.Distance) || at(transform.Shift{}, *found.Distance*1.001) {
		t.Errorf("the distance %v", *found.Distance)
	}
	if found.Taper != nil || found.Shear != nil {
		t.Error("families without noise have radii")
	}
	if got, want := *found.Twist, 0.3*bound.GaussianRadius(0.97, 0.5); math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
}

// Nothing is certified beyond what is known: a parameter without noise, and numbers at the ends of their ranges.
func TestHostileDifferences(t *testing.T) {
	cloud := pointcloud.Cloud{Dimension: 3, Points: []float64{0, 0, 0, 0, 0, 1}}
	for _, c := range []struct {
		noise transform.Noise
		shift transform.Shift
		d     transform.Difference
	}{
		{transform.Noise{Twist: 1e-100}, transform.Shift{Twist: 1}, transform.Difference{}},
		{transform.Noise{Taper: 1e100}, transform.Shift{}, transform.Difference{Distance: 1e-3, High: 1}},
		{transform.Noise{Scale: 1e100}, transform.Shift{}, transform.Difference{Distance: 1e-3}},
		{transform.Noise{Twist: 1e100}, transform.Shift{}, transform.Difference{Distance: 1, Rise: 1, Radius: 1}},
		{transform.Noise{Twist: 0.1}, transform.Shift{Taper: 0.1}, transform.Difference{}},
		{transform.Noise{Twist: 0.1, Shear: 0.1}, transform.Shift{Twist: 1}, transform.Difference{}},
		{transform.Noise{Twist: 0.1}, transform.Shift{Twist: 0.1 * 2.4}, transform.Difference{}},
		{transform.Noise{Twist: 0.1}, transform.Shift{}, transform.Difference{Distance: 1e150, Rise: 1e150, Radius: 1e150}},
	} {
		got := parameterTerms(c.noise).Transformed(Known{c.shift, c.d}, Probabilities{Lower: 0.99})
		if got.Certified || !(*got.Lower >= 0 && *got.Lower <= 0.5) {
			t.Errorf("%+v, %+v, %+v: %v", c.noise, c.shift, c.d, *got.Lower)
		}
	}
	// Points on the axis have no twist, and zero height no taper: X′ = X.
	for _, noise := range []transform.Noise{{Twist: 0.2}, {Taper: 0.2}, {Shear: 0.2}} {
		terms := parameterTerms(noise)
		got := terms.Best(terms.Decompose(cloud, []Ordered{{Cloud: cloud}}), Probabilities{Lower: 0.9})
		if *got.Lower != 0.9 || !got.Certified {
			t.Errorf("%+v: %v", noise, *got.Lower)
		}
	}
}

// What boxes of parameters leave out is never less than a normal law has beyond them: one coordinate, or for a shear the length of two.
func TestMissedIsNoLessThanTheTails(t *testing.T) {
	g := &gap{Noise: transform.Noise{Twist: 1, Taper: 1, Scale: 1, Shear: 1}, Difference: transform.Difference{Rise: 1}}
	for _, q := range boxes {
		for family, want := range []float64{math.Erfc(q / math.Sqrt2), math.Erfc(q / math.Sqrt2), math.Erfc(q / math.Sqrt2), math.Exp(-q * q / 2)} {
			if got := g.missed(family, q); got < want*(1+1e-13) || got > want*(1+1e-11) {
				t.Errorf("%s beyond %v: %v, want %v", transform.Names[family], q, got, want)
			}
		}
	}
}
