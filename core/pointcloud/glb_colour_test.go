package pointcloud

import (
	"encoding/base64"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

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
	shorts := []byte{255, 255, 0, 0, 255, 255, 255, 255}
	for _, c := range []struct {
		name, content, want string
	}{
		{"floats", colouredGLB(float32s(twelve...), 0, colours3(nil)), `{"red":[1,0,0,0.5],"green":[0,1,0,0.25],"blue":[0,0,1,0.125]}`},
		{"bytes in steps of 4", colouredGLB(four, 4, colours3(o{"componentType": 5121, "normalized": true})), of4},
		{"bytes with a fourth part", colouredGLB(four, 0, colours3(o{"componentType": 5121, "normalized": true, "type": "VEC4"})), of4[:len(of4)-1] + fmt.Sprintf(`,"alpha":[%[1]v,%[1]v,%[1]v,%[1]v]}`, 9/255.)},
		{"shorts", colouredGLB(slices.Repeat(shorts, 4), 8, colours3(o{"componentType": 5123, "normalized": true})), `{"red":[1,1,1,1],"green":[0,0,0,0],"blue":[1,1,1,1]}`},
		{"sparse alone", colouredGLB(append(float32s(0.5, 0.25, 1), 2), 0, colours3(o{"bufferView": nil, "sparse": o{
			"count": 1, "indices": o{"bufferView": 2, "byteOffset": 12, "componentType": 5121}, "values": o{"bufferView": 2},
		}})), `{"red":[0,0,0.5,0],"green":[0,0,0.25,0],"blue":[0,0,1,0]}`},
		{
			"two pieces, one with a fourth part", colouredGLB(four, 0, colours3(o{"componentType": 5121, "normalized": true, "type": "VEC4"}), colours3(o{"componentType": 5121, "normalized": true, "count": 4})),
			`{"red":[1,0,0,1,1,0.03529411764705882,0.4,0],"green":[0,1,0,1,0,0,0.03529411764705882,0],"blue":[0.2,0.4,0,1,0.2,1,0,0.03529411764705882]}`,
		},
	} {
		file, err := Parse("a.glb", []byte(c.content), Reading{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := attributesText(file); got != c.want {
			t.Errorf("%s: attributes %s, want %s", c.name, got, c.want)
		}
	}
}

func TestColoursThatCannotBeRead(t *testing.T) {
	numbers := float32s(twelve...)
	for _, c := range []struct {
		name, content, want string
	}{
		{"too few", colouredGLB(numbers, 0, colours3(o{"count": 3})), "3 colours for 4 vertices"},
		{"too many", colouredGLB(numbers, 0, colours3(o{"count": 5})), "5 colours for 4 vertices"},
		{"a negative number of them", colouredGLB(numbers, 0, colours3(o{"count": -1})), "-1 colours for 4 vertices"},
		{"cut", colouredGLB(numbers[:47], 0, colours3(nil)), "do not fit into bufferView 2"},
		{"a step too large", colouredGLB(numbers, 16, colours3(nil)), "do not fit into bufferView 2"},
		{"a step too small", colouredGLB(numbers, 4, colours3(nil)), "do not fit into bufferView 2"},
		{"a negative offset", colouredGLB(numbers, 0, colours3(o{"byteOffset": -12})), "do not fit into bufferView 2"},
		{"an offset beyond the numbers", colouredGLB(numbers, 0, colours3(o{"byteOffset": 4})), "do not fit into bufferView 2"},
		{"pairs", colouredGLB(numbers, 0, colours3(o{"type": "VEC2"})), `colours of type "VEC2"`},
		{"bytes as they are", colouredGLB(numbers, 4, colours3(o{"componentType": 5121})), "component type 5121, normalized: false"},
		{"signed bytes", colouredGLB(numbers, 4, colours3(o{"componentType": 5120, "normalized": true})), "component type 5120"},
		{"words of 32 bits", colouredGLB(numbers, 0, colours3(o{"componentType": 5125, "normalized": true})), "component type 5125"},
		{"normalized floats", colouredGLB(numbers, 0, colours3(o{"normalized": true})), "component type 5126, normalized: true"},
		{"no such view", colouredGLB(numbers, 0, colours3(o{"bufferView": 7})), "there is no bufferView 7"},
		{"no such accessor", glbOf(tetrahedron, sides, primitive("attributes", o{"POSITION": 0, "COLOR_0": 9})), "there is no accessor 9"},
		{"one piece without", colouredGLB(numbers, 0, colours3(nil), nil), "some pieces of the model have none"},
		{"the first piece without", colouredGLB(numbers, 0, nil, colours3(nil)), "some pieces of the model have none"},
	} {
		file, err := Parse("a.glb", []byte(c.content), Reading{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		said := slices.ContainsFunc(file.Notes, func(n Note) bool {
			return strings.HasPrefix(n.Text, "The colours are left out: ") && strings.Contains(n.Text, c.want)
		})
		if !said || file.Cloud.Attributes != nil || file.Faces == nil {
			t.Errorf("%s: attributes %v, %d faces, notes %v", c.name, file.Cloud.Attributes, file.Faces.Count(), file.Notes)
		}
	}
	file, err := Parse("a.glb", []byte(colouredGLB(float32s(append(slices.Clone(twelve[:11]), math.NaN())...), 0, colours3(nil))), Reading{})
	if got := attributesText(file); err != nil || strings.Contains(got, "blue") || !strings.Contains(got, "green") {
		t.Errorf("a colour of NaN: %v, %s", err, got)
	}
	plain, err := Parse("a.glb", []byte(glbOf(tetrahedron, sides, nil)), Reading{})
	if err != nil || slices.ContainsFunc(plain.Notes, func(n Note) bool { return strings.Contains(n.Text, "colour") }) {
		t.Errorf("without colours: %v, %v", plain.Notes, err)
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
