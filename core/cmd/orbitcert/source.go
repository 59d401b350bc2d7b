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

	"github.com/orbitcert/orbitcert/core/dataset/intake"
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

// source opens a file that is read in pieces. A pipe, and text that has to be written as UTF-8 first, are read at once.
func (f files) source(path string, named who) (intake.Source, error) {
	opened, size, err := f.open(path, named)
	for _, one := range unlucky {
		if errors.Is(err, one) {
			return nil, fmt.Errorf("%w: %w", intake.ErrUnavailable, err)
		}
	}
	if err != nil {
		return nil, err
	}
	if size >= 0 && !isMarkedText(opened, path) {
		return file{opened, size}, nil
	}
	defer opened.Close()
	data, err := io.ReadAll(f.within(path, opened))
	if isTextName(path) {
		data = document.Text(data)
	}
	return intake.Memory(data), worded(err)
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
