package certificate

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

func mustParse(t *testing.T, document string) *Request {
	t.Helper()
	r, err := ParseRequest([]byte(document), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustCertify(t *testing.T, r *Request) *Certificate {
	t.Helper()
	c, err := Certify(r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// σ = 0.5, ‖X‖ = 0.01, p = 0.8: the black box certifies scaling up to 0.42, the
// tight certificate up to 0.720.
func TestPaperScalingExample(t *testing.T) {
	slow.Skip(t)
	for _, c := range []struct {
		norm            string
		blackBox, tight bool
	}{{"0.42", true, true}, {"0.43", false, true}, {"0.71", false, true}, {"0.73", false, false}} {
		r := mustParse(t, `{"clean":{"points":[[0.01,0]]},"perturbed":{"attack":"scale","norm":`+c.norm+`},
			"sigma":0.5,"prediction":{"probability":0.8},"group":"SO","samples":400000}`)
		got := mustCertify(t, r)
		if got.BlackBox.Certified != c.blackBox || got.Orbit.Certified != c.blackBox || got.Tight.MonteCarlo.Certified != c.tight {
			t.Errorf("norm %s: black box %v, tight %+v", c.norm, got.BlackBox.Certified, got.Tight.MonteCarlo)
		}
		if got.Tight.Exact.Certified != c.tight {
			t.Errorf("norm %s: exact %+v", c.norm, got.Tight.Exact)
		}
		if got.Certified != c.tight {
			t.Errorf("norm %s: certified %v by %v", c.norm, got.Certified, got.CertifiedBy)
		}
	}
}

// The same bits however the blocks are distributed, and in gram form the same
// seed and key.
func TestBlocksAreIndependent(t *testing.T) {
	r := mustParse(t, `{`+twoClouds+`,`+rest+`,"samples":10000}`)
	want, _ := Document(r, mustCertify(t, r))
	c, w, err := Prepare(r)
	for err == nil && w != nil {
		text, _ := json.Marshal(w)
		parts := make([][]byte, w.Blocks)
		for i := range parts {
			block := (i*7 + 3) % w.Blocks // some other order, 7 and the count coprime
			var copied argument.Work
			if err := json.Unmarshal(text, &copied); err != nil {
				t.Fatal(err)
			}
			if parts[block], err = copied.Run(block); err != nil {
				t.Fatal(err)
			}
		}
		w, err = w.Reduce(&c.Verdict, bytes.Join(parts, nil))
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := Document(r, c); !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The shared form of two clouds gives the certificate that they gave, number for
// number, with the same key; only the alignment stays behind.
func TestSharedIsTheSame(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range min(trials.Count(t, 25, 60), 1000) {
		r := randomRequest(random)
		short, err := r.Gram()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(short)
		if len(text) > 2000 {
			t.Errorf("%d bytes are shared", len(text))
		}
		shared := mustParse(t, string(text))
		key, _ := r.Key()
		if sharedKey, _ := shared.Key(); key != sharedKey || len(key) != 64 {
			t.Fatalf("keys %s and %s", key, sharedKey)
		}
		whole := mustCertify(t, r)
		whole.Orbit.Alignment = nil
		a, _ := json.Marshal(whole)
		b, _ := json.Marshal(mustCertify(t, shared))
		if !bytes.Equal(a, b) {
			t.Errorf("%s, %d-D:\n%s from clouds\n%s shared", r.Group, r.Dimension(), a, b)
		}
	}
}

// The older form has half of the digits; what it says is the same but for these, and
// the tight value does not come out below the orbit-based one.
func TestMatrixForm(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(1, 2))
	for range min(trials.Count(t, 25, 60), 1000) {
		r := randomRequest(random)
		matrix := matrixOf(r, *r.Perturbed)
		short := *r
		short.Clean, short.Perturbed, short.Matrix = nil, nil, &matrix
		text, _ := json.Marshal(&short)
		a, b := mustCertify(t, r), mustCertify(t, mustParse(t, string(text)))
		close := func(what string, x, y float64) {
			if math.Abs(x-y) > 1e-5 {
				t.Errorf("%s, %d-D: %s %v from clouds, %v from the Gram matrix", r.Group, r.Dimension(), what, x, y)
			}
		}
		close("distance", *a.Orbit.Distance, *b.Orbit.Distance)
		close("lower", *a.Orbit.Lower, *b.Orbit.Lower)
		if (b.BlackBox == nil) != r.Centres() {
			t.Errorf("%s: black box from the Gram matrix: %v", r.Group, b.BlackBox)
		} else if b.BlackBox != nil {
			close("black box", *a.BlackBox.Distance, *b.BlackBox.Distance)
		}
		if b.Tight != nil && b.Tight.Exact != nil {
			exact := b.Tight.Exact
			close("exact", a.Tight.Exact.Value, exact.Value)
			if exact.Value-exact.Error < *b.Orbit.Lower*(1-1e-15) {
				t.Errorf("%s: tight %v below orbit %v", r.Group, exact.Value-exact.Error, *b.Orbit.Lower)
			}
		}
	}
}

// matrixOf returns the Gram matrix of a request.
func matrixOf(r *Request, perturbed pointcloud.Cloud) tight.Gram {
	if r.Group != invariance.Axis {
		return tight.Gram{Dimension: r.Dimension(), Matrix: trials.Gram(*r.Clean, perturbed, r.Group.Translates())}
	}
	x, xAlong := resolved(r, *r.Clean)
	y, yAlong := resolved(r, perturbed)
	for n := range yAlong {
		yAlong[n] -= xAlong[n]
	}
	return tight.Gram{Dimension: 2, Matrix: trials.Gram(x, y, false), Axial: invariance.Norm(yAlong)}
}

// resolved returns the coordinates of a cloud across and along the axis of a request.
func resolved(r *Request, c pointcloud.Cloud) (across pointcloud.Cloud, along []float64) {
	points, frame := c.Points, invariance.AxisFrame(r.Axis)
	if r.Translation {
		points, _ = invariance.Centre(c)
	}
	across.Dimension = 2
	for n := 0; n < len(points); n += 3 {
		p := points[n : n+3]
		across.Points = append(across.Points, invariance.Along(&frame[0], p), invariance.Along(&frame[1], p))
		along = append(along, invariance.Along(&frame[2], p))
	}
	return across, along
}

func randomRequest(random *rand.Rand) *Request {
	dimension, n := 2+random.IntN(2), 1+random.IntN(20)
	clean := pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	perturbed := pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	size := math.Pow(10, -2+3*random.Float64())
	for i := range clean.Points {
		clean.Points[i] = size * random.NormFloat64()
		perturbed.Points[i] = clean.Points[i] + 0.2*random.NormFloat64()
	}
	r := &Request{
		Clean: &clean, Perturbed: &perturbed, Prediction: Prediction{Votes: 95, Samples: 100},
		Terms: argument.Terms{
			Sigma: 0.5, Group: invariance.Groups[random.IntN(len(invariance.Groups))],
			Alpha: 0.01, Samples: 3000,
			Stop: argument.StopFull,
		},
	}
	if r.Group == invariance.Axis && dimension == 2 {
		r.Group = invariance.Rigid
	}
	if r.Group == invariance.Axis {
		r.Axis, r.Translation = []float64{1, 2, 3}, random.IntN(2) == 0
	}
	return r
}

// Properties of every certificate hold on random and on degenerate clouds.
func TestInvariants(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range min(trials.Count(t, 150, 400), 2000) {
		r := randomRequest(random)
		switch i % 5 {
		case 1:
			*r.Perturbed = *r.Clean
		case 2:
			clear(r.Clean.Points)
		case 3:
			clear(r.Perturbed.Points)
		case 4:
			r.Sigma = math.Pow(10, 200*random.Float64()-100)
		}
		c := mustCertify(t, r)
		checkInvariants(t, r, c)
	}
}

// Errors up to one half and down to nothing are shared, and never leave a number that
// is none or a bound above p.
func TestEveryAlpha(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(5, 6))
	for i := range min(trials.Count(t, 120, 300), 2000) {
		r := randomRequest(random)
		r.Alpha = []float64{0.5, 0x1p-40, 1e-14, 1e-15, 1e-300, 5e-324}[i%6]
		r.Samples = 300
		if i%4 == 0 {
			r.Prediction.RunnerUp = &RunnerUp{Votes: 3}
		}
		if i%3 == 0 {
			*r.Perturbed = *r.Clean
		}
		c := mustCertify(t, r)
		checkInvariants(t, r, c)
		if m := c.MonteCarlo(); m != nil && (m.Lower > c.Probability.Lower || m.Upper > c.Probability.Lower || m.Level > r.Alpha/2 || m.Level > 0x1p-40) {
			t.Errorf("α = %v, %+v: %+v", r.Alpha, c.Probability, m)
		}
	}
}

// After Cancel the document holds what stands, and verifies.
func TestCancelledDocumentVerifies(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(7, 8))
	drawn := 0
	for range 40 {
		r := randomRequest(random)
		c, w, err := Prepare(r)
		if err != nil {
			t.Fatal(err)
		}
		document, err := Document(r, c)
		if err != nil {
			t.Fatal(err)
		}
		if lines, err := contradicted(document); err != nil || len(lines) > 0 {
			t.Errorf("%s, %d-D: %v, %v", r.Group, r.Dimension(), lines, err)
		}
		if w != nil {
			drawn++
			if !bytes.Contains(document, []byte(`"samples":0`)) {
				t.Errorf("the request asks for draws: %s", document)
			}
		}
	}
	if drawn < 10 {
		t.Errorf("only %d had anything to cancel", drawn)
	}
}

func checkInvariants(t *testing.T, r *Request, c *Certificate) {
	t.Helper()
	text, err := Document(r, c)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	if *c.Orbit.Distance > *c.BlackBox.Distance || *c.Orbit.Lower < *c.BlackBox.Lower {
		t.Errorf("the orbit is worse than the black box: %s", text)
	}
	if *c.Orbit.Lower > c.Probability.Lower || c.Probability.Lower > 0.95 {
		t.Errorf("a lower bound above p: %s", text)
	}
	if c.Certified != (len(c.CertifiedBy) > 0) {
		t.Errorf("certified by nobody: %s", text)
	}
	if m := c.MonteCarlo(); m != nil && (m.Lower < *c.Orbit.Lower || m.Upper < m.Lower) {
		t.Errorf("Monte Carlo %+v against orbit %v", m, *c.Orbit.Lower)
	}
}

// Large coordinates do not make different clouds equal: the true value is 0.
func TestFarFromTheOrigin(t *testing.T) {
	r := mustParse(t, `{"clean":{"points":[[1e9,1e9],[1e9,1000000001]]},"perturbed":{"points":[[1e9,1e9],[1e9,1000000003]]},
		"sigma":0.01,"prediction":{"probability":0.9},"group":"SO"}`)
	if c := mustCertify(t, r); c.Certified || *c.Orbit.Lower > 1e-6 {
		t.Errorf("certified %v, orbit %+v", c.Certified, c.Orbit)
	}
}

func TestRadiiOnly(t *testing.T) {
	r := mustParse(t, `{"clean":{"points":[[0,0],[1,1]]},"sigma":0.5,"prediction":{"probability":0.9},"group":"SO"}`)
	c := mustCertify(t, r)
	if c.Certified || c.Tight != nil || c.Orbit.Distance != nil || c.Orbit.Lower != nil {
		t.Errorf("%+v", c)
	}
	// 0.5·Φ⁻¹(0.9) = 0.5·1.2815515655446004.
	if radius := *c.Orbit.Radius; radius > 0.6407757827723002 || radius < 0.64077578277 {
		t.Errorf("radius %v", radius)
	}
}

func TestReduceRefusesForeignResults(t *testing.T) {
	r := mustParse(t, `{`+twoClouds+`,`+rest+`,"samples":3000}`)
	c, w, err := Prepare(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Reduce(&c.Verdict, make([]byte, 7)); err == nil {
		t.Error("7 bytes were taken for 3,000 draws")
	}
	if _, err := w.Run(w.Blocks); err == nil {
		t.Error("a block past the end was run")
	}
	if _, err := w.Run(-1); err == nil {
		t.Error("block −1 was run")
	}
}

// mustShare returns the request in Gram form, as it is shared.
func mustShare(t *testing.T, r *Request) []byte {
	t.Helper()
	short, err := r.Gram()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(short)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
