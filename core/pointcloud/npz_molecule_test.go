package pointcloud

import (
	"archive/zip"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// counting returns so many numbers from the first.
func counting(first float64, n int) (values []float64) {
	for i := range n {
		values = append(values, first+float64(i))
	}
	return values
}

// trajectory is an archive of two frames of water, with the arrays of MD17 as sgdml.org describes them, or with others in their place.
func trajectory(others ...packedFile) []byte {
	files := []packedFile{
		{"E.npy", array("<f8", "(2, 1)", -1, -2)}, {"F.npy", array("<f8", "(2, 3, 3)", counting(100, 18)...)},
		{"R.npy", array("<f8", "(2, 3, 3)", counting(0, 18)...)}, {"z.npy", array("|u1", "(3,)", 8, 1, 1)},
		{"name.npy", string(npyHead(1, "|S5", false, "()")) + "water"}, {"type.npy", string(npyHead(1, "<U1", false, "()")) + "d\x00\x00\x00"},
	}
	for _, other := range others {
		for i := range files {
			if files[i].name == other.name {
				files[i] = other
				other.name = ""
			}
		}
		if other.name != "" {
			files = append(files, other)
		}
	}
	return []byte(archive(zip.Store, files...))
}

// rowsArePoints answers the question about arrays with as few rows as coordinates.
var rowsArePoints = new(bool)

// revised has the arrays of the revision of MD17.
var revised = []byte(archive(zip.Deflate,
	packedFile{"nuclear_charges.npy", array("|u1", "(3,)", 8, 1, 1)}, packedFile{"coords.npy", array("<f8", "(2, 3, 3)", counting(0, 18)...)},
	packedFile{"energies.npy", array("<f8", "(2,)", -1, -2)}, packedFile{"forces.npy", array("<f8", "(2, 3, 3)", counting(100, 18)...)},
	packedFile{"old_indices.npy", array("<i8", "(2,)", 7, 9)}, packedFile{"old_energies.npy", array("<f8", "(2,)", -1, -2)},
	packedFile{"old_forces.npy", array("<f8", "(2, 3, 3)", counting(200, 18)...)},
))

// stored is an archive that is not packed.
func stored(files ...packedFile) string { return archive(zip.Store, files...) }

func TestArraysOfMolecules(t *testing.T) {
	z := func(descr string, values ...float64) string {
		return string(trajectory(packedFile{"z.npy", array(descr, fmt.Sprintf("(%d,)", len(values)), values...)}))
	}
	square := stored(packedFile{"E.npy", array("<f8", "(3,)", -1, -2, -3)}, packedFile{"R.npy", array("<f8", "(3, 3, 3)", counting(0, 27)...)}, packedFile{"z.npy", array("|u1", "(3,)", 8, 1, 1)})
	counted := stored(packedFile{"N.npy", array("<i8", "(2,)", 1, 3)}, packedFile{"R.npy", array("<f8", "(4, 3)", counting(0, 12)...)},
		packedFile{"Z.npy", array("<i8", "(4,)", 2, 8, 1, 1)}, packedFile{"q.npy", array("<f8", "(4,)", 0, -0.5, 0.25, 0.25)})
	full := stored(packedFile{"R.npy", array("<f8", "(2, 3, 3)", counting(1, 18)...)}, packedFile{"z.npy", array("|u1", "(2, 3)", 8, 1, 1, 6, 7, 8)},
		packedFile{"tag.npy", array("<i8", "(2, 3)", 0, 5, 0, 0, 0, 9)}, packedFile{"other.npy", array("<i8", "(3, 2)", counting(1, 6)...)})
	holes := string(paddedMolecules(packedFile{"z.npy", array("|u1", "(3, 3)", 8, 0, 1, 6, 1, 1, 2, 0, 0)}))
	for _, f := range []struct {
		data, part string
		wants      []any
	}{
		{string(trajectory()), "R[1]", []any{counting(9, 9), `{"element":[8,1,1]}`, notes(1)}}, {string(revised), "coords[1]", []any{counting(9, 9), `{"element":[8,1,1]}`, notes(1)}},
		{string(trajectory()), "F[0]", []any{counting(100, 9)}}, // forces by name
		{z("|u1", 8, 0, 1), "R[0]", []any{`{"z":[8,0,1]}`}}, {z("|u1", 8, 1, 119), "R[0]", []any{`{"z":[8,1,119]}`}}, {z("<i8", 8, 1, -1), "R[0]", []any{`{"z":[8,1,-1]}`}},
		{string(trajectory(packedFile{"atomic_numbers.npy", array("<i8", "(3,)", 6, 6, 6)})), "R[0]", []any{`{"element":[8,1,1],"atomic_numbers":[6,6,6]}`}},
		// as many frames as atoms leave open whether a number is of a frame or of an atom
		{square, "R[1]", []any{`{"element":[8,1,1]}`, `The array "E" has a number for each point or for each cloud`}},
		{counted, "R[0]", []any{`{"element":[2],"q":[0]}`}}, {counted, "R[1]", []any{`{"element":[8,1,1],"q":[-0.5,0.25,0.25]}`}},
		// the list that splits clouds is not an attribute
		{stored(packedFile{"idx_m.npy", array("<i8", "(4,)", 0, 1, 1, 1)}, packedFile{"R.npy", array("<f8", "(4, 3)", counting(0, 12)...)}), "R[1]", []any{`{}`, 3}},
		// elements whose checksum is wrong
		{strings.Replace(counted, "\x08\x00\x00\x00\x00\x00\x00\x00\x01", "\x07\x00\x00\x00\x00\x00\x00\x00\x01", 1), "R[1]", []any{`{"q":[-0.5,0.25,0.25]}`}},
		{full, "R[1]", []any{`{"element":[6,7,8],"tag":[0,0,9]}`}},
		{holes, "R[0]", []any{3, `{"z":[8,0,1]}`}}, // all rows
		{string(paddedMolecules(packedFile{"z.npy", array("|u1", "(3, 3)", 8, 1, 0, 6, 1, 0, 2, 0, 0)})), "R[1]", []any{`that "z" counts are not 0`}},
		{string(paddedMolecules(packedFile{"z.npy", array("|u1", "(3, 3)", 8, 1, 0, 6, 1, 1, 2, 0, 0)})), "R[2]", []any{notes(1), elementsNote.Text}},
	} {
		expect(t, "a.npz", f.data, Reading{Part: f.part}, f.wants...)
	}
	expect(t, "a.npz", z("<f8", 8, 1, 1), Reading{Part: "R[0]", Transposed: rowsArePoints}, `{"z":[8,1,1]}`)
	expect(t, "a.npz", z("|u1", 8, 1), Reading{Part: "R[0]", Transposed: rowsArePoints}, `{}`)
	flat := stored(packedFile{"xy.npy", array("<f8", "(3, 2)", counting(0, 6)...)}, packedFile{"z.npy", array("<i8", "(3,)", 8, 1, 1)})
	expect(t, "a.npz", flat, Reading{Transposed: rowsArePoints}, `{"z":[8,1,1]}`) // heights
	for part, want := range map[string]string{"0": "", "1": "The last 2 points are all 0."} {
		expect(t, "stack.npy", array("<f8", "(2, 4, 3)", slices.Concat(counting(1, 12), counting(1, 6), make([]float64, 6))...), Reading{Part: part}, want)
	}
}

// Arrays of a trajectory that are its clouds: two frames, or more where forces may be positions.
func TestPartsOfATrajectory(t *testing.T) {
	for _, f := range []struct {
		data []byte
		want clouds
	}{
		{trajectory(), 2}, {revised, 2},
		{trajectory(packedFile{"z.npy", array("<f8", "(3,)", 8, 1, 1)}), 4},                     // no elements
		{trajectory(packedFile{"F.npy", array("<f8", "(1, 3, 3)", counting(100, 9)...)}), 3},    // of another shape
		{trajectory(packedFile{"G.npy", array("<f8", "(2, 3, 3)", counting(100, 18)...)}), 4},   // by another name
		{trajectory(packedFile{"R.npy", array("<f8", "(2, 4, 3)", counting(0, 24)...)}), 4},     // other atoms
		{trajectory(packedFile{"force_R.npy", array("<f8", "(3, 3)", counting(100, 9)...)}), 3}, // a single one
	} {
		expect(t, "md17.npz", string(f.data), Reading{}, f.want)
	}
}

// paddedMolecules is an archive of three molecules of 2, 3 and 1 atoms, padded by 0 to 3, with other arrays beside.
func paddedMolecules(others ...packedFile) []byte {
	positions := []float64{1, 2, 3, 4, 5, 6, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 0, 0, 0, 0, 0, 0}
	files := append([]packedFile{{"R.npy", array("<f8", "(3, 3, 3)", positions...)}, {"F.npy", array("<f8", "(3, 3, 3)", positions...)}}, others...)
	return []byte(archive(zip.Store, files...))
}

// truths writes an array of truths.
func truths(shape string, values ...float64) string {
	return strings.Replace(array("|u1", shape, values...), "'|u1'", "'|b1'", 1)
}

func TestPaddedMoleculesHaveTheirAtoms(t *testing.T) {
	elements := packedFile{"z.npy", array("|u1", "(3, 3)", 8, 1, 0, 6, 1, 1, 2, 0, 0)}
	numbers := packedFile{"N.npy", array("<i8", "(3,)", 2, 3, 1)}
	with := []string{`{"element":[8,1]}`, `{"element":[6,1,1]}`, `{"element":[2]}`}
	for name, c := range map[string]struct {
		files []packedFile
		want  []string
	}{
		"elements":            {[]packedFile{elements}, with},
		"elements and counts": {[]packedFile{elements, numbers}, with},
		"mask":                {[]packedFile{{"atom_mask.npy", truths("(3, 3)", 1, 1, 0, 1, 1, 1, 1, 0, 0)}}, []string{`{}`, `{}`, `{}`}},
		"mask of the padding": {[]packedFile{{"padding_mask.npy", truths("(3, 3)", 0, 0, 1, 0, 0, 0, 0, 1, 1)}}, []string{`{}`, `{}`, `{}`}},
		"mask and charges": {[]packedFile{{"mask.npy", array("<i8", "(3, 3)", 1, 1, 0, 1, 1, 1, 1, 0, 0)}, {"charges.npy", array("<i8", "(3, 3)", 8, 1, 0, 6, 1, 1, 2, 0, 0)}},
			[]string{`{"charges":[8,1]}`, `{"charges":[6,1,1]}`, `{"charges":[2]}`}},
	} {
		data := paddedMolecules(c.files...)
		if c.want[0] == `{}` || name == "mask and charges" {
			data = []byte(strings.ReplaceAll(string(data), "F.npy", "G.npy")) // no elements tell that F has forces
		}
		for i, points := range []int{2, 3, 1} {
			expect(t, "padded.npz", string(data), Reading{Part: sliceName("R", i), Transposed: rowsArePoints}, points, c.want[i])
		}
	}
	expect(t, "padded.npz", string(paddedMolecules(elements)), Reading{}, clouds(3), `"R[2]" (rows by z, 1 points)`)
}
