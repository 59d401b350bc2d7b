package pointcloud

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
)

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
		l.skipBlank()
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

// skipBlank moves to the next line that is not blank. Files may have millions that are.
func (l *lines) skipBlank() {
	for i := l.pos; i < len(l.data); i++ {
		switch c := l.data[i]; {
		case c == '\n':
			l.number++
			l.pos = i + 1
		case isSpace(c):
		case c == '\r' && !l.loneCR && i+1 < len(l.data) && l.data[i+1] == '\n':
		case c == '\r' && (i+1 == len(l.data) || l.data[i+1] != '\n'):
			l.number++
			l.pos = i + 1
		default:
			return
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

// stop ends reading with a problem of the line returned last.
//
//go:noinline
func (l *lines) stop(format string, args ...any) { stop(l.fail(format, args...)) }

// count reads a number, and stops at another text.
func (l *lines) count(field []byte, problem string) uint64 {
	n, err := wholeNumber(field)
	if err != nil {
		l.stop("%s: %v", problem, err)
	}
	return n
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

func trim(s []byte) []byte {
	for len(s) > 0 && isSpace(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// beginning is what formats are recognised by: as many bytes as remarks before it may have.
func beginning(content []byte) []byte { return content[:min(len(content), 1<<20)] }

// A splitter takes the first field off a line; false when none is left.
type splitter func(line []byte) (field, rest []byte, ok bool)

// columns counts the fields of a row, up to one more than a table may have.
func columns(split splitter, row []byte) int {
	n := 0
	for _, rest, ok := split(row); ok && n <= maxPoints; _, rest, ok = split(rest) {
		n++
	}
	return n
}

// splitSpace splits at white space.
func splitSpace(line []byte) (field, rest []byte, ok bool) {
	i := 0
	for i < len(line) && isSpace(line[i]) {
		i++
	}
	start := i
	for i < len(line) && !isSpace(line[i]) {
		i++
	}
	return line[start:i], line[i:], i > start
}

// words returns the fields of a header line, at most so many.
func words(line []byte, most int) [][]byte {
	var all [][]byte
	for len(all) < most {
		word, rest, ok := splitSpace(line)
		if !ok {
			break
		}
		all = append(all, word)
		line = rest
	}
	return all
}

// splitAt splits at a delimiter. Fields lose surrounding white space and one
// pair of quotes, within which the delimiter does not count.
func splitAt(delimiter byte) splitter {
	return func(line []byte) (field, rest []byte, ok bool) {
		if line == nil {
			return nil, nil, false
		}
		end := find(line, fieldStart(line), delimiter)
		field = trim(line[:end])
		if n := len(field); n > 1 && field[0] == '"' && field[n-1] == '"' {
			field = trim(field[1 : n-1])
		}
		if end == len(line) {
			return field, nil, true
		}
		return field, line[end+1:], true
	}
}

// fieldStart returns where to look for the delimiter from: after the closing
// quote of a quoted field, else at 0. Two quotes stand for one quote.
func fieldStart(line []byte) int {
	i := 0
	for i < len(line) && isSpace(line[i]) {
		i++
	}
	if i == len(line) || line[i] != '"' {
		return 0
	}
	for {
		quote := bytes.IndexByte(line[i+1:], '"')
		if quote < 0 {
			return len(line)
		}
		i += quote + 2
		if i >= len(line) || line[i] != '"' {
			return i
		}
	}
}

// number parses a decimal number, the only way a text becomes a coordinate.
// It accepts [+-] digits [. digits] [e [+-] digits] and rounds to the nearest
// float64. Refused are what strconv.ParseFloat takes beyond that (hexadecimal
// floats, underscores, NaN, Inf) and what overflows.
func number(field []byte) (float64, error) {
	x, err := plainNumber(field)
	switch {
	case err == nil && isRoundedWhole(field):
		return 0, errors.New(quote(field) + " is " + roundedWhole)
	case err == nil:
		return x, nil
	case errors.Is(err, strconv.ErrRange):
		return 0, errors.New(quote(field) + " is too large for a 64-bit number")
	}
	return 0, notNumber(field)
}

const roundedWhole = "a whole number beyond 2⁵³ that a 64-bit number would round; subtract an offset, or save it as floating point"

// isRoundedWhole tells whether digits alone give a whole number that float64 does not have. It accepts the shortest digits that name a float64,
// filled up with zeros, which many programs write.
func isRoundedWhole(field []byte) bool {
	const kept = 15 // digits that float64 always keeps
	if len(field) <= kept {
		return false
	}
	digits := bytes.TrimLeft(field, "+-0")
	if len(digits) <= kept || bytes.ContainsFunc(digits, func(c rune) bool { return c < '0' || c > '9' }) {
		return false
	}
	x, err := strconv.ParseFloat(string(digits), 64)
	return err == nil && x >= 1<<53 && string(digits) != strconv.FormatFloat(x, 'f', 0, 64) && string(digits) != strconv.FormatFloat(x, 'f', -1, 64)
}

// plainNumber is number without the cost of words for what is none.
func plainNumber(field []byte) (float64, error) {
	for _, c := range field {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, strconv.ErrSyntax
		}
	}
	return strconv.ParseFloat(string(field), 64)
}

func notNumber(field []byte) error {
	switch {
	case len(field) == 0:
		return errors.New("is empty; want a number")
	case isNonFinite(field):
		return errors.New(quote(field) + " is not a finite number")
	case bytes.IndexByte(field, ',') >= 0:
		return errors.New(quote(field) + " is not a number (write decimals with a point, and columns between commas in a .csv file)")
	}
	return errors.New(quote(field) + " is not a number")
}

// isNonFinite recognises the spellings of NaN and infinity in use: nan,
// -nan(ind), inf, Infinity, 1.#IND.
func isNonFinite(field []byte) bool {
	if len(field) > 1 && (field[0] == '-' || field[0] == '+') {
		field = field[1:]
	}
	if len(field) < 3 || field[2] != '#' && digits(field[:1]) == 1 {
		return false // most numbers
	}
	if isOneOf(field, "nan", "inf", "infinity") {
		return true
	}
	return bytes.EqualFold(field[:3], []byte("nan")) && len(field) > 4 && field[3] == '(' && field[len(field)-1] == ')' ||
		bytes.HasPrefix(field, []byte("1.#"))
}

// isOneOf tells whether a field is one of these words, in either case.
func isOneOf(field []byte, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.EqualFold(string(field), word) })
}

// wholeNumber parses a count: digits only, below 2⁶⁴.
func wholeNumber(field []byte) (uint64, error) {
	n, err := strconv.ParseUint(string(field), 10, 64)
	if err != nil {
		return 0, errors.New(quote(field) + " is not a count")
	}
	return n, nil
}

// cursor reads structured text byte by byte.
type cursor struct {
	data []byte
	pos  int
}

// peek returns the next byte; 0 at the end.
func (c *cursor) peek() byte {
	if c.pos < len(c.data) {
		return c.data[c.pos]
	}
	return 0
}

// take moves past the byte b, after any white space, if it comes next.
func (c *cursor) take(b byte) bool {
	c.skipSpace()
	if c.peek() != b || c.pos == len(c.data) {
		return false
	}
	c.pos++
	return true
}

// skipSpace moves past white space as JSON defines it.
func (c *cursor) skipSpace() {
	for c.pos < len(c.data) && (c.data[c.pos] == ' ' || c.data[c.pos] == '\n' || c.data[c.pos] == '\t' || c.data[c.pos] == '\r') {
		c.pos++
	}
}

// word takes everything up to white space or punctuation.
func (c *cursor) word() []byte {
	start := c.pos
	for c.pos < len(c.data) && strings.IndexByte(" \t\n\r,:[](){}", c.data[c.pos]) < 0 {
		c.pos++
	}
	return c.data[start:c.pos]
}

// quoted takes a string between the given quotes, which it leaves out; escapes
// are kept as they are. False when there is no string or no end to it.
func (c *cursor) quoted(quote byte) ([]byte, bool) {
	if !c.take(quote) {
		return nil, false
	}
	start := c.pos
	for c.pos < len(c.data) && c.data[c.pos] != quote {
		if c.data[c.pos] == '\\' {
			c.pos++
		}
		c.pos++
	}
	if c.pos >= len(c.data) {
		c.pos = len(c.data)
		return nil, false
	}
	c.pos++
	return c.data[start : c.pos-1], true
}

// next shows what comes next, for messages.
func (c *cursor) next() string {
	c.skipSpace()
	if c.pos == len(c.data) {
		return "the end of the text"
	}
	ahead := *c
	if word := ahead.word(); len(word) > 0 {
		return quote(word)
	}
	return quote(c.data[c.pos : c.pos+1])
}
