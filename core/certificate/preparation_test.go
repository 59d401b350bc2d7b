package certificate

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
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

// Where the order matters, point n stays with point n; an attack starts from
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
