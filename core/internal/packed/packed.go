// Package packed unpacks what files are packed with: bytes to bytes, with
// limits on how many. What the bytes mean is the business of package pointcloud.
package packed

import "fmt"

// Error is a problem of packed data, at an offset within it.
type Error struct {
	Offset  int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Message) }

//go:noinline
func at(offset int, format string, args ...any) error {
	return &Error{Offset: offset, Message: fmt.Sprintf(format, args...)}
}

// MaxUnpacked is the most that anything unpacks to, whatever limit is given.
const MaxUnpacked = 256 << 20

// maxRatio is what deflate reaches at most, on equal bytes.
const maxRatio = 1032

func tooLarge(pos, limit int) error {
	return at(pos, "unpacks to more than %d MB, the limit for a file of its size: 8 times as much and 40 MB", limit>>20)
}
