package certificate

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// counted is a request with this prediction; its cloud has five points.
func countedRequest(prediction string) []byte {
	return []byte(`{"clean": {"points": [[0, 0], [1, 0], [2, 1], [0, 3], [1, 1]]}, "perturbed": {"points": [[0, 0], [1, 0.1], [2, 1], [0, 3], [1, 1]]},
		"sigma": 0.25, "group": "SE", "samples": 0, "prediction": ` + prediction + `}`)
}

const somePlan = `{"model": {"sha256": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", "name": "m.onnx", "layout": "BND", "classes": ["a", "b"]},
	"classifier": {"group": "E"}, "sampling": {"select": 100, "estimate": 1000}}`

// evidence counts 500 samples of that plan: 440 for b, 40 for a, 20 for none.
func evidence(t *testing.T) string {
	t.Helper()
	_, plan, err := ParsePlan(countedRequest(somePlan), nil)
	if err != nil {
		t.Fatal(err)
	}
	return evidenceOf(t, plan)
}

func evidenceOf(t *testing.T, plan *smoothing.Plan) string {
	t.Helper()
	var classes []byte
	for i := range plan.Sampling.Select + 600 {
		classes = append(classes, 1)
		switch i % 25 {
		case 3, 9:
			classes[i] = 0
		case 7:
			classes[i] = 255
		}
	}
	e, err := smoothing.NewEvidence(plan, classes, 0, smoothing.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEvidenceOfVotes(t *testing.T) {
	e := evidence(t)
	r, err := ParseRequest(countedRequest(`{"evidence": `+e+`, "runner_up": {}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Prediction; p.Votes != 440 || p.Samples != 500 || p.Looks != 4 || p.RunnerUp.Votes != 60 {
		t.Errorf("votes %d of %d, %d looks, runner-up %d", p.Votes, p.Samples, p.Looks, p.RunnerUp.Votes)
	}
	c := mustCertify(t, r)
	level := c.Probability.Level / 4 / 2
	if lower, upper := bound.Lower(440, 500, level), bound.Upper(60, 500, level); c.Probability.Lower != lower || *c.Probability.UpperRunnerUp > upper || *c.Probability.UpperRunnerUp < 60./500 {
		t.Errorf("bounds %v and %v, want %v and %v", c.Probability.Lower, *c.Probability.UpperRunnerUp, lower, upper)
	}
	whole, err := Document(r, c)
	if err != nil {
		t.Fatal(err)
	}
	if lines, err := contradicted(whole); err != nil || len(lines) > 0 {
		t.Errorf("%v %v", lines, err)
	}
	// A second count finds the samples that differ.
	if differ, err := r.Prediction.Differ(100, []byte{1, 1, 1, 1, 1}); err != nil || len(differ) != 1 || differ[0] != 103 {
		t.Errorf("samples %v differ, %v", differ, err)
	}
}

// anytimePlan is the same plan for votes that may be looked at after any sample.
var anytimePlan = strings.Replace(somePlan, `"select": 100, `, "", 1)

// Votes of a count that may stop after any sample are bounded by that rule, with and without a runner-up, as they
// are given by hand and as they are shared.
func TestAnytimeEvidenceOfVotes(t *testing.T) {
	_, plan, err := ParsePlan(countedRequest(anytimePlan), nil)
	if err != nil {
		t.Fatal(err)
	}
	e, rule := evidenceOf(t, plan), anytime.Rule{Classes: 2, Planned: 1000}
	const byHand = `{"votes": 528, "samples": 600, "anytime": {"classes": 2, "planned": 1000}`
	for _, prediction := range []string{`{"evidence": ` + e, byHand} {
		r := mustParse(t, string(countedRequest(prediction+`}`)))
		c := mustCertify(t, r)
		if p := r.Prediction; p.Votes != 528 || p.Samples != 600 || p.Looks != 0 || *p.Anytime != rule {
			t.Errorf("prediction %+v", p)
		}
		if want := rule.Lower(528, 600, c.Probability.Level); c.Probability.Lower != want {
			t.Errorf("bound %v, want %v", c.Probability.Lower, want)
		}
		text, err := Document(r, c)
		if err != nil || !strings.Contains(string(text), `"planned":1000`) {
			t.Errorf("%v, %s", err, text)
		}
		if lines, err := contradicted(text); err != nil || len(lines) > 0 {
			t.Errorf("%v %v", lines, err)
		}
		short, err := r.Gram()
		if err != nil {
			t.Fatal(err)
		}
		shared, _ := json.Marshal(short)
		if again := mustCertify(t, mustParse(t, string(shared))); again.Probability.Lower != c.Probability.Lower {
			t.Errorf("shared: %v becomes %v", c.Probability.Lower, again.Probability.Lower)
		}
		c = mustCertify(t, mustParse(t, string(countedRequest(prediction+`, "runner_up": {"votes": 72}}`))))
		if lower, upper := rule.Lower(528, 600, c.Probability.Level/2), rule.Upper(72, 600, c.Probability.Level/2); c.Probability.Lower != lower || *c.Probability.UpperRunnerUp > upper {
			t.Errorf("with a runner-up %v and %v, want %v and %v", c.Probability.Lower, *c.Probability.UpperRunnerUp, lower, upper)
		}
	}
	for _, c := range []struct{ prediction, field string }{
		{byHand + `, "looks": 4}`, "prediction.looks"},
		{`{"votes": 5, "samples": 6, "anytime": {"classes": 2}}`, "prediction.anytime.planned"},
		{`{"votes": 5, "samples": 6, "anytime": {"planned": 6}}`, "prediction.anytime.classes"},
		{`{"votes": 5, "samples": 6, "anytime": {"classes": 2, "planned": 5}}`, "prediction.anytime.planned"},
		{`{"votes": 5, "samples": 6, "anytime": {"classes": 1, "planned": 9}}`, "prediction.anytime.classes"},
		{`{"votes": 5, "samples": 6, "anytime": {"classes": 2, "planned": 9, "rule": 1}}`, "prediction.anytime.rule"},
		{`{"probability": 0.9, "anytime": {"classes": 2, "planned": 9}}`, "prediction.anytime"},
		{`{"evidence": ` + e + `, "looks": 1}`, "prediction.looks"},
		{`{"evidence": ` + e + `, "anytime": {"classes": 3, "planned": 1000}}`, "prediction.anytime"},
		{`{"evidence": ` + evidence(t) + `, "anytime": {"classes": 2, "planned": 1000}}`, "prediction.looks"},
	} {
		_, err := ParseRequest(countedRequest(c.prediction), nil)
		if field, ok := errors.AsType[*document.FieldError](err); !ok || field.Field != c.field {
			t.Errorf("%.80s: %v, want a complaint about %s", c.prediction, err, c.field)
		}
	}
}

// A count stops at the first sample whose votes certify, and the certificate of these votes says so too.
func TestStopIsWhereTheCertificateHolds(t *testing.T) {
	for _, asked := range []string{`"group": "SE"`, `"group": "T"`, `"group": "none"`} {
		with := func(prediction string) []byte {
			return []byte(strings.Replace(string(countedRequest(prediction)), `"group": "SE"`, asked, 1))
		}
		r, plan, err := ParsePlan(with(anytimePlan), nil)
		if err != nil {
			t.Fatal(err)
		}
		stop := r.StopFor(plan, -1)
		classes := slices.Repeat([]byte{1, 1, 1, 1, 1, 0, 1, 1, 1, 1}, 100)
		first, found := plan.First(classes, 0, stop.Proves)
		if first < 10 || first > 200 || !found {
			t.Errorf("%s: stops at %d", asked, first)
		}
		for n, want := range map[int]bool{first: true, first - 1: false} {
			e, err := smoothing.NewEvidence(plan, classes[:n], 0, smoothing.Machine{})
			if err != nil {
				t.Fatal(err)
			}
			text, _ := json.Marshal(e)
			if c := mustCertify(t, mustParse(t, string(with(`{"evidence": `+string(text)+`}`)))); c.Certified != want {
				t.Errorf("%s: after %d samples certified is %v", asked, n, c.Certified)
			}
		}
	}
}

// Without a perturbation the claim is a radius, or nothing.
func TestStopForARadius(t *testing.T) {
	text := strings.Replace(string(countedRequest(anytimePlan)), `"perturbed": {"points": [[0, 0], [1, 0.1], [2, 1], [0, 3], [1, 1]]},`, "", 1)
	r, plan, err := ParsePlan([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	for radius, least := range map[float64]float64{-1: 1, 0: 0.5, 0.25: 0.841344746068543, 1e9: 1} {
		stop := r.StopFor(plan, radius)
		if stop.Needed < least || stop.Needed > least+1e-9 {
			t.Errorf("radius %v needs %v, want %v", radius, stop.Needed, least)
		}
		if stop.Needed == 1 && stop.Proves(1000, 1000) {
			t.Errorf("radius %v: nothing is claimed, and votes prove it", radius)
		}
	}
}

// The shared form has the counts and digests, not the classes of the single samples; its
// bounds and its draws are the same.
func TestSharedEvidence(t *testing.T) {
	r, err := ParseRequest(countedRequest(`{"evidence": `+evidence(t)+`}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	text := mustShare(t, r)
	if strings.Contains(string(text), "sampled") || !strings.Contains(string(text), "00112233") {
		t.Errorf("shared: %s", text)
	}
	again, err := ParseRequest(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := mustCertify(t, r).Probability.Lower, mustCertify(t, again).Probability.Lower; a != b {
		t.Errorf("shared: %v becomes %v", a, b)
	}
	if _, err := again.Prediction.Differ(0, nil); err == nil {
		t.Error("single votes are held against counts")
	}
}

func TestEvidenceThatDoesNotFit(t *testing.T) {
	e := evidence(t)
	for _, c := range []struct{ prediction, field string }{
		{`{"evidence": ` + e + `, "votes": 441}`, "prediction.votes"},
		{`{"evidence": ` + e + `, "samples": 1000}`, "prediction.samples"},
		{`{"evidence": ` + e + `, "looks": 1}`, "prediction.looks"},
		{`{"evidence": ` + e + `, "runner_up": {"votes": 40}}`, "prediction.runner_up.votes"},
		{`{"evidence": ` + e + `, "probability": 0.9}`, "prediction.probability"},
		{`{"evidence": 7}`, "prediction.evidence"},
		{`{"votes": 440, "samples": 500, "looks": 0}`, "prediction.looks"},
		{somePlan, "prediction"},
	} {
		_, err := ParseRequest(countedRequest(c.prediction), nil)
		if field, ok := errors.AsType[*document.FieldError](err); !ok || field.Field != c.field {
			t.Errorf("%.80s: %v, want a complaint about %s", c.prediction, err, c.field)
		}
	}
	other := strings.Replace(string(countedRequest(`{"evidence": `+e+`}`)), "[2, 1]", "[2, 1.5]", 1)
	if _, err := ParseRequest([]byte(other), nil); err == nil || !strings.Contains(err.Error(), "prediction.evidence.sampling.cloud") {
		t.Errorf("another cloud: %v", err)
	}
	wider := strings.Replace(string(countedRequest(`{"evidence": `+e+`}`)), `"sigma": 0.25`, `"sigma": 0.3`, 1)
	if _, err := ParseRequest([]byte(wider), nil); err == nil || !strings.Contains(err.Error(), "prediction.evidence.") {
		t.Errorf("another σ: %v", err)
	}
}

func TestPlansThatCannotBeCounted(t *testing.T) {
	for prediction, field := range map[string]string{
		`{"model": 7}`: "prediction.model",
		`{"votes": 3}`: "prediction.model.sha256",
		strings.Replace(somePlan, `{`, `{"votes": 3, `, 1): "prediction.votes",
	} {
		_, _, err := ParsePlan(countedRequest(prediction), nil)
		if at, ok := errors.AsType[*document.FieldError](err); !ok || at.Field != field {
			t.Errorf("%.80s: %v, want a complaint about %s", prediction, err, field)
		}
	}
	gram := `{"gram": {"dimension": 2, "matrix": [[1,0,1,0],[0,1,0,1],[1,0,1,0],[0,1,0,1]]}, "sigma": 1, "group": "SO", "prediction": ` + somePlan + `}`
	if _, _, err := ParsePlan([]byte(gram), nil); err == nil || !strings.Contains(err.Error(), "no clean cloud") {
		t.Errorf("without a cloud: %v", err)
	}
}

// countedWith returns requests with the votes of a count by this plan, alone and as it is shared.
func countedWith(t *testing.T, prediction string) [2]*Request {
	t.Helper()
	_, plan, err := ParsePlan(countedRequest(prediction), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := mustParse(t, string(countedRequest(`{"evidence": `+evidenceOf(t, plan)+`}`)))
	short, err := r.Gram()
	if err != nil {
		t.Fatal(err)
	}
	return [2]*Request{r, short}
}

// A certificate whose invariance nobody proved says so, alone and as it is shared.
func TestDeclaredInvarianceIsNoted(t *testing.T) {
	for how, want := range map[string]int{"made": 0, "declared": 1} {
		for _, request := range countedWith(t, strings.Replace(somePlan, `"group": "E"`, `"group": "E", "how": "`+how+`"`, 1)) {
			if c := mustCertify(t, request); len(c.Notes) != want || want == 1 && !strings.Contains(c.Notes[0], "declared and was not tried") {
				t.Errorf("%s: notes %q", how, c.Notes)
			}
		}
	}
}

// Every certificate, shared ones too, and verify say that the counter chose the seed of its votes.
func TestFreshVotesAreTold(t *testing.T) {
	fresh := strings.Replace(somePlan, `"sampling": {`, `"sampling": {"fresh": true, "seed": "`+strings.Repeat("5e", 32)+`", `, 1)
	for plan, want := range map[string]bool{somePlan: false, fresh: true} {
		for _, request := range countedWith(t, plan) {
			c := mustCertify(t, request)
			text, err := Document(request, c)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(c.Notes, Freshness) != want || CountedFresh(text) != want {
				t.Errorf("fresh %v: %s", want, text)
			}
			if lines, err := contradicted(text); len(lines) > 0 || err != nil {
				t.Errorf("fresh %v: %v, %v", want, lines, err)
			}
		}
	}
}

// Votes of a classifier that is invariant about an axis are shared, though the products are those of the plane across it.
func TestVotesAboutAnAxisAreShared(t *testing.T) {
	about := func(prediction string) []byte {
		return []byte(`{"clean": {"points": [[0, 0, 0], [1, 0, 0], [2, 1, 1], [0, 3, 2]]}, "perturbed": {"points": [[0, 0, 0], [1, 0.1, 0], [2, 1, 1], [0, 3, 2]]},
			"sigma": 0.25, "group": "axis", "axis": [0, 0, 1], "samples": 0, "prediction": ` + prediction + `}`)
	}
	_, plan, err := ParsePlan(about(strings.Replace(somePlan, `"group": "E"`, `"group": "axis", "axis": [0, 0, 1]`, 1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := mustParse(t, string(about(`{"evidence": `+evidenceOf(t, plan)+`}`)))
	short, err := r.Gram()
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(short)
	if shared := mustParse(t, string(text)); shared.Prediction.Votes != r.Prediction.Votes {
		t.Errorf("%d votes are shared of %d", shared.Prediction.Votes, r.Prediction.Votes)
	}
}
