package pointcloud

import (
	"errors"
	"strings"

	"github.com/orbitcert/orbitcert/core/packed"
)

// unpack reads a file that may be packed with gzip. Lines and bytes in errors
// are those of the unpacked file.
func unpack(name string, data []byte, part string) (File, error) {
	if !packed.IsGzip(data) {
		return parse(name, data, part)
	}
	inner := unpackedName(name)
	content, err := gunzip(data)
	if err != nil {
		return File{}, err
	}
	if packed.IsGzip(content) {
		return File{}, within(inner, atByte(0, "is packed with gzip once more"))
	}
	file, err := parse(inner, content, part)
	return file, within(inner, err)
}

func gunzip(data []byte) ([]byte, error) {
	content, err := packed.Gunzip(data)
	return content, unpacking(err)
}

// unpacking turns an error of package packed into one of this package.
func unpacking(err error) error {
	if bad, ok := errors.AsType[*packed.Error](err); ok {
		return atByte(bad.Offset, "%s", bad.Message)
	}
	return err
}

// unpackedName returns the last element of a path without its .gz.
func unpackedName(name string) string {
	name = name[max(strings.LastIndexByte(name, '/'), strings.LastIndexByte(name, '\\'))+1:]
	if n := len(name) - len(".gz"); n > 0 && strings.ToLower(name[n:]) == ".gz" {
		return name[:n]
	}
	return name
}
