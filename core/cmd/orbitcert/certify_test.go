package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// asLine returns a document on one line.
func asLine(t *testing.T, text string) string {
	t.Helper()
	var value json.RawMessage
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	line, _ := json.Marshal(value)
	return string(line) + "\n"
}

// Lines get the certificates that their requests get alone, in their order.
func TestCertifyLines(t *testing.T) {
	dir := folder(t)
	var lines, want string
	for _, votes := range []string{"990", "900", "600"} {
		one := strings.Replace(request, "990", votes, 1)
		alone, _ := mustCall(t, "certify", write(t, dir, "one.json", one))
		lines += asLine(t, one)
		want += asLine(t, alone)
	}
	path := write(t, dir, "lines.jsonl", lines)
	if got, _ := mustCall(t, "certify", "--lines", path); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	bad := lines + strings.Replace(asLine(t, request), `"sigma":`, `"sigma":-`, 1)
	code, out, errs := call("", "--errors=json", "certify", "--lines", write(t, dir, "bad.jsonl", bad))
	if code != exitBadInput || out != want || !strings.Contains(errs, `"field":"sigma"`) || !strings.Contains(errs, `"line":4`) {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// A certificate in gram form has no clouds and verifies.
func TestCertifyGram(t *testing.T) {
	dir := folder(t)
	path := filepath.Join(dir, "request.json")
	whole, _ := mustCall(t, "certify", path)
	if same, _ := mustCall(t, "certify", "--gram", "3", path); same != whole {
		t.Error("a cloud of 3 points is not larger than 3")
	}
	short, _ := mustCall(t, "certify", "--gram", "2", path)
	var document struct {
		Certified bool
		Request   map[string]any
	}
	if err := json.Unmarshal([]byte(short), &document); err != nil || !document.Certified || document.Request["clean"] != nil || document.Request["gram"] == nil {
		t.Fatalf("got %s, %v", short, err)
	}
	mustCall(t, "verify", write(t, dir, "short.json", short))
	alone := filepath.Join(t.TempDir(), "alone.json")
	radii := strings.Replace(request, `"perturbed":{"points":[[0,0.1],[1,0],[0,1]]},`, "", 1)
	if err := os.WriteFile(alone, []byte(strings.Replace(radii, `{"file":"clean.xyz"}`, `{"points":[[0,0],[1,0],[0,1]]}`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, _ := mustCall(t, "certify", "--gram", "0", alone); !strings.Contains(text, `"clean"`) {
		t.Error("a request without a perturbed cloud got a gram form")
	}
}
