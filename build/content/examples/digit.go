package main

import (
	"math"
	"math/rand/v2"
	"sort"
)

// The centre lines of two digits, drawn as the hand moves from the upper left;
// y points up. Both pass through the same waist, so that point i of the one
// belongs to point i of the other.
var (
	three = cloud{
		{-0.56, 0.58}, {-0.22, 0.92}, {0.24, 0.92}, {0.48, 0.62}, {0.28, 0.24}, {-0.10, 0.06},
		{0.34, -0.06}, {0.58, -0.44}, {0.34, -0.86}, {-0.16, -0.98}, {-0.62, -0.66},
	}
	eight = cloud{
		{-0.08, 0.10}, {-0.46, 0.52}, {-0.04, 0.96}, {0.42, 0.62}, {0.26, 0.24}, {-0.02, 0.06},
		{0.40, -0.12}, {0.56, -0.50}, {0.14, -0.96}, {-0.46, -0.56}, {-0.12, 0.04},
	}
)

// slant leans the letters to the right, as most hands do.
const slant = 0.14

// pen is a pressure that wanders along the stroke, and where each dot of ink
// falls: Along in [0, 1) of the length, Across in [−1, 1) of the half width.
type pen struct {
	phase         [3]float64
	along, across []float64
}

// newPen places count dots, one in each of count equal pieces of the stroke.
func newPen(random *rand.Rand, count int) pen {
	var p pen
	for i := range p.phase {
		p.phase[i] = 2 * math.Pi * random.Float64()
	}
	for i := range count {
		p.along = append(p.along, (float64(i)+random.Float64())/float64(count))
		p.across = append(p.across, 2*random.Float64()-1)
	}
	return p
}

// halfWidth is the half width of the line at the share t of its length.
func (p pen) halfWidth(t float64) float64 {
	wave := 0.0
	for i, phase := range p.phase {
		wave += math.Sin(float64(i+1)*2*math.Pi*t+phase) / float64(i+2)
	}
	return 0.055 + 0.022*wave
}

// draw puts the dots of the pen along the smooth curve through the knots.
func (p pen) draw(knots cloud) cloud {
	line, length := trace(knots)
	total := length[len(length)-1]
	out := make(cloud, len(p.along))
	for i, t := range p.along {
		k := min(max(sort.SearchFloat64s(length, t*total), 1), len(line)-1)
		a, b := line[k-1], line[k]
		step := length[k] - length[k-1]
		share := (t*total - length[k-1]) / step
		aside := p.across[i] * p.halfWidth(t) / step
		x := a[0] + share*(b[0]-a[0]) - aside*(b[1]-a[1])
		y := a[1] + share*(b[1]-a[1]) + aside*(b[0]-a[0])
		out[i] = []float64{x + slant*y, y}
	}
	return out
}

// trace follows the uniform Catmull–Rom spline through the knots in short
// steps and returns the length of the line up to each step.
func trace(knots cloud) (line cloud, length []float64) {
	const steps = 40
	for i := range len(knots) - 1 {
		before, after := knots[max(i-1, 0)], knots[min(i+2, len(knots)-1)]
		for s := range steps {
			line = append(line, catmullRom(before, knots[i], knots[i+1], after, float64(s)/steps))
		}
	}
	line = append(line, knots[len(knots)-1])
	length = make([]float64, len(line))
	for i := 1; i < len(line); i++ {
		length[i] = length[i-1] + math.Hypot(line[i][0]-line[i-1][0], line[i][1]-line[i-1][1])
	}
	return line, length
}

// catmullRom is the point at t in [0, 1] of the segment from b to c: the cubic
// with slopes (c−a)/2 at b and (d−b)/2 at c.
func catmullRom(a, b, c, d []float64, t float64) []float64 {
	out := make([]float64, len(b))
	for j := range out {
		start, end := (c[j]-a[j])/2, (d[j]-b[j])/2
		rise := c[j] - b[j]
		out[j] = b[j] + t*(start+t*(3*rise-2*start-end+t*(start+end-2*rise)))
	}
	return out
}

// digits returns the same hand's 3 and 8, in the frame in which the 3 is
// centred and fits the unit disc.
func digits(random *rand.Rand, count int) (clean, changed cloud) {
	p := newPen(random, count)
	clean, changed = p.draw(three), p.draw(eight)
	offset, scale := clean.frame()
	return clean.plus(offset...).times(scale), changed.plus(offset...).times(scale)
}
