package pointcloud

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// A tetrahedron: the corner of a cube, in four faces.
var (
	tetrahedron = []float64{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}
	sides       = Faces{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}
)

// writeSTL writes triangles with their corners in full.
func writeSTL(points []float64, faces Faces, remark string) string {
	data := append([]byte(remark), make([]byte, 80-len(remark))...)
	data = binary.LittleEndian.AppendUint32(data, uint32(faces.Count()))
	for i, v := range faces {
		if i%3 == 0 {
			data = append(data, make([]byte, 12)...)
		}
		data = appendFloat(data, "<f4", points[3*v:3*v+3]...)
		if i%3 == 2 {
			data = append(data, 0, 0)
		}
	}
	return string(data)
}

func writeSTLText(points []float64, faces Faces) string {
	text := "solid a\n"
	for i, v := range faces {
		if i%3 == 0 {
			text += "facet normal 0 0 0\n outer loop\n"
		}
		text += fmt.Sprintf("  vertex %v %v %v\n", points[3*v], points[3*v+1], points[3*v+2])
		if i%3 == 2 {
			text += " endloop\nendfacet\n"
		}
	}
	return text + "endsolid a\n"
}

// seen is the order in which an STL file has the corners first.
var seen = []float64{0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1}

var goodSTL = []goodFile{
	{"binary", "a.stl", writeSTL(tetrahedron, sides, "made by a test"), 3, seen},
	{"a binary remark like text", "a.stl", writeSTL(tetrahedron, sides, "solid facet"), 3, seen},
	{"text", "a.STL", writeSTLText(tetrahedron, sides), 3, seen},
	{"another name", "a", writeSTLText(tetrahedron, sides), 3, seen},
	{"capitals", "a.stl", strings.ToUpper(writeSTLText(tetrahedron, sides)), 3, seen},
	{"a tail", "a.stl", writeSTLText(tetrahedron, sides) + "\n; made by a test\n", 3, seen},
	{"two solids", "a.stl", writeSTLText(tetrahedron, sides) + writeSTLText(tetrahedron, sides), 3, seen},
	{"decimal commas", "a.stl", "solid\nfacet\nvertex 0,5 0 0\nvertex 1 0 0\nvertex 0 1,25 0\nendfacet\nendsolid\n", 3, []float64{0.5, 0, 0, 1, 0, 0, 0, 1.25, 0}},
	{"a binary tail", "a.stl", writeSTL(tetrahedron, sides, "\x01") + "COLOR=\x01", 3, seen},
	{"a binary remark like text and a tail", "a.stl", writeSTL(tetrahedron, sides, "solid") + "tail", 3, seen},
	{"a count that was never filled in", "a.stl", edit(writeSTL(tetrahedron, sides, "\x01"), 80, "\x00\x00\x00\x00"), 3, seen},
}

var badSTL = []badFile{
	{"text", "a.stl", "solid as a rock\n", 0, -1, "looks like text"},
	{"cut", "a.stl", writeSTL(tetrahedron, sides, "\x01")[:200], 0, 80, "counts 4 triangles, the file has room for 2"},
	{"a count that is too small", "a.stl", edit(writeSTL(tetrahedron, sides, "\x01"), 80, "\x03"), 0, 80, "counts 3 triangles"},
	{"a facet of two vertices", "a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nfacet\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nendloop\nendfacet\n", 9, -1, "has 2 vertices"},
	{"a facet cut", "a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nfacet\nouter loop\nvertex 0 0 0\n", 9, -1, "has 1 vertices"},
	{"a vertex behind the solid", "a.stl", writeSTLText(tetrahedron, sides) + "vertex 1 2 3\n", 31, -1, "outside a solid"},
	{"cut within a facet", "a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n", 6, -1, "ends before endloop"},
	{"cut behind a loop", "a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n", 7, -1, "ends before endfacet"},
	{"cut behind a facet", "a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n", 8, -1, "ends before endsolid"},
	{"no endloop", "a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n", 7, -1, "endloop is missing before endfacet"},
	{"no endfacet", "a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nfacet\n", 8, -1, "endfacet is missing before facet"},
	{"four coordinates", "a.stl", "solid\nfacet\nouter loop\nvertex 0 0 0 1\n", 4, -1, `three coordinates, but "1" follows`},
	{"a vertex behind a facet", "a.stl", "solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nvertex 9 9 9\n", 7, -1, "outside a facet"},
	{"an empty solid", "a.stl", "solid a\nendsolid a\n", 0, -1, `does not start with "solid" and a facet`},
	{"another keyword", "a.stl", "solid\nfacet\nvretex 1 2 3\n", 3, -1, "got \"vretex\""},
	{"no vertices", "a.stl", "solid\nfacet\nendsolid\n", 2, -1, "has 0 vertices"},
	{"no facets", "a.stl", "solid facet\nendsolid\n", 0, -1, "no points"},
	{"nan", "a.stl", edit(writeSTL(tetrahedron, sides, "x"), 96, "\x00\x00\xc0\x7f"), 0, 96, "x is NaN"},
}

// writeGLB puts a description and numbers into one file.
func writeGLB(scene any, numbers []byte) string {
	text, _ := json.Marshal(scene)
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	data := []byte("glTF\x02\x00\x00\x00")
	data = binary.LittleEndian.AppendUint32(data, uint32(28+len(text)+len(numbers)))
	data = append(binary.LittleEndian.AppendUint32(data, uint32(len(text))), "JSON"...)
	data = append(data, text...)
	data = append(binary.LittleEndian.AppendUint32(data, uint32(len(numbers))), "BIN\x00"...)
	return string(append(data, numbers...))
}

type o = map[string]any

// glbOf is a model of one piece: corners as float32, then indices as bytes. Edit
// changes the description.
func glbOf(points []float64, faces Faces, edit func(scene o)) string {
	numbers := float32s(points...)
	for _, v := range faces {
		numbers = append(numbers, byte(v))
	}
	scene := o{
		"asset":  o{"version": "2.0"},
		"scenes": []o{{"nodes": []int{0}}}, "nodes": []o{{"mesh": 0}},
		"meshes": []o{{"primitives": []o{{"attributes": o{"POSITION": 0}, "indices": 1}}}},
		"accessors": []o{
			{"bufferView": 0, "componentType": 5126, "count": len(points) / 3, "type": "VEC3"},
			{"bufferView": 1, "componentType": 5121, "count": len(faces), "type": "SCALAR"},
		},
		"bufferViews": []o{{"buffer": 0, "byteLength": 4 * len(points)}, {"buffer": 0, "byteOffset": 4 * len(points), "byteLength": len(faces)}},
		"buffers":     []o{{"byteLength": len(numbers)}},
	}
	if edit != nil {
		edit(scene)
	}
	return writeGLB(scene, numbers)
}

// node replaces the nodes of a scene.
func nodes(list ...o) func(o) { return func(scene o) { scene["nodes"] = list } }

// entry changes a field of an entry of a list.
func field(list string, i int, name string, value any) func(o) {
	return func(scene o) { scene[list].([]o)[i][name] = value }
}

func primitive(name string, value any) func(o) {
	return func(scene o) { scene["meshes"].([]o)[0]["primitives"].([]o)[0][name] = value }
}

var half45 = math.Sqrt(0.5) // of a turn by a right angle

var goodGLB = []goodFile{
	{"as it is", "a.glb", glbOf(tetrahedron, sides, nil), 3, tetrahedron},
	{"another name", "a", glbOf(tetrahedron, sides, nil), 3, tetrahedron},
	{"sparse", "a.glb", sparseGLB(5121, []byte{1, 3}, []float64{9, 8, 7, 6, 5, 4}, true), 3, []float64{0, 0, 0, 9, 8, 7, 0, 1, 0, 6, 5, 4}},
	{"sparse with indices of 16 bits", "a.glb", sparseGLB(5123, []byte{1, 0}, []float64{9, 8, 7}, true), 3, []float64{0, 0, 0, 9, 8, 7, 0, 1, 0, 0, 0, 1}},
	{"sparse alone", "a.glb", sparseGLB(5125, []byte{2, 0, 0, 0}, []float64{9, 8, 7}, false), 3, []float64{0, 0, 0, 0, 0, 0, 9, 8, 7, 0, 0, 0}},
	{"a data URI", "a.gltf", gltfOf(tetrahedronURI()), 3, tetrahedron},
	{"a data URI by another name", "a", " " + gltfOf(tetrahedronURI()), 3, tetrahedron},
	{"no nodes", "a.glb", glbOf(tetrahedron, sides, func(scene o) { delete(scene, "nodes") }), 3, tetrahedron},
	{"a matrix", "a.glb", glbOf([]float64{1, 2, 3}, nil, nodes(o{"mesh": 0, "matrix": []float64{2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1}})), 3, []float64{12, 22, 33}},
	{"scaled, moved, then moved by its parent", "a.glb", glbOf([]float64{1, 2, 3}, nil, nodes(o{"children": []int{1}, "translation": []float64{100, 0, 0}}, o{"mesh": 0, "scale": []float64{1, 2, 3}, "translation": []float64{0, 0, 7}})), 3, []float64{101, 4, 16}},
	{"fractions", "a.glb", glbOf([]float64{0, 0, 0}, nil, func(scene o) {
		scene["accessors"] = []o{{"bufferView": 0, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC3"}, scene["accessors"].([]o)[1]}
	}), 3, make([]float64, 9)},
	{"colours", "a.glb", colouredGLB(float32s(twelve...), 0, colours3(nil)), 3, tetrahedron},
	{"points without indices", "a.glb", glbOf(tetrahedron, nil, func(scene o) { scene["meshes"] = []o{{"primitives": []o{{"attributes": o{"POSITION": 0}, "mode": 0}}}} }), 3, tetrahedron},
}

// sparseGLB is a tetrahedron, or four points at the origin, some of which are replaced.
func sparseGLB(kind int, indices []byte, values []float64, base bool) string {
	return glbOf(tetrahedron, nil, func(scene o) {
		list := len(values) / 3
		accessor := o{"componentType": 5126, "count": 4, "type": "VEC3", "sparse": o{
			"count":   list,
			"indices": o{"bufferView": 2, "componentType": kind},
			"values":  o{"bufferView": 3},
		}}
		if base {
			accessor["bufferView"] = 0
		}
		scene["accessors"] = []o{accessor}
		scene["meshes"] = []o{{"primitives": []o{{"attributes": o{"POSITION": 0}, "mode": 0}}}}
		numbers := float32s(values...)
		uri := "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(append(numbers, indices...))
		scene["buffers"] = append(scene["buffers"].([]o), o{"byteLength": len(numbers) + len(indices), "uri": uri})
		scene["bufferViews"] = append(scene["bufferViews"].([]o), o{"buffer": 1, "byteOffset": len(numbers), "byteLength": len(indices)}, o{"buffer": 1, "byteLength": len(numbers)})
	})
}

// gltfOf is a tetrahedron whose numbers are elsewhere.
func gltfOf(uri string) string {
	text, _ := json.Marshal(o{
		"asset": o{"version": "2.0"}, "meshes": []o{{"primitives": []o{{"attributes": o{"POSITION": 0}, "mode": 0}}}},
		"accessors":   []o{{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}},
		"bufferViews": []o{{"buffer": 0, "byteLength": 48}}, "buffers": []o{{"byteLength": 48, "uri": uri}},
	})
	return string(text)
}

func tetrahedronURI() string {
	return "data:application/gltf-buffer;base64," + base64.StdEncoding.EncodeToString(float32s(tetrahedron...))
}

var badGLB = []badFile{
	{"version 1", "a.glb", edit(glbOf(tetrahedron, sides, nil), 4, "\x01"), 0, -1, "does not start with"},
	{"cut", "a.glb", glbOf(tetrahedron, sides, nil)[:100], 0, 8, "the file has 100 bytes"},
	{"a chunk too large", "a.glb", edit(glbOf(tetrahedron, sides, nil), 12, "\xff\xff\xff\x7f"), 0, 12, "claims 2147483647"},
	{"another chunk", "a.glb", edit(glbOf(tetrahedron, sides, nil), 16, "XSON"), 0, 16, "want 0x4e4f534a"},
	{"no JSON", "a.glb", edit(glbOf(tetrahedron, sides, nil), 20, "}"), 0, 20, "is damaged"},
	{"glTF 3.0", "a.glb", glbOf(tetrahedron, sides, func(scene o) { scene["asset"] = o{"version": "3.0"} }), 0, 20, "is glTF 3.0"},
	{"glTF 2.1", "a.glb", glbOf(tetrahedron, sides, func(scene o) { scene["asset"] = o{"version": "2.1", "minVersion": "2.1"} }), 0, 20, "is glTF 2.1"},
	{"no affine matrix", "a.glb", glbOf(tetrahedron, sides, nodes(o{"mesh": 0, "matrix": []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2}})), 0, 20, "not affine"},
	{"a circle of nodes", "a.glb", glbOf(tetrahedron, sides, nodes(o{"children": []int{0}})), 0, 20, "placed twice"},
	{"no such node", "a.glb", glbOf(tetrahedron, sides, nodes(o{"children": []int{7}})), 0, 20, "there is no node 7"},
	{"a short matrix", "a.glb", glbOf(tetrahedron, sides, nodes(o{"mesh": 0, "matrix": []float64{1}})), 0, 20, "another length"},
	{"no such accessor", "a.glb", glbOf(tetrahedron, sides, primitive("indices", 9)), 0, 20, "there is no accessor 9"},
	{"no positions", "a.glb", glbOf(tetrahedron, sides, primitive("attributes", o{})), 0, -1, "no points"},
	{"Draco", "a.glb", glbOf(tetrahedron, sides, func(scene o) {
		primitive("extensions", o{"KHR_draco_mesh_compression": o{}})(scene)
		delete(scene["accessors"].([]o)[0], "bufferView")
	}), 0, 20, "Draco"},
	{"meshopt alone", "a.glb", glbOf(tetrahedron, sides, func(scene o) {
		field("bufferViews", 0, "extensions", o{"EXT_meshopt_compression": o{}})(scene)
		field("buffers", 0, "extensions", o{"EXT_meshopt_compression": o{"fallback": true}})(scene)
	}), 0, 20, "only compressed numbers"},
	{"meshopt required", "a.glb", glbOf(tetrahedron, sides, func(scene o) {
		field("bufferViews", 0, "extensions", o{"EXT_meshopt_compression": o{}})(scene)
		scene["extensionsRequired"] = []string{"EXT_meshopt_compression"}
	}), 0, 20, "is compressed"},
	{"fractions of corners", "a.glb", glbOf(tetrahedron, sides, field("accessors", 1, "normalized", true)), 0, 20, "not whole"},
	{"corners as floats", "a.glb", glbOf(tetrahedron, sides, func(scene o) {
		indices := scene["accessors"].([]o)[1]
		indices["componentType"], indices["count"] = 5126, 3
	}), 0, 20, "not whole"},
	{"sparse without indices", "a.glb", glbOf(tetrahedron, sides, field("accessors", 0, "sparse", o{"count": 1})), 0, 20, "sparse: 1 indices of type 0"},
	{"sparse beyond the end", "a.glb", sparseGLB(5121, []byte{4}, []float64{9, 9, 9}, true), 0, 20, "index 4 of 4 numbers"},
	{"more sparse numbers than numbers", "a.glb", sparseGLB(5121, []byte{0, 1, 2, 3, 0}, make([]float64, 15), true), 0, 20, "5 indices"},
	{"a count beyond all", "a.glb", glbOf(tetrahedron, sides, func(scene o) {
		delete(scene["accessors"].([]o)[1], "bufferView")
		field("accessors", 1, "count", 1<<40)(scene)
	}), 0, 20, "do not fit"},
	{"numbers in another file", "a.gltf", gltfOf("made.bin"), 0, 0, `buffer 0 is in the file "made.bin"; save the model as one .glb file`},
	{"a damaged data URI", "a.gltf", gltfOf("data:;base64,%%%%"), 0, 0, "the data URI is damaged"},
	{"a data URI of text", "a.gltf", gltfOf("data:,text"), 0, 0, "do not fit"},
	{"a data URI with a bad escape", "a.gltf", gltfOf("data:,%zz"), 0, 0, "is damaged"},
	{"another type", "a.glb", glbOf(tetrahedron, sides, field("accessors", 0, "type", "VEC2")), 0, 20, "instead of VEC3"},
	{"count beyond the end", "a.glb", glbOf(tetrahedron, sides, field("accessors", 0, "count", 5)), 0, 20, "do not fit"},
	{"offset beyond the end", "a.glb", glbOf(tetrahedron, sides, field("accessors", 0, "byteOffset", 1<<30)), 0, 20, "do not fit"},
	{"view beyond the end", "a.glb", glbOf(tetrahedron, sides, field("bufferViews", 0, "byteLength", 1<<30)), 0, 20, "do not fit"},
	{"negative offset", "a.glb", glbOf(tetrahedron, sides, field("bufferViews", 0, "byteOffset", -1)), 0, 20, "do not fit"},
	{"another file", "a.glb", glbOf(tetrahedron, sides, field("bufferViews", 0, "buffer", 1)), 0, 20, "there is no buffer 1"},
	{"too many vertices", "a.glb", glbOf(tetrahedron, sides, func(scene o) {
		field("accessors", 0, "count", 1_000_001)(scene)
		field("bufferViews", 0, "byteStride", 12)(scene)
	}), 0, 20, "do not fit"},
	{"no points", "a.glb", glbOf(nil, nil, nil), 0, -1, "no points"},
	{"no accessors", "a.gltf", `{"asset": {"version": "2.0"}}`, 0, -1, "no points"},
	{"text renamed", "a.gltf", "made\n", 0, -1, "does not start with"},
}

// colouredGLB is a tetrahedron of pieces whose colours are given by accessors; their numbers are in a buffer of their own.
func colouredGLB(numbers []byte, stride int, accessors ...o) string {
	return glbOf(tetrahedron, sides, func(scene o) {
		uri := "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(numbers)
		scene["buffers"] = append(scene["buffers"].([]o), o{"byteLength": len(numbers), "uri": uri})
		view := o{"buffer": 1, "byteLength": len(numbers)}
		if stride > 0 {
			view["byteStride"] = stride
		}
		scene["bufferViews"] = append(scene["bufferViews"].([]o), view)
		var pieces []o
		for _, a := range accessors {
			attributes := o{"POSITION": 0}
			if a != nil {
				if _, away := a["bufferView"]; !away {
					a["bufferView"] = 2
				}
				attributes["COLOR_0"] = len(scene["accessors"].([]o))
				scene["accessors"] = append(scene["accessors"].([]o), a)
			}
			pieces = append(pieces, o{"attributes": attributes, "indices": 1})
		}
		scene["meshes"] = []o{{"primitives": pieces}}
	})
}

func float32s(list ...float64) []byte { return appendFloat(nil, "<f4", list...) }

func colours3(more o) o {
	a := o{"componentType": 5126, "count": 4, "type": "VEC3"}
	for name, value := range more {
		a[name] = value
	}
	return a
}

var twelve = []float64{1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.25, 0.125}

func TestColoursOfVertices(t *testing.T) {
	four := []byte{255, 0, 51, 9, 0, 255, 102, 9, 0, 0, 0, 9, 255, 255, 255, 9}
	const of4 = `{"red":[1,0,0,1],"green":[0,1,0,1],"blue":[0.2,0.4,0,1]}`
	numbers, shorts := float32s(twelve...), []byte{255, 255, 0, 0, 255, 255, 255, 255}
	for _, c := range []struct{ name, content, want, says string }{
		{"floats", colouredGLB(float32s(twelve...), 0, colours3(nil)), `{"red":[1,0,0,0.5],"green":[0,1,0,0.25],"blue":[0,0,1,0.125]}`, "vertices"},
		{"bytes in steps of 4", colouredGLB(four, 4, colours3(o{"componentType": 5121, "normalized": true})), of4, "vertices"},
		{"bytes with a fourth part", colouredGLB(four, 0, colours3(o{"componentType": 5121, "normalized": true, "type": "VEC4"})), of4[:len(of4)-1] + fmt.Sprintf(`,"alpha":[%[1]v,%[1]v,%[1]v,%[1]v]}`, 9/255.), "vertices"},
		{"shorts", colouredGLB(slices.Repeat(shorts, 4), 8, colours3(o{"componentType": 5123, "normalized": true})), `{"red":[1,1,1,1],"green":[0,0,0,0],"blue":[1,1,1,1]}`, "vertices"},
		{"sparse alone", colouredGLB(append(float32s(0.5, 0.25, 1), 2), 0, colours3(o{"bufferView": nil, "sparse": o{
			"count": 1, "indices": o{"bufferView": 2, "byteOffset": 12, "componentType": 5121}, "values": o{"bufferView": 2},
		}})), `{"red":[0,0,0.5,0],"green":[0,0,0.25,0],"blue":[0,0,1,0]}`, "vertices"},
		{"two pieces, one with a fourth part", colouredGLB(four, 0, colours3(o{"componentType": 5121, "normalized": true, "type": "VEC4"}), colours3(o{"componentType": 5121, "normalized": true, "count": 4})),
			`{"red":[1,0,0,1,1,0.03529411764705882,0.4,0],"green":[0,1,0,1,0,0,0.03529411764705882,0],"blue":[0.2,0.4,0,1,0.2,1,0,0.03529411764705882]}`, "vertices"},
		{"a colour of NaN", colouredGLB(float32s(append(slices.Clone(twelve[:11]), math.NaN())...), 0, colours3(nil)), `{"red":[1,0,0,0.5],"green":[0,1,0,0.25]}`, `"blue"`},
		{"too few", colouredGLB(numbers, 0, colours3(o{"count": 3})), `{}`, "The colours are left out: accessor 2: 3 colours for 4 vertices."},
		{"too many", colouredGLB(numbers, 0, colours3(o{"count": 5})), `{}`, "5 colours for 4 vertices"},
		{"a negative number of them", colouredGLB(numbers, 0, colours3(o{"count": -1})), `{}`, "-1 colours for 4 vertices"},
		{"cut", colouredGLB(numbers[:47], 0, colours3(nil)), `{}`, "do not fit into bufferView 2"},
		{"a step too large", colouredGLB(numbers, 16, colours3(nil)), `{}`, "do not fit into bufferView 2"},
		{"a step too small", colouredGLB(numbers, 4, colours3(nil)), `{}`, "do not fit into bufferView 2"},
		{"a negative offset", colouredGLB(numbers, 0, colours3(o{"byteOffset": -12})), `{}`, "do not fit into bufferView 2"},
		{"an offset beyond the numbers", colouredGLB(numbers, 0, colours3(o{"byteOffset": 4})), `{}`, "do not fit into bufferView 2"},
		{"pairs", colouredGLB(numbers, 0, colours3(o{"type": "VEC2"})), `{}`, `colours of type "VEC2"`},
		{"bytes as they are", colouredGLB(numbers, 4, colours3(o{"componentType": 5121})), `{}`, "component type 5121, normalized: false"},
		{"signed bytes", colouredGLB(numbers, 4, colours3(o{"componentType": 5120, "normalized": true})), `{}`, "component type 5120"},
		{"words of 32 bits", colouredGLB(numbers, 0, colours3(o{"componentType": 5125, "normalized": true})), `{}`, "component type 5125"},
		{"normalized floats", colouredGLB(numbers, 0, colours3(o{"normalized": true})), `{}`, "component type 5126, normalized: true"},
		{"no such view", colouredGLB(numbers, 0, colours3(o{"bufferView": 7})), `{}`, "there is no bufferView 7"},
		{"no such accessor", glbOf(tetrahedron, sides, primitive("attributes", o{"POSITION": 0, "COLOR_0": 9})), `{}`, "there is no accessor 9"},
		{"one piece without", colouredGLB(numbers, 0, colours3(nil), nil), `{}`, "some pieces of the model have none"},
		{"the first piece without", colouredGLB(numbers, 0, nil, colours3(nil)), `{}`, "some pieces of the model have none"},
	} {
		expect(t, c.name+".glb", c.content, Reading{}, c.want, c.says, "Sample the surface")
	}
}

func TestSurfaceMixesColours(t *testing.T) {
	file, err := Parse("a.glb", []byte(colouredGLB(float32s(twelve...), 0, colours3(nil))), Reading{})
	if err != nil {
		t.Fatal(err)
	}
	// A colour that is a linear function of the place is that function at every sample.
	linear := file.Cloud
	linear.Attributes = Attributes{{"label", []float64{1, 2, 3, 4}}, {"red", nil}}
	for n := range linear.Count() {
		x := linear.Points[3*n : 3*n+3]
		linear.Attributes[1].Values = append(linear.Attributes[1].Values, 0.5+x[0]+2*x[1]-3*x[2])
	}
	spots, err := Spots(linear, file.Faces, 50, 7)
	if err != nil {
		t.Fatal(err)
	}
	sampled := At(linear, file.Faces, spots)
	if names := sampled.AttributeNames(); !slices.Equal(names, []string{"red"}) {
		t.Fatalf("samples have %v", names)
	}
	for n, red := range sampled.Attribute("red") {
		x := sampled.Points[3*n : 3*n+3]
		if want := 0.5 + x[0] + 2*x[1] - 3*x[2]; math.Abs(red-want) > 1e-12 {
			t.Errorf("sample %d is %v red, want %v", n, red, want)
		}
	}
}
