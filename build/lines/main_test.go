package main

import (
	"go/parser"
	"go/token"
	"regexp"
	"testing"
)

const source = "package a\n\n/* a comment\nof two lines */\n//go:noinline\nfunc f() string {\n\treturn `raw\n\ntext` + // more\n\t\t\"b\"\n}\n"

func TestTextsAndCommentsStay(t *testing.T) {
	got := flat([]byte(source))
	if left := regexp.MustCompile(regexp.QuoteMeta(directive)).ReplaceAllString(string(got), ""); left != source {
		t.Errorf("without its directives the copy is %q, want %q", left, source)
	}
}

// Within a raw text the compiler counts lines on.
func TestEveryTokenIsOnTheFirstLinesOfItsText(t *testing.T) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "a.go", flat([]byte(source)), 0)
	if err != nil {
		t.Fatal(err)
	}
	function := file.Decls[0]
	if at := set.Position(function.Pos()); at.Line != 1 || at.Filename != "_.go" {
		t.Errorf("the function begins at %v, want _.go:1", at)
	}
	if at := set.Position(function.End()); at.Line != 1 {
		t.Errorf("the function ends in line %d, want 1", at.Line)
	}
}
