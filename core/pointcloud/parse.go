package pointcloud

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/packed"
)

// MaxPoints is the largest number of points a cloud may have.
const MaxPoints = 1_000_000

// A format reads one file format. Content decides where the format has a magic
// word; the file name decides for the others, unless matches recognises them.
type format struct {
	name       string
	extensions []string
	magic      string // what the file starts with, for messages; "" when there is no such word
	matches    func(content []byte) bool
	text       bool // text throughout, so a NUL byte is an error
	read       reader
}

// A reader reads the named part of data[start:], with "" the only one.
type reader func(data []byte, start int, part string) (File, error)

// whole reads a format whose files hold one cloud.
func whole(parse func(data []byte, start int) (Cloud, error), notes ...string) reader {
	return func(data []byte, start int, part string) (File, error) {
		if part != "" {
			return File{}, noParts(part)
		}
		cloud, err := parse(data, start)
		return File{Cloud: cloud, Notes: slices.Clone(notes)}, err
	}
}

func noParts(part string) error {
	return atLine(0, "holds a single cloud, without parts: there is no %s", quote([]byte(part)))
}

var formats = []format{
	{name: "PLY", extensions: []string{"ply"}, magic: `"ply"`, matches: isPLY, read: whole(parsePLY)},
	{name: "PCD", extensions: []string{"pcd"}, magic: `"# .PCD" or "VERSION"`, matches: isPCD, read: whole(parsePCD)},
	{name: "NPY", extensions: []string{"npy"}, magic: `"\x93NUMPY"`, matches: isNPY, read: readNPY},
	{name: "NPZ", extensions: []string{"npz"}, magic: `"PK", as ZIP archives do,`, matches: packed.IsZIP, read: readNPZ},
	{name: "LAS", extensions: []string{"las", "laz"}, magic: `"LASF"`, matches: isLAS, read: whole(parseLAS)},
	{name: "KITTI", extensions: []string{"bin"}, read: whole(parseKITTI, kittiNote)},
	{name: "JSON", extensions: []string{"json"}, magic: `{"points": …}`, matches: isJSON, text: true, read: whole(parseJSON)},
	{name: "OFF", extensions: []string{"off"}, magic: `"OFF"`, matches: isOFF, text: true, read: whole(parseOFF)},
	{name: "molecule XYZ", matches: isMoleculeXYZ, text: true, read: readMoleculeXYZ},
	{name: "PDB", extensions: []string{"pdb", "ent"}, matches: isPDB, text: true, read: readPDB},
	{name: "SDF", extensions: []string{"sdf", "sd", "mol"}, matches: isSDF, text: true, read: readSDF},
	{name: "OBJ", extensions: []string{"obj"}, text: true, read: whole(parseOBJ)},
	{name: "CSV", extensions: []string{"csv", "tsv"}, text: true, read: whole(parseCSV)},
	{name: "XYZ", extensions: []string{"xyz", "txt"}, text: true, read: whole(parseXYZ)},
}

// Parse reads a point cloud from the content of a file, which may be packed
// with gzip. The name is used in errors, and its extension chooses the format
// where the content does not. Of a file that holds several clouds it reads the
// part named; "" stands for the only one. The result has 1 ≤ N ≤ MaxPoints,
// D = 2 or 3, and finite coordinates; every error is a *FormatError or a
// *PartsError.
func Parse(name string, data []byte, part string) (File, error) {
	file, err := unpack(name, data, part)
	if err == nil {
		return file, nil
	}
	if bad, ok := errors.AsType[*FormatError](err); ok {
		bad.File = name
	}
	if several, ok := errors.AsType[*PartsError](err); ok {
		several.File = name
	}
	return File{}, err
}

// parse reads content that is not packed.
func parse(name string, data []byte, part string) (File, error) {
	if len(data) == 0 {
		return File{}, atLine(0, "is empty (or a folder)")
	}
	start := len(data) - len(bytes.TrimPrefix(data, []byte(byteOrderMark)))
	f, err := chooseFormat(name, data[start:])
	if err != nil {
		return File{}, err
	}
	if f.text {
		if err := refuseNUL(data, 0); err != nil {
			return File{}, err
		}
	}
	return f.read(data, start, part)
}

func chooseFormat(name string, content []byte) (*format, error) {
	kind := looksLike(content)
	f := formatOfName(name)
	scan := f != nil && f.name == "KITTI"
	for i := range formats {
		known := &formats[i]
		if scan && known.text && kind != plainText {
			continue // numbers that start like text
		}
		if known.matches != nil && known.matches(content) {
			return known, nil
		}
	}
	if scan {
		return chooseKITTI(name, content)
	}
	if f == nil && kind == plainText && !strings.Contains(name, ".") {
		f = formatNamed("XYZ") // standard input, or pasted text
	}
	switch {
	case f == nil:
		return nil, atByte(0, "looks like %s; want a %s file, which may be packed with gzip", kind, knownExtensions())
	case f.magic != "":
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

// knownExtensions lists what a file may be called: ".ply, .pcd, … or .txt".
func knownExtensions() string {
	var all []string
	for i := range formats {
		for _, e := range formats[i].extensions {
			all = append(all, "."+e)
		}
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
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
