//go:build !js

package core

import (
	"debug/elf"
	"debug/gosym"
	"encoding/binary"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// Certificates have the same bits on every platform only if no product is rounded together
// with a sum: Go fuses x*y + z into one instruction wherever the processor has one, unless
// it is written float64(x*y) + z.

// portable are the functions of math that give the same bits everywhere: they are exact,
// rounded as IEEE 754 says, or take bits apart. For others see core/special.
var portable = []string{
	"Abs", "Ceil", "Copysign", "Float32bits", "Float32frombits", "Float64bits", "Float64frombits", "Floor", "FMA", "Frexp", "Inf",
	"IsInf", "IsNaN", "Ldexp", "Mod", "NaN", "Nextafter", "RoundToEven", "Signbit", "Sqrt", "Trunc",
}

func TestPortableMath(t *testing.T) {
	used := map[string]bool{}
	look(t)
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "gen" || entry.Name() == "trials" || entry.Name() == "figure"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			notPortable(t, path, used)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range portable {
		if !used[name] {
			t.Errorf("nobody uses math.%s", name)
		}
	}
}

func notPortable(t *testing.T, path string, used map[string]bool) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		function, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if room, ok := function.X.(*ast.Ident); ok && room.Name == "math" {
			used[function.Sel.Name] = true
			if !slices.Contains(portable, function.Sel.Name) {
				t.Errorf("%s: math.%s has other bits on other platforms", files.Position(call.Pos()), function.Sel.Name)
			}
		}
		return true
	})
}

// The program that computes natively is looked at whole, save what the runtime does to
// memory, and without its figures, which decide no bits; of the tests of the one package it does not hold that package.
func TestNothingIsFused(t *testing.T) {
	slow.Skip(t)
	look(t)
	asked := 0
	for _, program := range []struct{ command, path, part string }{
		{"build -overlay " + withoutFigures(t), "./core/cmd/orbitcert", ""},
		{"test -c", "./core/explore", "core/explore/"},
	} {
		for _, at := range fused(t, program.command, program.path) {
			switch {
			case !strings.Contains(at.file, program.part), strings.HasPrefix(at.function, "runtime."), strings.HasSuffix(at.file, "_test.go"):
			case strings.Contains(at.source(t), "math.FMA("):
				asked++
			default:
				t.Errorf("%s:%d: %s fuses a product and a sum: write float64(x*y) + z", at.file, at.line, at.function)
			}
		}
	}
	if asked == 0 {
		t.Error("math.FMA was not found either: this test sees nothing")
	}
}

// withoutFigures writes an overlay for go build, in which orbitcert plots nothing.
func withoutFigures(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	plot, err := filepath.Abs("cmd/orbitcert/plot.go")
	stub, overlay := filepath.Join(folder, "plot.go"), filepath.Join(folder, "overlay.json")
	text, bad := json.Marshal(map[string]any{"Replace": map[string]string{plot: stub}})
	err = errors.Join(err, bad, os.WriteFile(overlay, text, 0o600),
		os.WriteFile(stub, []byte("package main\n\nimport \"github.com/spf13/cobra\"\n\nfunc (p *program) plot() *cobra.Command { return &cobra.Command{} }\n"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	return overlay
}

// place is where an instruction comes from.
type place struct {
	file, function string
	line           int
}

// source returns the line of a file that -trimpath names by its import path.
func (p place) source(t *testing.T) string {
	path, ours := strings.CutPrefix(p.file, module)
	if !ours {
		t.Fatalf("%s:%d: %s fuses, and is not in this repository", p.file, p.line, p.function)
	}
	text, err := os.ReadFile(filepath.Join("..", path))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")[p.line-1]
}

// fused makes a program for arm64 and returns where its floating-point instructions of
// three sources are, FMADD, FMSUB, FNMADD and FNMSUB: those with 0x1f in the highest byte
// (Arm Architecture Reference Manual, C4.1.96).
func fused(t *testing.T, made, from string) (places []place) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	command := exec.Command("go", append(strings.Fields(made), "-ldflags=-w", "-o", path, from)...)
	command.Dir = ".."
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "GOARM64=v8.0", "CGO_ENABLED=0", "GOFLAGS=-trimpath")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	program, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	text := program.Section(".text")
	code, lines := content(t, text), content(t, program.Section(".gopclntab"))
	table, err := gosym.NewTable(nil, gosym.NewLineTable(lines, text.Addr))
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(code); at += 4 {
		if binary.LittleEndian.Uint32(code[at:])>>24 == 0x1f {
			file, line, function := table.PCToLine(text.Addr + uint64(at))
			places = append(places, place{file, function.Name, line})
		}
	}
	return places
}

func content(t *testing.T, section *elf.Section) []byte {
	t.Helper()
	data, err := section.Data()
	if err != nil {
		t.Fatal(err)
	}
	return data
}
