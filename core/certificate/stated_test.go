package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// shifted has a request of two clouds d·σ apart, of a model without invariance.
func shifted(t *testing.T, d float64, prediction string) *Request {
	t.Helper()
	return mustParse(t, fmt.Sprintf(`{"clean": {"points": [[0, 0], [1, 0]]}, "perturbed": {"points": [[%v, 0], [1, 0]]},
		"sigma": 1, "group": "none", "alpha": 0.001, "samples": 0, "prediction": %s}`, d, prediction))
}

// ascending is 1, 2, …, n as a list, with null in the place of the last few.
func ascending(n, unsettled int) string {
	values := make([]string, n)
	for i := range values {
		values[i] = fmt.Sprint(i + 1)
		if i >= n-unsettled {
			values[i] = "null"
		}
	}
	return "[" + strings.Join(values, ",") + "]"
}

// The ranks at d = 0.8σ of 10,000 numbers at α/2 = 0.0005, by another program.
func TestIntervalOfANumber(t *testing.T) {
	c := mustCertify(t, shifted(t, 0.8, `{"values": `+ascending(10000, 0)+`}`))
	for name, got := range map[string]*float64{"lower": c.BlackBox.Interval.Lower, "upper": c.BlackBox.Interval.Upper} {
		if want := map[string]float64{"lower": 1985, "upper": 8016}[name]; got == nil || *got != want {
			t.Errorf("%s %v, want %v", name, got, want)
		}
	}
	if c.Certified || c.Request != nil && c.Request.Samples != 0 {
		t.Error("certified without a tolerance")
	}
	// 20 samples that are not settled are +∞ for the upper end, which stays, and −∞ for the lower one.
	c = mustCertify(t, shifted(t, 0.8, `{"values": `+ascending(10000, 20)+`}`))
	if i := c.BlackBox.Interval; *i.Upper != 8016 || *i.Lower != 1965 {
		t.Errorf("from %v to %v", *i.Lower, *i.Upper)
	}
	c = mustCertify(t, shifted(t, 0.8, `{"values": `+ascending(10000, 2000)+`}`))
	if i := c.BlackBox.Interval; i == nil || i.Upper != nil || i.Lower != nil {
		t.Errorf("bounded: %v", i)
	}
}

// With a tolerance a number certifies as a class of that probability does, at a quarter of the level. The interval has half of it.
func TestNumberWithinATolerance(t *testing.T) {
	values := ascending(1000, 0)
	for _, d := range []float64{0.1, 1, 1.5} {
		number := mustCertify(t, shifted(t, d, `{"values": `+values+`, "select": [499, 501, null], "tolerance": 450}`))
		class := shifted(t, d, `{"votes": 950, "samples": 1000}`)
		class.Alpha = 0.00025 + 3*0x1p-42 // a quarter of the level of the number, which the draws leave
		votes := mustCertify(t, class)
		if math.Abs(*number.BlackBox.Radius-*votes.BlackBox.Radius) > 1e-12 || number.Certified != votes.Certified {
			t.Errorf("d = %v: radius %v, want %v", d, *number.BlackBox.Radius, *votes.BlackBox.Radius)
		}
		if i := number.BlackBox.Interval; number.Certified != (*i.Lower >= 50 && *i.Upper <= 950) {
			t.Errorf("d = %v: certified %v, within %v to %v", d, number.Certified, *i.Lower, *i.Upper)
		}
	}
}

// Ends of a tolerance that are no sums of floating point are rounded inwards.
func TestSumDown(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 55))
	for range 10000 {
		a, b := random.NormFloat64(), math.Ldexp(random.NormFloat64(), random.IntN(60)-30)
		got := sumDown(a, b)
		exact := rational(a)
		exact.Add(exact, rational(b))
		if rational(got).Cmp(exact) > 0 || rational(math.Nextafter(got, math.Inf(1))).Cmp(exact) <= 0 {
			t.Fatalf("%v + %v: %v", a, b, got)
		}
	}
}

// Labels stay where their own bound certifies, each at a sixth of the level, as their radii do.
func TestLabels(t *testing.T) {
	d := 0.6744897501960817 // p(½) is 0.75
	c := mustCertify(t, mustParse(t, fmt.Sprintf(`{"clean": {"points": [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0]]},
		"perturbed": {"points": [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, %v]]}, "sigma": 1, "group": "SE", "alpha": 0.001, "samples": 0,
		"prediction": {"labels": {"predicted": [0, 1, 1, 2, 0, 0], "votes": [100, 96, 93, 90, 88, 80], "samples": 100}}}`, d)))
	l := c.BlackBox.Labels
	if want := []bool{true, true, true, true, false, false}; !slices.Equal(l.Certified, want) || *l.Count != 4 || *l.Share != 4.0/6 {
		t.Errorf("certified %v, share %v", l.Certified, *l.Share)
	}
	// Two of three points with label 0 are open: one joins the only point with label 2, one the two with label 1.
	if want := (1.0/3 + 2.0/3 + 1.0/2) / 3; *l.Changed != 2 || *l.IoU > want || want-*l.IoU > 1e-15 || l.TrueIoU != nil {
		t.Errorf("at most %d change, IoU at least %v", *l.Changed, *l.IoU)
	}
	if !slices.IsSortedFunc(l.Radius, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) || *c.BlackBox.Radius != l.Radius[5] || c.Certified {
		t.Errorf("radii %v, of all %v", l.Radius, *c.BlackBox.Radius)
	}
	if o, e := c.Orbit.Labels, c.Tight.Exact.Labels; *o.Count < *l.Count || *e.Count < *o.Count || e.Radius != nil {
		t.Errorf("orbit %v, exact %v", *o.Count, *e.Count)
	}
	// p = Pr[Bin(100, p) ≥ 96] is α/6 there, by another program's bisection.
	if want := 0.8345; math.Abs(normal(l.Radius[1])-want) > 0.01 {
		t.Errorf("radius %v, probability %v", l.Radius[1], normal(l.Radius[1]))
	}
}

func rational(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func normal(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }

// The certificate of a number or of labels verifies, and one with another number does not.
func TestVerifyStated(t *testing.T) {
	for _, prediction := range []string{
		`{"values": ` + ascending(300, 3) + `}`,
		`{"values": ` + ascending(300, 0) + `, "select": [150], "tolerance": 140}`,
		`{"labels": {"predicted": [0, 7], "votes": [200, 190], "samples": 200}}`,
		`{"labels": {"predicted": [0, 7], "votes": [200, 190], "samples": 200, "truth": [0, 3]}}`,
	} {
		r := shifted(t, 0.3, prediction)
		c := mustCertify(t, r)
		c.Request = r
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		v, err := Verify(text, nil)
		if err != nil || len(v.Failed) > 0 {
			t.Errorf("%s: %v %v", prediction, v, err)
		}
		forged := strings.NewReplacer(`"upper":`, `"upper":1`, `[true,`, `[false,`).Replace(string(text))
		if v, err := Verify([]byte(forged), nil); err != nil || len(v.Failed) == 0 || forged == string(text) {
			t.Errorf("forged: %v %v", v, err)
		}
	}
}

func TestBadNumbersAndLabels(t *testing.T) {
	for text, want := range map[string]string{
		`{"values": []}`:       "prediction.values: must have 1 to",
		`{"values": 3}`:        "prediction.values: must be a list",
		`{"values": [1, "2"]}`: "prediction.values[1]: must be a number",
		`{"values": [1e200]}`:  "prediction.values[0]: must be at most",
		`{"values": [1], "labels": {"predicted": [0], "votes": [1], "samples": 1}}`:                           "prediction.labels: cannot be given beside values",
		`{"values": [1], "tolerance": 1}`:                                                                     "prediction.select: is missing",
		`{"values": [1], "select": [1]}`:                                                                      "prediction.tolerance: is missing",
		`{"values": [1], "select": [null], "tolerance": 1}`:                                                   "prediction.select: has no number",
		`{"values": [1], "select": [1], "tolerance": 0}`:                                                      "prediction.tolerance: must be above 0",
		`{"values": [1], "votes": 1}`:                                                                         "prediction.votes: is not a known field",
		`{"values": [1], "classes": ["a"]}`:                                                                   "prediction.classes: is not a known field",
		`{"values": [1], "runner_up": {"votes": 1}}`:                                                          "prediction.runner_up: is not a known field",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2]}}`:                                                  "prediction.labels.samples: is missing",
		`{"labels": {"predicted": [1, 2], "votes": [1], "samples": 2}}`:                                       "prediction.labels.votes: has 1 numbers",
		`{"labels": {"predicted": [1, 2], "votes": [1, 3], "samples": 2}}`:                                    "prediction.labels.votes[1]: must be a whole number from 0 to 2",
		`{"labels": {"predicted": [1.5, 2], "votes": [1, 2], "samples": 2}}`:                                  "prediction.labels.predicted[0]: must be a whole number",
		`{"labels": {"predicted": [1], "votes": [1], "samples": 2}}`:                                          "prediction.labels.votes: has 1 numbers, the clean cloud has 2 points",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2, "of": "3"}}`:                         "prediction.labels.of: is not a known field",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2, "truth": [1]}}`:                      "prediction.labels.truth: has 1 labels, predicted has 2",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2, "truth": [1, -1]}}`:                  "prediction.labels.truth[1]: is -1, but labels count from 0; set \"ignore\": -1",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2, "truth": [255, 1]}}`:                 "prediction.labels.truth[0]: is 255, which often stands for no label; set \"ignore\": 255",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2, "truth": [255, -2], "ignore": 255}}`: "prediction.labels.truth[1]: is -2",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2, "truth": [7, 7], "ignore": 7}}`:      "prediction.labels.truth: has only 7",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2, "truth": [1, 1], "ignore": 0.5}}`:    "prediction.labels.ignore: must be a whole number",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2, "truth": [null, 255]}}`:              "prediction.labels.truth[1]: is 255 beside null",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2, "truth": [-1, null]}}`:               "prediction.labels.truth[0]: is -1 beside null",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2, "truth": [null, null]}}`:             "prediction.labels.truth: has only -1",
		`{"labels": {"predicted": [1, 2], "votes": [1, 2], "samples": 2}}, "top": 2`:                          "top: is for classes",
	} {
		_, err := ParseRequest(fmt.Appendf(nil, `{"clean": {"points": [[0, 0], [1, 0]]}, "sigma": 1, "group": "none", "prediction": %s}`, text), nil)
		if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), " ", " "), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// Evidence counts what its model returns: anything else beside it could be meant in two ways.
func TestRefusesOtherAnswersBesideEvidence(t *testing.T) {
	labels, values := `"labels": {"predicted": [0], "votes": [1], "samples": 1}`, `"values": [1]`
	for _, c := range []struct{ file, beside, want string }{
		{"energy-3d", labels, "prediction.labels: does not belong to the evidence, whose model returns a number"},
		{"parts-3d", values, "prediction.values: does not belong to the evidence, whose model returns a label for each point"},
	} {
		text, err := os.ReadFile("../../site/examples/" + c.file + ".json")
		if err != nil {
			t.Fatal(err)
		}
		_, err = ParseRequest(bytes.Replace(text, []byte(`"evidence":`), []byte(c.beside+`, "evidence":`), 1), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.file, err, c.want)
		}
	}
}
