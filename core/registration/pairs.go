package registration

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/orbitcert/orbitcert/core/invariance"
)

const (
	basePairs     = 4    // of x
	baseSample    = 16   // points of x they are chosen from
	pairsPerBase  = 1500 // of y, tried for each
	pairNeighbour = 1024 // points of y of like radius looked at
)

// tryPairs takes pairs of points of x and looks for pairs of y that have about the
// same radii and the same distance: each gives a rotation (the congruent sets of
// D. Aiger, N. Mitra and D. Cohen-Or, ACM Trans. Graphics 27 (2008), with the
// origin as a point that is known). With little noise one is nearly right, however
// symmetric the shape.
func (s *search) tryPairs(*Registration) (part float64) {
	bases := s.basePairs()
	if s.next < len(bases) {
		s.tryBase(bases[s.next])
	}
	s.next++
	if s.next < len(bases) {
		return float64(s.next) / float64(len(bases))
	}
	s.keepBest(pairsKept)
	return 1
}

// basePairs picks pairs of far points whose directions differ most, each point in
// one pair only. Turns about one axis need none.
func (s *search) basePairs() (pairs [][2]int32) {
	if s.scene.freedom != allAngles {
		return nil
	}
	few := slices.Clone(s.sample[:min(baseSample, len(s.sample))])
	for len(few) >= 2 && len(pairs) < basePairs {
		best, widest := [2]int{}, 0.0
		for i := range few {
			for j := range i {
				p, q := s.scene.x[3*few[i]:], s.scene.x[3*few[j]:]
				if w := crossSquare(p, q); w > widest {
					best, widest = [2]int{j, i}, w
				}
			}
		}
		if widest < 1e-4 { // of coordinates up to 1
			break
		}
		pairs = append(pairs, [2]int32{few[best[0]], few[best[1]]})
		few = slices.Delete(few, best[1], best[1]+1)
		few = slices.Delete(few, best[0], best[0]+1)
	}
	return pairs
}

func crossSquare(p, q []float64) float64 {
	c := invariance.Cross([3]float64(p), [3]float64(q))
	return invariance.Dot(c[:], c[:])
}

// fit is a pair of points of y with its squared misfit.
type fit struct {
	misfit float64
	j, k   int32
}

// tryBase tries the pairs of y that fit best.
func (s *search) tryBase(base [2]int32) {
	a, b := s.scene.x[3*base[0]:3*base[0]+3], s.scene.x[3*base[1]:3*base[1]+3]
	from, ok := frameOf(a, b)
	if !ok {
		return
	}
	for _, f := range s.fits(a, b) {
		to, ok := frameOf(s.scene.y[3*f.j:3*f.j+3], s.scene.y[3*f.k:3*f.k+3])
		if !ok {
			continue
		}
		s.try(signedProduct(&from, &to, 0, 3))
		if s.scene.reflects {
			s.try(signedProduct(&from, &to, 4, 3))
		}
	}
}

// frameOf returns orthonormal columns: along p, across in the plane of p and q, and
// normal to it.
func frameOf(p, q []float64) (f invariance.Matrix, ok bool) {
	normal := invariance.Cross([3]float64(p), [3]float64(q))
	across := invariance.Cross(normal, [3]float64(p))
	for k, v := range [3][]float64{p, across[:], normal[:]} {
		length := invariance.Norm(v)
		if length < 1e-9 {
			return f, false
		}
		for i := range 3 {
			f[i][k] = v[i] / length
		}
	}
	return f, true
}

// fits returns the pairs of y with the least misfit of two radii and a distance.
func (s *search) fits(a, b []float64) (best []fit) {
	firsts, seconds := s.likeRadius(a), s.likeRadius(b)
	across := math.Sqrt(squareBetween(a, b))
	limit := math.Inf(1)
	for _, f := range firsts {
		if f.misfit >= limit {
			break
		}
		p := s.scene.y[3*f.j : 3*f.j+3]
		for _, g := range seconds {
			misfit := f.misfit + g.misfit
			if misfit >= limit {
				break
			}
			s.work += 6
			d := math.Sqrt(squareBetween(p, s.scene.y[3*g.j:3*g.j+3])) - across
			if misfit += float64(d * d); misfit >= limit || f.j == g.j {
				continue
			}
			best = append(best, fit{misfit, f.j, g.j})
			if len(best) == 2*pairsPerBase {
				best = fewestMisfits(best)
				limit = best[pairsPerBase-1].misfit
			}
		}
	}
	return fewestMisfits(best)
}

func fewestMisfits(list []fit) []fit {
	sort.Slice(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		return cmp.Or(cmp.Compare(a.misfit, b.misfit), cmp.Compare(a.j, b.j), cmp.Compare(a.k, b.k)) < 0
	})
	return list[:min(pairsPerBase, len(list))]
}

// likeRadius returns points of y in the order of how their radius differs from that
// of p.
func (s *search) likeRadius(p []float64) (list []fit) {
	r := invariance.Norm(p)
	for j := range int32(s.scene.n) {
		d := invariance.Norm(s.scene.y[3*j:3*j+3]) - r
		list = append(list, fit{misfit: float64(d * d), j: j})
	}
	sort.Slice(list, func(i, j int) bool {
		return cmp.Or(cmp.Compare(list[i].misfit, list[j].misfit), cmp.Compare(list[i].j, list[j].j)) < 0
	})
	return list[:min(pairNeighbour, len(list))]
}

func squareBetween(p, q []float64) float64 {
	a, b, c := p[0]-q[0], p[1]-q[1], p[2]-q[2]
	return float64(a*a) + float64(b*b) + float64(c*c)
}
