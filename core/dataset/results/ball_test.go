package results

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const balls = `"sigma":0.5,"group":"SE","attack":{"family":"ball","norms":[0,0.2,0.4,0.6,0.8,1,1.2,1.4,2.6]}`

// moved is a cloud turned and shifted, behind noise of a norm; votes of 1,000 are for class 0.
func moved(e judging.Ballot, norm float64, votes int64) judging.Candidate {
	random := rand.New(rand.NewPCG(7, 7))
	noise := make([]float64, len(e.Cloud.Points))
	size := 0.0
	for i := range noise {
		noise[i] = random.NormFloat64()
		size += noise[i] * noise[i]
	}
	c := judging.Candidate{Cloud: pointcloud.Cloud{Dimension: e.Cloud.Dimension, Points: slices.Clone(e.Cloud.Points)}, Votes: []int64{votes, 1000 - votes}, Samples: 1000}
	for i := range noise {
		c.Cloud.Points[i] += norm / math.Sqrt(size) * noise[i]
	}
	certificate.Turn(c.Cloud, 40, []float64{1, 2, 2})
	for i := range c.Cloud.Points {
		c.Cloud.Points[i] += 0.3
	}
	return c
}

// A certificate that votes contradict is told by name, whichever argument has certified.
func TestForgedAttackIsTold(t *testing.T) {
	slow.Skip(t)
	for _, subsample := range []string{"", `"subsample":4,`} {
		s := mustSettings(t, subsample+balls)
		e := randomEntry(3, 3, 12, 0.4, 9800)
		for norm, forged := range map[float64]bool{0.3: true, 1.2: subsample != "", 4: false} {
			e.Attacked = []judging.Candidate{moved(e, 4, 990), moved(e, norm, 990)}
			got := s.Judge(e)
			r := s.Collect([]judging.ItemResult{got})
			if got.Contradicted() != forged || (len(r.Attacks.Contradictions) > 0) != forged {
				t.Errorf("%sat %v: %+v, %+v", subsample, norm, got.Attacked, r.Attacks)
			}
			document, err := s.Document([]judging.ItemResult{got})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := ReadResults(document); err != nil {
				t.Errorf("%v: %s", err, document)
			}
			if forged {
				hidden := strings.Replace(string(document), `,"contradictions":["cloud 3"]`, "", 1)
				if _, err := ReadResults([]byte(hidden)); err == nil || !strings.Contains(err.Error(), "attacks: does not follow") {
					t.Errorf("%v", err)
				}
			}
		}
	}
}

// Attacks go with the cloud from a document through workers to parts, and are part of what results follow from.
func TestAttackedEntries(t *testing.T) {
	e := randomEntry(3, 3, 12, 0.4, 9800)
	bare := judging.JSON(e)
	e.Attacked = []judging.Candidate{moved(e, 1.5, 900)}
	again, err := intake.ParseEntry(judging.JSON(e))
	if err != nil || !reflect.DeepEqual(again.Attacked, e.Attacked) {
		t.Fatalf("%+v, %v", again.Attacked, err)
	}
	inputs := map[string]bool{}
	for _, cloud := range []string{string(bare), string(judging.JSON(e)), strings.Replace(string(judging.JSON(e)), "[900,100]", "[901,99]", 1)} {
		document := intake.Memory([]byte(`{` + balls + `,"clouds":[` + cloud + `]}`))
		open := func(string) (intake.Source, error) { panic("names no file") }
		var lines [2][]byte
		for i, how := range []intake.Open{nil, open} {
			run, err := intake.Parse(document, how)
			if err != nil {
				t.Fatal(err)
			}
			if lines[i], err = Line(run, 0, 0); err != nil {
				t.Fatal(err)
			}
		}
		if string(lines[0]) != string(lines[1]) || strings.Contains(string(lines[0]), "attacked") == (cloud == string(bare)) {
			t.Errorf("%s\n%s", lines[0], lines[1])
		}
		var l partLine
		if err := json.Unmarshal(lines[0], &l); err != nil {
			t.Fatal(err)
		}
		inputs[l.Input] = true
	}
	if len(inputs) != 3 {
		t.Errorf("%d inputs of three clouds", len(inputs))
	}
}

// An error in an attack fails its cloud, by field.
func TestBadAttacks(t *testing.T) {
	good := `{"points":[[1,2,3],[3,2,2]],"votes":[9,1],"samples":10}`
	for bad, want := range map[string]string{
		`7`:                                  "attacked: must be a list",
		`[7]`:                                "attacked[0]: must be a JSON object",
		`[` + good + `,{}]`:                  "attacked[1]: needs points",
		strings.Replace(good, "9,1", "9", 1): "attacked: must be a list",
		`[{"points":[[1,2,3],[3,2,2]],"votes":[9,1]}]`:                     "attacked[0].samples: is missing",
		`[{"points":[[1,2,3],[3,2,2]],"votes":[9,2],"samples":10}]`:        "attacked[0].votes: are 11, of 10 samples",
		`[{"points":[[1,2,3],[3,2,2]],"votes":[9],"samples":10,"more":1}]`: "attacked[0].more",
		`[{"points":[[1,2,3],[3,2,2]],"votes":[7,1,1,1],"samples":10}]`:    "attacked[0]: has votes for 4 classes, the clean cloud for 2",
		`[{"points":[[1,2,3]],"votes":[9,1],"samples":10}]`:                "attacked[0]: has 1 points in 3 dimensions, the clean cloud has 2 in 3",
		`[` + strings.Repeat(good+",", 100) + good + `]`:                   "attacked: has 101 clouds; the limit is 100",
	} {
		run, err := intake.Parse(intake.Memory([]byte(`{`+balls+`,"clouds":[{"name":"a","points":[[1,2,3],[2,2,2]],"label":1,"votes_pred":[0,9],"votes_cert":[1,99],"attacked":`+bad+`}]}`)), nil)
		if err != nil {
			t.Fatal(err)
		}
		line, err := Line(run, 0, 0)
		if err != nil || !strings.Contains(string(line), `"failure":"`+want) {
			t.Errorf("%s: %s, %v", bad, line, err)
		}
	}
	for bad, want := range map[string]string{
		strings.Replace(balls, `"norms"`, `"search":-1,"norms"`, 1):                                               "attack.search: must be",
		`"preparation":{"normalise":"unit_sphere"},` + strings.Replace(balls, `"norms"`, `"search":9,"norms"`, 1): "attack.search: needs clouds without preparation",
	} {
		if _, err := judging.ParseSettings([]byte(`{` + bad + `}`)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	e := randomEntry(3, 3, 12, 0.4, 9800)
	e.Attacked = []judging.Candidate{moved(e, 1.5, 900)}
	for preparation, want := range map[string]string{`{"drop_missing":true}`: "", `{"points":12}`: "attacked: is of the cloud as it is", `{"normalise":"centre"}`: "attacked: is of the cloud as it is"} {
		if got := mustSettings(t, `"preparation":`+preparation+`,`+balls).Judge(e); !strings.HasPrefix(got.Failure, want) || (got.Failure == "") != (want == "") {
			t.Errorf("%s: %q", preparation, got.Failure)
		}
	}
}

// What a run says of an attack must be something that an attack finds: each field alone is tried beyond its bounds.
func TestClaimsOfAttacksHaveTheFormOfARun(t *testing.T) {
	s := &judging.Settings{Attack: judging.Attack{Family: "ball"}}
	judged := func(change func(f *judging.Found)) *judging.Judged {
		found := &judging.Found{Distance: 1, Class: 2, Votes: 3, Samples: 4}
		change(found)
		return &judging.Judged{Predicted: 1, Attacked: &judging.Attacked{Clouds: 1, Found: found}}
	}
	if !(rules{s}).fitsAttacked(judged(func(*judging.Found) {})) {
		t.Fatal("what an attack finds is refused")
	}
	for name, change := range map[string]func(f *judging.Found){
		"a distance below 0": func(f *judging.Found) { f.Distance = -1 }, "no distance": func(f *judging.Found) { f.Distance = math.Inf(1) },
		"NaN": func(f *judging.Found) { f.Distance = math.NaN() }, "a class below 0": func(f *judging.Found) { f.Class = -1 },
		"the class predicted": func(f *judging.Found) { f.Class = 1 }, "no samples": func(f *judging.Found) { f.Samples, f.Votes = 0, 0 },
		"votes below 0": func(f *judging.Found) { f.Votes = -1 }, "more votes than samples": func(f *judging.Found) { f.Votes = 5 },
	} {
		if (rules{s}).fitsAttacked(judged(change)) {
			t.Errorf("%s passes", name)
		}
	}
}
