package intake

import (
	"encoding/json"
	"strings"
	"testing"
)

// opened is a collection of files, in order.
func opened(t *testing.T, files ...string) *Collection {
	t.Helper()
	c := &Collection{}
	for i := 0; i < len(files); i += 2 {
		if _, err := c.Open(files[i], []byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

const (
	someCloud  = "0 1\n1 0\n"
	labelledAB = `{"name":"a","label":3,"points":[[0,1],[1,0]]}` + "\n" + `{"name":"b","points":[[0,2],[1,0]]}`
)

// Labels come with the clouds, or from a table or a list; votes of another count are left out.
func TestCloudsWithoutVotes(t *testing.T) {
	digest := strings.Repeat("ab", 32)
	for name, c := range map[string]*Collection{
		"lines and a table":  opened(t, "all.jsonl", labelledAB, "labels.csv", "label;name\n1;b\n"),
		"files and a table":  opened(t, "a.xyz", someCloud, "b.xyz", "0 2\n1 0\n", "labels.csv", "\xef\xbb\xbfname,label\r\na,3\r\nb,1\r\n"),
		"files and a list":   opened(t, "a.xyz", someCloud, "b.xyz", "0 2\n1 0\n", "labels.json", `[{"name":"a","label":3},{"name":"b","label":1}]`),
		"a run and votes":    opened(t, "run.json", `{`+scaling+`,"clouds":[`+strings.ReplaceAll(labelledAB, "\n", ",")+`]}`, "v.csv", "name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\nb,1,1,9,5,95\n"),
		"counted once again": opened(t, "run.json", `{`+scaling+`,"clouds":[{"name":"a","label":3,"votes_pred":[0,0,0,9],"votes_cert":[0,0,0,9],"evidence":"sha256:`+digest+`","points":[[0,1],[1,0]]}]}`, "b.xyz", "0 2\n1 0\n", "labels.csv", "name,label\nb,1\n"),
	} {
		entries, err := c.Clouds(mustSettings(t, scaling))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var texts []string
		for _, e := range entries {
			e.Name = strings.TrimSuffix(e.Name, ".xyz")
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
		want := []string{`{"name":"a","points":[[0,1],[1,0]],"label":3}`, `{"name":"b","points":[[0,2],[1,0]],"label":1}`}
		if strings.Join(texts, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: %s", name, texts)
		}
		if dimension, points := c.Shape(); dimension != 2 || points != 2 {
			t.Errorf("%s: %d points in %d dimensions", name, points, dimension)
		}
	}
}

// A cloud without a label fails alone; where none has one, or two contradict each other, that is said.
func TestCloudsWithoutLabels(t *testing.T) {
	s := mustSettings(t, scaling)
	if _, err := opened(t, "a.xyz", someCloud).Clouds(s); err == nil || !strings.Contains(err.Error(), "labels: are missing") {
		t.Errorf("no label: %v", err)
	}
	entries, err := opened(t, "all.jsonl", labelledAB).Clouds(s)
	if err != nil || entries[0].Failure != "" || entries[1].Failure != noLabel {
		t.Errorf("one label: %v, %v", entries, err)
	}
	entries, err = opened(t, "all.jsonl", labelledAB, "l.csv", "name,label\na,2\nb,1\nnobody,1\n").Clouds(s)
	if err != nil || len(entries) != 4 || !strings.Contains(entries[2].Failure, `l.csv: line 2: the cloud "a" has the label 3 already`) || !strings.Contains(entries[3].Failure, `no cloud is called "nobody"`) {
		t.Errorf("contradicting labels: %v, %v", entries, err)
	}
	// Labels alone are no votes.
	if _, err := opened(t, "all.jsonl", labelledAB, "l.csv", "name,label\nb,1\n").Entries(s); err == nil || !strings.Contains(err.Error(), "votes: are missing") {
		t.Errorf("no votes: %v", err)
	}
	if _, err := (&Collection{}).Open("l.csv", []byte("name,label\nb,10000\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a label that no class has: %v", err)
	}
}

// Points of a surface are drawn before they are counted on, and not again when they are certified.
func TestCloudsOfASurface(t *testing.T) {
	mesh := "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
	s := mustSettings(t, scaling+`,"preparation":{"points":7,"method":"surface","seed":3,"normalise":"centre"}`)
	entries, err := opened(t, "a.off", mesh, "l.csv", "name,label\na,1\n").Clouds(s)
	if err != nil || entries[0].Cloud.Count() != 7 {
		t.Fatalf("%v, %v", entries, err)
	}
	text, err := json.Marshal(s.Drawn())
	if err != nil || !strings.Contains(string(text), `"preparation":{"normalise":"centre"}`) {
		t.Errorf("%s, %v", text, err)
	}
}
