package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Source is an open file.
type Source interface {
	io.ReaderAt
	io.Closer
	Size() int64
}

// Open opens a file that a run document names.
type Open func(path string) (Source, error)

// ErrUnavailable is in errors that say nothing of the data, but of the machine that could
// not read it: it is no result, and may go well another time.
var ErrUnavailable = errors.New("cannot be read now")

// memory is a source that is held.
type memory struct{ *bytes.Reader }

// Memory returns data as a source.
func Memory(data []byte) Source { return memory{bytes.NewReader(data)} }

func (memory) Close() error { return nil }

// readSpan reads a piece of a source.
func readSpan(from io.ReaderAt, offset, length int64) ([]byte, error) {
	data := make([]byte, length)
	if n, err := from.ReadAt(data, offset); int64(n) < length {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return data, nil
}

// origin is where a cloud is read from when its turn comes.
type origin struct {
	path string // of a file; "" is the run document
	// offset and length are those of the text of the entry; of length 0 is a file of
	// clouds, which is read so.
	offset, length int64
	reading        pointcloud.Reading
}

// digest names the origin by what the run document says.
func (f *origin) digest() (sum [32]byte) {
	return digestOf("file", judging.JSONLine([]any{f.path, f.reading}))
}

// load reads the cloud of an entry, where that was put off. What is wrong with the cloud
// is a failure of the entry; errors are of the machine.
func (c *Collection) load(e Entry) (Entry, error) {
	from := e.from
	if from == nil {
		return e, nil
	}
	if from.length > 0 {
		return c.loadText(e)
	}
	var file pointcloud.File
	var err error
	if from.reading.Part != "" {
		file, err = c.openFiles.read(c.open, from.path, from.reading)
	} else {
		var data []byte
		if data, err = c.read(from.path); err == nil {
			file, err = pointcloud.Parse(from.path, data, from.reading)
		}
	}
	if errors.Is(err, ErrUnavailable) {
		return e, err
	}
	e.set(file, err)
	return e, nil
}

// loadText reads the text of an entry again.
func (c *Collection) loadText(e Entry) (Entry, error) {
	source, err := c.source(e.from.path)
	if err != nil {
		return e, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	defer source.Close()
	text, err := readSpan(source, e.from.offset, e.from.length)
	if err != nil {
		return e, err
	}
	o, err := document.Parse(e.place, text)
	if err != nil { // it was one before
		return e, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	e.takePoints(o)
	return e, nil
}

// takePoints takes the points that stand in the entry, and what attacks have made of them.
func (e *Entry) takePoints(o *document.Object) {
	err := certificate.TakePoints(o, &e.Cloud)
	if err == nil {
		e.Cloud.Attributes, err = pointcloud.TakeAttributes(o, e.Cloud.Count())
	}
	if err == nil {
		err = certificate.CheckCoordinates("points", e.Cloud)
	}
	if err == nil {
		err = e.takeAttacked(o)
	}
	if err != nil {
		e.fail("%v", err)
	}
}

// set takes the cloud of a file.
func (e *Entry) set(file pointcloud.File, err error) {
	e.Cloud, e.file = file.Cloud, file
	if err == nil {
		err = certificate.CheckCoordinates("points", file.Cloud)
	}
	if err != nil {
		e.fail("%v", err)
		e.remedies = pointcloud.Remedies(err)
	}
}

// source opens a file, or the run document.
func (c *Collection) source(path string) (Source, error) {
	if path == "" {
		return held{c.document}, nil
	}
	return c.open(path)
}

// held is a source that others close.
type held struct{ Source }

func (held) Close() error { return nil }

// read returns the content of a file.
func (c *Collection) read(path string) ([]byte, error) { return readFile(c.open, path) }

func readFile(open Open, path string) ([]byte, error) {
	source, err := open(path)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	return readSpan(source, 0, source.Size())
}

// openFiles holds the file of several clouds that was read last: its clouds follow each
// other.
type openFiles struct {
	mutex sync.Mutex
	key   string
	shelf *pointcloud.Shelf
	file  Source // of the shelf
}

// read reads the part of a file.
func (s *openFiles) read(open Open, path string, reading pointcloud.Reading) (pointcloud.File, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	whole := reading
	whole.Part = ""
	shelf, err := s.take(open, path, whole)
	if err != nil {
		return pointcloud.File{}, err
	}
	if i := slices.Index(shelf.Names(), reading.Part); i >= 0 {
		return shelf.Read(i)
	}
	data, err := readFile(open, path) // the only cloud by a name, or none: either is rare
	if err != nil {
		return pointcloud.File{}, err
	}
	return pointcloud.Parse(path, data, reading)
}

// take returns a file of clouds, the one taken before where it is the same.
func (s *openFiles) take(open Open, path string, reading pointcloud.Reading) (*pointcloud.Shelf, error) {
	options, err := json.Marshal(reading)
	if err != nil {
		return nil, err
	}
	key := path + string(options)
	if s.shelf != nil && s.key == key {
		return s.shelf, nil
	}
	if s.shelf != nil {
		s.shelf = nil // two would be twice the memory
		s.file.Close()
	}
	if s.file, err = open(path); err != nil {
		return nil, err
	}
	if s.shelf, err = pointcloud.OpenAll(path, available{s.file}, s.file.Size(), reading); err != nil {
		s.file.Close()
		return nil, err
	}
	s.key = key
	return s.shelf, nil
}

// available is a source whose errors are known for what they are.
type available struct{ Source }

func (a available) ReadAt(data []byte, offset int64) (int, error) {
	n, err := a.Source.ReadAt(data, offset)
	if n < len(data) {
		return n, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return n, nil
}
