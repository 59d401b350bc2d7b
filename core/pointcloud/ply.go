package pointcloud

import "encoding/binary"

// parsePLY reads the element "vertex" of a PLY file, ascii or binary. Its
// properties x, y and (for 3-D) z may have any type and place; all else is
// read over, so that counts that do not fit the data are found.
func parsePLY(data []byte, start int) (Cloud, error) {
	l := newLines(data, start)
	h, err := readPLYHeader(l)
	if err != nil {
		return Cloud{}, err
	}
	cloud := Cloud{Dimension: h.dimension}
	if h.order == nil {
		err = h.readText(l, &cloud)
	} else {
		err = h.readBinary(data, l.pos, &cloud)
	}
	return cloud, err
}

func isPLY(content []byte) bool {
	return len(content) > 3 && string(content[:3]) == "ply" &&
		(isSpace(content[3]) || content[3] == '\n' || content[3] == '\r')
}

type plyHeader struct {
	order     binary.ByteOrder // nil for ascii
	elements  []plyElement
	dimension int
}

type plyElement struct {
	name       string
	count      uint64
	line       int // of its declaration
	properties []plyProperty
}

type plyProperty struct {
	name       string
	coordinate int // 0, 1, 2 for x, y, z of the vertices, else -1
	kind       scalar
	isList     bool
	length     scalar // type of the list's length
}

var plyTypes = map[string]scalar{
	"char": {'i', 1}, "uchar": {'u', 1}, "short": {'i', 2}, "ushort": {'u', 2},
	"int": {'i', 4}, "uint": {'u', 4}, "float": {'f', 4}, "double": {'f', 8},
	"int8": {'i', 1}, "uint8": {'u', 1}, "int16": {'i', 2}, "uint16": {'u', 2},
	"int32": {'i', 4}, "uint32": {'u', 4}, "float32": {'f', 4}, "float64": {'f', 8},
}
