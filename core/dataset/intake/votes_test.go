package intake

import (
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

const votesCSV = "name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\na,1,1,9,5,95\r\n\"b.xyz\",0,8,2,70,30\n\n"

func folderOf(files map[string]string) Open {
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return func(path string) (Source, error) {
		data, err := fs.ReadFile(folder, path)
		return Memory(data), err
	}
}

func parseFolder(clouds, votes string, files map[string]string) (*Run, error) {
	document := fmt.Sprintf(`{%s,"clouds":[%s],"votes":{"file":"%s"}}`, scaling, clouds, votes)
	return Parse(Memory([]byte(document)), folderOf(files))
}

// entriesOf returns all entries of a run, as they are certified.
func entriesOf(t *testing.T, r *Run) []Entry {
	t.Helper()
	entries, err := r.clouds.Entries(r.Settings[0])
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// joined are entries without where they were read from.
func joined(t *testing.T, r *Run) []Entry {
	entries := entriesOf(t, r)
	for i := range entries {
		entries[i].from, entries[i].digest, entries[i].place = nil, [32]byte{}, ""
	}
	return entries
}

// Every form of the same votes and clouds is the same run.
func TestVotesInEveryForm(t *testing.T) {
	const a, b = `{"name":"a","label":1,"votes_pred":[1,9],"votes_cert":[5,95]}`, `{"name":"b","label":0,"votes_pred":[8,2],"votes_cert":[70,30]}`
	files := map[string]string{
		"a.xyz": "0 1\n1 0\n", "b.xyz": "0 2\n1 0\n",
		"v.csv": votesCSV, "v.txt": strings.ReplaceAll(votesCSV, ",", ";"), "v.tsv": strings.ReplaceAll(votesCSV, ",", "\t"),
		"v.json": "[" + a + ",\n" + b + "]", "v.jsonl": a + "\n\n" + b + "\n",
		"all.jsonl": strings.Replace(a, `"label"`, `"points":[[0,1],[1,0]],"label"`, 1) + "\n" + strings.Replace(strings.Replace(b, `"b"`, `"b.xyz"`, 1), `"label"`, `"points":[[0,2],[1,0]],"label"`, 1),
	}
	want, err := parseFolder(`{"name":"a","file":"a.xyz"},{"file":"b.xyz"}`, "v.csv", files)
	if err != nil {
		t.Fatal(err)
	}
	if e := entriesOf(t, want); len(e) != 2 || e[0].Failure+e[1].Failure != "" || e[0].Certify[1] != 95 || e[1].Certify[0] != 70 || e[1].Label != 0 {
		t.Fatalf("%+v", e)
	}
	const lists = "name,label,votes_pred,votes_cert\n"
	for name, text := range map[string]string{
		"spaces.csv":    lists + "a,1,1 9,5 95\nb,0,\"8 2\",70  30\n",
		"python.csv":    lists + "a,1,\"[1, 9]\",\"[5, 95]\"\nb,0,\"(8, 2)\",\"(70, 30)\"\n",
		"brackets.csv":  lists + "a,1,[1, 9],[5,95]\r\nb,0,[8,2],[70, 30]\r\n",
		"semicolon.csv": lists + "a,1,1;9,5;95\nb,0,8;2,70;30\n",
		"sheet.csv":     strings.ReplaceAll(lists, ",", ";") + "a;1;1,9;5,95\nb;0;\"8;2\";[70;30]\n",
		"pandas.csv":    "," + lists + "0,a,1,\"[ 1\n 9]\",[ 5 95]\n1,b,0,[8 2],\"[70\n\n 30]\"\n",
		"order.tsv":     "votes_cert\tUnnamed: 0\tvotes_pred\tlabel\tname\n[5, 95]\t0\t[1, 9]\t1\ta\n70 30\t1\t8 2\t0\tb\n",
	} {
		files[name] = text
	}
	for _, votes := range []string{"v.txt", "v.tsv", "v.json", "v.jsonl", "spaces.csv", "python.csv", "brackets.csv", "semicolon.csv", "sheet.csv", "pandas.csv", "order.tsv"} {
		got, err := parseFolder(`{"name":"a","file":"a.xyz"},{"file":"b.xyz"}`, votes, files)
		if err != nil || !reflect.DeepEqual(joined(t, got), joined(t, want)) {
			t.Errorf("%s: %+v, %v", votes, got, err)
		}
	}
	got, err := Parse(Memory([]byte(`{`+scaling+`,"clouds":[{"file":"all.jsonl"}]}`)), folderOf(files))
	if err != nil || got.Count() != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	entries := entriesOf(t, want)
	for i, e := range entriesOf(t, got) {
		if !reflect.DeepEqual(e.Cloud, entries[i].Cloud) || !reflect.DeepEqual(e.Certify, entries[i].Certify) {
			t.Errorf("%+v, want %+v", e, entries[i])
		}
	}
}

// Votes that say with which σ they were counted count for no other.
func TestVotesOfAnotherSigma(t *testing.T) {
	files := map[string]string{"a.xyz": "0 1\n1 0\n"}
	const header = "name,label,sigma,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n"
	for sigma, want := range map[string]string{
		"0.5":  "",
		"0.1":  "sigma: is 0.5, but v.csv: line 2 has votes that were counted with 0.1: set sigma to that, or count again",
		"much": "v.csv: line 2: sigma must be a number above 0, the one the votes were counted with, got much",
		"0":    "v.csv: line 2: sigma must be a number above 0, the one the votes were counted with, got 0",
	} {
		files["v.csv"] = header + "a,1," + sigma + ",1,9,5,95\n"
		if _, err := parseFolder(`{"file":"a.xyz"}`, "v.csv", files); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: %v, want %q", sigma, err, want)
		}
	}
}

func TestBadVotes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"v.json", `{"sigma": 1, "votes": [{"name": "a", "label": 1, "votes_pred": [1, 9]}]}`, "v.json: line 1: is a JSON object; want the list of votes alone"},
		{"v.csv", "name,votes_pred_0,votes_pred_1\n", `v.csv: line 1: lacks the column "label"`},
		{"v.txt", "12 988\n990 10\n", `v.txt: line 1: has numbers in the place of names`},
		{"v.csv", votesCSV + "c,1,1,9,5,\n", "v.csv: line 5: votes_cert_1 is empty; count the votes"},
		{"v.csv", "name,label,votes_pred_0,votes_pred_0\n", `v.csv: line 1: has the column "votes_pred_0" twice`},
		{"v.csv", "name,label,votes_pred_0,votes_pred_1,votes_cert_0\n", "v.csv: line 1: has 2 columns of votes_pred and 1 of votes_cert"},
		{"v.csv", "name,label,votes_pred_0,votes_cert_0,colour\n", `v.csv: line 1: has the column "colour", which is neither of the classes nor of the clouds`},
		{"v.csv", "name,label,votes_pred,votes_pred_0\n", "v.csv: line 1: has both the column votes_pred and one for each class"},
		{"v.csv", "name,label,predicted,votes_pred\n", "v.csv: line 1: has both predicted and votes_pred"},
		{"v.csv", "name,label,chair,table\na,1,5,95\n", "v.csv: line 1: has one set of votes"},
		{"v.csv", "name,label,predicted,votes,samples\na,1,1,510,1000\n", `v.csv: line 1: has the column "votes", which counts the votes of no class: want name, label`},
		{"v.csv", "name,label,predicted,n,k\na,1,1,1000,510\n", `v.csv: line 1: has the column "n", which counts the votes of no class`},
		{"v.csv", "name,label,votes_pred_chair,votes_pred_total,votes_cert_chair,votes_cert_total\na,1,51,100,510,1000\n", `v.csv: line 1: has the column "total", which`},
		{"v.csv", "name,label,predicted,chair,Total\na,1,1,510,1000\n", `v.csv: line 1: has the column "Total", which counts the votes of no class`},
		{"v.csv", "name,label,predicted,chair\na,1,1,5\n", `v.csv: line 1: has the column "chair"`},
		{"v.csv", "name,label,predicted,chair,table\na,lamp,1,5,95\n", `v.csv: line 2: label is "lamp"; the classes are chair, table`},
		{"v.csv", "sep=,\nname,label,predicted,chair,table\na,chair,3,5,95\n", "v.csv: line 3: predicted is 3, but there are votes for 2 classes only"},
		{"v.csv", "name,label,predicted,chair,table\na,chair,,5,95\n", "v.csv: line 2: predicted is empty"},
		{"v.csv", "name,label,votes_pred_chair,votes_pred_table,votes_cert_chair,votes_cert_lamp\n", `v.csv: line 1: lacks the column "votes_pred_lamp"`},
		{"v.csv", "name,label,votes_pred,votes_cert,votes_pred_0\n", "v.csv: line 1: has 2 columns of votes_pred and 1 of votes_cert"},
		{"v.csv", "name,label,votes_pred,votes_cert\na,1,\"[1, 9]\",\"5\n,95.5\"\n", "v.csv: line 2: votes_cert must be a whole number from 0 to 1000000000, got 95.5"},
		{"v.csv", "name,label,votes_pred,votes_cert\n\na,1,[],[]\n", "v.csv: line 3: has no list of votes"},
		{"v.csv", "name,label,votes_pred,votes_cert\na,1,[1 9],[5 90 5]\n", "v.csv: line 2: has 2 classes in votes_pred and 3 in votes_cert"},
		{"v.csv", "name,label,votes_pred,votes_cert\na,1,[1 9,[5 90]\n", "v.csv: line 2: has 3 cells, the header 4"},
		{"v.csv", "name,label,votes_pred,votes_cert\na,1,\"[1 9],[5 90]\nb,1,[1 9],[5 95]\n", "v.csv: line 2: has 3 cells, the header 4"},
		{"v.csv", votesCSV + "c,1,1,9,5\n", "v.csv: line 5: has 5 cells, the header 6"},
		{"v.csv", votesCSV + "c,1,1,9,5,9.5\n", "v.csv: line 5: votes_cert_1 must be a whole number from 0 to 1000000000, got 9.5"},
		{"v.csv", votesCSV + "c,7,1,9,5,95\n", "v.csv: line 5: has the label 7"},
		{"v.csv", votesCSV + ",1,1,9,5,95\n", "v.csv: line 5: has no name"},
		{"v.json", "[{},\n{]", "v.json: line 2: is not a JSON list"},
		{"v.json", `[{"name":"a"}]`, "v.json[0].votes_pred: is missing"},
		{"v.jsonl", "\n{\"name\":\"a\",\"label\":1,\"votes_pred\":[1,2],\"votes_cert\":[1,2,3]}", "v.jsonl: line 2: has 2 classes in votes_pred and 3"},
		{"v.jsonl", "{", "v.jsonl: line 1: is not JSON"},
		{"v.txt", "", `v.txt: line 1: lacks the column "name"`},
	} {
		_, err := parseFolder(`{"file":"a.xyz"}`, c.name, map[string]string{"a.xyz": "0 1\n", c.name: c.text})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q\n got %v\nwant %s", c.text, err, c.want)
		}
	}
	if _, err := parseFolder(`{"file":"a.xyz"}`, "lost.csv", nil); err == nil || !strings.Contains(err.Error(), "lost.csv") {
		t.Errorf("lost votes: %v", err)
	}
}

// A folder's files are known by their short names while these are clear.
func TestShortNames(t *testing.T) {
	const row = ",1,1,9,5,95\n"
	header, _, _ := strings.Cut(votesCSV, "\n")
	files := map[string]string{"x/a.xyz": "0 1\n", "y/a.xyz": "0 2\n", "y/b.off.xyz": "0 3\n", "v.csv": header + "\n" + "b" + row + "a" + row + "x/a.xyz" + row}
	run, err := parseFolder(`{"file":"x/a.xyz"},{"file":"y/a.xyz"},{"file":"y/b.off.xyz"}`, "v.csv", files)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"", judging.NoVotes, "", `v.csv: line 3: several clouds are called "a"`}
	for i, e := range entriesOf(t, run) {
		if e.Failure != want[i] {
			t.Errorf("%s: %q, want %q", e.Name, e.Failure, want[i])
		}
	}
}
