package explore

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/smoothing"
	"github.com/orbitcert/orbitcert/core/transform"
)

func transformedRequest(r *rand.Rand, noise transform.Noise, along []float64) *certificate.Request {
	c := trials.Cloud(r, 6+r.IntN(30), 3)
	return &certificate.Request{
		Clean: &c, Prediction: certificate.Prediction{Probability: 0.9 + 0.09*r.Float64()},
		Terms: argument.Terms{Sigma: 0.1, Group: invariance.Axis, Axis: along, Translation: r.IntN(2) == 0, Alpha: 0.001, Law: smoothing.Law{Noise: &noise}},
	}
}

// Every value of a range is certified by certify, its ends too, whatever the noise is on and wherever the families go along.
func TestTransformedRangesAreCertified(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(52, 31))
	by := map[string]int{}
	for i := range trials.Count(t, 12, 120) {
		axis := [][]float64{{0, 0, 1}, {0, -2, 0}, {0.3, -1, 2}}[i%3]
		noise := []transform.Noise{{Twist: 0.3}, {Taper: 0.15}, {Scale: 0.15}, {Shear: 0.15}, {Twist: 0.3, Taper: 0.1, Scale: 0.1}, {Twist: 0.2, Shear: 0.1}}[i%6]
		request := transformedRequest(r, noise, axis)
		if i%5 == 0 {
			request.Prediction.RunnerUp = &certificate.RunnerUp{Probability: 0.005}
		}
		along := axis
		if i%4 == 3 {
			along = []float64{1, 0.2, 0.1}
		}
		a, err := Ask(request, along, 0)
		if err != nil {
			t.Fatal(err)
		}
		w, err := Withstand(a)
		if err != nil {
			t.Fatal(err)
		}
		if !w.Certified || !AreRanges(w.Ranges) || w.Together == nil || w.AnyDirection == nil {
			t.Fatalf("%+v", w)
		}
		for _, found := range w.Ranges {
			if found.Any {
				continue
			}
			by[found.Family+" "+found.By]++
			for _, t0 := range []float64{*found.From, *found.From * r.Float64(), *found.To * r.Float64(), *found.To} {
				moved, err := WithstandCloud(a, found.Family, t0)
				if err != nil {
					t.Fatal(err)
				}
				c, err := certificate.Certify(request.With(moved))
				if err != nil {
					t.Fatal(err)
				}
				if !c.Certified {
					t.Errorf("%d, %+v, along %v: %s by %s holds from %v to %v, but certify says %+v at %v", i, noise, along, found.Family, found.By, *found.From, *found.To, c.Parameters, t0)
				}
			}
		}
	}
	for _, want := range []string{"twist parameters", "taper parameters", "shear parameters", "stretch black_box", "twist black_box"} {
		if by[want] == 0 {
			t.Errorf("no range is a %s: %v", want, by)
		}
	}
}

// Points that are across the axis up to rounding go some way: no taper of any size leaves them where they are.
func TestTransformedCloudAcrossASlantedAxis(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(52, 33))
	request := transformedRequest(r, transform.Noise{Twist: 0.3}, []float64{0, 3, 4})
	for n := 0; n < len(request.Clean.Points); n += 3 {
		copy(request.Clean.Points[n:], []float64{r.NormFloat64(), 4 * float64(n), -3 * float64(n)})
	}
	a, _ := Ask(request, nil, 0)
	a.Along = request.Axis
	w, err := Withstand(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range w.Ranges {
		if found.Family == "taper" && (found.Any || *found.To > 1e14) {
			t.Errorf("%+v", found)
		}
	}
}

// Products of tiny coordinates are never lost: every range ends, in a finite number.
func TestTransformedTinyClouds(t *testing.T) {
	slow.Skip(t)
	for _, c := range []struct {
		across, along, sigma float64
	}{{1e-108, 1e-108, 1e-100}, {1, 1e-156, 0.1}, {1e100, 1e-165, 1e99}} {
		request := transformedRequest(rand.New(rand.NewPCG(52, 34)), transform.Noise{Shear: 0.2}, []float64{0, 0, 1})
		request.Sigma = c.sigma
		for i := range request.Clean.Points {
			request.Clean.Points[i] *= []float64{c.across, c.across, c.along}[i%3]
		}
		a, _ := Ask(request, nil, 0)
		w, err := Withstand(a)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range w.Ranges {
			if bent := found.Family == "taper" || found.Family == "bulge"; bent && (found.Any || math.IsInf(*found.To, 0) || math.IsInf(*found.From, 0)) {
				t.Errorf("%+v: %+v", c, found)
			}
		}
	}
}

// A twist is certified as far as its closed form says, and far beyond what points alone would allow.
func TestTransformedTwist(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 32))
	request := transformedRequest(r, transform.Noise{Twist: 15 * math.Pi / 180}, []float64{0, 0, 1})
	request.Prediction.Probability = 0.99
	a, _ := Ask(request, nil, 0)
	w, err := Withstand(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range w.Ranges {
		switch found.Family {
		case "twist":
			if want := 15 * 2.3263478740 * math.Pi / 180; math.Abs(*found.To-want) > 1e-5 || math.Abs(*found.From+want) > 1e-5 || !(*found.BlackBox.To < want/3) {
				t.Errorf("from %v to %v, want ±%v; by distances to %v", *found.From, *found.To, want, *found.BlackBox.To)
			}
		case "rotation":
			if !found.Any || found.By != byInvariance {
				t.Errorf("%+v", found)
			}
		}
	}
	if _, err := FindRadii(request); err == nil {
		t.Error("radii by distances are answered with noise on transformations")
	}
	if _, err := FindRegion(a, &RegionQuestion{}); err == nil {
		t.Error("a map by distances is answered with noise on transformations")
	}
}
