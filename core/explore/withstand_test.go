package explore

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func mustWithstand(t testing.TB, r *certificate.Request, along ...float64) *Withstood {
	t.Helper()
	if along == nil {
		along = make([]float64, r.Dimension())
		along[r.Dimension()-1] = 1
	}
	w, err := Withstand(&Asked{r, along})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// transformed is a family written once more, point by point as its definition says it, by
// matrices.
func transformed(r Range, axis, centre []float64, c pointcloud.Cloud, t float64) pointcloud.Cloud {
	out := pointcloud.Cloud{Dimension: c.Dimension}
	for n := 0; n < len(c.Points); n += c.Dimension {
		var y, a, b [3]float64
		copy(a[:], axis)
		copy(b[:], r.Toward)
		for i, x := range c.Points[n : n+c.Dimension] {
			y[i] = x - centre[i]
		}
		z := y[0]*a[0] + y[1]*a[1] + y[2]*a[2]
		var q [3]float64
		angle := t
		switch r.Family {
		case "twist":
			angle = t * z
			fallthrough
		case "rotation":
			sin, cos := math.Sincos(angle)
			if c.Dimension == 2 {
				q = [3]float64{cos*y[0] - sin*y[1], sin*y[0] + cos*y[1], 0}
				break
			}
			cross := [3]float64{a[1]*y[2] - a[2]*y[1], a[2]*y[0] - a[0]*y[2], a[0]*y[1] - a[1]*y[0]}
			for i := range q {
				q[i] = cos*y[i] + sin*cross[i] + (1-cos)*z*a[i]
			}
		default:
			for i := range q {
				step := map[string]float64{"scale": y[i], "stretch": z * a[i], "shear": z * b[i], "taper": z * (y[i] - z*a[i]), "shift": a[i]}[r.Family]
				q[i] = y[i] + t*step
			}
		}
		for i := range c.Dimension {
			out.Points = append(out.Points, q[i]+centre[i])
		}
	}
	return out
}

// apart returns the distance of a cloud from the clean one after the alignment that the group
// allows, by the certificate's own way.
func apart(r *certificate.Request, moved pointcloud.Cloud) (blackBox, orbit float64) {
	pair := r.With(moved).Reduced()
	return *pair.BlackBox, *pair.Orbit
}

// withstandRequests have all groups in each dimension that has them.
func withstandRequests(n int, norm, probability float64) (list []*certificate.Request) {
	for _, group := range invariance.Groups {
		for dimension := 2; dimension <= 3; dimension++ {
			if group == invariance.Axis && dimension == 2 {
				continue
			}
			r := exploredRequest(group, dimension, n, norm, probability)
			for i := range r.Clean.Points { // away from the origin, and longer than wide
				r.Clean.Points[i] = float64(r.Clean.Points[i]*[]float64{1, 0.6, 1.8}[i%dimension]) + []float64{0.3, -0.2, 0.5}[i%dimension]
			}
			list = append(list, r)
		}
	}
	about := *list[len(list)-1]
	about.Axis, about.Translation = []float64{1, 2, -1}, true
	return append(list, &about)
}

// Inside every range every cloud is nearer than the radius; one percent beyond its ends some is not.
func TestWithstandIsTheWholeRange(t *testing.T) {
	for _, r := range withstandRequests(14, 4, 0.9) {
		w := mustWithstand(t, r)
		for _, family := range w.Ranges {
			family.check(t, r, w, "black_box", family.BlackBox)
			if family.By == byBlackBox || family.By == byOrbit {
				family.check(t, r, w, "orbit", family.Span)
			}
		}
	}
}

func (r Range) check(t *testing.T, request *certificate.Request, w *Withstood, way string, s Span) {
	t.Helper()
	distance := func(x float64) float64 {
		blackBox, orbit := apart(request, transformed(r, w.Along, w.Centre, *request.Clean, x))
		if way == "orbit" {
			return orbit
		}
		return blackBox
	}
	if s.Any {
		t.Errorf("%v %s by %s: any", request.Group, r.Family, way)
		return
	}
	if !(*s.From < 0 && *s.To > 0) {
		t.Errorf("%v %s by %s: %v to %v", request.Group, r.Family, way, *s.From, *s.To)
	}
	for i := range 401 {
		x := *s.From + (*s.To-*s.From)*float64(i)/400
		if d := distance(x); d >= w.Radius {
			t.Errorf("%v %s by %s: at %v of %v to %v the distance is %v, the radius %v", request.Group, r.Family, way, x, *s.From, *s.To, d, w.Radius)
		}
	}
	for _, end := range []float64{*s.From, *s.To} {
		if end == -1 && (r.Family == "scale" || r.Family == "stretch") {
			continue
		}
		if d := distance(1.01 * end); d < w.Radius {
			t.Errorf("%v %s by %s: it ends at %v, but at 1.01 of that the distance is %v, the radius %v", request.Group, r.Family, way, end, d, w.Radius)
		}
	}
}

// Clouds that are flat, on a line, a point or symmetric have numbers, and what is said of them holds.
func TestWithstandOfDegenerateClouds(t *testing.T) {
	clouds := map[string][]float64{
		"flat":       {1, 0, 0, -1, 0.5, 0, 0, -1, 0, 0.3, 0.4, 0},
		"upright":    {0, 0, -1, 0, 0, 1, 0, 0, 0.5},
		"aslant":     {1, 1, 1, -1, -1, -1, 0.5, 0.5, 0.5},
		"one point":  {0.3, 0.2, -0.1},
		"coincident": {0.3, 0.2, -0.1, 0.3, 0.2, -0.1},
		"origin":     {0, 0, 0, 0, 0, 0},
		"symmetric":  {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1},
		"square":     {1, 0, -1, 0, 0, 1, 0, -1},
		"line":       {0, 1, 0, -1, 0, 0.25, 0, 3},
	}
	for name, points := range clouds {
		for _, group := range invariance.Groups {
			dimension := 3
			if name == "square" || name == "line" {
				dimension = 2
			}
			if dimension == 2 && group == invariance.Axis {
				continue
			}
			for _, sigma := range []float64{0.05, 3} {
				last, aslant := []float64{0, 0, 1}[3-dimension:], []float64{1, 2, 3}[:dimension]
				for _, along := range [][]float64{last, aslant} {
					r := exploredRequest(group, dimension, 1, 1, 0.9)
					r.Clean, r.Sigma = &pointcloud.Cloud{Points: points, Dimension: dimension}, sigma
					withstands(t, fmt.Sprint(name, " ", group, " ", sigma, along), r, along)
				}
			}
		}
	}
}

// withstands looks whether numbers are numbers, and at some clouds inside the ranges.
func withstands(t *testing.T, name string, r *certificate.Request, along []float64) {
	t.Helper()
	w := mustWithstand(t, r, along...)
	if _, err := WithstandDocument(w); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, family := range w.Ranges {
		for way, s := range map[string]Span{byBlackBox: family.BlackBox, family.By: family.Span} {
			from, to := -50., 50.
			if !s.Any {
				from, to = *s.From, *s.To
			}
			if !(from <= 0 && to >= 0) {
				t.Errorf("%s, %s: %v to %v", name, family.Family, from, to)
			}
			for i := range 41 {
				x := from + (to-from)*float64(i)/40
				blackBox, orbit := apart(r, transformed(family, w.Along, w.Centre, *r.Clean, x))
				if way == byBlackBox {
					orbit = blackBox
				}
				if way != byTight && !(orbit < w.Radius+1e-12*max(1, math.Abs(x))) {
					t.Errorf("%s, %s by %s: at %v of %v to %v the distance is %v, the radius %v", name, family.Family, way, x, from, to, orbit, w.Radius)
				}
			}
		}
	}
}

// However large or small, a walk ends, with the same range in units of its own.
func TestWithstandAtAllSizes(t *testing.T) {
	power := map[string]int{"1/length": -1, "rad/length": -1, "length": 1}
	for _, r := range withstandRequests(9, 4, 0.9) {
		at := mustWithstand(t, r)
		for _, exponent := range []int{-498, -40, 60, 498} {
			far := *r
			cloud := pointcloud.Cloud{Points: pointcloud.Scaled(r.Clean.Points, exponent), Dimension: r.Clean.Dimension}
			far.Clean, far.Sigma = &cloud, math.Ldexp(r.Sigma, exponent)
			for i, f := range mustWithstand(t, &far).Ranges {
				want, e := at.Ranges[i], power[f.Unit]*exponent
				if f.Any != want.Any || f.By != want.By || !f.Any && (*f.To != math.Ldexp(*want.To, e) || *f.From != math.Ldexp(*want.From, e)) {
					t.Errorf("%v %s at 2^%d: %v, want %v", r.Group, f.Family, exponent, f.Span, want.Span)
				}
			}
		}
		for _, sigma := range []float64{1e-150, 1e-20, 1e-14, 1e14, 1e150} {
			far := *r
			far.Sigma = sigma
			withstands(t, fmt.Sprint(r.Group, sigma), &far, []float64{0, 0, 1}[3-r.Dimension():])
		}
	}
}

// A cloud turned, moved or mirrored by what the classifier ignores withstands the same, along
// an axis that goes with it.
func TestWithstandIsInvariant(t *testing.T) {
	for _, r := range withstandRequests(12, 4, 0.9) {
		if r.Dimension() == 2 || r.Group == invariance.None {
			continue
		}
		axis, along, other := []float64{0.3, -1, 2}, []float64{0.2, 0.1, 1}, *r
		if r.Group == invariance.Axis {
			axis = r.Axis
		}
		cloud := pointcloud.Cloud{Points: slices.Clone(r.Clean.Points), Dimension: 3}
		turned := pointcloud.Cloud{Points: slices.Clone(along), Dimension: 3}
		if r.Group != invariance.Translations {
			certificate.Turn(cloud, 77, axis)
			certificate.Turn(turned, 77, axis)
		}
		mirrored := r.Group.Reflects()
		for i := range cloud.Points {
			if r.Centres() {
				cloud.Points[i] += []float64{3, -7, 2}[i%3]
			}
			if mirrored && i%3 == 0 {
				cloud.Points[i] = -cloud.Points[i]
			}
		}
		if mirrored {
			turned.Points[0] = -turned.Points[0]
		}
		other.Clean = &cloud
		was, is := mustWithstand(t, r, along...), mustWithstand(t, &other, turned.Points...)
		for i, f := range is.Ranges {
			want := was.Ranges[i]
			if f.Family == "shear" || f.Any && want.Any { // the direction across is one of many
				continue
			}
			from, to := *want.From, *want.To
			if mirrored && f.Family == "twist" {
				from, to = -to, -from
			}
			if math.Abs(*f.From-from) > 1e-5*-from || math.Abs(*f.To-to) > 1e-5*to {
				t.Errorf("%v %s: %v to %v, then %v to %v", r.Group, f.Family, from, to, *f.From, *f.To)
			}
		}
	}
}

// What a group ignores only helps: each walk alone goes at least as far as the black box.
func TestWithstandIsOrdered(t *testing.T) {
	for _, r := range withstandRequests(10, 2, 0.8) {
		e, err := newExploration(r)
		if err != nil {
			t.Fatal(err)
		}
		along := []float64{1, 2, 3}[:r.Dimension()]
		s := e.seat(along)
		for _, f := range families(s.dimension) {
			p := f.path(s.cloud, s.frame)
			seen, small := s.compact(f, p)
			blackBox := s.walked(walk{path: p}, span{})
			for _, orbit := range []span{s.walked(s.walk(p), span{}), seen.walked(seen.walk(small), span{})} {
				if blackBox.any && !orbit.any || !orbit.any && (orbit.from < blackBox.from*(1-1e-6) || orbit.to < blackBox.to*(1-1e-6)) {
					t.Errorf("%v %s: orbit %v, black box %v", r.Group, f.name, orbit, blackBox)
				}
			}
		}
	}
}

// A compact path is as far from its start as the whole one, all along.
func TestCompactPath(t *testing.T) {
	for _, r := range withstandRequests(30, 4, 0.9) {
		e, err := newExploration(r)
		if err != nil {
			t.Fatal(err)
		}
		s := e.seat([]float64{1, 2, 3}[:r.Dimension()])
		for _, f := range families(s.dimension) {
			p := f.path(s.cloud, s.frame)
			seen, small := s.compact(f, p)
			for _, x := range []float64{-0.4, 0.05, 1} {
				whole, rows := *s.Request, *seen.Request
				whole.Clean, rows.Clean = &p.start, &small.start
				_, want := apart(&whole, p.at(x))
				_, got := apart(&rows, small.at(x))
				if math.Abs(got-want) > 1e-12 {
					t.Errorf("%v %s at %v: %v, want %v", r.Group, f.name, x, got, want)
				}
			}
		}
	}
}

// Against a runner-up half the gap counts, and a prediction that is not certified itself
// withstands nothing.
func TestWithstandTwoClasses(t *testing.T) {
	r := exploredRequest(invariance.Rigid, 3, 12, 3, 0.6)
	r.Prediction.RunnerUp = &certificate.RunnerUp{Probability: 0.2}
	w := mustWithstand(t, r)
	radii := mustRadii(t, r)
	if w.Radius != radii.Orbit || *w.Probability.UpperRunnerUp != 0.2 {
		t.Errorf("radius %v, of the certificate %v; runner-up %v", w.Radius, radii.Orbit, *w.Probability.UpperRunnerUp)
	}
	for _, f := range w.Ranges {
		if !f.Any && f.By != byTight {
			f.check(t, r, w, byOrbit, f.Span)
		}
	}
	r = exploredRequest(invariance.Rigid, 3, 12, 3, 0.5)
	if w := mustWithstand(t, r); w.Certified || w.Ranges != nil || w.Anyhow != nil || w.Radius != 0 {
		t.Errorf("of a prediction of ½: %+v", w)
	}
}

// What the length of a perturbation alone says is reached by the worst of its kind.
func TestWithstandAnyhow(t *testing.T) {
	for _, r := range withstandRequests(20, 0.2, 0.9) {
		w := mustWithstand(t, r)
		for _, factor := range []float64{1, 1.01} {
			each := slices.Clone(r.Clean.Points)
			for i := 0; i < len(each); i += r.Dimension() {
				each[i] += factor * w.EachPoint
			}
			s, _ := newExploration(r)
			seen := s.seat([]float64{1, 0, 0}[:r.Dimension()])
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

// The quantiles of χ² at 0.999 (NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4; the first
// is 2 log 1000) are not undercut.
func TestNoiseNorm(t *testing.T) {
	for k, want := range map[int]float64{2: 13.815510557964274, 3: 16.266, 10: 29.588, 30: 59.703, 100: 149.449} {
		square := noiseNorm(k) * noiseNorm(k)
		if square < want || square > want*1.04 {
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

// A group that turns about the axis ignores rotations about it, and says so by its name.
func TestWithstandWhatIsIgnored(t *testing.T) {
	kept := map[invariance.Group]string{
		invariance.None: "", invariance.Translations: "shift", invariance.Rotations: "rotation", invariance.Orthogonal: "rotation",
		invariance.Rigid: "rotation shift", invariance.Euclidean: "rotation shift", invariance.Axis: "rotation",
	}
	for _, r := range withstandRequests(9, 4, 0.9) {
		along := []float64{0, 0, -2}[3-r.Dimension():]
		want := kept[r.Group]
		if r.Translation {
			along, want = []float64{-2, -4, 2}, "rotation shift"
		}
		got := ""
		for _, f := range mustWithstand(t, r, along...).Ranges {
			if f.Any != (f.By == byInvariance) || f.BlackBox.Any {
				t.Errorf("%v %s: %+v", r.Group, f.Family, f)
			}
			if f.Any {
				got = (got + " " + f.Family)
			}
		}
		if want != "" {
			want = " " + want
		}
		if got != want {
			t.Errorf("%v ignores%s, want%s", r.Group, got, want)
		}
	}
}

func TestParseWithstand(t *testing.T) {
	const body = `"clean": {"points": [[1, 2], [3, 4], [5, 7]]}, "sigma": 0.1, "prediction": {"probability": 0.9}, "group": "SE"`
	good, err := ParseWithstand([]byte(`{`+body+`, "along": [1, 1]}`), nil)
	if err != nil || !slices.Equal(good.Along, []float64{1, 1}) {
		t.Errorf("%+v, %v", good, err)
	}
	if a, err := ParseWithstand([]byte(`{`+body+`}`), nil); err != nil || !slices.Equal(a.Along, []float64{0, 1}) {
		t.Errorf("without: %+v, %v", a, err)
	}
	for _, along := range []string{`[0, 0]`, `[1, 2, 3]`, `1`, `[1, "2"]`, `[]`, `[1e300, 1]`} {
		_, err := ParseWithstand([]byte(`{`+body+`, "along": `+along+`}`), nil)
		if f := document.FailureOf(err); err == nil || f.Field != "along" {
			t.Errorf("along %s: %v", along, err)
		}
	}
	both := `{"along": [0, 0], "sigma": -1, "clean": {"points": [[1, 2]]}, "prediction": {"probability": 0.9}, "group": "SE"}`
	if _, err := ParseWithstand([]byte(both), nil); len(document.FaultsOf(err)) != 2 {
		t.Errorf("two faults: %v", err)
	}
	gram := `{"gram": {"dimension": 2, "matrix": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}, "sigma": 0.1, "prediction": {"probability": 0.9}, "group": "SO"}`
	a, err := ParseWithstand([]byte(gram), nil)
	if err == nil {
		_, err = Withstand(a)
	}
	if f := document.FailureOf(err); err == nil || f.Field != "gram" {
		t.Errorf("gram: %v", err)
	}
}

// The documents of ranges are the same on every platform; they change only with Core.
func TestWithstandSameBits(t *testing.T) {
	digest := sha256.New()
	for _, norm := range []float64{0.3, 2, 40} {
		for _, r := range withstandRequests(15, norm, 0.93) {
			w := mustWithstand(t, r, []float64{2, -1, 3}[:r.Dimension()]...)
			text, err := json.Marshal(w)
			if err != nil {
				t.Fatal(err)
			}
			digest.Write(text)
		}
	}
	const want = "865a35e7fafaa1cf"
	if got := fmt.Sprintf("%x", digest.Sum(nil)[:8]); got != want {
		t.Errorf("the digest is %s, want %s", got, want)
	}
}

func BenchmarkWithstand(b *testing.B) {
	for _, group := range []invariance.Group{invariance.None, invariance.Rigid, invariance.Euclidean, invariance.Axis} {
		b.Run(string(group), func(b *testing.B) {
			r := exploredRequest(group, 3, 1024, 19.17, 0.95)
			r.Sigma = 0.1
			for b.Loop() {
				mustWithstand(b, r)
			}
		})
	}
}
