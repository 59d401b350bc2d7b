package document

import (
	"strings"
	"testing"
)

// An unknown name comes before what is missing, with the one that may be meant.
func TestUnknownFieldsComeFirst(t *testing.T) {
	o, err := Parse("", []byte(`{"sigm": 1, "clean": 2, "foo": 3}`))
	if err != nil {
		t.Fatal(err)
	}
	o.Has("top")
	missing := BadField("sigma", "is missing")
	o.Take("clean")
	if o.Has("sigma") {
		t.Fatal("has no sigma")
	}
	var told []string
	for _, fault := range FaultsOf(Join(missing, o.Done())) {
		told = append(told, fault.Error())
	}
	want := "foo: is not a known field here|sigm: is not a known field here; did you mean sigma?|sigma: is missing"
	if got := strings.Join(told, "|"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestNaNHasItsName(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": NaN}`: "NaN is no number", `{"a": nan}`: "nan is no number", `{"a": [1, Infinity]}`: "Infinity is no number",
		`{"a": -Infinity}`: "-Infinity is no number", `{"a": x}`: "invalid character 'x'",
	} {
		_, err := Parse("", []byte(text))
		_, long := ParseLong(strings.NewReader(text), int64(len(text)), &Elements{Field: "b"})
		for _, err := range []error{err, long} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", text, err, want)
			}
		}
	}
}
