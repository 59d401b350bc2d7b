package transform

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// Difference is what a decomposition X′ = R(M X + Δ) leaves, R a turn about the axis: all that bounds depend on beside the transformation M.
// Each number is rounded up, Low down.
type Difference struct {
	// Distance bounds ‖Δ‖, and Rise the part of it along the axis: 0 where Δ is across the axis exactly.
	Distance, Rise float64
	// Radius is the largest distance of a point of MX from the axis; Low and High bound the heights of the points of both clouds.
	Radius, Low, High float64
}

// Growth bounds ‖M_c(MX + Δ) − M_c MX‖/‖Δ‖ for every c with parameters of at most these sizes.
//
// With ζ = taper + i·twist, w′ = w + δw and z′ = z + δz it is for each point, across the axis,
//
//	e^scale |e^(ζz′)w′ − e^(ζz)w| ≤ E(|δw| + |ζ||δz||w|′),  E = e^(scale + max over both clouds of taper·z),
//
// since |e^a − 1| ≤ |a|e^max(0, Re a) and the exponential of a taper is between those of z and z′; |w|′ ≤ Radius + Distance. Along the axis
// it is |δz|. The matrix (E, E|ζ||w|′; 0, 1) has at most the norm max(E, 1)(a + √(1 + a²)), a = |ζ||w|′/2. A shear h then
// adds hδz, which as a matrix has the norm b + √(1 + b²), b = |h|/2. Where δz = 0, only E is left.
func (d *Difference) Growth(c Parameters) float64 {
	stretch := special.Exp(math.Abs(c.Scale) + float64(math.Abs(c.Taper)*max(math.Abs(d.Low), math.Abs(d.High))))
	if c.Scale == 0 && c.Taper == 0 {
		stretch = 1
	}
	if d.Rise == 0 {
		return stretch * (1 + 4*special.Unit)
	}
	a := float64(size(c.Twist, c.Taper) * (d.Radius + d.Distance) / 2)
	b := float64(size(c.Shear[0], c.Shear[1]) / 2)
	return stretch * norm(a) * norm(b) * (1 + 32*special.Unit)
}

func norm(half float64) float64 { return half + math.Sqrt(1+float64(half*half)) }

// Apart bounds the same difference itself for a Δ whose part along the axis is small: E(H + |ζ||w|′V) across the axis and V along it,
// with H ≤ ‖Δ‖ and V of Δ, and |h|V more of a shear.
func (d *Difference) Apart(c Parameters) float64 {
	flat := *d
	flat.Rise = 0
	across := float64(flat.Growth(c) * (d.Distance + float64(size(c.Twist, c.Taper)*(d.Radius+d.Distance)*d.Rise)))
	across += float64(size(c.Shear[0], c.Shear[1]) * d.Rise)
	return size(across, d.Rise) * (1 + 32*special.Unit)
}
