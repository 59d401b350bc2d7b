package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/mutants"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// smallParts are parts of runs with one draw and with several.
func smallParts(t testing.TB) (parts [][]byte) {
	for _, settings := range []string{scaling, `"sigma":0.5,"group":"T","attack":{"family":"rotate","degrees":[0,9],"noise":0.1,"draws":2}`} {
		run, err := Parse(Memory([]byte(`{`+settings+`,"clouds":[
			{"name":"a","points":[[0,1],[1,0]],"label":1,"votes_pred":[1,9],"votes_cert":[5,95]},{"name":"b","points":[[0,1],[2,0]]}]}`)), nil)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, bytes.Join([][]byte{run.Header(Whole, "here").Line(), mustLine(t, run, 1), mustLine(t, run, 0)}, nil))
	}
	return parts
}

func mustLine(t testing.TB, r *Run, cloud int) []byte {
	t.Helper()
	text, err := r.Line(cloud)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// checkPart reads anything as a part: it is refused with its name and line, or what it
// has is a result or said to be missing.
func checkPart(t *testing.T, data []byte) {
	p := NewParts(nil)
	if err := p.Read("it", bytes.NewReader(data)); err != nil {
		if bad, ok := errors.AsType[*pointcloud.FormatError](err); !ok || bad.File != "it" || bad.Line < 1 {
			t.Fatalf("%q: %v", data, err)
		}
		return
	}
	if result, err := p.Result(); err == nil && !json.Valid(result) {
		t.Fatalf("%q: %s", data, result)
	}
}

func TestMutantsOfParts(t *testing.T) {
	parts := smallParts(t)
	for _, part := range parts {
		p := NewParts(nil)
		if err := p.Read("it", bytes.NewReader(part)); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Result(); err != nil {
			t.Fatal(err)
		}
	}
	mutants.Each(t, parts, func(data []byte) { checkPart(t, data) })
}

func FuzzPart(f *testing.F) {
	for _, part := range smallParts(f) {
		f.Add(part)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkPart(t, data) })
}

// A part is another run's as soon as a setting, a name, a vote or a coordinate differs.
func TestRunsAreTold(t *testing.T) {
	text := `{` + scaling + `,"clouds":[{"name":"a","points":[[0,1],[1,0]],"label":1,"votes_pred":[1,9],"votes_cert":[5,95]}]}`
	header := func(text string) *Header {
		run, err := Parse(Memory([]byte(text)), nil)
		if err != nil {
			t.Fatal(err)
		}
		return run.Header(Whole, "here")
	}
	one := header(text)
	if !one.same(header(strings.Replace(text, "[0,1]", "[ 0 ,\n1]", 1))) {
		t.Error("the same run, written otherwise, is another")
	}
	for _, change := range [][2]string{{"0.5", "0.25"}, {`"a"`, `"b"`}, {"[1,9]", "[2,8]"}, {"[5,95]", "[5,96]"}, {`:1,`, `:0,`}, {"[0,1]", "[0,2]"}} {
		if one.same(header(strings.Replace(text, change[0], change[1], 1))) {
			t.Errorf("with %s for %s it is the same run", change[1], change[0])
		}
	}
}
