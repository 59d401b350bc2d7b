package argument

import (
	"cmp"
	"math"
	"sort"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/transform"
)

// Decompositions are ways from a clean cloud to a perturbed one, those that may prove the most first.
type Decompositions []decomposition

type decomposition struct {
	known     Known
	alignment *Alignment
	// least is a length in standard deviations: no bound of this decomposition exceeds that of normal distributions so far apart.
	least float64
}

// Decompose searches for a transformation, a turn and Δ. Both clouds have the same number of points.
func (t *Terms) Decompose(clean pointcloud.Cloud, orders []Ordered) (all Decompositions) {
	for _, perturbed := range orders {
		problem := t.problem(clean, perturbed.Cloud)
		for _, d := range problem.Decompositions() {
			all = append(all, t.found(d, perturbed))
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return cmp.Less(all[i].least, all[j].least) })
	return all
}

// DecomposeAs returns the decomposition with a transformation that is known, none where it leaves no finite distance.
func (t *Terms) DecomposeAs(clean pointcloud.Cloud, perturbed Ordered, shift transform.Shift) Decompositions {
	d := t.found(t.problem(clean, perturbed.Cloud).At(shift.Parameters()), perturbed)
	if !(d.least < math.Inf(1)) {
		return Decompositions{}
	}
	return Decompositions{d}
}

// found returns a decomposition that a problem has.
func (t *Terms) found(d transform.Decomposition, perturbed Ordered) decomposition {
	alignment := newAlignment(invariance.Alignment{Matrix: d.Matrix, Offset: d.Offset, Dimension: 3})
	alignment.Permutation = perturbed.Permutation
	return t.newDecomposition(Known{transform.NewShift(d.Parameters), d.Difference}, alignment)
}

// Decomposed returns the decomposition that is known.
func (t *Terms) Decomposed(k Known) Decompositions { return Decompositions{t.newDecomposition(k, nil)} }

func (t *Terms) newDecomposition(k Known, alignment *Alignment) decomposition {
	g := t.gap(k)
	return decomposition{k, alignment, invariance.Norm([]float64{g.shift(), k.Distance / t.Sigma}) * (1 - leastSlack)}
}

// leastSlack is more than rounding adds up to.
const leastSlack = 1e-12

func (t *Terms) problem(clean, perturbed pointcloud.Cloud) *transform.Problem {
	return &transform.Problem{
		Clean: transform.Resolve(t.Axis, clean, 0), Perturbed: transform.Resolve(t.Axis, perturbed, 0),
		Noise: *t.Noise, Sigma: t.Sigma, Translates: t.Translation,
	}
}

// Best returns what one of the decompositions proves: that with the largest margin. A bound is at most that of normal
// distributions as far apart as the least length, so that some need not be computed.
func (t *Terms) Best(ways Decompositions, p Probabilities) (best *Transformed) {
	for _, way := range ways {
		if best != nil && way.mostMargin(p) <= best.margin(p.Top) {
			break
		}
		if found := t.Transformed(way.known, p); best == nil || found.margin(p.Top) > best.margin(p.Top) {
			found.Alignment, best = way.alignment, found
		}
	}
	return best
}

// mostMargin is more than any bound of the decomposition has.
func (d *decomposition) mostMargin(p Probabilities) float64 {
	var upper *float64
	if p.RunnerUp != nil {
		least := 1 - bound.Gaussian(p.others(), d.least)
		upper = &least
	}
	return bound.Gaussian(p.Lower, d.least) - p.Threshold(upper) + leastSlack
}

// Least returns what one of the decompositions proves: that which certifies from the least probability on, and this probability.
func (t *Terms) Least(ways Decompositions, p Probabilities) (best *Transformed, least float64) {
	for _, way := range ways {
		below := Probabilities{Lower: math.Nextafter(least, 0), Top: p.Top}
		if best != nil && (way.mostMargin(below) <= 0 || !t.Transformed(way.known, below).Certified) {
			continue
		}
		row := Row{Prove: func(p Probabilities) Claim { return t.Transformed(way.known, p) }}
		best, least = t.Transformed(way.known, p), row.Least(t.Top)
		best.Alignment = way.alignment
	}
	return best, least
}
