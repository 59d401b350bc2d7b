package smoothing

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/mutants"
)

// someEvidence has 100 + 156 samples of a classifier that answers b mostly.
func someEvidence(t testing.TB) *Evidence { return evidenceBy(t, `{"select": 100}`) }

// anytimeEvidence has 260 samples of the same, of one stage.
func anytimeEvidence(t testing.TB) *Evidence { return evidenceBy(t, `{}`) }

func evidenceBy(t testing.TB, sampling string) *Evidence {
	p, err := takePlan(asked(), someModel, `{}`, sampling)
	if err != nil {
		t.Fatal(err)
	}
	var coded []byte
	for i := range 260 {
		coded = append(coded, []byte{1, 1, 1, 1, 1, 2, 1, 1, 0, 1, 255}[i%11])
	}
	e, err := NewEvidence(p, coded, 0, Machine{Runtime: &Runtime{"onnxruntime-web", "1.30.0", "sha256:" + someHash}})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func takeEvidence(text string, r Request) (*Evidence, error) {
	o, err := document.Parse("prediction.evidence", []byte(text))
	if err != nil {
		return nil, err
	}
	return TakeEvidence(o, r)
}

func TestEvidence(t *testing.T) {
	e := someEvidence(t)
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	again, err := takeEvidence(string(text), asked())
	if err != nil {
		t.Fatal(err)
	}
	if other, _ := json.Marshal(again); string(other) != string(text) {
		t.Errorf("%s\nbecomes %s", text, other)
	}
	if len(again.coded()) != 256 || again.Votes.Samples != 156 || again.Votes.Look != 1 || again.Votes.Looks != 7 {
		t.Errorf("%d classes, votes %+v", len(again.coded()), again.Votes)
	}
	// Without the classes, as it is shared, and without the cloud.
	e.Sampled = ""
	text, _ = json.Marshal(e)
	r := asked()
	r.Clean = nil
	if again, err = takeEvidence(string(text), r); err != nil || again.coded() != nil {
		t.Errorf("shared: %v", err)
	}
	if e, err = NewEvidence(&e.Plan, make([]byte, 100+155), 0, Machine{}); e != nil || err != nil {
		t.Errorf("before the first look: %v, %v", e, err)
	}
}

// Votes that may be looked at after any sample say so, and a count of them may end after any.
func TestAnytimeEvidence(t *testing.T) {
	e := anytimeEvidence(t)
	text, _ := json.Marshal(e)
	again, err := takeEvidence(string(text), asked())
	if err != nil {
		t.Fatal(err)
	}
	if other, _ := json.Marshal(again); string(other) != string(text) {
		t.Errorf("%s\nbecomes %s", text, other)
	}
	if v := again.Votes; len(again.coded()) != 260 || v.Rule != Anytime || v.Samples != 260 || v.Predicted != 1 || v.Of(1) != 190 || v.RunnerUp(1) != 47 {
		t.Errorf("%d classes, votes %+v", len(again.coded()), v)
	}
	for _, absent := range []string{`"look"`, `"looks"`, `"select":[`} {
		if strings.Contains(string(text), absent) {
			t.Errorf("%s is in %s", absent, text)
		}
	}
	if e, err = NewEvidence(&e.Plan, nil, 0, Machine{}); e != nil || err != nil {
		t.Errorf("before the first sample: %v, %v", e, err)
	}
	refuse(t, string(text), []forgery{
		{`"rule":"anytime"`, `"rule":"whenever"`, "votes.rule"},
		{`"rule":"anytime",`, ``, "votes.rule"},
		{`"select":0`, `"select":100`, "sampling.block"},
		{`"select":0,`, ``, "sampling.select"},
		{`"predicted":1`, `"predicted":2`, "votes.predicted"},
		{`"none":23`, `"none":22`, "votes.none"},
		{`"samples":260`, `"samples":250`, "votes.none"},
		{`"samples":260`, `"samples":20000`, "votes.samples"},
		{`,"samples":260`, ``, "votes.samples"},
		{`"estimate":[23,190,`, `"estimate":[190,23,`, "votes.predicted"},
		{`"estimate":[23,190,24],"none":23`, `"estimate":[24,190,23],"none":23`, "sampled"},
		{`"votes":{`, `"votes":{"looks":7,`, "votes.looks"},
		{`"votes":{`, `"votes":{"look":1,`, "votes.look"},
		{`"votes":{`, `"votes":{"select":[0,1,0],`, "votes.select"},
		{`"estimate":10000`, `"estimate":20000`, "sampling.seed"},
	})
}

// The first sample after which the leading class has votes enough ends a count.
func TestFirstSampleThatProves(t *testing.T) {
	p := &Plan{Model: Model{Classes: []string{"a", "b"}}}
	coded := []byte{0, 1, 255, 1, 1, 0}
	three := func(votes, _ int64) bool { return votes >= 3 }
	for _, c := range []struct {
		have, from, samples int
		found               bool
	}{{6, 0, 5, true}, {6, 6, 6, true}, {4, 0, 4, false}, {6, 7, 6, false}, {0, 0, 0, false}} {
		if samples, found := p.First(coded[:c.have], c.from, three); samples != c.samples || found != c.found {
			t.Errorf("%+v: %d samples, %v", c, samples, found)
		}
	}
}

// Every change to a votes document is refused, by the field that no longer fits.
func TestEvidenceThatIsForged(t *testing.T) {
	whole, _ := json.Marshal(someEvidence(t))
	refuse(t, string(whole), []forgery{
		{`"votes":{`, `"votes":{"rule":"anytime",`, "votes.rule"},
		{`"predicted":1`, `"predicted":2`, "votes.predicted"},
		{`"none":14`, `"none":13`, "votes.none"},
		{`"samples":156`, `"samples":157`, "votes.samples"},
		{`"looks":7`, `"looks":1`, "votes.looks"},
		{`"look":1`, `"look":2`, "votes.samples"},
		{`"look":1`, `"look":8`, "votes.look"},
		{`"look":1,`, ``, "votes.look"},
		{`"estimate":[14,`, `"estimate":[15,`, "votes.none"},
		{`"estimate":[14,`, `"estimate":[1400,`, "votes.estimate"},
		{`"estimate":[14,`, `"estimate":[-14,`, "votes.estimate[0]"},
		{`"estimate":[14,`, `"estimate":[14,3,`, "votes.estimate"},
		{`"select":[9,`, `"select":[10,`, "sampled"},
		{`"select":[9,`, `"select":[90,`, "votes.select"},
		{`"sampled":"`, `"sampled":"A`, "sampled"},
		{`"sampled":"H`, `"sampled":"I`, "sampled"},
		{`"estimate":10000`, `"estimate":20000`, "sampling.seed"},
		{`"sigma":0.1`, `"sigma":0.11`, "sampling.sigma"},
		{`"sha256":"01`, `"sha256":"10`, "sampling.seed"},
		{`"group":"SE"`, `"group":"E"`, "classifier.poses"},
		{`"group":"SE"`, `"group":"T"`, "classifier.group"},
		{`"runtime":{`, `"runtime":{"speed":1,`, "runtime.speed"},
		{`"votes":{`, `"votes":{"speed":1,`, "votes.speed"},
		{`{"votes":{`, `{"speed":1,"votes":{`, "speed"},
		{`"block":50,`, `"block":50,"fresh":true,`, "sampling.fresh"},
		{`"how":"made"`, `"how":"declared"`, "classifier.poses"},
		{`"runtime":{`, `"tested":{"clouds":200,"changed":0,"rate":0.015},"runtime":{`, "tested"},
		{`"layout":"BDN"`, `"layout":"BDN","output":"other"`, "sampling.seed"},
		{`"layout":"BDN"`, `"layout":"BDN","batch":1`, "sampling.seed"},
		{`"layout":"BDN"`, `"layout":"BDN","batch":2`, "model.batch"},
	})
}

// refuse changes a votes document, and expects that it is refused.
func refuse(t *testing.T, whole string, forgeries []forgery) {
	t.Helper()
	for _, c := range forgeries {
		text := strings.Replace(whole, c.old, c.new, 1)
		if text == whole {
			t.Fatalf("%s is not in %s", c.old, whole)
		}
		_, err := takeEvidence(text, asked())
		if field, ok := errors.AsType[*document.FieldError](err); !ok || field.Field != "prediction.evidence."+c.field {
			t.Errorf("%s → %s: %v, want a complaint about %s", c.old, c.new, err, c.field)
		}
	}
}

// Whatever is read as evidence gives the same evidence again, and its counts are those
// of its samples.
func checkEvidence(t *testing.T, text string) {
	r := asked()
	e, err := takeEvidence(text, r)
	if err != nil {
		return
	}
	again, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	if e, err = takeEvidence(string(again), r); err != nil {
		t.Fatalf("%s: %v", again, err)
	}
	if coded := e.coded(); coded != nil && tally(&e.Plan, coded).RunnerUp(0) != e.Votes.RunnerUp(0) {
		t.Fatalf("%s has other votes", again)
	}
}

func evidenceSeeds(t testing.TB) [][]byte {
	whole, _ := json.Marshal(someEvidence(t))
	return [][]byte{whole, bytes.Replace(whole, []byte(`"sampled"`), []byte(`"simpled"`), 1)}
}

func TestMutantsOfEvidence(t *testing.T) {
	mutants.Each(t, evidenceSeeds(t), func(data []byte) { checkEvidence(t, string(data)) })
}

func FuzzEvidence(f *testing.F) {
	for _, seed := range evidenceSeeds(f) {
		f.Add(string(seed))
	}
	f.Fuzz(checkEvidence)
}

// Votes say what they were counted on: where that is left out the request would fill it in, and they would
// pass for votes of any other cloud or noise.
func TestEvidenceThatLeavesOpenWhatWasCounted(t *testing.T) {
	text, _ := json.Marshal(someEvidence(t))
	for path, r := range map[string]Request{"with its cloud": asked(), "as it is shared": {Dimension: 2, Sigma: 0.1, Asked: asked().Asked}} {
		for _, w := range written {
			for _, field := range w.fields {
				var whole map[string]map[string]any
				_ = json.Unmarshal(text, &whole) // leave it out if sampled is not an object
				delete(whole, "sampled")
				delete(whole[w.part], field)
				left, _ := json.Marshal(whole)
				_, err := takeEvidence(string(left), r)
				if at, ok := errors.AsType[*document.FieldError](err); !ok || at.Field != "prediction.evidence."+w.part+"."+field || !strings.Contains(at.Message, "is missing") {
					t.Errorf("%s, without %s.%s: %v", path, w.part, field, err)
				}
			}
		}
		var bare map[string]any
		_ = json.Unmarshal(text, &bare)
		delete(bare, "sampling")
		left, _ := json.Marshal(bare)
		if _, err := takeEvidence(string(left), r); err == nil || !strings.Contains(err.Error(), "sampling.sigma: is missing") {
			t.Errorf("%s, without sampling: %v", path, err)
		}
	}
}

// The statement on a declared invariance names its test, or says that there was none.
func TestEvidenceOfDeclaredInvariance(t *testing.T) {
	p, err := takePlan(asked(), someModel, `{"how": "declared"}`, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tested *Tested
		want   string
	}{
		{nil, "was not tried"},
		{&Tested{}, "was not tried"},
		{&Tested{Clouds: 150, Rate: 0.02}, "none of 150 noisy clouds changed its class"},
		{&Tested{Clouds: 150, Rate: 0.01}, "tested.rate: must be 0.02"},
		{&Tested{Clouds: 150, Changed: 1, Rate: 0.02}, "tested.changed: must be 0"},
		{&Tested{Clouds: 201}, "tested.clouds: must be a whole number from 0 to 200"},
	} {
		e, err := NewEvidence(p, make([]byte, 300), 0, Machine{Tested: c.tested})
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(e)
		again, err := takeEvidence(string(text), asked())
		if err != nil && !strings.Contains(err.Error(), c.want) || err == nil && !strings.Contains(again.Declaration(), c.want) {
			t.Errorf("%+v: %v %v, want %s", c.tested, again, err, c.want)
		}
	}
}
