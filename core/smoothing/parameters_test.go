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

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/transform"
)

// idealTransformed is the definition in 60-digit arithmetic, with the same draws.
func idealTransformed(s *Sampler, draws stream, more *rand.Rand, clean pointcloud.Cloud) idealCloud {
	n, frame := s.plan.Sampling.Noise, idealFrame(s.plan.Sampling.Axis)
	draw := func(deviation float64) number {
		if deviation == 0 {
			return zero()
		}
		return times(exact(deviation), idealDraw(draws, more))
	}
	twist, taper, scale := draw(n.Twist), draw(n.Taper), draw(n.Scale)
	shear := [2]number{draw(n.Shear), draw(n.Shear)}
	z := idealCloud{dimension: 3}
	for _, x := range clean.Points {
		z.points = append(z.points, exact(x))
	}
	z = z.turned(frame)
	for i := 0; i < len(z.points); i += 3 {
		x, y, h := z.points[i], z.points[i+1], z.points[i+2]
		sin, cos := idealSincos(times(twist, h))
		m := idealExponential(plus(scale, times(taper, h)))
		x, y = times(m, minus(times(cos, x), times(sin, y))), times(m, plus(times(sin, x), times(cos, y)))
		z.points[i], z.points[i+1] = plus(x, times(shear[0], h)), plus(y, times(shear[1], h))
	}
	return z.turned([][]number{{frame[0][0], frame[1][0], frame[2][0]}, {frame[0][1], frame[1][1], frame[2][1]}, {frame[0][2], frame[1][2], frame[2][2]}})
}

// idealExponential is exponential for either sign.
func idealExponential(x number) number {
	if x.Sign() < 0 {
		return over(exact(1), exponential(minus(zero(), x)))
	}
	return exponential(x)
}

// idealSincos sums both series for the angle halved 24 times, and doubles it again.
func idealSincos(x number) (sin, cos number) {
	const halvings = 24
	r := times(x, exact(math.Ldexp(1, -halvings)))
	sin, cos = zero(), zero()
	term := exact(1)
	for n := 0; n < 40; n++ {
		switch n % 4 {
		case 0:
			cos = plus(cos, term)
		case 1:
			sin = plus(sin, term)
		case 2:
			cos = minus(cos, term)
		case 3:
			sin = minus(sin, term)
		}
		term = over(times(term, r), exact(float64(n+1)))
	}
	for range halvings {
		sin, cos = times(exact(2), times(sin, cos)), minus(times(cos, cos), times(sin, sin))
	}
	return sin, cos
}

// idealFrame is invariance.AxisFrame.
func idealFrame(direction []float64) [][]number {
	axis := idealUnit([]number{exact(direction[0]), exact(direction[1]), exact(direction[2])})
	least := 0
	for i, x := range direction {
		if math.Abs(x) < math.Abs(direction[least]) {
			least = i
		}
	}
	first := make([]number, 3)
	for i := range first {
		first[i] = minus(zero(), times(axis[least], axis[i]))
	}
	first[least] = plus(first[least], exact(1))
	first = idealUnit(first)
	return [][]number{first, idealCross(axis, first), axis}
}

func parameterSampler(r *rand.Rand, i int, most int) (*Sampler, pointcloud.Cloud) {
	clean := pointcloud.Cloud{Dimension: 3, Points: make([]float64, 3*(3+r.IntN(most)))}
	points := newStream("clouds", selection, i)
	for k := range clean.Points {
		clean.Points[k] = points.next()
	}
	axis := [][]float64{{0, 0, 1}, {0, -2, 0}, {0.3, -1, 2}}[i%3]
	s := func(family int) float64 {
		if i>>family&1 == 0 {
			return 0
		}
		return math.Ldexp(1+r.Float64(), -r.IntN(6)-1)
	}
	i = i%15 + 1
	c := Classifier{Group: invariance.Axis, Axis: axis, Translation: r.IntN(2) == 0, How: Made, Poses: 2, Sorted: r.IntN(3) == 0}
	p := Plan{
		Model: Model{SHA256: strings.Repeat("a", 64), Layout: "BDN", Classes: []string{"a", "b"}}, Classifier: c,
		Sampling: Sampling{
			Sigma: math.Ldexp(1+r.Float64(), r.IntN(8)-8), Select: 100, Estimate: 10000, Block: Block, Cloud: cloudDigest(clean),
			Law: Law{Noise: &transform.Noise{Twist: s(0), Taper: s(1), Scale: s(2), Shear: s(3)}, Axis: axis},
		},
	}
	p.Classifier.Grid = Grid(p.Sampling.Sigma)
	p.Sampling.Seed = p.derivedSeed()
	return NewSampler(&p, clean), clean
}

// Settled samples with noise on transformations are the ideal ones, and no coordinate is further off than its bound.
func TestSettledTransformationsAgainst60Digits(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(52, 7))
	count := trials.Count(t, 40, 200)
	unsettled, tightest := 0, 0.0
	for i := range count {
		s, clean := parameterSampler(r, i, 40)
		draws := func() stream { return newStream(s.plan.Sampling.Seed, estimation, i) }
		z, stream := s.transformed(draws()), draws()
		ideal := idealTransformed(s, stream, r, clean)
		for k, x := range z.Points {
			off, _ := minus(exact(x), ideal.points[k]).Float64()
			share := math.Abs(off) / z.error
			tightest = max(tightest, share)
			if share > 1 {
				t.Fatalf("sampler %d: an error of %v of its bound", i, share)
			}
		}
		for k := range ideal.points {
			ideal.points[k] = plus(ideal.points[k], times(exact(s.plan.Sampling.Sigma), idealDraw(stream, r)))
		}
		symmetry := s.plan.Classifier.symmetry()
		posedIdeal, turns := symmetry.idealTurns(ideal)
		noisy := s.noisy(draws())
		for _, q := range []float64{s.plan.Classifier.Grid, math.Ldexp(s.plan.Classifier.Grid, -30)} {
			p := symmetry.pose(noisy, q, false)
			if q == s.plan.Classifier.Grid && !p.settled {
				unsettled++
			}
			if p.settled && !slices.EqualFunc(sortedPoses(p.poses), sortedPoses(idealPoses(posedIdeal, turns, q, false)), slices.Equal) {
				t.Fatalf("sampler %d: settled at q = %v, and not the ideal poses", i, q)
			}
		}
	}
	t.Logf("%d samplers: %d not settled; the largest error was %.2f of its bound", count, unsettled, tightest)
	if tightest < 0.02 || unsettled > count/10 {
		t.Errorf("%d of %d samples are not settled; the largest error was %v of its bound", unsettled, count, tightest)
	}
}

// goldenParameters is the SHA-256 of the inputs made of 2,000 clouds with noise on transformations. When it changes, no such votes can be
// recounted.
const goldenParameters = "88692e963684262be241b402e0fbc621b98dbc3bf35a32c7ea9e7b7f409d215d"

func TestTransformedInputsHaveTheSameBitsEverywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 8))
	hash, left := sha256.New(), 0
	for i := range 2000 {
		s, _ := parameterSampler(r, i, 38)
		inputs, counts := s.Inputs(r.IntN(10_000), 1)
		left += 1 - int(counts[0])&1
		hash.Write(inputs)
		hash.Write(counts)
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenParameters {
		t.Errorf("the digest of the inputs is %s, want %s", got, goldenParameters)
	}
	t.Logf("%d of 2,000 samples count as none", left)
}

// Draws have the standard deviations that are asked.
func TestTransformationsHaveTheirDeviations(t *testing.T) {
	clean := pointcloud.Cloud{Dimension: 3, Points: []float64{1, 0, 0, 1, 0, 1}}
	p := Plan{Model: Model{Layout: "BDN", Classes: []string{"a", "b"}}, Classifier: Classifier{Group: invariance.Axis, Axis: []float64{0, 0, 1}, How: Made, Poses: 2}}
	p.Sampling = Sampling{Sigma: 1e-9, Seed: "deviations", Law: Law{Noise: &transform.Noise{Twist: 0.3, Taper: 0.2, Scale: 0.1}, Axis: []float64{0, 0, 1}}}
	s := NewSampler(&p, clean)
	const count = 20_000
	var sums [3]float64
	for i := range count {
		z := s.transformed(newStream("deviations", estimation, i)).Points
		scale := math.Log(math.Hypot(z[0], z[1]))
		taper := math.Log(math.Hypot(z[3], z[4])) - scale
		twist := math.Atan2(z[4], z[3])
		for k, x := range []float64{twist, taper, scale} {
			sums[k] += x * x
		}
	}
	for k, want := range []float64{0.3, 0.2, 0.1} {
		if got := math.Sqrt(sums[k] / count); math.Abs(got-want) > 0.02*want {
			t.Errorf("%s: a standard deviation of %v, want %v", transform.Names[k], got, want)
		}
	}
}

// Votes with noise on transformations are refused without it, with other noise or about another axis, and the reverse.
func TestVotesBelongToTheirTransformations(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 10))
	s, clean := parameterSampler(r, 14, 5)
	asked := s.plan.Classifier
	request := Request{Clean: &clean, Dimension: 3, Sigma: s.plan.Sampling.Sigma, Asked: asked, Law: Law{Noise: s.plan.Sampling.Noise}}
	coded := slices.Repeat([]byte{0}, s.plan.Samples())
	evidence, err := NewEvidence(&s.plan, coded, 0, Machine{})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(evidence)
	take := func(text string, r Request) error {
		o, err := document.Parse("", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		_, err = TakeEvidence(o, r)
		return err
	}
	if err := take(string(text), request); err != nil {
		t.Fatalf("its own request refuses it: %v", err)
	}
	refused := func(name string, err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	without := request
	without.Noise = nil
	refused("a request without noise", take(string(text), without), "sampling.parameters")
	other := *request.Noise
	other.Twist += 0.1
	changed := request
	changed.Noise = &other
	refused("a request with other noise", take(string(text), changed), "sampling.parameters")
	turned := request
	turned.Asked.Axis = []float64{0, 1, 0}
	turned.Asked.Group = invariance.None
	refused("a request about another axis", take(string(text), turned), "sampling.axis")
	plain := s.plan
	plain.Sampling.Noise, plain.Sampling.Axis, plain.Sampling.Seed = nil, nil, ""
	plain.Sampling.Seed = plain.derivedSeed()
	short, err := NewEvidence(&plain, coded, 0, Machine{})
	if err != nil {
		t.Fatal(err)
	}
	bare, _ := json.Marshal(short)
	refused("votes without noise", take(string(bare), request), "sampling.parameters")
	if strings.Contains(string(bare), "parameters") {
		t.Errorf("votes without noise speak of it: %s", bare)
	}
}
