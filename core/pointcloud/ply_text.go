package pointcloud

// readText reads the body of an ascii PLY file: a line for every row of every
// element.
func (h *plyHeader) readText(l *lines, cloud *Cloud) error {
	if err := refuseNUL(l.data, l.pos); err != nil {
		return err
	}
	for i := range h.elements {
		if err := h.elements[i].readText(l, cloud); err != nil {
			return err
		}
	}
	if _, ok := l.content(0); ok {
		return l.fail("more lines than the header announces")
	}
	return nil
}

func (e *plyElement) readText(l *lines, cloud *Cloud) error {
	if e.isVertex() {
		if problem := countProblem(e.count); problem != "" {
			return atLine(e.line, "%s", problem)
		}
		cloud.Points = newPoints(min(e.count, l.left()), cloud.Dimension)
	}
	if len(e.properties) == 0 {
		return nil
	}
	for i := range e.count {
		row, ok := l.content(0)
		if !ok {
			return l.fail("the file ends after %d of %d rows of element %s", i, e.count, quote([]byte(e.name)))
		}
		var point [3]float64
		if err := e.readRow(l, row, &point); err != nil {
			return err
		}
		if e.isVertex() {
			cloud.Points = append(cloud.Points, point[:cloud.Dimension]...)
		}
	}
	return nil
}

func (e *plyElement) readRow(l *lines, row []byte, point *[3]float64) error {
	for i := range e.properties {
		p := &e.properties[i]
		field, rest, ok := splitSpace(row)
		if !ok {
			return l.fail("has no value for property %s", quote([]byte(p.name)))
		}
		row = rest
		var err error
		switch {
		case p.isList:
			row, err = skipList(field, row)
		case p.coordinate >= 0:
			point[p.coordinate], err = number(field)
		}
		if err != nil {
			return l.fail("%.24s: %v", p.name, err)
		}
	}
	if _, _, more := splitSpace(row); more {
		return l.fail("has more values than the header's properties")
	}
	return nil
}
