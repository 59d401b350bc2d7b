package pointcloud

import (
	"fmt"
	"strings"
	"testing"
)

// pdbAtom writes a record as the format's description has it.
func pdbAtom(record, name, location, residue string, number int, x, y, z float64) string {
	return fmt.Sprintf("%-6s%5d %-4s%1s%3s A%4d    %8.3f%8.3f%8.3f  1.00  0.00           C\n", record, 1, name, location, residue, number, x, y, z)
}

// v2000 writes a molfile of carbon atoms.
func v2000(title string, points ...float64) string {
	text := fmt.Sprintf("%s\n  test\n\n%3d  0  0  0  0  0  0  0  0  0999 V2000\n", title, len(points)/3)
	for i := 0; i < len(points); i += 3 {
		text += fmt.Sprintf("%10.4f%10.4f%10.4f C   0  0  0  0  0  0  0  0  0  0  0  0\n", points[i], points[i+1], points[i+2])
	}
	return text + "M  END\n"
}

const v3000Head = "\n  test\n\n  0  0  0     0  0            999 V3000\n"

// v3000 writes a molfile of carbon atoms.
func v3000(title string, points ...float64) string {
	text := title + v3000Head + fmt.Sprintf("M  V30 BEGIN CTAB\nM  V30 COUNTS %d 0 0 0 0\nM  V30 BEGIN ATOM\n", len(points)/3)
	for i := 0; i < len(points); i += 3 {
		text += fmt.Sprintf("M  V30 %d C %v %v -\nM  V30 %v 0 CHG=1\n", i/3+1, points[i], points[i+1], points[i+2])
	}
	return text + "M  V30 END ATOM\nM  V30 END CTAB\nM  END\n"
}

var (
	qm9s      = strings.Repeat("1\ngdb 1\t1\nC\t1\t2\t3\t0\n100.5\nC\tC\nInChI=1S/C\tInChI=1S/C\n", 2)
	waters    = "1\nfirst\nH 0 0 1\n2\n\nO 1 2 3\nH 4 5 6\n"
	models    = "HEADER    A PROTEIN\nMODEL        1\n" + pdbAtom("ATOM", " CA ", "", "GLY", 1, 1, 2, 3) + "ENDMDL\nMODEL        7\n" + pdbAtom("ATOM", " CA ", "", "GLY", 1, 4, 5, 6) + pdbAtom("HETATM", " O  ", "", "HOH", 2, 7, 8, 9) + "ENDMDL\nEND\n"
	molecules = v2000("water", 1, 2, 3) + "> <ID>\n7\n\n$$$$\n" + v3000("", 1, 2, 3, -1, -2, -3) + "$$$$\n\n"
)

var goodMoleculeXYZ = []goodFile{
	{"water", "water.xyz", "3\nwater\nO 0.0 0.0 0.119\nH 0.0 0.763 -0.477\nH 0.0 -0.763 -0.477\n", 3, []float64{0, 0, 0.119, 0, 0.763, -0.477, 0, -0.763, -0.477}},
	{"no remark, further columns, no end", "a.xyz", " 1 \n\nFe2+ 1 2 3 0.5 x", 3, []float64{1, 2, 3}},
	{"atomic numbers", "a.txt", "2\nenergy -1.1\n1 0 0 0\n1 0 0 0.74\n\n", 3, []float64{0, 0, 0, 0, 0, 0.74}},
	{"extended", "a.xyz", "1\nLattice=\"1 0 0 0 1 0 0 0 1\" Properties=species:S:1:pos:R:3:forces:R:3 pbc=\"T T T\"\nSi 1 2 3 0 0 0\n", 3, []float64{1, 2, 3}},
	{"no extension", "-", "1\r\n\r\nC 1 2 3\r\n", 3, []float64{1, 2, 3}},
	{"forces first", "a.xyz", "1\nProperties=species:S:1:forces:R:3:pos:R:3 energy=-1.5\nC 9 9 9 1 2 3\n", 3, []float64{1, 2, 3}},
	{"positions first", "a.xyz", "1\nenergy=1 Properties=\"pos:R:3:species:S:1\"\n1 2 3 C\n", 3, []float64{1, 2, 3}},
	{"an index first, in other quotes", "a.extxyz", "1\nproperties='id:I:1:species:S:1:pos:R:3'\n7 C 1 2 3\n", 3, []float64{1, 2, 3}},
	{"QM9", "dsgdb9nsd_000001.xyz", "2\r\ngdb 1\t157.7\t1.\r\nC\t1.5*^-1\t2.\t-3e0\t-0.5\r\nH\t1\t.5\t+2\t0.1\r\n1341.3\t1341.3\r\nC\tC\r\nInChI=1S/CH4/h1H4\tInChI=1S/CH4/h1H4\r\n", 3, []float64{0.15, 2, -3, 1, 0.5, 2}},
	{"other exponents", "a.xyz", "1\n\nC 1.5D+00 -2.5d-1 0.5-101\n", 3, []float64{1.5, -0.25, 5e-102}},
	{"decimal commas", "a.xyz", "1\n\nC 1,5 -2,25 3\n", 3, []float64{1.5, -2.25, 3}},
}

var badMoleculeXYZ = []badFile{
	{"truncated", "a.xyz", "3\n\nC 1 2 3\n", 3, -1, "ends after 1 of 3 atoms"},
	{"claims 2⁶⁴-1 atoms", "a.xyz", "18446744073709551615\n\nC 1 2 3\n", 3, -1, "ends after 1 of 18446744073709551615"},
	{"more atoms than counted", "a.xyz", "1\n\nC 1 2 3\nC 4 5 6\n", 4, -1, `next frame: "C 4 5 6" is not a count`},
	{"two coordinates", "a.xyz", "2\n\nC 1 2 3\nC 1 2\n", 4, -1, "z: is empty"},
	{"blank atom", "a.xyz", "2\n\nC 1 2 3\n\n", 4, -1, "blank line"},
	{"nan", "a.xyz", "1\n\nC 1 2 nan\n", 3, -1, "z: \"nan\" is not a finite"},
	{"no positions", "a.xyz", "1\nProperties=species:S:1:forces:R:3\nH 1 2 3\n", 2, -1, "names no column pos"},
	{"a property without a width", "a.xyz", "1\nProperties=species:S:x:pos:R:3\nH 1 2 3\n", 2, -1, `got "x"`},
	{"more columns than Properties names", "a.xyz", "2\nProperties=species:S:1:pos:R:3\nH 1 2 3\nH 1 2 3 4 5 6\n", 4, -1, "has 7 columns, but Properties names 4"},
	{"fewer columns than Properties names", "a.xyz", "1\nProperties=species:S:1:pos:R:3:forces:R:3\nH 1 2 3\n", 3, -1, "has 4 columns, but Properties names 7"},
	{"commas that may separate thousands", "a.xyz", "1\n\nH 1,500 2 3\n", 0, -1, "may separate decimals or thousands"},
	{"positions twice", "a.xyz", "1\nProperties=species:S:1:pos:R:3:pos:R:3\nH 1 1 1 1 1 1\n", 2, -1, `Properties names "pos" twice; give each column a name of its own`},
	{"elements twice", "a.xyz", "1\nProperties=species:S:1:pos:R:3:species:S:1\nH 1 1 1 1\n", 2, -1, `Properties names "species" twice`},
	{"positions by two names", "a.xyz", "1\nProperties=species:S:1:pos:R:3:positions:R:3\nH 1 1 1 1 1 1\n", 2, -1, `Properties names "positions" twice`},
	{"no atoms", "a.xyz", "0\n\nC 1 2 3\n", 3, -1, "is not a count"},
}

// Tables of numbers stay tables, whatever their first lines are.
func TestNoMolecule(t *testing.T) {
	for _, data := range []string{"", "1\n", "1\n2\n", "1\n2\n3 4 5 6\n"[2:], "2\n0 0 0 5\n1 2 3 4\n", "1 2 3\n4 5 6\n7 8 9 0\n", "x\n\nC 1 2 3\n", "1\n\n1 2 3\n", "-1\n\nC 1 2 3\n"} {
		if isMoleculeXYZ([]byte(data)) {
			t.Errorf("%q is taken for a molecule", data)
		}
	}
}

var goodPDB = []goodFile{
	{"two atoms", "a.pdb", "HEADER    A PROTEIN\n" + pdbAtom("ATOM", " CA ", "", "GLY", 1, 1.5, -2, 3) + "TER\n" + pdbAtom("HETATM", " O  ", "", "HOH", 2, 4, 5, 6) + "END\n", 3, []float64{1.5, -2, 3, 4, 5, 6}},
	{"another name, one model", "a", "HEADER    A PROTEIN\r\nMODEL        1\r\n" + pdbAtom("ATOM", " CA ", "", "GLY", 1, 1, 2, 3) + "ENDMDL\r\n", 3, []float64{1, 2, 3}},
	{"columns without blanks", "a.ent", "REMARK\n" + pdbAtom("ATOM", "HG11", "", "VAL", 9999, -100.123, -200.456, -300.789)[:54], 3, []float64{-100.123, -200.456, -300.789}},
	{"alternate locations", "a.pdb", pdbAtom("ATOM", " N  ", "", "SER", 1, 1, 0, 0) + pdbAtom("ATOM", " CA ", "B", "SER", 1, 2, 0, 0) + pdbAtom("ATOM", " CA ", "A", "SER", 1, 3, 0, 0) +
		pdbAtom("ATOM", " CB ", "A", "SER", 1, 4, 0, 0) + pdbAtom("ATOM", " CB ", "B", "SER", 1, 5, 0, 0) + pdbAtom("ATOM", " CA ", "A", "GLY", 2, 6, 0, 0), 3,
		[]float64{1, 0, 0, 2, 0, 0, 5, 0, 0, 6, 0, 0}},
}

// shiftedPDB is a record whose columns from one on are so many to the right.
func shiftedPDB(from, by int, x, y, z float64) string {
	line := pdbAtom("ATOM", " CA ", "", "ALA", 1, x, y, z)
	return line[:from] + "1000000"[:by] + line[from:]
}

var shiftedGood = []goodFile{
	{"serials of six and seven digits", "a.pdb", pdbAtom("ATOM", " CA ", "", "ALA", 1, 2345.678, 1234.567, 3456.789) + shiftedPDB(6, 1, 2345.678, 1234.567, 3456.789) + shiftedPDB(6, 2, -345.678, -234.567, 456.789), 3,
		[]float64{2345.678, 1234.567, 3456.789, 2345.678, 1234.567, 3456.789, -345.678, -234.567, 456.789}},
	{"a residue of five digits", "a.pdb", shiftedPDB(26, 1, 2345.678, 1234.567, 3456.789), 3, []float64{2345.678, 1234.567, 3456.789}},
	{"glued to HETATM", "a.pdb", "HETATM100000  CA  ALA A   1    2345.6781234.5673456.789  1.00  0.00           C\nCONECT100000    1\n", 3, []float64{2345.678, 1234.567, 3456.789}},
	{"a serial of six digits in six columns", "a.pdb", "ATOM 100000  CA  GLY A   1       1.500  -2.250   3.125\n", 3, []float64{1.5, -2.25, 3.125}},
	{"other decimals", "a.pdb", "HEADER    A\nATOM      1  CA  GLY A   1        1.5    -2.25       3\n", 3, []float64{1.5, -2.25, 3}},
	{"alternate locations behind a long serial", "a.pdb", "ATOM  100000  CA ASER A   1       1.000   2.000   3.000\nATOM  100001  CA BSER A   1       4.000   5.000   6.000\n", 3, []float64{1, 2, 3}},
}

var badPDB = []badFile{
	{"no atoms", "a.pdb", "HEADER    A PROTEIN\nEND\n", 2, -1, "no points"},
	{"a short line", "a.pdb", "HEADER    A\nATOM      1  CA  GLY A   1       1.000   2.000\n", 2, -1, "needs 54"},
	{"a word", "a.pdb", "HEADER    A\n" + strings.Replace(pdbAtom("ATOM", " CA ", "", "GLY", 1, 1, 2, 3), "   2.000", "     two", 1), 2, -1, `y: "two" is not a number`},
	{"stars", "a.pdb", "HEADER    A\n" + strings.Replace(pdbAtom("ATOM", " CA ", "", "GLY", 1, 1, 2, 3), "   2.000", "********", 1), 2, -1, "y: \"********\" is not a number"},
	{"no ENDMDL", "a.pdb", "MODEL        1\n" + pdbAtom("ATOM", " CA ", "", "GLY", 1, 1, 2, 3), 2, -1, "no ENDMDL"},
	{"MODEL twice", "a.pdb", "MODEL        1\nMODEL        2\n", 2, -1, "inside a model"},
	{"ENDMDL alone", "a.pdb", "ENDMDL\n", 1, -1, "without MODEL"},
	{"atom before the models", "a.pdb", pdbAtom("ATOM", " CA ", "", "GLY", 1, 1, 2, 3) + "MODEL        1\n", 2, -1, "after an atom"},
	{"atom behind the models", "a.pdb", "MODEL        1\nENDMDL\n" + pdbAtom("ATOM", " CA ", "", "GLY", 1, 1, 2, 3), 3, -1, "outside the models"},
	{"columns moved beyond what a serial does", "a.pdb", "HEADER    A\n" + shiftedPDB(27, 6, 2345.678, 1234.567, 3456.789), 2, -1, "is not a number"},
	{"columns moved to the left", "a.pdb", "HEADER    A\nATOM      1  CA  GLY A   1   2345.6781234.5673456.789  1.00\n", 2, -1, "columns 31 to 54"},
	{"numbers between blanks", "a.pdb", "HEADER    A\nATOM 1 CA GLY A 1 12345.678 2345.678 3456.789 1.00 0.00 C and more\n", 2, -1, "is not a number"},
	{"empty model", "a.pdb", "MODEL        1\nENDMDL\n", 2, -1, "the model has no points"},
}

var goodSDF = []goodFile{
	{"V2000", "a.mol", v2000("water", 1, -2, 3.5), 3, []float64{1, -2, 3.5}},
	{"V3000", "a.mol", v3000("water", 1, -2, 3.5, 0.1, 1e-3, 4), 3, []float64{1, -2, 3.5, 0.1, 1e-3, 4}},
	{"one of an SD file", "a.sdf", v2000("", 1, 2, 3) + "> <NAME>\n$$$\n\n$$$$\n", 3, []float64{1, 2, 3}},
	{"another name, columns without blanks", "a", strings.ReplaceAll(v2000("\ta", -1000.5, -2000.25, -3000.125), "\n", "\r\n"), 3, []float64{-1000.5, -2000.25, -3000.125}},
}

var badSDF = []badFile{
	{"blank", "a.sdf", "\n \n", 0, -1, "no points"},
	{"a reaction", "a.sdf", "$RXN\n\n\n\n  1  1\n", 4, -1, "V2000 or V3000"},
	{"head cut", "a.mol", "a\nb\n", 2, -1, "first four lines"},
	{"bad count", "a.mol", strings.Replace(v2000("", 1, 2, 3), "\n  1", "\n x1", 1), 4, -1, `"x1" is not a count`},
	{"no end", "a.mol", strings.Replace(v2000("", 1, 2, 3), "M  END\n", "", 1), 5, -1, `no "M  END"`},
	{"no atoms", "a.mol", v2000(""), 4, -1, "no points"},
	{"fewer atoms than counted", "a.mol", strings.Replace(v2000("", 1, 2, 3), "\n  1", "\n  2", 1), 6, -1, "want atom 2 of 2"},
	{"a word", "a.mol", strings.Replace(v2000("", 1, 2, 3), "   2.0000", "      two", 1), 5, -1, `y: "two" is not a number`},
	{"V3000 without counts", "a.mol", strings.Replace(v3000("", 1, 2, 3), "COUNTS", "CUONTS", 1), 6, -1, "want the counts"},
	{"V3000 bad count", "a.mol", strings.Replace(v3000("", 1, 2, 3), "COUNTS 1", "COUNTS -1", 1), 6, -1, `"-1" is not a count`},
	{"V3000 too many atoms", "a.mol", strings.Replace(v3000("", 1, 2, 3), "COUNTS 1", "COUNTS 1000001", 1), 6, -1, "limit is 1000000"},
	{"V3000 no atoms", "a.mol", v3000(""), 6, -1, "no points"},
	{"V3000 fewer atoms", "a.mol", strings.Replace(v3000("", 1, 2, 3), "COUNTS 1", "COUNTS 2", 1), 10, -1, `atom 2 of 2: x: is empty`},
	{"V3000 more atoms", "a.mol", strings.Replace(v3000("", 1, 2, 3, 4, 5, 6), "COUNTS 2", "COUNTS 1", 1), 11, -1, "more than the 1 atoms"},
	{"V3000 without BEGIN ATOM", "a.mol", strings.Replace(v3000("", 1, 2, 3), "BEGIN ATOM", "BEGIN BOND", 1), 7, -1, "want BEGIN ATOM"},
	{"V3000 another line", "a.mol", strings.Replace(v3000("", 1, 2, 3), "M  V30 1 C", "M  V31 1 C", 1), 8, -1, "starts with"},
	{"V3000 a word", "a.mol", strings.Replace(v3000("", 1, 2, 3), " 1 2 -", " 1 nan -", 1), 9, -1, `atom 1 of 1: y: "nan" is not a finite`},
}

// checkElements reads atoms and compares their elements, "" where they are left out.
func checkElements(t *testing.T, name, data, want string) {
	t.Helper()
	file, err := Parse(name, []byte(data), Reading{})
	if got := strings.Trim(fmt.Sprint(file.Cloud.Attribute(Element)), "[]"); err != nil || got != want {
		t.Errorf("%s: got %q, want %q, %v", data, got, want, err)
	}
}

// The labels of a file are elements only if all are.
func TestLabelsAreJudgedTogether(t *testing.T) {
	for labels, want := range map[string]string{
		"C O H":        "6 8 1",
		"c cl Na":      "6 17 11",
		"Fe2+ Na+ O2-": "26 11 8", "Cl- NH4": "", "2H 13C D T": "1 6 1 1", "C1 C2 H1": "6 6 1", "6 1 8": "6 1 8",
		"CL CA": "17 20", "Ca Cl": "20 17", "CA N C O": "", "N CA CB": "", "BB SC1 W": "", "Hg Cd": "80 48", "OW HW1 HW2": "", "FE CO": "26 27",
		"N CA C O ZN": "", "N CA C O MG": "", "C H CL BR NA": "6 1 17 35 11", "c cl ca": "", "FE ca": "26 20", "W W": "", "A A B B": "", "W C": "74 6", "P4 C1 Na N0": "",
		"1 1 2 2 3": "", "0 1 2 1": "", "1 1": "", "1 8 1": "1 8 1", "2 1000": "",
		"Du X Q C": "0 0 0 6", "Xx H": "0 1", "Bq Gh(C) C": "0 0 6", "@H C": "0 6", "LP N": "0 7", "NA NA NA": "11 11 11",
	} {
		text := fmt.Sprintf("%d\n\n", len(strings.Fields(labels)))
		for i, label := range strings.Fields(labels) {
			text += fmt.Sprintf("%s %d.5 %d.25 1\n", label, i, i*i)
		}
		checkElements(t, "a.xyz", text, want)
	}
}

// Copies that a file tells and does not hold are noted, unless they are given or change nothing.
func TestCopiesOfChains(t *testing.T) {
	atom := pdbAtom("ATOM", " CA ", "", "GLY", 1, 1, 2, 3)
	for head, want := range map[string]int{
		"MTRIX1   1  1.000000  0.000000  0.000000        0.00000    1\n":     1,
		"MTRIX1   2 -1.000000  0.000000  0.000000        0.00000    1\n":     1,
		"MTRIX1   2 -1.000000  0.000000  0.000000        0.00000\n":          2,
		"REMARK 350   BIOMT1   1  1.000000  0.000000  0.000000        0.0\n": 1,
		"REMARK 350   BIOMT2   2  0.000000  1.000000  0.000000        5.0\n": 2,
		"REMARK 290   SMTRY1   2 -1.000000  0.000000  0.000000        5.0\n": 1,
	} {
		expect(t, "a.pdb", "HEADER    A\n"+head+atom, Reading{}, 1, notes(want))
	}
}

// Atoms of the Protein Data Bank have the elements that their columns, or their residues and names tell.
func TestElementsOfResidues(t *testing.T) {
	for atom, want := range map[string]string{
		"ATOM      1  CA  ALA A   1": "6", "ATOM      1 CA   ALA A   1": "6", "HETATM    1 CA    CA A   1": "20", "HETATM    1 HG    HG A   1": "80",
		"ATOM      1 HG11 VAL A   1": "1", "ATOM      1 HO5'  DA A   1": "1", "ATOM      1 1HB  ALA A   1": "1", "ATOM      1 SE   MSE A   1": "34", "HETATM    1 FE   HEM A   1": "26",
		"HETATM    1  NA  HEM A   1": "7", "ATOM      1  CE  LYS A   1": "6", "ATOM      1 CD   GLU A   1": "6", "HETATM    1 CL1  LIG A   1": "17", "HETATM    1 CA   LIG A   1": "",
		"HETATM    1  C1  LIG A   1": "6", "HETATM    1 ZN    ZN A   1": "30", "HETATM    1  OW  SOL A   1": "8", "HETATM    1  MW  SOL A   1": "0", "ATOM      1 HE22 LIG A   1": "1",
		"ATOM      1  D   GLY A   1": "1", "HETATM    1 NA   NA+ A   1": "11", "ATOM      1 OP1   DA A   1": "8", "ATOM      1  BB  GLY A   1": "", "ATOM      1  SC1 LYS A   1": "", "ATOM      1  W     W A   1": "",
		"HETATM    1 CSAA LIG A   1": "", "HETATM    1 NA1  UNL A   1": "", "ATOM      1  SD  MET A   1": "16", "HETATM    1 BR1  LIG A   1": "35", "ATOM      1  P     G A   1": "15", "ATOM      1 NE2  HSD A   1": "7",
	} {
		checkElements(t, "a.pdb", atom+"       0.500  -1.250   2.000  1.00  0.00\n", want)
	}
	symbol := "ATOM      1  CA  ALA A   1       0.500  -1.250   2.000  1.00 20.00          "
	for columns, want := range map[string]string{" C": "6", "FE": "26", " 1": "6", "98": "6", "ZN2+": "30", "X ": "6"} {
		checkElements(t, "a.pdb", symbol+columns+"\n", want)
	}
}

func TestElementsOfKinds(t *testing.T) {
	for name, want := range map[string]string{
		"xyz_atom_names.xyz": "", "xyz_bead.xyz": "", "xyz_du_x.xyz": "0 0 6", "xyz_tv.xyz": "6 8 7", "xyz_tv_two.xyz": "6 6 6", "pdb_noelement.pdb": "7 6 1 20 80",
		"pdb_name_left.pdb": "7 6 1 6", "pdb_nucleic.pdb": "1 1 15 8", "pdb_amber_h.pdb": "1 1 1 1", "pdb_old_ident.ent": "6 6 6 6", "pdb_old_ident2.ent": "6 6 6 6",
	} {
		checkElements(t, name, string(ofFolder(t, "kinds", name)), want)
	}
}
