package explore

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/internal/trials"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
	"github.com/orbitcert/orbitcert/core/transform"
)

// promised is a cloud that a document says is certified, and where it says so.
type promised struct {
	by    string
	cloud pointcloud.Cloud
}

// promising is a request with noise on transformations, of a cloud that is thin, flat, symmetric, far from the axis, small or large.
func promising(r *rand.Rand) *certificate.Request {
	axis := trials.Axis(r)
	c := shapeAlong(r, axis)
	size := math.Pow(10, -1+3*r.Float64())
	tall := 0.0
	for n := range c.Points {
		c.Points[n] *= size
	}
	frame := newFrame(axis)
	eachPoint(c, func(_ int, y vector) {
		z, _, _ := frame.resolve(y)
		tall = max(tall, math.Abs(z))
	})
	tall = max(tall, size/10)
	noise := transform.Noise{}
	for noise == (transform.Noise{}) {
		for _, f := range []struct {
			to   *float64
			most float64
		}{{&noise.Twist, 0.6 / tall}, {&noise.Taper, 0.3 / tall}, {&noise.Scale, 0.3}, {&noise.Shear, 0.3}} {
			if r.IntN(3) == 0 {
				*f.to = f.most * (0.02 + r.Float64())
			}
		}
	}
	request := &certificate.Request{Clean: &c, Terms: argument.Terms{
		Sigma: size * math.Pow(10, -2.5+2*r.Float64()), Group: invariance.Axis, Axis: axis, Translation: r.IntN(2) == 0, Alpha: 0.001, Law: smoothing.Law{Noise: &noise},
	}}
	p := 1 - math.Pow(10, -0.5-3*r.Float64())
	q := &request.Prediction
	q.Probability = p
	switch r.IntN(4) {
	case 0:
		q.RunnerUp = &certificate.RunnerUp{Probability: 0.9 * (1 - p) * r.Float64()}
	case 1:
		*q = certificate.Prediction{Samples: 2000, Votes: int64(2000 * p)}
	}
	return request
}

// shapeAlong returns a cloud of one of many kinds, its coordinates about 1.
func shapeAlong(r *rand.Rand, axis []float64) pointcloud.Cloud {
	n := 3 + r.IntN(38)
	c := trials.Cloud(r, n, 3)
	frame := newFrame(axis)
	squeeze := vector{1, 1, 1} // along across, the third direction and the axis
	lift := vector{}
	switch r.IntN(8) {
	case 0:
		squeeze = vector{1, 1e-3 * r.Float64(), 1}
	case 1:
		squeeze = vector{1, 1, 0}
	case 2:
		squeeze = vector{0.1, 0.1, 1}
	case 3:
		squeeze = vector{0.01, 0, 1}
	case 4:
		lift = vector{4 * r.NormFloat64(), 0, 0}
	case 5:
		lift = vector{0, 0, 4 * r.NormFloat64()}
	case 6: // a prism
		corners := 2 + r.IntN(5)
		for k := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(k%corners) / float64(corners))
			copy(c.Points[3*k:], []float64{cos, sin, float64(k/corners) - float64((n-1)/corners)/2})
		}
	}
	third := invariance.Cross(frame.axis, frame.across)
	var points []float64
	for k := range n {
		at := vector{}
		for j, to := range []vector{frame.across, third, frame.axis} {
			for i := range 3 {
				at[i] += (c.Points[3*k+j]*squeeze[j] + lift[j]) * to[i]
			}
		}
		points = append(points, at[:]...)
	}
	return pointcloud.Cloud{Dimension: 3, Points: points}
}

// promises lists clouds that withstand and the radii of certify say are certified: at both ends of two ranges and inside, at the radius of
// every family and inside the ellipsoid, and at the radius of every Δ.
func promises(t *testing.T, r *rand.Rand, request *certificate.Request) (all []promised) {
	along := request.Axis
	if r.IntN(8) == 0 {
		along = trials.Axis(r)
	}
	a, err := Ask(request, along, 0)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWithstanding(a)
	if err != nil {
		t.Fatal(err)
	}
	if !w.Certified {
		return nil
	}
	for range 2 {
		steps, err := w.Range(w.Families[r.IntN(len(w.Families))])
		if err != nil {
			t.Fatal(err)
		}
		var found *Range
		for found = range steps {
		}
		places := []float64{-r.Float64(), r.Float64()}
		if !found.Any {
			from, to := *found.From, *found.To
			places = []float64{from, to, from, to, from * r.Float64(), from * r.Float64(), to * r.Float64(), to * r.Float64()}
		}
		for _, t0 := range places {
			cloud, err := WithstandCloud(a, found.Family, t0)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, promised{fmt.Sprintf("%s %v by %s", found.Family, t0, found.By), cloud})
		}
	}
	return append(all, together(r, request, w.Together)...)
}

// together lists clouds at the radius of each family and of every Δ, inside the ellipsoid of all families, and at its end. Where no noise
// stretches Δ, one across the axis has its share.
func together(r *rand.Rand, request *certificate.Request, radii *argument.Radii) (all []promised) {
	clean, frame := transform.Resolve(request.Axis, *request.Clean, 0), newFrame(request.Axis)
	third := invariance.Cross(frame.axis, frame.across)
	add := func(name string, d [5]float64, across float64) {
		c := transform.Parameters{Twist: d[0] * sizeOf(radii.Twist), Taper: d[1] * sizeOf(radii.Taper), Scale: d[2] * sizeOf(radii.Scale)}
		sin, cos := math.Sincos(7 * r.Float64())
		shear := d[3] * sizeOf(radii.Shear)
		c.Shear = [2]float64{cos * shear, sin * shear}
		moved := clean.Move(c, transform.Parameters{})
		cloud, _ := moved.Cloud()
		delta := trials.Cloud(r, cloud.Count(), 3)
		for n := 0; n < len(delta.Points); n += 3 {
			x, y, z := delta.Points[n], delta.Points[n+1], delta.Points[n+2]*(1-across)
			for i := range 3 {
				delta.Points[n+i] = x*frame.across[i] + y*third[i] + z*frame.axis[i]
			}
		}
		grow := d[4] * *radii.Distance / invariance.Norm(delta.Points)
		for n := range delta.Points {
			cloud.Points[n] += grow * delta.Points[n]
		}
		all = append(all, promised{fmt.Sprintf("%s %v, %+v", name, d, c), cloud})
	}
	there := [4]bool{radii.Twist != nil, radii.Taper != nil, radii.Scale != nil, radii.Shear != nil}
	for _, share := range []float64{r.Float64(), r.Float64(), 1 - 1e-9, 1 - 1e-9} {
		for i, name := range transform.Names {
			if there[i] {
				d := [5]float64{}
				d[i] = share * float64(1-2*r.IntN(2))
				add("radii."+name, d, 0)
			}
		}
		add("radii.distance", [5]float64{4: share}, 0)
		for _, delta := range []float64{0, math.Abs(r.NormFloat64())} {
			if request.Noise.Taper > 0 || request.Noise.Scale > 0 {
				delta = 0
			}
			d := [5]float64{4: delta}
			for i := range there {
				if there[i] {
					d[i] = r.NormFloat64()
				}
			}
			if size := invariance.Norm(d[:]) / share; size > 0 {
				for i := range d {
					d[i] /= size
				}
				add("together", d, 1)
			}
		}
	}
	return all
}

func sizeOf(radius *float64) float64 {
	if radius == nil {
		return 0
	}
	return *radius
}

// posedAnew turns a cloud about the axis, and shifts it where the smoothed classifier does not mind.
func posedAnew(r *rand.Rand, request *certificate.Request, cloud pointcloud.Cloud) pointcloud.Cloud {
	if r.IntN(2) == 0 {
		return cloud
	}
	cloud = trials.TurnAbout(cloud, request.Axis, 7*r.Float64())
	if !request.Translation || request.Noise.Taper > 0 || r.IntN(2) == 0 {
		return cloud
	}
	size := invariance.Norm(request.Clean.Points)
	shift, along := [3]float64{}, r.NormFloat64()
	for i, x := range request.Axis {
		shift[i] = size * along * x / invariance.Norm(request.Axis)
		if request.Noise.Twist == 0 {
			shift[i] = size * r.NormFloat64()
		}
	}
	return trials.Moved(cloud, [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, shift)
}

// What withstand and the radii promise, certify certifies: it finds a decomposition as good as the one behind each promise.
func TestPromisedCloudsAreCertified(t *testing.T) {
	slow.Skip(t)
	r := rand.New(rand.NewPCG(63, 6))
	pairs := trials.Count(t, 400, 20_000)
	tried, failed := map[string]int{}, 0
	for kept := 0; kept < pairs; {
		request := promising(r)
		all := promises(t, r, request)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, promise := range all[:min(len(all), pairs/20, pairs-kept)] {
			kept++
			c, err := certificate.Certify(request.With(posedAnew(r, request, promise.cloud)))
			if err != nil {
				t.Fatal(err)
			}
			kind, _, _ := strings.Cut(promise.by, " ")
			tried[kind]++
			if !c.Certified {
				failed++
				t.Errorf("%+v, translation %v, axis %v, sigma %v, p %+v, %d points of size %v: %s holds, but certify says %v", *request.Noise, request.Translation, request.Axis, request.Sigma, request.Prediction, request.Clean.Count(), invariance.Norm(request.Clean.Points), promise.by, *c.Parameters.Lower)
			}
		}
	}
	t.Logf("%d of %d promised clouds are not certified: %v", failed, pairs, tried)
}
