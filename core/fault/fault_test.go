package fault

import (
	"regexp"
	"strings"
	"testing"
)

// place runs f and says where it panicked.
func place(f func()) (found string) {
	defer func() {
		recover()
		found = Place()
	}()
	f()
	return ""
}

func TestPlace(t *testing.T) {
	var none []int
	var nothing *struct{ field int }
	for name, f := range map[string]func(){
		"a panic":           func() { panic("bug") },
		"an index":          func() { none[len(none)+3] = 1 },
		"a nil pointer":     func() { nothing.field = 1 },
		"division by zero":  func() { none = append(none, 1/len(none)) },
		"a panic in defer":  func() { defer func() { panic("again") }(); panic("bug") },
		"a wrong assertion": func() { _ = any(none).(string) },
	} {
		if got := place(f); !regexp.MustCompile(`^fault\.TestPlace\.func[0-9.]+ \(fault_test\.go:[0-9]+\)$`).MatchString(got) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := Place(); got != "" {
		t.Errorf("without a panic: %q", got)
	}
}

func bug() { panic("bug") }

func TestPlaceOfAPanicPassedOn(t *testing.T) {
	if got := place(func() { defer func() { panic(recover()) }(); bug() }); !strings.HasPrefix(got, "fault.bug (") {
		t.Error(got)
	}
}
