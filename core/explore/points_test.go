package explore

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
)

// The largest numbers of points at p = 0.99 of 1,024 points, 64 in a sample, are those that exact binomial coefficients give
// (Python's math.comb: p > 3/2 − q, p > 1/2q′, p > 1 − q/2); votes of whole clouds have none.
func TestPointsWithstood(t *testing.T) {
	clean := trials.Cloud(rand.New(rand.NewPCG(27, 41)), 1024, 3)
	text, err := clean.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	request := fmt.Sprintf(`{"clean": {"points": %s}, "sigma": 0.1, "group": "SE", "subsample": 64, "prediction": {"probability": 0.99}}`, text)
	for _, c := range []struct {
		text string
		want *Points
	}{
		{request, &Points{10, 10, 58, 1024}},
		{strings.Replace(request, `0.99}`, `0.99, "runner_up": {"probability": 0.01}}`, 1), &Points{10, 10, 58, 1024}},
		{strings.Replace(request, `"subsample": 64, `, "", 1), nil},
		{strings.Replace(request, `0.99}`, `0.4}`, 1), nil},
	} {
		a, err := ParseWithstand([]byte(c.text), nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := Withstand(a)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(w.Points) != fmt.Sprint(c.want) {
			t.Errorf("%v, want %v", w.Points, c.want)
		}
	}
}

// A cell is certified where the certificate of its changes says so, and its neighbour beyond the border where that does not.
func TestRegionOfPoints(t *testing.T) {
	slow.Skip(t)
	clean := trials.Cloud(rand.New(rand.NewPCG(27, 42)), 256, 3)
	text, err := clean.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	const size = 12
	for _, p := range []float64{0.999, 0.97, 0.52, 0.4} {
		ask := fmt.Sprintf(`{"clean": {"points": %s}, "sigma": 0.1, "group": "SE", "subsample": 16, "prediction": {"probability": %v}`, text, p)
		a, err := ParseWithstand([]byte(ask+"}"), nil)
		if err != nil {
			t.Fatal(err)
		}
		q, err := ParseRegion(fmt.Appendf(nil, `{"pair":"replaced-moved","size":%d}`, size))
		if err != nil {
			t.Fatal(err)
		}
		region, err := FindRegion(a, q)
		if err != nil {
			t.Fatal(err)
		}
		certified := func(replaced, moved float64) bool {
			changes := fmt.Sprintf(`, "perturbed": {"changes": {"replaced": %v, "moved": %v}}}`, replaced, moved)
			r, err := certificate.ParseRequest([]byte(ask+changes), nil)
			if err != nil {
				t.Fatal(err)
			}
			c, _, err := certificate.Prepare(r)
			if err != nil {
				t.Fatal(err)
			}
			return c.Subsample.Certified
		}
		if points := int(region.First.To); size%points != 0 && points%size != 0 {
			t.Errorf("p = %v: %d points on %d cells", p, points, size)
		}
		cells := 0
		for row, marks := range region.Rows {
			for column, mark := range marks {
				right, top := region.First.To*float64(column+1)/size, region.Second.To*float64(row+1)/size
				if (mark == '3') != certified(math.Ceil(right), top) {
					t.Errorf("p = %v: %c at %v replaced, %v moved", p, mark, right, top)
				}
				cells += strings.Count("3", string(mark))
			}
		}
		if cells == size*size || (cells == 0) != (p < 0.7) {
			t.Errorf("p = %v: %d of %d cells to %v and %v", p, cells, size*size, region.First.To, region.Second.To)
		}
	}
	if _, err := FindRegion(&Asked{exploredRequest(invariance.Rigid, 3, 5, 1, 0.9), []float64{0, 0, 1}, 0}, &RegionQuestion{points: true, size: 4}); err == nil {
		t.Error("votes of whole clouds prove something of points replaced")
	}
}

// Ranges go as far as votes of samples of some points prove that all points may move, and clouds at their ends are certified.
func TestRangesOfSamples(t *testing.T) {
	clean := trials.Cloud(rand.New(rand.NewPCG(27, 43)), 256, 3)
	text, err := clean.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range []string{"none", "SE"} {
		ask := fmt.Sprintf(`{"clean": {"points": %s}, "sigma": 0.1, "group": %q, "subsample": 16, "samples": 0, "prediction": {"probability": 0.99}`, text, group)
		a, err := ParseWithstand([]byte(ask+"}"), nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := Withstand(a)
		if err != nil {
			t.Fatal(err)
		}
		if closed := 0.2326; w.Radius < 3*closed || w.Radius > 4*closed {
			t.Errorf("%s: radius %v", group, w.Radius)
		}
		if radii, err := FindRadii(a.Request); err != nil || *radii.Sampled != w.Radius || radii.Orbit > w.Radius/3 {
			t.Errorf("%s: %+v, %v", group, radii, err)
		}
		ends := 0
		for _, f := range w.Ranges {
			if f.Any {
				continue
			}
			for _, at := range []float64{*f.From, *f.To} {
				cloud, err := WithstandCloud(a, f.Family, at)
				if err != nil {
					t.Fatal(err)
				}
				r := a.With(cloud)
				r.Pairing = &certificate.Pairing{How: "order"}
				c, _, err := certificate.Prepare(r)
				if err != nil {
					t.Fatal(err)
				}
				if !c.Certified {
					t.Errorf("%s: %s by %v: %+v", group, f.Family, at, c.Subsample)
				}
				ends++
			}
		}
		if ends < 8 {
			t.Errorf("%s: %d ends", group, ends)
		}
	}
}
