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
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func mustWithstand(t testing.TB, r *certificate.Request, along ...float64) *Withstood {
	t.Helper()
	if along == nil {
		along = make([]float64, r.Dimension())
		along[r.Dimension()-1] = 1
	}
	w, err := Withstand(&Asked{r, along, 0})
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
				step := map[string]float64{"scale": y[i], "stretch": z * a[i], "shear": z * b[i], "taper": z * (y[i] - z*a[i]), "bulge": z * z * (y[i] - z*a[i]), "shift": a[i]}[r.Family]
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
	slow.Skip(t)
	for _, r := range withstandRequests(14, 24, 0.9) { // too large for tight values to count
		w := mustWithstand(t, r)
		for _, family := range w.Ranges {
			family.check(t, r, w, "black_box", family.BlackBox)
			if family.By != byInvariance {
				family.check(t, r, w, family.By, family.Span)
			}
		}
	}
}

func (r Range) check(t *testing.T, request *certificate.Request, w *Withstood, way string, s Span) {
	t.Helper()
	distance := func(x float64) float64 {
		blackBox, orbit := apart(request, transformed(r, w.Along, w.Centre, *request.Clean, x))
		if way == byOrbit {
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
			t.Fatalf("%v %s by %s: at %v of %v to %v the distance is %v, the radius %v", request.Group, r.Family, way, x, *s.From, *s.To, d, w.Radius)
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

// Against a runner-up half the gap counts, and a prediction that is not certified itself
// withstands nothing.
func TestWithstandTwoClasses(t *testing.T) {
	r := exploredRequest(invariance.Rigid, 3, 12, 8, 0.6)
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
	if w := mustWithstand(t, r); w.Certified || w.Ranges != nil || w.AnyDirection != nil || w.Radius != 0 {
		t.Errorf("of a prediction of ½: %+v", w)
	}
}

// The cloud that is shown at t is the one that the definition gives.
func TestWithstandCloud(t *testing.T) {
	for _, r := range withstandRequests(7, 24, 0.9) {
		a := &Asked{r, []float64{1, -2, 2}[:r.Dimension()], 0}
		w := mustWithstand(t, r, a.Along...)
		for _, family := range w.Ranges {
			got, err := WithstandCloud(a, family.Family, 0.7)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range transformed(family, w.Along, w.Centre, *r.Clean, 0.7).Points {
				if math.Abs(got.Points[i]-want) > 1e-13 {
					t.Errorf("%v %s: coordinate %d is %v, want %v", r.Group, family.Family, i, got.Points[i], want)
				}
			}
		}
		for name, x := range map[string]float64{"scale": 1e300, "rotation": 1e9, "melt": 0, "shift": math.NaN()} {
			if _, err := WithstandCloud(a, name, x); err == nil {
				t.Errorf("%s by %v is no error", name, x)
			}
		}
	}
}

// A group that turns about the axis ignores rotations about it, and says so by its name.
func TestWithstandWhatIsIgnored(t *testing.T) {
	kept := map[invariance.Group]string{
		invariance.None: "", invariance.Translations: "shift", invariance.Rotations: "rotation", invariance.Orthogonal: "rotation",
		invariance.Rigid: "rotation shift", invariance.Euclidean: "rotation shift", invariance.Axis: "rotation",
	}
	for _, r := range withstandRequests(9, 24, 0.9) {
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
	for more, field := range map[string]string{
		`"subsample": 2, "moved": -1`: "moved", `"subsample": 2, "moved": "1"`: "moved", `"subsample": 2, "moved": 1e101`: "moved", `"moved": 1`: "moved", `"subsample": 4, "moved": 1`: "subsample",
	} {
		_, err := ParseWithstand([]byte(`{`+body+`, `+more+`}`), nil)
		if f := document.FailureOf(err); err == nil || f.Field != field {
			t.Errorf("%s: %v, want the field %s", more, err, field)
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

// Ranges that lack an end, a family or a black box are none, nor are those whose range of the file does.
func TestAreRangesNamesEachFault(t *testing.T) {
	span := func(from, to float64) Span { return Span{From: &from, To: &to} }
	good := func(dimension int) (all []Range) {
		for _, f := range families(dimension) {
			all = append(all, Range{Family: f.name, Unit: f.unit, Span: span(-1, 2), By: byOrbit, BlackBox: span(0, 0),
				File: &FileSpan{Span: Span{Any: true}, By: byInvariance, BlackBox: span(-1, 0)}})
		}
		return all
	}
	bulgeless := slices.DeleteFunc(good(3), func(r Range) bool { return r.Family == "bulge" })
	if !AreRanges(good(2)) || !AreRanges(good(3)) || !AreRanges(bulgeless) || AreRanges(good(3)[1:]) || AreRanges(nil) {
		t.Error("the families of the plane and of space, with or without bulges, are not told from others")
	}
	spans := []Span{{}, {Any: true, From: new(-1.)}, {Any: true, To: new(1.)}, {From: new(-1.)}, {To: new(1.)}, span(0.1, 1), span(-1, -0.1)}
	for at := range good(3) {
		bad := func(fault string, change func(r *Range)) {
			all := good(3)
			if change(&all[at]); AreRanges(all) {
				t.Errorf("%s %s: taken for a range", all[at].Family, fault)
			}
		}
		for _, s := range spans {
			text, _ := json.Marshal(s)
			bad("span "+string(text), func(r *Range) { r.Span = s })
			bad("black box "+string(text), func(r *Range) { r.BlackBox = s })
			bad("file "+string(text), func(r *Range) { r.File.Span = s })
			bad("black box of the file "+string(text), func(r *Range) { r.File.BlackBox = s })
		}
		bad("unit", func(r *Range) { r.Unit += "s" })
		bad("argument", func(r *Range) { r.By = "" })
		bad("argument of the file", func(r *Range) { r.File.By = "" })
		bad("family", func(r *Range) { r.Family = "melt" })
	}
}

// The documents of ranges are the same on every platform; they change only with Core. make test
// computes the first of them on other platforms (-short), make campaigns all.
func TestWithstandSameBits(t *testing.T) {
	digest := sha256.New()
	for _, c := range []struct {
		norm float64
		want string
	}{{40, "10f87e570f01104c"}, {2, "0561f0cc388c21d6"}} {
		for _, r := range withstandRequests(15, c.norm, 0.93) {
			if slow := r.Dimension() == 3 && r.Group != invariance.Axis && r.Group != invariance.Rigid; slow && c.norm == 2 {
				continue
			}
			text, err := json.Marshal(mustWithstand(t, r, []float64{2, -1, 3}[:r.Dimension()]...))
			if err != nil {
				t.Fatal(err)
			}
			digest.Write(text)
		}
		if got := fmt.Sprintf("%x", digest.Sum(nil)[:8]); got != c.want {
			t.Errorf("the digest to the norm %v is %s, want %s", c.norm, got, c.want)
		}
		if testing.Short() {
			return
		}
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
