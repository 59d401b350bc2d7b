package explore

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/tight"
)

// exploredRequest has a clean cloud of n normal points, scaled to a norm after
// centring.
func exploredRequest(group invariance.Group, dimension, n int, norm, probability float64) *certificate.Request {
	draws := tight.NewNormals("explored cloud")
	clean := pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	for i := range clean.Points {
		clean.Points[i] = draws.Next()
	}
	points, _ := invariance.Centre(clean)
	size := invariance.Norm(points)
	for i := range points {
		clean.Points[i] = points[i] / size * norm
	}
	return &certificate.Request{
		Clean: &clean, Prediction: certificate.Prediction{Probability: probability},
		Terms: argument.Terms{
			Sigma: 0.5, Group: group, Axis: []float64{0, 0, 1}, Alpha: 0.001, Samples: 3000,
			Stop: argument.StopFull,
		},
	}
}

func mustRadii(t *testing.T, r *certificate.Request) *Radii {
	t.Helper()
	c, err := FindRadii(r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// answers plans a curve and answers all of its points.
func answers(t *testing.T, r *certificate.Request, question string) (*Curve, []PointBounds) {
	t.Helper()
	q, err := ParseQuestion([]byte(question), r)
	if err != nil {
		t.Fatal(err)
	}
	c, err := PlanCurve(r, q)
	if err != nil {
		t.Fatal(err)
	}
	var list []PointBounds
	for _, text := range c.Points {
		a, err := AnswerPoint([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, *a)
	}
	return c, list
}

// The paper's example: the black box ends at 0.42, the tight certificate of scaling at
// 0.720.
func TestRadiiOfThePaper(t *testing.T) {
	for _, group := range []invariance.Group{invariance.Rotations, invariance.Rigid} {
		c := mustRadii(t, exploredRequest(group, 2, 20, 0.01, 0.8))
		if math.Abs(c.BlackBox-0.4208) > 1e-4 || c.Orbit != c.BlackBox || math.Abs(*c.Scaling-0.720) > 5e-4 {
			t.Errorf("%s: %+v, scaling %v", group, c, *c.Scaling)
		}
		if every := c.Ball.EveryDirection(); every.Radius > *c.Scaling*(1+1e-6) || every.Radius < c.Orbit {
			t.Errorf("%s: every direction %+v", group, every)
		}
	}
}

// The gain over the black box shrinks as ‖X‖ grows.
func TestRadiiGainShrinks(t *testing.T) {
	slow.Skip(t)
	before := math.Inf(1)
	for _, norm := range []float64{0.01, 0.25, 0.5, 2, 10} {
		c := mustRadii(t, exploredRequest(invariance.Rigid, 2, 20, norm, 0.8))
		every := c.Ball.EveryDirection().Radius
		if gain := every - c.Orbit; gain > before || gain < 0 {
			t.Errorf("‖X‖ = %v: gain %v after %v", norm, gain, before)
		} else {
			before = gain
		}
	}
}

// Groups whose tight certificate is sampled or none have closed radii alone.
func TestRadiiElsewhere(t *testing.T) {
	for _, c := range []struct {
		group     invariance.Group
		dimension int
	}{{invariance.None, 2}, {invariance.Translations, 3}, {invariance.Orthogonal, 2}, {invariance.Rigid, 3}} {
		r := mustRadii(t, exploredRequest(c.group, c.dimension, 9, 2, 0.8))
		if r.Scaling != nil || r.Ball != nil || math.Abs(r.Orbit-0.4208) > 1e-4 {
			t.Errorf("%s in %d-D: %+v", c.group, c.dimension, r)
		}
	}
	if _, err := FindRadii(&certificate.Request{Matrix: &tight.Gram{}}); err == nil {
		t.Error("radii without a cloud")
	}
}

// The scaling curve crosses ½ at the radius of scaling, and the black box's at its own.
func TestScalingCurveCrosses(t *testing.T) {
	for _, norm := range []float64{0.01, 0.7, 4} {
		r := exploredRequest(invariance.Rigid, 2, 20, norm, 0.8)
		radii := mustRadii(t, r)
		c, list := answers(t, r, `{"kind": "scale", "to": 1, "steps": 200}`)
		check := func(name string, radius float64, lower func(PointBounds) float64) {
			for i, a := range list {
				if x := c.X[i]; math.Abs(x-radius) > 1e-3 && (lower(a) > 0.5) != (x < radius) {
					t.Errorf("‖X‖ = %v, %s: %v at %v, radius %v", norm, name, lower(a), x, radius)
				}
			}
		}
		check("black box", radii.BlackBox, func(a PointBounds) float64 { return a.BlackBox.Lower })
		check("orbit", radii.Orbit, func(a PointBounds) float64 { return a.Orbit.Lower })
		check("tight", *radii.Scaling, func(a PointBounds) float64 { return a.Tight.Lower })
	}
}

// No random direction leaves the worst case's radius uncertified, and the arguments keep
// their order.
func TestRandomDirectionsStayAboveTheWorstCase(t *testing.T) {
	for _, norm := range []float64{0.1, 1} {
		r := exploredRequest(invariance.Rigid, 2, 3, norm, 0.85)
		every := mustRadii(t, r).Ball.EveryDirection().Radius
		c, list := answers(t, r, `{"kind": "random", "steps": 20, "directions": 8}`)
		for i, a := range list {
			x := c.X[i/c.Directions]
			if x <= every && a.Tight.Lower <= 0.5 {
				t.Errorf("‖X‖ = %v: %v at %v, certified for every direction up to %v", norm, a.Tight.Lower, x, every)
			}
			if a.Orbit.Lower < a.BlackBox.Lower || a.Tight.Lower < a.Orbit.Lower {
				t.Errorf("‖X‖ = %v at %v: %+v", norm, x, a)
			}
		}
	}
}

// Turning changes the black box's bound alone: the others are constant in θ.
func TestRotationCurveIsFlat(t *testing.T) {
	for _, group := range []invariance.Group{invariance.Rigid, invariance.Rotations} {
		_, list := answers(t, exploredRequest(group, 2, 12, 3, 0.9), `{"kind": "rotate", "to": 90, "steps": 9, "noise": 0.5}`)
		first, last := list[0], list[len(list)-1]
		if last.BlackBox.Lower > 1e-6 || first.BlackBox.Lower < 0.7 {
			t.Errorf("%s: the black box goes from %v to %v", group, first.BlackBox.Lower, last.BlackBox.Lower)
		}
		for i, a := range list {
			if math.Abs(a.Orbit.Lower-first.Orbit.Lower) > 1e-9 || math.Abs(a.Tight.Lower-first.Tight.Lower) > 1e-9 {
				t.Errorf("%s, step %d: %+v, at first %+v", group, i, a, first)
			}
		}
	}
}

// Sampled curves are lower bounds of what more draws find, and reach as far as the
// orbit-based radius or further.
func TestSampledCurve(t *testing.T) {
	for _, c := range []struct {
		group     invariance.Group
		dimension int
	}{{invariance.Rigid, 3}, {invariance.Orthogonal, 2}} {
		r := exploredRequest(c.group, c.dimension, 8, 0.2, 0.9)
		curve, list := answers(t, r, `{"steps": 6}`)
		reach, err := curve.Reach(list)
		if err != nil || curve.Tight != "monte_carlo" || curve.Samples != 3000 {
			t.Fatalf("%s: %+v, %v", c.group, curve, err)
		}
		if orbit := mustRadii(t, r).Orbit; reach < orbit*(1-1e-6) || reach > 3*orbit {
			t.Errorf("%s in %d-D: reach %v, orbit %v", c.group, c.dimension, reach, orbit)
		}
	}
	if _, err := (&Curve{Kind: "random"}).Reach(nil); err == nil {
		t.Error("a reach of random directions")
	}
}

// In space a curve is nowhere below what the certificate of the same pair computes about an axis,
// and without draws it is just that.
func TestCurveInSpaceIsFlooredByAxes(t *testing.T) {
	slow.Skip(t)
	for _, question := range []string{`{"kind": "scale", "steps": 5}`, `{"kind": "random", "steps": 2, "directions": 2}`, `{"kind": "rotate", "steps": 3, "noise": 1}`} {
		r := exploredRequest(invariance.Rigid, 3, 8, 0.2, 0.9)
		_, drawn := answers(t, r, question)
		r.Samples = 0
		curve, computed := answers(t, r, question)
		if curve.Tight != "axis" || curve.Samples != 0 {
			t.Fatalf("%s: %+v", question, curve)
		}
		q, err := ParseQuestion([]byte(question), r)
		if err != nil {
			t.Fatal(err)
		}
		gained := 0.0
		for i, a := range computed {
			cloud, err := CurveCloud(r, q, i)
			if err != nil {
				t.Fatal(err)
			}
			pair := r.With(cloud).Reduced()
			p := argument.Probabilities{Lower: 0.9}
			v := &argument.Verdict{}
			v.Prove(r.Rows(pair), p)
			want := max(0, v.Tight.Axis.Lower())
			if math.Abs(a.Tight.Lower-want) > 1e-9 || drawn[i].Tight.Lower < a.Tight.Lower {
				t.Errorf("%s, point %d: %v computed, %v of the certificate, %v drawn", question, i, a.Tight.Lower, want, drawn[i].Tight.Lower)
			}
			gained = max(gained, a.Tight.Lower-a.Orbit.Lower)
		}
		if gained < 0.01 {
			t.Errorf("%s: %v above the orbit-based bound at most", question, gained)
		}
	}
}

// In the plane the sampled reach of O(2) stays below the exact one of its subgroup only by
// what Monte Carlo costs; the exact one of SO(2) is never beaten by its own curve.
func TestReachOfAnExactCurve(t *testing.T) {
	r := exploredRequest(invariance.Rigid, 2, 8, 0.2, 0.9)
	curve, list := answers(t, r, `{"kind": "scale"}`)
	reach, err := curve.Reach(list)
	if want := *mustRadii(t, r).Scaling; err != nil || reach > want*(1+1e-6) || reach < 0.97*want {
		t.Errorf("the curve reaches %v, the closed form %v, %v", reach, want, err)
	}
}

// A runner-up with all that is left asks for the same; with less, for less.
func TestCurveAgainstARunnerUp(t *testing.T) {
	r := exploredRequest(invariance.Rigid, 2, 8, 0.5, 0.8)
	r.Prediction.RunnerUp = &certificate.RunnerUp{Probability: 0.1}
	c, list := answers(t, r, `{"kind": "scale", "to": 0.5, "steps": 10}`)
	if radii := mustRadii(t, r); *radii.Scaling < radii.Orbit || radii.Orbit < 0.5 {
		t.Errorf("radii %+v", radii)
	}
	for i, a := range list {
		if a.Tight.RunnerUp == nil || *a.Tight.RunnerUp > *a.Orbit.RunnerUp || a.Tight.Lower <= *a.Tight.RunnerUp {
			t.Errorf("at %v: %+v", c.X[i], a)
		}
	}
}

func TestQuestionsRefused(t *testing.T) {
	r := exploredRequest(invariance.Rigid, 2, 4, 1, 0.8)
	for _, text := range []string{
		`{"kind": "shear"}`, `{"to": -1}`, `{"to": 1e101}`, `{"kind": "rotate", "to": 361}`, `{"noise": -1}`,
		`{"steps": 0}`, `{"steps": 201}`, `{"directions": 65}`, `{"axis": [0, 0, 1]}`, `{"speed": 1}`, `[]`, `{`,
	} {
		if q, err := ParseQuestion([]byte(text), r); err == nil {
			t.Errorf("%s is taken: %+v", text, q)
		}
	}
	zero := exploredRequest(invariance.Rigid, 2, 4, 1, 0.8)
	clear(zero.Clean.Points)
	if _, err := PlanCurve(zero, &Question{Kind: "scale"}); err == nil {
		t.Error("zeros were scaled")
	}
	for _, text := range []string{`{}`, `{"problem": {}}`, `{"samples": -1}`, `[`} {
		if a, err := AnswerPoint([]byte(text)); err == nil && text != `{}` {
			t.Errorf("%s is answered: %+v", text, a)
		}
	}
}

// A point's answer depends on nothing but its text.
func TestPointsAreIndependent(t *testing.T) {
	slow.Skip(t)
	r := exploredRequest(invariance.Euclidean, 3, 6, 1, 0.9)
	curve, list := answers(t, r, `{"kind": "random", "steps": 2, "directions": 2}`)
	for i := len(list) - 1; i >= 0; i-- {
		again, err := AnswerPoint([]byte(curve.Points[i]))
		one, _ := json.Marshal(again)
		two, _ := json.Marshal(list[i])
		if err != nil || string(one) != string(two) {
			t.Errorf("point %d: %s, then %s", i, two, one)
		}
	}
}
