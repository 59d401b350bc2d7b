package pointcloud

import (
	"errors"
	"strings"

	"github.com/orbitcert/orbitcert/core/packed"
)

// MaxClouds is the largest number of clouds that ParseAll reads from one file.
const MaxClouds = 20_000

// Named is one of the clouds of a file. Name is "" for the only one. Err says
// why it could not be read; then there is no cloud.
type Named struct {
	Name string
	File File
	Err  error
}

// ParseAll reads every cloud of a file that Parse reads parts of, in one pass,
// and the files of a ZIP archive without arrays, named by their paths. An error
// says that the file as a whole cannot be read; a single cloud carries its own.
func ParseAll(name string, data []byte, reading Reading) ([]Named, error) {
	s, err := unpack(name, data, reading, roomFor(data))
	if err != nil {
		return nil, inFile(name, err)
	}
	c := &collector{file: name, source: s, room: 8*int64(len(data)) + 64<<20 - int64(len(s.data)-len(data))}
	if packed.IsZIP(s.data) {
		err = c.archive()
	} else {
		err = s.walk(c)
		if len(c.all) == 1 {
			c.all[0].Name = ""
		}
	}
	if err != nil {
		return nil, inFile(name, within(s.inside, err))
	}
	return c.all, nil
}

// collector reads every part.
type collector struct {
	*source
	file    string
	all     []Named
	room    int64  // bytes that its clouds may still take
	content []byte // of the file of an archive unpacked last
}

var errCrowded = errors.New("the clouds take more memory than 8 times the file and 64 MB: unpack the file first")

func (c *collector) part(p Part, read func() (File, error)) error {
	if len(c.all) == MaxClouds {
		return atLine(0, "has more than %d clouds, the limit", MaxClouds)
	}
	if c.room-c.held < 8*int64(p.Count)*int64(p.Dimension) {
		return atLine(0, "%v", errCrowded)
	}
	file, err := read()
	if c.room -= 8 * int64(len(file.Cloud.Points)); c.room < c.held {
		return atLine(0, "%v", errCrowded)
	}
	c.all = append(c.all, Named{p.Name, file, inFile(c.file, within(c.inside, err))})
	return nil
}

func (c *collector) only(read func() (File, error)) error {
	file, err := read()
	if err == nil {
		c.all = append(c.all, Named{File: file})
	}
	return err
}

func (c *collector) stack(array string, clouds int, p Part, read func(i int) (File, error)) error {
	for i := range clouds {
		p.Name = sliceName(array, i)
		if err := c.part(p, func() (File, error) { return read(i) }); err != nil {
			return err
		}
	}
	return nil
}

func (c *collector) damaged(name string, err error) {
	c.all = append(c.all, Named{Name: name, Err: inFile(c.file, within(c.inside, err))})
}

// archive reads the arrays of an archive, or where it has none its files.
func (c *collector) archive() error {
	entries, err := packed.Directory(c.data, c.source.room)
	if err != nil {
		return unpacking(err)
	}
	if hasArrays(entries) {
		return c.walk(c)
	}
	for i := range entries {
		e := &entries[i]
		if strings.HasSuffix(e.Name, "/") || strings.HasPrefix(e.Name, "__MACOSX/") {
			continue
		}
		if err := c.entry(e); err != nil {
			return err
		}
	}
	if len(c.all) == 0 {
		return atByte(0, "is a ZIP archive without a cloud in it")
	}
	return nil
}

// entry reads a file of an archive.
func (c *collector) entry(e *packed.Entry) error {
	return c.part(Part{Name: e.Name}, func() (File, error) {
		content, err := c.extract(e, c.content)
		if err != nil {
			return File{}, err
		}
		c.content = content
		return parse(e.Name, content, c.reading, c.source.room-len(content))
	})
}

func hasArrays(entries []packed.Entry) bool {
	for i := range entries {
		if strings.HasSuffix(entries[i].Name, ".npy") {
			return true
		}
	}
	return false
}

// inFile puts the name of the file into an error that has none.
func inFile(name string, err error) error {
	if bad, ok := errors.AsType[*FormatError](err); ok && bad.File == "" {
		bad.File = name
	}
	if several, ok := errors.AsType[*PartsError](err); ok && several.File == "" {
		several.File = name
	}
	return err
}
