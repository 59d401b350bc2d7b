package pointcloud

import (
	"errors"
	"fmt"
	"strings"

	"github.com/orbitcert/orbitcert/core/packed"
)

// Named is one of the clouds of a file. Name is "" for the only one. Err says
// why it could not be read; then there is no cloud.
type Named struct {
	Name  string
	Cloud Cloud
	Err   error
}

// ParseAll reads every cloud of a file that Parse reads parts of, each array
// unpacked once, and the files of a ZIP archive without arrays, named by their
// paths. An error says that the file as a whole cannot be read; a single cloud
// carries its own.
func ParseAll(name string, data []byte) ([]Named, error) {
	if packed.IsGzip(data) {
		content, err := gunzip(data)
		if err != nil {
			return nil, inFile(name, err)
		}
		name, data = unpackedName(name), content
	}
	var all []Named
	var err error
	switch {
	case packed.IsZIP(data):
		all, err = readAllZIP(data)
	case isNPY(data):
		all, err = readAllNPY("", data, true)
	default:
		return parseParts(name, data)
	}
	return all, inFile(name, err)
}

// inFile puts the name of the file into an error.
func inFile(name string, err error) error {
	if bad, ok := errors.AsType[*FormatError](err); ok {
		bad.File = name
	}
	return err
}

// parseParts reads the parts of a file one after another.
func parseParts(name string, data []byte) ([]Named, error) {
	file, err := Parse(name, data, "")
	several, ok := errors.AsType[*PartsError](err)
	switch {
	case err == nil:
		return []Named{{Cloud: file.Cloud}}, nil
	case !ok:
		return nil, err
	case several.Total > len(several.Parts):
		return nil, inFile(name, atLine(0, "has %d clouds; at most %d are read from one such file", several.Total, len(several.Parts)))
	}
	all := make([]Named, 0, several.Total)
	for _, p := range several.Parts {
		file, err := Parse(name, data, p.Name)
		all = append(all, Named{p.Name, file.Cloud, err})
	}
	return all, nil
}

// readAllZIP reads the arrays of an archive, or where it has none its files.
func readAllZIP(data []byte) (all []Named, err error) {
	entries, err := packed.Directory(data)
	if err != nil {
		return nil, unpacking(err)
	}
	arrays, left := hasArrays(entries), packed.MaxUnpacked
	for i := range entries {
		e := &entries[i]
		array, isArray := strings.CutSuffix(e.Name, ".npy")
		if isArray != arrays || strings.HasSuffix(e.Name, "/") || strings.HasPrefix(e.Name, "__MACOSX/") {
			continue
		}
		if left -= e.Size; left < 0 {
			return nil, atByte(e.At, "the archive unpacks to more than %d MiB", packed.MaxUnpacked>>20)
		}
		content, err := e.Content(data)
		switch {
		case err != nil:
			all = append(all, Named{Name: e.Name, Err: unpacking(err)})
		case arrays:
			several, err := readAllNPY(array, content, false)
			if err == nil {
				all = append(all, several...)
			}
		default:
			file, err := Parse(e.Name, content, "")
			all = append(all, Named{e.Name, file.Cloud, err})
		}
	}
	if len(all) == 0 {
		return nil, atByte(0, "is a ZIP archive without a cloud in it")
	}
	return all, nil
}

func hasArrays(entries []packed.Entry) bool {
	for i := range entries {
		if strings.HasSuffix(entries[i].Name, ".npy") {
			return true
		}
	}
	return false
}

// readAllNPY reads the clouds of an array, which may be the whole file.
func readAllNPY(name string, data []byte, whole bool) ([]Named, error) {
	h, err := readNPYHeader(data, 0)
	if err == nil {
		err = h.checkSize(len(data))
	}
	if err != nil {
		return nil, err
	}
	if h.clouds > MaxClouds {
		return nil, fmt.Errorf("the array has %d clouds; the limit is %d", h.clouds, MaxClouds)
	}
	all := make([]Named, h.clouds)
	for i := range all {
		all[i].Name = name
		if h.stacked && !(whole && h.clouds == 1) {
			all[i].Name = sliceName(name, i)
		}
		all[i].Cloud, all[i].Err = h.readSlice(data, i)
	}
	return all, nil
}

// MaxClouds is the largest number of clouds that ParseAll reads from one array.
const MaxClouds = 20_000
