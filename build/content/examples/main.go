// Command examples writes the request documents that the page offers as
// examples:
//
//	go run ./build/content/examples
//
// run in the top folder writes site/examples. Every cloud is made here, from
// formulas, two images and fixed seeds. The same source gives the same
// bytes, and a test compares them with the files in the tree.
package main

import (
	"log"
	"os"
	"path/filepath"
)

// folder is where the page expects the examples, from the top folder.
const folder = "site/examples"

func main() {
	log.SetFlags(0)
	files, err := Files()
	if err != nil {
		log.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		log.Fatal(err)
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
