package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

const (
	square  = `[[0,0],[1,0.2],[2,-0.1],[0.4,1.5]]`
	ofPoint = `"labels":{"predicted":[0,1,1,2],"votes":[400,390,340,240],"samples":400,"truth":[0,1,2,2]}`
)

// ofNumbers has numbers of 400 samples, some not settled.
func ofNumbers() string {
	random := rand.New(rand.NewPCG(3, 55))
	values := make([]string, 400)
	for i := range values {
		if values[i] = fmt.Sprint(random.NormFloat64()); i%97 == 5 {
			values[i] = "null"
		}
	}
	return `"values":[` + strings.Join(values, ",") + `],"select":[0.1,-0.1,null,0.02]`
}

// judgedItems runs every cloud of a run of one σ.
func judgedItems(t *testing.T, r *intake.Run) (items []judging.ItemResult) {
	t.Helper()
	for cloud := range r.Count() {
		items = append(items, r.Settings[0].Judge(turnOf(t, r, cloud).Ballot))
	}
	return items
}

// turnOf returns a cloud as it is certified.
func turnOf(t *testing.T, r *intake.Run, cloud int) intake.Entry {
	t.Helper()
	entries, err := r.Turn(cloud)
	if err != nil {
		t.Fatal(err)
	}
	return *entries[0]
}

// Over draws rows are means; over clouds too. A width is the mean of the clouds that have one.
func TestMeansOfStated(t *testing.T) {
	text := `{"sigma":0.5,"group":"none","returns":"number","tolerance":1.5,"attack":{"family":"rotate","degrees":[0,10],"draws":3,"noise":0.1},
		"clouds":[{"name":"a","points":` + square + `,` + ofNumbers() + `},{"name":"b","points":[[0,0],[9,9]],` + ofNumbers() + `},{"name":"c","failure":"none"}]}`
	run := mustParse(t, text, nil)
	document := []byte(resultOf(t, run))
	all, err := ReadResults(document)
	if err != nil {
		t.Fatal(err)
	}
	r := all[0]
	items := judgedItems(t, run)
	row := r.Stated.BlackBox
	if got, want := *row["width"][0], (*items[0].Stated.BlackBox["width"][0]+*items[1].Stated.BlackBox["width"][0])/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("mean width %v, want %v", got, want)
	}
	if *row["bounded"][0] != 2.0/3 || *row["bounded"][1] != 1.0/3 || items[1].Stated.BlackBox["width"][1] != nil {
		t.Errorf("bounded %v and %v", *row["bounded"][0], *row["bounded"][1])
	}
	for old, forged := range map[string]string{
		`"width":[`: `"width":[-1,`, `"stated":{"black_box"`: `"stated":{"black_bOx"`, `"bounded":[0.66`: `"bounded":[0.76`, `"labelled":`: `"labelled":1`,
		`"width":`: `"share":`, `"stated":`: `"started":`,
	} {
		changed := bytes.Replace(document, []byte(old), []byte(forged), 1)
		if old == `"labelled":` {
			changed = bytes.Replace(document, []byte(`"samples":400`), []byte(`"samples":400,"labelled":4`), 1)
		}
		if _, err := ReadResults(changed); err == nil && !bytes.Equal(changed, document) {
			t.Errorf("took %s", forged)
		}
	}
}

// firstInput is the digest of the first cloud.
func firstInput(t *testing.T, r *intake.Run) string {
	t.Helper()
	inputs, err := r.Inputs()
	if err != nil {
		t.Fatal(err)
	}
	return inputs[0]
}

// Parts of a run with numbers merge to the same bytes, and other numbers are another input.
func TestPartsOfNumbers(t *testing.T) {
	text := `{"sigma":0.5,"group":"T","returns":"number","tolerance":1.5,"attack":{"family":"scale","norms":[0.1]},"clouds":[{"name":"a","points":` + square + `,` + ofNumbers() + `}]}`
	run, other := mustParse(t, text, nil), mustParse(t, strings.Replace(text, `"select":[0.1`, `"select":[0.2`, 1), nil)
	a := firstInput(t, run)
	b := firstInput(t, other)
	if a == b || HeaderOf(run, Whole, "x").Run == HeaderOf(other, Whole, "x").Run {
		t.Error("other numbers have the same digest")
	}
	entries, err := json.Marshal(turnOf(t, run, 0))
	if err != nil {
		t.Fatal(err)
	}
	e, err := intake.ParseEntry(entries)
	if err != nil || e.Failure != "" {
		t.Fatalf("%v %s\n%.300s", err, e.Failure, entries)
	}
	if before := turnOf(t, run, 0); intake.InputOf([]*intake.Entry{&e}) != intake.InputOf([]*intake.Entry{&before}) {
		t.Error("an entry that is written and read is another input")
	}
}
