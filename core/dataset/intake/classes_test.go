package intake

import (
	"errors"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
)

// Words for classes, one column for each, and one set of votes are the run that numbers are.
func TestWordsForClasses(t *testing.T) {
	want, err := parseFolder(`{"name":"a","file":"a.xyz"},{"file":"b.xyz"}`, "v.csv", map[string]string{"a.xyz": "0 1\n1 0\n", "b.xyz": "0 2\n1 0\n", "v.csv": votesCSV})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"words":     "name,label,votes_pred_chair,votes_pred_table,votes_cert_chair,votes_cert_table\na,table,1,9,5,95\nb,chair,8,2,70,30\n",
		"order":     "name;label;votes_cert_chair;votes_cert_table;votes_pred_table;votes_pred_chair\na;table;5;95;9;1\nb;chair;70;30;2;8\n",
		"numbers":   "name,label,votes_pred_chair,votes_pred_table,votes_cert_chair,votes_cert_table\na,1,1,9,5,95\nb,0,8,2,70,30\n",
		"sheet":     "sep=;\r\n\"name\";\"label\";\"votes_pred_chair, soft\";\"votes_pred_table\";\"votes_cert_chair, soft\";\"votes_cert_table\"\r\na;table;1;9;5;95\r\nb;chair, soft;8;2;70;30\r\n",
		"from 1":    "name,label,votes_pred_1,votes_pred_2,votes_cert_1,votes_cert_2\na,2,1,9,5,95\nb,1,8,2,70,30\n",
		"unordered": "name,label,votes_pred_1,votes_pred_0,votes_cert_0,votes_cert_1\na,1,9,1,5,95\nb,0,2,8,70,30\n",
	} {
		got, err := parseFolder(`{"name":"a","file":"a.xyz"},{"file":"b.xyz"}`, "v.csv", map[string]string{"a.xyz": "0 1\n1 0\n", "b.xyz": "0 2\n1 0\n", "v.csv": text})
		if err != nil || got.Digest() != want.Digest() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// One set of votes needs what names the class: another file, or the column predicted.
func TestOneSetOfVotes(t *testing.T) {
	const clouds, set = `{"file":"a.xyz"},{"file":"b.xyz"}`, "name,label,chair,table\na,table,5,95\nb,chair,70,30\n"
	add := func(c *Collection, name, text, use string) error {
		if use != "" {
			return c.AddVotes(name, []byte(text), use)
		}
		return c.Add(name, []byte(text))
	}
	entries := func(files ...[3]string) ([]Entry, *Collection) {
		c := &Collection{}
		for _, f := range append([][3]string{{"a.xyz", "0 1\n1 0\n"}, {"b.xyz", "0 2\n1 0\n"}}, files...) {
			if err := add(c, f[0], f[1], f[2]); err != nil {
				t.Fatal(err)
			}
		}
		s, err := judging.ParseSettings([]byte(`{` + scaling + `}`))
		if err != nil {
			t.Fatal(err)
		}
		all, err := c.Entries(s)
		if err != nil {
			t.Fatal(err)
		}
		return all, c
	}
	asked := add(&Collection{}, "v.csv", set, "")
	if f := document.FailureOf(asked); f.Line != 1 || len(f.Remedies.([]votesRemedy)) != 2 {
		t.Errorf("%+v", f)
	}
	all, c := entries([3]string{"v.csv", set, "votes_cert"}, [3]string{"w.csv", strings.ReplaceAll(set, "5,95", "1,9"), "votes_pred"})
	if c.Lacks() != "" || len(all) != 2 || all[0].Failure != "" || all[0].Label != 1 || all[0].Predict[1] != 9 || all[0].Certify[1] != 95 {
		t.Errorf("%q %+v", c.Lacks(), all)
	}
	all, c = entries([3]string{"v.csv", "name,label,predicted,chair,table\na,table,table,5,95\nb,chair,1,70,30\n", ""})
	if c.Lacks() != "" || all[0].Predict[1] != 1 || all[1].Predict[1] != 1 || all[1].Label != 0 || all[1].Certify[0] != 70 {
		t.Errorf("%q %+v", c.Lacks(), all)
	}
	all, c = entries([3]string{"v.csv", set, "votes_cert"})
	if c.Lacks() != "votes_pred" || !strings.Contains(all[0].Failure, "none that name its class") {
		t.Errorf("%q %+v", c.Lacks(), all)
	}
	all, c = entries([3]string{"v.csv", set, "votes_pred"})
	if c.Lacks() != "votes_cert" || !strings.Contains(all[0].Failure, "none that bound its probability") {
		t.Errorf("%q %+v", c.Lacks(), all)
	}
	var field *document.FieldError
	if err := (&Collection{}).AddVotes("v.csv", []byte(set), "both"); !errors.As(err, &field) || field.Field != "votes" {
		t.Error(err)
	}
	run := func(votes string) (*Run, error) {
		return Parse(Memory([]byte(`{`+scaling+`,"clouds":[`+clouds+`],"votes":`+votes+`}`)), folderOf(map[string]string{"a.xyz": "0 1\n1 0\n", "b.xyz": "0 2\n1 0\n", "v.csv": set}))
	}
	if r, err := run(`{"file":"v.csv","votes":"votes_cert"}`); err != nil || entriesOf(t, r)[0].Certify[1] != 95 {
		t.Error(err)
	}
	if _, err := run(`{"file":"v.csv","votes":"some"}`); err == nil || !strings.HasPrefix(err.Error(), "votes.votes: must be votes_pred or votes_cert") {
		t.Error(err)
	}
}

// Labels that are words wait for the names of the classes.
func TestWordsBeforeTheirClasses(t *testing.T) {
	label := func(c *Collection) Entry {
		t.Helper()
		for _, f := range [][2]string{{"a.xyz", "0 1\n1 0\n"}, {"l.csv", "name,label\na,table\n"}} {
			if err := c.Add(f[0], []byte(f[1])); err != nil {
				t.Fatal(err)
			}
		}
		s, err := judging.ParseSettings([]byte(`{` + scaling + `}`))
		if err != nil {
			t.Fatal(err)
		}
		all, err := c.Clouds(s)
		if err != nil {
			t.Fatal(err)
		}
		return all[len(all)-1]
	}
	named := &Collection{}
	named.Name([]string{"chair", "table"})
	if e := label(named); e.Failure != "" || e.Label != 1 {
		t.Errorf("%+v", e)
	}
	if e := label(&Collection{}); !strings.Contains(e.Failure, `the label is the word "table", but no votes name the classes`) {
		t.Errorf("%+v", e)
	}
	c := &Collection{}
	for _, f := range [][2]string{{"l.json", `[{"name":"a","label":"table"}]`}, {"v.csv", "name,label,votes_pred_chair,votes_pred_table,votes_cert_chair,votes_cert_table\na,1,1,9,5,95\n"}} {
		if err := c.Add(f[0], []byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if e := label(c); e.Failure != "" || e.Label != 1 {
		t.Errorf("%+v", e)
	}
	if err := c.Add("w.csv", []byte("name,label,votes_pred_lamp,votes_pred_table,votes_cert_lamp,votes_cert_table\n")); err == nil || !strings.HasPrefix(err.Error(), "w.csv: line 1: has votes for the classes lamp, table; those before are for chair, table") {
		t.Error(err)
	}
}
