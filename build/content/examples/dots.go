package main

import (
	"fmt"
	"math"
	"strings"
)

// mostDots are as many as can be told apart in a picture of the size of an icon.
const mostDots = 64

// dots draws a cloud in a square of 100, as x,y of points, y downwards. One of three dimensions is seen
// from where the page's drawing begins, from a side and a little from above.
func dots(c cloud) string {
	flat := c
	if len(c[0]) == 3 {
		flat = c.turned(-60).tilted(-70)
	}
	low, high := flat.box()
	size := math.Max(math.Max(high[0]-low[0], high[1]-low[1]), math.SmallestNonzeroFloat64)
	at := func(p []float64, j int) float64 { return 50 + 100*(p[j]-(low[j]+high[j])/2)/size }
	step := (len(c) + mostDots - 1) / mostDots
	var list []string
	for i := 0; i < len(c); i += step {
		list = append(list, fmt.Sprintf("%.0f,%.0f", at(flat[i], 0), 100-at(flat[i], 1)))
	}
	return strings.Join(list, " ")
}

// box returns the least and the largest of the first two coordinates.
func (c cloud) box() (low, high [2]float64) {
	low, high = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, p := range c {
		for j := range low {
			low[j], high[j] = math.Min(low[j], p[j]), math.Max(high[j], p[j])
		}
	}
	return low, high
}
