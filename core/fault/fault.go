// Package fault says where a panic came from, in one line: a stack is of no use to
// whoever reads an error, and the arguments in it may be numbers of a cloud.
package fault

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Place names the function and line that panicked first, like "bound.Upper (bound.go:12)".
// It is to be called by the deferred function that recovers; elsewhere it is "".
func Place() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	panicking, place := false, ""
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if panicking && !strings.HasPrefix(f.Function, "runtime.") {
			panicking, place = false, fmt.Sprintf("%s (%s:%d)", path.Base(f.Function), path.Base(f.File), f.Line)
		}
		panicking = panicking || f.Function == "runtime.gopanic"
	}
	return place
}
