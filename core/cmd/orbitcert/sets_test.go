package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSetsInAFile: requests and runs name a calibration in a file, and documents have its contents.
func TestSetsInAFile(t *testing.T) {
	dir, shipped := t.TempDir(), filepath.Join("..", "..", "..", "site")
	read := func(text string) (fields map[string]json.RawMessage) {
		if err := json.Unmarshal([]byte(text), &fields); err != nil {
			t.Fatal(err)
		}
		return fields
	}
	put := func(name string, fields map[string]json.RawMessage, more map[string]string) string {
		own := maps.Clone(fields)
		for field, text := range more {
			own[field] = json.RawMessage(text)
		}
		text, err := json.Marshal(own)
		if err != nil {
			t.Fatal(err)
		}
		return write(t, dir, name, string(text))
	}
	computed := func(args ...string) string {
		code, out, errs := call("", args...)
		if code != exitComputed {
			t.Fatalf("%q: exit %d, %s", args, code, errs)
		}
		return out
	}
	example, err := os.ReadFile(filepath.Join(shipped, "examples", "digit-2d.json"))
	if err != nil {
		t.Fatal(err)
	}
	run, request := read(withDrawnPoints(t, filepath.Join(shipped, "datasets", "digits.json"))), read(string(example))
	var clouds []json.RawMessage
	if err := json.Unmarshal(run["clouds"], &clouds); err != nil {
		t.Fatal(err)
	}
	some := func(clouds []json.RawMessage) string {
		text, _ := json.Marshal(clouds)
		return string(text)
	}
	closed := map[string]string{"samples": "0", "attack": `{"family": "scale", "norms": [0.1]}`, "clouds": some(clouds[:12])}
	write(t, dir, "result.json", computed("run", put("run.json", run, closed)))
	sets := computed("calibrate", "--coverage", "0.8", filepath.Join(dir, "result.json"))
	write(t, dir, "sets.json", "\ufeff"+sets)

	closed["clouds"] = some(clouds[12:20])
	for _, of := range []struct {
		call   string
		fields map[string]json.RawMessage
		more   map[string]string
	}{{"certify", request, map[string]string{"samples": "0"}}, {"run", run, closed}} {
		texts := []string{}
		for _, given := range []string{sets, `{"file": "sets.json"}`} {
			of.more["sets"] = given
			texts = append(texts, computed(of.call, put("asked.json", of.fields, of.more)))
		}
		if texts[0] != texts[1] || !strings.Contains(strings.ReplaceAll(texts[1], " ", ""), `"coverage":0.8`) {
			t.Errorf("%s: the file gives %.300s, its contents %.300s", of.call, texts[1], texts[0])
		}
		for _, given := range []string{`{"file": "none.json"}`, `{"file": "sets.json", "more": 1}`, `{"file": "/dev/zero"}`} {
			of.more["sets"] = given
			if code, _, errs := call("", of.call, put("asked.json", of.fields, of.more)); code != exitBadInput || !strings.Contains(errs, "sets.") {
				t.Errorf("%s, %s: exit %d, %s", of.call, given, code, errs)
			}
		}
	}
}
