package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// utf16 writes a text as PowerShell does.
func utf16(text string) string {
	out := "\xff\xfe"
	for _, c := range []byte(text) {
		out += string([]byte{c, 0})
	}
	return out
}

// Documents may be UTF-16 or start with a byte order mark: requests, certificates, runs and votes.
func TestMarkedDocuments(t *testing.T) {
	dir := folder(t)
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	run := strings.Replace(runDocument, `,{"file":"lost.xyz"}`, "", 1)
	votes := "name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\na,1,0,100,10,990\n"
	write("a.xyz", "0 0\n1 0\n0 1\n")
	_, plain, errs := call("", "certify", write("request.json", request))
	if plain == "" {
		t.Fatal(errs)
	}
	write("votes.csv", votes)
	code, counted, errs := call("", "run", write("run.json", run))
	if code != exitComputed {
		t.Fatal(errs)
	}
	for _, mark := range []func(string) string{utf16, func(text string) string { return "\xef\xbb\xbf" + text }} {
		for _, c := range []struct {
			in   string
			args []string
			want string
		}{
			{mark(request), []string{"certify", write("marked.json", mark(request))}, plain},
			{mark(plain), []string{"verify", "-"}, ""},
			{"", []string{"run", write("run.json", mark(run))}, counted},
			{mark(run), []string{"run", "-"}, ""},
		} {
			write("votes.csv", mark(votes))
			if c.args[1] == "-" && c.args[0] == "run" {
				t.Chdir(dir)
				c.want = counted
			}
			if code, out, errs := call(c.in, c.args...); code != exitComputed || out != c.want {
				t.Errorf("%q: exit %d, %q, %q", c.args, code, out, errs)
			}
		}
	}
}
