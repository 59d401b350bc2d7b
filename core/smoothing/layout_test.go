package smoothing

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Two points in space, (1, 2, 3) and (4, 5, 6), in every layout.
func TestLayouts(t *testing.T) {
	pose := []float64{1, 2, 3, 4, 5, 6}
	coordinatesFirst, pointsFirst := []float64{1, 4, 2, 5, 3, 6}, pose
	for _, c := range []struct {
		layout Layout
		want   []float64
		shape  []int
	}{
		{"BDN", coordinatesFirst, []int{3, 2}},
		{"BDN1", coordinatesFirst, []int{3, 2, 1}},
		{"flat BDN", coordinatesFirst, []int{6}},
		{"BPDN", coordinatesFirst, []int{4, 3, 2}},
		{"BND", pointsFirst, []int{2, 3}},
		{"BND1", pointsFirst, []int{2, 3, 1}},
		{"flat BND", pointsFirst, []int{6}},
	} {
		for _, kind := range []string{Float32, Float16} {
			data := c.layout.appendPose(nil, kind, pose, 0.5, 3)
			for i := range c.want {
				c.want[i] /= 2
			}
			if got := readNumbers(data, kind); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", c.layout, got, c.want)
			}
			for i := range c.want {
				c.want[i] *= 2
			}
		}
		if got := c.layout.shape(4, 2, 3); !slices.Equal(got, c.shape) {
			t.Errorf("%s: shape %v, want %v", c.layout, got, c.shape)
		}
	}
}

// Every float16 comes back, and every double goes to the nearer of its neighbours, ties to
// the even one.
func TestHalf(t *testing.T) {
	for bits := range uint16(0x7c00) {
		x := pointcloud.Half(bits)
		if half(x) != bits || half(-x) != bits|0x8000 {
			t.Fatalf("%04x is %v, which is %04x", bits, x, half(x))
		}
		next := pointcloud.Half(bits + 1)
		if bits == 0x7bff {
			next = 65536
		}
		middle := (x + next) / 2
		even := bits + bits&1
		if half(middle) != even || half(math.Nextafter(middle, 0)) != bits || half(math.Nextafter(middle, 1e9)) != bits+1 {
			t.Fatalf("between %v and %v: %04x", x, next, half(middle))
		}
	}
	if half(math.Inf(1)) != 0x7c00 || half(-1e300) != 0xfc00 || !math.IsNaN(pointcloud.Half(half(math.NaN()))) || !math.IsInf(pointcloud.Half(0xfc00), -1) {
		t.Error("infinities or NaN")
	}
	// IEEE 754: 1, the largest and the smallest.
	if pointcloud.Half(0x3c00) != 1 || pointcloud.Half(0x7bff) != 65504 || pointcloud.Half(1) != 0x1p-24 {
		t.Error("1, 65504 or 2⁻²⁴")
	}
}

func TestClassRule(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		logits []float64
		want   int
		why    Reason
	}{
		{[]float64{1, 2, 0}, 1, HasClass},
		{[]float64{2, 2, 0}, none, Tied},
		{[]float64{2, 1, 2.5}, 2, HasClass},
		{[]float64{3, 3, 4}, 2, HasClass},
		{[]float64{nan, 2, 1}, none, NotFinite},
		{[]float64{inf, 2, 1}, none, NotFinite},
		{[]float64{-inf, 2, 1}, none, NotFinite},
		// Two poses, whose sums are 5, 4, 3; and 1, 1, 1.
		{[]float64{1, 4, 0, 4, 0, 3}, 0, HasClass},
		{[]float64{1, 0, 0.5, 0, 1, 0.5}, none, Tied},
		{[]float64{0, 1, 0, 0, 0, nan}, none, NotFinite},
		{[]float64{-5, -6, -7}, 0, HasClass},
	} {
		if got, why := (&Plan{}).classOf(0, sumsOf(c.logits, 3)); got != c.want || why != c.why {
			t.Errorf("class(%v) = %d (%d), want %d (%d)", c.logits, got, why, c.want, c.why)
		}
	}
	// In this order 2⁵³ swallows the ones; in rising order it does not.
	orders := [][]float64{{0x1p53, 0, 1, 0, 1, 0}, {1, 0, 0x1p53, 0, 1, 0}, {1, 0, 1, 0, 0x1p53, 0}}
	for _, logits := range orders {
		for i := range 3 {
			logits[2*i+1] = 0x1p53 / 3
		}
		if got, _ := class(sumsOf(logits, 2)); got != 0 {
			t.Errorf("class(%v) = %d", logits, got)
		}
	}
}

func TestClassesOfLogits(t *testing.T) {
	p := &Plan{Model: Model{Layout: "BDN", Classes: []string{"a", "b"}}, Classifier: Classifier{Poses: 2}}
	var logits []byte
	for _, x := range []float32{1, 2, 3, 0, 5, 1, 1, 1, 0, 0, 0, 0} {
		logits = binary.LittleEndian.AppendUint32(logits, math.Float32bits(x))
	}
	coded, why, err := p.Classes(0, []byte{counted, counted, unsettled}, Logits{Float32, 2, logits})
	if err != nil || !slices.Equal(coded, []byte{0, 0, 255}) || !slices.Equal(why, []byte{0, 0, byte(Unsettled)}) {
		t.Errorf("classes %v, %v, %v", coded, why, err)
	}
	// Half as wide and twice as many is as long: the tensor tells, and not the length of its bytes.
	for _, bad := range []Logits{{Float32, 2, nil}, {Float32, 2, logits[:47]}, {Float32, 2, append(logits, 0)}, {Float32, 4, logits}, {Float16, 4, logits}, {Float16, 2, logits}, {"float64", 2, logits}} {
		if _, _, err := p.Classes(0, []byte{counted, counted, unsettled}, bad); err == nil {
			t.Errorf("%d bytes of %d logits of %s pass", len(bad.Data), bad.Width, bad.Kind)
		}
	}
	// More than 254 classes take two bytes.
	p.Model.Classes = make([]string, 300)
	coded = p.appendClass(p.appendClass(nil, 299), none)
	if len(coded) != 4 || p.classAt(coded, 0) != 299 || p.classAt(coded, 1) != none {
		t.Errorf("300 classes: %v", coded)
	}
}
