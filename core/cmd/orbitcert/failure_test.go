package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
)

// told returns what a call says with --errors=json.
func told(t *testing.T, in string, args ...string) (code int, failures []document.Failure) {
	t.Helper()
	code, out, errs := call(in, append([]string{args[0], "--errors=json"}, args[1:]...)...)
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	var said struct{ Failures []document.Failure }
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &said); err != nil || out != "" {
		t.Fatalf("%q: exit %d, %q, %q: %v", args, code, out, errs, err)
	}
	return code, said.Failures
}

// All that is wrong with a request is told at once, each with the file that it is in: as JSON, and a line each in words.
func TestAllFailures(t *testing.T) {
	dir := folder(t)
	bad, asked := filepath.Join(dir, "bad.xyz"), filepath.Join(dir, "request.json")
	for path, text := range map[string]string{
		bad:   "0 0 0\n1 2 x\n",
		asked: `{"clean": {"file": "bad.xyz"}, "sigma": 0, "prediction": {"probability": 0.9}, "group": "T", "alpha": 2}`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code, failures := told(t, "", "certify", asked)
	if code != exitBadInput || len(failures) != 3 {
		t.Fatalf("exit %d, %+v", code, failures)
	}
	for i, want := range []document.Failure{{File: bad, Line: 2}, {File: asked, Field: "sigma"}, {File: asked, Field: "alpha"}} {
		if got := failures[i]; got.Field != want.Field || got.File != want.File || got.Line != want.Line || got.Message == "" {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	_, _, errs := call("", "certify", asked)
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	for i, want := range []string{bad + ": line 2", asked + ": sigma: must be", asked + ": alpha: must be"} {
		if len(lines) != 3 || !strings.HasPrefix(lines[i], "orbitcert: "+want) {
			t.Errorf("%q, want %q", lines, want)
		}
	}
	code, failures = told(t, `{"clouds": [], "sigma": 0, "group": "T", "alpha": 2, "attack": {"family": "scale", "norms": [1, 0]}}`, "run", "-")
	if code != exitBadInput || len(failures) != 3 || failures[0].Field != "sigma" || failures[1].Field != "alpha" || failures[2].Field != "attack.norms" {
		t.Errorf("a run: exit %d, %+v", code, failures)
	}
}

// Errors come with their place and remedies: field, file, line, byte.
func TestFailures(t *testing.T) {
	dir := folder(t)
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	request := `{"clean": {"file": "bad.xyz"}, "sigma": 1, "prediction": {"probability": 0.9}, "group": "T"}`
	inline := strings.Replace(request, `{"file": "bad.xyz"}, "sigma": 1`, `{"points": [[0, 0]]}, "sigma": 0`, 1)
	bad, missing, sigma := write("bad.xyz", "0 0 0\n1 2 x\n"), write("missing.pcd", gap), write("sigma.json", inline)
	nowhere := filepath.Join(dir, "nowhere.json")
	for _, c := range []struct {
		in   string
		args []string
		want document.Failure // a part of the message
		byte bool             // whether one is named
	}{
		{"", []string{"fly", "x"}, document.Failure{Message: `unknown command "fly"`}, false},
		{"", []string{"certify", nowhere}, document.Failure{File: nowhere, Message: "no such file"}, false},
		{"{\"sigma\": 1,\n]", []string{"certify", "-"}, document.Failure{File: "standard input", Line: 2, Message: "not JSON"}, false},
		{"", []string{"certify", write("request.json", request)}, document.Failure{File: bad, Line: 2, Message: `"x" is not a number`}, false},
		{"", []string{"certify", sigma}, document.Failure{File: sigma, Field: "sigma", Message: "must be positive"}, false},
		{"", []string{"read", missing}, document.Failure{File: missing, Field: "clean", Message: "1 of 2 points"}, false},
		{"\x93NUMPY\x09", []string{"read", "-"}, document.Failure{File: "-", Message: "the file ends"}, true},
	} {
		code, failures := told(t, c.in, c.args...)
		if code != exitBadInput || len(failures) != 1 {
			t.Fatalf("%q: exit %d, %+v", c.args, code, failures)
		}
		got := failures[0]
		if got.Field != c.want.Field || got.File != c.want.File || got.Line != c.want.Line || !strings.Contains(got.Message, c.want.Message) {
			t.Errorf("%q: %+v, want %+v", c.args, got, c.want)
		}
		if (got.Byte != nil) != c.byte || (got.Remedies != nil) != (got.File == missing) {
			t.Errorf("%q: byte %v, remedies %v", c.args, got.Byte, got.Remedies)
		}
	}
}

// gap is a cloud of which one point has no coordinates.
const gap = "VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n0 0 0\nnan nan nan\n"

// A document that verification failed has an exit code of its own, and a failure for each field.
func TestFailedVerificationNamesFields(t *testing.T) {
	_, written, _ := call("", "certify", filepath.Join(folder(t), "request.json"))
	forged := strings.NewReplacer(`"radius": 0.`, `"radius": 0.9`, `"level": 0.`, `"level": 0.9`).Replace(written)
	code, failures := told(t, forged, "verify", "-")
	var fields []string
	for _, f := range failures {
		fields = append(fields, f.Field)
	}
	if code != exitVerificationFailed || !reflect.DeepEqual(fields, []string{"black_box.radius", "orbit.radius", "probability.level"}) {
		t.Errorf("exit %d, %+v", code, failures)
	}
}
