package argument

import (
	"maps"
	"slices"

	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// Attributes with noise are coordinates that no member of the group moves. Those that differ add to the log ratio a Gaussian of
// variance δ² = Σ‖ΔA‖²/σ_A², independent of the rest, as the coordinates along the axis of a rotation do.

// NoisyNames returns the names of the attributes with noise in order.
func (t *Terms) NoisyNames() []string { return slices.Sorted(maps.Keys(t.AttributeSigma)) }

// Fixed returns a cloud with the attributes that have no noise.
func (t *Terms) Fixed(c pointcloud.Cloud) pointcloud.Cloud {
	if len(t.AttributeSigma) == 0 {
		return c
	}
	all := c.Attributes
	c.Attributes = nil
	for _, a := range all {
		if _, noisy := t.AttributeSigma[a.Name]; !noisy {
			c.Attributes = append(c.Attributes, a)
		}
	}
	return c
}

// noisyColumn is an attribute with noise of both clouds.
type noisyColumn struct {
	clean, perturbed []float64
	sigma            float64
}

func (t *Terms) noisyColumns(clean, perturbed pointcloud.Cloud) (columns []noisyColumn) {
	for _, name := range t.NoisyNames() {
		columns = append(columns, noisyColumn{clean.Attribute(name), perturbed.Attribute(name), t.AttributeSigma[name]})
	}
	return columns
}

// mostAttributes is the largest δ that counts. Farther away no bound is above 0 for any p < 1.
const mostAttributes = 1e9

// lengthOf returns σδ for what attributes move, each in units of its own σ, rounded up.
func (t *Terms) lengthOf(moves []float64) float64 {
	const rounding = 8 * special.Unit // of each move, of their norm and of the product
	return float64(t.Sigma*min(mostAttributes, invariance.RoundUp(invariance.Norm(moves)))) * (1 + rounding)
}

// attributeDistance returns σδ of two clouds, point by point, rounded up.
func (t *Terms) attributeDistance(clean, perturbed pointcloud.Cloud) float64 {
	var moves []float64
	for _, c := range t.noisyColumns(clean, perturbed) {
		for n, a := range c.clean {
			moves = append(moves, (c.perturbed[n]-a)/c.sigma)
		}
	}
	if len(moves) == 0 {
		return 0
	}
	return t.lengthOf(moves)
}

// Distance returns the distance of two clouds, point by point, after alignment, with what attributes with noise add.
func (t *Terms) Distance(clean, matched pointcloud.Cloud) float64 {
	shared, _ := t.posed(clean, matched, matched)
	return t.WithAttributes(shared.Distance, clean, matched)
}

// WithAttributes returns the distance of two clouds, point by point, whose coordinates are so far apart, rounded up.
func (t *Terms) WithAttributes(coordinates float64, clean, perturbed pointcloud.Cloud) float64 {
	return plus(coordinates, t.attributeDistance(clean, perturbed))
}

// plus returns √(a² + b²), rounded up.
func plus(a, b float64) float64 {
	if b == 0 {
		return a
	}
	return invariance.RoundUp(invariance.Norm([]float64{a, b}))
}
