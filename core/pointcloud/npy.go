package pointcloud

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// readNPY reads a NumPy array of shape (N, 2) or (N, 3), float32 or float64, of
// either byte order and either memory order. An array of shape (B, N, 2) or
// (B, N, 3) is B clouds.
func readNPY(data []byte, start int, part string) (File, error) {
	h, err := readNPYHeader(data, start)
	if err != nil {
		return File{}, err
	}
	if err := h.checkSize(len(data)); err != nil {
		return File{}, err
	}
	if !h.stacked && part != "" {
		return File{}, noParts(part)
	}
	c := catalogue{want: part}
	slice, _ := h.list(&c, "")
	if err := c.err(); err != nil {
		return File{}, err
	}
	cloud, err := h.readSlice(data, slice)
	return File{Cloud: cloud}, err
}

const npyMagic = "\x93NUMPY"

func isNPY(content []byte) bool {
	return len(content) >= len(npyMagic) && string(content[:len(npyMagic)]) == npyMagic
}

// npyHeader describes the array, which starts at byte end of its file.
type npyHeader struct {
	kind    scalar
	order   binary.ByteOrder
	fortran bool   // the first index runs fastest, not the last
	stacked bool   // three axes
	clouds  uint64 // B, 1 for two axes
	rows    uint64
	columns int
	end     int
}

// checkSize holds the array against the length of its file.
func (h *npyHeader) checkSize(length int) error {
	size := h.kind.size * h.columns
	have := length - h.end
	over, rows := bits.Mul64(h.clouds, h.rows)
	if over != 0 {
		rows = math.MaxUint64
	}
	if fit := uint64(have / size); rows > fit {
		return atByte(length, "the file ends here, with room for %d of %d rows of the array", fit, rows)
	}
	if rows == 0 {
		return atByte(h.end, "%s", countProblem(0))
	}
	if used := int(rows) * size; have != used {
		return atByte(h.end+used, "%d bytes more than the array has", have-used)
	}
	return nil
}

// list enters the clouds of an array into the catalogue, and returns which of
// them is the one to read. An array of a few bytes may claim many clouds, so no
// more are gone through than the catalogue keeps.
func (h *npyHeader) list(c *catalogue, name string) (slice int, found bool) {
	p := Part{Name: name, Count: int(h.rows), Dimension: h.columns}
	if !h.stacked {
		return 0, c.add(p)
	}
	clouds := int(h.clouds)
	listed := min(clouds, max(1, maxParts-len(c.parts)))
	for i := range listed {
		p.Name = sliceName(name, i)
		if c.add(p) {
			slice, found = i, true
		}
	}
	c.total += clouds - listed
	if i := sliceIndex(name, c.want); !c.found && i >= listed && i < clouds {
		c.found = true
		return i, true
	}
	return slice, found
}

// sliceName names cloud i of an array, "" for the only array of a file.
func sliceName(array string, i int) string {
	index := strconv.Itoa(i)
	if array == "" {
		return index
	}
	return array + "[" + index + "]"
}

// sliceIndex returns i for the name of cloud i, else -1.
func sliceIndex(array, name string) int {
	text := name
	if array != "" {
		text = strings.TrimSuffix(strings.TrimPrefix(name, array+"["), "]")
	}
	i, err := strconv.Atoi(text)
	if err != nil || sliceName(array, i) != name {
		return -1
	}
	return i
}

// readSlice reads one of the clouds.
func (h *npyHeader) readSlice(data []byte, slice int) (Cloud, error) {
	if problem := countProblem(h.rows); problem != "" {
		return Cloud{}, atByte(h.end, "%s", problem)
	}
	rows, clouds := int(h.rows), int(h.clouds)
	first, rowStep, columnStep := slice*rows*h.columns, h.columns, 1
	if h.fortran {
		first, rowStep, columnStep = slice, clouds, clouds*rows
	}
	s := strided{dimension: h.columns, order: h.order}
	for j := range h.columns {
		s.kind[j], s.start[j], s.step[j] = h.kind, h.end+(first+j*columnStep)*h.kind.size, rowStep*h.kind.size
	}
	return s.read(data, rows)
}
