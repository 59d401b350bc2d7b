package pointcloud

import (
	"strings"

	"github.com/orbitcert/orbitcert/core/internal/packed"
)

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
	return within(e.Name, within(inner.inside, inner.walk(&unpackedParts{parts: found, note: n, name: e.Name})))
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

// unpackedParts are those of a file in an archive.
type unpackedParts struct {
	parts
	name string
	note Note
}

func (u *unpackedParts) only(read func() (File, error)) error {
	return u.parts.only(func() (File, error) { return u.told(read()) })
}

func (u *unpackedParts) part(p Part, read func() (File, error)) error {
	return u.parts.part(p, func() (File, error) { return u.told(read()) })
}

func (u *unpackedParts) stack(array string, clouds int, p Part, read func(i int) (File, error)) error {
	return u.parts.stack(array, clouds, p, func(i int) (File, error) { return u.told(read(i)) })
}

// told adds the note, or the place of the file to an error.
func (u *unpackedParts) told(file File, err error) (File, error) {
	if err != nil {
		return file, within(u.name, err)
	}
	file.Notes = append([]Note{u.note}, file.Notes...)
	return file, nil
}
