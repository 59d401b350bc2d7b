package pointcloud

import (
	"bytes"
	"errors"
	"testing"
)

// fuzz feeds a parser with the table's files, with what testdata/fuzz holds,
// and with what the fuzzer makes of both.
func fuzz(f *testing.F, parse func([]byte, int) (Cloud, error), good []goodFile, bad []badFile) {
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
		cloud, err := parse(data, 0)
		if err != nil {
			checkError(t, data, err)
		} else {
			checkCloud(t, cloud)
		}
		if !bytes.Equal(before, data) {
			t.Error("changes its input")
		}
	})
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
	var bad *FormatError
	if !errors.As(err, &bad) {
		t.Fatalf("%T: %v", err, err)
	}
	lines := 1 + bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r"))
	if bad.Line < 0 || bad.Line > lines || bad.Byte < -1 || bad.Byte > int64(len(data)) {
		t.Fatalf("no place in %d lines, %d bytes: %+v", lines, len(data), bad)
	}
	if bad.Message == "" || len(bad.Message) > 300 {
		t.Fatalf("message %q", bad.Message)
	}
}

func FuzzPLY(f *testing.F)  { fuzz(f, parsePLY, goodPLY, badPLY) }
func FuzzPCD(f *testing.F)  { fuzz(f, parsePCD, goodPCD, badPCD) }
func FuzzXYZ(f *testing.F)  { fuzz(f, parseXYZ, goodXYZ, badXYZ) }
func FuzzCSV(f *testing.F)  { fuzz(f, parseCSV, goodCSV, badCSV) }
func FuzzOFF(f *testing.F)  { fuzz(f, parseOFF, goodOFF, badOFF) }
func FuzzOBJ(f *testing.F)  { fuzz(f, parseOBJ, goodOBJ, badOBJ) }
func FuzzNPY(f *testing.F)  { fuzz(f, parseNPY, goodNPY, badNPY) }
func FuzzJSON(f *testing.F) { fuzz(f, parseJSON, goodJSON, badJSON) }

// FuzzParse also chooses the format, by content and by name.
func FuzzParse(f *testing.F) {
	for _, list := range [][]goodFile{goodPLY, goodPCD, goodXYZ, goodCSV, goodOFF, goodOBJ, goodNPY, goodJSON} {
		for _, g := range list {
			f.Add(g.file, []byte(g.data))
		}
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		cloud, err := Parse(name, data)
		if err != nil {
			checkError(t, data, err)
		} else {
			checkCloud(t, cloud)
		}
	})
}
