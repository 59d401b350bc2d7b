package pointcloud

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// scalar is a type of binary number.
type scalar struct {
	kind byte // 'i' signed, 'u' unsigned, 'f' floating point
	size int  // in bytes: 1, 2, 4 or 8; 2, 4 or 8 of floating point
}

// known tells whether the type exists.
func (s scalar) known() bool {
	return strings.IndexByte("iuf", s.kind) >= 0 && (s.size == 2 || s.size == 4 || s.size == 8 || s.size == 1 && s.kind != 'f')
}

// value decodes the first s.size bytes. It is NaN for integers that float64 does not have.
func (s scalar) value(b []byte, order binary.ByteOrder) float64 {
	switch s.kind {
	case 'f':
		switch s.size {
		case 2:
			return Half(order.Uint16(b))
		case 4:
			return float64(math.Float32frombits(order.Uint32(b)))
		}
		return math.Float64frombits(order.Uint64(b))
	case 'u':
		return wholeOr(s.bits(b, order))
	}
	x := s.signed(b, order)
	if x < 0 {
		return -wholeOr(-uint64(x))
	}
	return wholeOr(uint64(x))
}

// wholeOr returns x, NaN where float64 does not have it: rounded, two numbers would become one.
func wholeOr(x uint64) float64 {
	if bits.Len64(x)-bits.TrailingZeros64(x) > 53 {
		return math.NaN()
	}
	return float64(x)
}

// Half decodes a number of 16 bits: sign, five bits of exponent, ten of fraction
// (IEEE 754-2019, binary16).
func Half(b uint16) float64 {
	fraction, exponent := float64(b&0x3ff), int(b>>10&0x1f)
	x := math.Ldexp(fraction, -24) // 2⁻¹⁴ · fraction/2¹⁰
	switch {
	case exponent == 0x1f && fraction > 0:
		return math.NaN()
	case exponent == 0x1f:
		x = math.Inf(1)
	case exponent > 0:
		x = math.Ldexp(1024+fraction, exponent-25)
	}
	if b>>15 != 0 {
		return -x
	}
	return x
}

// bits returns the number as it is stored, without its sign.
func (s scalar) bits(b []byte, order binary.ByteOrder) uint64 {
	switch s.size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(order.Uint16(b))
	case 4:
		return uint64(order.Uint32(b))
	}
	return order.Uint64(b)
}

// signed returns an integer of either kind, in two's complement.
func (s scalar) signed(b []byte, order binary.ByteOrder) int64 {
	unused := 64 - 8*s.size
	x := s.bits(b, order) << unused
	if s.kind == 'u' {
		return int64(x >> unused)
	}
	return int64(x) >> unused
}

// strided says where binary data has the numbers of a cloud.
type strided struct {
	dimension  int
	axes       [3]run
	thin       *thinning
	attributes []run
	origin     *origin
	notes      []Note
}

// divide makes columns with names coordinates and attributes, those without or with one that came before neither.
func (s *strided) divide(columns []run, r Reading, fail failing) {
	seen := map[string]bool{}
	columns = pruned(columns, func(one run) bool {
		known := seen[one.name] && coordinateName([]byte(one.name)) < 0
		seen[one.name] = true
		return known || one.name == ""
	})
	coordinatesFirst(columns, func(one run) string { return one.name })
	names := make([][]byte, len(columns))
	for i := range columns {
		names[i] = []byte(columns[i].name)
	}
	p := pickColumns(names, r, fail)
	s.dimension, s.thin, s.origin, s.notes = p.dimension, r.thinning, p.origin(), p.notes
	for i, one := range columns {
		if j := p.coordinate(i); j >= 0 {
			s.axes[j] = one
		} else if p.carries(i) {
			s.attributes = append(s.attributes, one)
		}
	}
}

func (s *strided) attributeNames() []string {
	names := make([]string, len(s.attributes))
	for k := range s.attributes {
		names[k] = s.attributes[k].name
	}
	return names
}

// placed is the layout where the numbers of an offset within a point and of a kind stand at these places.
func (s strided) placed(place func(offset int, kind scalar) (start, step int)) *strided {
	s.attributes = slices.Clone(s.attributes)
	for _, list := range [][]run{s.axes[:s.dimension], s.attributes} {
		for i := range list {
			list[i].start, list[i].step = place(list[i].start, list[i].kind)
		}
	}
	return &s
}

// settle tells the chooser of the file how its columns were divided.
func (s *strided) settle(file File) File {
	file.origin, file.Notes = s.origin, append(file.Notes, s.notes...)
	return file
}

// run is the numbers of a coordinate or an attribute: of one kind, that of point i at byte start + i·step.
type run struct {
	name        string
	kind        scalar
	column      int // of a text
	start, step int
	order       binary.ByteOrder
	packed      byte   // 'r', 'g' or 'b' of a colour in one number, else 0
	mask        uint64 // the bits that are the number, 0 for all
}

// value is that of a point.
func (r *run) value(data []byte, i int) float64 {
	at := data[r.start+i*r.step:]
	if r.packed != 0 {
		return float64(colourPart(uint32(r.kind.bits(at, r.order)), r.packed))
	}
	if r.mask != 0 {
		return float64(r.kind.bits(at, r.order) & r.mask)
	}
	return r.kind.value(at, r.order)
}

// colourPart returns red, green or blue of a colour as the Point Cloud Library packs it.
func colourPart(bits uint32, part byte) uint32 {
	return bits >> (8 * strings.IndexByte("bgr", part)) & 0xff
}

// read takes so many points, for which there must be enough data.
func (s *strided) read(data []byte, count int) File {
	first := onByte(min(s.axes[0].start, len(data)))
	allow(s.thin.problem(uint64(count)), first)
	points := s.thin.gather(uint64(count), s.dimension)
	places := points.carries(s.attributeNames()...)
	for i := range count {
		for k, place := range places {
			if place >= 0 {
				points.carry(place, s.attributes[k].value(data, i))
			}
		}
		var point [3]float64
		for j := range s.dimension {
			axis := &s.axes[j]
			if point[j] = axis.value(data, i); axis.kind.kind != 'f' && math.IsNaN(point[j]) {
				stop(atByte(axis.start+i*axis.step, "%s", roundedWhole))
			}
		}
		points.add(point)
	}
	return s.settle(points.file(first))
}

// records is the layout of points of the same type one after another.
func records(kind scalar, start, size int) *strided {
	s := &strided{dimension: 3}
	for j := range 3 {
		s.axes[j] = run{kind: kind, start: start + j*kind.size, step: size, order: binary.LittleEndian}
	}
	return s
}

// bareName is what files of numbers and nothing else are called in messages.
const bareName = "BIN"

// layout is how the numbers of such a file may be meant.
type layout struct {
	columns int
	kind    scalar
	mixed   float64 // how much of the numbers' spread is within columns, not between them
	// names are those of the columns behind the coordinates, where they are known.
	names []string
}

// readBare reads points that are numbers one after another, little endian. How
// many there are to a point the file does not say. Read without being told is
// only what looks like a laser scan of the KITTI data sets (Geiger et al., Int.
// J. Robotics Res. 32, 2013): x, y, z in metres and intensity as float32.
func readBare(s *source) File {
	data := s.data[s.start:]
	if s.reading.Columns > 0 {
		kind, _ := scalarOf(s.reading.Type)
		l := layout{columns: s.reading.Columns, kind: kind}
		if isNuScenes(s.name) && l.columns == 5 {
			l.names = []string{Intensity, "ring"}
		}
		return l.read(data, s.reading)
	}
	if isKITTI(s.name, data) {
		file := layout{columns: 4, kind: scalar{'f', 4}, names: []string{Intensity}}.read(data, s.reading)
		file.Notes = []Note{{Text: kittiNote, Remedies: remediesOf(layouts(data), 2, 4)}}
		return file
	}
	likely := layouts(data)
	if isNuScenes(s.name) {
		likely = fiveFirst(likely)
	}
	if remedies := remediesOf(likely, 4, 0); remedies != nil {
		stop(ask(atLine(0, "the file holds only numbers and does not say how many make a point; choose the columns and the type"), remedies...))
	}
	nowhere("the file holds only numbers, and no 2 to %d columns of float32 or float64 give its length and likely coordinates; convert it to CSV", mostColumns)
	return File{}
}

const kittiNote = "Read as a KITTI scan: x, y, z and intensity as float32, little endian. The file does not name its format."

func (l layout) read(data []byte, r Reading) File {
	size := l.columns * l.kind.size
	if over := len(data) % size; over != 0 {
		stop(atByte(len(data)-over, "%d bytes are left over, as %s make %d bytes a point; choose other columns", over, l, size))
	}
	s := records(l.kind, 0, size)
	s.dimension, s.thin = min(l.columns, 3), r.thinning
	for k, name := range l.names {
		s.attributes = append(s.attributes, run{name: name, kind: l.kind, start: (3 + k) * l.kind.size, step: size, order: binary.LittleEndian})
	}
	file := s.read(data, len(data)/size)
	file.Notes = []Note{note("Read as %s, little endian.", l)}
	return file
}

// String returns "5 columns of float32 (x, y, z and 2 more)".
func (l layout) String() string {
	named := axes(min(l.columns, 3))
	if more := l.columns - 3; more > 0 {
		named = fmt.Sprintf("x, y, z and %d more", more)
	}
	return fmt.Sprintf("%d columns of float%d (%s)", l.columns, 8*l.kind.size, named)
}

// remediesOf offers the likeliest layouts but the one of so many columns of
// float32. Two columns are seldom meant: they are offered where nothing else fits.
func remediesOf(likely []layout, most, but int) (all []Remedy) {
	for _, l := range likely {
		if len(all) == most || l.columns == but && l.kind.size == 4 || l.columns == 2 && len(likely) > 1 {
			continue
		}
		all = append(all, Remedy{Label: "Read " + l.String(), Reading: &Reading{Columns: l.columns, Type: fmt.Sprintf("float%d", 8*l.kind.size)}})
	}
	return all
}

// isNuScenes tells by the name whether a file is a laser scan of the nuScenes data set
// (Caesar et al., CVPR 2020), which has five float32 a point: x, y, z, intensity, ring.
func isNuScenes(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".pcd.bin") }

// fiveFirst puts five float32 a point before what is likelier by the numbers alone.
func fiveFirst(likely []layout) []layout {
	i := slices.IndexFunc(likely, func(l layout) bool { return l.columns == 5 && l.kind.size == 4 })
	if i > 0 {
		five := likely[i]
		copy(likely[1:], likely[:i])
		likely[0] = five
	}
	return likely
}

// isKITTI tells whether four float32 a point make a laser scan: metres within
// the range of the sensor and beyond those of a room, an intensity in [0, 1],
// and columns that mix no better by another number of them.
func isKITTI(name string, data []byte) bool {
	const record, reach, room = 16, 300, 5
	if len(data)%record != 0 || isNuScenes(name) {
		return false
	}
	low, high := math.Inf(1), math.Inf(-1)
	for pos := 0; pos < len(data); pos += 4 {
		x := float64(math.Float32frombits(binary.LittleEndian.Uint32(data[pos:])))
		if pos%record == record-4 {
			if !(x >= 0 && x <= 1) {
				return false
			}
			continue
		}
		if !(math.Abs(x) <= reach) {
			return false
		}
		low, high = min(low, x), max(high, x)
	}
	if high-low < room {
		return false
	}
	const clearly = 0.7
	own := spread(data, 4, scalar{'f', 4})
	for _, l := range layouts(data) {
		if l.kind.size == 4 && l.mixed < clearly*own {
			return false
		}
	}
	return true
}

// mostColumns is the largest number of columns that is tried.
const mostColumns = 12

// layouts lists those that fit the length and give likely coordinates, the
// likeliest first: where the columns are right, numbers differ least within them.
func layouts(data []byte) (all []layout) {
	for _, size := range []int{4, 8} {
		for columns := 2; columns <= mostColumns; columns++ {
			if len(data)%(columns*size) != 0 {
				continue
			}
			l := layout{columns: columns, kind: scalar{'f', size}}
			if l.mixed = spread(data, columns, l.kind); !math.IsNaN(l.mixed) {
				all = append(all, l)
			}
		}
	}
	return likeliestFirst(all)
}

// likeliestFirst sorts by how mixed the columns are. Twice as many mix no worse:
// of those that are alike the fewer stay in front.
func likeliestFirst(all []layout) []layout {
	const alike = 1.05
	best := math.Inf(1)
	for _, l := range all {
		best = min(best, l.mixed)
	}
	for i := range all { // by insertion: they are few
		for k := i; k > 0 && max(all[k].mixed, alike*best) < max(all[k-1].mixed, alike*best); k-- {
			all[k], all[k-1] = all[k-1], all[k]
		}
	}
	return all
}

// spread returns the variance within columns over that of all numbers, from
// some thousand points. NaN means that the first three columns are no likely
// coordinates: some are huge, or smaller than any length but not 0, as halves of
// other numbers are.
func spread(data []byte, columns int, kind scalar) float64 {
	const huge, tiny, most = 1e7, 1e-20, 4096
	count := len(data) / (columns * kind.size)
	if count < 2 {
		return math.NaN()
	}
	step := max(1, count/most)
	var sum, squares [mostColumns]float64
	n := 0.0
	for i := 0; i < count; i += step {
		for j := range columns {
			x := kind.value(data[(i*columns+j)*kind.size:], binary.LittleEndian)
			if size := math.Abs(x); j < 3 && (size > huge || size < tiny && size > 0) {
				return math.NaN()
			}
			if !finite(x) || math.Abs(x) > huge {
				x = 0
			}
			sum[j] += x
			squares[j] += float64(x * x)
		}
		n++
	}
	within, mean, square := 0.0, 0.0, 0.0
	for j := range columns {
		within += squares[j]/n - float64(sum[j]/n*(sum[j]/n))
		mean += sum[j] / n / float64(columns)
		square += squares[j] / n / float64(columns)
	}
	all := square - float64(mean*mean)
	if !(all > 0) {
		return 1
	}
	return within / float64(columns) / all * n / (n - 1)
}
