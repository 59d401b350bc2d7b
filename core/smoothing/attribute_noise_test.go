package smoothing

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// noisyPlan is a plan for a cloud with charges and elements. The charge may have noise.
func noisyPlan(t *testing.T, clean pointcloud.Cloud, attributes, sampling string, sigma map[string]float64, asked Classifier, subsample int) (*Plan, error) {
	t.Helper()
	text := fmt.Sprintf(`{"model": {"sha256": %q, "layout": "BND", "classes": ["a", "b"], "attributes": %s}, "sampling": %s}`, strings.Repeat("a", 64), attributes, sampling)
	o, err := document.Parse("prediction", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return TakePlan(o, Request{Clean: &clean, Dimension: clean.Dimension, Sigma: 0.1, Asked: asked, Law: Law{AttributeSigma: sigma, Subsample: subsample}})
}

// The noise of an attribute is normal with its σ, on the grid of that σ, and leaves the coordinates as they are without it.
func TestDrawsNoiseOnAttributes(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 11))
	const n, samples, sigma = 20, 1000, 0.3
	clean := elementsOf(r, 3, n)
	charge := map[string]float64{"charge": sigma}
	asked := Classifier{Group: invariance.None}
	p, err := noisyPlan(t, clean, `[{"name": "element", "values": [1, 6, 8]}, {"name": "charge", "scale": 0.5}]`, "{}", charge, asked, 0)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := noisyPlan(t, clean, `[{"name": "element", "values": [1, 6, 8]}, {"name": "charge", "scale": 0.5}]`, "{}", nil, asked, 0)
	if err != nil {
		t.Fatal(err)
	}
	if p.Sampling.Seed == fixed.Sampling.Seed {
		t.Error("noise on attributes does not change the seed")
	}
	fixed.Sampling.Seed = p.Sampling.Seed // a test can: then the coordinates are the same
	inputs, counts := NewSampler(p, clean).Inputs(0, samples)
	plain, _ := NewSampler(fixed, clean).Inputs(0, samples)
	sum, square := 0.0, 0.0
	rows, before := rowsOf(inputs, 7), rowsOf(plain, 7)
	for i, row := range rows {
		if counts[i/n] != counted {
			continue
		}
		if !slices.Equal(row[:6], before[i][:6]) {
			t.Fatalf("coordinates and fixed attributes are %v, without noise on the charge %v", row, before[i])
		}
		value := row[6] / 0.5
		if k := value / Grid(sigma); k != math.Round(k) {
			t.Fatalf("%v is not on the grid of %v", value, Grid(sigma))
		}
		x := (value - clean.Attribute("charge")[i%n]) / sigma
		sum += x
		square += x * x
	}
	const count = n * samples
	if mean := sum / count; math.Abs(mean) > 5/math.Sqrt(count) {
		t.Errorf("the noise has the mean %v", mean)
	}
	if spread := square/count - 1; math.Abs(spread) > 5*math.Sqrt(2./count) {
		t.Errorf("the noise has the variance 1 + %v", spread)
	}
	shown, _ := NewSampler(p, clean).CleanInputs()
	for i, row := range rowsOf(shown, 7) {
		if want := math.RoundToEven(clean.Attribute("charge")[i]/Grid(sigma)) * Grid(sigma) * 0.5; row[6] != want {
			t.Errorf("the clean charge %d is %v, want %v", i, row[6], want)
		}
	}
}

// A settled sample has the grid values of every value within its error; one beyond the grid counts for no class.
func TestSettlesNoiseOnAttributes(t *testing.T) {
	const q = 1. / 256
	for _, c := range []struct {
		value            float64
		settled, outside bool
	}{
		{0.3, true, false}, {0.5 * q, false, false}, {0.5*q + 0x1p-52, false, false}, {0.5*q + 0x1p-40, true, false},
		{-2.5 * q, false, false}, {farthest * q, true, false}, {(farthest + 0.6) * q, true, true}, {1e300, false, true}, {math.NaN(), false, true}, {math.Inf(1), false, true},
	} {
		z, values := approximate{}, []float64{c.value}
		(&noisyChannel{sigma: 1, grid: q, scale: 1}).round(&z, values)
		if settled := !math.IsInf(z.error, 1); settled != c.settled || z.outside != c.outside {
			t.Errorf("%v: settled %v, outside %v", c.value, settled, z.outside)
		}
	}
	clean := elementsOf(rand.New(rand.NewPCG(54, 12)), 2, 5)
	clean.Attributes[0].Values[3] = 1e6
	p, err := noisyPlan(t, clean, `["charge"]`, "{}", map[string]float64{"charge": 1e-3}, Classifier{Group: invariance.Rigid, Sorted: true}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, counts := NewSampler(p, clean).Inputs(0, 20); slices.Max(counts) != beyond || slices.Min(counts) != beyond {
		t.Errorf("values beyond the grid count: %v", counts)
	}
	if _, counts := NewSampler(p, clean).TestInputs(0, 20); slices.Max(counts) != beyond || slices.Min(counts) != beyond {
		t.Errorf("values beyond the grid are tried: %v", counts)
	}
}

// Draws in 60-digit arithmetic give the grid values of settled samples.
func TestSettledAttributesAreIdeal(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(54, 13))
	clean := elementsOf(r, 2, 4)
	for i := range clean.Attributes[0].Values {
		clean.Attributes[0].Values[i] = 100 * r.NormFloat64()
	}
	const sigma = 0.07
	p, err := noisyPlan(t, clean, `["charge"]`, "{}", map[string]float64{"charge": sigma}, Classifier{Group: invariance.None}, 0)
	if err != nil {
		t.Fatal(err)
	}
	inputs, counts := NewSampler(p, clean).Inputs(0, 400)
	rows := rowsOf(inputs, 3)
	for sample, standing := range counts {
		if standing != counted {
			continue
		}
		draws, more := newStream(p.Sampling.Seed, estimation, sample), rand.New(rand.NewPCG(1, uint64(sample)))
		for range clean.Points {
			idealDraw(draws, more)
		}
		for n, own := range clean.Attribute("charge") {
			value := over(plus(exact(own), times(exact(sigma), idealDraw(draws, more))), exact(Grid(sigma)))
			if k := rows[4*sample+n][2] / Grid(sigma); minus(value, exact(k)).Cmp(exact(0.5)) > 0 || minus(value, exact(k)).Cmp(exact(-0.5)) < 0 {
				t.Fatalf("sample %d, point %d: the ideal value is %v grid steps, shown %v", sample, n, value, k)
			}
		}
	}
}

func TestRefusesNoiseOnAttributesOfModels(t *testing.T) {
	clean := elementsOf(rand.New(rand.NewPCG(54, 14)), 3, 6)
	charge := map[string]float64{"charge": 0.1}
	for _, c := range []struct {
		attributes, sampling string
		sigma                map[string]float64
		want                 string
	}{
		{`["element"]`, "{}", charge, "attribute_sigma.charge: is noise on an attribute that the model does not see"},
		{`[{"name": "element", "values": [1, 6, 8]}]`, "{}", map[string]float64{"element": 1}, "attribute_sigma.element: is noise on an attribute that the model sees one-hot by values"},
		{`["charge"]`, "{}", map[string]float64{"charge": 1e-50}, "attribute_sigma.charge: must be from 7.89e-31 to 1.27e+30"},
		{`["charge"]`, `{"attribute_sigma": {"charge": 0.2}}`, charge, `prediction.sampling.attribute_sigma: is other noise on attributes than the request's: {"charge":0.1}; give both the same`},
		{`["charge"]`, `{"attribute_sigma": {"charge": 0.1}}`, nil, `prediction.sampling.attribute_sigma: is other noise on attributes than the request's: none`},
		{`["charge"]`, `{"attribute_sigma": {}}`, charge, `prediction.sampling.attribute_sigma: is other noise`},
		{`["charge"]`, `{"attribute_sigma": {"charge": "x"}}`, charge, `prediction.sampling.attribute_sigma.charge: must be a number`},
	} {
		if _, err := noisyPlan(t, clean, c.attributes, c.sampling, c.sigma, Classifier{Group: invariance.Rigid}, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if _, err := noisyPlan(t, clean, `["charge"]`, `{"attribute_sigma": {"charge": 0.1}}`, charge, Classifier{Group: invariance.Rigid}, 3); err != nil {
		t.Error(err)
	}
}

// goldenNoisy is the digest of inputs with noise on attributes.
const goldenNoisy = "e133a280a84db3c0d06d0c3f8e221bc1312984e8bd8369db7e30a030c0de888b"

func TestNoisyAttributesHaveTheSameBitsEverywhere(t *testing.T) {
	hash, draws := sha256.New(), newStream("golden attributes", selection, 0)
	for i := range 500 {
		clean := pointcloud.Cloud{Dimension: 2 + i%2}
		charge := make([]float64, 4+i%5)
		for n := range charge {
			charge[n] = float64(10 * draws.next())
			for range clean.Dimension {
				clean.Points = append(clean.Points, draws.next())
			}
		}
		clean.Attributes = pointcloud.Attributes{{Name: "charge", Values: charge}}
		s := symmetries(clean.Dimension)[i/2%len(symmetries(clean.Dimension))]
		p := Plan{
			Model: Model{Layout: "BND", Classes: []string{"a", "b"}, Attributes: []Channel{{Name: "charge", Scale: float64(i%3) / 4}}},
			Classifier: Classifier{
				Group: s.group, Axis: s.axis, Translation: s.translation, How: Made, Poses: s.poseCount(clean.Dimension), Sorted: i%3 == 0, Grid: Grid(0.1),
			},
			Sampling: Sampling{Sigma: 0.1, Select: 100, Estimate: 1000, Block: Block, Cloud: cloudDigest(clean), Law: Law{AttributeSigma: map[string]float64{"charge": math.Ldexp(1.3, i%20-12)}}},
		}
		p.Sampling.Seed = p.derivedSeed()
		inputs, counts := NewSampler(&p, clean).Inputs(i, 2)
		hash.Write(inputs)
		hash.Write(counts)
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenNoisy {
		t.Errorf("the digest of the inputs is %s, want %s", got, goldenNoisy)
	}
}
