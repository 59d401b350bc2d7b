package pointcloud

import (
	"bytes"
	"encoding/binary"
	"math"
)

// readLAS reads a laser scan (ASPRS LAS 1.4 R15, and the versions before it):
// coordinates are whole numbers of 32 bits, x = X·scale + offset. Points of all classes
// are read but those withheld.
func readLAS(s *source) File {
	data := s.data[s.start:]
	h := readLASHeader(data)
	h.checkSize(data)
	allow(s.reading.thinning.problem(h.count), onByte(h.countAt))
	layout := records(scalar{kind: 'i', size: 4}, h.points, h.record)
	layout.thin = s.reading.thinning
	layout.attributes = h.attributes()
	file := layout.read(data, int(h.count))
	for i, whole := range file.Cloud.Points {
		j := i % 3
		x := float64(whole*h.scale[j]) + h.offset[j]
		if !finite(x) {
			stop(atByte(h.points+i/3*h.record+4*j, "points[%d][%d]: %v is not a finite number", i/3, j, x))
		}
		file.Cloud.Points[i] = x
	}
	file.Notes = append(file.Notes, h.notes...)
	file.rest, file.origin = h.readRecords(data), &origin{what: "scan", column: [3]int{0, 1, 2}, width: 3, certain: true}
	dropWithheld(&file)
	return file
}

const lasMagic = "LASF"

// lasHeader says where the points are and what their numbers mean.
type lasHeader struct {
	minor   byte // of version 1.minor
	format  int
	points  int // offset of the first
	record  int // bytes per point
	count   uint64
	countAt int // where the header says it
	scale   [3]float64
	offset  [3]float64
	bounds  [6]float64 // the largest and the smallest x, then y, then z
	notes   []Note
	wkt     bool // the coordinate system is in a record of text (WKT)
}

// Offsets within a point: of the formats before and from 6 on where these differ.
const (
	lasIntensity = 12
	lasReturn    = 14
	lasClass     = 15
	lasNewClass  = 16
)

// lasColours are the offsets of red, green and blue within a point of each format, 0 without.
var lasColours = [...]int{0, 0, 20, 28, 0, 28, 0, 30, 30, 0, 30}

// attributes says where the points have intensity, class and colour, and last the flag that the specification gives to those to be left out.
func (h *lasHeader) attributes() (all []run) {
	add := func(name string, size, offset int, mask uint64) {
		all = append(all, run{name: name, kind: scalar{kind: 'u', size: size}, start: h.points + offset, step: h.record, order: binary.LittleEndian,
			mask: mask})
	}
	class, returns, classes, withheld := lasClass, uint64(7), uint64(31), uint64(1<<7) // the other bits are flags
	if h.format >= 6 {
		class, returns, classes, withheld = lasNewClass, 15, 0, 1<<2
	}
	add(Intensity, 2, lasIntensity, 0)
	add("return_number", 1, lasReturn, returns)
	add("classification", 1, class, classes)
	if at := lasColours[h.format]; at > 0 {
		for k, name := range colours[:3] {
			add(name, 2, at+2*k, 0)
		}
	}
	add("withheld", 1, lasClass, withheld)
	return all
}

// dropWithheld leaves out the points with the flag.
func dropWithheld(file *File) {
	all := file.Cloud.Attributes
	last := len(all) - 1
	flags := all[last].Values
	file.Cloud.Attributes = all[:last]
	var kept []int
	for i, x := range flags {
		if x == 0 {
			kept = append(kept, i)
		}
	}
	switch dropped := len(flags) - len(kept); {
	case dropped == 0:
	case len(kept) == 0:
		file.Notes = append(file.Notes, note("All points have the flag withheld. They are read all the same."))
	default:
		file.Cloud = Pick(file.Cloud, kept)
		file.Notes = append(file.Notes, note("%s of %s points have the flag withheld and are left out.", thousands(dropped), thousands(len(flags))))
	}
}

// Offsets within the header.
const (
	lasEncoding    = 6
	lasWKT         = 1 << 4
	lasVersion     = 24
	lasHeaderSize  = 94
	lasPointsAt    = 96
	lasPointFormat = 104
	lasRecordSize  = 105
	lasCount32     = 107
	lasScale       = 131
	lasOffset      = 155
	lasBounds      = 179
	lasWaves       = 227 // from version 1.3 on
	lasExtended    = 235 // from version 1.4 on
	lasCount64     = 247
)

// lasHeaderSizes are those of versions 1.0 to 1.4.
var lasHeaderSizes = [...]int{227, 227, 227, 235, 375}

// lasRecordSizes are the least bytes per point of formats 0 to 10.
var lasRecordSizes = [...]int{20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67}

func readLASHeader(data []byte) *lasHeader {
	if len(data) < lasHeaderSizes[0] {
		stop(atByte(len(data), "the file ends within the header of %d bytes", lasHeaderSizes[0]))
	}
	h := &lasHeader{minor: data[lasVersion+1], wkt: data[lasEncoding]&lasWKT != 0}
	if data[lasVersion] != 1 || int(h.minor) >= len(lasHeaderSizes) {
		stop(atByte(lasVersion, "LAS version %d.%d is not known, want 1.0 to 1.4", data[lasVersion], h.minor))
	}
	size := int(binary.LittleEndian.Uint16(data[lasHeaderSize:]))
	if least := lasHeaderSizes[h.minor]; size < least || len(data) < least {
		stop(atByte(lasHeaderSize, "the header has %d bytes in a file of %d; version 1.%d needs %d", size, len(data), h.minor, least))
	}
	h.readLayout(data, size)
	h.readCount(data)
	h.readScale(data)
	return h
}

// readLayout finds the points. Bits 6 and 7 of the format mark compression.
func (h *lasHeader) readLayout(data []byte, headerSize int) {
	format := data[lasPointFormat]
	if format&0xc0 != 0 {
		stop(atByte(lasPointFormat,
			"the points are compressed (LAZ, COPC); the page reads them, for the command line convert the file first: pdal translate scan.laz scan.las"))
	}
	if int(format) >= len(lasRecordSizes) {
		stop(atByte(lasPointFormat, "point format %d is not known, want 0 to 10", format))
	}
	h.format = int(format)
	h.record = int(binary.LittleEndian.Uint16(data[lasRecordSize:]))
	if least := lasRecordSizes[format]; h.record < least {
		stop(atByte(lasRecordSize, "a point has %d bytes; format %d needs %d", h.record, format, least))
	}
	at := binary.LittleEndian.Uint32(data[lasPointsAt:])
	if uint64(at) > uint64(len(data)) || int(at) < headerSize {
		stop(atByte(lasPointsAt, "the points start at byte %d of a file of %d with a header of %d", at, len(data), headerSize))
	}
	h.points = int(at)
}

// readCount takes the number of points, which has 32 bits up to version 1.3. In version 1.4
// there are 64 more, which hold where they are not 0; the old field may have any number then.
func (h *lasHeader) readCount(data []byte) {
	old := uint64(binary.LittleEndian.Uint32(data[lasCount32:]))
	h.count, h.countAt = old, lasCount32
	if h.minor < 4 {
		return
	}
	if count := binary.LittleEndian.Uint64(data[lasCount64:]); count != 0 || old == 0 {
		h.count, h.countAt = count, lasCount64
	}
	if old != 0 && old != h.count {
		h.notes = append(h.notes, note("The header counts %s points in its old field and %s in that of version 1.4, which is taken.", grouped(old), grouped(h.count)))
	}
}

func (h *lasHeader) readScale(data []byte) {
	number := scalar{kind: 'f', size: 8}
	for j := range 3 {
		h.scale[j] = number.value(data[lasScale+8*j:], binary.LittleEndian)
		h.offset[j] = number.value(data[lasOffset+8*j:], binary.LittleEndian)
		if !finite(h.scale[j]) || h.scale[j] == 0 {
			stop(atByte(lasScale+8*j, "the scale of %c is %v", "xyz"[j], h.scale[j]))
		}
		if !finite(h.offset[j]) {
			stop(atByte(lasOffset+8*j, "the offset of %c is %v", "xyz"[j], h.offset[j]))
		}
	}
	for i := range h.bounds {
		h.bounds[i] = number.value(data[lasBounds+8*i:], binary.LittleEndian)
	}
}

// checkSize holds the number of points against the length of the file. Behind the points there
// may be wave packets and extended records, which the header then points to, and what other
// programs have added, which is left out unless it may be more points.
func (h *lasHeader) checkSize(data []byte) {
	have := len(data) - h.points
	if fit := uint64(have / h.record); h.count > fit {
		stop(cutOff(data, fit, h.count, "points"))
	}
	end := h.points + int(h.count)*h.record
	next := h.behind(data)
	if next < uint64(end) {
		stop(atByte(h.countAt, "the header counts %d points, which reach into what starts at byte %d; write the file again", h.count, next))
	}
	if refuseTail(data[:next], end) == nil {
		return
	}
	tail := data[end:next]
	if h.arePoints(tail) {
		stop(atByte(h.countAt, "the header counts %d points, but %d more may follow; correct the count, with lasinfo -repair for example, or cut the file "+
			"after its points", h.count, len(tail)/h.record))
	}
	h.notes = append(h.notes, note("%s extra bytes after the last point are left out.", thousands(len(tail))))
}

// arePoints tells whether bytes behind the points may be more of them: as many as some points
// have, and each within the bounds of the header, where it has some.
func (h *lasHeader) arePoints(tail []byte) bool {
	if len(tail)%h.record != 0 || isLASRecords(tail) {
		return false
	}
	if h.bounds == [6]float64{} {
		return bytes.ContainsFunc(tail, isControl) || bytes.IndexByte(tail, 0) >= 0
	}
	for ; len(tail) > 0; tail = tail[h.record:] {
		for j := range 3 {
			whole := float64(int32(binary.LittleEndian.Uint32(tail[4*j:])))
			x := float64(whole*h.scale[j]) + h.offset[j]
			room := 2 * math.Abs(h.scale[j])
			if !(x <= h.bounds[2*j]+room && x >= h.bounds[2*j+1]-room) {
				return false
			}
		}
	}
	return true
}

// isLASRecords tells whether bytes are extended records, which the header does not announce:
// each has 60 bytes with the name of a program and its own length.
func isLASRecords(tail []byte) bool {
	const head = 60
	for len(tail) > 0 {
		if len(tail) < head || bytes.ContainsFunc(bytes.TrimRight(tail[2:18], "\x00"), func(r rune) bool { return r < ' ' || r > '~' }) {
			return false
		}
		length := binary.LittleEndian.Uint64(tail[20:])
		if tail[2] == 0 || length > uint64(len(tail)-head) {
			return false
		}
		tail = tail[head+int(length):]
	}
	return true
}

// behind returns where something else than points starts: the end of the file,
// the wave packets or the first extended record. An offset that lies beyond the file, or before its
// points, was never filled in.
func (h *lasHeader) behind(data []byte) uint64 {
	next := uint64(len(data))
	take := func(at uint64) {
		if at >= uint64(h.points) {
			next = min(next, at)
		}
	}
	if h.minor >= 3 {
		take(binary.LittleEndian.Uint64(data[lasWaves:]))
	}
	if h.minor >= 4 && binary.LittleEndian.Uint32(data[lasExtended+8:]) > 0 {
		take(binary.LittleEndian.Uint64(data[lasExtended:]))
	}
	return next
}

// readRecords looks through the variable length records of a scan, and those behind its points, for its coordinate system.
func (h *lasHeader) readRecords(data []byte) (left []leftover) {
	const head, long, records = 54, 60, 100
	const extraBytes, transform, wkt, projJSON, keys, lastKeys = 4, 2111, 2112, 4224, 34735, 34737
	take := func(at, count, size int) {
		for range min(count, 1<<10) {
			if at < 0 || at > len(data)-size {
				return
			}
			user, id := string(bytes.TrimRight(data[at+2:at+18], "\x00")), binary.LittleEndian.Uint16(data[at+18:])
			length := uint64(binary.LittleEndian.Uint16(data[at+20:]))
			if size == long {
				length = binary.LittleEndian.Uint64(data[at+20:])
			}
			if length > uint64(len(data)-at-size) {
				return
			}
			content := data[at+size : at+size+int(length)]
			doubt := ""
			switch {
			case id == wkt && (user == "LASF_Projection" || user == "liblas"):
				doubt = doubtOfWKT(string(content))
			case user == "LASF_Spec" && id == extraBytes:
				left = append(left, extraFields(content)...)
			case user != "LASF_Projection":
			case id == keys && !h.wkt:
				doubt = doubtOfKeys(content)
			case id == projJSON:
				doubt = doubtOfJSON(content)
			case id == transform:
				doubt = isMoved
			case id < keys || id > lastKeys:
				doubt = isUnknown
			}
			if doubt != "" {
				left = append(left, leftover{kind: "record", name: "LASF_Projection", at: at, doubt: doubt})
			}
			at += size + int(length)
		}
	}
	take(int(binary.LittleEndian.Uint16(data[lasHeaderSize:])), int(binary.LittleEndian.Uint32(data[records:])), head)
	if h.minor >= 4 {
		if at := binary.LittleEndian.Uint64(data[lasExtended:]); at < uint64(len(data)) {
			take(int(at), int(min(binary.LittleEndian.Uint32(data[lasExtended+8:]), 1<<10)), long)
		}
	}
	return left
}

// extraFields returns the fields that a record describes. Each takes 192 bytes; its name stands in bytes 4 to 35.
func extraFields(content []byte) (left []leftover) {
	const size, name, end = 192, 4, 36
	for ; len(content) >= size; content = content[size:] {
		if text := string(bytes.TrimRight(content[name:end], "\x00")); text != "" {
			left = append(left, leftover{kind: "column", name: text, at: -1})
		}
	}
	return left
}
