package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/orbitcert/orbitcert/core/dataset"
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
		return nil, err
	}
	info, err := opened.Stat()
	if err == nil && info.Mode().IsRegular() {
		return file{opened, info.Size()}, nil
	}
	opened.Close()
	data, err := os.ReadFile(path)
	return dataset.Memory(data), err
}
