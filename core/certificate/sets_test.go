package certificate

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// calibration has 19 clouds with 480 to 498 votes of 500 for their true classes.
func calibration(t *testing.T, coverage, radius float64, change func(*Calibration)) string {
	t.Helper()
	c := &Calibration{Coverage: coverage, Radius: radius, Eta: 0.0005, Settings: SmoothedAs{Sigma: 0.25, Group: "SE"}}
	for i := range int64(19) {
		c.Results = append(c.Results, TrueVotes{Cloud: strings.Repeat("0", 62) + string(rune('a'+i%6)) + string(rune('a'+i/6)), Votes: 480 + i, Samples: 500})
	}
	if change != nil {
		change(c)
	}
	if err := c.Calibrate(); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func withSets(t *testing.T, sets string) []byte {
	return []byte(strings.TrimSuffix(string(countedRequest(`{"evidence": `+evidence(t)+`}`)), "}") + `, "sets": ` + sets + `}`)
}

// TestSetsOfCertificate has 440 votes for b, 40 for a, 20 for none, of four looks: a may have 60 of 500. The set grows with the radius.
func TestSetsOfCertificate(t *testing.T) {
	upper := []float64{bound.Upper(60, 500, 0.0005/4), bound.Upper(460, 500, 0.0005/4)}
	sizes := []int{}
	for _, radius := range []float64{0, 0.1, 0.25, 0.5, 0.75, 1} {
		r, err := ParseRequest(withSets(t, calibration(t, 0.9, radius, nil)), nil)
		if err != nil {
			t.Fatal(err)
		}
		c := mustCertify(t, r)
		threshold := bound.Gaussian(bound.Lower(480, 500, 0.0005), radius/0.25)
		if s := c.Sets; s.Coverage != 0.9 || s.Radius != radius || r.Sets.Rank != 1 || !(*s.Threshold <= threshold && *s.Threshold > threshold-1e-12) {
			t.Errorf("%+v, threshold %v, want %v", s, *s.Threshold, threshold)
		}
		for i, class := range []string{"a", "b"} {
			if slices.Contains(c.Sets.Classes, class) != (upper[i] >= *c.Sets.Threshold) {
				t.Errorf("radius %v: %v, with %v", radius, c.Sets.Classes, upper)
			}
		}
		sizes = append(sizes, len(c.Sets.Classes))
		verifySets(t, r, c)
	}
	if !slices.IsSorted(sizes) || sizes[0] != 1 || sizes[5] != 2 {
		t.Errorf("sizes %v", sizes)
	}
}

// verifySets recomputes a document, and refuses one in which the set is another.
func verifySets(t *testing.T, r *Request, c *Certificate) {
	t.Helper()
	text, err := Document(r, c)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := Verify(text, nil); err != nil || len(v.Failed) > 0 {
		t.Fatal(v, err)
	}
	forged := strings.Replace(string(text), `"coverage": 0.9`, `"coverage": 0.95`, 1)
	if v, err := Verify([]byte(forged), nil); err != nil || len(v.Failed) != 1 || !strings.HasPrefix(v.Failed[0], "sets.coverage") {
		t.Error(v, err)
	}
}

// TestSetsChangeNoOther: every other number and the seed of draws are those without sets.
func TestSetsChangeNoOther(t *testing.T) {
	with, err := ParseRequest(withSets(t, calibration(t, 0.9, 0.1, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	without, err := ParseRequest(countedRequest(`{"evidence": `+evidence(t)+`}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := mustCertify(t, with)
	c.Sets, c.Notes = nil, mustCertify(t, without).Notes
	own, _ := json.Marshal(c)
	if other, _ := json.Marshal(mustCertify(t, without)); string(own) != string(other) {
		t.Errorf("%s, without sets %s", own, other)
	}
	a, err := with.seed("seed", with.Reduced())
	b, bad := without.seed("seed", without.Reduced())
	if err != nil || bad != nil || a != b {
		t.Error(a, b, err, bad)
	}
}

// TestSharedSetsKeepPreparation: the request in gram form is of clouds prepared like those of the calibration.
func TestSharedSetsKeepPreparation(t *testing.T) {
	sets := calibration(t, 0.9, 0.1, func(c *Calibration) { c.Settings.Preparation.Normalise = "centre" })
	r, err := ParseRequest([]byte(strings.Replace(string(withSets(t, sets)), "{", `{"prepared": {"normalise": "centre"}, `, 1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	short, err := r.Gram()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(short)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseRequest(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if own, other := mustCertify(t, r).Sets, mustCertify(t, again).Sets; !slices.Equal(own.Classes, other.Classes) || *own.Threshold != *other.Threshold {
		t.Errorf("%+v, shared %+v", own, other)
	}
}

// TestFewCloudsGiveEveryClass says how many clouds are needed.
func TestFewCloudsGiveEveryClass(t *testing.T) {
	r, err := ParseRequest(withSets(t, calibration(t, 0.99, 0, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := mustCertify(t, r)
	if s := c.Sets; len(s.Classes) != 2 || s.Threshold != nil || !strings.Contains(strings.Join(c.Notes, "\n"), "19 clouds, and a coverage of 0.99 needs 111") {
		t.Errorf("%+v, %q", s, c.Notes)
	}
}

func TestSetsRefuse(t *testing.T) {
	plain := calibration(t, 0.9, 0.1, nil)
	tested := func(c *Calibration) {
		r, err := ParseRequest(countedRequest(`{"evidence": `+evidence(t)+`}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Results[3].Cloud = smoothing.CloudDigest(*r.Clean)
	}
	for _, c := range []struct{ sets, field string }{
		{calibration(t, 0.9, 0.1, func(c *Calibration) { c.Settings.Sigma = 0.2 }), "sets.settings.sigma"},
		{calibration(t, 0.9, 0.1, func(c *Calibration) { c.Settings.Group = "E" }), "sets.settings.group"},
		{calibration(t, 0.9, 0.1, func(c *Calibration) { c.Settings.Permutation = true }), "sets.settings.permutation"},
		{calibration(t, 0.9, 0.1, func(c *Calibration) { c.Settings.Subsample = 4 }), "sets.settings.subsample"},
		{calibration(t, 0.9, 0.1, func(c *Calibration) { c.Settings.Preparation.Normalise = "rms" }), "sets.settings.preparation"},
		{calibration(t, 0.9, 0.1, func(c *Calibration) { c.Settings.Classifier = strings.Repeat("0", 64) }), "sets.settings.classifier"},
		{calibration(t, 0.9, 0.1, tested), "sets.results"},
		{strings.Replace(plain, `"votes":480`, `"votes":490`, 1), "sets.q"},
		{strings.Replace(plain, `"coverage":0.9`, `"coverage":0.8`, 1), "sets.q"},
		{strings.Replace(plain, `"rank":1`, `"rank":2`, 1), "sets.rank"},
		{strings.Replace(plain, `"threshold":0.`, `"threshold":0.9`, 1), "sets.threshold"},
		{strings.Replace(plain, `"samples":500`, `"samples":600`, 1), "sets"},
		{strings.Replace(plain, `"votes":480`, `"votes":501`, 1), "sets.results[0].votes"},
		{strings.Replace(plain, `"radius":0.1`, `"radius":-0.1`, 1), "sets.radius"},
		{strings.Replace(plain, `"eta":0.0005`, `"eta":0.5`, 1), "sets.eta"},
		{strings.Replace(plain, `"rank"`, `"more":1,"rank"`, 1), "sets.more"},
		{strings.Replace(plain, `"rank":1,`, ``, 1), "sets.rank"},
		{`{"coverage": 0.9}`, "sets.radius"}, {`[]`, "sets"},
	} {
		_, err := ParseRequest(withSets(t, c.sets), nil)
		if err == nil || !strings.Contains(err.Error(), c.field+": ") {
			t.Errorf("%.300s: %v, want %s", c.sets, err, c.field)
		}
	}
	byHand := strings.TrimSuffix(string(countedRequest(`{"votes": 440, "samples": 500}`)), "}") + `, "sets": ` + plain + `}`
	if _, err := ParseRequest([]byte(byHand), nil); err == nil || !strings.HasPrefix(err.Error(), "sets: needs the votes of every class") {
		t.Error(err)
	}
}
