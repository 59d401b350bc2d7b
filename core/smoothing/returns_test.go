package smoothing

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// someCloud is of six points with no two alike, three of them above the plane z = 0.
var someCloud = pointcloud.Cloud{Dimension: 3, Points: []float64{1, 0, 0.4, 0.3, -1, -0.5, -0.7, 0.2, 0.9, 0.1, 0.8, -0.3, -1.1, -0.4, 0.6, 0.5, 0.6, -0.8}}

// answering is a request whose cloud may turn about the z axis.
var answering = Request{
	Clean: &someCloud, Dimension: 3, Sigma: 0.25,
	Asked: Classifier{Group: "axis", Axis: []float64{0, 0, 1}, Sorted: true},
}

// planOf takes a plan whose model returns something.
func planOf(t *testing.T, model, sampling string, r Request) *Plan {
	t.Helper()
	p, err := tryPlan(model, sampling, r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func tryPlan(model, sampling string, r Request) (*Plan, error) {
	text := `{"model": {"sha256": "` + strings.Repeat("0", 64) + `", "layout": "BND", ` + model + `}, "sampling": ` + sampling + `}`
	o, err := document.Parse("prediction", json.RawMessage(text))
	if err != nil {
		return nil, err
	}
	return TakePlan(o, r)
}

// floats codes numbers as a runtime does.
func floats(numbers ...float64) (data []byte) {
	for _, x := range numbers {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(x)))
	}
	return data
}

func TestNumbersAreTheMeanOverThePoses(t *testing.T) {
	p := planOf(t, `"returns": "number", "number": 1`, `{"estimate": 100}`, answering)
	if p.Sampling.Select != DefaultSelect || p.Classifier.Poses != 2 {
		t.Fatalf("%+v", p)
	}
	nan := math.NaN()
	rows := floats(9, 1, 9, 2, 9, 5, 9, nan, 9, 3, 9, 4, 9, 7, 9, 7, 9, 3e38, 9, 3e38)
	coded, why, err := NewSampler(p, someCloud).Classes(0, []byte{counted, counted, unsettled, beyond, counted}, Logits{Float32, 2, rows})
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for _, x := range []float64{1.5, nan, nan, nan, float64(float32(3e38))} {
		want = appendNumbers(want, []float64{x})
	}
	if !slices.Equal(coded, want) {
		t.Errorf("got %v, want %v", coded, want)
	}
	if reasons := []byte{byte(HasClass), byte(NotFinite), byte(Unsettled), byte(Beyond), byte(HasClass)}; !slices.Equal(why, reasons) {
		t.Errorf("reasons %v, want %v", why, reasons)
	}
}

func TestNumbersOfOtherShapesAreRefused(t *testing.T) {
	single := NewSampler(planOf(t, `"returns": "number"`, `{}`, answering), someCloud)
	second := NewSampler(planOf(t, `"returns": "number", "number": 1`, `{}`, answering), someCloud)
	for _, c := range []struct {
		sampler *Sampler
		logits  Logits
		message string
	}{
		{single, Logits{Float32, 3, floats(1, 2, 3, 4, 5, 6)}, "prediction.model.number: is missing: the model returns 3 numbers for a cloud; give 0 to 2"},
		{second, Logits{Float32, 1, floats(1, 2)}, "prediction.model.number: is 1; the model returns 1 numbers"},
		{single, Logits{Float32, 1, floats(1)}, "want 2 numbers"},
		{single, Logits{"int64", 1, floats(1, 2)}, "are int64"},
	} {
		if _, _, err := c.sampler.Classes(0, []byte{counted}, c.logits); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%v, want %q", err, c.message)
		}
	}
}

// The label of a point is 0 above the plane z = 0, else 1: turns about z and the order of the points change nothing.
func TestLabelsGoBackToTheirPoints(t *testing.T) {
	for _, classifier := range []string{`{}`, `{"pose": "one"}`, `{"turn": "random"}`} {
		labelsGoBack(t, classifier)
	}
}

func labelsGoBack(t *testing.T, classifier string) {
	for _, returns := range []Returns{ReturnsPointLabels, ReturnsLabelPoints} {
		model := `{"sha256": "` + someHash + `", "layout": "BND", "returns": "` + string(returns) + `", "classes": ["above", "below"]}`
		p, err := takePlan(answering, model, classifier, `{"estimate": 100}`)
		if err != nil {
			t.Fatal(err)
		}
		s := NewSampler(p, someCloud)
		const samples = 100
		inputs, counts := s.Inputs(0, samples)
		numbers := readNumbers(inputs, Float32)
		points := someCloud.Count()
		var scores []float64
		for row := range samples * s.Rows() {
			heights := make([]float64, points)
			for n := range points {
				heights[n] = numbers[(row*points+n)*3+2]
			}
			if returns == ReturnsPointLabels {
				for _, z := range heights {
					scores = append(scores, z, -z)
				}
				continue
			}
			scores = append(scores, heights...)
			for _, z := range heights {
				scores = append(scores, -z)
			}
		}
		coded, _, err := s.Classes(0, counts, Logits{Float32, 2 * points, floats(scores...)})
		if err != nil {
			t.Fatal(err)
		}
		for i := range samples {
			if counts[i] != counted {
				continue
			}
			cloud, _ := s.sample(i)
			for n := range points {
				want := 0
				if cloud.Points[3*n+2] < 0 {
					want = 1
				}
				if got := p.classAt(coded, i*points+n); got != want && math.Abs(cloud.Points[3*n+2]) > p.Classifier.Grid {
					t.Fatalf("%s, sample %d, point %d at %v: label %d", returns, i, n, cloud.Points[3*n+2], got)
				}
			}
		}
	}
}

// A row belongs to either of two points that the model is shown alike, so neither has a label.
func TestPointsThatLookAlikeHaveNoPlace(t *testing.T) {
	p := posed{poses: [][]float64{{5, 1, 0, 0, 5, 1}}, channels: []pointcloud.Attributes{nil}}
	p.sort(2)
	if places := p.places(2); places[0][0] != none || places[1][0] != 0 || places[2][0] != none {
		t.Errorf("%v", places)
	}
	q := posed{poses: [][]float64{{5, 1, 0, 0, 5, 1}}, channels: []pointcloud.Attributes{{{Values: []float64{2, 0, 1}}}}}
	q.sort(2)
	if places := q.places(2); !reflect.DeepEqual(places, [][]int{{2}, {0}, {1}}) {
		t.Errorf("%v, but an attribute tells the points apart", places)
	}
}

func TestPlansOfNumbersAndLabelsAreChecked(t *testing.T) {
	subsampled, declared := answering, answering
	subsampled.Subsample = 3
	plain := Request{Clean: &someCloud, Dimension: 3, Sigma: 0.25, Asked: Classifier{Group: "T"}}
	huge := pointcloud.Cloud{Dimension: 3, Points: make([]float64, 3*600_000)}
	for _, c := range []struct {
		model, sampling string
		request         Request
		message         string
	}{
		{`"returns": "quantile"`, `{}`, answering, `prediction.model.returns: must be`},
		{`"returns": "number", "classes": ["a", "b"]`, `{}`, answering, "prediction.model.classes"},
		{`"returns": "BNC"`, `{}`, answering, "prediction.model.classes: is missing"},
		{`"returns": "BNC", "classes": ["a", "b"], "number": 0`, `{}`, answering, "prediction.model.number"},
		{`"returns": "BNC", "classes": ["a", "b"]`, `{}`, subsampled, "a sample labels only the points in it; leave out subsample"},
		{`"returns": "number"`, `{"select": 0}`, declared, "prediction.sampling.select"},
		{`"returns": "BNC", "classes": ["a", "b"]`, `{"estimate": 500000}`, Request{Clean: &huge, Dimension: 3, Sigma: 0.25, Asked: plain.Asked}, "take fewer samples"},
	} {
		if _, err := tryPlan(c.model, c.sampling, c.request); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v, want %q", c.model, err, c.message)
		}
	}
	if _, err := tryPlan(`"returns": "number"`, `{}`, subsampled); err != nil {
		t.Errorf("a number of samples of some points: %v", err)
	}
	text := `{"model": {"sha256": "` + strings.Repeat("0", 64) + `", "layout": "BND", "returns": "number"}, "classifier": {"how": "declared"}}`
	o, _ := document.Parse("prediction", json.RawMessage(text))
	if _, err := TakePlan(o, answering); err == nil || !strings.Contains(err.Error(), "prediction.classifier.how") {
		t.Errorf("a declared invariance: %v", err)
	}
	text = `{"model": {"sha256": "` + strings.Repeat("0", 64) + `", "layout": "BPDN", "returns": "BNC", "classes": ["a", "b"]}}`
	o, _ = document.Parse("prediction", json.RawMessage(text))
	if _, err := TakePlan(o, answering); err == nil || !strings.Contains(err.Error(), "a label belongs to no point") {
		t.Errorf("sorted poses taken at once: %v", err)
	}
}

// answered counts labels that all agree, or numbers in a row.
func answered(t *testing.T, p *Plan) (*Evidence, []byte) {
	t.Helper()
	points := someCloud.Count()
	coded := make([]byte, p.Samples()*p.Coded(points))
	if p.Model.Returns == ReturnsNumber {
		coded = coded[:0]
		for i := range p.Samples() {
			coded = appendNumbers(coded, []float64{float64(i) / 8})
		}
		coded = appendNumbers(coded[:len(coded)-numberBytes], []float64{math.NaN()})
	}
	e, err := NewEvidence(p, coded, points, Machine{})
	if err != nil {
		t.Fatal(err)
	}
	return e, coded
}

// takeAgain takes a votes document with one piece of its text in place of another.
func takeAgain(e *Evidence, given *Answers, old, other string) (*Evidence, error) {
	text := string(e.Document())
	if changed := strings.Replace(text, old, other, 1); old != "" && changed == text {
		return nil, &json.UnsupportedValueError{Str: "the document has no " + old}
	} else if old != "" {
		text = changed
	}
	o, err := document.Parse("evidence", json.RawMessage(text))
	if err != nil {
		return nil, err
	}
	r := answering
	r.Given = given
	return TakeEvidence(o, r)
}

func TestEvidenceOfNumbersAndLabelsIsWrittenAndRead(t *testing.T) {
	for _, model := range []string{`"returns": "number"`, `"returns": "BCN", "classes": ["a", "b"]`, `"returns": "vector", "clip": 2`, `"returns": "BDN", "clip": 2`} {
		p := planOf(t, model, `{"estimate": 100}`, answering)
		e, coded := answered(t, p)
		if some, err := NewEvidence(p, coded[:len(coded)-1], someCloud.Count(), Machine{}); some != nil || err != nil {
			t.Errorf("%s: votes before the end: %v, %v", model, some, err)
		}
		again, err := takeAgain(e, nil, "", "")
		if err != nil {
			t.Fatalf("%s: %v", model, err)
		}
		if string(again.Document()) != string(e.Document()) {
			t.Errorf("%s: read as %s", model, again.Document())
		}
		if differ := again.Differ(0, coded); differ != nil {
			t.Errorf("%s: samples %v differ from themselves", model, differ)
		}
		size := p.Coded(someCloud.Count())
		coded[7*size+size-1] ^= 1
		if differ := again.Differ(5, coded[5*size:]); !slices.Equal(differ, []int{7}) {
			t.Errorf("%s: samples %v differ, want 7", model, differ)
		}
		given := e.Answers
		e.Answers = Answers{}
		if beside, err := takeAgain(e, &given, "", ""); err != nil || !reflect.DeepEqual(beside.Labels, given.Labels) || len(beside.Values) != len(given.Values) {
			t.Errorf("%s: answers beside the evidence: %v", model, err)
		}
	}
}

func TestForgedNumbersAndLabelsAreRefused(t *testing.T) {
	numbers, _ := answered(t, planOf(t, `"returns": "number"`, `{"estimate": 100}`, answering))
	labels, _ := answered(t, planOf(t, `"returns": "BNC", "classes": ["a", "b"]`, `{"estimate": 100}`, answering))
	vectors, _ := answered(t, planOf(t, `"returns": "BND", "clip": 2`, `{"estimate": 100}`, answering))
	one, _ := answered(t, planOf(t, `"returns": "vector", "clip": 2`, `{"estimate": 100}`, answering))
	other := numbers.Answers
	other.Values = slices.Clone(other.Values)
	other.Values[0]++
	for _, c := range []struct {
		e          *Evidence
		given      *Answers
		old, other string
		message    string
	}{
		{numbers, nil, `"values":[12.5,`, `"values":[`, "evidence.values: has 99 numbers for 100 samples"},
		{numbers, nil, `"values":[12.5,`, `"values":["x",`, "evidence.values[0]"},
		{numbers, nil, `"values":[12.5,`, `"values":[1e300,`, "evidence.values[0]: must be at most 1e100"},
		{numbers, nil, `"select":[0,`, `"select":[`, "evidence.select: has 99 numbers for 100 samples"},
		{numbers, nil, `"values":`, `"votes":{},"values":`, "evidence.votes"},
		{numbers, &other, "", "", "evidence.values: has other numbers than the prediction beside it"},
		{labels, nil, `"votes":[100,`, `"votes":[99,`, "evidence.sampled: gives other votes on labels"},
		{labels, nil, `"predicted":[0,`, `"predicted":[1,`, "evidence.sampled: gives other votes on labels"},
		{labels, nil, `"predicted":[0,`, `"predicted":[2,`, "evidence.labels.predicted[0]: is 2; the model has 2 labels"},
		{labels, nil, `"predicted":[0,`, `"predicted":[`, "evidence.labels.votes: has 6 numbers, predicted has 5"},
		{labels, nil, `"votes":[100,`, `"votes":[101,`, "evidence.labels.votes[0]"},
		{labels, nil, `"samples":100}`, `"samples":1000}`, "evidence.labels.samples: is 1000, and sampling.estimate is 100"},
		{vectors, nil, `"vectors":{"clip":2`, `"vectors":{"clip":3`, "evidence.vectors.clip: is 3, and the vectors were counted with model.clip 2"},
		{vectors, nil, `"values":[[`, `"values":[null,[`, "evidence.vectors.values: has 101 samples; want 100"},
		{vectors, nil, `"values":[[[0,0,0],`, `"values":[[`, "evidence.vectors.values"},
		{vectors, nil, `"returns":"BND"`, `"returns":"BDN"`, "evidence.sampling.seed"},
		{vectors, &Answers{Turned: one.Turned}, "", "", "evidence.vectors.values: has other vectors than the prediction beside it"},
		{one, nil, `"vectors":`, `"other":`, "evidence.vectors.values: is missing"},
		{one, nil, `"values":[[0,0,0],`, `"values":[[0,0,1e300],`, "evidence.vectors.values[0]: must have numbers of at most 1e100"},
		{labels, &Answers{Labels: &Labels{Predicted: []int64{1}, Votes: []int64{1}, Samples: 100}}, "", "", "evidence.labels: has other votes than the prediction beside it"},
	} {
		if _, err := takeAgain(c.e, c.given, c.old, c.other); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v, want %q", c.other, err, c.message)
		}
	}
}

func TestArraysOfNumbersAndLabelsAreRead(t *testing.T) {
	plain := Request{Clean: &someCloud, Dimension: 3, Sigma: 0.25, Asked: Classifier{Group: "none"}}
	number := NewSampler(planOf(t, `"returns": "number"`, `{"select": 1, "estimate": 100}`, answering), someCloud)
	labels := NewSampler(planOf(t, `"returns": "BNC", "classes": ["a", "b"]`, `{"select": 1, "estimate": 100}`, plain), someCloud)
	vectors := NewSampler(planOf(t, `"returns": "BDN", "clip": 1`, `{"select": 1, "estimate": 100}`, answering), someCloud)
	posed := NewSampler(planOf(t, `"returns": "BCN", "classes": ["a", "b"]`, `{"select": 1, "estimate": 100}`, answering), someCloud)
	for _, c := range []struct {
		sampler *Sampler
		whole   bool
		shape   []int
		fits    bool
	}{
		{number, false, []int{202}, true}, {number, false, []int{202, 1}, true}, {number, false, []int{101, 2, 1}, true}, {number, false, []int{101}, true},
		{number, false, []int{101, 2}, false}, {number, false, []int{100}, false}, {number, false, []int{}, false},
		{labels, true, []int{101, 6}, true}, {labels, false, []int{101, 6, 2}, true}, {labels, false, []int{101, 1, 6, 2}, true},
		{labels, false, []int{101, 2, 6}, false}, {labels, true, []int{101}, false}, {labels, false, []int{}, false},
		{vectors, false, []int{202, 3, 6}, true}, {vectors, true, []int{101, 2, 3, 6}, true}, {vectors, false, []int{202, 6, 3}, false},
		{posed, false, []int{202, 2, 6}, true}, {posed, true, []int{202, 6}, false},
	} {
		size := 1
		for _, n := range c.shape {
			size *= n
		}
		array := pointcloud.Array{Shape: c.shape, Values: make([]float64, size), Whole: c.whole}
		samples, err := c.sampler.Answered(array)
		if (err == nil) != c.fits {
			t.Errorf("%v: %v", c.shape, err)
		}
		if err != nil {
			continue
		}
		_, counts := c.sampler.Inputs(0, samples)
		coded, why, err := c.sampler.Answers(0, counts, array)
		if err != nil || len(why) != 101 || len(coded) != 101*c.sampler.Coded() {
			t.Errorf("%v: %d bytes, %d reasons, %v", c.shape, len(coded), len(why), err)
		}
	}
	wrong := pointcloud.Array{Shape: []int{101, 6}, Values: slices.Repeat([]float64{2}, 606), Whole: true}
	if _, _, err := labels.Answers(0, []byte{counted}, wrong); err == nil || !strings.Contains(err.Error(), "labels: sample 0 has the label 2; want 0 to 1") {
		t.Errorf("%v", err)
	}
}
