package pointcloud

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// withMore writes four points with one thing more beside them.
var withMore = map[string]func(name, value string) string{
	"a.json": func(name, value string) string {
		return fmt.Sprintf(`{"points": [[0.5, 1.5], [2, 3.5], [4, 5.5], [6, 1.25]], %q: %s}`, name, value)
	},
	"a.npz": func(name, value string) string {
		list := strings.Fields(strings.NewReplacer("[", " ", "]", " ", ",", " ").Replace(value))
		var values []float64
		for _, one := range list {
			values = append(values, numberOr([]byte(one)))
		}
		return archive(0, packedFile{"points.npy", array("<f8", "(4, 2)", 0.5, 1.5, 2, 3.5, 4, 5.5, 6, 1.25)},
			packedFile{name + ".npy", array("<f8", fmt.Sprintf("(%d,)", len(values)), values...)})
	},
}

// Files of which each word is changed, and the words that nothing follows from.
var worded = []struct{ file, text, harmless string }{
	{"a.ply", "ply\nformat ascii 1.0\ncomment by hand\ncomment offset 50 60 70\nelement vertex 2\nproperty float x\nproperty float y\nproperty float heat\nproperty list uchar int near\n" +
		"element pose 1\nproperty int id\nend_header\n1 2.5 3 1 71\n4 5.5 6 1 72\n90\n", "1.0 comment by hand float uchar int id 50 60 70 71 72 90"},
	{"a.pcd", "VERSION 0.7\nFIELDS x y heat\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 1\nVIEWPOINT 1 0 0 1 0 0 0\nPOINTS 2\nDATA ascii\n11 2.5 3\n14 5.5 6\n", "VERSION 0.7 0 1 4"},
	{"a.csv", "x [m],y [m],heat,file\n1,2.5,3,a\n4,5.5,6,b\n", "a b"},
	{"a.txt", "# made by hand\n# x y z heat\n1 2.5 3 4\n4 5.5 6 8\n", "made by hand"},
	{"a.json", `{"points": [[0.5, 1.5], [2, 3.5]], "scale": [20], "heat": 30}`, "20 30"},
	{"b.json", `{"scale": "20", "scan": {"points": [[0.5, 1.5], [2, 3.5]], "heat": 30}, "unit": "mm"}`, "20 30 mm scan"},
	{"a.obj", "# scale: 5\n# units mm\nv 1 2.5 3\nv 4 5.5 6\n", "5 mm"},
	{"a.off", "OFF\n# offset = 50 60\n2 0 0\n1 2.5 3\n4 5.5 6\n", "= 50 60 0"},
}

// A word that changes must change what is read or said.
func TestEveryWordCounts(t *testing.T) {
	outcome := func(file, text string) string {
		f, err := Parse(file, []byte(text), Reading{})
		rest := ""
		if remedies := Remedies(err); remedies != nil && remedies[0].Reading != nil {
			again, err := Parse(file, []byte(text), *remedies[0].Reading)
			rest = fmt.Sprint(again.Cloud, told(again.Notes), err)
		}
		return fmt.Sprint(f.Cloud, told(f.Notes), f.Columns, f.Unit, err, rest)
	}
	for _, f := range worded {
		want, split := outcome(f.file, f.text), func(r rune) bool { return strings.ContainsRune(" ,\n[]{}():\"", r) }
		at := 0
		for _, word := range strings.FieldsFunc(f.text, split) {
			at += strings.Index(f.text[at:], word)
			for _, other := range []string{"8", "what"} {
				if got := outcome(f.file, f.text[:at]+other+f.text[at+len(word):]); got == want && other != word && !slices.Contains(strings.Fields(f.harmless), word) {
					t.Errorf("%s: %q at byte %d may be %q unsaid", f.file, word, at, other)
				}
			}
			at += len(word)
		}
	}
}

// What stands beside points is asked about if it may change them, and noted if it is unknown; the answer reads the points as they are.
func TestNothingIsLeftOutUnsaid(t *testing.T) {
	for file, write := range withMore {
		for name, values := range map[string]string{
			"scale": "[2]", "transform": "[[0, 1, 0], [1, 0, 0], [0, 0, 1]]", "offset": "[5, 0, 1]", "voxel_spacing": "[1, 2, 3]", "loc": "[1, 0]",
			"translation": "[0, 0, 1]", "quantization_scale": "[0.001]", "rotation": "[0, 0, 0.7, 0.7, 2]", "y_scale": "[2, 2]", "split_scale": "[2]",
			"target_transform": "[1, 0, 0, 1, 5, 5]", "type_offset": "[1, 3]", "label_pose": "[0, 1, 2]", "center": "[5, 0]", "std": "[2, 2]", "T": "[0, 1, 5]",
			"scales": "[2, 2, 2, 2]", "offsets": "[5, 9, 20]",
		} {
			if list, counts := asked(t, file, write(name, values), Reading{}); len(list) != 1 || counts[0] != 8 {
				t.Errorf("%s: %s: %v, %v", file, name, list, counts)
			}
			expect(t, file, write(name, values), Reading{}, "may change the points")
			expect(t, file, write(name, values), Reading{Coordinates: Columns{1, 2}}, 4, notes(1), name)
		}
		for _, name := range []string{"occupancy", "temperature", "what", "keep_idx", "index", "old_indices", "mask"} {
			expect(t, file, write(name, "[1, 2, 3]"), Reading{}, 4, notes(1), name)
		}
		for name, values := range map[string]string{"scale": "[1, 1]", "offset": "[0, 0]", "pose": "[1, 0, 0, 1]"} {
			expect(t, file, write(name, values), Reading{}, 4, notes(1), name)
		}
	}
	for _, name := range []string{"faces", "energy", "labels"} {
		expect(t, "a.npz", withMore["a.npz"](name, "[1, 2, 3]"), Reading{}, 4, "")
	}
	for _, value := range []string{`"0.001"`, `"1 mm"`, `1e-3`, `{"x": [2, 3]}`, `[[1, 0], [0, 2]]`} {
		expect(t, "a.json", withMore["a.json"]("scale", value), Reading{}, answers(1), "may change")
		expect(t, "a.json", fmt.Sprintf(`{"scale": %s, "scan": {"points": [[0.5, 1.5], [2, 3.5]]}}`, value), Reading{}, answers(1), "may change")
	}
	expect(t, "a.json", withMore["a.json"]("mean_curvature", "[0.5"+strings.Repeat(", 0.25", 30)+"]"), Reading{}, 4, notes(1), "mean_curvature")
	const above = `{"units": "mm", "scan": {"points": [[0.5, 1.5], [2, 3.5]]}, "history": [{"points": [[1, 2]]}]}`
	expect(t, "a.json", above, Reading{}, 2, notes(1), `"units" and "history"`)
	expect(t, "a.json", `{"crs": "EPSG:4326", "points": [[0.5, 1.5], [2, 3.5]]}`, Reading{}, answers(1), "degrees")
}

// Numbers beside a cloud that may move it are no cloud and count nothing.
func TestMoversAreNoClouds(t *testing.T) {
	const four = "(4, 3)"
	points := packedFile{"points.npy", array("<f8", four, 0.5, 1.5, 2, 3.5, 4, 5.5, 6, 1.25, 7, 8, 9.5, 1)}
	pair := packedFile{"points.npy", array("<f8", "(2, 4, 3)", append(counting(0.5, 12), counting(20.25, 12)...)...)}
	for _, c := range []struct {
		points      packedFile
		name, shape string
		clouds      int
	}{
		{points, "R", "(3, 3)", 1}, {points, "transform", "(3, 4)", 1}, {points, "offset", four, 1}, {points, "trans", four, 1}, {points, "scale", "(2,)", 1},
		{points, "pose", "(4, 4)", 1}, {points, "extrinsics", "(4, 4)", 1}, {points, "center", "(1, 3)", 1},
		{pair, "centroid", "(2, 3)", 2}, {pair, "scale", "(2,)", 2},
	} {
		numbers := 1
		for _, n := range strings.FieldsFunc(c.shape, func(r rune) bool { return r < '0' || r > '9' }) {
			numbers *= int(n[0] - '0')
		}
		values := make([]float64, numbers)
		for i := range values {
			values[i] = 2
		}
		text := stored(c.points, packedFile{c.name + ".npy", array("<f8", c.shape, values...)})
		part := Reading{}
		if c.clouds > 1 {
			expect(t, "a.npz", text, part, clouds(c.clouds))
			part.Part = "points[1]"
		}
		expect(t, "a.npz", text, part, answers(1), c.name, "may change the points")
	}
	forces := packedFile{"F.npy", array("<f8", "(2, 4, 3)", counting(3.5, 24)...)}
	expect(t, "md17.npz", stored(packedFile{"R.npy", array("<f8", "(2, 4, 3)", counting(0.5, 24)...)}, forces), Reading{}, clouds(4))
}

// remarked writes a cloud of two points with a remark in each format of text.
var remarked = map[string]string{
	"a.ply": "ply\nformat ascii 1.0\ncomment %s\nelement vertex 2\nproperty float x\nproperty float y\nend_header\n1 2.5\n4 5.5\n",
	"b.ply": "ply\nformat ascii 1.0\nobj_info %s\nelement vertex 2\nproperty float x\nproperty float y\nend_header\n1 2.5\n4 5.5\n",
	"a.pcd": "# .PCD v0.7\n# %s\nVERSION 0.7\nFIELDS x y\nSIZE 4 4\nTYPE F F\nCOUNT 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n1 2.5\n4 5.5\n",
	"a.csv": "# %s\nx,y\n1,2.5\n4,5.5\n", "a.xyz": "1.5 2.5 3.5\n4 5.5 6.5\n# %s\n",
	"a.obj": "#%s\nv 1 2.5 3\nv 4 5.5 6\n", "a.off": "OFF\n# %s\n2 0 0\n1 2.5 3\n4 5.5 6\n",
}

// A remark that gives numbers to what moves points asks; a unit or a coordinate system is noted; what programs write says nothing.
func TestRemarksAreJudged(t *testing.T) {
	for _, form := range []string{"// %s\n1.5 2.5 3.5\n4 5.5 6.5\n", "%s\n1.5 2.5\n4 5.5\n", "%% %s\n1.5 2.5\n4 5.5\n"} {
		expect(t, "a.txt", fmt.Sprintf(form, "offset: 5 0 1"), Reading{}, answers(1), "may change the points")
	}
	for file, form := range remarked {
		for _, remark := range []string{
			"offset 5 0 1", "scale=0.001", "Scale: 0.001 here", "translation [5, 0, 1]", "IGN offset Pos 650000 6860000 0", "Global Shift: -500000,-4000000,0",
			"offsetx = 500000", "centroid (5;0;1)", "TransformMatrix: 1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1", "mean 5 0 1", "std: 2 2",
		} {
			expect(t, file, fmt.Sprintf(form, remark), Reading{}, answers(1), "may change the points")
		}
		expect(t, file, fmt.Sprintf(form, "crs EPSG:4326 here"), Reading{}, answers(1), "degrees")
		expect(t, file, fmt.Sprintf(form, "units: x and y in m, z in ft"), Reading{}, answers(1), "another")
		for remark, name := range map[string]string{"units of length = mm": `"units"`, "the system EPSG:2056": "EPSG:2056", "its scale is 1.0": `"scale"`} {
			expect(t, file, fmt.Sprintf(form, remark), Reading{}, 2, name)
		}
		for _, remark := range []string{
			"made by hand with 3.5 tools", "Number of points: 2, mean track length: 3.25", "VCGLIB generated", "Created by Blender 4.1 www.blender.org",
			"POINT3D_ID, X, Y, Z, R, G, B, ERROR, TRACK[] as (IMAGE_ID, POINT2D_IDX)", "TextureFile chair_0001.png",
		} {
			if f, err := Parse(file, []byte(fmt.Sprintf(form, remark)), Reading{}); err != nil || strings.Contains(fmt.Sprint(told(f.Notes)), "remark") {
				t.Errorf("%s: %s: %q, %v", file, remark, told(f.Notes), err)
			}
		}
	}
}

// An answer about the columns leaves every other doubt as a note.
func TestAnswersSilenceNothing(t *testing.T) {
	for text, word := range map[string]string{
		"x,y,z,frame\n1.5,2,3,0\n2.5,3,4,0\n3.5,4,5.5,1\n": `"frame" has 2 values`, "x,y,z\n1.5,2,-9999\n2.5,3,4\n3.5,4,5.5\n": "-9999",
		"x,y,z,valid\n1.5,2,3,0\n2.5,3,4,1\n3.5,4,5.5,1\n": `"valid" is 0`, "# scale 2\nx,y,z\n1.5,2,3\n2.5,3,4\n": `"scale"`,
		"3 5 2\n1.5 2 3\n2.5 3 4\n3.5 4 5.5\n": "first row may count", "4 5 2 1\n1.5 2 3 1\n2.5 3 4 1\n3.5 4 5.5 1\n9 8.5 7 1\n": "first row may count",
		"8.54171 47.37691 1\n8.54201 47.37711 2\n8.54241 47.37651 3.5\n": "latitude",
	} {
		_, err := Parse("a.txt", []byte(text), Reading{})
		if len(Remedies(err)) == 0 || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: %v", text, err)
		}
		expect(t, "a.txt", text, Reading{Coordinates: Columns{1, 2, 3}}, word)
	}
	expect(t, "a.csv", "x,y\n8.54171,47.37691\n8.54201,47.37711\n8.54241,47.37651\n", Reading{}, 3, "latitude")
}

// Columns that do not become attributes are named.
func TestLostColumnsAreNamed(t *testing.T) {
	wide, row := "x,y", "1,2.5"
	for i := range MaxAttributes + 6 {
		wide, row = wide+fmt.Sprintf(",a%d", i), row+",7"
	}
	amplitude := record("LASF_Spec", 4, strings.Repeat("\x00", 4)+"amplitude"+strings.Repeat("\x00", 179))
	extra := string(lasFile{4, 6, 34, lasWhole, [3]float64{0.5, 1, 2}, [3]float64{100, 0, -1}, amplitude}.write())
	for _, c := range []struct{ file, text, word string }{
		{"a.csv", wide + "\n" + row + "\n" + row + "\n", `"a64", "a65", "a66" and 3 more`},
		{"a.csv", "x,y,intensity,reflectance\n1,2.5,3,4\n4,5,6,7\n", "reflectance"},
		{"a.csv", "x,y,label,label\n1,2.5,3,4\n4,5,6,7\n", "label"},
		{"a.obj", "v 1 2 3 0.5 0.5 0.5\nv 4 5 6 1 1 1\n", "6 columns"}, {"a.obj", "v 1 2 3 2\nv 4 5 6 1\n", "4 columns"},
		{"a.off", "COFF\n2 0 0\n1 2 3 0 0 0 1\n4 5 6 0 0 0 1\n", "7 columns"}, {"a.las", extra, "amplitude"},
		{"a.pcd", "VERSION 0.7\nFIELDS x y fpfh\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 3\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n1 2.5 3 3 3\n4 5.5 6 6 6\n", "fpfh"},
	} {
		expect(t, c.file, c.text, Reading{}, 2, c.word)
	}
	expect(t, "a.json", `{"x": {"a": 1, "b": 2}, "y": {"b": 3, "a": 4}}`, Reading{}, answers(0), `called "b"`)
}

// record writes an extended record of a scan.
func record(user string, id uint16, content string) string {
	head := make([]byte, 60)
	copy(head[2:], user)
	binary.LittleEndian.PutUint16(head[18:], id)
	binary.LittleEndian.PutUint64(head[20:], uint64(len(content)))
	return string(head) + content
}

func TestIsNeutral(t *testing.T) {
	for _, c := range []struct {
		name    string
		values  []float64
		neutral bool
	}{
		{"scale", []float64{1}, true}, {"scale", []float64{1, 1, 1}, true}, {"scale", []float64{0}, false}, {"offset", []float64{0, 0, 0}, true},
		{"offset", []float64{0, 1, 0}, false}, {"pose", []float64{1, 0, 0, 1}, true}, {"pose", []float64{0, 1, 1, 0}, false}, {"spacing", []float64{1, 1, 2}, false},
		{"transform", []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}, true}, {"transform", []float64{1, 0, 0, 0, 1, 0, 0, 0, -1}, false}, {"matrix", nil, true},
	} {
		if got := isNeutral(c.name, c.values); got != c.neutral {
			t.Errorf("%s %v: %v", c.name, c.values, got)
		}
	}
}

// Parts of a model that move, copy, hide or replace points are applied, asked about or named.
func TestModelsAreReadWhole(t *testing.T) {
	hidden := o{"KHR_node_visibility": o{"visible": false}}
	times := func(k float64) (points []float64) {
		for _, x := range tetrahedron {
			points = append(points, k*x)
		}
		return points
	}
	target := func(accessor int, list string, weight float64) func(o) {
		return func(s o) {
			primitive("targets", []o{{"POSITION": accessor}})(s)
			field(list, 0, "weights", []float64{weight})(s)
		}
	}
	for name, c := range map[string]struct {
		edit  func(o)
		wants []any
	}{
		"as it is":       {nil, []any{tetrahedron}},
		"hidden":         {nodes(o{"mesh": 0, "children": []int{1}}, o{"mesh": 0, "extensions": hidden, "children": []int{2}}, o{"mesh": 0}), []any{tetrahedron}},
		"no weight":      {primitive("targets", []o{{"POSITION": 0}}), []any{tetrahedron}},
		"weight":         {target(0, "meshes", 1), []any{times(2)}},
		"weight of node": {target(0, "nodes", 2), []any{times(3)}},
		"bad target":     {target(1, "meshes", 1), []any{answers(0), "morph target 0"}},
		"a scene of two": {func(s o) { s["scenes"], s["scene"] = []o{{"nodes": []int{0}}, {"nodes": []int{0, 0}}}, 0 }, []any{tetrahedron}},
		"no scene":       {func(s o) { delete(s, "scenes") }, []any{tetrahedron}},
		"no scene, a child": {func(s o) {
			delete(s, "scenes")
			s["nodes"] = []o{{"mesh": 0, "scale": []float64{2, 2, 2}}, {"children": []int{0}, "scale": []float64{2, 2, 2}}}
		}, []any{times(4)}},
		"newer, but read": {func(s o) { s["asset"] = o{"version": "2.1", "minVersion": "2.0"} }, []any{tetrahedron}},
		"other scene": {func(s o) {
			s["scenes"], s["scene"], s["nodes"] = []o{{"nodes": []int{0}}, {"nodes": []int{1}}}, 0, []o{{"mesh": 0}, {"mesh": 0}, {"mesh": 0}, {}}
		}, []any{tetrahedron, "2 nodes with meshes are left out"}},
		"one accessor, two pieces": {func(s o) {
			piece := o{"attributes": o{"POSITION": 0}, "indices": 1}
			s["meshes"], s["nodes"] = []o{{"primitives": []o{piece, piece}}}, []o{{"mesh": 0, "children": []int{1}}, {"mesh": 0, "scale": []float64{2, 2, 2}}}
		}, []any{append(tetrahedron[:12:12], times(2)...), "which has 16 triangles"}},
		"a piece without positions": {func(s o) {
			s["meshes"] = []o{{"primitives": []o{{"attributes": o{}}, {"attributes": o{"POSITION": 0}}}}}
		}, []any{tetrahedron}},
		"animation":             {func(s o) { s["animations"] = []o{{}} }, []any{tetrahedron, `animation "0" is left out`}},
		"attribute":             {primitive("attributes", o{"POSITION": 0, "_HEAT": 0}), []any{tetrahedron, `attribute "_HEAT" is left out`}},
		"Draco, not required":   {primitive("extensions", o{"KHR_draco_mesh_compression": o{}}), []any{tetrahedron}},
		"meshopt, not required": {field("bufferViews", 0, "extensions", o{"EXT_meshopt_compression": o{}}), []any{tetrahedron}},
		"no instances":          {nodes(o{"mesh": 0, "extensions": o{"EXT_mesh_gpu_instancing": o{"attributes": o{}}}}), []any{tetrahedron}},
		"two scenes":            {func(s o) { s["scenes"] = []o{{"nodes": []int{0}}, {"nodes": []int{0}}} }, []any{answers(0), "there are 2"}},
		"instances":             {nodes(o{"mesh": 0, "extensions": o{"EXT_mesh_gpu_instancing": o{"attributes": o{"TRANSLATION": 0}}}}), []any{16}},
		"skin":                  {nodes(o{"mesh": 0, "skin": 0}), []any{answers(1), "bones may move"}},
		"used": {func(s o) {
			s["extensionsUsed"] = []string{"MY_ext", "KHR_materials_clearcoat", "KHR_texture_transform"}
		}, []any{tetrahedron, `"MY_ext" is left out`}},
		"required":      {func(s o) { s["extensionsRequired"] = []string{"KHR_materials_variants"} }, []any{tetrahedron}},
		"requires mine": {func(s o) { s["extensionsRequired"] = []string{"MY_ext"} }, []any{answers(0), `requires the extension "MY_ext"`}},
	} {
		expect(t, name+".glb", glbOf(tetrahedron, sides, c.edit), Reading{}, c.wants...)
	}
	whole := glbOf(tetrahedron, nil, primitive("mode", 0))
	at := 20 + int(binary.LittleEndian.Uint32([]byte(whole[12:])))
	other := whole[:at] + "\x04\x00\x00\x00ABCDabcd" + whole[at:]
	other = other[:8] + string(binary.LittleEndian.AppendUint32(nil, uint32(len(other)))) + other[12:]
	expect(t, "chunk.glb", other, Reading{}, tetrahedron)
	expect(t, "a.gltf", gltfOf(strings.NewReplacer("A", "%41", "=", "%3D").Replace(tetrahedronURI())), Reading{}, tetrahedron)
}

// Readers of scans ask where the coordinate system is in degrees, has two units, or is not known.
func TestCoordinateSystemsOfScans(t *testing.T) {
	keys := func(list ...uint16) string {
		data := binary.LittleEndian.AppendUint16(nil, 1)
		data = append(data, make([]byte, 6)...)
		for i := 0; i+1 < len(list); i += 2 {
			data = binary.LittleEndian.AppendUint16(data, list[i])
			data = binary.LittleEndian.AppendUint16(append(data, 0, 0), 1)
			data = binary.LittleEndian.AppendUint16(data, list[i+1])
		}
		return string(data)
	}
	const geographic, metre = `GEOGCS["WGS 84",UNIT["degree",0.017453292519943295]]`, `UNIT["metre",1]`
	const flat, feet = `PROJCS["a",` + geographic + `,` + metre + `]`, `PROJCRS["a",BASEGEOGCRS["b"],CS[Cartesian,3],AXIS["e",east,LENGTHUNIT["foot",0.3048]],`
	scan := func(bit byte, user string, id uint16, content string) string {
		return edit(string(lasFile{4, 6, 31, lasWhole, [3]float64{0.5, 1, 2}, [3]float64{100, 0, -1}, record(user, id, content)}.write()), lasEncoding, string(bit))
	}
	for _, c := range []struct {
		id            uint16
		content, want string
	}{
		{2112, geographic, inDegrees}, {2112, `GEOGCS ( "WGS 84", UNIT("degree", 0.0174) )`, inDegrees},
		{2112, `GEOGCRS["WGS 84",ANGLEUNIT["degree",0.017]]`, inDegrees},
		{2112, `GEOGCS["a",UNIT["degree",0.01745]],EXTENSION["PROJCS[x"]`, inDegrees}, {2112, flat, ""},
		{2112, `COMPD_CS["x",` + flat + `,VERT_CS["h",` + metre + `]]`, ""},
		{2112, `COMPD_CS["x",` + flat + `,VERT_CS["h",UNIT["foot",0.3048]]]`, inTwoUnits},
		{2112, `COMPD_CS["x",` + geographic + `,VERT_CS["h",` + metre + `]]`, inDegrees},
		{2112, feet + `AXIS["h",up,LENGTHUNIT["metre",1]]]`, inTwoUnits}, {2112, feet + `AXIS["h",up,LENGTHUNIT["foot",0.3048]]]`, ""},
		{2112, `GEOCCS["a",` + metre + `]`, ""},
		{2112, "", ""}, {34735, "", ""}, {34735, "abc", ""}, {34735, keys(1024, 2), inDegrees}, {34735, keys(2048, 4326, 2054, 9102), inDegrees},
		{34735, keys(1024, 1, 2048, 4326), ""},
		{34735, keys(1024, 1, 3076, 9001, 4099, 9001), ""}, {34735, keys(1024, 1, 3076, 9001, 4099, 9002), inTwoUnits},
		{34735, keys(1024, 1, 3076, 9003, 4096, 5703), inTwoUnits},
		{34735, keys(1024, 1, 3076, 9003, 4096, 6360), ""}, {34736, "12345678", ""}, {34737, "WGS 84", ""},
		{4224, `{"type": "GeographicCRS"}`, inDegrees}, {4224, `{"type": "ProjectedCRS", "base_crs": {"type": "GeographicCRS"}}`, ""},
		{2111, "PARAM_MT", isMoved}, {77, "a", isUnknown},
	} {
		_, err := Parse("a.las", []byte(scan(0, "LASF_Projection", c.id, c.content)), Reading{})
		if (err != nil) != (c.want != "") || err != nil && !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%d %s: %v, want %q", c.id, c.content, err, c.want)
		}
	}
	expect(t, "a.las", scan(0, "liblas", 2112, geographic), Reading{}, answers(1))
	expect(t, "a.las", scan(lasWKT, "LASF_Projection", 34735, keys(1024, 2)), Reading{}, 2)
}
