package main

import (
	"encoding/json"
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
	if _, errs := mustCall(t, "verify", write(t, dir, "short.json", short)); !strings.Contains(errs, "the clouds are not in the document") || !strings.Contains(errs, "verified") {
		t.Errorf("verify says %s", errs)
	}
	if code, _, errs := call("", "--errors=json", "verify", filepath.Join(dir, "short.json")); code != exitComputed || errs != "" {
		t.Errorf("a program needs no more than exit 0: exit %d, %q", code, errs)
	}
}

// A certificate of radii has the digest of a large cloud, which verify compares with a file.
func TestCertifyDigest(t *testing.T) {
	dir := folder(t)
	radii := strings.Replace(request, `"perturbed":{"points":[[0,0.1],[1,0],[0,1]]},`, "", 1)
	path := write(t, dir, "radii.json", radii)
	whole, _ := mustCall(t, "certify", "--gram", "3", path)
	if !strings.Contains(whole, `"clean":{"points"`) {
		t.Errorf("a cloud of 3 points is not larger than 3: %s", whole)
	}
	text, _ := mustCall(t, "certify", "--gram", "2", path)
	if strings.Contains(text, `"clean"`) || !strings.Contains(text, `"cloud":{"points":3,"sha256":"`) {
		t.Fatalf("got %s", text)
	}
	short := write(t, dir, "short.json", text)
	clean := filepath.Join(dir, "clean.xyz")
	if _, errs := mustCall(t, "verify", short); !strings.Contains(errs, "add --clean FILE") || !strings.Contains(errs, "verified") {
		t.Errorf("verify says %s", errs)
	}
	if _, errs := mustCall(t, "verify", "--clean", clean, short); strings.Contains(errs, "--clean") {
		t.Errorf("verify with the cloud says %s", errs)
	}
	other := write(t, dir, "other.xyz", strings.Replace(read(t, clean), "1", "2", 1))
	if code, _, errs := call("", "verify", "--clean", other, short); code != exitVerificationFailed || !strings.Contains(errs, "request.gram.cloud.sha256") {
		t.Errorf("another cloud: exit %d, %s", code, errs)
	}
	if code, _, errs := call("", "verify", "--clean", filepath.Join(dir, "none.xyz"), short); code != exitBadInput || !strings.Contains(errs, "none.xyz") {
		t.Errorf("no cloud: exit %d, %s", code, errs)
	}
	path = write(t, dir, "whole.json", whole)
	if code, _, errs := call("", "verify", "--clean", clean, path); code != exitBadInput || !strings.Contains(errs, "without --clean") {
		t.Errorf("no digest: exit %d, %s", code, errs)
	}
	if text, _ := mustCall(t, "explain", short); !strings.Contains(text, "3 points in 2 dimensions, SHA-256 ") {
		t.Errorf("explained as %s", text)
	}
	if code, _, errs := call("", "radii", writeRequest(t, dir, text)); code != exitBadInput || !strings.Contains(errs, "give the clouds") {
		t.Errorf("radii around a digest: exit %d, %s", code, errs)
	}
}

// writeRequest writes the request of a certificate.
func writeRequest(t *testing.T, dir, certificate string) string {
	t.Helper()
	var document struct{ Request json.RawMessage }
	if err := json.Unmarshal([]byte(certificate), &document); err != nil {
		t.Fatal(err)
	}
	return write(t, dir, "computed.json", string(document.Request))
}
