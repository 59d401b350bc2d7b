package intake

import (
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Rows call clouds by the last parts of a path, with either slash, or by a longer path that ends with the name of the cloud.
func TestRowsMeetClouds(t *testing.T) {
	const header = "name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\n"
	for _, c := range []struct{ rows, want string }{
		{`x/a.xyz|y/b.xyz`, ""},
		{`x\a.xyz|b`, ""},
		{`C:\data\x\a.xyz|/home/me/y/b.xyz`, ""},
		{`data/x/a|data\y\b.npy`, ""},
		{`z/a.xyz|b`, `1 of 2 rows of votes met a cloud; 1 of 2 clouds have votes, not "x/a.xyz"; no cloud takes the row "z/a.xyz"`},
		{`a.xyz`, `1 of 1 rows of votes met a cloud; 1 of 2 clouds have votes, not "y/b.xyz"`},
		{`a|b|c`, `2 of 3 rows of votes met a cloud; 2 of 2 clouds have votes; no cloud takes the row "c"`},
		{`a|b|a`, `2 of 3 rows of votes met a cloud; 2 of 2 clouds have votes; the cloud of the row "a" has votes already`},
	} {
		text := header
		for _, name := range strings.Split(c.rows, "|") {
			text += name + ",1,1,9,5,95\n"
		}
		run, err := parseFolder(`{"file":"x/a.xyz"},{"file":"y/b.xyz"}`, "v.csv", map[string]string{"x/a.xyz": "0 1\n", "y/b.xyz": "0 2\n", "v.csv": text})
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Unmet(); (err != nil) != (c.want != "") || c.want != "" && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.rows, err, c.want)
		}
	}
}

// Two rows that fit one cloud by parts of its path fail it.
func TestTwoRowsForOneCloud(t *testing.T) {
	run, err := parseFolder(`{"file":"a.xyz"}`, "v.csv", map[string]string{"a.xyz": "0 1\n", "v.csv": votesCSV[:strings.IndexByte(votesCSV, '\n')] +
		"\nx/a.xyz,1,1,9,5,95\ny/a.xyz,1,1,9,95,5\n"})
	if err != nil {
		t.Fatal(err)
	}
	if e := entriesOf(t, run)[0]; e.Failure != `votes of "x/a.xyz" and of "y/a.xyz" fit its name` {
		t.Errorf("failure %q", e.Failure)
	}
}

// The same samples may not choose the class and bound its probability. A few equal rows may be chance.
func TestSameSamplesAreRefused(t *testing.T) {
	for _, c := range []struct {
		rows    [][2]int // votes of 10,000, then of other samples
		refused bool
	}{
		{[][2]int{{4100, 4100}, {9900, 9900}, {140, 140}}, true},
		{[][2]int{{4100, 4100}, {9900, 9900}, {140, 141}}, false},
		{[][2]int{{10000, 10000}, {0, 0}, {10000, 10000}, {10000, 10000}}, false},
		{[][2]int{{4100, 4100}}, false},
	} {
		clouds := make([]string, len(c.rows))
		for i, n := range c.rows {
			clouds[i] = fmt.Sprintf(`{"name":"%d","points":[[0,1]],"label":0,"votes_pred":[%d,%d],"votes_cert":[%d,%d]}`, i, n[0], 10000-n[0], n[1], 10000-n[1])
		}
		_, err := Parse(Memory([]byte(`{`+scaling+`,"clouds":[`+strings.Join(clouds, ",")+`]}`)), nil)
		if refused := err != nil && strings.Contains(err.Error(), "the same samples"); refused != c.refused {
			t.Errorf("%v: %v", c.rows, err)
		}
	}
}

// Arrays have a row for each cloud in the order of the run.
func TestVotesAsArrays(t *testing.T) {
	labelled := `{"file":"a.xyz","label":1},{"file":"b.xyz","label":0}`
	c := pointcloud.Cloud{Points: []float64{5, 95, 60, 40}, Dimension: 2}
	array, err := c.NPY()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []struct{ clouds, use, want string }{
		{labelled, `,"votes":"votes_cert"`, ""},
		{labelled, "", "has one set of votes"},
		{`{"file":"a.xyz"},{"file":"b.xyz"}`, `,"votes":"votes_cert"`, `has no label, nor has the cloud "a.xyz"`},
		{labelled + `,{"file":"b.xyz","name":"c"}`, `,"votes":"votes_cert"`, "has 2 rows, the run 3 clouds"},
	} {
		run, err := Parse(Memory([]byte(`{`+scaling+`,"clouds":[`+v.clouds+`],"votes":{"file":"v.npy"`+v.use+`}}`)), folderOf(map[string]string{"a.xyz": "0 1\n", "b.xyz": "0 2\n", "v.npy": string(array)}))
		if (err != nil) != (v.want != "") || err != nil && !strings.Contains(err.Error(), v.want) {
			t.Errorf("%v: %v", v, err)
			continue
		}
		if err == nil && (run.entries[0][1].Certify[0] != 60 || run.entries[0][0].Label != 1) {
			t.Errorf("%+v", run.entries[0])
		}
	}
}
