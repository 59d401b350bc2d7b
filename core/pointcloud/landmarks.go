package pointcloud

import "bytes"

// isLandmarks knows the files of iBUG and Menpo with the landmarks of a face: "version: 1", then
// "n_points: 68", then the points in braces.
func isLandmarks(content []byte) bool {
	l := newLines(content[:min(len(content), 1<<10)], 0)
	for {
		line, ok := l.content('#')
		if !ok {
			return false
		}
		switch key, _ := landmarkKey(line); key {
		case "n_points":
			return true
		case "version":
		default:
			return false
		}
	}
}

// landmarkKey splits "n_points:  68" into a key in lower case and a value.
func landmarkKey(line []byte) (key string, value []byte) {
	before, value, found := bytes.Cut(line, []byte{':'})
	if !found {
		return "", nil
	}
	return string(bytes.ToLower(trim(before))), trim(value)
}

// readLandmarks reads points in the plane or in space, in pixels.
func readLandmarks(s *source) (File, error) {
	l := newLines(s.data, s.start)
	count, err := landmarkHead(l)
	if err != nil {
		return File{}, err
	}
	var t table
	for i := range count {
		row, ok := l.content('#')
		if !ok || row[0] == '}' {
			return File{}, l.fail("the list ends after %d of %d points", i, count)
		}
		if t.grid == nil {
			t = table{grid: newGrid(Reading{}, columns(splitSpace, row)), split: splitSpace}
			if t.named = true; t.width < 2 || t.width > 3 {
				return File{}, l.fail("has %d columns, want 2 or 3", t.width)
			}
			t.reserve(min(count, l.left()+1))
		}
		if err := t.add(l, row); err != nil {
			return File{}, err
		}
	}
	if line, ok := l.content('#'); !ok || string(line) != "}" {
		return File{}, l.fail("want } behind the %d points that n_points counts", count)
	}
	if _, ok := l.content('#'); ok {
		return File{}, l.fail("text follows the points")
	}
	file, err := t.file(l.fail)
	file.Notes = append([]Note{note("The %d landmarks are read as points, in the order of the file.", count)}, file.Notes...)
	return file, err
}

// landmarkHead reads up to the opening brace.
func landmarkHead(l *lines) (count uint64, err error) {
	for {
		line, ok := l.content('#')
		if !ok {
			return 0, l.fail("the file ends before its points")
		}
		if string(line) == "{" {
			break
		}
		key, value := landmarkKey(line)
		if key != "n_points" {
			continue
		}
		if count, err = wholeNumber(value); err != nil {
			return 0, l.fail("n_points: %v", err)
		}
	}
	if problem := countProblem(count); problem != "" {
		return 0, l.fail("%s", problem)
	}
	return count, nil
}
