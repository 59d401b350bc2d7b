package certificate

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// waves is a model of random weights: the logit of each of three classes is a sum of waves
// over all coordinates.
type waves [3][]float64

func newWaves(r *rand.Rand, size int) (w waves) {
	for c := range w {
		for range 2 * size {
			w[c] = append(w[c], 1.5*r.NormFloat64())
		}
	}
	return w
}

// logits answers rows of float32 inputs.
func (w waves) logits(inputs []byte) (out []byte) {
	size := len(w[0]) / 2
	for row := 0; row < len(inputs); row += 4 * size {
		for _, weights := range w {
			sum := 0.0
			for i := range size {
				x := float64(math.Float32frombits(binary.LittleEndian.Uint32(inputs[row+4*i:])))
				sum += math.Sin(weights[i]*x+weights[size+i]) * weights[size+i]
			}
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(sum)))
		}
	}
	return out
}

// votes counts that model's votes around a cloud for the smoothed classifier of a request.
func (w waves) votes(t *testing.T, r *Request, clean pointcloud.Cloud) *smoothing.Evidence {
	t.Helper()
	type object map[string]any
	text, err := json.Marshal(object{
		"clean": object{"points": slices.Collect(slices.Chunk(clean.Points, clean.Dimension))}, "sigma": r.Sigma, "group": r.Group, "samples": 0,
		"prediction": object{"model": object{"sha256": someModel, "layout": "BND", "classes": []string{"a", "b", "c"}}, "sampling": object{"estimate": 800}},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, plan, err := ParsePlan(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	inputs, counts := smoothing.NewSampler(plan, clean).Inputs(0, plan.Samples())
	classes, _, err := plan.Classes(0, counts, smoothing.Logits{Kind: smoothing.Float32, Width: 3, Data: w.logits(inputs)})
	if err != nil {
		t.Fatal(err)
	}
	e, err := smoothing.NewEvidence(plan, classes, 0, smoothing.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

const someModel = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

// A certified bound at X' never lies above what the votes at X' allow: models of random
// weights, moved and perturbed clouds, every group, 60 pairs or as many as the environment
// says.
func TestMeasuredVotesAllowTheBound(t *testing.T) {
	slow.Skip(t)
	const unlikely = 1e-9
	r := rand.New(rand.NewPCG(3, 12))
	told, certified, count := 0, 0, trials.Count(t, 24, 60)
	for i := range count {
		dimension, n := 2+i%2, 4+r.IntN(5)
		request := &Request{}
		request.Group, request.Sigma = []invariance.Group{invariance.None, invariance.Translations, invariance.Rotations, invariance.Orthogonal, invariance.Rigid, invariance.Euclidean}[r.IntN(6)], 0.1+0.2*r.Float64()
		clean := trials.Cloud(r, n, dimension)
		w := newWaves(r, n*dimension)
		e := w.votes(t, request, clean)

		perturbed := pointcloud.Cloud{Dimension: dimension}
		step := 1.5 * request.Sigma * r.Float64() / math.Sqrt(float64(n*dimension))
		for _, x := range clean.Points {
			perturbed.Points = append(perturbed.Points, x+step*r.NormFloat64())
		}
		turn, shift := trials.Member(r, request.Group, dimension)
		perturbed = trials.Moved(perturbed, turn, shift)

		request.Clean, request.Perturbed = &clean, &perturbed
		request.Alpha, request.Samples = unlikely, 3000
		request.Prediction = Prediction{Votes: e.Votes.Of(e.Votes.Predicted), Samples: e.Votes.Samples}
		c := mustCertify(t, request)
		best := max(*c.BlackBox.Lower, *c.Orbit.Lower)
		if c.Tight != nil && c.Tight.Exact != nil {
			best = max(best, c.Tight.Exact.Value-c.Tight.Exact.Error)
		}
		if c.Tight != nil && c.Tight.MonteCarlo != nil {
			best = max(best, c.Tight.MonteCarlo.Lower)
		}
		there := w.votes(t, request, perturbed)
		allowed := bound.Upper(there.Votes.Estimate[e.Votes.Predicted]+there.Votes.None, there.Votes.Samples, unlikely)
		if best > allowed {
			t.Errorf("pair %d, %s in %d dimensions: %v is proved, the votes allow %v", i, request.Group, dimension, best, allowed)
		}
		if best > 0.05 {
			told++
		}
		if c.Certified {
			certified++
		}
	}
	t.Logf("%d pairs, %d with a bound above 0.05, %d certified", count, told, certified)
	if told < count/3 || certified < count/20 {
		t.Errorf("only %d of %d pairs told something, %d were certified", told, count, certified)
	}
}
