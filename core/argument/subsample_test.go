package argument

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
	"github.com/orbitcert/orbitcert/core/tight"
)

func TestMost(t *testing.T) {
	for limit := range 40 {
		for last := -1; last <= limit; last++ {
			if got := Most(limit, func(n int) bool { return n <= last }); got != last {
				t.Fatalf("of 0 … %d up to %d: %d", limit, last, got)
			}
		}
	}
}

// turned is the cloud turned by the group, with noise, and with points replaced far away and added.
func turned(r *rand.Rand, g invariance.Group, clean pointcloud.Cloud, noise float64, replaced, added int) pointcloud.Cloud {
	turn := invariance.Identity(clean.Dimension)
	if g.Turns() {
		for i := range clean.Dimension {
			for j := range clean.Dimension {
				turn[i][j] = r.NormFloat64()
			}
		}
		turn = invariance.NearestRotation(turn, clean.Dimension, g.Reflects())
	}
	out := pointcloud.Cloud{Dimension: clean.Dimension}
	for n := 0; n < len(clean.Points); n += clean.Dimension {
		for k := range clean.Dimension {
			x := invariance.Along(&turn[k], clean.Points[n:][:clean.Dimension]) + noise*r.NormFloat64()
			if n/clean.Dimension < replaced {
				x = 5 * r.NormFloat64()
			}
			if g.Translates() {
				x += 3
			}
			out.Points = append(out.Points, x)
		}
	}
	for range added * clean.Dimension {
		out.Points = append(out.Points, r.NormFloat64())
	}
	return out
}

func inOrder(n int) (partners []int) {
	for i := range n {
		partners = append(partners, i)
	}
	return partners
}

// The bound of a pair of clouds follows from the alignment and the partners that are given: the bound is that of their distances, and
// no alignment leaves the group.
func TestPairedIsWhatItSays(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 21))
	for _, g := range []invariance.Group{"none", "T", "SO", "O", "SE", "E", "axis"} {
		for _, dimension := range []int{2, 3} {
			if g == invariance.Axis && dimension == 2 {
				continue
			}
			clean := trials.Cloud(r, 200, dimension)
			moves := g
			if g == invariance.Axis {
				moves = "T"
			}
			perturbed := turned(r, moves, clean, 0.001, 4, 2)
			terms := Terms{Sigma: 0.1, Group: g, Law: smoothing.Law{Subsample: 16}, Axis: []float64{1, 2, 2}, Translation: true}
			p := Probabilities{Lower: 0.99}
			d := terms.Paired(clean, perturbed, [][]int{inOrder(200)}, p)
			if !d.Certified || d.Kept != 196 {
				t.Errorf("%s in %d dimensions: %+v", g, dimension, d)
			}
			squares, total, kept := []float64{}, 0.0, 0
			a := d.Alignment
			for n, partner := range a.Permutation {
				if partner == pointcloud.NoPartner {
					continue
				}
				square := 0.0
				for i, row := range a.Matrix {
					x := a.Offset[i] - clean.Points[n*dimension+i]
					for j, m := range row {
						x += m * perturbed.Points[partner*dimension+j]
					}
					square += x * x
				}
				kept++
				total += square
				squares = append(squares, square/0.01)
			}
			slices.Sort(squares)
			want := tight.Subsets{Points: 200, Perturbed: 202, Kept: kept, Size: 16, Moved: tight.MovedBy(squares, 16)}.Lower(0.99)
			if kept != d.Kept || math.Sqrt(total) > d.Distance || math.Sqrt(total) < d.Distance*(1-1e-9) || math.Abs(want-d.Lower) > 1e-6 {
				t.Errorf("%s in %d dimensions: %d kept, %v away, %v; told %+v", g, dimension, kept, math.Sqrt(total), want, d)
			}
			if !g.Translates() && g != invariance.Axis && a.Offset[0] != 0 || !g.Turns() && g != invariance.Axis && a.Matrix[0][0] != 1 {
				t.Errorf("%s: aligned by %+v", g, a)
			}
		}
	}
}

// With every point in every sample and nothing replaced, the bound is the orbit-based one.
func TestPairedOfAllPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 22))
	clean := trials.Cloud(r, 50, 3)
	perturbed := turned(r, "SE", clean, 0.01, 0, 0)
	terms := Terms{Sigma: 0.1, Group: "SE", Law: smoothing.Law{Subsample: 50}}
	p := Probabilities{Lower: 0.95}
	runnerUp := 0.02
	p.RunnerUp = &runnerUp
	d := terms.Paired(clean, perturbed, [][]int{inOrder(50)}, p)
	v := &Verdict{}
	v.Prove(terms.Rows(terms.Reduce(clean, perturbed, perturbed)), p)
	orbit := v.Orbit
	if math.Abs(d.Lower-*orbit.Lower) > 1e-6 || math.Abs(*d.UpperRunnerUp-*orbit.UpperRunnerUp) > 1e-6 || math.Abs(d.Distance-*orbit.Distance) > 1e-9 {
		t.Errorf("%+v, by the orbit %v, %v at %v", d, *orbit.Lower, *orbit.UpperRunnerUp, *orbit.Distance)
	}
}

// Hostile sizes give no bound and no NaN.
func TestPairedOfOddClouds(t *testing.T) {
	huge := pointcloud.Cloud{Dimension: 2, Points: []float64{1e100, 0, 0, 1e100, -1e100, 3}}
	tiny := pointcloud.Cloud{Dimension: 2, Points: []float64{1e-300, 0, 0, 0, 2, 1e-300}}
	for _, terms := range []Terms{{Sigma: 1e-100, Group: "SE", Law: smoothing.Law{Subsample: 2}}, {Sigma: 1e100, Group: "none", Law: smoothing.Law{Subsample: 3}}} {
		for _, clean := range []pointcloud.Cloud{huge, tiny} {
			for _, perturbed := range []pointcloud.Cloud{huge, tiny} {
				d := terms.Paired(clean, perturbed, [][]int{inOrder(3)}, Probabilities{Lower: 0.9})
				if !(d.Lower >= 0 && d.Lower <= 0.9 && d.Distance >= 0 && d.Distance <= math.MaxFloat64) {
					t.Errorf("%+v", d)
				}
			}
		}
	}
	if d := (&Terms{Sigma: 1, Group: "T", Law: smoothing.Law{Subsample: 3}}).Paired(tiny, huge, [][]int{{pointcloud.NoPartner, 0, 1}}, Probabilities{Lower: 0.9}); d.Lower != 0 || d.Certified {
		t.Errorf("two pairs for samples of three points: %+v", d)
	}
}

// The smallest probability certifies, and one below it does not.
func TestLeastProbability(t *testing.T) {
	terms := Terms{Sigma: 0.1, Group: "SE", Law: smoothing.Law{Subsample: 64}}
	for _, c := range []Changes{{Replaced: 5}, {Added: 3, Moved: 0.2}, {Removed: 20}, {}, {Replaced: 900}} {
		for _, top := range []Top{0, 2, 5} {
			certifies := func(p Probabilities) bool { return terms.Within(1024, c, p).Certified }
			row := Row{Prove: func(p Probabilities) Claim { return terms.Within(1024, c, p) }}
			least, threshold := row.Least(top), top.Threshold(nil)
			if least < 1 && !certifies(Probabilities{Lower: least, Top: top}) || least > threshold && certifies(Probabilities{Lower: least - 1e-9, Top: top}) {
				t.Errorf("%+v among the first %d: %v", c, top, least)
			}
		}
	}
}

func BenchmarkPaired(b *testing.B) {
	r := rand.New(rand.NewPCG(27, 23))
	clean := trials.Cloud(r, 20_000, 3)
	perturbed := turned(r, "SE", clean, 0.001, 20, 10)
	terms := Terms{Sigma: 0.1, Group: "SE", Law: smoothing.Law{Subsample: 64}}
	for b.Loop() {
		terms.Paired(clean, perturbed, [][]int{inOrder(20_000)}, Probabilities{Lower: 0.99})
	}
}

func BenchmarkWithin(b *testing.B) {
	terms := Terms{Sigma: 0.1, Group: "SE", Law: smoothing.Law{Subsample: 64}}
	for b.Loop() {
		terms.Within(2048, Changes{Replaced: 4, Added: 3, Removed: 2, Moved: 0.3}, Probabilities{Lower: 0.99})
	}
}
