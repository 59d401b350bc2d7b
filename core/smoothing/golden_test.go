package smoothing

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// golden is the SHA-256 of the inputs made of 10,000 clouds. It is the same on every
// processor; when it changes, no votes can be recounted.
const golden = "8e3c5c911903419f10393250b5f379f2721e15d64a23dfc63a7f0f11602f95c7"

// goldenSampler cycles through dimensions, groups, layouts, kinds of numbers and orders, with
// 3 to 40 points and σ from a thousandth to ten times their size.
func goldenSampler(r *rand.Rand, i int) *Sampler {
	dimension := 2 + i%2
	s := symmetries(dimension)[i/2%len(symmetries(dimension))]
	clean := pointcloud.Cloud{Dimension: dimension, Points: make([]float64, dimension*(3+r.IntN(38)))}
	draws := newStream("golden clouds", selection, i)
	for i := range clean.Points {
		clean.Points[i] = draws.next()
	}
	p := Plan{
		Model: Model{Layout: layouts[i%len(layouts)], Classes: []string{"a", "b", "c"}},
		Classifier: Classifier{
			Group: s.group, Axis: s.axis, Translation: s.translation, How: Made,
			Poses: s.poseCount(dimension), Sorted: i%3 == 0,
		},
		Sampling: Sampling{Sigma: math.Ldexp(1+r.Float64(), r.IntN(14)-11), Select: 100, Estimate: 10000, Block: Block, Cloud: cloudDigest(clean)},
	}
	if s.falling {
		p.Classifier.Order = Falling
	}
	if i%5 == 0 {
		p.Model.Numbers = Float16
	}
	if i%7 == 0 {
		p.Classifier.How, p.Classifier.Poses = Declared, 1
	}
	p.Classifier.Grid = Grid(p.Sampling.Sigma)
	p.Sampling.Seed = p.derivedSeed()
	return NewSampler(&p, clean)
}

func TestInputsHaveTheSameBitsEverywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 3))
	hash := sha256.New()
	left := 0
	for i := range 10_000 {
		s := goldenSampler(r, i)
		inputs, counts := s.Inputs(r.IntN(10_000), 1)
		left += 1 - int(counts[0])
		hash.Write(inputs)
		hash.Write(counts)
		if i%7 == 0 {
			inputs, counts = s.TestInputs(r.IntN(Tests), 1)
			hash.Write(inputs)
			hash.Write(counts)
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != golden {
		t.Errorf("the digest of the inputs is %s, want %s", got, golden)
	}
	t.Logf("%d of 10,000 samples count as none", left)
}

// goldenFar is that of 1,000 clouds whose coordinates are around 5·10⁶.
const goldenFar = "0ef051ad0c5cbe9bf9c5fdebfbbc7a7903d321910924feb51e7f7b5b156a21cc"

func TestFarInputsHaveTheSameBitsEverywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 10))
	hash, left := sha256.New(), 0
	for i := range 1000 {
		near := goldenSampler(r, i)
		clean := pointcloud.Cloud{Dimension: near.clean.Dimension}
		for _, x := range near.clean.Points {
			clean.Points = append(clean.Points, 5e6+x)
		}
		inputs, counts := NewSampler(&near.plan, clean).Inputs(r.IntN(10_000), 1)
		left += 1 - int(counts[0])&1
		hash.Write(inputs)
		hash.Write(counts)
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenFar {
		t.Errorf("the digest of the inputs is %s, want %s", got, goldenFar)
	}
	t.Logf("%d of 1,000 samples count as none", left)
}

// A sample is the same whoever draws it, alone or among others.
func TestSamplesAreFunctionsOfTheirNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 4))
	for i := range 60 {
		s := goldenSampler(r, i)
		inputs, counts := s.Inputs(90, 20)
		size := len(inputs) / 20
		for k := range 20 {
			alone, counted := s.Inputs(90+k, 1)
			if string(alone) != string(inputs[k*size:(k+1)*size]) || counted[0] != counts[k] {
				t.Fatalf("sampler %d: sample %d differs", i, 90+k)
			}
		}
		rows, row := s.Rows(), numberSize(s.plan.Model.Numbers)
		for _, n := range s.Shape() {
			row *= n
		}
		if rows*row != size {
			t.Errorf("sampler %d: %d rows of %v and %d bytes a sample", i, rows, s.Shape(), size)
		}
	}
}

func benchmarkInputs(b *testing.B, clean pointcloud.Cloud, c Classifier) {
	p := Plan{Model: Model{Layout: "BDN", Classes: []string{"a", "b"}}, Classifier: c, Sampling: Sampling{Sigma: 0.1, Seed: "bench"}}
	p.Classifier.How, p.Classifier.Poses, p.Classifier.Grid = Made, c.symmetry().poseCount(clean.Dimension), Grid(0.1)
	s := NewSampler(&p, clean)
	left := 0
	for i := range b.N {
		_, counts := s.Inputs(i, 1)
		left += 1 - int(counts[0])
	}
	b.ReportMetric(float64(left)/float64(b.N), "none/op")
}

// The time of noise and poses for a sample; a small PointNet takes 1.7 ms for the first two.
func BenchmarkInputs(b *testing.B) {
	r := rand.New(rand.NewPCG(12, 5))
	disc, ball := trials.Cloud(r, 256, 2), trials.Cloud(r, 1024, 3)
	b.Run("256x2 SE", func(b *testing.B) { benchmarkInputs(b, disc, Classifier{Group: "SE"}) })
	b.Run("256x2 SE sorted", func(b *testing.B) { benchmarkInputs(b, disc, Classifier{Group: "SE", Sorted: true}) })
	b.Run("1024x3 SE", func(b *testing.B) { benchmarkInputs(b, ball, Classifier{Group: "SE"}) })
	b.Run("1024x3 E sorted", func(b *testing.B) { benchmarkInputs(b, ball, Classifier{Group: "E", Sorted: true}) })
}
