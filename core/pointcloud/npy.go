package pointcloud

import "encoding/binary"

// parseNPY reads a NumPy array of shape (N, 2) or (N, 3), float32 or float64,
// of either byte order and either memory order.
func parseNPY(data []byte, start int) (Cloud, error) {
	h, err := readNPYHeader(data, start)
	if err != nil {
		return Cloud{}, err
	}
	size := h.kind.size * h.columns
	have := len(data) - h.end
	if fit := uint64(have / size); h.rows > fit {
		return Cloud{}, cutOff(data, fit, h.rows, "rows of the array")
	}
	if problem := countProblem(h.rows); problem != "" {
		return Cloud{}, atByte(h.end, "%s", problem)
	}
	rows := int(h.rows)
	if have != rows*size {
		return Cloud{}, atByte(h.end+rows*size, "%d bytes more than the array has", have-rows*size)
	}
	return h.read(data, rows)
}

const npyMagic = "\x93NUMPY"

func isNPY(content []byte) bool {
	return len(content) >= len(npyMagic) && string(content[:len(npyMagic)]) == npyMagic
}

// npyHeader describes the array, which starts at data[end].
type npyHeader struct {
	kind    scalar
	order   binary.ByteOrder
	fortran bool // column by column
	rows    uint64
	columns int
	end     int
}

func (h *npyHeader) read(data []byte, rows int) (Cloud, error) {
	rowStep, columnStep := h.columns, 1
	if h.fortran {
		rowStep, columnStep = 1, rows
	}
	cloud := Cloud{Points: newPoints(h.rows, h.columns), Dimension: h.columns}
	for i := range rows {
		for j := range h.columns {
			at := h.end + (i*rowStep+j*columnStep)*h.kind.size
			x := h.kind.value(data[at:], h.order)
			if !finite(x) {
				return Cloud{}, notFinite(at, i, j, x)
			}
			cloud.Points = append(cloud.Points, x)
		}
	}
	return cloud, nil
}
