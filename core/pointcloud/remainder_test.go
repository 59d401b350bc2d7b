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
			"translation": "[0, 0, 1]", "quantization_scale": "[0.001]", "rotation": "[0, 0, 0.7, 0.7, 2]",
		} {
			if list, counts := asked(t, file, write(name, values), Reading{}); len(list) != 1 || counts[0] != 8 {
				t.Errorf("%s: %s: %v, %v", file, name, list, counts)
			}
			expect(t, file, write(name, values), Reading{}, "may change the points")
		}
		for _, name := range []string{"occupancy", "temperature", "what"} {
			expect(t, file, write(name, "[1, 2, 3]"), Reading{}, 4, notes(1), name)
		}
	}
	for _, name := range []string{"faces", "energy", "labels", "old_indices"} {
		expect(t, "a.npz", withMore["a.npz"](name, "[1, 2, 3]"), Reading{}, 4, "")
	}
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

// The coordinate system of a scan tells degrees and lengths of two units.
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
	const flat = `PROJCS["a",GEOGCS["b",UNIT["degree",0.0174532925199433]],UNIT["metre",1]]`
	for text, want := range map[string]string{
		`GEOGCS["WGS 84",UNIT["degree",0.017453292519943295]]`: inDegrees, flat: "",
		`COMPD_CS["x",` + flat + `,VERT_CS["h",UNIT["metre",1]]]`: "", `COMPD_CS["x",` + flat + `,VERT_CS["h",UNIT["foot",0.3048]]]`: inTwoUnits,
		`GEOGCRS["WGS 84",ANGLEUNIT["degree",0.017]]`: inDegrees, "": "",
	} {
		if got := doubtOfWKT(text); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	for data, want := range map[string]string{
		keys(1024, 2): inDegrees, keys(1024, 1): "", keys(1024, 1, 3076, 9001, 4099, 9001): "", keys(1024, 1, 3076, 9001, 4099, 9002): inTwoUnits, "": "", "abc": "",
	} {
		if got := doubtOfKeys([]byte(data)); got != want {
			t.Errorf("%x: %q", data, got)
		}
	}
}
