package results

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

// runOfPart is the run that one of smallParts is of.
func runOfPart(t *testing.T, part []byte) *intake.Run {
	t.Helper()
	head, err := parseHeader(bytes.Split(part, []byte("\n"))[0])
	if err != nil {
		t.Fatal(err)
	}
	settings, _ := json.Marshal(head.Settings[0])
	return mustParse(t, strings.TrimSuffix(string(settings), "}")+`,"clouds":[
		{"name":"a","points":[[0,1],[1,0]],"label":1,"votes_pred":[1,9],"votes_cert":[5,95]},{"name":"b","points":[[0,1],[2,0]]}]}`, nil)
}

// inputsOf are the inputs of a run.
func inputsOf(t *testing.T, r *intake.Run) []string {
	t.Helper()
	inputs, err := r.Inputs()
	if err != nil {
		t.Fatal(err)
	}
	return inputs
}

// Lines of entries that are run one by one are those of an attempt at the run, and what they come
// to is its result.
func TestLinesOfEntries(t *testing.T) {
	for _, whole := range smallParts(t) {
		run := runOfPart(t, whole)
		settings, entries := run.Settings[0], turnsOf(t, run)
		a, b := LineOf(settings, 0, &entries[0]), LineOf(settings, 1, &entries[1])
		if want := bytes.Join([][]byte{HeaderOf(run, Whole, "here").Line(), b, a}, nil); !bytes.Equal(whole, want) {
			t.Errorf("%s; want %s", want, whole)
		}
		attempt := NewParts(nil)
		if err := attempt.Read("whole", bytes.NewReader(whole)); err != nil {
			t.Fatal(err)
		}
		want, err := attempt.Result()
		if err != nil {
			t.Fatal(err)
		}
		parts, err := ReadLines(settings, 2, append(bytes.Clone(b), a...))
		if err != nil {
			t.Fatal(err)
		}
		items, err := parts.Items()
		if err != nil {
			t.Fatal(err)
		}
		outcome, err := settings.Outcome(items[0])
		if err != nil || !bytes.Equal(outcome.Document, want) {
			t.Errorf("%s, %v; want %s", outcome.Document, err, want)
		}
		var head, document map[string]json.RawMessage
		if json.Unmarshal(outcome.Head, &head) != nil || json.Unmarshal(want, &document) != nil || len(head) != len(document)-1 {
			t.Errorf("%s is the head of %s", outcome.Head, want)
		}
		for field, value := range head {
			if !bytes.Equal(value, document[field]) {
				t.Errorf("%s is %s in the head", field, value)
			}
		}
		if len(outcome.Failed) != 1 || outcome.Failed[0].Name != "b" || outcome.Failed[0].Failure != judging.NoVotes {
			t.Errorf("failed: %v", outcome.Failed)
		}
	}
}

// A cloud that nobody can run has a line that says so, from the input that it has; lines that are
// not all of a run, or not as they are written, come to nothing.
func TestLinesThatComeToNothing(t *testing.T) {
	run := runOfPart(t, smallParts(t)[0])
	settings, entries := run.Settings[0], turnsOf(t, run)
	a, b := LineOf(settings, 0, &entries[0]), LineOf(settings, 1, &entries[1])
	broken := BrokenLine(0, &entries[0], "no memory")
	l, err := HeaderOf(run, Whole, "here").parseLine(bytes.TrimSuffix(broken, []byte{'\n'}))
	if err != nil || l.Input != inputsOf(t, run)[0] || *l.Results[0] != (judging.ItemResult{Name: "a", Failure: "no memory"}) {
		t.Errorf("%s, %v", broken, err)
	}
	for _, c := range []struct{ lines, want string }{
		{string(a), "1 of 2 clouds are missing"},
		{string(a) + string(b[:len(b)-1]), "1 of 2 clouds are missing"},
		{string(a) + string(broken) + string(b), "has other results of the cloud 0 than this run"},
		{string(a) + strings.Replace(string(b), `"cloud":1`, `"cloud":2`, 1), "is about the cloud 2"},
		{string(a) + strings.Replace(string(b), `[{`, `[null,{`, 1), "under 2 settings"},
		{string(a) + string(b[:bytes.Index(b, []byte(`[{`))]) + "[null]}\n", "has no result for the cloud"},
		{string(a) + "{}\n", "does not have the form of a part's line"},
	} {
		parts, err := ReadLines(settings, 2, []byte(c.lines))
		if err == nil {
			_, err = parts.Items()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %s", c.lines, err, c.want)
		}
	}
}

// A run takes from a part of it what is not done.
func TestTake(t *testing.T) {
	for _, whole := range smallParts(t) {
		lines := bytes.SplitAfter(whole, []byte("\n"))
		inputs := inputsOf(t, runOfPart(t, whole))
		own := append(bytes.Clone(lines[0]), lines[2]...)
		take := func(lines ...[]byte) (Taken, error) { return Take(own, inputs, "other", bytes.Join(lines, nil)) }
		// A last line that is torn counts for nothing, the whole part for what is missing.
		if taken, err := take(lines[0], lines[2], lines[1][:9]); err != nil || len(taken.Fresh) != 0 {
			t.Errorf("torn: %v, %v", taken, err)
		}
		if taken, err := take(whole); err != nil || len(taken.Fresh) != 1 || taken.Fresh[0] != (CloudLine{1, string(lines[1])}) || taken.Changed != 0 {
			t.Errorf("whole: %v, %v", taken, err)
		}
		// Another result of a cloud is refused, and nothing is taken.
		forged := bytes.Replace(lines[2], []byte(`"votes":95`), []byte(`"votes":94`), 1)
		if taken, err := take(lines[0], lines[1], forged); err == nil || !strings.Contains(err.Error(), "other: line 3: has other results of the cloud 0 than this run") || taken.Fresh != nil {
			t.Errorf("forged: %v, %v", taken, err)
		}
		// Results from other points count for nothing; a later revision of the same points does.
		stale := bytes.Replace(lines[1], []byte(inputs[1]), []byte(inputs[0]), 1)
		if taken, err := take(lines[0], stale); err != nil || len(taken.Fresh) != 0 || taken.Changed != 1 {
			t.Errorf("stale: %+v, %v", taken, err)
		}
		later := bytes.Replace(lines[1], []byte(`,"results"`), []byte(`,"revision":1,"results"`), 1)
		if taken, err := take(lines[0], stale, later); err != nil || len(taken.Fresh) != 1 || taken.Changed != 0 {
			t.Errorf("later: %+v, %v", taken, err)
		}
		if _, err := Take(own, inputs[1:], "other", whole); err == nil {
			t.Error("other clouds")
		}
		if _, err := Take(lines[2], inputs, "other", whole); err == nil {
			t.Error("no header")
		}
	}
	parts := smallParts(t)
	own, inputs := bytes.SplitAfter(parts[0], []byte("\n"))[0], inputsOf(t, runOfPart(t, parts[0]))
	if _, err := Take(own, inputs, "foreign", parts[1]); err == nil || !strings.Contains(err.Error(), "foreign: line 1: is a part of another run") {
		t.Errorf("foreign: %v", err)
	}
}

// turnsOf returns all clouds as they are certified.
func turnsOf(t *testing.T, r *intake.Run) (all []intake.Entry) {
	for cloud := range r.Count() {
		all = append(all, turnOf(t, r, cloud))
	}
	return all
}
