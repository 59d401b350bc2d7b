package pointcloud

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomCloud has coordinates of every size: any finite bit pattern.
func randomCloud(n, dimension int, seed uint64) Cloud {
	random := rand.New(rand.NewPCG(seed, 0))
	c := Cloud{Dimension: dimension}
	for len(c.Points) < n*dimension {
		if x := math.Float64frombits(random.Uint64()); finite(x) {
			c.Points = append(c.Points, x)
		}
	}
	return c
}

// edgeCloud has the numbers that formats and parsers get wrong first.
func edgeCloud(dimension int) Cloud {
	points := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.1, 1.0 / 3, math.Pi, 1e21, 1e-7, 123456789,
		math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64,
		0x1p-1022, 1<<53 + 2, 9007199254740993, 5e-324, 2.2250738585072011e-308,
	}
	return Cloud{Points: points, Dimension: dimension}
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

func TestRoundTrip(t *testing.T) {
	for _, w := range writers {
		for _, c := range []Cloud{
			edgeCloud(2), edgeCloud(3), randomCloud(1, 2, 1), randomCloud(1, 3, 2), randomCloud(500, 2, 3), randomCloud(500, 3, 4),
		} {
			if w.only3 && c.Dimension == 2 {
				continue
			}
			data := w.write(c)
			got, err := readOnly(w.file, data)
			if err != nil {
				t.Errorf("%s: %v", w.file, err)
				continue
			}
			if got.Dimension != c.Dimension || !sameBits(got.Points, c.Points) {
				t.Errorf("%s: D = %d: other points than written", w.file, c.Dimension)
			}
		}
	}
}

// Text means the same however its lines end, with a byte order mark before it,
// and without an end to its last line.
func TestLineEnds(t *testing.T) {
	c := randomCloud(7, 3, 5)
	for _, w := range writers {
		data := w.write(c)
		if bytes.Contains(data, []byte("binary")) || bytes.HasPrefix(data, []byte(npyMagic)) {
			continue
		}
		plain := bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
		for name, variant := range map[string][]byte{
			"CRLF":    bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n")),
			"CR":      bytes.ReplaceAll(plain, []byte("\n"), []byte("\r")),
			"BOM":     append([]byte(byteOrderMark), data...),
			"no end":  bytes.TrimRight(data, "\r\n"),
			"blank":   append(bytes.Clone(data), "\n \r\n\t\r"...),
			"indents": bytes.ReplaceAll(plain, []byte("\n"), []byte(" \n ")),
		} {
			got, err := readOnly(w.file, variant)
			if err != nil {
				t.Errorf("%s with %s: %v", w.file, name, err)
			} else if !sameBits(got.Points, c.Points) {
				t.Errorf("%s with %s: other points than written", w.file, name)
			}
		}
	}
}

// The line end of a header decides where binary data starts, even when the
// data starts with a byte that could be part of a line end.
func TestBinaryAfterHeader(t *testing.T) {
	for _, first := range []byte{'\n', '\r'} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			head := bytes.ReplaceAll(plyHead(Cloud{Points: []float64{0, 0}, Dimension: 2}, "binary_little_endian"), []byte("\n"), []byte(end))
			data := append(head, first, 0, 0, 0, 0, 0, 0, 0, first, 0, 0, 0, 0, 0, 0, 0)
			want := math.Float64frombits(uint64(first))
			got, err := readOnly("a.ply", data)
			if err != nil || !slices.Equal(got.Points, []float64{want, want}) {
				t.Errorf("line end %q, first byte %q: %v, %v", end, first, got.Points, err)
			}
		}
	}
}

// NPY of every version, type and memory order.
func TestNPYVariants(t *testing.T) {
	c := Cloud{Points: []float64{0.5, -1, 2, 3.25, 1e10, -0.125, 4, 5, 6, 7, 8, 9.5}, Dimension: 3}
	for version := 1; version <= 3; version++ {
		for _, descr := range []string{"<f4", ">f4", "<f8", ">f8"} {
			for _, fortran := range []bool{false, true} {
				got, err := readOnly("a.npy", writeNPY(c, version, descr, fortran))
				if err != nil || got.Dimension != 3 || !sameBits(got.Points, c.Points) {
					t.Errorf("version %d, %s, fortran %v: %v, %v", version, descr, fortran, got, err)
				}
			}
		}
	}
}
