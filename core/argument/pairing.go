package argument

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/tight"
)

// couple is a point of the clean cloud and its partner, with ‖t∘x′ − x‖ for a member t of the group, as their noise weighs it, rounded up.
type couple struct {
	clean, perturbed int
	distance         float64
}

// paired is two clouds of which some points belong together.
type paired struct {
	terms            *Terms
	clean, perturbed pointcloud.Cloud
	noisy            []noisyColumn
	weights          []float64 // of the clean points and of their partners, whose σ are the same; nil where all have one
}

// Paired says what votes prove of two clouds by the best of several pairings: for each point of the clean cloud the
// number of its partner in the perturbed one, pointcloud.NoPartner for none. Every pairing, every member of the group and every choice of the pairs
// that count as kept gives a bound that holds; so the first that certifies is taken, or the best.
func (t *Terms) Paired(clean, perturbed pointcloud.Cloud, pairings [][]int, p Probabilities) (best *Subsampled) {
	c := paired{t, clean, perturbed, t.noisyColumns(clean, perturbed), nil}
	if t.Sigmas != nil {
		c.weights = t.Weights(t.Sigmas)
	}
	for _, partners := range pairings {
		couples := couplesOf(partners)
		if len(couples) < t.Subsample {
			continue
		}
		for _, start := range c.starts(couples) {
			if found := c.fit(couples, start, p); best == nil || found.margin(p.Top) > best.margin(p.Top) {
				best = found
			}
			if best.Certified {
				return best
			}
		}
	}
	if best == nil {
		return t.Known(Points{Clean: clean.Count(), Perturbed: perturbed.Count(), Sigma: t.Sigma, Moved: tight.Moved{Mean: math.Inf(1)}}, p)
	}
	return best
}

// starts lists the alignments to begin with: that of all pairs, and none.
func (c *paired) starts(couples []couple) []invariance.Alignment {
	nearest, still := c.align(couples), invariance.Alignment{Matrix: invariance.Identity(c.clean.Dimension), Dimension: c.clean.Dimension}
	if nearest == still {
		return []invariance.Alignment{still}
	}
	return []invariance.Alignment{nearest, still}
}

func couplesOf(partners []int) (couples []couple) {
	for n, partner := range partners {
		if partner != pointcloud.NoPartner {
			couples = append(couples, couple{clean: n, perturbed: partner})
		}
	}
	return couples
}

// align returns the member of the group that brings the pairs nearest together.
func (c *paired) align(couples []couple) invariance.Alignment {
	var of, with []int
	for _, pair := range couples {
		of, with = append(of, pair.clean), append(with, pair.perturbed)
	}
	x, y := pointcloud.Pick(c.clean, of), pointcloud.Pick(c.perturbed, with)
	return c.terms.Group.Nearest(c.terms.Axis, c.terms.Translation, x, y)
}

// defect bounds how far the matrix of an alignment is from one of the group. That of a rotation about an axis is of a frame
// within 64 units of the exact one (see package smoothing), which is once in the matrix and twice in its defect.
func (c *paired) defect(a invariance.Alignment) float64 {
	defect := invariance.OrthogonalityDefect(a.Matrix, a.Dimension)
	if c.terms.Group == invariance.Axis {
		defect += 512 * special.Unit
	}
	return defect
}

// measure sets the distances of the pairs under an alignment and sorts the pairs by them. An offset is exact, whatever it is; the turn is off by the
// defect of its matrix, and the sum of four terms by at most 9 units of their sizes.
func (c *paired) measure(couples []couple, a invariance.Alignment) {
	dimension, defect := c.clean.Dimension, c.defect(a)
	offset := invariance.Norm(a.Offset[:dimension])
	for i := range couples {
		pair := &couples[i]
		x, y := c.clean.Points[pair.clean*dimension:][:dimension], c.perturbed.Points[pair.perturbed*dimension:][:dimension]
		square := 0.0
		for k := range dimension {
			d := invariance.Along(&a.Matrix[k], y) + a.Offset[k] - x[k]
			square += float64(d * d)
		}
		size := invariance.Norm(x) + invariance.Norm(y) + offset
		pair.distance = float64(math.Sqrt(square)*(1+8*special.Unit)) + float64((16*special.Unit+defect)*size)
		if c.weights != nil {
			pair.distance *= c.weights[pair.clean] * (1 + 4*special.Unit)
		}
		pair.distance = plus(pair.distance, c.apart(pair))
	}
	sort.Slice(couples, func(i, j int) bool {
		a, b := &couples[i], &couples[j]
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.clean, b.clean)) < 0
	})
}

// apart returns σδ of the attributes of a pair.
func (c *paired) apart(pair *couple) float64 {
	if len(c.noisy) == 0 {
		return 0
	}
	moves := make([]float64, len(c.noisy))
	for k, a := range c.noisy {
		moves[k] = (a.perturbed[pair.perturbed] - a.clean[pair.clean]) / a.sigma
	}
	return c.terms.lengthOf(moves)
}

// Rounds of aligning by the pairs that are near, and how many times the median distance near is.
const (
	fitRounds = 12
	nearPairs = 3
)

// fit aligns by the pairs that are near one another until they are the same (least trimmed squares, P. Rousseeuw 1984), and chooses how
// many of them count as kept.
func (c *paired) fit(couples []couple, a invariance.Alignment, p Probabilities) *Subsampled {
	couples = slices.Clone(couples)
	near := 0
	for range fitRounds {
		c.measure(couples, a)
		last := near
		limit := nearPairs * couples[len(couples)/2].distance
		for near = max(len(couples)/2, c.terms.Subsample); near < len(couples) && couples[near].distance <= limit; {
			near++
		}
		if near == last {
			break
		}
		a = c.align(couples[:near])
	}
	c.measure(couples, a)
	best := c.keep(couples, p)
	again := slices.Clone(couples)
	b := c.align(again[:best.Kept])
	c.measure(again, b)
	if other := c.keep(again, p); other.margin(p.Top) > best.margin(p.Top) {
		best, couples, a = other, again, b
	}
	best.Alignment = newAlignment(a)
	best.Alignment.Permutation = slices.Repeat([]int{pointcloud.NoPartner}, c.clean.Count())
	for _, pair := range couples[:best.Kept] {
		best.Alignment.Permutation[pair.clean] = pair.perturbed
	}
	return best
}

// keep chooses how many of the pairs, the nearest first, count as kept: those of a grid of numbers that are left out, then between
// the best of them and its neighbours.
func (c *paired) keep(couples []couple, p Probabilities) *Subsampled {
	most := len(couples) - c.terms.Subsample
	tried := map[int]*Subsampled{}
	try := func(left int) *Subsampled {
		if tried[left] == nil {
			tried[left] = c.kept(couples[:len(couples)-left], p)
		}
		return tried[left]
	}
	best, low, high := 0, 0, 0
	before := 0
	for left := 0; left <= most; left = max(left+1, left*3/2) {
		switch {
		case try(left).margin(p.Top) > try(best).margin(p.Top):
			best, low, high = left, before, left
		case before == best:
			high = left
		}
		before = left
	}
	for low+1 < best || best+1 < high {
		switch left := (low + best) / 2; {
		case left == low:
		case try(left).margin(p.Top) > try(best).margin(p.Top):
			high, best = best, left
		default:
			low = left
		}
		switch left := (best + high + 1) / 2; {
		case left >= high:
		case try(left).margin(p.Top) > try(best).margin(p.Top):
			low, best = best, left
		default:
			high = left
		}
	}
	return try(best)
}

// kept says what holds where these pairs are kept.
func (c *paired) kept(couples []couple, p Probabilities) *Subsampled {
	squares, total := make([]float64, len(couples)), 0.0
	for i, pair := range couples {
		inSigmas := InSigmas(pair.distance, c.terms.Sigma)
		squares[i] = float64(inSigmas*inSigmas) * (1 + 4*special.Unit)
		total += float64(pair.distance * pair.distance)
	}
	slack := float64(8 * float64(len(couples)+8) * special.Unit)
	return c.terms.Known(Points{
		Clean: c.clean.Count(), Perturbed: c.perturbed.Count(), Kept: len(couples), Distance: math.Sqrt(total) * (1 + slack),
		Moved: tight.MovedBy(squares, c.terms.Subsample), Sigma: c.terms.Sigma,
	}, p)
}
