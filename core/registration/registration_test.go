package registration

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func registrationGroup(r *rand.Rand, dimension int) (g invariance.Group, axis []float64, translates bool) {
	g = invariance.Groups[r.IntN(len(invariance.Groups))]
	if g == invariance.Axis && dimension == 2 {
		g = invariance.Orthogonal
	}
	return g, trials.Axis(r), r.IntN(2) == 0
}

// The distance is at least that of the best of all permutations, the bound from
// below at most. The search is made to do without trying them all itself.
func TestRegistrationAgainstAllPermutations(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(41, 42))
	hit, count := 0, 12
	for k := range count {
		dimension, n := 2+r.IntN(2), 5+r.IntN(3)
		g, axis, translates := invariance.Groups[2+k%4], []float64(nil), false
		x, y := trials.Cloud(r, n, dimension), trials.Cloud(r, n, dimension)
		reg := New(g, axis, translates, x, y)
		reg.search.plan = searchStages() // not every permutation
		reg.Run()
		least, p := math.Inf(1), make([]int32, n)
		for i := range p {
			p[i] = int32(i)
		}
		everyPermutation(p, 0, func() {
			if cost := reg.search.procrustes(p); cost < least {
				least = cost
			}
		})
		least = math.Ldexp(math.Sqrt(least), reg.scene.exponent)
		if reg.Distance() < least*(1-1e-9) || reg.Lower() > least*(1+1e-9) {
			t.Errorf("%s, %d points: found %v, bound %v, best of all %v", g, n, reg.Distance(), reg.Lower(), least)
		}
		if reg.Distance() <= least*(1+1e-9)+1e-14 {
			hit++
		}
	}
	t.Logf("the best permutation was found in %d of %d cases", hit, count)
	if hit < count-1 {
		t.Errorf("the best permutation was found in %d of %d cases only", hit, count)
	}
}

// hostile returns a problem that breaks careless code: duplicates, collinear and
// planar clouds, tiny and huge coordinates, clouds far from the origin, grids.
func hostile(r *rand.Rand) (g invariance.Group, axis []float64, translates bool, x, y pointcloud.Cloud) {
	dimension, n := 2+r.IntN(2), []int{1, 2, 3, 4, 5, 6, 8, 9}[r.IntN(8)]
	g, axis, translates = registrationGroup(r, dimension)
	x = trials.Cloud(r, n, dimension)
	kind, size := r.IntN(6), []float64{1, 1, 1, 1e100, 1e-100, 1e-3}[r.IntN(6)]
	for i := range x.Points {
		switch {
		case kind == 0:
			x.Points[i] = math.Round(x.Points[i])
		case kind == 1 && i%dimension == dimension-1, kind == 2 && i%dimension > 0:
			x.Points[i] = 0.5
		case kind == 3 && i >= dimension:
			x.Points[i] = x.Points[i%dimension]
		}
		x.Points[i] *= size
	}
	y = trials.Cloud(r, n, dimension)
	step := math.Pow(10, -16+17*r.Float64())
	for i := range y.Points {
		y.Points[i] = x.Points[i] + step*size*y.Points[i]
	}
	p := planted{group: g, axis: axis, translates: translates}
	if y = shuffled(r, y); size == 1 && r.IntN(2) == 0 {
		y = p.move(r, y)
	}
	if r.IntN(8) == 0 {
		for i := range x.Points {
			x.Points[i] += 1e8 * size
			y.Points[i] += 1e8 * size
		}
	}
	return g, axis, translates, x, y
}

// The residual of the permutation reported, computed anew, is not above the
// distance reported, and never below the bound proven.
func TestRegistrationIsSound(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	count, proven, wide := trials.Count(t, 120, 400), 0, 0
	for range count {
		g, axis, translates, x, y := hostile(r)
		reg := New(g, axis, translates, x, y)
		reg.Run()
		p := reg.Permutation()
		if d := reg.measure(p); d != reg.Distance() || !isPermutation(p) {
			t.Fatalf("%s: permutation %v gives %v, reported %v", g, p, d, reg.Distance())
		}
		checkResidual(t, reg)
		if reg.Distance() > 1e-3*invariance.Norm(reg.clean.Points) {
			wide++
			if reg.optimal() {
				proven++
			}
		}
		for range 20 {
			if d := reg.measure(r.Perm(len(p))); d < reg.Lower() || reg.optimal() && d < reg.Distance()*(1-1e-6)-16*reg.scene.rounding {
				t.Fatalf("%s, %v, %v: another order gives %v, bounds %v %v", g, x, y, d, reg.Lower(), reg.Distance())
			}
		}
	}
	t.Logf("%d of %d distances not near rounding proven, %d problems", proven, wide, count)
	if proven < wide*9/10 {
		t.Errorf("only %d of %d proven", proven, wide)
	}
}

// checkResidual computes the distance from the transformation reported.
func checkResidual(t *testing.T, r *Registration) {
	t.Helper()
	permuted := pointcloud.Pick(r.perturbed, r.Permutation())
	var a invariance.Alignment
	if r.group == invariance.Axis {
		a = invariance.AlignAxis(r.axis, r.translates, r.clean, permuted).Alignment
	} else {
		a = invariance.Align(r.group, r.clean, permuted).Alignment
	}
	d := trials.Distance(trials.Moved(permuted, a.Matrix, a.Offset), r.clean)
	slack := 1e-14 * (invariance.Norm(r.clean.Points) + invariance.Norm(permuted.Points)) // of this check
	if d > r.Distance()+slack || d < r.Lower()-slack || r.Lower() > r.Distance() {
		t.Fatalf("%s: residual %v, bounds %v and %v", r.group, d, r.Lower(), r.Distance())
	}
}

func isPermutation(p []int) bool {
	q := slices.Sorted(slices.Values(p))
	return slices.Equal(q, inOrder(len(p)))
}

func shuffled(r *rand.Rand, c pointcloud.Cloud) pointcloud.Cloud {
	return pointcloud.Pick(c, r.Perm(c.Count()))
}

// The permutation is one at any time, the bounds close in, progress does not fall.
func TestRegistrationStepByStep(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(45, 46))
	for _, g := range invariance.Groups {
		p := plant(r, g, unitSphere(shapes[3].draw(r, min(trials.Count(t, 80, 200), 200))), 0.5)
		reg := New(p.group, p.axis, p.translates, p.clean, p.perturbed)
		lower, upper, progress := reg.Lower(), reg.Distance(), reg.Progress()
		for more, steps := true, 0; more; steps++ {
			more = reg.Step()
			if reg.Lower() < lower || reg.Distance() > upper || reg.Progress() < progress || reg.Progress() > 1 {
				t.Fatalf("%s: bounds %v %v, progress %v after %v %v, %v", g, reg.Lower(), reg.Distance(), reg.Progress(), lower, upper, progress)
			}
			if lower, upper, progress = reg.Lower(), reg.Distance(), reg.Progress(); !isPermutation(reg.Permutation()) {
				t.Fatalf("%s: %v", g, reg.Permutation())
			}
			if steps > 1000 {
				t.Fatalf("%s: no end", g)
			}
		}
		if progress != 1 || reg.Distance() > p.distance*(1+1e-6) {
			t.Errorf("%s: progress %v, distance %v, planted %v", g, progress, upper, p.distance)
		}
	}
}

// Registration finds the planted cloud, in every shape and group; and little noise in small
// clouds is proven to be the least.
func TestRegistrationFindsWhatWasPlanted(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(47, 48))
	for _, shape := range shapes {
		for _, g := range invariance.Groups {
			if g == invariance.Axis && shape.dimension == 2 {
				continue
			}
			for _, size := range []float64{0.05, 0.3} {
				p := plant(r, g, unitSphere(shape.draw(r, min(trials.Count(t, 24, 40), 40))), size)
				reg := New(p.group, p.axis, p.translates, p.clean, p.perturbed)
				reg.Run()
				if reg.Distance() > p.distance*(1+1e-6) {
					t.Errorf("%s, %s, noise %v: found %v, planted %v", shape.name, g, size, reg.Distance(), p.distance)
				}
				if size < 0.1 && !reg.optimal() {
					t.Errorf("%s, %s, noise %v: bounds %v, %v", shape.name, g, size, reg.Lower(), reg.Distance())
				}
				checkResidual(t, reg)
			}
		}
	}
}

func BenchmarkRegistration(b *testing.B) {
	for _, shape := range []int{3, 2} {
		for _, n := range []int{256, 1024} {
			b.Run(shapes[shape].name+strconv.Itoa(n), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 2))
				p := plant(r, invariance.Rigid, unitSphere(shapes[shape].draw(r, n)), 0.1)
				for b.Loop() {
					New(p.group, p.axis, p.translates, p.clean, p.perturbed).Run()
				}
			})
		}
	}
}
