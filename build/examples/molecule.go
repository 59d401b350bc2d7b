package main

import "math"

// Hydrogen peroxide in the gas phase, lengths in ångström, angles in degrees.
// Bond lengths and bond angle: R. L. Redington, W. B. Olson, P. C. Cross,
// J. Chem. Phys. 36, 1311 (1962). Dihedral angle: R. H. Hunt, R. A. Leacock,
// C. W. Peters, K. T. Hecht, J. Chem. Phys. 42, 1931 (1965). The four values
// stand together in N. N. Greenwood, A. Earnshaw, Chemistry of the Elements,
// 2nd ed. (1997), chapter 14.
const (
	bondOO   = 1.475
	bondOH   = 0.950
	angleOOH = 94.8
	dihedral = 111.5
)

// peroxide returns H, O, O, H, centred. The molecule is twisted about its
// O–O bond, so it and its mirror image are not the same: it is chiral.
func peroxide() cloud {
	sin, cos := math.Sincos(angleOOH * math.Pi / 180)
	up, along := math.Sincos(dihedral * math.Pi / 180)
	c := cloud{
		{bondOH * cos, bondOH * sin, 0},
		{0, 0, 0},
		{bondOO, 0, 0},
		{bondOO - bondOH*cos, bondOH * sin * along, bondOH * sin * up},
	}
	return c.plus(cloud{c.mean()}.times(-1)[0]...)
}

// mirrored reflects in the plane x = 0.
func (c cloud) mirrored() cloud {
	return c.each(func(p []float64) []float64 { return append([]float64{-p[0]}, p[1:]...) })
}
