package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/orbitcert/orbitcert/core/dataset/results"
)

// partEnding is how the files of parts end: the other files of a folder are left alone.
const partEnding = ".part.jsonl"

// readParts takes all parts in a folder, in the order of their names.
func (f files) readParts(parts *results.Parts, folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return badInput{err}
	}
	for _, e := range entries {
		if matches, _ := filepath.Match("*"+partEnding, e.Name()); !matches {
			continue
		}
		if err := f.readPart(parts, filepath.Join(folder, e.Name())); err != nil {
			return badInput{err}
		}
	}
	return nil
}

func (f files) readPart(parts *results.Parts, path string) error {
	file, _, err := f.open(path, byDocument)
	if err != nil {
		return err
	}
	defer file.Close()
	return parts.Read(path, f.within(path, file))
}

// newPart begins a file with a unique name: two attempts at one shard write two.
func newPart(folder string, header *results.Header) (*os.File, error) {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%d-of-%d.%d%s", header.Index, header.Of, n, partEnding)
		file, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, badInput{err}
		}
		if _, err := file.Write(header.Line()); err != nil {
			file.Close()
			return nil, err
		}
		return file, nil
	}
}
