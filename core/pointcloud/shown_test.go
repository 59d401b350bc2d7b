package pointcloud

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
)

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

// The elements of molecules and the intensities of scans come with the points that have coordinates.
func TestElementsAndIntensities(t *testing.T) {
	var kitti []float64
	for i, x := range floats(oneScan) {
		if i%4 == 3 {
			kitti = append(kitti, x)
		}
	}
	ply := func(kind string) string {
		return "ply\nformat " + kind + " 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float scalar_Intensity\nproperty float z\nend_header\n"
	}
	packed := float32s(1, 2, 0.5, 3, 4, 5, 0.25, 6)
	pcd := func(data string) string {
		return "VERSION .7\nFIELDS x y intensity z\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA " + data + "\n"
	}
	for _, c := range []struct {
		name, content, shown string
		values               []float64
	}{
		{"water.xyz", "3\n\nO 1 2 3\nH 4 5 6\nD 7 8 9\n", Element, []float64{8, 1, 1}},
		{"numbers.xyz", "2\n\n17 1 2 3\n99999 4 5 6\n", Element, []float64{17, 99999}},
		{"declared.xyz", "2\nProperties=pos:R:3:species:S:1\n1 2 3 Cl\n4 5 6 C1\n", Element, []float64{17, 6}},
		{"forces.xyz", "1\nProperties=pos:R:3:forces:R:3\n1 2 3 0 0 1\n", "", nil},
		{"bonds.sdf", v2000("water", 1, 2, 3), Element, []float64{6}},
		{"bonds.sdf", v3000("", 1, 2, 3, -1, -2, -3), Element, []float64{6, 6}},
		{"calcium.pdb", pdbAtom("ATOM", " CA ", "", "GLY", 1, 1, 2, 3), Element, []float64{6}},
		{"calcium.pdb", pdbAtom("HETATM", "CA  ", "", " CA", 1, 1, 2, 3)[:70] + "\n", Element, []float64{20}},
		{"water.pdb", pdbAtom("HETATM", "1H  ", "", "HOH", 1, 1, 2, 3)[:70] + "\n", Element, []float64{1}},
		{"scan.bin", oneScan, Intensity, kitti},
		{"scan.las", lasWith(7, 65535), Intensity, []float64{7, 65535}},
		{"scan.ply", ply("ascii") + "1 2 0.5 3\n4 5 0.25 6\n", Intensity, []float64{0.5, 0.25}},
		{"scan.ply", ply("binary_little_endian") + string(packed), Intensity, []float64{0.5, 0.25}},
		{"holes.pcd", pcd("ascii") + "nan 4 0.75 5\n1 2 0.5 3\n", Intensity, []float64{0.5}},
		{"scan.pcd", pcd("binary") + string(packed), Intensity, []float64{0.5, 0.25}},
		{"scan.csv", "x,y,z,Intensity\n1,2,3,9\n4,5,6,7\n", Intensity, []float64{9, 7}},
		{"lacking.csv", "x,y,z,Intensity\n1,2,3,9\n4,5,6,\n", "", nil},
		{"plain.xyz", "1 2 3\n4 5 6.5\n", "", nil},
	} {
		t.Run(fmt.Sprint(c.name, " ", c.shown), func(t *testing.T) {
			file, err := Parse(c.name, []byte(c.content), Reading{})
			if err != nil {
				t.Fatal(err)
			}
			shown := file.Cloud.Attribute(Element)
			if c.shown != Element {
				shown = file.Cloud.Attribute(Intensity)
			}
			if !slices.Equal(shown, c.values) {
				t.Errorf("%s %v, want %v", c.shown, shown, c.values)
			}
		})
	}
}
