package results

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// publishedRuns are settings of runs, one with several draws, two with ranges.
var publishedRuns = []string{
	`{"sigma":0.5,"group":"SE","attack":{"family":"scale","norms":[0,0.5,5]}}`,
	`{"sigma":0.5,"group":"SE","attack":{"family":"rotate","degrees":[0,90],"noise":0.1,"draws":3}}`,
	`{"sigma":0.5,"group":"SE","withstand":{}}`,
	`{"sigma":0.5,"group":"SE","subsample":2,"withstand":{"moved":0.1}}`,
}

// published runs three clouds, one of which is predicted wrongly, and a cloud that fails.
func published(t *testing.T, settings string) (*judging.Settings, []judging.ItemResult, []byte) {
	t.Helper()
	s, err := judging.ParseSettings([]byte(settings))
	if err != nil {
		t.Fatal(err)
	}
	items := []judging.ItemResult{{Name: "lost", Failure: "is not there"}}
	for k, name := range []string{"a", "b", "c"} {
		items = append(items, s.Judge(judging.Ballot{Name: name, Label: int64(k % 2), Cloud: pointcloud.Cloud{Dimension: 2, Points: []float64{0, 1, 0, 0, 0, 1}}, Predict: []int64{90, 10}, Certify: []int64{980, int64(20 + k)}}))
	}
	text, err := s.Document(items)
	if err != nil {
		t.Fatal(err)
	}
	return s, items, text
}

// Reading returns what was written, by however many spaces.
func TestReadResults(t *testing.T) {
	for _, settings := range publishedRuns {
		s, items, text := published(t, settings)
		var spaced bytes.Buffer
		if err := json.Indent(&spaced, text, "", "\t"); err != nil {
			t.Fatal(err)
		}
		for _, form := range [][]byte{text, spaced.Bytes(), []byte(`{"sigmas": [` + string(text) + `]}`)} {
			read, err := ReadResults(form)
			if err != nil || len(read) != 1 {
				t.Fatalf("%v in %s", err, form)
			}
			if want := s.Collect(items); !reflect.DeepEqual(read[0].Result, want) || read[0].FewestVotes != 1000 || read[0].MostVotes != 1002 {
				t.Errorf("%+v\nwant %+v", read[0], want)
			}
		}
	}
}

// A document in which one place was changed is refused, and the place is named.
func TestForgedResults(t *testing.T) {
	_, _, text := published(t, publishedRuns[0])
	for _, c := range []struct{ old, new, field string }{
		{`"correct": 2`, `"correct": 3`, "correct"},
		{`"total": 4`, `"total": 3`, "total"},
		{`"black_box":[0.5,`, `"black_box":[0.75,`, "accuracy"},
		{`"grid": [0,0.5,5]`, `"grid": [0,0.5,6]`, "grid"},
		{`"norms":[0,0.5,5]`, `"norms":[0,0.5,6]`, "grid"},
		{`"norms":[0,0.5,5]`, `"norms":[0,0.5]`, "results[1]"},
		{`"sigma":0.5`, `"sigma":-1`, "settings.sigma"},
		{`"black_box":[1,1,0]`, `"black_box":[1,1,1]`, "accuracy"},
		{`"black_box":[1,1,0]`, `"black_box":[1,2,0]`, "results[1]"},
		{`"votes":980,"samples":1000`, `"votes":1980,"samples":1000`, "results[1]"},
		{`"label":0`, `"lable":0`, "results[1]"},
		{`"label":0`, `"label":1`, "accuracy"},
		{`"core": "`, `"core": 7, "c": "`, "core"},
		{`"failed": 1,`, ``, "failed"},
		{`"failed": 1,`, `"failed": 1, "verified": true,`, "verified"},
		{`"results": [`, `"results": [], "was": [`, "results"},
		{`"settings"`, `"setting"`, "settings"},
	} {
		forged := strings.Replace(string(text), c.old, c.new, 1)
		if forged == string(text) {
			t.Fatalf("%s is not in %s", c.old, text)
		}
		_, err := ReadResults([]byte(forged))
		if field := document.FailureOf(err).Field; err == nil || field != c.field {
			t.Errorf("%s for %s: %v, want the field %s", c.new, c.old, err, c.field)
		}
	}
	for _, bad := range []string{"", "[]", `{"sigmas": []}`, `{"sigmas": [1]}`, `{"sigmas": [` + string(text) + `], "core": "x"}`} {
		if _, err := ReadResults([]byte(bad)); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}
