package smoothing

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/special"
)

// Every sequence of 3 of 5 numbers, 60 in all, is drawn as often: χ² of 60,000 draws. What is left in
// order after a draw is in order for the next.
func TestSequencesAreUniform(t *testing.T) {
	numbers := []int{0, 1, 2, 3, 4}
	const draws = 60_000
	counts := map[[3]int]int{}
	for sample := range draws {
		chosen := newStream("sequences", selection, sample).distinct(3, numbers)
		counts[[3]int(chosen)]++
	}
	if !slices.Equal(numbers, []int{0, 1, 2, 3, 4}) {
		t.Fatalf("the numbers are left as %v", numbers)
	}
	if len(counts) != 60 {
		t.Errorf("%d sequences were drawn, want 60", len(counts))
	}
	chi := 0.0
	for _, n := range counts {
		chi += math.Pow(float64(n)-draws/60., 2) / (draws / 60.)
	}
	// 59 degrees of freedom: mean 59, and 98.3 is exceeded once in a thousand times.
	if chi > 98.3 || chi < 30 {
		t.Errorf("χ² = %v", chi)
	}
}

// Of many numbers each is as often among those drawn, first and at all, and so is each pair of neighbours.
func TestSubsetsAreUniform(t *testing.T) {
	const n, k, draws = 200, 20, 20_000
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	var first, among, pairs [n]int
	for sample := range draws {
		chosen := newStream("subsets", estimation, sample).distinct(k, numbers)
		first[chosen[0]]++
		in := [n]bool{}
		for _, i := range chosen {
			if in[i] {
				t.Fatalf("%d is drawn twice", i)
			}
			in[i] = true
			among[i]++
		}
		for i := range n {
			if in[i] && in[(i+1)%n] {
				pairs[i]++
			}
		}
	}
	// The variances of single counts; that all of them add up takes one degree of freedom, and that of
	// pairs, which overlap, is within a tenth of the binomial one.
	for _, c := range []struct {
		name   string
		counts [n]int
		p      float64
	}{{"first", first, 1. / n}, {"among", among, k / float64(n)}, {"pairs", pairs, k * (k - 1) / float64(n*(n-1))}} {
		chi := 0.0
		for _, got := range c.counts {
			chi += math.Pow(float64(got)-draws*c.p, 2) / (draws * c.p * (1 - c.p))
		}
		if limit := n + 4*math.Sqrt(2*n); chi > limit || chi < n-4*math.Sqrt(2*n) {
			t.Errorf("%s: χ² = %v of %d, want at most %v", c.name, chi, n, limit)
		}
	}
}

// Numbers below n are uniform where n does not divide 2⁶⁴, and where half of all words are drawn again.
func TestBelowIsUniform(t *testing.T) {
	draws := newStream("below", trying, 0)
	counts := [3]float64{}
	for range 30_000 {
		counts[draws.below(3)]++
	}
	chi := 0.0
	for _, n := range counts {
		chi += (n - 10_000) * (n - 10_000) / 10_000
	}
	if chi > 13.8 {
		t.Errorf("χ² = %v of 2", chi)
	}
	if got := draws.below(1); got != 0 {
		t.Errorf("below 1 is %d", got)
	}
}

// subsampled is the golden sampler with samples of 3 points to all of them.
func subsampled(r *rand.Rand, i int) *Sampler {
	whole := goldenSampler(r, i)
	p, n := whole.plan, whole.clean.Count()
	p.Sampling.Subsample = 3 + r.IntN(n-2)
	p.Sampling.Seed = p.derivedSeed()
	return NewSampler(&p, whole.clean.Cloud)
}

// goldenSubsets is the SHA-256 of the inputs of 2,000 samples of some points each.
const goldenSubsets = "a010251491f15622e54f461643c5103645b98820de77f3a47f0355c5923b4060"

func TestSubsetsHaveTheSameBitsEverywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 20))
	hash := sha256.New()
	for i := range 2000 {
		s := subsampled(r, i)
		inputs, counts := s.Inputs(r.IntN(10_000), 2)
		hash.Write(inputs)
		hash.Write(counts)
		if i%7 == 0 {
			inputs, counts = s.TestInputs(r.IntN(Tests), 1)
			hash.Write(inputs)
			hash.Write(counts)
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenSubsets {
		t.Errorf("the digest of the inputs is %s, want %s", got, goldenSubsets)
	}
}

// A sample of some points is a function of its number, has the shape that is told, and its points are
// points of the cloud, each with noise of its own.
func TestSamplesOfSomePoints(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 21))
	for i := range 60 {
		s := subsampled(r, i)
		inputs, counts := s.Inputs(90, 20)
		size, row := len(inputs)/20, numberSize(s.plan.Model.Numbers)
		for _, n := range s.Shape() {
			row *= n
		}
		if s.Rows()*row != size {
			t.Errorf("sampler %d: %d rows of %v and %d bytes a sample", i, s.Rows(), s.Shape(), size)
		}
		alone, counted := s.Inputs(97, 1)
		if string(alone) != string(inputs[7*size:8*size]) || counted[0] != counts[7] {
			t.Fatalf("sampler %d: sample 97 differs", i)
		}
		draws := newStream(s.plan.Sampling.Seed, selection, 3)
		some, sigmas := s.subset(draws)
		z := noisy(some, sigmas, draws)
		if some.Count() != s.plan.Sampling.Subsample || !(nearEach(z.Points, some.Points, s.plan.Sampling.Sigma)) {
			t.Errorf("sampler %d: %d points, want %d with noise of %v", i, some.Count(), s.plan.Sampling.Subsample, s.plan.Sampling.Sigma)
		}
	}
}

// nearEach tells whether two clouds differ in every coordinate, by at most 8σ.
func nearEach(a, b []float64, sigma float64) bool {
	for i := range a {
		if d := math.Abs(a[i] - b[i]); d == 0 || d > 8*sigma+special.Unit*math.Abs(b[i]) {
			return false
		}
	}
	return true
}

// Votes of whole clouds and votes of some points are never taken for each other.
func TestPlansOfSomePoints(t *testing.T) {
	some := asked()
	some.Subsample = 5
	p, err := takePlan(some, someModel, `{}`, `{}`)
	if err != nil || p.Sampling.Subsample != 5 {
		t.Fatalf("%v %+v", err, p)
	}
	all, err := takePlan(asked(), someModel, `{}`, `{}`)
	if err != nil || all.Sampling.Seed == p.Sampling.Seed {
		t.Errorf("%v: samples of 5 points have the seed of samples of all", err)
	}
	if _, err := takePlan(some, someModel, `{}`, `{"subsample": 5}`); err != nil {
		t.Error(err)
	}
	small := asked()
	small.Subsample, small.Dimension, small.Clean = 2, 3, nil
	for name, c := range map[string]struct {
		r                           Request
		classifier, sampling, field string
	}{
		"of others":       {some, `{}`, `{"subsample": 6}`, "prediction.sampling.subsample"},
		"not asked for":   {asked(), `{}`, `{"subsample": 5}`, "prediction.sampling.subsample"},
		"one":             {some, `{}`, `{"subsample": 1}`, "prediction.sampling.subsample"},
		"half":            {some, `{}`, `{"subsample": 2.5}`, "prediction.sampling.subsample"},
		"too few to turn": {small, `{}`, `{}`, "prediction.classifier.group"},
	} {
		_, err := takePlan(c.r, someModel, c.classifier, c.sampling)
		var at *document.FieldError
		if !errors.As(err, &at) || at.Field != c.field {
			t.Errorf("%s: %v, want an error at %s", name, err, c.field)
		}
	}
}

func TestEvidenceOfSomePoints(t *testing.T) {
	some := asked()
	some.Subsample = 5
	text := evidenceOf(t, some)
	if !strings.Contains(text, `"subsample":5`) {
		t.Errorf("evidence %s", text)
	}
	other := asked()
	other.Subsample = 6
	for name, r := range map[string]Request{"whole": asked(), "other": other} {
		if _, err := takeEvidence(text, r); err == nil || !strings.Contains(err.Error(), "evidence.sampling.subsample") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := takeEvidence(text, some); err != nil {
		t.Error(err)
	}
	if _, err := takeEvidence(evidenceOf(t, asked()), some); err == nil || !strings.Contains(err.Error(), "evidence.sampling.subsample: is missing") {
		t.Errorf("votes of whole clouds: %v", err)
	}
}

func evidenceOf(t *testing.T, r Request) string {
	t.Helper()
	p, err := takePlan(r, someModel, `{}`, `{"estimate": 200}`)
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewEvidence(p, make([]byte, p.Samples()), 0, Machine{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func BenchmarkSubsets(b *testing.B) {
	clean := trials.Cloud(rand.New(rand.NewPCG(12, 22)), 2048, 3)
	p := Plan{Model: Model{Layout: "BDN", Classes: []string{"a", "b"}}, Classifier: Classifier{Group: "SE", How: Made, Poses: 4, Grid: Grid(0.1)}, Sampling: Sampling{Sigma: 0.1, Seed: "bench", Law: Law{Subsample: 64}}}
	s := NewSampler(&p, clean)
	for i := range b.N {
		s.Inputs(i, 1)
	}
}
