package explore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// spread gives each point a σ from that of the request to so many times of it.
func spread(random *rand.Rand, r *certificate.Request, times float64) *certificate.Request {
	out := *r
	out.Sigmas = make([]float64, r.Clean.Count())
	for n := range out.Sigmas {
		out.Sigmas[n] = r.Sigma * math.Pow(times, random.Float64())
	}
	out.Sigmas[random.IntN(len(out.Sigmas))] = r.Sigma
	return &out
}

// atLeast tells whether a range goes as far as another.
func (s Span) atLeast(other Span) bool {
	const rounding = 1 - 1e-6 // walks end with steps of 1e-7
	return s.Any || !other.Any && *s.From <= *other.From*rounding && *s.To >= *other.To*rounding
}

// ends returns both, for messages.
func (s Span) ends() [2]float64 { return [2]float64{deref(s.From), deref(s.To)} }

// Inside every range the certificate with the σ of each point certifies every cloud, 1 % beyond its ends not, and no range is shorter
// than that of the smallest σ.
func TestRangesWithSigmaOfEachPoint(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(81, 82))
	for _, least := range withstandRequests(14, 24, 0.9) { // too large for tight values to count
		r := spread(random, least, 3)
		w, was := mustWithstand(t, r), mustWithstand(t, least)
		longer := 0
		for i, family := range w.Ranges {
			family.check(t, r, w, byBlackBox, family.BlackBox)
			if family.By != byInvariance {
				family.check(t, r, w, family.By, family.Span)
			}
			before := was.Ranges[i]
			if !family.Span.atLeast(before.Span) || !family.BlackBox.atLeast(before.BlackBox) {
				t.Errorf("%v %s: %v and %v, with the smallest σ %v and %v", r.Group, family.Family, family.Span.ends(), family.BlackBox.ends(), before.Span.ends(), before.BlackBox.ends())
			}
			if !family.Any && *family.To > 1.2**before.To {
				longer++
			}
		}
		if longer < 4 {
			t.Errorf("%v: %d ranges are longer", r.Group, longer)
		}
	}
}

// The second route in the plane, without the certificate: the shortest distance over a grid of turns, with the best translation of each.
func TestRangesInThePlaneByTurning(t *testing.T) {
	random := rand.New(rand.NewPCG(83, 84))
	for range 12 {
		r := spread(random, exploredRequest(invariance.Rigid, 2, 3+random.IntN(12), 6, 0.9), 10)
		w := mustWithstand(t, r, random.NormFloat64(), random.NormFloat64())
		for _, family := range w.Ranges {
			if family.Any || family.By == byTight {
				continue
			}
			for i := range 11 {
				x := *family.From + (*family.To-*family.From)*float64(i)/10
				moved := transformed(family, w.Along, w.Centre, *r.Clean, x).Points
				if d := nearestInPlane(r, moved); d > w.Radius*(1+1e-6) {
					t.Errorf("%s: at %v of %v to %v the distance is %v, the radius %v", family.Family, x, *family.From, *family.To, d, w.Radius)
				}
			}
			for _, end := range []float64{*family.From, *family.To} {
				if d := nearestInPlane(r, transformed(family, w.Along, w.Centre, *r.Clean, 1.01*end).Points); end > -1 && d < w.Radius {
					t.Errorf("%s: it ends at %v, but at 1.01 of that the distance is %v, the radius %v", family.Family, end, d, w.Radius)
				}
			}
		}
	}
}

// nearestInPlane minimises Σ (σ/σₙ)²|e^{iφ}x′ₙ + b − xₙ|² over φ and b.
func nearestInPlane(r *certificate.Request, moved []float64) float64 {
	at := func(phi float64) float64 {
		sin, cos := math.Sincos(phi)
		mass, mean, square := 0.0, [2]float64{}, 0.0
		for n, sigma := range r.Sigmas {
			weight := r.Sigma * r.Sigma / (sigma * sigma)
			x, y := cos*moved[2*n]-sin*moved[2*n+1]-r.Clean.Points[2*n], sin*moved[2*n]+cos*moved[2*n+1]-r.Clean.Points[2*n+1]
			mass += weight
			mean[0] += weight * x
			mean[1] += weight * y
			square += weight * (x*x + y*y)
		}
		return square - (mean[0]*mean[0]+mean[1]*mean[1])/mass
	}
	best, low, high := 0.0, -math.Pi, math.Pi
	for range 12 {
		least, step := math.Inf(1), (high-low)/100
		for i := range 101 {
			if phi := low + step*float64(i); at(phi) < least {
				best, least = phi, at(phi)
			}
		}
		low, high = best-step, best+step
	}
	return math.Sqrt(max(0, at(best)))
}

// Where tight values have the last word, those of the certificate with the σ of each point certify, and go at least as far as with the smallest.
func TestTightRangesWithSigmaOfEachPoint(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(85, 86))
	farther := 0
	for _, least := range withstandRequests(10, 2, 0.9) {
		if least.Group != invariance.Axis && (!least.Group.Turns() || least.Dimension() == 3) {
			continue
		}
		r := spread(random, least, 3)
		w, was := mustWithstand(t, r), mustWithstand(t, least)
		for i, family := range w.Ranges {
			if before := was.Ranges[i]; !family.Any && (*family.To < *before.To*(1-5e-3) || *family.From > *before.From*(1-5e-3)) {
				t.Errorf("%v %s: %v to %v, with the smallest σ %v to %v", r.Group, family.Family, *family.From, *family.To, *before.From, *before.To)
			}
			if family.By != byTight {
				continue
			}
			farther++
			for i := range 7 {
				x := *family.From + (*family.To-*family.From)*float64(i)/6
				if v, least := exactly(r, w, family, x); !(v > least) {
					t.Errorf("%v %s: at %v of %v to %v the tight value is %v", r.Group, family.Family, x, *family.From, *family.To, v)
				}
			}
		}
	}
	if farther < 10 {
		t.Errorf("tight values reach farther %d times", farther)
	}
}

// Hostile clouds with σ that differ by factors up to a million: no cloud inside a range is as far as the radius.
func TestAdversarialRangesWithSigmaOfEachPoint(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(87, 88))
	for range min(trials.Count(t, 16, 60), 10_000) {
		r, along := hostileWithstand(random)
		if invariance.Norm(along) == 0 {
			along[0] = 1
		}
		r = spread(random, r, math.Pow(10, 6*random.Float64()))
		if random.IntN(3) == 0 { // one point, or all but one, with the largest
			few, many := r.Sigma, 1e6*r.Sigma
			if random.IntN(2) == 0 {
				few, many = many, few
			}
			for n := range r.Sigmas {
				r.Sigmas[n] = many
			}
			r.Sigmas[0] = few
			r.Sigma = slices.Min(r.Sigmas)
		}
		even := *r
		even.Sigmas = nil
		w, was := mustWithstand(t, r, along...), mustWithstand(t, &even, along...)
		for i, family := range w.Ranges {
			family.checkInside(t, r, w, byBlackBox, family.BlackBox)
			if family.By != byInvariance {
				family.checkInside(t, r, w, family.By, family.Span)
			}
			before := was.Ranges[i]
			if !family.BlackBox.atLeast(before.BlackBox) || before.By != byTight && !family.Span.atLeast(before.Span) {
				t.Errorf("%v %s: %v and %v, with the smallest σ %v and %v, of %+v", r.Group, family.Family, family.Span.ends(), family.BlackBox.ends(), before.Span.ends(), before.BlackBox.ends(), r)
			}
		}
		for _, pair := range pairs {
			if w.Ranges != nil && (r.Dimension() == 3 || pair != pairs[0]) {
				mustRegion(t, r, along, pair, 6).checkPoints(t, fmt.Sprintf("%s %s %v %+v", r.Group, pair, r.Sigmas, r.Clean), r, w, random, 30)
			}
		}
	}
}

// Regions hold for the certificate with the σ of each point, and go as far as the ranges.
func TestRegionWithSigmaOfEachPoint(t *testing.T) {
	random := rand.New(rand.NewPCG(89, 90))
	for _, least := range withstandRequests(9, 24, 0.9) {
		r, along := spread(random, least, 5), []float64{0.2, 0.1, 1}[3-least.Dimension():]
		w := mustWithstand(t, r, along...)
		for _, pair := range pairs {
			if r.Dimension() == 2 && pair == pairs[0] {
				continue
			}
			name := fmt.Sprint(r.Group, " ", r.Dimension(), "-D ", pair)
			region := mustRegion(t, r, along, pair, 24)
			if cells := region.checkPoints(t, name, r, w, random, 200); cells < 40 {
				t.Errorf("%s: %d cells certified", name, cells)
			}
			if pair == pairs[0] { // of a shear after a rotation, narrow peaks end between cells
				region.checkAxes(t, name, w)
			}
		}
	}
}

// Moments and compact paths of weighed points are as far from their start as all points, also after the best alignment.
func TestCompactPathWithSigmaOfEachPoint(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(91, 92))
	for _, least := range withstandRequests(30, 24, 0.9) {
		r := spread(random, least, 100)
		s := mustScene(t, &Asked{Request: r, Along: []float64{1, 2, 3}[:r.Dimension()]})
		few := s
		few.moments = momentsOf(s.cloud, s.frame, s.weighing)
		for _, f := range families(s.dimension) {
			for _, s := range []scene{s, few} {
				seen, small := s.compact(f, s.path(f))
				for _, x := range []float64{-0.4, 0.05, 1} {
					whole, rows := *r, *seen.Request
					whole.Clean, rows.Clean = &s.cloud, &small.start
					_, want := apart(&whole, f.path(s.cloud, s.frame, nil).at(x))
					_, got := apart(&rows, small.at(x))
					if math.Abs(got-want) > 1e-10 {
						t.Errorf("%v %s at %v: %v, want %v", r.Group, f.name, x, got, want)
					}
				}
			}
			want, got := s.rangeOf(f), few.rangeOf(f)
			if !near(got.Span, want.Span) || !near(got.BlackBox, want.BlackBox) {
				t.Errorf("%v %s: %v and %v from moments, want %v and %v", r.Group, f.name, got.Span.ends(), got.BlackBox.ends(), want.Span.ends(), want.BlackBox.ends())
			}
		}
	}
}

// One σ for all, above the unit of a run, gives what the number gives.
func TestRangesWithEqualSigmas(t *testing.T) {
	for _, one := range withstandRequests(9, 8, 0.9) {
		each := *one
		each.Sigmas = slices.Repeat([]float64{one.Sigma}, one.Clean.Count())
		each.Sigma = one.Sigma / 3
		want, _ := json.Marshal(mustWithstand(t, one))
		if got, _ := json.Marshal(mustWithstand(t, &each)); !bytes.Equal(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Centring weighed points takes off the nearest translation.
func TestCentreWeighed(t *testing.T) {
	random := rand.New(rand.NewPCG(93, 94))
	for _, count := range []int{1, 2, 64, 65, 300} {
		r := spread(random, exploredRequest(invariance.Rigid, 3, count, 2, 0.9), 1e4)
		weigh := newWeighing(r.Weights(r.Sigmas))
		if weigh == nil {
			continue // a single point
		}
		points := weigh.centring().weighed(pointcloud.Cloud{Points: r.Clean.Points, Dimension: 3}).Points
		for i := range 3 {
			sum := 0.0
			for n, w := range weigh.weights {
				sum += w * points[3*n+i]
			}
			if math.Abs(sum) > 1e-14*invariance.Norm(weigh.weights) {
				t.Errorf("%d points: %v is left", count, sum)
			}
		}
	}
}

// What centring loses goes by the cloud before it: of a heavy point that moves far, and light ones, nearly nothing is left after it.
func TestRoundingOfRegionsBeforeCentring(t *testing.T) {
	r := exploredRequest(invariance.Translations, 3, 2, 2, 0.9)
	r.Clean.Points, r.Sigmas = []float64{1, 0, 1, -1, 0, -1}, []float64{r.Sigma, 1e6 * r.Sigma}
	s := mustScene(t, &Asked{Request: r, Along: []float64{0, 0, 1}})
	_, orbit := s.coverings(compositions[pairs[0]])
	count := len(r.Clean.Points)
	points, v, w := make([]float64, count), make([]float64, count), make([]float64, count)
	for _, taper := range []float64{0, 10, 100, 1000} {
		uncentred := *orbit.composed
		uncentred.weigh = s.weighing
		uncentred.move([2]float64{taper}, points, v, w)
		if got, least := orbit.rounding([2]float64{taper}), invariance.SumError*invariance.Norm(points); got < least {
			t.Errorf("taper by %v: %v, centring may lose %v", taper, got, least)
		}
	}
}

// The points of a curve have the distances and bounds of the certificate with the σ of each point, and the radius of scaling is where its
// curve crosses ½.
func TestCurvesWithSigmaOfEachPoint(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(97, 98))
	for _, least := range withstandRequests(7, 2, 0.8) {
		r := spread(random, least, 4)
		r.Samples = 0
		for _, question := range []string{`{"kind": "scale", "steps": 4}`, `{"kind": "random", "steps": 2, "directions": 2}`, `{"kind": "rotate", "noise": 0.5, "steps": 2}`} {
			c, list := answers(t, r, question)
			q, _ := ParseQuestion([]byte(question), r)
			for i, a := range list {
				cloud, err := CurveCloud(r, q, i)
				if err != nil {
					t.Fatal(err)
				}
				want, err := certificate.Certify(r.With(cloud))
				if err != nil {
					t.Fatal(err)
				}
				tight := 0.0
				if a.Tight != nil && want.Tight.Exact != nil {
					tight = max(*want.Orbit.Lower, want.Tight.Exact.Lower()) - a.Tight.Lower
				}
				if math.Abs(a.Aligned*r.Sigma-*want.Orbit.Distance) > 1e-12 || math.Abs(a.Orbit.Lower-*want.Orbit.Lower) > 1e-9 || math.Abs(tight) > 1e-7 {
					t.Errorf("%s %v at %v: %+v %+v, want %v %v and %v", c.Kind, r.Group, c.X[i/c.Directions], a, a.Tight, *want.Orbit.Distance/r.Sigma, *want.Orbit.Lower, want.Tight)
				}
			}
		}
		radii, was := mustRadii(t, r), mustRadii(t, least)
		if radii.Scaling == nil {
			continue
		}
		_, list := answers(t, r, fmt.Sprintf(`{"kind": "scale", "to": %v, "steps": 100}`, *radii.Scaling/0.99))
		if inside, beyond := list[98].Tight.Lower, list[100].Tight.Lower; inside <= 0.5 || beyond > 0.5 {
			t.Errorf("%v: %v inside the radius of scaling, %v beyond", r.Group, inside, beyond)
		}
		every, before := radii.Ball.EveryDirection(), was.Ball.EveryDirection()
		if *radii.Scaling <= *was.Scaling || every.Radius < before.Radius*(1-1e-3) {
			t.Errorf("%v: scaling %v and %v in every direction, with the smallest σ %v and %v", r.Group, *radii.Scaling, every.Radius, *was.Scaling, before.Radius)
		}
	}
}

// The second route, by drawing the noise: a classifier that ignores translations and is the worst one for the cloud near the end of a range
// keeps its class there, and loses it beyond.
func TestRangesByDrawingTheNoise(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(99, 100))
	const draws = 40_000
	for range 4 {
		least := exploredRequest(invariance.Translations, 3, 4+random.IntN(4), 4, 0.9)
		r := spread(random, least, math.Pow(10, 6*random.Float64()))
		w := mustWithstand(t, r, random.NormFloat64(), random.NormFloat64(), random.NormFloat64())
		for _, family := range w.Ranges {
			if family.Any {
				continue
			}
			for factor, kept := range map[float64]bool{0.97: true, 1.03: false} {
				moved := transformed(family, w.Along, w.Centre, *r.Clean, factor**family.To).Points
				if share := shareKept(random, r, moved, draws); (share > 0.5) != kept && (kept || family.Family != "twist") { // whose walk may end after many turns
					t.Errorf("%s, σ %v: at %v of the end the class has %v", family.Family, r.Sigmas, factor, share)
				}
			}
		}
	}
}

// shareKept draws the noise around moved points, and returns how often the half space that is worst for them, with the probability 0.9 at
// the clean cloud, holds a sample.
func shareKept(random *rand.Rand, r *certificate.Request, moved []float64, draws int) float64 {
	weights, mass, mean := make([]float64, len(r.Sigmas)), 0.0, [3]float64{}
	for n, sigma := range r.Sigmas {
		weights[n] = 1 / (sigma * sigma)
		mass += weights[n]
		for i := range 3 {
			mean[i] += weights[n] * (moved[3*n+i] - r.Clean.Points[3*n+i])
		}
	}
	normal, square, limit := make([]float64, len(moved)), 0.0, 0.0
	for i, x := range r.Clean.Points {
		difference := moved[i] - x - mean[i%3]/mass
		normal[i] = weights[i/3] * difference
		square += normal[i] * difference
		limit += normal[i] * x
	}
	limit += 1.2815515655446004 * math.Sqrt(square)
	kept := 0
	for range draws {
		sum := 0.0
		for i, x := range moved {
			sum += normal[i] * (x + r.Sigmas[i/3]*random.NormFloat64())
		}
		if sum <= limit {
			kept++
		}
	}
	return float64(kept) / float64(draws)
}
