package pointcloud

import (
	"errors"
	"math"
)

// Frame is a place and a length that clouds are normalised by.
type Frame struct {
	place [3]float64
	size  float64
}

// FrameOf returns the mean of a cloud with coordinates of at most 10¹⁰⁰, and the largest distance of its points
// from there, or 1 where they are not to be scaled.
func FrameOf(c Cloud, scaled bool) (Frame, error) {
	exponent := Exponent(c.Points)
	f := Frame{place: mean(Scaled(c.Points, -exponent), c.Dimension), size: 1}
	for i, x := range f.place {
		f.place[i] = math.Ldexp(x, exponent)
	}
	if !scaled {
		return f, nil
	}
	if allEqual(c) {
		return Frame{}, errNoSize
	}
	far := 0.0
	for n := 0; n < len(c.Points); n += c.Dimension {
		far = max(far, squaredDistance(c.Points[n:n+c.Dimension], f.place[:c.Dimension]))
	}
	f.size = math.Sqrt(far)
	if f.size == 0 {
		return Frame{}, errors.New("pointcloud: the points are too near to one another to be scaled")
	}
	return f, nil
}

// Enter returns the points less the place and divided by the length.
func (f Frame) Enter(c Cloud) Cloud {
	out := Cloud{Points: make([]float64, len(c.Points)), Dimension: c.Dimension}
	for i, x := range c.Points {
		out.Points[i] = (x - f.place[i%c.Dimension]) / f.size
	}
	return out
}
