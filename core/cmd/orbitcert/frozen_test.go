package main

// What the commands print is frozen: moving code between packages must not change a byte of it. A change that is meant
// is frozen anew by ORBITCERT_FREEZE=1 go test -run Frozen ./core/cmd/orbitcert, in a commit that gives the reason.

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// frozen has a line for each document that a command prints: its SHA-256 and the names of the request and the command.
const frozen = "testdata/frozen.txt"

// asking are the commands that a request is given to beside certify, with their options.
var asking = [][]string{
	{"pmin"}, {"withstand"}, {"radii"}, {"curve", "--steps", "2"}, {"regions", "--size", "3"},
}

func TestFrozenRequests(t *testing.T) {
	slow.Skip(t)
	files := matching(t, "../../certificate/testdata/released/requests/*.json", "../../../site/examples/*-[23]d.json", "testdata/requests/*.json")
	if len(files) < 60 {
		t.Fatalf("only %d requests", len(files))
	}
	checkFrozen(t, "request", files, func(file string, note noter) {
		document := note("certify", []string{"certify", file}, "")
		for _, command := range asking {
			note(strings.Join(command, " "), append(command, file), "")
		}
		if document != "" {
			note("explain", []string{"explain", "-"}, document)
			if !strings.Contains(file, "released") {
				note("explain --latex", []string{"explain", "--latex", "-"}, document)
			}
		}
	})
}

func TestFrozenRuns(t *testing.T) {
	slow.Skip(t)
	checkFrozen(t, "run", matching(t, "testdata/runs/*.json"), func(file string, note noter) {
		result := note("run", []string{"run", file}, "")
		for _, command := range [][]string{{"card", "-"}, {"card", "--badge", "-"}, {"plot", "-"}} {
			note(strings.Join(command[:len(command)-1], " "), command, result)
		}
	})
}

// matching returns the files of patterns.
func matching(t *testing.T, patterns ...string) (files []string) {
	t.Helper()
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	return files
}

// noter freezes what a command prints of standard input, and returns its standard output.
type noter func(name string, args []string, in string) string

// checkFrozen compares what is printed of each file with what is frozen of its kind.
func checkFrozen(t *testing.T, kind string, files []string, print func(file string, note noter)) {
	t.Helper()
	own := make([][]string, len(files))
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, file := range files {
		all.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			print(file, func(name string, args []string, in string) string {
				code, out, errs := call(in, args...)
				if kind == "run" && code == exitComputed {
					errs = "" // the progress of a slow machine
				}
				sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%s", code, out, errs))
				own[i] = append(own[i], fmt.Sprintf("%x %s %s: %s", sum[:8], kind, strings.TrimSuffix(filepath.Base(file), ".json"), name))
				return out
			})
		})
	}
	all.Wait()
	compareFrozen(t, kind, own)
}

// compareFrozen compares lines with those that are frozen, or freezes them.
func compareFrozen(t *testing.T, kind string, own [][]string) {
	t.Helper()
	text, err := os.ReadFile(frozen)
	if err != nil && os.Getenv("ORBITCERT_FREEZE") == "" {
		t.Fatal(err)
	}
	was, rest := map[string]bool{}, []string{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); strings.HasPrefix(line[17:], kind+" ") {
			was[line] = true
		} else {
			rest = append(rest, line)
		}
	}
	for _, lines := range own {
		for _, line := range lines {
			rest = append(rest, line)
			if os.Getenv("ORBITCERT_FREEZE") == "" && !was[line] {
				t.Errorf("%s: prints something else", line[17:])
			}
			delete(was, line)
		}
	}
	if os.Getenv("ORBITCERT_FREEZE") == "" {
		for line := range was {
			t.Errorf("%s: was not printed, or not the same", line[17:])
		}
		return
	}
	var all bytes.Buffer
	for _, line := range rest {
		fmt.Fprintln(&all, line)
	}
	if err := os.WriteFile(frozen, all.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}
