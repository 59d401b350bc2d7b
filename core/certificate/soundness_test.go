package certificate

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// adversarial returns a problem of a kind that breaks careless code: tiny and
// huge norms, clouds on or near the orbit, ties, planar and collinear clouds,
// reflections, one to three points, clouds of zeros.
func adversarial(r *rand.Rand) *Request {
	dimension, n := 2+r.IntN(2), []int{1, 2, 3, 8, 40}[r.IntN(5)]
	size := math.Pow(10, -6+12*r.Float64())
	step := math.Pow(10, -12+13*r.Float64())
	clean := pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	for i := range clean.Points {
		clean.Points[i] = size * r.NormFloat64()
		switch {
		case r.IntN(6) == 0:
			clean.Points[i] = math.Round(clean.Points[i])
		case n > 2 && n < 9 && i%dimension == dimension-1:
			clean.Points[i] = 0 // planar, or collinear in 2-D
		}
	}
	perturbed := pointcloud.Cloud{Dimension: dimension, Points: append([]float64(nil), clean.Points...)}
	switch r.IntN(5) {
	case 0: // on the orbit
	case 1:
		for i := range perturbed.Points {
			perturbed.Points[i] *= 1 + step
		}
	case 2: // a reflection
		for i := 0; i < len(perturbed.Points); i += dimension {
			perturbed.Points[i] = -perturbed.Points[i]
		}
	case 3:
		clear(perturbed.Points)
	default:
		for i := range perturbed.Points {
			perturbed.Points[i] += step * r.NormFloat64()
		}
	}
	if r.IntN(2) == 0 {
		Turn(perturbed, 400*r.Float64(), []float64{1, 0.5, -2})
	}
	request := &Request{
		Clean: &clean, Perturbed: &perturbed, Prediction: Prediction{Probability: 1 - math.Pow(10, -3*r.Float64()-0.2)},
		Terms: argument.Terms{
			Sigma: math.Pow(10, -1+2*r.Float64()),
			Group: invariance.Groups[r.IntN(len(invariance.Groups))],
			Axis:  []float64{0, 0, 1}, Alpha: 1e-9, Samples: 1 + r.IntN(1500),
			Stop: argument.StopFull,
		},
	}
	if request.Group == invariance.Axis && dimension == 2 {
		request.Group = invariance.Rotations
	}
	request.Translation = request.Group == invariance.Axis && r.IntN(2) == 0
	request.Permutation = n <= 8 && r.IntN(8) == 0
	return request
}

func TestAdversarialProblems(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(41, 42))
	exact := 0
	for i := range trials.Count(t, 500, 2000) {
		r := adversarial(random)
		if i%10 < 2 {
			r = sharedForm(t, r, i%10 == 1)
		}
		c, err := Certify(r)
		if err != nil {
			t.Fatal(err)
		}
		problem := unsound(r, c)
		if problem == "" && r.Search() != nil {
			problem = unsoundOrder(r, c)
		}
		if problem != "" {
			request, _ := json.Marshal(r)
			document, _ := json.Marshal(c)
			t.Errorf("%s:\n%s\n%s", problem, request, document)
		}
		if c.Tight != nil && c.Tight.Exact != nil {
			exact++
		}
	}
	t.Logf("%d problems with a known truth", exact)
}

// sharedForm returns the gram form of a request, the older one on demand.
func sharedForm(t *testing.T, r *Request, matrix bool) *Request {
	t.Helper()
	short, err := r.Gram()
	if err != nil {
		t.Fatal(err)
	}
	if matrix {
		gram := matrixOf(r, r.matched())
		short.Pair, short.Matrix = nil, &gram
	}
	return short
}

// unsound returns what a certificate claims too much, empty when nothing.
func unsound(r *Request, c *Certificate) string {
	if _, err := json.Marshal(c); err != nil {
		return "not a number: " + err.Error()
	}
	p, orbit := r.Prediction.Probability, *c.Orbit.Lower
	truth, least := p, orbit
	if c.Tight != nil && c.Tight.Exact != nil {
		e := c.Tight.Exact
		if e.Value-e.Error > p || e.Value < 0 || e.Value > 1 || e.Error < 0 {
			return "the exact value is no bound"
		}
		truth, least = e.Value+e.Error, e.Value-e.Error
		if orbit > truth+1e-12 {
			return "the orbit-based bound is above the exact value"
		}
	}
	if orbit > p || orbit < 0 || c.BlackBox != nil && *c.BlackBox.Lower > orbit {
		return "the orbit-based bound is out of order"
	}
	if c.Tight != nil && c.Tight.Axis != nil {
		a := c.Tight.Axis
		if a.Lower() > p || a.Value < 0 || a.Value > 1 || a.Error < 0 || orbit > a.Value+a.Error+1e-12 {
			return "the bound about an axis is none"
		}
		least = max(least, a.Lower())
	}
	if m := c.MonteCarlo(); m != nil {
		switch {
		case m.Lower > truth+1e-12:
			return "the Monte Carlo bound is above the truth"
		case m.Upper < least-1e-12:
			return "the Monte Carlo upper bound is below the truth"
		case m.Lower < orbit || m.Upper < m.Lower || m.Upper > 1:
			return "the Monte Carlo bounds are out of order"
		}
	}
	return ""
}

// unsoundOrder recomputes what the alignment found leaves of the distance.
func unsoundOrder(r *Request, c *Certificate) string {
	left := residual(c.Orbit.Alignment, *r.Clean, *r.Perturbed)
	rounding := 1e-13 * (invariance.Norm(r.Clean.Points) + invariance.Norm(r.Perturbed.Points))
	switch {
	case left > *c.Orbit.Distance+rounding:
		return fmt.Sprintf("the alignment leaves %v", left)
	case left < *c.Orbit.DistanceLower-rounding:
		return fmt.Sprintf("the alignment leaves %v, below what no order comes below", left)
	}
	return ""
}

// Turning both clouds, or changing the unit of length, changes nothing.
func TestMetamorphic(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(43, 44))
	for range min(trials.Count(t, 40, 120), 2000) {
		r := randomRequest(random)
		r.Seed = "metamorphic"
		if r.Group == invariance.Axis {
			r.Axis = []float64{0, 0, 1}
		}
		before := mustCertify(t, r)
		turned, scaled := *r, *r
		angle, axis := 360*random.Float64(), []float64{0, 0, 1}
		turned.Clean, turned.Perturbed = copied(r.Clean, 1), copied(r.Perturbed, 1)
		Turn(*turned.Clean, angle, axis)
		Turn(*turned.Perturbed, angle, axis)
		scaled.Clean, scaled.Perturbed, scaled.Sigma = copied(r.Clean, 1000), copied(r.Perturbed, 1000), 1000*r.Sigma
		sameBounds(t, r, before, mustCertify(t, &turned), "turned", 0.05)
		sameBounds(t, r, before, mustCertify(t, &scaled), "scaled", 1e-6)
	}
}

func copied(c *pointcloud.Cloud, factor float64) *pointcloud.Cloud {
	out := pointcloud.Cloud{Dimension: c.Dimension, Points: append([]float64(nil), c.Points...)}
	for i := range out.Points {
		out.Points[i] *= factor
	}
	return &out
}

// sameBounds compares two certificates; the draws of Linear problems depend on
// the basis, so Monte Carlo bounds are compared within the tolerance.
func sameBounds(t *testing.T, r *Request, a, b *Certificate, what string, tolerance float64) {
	t.Helper()
	near := func(name string, x, y, tolerance float64) {
		if math.Abs(x-y) > tolerance {
			t.Errorf("%s, %d-D, %s: %s was %v, is %v", r.Group, r.Dimension(), what, name, x, y)
		}
	}
	near("black box", *a.BlackBox.Lower, *b.BlackBox.Lower, 1e-9)
	near("orbit", *a.Orbit.Lower, *b.Orbit.Lower, 1e-9)
	if a.Tight == nil {
		return
	}
	if a.Tight.Exact != nil {
		near("exact", a.Tight.Exact.Value, b.Tight.Exact.Value, 1e-9+a.Tight.Exact.Error+b.Tight.Exact.Error)
	}
	if a.Tight.Axis != nil {
		near("about an axis", a.Tight.Axis.Lower(), b.Tight.Axis.Lower(), 1e-7+a.Tight.Axis.Error+b.Tight.Axis.Error)
	}
	if a.Tight.MonteCarlo != nil {
		near("Monte Carlo", a.Tight.MonteCarlo.Lower, b.Tight.MonteCarlo.Lower, tolerance)
	}
}

// A larger group knows more: its tight value is at least that of a smaller one,
// and SE is SO on centred clouds.
func TestGroupsAreOrdered(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(45, 46))
	for range min(trials.Count(t, 3, 8), 600) {
		r := randomRequest(random)
		r.Samples = 20_000
		bounds := map[invariance.Group]*argument.MonteCarlo{}
		for _, g := range []invariance.Group{invariance.Rotations, invariance.Orthogonal, invariance.Rigid, invariance.Euclidean} {
			r.Group = g
			bounds[g] = mustCertify(t, r).MonteCarlo()
		}
		for _, pair := range [][2]invariance.Group{
			{invariance.Rotations, invariance.Orthogonal}, {invariance.Rotations, invariance.Rigid},
			{invariance.Orthogonal, invariance.Euclidean}, {invariance.Rigid, invariance.Euclidean},
		} {
			if small, large := bounds[pair[0]], bounds[pair[1]]; small.Lower > large.Upper+0.02 {
				t.Errorf("%s gives %+v, %s only %+v", pair[0], small, pair[1], large)
			}
		}
	}
}
