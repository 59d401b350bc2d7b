package dataset

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// itemsOf runs some clouds of a run by themselves, as the page does.
func itemsOf(t *testing.T, r *Run, clouds ...int) Items {
	t.Helper()
	items := make(Items, r.Count())
	for _, cloud := range clouds {
		item := r.Settings[0].Item(entriesOf(t, r)[cloud])
		items[cloud] = &item
	}
	return items
}

// runOfPart is the run that one of smallParts is of, and its identity.
func runOfPart(t *testing.T, part []byte) (*Run, *Identity) {
	t.Helper()
	head, err := parseHeader(bytes.Split(part, []byte("\n"))[0])
	if err != nil {
		t.Fatal(err)
	}
	settings, _ := json.Marshal(head.Settings[0])
	run := mustParse(t, strings.TrimSuffix(string(settings), "}")+`,"clouds":[
		{"name":"a","points":[[0,1],[1,0]],"label":1,"votes_pred":[1,9],"votes_cert":[5,95]},{"name":"b","points":[[0,1],[2,0]]}]}`, nil)
	id, err := run.Identity("here")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(id)
	again := &Identity{}
	if err := json.Unmarshal(text, again); err != nil {
		t.Fatal(err)
	}
	return run, again
}

// Items done one by one are a part as an attempt writes it, and take up what another has done.
func TestItemsAreAPart(t *testing.T) {
	for _, whole := range smallParts(t) {
		lines := bytes.SplitAfter(whole, []byte("\n"))
		run, id := runOfPart(t, whole)
		first := itemsOf(t, run, 0)
		part, err := first.Part(id)
		if want := string(lines[0]) + string(lines[2]); err != nil || string(part) != want {
			t.Errorf("%s, %v; want %s", part, err, want)
		}
		// A last line that is torn counts for nothing, the whole part for what is missing.
		if taken, err := first.Take(id, "other", bytes.Join([][]byte{lines[0], lines[2], lines[1][:9]}, nil)); err != nil || len(taken.Clouds) != 0 {
			t.Errorf("%v, %v", taken, err)
		}
		taken, err := first.Take(id, "other", whole)
		if err != nil || len(taken.Clouds) != 1 || taken.Clouds[0] != 1 || taken.Changed != 0 || first[1].Failure != noVotes {
			t.Errorf("%v, %v, %v", taken, err, first)
		}
		// Another result of a cloud is refused, and nothing is taken.
		forged := bytes.Replace(lines[2], []byte(`"votes":95`), []byte(`"votes":94`), 1)
		lone := itemsOf(t, run, 0)
		if _, err := lone.Take(id, "other", bytes.Join([][]byte{lines[0], lines[1], forged}, nil)); err == nil || !strings.Contains(err.Error(), "other: line 3: has other results of the cloud 0 than this run") || lone[1] != nil {
			t.Errorf("forged: %v, %v", err, lone)
		}
		// What was computed from other points counts for nothing; a later revision of the same points does.
		stale := bytes.Replace(lines[1], []byte(id.Inputs[1]), []byte(id.Inputs[0]), 1)
		if taken, err := lone.Take(id, "other", bytes.Join([][]byte{lines[0], stale}, nil)); err != nil || len(taken.Clouds) != 0 || taken.Changed != 1 || lone[1] != nil {
			t.Errorf("stale: %+v, %v", taken, err)
		}
		later := bytes.Replace(lines[1], []byte(`,"results"`), []byte(`,"revision":1,"results"`), 1)
		if taken, err := lone.Take(id, "other", bytes.Join([][]byte{lines[0], stale, later}, nil)); err != nil || len(taken.Clouds) != 1 || taken.Changed != 0 {
			t.Errorf("later: %+v, %v", taken, err)
		}
	}
	parts := smallParts(t)
	_, id := runOfPart(t, parts[0])
	if _, err := make(Items, 2).Take(id, "foreign", parts[1]); err == nil || !strings.Contains(err.Error(), "foreign: line 1: is a part of another run") {
		t.Errorf("foreign: %v", err)
	}
	if _, err := make(Items, 3).Part(id); err == nil {
		t.Error("other clouds")
	}
}
