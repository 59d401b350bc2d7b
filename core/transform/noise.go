// Package transform holds the transformations whose parameters a classifier may be smoothed over,
// beside the coordinates: what a draw of them does to a cloud, with the error of the arithmetic, and the
// search for those that lead from one cloud to another.
//
// Points are written as (w, z), w in the plane across an axis and z along it, as seen from the origin:
//
//	scale  w ↦ e^τ w          taper  w ↦ e^(τz) w
//	twist  w turned by θz     shear  w ↦ w + zh, h in the plane
//
// z stays. The first three commute and their parameters add; the parameters of shears add as well. A turn
// about the axis commutes with the first three and turns h. So with normal parameters, those of h independent
// and of equal standard deviation, smoothing keeps the invariance under turns about this axis.
package transform

import (
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// Noise has the standard deviations of the parameters, 0 where one is not drawn: of a twist in radians per
// unit length, of a taper in natural logarithms per unit length, of a scale across the axis as a natural logarithm, and
// of both coordinates of a shear.
type Noise struct {
	Twist float64 `json:"twist,omitempty"`
	Taper float64 `json:"taper,omitempty"`
	Scale float64 `json:"scale,omitempty"`
	Shear float64 `json:"shear,omitempty"`
}

// Names are those of the families, in the order of their draws.
var Names = []string{"twist", "taper", "scale", "shear"}

// of returns the place of the standard deviation of a family.
func (n *Noise) of(family int) *float64 {
	return []*float64{&n.Twist, &n.Taper, &n.Scale, &n.Shear}[family]
}

// Multiplies tells whether a parameter other than that of a shear is drawn.
func (n *Noise) Multiplies() bool { return n.Twist > 0 || n.Taper > 0 || n.Scale > 0 }

// TakeNoise takes a field with standard deviations, nil where it is absent or all zero.
func TakeNoise(o *document.Object, field string) (*Noise, error) {
	child, err := o.Child(field)
	if err != nil || child == nil {
		return nil, err
	}
	n, given := &Noise{}, false
	for i, name := range Names {
		x, present, bad := child.Number(name)
		if bad == nil && present {
			bad = checkDeviation(child.Name(name), x)
		}
		*n.of(i), given, err = x, given || present, document.Join(err, bad)
	}
	if unknown := child.Done(); unknown != nil {
		err = document.Join(err, document.BadField(child.Path, "has a family that does not exist (%v); the families are %s", unknown, strings.Join(Names, ", ")))
	}
	switch {
	case err != nil:
		return nil, err
	case !given:
		return nil, document.BadField(child.Path, "says nothing: give a standard deviation for twist, taper, scale or shear, or leave it out")
	case *n == Noise{}:
		return nil, nil
	}
	return n, nil
}

// A standard deviation that is not 0 lies between these.
const leastDeviation, mostDeviation = 1e-100, 1e100

func checkDeviation(name string, s float64) error {
	switch {
	case s < 0:
		return document.BadField(name, "must be a standard deviation ≥ 0, got %v", s)
	case s > 0 && (s < leastDeviation || s > mostDeviation):
		return document.BadField(name, "must be 0, or between 1e-100 and 1e100, got %v", s)
	}
	return nil
}
