package main

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The program exposes the functions that js/certifier/functions.js lists:
// the same names, arguments and results.
func TestProtocol(t *testing.T) {
	declared, exposed := declaredCalls(t), exposedCalls(t)
	delete(exposed, "build") // worker.js alone calls it, before it takes calls
	if len(exposed) == 0 {
		t.Fatal("nothing is exposed")
	}
	names := slices.Sorted(maps.Keys(exposed))
	for name := range declared {
		if _, both := exposed[name]; !both {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if exposed[name] != declared[name] {
			t.Errorf("%s: the program exposes %q, the protocol says %q", name, exposed[name], declared[name])
		}
	}
}

// exposedCalls reads from the sources which functions expose is given, with their
// signatures as JavaScript sees them.
func exposedCalls(t *testing.T) map[string]string {
	functions, names := map[string]*ast.FuncType{}, map[string]string{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				functions[n.Name.Name] = n.Type
			case *ast.CallExpr:
				if called, ok := n.Fun.(*ast.Ident); ok && called.Name == "expose" {
					name, _ := strconv.Unquote(n.Args[0].(*ast.BasicLit).Value)
					names[name] = nameOf(n.Args[1])
				}
			}
			return true
		})
	}
	calls := map[string]string{}
	for name, function := range names {
		calls[name] = signature(functions[function])
	}
	return calls
}

// nameOf returns the name of a function or of a method, "" for a literal.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// signature writes a type as JavaScript sees it: a last error is thrown, and two
// results are a list.
func signature(f *ast.FuncType) string {
	if f == nil {
		return ""
	}
	results := slices.DeleteFunc(types(f.Results), func(s string) bool { return s == "error" })
	result := "void"
	switch len(results) {
	case 0:
	case 1:
		result = results[0]
	default:
		result = "[" + strings.Join(results, ", ") + "]"
	}
	return "(" + strings.Join(types(f.Params), ", ") + ") => " + result
}

func types(fields *ast.FieldList) (list []string) {
	if fields == nil {
		return nil
	}
	in := map[string]string{
		"int": "number", "float64": "number", "bool": "boolean", "Bytes": "Uint8Array", "Numbers": "Uint8Array", "error": "error",
	}
	for _, field := range fields.List {
		name := "string" // of any other type, as JSON
		if plain, ok := field.Type.(*ast.Ident); ok {
			name = cmp.Or(in[plain.Name], name)
		}
		for range max(1, len(field.Names)) {
			list = append(list, name)
		}
	}
	return list
}

var (
	property  = regexp.MustCompile(`@property \{(\([^}]*)\} (\w+)`)
	parameter = regexp.MustCompile(`\w+: `)
	fold      = regexp.MustCompile(`\s*\n \*\s+`)
)

// declaredCalls reads the functions of the protocol, without the names of arguments.
func declaredCalls(t *testing.T) map[string]string {
	text, err := os.ReadFile("../../js/certifier/functions.js")
	if err != nil {
		t.Fatal(err)
	}
	_, functions, found := strings.Cut(string(text), "@typedef {object} Functions")
	functions, _, ended := strings.Cut(functions, "*/")
	if !found || !ended {
		t.Fatal("the protocol has no Functions")
	}
	calls := map[string]string{}
	for _, match := range property.FindAllStringSubmatch(fold.ReplaceAllString(functions, " "), -1) {
		signature := parameter.ReplaceAllString(match[1], "")
		calls[match[2]] = strings.ReplaceAll(signature, "Step", "[string, string]")
	}
	return calls
}
