package main

import "math/rand/v2"

// box is an upright box from low to high, of a part of the chair.
type box struct {
	part      int
	low, high [3]float64
}

// Parts as models/parts.onnx numbers them.
const (
	seat = 0
	back = 1
	leg  = 3
)

// chairParts are a seat, a back with a gap under it, two posts that carry it
// and four legs; z points up.
var chairParts = []box{
	{seat, [3]float64{-0.45, -0.45, 0.42}, [3]float64{0.45, 0.45, 0.50}},
	{back, [3]float64{-0.45, 0.38, 0.72}, [3]float64{0.45, 0.45, 1.15}},
	{back, [3]float64{-0.45, 0.38, 0.50}, [3]float64{-0.37, 0.45, 0.72}},
	{back, [3]float64{0.37, 0.38, 0.50}, [3]float64{0.45, 0.45, 0.72}},
	{leg, [3]float64{-0.43, -0.43, 0}, [3]float64{-0.34, -0.34, 0.42}},
	{leg, [3]float64{0.34, -0.43, 0}, [3]float64{0.43, -0.34, 0.42}},
	{leg, [3]float64{-0.43, 0.34, 0}, [3]float64{-0.34, 0.43, 0.42}},
	{leg, [3]float64{0.34, 0.34, 0}, [3]float64{0.43, 0.43, 0.42}},
}

// chair scatters count points evenly over the surfaces, centred and scaled to
// the unit ball.
func chair(random *rand.Rand, count int) cloud {
	out, _ := labelledChair(random, count)
	return out
}

// labelledChair returns the same with the part of each point.
func labelledChair(random *rand.Rand, count int) (cloud, []int) {
	var areas []float64
	for _, b := range chairParts {
		for axis := range 3 {
			areas = append(areas, b.area(axis))
		}
	}
	out, parts := make(cloud, count), make([]int, count)
	for i := range out {
		k := pick(random, areas)
		out[i], parts[i] = chairParts[k/3].scatter(random, k%3), chairParts[k/3].part
	}
	return out.framed(), parts
}

// area is the area of one of the two faces across the axis.
func (b box) area(axis int) float64 {
	j, k := (axis+1)%3, (axis+2)%3
	return (b.high[j] - b.low[j]) * (b.high[k] - b.low[k])
}

// scatter returns a random point of the two faces across the axis.
func (b box) scatter(random *rand.Rand, axis int) []float64 {
	p := make([]float64, 3)
	for j := range p {
		p[j] = b.low[j] + random.Float64()*(b.high[j]-b.low[j])
	}
	p[axis] = b.low[axis]
	if random.IntN(2) == 1 {
		p[axis] = b.high[axis]
	}
	return p
}

// pick returns an index with probability in proportion to its weight.
func pick(random *rand.Rand, weights []float64) int {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	rest := random.Float64() * total
	for i, w := range weights {
		if rest -= w; rest < 0 {
			return i
		}
	}
	return len(weights) - 1
}
