package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/orbitcert/orbitcert/core/dataset"
	"github.com/orbitcert/orbitcert/core/document"
)

// file is an open file of which the size is known.
type file struct {
	*os.File
	size int64
}

func (f file) Size() int64 { return f.size }

// unlucky are errors of a machine, a network or a disk: what they hit is not bad input.
var unlucky = []error{
	syscall.EIO, syscall.ESTALE, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EAGAIN, syscall.ETIMEDOUT,
}

// openSource opens a file. What is no plain file, a pipe say, is read at once.
func openSource(path string) (dataset.Source, error) {
	opened, err := os.Open(path)
	for _, one := range unlucky {
		if errors.Is(err, one) {
			return nil, fmt.Errorf("%w: %w", dataset.ErrUnavailable, err)
		}
	}
	if err != nil {
		return nil, worded(err)
	}
	info, err := opened.Stat()
	if err == nil && info.Mode().IsRegular() && !isMarkedText(opened, path) {
		return file{opened, info.Size()}, nil
	}
	opened.Close()
	data, err := os.ReadFile(path)
	if isTextName(path) {
		data = document.Text(data)
	}
	return dataset.Memory(data), worded(err)
}

// isTextName tells whether a file is text by its name: a document, or a table of votes.
func isTextName(path string) bool {
	return slices.Contains([]string{".json", ".jsonl", ".ndjson", ".csv", ".tsv"}, strings.ToLower(filepath.Ext(path)))
}

// isMarkedText tells whether a text has to be written as UTF-8 first.
func isMarkedText(file io.ReaderAt, path string) bool {
	head := make([]byte, 4)
	n, _ := file.ReadAt(head, 0)
	return isTextName(path) && document.IsMarked(head[:n])
}

// inWords is an error in words of its own.
type inWords struct {
	error
	words string
}

func (e inWords) Error() string { return e.words }

func (e inWords) Unwrap() error { return e.error }

// worded puts what keeps a file from being read in words that are the same on every system, since results of runs have them.
func worded(err error) error {
	var at *fs.PathError
	if !errors.As(err, &at) {
		return err
	}
	words := ""
	info, unknown := os.Stat(at.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		words = "no such file or directory"
	case unknown == nil && info.IsDir():
		words = "is a directory"
	case errors.Is(err, fs.ErrPermission):
		words = "permission denied"
	default:
		return err
	}
	return &fs.PathError{Op: at.Op, Path: at.Path, Err: inWords{at.Err, words}}
}
