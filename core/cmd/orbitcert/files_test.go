//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// pipe makes a pipe without a writer. Opening it to read waits.
func pipe(t *testing.T, path string) string {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// endless is an input without an end. It ends the test that reads on.
type endless struct {
	t    *testing.T
	left int
}

func (e *endless) Read(data []byte) (int, error) {
	if e.left -= len(data); e.left < 0 {
		e.t.Fatal("the input is read far beyond the limit")
	}
	return len(data), nil
}

// documents are those that name a file, in each place where one may be named.
var documents = map[string][]string{
	`{"clean":{"file":%q},"sigma":1,"group":"T","prediction":{"probability":0.9}}`:                                                   {"certify -", "radii -", "withstand -", "regions -", "curve -"},
	`{"clean":{"points":[[0,0]]},"perturbed":{"file":%q},"sigma":1,"group":"T","prediction":{"probability":0.9}}`:                    {"certify -", "certify --lines -", "pmin -"},
	`{"clean":{"file":%q,"part":"1"},"sigma":1,"group":"T","prediction":{"probability":0.9}}`:                                        {"certify -"},
	`{"core":"0.7.0","certified":false,"request":{"clean":{"file":%q},"sigma":1,"group":"T","prediction":{"probability":1}}}`:        {"verify -", "explain -"},
	`{"clean":{"file":%q},"sigma":1,"group":"T","prediction":` + plan + `}`:                                                          {"draw -", "count - a.npy"},
	`{"clouds":[{"points":[[0,0]]}],"votes":{"file":%q},"sigma":1,"group":"T","attack":{"family":"scale","norms":[0]}}`:              {"run -"},
	`{"clouds":[{"points":[[0,0]]}],"sigmas":[{"sigma":1,"votes":{"file":%q}}],"group":"T","attack":{"family":"scale","norms":[0]}}`: {"run -"},
}

func TestDocumentsNameRegularFilesOnly(t *testing.T) {
	t.Chdir(t.TempDir())
	named := []string{"/dev/zero", "/dev/stdin", pipe(t, "pipe"), pipe(t, "pipe.csv"), pipe(t, "pipe.json"), pipe(t, "pipe.npy")}
	if err := os.Symlink("pipe", "link.xyz"); err != nil {
		t.Fatal(err)
	}
	for _, path := range append(named, "link.xyz") {
		for document, calls := range documents {
			for _, words := range calls {
				code, out, errs := call(fmt.Sprintf(document, path), strings.Fields(words)...)
				if code != exitBadInput || out != "" || !strings.Contains(errs, "is not a regular file") {
					t.Errorf("%s: %s: exit %d, %q, %q", words, fmt.Sprintf(document, path), code, out, errs)
				}
			}
		}
	}
}

// A cloud of a run that cannot be read is one without a result.
func TestCloudsOfARunAreRegularFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	pipe(t, "pipe.xyz")
	for _, path := range []string{"/dev/zero", "pipe.xyz"} {
		for _, part := range []string{"", `,"part":"1"`} {
			code, out, errs := call(fmt.Sprintf(`{"clouds":[{"file":%q%s,"label":0,"votes_pred":[9,0],"votes_cert":[9,0]}],"sigma":1,"group":"T",
				"attack":{"family":"scale","norms":[0]}}`, path, part), "run", "-")
			if code != exitComputed || !strings.Contains(out, "is not a regular file") {
				t.Errorf("%s: exit %d, %q, %q", path, code, out, errs)
			}
		}
	}
}

func TestPartsAreRegularFiles(t *testing.T) {
	run := runFolder(t, "a,1,0,100,10,990\n")
	parts := filepath.Join(filepath.Dir(run), "parts")
	mustCall(t, "run", "--out", parts, run)
	pipe(t, filepath.Join(parts, "x"+partEnding))
	for _, args := range [][]string{{"merge", parts}, {"merge", parts, run}, {"run", "--out", parts, run}} {
		if code, _, errs := call("", args...); code != exitBadInput || !strings.Contains(errs, "is not a regular file") {
			t.Errorf("%q: exit %d, %q", args, code, errs)
		}
	}
}

// shell makes a pipe as shells do for <(…), and returns both ends and its name.
func shell(t *testing.T) (read, write *os.File, name string) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return read, write, fmt.Sprintf("/dev/fd/%d", read.Fd())
}

// Each call takes a pipe that its caller opened, before or after its writer has left.
func TestCallersMayNamePipes(t *testing.T) {
	slow.Skip(t)
	text := strings.Replace(request, `{"file":"clean.xyz"}`, `{"points":[[0,0],[1,0],[0,1]]}`, 1)
	_, want, _ := call(text, "radii", "-")
	for _, left := range []bool{true, false} {
		read, write, path := shell(t)
		defer read.Close()
		send := func() {
			_, err := io.WriteString(write, text)
			if err = errors.Join(err, write.Close()); err != nil {
				t.Error(err)
			}
		}
		if left {
			send()
		} else {
			time.AfterFunc(100*time.Millisecond, send)
		}
		if code, out, errs := call("", "radii", path); code != exitComputed || out != want || want == "" {
			t.Errorf("exit %d, %q, %q", code, out, errs)
		}
	}
}

// No call waits for the writer of a pipe that has a name, or reads a device.
func TestCallersNameNoOtherPipes(t *testing.T) {
	path := pipe(t, filepath.Join(t.TempDir(), "pipe"))
	for _, c := range readers() {
		for _, args := range [][]string{{path}, {path, path}} {
			if code, _, errs := call("", append([]string{c.Name()}, args...)...); code != exitBadInput {
				t.Errorf("%s: exit %d, %q", c.Name(), code, errs)
			}
		}
	}
	if _, _, errs := call("", "verify", path); !strings.Contains(errs, "pipe: is not a regular file; give a file, - for standard input") {
		t.Errorf("%q", errs)
	}
	for _, c := range readers() {
		for _, args := range [][]string{{"/dev/zero"}, {"/dev/zero", "/dev/zero"}} {
			if code, _, errs := call("", append([]string{c.Name()}, args...)...); code != exitBadInput {
				t.Errorf("%s: exit %d, %q", c.Name(), code, errs)
			}
		}
	}
}

func TestReadingEndsAtTheLimit(t *testing.T) {
	slow.Skip(t)
	text := strings.Replace(request, `{"file":"clean.xyz"}`, `{"points":[[0,0],[1,0],[0,1]]}`, 1)
	path := saved(t, "request.json", text)
	for _, c := range []struct {
		limit string
		code  int
	}{{fmt.Sprint(len(text)), exitComputed}, {fmt.Sprint(len(text) - 1), exitBadInput}, {"1kB", exitComputed}, {"0.0001MB", exitBadInput}} {
		for _, args := range [][]string{{"--limit", c.limit, "radii", path}, {"radii", "--limit=" + c.limit, "-"}, {"radii", path, "--limit", c.limit}} {
			code, _, errs := call(text, args...)
			if code != c.code || (code == exitBadInput) != strings.Contains(errs, "give --limit SIZE") {
				t.Errorf("%q: exit %d, %q", args, code, errs)
			}
		}
	}
	for _, c := range readers() {
		args := []string{c.Name(), "--limit=1MB", "-"}
		switch c.Name() {
		case "merge", "plan": // read no input
			continue
		case "count", "compare":
			args = append(args, "-")
		case "box":
			args = append(args, "-", "-", "-")
		}
		var errs strings.Builder
		if code := run(args, &endless{t, 20e6}, io.Discard, &errs); code != exitBadInput || !strings.Contains(errs.String(), "has more than 1 MB") {
			t.Errorf("%q: exit %d, %q", args, code, errs.String())
		}
	}
	for _, limit := range []string{"", "x", "0", "-1", "4TB", "GB", "NaN", "1e30"} {
		if code, _, errs := call("", "--limit", limit, "radii", path); code != exitBadInput || !strings.Contains(errs, "such as 500MB") {
			t.Errorf("%q: exit %d, %q", limit, code, errs)
		}
	}
	if code, _, errs := call("", "radii", path, "--limit"); code != exitBadInput || !strings.Contains(errs, "--limit needs a value") {
		t.Errorf("exit %d, %q", code, errs)
	}
}

// A pipe ends at the limit too, and so does a file that says it is empty.
func TestPipesEndAtTheLimit(t *testing.T) {
	for _, name := range []string{"radii", "run", "verify"} {
		read, write, path := shell(t)
		wrote := make(chan error)
		go func() {
			var err error
			for err == nil {
				_, err = write.Write(make([]byte, 1000))
			}
			wrote <- err // the reader has left
		}()
		if code, _, errs := call("", name, "--limit", "1MB", path); code != exitBadInput || !strings.Contains(errs, "has more than 1 MB") {
			t.Errorf("%s: exit %d, %q", name, code, errs)
		}
		read.Close()
		<-wrote
		write.Close()
	}
}

// What cannot be written is an error, and so is a report of verify.
func TestFailedWritesAreErrors(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Log("this system has no /dev/full; Linux tests it")
		return
	}
	defer full.Close()
	dir := folder(t)
	path := filepath.Join(dir, "request.json")
	_, certificate, _ := call("", "certify", path)
	votes := writer(t, dir)("plan.json", fmt.Sprintf(planned, plan))
	lines := writer(t, dir)("lines.jsonl", strings.ReplaceAll(request, "\n", " ")+"\n")
	for _, args := range [][]string{
		{"certify", path}, {"certify", "--lines", lines}, {"pmin", path}, {"withstand", path}, {"radii", path}, {"curve", "--steps", "1", path}, {"regions", "--size", "2", path}, {"explain", "-"},
		{"plot", "-"}, {"draw", votes}, {"read", filepath.Join(dir, "clean.xyz")}, {"run", runFolder(t, "a,1,0,100,10,990\n")}, {"help"}, {"--version"},
	} {
		var errs strings.Builder
		if code := run(args, strings.NewReader(certificate), full, &errs); code != exitFailed || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%q: exit %d, %q", args, code, errs.String())
		}
	}
	for _, args := range [][]string{{"verify", "-"}, {"verify", "--fresh", "-"}} {
		if code := run(args, strings.NewReader(certificate), io.Discard, full); code != exitFailed {
			t.Errorf("%q: exit %d", args, code)
		}
	}
}
