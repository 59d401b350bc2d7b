package pointcloud

import "bytes"

// lines walks over the lines of a text. \n, \r\n and a lone \r end a line.
// Each position is searched once, so the walk is linear in the text however
// the ends are mixed.
type lines struct {
	data   []byte
	pos    int // start of the next line
	number int // number of the line returned last, from 1
	lf, cr int // where the next \n and \r at or after pos are; len(data) when none
	loneCR bool
}

// newLines starts at data[start]. Where the first line ends in a lone \r, a
// \n after \r is not part of the line end: it may be the first byte of the
// binary data that follows a header.
func newLines(data []byte, start int) *lines {
	l := &lines{data: data, pos: start, lf: find(data, start, '\n'), cr: find(data, start, '\r')}
	l.loneCR = l.cr < l.lf && l.lf != l.cr+1
	return l
}

func find(data []byte, from int, c byte) int {
	if i := bytes.IndexByte(data[from:], c); i >= 0 {
		return from + i
	}
	return len(data)
}

// next returns the next line without its end; false at the end of the text.
func (l *lines) next() ([]byte, bool) {
	if l.pos >= len(l.data) {
		return nil, false
	}
	if l.lf < l.pos {
		l.lf = find(l.data, l.pos, '\n')
	}
	if l.cr < l.pos {
		l.cr = find(l.data, l.pos, '\r')
	}
	end := min(l.lf, l.cr)
	line := l.data[l.pos:end]
	l.pos = min(end+1, len(l.data))
	if end == l.cr && l.pos == l.lf && l.pos < len(l.data) && !l.loneCR {
		l.pos++
	}
	l.number++
	return line, true
}

// content returns the next line that is not blank, without surrounding white
// space. What follows the comment sign is cut off; 0 means no comments.
func (l *lines) content(comment byte) ([]byte, bool) {
	for {
		line, ok := l.next()
		if !ok {
			return nil, false
		}
		if comment != 0 {
			line = line[:commentStart(line, comment)]
		}
		if line = trim(line); len(line) > 0 {
			return line, true
		}
	}
}

// commentStart finds the comment sign, which must start the line or follow
// white space: in "1.#IND", a spelling of NaN, it starts nothing.
func commentStart(line []byte, sign byte) int {
	i := find(line, 0, sign)
	for 0 < i && i < len(line) && !isSpace(line[i-1]) {
		i = find(line, i+1, sign)
	}
	return i
}

// left is an upper bound, to reserve memory by, on the rows still to come:
// each has an end and at least four bytes ("0 0\n").
func (l *lines) left() uint64 {
	rest := l.data[l.pos:]
	ends := max(bytes.Count(rest, []byte{'\n'}), bytes.Count(rest, []byte{'\r'}))
	return uint64(min(ends, len(rest)/4) + 1)
}

// fail reports the line returned last.
//
//go:noinline
func (l *lines) fail(format string, args ...any) error {
	return atLine(l.number, format, args...)
}

// lineOf returns the number of the line that data[offset] is on.
func lineOf(data []byte, offset int) int {
	before := data[:offset]
	ends := bytes.Count(before, []byte{'\n'})
	for i, c := range before {
		if c == '\r' && (i+1 == len(data) || data[i+1] != '\n') {
			ends++
		}
	}
	return ends + 1
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\f' }

func trim(s []byte) []byte { return bytes.Trim(s, " \t\v\f") }
