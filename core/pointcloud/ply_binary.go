package pointcloud

// readBinary reads the body of a binary PLY file, from data[pos] on.
func (b *plyBody) readBinary(data []byte, pos int) error {
	for i := range b.elements {
		var err error
		if pos, err = b.readBinaryElement(data, pos, &b.elements[i]); err != nil {
			return err
		}
	}
	return refuseTail(data, pos)
}

func (b *plyBody) readBinaryElement(data []byte, pos int, e *plyElement) (int, error) {
	size, fixed := e.rowSize()
	if size == 0 {
		return pos, nil
	}
	if fit := uint64((len(data) - pos) / size); e.count > fit {
		return 0, cutOff(data, fit, e.count, "rows of element "+quote([]byte(e.name)))
	}
	if err := b.begin(e, e.count); err != nil {
		return 0, err
	}
	if fixed && !e.isVertex() {
		return pos + int(e.count)*size, nil
	}
	for i := range int(e.count) {
		var point [3]float64
		var err error
		if pos, err = b.readBinaryRow(data, pos, e, i, &point); err != nil {
			return 0, err
		}
		if e.isVertex() {
			b.points.add(point)
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
func (b *plyBody) readBinaryRow(data []byte, pos int, e *plyElement, i int, point *[3]float64) (int, error) {
	for k := range e.properties {
		p := &e.properties[k]
		if p.isList {
			var err error
			if pos, err = b.readBinaryList(data, pos, p); err != nil {
				return 0, err
			}
			continue
		}
		if len(data)-pos < p.kind.size {
			return 0, cutOff(data, uint64(i), e.count, "rows of element "+quote([]byte(e.name)))
		}
		if p.coordinate >= 0 {
			point[p.coordinate] = p.kind.value(data[pos:], b.order)
		}
		pos += p.kind.size
	}
	return pos, nil
}

// readBinaryList returns the offset behind the list at data[pos], and takes the
// items of a face.
func (b *plyBody) readBinaryList(data []byte, pos int, p *plyProperty) (int, error) {
	if len(data)-pos < p.length.size {
		return 0, atByte(len(data), "the file ends within a list")
	}
	n := p.length.signed(data[pos:], b.order)
	if n < 0 {
		return 0, atByte(pos, "a list has %d items", n)
	}
	pos += p.length.size
	if n > int64((len(data)-pos)/p.kind.size) {
		return 0, atByte(len(data), "the file ends within a list of %d items", n)
	}
	end := pos + int(n)*p.kind.size
	if !p.isFace {
		return end, nil
	}
	b.mesh.begin()
	for ; pos < end; pos += p.kind.size {
		b.mesh.corner(p.kind.signed(data[pos:], b.order))
	}
	return end, nil
}
