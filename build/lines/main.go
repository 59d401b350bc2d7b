// Command lines copies Go sources with a directive before each line that calls it line 1, and writes an overlay for go build:
//
//	go run ./build/lines FOLDER PACKAGE
package main

import (
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// directive names the next line; the language defines it: go doc cmd/compile, "Line directives".
const directive = "//line _.go:1\n"

// listed prints the sources of packages that Go lets an overlay replace.
const listed = `{{$folder := .Dir}}{{if or .Standard .Module.Main}}{{range .GoFiles}}{{$folder}}/{{.}}
{{end}}{{end}}`

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: lines FOLDER PACKAGE")
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

// write copies the sources of a package and of its imports into a folder, and writes overlay.json there.
func write(folder, name string) error {
	list := exec.Command("go", "list", "-deps", "-f", listed, name)
	list.Stderr = os.Stderr
	names, err := list.Output()
	if err != nil {
		return err
	}
	replaced := map[string]string{}
	for k, source := range strings.Fields(string(names)) {
		text, err := os.ReadFile(source)
		if err != nil {
			return err
		}
		replaced[source] = filepath.Join(folder, fmt.Sprintf("%d_%s", k, filepath.Base(source)))
		if err := os.WriteFile(replaced[source], flat(text), 0o644); err != nil {
			return err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "overlay.json"), overlay, 0o644)
}

// flat returns a source with a directive before each line but the first, except within a token.
func flat(source []byte) []byte {
	file := token.NewFileSet().AddFile("", -1, len(source))
	var tokens scanner.Scanner
	tokens.Init(file, source, nil, scanner.ScanComments)
	var out []byte
	from := 0
	// lines copies the source up to a place outside of tokens.
	lines := func(to int) {
		out = append(out, strings.ReplaceAll(string(source[from:to]), "\n", "\n"+directive)...)
		from = to
	}
	for {
		place, kind, text := tokens.Scan()
		at := file.Offset(place)
		switch {
		case kind == token.EOF:
			lines(len(source))
			return out
		case kind == token.STRING, kind == token.COMMENT:
			lines(at)
			from = at + len(text)
			out = append(out, source[at:from]...)
		}
	}
}
