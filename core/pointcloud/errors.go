package pointcloud

import (
	"errors"
	"fmt"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// FormatError says what is wrong with a file and where. Line counts from 1 and
// is 0 when unknown; Byte is an offset from 0 and is -1 when unknown. Text has
// a line, binary data has a byte, JSON has both. Inside names the packed file
// that Line and Byte count in, "" when File is none that others are packed in.
type FormatError struct {
	File    string
	Inside  string
	Line    int
	Byte    int64
	Message string
}

// Error returns "file: line 12: message", leaving out what is not known.
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

// Failure names file, line and byte.
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

// countProblem says what is wrong with a number of points; "" means nothing.
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
