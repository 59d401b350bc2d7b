package pointcloud

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The points that most files of testdata/kinds have.
var kindPoints = []float64{0.5, -1.25, 2, 1.5, 0.25, -3, -2, 4, 0.125, 7, 8.5, -9.25}

// Files as other programs write them: read with these notes, or asked about with as many answers, or refused.
func TestKinds(t *testing.T) {
	six, twice := []float64{1, 2, 3, 4, 5, 6}, append(kindPoints[:12:12], kindPoints...)
	for _, k := range []struct {
		files string
		wants []any
	}{
		{"npz_xyz_1d.npz off_noff_dim.off count_dim.txt tf.txt np2_repr.txt hash_remark_end.txt json_nested_b1.json json_lines.json mol_number_remark.mol sdf_old_counts.sdf " +
			"cc_pdal1508.pts extxyz_pos_first.xyz gltf_data_uri.gltf json_points_objects.json txt_wolfram.txt", []any{kindPoints}},
		{"airfoil_selig.dat", []any{seligPoints, `"NACA 9999", is read as the title`}},
		{"euroc.csv", []any{kindPoints, "p_RS_R_x"}},
		{"json_homog.json", []any{kindPoints, "fourth number of each point is 1"}},
		{"csv_coco17.csv json_coco.json json_coco17.json json_coco17_fraction.json", []any{answers(2), "whether a point is visible"}},
		{"npy_depth.npy", []any{answers(2), "an image"}},
		{"npy_hw3.npy npy_hw4.npy", []any{answers(1), "has 4 clouds"}},
		{"npy_images.npy", []any{answers(1), "has 2 clouds"}},
		{"npz_images.npz", []any{answers(1), "has 3 clouds"}},
		{"glb_morph.glb", []any{[]float64{0.5, -1.25, 12, 1.5, 0.25, 7, -2, 4, 10.125, 7, 8.5, 0.75}}},
		{"glb_instancing.glb glb_instancing_optional.glb", []any{append(kindPoints[:12:12], 100.5, -1.25, 2, 101.5, 0.25, -3, 98, 4, 0.125, 107, 8.5, -9.25)}}, // at two places
		{"glb_unknown_required.glb", []any{answers(0), `requires the extension "MY_ext"`}},
		{"glb_timed_required.glb", []any{answers(0), `requires the extension "MPEG_accessor_timed"`}},
		{"glb_sparse.glb", []any{[]float64{0.5, -1.25, 2, 9, 9, 9, -2, 4, 0.125, 8, 8, 8}}},
		{"las_latlon_wkt.las las_latlon_geokey.las", []any{answers(1), "angles in degrees"}},
		{"las_withheld.las", []any{kindPoints[:9], "1 of 4 points have the flag withheld"}},
		{"las_legacy_other.las", []any{kindPoints, "counts 2 points in its old field"}},
		{"las_trailing.las", []any{kindPoints, "45 extra bytes"}},
		{"npz_aniso.npz", []any{answers(1), `"spacing" may change the points`}},
		{"npz_transform.npz", []any{answers(1), `"transform" may change the points`}},
		{"npz_onet_bits.npz", []any{twice, `"occupancies" is left out`}},
		{"pdb_end_between.pdb pdb_cryst_frames.pdb pdb_endmdl_only.pdb npz_dimenet.npz pts_two_scans.pts", []any{answers(0), "has 2 clouds"}},
		{"pdb_tabs.pdb", []any{answers(0), "tabs part"}},
		{"pdb_shift_large.pdb", []any{[]float64{2345.678, 1234.567, 3456.789, 2345.678, 1234.567, 3456.789}, "From line 2 on"}},
		{"sdf_zero.sdf", []any{make([]float64, 9), "no conformer"}},
		{"csv_empty_cells.csv csv_pandas_nan.csv", []any{six, missing(1)}},
		{"csv_na.csv txt_sheet_errors.txt", []any{six, missing(3)}},
		{"csv_sheet_errors.csv", []any{[]float64{0.662, -0.431, 0.503, -0.37, -0.213, 0.794, 0.746, 0.991, 0.266, 0.799, -0.287, -0.959, -0.712, 0.911, 0.016, 1, 2, 3}, missing(2)}},
		{"csv_h_hands.csv", []any{answers(3), "of several points in a row"}},
		{"csv_latlon.csv", []any{answers(1), "are angles in degrees"}},
		{"csv_nohead_index3.csv txt_id_first.txt", []any{answers(2), "perhaps an index"}},
		{"csv_quoted_thousands.csv", []any{[]float64{1234.5, 2000, 3, 5000.25, 6000.5, 7}, "separate thousands"}},
		{"csv_unicode_minus.csv", []any{kindPoints, "U+2212"}},
		{"extxyz_forces_first.xyz", []any{kindPoints, "Atoms are read as points"}},
		{"ibug.pts", []any{[]float64{0.5, -1.25, 1.5, 0.25, -2, 4, 7, 8.5}, "landmarks"}},
		{"json_points_key_xyz.json", []any{kindPoints, `"label" is left out`}},
		{"npy_subarray.npy", []any{kindPoints, `"xyz"`}},
		{"ply_point_over_lines.ply", []any{kindPoints, "spans 2 lines"}},
		{"stl_missing_vertex.stl", []any{answers(0), "line 9: the facet has 2 vertices"}},
		{"stl_upper.stl", []any{[]float64{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}}},
		{"txt_matlab.txt", []any{kindPoints, "matrix"}},
		{"txt_s3dis.txt", []any{answers(0), `line 2: "185\x10187" has the control character 0x10`}},
		{"xyz_D.xyz", []any{[]float64{1.5, -0.25, 3, 1, 2, 3}, "Fortran"}},
		{"xyz_sci.xyz", []any{kindPoints, "Fortran"}},
		{"xyz_label_first.xyz", []any{kindPoints, "words"}},
		{"xyz_qm9.xyz", []any{kindPoints, "SMILES"}},
		{"xyz_star.xyz", []any{[]float64{0.15, -2.5, 3, 1, 2, 3}, "Mathematica"}},
	} {
		if _, lacks := k.wants[len(k.wants)-1].(missing); !lacks {
			k.wants = append(k.wants, missing(0))
		}
		for _, name := range strings.Fields(k.files) {
			expect(t, name, string(ofFolder(t, "kinds", name)), Reading{}, k.wants...)
		}
	}
	for _, column := range []string{"batch", "file", "image_id", "mol_id", "model", "sequence", "trial"} {
		name := "blk_" + column + ".csv"
		expect(t, name, string(ofFolder(t, "kinds", name)), Reading{}, answers(2), `"`+column+`" has 2 values`)
	}
	for name, format := range map[string]string{ // refused by name
		"wkt.txt": "WKT", "gcode.txt": "G-code", "tecplot.dat": "Tecplot", "dlc.csv": "DeepLabCut", "trackmate.csv": "TrackMate", "ros_echo.txt": "ROS",
		"json_plotly.json": "Plotly", "opencv.yml": "OpenCV", "traj.lammpstrj": "LAMMPS", "glb_v1.gltf": "glTF 1.0",
	} {
		expect(t, name, string(ofFolder(t, "kinds", name)), Reading{}, answers(0), format)
	}
}

// Every answer that a question or a note offers works on the file, and what was read asks nothing once it is written and opened again.
func TestAnswersWork(t *testing.T) {
	files := slices.Concat(goodFiles...)
	kinds, err := os.ReadDir(filepath.Join("testdata", "kinds"))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		files = append(files, goodFile{file: k.Name(), data: string(ofFolder(t, "kinds", k.Name()))})
	}
	answers := 0
	for _, f := range files {
		var answer func(r Reading, depth int)
		answer = func(r Reading, depth int) {
			file, err := Parse(f.file, []byte(f.data), r)
			remedies := Remedies(err)
			for _, n := range file.Notes {
				remedies = append(remedies, n.Remedies...)
			}
			if several, ok := errors.AsType[*PartsError](err); ok {
				part := r
				part.Part = several.Parts[0].Name
				remedies = append(remedies, Remedy{Label: "the first part", Reading: &part})
			}
			if err == nil {
				checkReopens(t, f.file, file)
			}
			for _, remedy := range remedies {
				if remedy.Reading == nil || depth > 1 {
					continue
				}
				answers++
				own := *remedy.Reading // beside what was answered before
				own.Part, own.Rows, own.Decimal = cmp.Or(own.Part, r.Part), cmp.Or(own.Rows, r.Rows), cmp.Or(own.Decimal, r.Decimal)
				own.Coordinates = cmp.Or(own.Coordinates, r.Coordinates)
				file, err := Parse(f.file, []byte(f.data), own)
				_, points, _ := strings.Cut(remedy.Label, ": ")
				if err == nil && strings.HasSuffix(points, " points") && points != thousands(file.Rows())+" points" {
					t.Errorf("%s: %s reads %d", f.file, remedy, file.Rows())
				}
				if several, ok := errors.AsType[*PartsError](err); err != nil && len(Remedies(err)) == 0 && !(ok && several.Total > 0) {
					t.Errorf("%s: %s: %v", f.file, remedy, err)
				}
				answer(own, depth+1)
			}
		}
		answer(Reading{}, 0)
	}
	if answers < 60 {
		t.Errorf("only %d answers were tried", answers)
	}
}

// checkReopens writes what was read and opens it.
func checkReopens(t *testing.T, name string, file File) {
	t.Helper()
	text, err := file.Cloud.Document()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("a.json", text, Reading{})
	if err != nil || !sameBits(again.Cloud.Points, file.Cloud.Points) || len(again.Notes) > 0 || len(again.Cloud.Attributes) != len(file.Cloud.Attributes) {
		t.Errorf("%s: what was written of it reads as %d points, notes %q, %v", name, again.Cloud.Count(), told(again.Notes), err)
	}
}
