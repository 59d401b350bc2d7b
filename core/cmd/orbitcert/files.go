package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
)

// usualLimit is the most bytes that are read of a file without --limit.
const usualLimit = 2e9

// files opens every file that the command line reads. A file has an end: it is regular, or a pipe that the caller opened,
// and its content ends within the limit.
type files struct {
	in    io.Reader // "-"
	limit size      // bytes
}

// who names a file: the caller, or a document. A document of others may name a device or a pipe, which has no end.
type who int

const (
	byCaller who = iota
	byDocument
)

// read returns the content of a file.
func (f files) read(path string, named who) ([]byte, error) {
	if path == "-" && named == byCaller {
		return io.ReadAll(f.within(path, f.in))
	}
	opened, _, err := f.open(path, named)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	data, err := io.ReadAll(f.within(path, opened))
	return data, worded(err)
}

// open opens a file and returns its size, -1 for that of a pipe.
func (f files) open(path string, named who) (*os.File, int64, error) {
	// Before and after it is opened: opening a pipe waits for its writer, and another file may come in between.
	if info, err := os.Stat(path); err == nil {
		if err := f.check(path, info, named); err != nil {
			return nil, 0, err
		}
	}
	opened, err := os.Open(path)
	if err != nil {
		return nil, 0, worded(err)
	}
	info, err := opened.Stat()
	if err == nil {
		err = f.check(path, info, named)
	}
	if err != nil {
		opened.Close()
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return opened, -1, nil
	}
	return opened, info.Size(), nil
}

// check refuses what has no end, or one beyond the limit. Reading a folder fails later.
func (f files) check(path string, info fs.FileInfo, named who) error {
	switch kind := info.Mode().Type(); {
	case kind == 0 && info.Size() > int64(f.limit):
		return f.tooLarge(path)
	case kind == 0, kind == fs.ModeDir, kind == fs.ModeNamedPipe && named == byCaller && f.inherited(path):
		return nil
	case named == byCaller:
		return badInput{&inFile{path, errors.New("is not a regular file; give a file, - for standard input, or a pipe of the shell such as <(…)")}}
	}
	return badInput{&inFile{path, errors.New("is not a regular file; a document may name regular files only")}}
}

// inherited tells whether a path names what the caller opened: standard input, or a pipe that a shell makes for <(…). A pipe with
// a name of its own may have no writer. A served call has none of these.
func (f files) inherited(path string) bool {
	_, served := f.in.(*servedInput)
	folder, _ := filepath.Split(filepath.Clean(path))
	return !served && (folder == "/dev/fd/" || folder == "/proc/self/fd/" || filepath.Clean(path) == "/dev/stdin")
}

func (f files) tooLarge(path string) error { return badInput{&inFile{path, overLimit(f.limit)}} }

// overLimit is the error of a file that has more bytes than this. It says nothing of the data: a larger limit may do.
type overLimit int64

func (o overLimit) Error() string {
	return fmt.Sprintf("has more than %s; give --limit SIZE if it may", sizeText(int64(o)))
}

func (o overLimit) Is(target error) bool { return target == intake.ErrUnavailable }

// within reads up to the limit, and fails behind it.
func (f files) within(path string, from io.Reader) io.Reader {
	return &bounded{from, int64(f.limit), f.tooLarge(path)}
}

// bounded is a reader that fails once its source has more bytes than are left.
type bounded struct {
	io.Reader
	left int64
	more error
}

func (b *bounded) Read(data []byte) (int, error) {
	n, err := b.Reader.Read(data[:min(int64(len(data)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		return n, b.more
	}
	return n, err
}
