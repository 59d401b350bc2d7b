package pointcloud

import (
	"archive/zip"
	"errors"
	"fmt"
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

func TestFramesOfATrajectoryAreMolecules(t *testing.T) {
	for name, data := range map[string][]byte{"R": trajectory(), "coords": revised} {
		_, err := Parse("md17.npz", data, Reading{})
		several, ok := errors.AsType[*PartsError](err)
		if !ok || len(several.Parts) != 2 || several.Parts[1].Name != name+"[1]" {
			t.Fatalf("%s: parts %v, %v", name, several, err)
		}
		file, err := Parse("md17.npz", data, Reading{Part: name + "[1]"})
		if err != nil {
			t.Fatal(err)
		}
		if got := attributesText(file); got != `{"element":[8,1,1]}` || file.Cloud.Points[0] != 9 || len(file.Notes) != 1 {
			t.Errorf("%s: attributes %s, points %v, notes %v", name, got, file.Cloud.Points, file.Notes)
		}
	}
	if file, err := Parse("md17.npz", trajectory(), Reading{Part: "F[0]"}); err != nil || file.Cloud.Points[0] != 100 {
		t.Errorf("forces by name: %v, %v", file.Cloud.Points, err)
	}
}

func TestOnlyAtomicNumbersAreElements(t *testing.T) {
	for want, z := range map[string]string{
		`{"z":[8,0,1]}`:   array("|u1", "(3,)", 8, 0, 1),
		`{"z":[8,1,119]}`: array("|u1", "(3,)", 8, 1, 119),
		`{"z":[8,1,-1]}`:  array("<i8", "(3,)", 8, 1, -1),
		`{"z":[8,1,1]}`:   array("<f8", "(3,)", 8, 1, 1),
		`{}`:              array("|u1", "(2,)", 8, 1),
	} {
		file, err := Parse("md17.npz", trajectory(packedFile{"z.npy", z}), Reading{Part: "R[0]", Transposed: rowsArePoints})
		if got := attributesText(file); err != nil || got != want {
			t.Errorf("attributes %s, want %s, %v", got, want, err)
		}
	}
	file, err := Parse("md17.npz", trajectory(packedFile{"atomic_numbers.npy", array("<i8", "(3,)", 6, 6, 6)}), Reading{Part: "R[0]"})
	if got := attributesText(file); err != nil || got != `{"element":[8,1,1],"atomic_numbers":[6,6,6]}` {
		t.Errorf("two lists of elements: %s, %v", got, err)
	}
	file, err = Parse("flat.npz", []byte(archive(zip.Store, packedFile{"xy.npy", array("<f8", "(3, 2)", counting(0, 6)...)}, packedFile{"z.npy", array("<i8", "(3,)", 8, 1, 1)})), Reading{Transposed: rowsArePoints})
	if got := attributesText(file); err != nil || got != `{"z":[8,1,1]}` {
		t.Errorf("heights of flat points: %s, %v", got, err)
	}
}

// As many frames as atoms leave open whether a number is of a frame or of an atom.
func TestNumbersOfFramesAreNoAttributes(t *testing.T) {
	files := []packedFile{
		{"E.npy", array("<f8", "(3,)", -1, -2, -3)}, {"R.npy", array("<f8", "(3, 3, 3)", counting(0, 27)...)}, {"z.npy", array("|u1", "(3,)", 8, 1, 1)},
	}
	file, err := Parse("square.npz", []byte(archive(zip.Store, files...)), Reading{Part: "R[1]"})
	if got := attributesText(file); err != nil || got != `{"element":[8,1,1]}` || !strings.Contains(fmt.Sprint(file.Notes), `The array "E" has a number for each point or for each cloud`) {
		t.Errorf("attributes %s, notes %v, %v", got, file.Notes, err)
	}
}

func TestForcesWithoutPositionsAreClouds(t *testing.T) {
	for _, data := range [][]byte{
		trajectory(packedFile{"z.npy", array("<f8", "(3,)", 8, 1, 1)}),                     // no elements
		trajectory(packedFile{"F.npy", array("<f8", "(1, 3, 3)", counting(100, 9)...)}),    // of another shape
		trajectory(packedFile{"G.npy", array("<f8", "(2, 3, 3)", counting(100, 18)...)}),   // by another name
		trajectory(packedFile{"R.npy", array("<f8", "(2, 4, 3)", counting(0, 24)...)}),     // other atoms
		trajectory(packedFile{"force_R.npy", array("<f8", "(3, 3)", counting(100, 9)...)}), // a single one
	} {
		_, err := Parse("md17.npz", data, Reading{})
		several, ok := errors.AsType[*PartsError](err)
		if !ok || len(several.Parts) < 3 {
			t.Errorf("parts %v, %v", several, err)
		}
	}
}

func TestMoleculesByCountsHaveTheirElements(t *testing.T) {
	data := []byte(archive(zip.Store,
		packedFile{"N.npy", array("<i8", "(2,)", 1, 3)}, packedFile{"R.npy", array("<f8", "(4, 3)", counting(0, 12)...)},
		packedFile{"Z.npy", array("<i8", "(4,)", 2, 8, 1, 1)}, packedFile{"q.npy", array("<f8", "(4,)", 0, -0.5, 0.25, 0.25)}))
	for part, want := range map[string]string{"R[0]": `{"element":[2],"q":[0]}`, "R[1]": `{"element":[8,1,1],"q":[-0.5,0.25,0.25]}`} {
		file, err := Parse("qm9.npz", data, Reading{Part: part})
		if got := attributesText(file); err != nil || got != want {
			t.Errorf("%s: %s, want %s, %v", part, got, want, err)
		}
	}
	batch := []byte(archive(zip.Store, packedFile{"idx_m.npy", array("<i8", "(4,)", 0, 1, 1, 1)}, packedFile{"R.npy", array("<f8", "(4, 3)", counting(0, 12)...)}))
	if file, err := Parse("batch.npz", batch, Reading{Part: "R[1]"}); err != nil || len(file.Cloud.Attributes) != 0 {
		t.Errorf("the list that splits is an attribute: %s, %v", attributesText(file), err)
	}
	damaged := []byte(strings.Replace(string(data), "\x08\x00\x00\x00\x00\x00\x00\x00\x01", "\x07\x00\x00\x00\x00\x00\x00\x00\x01", 1))
	if file, err := Parse("qm9.npz", damaged, Reading{Part: "R[1]"}); err != nil || file.Cloud.Attribute(Element) != nil {
		t.Errorf("elements whose checksum is wrong: %s, %v", attributesText(file), err)
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
			file, err := Parse("padded.npz", data, Reading{Part: sliceName("R", i), Transposed: rowsArePoints})
			if err != nil {
				t.Fatalf("%s, %d: %v", name, i, err)
			}
			if got := attributesText(file); got != c.want[i] || file.Cloud.Count() != points {
				t.Errorf("%s, %d: %d points with %s", name, i, file.Cloud.Count(), got)
			}
		}
	}
	_, err := Parse("padded.npz", paddedMolecules(elements), Reading{})
	if several, ok := errors.AsType[*PartsError](err); !ok || len(several.Parts) != 3 || several.Parts[2].Count != 1 {
		t.Errorf("parts %v, %v", several, err)
	}
}

func TestFullTablesAreAttributes(t *testing.T) {
	data := []byte(archive(zip.Store, packedFile{"R.npy", array("<f8", "(2, 3, 3)", counting(1, 18)...)}, packedFile{"z.npy", array("|u1", "(2, 3)", 8, 1, 1, 6, 7, 8)},
		packedFile{"tag.npy", array("<i8", "(2, 3)", 0, 5, 0, 0, 0, 9)}, packedFile{"other.npy", array("<i8", "(3, 2)", counting(1, 6)...)}))
	file, err := Parse("full.npz", data, Reading{Part: "R[1]"})
	if got := attributesText(file); err != nil || got != `{"element":[6,7,8],"tag":[0,0,9]}` {
		t.Errorf("attributes %s, %v", got, err)
	}
}

func TestDoubtfulPaddingIsAsked(t *testing.T) {
	holes := paddedMolecules(packedFile{"z.npy", array("|u1", "(3, 3)", 8, 0, 1, 6, 1, 1, 2, 0, 0)})
	if file, err := Parse("holes.npz", holes, Reading{Part: "R[0]"}); err != nil || file.Cloud.Count() != 3 || attributesText(file) != `{"z":[8,0,1]}` {
		t.Errorf("all rows: %v, %s, %v", file.Cloud, attributesText(file), err)
	}
	short := paddedMolecules(packedFile{"z.npy", array("|u1", "(3, 3)", 8, 1, 0, 6, 1, 0, 2, 0, 0)})
	if file, err := Parse("short.npz", short, Reading{Part: "R[1]"}); err == nil || !strings.Contains(err.Error(), `that "z" counts are not 0`) {
		t.Errorf("points behind those with elements: %v, %v", file.Cloud, err)
	}
}

func TestZerosAtTheEndAreNoted(t *testing.T) {
	stack := func(values ...float64) []byte { return []byte(array("<f8", "(2, 4, 3)", values...)) }
	padded := append(counting(1, 6), make([]float64, 6)...)
	for part, want := range map[string]string{"0": "", "1": "The last 2 points are all 0."} {
		file, err := Parse("stack.npy", stack(append(counting(1, 12), padded...)...), Reading{Part: part})
		if err != nil || (len(file.Notes) > 0) != (want != "") || want != "" && !strings.HasPrefix(file.Notes[0].Text, want) {
			t.Errorf("%s: %v, %v", part, file.Notes, err)
		}
	}
	counted := paddedMolecules(packedFile{"z.npy", array("|u1", "(3, 3)", 8, 1, 0, 6, 1, 1, 2, 0, 0)})
	if file, err := Parse("padded.npz", counted, Reading{Part: "R[2]"}); err != nil || len(file.Notes) != 1 || file.Notes[0].Text != elementsNote.Text {
		t.Errorf("elements tell: %v, %v", file.Notes, err)
	}
}
