package explore

import (
	"math"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// weighing takes points, and their velocities, to those that count wₙ times, as noise with a σ for each point sees them; nil leaves them
// as they are. A rotation is the same before and after, and a translation by b moves weighted points by wₙb.
type weighing struct {
	weights []float64
	// centres takes such a translation off as well: the nearest to what is weighed.
	centres bool
}

// newWeighing returns nil for weights that are nil or all 1.
func newWeighing(weights []float64) *weighing {
	for _, w := range weights {
		if w != 1 {
			return &weighing{weights: weights}
		}
	}
	return nil
}

// centring returns one that centres, too.
func (w *weighing) centring() *weighing { return &weighing{weights: w.weights, centres: true} }

// from returns that of the points from one on.
func (w *weighing) from(point int) *weighing {
	if w == nil {
		return nil
	}
	return &weighing{weights: w.weights[point:], centres: w.centres}
}

// rootOfPoints is the norm of so many points that all move by 1, rounded up.
func (w *weighing) rootOfPoints(count int) float64 {
	if w == nil {
		return math.Sqrt(float64(count))
	}
	return invariance.RoundUp(invariance.Norm(w.weights))
}

// scale multiplies lists of so many numbers for each point, where they are.
func (w *weighing) scale(numbers []float64, each int) {
	if w == nil {
		return
	}
	for n, weight := range w.weights[:len(numbers)/each] {
		for i := n * each; i < (n+1)*each; i++ {
			numbers[i] *= weight
		}
	}
}

// apply weighs points or velocities where they are.
func (w *weighing) apply(points []float64, dimension int) {
	w.scale(points, dimension)
	if w != nil && w.centres {
		invariance.CentreWeighed(points, w.weights[:len(points)/dimension], dimension)
	}
}

// weighed returns a cloud as it counts, which is the cloud itself where nothing is weighed.
func (w *weighing) weighed(c pointcloud.Cloud) pointcloud.Cloud {
	if w == nil {
		return c
	}
	out := pointcloud.Cloud{Points: append([]float64(nil), c.Points...), Dimension: c.Dimension}
	w.apply(out.Points, c.Dimension)
	return out
}

// centreInto centres points that are weighed already, in a place that may be their own.
func (w *weighing) centreInto(points []float64, c pointcloud.Cloud) {
	if w == nil {
		invariance.CentreInto(points, c)
		return
	}
	copy(points, c.Points)
	invariance.CentreWeighed(points, w.weights, c.Dimension)
}
