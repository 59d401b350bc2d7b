package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Text is what a worker gets: entry and settings survive it, and so do the bytes
// of the result.
func TestItemsAreIndependent(t *testing.T) {
	s := mustSettings(t, strings.Replace(scaling, `"SE"`, `"E","samples":1000,"seed":7,"preparation":{"points":5,"normalise":"centre"}`, 1))
	text, _ := json.Marshal(s)
	again, err := parseSettings(text, written)
	if err != nil {
		t.Fatal(err)
	}
	var forward, backward [6]ItemResult
	for i := range 6 {
		forward[i] = s.item(randomEntry(uint64(i), 2+i%2, 8, 0.3, 9000))
	}
	for i := 5; i >= 0; i-- {
		line, _ := json.Marshal(randomEntry(uint64(i), 2+i%2, 8, 0.3, 9000))
		e, err := ParseEntry(line)
		if err != nil {
			t.Fatal(err)
		}
		result, _ := json.Marshal(again.item(e))
		if err := json.Unmarshal(result, &backward[i]); err != nil {
			t.Fatal(err)
		}
	}
	a, _ := s.document(forward[:])
	b, _ := again.document(backward[:])
	if string(a) != string(b) || !json.Valid(a) {
		t.Errorf("%s\n%s", a, b)
	}
}

func TestCollect(t *testing.T) {
	s := mustSettings(t, `"sigma":1,"group":"SE","attack":{"family":"rotate","degrees":[0,9],"draws":4}`)
	of := func(predicted int64, certified ...int) ItemResult {
		return ItemResult{Judged: &Judged{Label: 2, Predicted: predicted, BlackBox: []int{0, 0}, Orbit: certified, Tight: certified, TightUpper: []int{4, 4}}}
	}
	r := s.Collect([]ItemResult{of(2, 4, 1), of(1, 4, 4), {Failure: "x"}, of(2, 2, 0)})
	if r.Clouds != 3 || r.Correct != 2 || r.Failed != 1 {
		t.Errorf("%+v", r)
	}
	if want := []float64{0.375, 1.0 / 16}; !reflect.DeepEqual(r.Accuracy.Orbit, want) || r.Accuracy.TightUpper[0] != 0.5 || r.Total != 4 || r.Accuracy.BlackBox[1] != 0 {
		t.Errorf("%+v", r.Accuracy)
	}
}

// Three clouds, one of them predicted wrongly: the draws certify 2, 1, 1, 0 and 2 of the
// others at the first value, 0, 0, 0, 1 and 0 at the second.
func TestBandOverDraws(t *testing.T) {
	s := mustSettings(t, `"sigma":1,"group":"SE","attack":{"family":"rotate","degrees":[0,9],"draws":5}`)
	of := func(predicted int64, first, second string) ItemResult {
		marks := []Marks{Marks(first), Marks(second)}
		zero := []int{0, 0}
		return ItemResult{Judged: &Judged{Label: 2, Predicted: predicted, BlackBox: zero, Orbit: zero, Draws: &Draws{BlackBox: marks, Orbit: marks}}}
	}
	items := []ItemResult{of(2, "11001", "00000"), of(1, "11111", "11111"), {Failure: "x"}, of(2, "10101", "00010")}
	r := s.Collect(items)
	want := &Band{Median: []float64{1.0 / 4, 0}, Low: []float64{0, 0}, High: []float64{2.0 / 4, 1.0 / 4}}
	if r.OverDraws == nil || !reflect.DeepEqual(r.OverDraws.BlackBox, want) || !reflect.DeepEqual(r.OverDraws.Orbit, want) || r.OverDraws.Tight != nil {
		t.Errorf("%+v", r.OverDraws)
	}
	document, err := s.document(items)
	if err != nil || !json.Valid(document) || !bytes.Contains(document, []byte("\n  \"over_draws\": {\"black_box\":{\"median\":[")) {
		t.Errorf("%s, %v", document, err)
	}
	items[0].Draws = nil
	if r := s.Collect(items); r.OverDraws != nil {
		t.Error("a band without all draws")
	}
	s.Attack.Draws = 1
	if r := s.Collect(items); r.OverDraws != nil {
		t.Error("a band of one draw")
	}
}

// Clouds without votes stay in the denominator, and are named: half of them with
// votes are not "100 %".
func TestMissingVotesCount(t *testing.T) {
	var clouds []string
	for i := range 12 {
		votes := ""
		if i%2 == 0 {
			votes = `,"label":1,"votes_pred":[1,99],"votes_cert":[5,9995]`
		}
		clouds = append(clouds, fmt.Sprintf(`{"name":"c%02d","points":[[0,1],[1,%d]]%s}`, i, i, votes))
	}
	run, err := Parse(Memory([]byte(`{`+scaling+`,"clouds":[`+strings.Join(clouds, ",")+`]}`)), nil)
	if err != nil {
		t.Fatal(err)
	}
	var items []ItemResult
	for _, e := range entriesOf(t, run) {
		items = append(items, run.Settings[0].item(e))
	}
	r := run.Settings[0].Collect(items)
	want := []string{"c01", "c03", "c05", "c07", "c09", "c11"}
	if r.Total != 12 || r.Clouds != 6 || r.Failed != 6 || !reflect.DeepEqual(r.Missing, want) || r.Accuracy.Orbit[0] != 0.5 {
		t.Errorf("%+v", r)
	}
	document, err := run.Settings[0].document(items)
	if err != nil || !bytes.Contains(document, []byte("\"total\": 12,\n  \"missing\": [\"c01\",")) {
		t.Errorf("%s, %v", document, err)
	}
}
