package pointcloud

import "encoding/binary"

// readBinary reads the body of a binary PLY file, from data[pos] on.
func (h *plyHeader) readBinary(data []byte, pos int, cloud *Cloud) error {
	for i := range h.elements {
		var err error
		if pos, err = h.elements[i].readBinary(data, pos, h.order, cloud); err != nil {
			return err
		}
	}
	return refuseTail(data, pos)
}

func (e *plyElement) readBinary(data []byte, pos int, order binary.ByteOrder, cloud *Cloud) (int, error) {
	size, fixed := e.rowSize()
	if size == 0 {
		return pos, nil
	}
	if fit := uint64((len(data) - pos) / size); e.count > fit {
		return 0, cutOff(data, fit, e.count, "rows of element "+quote([]byte(e.name)))
	}
	switch {
	case e.isVertex():
		if problem := countProblem(e.count); problem != "" {
			return 0, atLine(e.line, "%s", problem)
		}
		cloud.Points = newPoints(e.count, cloud.Dimension)
	case fixed:
		return pos + int(e.count)*size, nil
	}
	for i := range int(e.count) {
		var point [3]float64
		var err error
		if pos, err = e.readBinaryRow(data, pos, order, i, &point); err != nil {
			return 0, err
		}
		if e.isVertex() {
			cloud.Points = append(cloud.Points, point[:cloud.Dimension]...)
		}
	}
	return pos, nil
}

// rowSize returns the least number of bytes of a row; fixed when all rows have
// it, that is, when there are no lists.
func (e *plyElement) rowSize() (size int, fixed bool) {
	fixed = true
	for _, p := range e.properties {
		if p.isList {
			size += p.length.size
			fixed = false
		} else {
			size += p.kind.size
		}
	}
	return size, fixed
}

// readBinaryRow reads row i at data[pos] and returns the offset behind it.
func (e *plyElement) readBinaryRow(data []byte, pos int, order binary.ByteOrder, i int, point *[3]float64) (int, error) {
	for k := range e.properties {
		p := &e.properties[k]
		if p.isList {
			var err error
			if pos, err = p.skipBinaryList(data, pos, order); err != nil {
				return 0, err
			}
			continue
		}
		if len(data)-pos < p.kind.size {
			return 0, cutOff(data, uint64(i), e.count, "rows of element "+quote([]byte(e.name)))
		}
		if p.coordinate >= 0 {
			x := p.kind.value(data[pos:], order)
			if !finite(x) {
				return 0, notFinite(pos, i, p.coordinate, x)
			}
			point[p.coordinate] = x
		}
		pos += p.kind.size
	}
	return pos, nil
}
