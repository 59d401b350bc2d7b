package pointcloud

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/orbitcert/orbitcert/core/document"
)

// Part is one of the clouds or frames of a file. Arrays are called as NumPy
// calls them: "name", "name[0]", and "0" in a file of one array. Molecules and
// frames are numbered from "1"; Title is their title line. Count and Dimension
// are 0 when the part does not say.
type Part struct {
	Name      string `json:"name"`
	Title     string `json:"title,omitempty"`
	Count     int    `json:"count"`
	Dimension int    `json:"dimension"`
}

// maxParts bounds the list of a PartsError.
const maxParts = 1000

// PartsError lists the parts of a file to choose from: none was named, or one that
// does not exist.
type PartsError struct {
	File  string
	Part  string // what was asked for; "" for the only one
	Parts []Part // the first 1,000
	Total int
}

// Error names the first parts.
func (e *PartsError) Error() string {
	const most = 3
	var list []string
	for _, p := range e.Parts[:min(len(e.Parts), most)] {
		list = append(list, p.String())
	}
	if e.Total > most {
		list = append(list, "…")
	}
	problem := fmt.Sprintf("has %d clouds", e.Total)
	if e.Part != "" {
		problem = "has no part " + quote([]byte(e.Part))
	}
	if e.File != "" {
		problem = e.File + ": " + problem
	}
	return problem + ": choose " + strings.Join(list, ", ")
}

// Failure has the parts to choose from.
func (e *PartsError) Failure() document.Failure {
	bare := *e
	bare.File = ""
	return document.Failure{File: e.File, Message: bare.Error(), Parts: e.Parts, Total: e.Total}
}

// String returns the part as messages show it: "pts" (1024 points).
func (p Part) String() string {
	var about []string
	if p.Title != "" {
		about = append(about, short(p.Title, 24))
	}
	if p.Count > 0 {
		about = append(about, fmt.Sprintf("%d points", p.Count))
	}
	name := `"` + short(p.Name, 40) + `"`
	if len(about) == 0 {
		return name
	}
	return name + " (" + strings.Join(about, ", ") + ")"
}

// short cuts a text to so many bytes, between two characters.
func short(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

// title makes a line of a file fit to be shown: printable and not long.
func title(line []byte) string {
	const most = 80
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return ' '
		}
		return r
	}, string(line[:min(len(line), most)])))
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

// parts receives what a file holds. The read functions run later or never.
type parts interface {
	// only receives the cloud of a file that holds one.
	only(read func() File)
	// part receives one cloud of possibly several.
	part(p Part, read func() File)
	// stack receives an array of so many clouds, each like p.
	stack(array string, clouds int, p Part, read func(i int) File)
	// damaged receives a part that exists and cannot be read.
	damaged(name string, err error)
}

// through hands on what a file holds, with each cloud as it comes back from with.
type through struct {
	parts
	with func(read func() File) File
}

func (t *through) only(read func() File) { t.parts.only(func() File { return t.with(read) }) }

func (t *through) part(p Part, read func() File) {
	t.parts.part(p, func() File { return t.with(read) })
}

func (t *through) stack(array string, clouds int, p Part, read func(i int) File) {
	t.parts.stack(array, clouds, p, func(i int) File { return t.with(func() File { return read(i) }) })
}

// noted adds notes to whatever is read.
func noted(found parts, notes []Note) parts {
	return &through{found, func(read func() File) File {
		file := read()
		file.Notes = append(file.Notes, notes...)
		return file
	}}
}

// catalogue lists the parts of a file and finds the one to read: the one that
// is wanted, or without a wish the only one.
type catalogue struct {
	want    string
	read    func() File // the one found first
	parts   []Part
	total   int
	notes   []Note
	stacked int  // clouds of the last array of several
	told    bool // the reading says what rows are
}

func (c *catalogue) only(read func() File) {
	if c.want != "" {
		nowhere("the file has one cloud and no part %s; leave out part", quote([]byte(c.want)))
	}
	c.total, c.read = 1, read
}

func (c *catalogue) part(p Part, read func() File) {
	c.total++
	if len(c.parts) < maxParts {
		c.parts = append(c.parts, p)
	}
	if c.read == nil && (c.want == "" || c.want == p.Name) {
		c.read = read
	}
}

// stack goes through no more clouds than it lists: an array of a few bytes may
// claim many.
func (c *catalogue) stack(array string, clouds int, p Part, read func(i int) File) {
	c.stacked = clouds
	if i := sliceIndex(array, c.want); c.read == nil && i >= 0 && i < clouds { // found, so the others need no names
		c.total += clouds
		c.read = func() File { return read(i) }
		return
	}
	listed := min(clouds, max(1, maxParts-len(c.parts)))
	for i := range listed {
		p.Name = sliceName(array, i)
		c.part(p, func() File { return read(i) })
	}
	c.total += clouds - listed
}

func (c *catalogue) damaged(name string, err error) {
	c.notes = append(c.notes, note("The part %s cannot be read: %v", quote([]byte(name)), err))
}

// file reads the part found.
func (c *catalogue) file() File {
	if c.read == nil || c.want == "" && c.total != 1 {
		err := &PartsError{Part: c.want, Parts: c.parts, Total: c.total}
		if c.stacked == c.total && c.total > 0 && !c.told && c.parts[0].Count > 3 { // up to three rows may be coordinates
			stop(ask(err, Remedy{Label: "Read the rows of all clouds as one: " + thousands(c.total*c.parts[0].Count) + " points", Reading: &Reading{Rows: rowPoints}}))
		}
		stop(err)
	}
	file := c.read()
	file.Notes = append(file.Notes, c.notes...)
	return file
}

// walks hands on the parts of a text one after another. Skip moves past the next and describes it, nil at the end; read reads it later or
// never. None is said of a text without any.
func walks(none string, skip func(l *lines, number int) *Part, read func(*lines) File) func(s *source, found parts) {
	return func(s *source, found parts) { newLines(s.data, s.start).walk(found, none, skip, read) }
}

func (l *lines) walk(found parts, none string, skip func(l *lines, number int) *Part, read func(*lines) File) {
	for number := 1; ; number++ {
		start := *l
		p := skip(l, number)
		if p == nil && number == 1 {
			l.stop("%s", none)
		}
		if p == nil {
			return
		}
		found.part(*p, func() File { return read(new(start)) })
	}
}

// FormatError names a problem of a file and its place. Line counts from 1, 0 means
// unknown. Byte counts from 0, -1 means unknown. Text has a line, binary data a
// byte, JSON both. Inside names the file within a packed File, "" for none.
type FormatError struct {
	File    string
	Inside  string
	Line    int
	Byte    int64
	Message string
}

// Error returns "file: line 12: message", without the parts that are unknown.
func (e *FormatError) Error() string {
	var parts []string
	if e.File != "" {
		parts = append(parts, e.File)
	}
	if e.Inside != "" {
		parts = append(parts, e.Inside)
	}
	switch {
	case e.Line > 0 && e.Byte >= 0:
		parts = append(parts, fmt.Sprintf("line %d, byte %d", e.Line, e.Byte))
	case e.Line > 0:
		parts = append(parts, fmt.Sprintf("line %d", e.Line))
	case e.Byte >= 0:
		parts = append(parts, fmt.Sprintf("byte %d", e.Byte))
	}
	return strings.Join(append(parts, e.Message), ": ")
}

// Failure returns the error with file, line and byte as fields.
func (e *FormatError) Failure() document.Failure {
	f := document.Failure{File: e.File, Line: e.Line, Message: e.Message}
	if e.Inside != "" {
		f.Message = e.Inside + ": " + f.Message
	}
	if e.Byte >= 0 {
		f.Byte = &e.Byte
	}
	return f
}

// failing makes an error at the place where a reader is.
type failing = func(format string, args ...any) error

// Errors are made at 250 places and seldom: to inline these functions there adds
// 13 kB to what a visitor of the page loads.

//go:noinline
func atLine(line int, format string, args ...any) error {
	return &FormatError{Line: line, Byte: -1, Message: fmt.Sprintf(format, args...)}
}

// stopping ends reading with a problem at the place where a reader is.
type stopping = func(format string, args ...any)

// nowhere stops at the file as a whole.
func nowhere(format string, args ...any) { stop(atLine(0, format, args...)) }

// onByte stops at a byte.
func onByte(offset int) stopping {
	return func(format string, args ...any) { stop(atByte(offset, format, args...)) }
}

// onLine stops at a line.
func onLine(line int) stopping {
	return func(format string, args ...any) { stop(atLine(line, format, args...)) }
}

// allow stops where a number of points has a problem.
func allow(problem string, stop stopping) {
	if problem != "" {
		stop("%s", problem)
	}
}

// sampling is the advice for a file with too many points, in formats that are read whole.
const sampling = ", the limit; save a file of points, such as PLY or XYZ, which can be sampled"

//go:noinline
func atByte(offset int, format string, args ...any) error {
	return &FormatError{Byte: int64(offset), Message: fmt.Sprintf(format, args...)}
}

// stopped carries the problem at which a reader stops to try.
type stopped struct{ problem error }

// stop ends reading if there is a problem. No reader goes on behind one, so none returns it: the caller of try has it.
//
//go:noinline
func stop(problem error) {
	if problem != nil {
		panic(stopped{problem})
	}
}

// try runs a reader and returns the problem at which it stopped.
func try(read func()) (problem error) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case stopped:
			problem = cause.problem
		default:
			panic(cause)
		}
	}()
	read()
	return nil
}

// about runs a reader of something, which its problem then names.
func about(what string, run func()) {
	if problem := try(run); problem != nil {
		stop(fmt.Errorf("%s: %w", what, problem))
	}
}

// inside runs a reader of a packed file, whose name its problem has; "" for a file that is not packed.
func inside(name string, read func()) { stop(within(name, try(read))) }

// within says of an error that it is about a packed file; "" about none.
func within(name string, err error) error {
	if bad, ok := errors.AsType[*FormatError](err); ok && name != "" {
		if bad.Inside != "" {
			name += ": " + bad.Inside
		}
		bad.Inside = name
	}
	return err
}

// countProblem returns the problem of a number of points, "" for none.
func countProblem(n uint64) string {
	switch {
	case n == 0:
		return "has no points"
	case n > uint64(maxPoints):
		return fmt.Sprintf("has %d points; the limit is %d", n, maxPoints)
	}
	return ""
}

// quote shows a piece of the input in a message, cut to a readable length.
func quote(piece []byte) string {
	const most = 24
	if len(piece) > most {
		return fmt.Sprintf("%q…", piece[:most])
	}
	return fmt.Sprintf("%q", piece)
}

// errNoCloud says that an array holds something else than a cloud.
type errNoCloud struct{ error }

func (e errNoCloud) Unwrap() error { return e.error }

func isNoCloud(err error) bool {
	_, ok := errors.AsType[errNoCloud](err)
	return ok
}

func noCloud(offset int, format string, args ...any) error {
	return errNoCloud{atByte(offset, format, args...)}
}

// cutOff reports binary data that ends early.
func cutOff(data []byte, have, want uint64, what string) error {
	return atByte(len(data), "the file ends after %d of %d %s; copy or export it again", have, want, what)
}

// refuseTail refuses data that no count in the header accounts for. Padding
// with NUL bytes or line ends is let pass: the Point Cloud Library writes it.
func refuseTail(data []byte, pos int) error {
	for i, c := range data[pos:] {
		if c != 0 && c != '\n' && c != '\r' {
			return atByte(pos+i, "%d extra bytes after the data that the header counts; correct the counts, or cut the bytes off", len(data)-pos)
		}
	}
	return nil
}
