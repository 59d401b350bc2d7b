package pointcloud

import (
	"fmt"
	"strings"
	"testing"
)

// elementsOf reads atoms with these labels and returns their elements, "" where they are left out.
func elementsOf(t *testing.T, labels ...string) string {
	t.Helper()
	text := fmt.Sprintf("%d\n\n", len(labels))
	for i, label := range labels {
		text += fmt.Sprintf("%s %d.5 %d.25 1\n", label, i, i*i)
	}
	file, err := Parse("a.xyz", []byte(text), Reading{})
	if err != nil {
		t.Errorf("%v: %v", labels, err)
	}
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(file.Cloud.Attribute(Element))), " "), "[]")
}

// The labels of a file are elements only if all are.
func TestLabelsAreJudgedTogether(t *testing.T) {
	for labels, want := range map[string]string{
		"C O H":        "6 8 1",
		"c cl Na":      "6 17 11",
		"Fe2+ Na+ O2-": "26 11 8", "Cl- NH4": "", "2H 13C D T": "1 6 1 1", "C1 C2 H1": "6 6 1", "6 1 8": "6 1 8",
		"CL CA": "17 20", "Ca Cl": "20 17", "CA N C O": "", "N CA CB": "", "BB SC1 W": "", "Hg Cd": "80 48", "OW HW1 HW2": "", "FE CO": "26 27",
		"Du X Q C": "0 0 0 6", "Xx H": "0 1", "Bq Gh(C) C": "0 0 6", "@H C": "0 6", "LP N": "0 7", "NA NA NA": "11 11 11",
	} {
		if got := elementsOf(t, strings.Fields(labels)...); got != want {
			t.Errorf("%s: got %q, want %q", labels, got, want)
		}
	}
}

// Atoms of the Protein Data Bank have the elements that their columns, or their residues and names tell.
func TestElementsOfResidues(t *testing.T) {
	for atom, want := range map[string]string{
		"ATOM      1  CA  ALA A   1": "6", "ATOM      1 CA   ALA A   1": "6", "HETATM    1 CA    CA A   1": "20", "HETATM    1 HG    HG A   1": "80",
		"ATOM      1 HG11 VAL A   1": "1", "ATOM      1 HO5'  DA A   1": "1", "ATOM      1 1HB  ALA A   1": "1", "ATOM      1 SE   MSE A   1": "34", "HETATM    1 FE   HEM A   1": "26",
		"HETATM    1  NA  HEM A   1": "7", "ATOM      1  CE  LYS A   1": "6", "ATOM      1 CD   GLU A   1": "6", "HETATM    1 CL1  LIG A   1": "17", "HETATM    1 CA   LIG A   1": "",
		"HETATM    1  C1  LIG A   1": "6", "HETATM    1 ZN    ZN A   1": "30", "HETATM    1  OW  SOL A   1": "8", "HETATM    1  MW  SOL A   1": "0", "ATOM      1 HE22 LIG A   1": "1",
		"ATOM      1  D   GLY A   1": "1", "HETATM    1 NA   NA+ A   1": "11", "ATOM      1 OP1   DA A   1": "8", "ATOM      1  P     G A   1": "15", "ATOM      1 NE2  HSD A   1": "7",
	} {
		file, err := Parse("a.pdb", []byte(atom+"       0.500  -1.250   2.000  1.00  0.00\n"), Reading{})
		if got := strings.Trim(fmt.Sprint(file.Cloud.Attribute(Element)), "[]"); err != nil || got != want {
			t.Errorf("%s: got %q, want %q, %v", atom, got, want, err)
		}
	}
	symbol := "ATOM      1  CA  ALA A   1       0.500  -1.250   2.000  1.00 20.00          "
	for columns, want := range map[string]string{" C": "6", "FE": "26", " 1": "6", "98": "6", "ZN2+": "30", "X ": "6"} {
		file, err := Parse("a.pdb", []byte(symbol+columns+"\n"), Reading{})
		if got := strings.Trim(fmt.Sprint(file.Cloud.Attribute(Element)), "[]"); err != nil || got != want {
			t.Errorf("%q: got %q, want %q, %v", columns, got, want, err)
		}
	}
}

func TestElementsOfKinds(t *testing.T) {
	for name, want := range map[string]string{
		"xyz_atom_names.xyz": "", "xyz_bead.xyz": "", "xyz_du_x.xyz": "0 0 6", "xyz_tv.xyz": "6 8 7", "xyz_tv_two.xyz": "6 6 6", "pdb_noelement.pdb": "7 6 1 20 80",
		"pdb_name_left.pdb": "7 6 1 6", "pdb_nucleic.pdb": "1 1 15 8", "pdb_amber_h.pdb": "1 1 1 1", "pdb_old_ident.ent": "6 6 6 6", "pdb_old_ident2.ent": "6 6 6 6",
	} {
		file, err := Parse(name, ofFolder(t, "kinds", name), Reading{})
		if got := strings.Trim(fmt.Sprint(file.Cloud.Attribute(Element)), "[]"); err != nil || got != want {
			t.Errorf("%s: got %q, want %q, %v", name, got, want, err)
		}
	}
}
