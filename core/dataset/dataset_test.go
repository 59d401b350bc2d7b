package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const scaling = `"sigma":0.5,"group":"SE","attack":{"family":"scale","norms":[0,0.2,0.4,0.6,0.8,1,1.2]}`

// certified returns the certificate of a request.
func certified(t *testing.T, r *certificate.Request) *certificate.Certificate {
	t.Helper()
	c, err := certificate.Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func certifiedText(t *testing.T, text string) *certificate.Certificate {
	t.Helper()
	r, err := certificate.ParseRequest([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return certified(t, r)
}

func mustSettings(t *testing.T, text string) *Settings {
	t.Helper()
	s, err := ParseSettings([]byte("{" + text + "}"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// randomEntry is a cloud off the origin with votes of 10,000 for the class 1.
func randomEntry(seed uint64, dimension, count int, spread float64, votes int64) Entry {
	random := rand.New(rand.NewPCG(seed, 9))
	e := Entry{Name: fmt.Sprint("cloud ", seed), Label: 1, Predict: []int64{3, 97}, Certify: []int64{10_000 - votes, votes}}
	e.Cloud = pointcloud.Cloud{Dimension: dimension, Points: make([]float64, dimension*count)}
	for i := range e.Cloud.Points {
		e.Cloud.Points[i] = spread * (random.NormFloat64() + 0.4)
	}
	return e
}

// The second route: the same attack as a request of its own, aligned in full.
func TestScalingIsTheCertificateOfEachNorm(t *testing.T) {
	groups := map[string][]int{"none": {2, 3}, "T": {2, 3}, "SO": {2, 3}, "SE": {2, 3}, "O": {2, 3}, "E": {2, 3}, "axis": {3}}
	crossed := 0
	for group, dimensions := range groups {
		axis := ""
		if group == "axis" {
			axis = `,"axis":[1,2,-1],"translation":true`
		}
		for _, dimension := range dimensions {
			s := mustSettings(t, strings.Replace(scaling, `"SE"`, `"`+group+`","samples":0`+axis, 1))
			e := randomEntry(uint64(dimension), dimension, 7, 0.2, 9300)
			got := s.Item(e)
			for at, norm := range s.Attack.Norms {
				points, _ := json.Marshal(e.Cloud)
				c := certifiedText(t, fmt.Sprintf(`{"clean":{"points":%s},"perturbed":{"attack":"scale","norm":%v},
					"sigma":0.5,"group":"%s"%s,"samples":0,"prediction":{"votes":9300,"samples":10000}}`, points, norm, group, axis))
				if one(c.BlackBox.Certified) != got.BlackBox[at] || one(c.Orbit.Certified) != got.Orbit[at] {
					t.Errorf("%s, %d-D, norm %v: black box %v, orbit %v, got %+v", group, dimension, norm, c.BlackBox.Certified, c.Orbit.Certified, *got.Judged)
				}
				crossed += got.Orbit[at]
				if c.Tight != nil && one(c.Tight.Exact.Certified || c.Orbit.Certified) != got.Tight[at] {
					t.Errorf("%s, %d-D, norm %v: tight %+v, got %v", group, dimension, norm, c.Tight.Exact, got.Tight)
				}
			}
		}
	}
	if crossed < 20 || crossed > 80 {
		t.Errorf("%d of 91 certified: the grid does not cross", crossed)
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// The second route for rotations: both clouds as a request.
func TestRotationIsTheCertificateOfEachAngle(t *testing.T) {
	for _, c := range []struct {
		group     string
		dimension int
	}{{"none", 2}, {"T", 3}, {"SO", 2}, {"SE", 2}, {"SE", 3}, {"E", 2}, {"axis", 3}} {
		settings := `"sigma":0.25,"group":"` + c.group + `","samples":0,"attack":{"family":"rotate","degrees":[0,20,60,180],"noise":0.3,"draws":3}`
		if c.group == "axis" {
			settings += `,"axis":[0,0,1]`
		}
		s := mustSettings(t, settings)
		e := randomEntry(5, c.dimension, 6, 0.4, 9600)
		got := s.Item(e)
		want := Judged{BlackBox: make([]int, 4), Orbit: make([]int, 4)}
		j, _ := s.newJudge(e)
		for draw := range 3 {
			noisy, axis := j.noise(draw)
			for at, degrees := range s.Attack.Degrees {
				pair := j.request
				perturbed := certificate.Scaled(noisy, 1)
				certificate.Turn(perturbed, degrees, axis)
				pair.Perturbed = &perturbed
				c := certified(t, &pair)
				want.BlackBox[at] += one(c.BlackBox.Certified)
				want.Orbit[at] += one(c.Orbit.Certified)
			}
		}
		for at, marks := range got.Draws.BlackBox {
			if bytes.Count(marks, []byte{'1'}) != got.BlackBox[at] || len(marks) != 3 || bytes.Count(got.Draws.Orbit[at], []byte{'1'}) != got.Orbit[at] {
				t.Errorf("%+v: draws %s, %v of them certified", c, marks, got.BlackBox[at])
			}
		}
		if !reflect.DeepEqual(got.BlackBox, want.BlackBox) || !reflect.DeepEqual(got.Orbit, want.Orbit) {
			t.Errorf("%+v: got %v %v, want %v %v", c, got.BlackBox, got.Orbit, want.BlackBox, want.Orbit)
		}
	}
}

// The gray box does not see the rotation, and the black box sees nothing else.
func TestGrayBoxIsConstantInTheAngle(t *testing.T) {
	s := mustSettings(t, `"sigma":0.2,"group":"SE","samples":2000,"attack":{"family":"rotate","degrees":[0,1,5,20,90,180],"noise":0.2,"draws":4}`)
	for dimension := 2; dimension <= 3; dimension++ {
		got := s.Item(randomEntry(8, dimension, 30, 0.5, 9900))
		last := len(got.Orbit) - 1
		for at := range got.Orbit {
			if got.Orbit[at] != got.Orbit[0] || got.Tight[at] != got.Tight[0] || got.Tight[at] < got.Orbit[at] || got.TightUpper[at] < got.Tight[at] {
				t.Errorf("%d-D: %+v", dimension, *got.Judged)
			}
		}
		if got.Orbit[0] != 4 || got.BlackBox[0] != 4 || got.BlackBox[last] != 0 {
			t.Errorf("%d-D: %+v", dimension, *got.Judged)
		}
	}
}

// σ = 0.5, ‖X‖ = 0.01, p = 0.8: the black box certifies up to 0.4208, the tight
// certificate up to 0.720, exactly and by Monte Carlo (Schuchardt et al. 2023, figure 4).
func TestRunCrossesWhereThePaperDoes(t *testing.T) {
	for group, upTo := range map[string]float64{"SO": 0.719, "O": 0.70} {
		s := mustSettings(t, fmt.Sprintf(`"sigma":0.5,"group":"%s","samples":100000,"attack":{"family":"scale","norms":[0.42,0.43,%v,0.73]}`, group, upTo))
		e := Entry{Name: "x", Predict: []int64{1, 0}, Certify: []int64{800_100_000, 199_900_000}, Cloud: pointcloud.Cloud{Dimension: 2, Points: []float64{0.01, 0}}}
		got := s.Item(e)
		if want := []int{1, 0, 0, 0}; !reflect.DeepEqual(got.BlackBox, want) || !reflect.DeepEqual(got.Orbit, want) {
			t.Errorf("%s: %+v", group, *got.Judged)
		}
		if want := []int{1, 1, 1, 0}; !reflect.DeepEqual(got.Tight, want) {
			t.Errorf("%s: tight %v", group, got.Tight)
		}
	}
}

// What a worker gets is text: entry and settings survive it, and so do the bytes
// of the result.
func TestItemsAreIndependent(t *testing.T) {
	s := mustSettings(t, strings.Replace(scaling, `"SE"`, `"E","samples":1000,"seed":7,"preparation":{"points":5,"normalise":"centre"}`, 1))
	text, _ := json.Marshal(s)
	again, err := ParseSettings(text)
	if err != nil {
		t.Fatal(err)
	}
	var forward, backward [6]ItemResult
	for i := range 6 {
		forward[i] = s.Item(randomEntry(uint64(i), 2+i%2, 8, 0.3, 9000))
	}
	for i := 5; i >= 0; i-- {
		line, _ := json.Marshal(randomEntry(uint64(i), 2+i%2, 8, 0.3, 9000))
		e, err := ParseEntry(line)
		if err != nil {
			t.Fatal(err)
		}
		result, _ := json.Marshal(again.Item(e))
		if err := json.Unmarshal(result, &backward[i]); err != nil {
			t.Fatal(err)
		}
	}
	a, _ := s.ResultDocument(forward[:])
	b, _ := again.ResultDocument(backward[:])
	if string(a) != string(b) || !json.Valid(a) {
		t.Errorf("%s\n%s", a, b)
	}
}

func TestCollect(t *testing.T) {
	s := mustSettings(t, `"sigma":1,"group":"SE","attack":{"family":"rotate","degrees":[0,9],"draws":4}`)
	of := func(predicted int64, certified ...int) ItemResult {
		return ItemResult{Judged: &Judged{Label: 2, Predicted: predicted, BlackBox: []int{0, 0}, Orbit: certified, Tight: certified, TightUpper: []int{4, 4}}}
	}
	r := s.Collect([]ItemResult{of(2, 4, 1), of(1, 4, 4), {Failure: "x"}, of(2, 2, 0)})
	if r.Clouds != 3 || r.Correct != 2 || r.Failed != 1 {
		t.Errorf("%+v", r)
	}
	if want := []float64{0.375, 1.0 / 16}; !reflect.DeepEqual(r.Accuracy.Orbit, want) || r.Accuracy.TightUpper[0] != 0.5 || r.Total != 4 || r.Accuracy.BlackBox[1] != 0 {
		t.Errorf("%+v", r.Accuracy)
	}
}

// Three clouds, one of them predicted wrongly: the draws certify 2, 1, 1, 0 and 2 of the
// others at the first value, 0, 0, 0, 1 and 0 at the second.
func TestBandOverDraws(t *testing.T) {
	s := mustSettings(t, `"sigma":1,"group":"SE","attack":{"family":"rotate","degrees":[0,9],"draws":5}`)
	of := func(predicted int64, first, second string) ItemResult {
		marks := []Marks{Marks(first), Marks(second)}
		zero := []int{0, 0}
		return ItemResult{Judged: &Judged{Label: 2, Predicted: predicted, BlackBox: zero, Orbit: zero, Draws: &Draws{BlackBox: marks, Orbit: marks}}}
	}
	items := []ItemResult{of(2, "11001", "00000"), of(1, "11111", "11111"), {Failure: "x"}, of(2, "10101", "00010")}
	r := s.Collect(items)
	want := &Band{Median: []float64{1.0 / 4, 0}, Low: []float64{0, 0}, High: []float64{2.0 / 4, 1.0 / 4}}
	if r.OverDraws == nil || !reflect.DeepEqual(r.OverDraws.BlackBox, want) || !reflect.DeepEqual(r.OverDraws.Orbit, want) || r.OverDraws.Tight != nil {
		t.Errorf("%+v", r.OverDraws)
	}
	document, err := s.ResultDocument(items)
	if err != nil || !json.Valid(document) || !bytes.Contains(document, []byte("\n  \"over_draws\": {\"black_box\":{\"median\":[")) {
		t.Errorf("%s, %v", document, err)
	}
	items[0].Draws = nil
	if r := s.Collect(items); r.OverDraws != nil {
		t.Error("a band without all draws")
	}
	s.Attack.Draws = 1
	if r := s.Collect(items); r.OverDraws != nil {
		t.Error("a band of one draw")
	}
}

// A bug that one cloud meets is the failure of that cloud: here one that no file can hold.
func TestPanicFailsOneCloud(t *testing.T) {
	s := mustSettings(t, scaling)
	broken := randomEntry(1, 3, 7, 0.2, 9300)
	broken.Certify = nil
	if got := s.Item(broken); got.Judged != nil || !strings.HasPrefix(got.Failure, "internal error of the certifier: ") {
		t.Errorf("%+v", got)
	}
}

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

// No finite input ends in a panic, a NaN or a hang.
func TestExtremeClouds(t *testing.T) {
	for _, group := range []string{"none", "T", "SO", "SE", "O"} {
		for _, family := range []string{`"family":"scale","norms":[0,1e-300,1e100]`, `"family":"rotate","degrees":[0,1e6],"noise":1e100,"draws":2`} {
			s := mustSettings(t, fmt.Sprintf(`"sigma":1e-3,"group":"%s","samples":100,"attack":{%s}`, group, family))
			for _, points := range [][]float64{{0, 0, 0, 0}, {1e100, 1e100, -1e100, 3}, {5e-324, 0, 0, 0}, {1e8, 1, 1e8, 1}} {
				e := Entry{Name: "x", Predict: []int64{1, 0}, Certify: []int64{1000, 0}, Cloud: pointcloud.Cloud{Dimension: 2, Points: points}}
				got := s.Item(e)
				if (got.Judged == nil) != (got.Failure != "") || got.Judged != nil && math.Abs(float64(got.Orbit[0])) > 2 {
					t.Errorf("%s %s %v: %+v", group, family, points, got)
				}
			}
		}
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
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"warp"}`), `attack.family: must be one of scale, rotate, got "warp"`},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale"}`), "attack.norms: is missing"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[]}`), "attack.norms: must have 1 to 1000 values"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[0.2,0.1]}`), "attack.norms: must rise"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[-1]}`), "attack.norms: must rise and lie from 0"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[0,"1"]}`), `attack.norms: must be a number, got "1"`},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"scale","norms":[0],"degrees":[1]}`), "attack.degrees: is not a known field"},
		{with(entry, `"sigma":1,"group":"SE","attack":{"family":"rotate","degrees":[0],"draws":0}`), "attack.draws: must be a whole number from 1"},
		{with(entry, `"sigma":1,"group":"axis","attack":{"family":"scale","norms":[0]}`), "axis: must be three numbers"},
		{with(`{"name":"a"}`, scaling), "clouds[0]: needs points or a file"},
		{with(`{"name":"a","file":"x"}`, scaling), "clouds[0].file: files are not read here"},
		{with(strings.Replace(entry, `[5,95]`, `[5,95,0]`, 1), scaling), "clouds[0]: has 2 classes in votes_pred and 3 in votes_cert"},
		{with(strings.Replace(entry, `[5,95]`, `[5,-1]`, 1), scaling), "clouds[0].votes_cert[1]: must be a whole number from 0"},
		{with(strings.Replace(entry, `[5,95]`, `[0,0]`, 1), scaling), "clouds[0]: needs at least one vote"},
		{with(strings.Replace(entry, `"label":1`, `"label":2`, 1), scaling), "clouds[0]: has the label 2, but votes for 2 classes only"},
		{with(strings.Replace(entry, `"label":1,`, ``, 1), scaling), "clouds[0].label: is missing"},
		{with(entry+`,{"name":"b","points":[[0,1]],"label":1,"votes_pred":[1,9,0],"votes_cert":[5,95,0]}`, scaling), "clouds[1]: has votes for 3 classes, clouds[0] for 2"},
		{with(entry, scaling+`,"votes":[{"name":"a"}]`), "votes[0].votes_pred: is missing"},
		{with(entry, scaling+`,"votes":{"file":"v.csv"}`), "votes.file: files are not read here"},
	} {
		_, err := Parse([]byte(c.document), nil)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.document, err, c.want)
		}
	}
}

// What is wrong with one cloud is its own failure.
func TestSingleFailures(t *testing.T) {
	voted := `"label":1,"votes_pred":[1,9],"votes_cert":[5,95]}`
	document := `{` + scaling + `,"clouds":[{"name":"a","points":[[0,1],[1,0]],` + voted + `,
		{"name":"solid","points":[[0,1,2],[1,0,1]],` + voted + `,
		{"name":"ragged","points":[[0,1],[1]],` + voted + `,
		{"name":"a","points":[[0,1],[1,0]],` + voted + `,
		{"name":"mute","points":[[0,1],[1,0]]},
		{"name":"zero","points":[[0,0]],` + voted + `,
		{"name":"lost","file":"lost.ply"},
		{"name":"old","failure":"lost before"}],
		"votes":[{"name":"nobody",` + voted + `,{"name":"a",` + voted + `]}`
	run, err := Parse([]byte(document), func(string) ([]byte, error) { return nil, errors.New("no such file") })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"", "has 3 dimensions, the clouds before have 2", "points[1]: has 1 coordinates, want 2", `the name "a" is there twice`,
		"has no votes", "a cloud of zeros cannot be scaled", "no such file", "lost before",
		`votes[0]: no cloud is called "nobody"`, `votes[1]: the cloud "a" has votes already`,
	}
	if len(run.Entries) != len(want) {
		t.Fatalf("%d entries, want %d", len(run.Entries), len(want))
	}
	for i, e := range run.Entries {
		got := run.Settings.Item(e).Failure
		if !strings.Contains(got, want[i]) || (got == "") != (want[i] == "") {
			t.Errorf("%s: %q, want %q", e.Name, got, want[i])
		}
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
	run, err := Parse([]byte(`{`+scaling+`,"clouds":[`+strings.Join(clouds, ",")+`]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	var items []ItemResult
	for _, e := range run.Entries {
		items = append(items, run.Settings.Item(e))
	}
	r := run.Settings.Collect(items)
	want := []string{"c01", "c03", "c05", "c07", "c09", "c11"}
	if r.Total != 12 || r.Clouds != 6 || r.Failed != 6 || !reflect.DeepEqual(r.Missing, want) || r.Accuracy.Orbit[0] != 0.5 {
		t.Errorf("%+v", r)
	}
	document, err := run.Settings.ResultDocument(items)
	if err != nil || !bytes.Contains(document, []byte("\"total\": 12,\n  \"missing\": [\"c01\",")) {
		t.Errorf("%s, %v", document, err)
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
	_, err := Parse([]byte(`{`+scaling+`,"clouds":[{"points":[[0,1],[1,0]]}]}`), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "votes: are missing: no cloud has any") {
		t.Error(err)
	}
}
