// The command gen writes what follows from the table of fields: types, shapes and tables into the sources, or with a
// folder as its argument the JSON Schemas into it.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/orbitcert/orbitcert/core/document/schema"
)

func main() {
	write := writeSources
	if len(os.Args) > 1 {
		write = func() error { return writeSchemas(os.Args[1]) }
	}
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func writeSources() error {
	sources, err := schema.Sources(os.ReadFile)
	for path, text := range sources {
		if err == nil {
			err = os.WriteFile(path, text, 0o644)
		}
	}
	return err
}

func writeSchemas(folder string) error {
	err := os.MkdirAll(folder, 0o755)
	for _, d := range schema.Documents() {
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, d.File+".json"), d.Schema, 0o644)
		}
	}
	return err
}
