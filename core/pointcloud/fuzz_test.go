package pointcloud

import (
	"bytes"
	"errors"
	"testing"

	"github.com/orbitcert/orbitcert/core/packed"
)

// fuzz feeds a parser with the table's files, with what testdata/fuzz holds,
// and with what the fuzzer makes of both.
func fuzz(f *testing.F, read reader, good []goodFile, bad []badFile) {
	for _, g := range good {
		f.Add([]byte(g.data))
	}
	for _, b := range bad {
		if len(b.data) < 1<<12 {
			f.Add([]byte(b.data))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		checkParts(t, read, data)
		if !bytes.Equal(before, data) {
			t.Error("changes its input")
		}
	})
}

// checkParts reads the only part, or the first and the last of several.
func checkParts(t *testing.T, read reader, data []byte) {
	file, err := read(data, 0, "")
	if err == nil {
		checkCloud(t, file.Cloud)
		return
	}
	checkError(t, data, err)
	several, ok := errors.AsType[*PartsError](err)
	if !ok {
		return
	}
	for _, p := range []Part{several.Parts[0], several.Parts[len(several.Parts)-1]} {
		file, err := read(data, 0, p.Name)
		if err != nil {
			checkError(t, data, err)
			continue
		}
		checkCloud(t, file.Cloud)
		if first := p.Name == several.Parts[0].Name; first && (file.Cloud.Count() != p.Count || file.Cloud.Dimension != p.Dimension) {
			t.Fatalf("listed as %v, read as %d points of dimension %d", p, file.Cloud.Count(), file.Cloud.Dimension)
		}
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

func FuzzPLY(f *testing.F)  { fuzz(f, whole(parsePLY), goodPLY, badPLY) }
func FuzzPCD(f *testing.F)  { fuzz(f, whole(parsePCD), goodPCD, badPCD) }
func FuzzXYZ(f *testing.F)  { fuzz(f, whole(parseXYZ), goodXYZ, badXYZ) }
func FuzzCSV(f *testing.F)  { fuzz(f, whole(parseCSV), goodCSV, badCSV) }
func FuzzOFF(f *testing.F)  { fuzz(f, whole(parseOFF), goodOFF, badOFF) }
func FuzzOBJ(f *testing.F)  { fuzz(f, whole(parseOBJ), goodOBJ, badOBJ) }
func FuzzNPY(f *testing.F)  { fuzz(f, readNPY, goodNPY, badNPY) }
func FuzzJSON(f *testing.F) { fuzz(f, whole(parseJSON), goodJSON, badJSON) }
func FuzzNPZ(f *testing.F)  { fuzz(f, readNPZ, goodNPZ, badNPZ) }
func FuzzPDB(f *testing.F)  { fuzz(f, readPDB, goodPDB, badPDB) }
func FuzzLAS(f *testing.F)  { fuzz(f, whole(parseLAS), goodLAS, badLAS) }
func FuzzSDF(f *testing.F)  { fuzz(f, readSDF, goodSDF, badSDF) }

func FuzzKITTI(f *testing.F) { fuzz(f, whole(parseKITTI), goodKITTI, badKITTI) }

func FuzzPCDCompressed(f *testing.F) { fuzz(f, whole(parsePCD), goodPCDCompressed, badPCDCompressed) }

func FuzzMoleculeXYZ(f *testing.F) { fuzz(f, readMoleculeXYZ, goodMoleculeXYZ, badMoleculeXYZ) }

// FuzzGzip packs for itself, too, as the fuzzer cannot guess a checksum.
func FuzzGzip(f *testing.F) {
	for _, b := range badGzip {
		f.Add([]byte(b.data))
	}
	for _, list := range goodFiles {
		for _, g := range list {
			f.Add([]byte(g.data))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if packed.IsGzip(data) {
			if _, err := gunzip(data); err != nil {
				checkError(t, data, err)
			}
			return
		}
		plain, errPlain := Parse("a.xyz", data, "")
		packed, errPacked := Parse("a.xyz.gz", gz(string(data)), "")
		if (errPlain == nil) != (errPacked == nil) || !sameBits(plain.Cloud.Points, packed.Cloud.Points) {
			t.Errorf("%v, %v; packed: %v, %v", plain, errPlain, packed, errPacked)
		}
	})
}

// FuzzParse also chooses the format, by content and by name.
func FuzzParse(f *testing.F) {
	for _, list := range goodFiles {
		for _, g := range list {
			f.Add(g.file, []byte(g.data))
		}
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		checkParts(t, func(data []byte, _ int, part string) (File, error) { return Parse(name, data, part) }, data)
	})
}
