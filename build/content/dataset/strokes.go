package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// stroke is the knots of a smooth pen line; y points up.
type stroke [][2]float64

// The digits as strokes. 9 is left out, being a 6 turned, and so is 5, which is
// nearly a 2 in the mirror: an invariant classifier cannot tell them apart.
var strokes = map[int][]stroke{
	0: {{{0, 1}, {-0.6, 0.5}, {-0.6, -0.5}, {0, -1}, {0.6, -0.5}, {0.6, 0.5}, {0, 1}}},
	1: {{{-0.2, 0.75}, {0.05, 1}}, {{0.05, 1}, {0, -1}}},
	2: {{{-0.55, 0.55}, {0, 1}, {0.5, 0.6}, {0.1, -0.2}, {-0.6, -0.95}}, {{-0.6, -0.95}, {0.65, -0.95}}},
	3: {{{-0.5, 0.75}, {0.05, 1}, {0.45, 0.6}, {-0.05, 0.1}}, {{-0.05, 0.1}, {0.55, -0.4}, {0.1, -1}, {-0.55, -0.7}}},
	4: {{{0.2, 1}, {-0.65, -0.3}}, {{-0.65, -0.3}, {0.7, -0.3}}, {{0.3, 0.3}, {0.3, -1}}},
	6: {{{0.35, 1}, {-0.35, 0.3}, {-0.55, -0.5}, {0, -1}, {0.5, -0.5}, {0.1, -0.05}, {-0.45, -0.35}}},
	7: {{{-0.6, 0.95}, {0.6, 0.95}}, {{0.6, 0.95}, {-0.15, -1}}},
	8: {{{0, 0.05}, {-0.45, 0.5}, {0, 1}, {0.45, 0.5}, {0, 0.05}, {-0.55, -0.45}, {0, -1}, {0.55, -0.45}, {0, 0.05}}},
}

// digits draws each digit so many times, each by another hand.
func digits(each int) (all []labelled) {
	for digit := range 10 {
		lines, drawn := strokes[digit]
		for hand := 0; drawn && hand < each; hand++ {
			random := rand.New(rand.NewPCG(uint64(digit), uint64(hand)))
			rows := slices.Collect(slices.Chunk(framed(ink(lines, random), 2), 2))
			all = append(all, labelled{fmt.Sprintf("digit-%d-%d", digit, hand), digit, rows})
		}
	}
	return all
}

// ink puts points evenly along the strokes of a hand: knots a little off, and
// letters wider or narrower.
func ink(lines []stroke, random *rand.Rand) (out []float64) {
	width := 0.85 + 0.3*random.Float64()
	var path [][2]float64
	var length []float64
	for _, line := range lines {
		shaky := make(stroke, len(line))
		for i, knot := range line {
			shaky[i] = [2]float64{width*knot[0] + 0.05*random.NormFloat64(), knot[1] + 0.05*random.NormFloat64()}
		}
		path, length = follow(path, length, shaky)
	}
	total := length[len(length)-1]
	for i := range points {
		at := (float64(i) + random.Float64()) / points * total
		p := path[min(sort.SearchFloat64s(length, at), len(path)-1)]
		out = append(out, p[0]+0.02*random.NormFloat64(), p[1]+0.02*random.NormFloat64())
	}
	return out
}

// follow appends the uniform Catmull–Rom spline through the knots in short steps,
// and the length of the ink up to each.
func follow(path [][2]float64, length []float64, knots stroke) ([][2]float64, []float64) {
	const steps = 32
	used := 0.0
	if len(length) > 0 {
		used = length[len(length)-1]
	}
	for i := range (len(knots)-1)*steps + 1 {
		k, t := min(i/steps, len(knots)-2), float64(i)/steps-float64(min(i/steps, len(knots)-2))
		var p [2]float64
		for j := range p {
			p[j] = spline(knots[max(k-1, 0)][j], knots[k][j], knots[k+1][j], knots[min(k+2, len(knots)-1)][j], t)
		}
		if i > 0 {
			last := path[len(path)-1]
			used += math.Hypot(p[0]-last[0], p[1]-last[1])
		}
		path, length = append(path, p), append(length, used)
	}
	return path, length
}

// spline is the cubic from b to c with the slopes (c−a)/2 and (d−b)/2.
func spline(a, b, c, d, t float64) float64 {
	start, end, rise := (c-a)/2, (d-b)/2, c-b
	return b + t*(start+t*(3*rise-2*start-end+t*(start+end-2*rise)))
}

// framed centres a cloud, fits it into the unit ball and keeps four decimals.
func framed(c []float64, dimension int) []float64 {
	mean, far := make([]float64, dimension), 0.0
	for i, x := range c {
		mean[i%dimension] += x / points
	}
	for n := 0; n < len(c); n += dimension {
		square := 0.0
		for j := range dimension {
			c[n+j] -= mean[j]
			square += c[n+j] * c[n+j]
		}
		far = max(far, math.Sqrt(square))
	}
	for i := range c {
		c[i] = math.Round(1e4*c[i]/far)/1e4 + 0 // + 0 turns −0 into 0
	}
	return c
}
