package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/internal/mutants"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// smallParts are parts of runs with one draw, with several, and with ranges.
func smallParts(t testing.TB) (parts [][]byte) {
	for _, settings := range []string{scaling, `"sigma":0.5,"group":"T","attack":{"family":"rotate","degrees":[0,9],"noise":0.1,"draws":2}`, ranges} {
		run, err := intake.Parse(intake.Memory([]byte(`{`+settings+`,"clouds":[
			{"name":"a","points":[[0,1],[1,0]],"label":1,"votes_pred":[1,9],"votes_cert":[5,95]},{"name":"b","points":[[0,1],[2,0]]}]}`)), nil)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, bytes.Join([][]byte{HeaderOf(run, Whole, "here").Line(), mustLine(t, run, 1), mustLine(t, run, 0)}, nil))
	}
	return parts
}

func mustLine(t testing.TB, r *intake.Run, cloud int) []byte {
	t.Helper()
	text, err := Line(r, cloud, 0)
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
		run, err := intake.Parse(intake.Memory([]byte(text)), nil)
		if err != nil {
			t.Fatal(err)
		}
		return HeaderOf(run, Whole, "here")
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

// Draws that are left out fit the settings.
func TestUndrawnFits(t *testing.T) {
	s := mustSettings(t, `"sigma":0.1,"group":"SE","samples":2000,"attack":{"family":"rotate","degrees":[0,90],"noise":0.16,"draws":12}`)
	if got := s.Judge(randomEntry(0, 3, 30, 0.4, 9400)); got.Undrawn == nil || !(rules{s}).fits(&got) {
		t.Errorf("%+v", got)
	}
}

// Of lines about a cloud the one of the highest revision counts, whichever is read first; two of
// one revision that were computed from different points count for nothing.
func TestRevisions(t *testing.T) {
	run := mustParse(t, `{`+scaling+`,"clouds":[{"name":"a","points":[[0,1],[1,0]],`+voted+`}]}`, nil)
	of := func(input byte, revision int) []byte {
		entries, _ := run.Turn(0)
		result := run.Settings[0].Judge(entries[0].Ballot)
		return judging.JSONLine(partLine{0, strings.Repeat(string(input), 64), revision, []*judging.ItemResult{&result}})
	}
	for _, c := range []struct {
		lines [][]byte
		input byte // that counts, 0 where none does
	}{
		{[][]byte{of('a', 0)}, 'a'},
		{[][]byte{of('a', 0), of('a', 0)}, 'a'},
		{[][]byte{of('a', 0), of('b', 1)}, 'b'},
		{[][]byte{of('b', 1), of('a', 0)}, 'b'},
		{[][]byte{of('a', 2), of('a', 0), of('b', 1)}, 'a'},
		{[][]byte{of('a', 0), of('b', 0)}, 0},
		{[][]byte{of('a', 0), of('b', 0), of('a', 0)}, 0},
		{[][]byte{of('a', 0), of('b', 0), of('b', 1)}, 'b'},
		{[][]byte{of('b', 1), of('a', 0), of('b', 0)}, 'b'},
	} {
		parts := NewParts(nil)
		for i, line := range c.lines {
			if err := parts.Read(fmt.Sprint(i), bytes.NewReader(append(HeaderOf(run, Whole, "here").Line(), line...))); err != nil {
				t.Fatal(err)
			}
		}
		for _, input := range []byte{'a', 'b'} {
			if got := parts.hasFrom(0, strings.Repeat(string(input), 64)); got != (input == c.input) {
				t.Errorf("%s: from %c: %v", c.lines, input, got)
			}
		}
		if _, err := parts.Result(); (err == nil) != (c.input != 0) || err != nil && !strings.Contains(err.Error(), "computed from different points: 0; first 0: line 2 and 1: line 2") {
			t.Errorf("%s: %v", c.lines, err)
		}
	}
}
