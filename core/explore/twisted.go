package explore

import (
	"bytes"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/special"
)

// twistMoved asks for the region of a twist about the axis of the noise, First, after which all points move by ‖Δ‖ up to Second.
const twistMoved = "twist-moved"

// twistedRegion marks the cells that votes with noise on a twist certify. A column holds the twists t′ within τ of its
// middle t. The clean cloud twisted by t′ − t is as far from the axis and as high as the clean one, and its class has
// at least the probability Φ(Φ⁻¹(p) − τ/s). From there the twist t and ‖Δ‖ lead to all clouds of the column.
func (s scene) twistedRegion(size int) (*Region, error) {
	if s.Noise == nil || s.Noise.Twist == 0 {
		return nil, document.BadField("noise.twist", "is missing: only votes with noise on a twist prove anything where the cloud is twisted far")
	}
	b := s.bent()
	r := &Region{Along: s.Axis, Size: size, Certified: b.radius > 0, Core: certificate.Core}
	most := float64(*b.radii.Twist * beyond)
	r.First = Side{Family: "twist", Unit: "rad/length", From: -most, To: most}
	r.Second = Side{Family: "moved", Unit: "length", To: float64(b.radius * beyond)}
	width, up := float64(2*most/float64(size)), float64(r.Second.To/float64(size))
	near := b.twistedNearby(float64(width / 2))
	columns := make([]int, size)
	for column := range size {
		if !r.Certified || 2*column >= size { // −t is as t
			columns[column] = columns[size-1-column]
			continue
		}
		certified := func(rows int) bool {
			k := b.none
			k.Shift.Twist = float64(width*(float64(column)+0.5)) - most
			k.Distance = float64(up*float64(rows)) * (1 + 4*special.Unit)
			k.Rise = k.Distance
			k.Widen()
			return b.Transformed(k, near).Certified
		}
		rows := columns[max(0, column-1)]
		for rows > 0 && !certified(rows) {
			rows--
		}
		for rows < size && certified(rows+1) {
			rows++
		}
		columns[column] = rows
	}
	for row := range size {
		marks := bytes.Repeat([]byte{'0'}, size)
		for column, rows := range columns {
			if row < rows {
				marks[column] = '4'
			}
		}
		r.Rows = append(r.Rows, string(marks))
	}
	return r, nil
}

// twistedNearby returns what is known of the classes at every twist of the clean cloud by at most τ.
func (b *bent) twistedNearby(tau float64) argument.Probabilities {
	far := float64(tau/b.Noise.Twist) * (1 + 1e-12) // and what rounding moves the ends of a column
	return b.p.Nearby(far)
}
