package intake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

// Text is what a worker gets: entry and settings survive it, and so do the bytes
// of the result.
func TestItemsAreIndependent(t *testing.T) {
	s := mustSettings(t, strings.Replace(scaling, `"SE"`, `"E","samples":1000,"seed":7,"preparation":{"points":5,"normalise":"centre"}`, 1))
	text, _ := json.Marshal(s)
	again, err := judging.ReadSettings(text, judging.Written)
	if err != nil {
		t.Fatal(err)
	}
	var forward, backward [6]judging.ItemResult
	for i := range 6 {
		forward[i] = s.Judge(randomEntry(uint64(i), 2+i%2, 8, 0.3, 9000))
	}
	for i := 5; i >= 0; i-- {
		line, _ := json.Marshal(randomEntry(uint64(i), 2+i%2, 8, 0.3, 9000))
		e, err := ParseEntry(line)
		if err != nil {
			t.Fatal(err)
		}
		result, _ := json.Marshal(again.Judge(e.Ballot))
		if err := json.Unmarshal(result, &backward[i]); err != nil {
			t.Fatal(err)
		}
	}
	a, _ := s.Document(forward[:])
	b, _ := again.Document(backward[:])
	if string(a) != string(b) || !json.Valid(a) {
		t.Errorf("%s\n%s", a, b)
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
	var items []judging.ItemResult
	for _, e := range entriesOf(t, run) {
		items = append(items, run.Settings[0].Judge(e.Ballot))
	}
	r := run.Settings[0].Collect(items)
	want := []string{"c01", "c03", "c05", "c07", "c09", "c11"}
	if r.Total != 12 || r.Clouds != 6 || r.Failed != 6 || !reflect.DeepEqual(r.Missing, want) || r.Accuracy.Orbit[0] != 0.5 {
		t.Errorf("%+v", r)
	}
	document, err := run.Settings[0].Document(items)
	if err != nil || !bytes.Contains(document, []byte("\"total\": 12,\n  \"missing\": [\"c01\",")) {
		t.Errorf("%s, %v", document, err)
	}
}
