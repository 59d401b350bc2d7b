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

// The same at two places.
var instanced = append(kindPoints[:12:12], 100.5, -1.25, 2, 101.5, 0.25, -3, 98, 4, 0.125, 107, 8.5, -9.25)

// Files as other programs write them: read with these notes, or asked about with as many answers,
// or refused.
func TestKinds(t *testing.T) {
	for name, want := range map[string]struct {
		points  []float64
		missing int
		asks    int    // answers
		parts   int    // clouds to choose from
		says    string // a part of a note or of the error
	}{
		"airfoil_selig.dat":           {points: seligPoints, says: `"NACA 9999", is read as the title`},
		"blk_batch.csv":               {asks: 2, says: `"batch" has 2 values`},
		"blk_file.csv":                {asks: 2, says: `"file" has 2 values`},
		"blk_image_id.csv":            {asks: 2, says: `"image_id" has 2 values`},
		"blk_mol_id.csv":              {asks: 2, says: `"mol_id" has 2 values`},
		"blk_model.csv":               {asks: 2, says: `"model" has 2 values`},
		"blk_sequence.csv":            {asks: 2, says: `"sequence" has 2 values`},
		"blk_trial.csv":               {asks: 2, says: `"trial" has 2 values`},
		"euroc.csv":                   {points: kindPoints, says: "p_RS_R_x"},
		"json_homog.json":             {points: kindPoints, says: "fourth number of each point is 1"},
		"npz_xyz_1d.npz":              {points: kindPoints},
		"csv_coco17.csv":              {asks: 2, says: "whether a point is visible"},
		"json_coco.json":              {asks: 2, says: "whether a point is visible"},
		"json_coco17.json":            {asks: 2, says: "whether a point is visible"},
		"json_coco17_fraction.json":   {asks: 2, says: "whether a point is visible"},
		"npy_depth.npy":               {asks: 2, says: "an image"},
		"npy_hw3.npy":                 {asks: 1, parts: 4},
		"npy_hw4.npy":                 {asks: 1, parts: 4},
		"npy_images.npy":              {asks: 1, parts: 2},
		"npz_images.npz":              {asks: 1, parts: 3},
		"glb_morph.glb":               {points: []float64{0.5, -1.25, 12, 1.5, 0.25, 7, -2, 4, 10.125, 7, 8.5, 0.75}},
		"glb_instancing.glb":          {points: instanced},
		"glb_instancing_optional.glb": {points: instanced},
		"glb_unknown_required.glb":    {says: `requires the extension "MY_ext"`},
		"glb_timed_required.glb":      {says: `requires the extension "MPEG_accessor_timed"`},
		"glb_v1.gltf":                 {says: "glTF 1.0"},
		"las_latlon_wkt.las":          {asks: 1, says: "angles in degrees"},
		"las_latlon_geokey.las":       {asks: 1, says: "angles in degrees"},
		"las_withheld.las":            {points: kindPoints[:9], says: "1 of 4 points have the flag withheld"},
		"npz_aniso.npz":               {asks: 1, says: `"spacing" may change the points`},
		"npz_transform.npz":           {asks: 1, says: `"transform" may change the points`},
		"npz_onet_bits.npz":           {points: append(kindPoints[:12:12], kindPoints...), says: `"occupancies" is left out`},
		"pdb_end_between.pdb":         {parts: 2},
		"pdb_cryst_frames.pdb":        {parts: 2},
		"pdb_endmdl_only.pdb":         {parts: 2},
		"off_noff_dim.off":            {points: kindPoints},
		"count_dim.txt":               {points: kindPoints},
		"tf.txt":                      {points: kindPoints},
		"np2_repr.txt":                {points: kindPoints},
		"hash_remark_end.txt":         {points: kindPoints},
		"json_nested_b1.json":         {points: kindPoints},
		"json_lines.json":             {points: kindPoints},
		"mol_number_remark.mol":       {points: kindPoints},
		"sdf_old_counts.sdf":          {points: kindPoints},
		"cc_pdal1508.pts":             {points: kindPoints},
		"wkt.txt":                     {says: "WKT"},
		"gcode.txt":                   {says: "G-code"},
		"tecplot.dat":                 {says: "Tecplot"},
		"dlc.csv":                     {says: "DeepLabCut"},
		"trackmate.csv":               {says: "TrackMate"},
		"ros_echo.txt":                {says: "ROS"},
		"pdb_tabs.pdb":                {says: "tabs part"},
		"json_plotly.json":            {says: "Plotly"},
		"opencv.yml":                  {says: "OpenCV"},
		"traj.lammpstrj":              {says: "LAMMPS"},
		"sdf_zero.sdf":                {points: make([]float64, 9), says: "no conformer"},
		"csv_empty_cells.csv":         {points: []float64{1, 2, 3, 4, 5, 6}, missing: 1},
		"csv_h_hands.csv":             {asks: 3, says: "of several points in a row"},
		"csv_latlon.csv":              {asks: 1, says: "are angles in degrees"},
		"csv_na.csv":                  {points: []float64{1, 2, 3, 4, 5, 6}, missing: 3},
		"csv_nohead_index3.csv":       {asks: 2, says: "perhaps an index"},
		"csv_pandas_nan.csv":          {points: []float64{1, 2, 3, 4, 5, 6}, missing: 1},
		"csv_quoted_thousands.csv":    {points: []float64{1234.5, 2000, 3, 5000.25, 6000.5, 7}, says: "separate thousands"},
		"csv_sheet_errors.csv":        {points: []float64{0.662, -0.431, 0.503, -0.37, -0.213, 0.794, 0.746, 0.991, 0.266, 0.799, -0.287, -0.959, -0.712, 0.911, 0.016, 1, 2, 3}, missing: 2},
		"csv_unicode_minus.csv":       {points: kindPoints, says: "U+2212"},
		"extxyz_forces_first.xyz":     {points: kindPoints, says: "Atoms are read as points"},
		"extxyz_pos_first.xyz":        {points: kindPoints},
		"glb_sparse.glb":              {points: []float64{0.5, -1.25, 2, 9, 9, 9, -2, 4, 0.125, 8, 8, 8}},
		"gltf_data_uri.gltf":          {points: kindPoints},
		"ibug.pts":                    {points: []float64{0.5, -1.25, 1.5, 0.25, -2, 4, 7, 8.5}, says: "landmarks"},
		"json_points_key_xyz.json":    {points: kindPoints, says: `"label" is left out`},
		"json_points_objects.json":    {points: kindPoints},
		"las_legacy_other.las":        {points: kindPoints, says: "counts 2 points in its old field"},
		"las_trailing.las":            {points: kindPoints, says: "45 extra bytes"},
		"npy_subarray.npy":            {points: kindPoints, says: `"xyz"`},
		"npz_dimenet.npz":             {parts: 2},
		"pdb_shift_large.pdb":         {points: []float64{2345.678, 1234.567, 3456.789, 2345.678, 1234.567, 3456.789}, says: "From line 2 on"},
		"ply_point_over_lines.ply":    {points: kindPoints, says: "spans 2 lines"},
		"pts_two_scans.pts":           {parts: 2},
		"stl_missing_vertex.stl":      {says: "line 9: the facet has 2 vertices"},
		"stl_upper.stl":               {points: []float64{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}},
		"txt_sheet_errors.txt":        {points: []float64{1, 2, 3, 4, 5, 6}, missing: 3},
		"txt_id_first.txt":            {asks: 2, says: "perhaps an index"},
		"txt_matlab.txt":              {points: kindPoints, says: "matrix"},
		"txt_s3dis.txt":               {says: `line 2: "185\x10187" has the control character 0x10`},
		"txt_wolfram.txt":             {points: kindPoints},
		"xyz_D.xyz":                   {points: []float64{1.5, -0.25, 3, 1, 2, 3}, says: "Fortran"},
		"xyz_label_first.xyz":         {points: kindPoints, says: "words"},
		"xyz_qm9.xyz":                 {points: kindPoints, says: "SMILES"},
		"xyz_sci.xyz":                 {points: kindPoints, says: "Fortran"},
		"xyz_star.xyz":                {points: []float64{0.15, -2.5, 3, 1, 2, 3}, says: "Mathematica"},
	} {
		file, err := Parse(name, ofFolder(t, "kinds", name), Reading{})
		text := strings.Join(told(file.Notes), " ")
		if err != nil {
			text = err.Error()
		}
		parts := 0
		if several, ok := errors.AsType[*PartsError](err); ok {
			parts = several.Total
		}
		missing := 0
		if file.Missing != nil {
			missing = file.Missing.Count
		}
		if !slices.Equal(file.Cloud.Points, want.points) || missing != want.missing || len(Remedies(err)) != want.asks || parts != want.parts || !strings.Contains(text, want.says) {
			t.Errorf("%s: %v, %d missing, %d answers, %d clouds, %s", name, file.Cloud.Points, missing, len(Remedies(err)), parts, text)
		}
	}
}

// Every answer that a question or a note offers works on the file, and what was read asks nothing once it is written and opened again.
func TestAnswersWork(t *testing.T) {
	files := slices.Concat(goodPLY, goodPCD, goodXYZ, goodCSV, goodOFF, goodJSON, otherJSON)
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
				_, err := Parse(f.file, []byte(f.data), own)
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
