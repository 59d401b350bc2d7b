package certificate

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const preparedTail = `,"sigma":0.5,"prediction":{"probability":0.9},"group":"T","samples":0}`

// Five points on a line, the last far away.
const line = `{"points":[[0,0],[1,0],[2,0],[3,0],[9,0]]}`

func TestPreparationIsRecordedAndNotDoneTwice(t *testing.T) {
	r := mustParse(t, `{"clean":`+line+`,"perturbed":`+line+`,"preparation":{"points":3,"method":"farthest","normalise":"unit_sphere"}`+preparedTail)
	if r.Clean.Count() != 3 || r.Perturbed.Count() != 3 {
		t.Fatalf("%d and %d points kept", r.Clean.Count(), r.Perturbed.Count())
	}
	largest := 0.0
	for n := range 3 {
		largest = max(largest, math.Hypot(r.Clean.Points[2*n], r.Clean.Points[2*n+1]))
	}
	if math.Abs(largest-1) > 1e-15 {
		t.Errorf("the largest norm is %v", largest)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `"prepared":{"points":3,"method":"farthest","normalise":"unit_sphere"}`) {
		t.Errorf("not recorded in %s", text)
	}
	again := mustParse(t, string(text))
	if !sameCloud(again.Clean, r.Clean) {
		t.Error("what was prepared was prepared again")
	}
	second, _ := json.Marshal(again)
	if string(second) != string(text) {
		t.Errorf("the canonical request changed:\n%s\n%s", text, second)
	}
}

// Point n stays with point n if the order matters; an attack starts from
// the cloud as prepared.
func TestSamplingKeepsPairs(t *testing.T) {
	moved := `{"points":[[0,1],[1,1],[2,1],[3,1],[9,1]]}`
	r := mustParse(t, `{"clean":`+line+`,"perturbed":`+moved+`,"preparation":{"points":2,"seed":3}`+preparedTail)
	for n := range 2 {
		if r.Clean.Points[2*n] != r.Perturbed.Points[2*n] || r.Perturbed.Points[2*n+1] != 1 {
			t.Errorf("pair %d: %v and %v", n, r.Clean.Points, r.Perturbed.Points)
		}
	}
	r = mustParse(t, `{"clean":`+line+`,"perturbed":{"attack":"scale","norm":0.25},"preparation":{"normalise":"centre"}`+preparedTail)
	if r.Clean.Points[0] != -3 || r.Perturbed.Count() != 5 {
		t.Errorf("%v", r.Clean.Points)
	}
}

// With the order of no matter clouds of different sizes are sampled each for itself.
func TestSamplingToTheSmallerCloud(t *testing.T) {
	short := `{"points":[[0,0],[9,0],[3,0]]}`
	r := mustParse(t, `{"clean":`+line+`,"perturbed":`+short+`,"permutation":true,"preparation":{"points":3,"method":"farthest"}`+preparedTail)
	if r.Clean.Count() != 3 || r.Perturbed.Count() != 3 {
		t.Errorf("%d and %d points", r.Clean.Count(), r.Perturbed.Count())
	}
}

func TestBadPreparation(t *testing.T) {
	short := `{"points":[[0,0],[9,0],[3,0]]}`
	for _, c := range []struct{ name, middle, field string }{
		{"not an object", `,"preparation":3`, "preparation"},
		{"unknown field", `,"preparation":{"point":3}`, "preparation.point"},
		{"no points", `,"preparation":{"points":0}`, "preparation.points"},
		{"more than there are", `,"preparation":{"points":6}`, "preparation.points"},
		{"method without points", `,"preparation":{"method":"random"}`, "preparation.method"},
		{"method", `,"preparation":{"points":2,"method":"voxel"}`, "preparation.method"},
		{"seed", `,"preparation":{"points":2,"seed":-1}`, "preparation.seed"},
		{"normalise", `,"preparation":{"normalise":"unit cube"}`, "preparation.normalise"},
		{"both", `,"preparation":{"normalise":"centre"},"prepared":{"normalise":"centre"}`, "prepared"},
		{"unpaired", `,"perturbed":` + short + `,"preparation":{"points":2}`, "perturbed"},
		{"one point to a sphere", `,"preparation":{"points":1,"normalise":"unit_sphere"}`, "clean"},
	} {
		_, err := ParseRequest([]byte(`{"clean":`+line+c.middle+preparedTail), nil)
		field, ok := err.(*document.FieldError)
		if !ok || field.Field != c.field {
			t.Errorf("%s: %v, want an error of %s", c.name, err, c.field)
		}
	}
}

func TestDifferentSizesSayWhatToDo(t *testing.T) {
	short := `,"perturbed":{"points":[[0,0],[9,0],[3,0]]}`
	for flag, want := range map[string]string{"true": "preparation.points", "false": "must belong to point n"} {
		_, err := ParseRequest([]byte(`{"clean":`+line+short+`,"permutation":`+flag+preparedTail), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("permutation %s: %v", flag, err)
		}
	}
}

// files opens clouds by name, each time anew.
func files(named map[string]pointcloud.File) Open {
	return func(path string, _ pointcloud.Reading) (pointcloud.File, error) { return named[path], nil }
}

// read parses a file.
func read(t *testing.T, name, text string) pointcloud.File {
	t.Helper()
	file, err := pointcloud.Parse(name, []byte(text), pointcloud.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Points without coordinates are asked about, and left out of both clouds where
// the order matters: point n stays with point n.
func TestDropMissing(t *testing.T) {
	open := files(map[string]pointcloud.File{
		"a": read(t, "a.xyz", "0 0\nnan nan\n2 2\n3 3\n4 4\n"),
		"b": read(t, "b.xyz", "0 1\n1 2\n2 3\nnan 4\n4 5\n"),
		"c": read(t, "c.xyz", "nan 0\n1 1\nnan 0\nnan 0\nnan 0\n"),
	})
	request := func(perturbed, more string) string {
		return `{"clean":{"file":"a"},"perturbed":{"file":"` + perturbed + `"},` + more + `"sigma":0.5,"prediction":{"probability":0.9},"group":"T","samples":0}`
	}
	_, err := ParseRequest([]byte(request("b", "")), open)
	field, ok := errors.AsType[*document.FieldError](err)
	if !ok || field.Field != "clean" || field.Message != "1 of 5 points have no coordinates (empty, NaN or infinite)" {
		t.Errorf("got %v", err)
	}
	if r := pointcloud.Remedies(err); len(r) != 1 || !r[0].Preparation.DropMissing {
		t.Errorf("remedies %+v", r)
	}
	const drop = `"preparation":{"drop_missing":true},`
	for _, c := range []struct {
		perturbed, more string
		clean, other    []float64
	}{
		{"b", drop, []float64{0, 0, 2, 2, 4, 4}, []float64{0, 1, 2, 3, 4, 5}},
		{"b", drop + `"permutation":true,`, []float64{0, 0, 2, 2, 3, 3, 4, 4}, []float64{0, 1, 1, 2, 2, 3, 4, 5}},
	} {
		r, err := ParseRequest([]byte(request(c.perturbed, c.more)), open)
		if err != nil || !slices.Equal(r.Clean.Points, c.clean) || !slices.Equal(r.Perturbed.Points, c.other) {
			t.Errorf("%s: %+v, %v", c.more, r, err)
		}
	}
	if _, err := ParseRequest([]byte(request("c", drop)), open); err == nil || !strings.HasPrefix(err.Error(), "perturbed: has coordinates only for points") {
		t.Errorf("got %v", err)
	}
}

// Of two meshes with the same faces the same places are taken; else each is
// sampled for itself, and only where the order does not matter.
func TestSurface(t *testing.T) {
	const faces = "3 0 1 2\n3 0 2 3\n"
	open := files(map[string]pointcloud.File{
		"a": read(t, "a.off", "OFF\n4 2\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n"+faces),
		"b": read(t, "b.off", "OFF\n4 2\n5 0 0\n9 0 0\n9 1 0\n5 1 0\n"+faces),
		"c": read(t, "c.off", "OFF\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2\n"),
		"d": read(t, "d.xyz", "0 0 0\n1 1 1\n2 2 2\n3 3 3\n"),
		"e": read(t, "e.off", "OFF\n4 2\n0 0 0\n0 0 0\n1 1 1\n1 1 1\n"+faces),
	})
	request := func(clean, perturbed, more string) string {
		return `{"clean":{"file":"` + clean + `"},"perturbed":{"file":"` + perturbed + `"},` + more + `"preparation":{"points":50,"method":"surface","seed":3}` + preparedTail
	}
	r, err := ParseRequest([]byte(request("a", "b", "")), open)
	if err != nil || r.Clean.Count() != 50 || r.Perturbed.Count() != 50 {
		t.Fatal(err)
	}
	for i := 0; i < 150; i += 3 { // b is a stretched and moved: so are its points
		x, y := r.Clean.Points[i:i+3], r.Perturbed.Points[i:i+3]
		if math.Abs(y[0]-(5+4*x[0])) > 1e-14 || y[1] != x[1] || y[2] != 0 {
			t.Fatalf("point %d: %v and %v", i/3, x, y)
		}
	}
	if _, err := ParseRequest([]byte(request("a", "c", `"permutation":true,`)), open); err != nil {
		t.Error(err)
	}
	for want, document := range map[string]string{
		"perturbed: has 3 points, the clean cloud has 4":                              request("a", "c", ""),
		`preparation.method: is "surface", but the perturbed cloud has no faces`:      request("a", "d", ""),
		`preparation.method: is "surface", but the clean cloud has no faces`:          request("d", "a", ""),
		"clean: pointcloud: the surface has no area":                                  request("e", "a", ""),
		"preparation.points: must be a whole number from 1 to 1000000":                strings.Replace(request("a", "b", ""), "50", "1000001", 1),
		`preparation.method: must be one of random, farthest, surface, got "poisson"`: strings.Replace(request("a", "b", ""), "surface", "poisson", 1),
	} {
		if _, err := ParseRequest([]byte(document), open); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Colours of a sampled surface are those of the corners, mixed; other attributes cannot be seen there.
func TestSurfaceKeepsColours(t *testing.T) {
	mesh := func(rows string) pointcloud.File {
		return read(t, "a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n"+
			"property uchar label\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"+rows+"3 0 1 2\n")
	}
	open := files(map[string]pointcloud.File{
		"a": mesh("0 0 0 100 1\n1 0 0 200 1\n0 1 0 0 1\n"), "b": mesh("0 0 1 100 1\n2 0 1 200 1\n0 1 1 0 1\n"), "c": mesh("0 0 1 101 1\n2 0 1 200 1\n0 1 1 0 1\n"),
	})
	parse := func(perturbed, name string) (*Request, error) {
		return ParseRequest([]byte(`{"clean":{"file":"a"},"perturbed":{"file":"`+perturbed+`"},"preparation":{"points":20,"method":"surface"},"sigma":1,"group":"none",
			"prediction":{"probability":0.9,"model":{"attributes":["`+name+`"]}}}`), open)
	}
	r, err := parse("b", "red")
	if err != nil {
		t.Fatal(err)
	}
	for n, red := range r.Clean.Attribute("red") {
		x := r.Clean.Points[3*n : 3*n+3]
		if want := 100 + 100*x[0] - 100*x[1]; math.Abs(red-want) > 1e-10 || r.Perturbed.Attribute("red")[n] != red {
			t.Errorf("sample %d is %v and %v red, want %v", n, red, r.Perturbed.Attribute("red")[n], want)
		}
	}
	for want, asked := range map[string][2]string{
		"perturbed.attributes.red: point 1 has":                                                 {"c", "red"},
		`clean: has no attribute "label", which the model sees: samples of a surface have only`: {"b", "label"},
	} {
		if _, err := parse(asked[0], asked[1]); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A file with more points than a cloud may have is sampled while it is read, where the preparation
// draws a sample at random; of two clouds whose order matters both must have as many.
func TestSampledWhileRead(t *testing.T) {
	var asked []pointcloud.Thin
	counts := map[string]int{"a": 2_000_000, "b": 2_000_000, "c": 3_000_000}
	open := func(path string, r pointcloud.Reading) (pointcloud.File, error) {
		asked = append(asked, r.Thin)
		return pointcloud.File{Cloud: pointcloud.Cloud{Dimension: 2, Points: []float64{0, 0, 1, 0, 0, 1}}, Of: counts[path]}, nil
	}
	request := func(perturbed, more string) []byte {
		return []byte(`{"clean":{"file":"a"},"perturbed":{"file":"` + perturbed + `"},"sigma":1,"group":"E","prediction":{"probability":0.9},` + more + `}`)
	}
	random := `"preparation":{"points":3,"method":"random","seed":7}`
	if _, err := ParseRequest(request("b", random), open); err != nil || !slices.Equal(asked, []pointcloud.Thin{{Points: 3, Seed: 7}, {Points: 3, Seed: 7}}) {
		t.Errorf("%v, %+v", err, asked)
	}
	if _, err := ParseRequest(request("c", random), open); err == nil || !strings.HasPrefix(err.Error(), "perturbed: must have as many points") {
		t.Errorf("two numbers of points: %v", err)
	}
	if _, err := ParseRequest(request("c", random+`,"permutation":true`), open); err != nil {
		t.Errorf("the order does not matter: %v", err)
	}
	asked = nil
	for _, more := range []string{`"preparation":{"points":3,"method":"farthest"}`, `"alpha":0.01`} {
		if _, err := ParseRequest(request("b", more), open); err != nil || slices.ContainsFunc(asked, func(thin pointcloud.Thin) bool { return thin.Points > 0 }) {
			t.Errorf("%s: %v, %+v", more, err, asked)
		}
	}
}
