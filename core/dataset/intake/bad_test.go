package intake

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
)

// Nothing stays of a file with an error, so that it can be given again.
func TestOpenTakesAllOrNothing(t *testing.T) {
	c := &Collection{}
	row := `{"name":"%s","label":1,"votes_pred":[1,9],"votes_cert":%s}`
	for _, bad := range []string{"[5,95,3]", "[5]", "[5,-1]"} {
		text := fmt.Sprintf("["+row+","+row+"]", "a", "[5,95]", "b", bad)
		if _, err := c.Open("v.json", []byte(text)); err == nil || !strings.Contains(err.Error(), "v.json[1]") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	three := `[{"name":"a","label":1,"votes_pred":[1,9,0],"votes_cert":[5,90,5]}]`
	if _, err := c.Open("v.json", []byte(three)); err != nil {
		t.Errorf("the number of classes of a refused file stays: %v", err)
	}
	if clouds, votes := c.Size(); clouds != 0 || votes != 1 {
		t.Errorf("%d clouds, %d rows of votes", clouds, votes)
	}
}

func TestBadRuns(t *testing.T) {
	entry := `{"name":"a","points":[[0,1],[1,0]],"label":1,"votes_pred":[1,9],"votes_cert":[5,95]}`
	with := func(entries, settings string) string { return `{"clouds":[` + entries + `],` + settings + `}` }
	for _, c := range []struct{ document, want string }{
		{`[]`, "document: must be a JSON object"},
		{`{` + scaling + `}`, "clouds: is missing"},
		{`{"clouds":{},` + scaling + `}`, "clouds: must be a list"},
		{with(entry, `"group":"SE"`), "sigma: is missing"},
		{with(entry, scaling+`,"levels":"paper"`), "levels: is not a known field"},
		{with(entry, scaling+`,"speed":1`), "speed: is not a known field"},
		{with(entry, `"sigma":1,"group":"SE"`), "attack: is missing"},
		{with(entry, `"sigma":1,"group":"SE","attack":{}`), "attack.family: is missing"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"warp"}`), `attack.family: must be one of scale, rotate, ball, got "warp"`},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale"}`), "attack.norms: is missing"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[]}`), "attack.norms: must have 1 to 1000 values"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[0.2,0.1]}`), "attack.norms: must rise"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[-1]}`), "attack.norms: must rise and lie from 0"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[0,"1"]}`), `attack.norms: must be a number, got "1"`},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[0],"degrees":[1]}`), "attack.degrees: is not a known field"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"rotate","degrees":[0],"draws":0}`), "attack.draws: must be a whole number from 1"},
		{with(entry, `"sigma":1,"group":"axis","attack":{"family":"scale","norms":[0]}`), "axis: must be three numbers"},
		{with(entry, `"sigma":1,"group":"axis","axis":[0,0,1],"noise":{"twist":0.1},"attack":{"family":"ball","norms":[0]}`), "noise: has no answer under an attack"},
		{with(entry, `"sigma":1,"group":"SE","noise":{"twist":0.1},"withstand":{}`), `noise: needs the group "axis", got "SE"`},
		{with(entry, `"sigma":1,"group":"axis","axis":[0,0,1],"subsample":2,"noise":{"twist":0.1},"withstand":{}`), "noise: cannot be combined with subsample"},
		{with(entry, `"sigma":1,"group":"axis","axis":[0,0,1],"noise":{"bend":0.1},"withstand":{}`), "noise: has a family that does not exist"},
		{with(`{"name":"a"}`, scaling), "clouds[0]: needs points or a file"},
		{with(`{"name":"a","file":"x"}`, scaling), "clouds[0].file: files are not read here"},
		{with(strings.Replace(entry, `[5,95]`, `[5,95,0]`, 1), scaling), "clouds[0]: has 2 classes in votes_pred and 3 in votes_cert"},
		{with(strings.Replace(entry, `[5,95]`, `[5,-1]`, 1), scaling), "clouds[0].votes_cert[1]: must be a whole number from 0"},
		{with(strings.Replace(entry, `[5,95]`, `[0,0]`, 1), scaling), "clouds[0]: needs at least one vote"},
		{with(strings.Replace(entry, `"label":1`, `"label":2`, 1), scaling), "clouds[0]: has the label 2, but votes for 2 classes only"},
		{with(strings.Replace(entry, `"label":1,`, ``, 1), scaling), "clouds[0].label: is missing"},
		{with(entry+`,{"name":"b","points":[[0,1]],"label":1,"votes_pred":[1,9,0],"votes_cert":[5,95,0]}`, scaling), "clouds[1]: has votes for 3 classes, clouds[0] for 2"},
		{with(entry, scaling+`,"votes":[{"name":"a"}]`), "votes[0].votes_pred: is missing"},
		{with(strings.Replace(entry, `"label"`, `"evidence":"sha256:12","label"`, 1), scaling), "clouds[0].evidence: must be sha256: and 64"},
		{with(entry, scaling+`,"voted":{"model":{"sha256":"x"}}`), "voted.model.sha256: must be 64"},
		{with(entry, scaling+`,"voted":{"model":{"sha256":"`+strings.Repeat("0a", 32)+`","layout":"BDN","classes":["a","b"]}}`), "sigma: must be from"},
		{with(entry, scaling+`,"voted":`+votedWith(0.5, `"group":"SE","poses":9`, "")), "voted.classifier.poses: must be a whole number from 1 to 8"},
		{with(entry, scaling+`,"voted":`+votedWith(0.5, `"group":"SE"`, `,"seed":1`)), "voted.seed: is not a known field here"},
		{with(entry, scaling+`,"voted":7`), "voted: must be a JSON object"},
		{with(entry, scaling+`,"voted":`+votedBy(2, "SE")), "sigma: must be 2, with which the votes were counted, got 0.5"},
		{with(entry, scaling+`,"voted":`+votedBy(0.5, "SO")), "group: must be within {\"group\":\"SO\"}, which the votes were counted for, got {\"group\":\"SE\"}"},
		{with(entry, scaling+`,"votes":{"file":"v.csv"}`), "votes.file: files are not read here"},
	} {
		_, err := Parse(Memory([]byte(c.document)), nil)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.document, err, c.want)
		}
	}
}

// All that is wrong with the settings, and the first cloud that is bad, are told at once, each
// once, and nothing of what rests on it.
func TestFaultsOfRuns(t *testing.T) {
	const attack = `"attack":{"family":"scale","norms":[0]}`
	for _, c := range []struct{ document, want string }{
		{`"clouds":[],"sigma":1,"group":"SE","votes":7,` + attack, "votes"},
		{`"sigma":-1,"group":"G","alpha":2,"samples":-1,"bound":"best","seed":0.5,"permutation":1,"axis":7,"colour":1`,
			"colour permutation sigma group alpha samples seed bound attack clouds"},
		{`"clouds":[{"name":"a"}],"sigma":1,"group":"axis","preparation":{"points":0,"normalise":"x"},"attack":{"family":"scale","norms":[1,0],"degrees":[1]}`,
			"attack.degrees preparation.points preparation.normalise axis attack.norms clouds[0]"},
		{`"clouds":[],"sigma":0,"group":"SE","attack":{"family":"rotate","degrees":[],"noise":-1,"axis":[0,0,0],"draws":0,"norms":[1]}`,
			"attack.norms sigma attack.degrees attack.noise attack.axis attack.draws"},
		{`"clouds":[],"group":"SE","alpha":0,"attack":{"family":"warp","norms":7}`, "sigma alpha attack.family"},
		{`"clouds":[],"group":"SE","sigmas":[{"sigma":0},{"sigma":1,"votes":[],"x":1},7,{"sigma":"2","votes":[]}],` + attack,
			"sigmas[1].x sigmas[0].votes sigmas[0].sigma sigmas[2] sigmas[3].sigma"},
		{`"clouds":[],"group":"SE","alpha":7,"sigmas":[7,{"sigma":1,"votes":[]},{"sigma":0,"votes":[]}],` + attack, "sigmas[0] sigmas[2].sigma"},
	} {
		_, err := Parse(Memory([]byte("{"+c.document+"}")), nil)
		var fields []string
		for _, f := range document.FailuresOf(err) {
			fields = append(fields, f.Field)
		}
		if got := strings.Join(fields, " "); got != c.want {
			t.Errorf("%s\n gives %q, want %q (%v)", c.document, got, c.want, err)
		}
	}
}

// An error in one cloud is its own failure.
func TestSingleFailures(t *testing.T) {
	voted := `"label":1,"votes_pred":[1,9],"votes_cert":[5,95]}`
	text := `{` + scaling + `,"clouds":[{"name":"a","points":[[0,1],[1,0]],` + voted + `,
		{"name":"solid","points":[[0,1,2],[1,0,1]],` + voted + `,
		{"name":"ragged","points":[[0,1],[1]],` + voted + `,
		{"name":"a","points":[[0,1],[1,0]],` + voted + `,
		{"name":"mute","points":[[0,1],[1,0]]},
		{"name":"zero","points":[[0,0]],` + voted + `,
		{"name":"lost","file":"lost.ply"},
		{"name":"old","failure":"lost before"}],
		"votes":[{"name":"nobody",` + voted + `,{"name":"a",` + voted + `]}`
	run, err := Parse(Memory([]byte(text)), func(string) (Source, error) { return nil, errors.New("no such file") })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"", "has 3 dimensions, the clouds before have 2", "points[1]: has 1 coordinates, want 2", `the name "a" occurs twice`,
		"has no votes", "a cloud of zeros cannot be scaled", "no such file", "lost before",
		`votes[0]: no cloud is called "nobody"`, `votes[1]: the cloud "a" has votes already`,
	}
	if run.Count() != len(want) {
		t.Fatalf("%d entries, want %d", run.Count(), len(want))
	}
	for i, e := range entriesOf(t, run) {
		got := run.Settings[0].Judge(e.Ballot).Failure
		if !strings.Contains(got, want[i]) || (got == "") != (want[i] == "") {
			t.Errorf("%s: %q, want %q", e.Name, got, want[i])
		}
	}
}

// Votes under other names are no cloud, and clouds alone are no run.
func TestVotesUnderOtherNames(t *testing.T) {
	for _, header := range []string{"name,label,pred_0,cert_0", "id;count_0;count_1", "file\tclass\tvotes", "\xef\xbb\xbfName,votes"} {
		c := &Collection{}
		err := c.Add("v.csv", []byte(header+"\n1,2,3\n"))
		if err == nil || !strings.HasPrefix(err.Error(), "v.csv: line 1: the header names neither coordinates") {
			t.Errorf("%q: %v", header, err)
		}
		if clouds, votes := c.Size(); clouds != 0 || votes != 0 {
			t.Errorf("%q: %d clouds, %d votes", header, clouds, votes)
		}
	}
	for _, text := range []string{"x,y,label\n1,2,3\n", "1,2,3\n4,5,6\n", "lon,lat\n1,2\n"} {
		if err := (&Collection{}).Add("c.csv", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	_, err := Parse(Memory([]byte(`{`+scaling+`,"clouds":[{"points":[[0,1],[1,0]]}]}`)), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "votes: are missing: no cloud has any") {
		t.Error(err)
	}
}

// Votes that a model cast are as many as its samples, of as many classes as it has: those of an earlier look would have the
// level of all looks.
func TestVotesThatWereNotCounted(t *testing.T) {
	voted := votedBy(0.5, "SE")
	evidence := `"evidence":"sha256:` + strings.Repeat("ab", 32) + `",`
	for _, c := range []struct{ votes, want string }{
		{evidence + `"votes_pred":[9,1,0],"votes_cert":[90,8,2]`, ""},
		{evidence + `"votes_pred":[9,1,0],"votes_cert":[50,0,0]`, "clouds[0].votes_cert: has 50 votes; voted.sampling.estimate is 100: votes of an earlier look do not count"},
		{evidence + `"votes_pred":[9,1,0],"votes_cert":[9000,800,2]`, "clouds[0].votes_cert: has 9802 votes; voted.sampling.estimate is 100"},
		{evidence + `"votes_pred":[8,1,0],"votes_cert":[90,8,2]`, "clouds[0].votes_pred: has 9 votes; voted.sampling.select is 10"},
		{evidence + `"votes_pred":[9,1],"votes_cert":[90,10]`, "clouds[0].votes_cert: has 2 numbers; want 3"},
		{evidence + `"votes_pred":[9,1,0,0],"votes_cert":[90,8,1,1]`, "clouds[0].votes_cert: has 4 numbers; want 3"},
		{evidence + `"votes_pred":[9,1,0],"votes_cert":[90,8,2],"attacked":[{"points":[[0,1],[1,1]],"votes":[0,100],"samples":100}]`, ""},
		{evidence + `"votes_pred":[9,1,0],"votes_cert":[90,8,2],"attacked":[{"points":[[0,1],[1,1]],"votes":[0,1000000],"samples":1000000}]`, "clouds[0].attacked[0].samples: is 1000000; voted.sampling.estimate is 100"},
		{`"votes_pred":[9,1,0],"votes_cert":[50,0,0]`, "clouds[0].evidence: is missing"},
		{`"votes_pred":[9,1,0],"votes_cert":[90,8,2]`, "clouds[0].evidence: is missing"},
	} {
		text := []byte(`{` + scaling + `,"voted":` + voted + `,"clouds":[{"name":"a","label":0,` + c.votes + `,"points":[[0,1],[1,0]]}]}`)
		_, err := Parse(Memory(text), nil)
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.votes, err, c.want)
		}
		// The same in the page, which opens the document first.
		open := &Collection{}
		s, err := open.Open("run.json", text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = open.Entries(s); (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s, opened: %v, want %q", c.votes, err, c.want)
		}
	}
	// Nor do votes of a file stand beside those of the model.
	file := `{` + scaling + `,"voted":` + voted + `,"clouds":[{"name":"a","label":0,"points":[[0,1],[1,0]]}],"votes":[{"name":"a","label":0,"votes_pred":[9,1,0],"votes_cert":[50,0,0]}]}`
	if _, err := Parse(Memory([]byte(file)), nil); err == nil || !strings.HasPrefix(err.Error(), "clouds[0].evidence: is missing") {
		t.Errorf("votes of a file: %v", err)
	}
	fresh := strings.Replace(voted, `"select"`, `"fresh":true,"select"`, 1)
	if _, err := Parse(Memory([]byte(`{`+scaling+`,"voted":`+fresh+`,"clouds":[]}`)), nil); err == nil || !strings.HasPrefix(err.Error(), "voted.sampling.fresh: ") {
		t.Errorf("fresh draws: %v", err)
	}
}

// votedBy tells what votes were counted with.
func votedBy(sigma float64, group string) string {
	return votedWith(sigma, `"group":"`+group+`"`, "")
}

// votedWith tells it of a classifier of these fields, on clouds prepared so.
func votedWith(sigma float64, classifier, rest string) string {
	return fmt.Sprintf(`{"model":{"sha256":"%064x","layout":"BDN","classes":["a","b"]},"classifier":{%s},"sampling":{"sigma":%v,"select":10,"estimate":100}%s}`, 7, classifier, sigma, rest)
}

// Votes hold for settings that ask no more of the classifier than it has, on the clouds that it was
// shown, and for no others.
func TestVotedRunsAreRun(t *testing.T) {
	const up, drop = `"group":"axis","axis":[0,0,1]`, `"preparation":{"drop_missing":true}`
	entry := `{"name":"a","points":[[0,1,0],[1,0,1],[2,0,0],[0,0,3]],"label":1,"votes_pred":[1,9,0],"votes_cert":[5,95,0],"evidence":"sha256:` + strings.Repeat("0a", 32) + `"}`
	for _, one := range []struct{ settings, classifier, rest, refused string }{
		{`"group":"SE"`, `"group":"SE"`, "", ""},
		{`"group":"none"`, `"group":"SE"`, "", ""},
		{`"group":"SO"`, `"group":"SE"`, "", ""},
		{`"group":"E"`, `"group":"SE"`, "", "group"},
		{`"group":"SE"`, ``, "", "group"},
		{`"group":"none"`, ``, "", ""},
		{`"group":"SE","permutation":true`, `"group":"SE"`, "", "permutation"},
		{`"group":"SE","permutation":true`, `"group":"SE","sorted":false`, "", "permutation"},
		{`"group":"SE","permutation":true`, `"group":"SE","sorted":true`, "", ""},
		{`"group":"SE"`, `"group":"SE","sorted":true`, "", ""},
		{up, up, "", ""},
		{up, `"group":"SE"`, "", ""},
		{up, `"group":"axis","axis":[0,1,0]`, "", "group"},
		{up + `,"translation":true`, up, "", "group"},
		{up, up + `,"translation":true`, "", ""},
		{`"group":"SE",` + drop, `"group":"SE"`, "", "preparation"},
		{`"group":"SE"`, `"group":"SE"`, "," + drop, "preparation"},
		{`"group":"SE",` + drop, `"group":"SE"`, "," + drop, ""},
		{`"group":"SE",` + drop, `"group":"SE"`, `,"preparation":{"drop_missing":true,"normalise":"centre"}`, "preparation"},
		{`"group":"SE","preparation":{"normalise":"none"}`, `"group":"SE"`, "", ""},
	} {
		voted := `,"voted":` + votedWith(0.5, one.classifier, one.rest)
		text := func(voted string) []byte {
			return []byte(`{` + strings.Replace(scaling, `"group":"SE"`, one.settings, 1) + voted + `,"clouds":[` + entry + `]}`)
		}
		c := &Collection{}
		s, err := c.Open("run.json", text(voted))
		if one.refused == "" {
			if err != nil {
				t.Errorf("%+v: %v", one, err)
			} else if entries, err := c.Entries(s); err != nil || len(entries) != 1 || entries[0].Failure != "" || c.Voted() == nil {
				t.Errorf("%+v: %v, %+v", one, err, entries)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), one.refused+": must be ") {
			t.Errorf("%+v: %v", one, err)
		}
		// The same settings, given in a form to a run that was opened with others.
		plain := &Collection{}
		if s, err = plain.Open("run.json", text("")); err != nil {
			t.Fatal(err)
		}
		if plain.voted, err = newCounted([]byte(strings.TrimPrefix(voted, `,"voted":`))); err != nil {
			t.Fatal(err)
		}
		if _, err := plain.Entries(s); err == nil || !strings.HasPrefix(err.Error(), one.refused+": must be ") {
			t.Errorf("%+v, in a form: %v", one, err)
		}
	}
}

// Votes with noise on transformations hold for the same noise about the same axis, and for no other.
func TestVotedRunsHaveTheirNoise(t *testing.T) {
	const entry = `{"name":"a","points":[[0,1,0],[1,0,1],[2,0,0],[0,0,3]],"label":1,"votes_pred":[1,9,0],"votes_cert":[0,100,0],"evidence":"sha256:`
	const axis, noise = `"axis":[0,0,1]`, `"twist":0.3,"taper":0.1`
	for _, one := range []struct{ noise, sampling, refused string }{
		{`,"noise":{` + noise + `}`, `,"parameters":{` + noise + `},` + axis, ""},
		{``, ``, ""},
		{``, `,"parameters":{` + noise + `},` + axis, "noise: must be that with which the votes were counted, {\"twist\":0.3,\"taper\":0.1}, got none"},
		{`,"noise":{` + noise + `}`, ``, "noise: must be that with which the votes were counted, none, got {\"twist\":0.3,\"taper\":0.1}"},
		{`,"noise":{"twist":0.3}`, `,"parameters":{` + noise + `},` + axis, "noise: must be that"},
		{`,"noise":{` + noise + `}`, `,"parameters":{` + noise + `},"axis":[0,1,0]`, "axis: must be that of the noise"},
		{`,"noise":{` + noise + `}`, `,"parameters":{"twist":-1},` + axis, "voted.sampling.parameters.twist: must be a standard deviation"},
		{`,"noise":{` + noise + `}`, `,"parameters":{` + noise + `},"axis":[0,1]`, "voted.sampling.axis: must be three numbers"},
		{``, `,` + axis, "voted.sampling.axis: "},
	} {
		voted := strings.Replace(votedWith(0.5, `"group":"SE"`, ""), `"estimate":100`, `"estimate":100`+one.sampling, 1)
		text := `{"sigma":0.5,"group":"axis",` + axis + one.noise + `,"withstand":{},"voted":` + voted + `,"clouds":[` + entry + strings.Repeat("0a", 32) + `"}]}`
		switch _, err := Parse(Memory([]byte(text)), nil); {
		case one.refused == "" && err != nil:
			t.Errorf("%+v: %v", one, err)
		case one.refused != "" && (err == nil || !strings.HasPrefix(err.Error(), one.refused)):
			t.Errorf("%+v: %v", one, err)
		}
	}
}
