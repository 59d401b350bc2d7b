package explore

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/transform"
)

func twistedRegion(t *testing.T, request *certificate.Request, size int) *Region {
	t.Helper()
	a, err := Ask(request, []float64{0, 0, 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	region, err := FindRegion(a, &RegionQuestion{twisted: true, size: size})
	if err != nil {
		t.Fatal(err)
	}
	return region
}

// No cell goes beyond the ellipse of movements across the axis, for which the bound is exact, and near no movement and
// no twist the region reaches as far as the ranges do.
func TestTwistedRegion(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(52, 40))
	for i, noise := range []transform.Noise{{Twist: 0.3}, {Twist: 0.2, Taper: 0.1}, {Twist: 0.25, Shear: 0.1}, {Twist: 0.3}} {
		request := transformedRequest(r, noise, []float64{0, 0, 1})
		if i == 3 {
			request.Prediction.RunnerUp = &certificate.RunnerUp{Probability: 0.005}
		}
		const size = 24
		region := twistedRegion(t, request, size)
		a, err := Ask(request, []float64{0, 0, 1}, 0)
		if err != nil {
			t.Fatal(err)
		}
		w, err := Withstand(a)
		if err != nil {
			t.Fatal(err)
		}
		twist := *w.Together.Twist
		radius := request.Sigma * twist / noise.Twist
		width, up := (region.First.To-region.First.From)/size, region.Second.To/size
		least := size
		for column := range size {
			rows := 0
			for rows < size && region.Rows[rows][column] == '4' {
				rows++
			}
			far := math.Max(math.Abs(region.First.From+width*float64(column)), math.Abs(region.First.From+width*float64(column+1)))
			if rows > 0 && math.Hypot(far/twist, up*float64(rows)/radius) >= 1 {
				t.Errorf("%+v: twists up to %v with %v are marked beyond the ellipse of %v and %v", noise, far, up*float64(rows), twist, radius)
			}
			if rows > 0 {
				least = min(least, column)
			}
			if column == size/2 && up*float64(rows) < 0.8*w.Radius {
				t.Errorf("%+v: near no twist %v is certified, every Δ alone up to %v", noise, up*float64(rows), w.Radius)
			}
		}
		if reached := -(region.First.From + width*float64(least)); reached < 0.7*twist {
			t.Errorf("%+v: twists are marked up to %v, alone they are certified up to %v", noise, reached, twist)
		}
	}
}

func TestTwistedRegionNeedsItsNoise(t *testing.T) {
	request := transformedRequest(rand.New(rand.NewPCG(52, 41)), transform.Noise{Taper: 0.1}, []float64{0, 0, 1})
	a, err := Ask(request, []float64{0, 0, 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = FindRegion(a, &RegionQuestion{twisted: true, size: 4}); err == nil || !strings.Contains(err.Error(), "noise.twist") {
		t.Errorf("got %v", err)
	}
}
