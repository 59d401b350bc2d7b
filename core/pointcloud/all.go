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
func (s *source) walkAll(found parts) {
	var entries []packed.Entry
	if packed.IsZIP(s.data) {
		entries = s.directory(bytes.NewReader(s.data))
	}
	if entries == nil || hasArrays(entries) {
		s.walk(found)
		return
	}
	s.refuseArchive(entries)
	var content []byte // of the file unpacked last
	any := false
	for i := range entries {
		e := &entries[i]
		if isHidden(e.Name) {
			continue
		}
		any = true
		found.part(Part{Name: e.Name}, func() File {
			content = s.extract(e, content)
			file, err := parse(e.Name, content, s.reading, s.room-len(content))
			stop(err)
			return file
		})
	}
	if !any {
		nowhere("the ZIP archive has no cloud")
	}
}

// directory lists the files of an archive.
func (s *source) directory(file io.ReaderAt) []packed.Entry {
	entries, err := packed.Directory(file, s.size-s.start, s.room)
	stop(unpacking(err))
	return entries
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
	reads []func() File
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
	shelf := &Shelf{file: name, data: data, most: most}
	err := try(func() {
		shelf.source = unpack(name, data, reading, roomFor(len(data)))
		inside(shelf.inside, func() { shelf.walkAll(shelf) })
	})
	if err != nil {
		return nil, inFile(name, err)
	}
	if len(shelf.names) == 1 && !packed.IsZIP(shelf.source.data) {
		shelf.names[0] = ""
	}
	return shelf, nil
}

// Names returns the names of the clouds, "" for the only one.
func (s *Shelf) Names() []string { return s.names }

// Read reads cloud i.
func (s *Shelf) Read(i int) (file File, err error) {
	s.total = 0 // what was unpacked before is not kept
	err = try(func() { file = s.reads[i]() })
	if err != nil && len(s.reads) == 1 {
		return sampledAlone(s.file, s.data, s.reading, inFile(s.file, within(s.inside, err)))
	}
	if err == nil {
		file, err = file.sampled(s.reading.Sample)
	}
	return file, inFile(s.file, within(s.inside, err))
}

func (s *Shelf) only(read func() File) { s.part(Part{}, read) }

func (s *Shelf) part(p Part, read func() File) {
	if len(s.names) == s.most {
		nowhere("has more than %d clouds, the limit", s.most)
	}
	s.names, s.sizes, s.reads = append(s.names, p.Name), append(s.sizes, 8*int64(p.Count)*int64(p.Dimension)), append(s.reads, read)
}

func (s *Shelf) stack(array string, clouds int, p Part, read func(i int) File) {
	for i := range clouds {
		p.Name = sliceName(array, i)
		s.part(p, func() File { return read(i) })
	}
}

func (s *Shelf) damaged(name string, err error) {
	s.part(Part{Name: name}, func() File {
		stop(err)
		return File{}
	})
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
func (s *source) readFiles(entries []packed.Entry, found parts) {
	if s.nested {
		nowhere("a ZIP archive within an archive; unpack it first")
	}
	s.refuseArchive(entries)
	clouds, others := cloudFiles(entries)
	switch len(clouds) {
	case 0:
		nowhere("no file of the ZIP archive has the ending of a cloud; unpack it and choose one")
	case 1:
		s.readOnlyFile(clouds[0], others, found)
		return
	}
	for _, e := range clouds {
		found.part(Part{Name: e.Name}, func() File { return s.readFile(e) })
	}
}

// cloudFiles returns the files that are called as clouds are, and how many others there are.
func cloudFiles(entries []packed.Entry) (clouds []*packed.Entry, others int) {
	seen := map[string]bool{}
	for i := range entries {
		e := &entries[i]
		switch {
		case isHidden(e.Name):
		case formatOfName(unpackedName(e.Name)) == nil:
			others++
		case seen[e.Name]:
			stop(atByte(e.At, "has the file %s twice", quote([]byte(e.Name))))
		default:
			seen[e.Name] = true
			clouds = append(clouds, e)
		}
	}
	return clouds, others
}

// isHidden tells whether an entry is a folder, or what systems put beside files: .DS_Store,
// and __MACOSX with a file for each.
func isHidden(name string) bool {
	base := name[strings.LastIndexByte(name, '/')+1:]
	return base == "" || base[0] == '.' || strings.HasPrefix(name, "__MACOSX/")
}

// open unpacks a file of the archive.
func (s *source) open(e *packed.Entry, reading Reading) (inner *source) {
	content := s.extract(e, nil)
	inside(e.Name, func() { inner = unpack(e.Name, content, reading, s.room-len(content)) })
	inner.nested = true
	return inner
}

// readOnlyFile goes through the clouds of the only file.
func (s *source) readOnlyFile(e *packed.Entry, others int, found parts) {
	inner := s.open(e, s.reading)
	n := note("%s is read, the only cloud in the archive.", quote([]byte(e.Name)))
	if others > 0 {
		n = note("%s is read, the only cloud among %d files of the archive.", quote([]byte(e.Name)), others+1)
	}
	inside(e.Name, func() {
		inside(inner.inside, func() {
			inner.walk(&through{found, func(read func() File) (file File) {
				inside(e.Name, func() { file = read() })
				file.Notes = append([]Note{n}, file.Notes...)
				return file
			}})
		})
	})
}

// readFile reads one of several files.
func (s *source) readFile(e *packed.Entry) (file File) {
	reading := s.reading
	reading.Part = ""
	inner := s.open(e, reading)
	inside(e.Name, func() {
		err := try(func() { file = inner.file("") })
		if several, ok := err.(*PartsError); ok {
			inside(inner.inside, func() { nowhere("has %d clouds; unpack the archive and open this file alone", several.Total) })
		}
		stop(err)
	})
	return file
}
