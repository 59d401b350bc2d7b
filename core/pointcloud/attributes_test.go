package pointcloud

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
)

// attributesText writes the attributes of a file in their order.
func attributesText(file File) string {
	text, err := file.Cloud.Attributes.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// lasWith is a scan of two points with these intensities.
func lasWith(intensities ...uint16) string {
	text := []byte(las12)
	at := int(binary.LittleEndian.Uint32(text[lasPointsAt:]))
	size := int(binary.LittleEndian.Uint16(text[lasRecordSize:]))
	for i, x := range intensities {
		binary.LittleEndian.PutUint16(text[at+i*size+lasIntensity:], x)
	}
	return string(text)
}

// lasColoured is a scan of one point in a format with colours.
func lasColoured(format byte) string {
	text := []byte(lasWith(7, 9))
	binary.LittleEndian.PutUint32(text[lasCount32:], 1)
	if text[lasVersion+1] >= 4 {
		binary.LittleEndian.PutUint64(text[lasCount64:], 1)
	}
	at := int(binary.LittleEndian.Uint32(text[lasPointsAt:]))
	size := lasRecordSizes[format]
	text[lasPointFormat] = format
	binary.LittleEndian.PutUint16(text[lasRecordSize:], uint16(size))
	point := make([]byte, size)
	copy(point, text[at:])
	point[14], point[15] = 2|3<<3, 6|0x20
	if format >= 6 {
		point[14], point[15], point[16] = 9|9<<4, 0, 65
	}
	for k := range 3 {
		binary.LittleEndian.PutUint16(point[lasColours[format]+2*k:], uint16(100*k+1))
	}
	return string(append(text[:at:at], point...))
}

func TestFilesKeepAttributes(t *testing.T) {
	five := float32s(1, 2, 3, 0.5, 17, 4, 5, 6, 0.25, 31)
	packed := math.Float32frombits(1<<16 | 2<<8 | 3)
	record := func(fields string, values ...any) string {
		var data bytes.Buffer
		for _, v := range values {
			_ = binary.Write(&data, binary.LittleEndian, v)
		}
		return strings.Replace(string(npyHead(1, "  "+fields, false, "(1,)")), "'  "+fields+"'", "  "+fields+"  ", 1) + data.String()
	}
	var kitti []float64
	for i, x := range floats(oneScan) {
		if i%4 == 3 {
			kitti = append(kitti, x)
		}
	}
	for _, c := range []struct {
		name, content string
		reading       Reading
		want          string
	}{
		{"water.xyz", "3\n\nO 1 2 3\nH 4 5 6\nD 7 8 9\n", Reading{}, `{"element":[8,1,1]}`},
		{"numbers.xyz", "2\n\n17 1 2 3\n99999 4 5 6\n", Reading{}, `{"species":[17,99999]}`},
		{"declared.xyz", "2\nProperties=pos:R:3:species:S:1\n1 2 3 Cl\n4 5 6 C1\n", Reading{}, `{"element":[17,6]}`},
		{"forces.xyz", "1\nProperties=pos:R:3:forces:R:3\n1 2 3 0 0 1\n", Reading{}, `{}`},
		{"bonds.sdf", v3000("", 1, 2, 3, -1, -2, -3), Reading{}, `{"element":[6,6]}`},
		{"calcium.pdb", pdbAtom("HETATM", "CA  ", "", " CA", 1, 1, 2, 3)[:70] + "\n", Reading{}, `{"element":[20]}`},
		{"water.pdb", pdbAtom("HETATM", "1H  ", "", "HOH", 1, 1, 2, 3)[:70] + "\n", Reading{}, `{"element":[1]}`},
		{"scan.bin", oneScan, Reading{}, attributesText(File{Cloud: Cloud{Attributes: Attributes{{Intensity, kitti}}}})},
		{"scan.las", lasWith(7, 65535), Reading{}, `{"intensity":[7,65535],"return_number":[0,0],"classification":[0,0]}`},
		{"holes.pcd", pcdHeadOf([]string{"x", "y", "intensity", "z"}, 2, "ascii") + "nan 4 0.75 5\n1 2 0.5 3\n", Reading{}, `{"intensity":[0.5]}`},
		{"lacking.csv", "x,y,z,Intensity\n1,2,3,9\n4,5,6,\n", Reading{}, `{}`},
		{"charged.xyz", "2\nProperties=species:S:1:pos:R:3:charge:R:1:forces:R:3\nO 1 2 3 -0.5 0 0 0\nH 4 5 6 0.5 0 0 0\n", Reading{}, `{"element":[8,1],"charge":[-0.5,0.5]}`},
		{"a.sdf", v2000("water", 1, 2, 3), Reading{}, `{"element":[6]}`},
		{"calcium.pdb", pdbAtom("ATOM", " CA ", "", "GLY", 1, 1, 2, 3), Reading{}, `{"element":[6]}`},
		{"a.ply", "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty uchar red\nproperty float nx\nend_header\n1 2 255 0.5\n3 4 0 1\n", Reading{}, `{"red":[255,0],"nx":[0.5,1]}`},
		{"a.pcd", "VERSION .7\nFIELDS x y rgb label _\nSIZE 4 4 4 4 1\nTYPE F F F U U\nCOUNT 1 1 1 1 1\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n1 2 " + fmt.Sprint(packed) + " 9 0\n", Reading{}, `{"red":[1],"green":[2],"blue":[3],"label":[9]}`},
		{"a.pcd", "VERSION .7\nFIELDS x y rgb\nSIZE 4 4 4\nTYPE F F U\nCOUNT 1 1 1\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA binary\n" + string(appendFloat(appendFloat(nil, "<f4", 1), "<f4", 2)) + "\x03\x02\x01\x00", Reading{}, `{"red":[1],"green":[2],"blue":[3]}`},
		{"a.las", lasColoured(2), Reading{}, `{"intensity":[7],"return_number":[2],"classification":[6],"red":[1],"green":[101],"blue":[201]}`},
		{"a.las", lasColoured(7), Reading{}, `{"intensity":[7],"return_number":[9],"classification":[65],"red":[1],"green":[101],"blue":[201]}`},
		{"scan.pcd.bin", string(five), Reading{Columns: 5, Type: "float32"}, `{"intensity":[0.5,0.25],"ring":[17,31]}`},
		{"a.csv", "symbol,x,y,z,mass\nC,1,2,3,12\nCl,4,5,6,35.5\n", Reading{}, `{"element":[6,17],"mass":[12,35.5]}`},
		{"a.csv", "C,1,2,3\nCl,4,5,6.5\n", Reading{}, `{"element":[6,17]}`},
		{"a.csv", "atom,x,y,z,symbol\nCA,1,2,3,C\nCA,4,5,6,N\n", Reading{}, `{"element":[6,7]}`},
		{"a.csv", "atom,x,y,z\n1,1,2,3\n2,4,5,6\n", Reading{}, `{"atom":[1,2]}`},
		{"a.csv", "atomic_number,x,y,z\n1,1,2,3\n2,4,5,6\n", Reading{}, `{"element":[1,2]}`},
		{"a.xyz", "2\nProperties=z:I:1:pos:R:3\n1 1 2 3\n2 4 5 6\n", Reading{}, `{"element":[1,2]}`},
		{"a.ptx", "1\n2\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n1 2 3 0.5\n0 0 0 0.5\n", Reading{}, `{"intensity":[0.5]}`},
		{"a.npy", record("[('x', '<f4'), ('y', '<f4'), ('ring', '<u2'), ('rgb', '|u1', (3,))]", float32(1), float32(2), uint16(300), [3]byte{4, 5, 6}), Reading{}, `{"ring":[300],"red":[4],"green":[5],"blue":[6]}`},
		{"a.json", `{"points": [[1, 2], [3, 4]], "attributes": {"b": [1, -0], "a": [0.1, 2e300]}}`, Reading{}, `{"a":[0.1,2e+300],"b":[1,0]}`},
		{"a.json", `{"attributes": {"a": [1, 2]}, "points": [[1, 2], [3, 4]]}`, Reading{}, `{"a":[1,2]}`},
		{"plain.xyz", "1 2 3\n4 5 6.5\n", Reading{}, `{}`},
		{"arrays.npz", archive(zip.Deflate, packedFile{"xyz.npy", array("<f8", "(4, 2)", counting(1, 8)...)}, packedFile{"intensity.npy", array("<f8", "(4,)", 0.5, 0.25, 0.75, 1)},
			packedFile{"other.npy", array("<f8", "(2,)", 0.5, 0.1)}), Reading{}, `{"intensity":[0.5,0.25,0.75,1]}`},
	} {
		expect(t, c.name, c.content, c.reading, c.want)
	}
}

func TestAttributesStayWithTheirPoints(t *testing.T) {
	maxPoints = 3
	t.Cleanup(func() { maxPoints = MaxPoints })
	var rows strings.Builder
	rows.WriteString("x,y,intensity\n")
	for i := range 9 {
		fmt.Fprintf(&rows, "%d,%d.5,%d\n", i, i, 100+i)
	}
	file, err := Parse("a.csv", []byte(rows.String()), Reading{Sample: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range file.Cloud.Attribute(Intensity) {
		if x != file.Cloud.Points[2*i]+100 {
			t.Errorf("point %v has the intensity %v", file.Cloud.Points[2*i:2*i+2], x)
		}
	}
	if n := len(file.Cloud.Attribute(Intensity)); n != 2 {
		t.Errorf("%d intensities of 2 points", n)
	}
	for _, c := range []Cloud{must(Centre(file.Cloud)), must(unitSphere(file.Cloud)), Pick(file.Cloud, []int{1})} {
		if got := c.AttributeNames(); !reflect.DeepEqual(got, []string{Intensity}) || len(c.Attribute(Intensity)) != c.Count() {
			t.Errorf("attributes %v of %d points", c.Attributes, c.Count())
		}
	}
}

func must(c Cloud, err error) Cloud {
	if err != nil {
		panic(err)
	}
	return c
}

func TestBadAttributes(t *testing.T) {
	for _, c := range []struct{ attributes, want string }{
		{`{"a": [1]}`, "attributes.a: has 1 values for 2 points; give each point one"},
		{`{"a": [1, null]}`, "attributes.a[1]: must be a number, got null"},
		{`{"a": [1, 1e999]}`, "attributes.a[1]: is out of range: 1e999"},
		{`{"a": 1}`, "attributes.a: must be a list"},
		{`{"a": null}`, "attributes.a: must be a list"},
		{`{"": [1, 2]}`, "attributes: a name must have 1 to 64 bytes, got 0"},
		{`[]`, "attributes: must be a JSON object"},
	} {
		o, err := document.Parse("", []byte(`{"attributes": `+c.attributes+`}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = TakeAttributes(o, 2); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.attributes, err, c.want)
		}
		content := `{"points": [[1, 2], [3, 4]], "attributes": ` + c.attributes + `}`
		if _, err := Parse("a.json", []byte(content), Reading{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("file: %v, want %s", err, c.want)
		}
	}
}

func TestVectorsHaveNames(t *testing.T) {
	for name, want := range map[string]bool{
		"nx": true, "normal_x": true, "Nz": true, "scalar_ny": true, "normals[2]": true, "velocity_y": true, "normal0": true,
		"x": false, "intensity": false, "element": false, "ring": false, "red": false, "curvature": false, "n": false,
	} {
		if IsVector(name) != want {
			t.Errorf("IsVector(%q) is not %v", name, want)
		}
	}
}

func TestAttributesReadBack(t *testing.T) {
	all := Attributes{{"a", []float64{0.1, math.MaxFloat64}}, {"b \"c\"", []float64{-5e-324, 1e-7}}}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	o, err := document.Parse("", fmt.Appendf(nil, `{"attributes": %s}`, text))
	if err != nil {
		t.Fatal(err)
	}
	if back, err := TakeAttributes(o, 2); err != nil || !reflect.DeepEqual(back, all) {
		t.Errorf("%s reads back as %v, %v", text, back, err)
	}
}

// Two numbers that float64 would make one are no attribute; those that it has stay.
func TestAttributesOfLargeWholeNumbers(t *testing.T) {
	const head = "x,y,id\n0,0,9007199254740992\n1,0,"
	for last, want := range map[string]string{
		"9007199254740994": "9007199254740994", "1152921504606846976": "1152921504606847000", "1152921504606847000": "1152921504606847000", "000000000000000000001": "1",
	} {
		expect(t, "a.csv", head+last+"\n", Reading{}, `{"id":[9007199254740992,`+want+`]}`, "")
	}
	for _, last := range []string{"9007199254740993", "1152921504606846977"} {
		expect(t, "a.csv", head+last+"\n", Reading{}, `{}`, "is left out")
	}
}

func TestDifferences(t *testing.T) {
	cloud := func(ring, intensity []float64) Cloud {
		return Cloud{Points: make([]float64, 2*len(ring)), Dimension: 2, Attributes: Attributes{{"ring", ring}, {"intensity", intensity}}}
	}
	one := cloud([]float64{1, 2, 2, 3}, []float64{0.5, 0.25, 0, 1})
	for _, c := range []struct {
		name  string
		other Cloud
		want  []Difference
	}{
		{"the same", cloud([]float64{1, 2, 2, 3}, []float64{0.5, 0.25, math.Copysign(0, -1), 1}), nil},
		{"another value", cloud([]float64{1, 2, 2, 3}, []float64{0.5, 0.25, 0, 2}), []Difference{{"intensity", false}}},
		{"another order", cloud([]float64{2, 1, 3, 2}, []float64{0.25, 0.5, 1, math.Copysign(0, -1)}), []Difference{{"ring", true}, {"intensity", true}}},
		{"other counts of the same values", cloud([]float64{1, 1, 2, 3}, []float64{0.5, 0.25, 0, 1}), []Difference{{"ring", false}}},
		{"swapped", cloud([]float64{0.5, 0.25, 0, 1}, []float64{1, 2, 2, 3}), []Difference{{"ring", false}, {"intensity", false}}},
		{"another size", cloud([]float64{1, 2, 2}, []float64{0.5, 0.25, 0}), nil},
		{"no attributes", Cloud{Points: make([]float64, 8), Dimension: 2}, nil},
	} {
		if got := Differences(one, c.other); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// Few values and many, which are sorted, are numbered alike: by their rank.
func TestLabelsAreRanks(t *testing.T) {
	for _, values := range []int{1, 5, 64, 65, 300} {
		var lists [2][]float64
		for n := range 2 * values {
			lists[n%2] = append(lists[n%2], float64((7*n+3)%values)-2)
		}
		cloud := func(list []float64) Cloud {
			return Cloud{Points: make([]float64, 2*len(list)), Dimension: 2, Attributes: Attributes{{"a", list}}}
		}
		a, b := Labels(cloud(lists[0]), cloud(lists[1]))
		ranks := slices.Compact(slices.Sorted(slices.Values(slices.Concat(lists[0], lists[1]))))
		for k, labels := range [][]int{a, b} {
			for n, label := range labels {
				if ranks[label] != lists[k][n] {
					t.Fatalf("%d values: %v is number %d", values, lists[k][n], label)
				}
			}
		}
	}
}
