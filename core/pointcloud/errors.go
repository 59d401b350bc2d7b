package pointcloud

import (
	"errors"
	"fmt"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

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

//go:noinline
func atByte(offset int, format string, args ...any) error {
	return &FormatError{Byte: int64(offset), Message: fmt.Sprintf(format, args...)}
}

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

// refuseTail reports data that no count in the header accounts for. Padding
// with NUL bytes or line ends is let pass: the Point Cloud Library writes it.
func refuseTail(data []byte, pos int) error {
	for i, c := range data[pos:] {
		if c != 0 && c != '\n' && c != '\r' {
			return atByte(pos+i, "%d extra bytes after the data that the header counts; correct the counts, or cut the bytes off", len(data)-pos)
		}
	}
	return nil
}
