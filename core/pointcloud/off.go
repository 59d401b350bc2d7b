package pointcloud

import "bytes"

// parseOFF reads the vertices of an OFF model: the keyword, the numbers of
// vertices, faces and edges on the same or the next line (ModelNet40 glues
// them to the keyword, "OFF28048 35408 0"), then a line for every vertex and
// face. C, N and ST before the keyword announce colours, normals and texture
// coordinates after x y z. # starts a comment.
func parseOFF(data []byte, start int) (Cloud, error) {
	l := newLines(data, start)
	vertices, faces, err := offHeader(l)
	if err != nil {
		return Cloud{}, err
	}
	if problem := countProblem(vertices); problem != "" {
		return Cloud{}, l.fail("%s", problem)
	}
	t, err := offVertices(l, vertices)
	if err != nil {
		return Cloud{}, err
	}
	if err := offFaces(l, faces); err != nil {
		return Cloud{}, err
	}
	return t.cloud(l)
}

// offKeyword returns what follows the keyword of a line, and the letters that
// stand before OFF; false when there is no keyword.
func offKeyword(line []byte) (prefix string, rest []byte, ok bool) {
	before, rest, ok := bytes.Cut(line[:min(len(line), 64)], []byte("OFF"))
	if !ok || len(before) > 6 || len(bytes.Trim(before, "STCN4n")) > 0 {
		return "", nil, false
	}
	if len(rest) > 0 && bytes.IndexByte([]byte(" \t\v\f0123456789"), rest[0]) < 0 {
		return "", nil, false
	}
	return string(before), line[len(before)+3:], true
}

func isOFF(content []byte) bool {
	line, _ := newLines(content, 0).content('#')
	_, _, ok := offKeyword(line)
	return ok
}

func offHeader(l *lines) (vertices, faces uint64, err error) {
	line, _ := l.content('#')
	prefix, rest, ok := offKeyword(line)
	switch {
	case !ok:
		return 0, 0, l.fail(`is no OFF file: %s instead of "OFF"`, quote(line))
	case bytes.ContainsAny([]byte(prefix), "4n"):
		return 0, 0, l.fail("%sOFF is not supported: want 3 coordinates", prefix)
	}
	if rest = trim(rest); len(rest) == 0 {
		rest, _ = l.content('#')
	}
	if bytes.HasPrefix(rest, []byte("BINARY")) {
		return 0, 0, l.fail("binary OFF is not supported")
	}
	var counts [3]uint64
	for i := range counts {
		var field []byte
		field, rest, _ = splitSpace(rest)
		if counts[i], err = wholeNumber(field); err != nil {
			return 0, 0, l.fail("want the numbers of vertices, faces and edges: %v", err)
		}
	}
	return counts[0], counts[1], nil
}

func offVertices(l *lines, vertices uint64) (*table, error) {
	var t *table
	for i := range vertices {
		row, ok := l.content('#')
		if !ok {
			return nil, l.fail("the file ends after %d of %d vertices", i, vertices)
		}
		if t == nil {
			width := columns(splitSpace, row)
			if width < 3 {
				return nil, l.fail("has %d coordinates, want 3", width)
			}
			t = inOrder(splitSpace, width)
			t.points = newPoints(min(vertices, l.left()+1), 3)
		}
		if err := t.add(l, row); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// offFaces checks that as many lines follow as there are faces: else the
// number of vertices is wrong, or the file is cut.
func offFaces(l *lines, faces uint64) error {
	for i := range faces {
		if _, ok := l.content('#'); !ok {
			return l.fail("the file ends after %d of %d faces", i, faces)
		}
	}
	if _, ok := l.content('#'); ok {
		return l.fail("more lines than the header's vertices and faces")
	}
	return nil
}
