package pointcloud

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/packed"
)

// readNPZ reads an array of a NumPy archive: a ZIP archive, stored or deflated,
// of files NAME.npy. Arrays that are no cloud are left out of the choice.
func readNPZ(data []byte, start int, part string) (File, error) {
	entries, err := packed.Directory(data[start:])
	if err != nil {
		return File{}, unpacking(err)
	}
	a := npzArchive{data: data[start:], catalogue: catalogue{want: part}}
	for i := range entries {
		if err := a.list(&entries[i]); err != nil {
			return File{}, err
		}
	}
	if a.total == 0 {
		return File{}, a.nothing()
	}
	if err := a.err(); err != nil {
		return File{}, err
	}
	cloud, err := a.read()
	return File{Cloud: cloud}, err
}

type npzArchive struct {
	catalogue
	data     []byte
	names    []string      // of the arrays seen
	entry    *packed.Entry // that holds the part to read
	slice    int           // of its array
	header   []byte        // room for one
	unfit    error         // why the first array that is no cloud is none
	unfitted string        // its file
}

// list enters the clouds of an array into the catalogue.
func (a *npzArchive) list(e *packed.Entry) error {
	name, ok := strings.CutSuffix(e.Name, ".npy")
	if !ok {
		return nil
	}
	if slices.Contains(a.names, name) {
		return atByte(e.At, "has the array %s twice", quote([]byte(name)))
	}
	a.names = append(a.names, name)
	h, err := a.peek(e)
	if err == nil {
		err = h.checkSize(e.Size)
	}
	if err != nil {
		if a.unfit == nil {
			a.unfit, a.unfitted = err, e.Name
		}
		return nil
	}
	if slice, found := h.list(&a.catalogue, name); found {
		a.entry, a.slice = e, slice
	}
	return nil
}

// peek unpacks and reads no more than the header of an array, whose length the
// first bytes say.
func (a *npzArchive) peek(e *packed.Entry) (*npyHeader, error) {
	const before = 12
	start, err := e.Head(a.data, a.header[:0], before)
	if err != nil {
		return nil, unpacking(err)
	}
	text := 0
	if len(start) == before && start[6] == 1 {
		text = int(binary.LittleEndian.Uint16(start[8:])) - 2
	} else if len(start) == before {
		text = int(min(binary.LittleEndian.Uint32(start[8:]), maxNPYHeader))
	}
	if a.header, err = e.Head(a.data, start[:0], before+max(0, text)); err != nil {
		return nil, unpacking(err)
	}
	return readNPYHeader(a.header, 0)
}

func (a *npzArchive) read() (Cloud, error) {
	content, err := a.entry.Content(a.data)
	if err != nil {
		return Cloud{}, unpacking(err)
	}
	h, err := readNPYHeader(content, 0)
	if err != nil {
		return Cloud{}, within(a.entry.Name, err)
	}
	cloud, err := h.readSlice(content, a.slice)
	return cloud, within(a.entry.Name, err)
}

// nothing says why the archive has no cloud.
func (a *npzArchive) nothing() error {
	if a.unfit == nil {
		return atByte(0, "is a ZIP archive without arrays (.npy files, as NPZ has them); unpack it and choose one of its files")
	}
	message := a.unfit.Error()
	if bad, ok := errors.AsType[*FormatError](a.unfit); ok {
		message = bad.Message
	}
	return atByte(0, "has %d arrays, none of which is a cloud; the first, %s: %s", len(a.names), quote([]byte(a.unfitted)), message)
}
