//go:build !js

package core

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// A file is named a table if a program in the tree has generated it, and its first line names that program.
func TestTablesAreGenerated(t *testing.T) {
	header := regexp.MustCompile(`^// (?:Code g|G)enerated by (\S+?)[.;] .*DO NOT EDIT\.\n`)
	tables := 0
	for _, pattern := range []string{"*/*_table.go", "*/*_table_test.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			tables++
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			found := header.FindSubmatch(text)
			if found == nil {
				t.Errorf("%s: does not say which program has generated it", path)
				continue
			}
			generator := string(found[1])
			_, here := os.Stat(filepath.Join(filepath.Dir(path), generator))
			if _, above := os.Stat(generator); here != nil && above != nil {
				t.Errorf("%s: %s is not in the tree", path, generator)
			}
		}
	}
	if tables < 4 {
		t.Errorf("%d tables", tables)
	}
}
