//go:build !js

package core

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// source is a parsed file with the room that it is in.
type source struct {
	folder string
	test   bool
	file   *ast.File
}

// sources parses all Go files below the folders, for whatever system they are.
func sources(t *testing.T, folders ...string) (all []source) {
	t.Helper()
	for _, root := range folders {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			all = append(all, source{filepath.Dir(path), strings.HasSuffix(path, "_test.go"), file})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// exported returns the names that a file exports: functions, types, variables and methods.
// Constants are values of types and limits, which are offered whole.
func exported(file *ast.File) (names []string) {
	add := func(list ...*ast.Ident) {
		for _, name := range list {
			if name.IsExported() {
				names = append(names, name.Name)
			}
		}
	}
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			add(d.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					add(s.Name)
				case *ast.ValueSpec:
					if d.Tok == token.VAR {
						add(s.Names...)
					}
				}
			}
		}
	}
	return names
}

// known are methods that the standard library and gonum call.
var known = map[string]bool{"Error": true, "Unwrap": true, "Is": true, "String": true, "MarshalJSON": true, "UnmarshalJSON": true, "MarshalText": true, "UnmarshalText": true,
	"Plot": true, "Dims": true, "X": true, "Y": true, "Z": true, "Colors": true}

// uses tells which folders select a name, and which mention it in the types of what they export.
type uses struct{ selecting, mentioning map[string]map[string]bool }

func note(to map[string]map[string]bool, name, folder string) {
	if to[name] == nil {
		to[name] = map[string]bool{}
	}
	to[name][folder] = true
}

// look notes what a file uses.
func (u uses) look(s source) {
	mention := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok {
				note(u.mentioning, name.Name, s.folder)
			}
			return true
		})
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			note(u.selecting, n.Sel.Name, s.folder)
		case *ast.FuncDecl:
			if n.Name.IsExported() {
				mention(n.Type)
			}
		case *ast.StructType:
			for _, field := range n.Fields.List {
				mention(field.Type)
			}
		}
		return true
	})
}

// needed tells whether anybody outside a folder uses a name of it. Errors are there to be told apart.
func (u uses) needed(name, folder string) bool {
	outside := len(u.selecting[name])
	if u.selecting[name][folder] {
		outside--
	}
	return outside > 0 || strings.HasSuffix(name, "Error") || u.mentioning[name][folder] || known[name]
}

// Every export has a user in another package, if only as the type of something else. Names are
// compared, not what they mean, so it lets some pass.
func TestExportsAreNeeded(t *testing.T) {
	all := sources(t, ".", "../wasm", "../build")
	found := uses{map[string]map[string]bool{}, map[string]map[string]bool{}}
	for _, s := range all {
		found.look(s)
	}
	for _, s := range all {
		if s.test || strings.HasPrefix(s.folder, "..") || s.file.Name.Name == "main" {
			continue
		}
		for _, name := range exported(s.file) {
			if !found.needed(name, s.folder) {
				t.Errorf("core/%s exports %s, which no other package uses", s.folder, name)
			}
		}
	}
}
