package pointcloud

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// MaxClouds is the largest number of clouds that ParseAll reads from one file, maxShelf that OpenAll lists.
const MaxClouds, maxShelf = 20_000, 10_000_000

// Named is one of the clouds of a file. Name is "" for the only one. Err is the
// reason if the cloud could not be read.
type Named struct {
	Name string
	File File
	Err  error
}

// ParseAll reads every cloud of a file that Parse reads parts of, in one pass,
// and the files of a ZIP archive without arrays, named by their paths. An error
// says that the file as a whole cannot be read; a single cloud carries its own.
func ParseAll(name string, data []byte, reading Reading) (all []Named, err error) {
	shelf, err := openHeld(name, data, reading, MaxClouds)
	if err != nil {
		file, err := sampledAlone(name, data, reading, err)
		if err != nil {
			return nil, err
		}
		return []Named{{File: file}}, nil
	}
	room := 8*int64(len(data)) + 64<<20 - int64(len(shelf.source.data)-len(data))
	crowded := inFile(name, atLine(0, "the clouds take more memory than 8 times the file and 64 MB; unpack the file first"))
	for i, part := range shelf.names {
		if room-shelf.held < shelf.sizes[i] {
			return nil, crowded
		}
		file, err := shelf.Read(i)
		if err != nil && part == "" {
			return nil, err
		}
		if room -= file.Cloud.size(); room < shelf.held {
			return nil, crowded
		}
		all = append(all, Named{part, file, err})
	}
	return all, nil
}

// sampledAlone reads a sample of a file of one cloud that was refused, where the reading asks for one, or offers it.
func sampledAlone(name string, data []byte, reading Reading, refused error) (File, error) {
	if !isTooMany(refused) {
		return File{}, refused
	}
	file, err := Parse(name, data, reading)
	if Remedies(err) != nil || err == nil {
		return file, err
	}
	return File{}, refused
}

// walkAll goes through all clouds: of an archive without arrays, those of its files.
func (s *source) walkAll(found parts) error {
	if !packed.IsZIP(s.data) {
		return s.walk(found)
	}
	entries, err := packed.Directory(bytes.NewReader(s.data), len(s.data), s.room)
	if err != nil {
		return unpacking(err)
	}
	if hasArrays(entries) {
		return s.walk(found)
	}
	if err := s.refuseArchive(entries); err != nil {
		return err
	}
	var content []byte // of the file unpacked last
	any := false
	for i := range entries {
		e := &entries[i]
		if isHidden(e.Name) {
			continue
		}
		any = true
		err := found.part(Part{Name: e.Name}, func() (file File, err error) {
			if content, err = s.extract(e, content); err != nil {
				return File{}, err
			}
			return parse(e.Name, content, s.reading, s.room-len(content))
		})
		if err != nil {
			return err
		}
	}
	if !any {
		return atLine(0, "the ZIP archive has no cloud")
	}
	return nil
}

// Shelf reads the clouds of a file one by one, in any order. It is not safe for
// concurrent use.
type Shelf struct {
	*source
	file  string
	data  []byte // of one that is held
	most  int    // clouds
	names []string
	sizes []int64 // of the clouds in bytes, 0 where that is not known
	reads []func() (File, error)
}

// OpenAll lists the clouds that ParseAll reads and reads none yet. It keeps little of an
// array of several clouds and of a NumPy archive in memory, and all of any other file.
// I/O errors are returned unchanged.
func OpenAll(name string, file io.ReaderAt, size int64, reading Reading) (*Shelf, error) {
	head := make([]byte, min(size, 1<<12))
	if n, err := file.ReadAt(head, 0); n < len(head) {
		return nil, err
	}
	if shelf := openStack(name, file, head, int(size), reading); shelf != nil {
		return shelf, nil
	}
	if packed.IsZIP(head) {
		if shelf, err := openArchive(name, file, int(size), reading); shelf != nil || err != nil {
			return shelf, err
		}
	}
	data := make([]byte, size)
	if n, err := file.ReadAt(data, 0); n < len(data) {
		return nil, err
	}
	return openHeld(name, data, reading, maxShelf)
}

// openHeld holds the file, of so many clouds at most.
func openHeld(name string, data []byte, reading Reading, most int) (*Shelf, error) {
	s, err := unpack(name, data, reading, roomFor(len(data)))
	if err != nil {
		return nil, inFile(name, err)
	}
	shelf := &Shelf{source: s, file: name, data: data, most: most}
	if err := s.walkAll(shelf); err != nil {
		return nil, inFile(name, within(s.inside, err))
	}
	if len(shelf.names) == 1 && !packed.IsZIP(s.data) {
		shelf.names[0] = ""
	}
	return shelf, nil
}

// Names returns the names of the clouds, "" for the only one.
func (s *Shelf) Names() []string { return s.names }

// Read reads cloud i.
func (s *Shelf) Read(i int) (File, error) {
	s.total = 0 // what was unpacked before is not kept
	file, err := s.reads[i]()
	if err != nil && len(s.reads) == 1 {
		return sampledAlone(s.file, s.data, s.reading, inFile(s.file, within(s.inside, err)))
	}
	if err == nil {
		file, err = file.sampled(s.reading.Sample)
	}
	return file, inFile(s.file, within(s.inside, err))
}

func (s *Shelf) only(read func() (File, error)) error { return s.part(Part{}, read) }

func (s *Shelf) part(p Part, read func() (File, error)) error {
	if len(s.names) == s.most {
		return atLine(0, "has more than %d clouds, the limit", s.most)
	}
	s.names, s.sizes, s.reads = append(s.names, p.Name), append(s.sizes, 8*int64(p.Count)*int64(p.Dimension)), append(s.reads, read)
	return nil
}

func (s *Shelf) stack(array string, clouds int, p Part, read func(i int) (File, error)) error {
	for i := range clouds {
		p.Name = sliceName(array, i)
		if err := s.part(p, func() (File, error) { return read(i) }); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shelf) damaged(name string, err error) {
	_ = s.part(Part{Name: name}, func() (File, error) { return File{}, err })
}

func hasArrays(entries []packed.Entry) bool {
	return slices.ContainsFunc(entries, func(e packed.Entry) bool { return strings.HasSuffix(e.Name, ".npy") })
}

// inFile puts the name of the file into an error that has none.
func inFile(name string, err error) error {
	if bad, ok := errors.AsType[*FormatError](err); ok {
		bad.File = cmp.Or(bad.File, name)
	}
	if several, ok := errors.AsType[*PartsError](err); ok {
		several.File = cmp.Or(several.File, name)
	}
	return err
}

// readFiles reads the clouds of an archive without arrays: the only file in it that is
// called as a cloud is, or one that is chosen. Names are only names here: nothing is
// written, wherever they lead.
func (s *source) readFiles(entries []packed.Entry, found parts) error {
	if s.nested {
		return atLine(0, "a ZIP archive within an archive; unpack it first")
	}
	if err := s.refuseArchive(entries); err != nil {
		return err
	}
	clouds, others, err := cloudFiles(entries)
	switch {
	case err != nil:
		return err
	case len(clouds) == 0:
		return atLine(0, "no file of the ZIP archive has the ending of a cloud; unpack it and choose one")
	case len(clouds) == 1:
		return s.readOnlyFile(clouds[0], others, found)
	}
	for _, e := range clouds {
		if err := found.part(Part{Name: e.Name}, func() (File, error) { return s.readFile(e) }); err != nil {
			return err
		}
	}
	return nil
}

// cloudFiles returns the files that are called as clouds are, and how many others there are.
func cloudFiles(entries []packed.Entry) (clouds []*packed.Entry, others int, err error) {
	seen := map[string]bool{}
	for i := range entries {
		e := &entries[i]
		switch {
		case isHidden(e.Name):
		case formatOfName(unpackedName(e.Name)) == nil:
			others++
		case seen[e.Name]:
			return nil, 0, atByte(e.At, "has the file %s twice", quote([]byte(e.Name)))
		default:
			seen[e.Name] = true
			clouds = append(clouds, e)
		}
	}
	return clouds, others, nil
}

// isHidden tells whether an entry is a folder, or what systems put beside files: .DS_Store,
// and __MACOSX with a file for each.
func isHidden(name string) bool {
	base := name[strings.LastIndexByte(name, '/')+1:]
	return base == "" || base[0] == '.' || strings.HasPrefix(name, "__MACOSX/")
}

// open unpacks a file of the archive.
func (s *source) open(e *packed.Entry, reading Reading) (*source, error) {
	content, err := s.extract(e, nil)
	if err != nil {
		return nil, err
	}
	inner, err := unpack(e.Name, content, reading, s.room-len(content))
	if err != nil {
		return nil, within(e.Name, err)
	}
	inner.nested = true
	return inner, nil
}

// readOnlyFile goes through the clouds of the only file.
func (s *source) readOnlyFile(e *packed.Entry, others int, found parts) error {
	inner, err := s.open(e, s.reading)
	if err != nil {
		return err
	}
	n := note("%s is read, the only cloud in the archive.", quote([]byte(e.Name)))
	if others > 0 {
		n = note("%s is read, the only cloud among %d files of the archive.", quote([]byte(e.Name)), others+1)
	}
	return within(e.Name, within(inner.inside, inner.walk(&through{found, func(file File, err error) (File, error) {
		file.Notes = append([]Note{n}, file.Notes...)
		return file, within(e.Name, err)
	}})))
}

// readFile reads one of several files.
func (s *source) readFile(e *packed.Entry) (File, error) {
	reading := s.reading
	reading.Part = ""
	inner, err := s.open(e, reading)
	if err != nil {
		return File{}, err
	}
	c := catalogue{}
	var file File
	if err = inner.walk(&c); err == nil {
		file, err = c.file()
	}
	if several, ok := err.(*PartsError); ok {
		err = atLine(0, "has %d clouds; unpack the archive and open this file alone", several.Total)
	}
	return file, within(e.Name, within(inner.inside, err))
}
