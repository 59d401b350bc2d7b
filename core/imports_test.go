//go:build !js

// Package core holds nothing itself: the rooms are its folders, and this test keeps the
// doors between them.
package core

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/orbitcert/orbitcert/"

// doors tells which packages each package may import, below the folder core. Doors go
// down only: a package stands below all that import it. Tests may import any.
var doors = map[string][]string{
	"digest":           {},
	"document":         {},
	"document/schema":  {},
	"fault":            {},
	"internal/heap":    {},
	"internal/mutants": {},
	"internal/packed":  {},
	"internal/slow":    {},
	"say":              {},
	"special":          {},

	"bound":      {"special"},
	"anytime":    {"bound", "special"},
	"haar":       {"special"},
	"lengths":    {"special"},
	"population": {"bound", "special"},
	"vector":     {"bound", "invariance", "special"},
	"assignment": {"internal/heap", "special"},
	"pointcloud": {"document", "internal/packed"},

	"invariance":      {"pointcloud", "special"},
	"internal/trials": {"pointcloud"},
	"registration":    {"assignment", "internal/heap", "invariance", "pointcloud", "special"},
	"smoothing":       {"digest", "document", "internal/packed", "invariance", "pointcloud", "special", "transform", "vector"},
	"tight":           {"bound", "digest", "haar", "invariance", "special"},

	"transform":       {"document", "invariance", "pointcloud", "special"},
	"argument":        {"bound", "document", "invariance", "pointcloud", "smoothing", "special", "tight", "transform", "vector"},
	"certificate":     {"anytime", "argument", "bound", "digest", "document", "invariance", "lengths", "pointcloud", "population", "registration", "smoothing", "special", "tight", "transform", "vector"},
	"explore":         {"argument", "bound", "certificate", "digest", "document", "invariance", "lengths", "pointcloud", "special", "tight"},
	"dataset/judging": {"anytime", "argument", "bound", "certificate", "digest", "document", "explore", "invariance", "pointcloud", "population", "smoothing", "special", "tight", "transform"},
	"dataset/intake":  {"anytime", "argument", "certificate", "dataset/judging", "digest", "document", "invariance", "pointcloud", "smoothing"},
	"dataset/results": {"argument", "certificate", "dataset/intake", "dataset/judging", "digest", "document", "explore", "population"},

	"box":       {"certificate", "document", "invariance", "special", "vector"},
	"card":      {"dataset/judging", "dataset/results", "document", "population", "statement"},
	"statement": {"argument", "certificate", "invariance", "lengths", "say", "vector"},

	"cmd/orbitcert/figure": {"argument", "dataset/judging", "dataset/results", "document", "explore", "say"},

	"cmd/orbitcert": {"box", "card", "certificate", "cmd/orbitcert/figure", "dataset/intake", "dataset/judging", "dataset/results", "document", "explore", "fault", "pointcloud", "population", "say", "smoothing", "statement"},
}

// impure are the packages of the standard library, and all below them, that would let
// the core know where and when it runs.
var impure = []string{"net", "os", "syscall", "time"}

// mayKnow tells which packages are the edges: commands, and what tests are made of.
func mayKnow(room string) bool {
	return strings.HasPrefix(room, "cmd/") || slices.Contains([]string{"internal/trials", "internal/mutants", "internal/slow"}, room)
}

// listed is what go list says of a package.
type listed struct {
	ImportPath string
	Imports    []string
	GoFiles    []string
}

func (p listed) room() string { return strings.TrimPrefix(p.ImportPath, module+"core/") }

// list runs go list for the machine of the tests, or for others in the environment.
func list(t *testing.T, environment []string, arguments ...string) (all []listed) {
	t.Helper()
	look(t)
	command := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,GoFiles"}, arguments...)...)
	command.Dir, command.Env = "..", append(os.Environ(), environment...)
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// look reads the folders that go list reads, so that go test sees them change and does not
// take an old result for a new one.
func look(t *testing.T) {
	t.Helper()
	for _, root := range []string{"../core", "../wasm"} {
		err := filepath.WalkDir(root, func(string, fs.DirEntry, error) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestDoors(t *testing.T) {
	for _, p := range list(t, nil, "./core/...") {
		room := p.room()
		allowed, known := doors[room]
		if len(p.GoFiles) == 0 || strings.HasSuffix(room, "/gen") {
			continue
		}
		if !known {
			t.Errorf("core/%s is not in the table of doors", room)
		}
		for _, path := range p.Imports {
			inside, ours := strings.CutPrefix(path, module)
			inside, below := strings.CutPrefix(inside, "core/")
			switch {
			case ours && !below:
				t.Errorf("core/%s imports %s: the core knows nothing of where it runs", room, path)
			case ours && !slices.Contains(allowed, inside):
				t.Errorf("core/%s imports core/%s: the table has no such door", room, inside)
			case !ours && !mayKnow(room) && isImpure(path):
				t.Errorf("core/%s imports %s", room, path)
			}
		}
	}
}

func isImpure(path string) bool {
	return slices.ContainsFunc(impure, func(root string) bool {
		return path == root || strings.HasPrefix(path, root+"/")
	})
}

// Every door of the table is used: a door that is not may be closed.
func TestDoorsAreUsed(t *testing.T) {
	used := map[string][]string{}
	for _, p := range list(t, nil, "./core/...") {
		used[p.room()] = p.Imports
	}
	for room, allowed := range doors {
		for _, other := range allowed {
			if !slices.Contains(used[room], module+"core/"+other) {
				t.Errorf("nobody goes from core/%s to core/%s", room, other)
			}
		}
	}
}

// The service, which starts anew for each request, does without the explorer and without
// runs over datasets.
func TestServiceIsSmall(t *testing.T) {
	for _, p := range list(t, []string{"GOOS=js", "GOARCH=wasm"}, "-deps", "./wasm/edge") {
		if room := p.room(); strings.HasPrefix(room, "dataset/") || room == "explore" {
			t.Errorf("the service reaches core/%s", room)
		}
	}
}

// A package with more files than this is several.
const mostFiles = 40

func TestNoPackageIsAHall(t *testing.T) {
	for _, p := range list(t, nil, "./core/...") {
		if len(p.GoFiles) > mostFiles {
			t.Errorf("core/%s has %d files; at most %d make a room", p.room(), len(p.GoFiles), mostFiles)
		}
	}
}
