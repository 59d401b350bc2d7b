package certificate

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/smoothing"
	"github.com/orbitcert/orbitcert/core/special"
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
	r := mustParse(t, strings.Replace(string(withSets(t, sets)), "{", `{"prepared": {"normalise": "centre"}, `, 1))
	again := mustParse(t, string(mustShare(t, r)))
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

// TestIntervalsCover calibrates on 50 clouds, and moves a fresh one by one standard deviation to where the output, which is linear in the noise, errs
// most: in the direction in which it errs already. No output moves its median farther.
func TestIntervalsCover(t *testing.T) {
	slow.Skip(t)
	const runs, clouds, samples, coverage = 2000, 50, 100, 0.9
	draws, held := rand.New(rand.NewPCG(19, 52)), 0
	outputs := func(far float64) (all []float64) { // about the true number 0
		bias, scale := draws.NormFloat64(), math.Exp(0.3*draws.NormFloat64())
		for range samples {
			all = append(all, bias+math.Copysign(scale*far, bias)+scale*draws.NormFloat64())
		}
		return all
	}
	votes := (&Calibration{Radius: 1, Eta: 0.0005, Settings: SmoothedAs{Sigma: 1}}).Nearer(samples)
	for range runs {
		c := &Calibration{Returns: ReturnsNumber, Coverage: coverage, Radius: 1, Eta: 0.0005, Settings: SmoothedAs{Sigma: 1}}
		for range clouds {
			c.Results = append(c.Results, TrueVotes{Votes: votes, Samples: samples, Error: &Distances(outputs(0), 0)[votes-1]})
		}
		if err := c.Calibrate(); err != nil {
			t.Fatal(err)
		}
		if in := c.Interval(outputs(1)); *in.Lower <= 0 && 0 <= *in.Upper {
			held++
		}
	}
	covers(t, held, runs, coverage)
}

// covers refuses a share more than three standard errors below the coverage.
func covers(t *testing.T, held, runs int, coverage float64) {
	t.Helper()
	if least := coverage*float64(runs) - 3*math.Sqrt(coverage*(1-coverage)*float64(runs)); float64(held) < least || held == runs {
		t.Errorf("%d of %d sets hold the truth, want %v at least", held, runs, least)
	}
}

// TestPointSetsCover calibrates on a point of each of 50 clouds, whose probabilities depend on each other, and moves a point of a fresh cloud straight
// towards a half-space of another label.
func TestPointSetsCover(t *testing.T) {
	slow.Skip(t)
	const runs, clouds, samples, coverage = 2000, 50, 100, 0.9
	draws, held := rand.New(rand.NewPCG(19, 53)), 0
	votes := func(far float64) (n int64) { // of 100, for the true label of a point
		z := 0.4 + 0.8*draws.NormFloat64() + 0.5*draws.NormFloat64() - far
		for range samples {
			if draws.NormFloat64() < z {
				n++
			}
		}
		return n
	}
	for range runs {
		c := &Calibration{Returns: ReturnsLabels, Coverage: coverage, Radius: 0.5, Eta: 0.0005, Settings: SmoothedAs{Sigma: 1}}
		for range clouds {
			c.Results = append(c.Results, TrueVotes{Votes: votes(0), Samples: samples})
		}
		if err := c.Calibrate(); err != nil {
			t.Fatal(err)
		}
		own := votes(0.5)
		if predicted := max(own, samples-own); own == predicted || !c.Only([]int64{predicted}, samples)[0] {
			held++
		}
	}
	covers(t, held, runs, coverage)
}

// TestSetsFromScoresCover calibrates on 19 clouds whose samples draw their classes, and moves a fresh one by half a standard deviation to where the score
// of its true class, a steep slope across a half-space, falls most.
func TestSetsFromScoresCover(t *testing.T) {
	const runs, clouds, samples, coverage = 300, 19, 400, 0.7
	draws, held, sizes := rand.New(rand.NewPCG(19, 55)), 0, 0
	plan := smoothing.Plan{Classifier: smoothing.Classifier{Poses: 1}, Model: smoothing.Model{Classes: []string{"true", "second", "third"}}}
	plan.Sampling.Scores = true
	votes := func(far float64) []int64 {
		z, counts, logits := 1+1.5*draws.NormFloat64()-far, slices.Repeat([]byte{1}, samples), []byte(nil)
		for range samples {
			for _, logit := range []float64{8 * (z + draws.NormFloat64()), 0, -3} {
				logits = binary.LittleEndian.AppendUint32(logits, math.Float32bits(float32(logit)))
			}
		}
		plan.Sampling.Seed = fmt.Sprint(draws.Uint64())
		coded, _, err := plan.Classes(0, counts, smoothing.Logits{Kind: smoothing.Float32, Width: 3, Data: logits})
		if err != nil {
			t.Fatal(err)
		}
		all, _ := plan.Count(coded, 0, samples)
		return all
	}
	for range runs {
		c := &Calibration{Coverage: coverage, Radius: 0.5, Eta: 0.0005, Settings: SmoothedAs{Sigma: 1, Scores: true}}
		for range clouds {
			c.Results = append(c.Results, TrueVotes{Votes: votes(0)[0], Samples: samples})
		}
		if err := c.Calibrate(); err != nil {
			t.Fatal(err)
		}
		set := c.Set(votes(0.5), 0, Prediction{Samples: samples})
		sizes += len(set)
		if slices.Contains(set, 0) {
			held++
		}
	}
	if covers(t, held, runs, coverage); sizes == 3*runs {
		t.Error("every set has every class")
	}
}

// TestSetsCoverEachClass moves fresh clouds of a rare class, which is predicted worse, straight towards a half-space. Sets for all clouds
// lose too many of them, sets for each class do not.
func TestSetsCoverEachClass(t *testing.T) {
	slow.Skip(t)
	const runs, samples, coverage = 300, 1000, 0.9
	draws := rand.New(rand.NewPCG(19, 54))
	votes := func(class int64, far float64) (n int64) {
		p := special.NormalCDF(2 - 1.5*float64(class) + 0.5*draws.NormFloat64() - far)
		for range samples {
			if draws.Float64() < p {
				n++
			}
		}
		return n
	}
	held := map[bool]int{}
	for range runs {
		var results []TrueVotes
		for i := range int64(100) {
			class := (i % 10) / 9
			results = append(results, TrueVotes{Cloud: strings.Repeat("0", 61) + fmt.Sprint(i+100), Label: &class, Votes: votes(class, 0), Samples: samples})
		}
		own := votes(1, 0.5)
		for _, each := range []bool{false, true} {
			c := &Calibration{Coverage: coverage, Radius: 0.5, Eta: 0.0005, PerClass: each, Settings: SmoothedAs{Sigma: 1}}
			for _, of := range results {
				if !each {
					of.Label = nil
				}
				c.Results = append(c.Results, of)
			}
			if err := c.Calibrate(); err != nil {
				t.Fatal(err)
			}
			if set := c.Set([]int64{samples - own, own}, 0, Prediction{Samples: samples}); slices.Contains(set, 1) {
				held[each]++
			}
		}
	}
	covers(t, held[true], runs, coverage)
	if held[false] >= coverage*runs {
		t.Errorf("in all, %d of %d sets hold the rare class: the clouds do not tell the two apart", held[false], runs)
	}
}

// perClass has two classes of 19 clouds each and a cloud that failed. One class has fewer votes.
func perClass(c *Calibration) {
	c.PerClass = true
	for i, of := range slices.Clone(c.Results) {
		c.Results[i].Label, of.Label = new(int64(7)), new(int64(-2))
		of.Cloud, of.Votes = strings.Replace(of.Cloud, "0", "1", 1), of.Votes-50
		c.Results = append(c.Results, of)
	}
	c.Results = append(c.Results, TrueVotes{Samples: 500})
}

// TestSetsOfEachClass takes the smallest threshold, also where another class follows, and every class where one has too few clouds.
func TestSetsOfEachClass(t *testing.T) {
	text := calibration(t, 0.8, 0, perClass)
	r := mustParse(t, string(withSets(t, text)))
	// ⌊(0.2 − 0.001)(20 + 1)⌋ is 4: after the cloud that failed, the third of 430, 431, 432 votes.
	if c, want := r.Sets, bound.Lower(432, 500, 0.0005); c.Rank != 4 || *c.Quantile != want || c.Clouds != 39 || !mustCertify(t, r).Sets.PerClass {
		t.Errorf("%+v, quantile %v, want %v", c, *c.Quantile, want)
	}
	few := mustParse(t, string(withSets(t, calibration(t, 0.8, 0, func(c *Calibration) {
		perClass(c)
		c.Results[3].Label = new(int64(8))
	}))))
	const note = "sets: a class of the calibration has too few clouds: a coverage of 0.8 needs 5: every class is in the set"
	if c := mustCertify(t, few); len(c.Sets.Classes) != 2 || !slices.Contains(c.Notes, note) {
		t.Errorf("%+v, %q", c.Sets, c.Notes)
	}
	for _, forged := range []string{strings.Replace(text, `"label":7,`, ``, 1), strings.Replace(text, `"per_class":true,`, ``, 1), strings.Replace(text, `"label":-2`, `"label":7`, 9)} {
		if _, err := ParseRequest(withSets(t, forged), nil); err == nil || !strings.HasPrefix(err.Error(), "sets.") {
			t.Error(err)
		}
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
		{strings.Replace(plain, strings.Repeat("0", 62)+"ba", strings.Repeat("0", 62)+"aa", 1), "sets: results[1].cloud"},
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
	labels := calibration(t, 0.9, 0.1, func(c *Calibration) { c.Returns = ReturnsLabels })
	for cloud, refused := range map[string]bool{strings.Repeat("0", 62) + "aa": true, strings.Repeat("0", 62) + "11": false} {
		shared := `{"gram": {"dimension": 2, "cloud": {"points": 2, "sha256": "` + cloud + `"}}, "sigma": 0.25, "group": "SE",
			"prediction": {"labels": {"predicted": [0, 0], "votes": [90, 90], "samples": 100}}, "sets": ` + labels + `}`
		if _, err := ParseRequest([]byte(shared), nil); (err != nil) != refused || refused && !strings.HasPrefix(err.Error(), "sets.results: has the cloud") {
			t.Errorf("%s: %v", cloud, err)
		}
	}
}
