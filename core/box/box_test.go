package box

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/vector"
)

// solid is a box with its heading as an angle.
type solid struct {
	centre [3]float64
	size   [3]float64
	yaw    float64
}

// iou integrates the lengths that both boxes have along lines across the first, and multiplies by heights: no polygon is clipped.
func iou(a, b solid) float64 {
	const lines = 500
	sin, cos := math.Sincos(b.yaw - a.yaw)
	dx, dy := b.centre[0]-a.centre[0], b.centre[1]-a.centre[1]
	s, c := math.Sincos(a.yaw)
	dx, dy = c*dx+s*dy, c*dy-s*dx
	over := 0.0
	for i := range lines {
		x := a.size[0] * ((float64(i)+0.5)/lines - 0.5)
		low, high := -a.size[1]/2, a.size[1]/2
		// |cos·(x − dx) + sin·(y − dy)| ≤ l/2 and |cos·(y − dy) − sin·(x − dx)| ≤ w/2
		for _, slab := range [][3]float64{{sin, cos * (x - dx), b.size[0] / 2}, {cos, -sin * (x - dx), b.size[1] / 2}} {
			if math.Abs(slab[0]) < 1e-12 {
				if math.Abs(slab[1]) > slab[2] {
					high = low
				}
				continue
			}
			p, q := dy+(-slab[2]-slab[1])/slab[0], dy+(slab[2]-slab[1])/slab[0]
			low, high = max(low, min(p, q)), min(high, max(p, q))
		}
		over += max(0, high-low) * a.size[0] / lines
	}
	rise := min(a.centre[2]+a.size[2]/2, b.centre[2]+b.size[2]/2) - max(a.centre[2]-a.size[2]/2, b.centre[2]-b.size[2]/2)
	both := over * max(0, rise)
	return both / (a.size[0]*a.size[1]*a.size[2] + b.size[0]*b.size[1]*b.size[2] - both)
}

// exactly is a vector that is known.
func exactly(v ...float64) Vector { return about(v, 0) }

// about is a vector within a cube around the reference, and a ball that cuts its corners off.
func about(v []float64, radius float64) Vector {
	low, high := make([]float64, len(v)), make([]float64, len(v))
	for j, x := range v {
		low[j], high[j] = x-0.8*radius, x+0.8*radius
	}
	return Vector{v, vector.Bound{Lower: low, Upper: high, Ball: vector.Ball{Centre: v, Radius: radius}}}
}

// drawn returns a vector within bounds.
func (v Vector) drawn(random *rand.Rand) []float64 {
	for {
		x, square := slices.Clone(v.Reference), 0.0
		for j := range x {
			by := [...]float64{-1, 0, 1, 2*random.Float64() - 1}[random.IntN(4)] * (v.In.Upper[j] - x[j])
			x[j], square = x[j]+by, square+by*by
		}
		if square <= v.In.Ball.Radius*v.In.Ball.Radius {
			return x
		}
	}
}

func (e Extent) drawn(random *rand.Rand) float64 {
	return [...]float64{e.Lower, e.Reference, e.Upper, e.Lower + random.Float64()*(e.Upper-e.Lower)}[random.IntN(4)]
}

// Two algorithms: no box in the bounds has a smaller IoU than they say, and some have hardly a larger one.
func TestNoBoxHasASmallerIoU(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, open := range []float64{1e-3, 0.03, 0.1, 0.3} {
		axis := []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
		frame, yaw := invariance.AxisFrame(axis), random.Float64()*6
		sin, cos := math.Sincos(yaw)
		heading := make([]float64, 3)
		for j := range heading {
			heading[j] = cos*frame[0][j] + sin*frame[1][j] + 0.5*frame[2][j]
		}
		b := Bounds{Up: axis, Centre: about([]float64{3, 1, 2}, open), Heading: about(heading, open), Length: Extent{4, 4 - open, 4 + 2*open},
			Width: Extent{2, 2 - open, 2 + open}, Height: &Extent{1.5, 1.5 - open, 1.5 + open}}
		seen := func(centre, heading []float64, size ...float64) solid {
			x, h := projected(centre, frame), projected(heading, frame)
			return solid{[3]float64{x[0], x[1], invariance.Along(&frame[2], centre)}, [3]float64(size), math.Atan2(h[1], h[0])}
		}
		got, least := b.IoU(), 1.0
		reference := seen(b.Centre.Reference, heading, 4, 2, 1.5)
		for range 3000 {
			least = min(least, iou(reference,
				seen(b.Centre.drawn(random), b.Heading.drawn(random), b.Length.drawn(random), b.Width.drawn(random), b.Height.drawn(random))))
		}
		if got > least+2e-4 || 1-got > 1.6*(1-least) {
			t.Errorf("within %v: at least %v, found %v", open, got, least)
		}
	}
}

// Boxes whose IoU is known in closed form; the bits are the same on every platform.
func TestIoUHasTheSameBits(t *testing.T) {
	fixed := func(x float64) Extent { return Extent{x, x, x} }
	turned := exactly(1, 0)
	turned.In = about([]float64{1, 0}, math.Sqrt2/2).In
	turned.In.Lower, turned.In.Upper = []float64{-2, -2}, []float64{2, 2}
	for _, c := range []struct {
		of              Bounds
		want, near, got float64
	}{
		{Bounds{Centre: exactly(1, 2), Heading: exactly(1, 0), Length: fixed(4), Width: fixed(2)}, 1, 1e-10, 0.9999999999612328},
		{Bounds{Centre: about([]float64{1, 2}, 0.5), Heading: exactly(0, 3), Length: fixed(4), Width: fixed(1e3)}, 3.6 / 4.4, 1e-3, 0.8177336617657567},
		{Bounds{Centre: exactly(0, 0), Heading: exactly(1, 1), Length: Extent{4, 3, 5}, Width: fixed(2)}, 3. / 4, 1e-10, 0.7499999999693004},
		{Bounds{Centre: exactly(0, 0), Heading: turned, Length: fixed(1), Width: fixed(1)}, math.Sqrt2 / 2, 0.02, 0.6991097705592869},
		{Bounds{Centre: exactly(0, 0), Heading: about([]float64{1, 0}, 2), Length: fixed(4), Width: fixed(1)}, 1. / 7, 0.02, 0.13078346546128092},
		{Bounds{Centre: about([]float64{0, 0}, 9), Heading: exactly(1, 0), Length: fixed(4), Width: fixed(1)}, 0, 0, 0},
	} {
		if got := c.of.IoU(); got != c.got || got > c.want || got < c.want-c.near {
			t.Errorf("%+v: %v, want %v", c.of, got, c.want)
		}
	}
}

// A vector in a box and a ball that are apart is nowhere: one bound is wrong, and nothing is claimed.
func TestBoundsWithNothingInThemProveNothing(t *testing.T) {
	nowhere := exactly(1, 0)
	nowhere.In.Lower, nowhere.In.Upper = []float64{5, 0}, []float64{5, 0}
	for _, b := range []Bounds{{Centre: nowhere, Heading: exactly(1, 0)}, {Centre: exactly(1, 0), Heading: nowhere}} {
		b.Length, b.Width = Extent{4, 4, 4}, Extent{2, 2, 2}
		if got := b.IoU(); got != 0 {
			t.Errorf("%+v: %v", b, got)
		}
	}
}

// A length is in the intervals of all rows, and has a positive reference, or there is none.
func TestExtentIsWhatAllRowsAllow(t *testing.T) {
	between := func(low, high float64) *argument.Interval { return &argument.Interval{Lower: &low, Upper: &high} }
	for _, c := range []struct {
		reference    []float64
		plain, orbit *argument.Interval
		want         Extent
	}{
		{[]float64{4}, between(3, 5), between(3.5, 6), Extent{4, 3.5, 5}},
		{[]float64{4}, between(-1, 5), &argument.Interval{}, Extent{4, 0, 5}},
		{[]float64{4}, nil, between(3, 5), Extent{4, 3, 5}},
		{[]float64{4}, nil, nil, Extent{}},
		{[]float64{4}, between(3, 4), between(5, 6), Extent{}},
		{[]float64{0}, nil, between(3, 5), Extent{}},
		{[]float64{-4}, nil, between(3, 5), Extent{}},
		{nil, nil, between(3, 5), Extent{}},
	} {
		r := &certificate.Request{Prediction: certificate.Prediction{Numbers: &certificate.Numbers{Select: c.reference}}}
		of := &certificate.Certificate{Verdict: argument.Verdict{BlackBox: &argument.Closed{Stated: argument.Stated{Interval: c.plain}},
			Orbit: &argument.Closed{Stated: argument.Stated{Interval: c.orbit}}}}
		if got, err := extentOf(r, of); (err == nil) != (c.want != Extent{}) || err == nil && got != c.want {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
	}
	if all := (&Certified{Level: 1}); all.Finish() == nil || all.IoU != 0 {
		t.Error("levels that add up to 1 prove something")
	}
}

// The parts of an extent have its reference at an end, or outside.
func TestSplitLeavesNoReferenceInside(t *testing.T) {
	for _, c := range []struct {
		of   Extent
		want [][2]float64
	}{
		{Extent{4, 3, 5}, [][2]float64{{3, 4}, {4, 5}}}, {Extent{4, -1, 5}, [][2]float64{{0, 4}, {4, 5}}},
		{Extent{4, 5, 6}, [][2]float64{{5, 6}}}, {Extent{4, 1, 3}, [][2]float64{{1, 3}}}, {Extent{4, 4, 4}, [][2]float64{{4, 4}}},
	} {
		if got := c.of.split(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c.of, got)
		}
	}
}
