package intake

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
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
func judgedItems(t *testing.T, r *Run) (items []judging.ItemResult) {
	t.Helper()
	for cloud := range r.Count() {
		items = append(items, r.Settings[0].Judge(turnOf(t, r, cloud).Ballot))
	}
	return items
}

// turnOf returns a cloud as it is certified.
func turnOf(t *testing.T, r *Run, cloud int) Entry {
	t.Helper()
	entries, err := r.Turn(cloud)
	if err != nil {
		t.Fatal(err)
	}
	return *entries[0]
}

// perturbed are the attacks of a run with norm or angle x as a request has them.
func perturbed(attack string, x float64) string {
	if attack == "scale" {
		return fmt.Sprintf(`{"attack":"scale","norm":%v}`, x)
	}
	return fmt.Sprintf(`{"attack":"rotate","degrees":%v}`, x)
}

// A run says once what stands for no label; a cloud may say it itself.
func TestARunSaysWhatStandsForNoLabel(t *testing.T) {
	for _, c := range []struct {
		truth, more, want string
		right             float64
	}{
		{"[0,1,2,255]", "", `clouds[0].labels.truth[3]: is 255`, 0}, {"[0,1,2,-1]", "", `clouds[0].labels.truth[3]: is -1`, 0}, {"[0,1,2,-1]", `"ignore":"no",`, "ignore: must be", 0},
		{"[0,1,2,255]", `"ignore":255,`, "", 2.0 / 3}, {"[0,1,2,-1]", `"ignore":-1,`, "", 2.0 / 3}, {"[0,1,2,null]", "", "", 2.0 / 3}, {"[null,1,2,0]", `"ignore":0,`, "", 0.5},
	} {
		labels := strings.Replace(ofPoint, "[0,1,2,2]", c.truth, 1)
		r, err := Parse(Memory([]byte(`{"sigma":0.1,"group":"none","returns":"labels",`+c.more+`"attack":{"family":"scale","norms":[0]},"clouds":[{"points":`+square+`,`+labels+`}]}`)), nil)
		if c.want == "" && err == nil {
			item := r.Settings[0].Judge(turnOf(t, r, 0).Ballot)
			if right := *item.Stated.Orbit["accuracy"][0]; right != c.right {
				t.Errorf("%s, %s: accuracy %v, want %v of the points with a label", c.truth, c.more, right, c.right)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || c.want == "" {
			t.Errorf("%s: %v, want %q", c.more, err, c.want)
		}
	}
}

// What a run states of a cloud is what its certificates state.
func TestRunsOfNumbersAndLabels(t *testing.T) {
	numbers := ofNumbers()
	for _, group := range []string{"none", "T", "SE"} {
		for attack, grid := range map[string][]float64{"scale": {0, 0.1, 0.3, 2}, "rotate": {0, 5, 90}} {
			list, _ := json.Marshal(grid)
			asked := fmt.Sprintf(`{"family":"scale","norms":%s}`, list)
			if attack == "rotate" {
				asked = fmt.Sprintf(`{"family":"rotate","degrees":%s,"draws":1}`, list)
			}
			for returns, answers := range map[string]string{`"number","tolerance":1.5`: numbers, `"labels"`: ofPoint} {
				shared := fmt.Sprintf(`"sigma":0.5,"group":%q,"samples":0`, group)
				run := mustParse(t, fmt.Sprintf(`{%s,"returns":%s,"attack":%s,"clouds":[{"name":"a","points":%s,%s}]}`, shared, returns, asked, square, answers), nil)
				got := judgedItems(t, run)
				item := got[0]
				if item.Failure != "" {
					t.Fatal(item.Failure)
				}
				prediction := "{" + answers + "}"
				if strings.HasPrefix(returns, `"number"`) {
					prediction = "{" + answers + `,"tolerance":1.5}`
				}
				for at, x := range grid {
					c := certifiedText(t, fmt.Sprintf(`{%s,"clean":{"points":%s},"perturbed":%s,"prediction":%s}`, shared, square, perturbed(attack, x), prediction))
					place := fmt.Sprintf("%s %s %s at %v", group, attack, returns, x)
					sameStated(t, place+" black box", item.Stated.BlackBox, at, c.BlackBox.Stated)
					sameStated(t, place+" orbit", item.Stated.Orbit, at, c.Orbit.Stated)
					if c.Tight != nil && c.Tight.Exact != nil {
						sameStated(t, place+" tight", item.Stated.Tight, at, c.Tight.Exact.Stated)
					}
					if (item.Orbit[at] == 1) != c.Orbit.Certified {
						t.Errorf("%s: certified %v, want %v", place, item.Orbit[at], c.Orbit.Certified)
					}
				}
			}
		}
	}
}

func sameStated(t *testing.T, place string, row judging.StatedRow, at int, want argument.Stated) {
	t.Helper()
	near := func(name string, x *float64) {
		got := row[name][at]
		if (got == nil) != (x == nil) || x != nil && math.Abs(*got-*x) > 1e-9 {
			t.Errorf("%s: %s %v, want %v", place, name, shown(got), shown(x))
		}
	}
	if l := want.Labels; l != nil {
		for name, x := range map[string]*float64{"share": l.Share, "iou": l.IoU, "accuracy": l.Accuracy, "true_iou": l.TrueIoU, "mean_iou": l.MeanIoU} {
			near(name, x)
		}
		return
	}
	var width *float64
	if want.Interval.Upper != nil {
		x := *want.Interval.Upper - *want.Interval.Lower
		width = &x
	}
	near("width", width)
}

func shown(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}

// Every perturbation of a norm: the closed form at that distance.
func TestStatedOfEveryPerturbation(t *testing.T) {
	item := judgedItems(t, mustParse(t, `{"sigma":0.5,"group":"SE","returns":"labels","attack":{"family":"ball","norms":[0,0.2,0.5]},"clouds":[{"points":`+square+`,`+ofPoint+`}]}`, nil))[0]
	if item.Samples != 400 || item.Labelled != 4 || item.Votes != 240 {
		t.Errorf("%d samples, %d points, %d votes", item.Samples, item.Labelled, item.Votes)
	}
	if *item.Stated.BlackBox["share"][0] != 1 || !(*item.Stated.BlackBox["share"][2] < 1) || item.Stated.Tight != nil {
		t.Errorf("shares %v and %v", *item.Stated.BlackBox["share"][0], *item.Stated.BlackBox["share"][2])
	}
}

// A cloud must have the numbers or labels that `voted` says its model returns.
func TestVotedNumbersAndLabels(t *testing.T) {
	evidence := `"evidence":"sha256:` + strings.Repeat("0", 64) + `",`
	text := func(model, sampling, entry string) string {
		return `{"sigma":0.5,"group":"none","returns":"labels","attack":{"family":"ball","norms":[1]},"voted":{"model":{"sha256":"` + strings.Repeat("0", 64) +
			`","layout":"BND",` + model + `},"sampling":{"sigma":0.5,` + sampling + `}},"clouds":[{"name":"a","points":` + square + `,` + entry + `}]}`
	}
	labels := `"returns":"BNC","classes":["a","b","c"]`
	for _, c := range []struct{ model, sampling, entry, want string }{
		{labels, `"select":100,"estimate":400`, evidence + ofPoint, ""},
		{labels, `"select":100,"estimate":300`, evidence + ofPoint, "labels.samples: is 400; voted.sampling.estimate is 300"},
		{labels, `"select":100,"estimate":400`, ofPoint, "evidence: is missing"},
		{`"returns":"number"`, `"select":100,"estimate":400`, evidence + ofPoint, "has labels of points, but voted.model returns a number"},
		{labels, `"select":100,"estimate":400`, evidence + ofNumbers(), "has a number, but voted.model returns"},
		{labels, `"select":9,"estimate":100`, evidence + `"label":1,"votes_pred":[1,8,0,0],"votes_cert":[10,90,0,0]`, "has votes on classes, but voted.model returns"},
		{`"classes":["a","b","c"]`, `"select":100,"estimate":400`, evidence + ofPoint, "but voted.model returns"},
		{`"returns":"number"`, `"select":4,"estimate":300`, evidence + ofNumbers(), "values: has 400 numbers; voted.sampling.estimate is 300"},
		{`"returns":"number"`, `"select":3,"estimate":400`, evidence + ofNumbers(), "select: has 4 numbers; voted.sampling.select is 3"},
		{`"returns":"vector","clip":1`, `"select":4,"estimate":400`, evidence + ofNumbers(), "has a number, but voted.model returns a vector"},
		{`"returns":"number"},"classifier":{"how":"declared"`, `"select":4,"estimate":400`, evidence + ofNumbers(), `voted.classifier.how: is "declared"`},
	} {
		_, err := Parse(Memory([]byte(text(c.model, c.sampling, c.entry))), nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s %s: %v, want %s", c.model, c.sampling, err, c.want)
		}
	}
}

func TestBadRunsOfNumbersAndLabels(t *testing.T) {
	cloud := `{"name":"a","points":` + square + `,` + ofPoint + `}`
	for text, want := range map[string]string{
		`"returns":"logits"`:                                       "returns: must be",
		`"returns":"number"`:                                       "tolerance: is missing",
		`"returns":"number","tolerance":0`:                         "tolerance: must be above 0",
		`"tolerance":1`:                                            "tolerance: is for runs of numbers",
		`"returns":"labels","top":2`:                               "top: is for classes",
		`"returns":"labels","runner_up":true`:                      "runner_up: is for classes",
		`"returns":"labels","subsample":2`:                         "subsample: labels only the points in a sample",
		`"returns":"labels","votes":[{"name":"a","labels":{}}]`:    "has numbers or labels without their cloud",
		`"returns":"labels","anytime":{"classes":3,"planned":400}`: "anytime: is for votes on classes",
	} {
		_, err := Parse(Memory([]byte(`{"sigma":0.5,"group":"none","attack":{"family":"scale","norms":[1]},"clouds":[`+cloud+`],`+text+`}`)), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for entry, want := range map[string]string{
		`"label":1,` + ofPoint:                 "label: is for classes",
		`"values":[1]`:                         "select: and values come together",
		`"values":[1],"select":[1],` + ofPoint: "labels: are there beside values",
	} {
		_, err := Parse(Memory([]byte(`{"sigma":0.5,"group":"none","returns":"labels","attack":{"family":"scale","norms":[1]},"clouds":[{"points":`+square+`,`+entry+`}]}`)), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", entry, err, want)
		}
	}
	for returns, want := range map[string]string{
		``:                                  "returns labels of points, but the run is of one that returns scores of classes",
		`"returns":"number","tolerance":1,`: "returns labels of points, but the run is of one that returns a number",
		`"returns":"labels","preparation":{"points":3,"method":"farthest"},`: "labels: are of 4 points, the cloud has 3",
	} {
		item := judgedItems(t, mustParse(t, `{"sigma":0.5,"group":"none",`+returns+`"attack":{"family":"scale","norms":[1]},"clouds":[`+cloud+`]}`, nil))[0]
		if !strings.Contains(item.Failure, want) {
			t.Errorf("%s: %s, want %s", returns, item.Failure, want)
		}
	}
}
