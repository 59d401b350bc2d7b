package smoothing

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
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
	// channels are what the model is shown of the points of each pose beside their coordinates, nil for nothing.
	channels []pointcloud.Attributes
	// orders have the number that the points of each pose had before they were put in order, nil where the labels of points do not
	// matter. drawn says that it is a random one, which tells points apart that look alike.
	orders [][]int
	drawn  bool
	// turns pose the points, each row within turned of the ideal one.
	turns  []invariance.Matrix
	turned float64
	// settled says that these are the ideal poses.
	settled bool
	// inside says that the grid reaches them.
	inside bool
}

// posedBy takes points with these turns through steps 2 and 3.
func posedBy(z approximate, turns []invariance.Matrix, q float64, sorted bool) posed {
	p := posed{settled: true, inside: !z.outside, turns: turns, turned: z.turned}
	for i := range turns {
		var pose []float64
		signs, flip := flips(&turns[0], &turns[i], z.Dimension)
		flip = flip && i > 0
		inOrder := flip && sorted && p.inside && slices.Max(signs[:z.Dimension]) < 0 && z.Attributes == nil
		switch {
		case inOrder:
			pose = opposite(p.poses[0], z.Dimension)
		case flip && (z.Attributes == nil || !sorted):
			pose = flipped(p.poses[0], signs[:z.Dimension])
		default:
			pose = p.round(z, &turns[i], q)
		}
		channels := z.Attributes
		switch {
		case !sorted || !p.inside || inOrder:
		case channels != nil:
			pose, channels, _ = sortWith(pose, channels, z.Dimension)
		default:
			sortRows(pose, z.Dimension)
		}
		p.poses, p.channels = append(p.poses, pose), append(p.channels, channels)
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
func flipped(pose, signs []float64) []float64 {
	out := make([]float64, len(pose))
	for i, sign := range signs {
		for n := i; n < len(pose); n += len(signs) {
			out[n] = float64(sign*pose[n]) + 0
		}
	}
	return out
}

// opposite is flipped with every sign turned, from the last point to the first: points in
// order stay so.
func opposite(pose []float64, dimension int) []float64 {
	out := make([]float64, len(pose))
	for i := range dimension {
		for n, m := i, len(pose)-dimension+i; n < len(pose); n, m = n+dimension, m-dimension {
			out[m] = 0 - pose[n]
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
