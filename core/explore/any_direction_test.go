package explore

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// The worst perturbation of a kind reaches the bound from its length alone.
func TestWithstandAnyDirection(t *testing.T) {
	for _, r := range withstandRequests(20, 0.2, 0.9) {
		e, err := newExploration(r)
		if err != nil {
			t.Fatal(err)
		}
		seen := e.scene([]float64{1, 0, 0}[:r.Dimension()])
		seen.certify()
		w := &Withstood{Radius: mustRadii(t, r).BlackBox, Centre: seen.centre}
		w.AnyDirection = seen.anyDirection(w.Radius)
		for _, factor := range []float64{1, 1.01} {
			each := slices.Clone(r.Clean.Points)
			for i := 0; i < len(each); i += r.Dimension() {
				each[i] += factor * w.EachPoint
			}
			_, _, v := invariance.SVD(invariance.CrossMoment(seen.cloud.Points, seen.cloud.Points, r.Dimension()), r.Dimension())
			linear := slices.Clone(r.Clean.Points)
			for n := 0; n < len(linear); n += r.Dimension() {
				along := 0.0
				for i := range r.Dimension() {
					along += v[i][0] * (r.Clean.Points[n+i] - w.Centre[i])
				}
				for i := range r.Dimension() {
					linear[n+i] += factor * *w.Linear * along * v[i][0]
				}
			}
			for name, points := range map[string][]float64{"each point": each, "linear": linear} {
				d, _ := apart(r, pointcloud.Cloud{Points: points, Dimension: r.Dimension()})
				if (d < w.Radius*(1+1e-13)) != (factor == 1) {
					t.Errorf("%v %s: %v times of it have the length %v, the radius is %v", r.Group, name, factor, d, w.Radius)
				}
			}
		}
		a := w.PointsAnywhere
		if m := float64(a.Points); a.Points == 0 || a.Points > 20 || math.Sqrt(m)*a.Within >= w.Radius || a.Points < 20 && math.Sqrt(m+1)*a.Within < w.Radius {
			t.Errorf("%v: %+v, radius %v", r.Group, a, w.Radius)
		}
		if length := w.Noise * noiseNorm(20*r.Dimension()); !(length < w.Radius && length > 0.999*w.Radius) {
			t.Errorf("%v: noise of %v may be as long as %v", r.Group, w.Noise, length)
		}
	}
}

// Where σ differs, points count by the smallest σ over their own: the worst perturbation of a kind reaches the radius in that length.
func TestWithstandAnyDirectionWithSigmaOfEachPoint(t *testing.T) {
	slow.Skip(t)
	random := rand.New(rand.NewPCG(71, 72))
	for _, r := range withstandRequests(20, 0.2, 0.9) {
		even := *r
		r.Sigmas = make([]float64, r.Clean.Count())
		for n := range r.Sigmas {
			r.Sigmas[n] = r.Sigma * (1 + 2*random.Float64())
		}
		r.Sigmas[3] = r.Sigma
		asked, err := Ask(r, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		w, err := Withstand(asked)
		if err != nil {
			t.Fatal(err)
		}
		least, err := Withstand(&Asked{&even, asked.Along, 0})
		if err != nil {
			t.Fatal(err)
		}
		weights, sum := make([]float64, len(r.Sigmas)), 0.0
		for n, sigma := range r.Sigmas {
			weights[n] = r.Sigma / sigma
			sum += weights[n] * weights[n]
		}
		if each := w.EachPoint * math.Sqrt(sum); each >= w.Radius || each < w.Radius*(1-1e-9) || w.EachPoint <= least.EachPoint {
			t.Errorf("%v: every point by %v has the length %v, the radius is %v", r.Group, w.EachPoint, each, w.Radius)
		}
		// The direction that a linear map stretches most, by iteration, from the weighted mean where the group translates.
		dimension := r.Dimension()
		centre := make([]float64, dimension)
		for i, x := range r.Clean.Points {
			if weight := weights[i/dimension]; r.Centres() {
				centre[i%dimension] += weight * weight * x / sum
			}
		}
		v := []float64{1, 0.7, 0.4}[:dimension]
		longest := 0.0
		for range 500 {
			next := make([]float64, dimension)
			square := 0.0
			for n, weight := range weights {
				along := 0.0
				for i := range dimension {
					along += weight * (r.Clean.Points[n*dimension+i] - centre[i]) * v[i]
				}
				square += along * along
				for i := range dimension {
					next[i] += along * weight * (r.Clean.Points[n*dimension+i] - centre[i])
				}
			}
			longest = math.Sqrt(square)
			size := invariance.Norm(next)
			for i := range next {
				v[i] = next[i] / size
			}
		}
		if linear := *w.Linear * longest; linear >= w.Radius || linear < w.Radius*(1-1e-6) || *w.Linear <= *least.Linear {
			t.Errorf("%v: a linear map of %v has the length %v, the radius is %v", r.Group, *w.Linear, linear, w.Radius)
		}
		slices.SortFunc(weights, func(a, b float64) int { return cmp.Compare(b, a) })
		square, a := 0.0, w.PointsAnywhere
		for _, weight := range weights[:min(len(weights), a.Points)] {
			square += weight * weight
		}
		enough := a.Points < len(weights) && math.Sqrt(square+weights[a.Points]*weights[a.Points])*a.Within < w.Radius
		if math.Sqrt(square)*a.Within >= w.Radius || enough || a.Points < least.PointsAnywhere.Points {
			t.Errorf("%v: %+v, with one σ %+v", r.Group, a, least.PointsAnywhere)
		}
	}
}

// The quantiles of χ² at 0.999 (NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4; the first
// is 2 log 1000) are not undercut, and hardly exceeded.
func TestNoiseNorm(t *testing.T) {
	for k, want := range map[int]float64{2: 13.815510557964274, 3: 16.266, 10: 29.588, 30: 59.703, 100: 149.449} {
		square := noiseNorm(k) * noiseNorm(k)
		if square < want || square > want*1.003 {
			t.Errorf("%d degrees: %v, want %v", k, square, want)
		}
	}
	// Wilson and Hilferty's approximation is good to 1e-5 there.
	for _, k := range []float64{3072, 3e6} {
		z := 3.090232306167813
		want := math.Sqrt(k) * math.Pow(1-2/(9*k)+z*math.Sqrt(2/(9*k)), 1.5)
		if got := noiseNorm(int(k)); got < want*(1-2e-5) || got > want*1.001 {
			t.Errorf("%v degrees: %v, want %v", k, got, want)
		}
	}
}
