package smoothing

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// scoring is a plan of three classes whose samples draw them, and drawnBy the classes of samples that all have these logits.
func scoring(t *testing.T, sampling string) *Plan {
	t.Helper()
	r := asked()
	r.Scores = true
	p, err := takePlan(r, someModel, `{}`, sampling)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func drawnBy(t *testing.T, p *Plan, samples int, rows ...float64) []byte {
	t.Helper()
	coded, _, err := p.Classes(0, slices.Repeat([]byte{counted}, samples), Logits{Float32, 3, floats(slices.Repeat(rows, samples)...)})
	if err != nil {
		t.Fatal(err)
	}
	return coded
}

// Two poses with mean logits ln 1, ln 3 and ln 4 draw classes with probabilities ⅛, ⅜ and ½, in whichever order they come.
func TestScoresAreProbabilities(t *testing.T) {
	const samples = 20_000
	p, ln := scoring(t, `{}`), func(x float64) float64 { return math.Log(x) }
	one, other := []float64{5, 5 + ln(3), 5}, []float64{-5, -5 + ln(3), -5 + 2*ln(4)}
	coded := drawnBy(t, p, samples, slices.Concat(one, other)...)
	for c, want := range []float64{0.125, 0.375, 0.5} {
		n := 0
		for _, class := range coded {
			if int(class) == c {
				n++
			}
		}
		if got := float64(n) / samples; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/samples) {
			t.Errorf("class %d has %v of the samples, want %v", c, got, want)
		}
	}
	if !slices.Equal(coded, drawnBy(t, p, samples, slices.Concat(other, one)...)) {
		t.Error("the order of the poses counts")
	}
	again := *p
	if again.Sampling.Seed = someHash; slices.Equal(coded, drawnBy(t, &again, samples, slices.Concat(one, other)...)) {
		t.Error("another seed draws the same classes")
	}
	if far := drawnBy(t, p, 1000, -3e38, 3e38, -3e38, -3e38, 3e38, -3e38); slices.Min(far) != 1 || slices.Max(far) != 1 {
		t.Error("a class without a score was drawn")
	}
	inf := math.Inf(1)
	if none := drawnBy(t, p, 1000, 0, 0, 0, 0, -inf, 0); slices.Min(none) != 255 {
		t.Error("samples with an infinite logit have a class")
	}
}

// goldenDrawn is the digest of the classes that 20,000 samples draw with scores of many sizes.
const goldenDrawn = "b69c80112212e95679c49b6fc818e7d18c64e5ce0aec97f8720f7df955eae1f5"

func TestDrawnClassesHaveTheSameBitsEverywhere(t *testing.T) {
	r, p, hash := rand.New(rand.NewPCG(5, 8)), scoring(t, `{}`), sha256.New()
	for range 200 {
		rows := make([]float64, 6)
		for i := range rows {
			rows[i] = 8*r.Float64() - 4
		}
		hash.Write(drawnBy(t, p, 100, rows...))
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenDrawn {
		t.Errorf("the digest of the drawn classes is %s, want %s", got, goldenDrawn)
	}
}

// One row of logits for each sample is not taken for the rows of the poses of fewer samples.
func TestRowsOfSamplesAreNotRowsOfPoses(t *testing.T) {
	s := NewSampler(scoring(t, `{}`), someCloud)
	all := s.plan.Samples()
	for rows, want := range map[int]int{all: 0, 2 * all: all} {
		if got, err := s.Answered(pointcloud.Array{Shape: []int{rows, 3}}); got != want || (err == nil) != (want > 0) {
			t.Errorf("%d rows: %d samples, %v", rows, got, err)
		}
	}
}

// Votes drawn with scores are no others, and the reverse: their seeds tell, and where these are drawn by chance, a second count does.
func TestScoresAreNotVotes(t *testing.T) {
	for _, sampling := range []string{`{}`, `{"fresh": true, "seed": "` + someHash + `"}`} {
		scores := scoring(t, sampling)
		votes, err := takePlan(asked(), someModel, `{}`, sampling)
		if err != nil {
			t.Fatal(err)
		}
		answers := []float64{0, 0.5, 0.2, 0.1, 0, 0.4}
		for _, p := range []*Plan{scores, votes} {
			coded := drawnBy(t, p, 260, answers...)
			e, err := NewEvidence(p, coded, 0, Machine{})
			if err != nil {
				t.Fatal(err)
			}
			text, _ := json.Marshal(e)
			own, other := asked(), asked()
			own.Scores, other.Scores = p == scores, p != scores
			if again, err := takeEvidence(string(text), own); err != nil || len(again.Differ(0, drawnBy(t, &again.Plan, 260, answers...))) > 0 {
				t.Errorf("an honest count is refused: %v", err)
			}
			if _, err := takeEvidence(string(text), other); err == nil {
				t.Errorf("%s count for a request with scores %v", text, other.Scores)
			}
			relabelled := strings.Replace(string(text), `,"scores":true`, "", 1)
			if p == votes {
				relabelled = strings.Replace(relabelled, `"cloud":`, `"scores":true,"cloud":`, 1)
			}
			forged, err := takeEvidence(relabelled, other)
			if p.Sampling.Fresh == (err != nil) {
				t.Errorf("fresh %v, relabelled: %v", p.Sampling.Fresh, err)
			}
			if err == nil && len(forged.Differ(0, drawnBy(t, &forged.Plan, 260, answers...))) == 0 {
				t.Error("a second count does not tell drawn classes from the largest scores")
			}
		}
	}
}

func TestScoresRefuse(t *testing.T) {
	r := asked()
	r.Scores = true
	for field, c := range map[string]struct{ model, classifier, sampling string }{
		"classifier.how":  {someModel, `{"how": "declared"}`, `{}`},
		"scores":          {strings.Replace(someModel, `"classes": ["a", "b", "c"]`, `"returns": "number"`, 1), `{}`, `{"select": 1}`},
		"sampling.scores": {someModel, `{}`, `{"scores": false}`},
	} {
		if _, err := takePlan(r, c.model, c.classifier, c.sampling); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}
