package smoothing

import (
	"cmp"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/invariance"
)

// Grid returns q = 2^⌊log₂(σ/256)⌋, the step that the coordinates of a classifier with
// noise σ are rounded to.
func Grid(sigma float64) float64 {
	_, exponent := math.Frexp(sigma)
	return math.Ldexp(1, exponent-9)
}

// farthest is the largest coordinate, in units of q.
const farthest = 1 << 23

// slack enlarges error bounds; see the package comment.
const slack = 1.01

// posed is what steps 1 to 3 leave of a cloud: each pose N×D, whole numbers in units of q.
type posed struct {
	poses [][]float64
	// settled says that these are the ideal poses.
	settled bool
	// inside says that the grid reaches them.
	inside bool
}

// pose takes a cloud through steps 1 to 3.
func (s symmetry) pose(z approximate, q float64, sorted bool) posed {
	z, turns := s.poses(z)
	p := posed{settled: true, inside: true}
	for i := range turns {
		var pose []float64
		if signs, ok := flips(&turns[0], &turns[i], z.Dimension); ok && i > 0 {
			pose = flipped(p.poses[0], signs[:z.Dimension])
		} else {
			pose = p.round(z, &turns[i], q)
		}
		if sorted && p.inside {
			sortRows(pose, z.Dimension)
		}
		p.poses = append(p.poses, pose)
	}
	return p
}

// flips tells whether the rows of two turns are the same up to their signs, and those.
func flips(a, b *invariance.Matrix, dimension int) (signs [3]float64, ok bool) {
	for i := range dimension {
		negated := a[i]
		negate(&negated)
		switch b[i] {
		case a[i]:
			signs[i] = 1
		case negated:
			signs[i] = -1
		default:
			return signs, false
		}
	}
	return signs, true
}

// flipped is what round makes of the points turned with these signs: rounding is symmetric.
// Its rows are in order already, or in the opposite order, but for few.
func flipped(pose, signs []float64) []float64 {
	out := make([]float64, len(pose))
	for i, sign := range signs {
		for n := i; n < len(pose); n += len(signs) {
			out[n] = float64(sign*pose[n]) + 0
		}
	}
	return out
}

// round turns the points and rounds them to the grid.
func (p *posed) round(z approximate, turn *invariance.Matrix, q float64) []float64 {
	pose := make([]float64, len(z.Points))
	reach, perStep, dimension := 0.5-float64(slack*z.error)/q, 1/q, z.Dimension
	for i := range dimension {
		row := turn[i]
		for n := 0; n+dimension <= len(pose); n += dimension {
			sum := float64(row[0]*z.Points[n]) + float64(row[1]*z.Points[n+1])
			if dimension == 3 {
				sum += float64(row[2] * z.Points[n+2])
			}
			x := float64(sum * perStep)
			k := math.RoundToEven(x)
			if !(math.Abs(x-k) < reach) {
				p.settled = false
			}
			if !(math.Abs(k) <= farthest) {
				p.inside = false
			}
			// Adding 0 takes the sign off −0, which a model could see.
			pose[n+i] = k + 0
		}
	}
	return pose
}

// sortRows sorts the points of a pose, which are inside the grid, lexicographically: by
// their first two coordinates, as one number, and runs of those by the third.
func sortRows(pose []float64, dimension int) {
	if dimension == 2 {
		sortPlane(pose)
		return
	}
	type row struct{ first, last uint64 }
	rows := make([]row, len(pose)/3)
	for n := range rows {
		point := pose[3*n : 3*n+3]
		rows[n] = row{sortKey(point), uint64(point[2] + farthest)}
	}
	slices.SortFunc(rows, func(a, b row) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return cmp.Compare(a.last, b.last)
	})
	for n, r := range rows {
		point := pose[3*n : 3*n+3]
		fromSortKey(point, r.first)
		point[2] = float64(r.last) - farthest
	}
}

func sortPlane(pose []float64) {
	rows := make([]uint64, len(pose)/2)
	for n := range rows {
		rows[n] = sortKey(pose[2*n:])
	}
	slices.Sort(rows)
	for n, key := range rows {
		fromSortKey(pose[2*n:], key)
	}
}

// sortKey returns a number that grows with the first coordinate and then the second.
func sortKey(point []float64) uint64 {
	return uint64(point[0]+farthest)<<32 | uint64(point[1]+farthest)
}

func fromSortKey(point []float64, key uint64) {
	point[0], point[1] = float64(key>>32)-farthest, float64(uint32(key))-farthest
}
