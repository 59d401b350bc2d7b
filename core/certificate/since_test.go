package certificate

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
)

// firstCores is the table of fields that not every core could write.
func firstCores(t *testing.T) (firsts map[string]string) {
	t.Helper()
	if err := json.Unmarshal(sinceText, &firsts); err != nil || len(firsts) < 40 {
		t.Fatal(firsts, err)
	}
	return firsts
}

// No document that a core wrote has a field that is newer than the core.
func TestReleasedDocumentsHaveNoNewerField(t *testing.T) {
	released(t, func(t *testing.T, core, _ string, data []byte) {
		if lines := newer(core, data); lines != nil {
			t.Error(lines)
		}
	})
}

// skeleton is a document with the one field of a path, and a list there where the path says so.
func skeleton(path string) []byte {
	field, list := strings.CutSuffix(path, "[]")
	var value any = map[string]any{}
	if list {
		value = []any{}
	}
	names := strings.Split(field, ".")
	for _, name := range slices.Backward(names) {
		value = map[string]any{name: value}
	}
	text, _ := json.Marshal(value) // of maps: cannot fail
	return text
}

// Every field is refused of the core before its first, and taken of that.
func TestEveryFieldHasItsFirstCore(t *testing.T) {
	before := map[string]string{"0.6.0": "0.5.0", "0.7.0": "0.6.0", "0.8.0": "0.7.0", "0.9.0": "0.8.0"}
	for path, first := range firstCores(t) {
		text := skeleton(path)
		if lines := newer(before[first], text); !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, path+": ") }) {
			t.Errorf("%s of core %s: %q", path, before[first], lines)
		}
		if lines := newer(first, text); slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, path+": ") }) {
			t.Errorf("%s of core %s: %q", path, first, lines)
		}
	}
}

// A document with another core than its own verifies only where that one could write it: each of those with a newer field is refused, and
// the fields of most of the table are in such a document.
func TestVerifyRefusesOlderCores(t *testing.T) {
	refused, firsts := map[string]bool{}, firstCores(t)
	maps.DeleteFunc(firsts, func(_, first string) bool { return first == "0.9.0" })
	files, err := filepath.Glob("testdata/released/0.8.0/*.json")
	if err != nil || len(files) < 40 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, core := range []string{"0.5.0", "0.6.0", "0.7.0"} {
			text := []byte(strings.Replace(string(data), `"core": "0.8.0"`, `"core": "`+core+`"`, 1))
			lines := newer(core, text)
			if lines == nil {
				continue
			}
			if v, err := Verify(text, nil); err == nil && !slices.Equal(v.Failed, lines) || v != nil && v.Certified {
				t.Errorf("%s as of core %s: %+v %v", file, core, v, err)
			}
			for _, line := range lines {
				path, _, _ := strings.Cut(line, ": ")
				refused[path] = true
			}
		}
	}
	if len(refused) < len(firsts)*2/3 {
		t.Errorf("only %d of %d fields are in a document", len(refused), len(firsts))
	}
}

// A document of an earlier core may lack its tight bounds, but none has a place for them without any.
func TestVerifyRefusesAPlaceWithoutBounds(t *testing.T) {
	text, err := os.ReadFile("testdata/released/0.8.0/labels-truth-3d.json")
	if err != nil {
		t.Fatal(err)
	}
	var forged map[string]any
	if err := json.Unmarshal(text, &forged); err != nil || forged["tight"] == nil {
		t.Fatal(err)
	}
	forged["tight"] = struct{}{}
	if text, err = json.Marshal(forged); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(text, nil); err == nil || document.FailureOf(err).Field != "tight" {
		t.Error(err)
	}
}
