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
	return cloud{
		{bondOH * cos, bondOH * sin, 0},
		{0, 0, 0},
		{bondOO, 0, 0},
		{bondOO - bondOH*cos, bondOH * sin * along, bondOH * sin * up},
	}.centred()
}

// mirrored reflects in the plane x = 0.
func (c cloud) mirrored() cloud {
	return c.each(func(p []float64) []float64 { return append([]float64{-p[0]}, p[1:]...) })
}

// Orthorhombic sulphur at room temperature, means over the molecule S₈: bond
// length in ångström, bond angle in degrees. S. J. Rettig, J. Trotter, Acta
// Crystallographica C 43, 2260 (1987), which has 98.5° for the torsion angle.
const (
	bondSS   = 2.055
	angleSSS = 108.2
)

// sulphur returns the crown of S₈ (D₄d): eight atoms on a circle, by turns
// above and below its plane. Every second atom is 2 bondSS sin(angleSSS/2) away.
func sulphur() cloud {
	radius := bondSS * math.Sin(angleSSS*math.Pi/360) / math.Sin(math.Pi/4)
	side := 2 * radius * math.Sin(math.Pi/8)
	height := math.Sqrt(bondSS*bondSS-side*side) / 2
	c := make(cloud, 8)
	for k := range c {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		c[k] = []float64{radius * cos, radius * sin, height * float64(1-2*(k%2))}
	}
	return c
}

// angleHOH is that of water, in degrees: W. S. Benedict, N. Gailar, E. K. Plyler, J. Chem. Phys. 24, 1139 (1956), which has 0.957 Å for
// the bonds. The example has them as long as stretchedOH.
const (
	angleHOH    = 104.52
	stretchedOH = 1.3
)

// water returns O, H, H with long bonds, centred.
func water() cloud {
	sin, cos := math.Sincos(angleHOH * math.Pi / 360)
	return cloud{{0, 0, 0}, {stretchedOH * sin, 0, -stretchedOH * cos}, {-stretchedOH * sin, 0, -stretchedOH * cos}}.centred()
}

// waterElements are the atomic numbers.
var waterElements = []int{8, 1, 1}

// Butanone, CH₃–CO–CH₂–CH₃, in ångström: the conformer of lowest MMFF94 energy of the eight that molecules.py makes.
// energy.onnx was trained without this molecule.
var (
	butanone = cloud{
		{-0.0597, 1.8299, 0.6624},
		{-0.4883, 0.3924, 0.5455},
		{-1.1687, -0.1431, 1.4191},
		{-0.0727, -0.343, -0.7139},
		{0.3707, -1.7618, -0.4104},
		{-0.4798, 2.2666, 1.5732},
		{-0.4238, 2.3953, -0.1989},
		{1.0305, 1.8819, 0.7164},
		{-0.9225, -0.3395, -1.4041},
		{0.7516, 0.1974, -1.1913},
		{-0.4207, -2.3308, 0.0877},
		{0.6375, -2.2841, -1.3341},
		{1.2459, -1.7612, 0.2484},
	}
	// butanoneElements are the atomic numbers.
	butanoneElements = []int{6, 6, 8, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1}
)
