package pointcloud

import (
	"bytes"
	"errors"
	"math"
	"strings"
)

// MaxPoints is the largest number of points a cloud may have.
const MaxPoints = 1_000_000

// A format reads one file format. Content decides where the format has a magic
// word; the file name decides for the others.
type format struct {
	name       string
	extensions []string
	magic      string // what the file starts with, for messages; "" when any text will do
	matches    func(data []byte) bool
	text       bool // text throughout, so a NUL byte is an error
	parse      func(data []byte, start int) (Cloud, error)
}

var formats = []format{
	{name: "PLY", extensions: []string{"ply"}, magic: `"ply"`, matches: isPLY, parse: parsePLY},
	{name: "PCD", extensions: []string{"pcd"}, magic: `"# .PCD" or "VERSION"`, matches: isPCD, parse: parsePCD},
	{name: "NPY", extensions: []string{"npy"}, magic: `"\x93NUMPY"`, matches: isNPY, parse: parseNPY},
	{name: "JSON", extensions: []string{"json"}, magic: `{"points": …}`, matches: isJSON, text: true, parse: parseJSON},
	{name: "OFF", extensions: []string{"off"}, magic: `"OFF"`, matches: isOFF, text: true, parse: parseOFF},
	{name: "OBJ", extensions: []string{"obj"}, text: true, parse: parseOBJ},
	{name: "CSV", extensions: []string{"csv", "tsv"}, text: true, parse: parseCSV},
	{name: "XYZ", extensions: []string{"xyz", "txt"}, text: true, parse: parseXYZ},
}

// Parse reads a point cloud from the content of a file. The name is used in
// errors, and its extension chooses the format where the content does not.
// The result has 1 ≤ N ≤ MaxPoints, D = 2 or 3, and finite coordinates; every
// error is a *FormatError.
func Parse(name string, data []byte) (Cloud, error) {
	cloud, err := parse(name, data)
	var bad *FormatError
	if errors.As(err, &bad) {
		bad.File = name
	}
	if err != nil {
		return Cloud{}, err
	}
	return cloud, nil
}

func parse(name string, data []byte) (Cloud, error) {
	if len(data) == 0 {
		return Cloud{}, atLine(0, "is empty (or a folder)")
	}
	start := len(data) - len(bytes.TrimPrefix(data, []byte(byteOrderMark)))
	f, err := chooseFormat(name, data[start:])
	if err != nil {
		return Cloud{}, err
	}
	if f.text {
		if err := refuseNUL(data, 0); err != nil {
			return Cloud{}, err
		}
	}
	return f.parse(data, start)
}

func chooseFormat(name string, content []byte) (*format, error) {
	for i := range formats {
		if f := &formats[i]; f.matches != nil && f.matches(content) {
			return f, nil
		}
	}
	kind := looksLike(content)
	f := formatOfName(name)
	if f == nil && kind == plainText && !strings.Contains(name, ".") {
		f = formatNamed("XYZ") // standard input, or pasted text
	}
	switch {
	case f == nil:
		return nil, atByte(0, "looks like %s; want a .ply, .pcd, .npy, .json, .off, .obj, .csv, .tsv, .xyz or .txt file", kind)
	case f.matches != nil:
		return nil, atByte(0, "is no %s file: it looks like %s and does not start with %s", f.name, kind, f.magic)
	case kind != plainText:
		return nil, atByte(0, "is no %s file: it looks like %s", f.name, kind)
	case f.name == "XYZ" && commaSeparated(content):
		return formatNamed("CSV"), nil
	}
	return f, nil
}

// commaSeparated tells whether the first row with numbers has commas, as in the
// text files of ModelNet40 (x,y,z and a normal).
func commaSeparated(content []byte) bool {
	row, ok := newLines(content, 0).content('#')
	return ok && bytes.IndexByte(row, ',') >= 0
}

func formatNamed(name string) *format {
	for i := range formats {
		if formats[i].name == name {
			return &formats[i]
		}
	}
	return nil
}

func formatOfName(name string) *format {
	dot := strings.LastIndexByte(name, '.')
	extension := strings.ToLower(name[dot+1:])
	for i := range formats {
		for _, e := range formats[i].extensions {
			if dot >= 0 && e == extension {
				return &formats[i]
			}
		}
	}
	return nil
}

// newPoints makes room for at most MaxPoints rows, so that no count a file
// claims can ask for more than 24 MB.
func newPoints(rows uint64, dimension int) []float64 {
	return make([]float64, 0, int(min(rows, MaxPoints))*dimension)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
