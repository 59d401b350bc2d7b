package pointcloud

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// MaxPoints is the largest number of points a cloud may have.
const MaxPoints = 1_000_000

// maxPoints is MaxPoints, and less only in tests of what happens there.
var maxPoints = MaxPoints

// A format reads one file format. Content decides where the format has a magic
// word; the file name decides for the others, unless matches recognises them.
type format struct {
	name       string
	extensions []string
	magic      string // what the file starts with, for messages; "" when there is no such word
	matches    func(content []byte) bool
	may        func(content []byte) bool // what a file of that name may start with all the same
	text       bool                      // text throughout, so a NUL byte is an error
	bare       bool                      // numbers alone, so Reading.Columns and Type are needed
	remarks    bool                      // in lines that start with # or //
	table      bool                      // rows of numbers, so Reading.Transposed has a meaning
	unit       string                    // of all coordinates by the format's specification, "" where it has none

	// One of these: read reads a file that holds one cloud, parts goes through
	// one that may hold several. Both stop at the first problem.
	read  func(s *source) File
	parts func(s *source, found parts)
}

// formats stand in the order in which content is looked at.
var formats []format

// Here and not where they are declared, as a ZIP archive is read as what is in it.
func init() {
	formats = []format{
		{name: "PLY", extensions: []string{"ply"}, magic: `"ply"`, matches: isPLY, read: readPLY},
		{name: "PCD", extensions: []string{"pcd"}, magic: `"# .PCD" or "VERSION"`, matches: isPCD, remarks: true, read: readPCD},
		{name: "NPY", extensions: []string{"npy"}, magic: `"\x93NUMPY"`, matches: isNPY, table: true, parts: readNPY},
		{name: "NPZ", extensions: []string{"npz", "zip"}, magic: `"PK", as ZIP archives do,`, matches: packed.IsZIP, table: true, parts: readNPZ},
		{name: "LAS", extensions: []string{"las", "laz"}, magic: `"LASF"`, matches: startsWith(lasMagic), read: readLAS},
		{name: "GLB", extensions: []string{"glb"}, magic: `"glTF"`, matches: isGLB, unit: "m", read: readGLB},
		{name: "STL", extensions: []string{"stl"}, magic: `"solid" and a facet, nor has it the length of a binary one`, matches: isSTL, may: mayBeSTL, read: readSTL},
		{name: bareName, extensions: []string{"bin"}, bare: true, read: readBare},
		{name: "glTF", extensions: []string{"gltf"}, magic: `"{", "asset" and "version"`, matches: isGLTF, text: true, read: readGLTF},
		{name: "JSON", extensions: []string{"json"}, magic: `"{" or "["`, matches: isJSON, text: true, read: readJSON},
		{name: "R matrix", matches: isRMatrix, text: true, table: true, parts: readRMatrix},
		{name: "list", matches: isList, text: true, table: true, read: readList},
		{name: "OFF", extensions: []string{"off"}, magic: `"OFF"`, matches: isOFF, may: isOFFCounts, remarks: true, text: true, read: readOFF},
		{name: "molecule XYZ", extensions: []string{"extxyz"}, matches: isMoleculeXYZ, text: true, parts: walks("has no points", skipFrame, readFrame)},
		{name: "PDB", extensions: []string{"pdb", "ent"}, matches: isPDB, text: true, unit: "Å", parts: readPDB},
		{name: "SDF", extensions: []string{"sdf", "sd", "mol"}, matches: isSDF, text: true, unit: "Å", parts: walks("has no points", skipMolecule, readMolecule)},
		{name: "landmarks", matches: isLandmarks, text: true, read: readLandmarks},
		{name: "airfoil", matches: isAirfoil, text: true, read: readAirfoil},
		{name: "PTX", extensions: []string{"ptx"}, text: true, parts: walks("has no points", skipScan, readScan)},
		{name: "OBJ", extensions: []string{"obj"}, remarks: true, text: true, read: readOBJ},
		{name: "CSV", extensions: []string{"csv", "tsv"}, remarks: true, text: true, table: true, parts: readCSV},
		{name: "XYZ", extensions: []string{"xyz", "xyzn", "xyzrgb", "xyzi", "txt", "pts", "asc", "dat"}, remarks: true, text: true, table: true, parts: readXYZ},
	}
}

func startsWith(magic string) func([]byte) bool {
	return func(content []byte) bool { return bytes.HasPrefix(content, []byte(magic)) }
}

// source is a file on its way to a reader.
type source struct {
	name    string
	inside  string // its name again where it was packed, for errors
	data    []byte
	size    int // of data, or of the file that stands for it
	start   int // behind a byte order mark
	reading Reading
	room    int   // how many more bytes may be unpacked at once
	total   int   // how many were, one file of an archive after another
	held    int64 // the most of these at once
	nested  bool  // it is one of an archive
}

// extract unpacks a file of an archive, into the room of a slice where that is
// enough. Of an archive no more is unpacked than of any file, once it is full.
func (s *source) extract(e *packed.Entry, into []byte) []byte {
	s.unpacks(e)
	content, err := e.Content(into)
	stop(unpacking(err))
	return content
}

// unpacks counts what is unpacked of an archive.
func (s *source) unpacks(e *packed.Entry) {
	if s.total += e.Size; s.total > packed.MaxUnpacked+s.size {
		stop(atByte(e.At, "the archive unpacks to more than %d MB, the limit beyond its size", packed.MaxUnpacked>>20))
	}
	s.held = max(s.held, int64(e.Size))
}

// roomFor returns how much a file of a size may be unpacked to: with its points it takes
// no more than 8 times its size and 64 MB.
func roomFor(size int) int {
	const free, points = 64 << 20, 24 << 20
	return min(8*min(size, packed.MaxUnpacked/8)+free-points, packed.MaxUnpacked)
}

// Parse reads a point cloud from the content of a file, which may be packed
// with gzip. The name is used in errors, and its extension chooses the format
// where the content does not. The reading says what the file leaves open; of a
// file that holds several clouds it names one. The result has
// 1 ≤ N ≤ MaxPoints, D = 2 or 3, and finite coordinates; every error is a
// *FormatError or a *PartsError, within a *Question where it has remedies.
func Parse(name string, data []byte, reading Reading) (File, error) {
	file, err := parseSampled(name, data, reading)
	fails := func(r Remedy) bool { return r.Reading != nil && !reading.answered(r.Reading, name, data) }
	if q, ok := errors.AsType[*Question](err); ok {
		q.Remedies = pruned(q.Remedies, fails)
	}
	for i := range file.Notes {
		file.Notes[i].Remedies = pruned(file.Notes[i].Remedies, fails)
	}
	return file, err
}

// answered completes an answer by those that were given before, and tells whether the file can be read with it, or asks or lists clouds then.
func (r Reading) answered(answer *Reading, name string, data []byte) bool {
	answer.Sample, answer.Decimal = max(r.Sample, answer.Sample), cmp.Or(answer.Decimal, r.Decimal)
	if answer.Sample > 0 && *answer == (Reading{Sample: answer.Sample}) {
		return true // whose points were counted
	}
	all := *answer
	all.Part, all.Columns, all.Type, all.Rows = cmp.Or(all.Part, r.Part), cmp.Or(all.Columns, r.Columns), cmp.Or(all.Type, r.Type), cmp.Or(all.Rows, r.Rows)
	all.Transposed, all.Coordinates, all.Thin = cmp.Or(all.Transposed, r.Transposed), cmp.Or(all.Coordinates, r.Coordinates), r.Thin
	_, err := parseSampled(name, data, all)
	_, asks := errors.AsType[*Question](err)
	_, several := errors.AsType[*PartsError](err)
	return err == nil || asks || several
}

func parseSampled(name string, data []byte, reading Reading) (File, error) {
	room, sample := roomFor(len(data)), reading.Sample
	if reading.Sample = 0; sample > 0 && reading.Thin.Points == 0 {
		reading.Thin = Thin{Points: sample}
	}
	file, err := parse(name, data, reading, room)
	_, several := errors.AsType[*PartsError](err)
	switch {
	case err != nil && !several && reading.Thin.Points > 0:
		return parseThin(name, data, reading, room, err)
	case err != nil && !several && isTooMany(err) && countThin(name, data, reading, room):
		most := min(100_000, maxPoints)
		return file, &Question{err, []Remedy{{Label: "Take " + thousands(most) + " of them at random", Reading: &Reading{Sample: most}}}}
	case err == nil:
		return file.sampled(sample)
	}
	return file, err
}

func parse(name string, data []byte, reading Reading, room int) (file File, err error) {
	err = try(func() { file = unpack(name, data, reading, room).file(reading.Part) })
	return file, inFile(name, err)
}

// file reads the only cloud, or the one that is wanted.
func (s *source) file(want string) (file File) {
	inside(s.inside, func() {
		c := catalogue{want: want, told: s.reading.Rows != ""}
		s.walk(&c)
		file = c.file()
	})
	return file
}

// unpack returns the file to read, which may be one that a gzip file holds:
// lines and bytes in errors are then those of the unpacked file.
func unpack(name string, data []byte, reading Reading, room int) *source {
	reading.check()
	s := &source{name: name, data: data, size: len(data), reading: reading, room: room}
	if !packed.IsGzip(data) {
		return s
	}
	content, err := packed.Gunzip(data, s.room)
	stop(unpacking(err))
	s.inside = unpackedName(name)
	s.name, s.data, s.size, s.room = s.inside, content, len(content), s.room-len(content)
	if packed.IsGzip(content) {
		stop(within(s.inside, atLine(0, "is packed with gzip twice; unpack it once")))
	}
	return s
}

// unpackedName returns the last element of a path without its .gz.
func unpackedName(name string) string {
	name = name[max(strings.LastIndexByte(name, '/'), strings.LastIndexByte(name, '\\'))+1:]
	if n := len(name) - len(".gz"); n > 0 && strings.ToLower(name[n:]) == ".gz" {
		return name[:n]
	}
	return name
}

// unpacking turns an error of package packed into one of this package.
func unpacking(err error) error {
	if bad, ok := errors.AsType[*packed.Error](err); ok {
		return atByte(bad.Offset, "%s", bad.Message)
	}
	return err
}

// walk goes through the clouds of content that is not packed.
func (s *source) walk(found parts) {
	if len(s.data) == 0 {
		nowhere("the file is empty, or a folder")
	}
	s.start = len(s.data) - len(bytes.TrimPrefix(s.data, []byte(byteOrderMark)))
	f, err := chooseFormat(s.name, s.data[s.start:])
	if err != nil && s.room >= 2*len(s.data) && looksLike(s.data) == utf16Text {
		if text := document.Text(s.data); text != nil {
			s.data, s.room = text, s.room-len(text)
			s.walk(found)
			return
		}
	}
	stop(err)
	f.walk(s, found)
}

// walk goes through the clouds of a file of the format.
func (f *format) walk(s *source, found parts) {
	f.check(s.reading)
	if f.text {
		refuseNUL(s.data, 0)
		text, changed := usualSigns(s.data[s.start:])
		if changed != (signs{}) {
			s.data = append(s.data[:s.start:s.start], text...)
			found = noted(found, changed.notes())
		}
	}
	found = newChosen(found, s.reading, f)
	if f.remarks {
		told := remarks(s.data[s.start:])
		found = &through{found, func(read func() File) File {
			file := read()
			file.rest = append(file.rest, told...)
			return file
		}}
	}
	if f.parts != nil {
		f.parts(s, found)
		return
	}
	found.only(func() File { return f.read(s) })
}

// check refuses a reading that the format has no use for.
func (f *format) check(r Reading) {
	switch {
	case r.Columns != 0 && !f.bare:
		nowhere("a %s file says how many columns it has; leave out columns and type", f.name)
	case r.Transposed != nil && !f.table:
		nowhere("points of a %s file are never transposed; leave out transposed", f.name)
	case (r.Rows == rowClouds || r.Rows == rowPoints) && !slices.Contains([]string{"CSV", "XYZ", "NPY", "NPZ"}, f.name):
		nowhere("rows of a %s file are not clouds; leave out rows", f.name)
	case r.Decimal != "" && f.name != "CSV" && f.name != "XYZ":
		nowhere("a %s file has one decimal sign; leave out decimal", f.name)
	}
}

func chooseFormat(name string, content []byte) (*format, error) {
	kind := looksLike(content)
	if advice := adviceFor(name, content); advice != "" {
		return nil, atLine(0, "%s", advice)
	}
	f := formatOfName(name)
	bare := f != nil && f.bare
	for i := range formats {
		known := &formats[i]
		if known.text && kind != plainText && (bare || kind != binaryData) {
			continue // numbers, or what is known to be something else, that start like text
		}
		if known.matches != nil && known.matches(content) {
			return known, nil
		}
	}
	if f == nil && kind == plainText && !strings.Contains(name, ".") {
		f = formatNamed("XYZ") // standard input, or pasted text
	}
	switch {
	case bare:
		return f, refuseSignature(content)
	case f == nil && kind != plainText && kind != binaryData:
		return nil, atLine(0, "looks like %s, a format that is not supported", kind)
	case f == nil:
		return nil, atLine(0, "looks like %s; want a %s file, perhaps packed with gzip", kind, knownExtensions())
	case f.may != nil && f.may(content):
	case f.magic != "":
		return nil, atLine(0, "not a %s file: it looks like %s and does not start with %s", f.name, kind, f.magic)
	case kind == binaryData && f.text && refuseControl(content) != nil:
		return nil, refuseControl(content)
	case kind != plainText:
		return nil, atLine(0, "not a %s file: it looks like %s", f.name, kind)
	}
	return f, nil
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
	return &formats[slices.IndexFunc(formats, func(f format) bool { return f.name == name })]
}

func formatOfName(name string) *format {
	dot := strings.LastIndexByte(name, '.')
	for i := range formats {
		if dot >= 0 && slices.Contains(formats[i].extensions, strings.ToLower(name[dot+1:])) {
			return &formats[i]
		}
	}
	return nil
}

// Single tells whether the first bytes of a file belong to a format of one cloud.
func Single(head []byte) bool {
	return isOFF(head) || slices.ContainsFunc(formats, func(f format) bool { return f.read != nil && !f.text && f.matches != nil && f.matches(head) })
}
