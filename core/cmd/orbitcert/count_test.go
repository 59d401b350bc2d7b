package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const planned = `{"clean":{"points":[[0,0],[2,0],[3,1],[0,1],[-1,0.5]]},"perturbed":{"points":[[0,0.1],[2,0],[3,1],[0,1],[-1,0.5]]},
"sigma":0.25,"group":"SE","samples":2000,"prediction":%s}`

const plan = `{"model":{"sha256":"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff","layout":"BND","classes":["short","long","never"]},
"classifier":{"group":"E"},"sampling":{"select":100,"estimate":400}}`

// npy is a NumPy file of one kind of numbers.
func npy(descr, shape string, numbers any) string {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", descr, shape)
	out := bytes.NewBufferString("\x93NUMPY\x01\x00")
	binary.Write(out, binary.LittleEndian, uint16(len(header)))
	out.WriteString(header)
	binary.Write(out, binary.LittleEndian, numbers)
	return out.String()
}

// answer is a model: the logits of every row, by how far its points reach in the first
// direction.
func answer(inputs pointcloud.Array) (logits []float32) {
	size := inputs.Shape[1] * inputs.Shape[2]
	for first := 0; first < len(inputs.Values); first += size {
		reach := 0.0
		for _, x := range inputs.Values[first : first+size] {
			reach = max(reach, math.Abs(x))
		}
		logits = append(logits, 2.05, float32(reach), -1)
	}
	return logits
}

// writer returns a function that writes files of a folder and returns their paths.
func writer(t *testing.T, dir string) func(name, text string) string {
	return func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
}

func TestDrawAndCount(t *testing.T) {
	write := writer(t, t.TempDir())
	request := write("request.json", fmt.Sprintf(planned, plan))
	code, drawn, errs := call("", "draw", request)
	inputs, err := pointcloud.ReadArray([]byte(drawn))
	if code != exitComputed || errs != "" || err != nil || fmt.Sprint(inputs.Shape) != "[2000 5 2]" {
		t.Fatalf("exit %d, %q, %v, shape %v", code, errs, err, inputs.Shape)
	}
	logits := answer(inputs)
	flat := write("logits.npy", npy("<f4", "(2000, 3)", logits))
	code, votes, errs := call("", "count", request, flat)
	if code != exitComputed || errs != "" {
		t.Fatalf("exit %d, %q", code, errs)
	}
	// The classes of the same logits, and the logits with the poses in an axis of their own.
	classes := make([]int8, 500)
	for i := range classes {
		if sums := [2]float32{4 * 2.05, logits[12*i+1] + logits[12*i+4] + logits[12*i+7] + logits[12*i+10]}; sums[1] > sums[0] {
			classes[i] = 1
		}
	}
	for name, text := range map[string]string{"classes.npy": npy("|i1", "(500,)", classes), "poses.npy": npy("<f4", "(500, 4, 3)", logits)} {
		if _, other, errs := call("", "count", request, write(name, text)); other != votes {
			t.Errorf("%s: %s%s\nwant %s", name, other, errs, votes)
		}
	}
	if formatOf(t, votes) != 1 {
		t.Errorf("no format in %s", votes)
	}
	// Those of earlier programs have no format.
	earlier := write("earlier.json", fmt.Sprintf(planned, `{"evidence":`+strings.Replace(votes, "\"format\": 1,", "", 1)+`}`))
	if code, _, errs := call("", "certify", earlier); code != exitComputed || strings.Contains(votes, `{"votes"`) {
		t.Errorf("exit %d, %q", code, errs)
	}
	// Certified, the votes stand.
	counted := write("counted.json", fmt.Sprintf(planned, `{"evidence":`+votes+`}`))
	code, certificate, errs := call("", "certify", counted)
	if code != exitComputed || errs != "" || !strings.Contains(certificate, `"certified": true`) {
		t.Fatalf("exit %d, %q, %s", code, errs, certificate)
	}
	if code, _, errs = call(certificate, "verify", "-"); code != exitComputed || !strings.Contains(errs, "the votes were not recounted") {
		t.Errorf("exit %d, %q", code, errs)
	}
	forged := strings.Replace(certificate, `"predicted":1`, `"predicted":0`, 1)
	if code, _, errs = call(forged, "verify", "-"); code != exitBadInput || !strings.Contains(errs, "evidence.votes") {
		t.Errorf("forged: exit %d, %q", code, errs)
	}
	checkScores(t, write, votes, classes)
	// Samples without a class are told with the reason.
	classes[499] = -1
	if _, _, errs := call("", "count", request, write("none.npy", npy("|i1", "(500,)", classes))); !strings.Contains(errs, "1 of 400 samples have no class: 1 given as none") {
		t.Errorf("one sample without a class: %q", errs)
	}
	// Enough for the first look only.
	if _, early, _ := call("", "count", request, write("early.npy", npy("|i1", "(210,)", classes[:210]))); !strings.Contains(early, `"look": 1`) {
		t.Errorf("210 samples: %s", early)
	}
}

// checkScores draws classes with the scores of the model, says so in documents and sentences, and refuses to take such votes for others.
func checkScores(t *testing.T, write func(name, text string) string, votes string, classes []int8) {
	t.Helper()
	request := write("request.json", fmt.Sprintf(planned, plan))
	_, drawn, errs := call("", "draw", "--scores", request)
	inputs, err := pointcloud.ReadArray([]byte(drawn))
	if err != nil {
		t.Fatal(err, errs)
	}
	answers := write("scores.npy", npy("<f4", "(2000, 3)", answer(inputs)))
	code, scores, errs := call("", "count", "--scores", request, answers)
	if code != exitComputed || !strings.Contains(scores, `"scores": true`) {
		t.Fatalf("exit %d, %s", code, errs)
	}
	asked := strings.Replace(planned, "{", `{"scores": true, `, 1)
	for _, c := range []struct{ document, votes, refused string }{
		{asked, scores, ""}, {planned, scores, "sampling.scores"}, {asked, votes, "sampling.scores"}, {planned, votes, ""},
		{planned, strings.Replace(scores, `"scores": true`, `"scores": false`, 1), "sampling.seed"},
	} {
		code, certificate, errs := call(fmt.Sprintf(c.document, `{"evidence":`+c.votes+`}`), "certify", "-")
		if (code == exitComputed) != (c.refused == "") || !strings.Contains(errs, c.refused) {
			t.Errorf("exit %d, %s, want %q", code, errs, c.refused)
		}
		if _, said, _ := call(certificate, "explain", "-"); c.refused == "" && strings.Contains(said, "with the scores of the model") != (c.votes == scores) {
			t.Error(said)
		}
	}
	named := write("named.json", strings.Replace(fmt.Sprintf(planned, plan), "{", `{"scores": false, `, 1))
	for _, args := range [][]string{{named, answers}, {request, write("whole.npy", npy("|i1", "(500,)", classes))}} {
		if code, _, errs := call("", append([]string{"count", "--scores"}, args...)...); code != exitBadInput || !strings.Contains(errs, "scores") {
			t.Errorf("%q: exit %d, %s", args, code, errs)
		}
	}
}

// A count of one stage stops at the first sample that certifies, or takes all samples if all are wanted or the
// radius is out of reach.
func TestCountStopsAtTheFirstSampleThatCertifies(t *testing.T) {
	write := writer(t, t.TempDir())
	anytime := strings.Replace(plan, `"select":100,`, "", 1)
	pair := fmt.Sprintf(planned, anytime)
	request, single := write("pair.json", pair), write("single.json", strings.Replace(pair, `"perturbed":{"points":[[0,0.1],[2,0],[3,1],[0,1],[-1,0.5]]},`, "", 1))
	answers := write("classes.npy", npy("|i1", "(300,)", make([]int8, 300)))
	for _, c := range []struct {
		args    []string
		samples int
		told    bool
	}{
		{[]string{request}, 23, true}, {[]string{"--all", request}, 300, false}, {[]string{single}, 300, false},
		{[]string{"--radius", "0", single}, 15, true}, {[]string{"--radius=0.25", single}, 61, true}, {[]string{"--radius", "9", single}, 300, false},
	} {
		code, votes, errs := call("", append(append([]string{"count"}, c.args...), answers)...)
		if code != exitComputed || !strings.Contains(votes, fmt.Sprintf(`"samples": %d`, c.samples)) || !strings.Contains(votes, `"rule": "anytime"`) {
			t.Errorf("%v: exit %d, %s, want %d samples", c.args, code, votes, c.samples)
		}
		if told := strings.Contains(errs, fmt.Sprintf("certified after %d of 300 samples", c.samples)); told != c.told {
			t.Errorf("%v: %q", c.args, errs)
		}
	}
	run := write("run.json", `{"sigma": 0.1, "group": "SE", "attack": {"family": "ball", "norms": [0, 0.1]}}`)
	if code, votes, errs := call("", "count", "--run", run, single, answers); code != exitComputed || !strings.Contains(votes, `"samples": 70`) ||
		!strings.Contains(errs, "decided after 70 of 300 samples") {
		t.Errorf("exit %d, %s, %q", code, votes, errs)
	}
	if code, _, errs := call("", "count", "--run", write("bad.json", `{"sigma": -1, "group": "SE", "withstand": {}}`), single, answers); code != exitBadInput || !strings.Contains(errs, "bad.json: sigma: must be") {
		t.Errorf("exit %d, %q", code, errs)
	}
	_, votes, _ := call("", "count", request, answers)
	_, certificate, errs := call(fmt.Sprintf(planned, `{"evidence":`+votes+`}`), "certify", "-")
	if !strings.Contains(certificate, `"certified": true`) {
		t.Errorf("%s%s", errs, certificate)
	}
	if code, text, errs := call(certificate, "explain", "-"); code != exitComputed || !strings.Contains(text, "after any sample") {
		t.Errorf("exit %d, %q, %s", code, errs, text)
	}
	if code, _, errs := call("", "count", "--radius", "-1", single, answers); code != exitBadInput || !strings.Contains(errs, "--radius must be") {
		t.Errorf("exit %d, %q", code, errs)
	}
}

func TestCountRefuses(t *testing.T) {
	dir := t.TempDir()
	request := filepath.Join(dir, "request.json")
	if err := os.WriteFile(request, []byte(fmt.Sprintf(planned, plan)), 0o600); err != nil {
		t.Fatal(err)
	}
	wrong := make([]int8, 500)
	wrong[417] = 3
	for want, text := range map[string]string{
		"sample 417 has the class 3":  npy("|i1", "(500,)", wrong),
		"has 199 samples":             npy("|i1", "(199,)", wrong[:199]),
		"is [500 2]; want":            npy("|i1", "(500, 2)", make([]int8, 1000)),
		"is [500 3]; want":            npy("|i1", "(500, 3)", make([]int8, 1500)),
		"is [2001 3]; want":           npy("<f4", "(2001, 3)", make([]float32, 6003)),
		"before an array of shape":    npy("|i1", "(600,)", wrong),
		"has 500 bytes, the file 501": npy("|i1", "(500,)", wrong) + "x",
		"is text; save its numbers":   "no array",
		"C order":                     strings.Replace(npy("|i1", "(250, 2)", wrong), "False", "True ", 1),
	} {
		code, out, errs := call(text, "count", request, "-")
		if code != exitBadInput || out != "" || !strings.Contains(errs, want) {
			t.Errorf("exit %d, %q, want a complaint that it %s", code, errs, want)
		}
	}
	code, _, errs := call("", "certify", request)
	if code != exitBadInput || !strings.Contains(errs, "count them first") {
		t.Errorf("certify: exit %d, %q", code, errs)
	}
	code, _, errs = call(strings.Replace(fmt.Sprintf(planned, plan), `"E"`, `"T"`, 1), "draw", "-")
	if code != exitBadInput || !strings.Contains(errs, "prediction.classifier.group") {
		t.Errorf("draw: exit %d, %q", code, errs)
	}
}

// With noise on transformations: drawn, counted, certified, verified, explained and inverted; and the votes are refused without it.
func TestDrawAndCountWithTransformations(t *testing.T) {
	write := writer(t, t.TempDir())
	const points = `[[1,0,-0.5],[0.2,0.4,0],[0,1,0.5],[-0.5,0,0.7]]`
	const bent = `[[0.99875,0.04998,-0.5],[0.2,0.4,0],[-0.04998,0.99875,0.5],[-0.498775,-0.03497,0.7]]` // twisted by −0.1 and 0.1, about
	asked := func(noise, prediction string) string {
		return fmt.Sprintf(`{"clean":{"points":%s},"perturbed":{"points":%s},"sigma":0.05,"group":"axis","axis":[0,0,1],%s"prediction":%s}`, points, bent, noise, prediction)
	}
	const noise = `"noise":{"twist":0.3},`
	plan := strings.Replace(plan, `"E"`, `"axis","axis":[0,0,1]`, 1)
	request := write("request.json", asked(noise, plan))
	code, drawn, errs := call("", "draw", request)
	if code != exitComputed || errs != "" {
		t.Fatalf("exit %d, %q", code, errs)
	}
	if _, plain, _ := call("", "draw", write("plain.json", asked("", plan))); plain == drawn {
		t.Error("the inputs are those without noise on transformations")
	}
	classes := write("classes.npy", npy("|i1", "(500,)", make([]int8, 500)))
	code, votes, errs := call("", "count", request, classes)
	if code != exitComputed || errs != "" || !strings.Contains(votes, `"twist": 0.3`) {
		t.Fatalf("exit %d, %q, %s", code, errs, votes)
	}
	counted := write("counted.json", asked(noise, `{"evidence":`+votes+`}`))
	code, certificate, errs := call("", "certify", counted)
	if code != exitComputed || errs != "" || !strings.Contains(certificate, `"certified_by": [
    "parameters"
  ]`) || strings.Contains(certificate, `"orbit"`) {
		t.Fatalf("exit %d, %q, %s", code, errs, certificate)
	}
	if code, _, errs = call(certificate, "verify", "-"); code != exitComputed || !strings.Contains(errs, "verified") {
		t.Errorf("exit %d, %q", code, errs)
	}
	if code, text, errs := call(certificate, "explain", "-"); code != exitComputed || !strings.Contains(text, "the transformation twist") || !strings.Contains(text, "standard deviations: twist 0.3 rad") {
		t.Errorf("exit %d, %q, %s", code, errs, text)
	}
	if code, text, errs := call("", "pmin", counted); code != exitComputed || !strings.Contains(text, `"parameters": 0.`) {
		t.Errorf("exit %d, %q, %s", code, errs, text)
	}
	for name, without := range map[string]string{
		"without noise": asked("", `{"evidence":`+votes+`}`), "with other noise": asked(`"noise":{"twist":0.4},`, `{"evidence":`+votes+`}`),
		"with more noise": asked(`"noise":{"twist":0.3,"shear":0.1},`, `{"evidence":`+votes+`}`),
	} {
		if code, out, errs := call(without, "certify", "-"); code != exitBadInput || !strings.Contains(errs, "sampling.parameters") {
			t.Errorf("%s: exit %d, %q, %s", name, code, errs, out)
		}
	}
	if code, out, errs := call("", "withstand", counted); code != exitComputed || !strings.Contains(out, `"by": "parameters"`) {
		t.Errorf("withstand: exit %d, %q, %s", code, errs, out)
	}
}
