package pointcloud

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
	for c.pos < len(c.data) {
		switch c.data[c.pos] {
		case ' ', '\t', '\n', '\r':
			c.pos++
		default:
			return
		}
	}
}

// word takes everything up to white space or punctuation.
func (c *cursor) word() []byte {
	start := c.pos
	for c.pos < len(c.data) {
		switch c.data[c.pos] {
		case ' ', '\t', '\n', '\r', ',', ':', '[', ']', '(', ')', '{', '}':
			return c.data[start:c.pos]
		}
		c.pos++
	}
	return c.data[start:]
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
