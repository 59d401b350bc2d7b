// Package packed unpacks what files are packed with: bytes to bytes, with
// limits on how many. What the bytes mean is the business of package pointcloud.
package packed

import "fmt"

// Error says what is wrong with packed data, at an offset within it.
type Error struct {
	Offset  int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Message) }

//go:noinline
func at(offset int, format string, args ...any) error {
	return &Error{Offset: offset, Message: fmt.Sprintf(format, args...)}
}

// What packed data may unpack to: deflate reaches 1,032:1 on equal bytes, while
// clouds stay below 100:1.
const (
	MaxUnpacked  = 256 << 20
	maxRatio     = 1000
	freeUnpacked = 1 << 20 // may have any ratio
	usualRatio   = 8       // beyond which no room is made before the bytes are there
)
