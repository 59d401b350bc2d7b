package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A document of another kind is named, with the command for it, from a file and from standard input.
func TestDocumentsOfAnotherKind(t *testing.T) {
	dir := folder(t)
	request := filepath.Join(dir, "request.json")
	_, certificate, _ := call("", "certify", request)
	run := runFolder(t, "a,1,0,100,10,990\n")
	_, result, _ := call("", "run", run)
	write := writer(t, dir)
	files := map[string]string{
		"a request": request, "a certificate": write("certificate.json", certificate), "a run": run, "the result of a run": write("result.json", result),
	}
	for command, wanted := range map[string]string{
		"certify": "a request", "withstand": "a request", "verify": "a certificate", "explain": "a certificate", "run": "a run", "card": "the result of a run",
	} {
		for kind, path := range files {
			if kind == wanted {
				continue
			}
			if code, _, errs := call("", command, path); code != exitBadInput || !strings.Contains(errs, path+": is "+kind+", not "+wanted+"; run orbitcert ") {
				t.Errorf("%s of %s: exit %d, %q", command, kind, code, errs)
			}
		}
	}
	if _, _, errs := call(certificate, "certify", "-"); !strings.Contains(errs, "standard input: is a certificate, not a request") {
		t.Error(errs)
	}
	if _, _, errs := call("", "read", files["a certificate"]); !strings.Contains(errs, "certificate.json: is a certificate, not a point cloud") {
		t.Error(errs)
	}
}

func TestMissingFilesNameTheirFieldAndPlace(t *testing.T) {
	path := filepath.Join(folder(t), "lost.json")
	want := "clean.file: no such file: looked for " + filepath.Join(filepath.Dir(path), "nowhere.xyz")
	for _, args := range [][]string{{"certify", path}, {"radii", path}} {
		if _, _, errs := call("", args...); !strings.Contains(errs, want) {
			t.Errorf("%q: %q, want %q", args, errs, want)
		}
	}
}
