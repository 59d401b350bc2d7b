package pointcloud

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/mutants"
	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// attacked are the formats that are fuzzed, with the files they start from.
var attacked = []struct {
	format string
	good   []goodFile
	bad    []badFile
}{
	{"PLY", append(brokenPLY, goodPLY...), badPLY}, {"PCD", append(goodPCD, goodPCDCompressed...), append(badPCD, badPCDCompressed...)},
	{"XYZ", goodXYZ, badXYZ}, {"CSV", goodCSV, badCSV}, {"list", append(goodMatrices, goodLists...), append(badMatrices, badLists...)}, {"R matrix", goodMatrices, badMatrices}, {"OFF", goodOFF, badOFF}, {"OBJ", goodOBJ, badOBJ},
	{"NPY", append(structuredNPY, goodNPY...), badNPY}, {"NPZ", append(goodNPZ, goodFile{data: padded}, goodFile{data: moleculesBy("N", "<i8", false, 1, 3)}), badNPZ}, {"JSON", append(otherJSON, goodJSON...), badJSON}, {"PDB", append(shiftedGood, goodPDB...), badPDB}, {"SDF", goodSDF, badSDF},
	{"LAS", goodLAS, badLAS}, {bareName, goodBare, badBare}, {"molecule XYZ", goodMoleculeXYZ, badMoleculeXYZ},
	{"STL", goodSTL, badSTL}, {"GLB", goodGLB, badGLB}, {"glTF", goodGLB, badGLB}, {"PTX", goodPTX, badPTX}, {"airfoil", goodAirfoils, badAirfoils}, {"landmarks", goodLandmarks, badLandmarks},
}

// seedsOf returns the files that mutants of a format start from.
func seedsOf(good []goodFile, bad []badFile) (seeds [][]byte) {
	for _, g := range good {
		seeds = append(seeds, []byte(g.data))
	}
	for _, b := range bad {
		if len(b.data) < 1<<12 {
			seeds = append(seeds, []byte(b.data))
		}
	}
	return seeds
}

// TestMutants feeds every reader with damaged files, made in this process.
func TestMutants(t *testing.T) {
	for _, a := range attacked {
		t.Run(a.format, func(t *testing.T) {
			check := attack(t, a.format)
			mutants.Each(t, seedsOf(a.good, a.bad), check)
		})
	}
}

// attack returns a check of the reader of a format, which is given every kind of
// reading in turn.
func attack(t *testing.T, name string) func(data []byte) {
	f, turn := formatNamed(name), 0
	yes, no := true, false
	readings := []Reading{{}, {Transposed: &yes}, {Columns: 5}, {Transposed: &no}, {Columns: 3, Type: "float64"}, {Rows: rowClouds}, {Coordinates: Columns{2, 3}}, {Decimal: ","}, {Rows: rowClouds, Coordinates: Columns{1, 2}}}
	return func(data []byte) {
		turn++
		before := bytes.Clone(data)
		r := readings[turn%len(readings)]
		checkParts(t, data, func(part string) (file File, err error) {
			r.Part = part
			s := &source{name: "a", data: data, size: len(data), reading: r, room: roomFor(len(data))}
			err = try(func() {
				c := catalogue{want: part}
				f.walk(s, &c)
				file = c.file()
			})
			return file, err
		})
		if !bytes.Equal(before, data) {
			t.Error("changes its input")
		}
	}
}

// fuzz lets the fuzzer of the go command do the same.
func fuzz(f *testing.F, format string) {
	for _, a := range attacked {
		if a.format != format {
			continue
		}
		for _, seed := range seedsOf(a.good, a.bad) {
			f.Add(seed)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { attack(t, format)(data) })
}

// checkParts reads the only part, or the first and the last of several.
func checkParts(t *testing.T, data []byte, read func(part string) (File, error)) {
	file, err := read("")
	if err == nil {
		checkFile(t, file)
		return
	}
	checkError(t, data, err)
	several, ok := errors.AsType[*PartsError](err)
	if !ok {
		return
	}
	for _, p := range []Part{several.Parts[0], several.Parts[len(several.Parts)-1]} {
		file, err := read(p.Name)
		if err != nil {
			checkError(t, data, err)
			continue
		}
		checkFile(t, file)
		count := file.Cloud.Count()
		if file.Missing != nil {
			count = file.Missing.Rows
		}
		if first := p.Name == several.Parts[0].Name; first && p.Count > 0 && (count != p.Count || file.Cloud.Dimension != p.Dimension) {
			t.Fatalf("listed as %v, read as %d points of dimension %d", p, count, file.Cloud.Dimension)
		}
	}
}

// checkFile holds what is read to what Parse promises.
func checkFile(t *testing.T, file File) {
	checkCloud(t, file.Cloud)
	if m := file.Missing; m != nil {
		missing := 0
		for row := range m.Rows {
			if m.Has(row) {
				missing++
			}
		}
		if missing != m.Count || m.Count < 1 || file.Cloud.Count() != m.Rows-m.Count || file.Faces != nil {
			t.Fatalf("%d of %d rows missing, counted %d; %d points, %d faces", missing, m.Rows, m.Count, file.Cloud.Count(), file.Faces.Count())
		}
	}
	for _, n := range file.Notes {
		if n.Text == "" || len(n.Text) > 400 {
			t.Fatalf("note %q", n.Text)
		}
	}
	if file.Faces == nil {
		return
	}
	if len(file.Faces) == 0 || len(file.Faces)%3 != 0 || slices.Min(file.Faces) < 0 || int(slices.Max(file.Faces)) >= file.Cloud.Count() {
		t.Fatalf("faces %v of %d points", file.Faces, file.Cloud.Count())
	}
	if spots, err := Spots(file.Cloud, file.Faces, 7, 1); err == nil {
		checkCloud(t, At(file.Cloud, file.Faces, spots))
	}
}

// checkCloud holds a cloud to what Parse promises, and to being the same after
// writing and reading.
func checkCloud(t *testing.T, c Cloud) {
	if c.Dimension != 2 && c.Dimension != 3 {
		t.Fatalf("dimension %d", c.Dimension)
	}
	if n := c.Count(); n < 1 || n > MaxPoints || n*c.Dimension != len(c.Points) {
		t.Fatalf("%d numbers in %d points of dimension %d", len(c.Points), n, c.Dimension)
	}
	for i, x := range c.Points {
		if !finite(x) {
			t.Fatalf("number %d is %v", i, x)
		}
	}
	data, err := c.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var again Cloud
	if err := again.UnmarshalJSON(data); err != nil || again.Dimension != c.Dimension || !sameBits(again.Points, c.Points) {
		t.Fatalf("read again as %v, %v", again, err)
	}
}

// checkError holds an error to naming a place within the file, in few words.
func checkError(t *testing.T, data []byte, err error) {
	if several, ok := errors.AsType[*PartsError](err); ok {
		if len(several.Parts) != min(several.Total, maxParts) || several.Total < 1 || len(several.Error()) > 300 {
			t.Fatalf("%d parts of %d: %v", len(several.Parts), several.Total, err)
		}
		return
	}
	bad, ok := errors.AsType[*FormatError](err)
	if !ok {
		t.Fatalf("%T: %v", err, err)
	}
	if bad.Inside != "" {
		bad = &FormatError{Byte: -1, Message: bad.Message} // its place is one in the unpacked file
	}
	lines := 1 + bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r"))
	if bad.Line < 0 || bad.Line > lines || bad.Byte < -1 || bad.Byte > int64(len(data)) {
		t.Fatalf("no place in %d lines, %d bytes: %+v", lines, len(data), bad)
	}
	if bad.Message == "" || len(bad.Message) > 300 {
		t.Fatalf("message %q", bad.Message)
	}
}

func FuzzPLY(f *testing.F)         { fuzz(f, "PLY") }
func FuzzPCD(f *testing.F)         { fuzz(f, "PCD") }
func FuzzXYZ(f *testing.F)         { fuzz(f, "XYZ") }
func FuzzCSV(f *testing.F)         { fuzz(f, "CSV") }
func FuzzList(f *testing.F)        { fuzz(f, "list") }
func FuzzOFF(f *testing.F)         { fuzz(f, "OFF") }
func FuzzOBJ(f *testing.F)         { fuzz(f, "OBJ") }
func FuzzNPY(f *testing.F)         { fuzz(f, "NPY") }
func FuzzNPZ(f *testing.F)         { fuzz(f, "NPZ") }
func FuzzJSON(f *testing.F)        { fuzz(f, "JSON") }
func FuzzPDB(f *testing.F)         { fuzz(f, "PDB") }
func FuzzSDF(f *testing.F)         { fuzz(f, "SDF") }
func FuzzLAS(f *testing.F)         { fuzz(f, "LAS") }
func FuzzMoleculeXYZ(f *testing.F) { fuzz(f, "molecule XYZ") }
func FuzzSTL(f *testing.F)         { fuzz(f, "STL") }
func FuzzPTX(f *testing.F)         { fuzz(f, "PTX") }
func FuzzGLB(f *testing.F)         { fuzz(f, "GLB") }
func FuzzRMatrix(f *testing.F)     { fuzz(f, "R matrix") }
func FuzzGLTF(f *testing.F)        { fuzz(f, "glTF") }
func FuzzAirfoil(f *testing.F)     { fuzz(f, "airfoil") }
func FuzzLandmarks(f *testing.F)   { fuzz(f, "landmarks") }
func FuzzBare(f *testing.F)        { fuzz(f, bareName) }

// TestGzipMutants packs for itself, too, as no mutation guesses a checksum.
func TestGzipMutants(t *testing.T) {
	var seeds [][]byte
	for _, b := range badGzip {
		seeds = append(seeds, []byte(b.data))
	}
	mutants.Each(t, append(seeds, allGood()...), func(data []byte) { checkGzip(t, data) })
}

func FuzzGzip(f *testing.F) {
	for _, b := range badGzip {
		f.Add([]byte(b.data))
	}
	for _, data := range allGood() {
		f.Add(data)
	}
	f.Fuzz(checkGzip)
}

func allGood() (all [][]byte) {
	for _, list := range goodFiles {
		all = append(all, seedsOf(list, nil)...)
	}
	return all
}

// checkGzip compares a text with the same text packed.
func checkGzip(t *testing.T, data []byte) {
	if packed.IsGzip(data) {
		if _, err := Parse("a.xyz", data, Reading{}); err != nil {
			checkError(t, data, err)
		}
		return
	}
	plain, errPlain := Parse("a.xyz", data, Reading{})
	packed, errPacked := Parse("a.xyz.gz", gz(string(data)), Reading{})
	if (errPlain == nil) != (errPacked == nil) || !sameBits(plain.Cloud.Points, packed.Cloud.Points) {
		t.Errorf("%v, %v; packed: %v, %v", plain, errPlain, packed, errPacked)
	}
}

// TestNamedMutants also chooses the format, by content and by name, and reads
// all parts.
func TestNamedMutants(t *testing.T) {
	turn := 0
	mutants.Each(t, allGood(), func(data []byte) {
		list := goodFiles[turn%len(goodFiles)]
		turn++
		checkNamed(t, list[turn%len(list)].file, data)
	})
}

func FuzzParse(f *testing.F) {
	for _, list := range goodFiles {
		for _, g := range list {
			f.Add(g.file, []byte(g.data))
		}
	}
	f.Fuzz(checkNamed)
}

func checkNamed(t *testing.T, name string, data []byte) {
	checkParts(t, data, func(part string) (File, error) { return Parse(name, data, Reading{Part: part}) })
	all, err := ParseAll(name, data, Reading{})
	if err != nil {
		checkError(t, data, err)
	}
	for _, n := range all {
		if n.Err == nil {
			checkFile(t, n.File)
		}
	}
}
