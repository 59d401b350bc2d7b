package explore

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Clouds that are flat, on a line, a point or symmetric have numbers, and what is said of them holds.
func TestWithstandOfDegenerateClouds(t *testing.T) {
	slow.Skip(t)
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
			last, aslant := []float64{0, 0, 1}[3-dimension:], []float64{1, 2, 3}[:dimension]
			for _, c := range []struct {
				sigma float64
				along []float64
			}{{0.05, last}, {0.05, aslant}, {3, aslant}} {
				if c.sigma > 1 && group != invariance.Axis && (group != invariance.Rigid || name != "flat") { // tight values take their time
					continue
				}
				r := exploredRequest(group, dimension, 1, 1, 0.9)
				r.Clean, r.Sigma = &pointcloud.Cloud{Points: points, Dimension: dimension}, c.sigma
				withstands(t, fmt.Sprint(name, " ", group, " ", c.sigma, c.along), r, c.along)
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
			for i := range 21 {
				x := from + (to-from)*float64(i)/20
				blackBox, orbit := apart(r, transformed(family, w.Along, w.Centre, *r.Clean, x))
				if way == byBlackBox {
					orbit = blackBox
				}
				if way != byTight && !(orbit < w.Radius+2e-13*max(5, invariance.Norm(r.Clean.Points))*max(1, math.Abs(x))) {
					t.Errorf("%s, %s by %s: at %v of %v to %v the distance is %v, the radius %v", name, family.Family, way, x, from, to, orbit, w.Radius)
					break
				}
			}
		}
	}
}

// However large or small, a walk ends, with the same range in units of its own.
func TestWithstandAtAllSizes(t *testing.T) {
	slow.Skip(t)
	power := map[string]int{"1/length": -1, "1/length²": -2, "rad/length": -1, "length": 1}
	for _, r := range withstandRequests(9, 24, 0.9) {
		at := mustWithstand(t, r)
		for _, exponent := range []int{-490, -40, 60, 490} {
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
	for _, r := range withstandRequests(12, 24, 0.9) {
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

// An invariance only helps: each walk alone goes at least as far as the black box.
func TestWithstandIsOrdered(t *testing.T) {
	for _, r := range withstandRequests(10, 2, 0.8) {
		e, err := newExploration(r)
		if err != nil {
			t.Fatal(err)
		}
		along := []float64{1, 2, 3}[:r.Dimension()]
		s := e.scene(along)
		s.certify()
		for _, f := range families(s.dimension) {
			p := f.path(s.cloud, s.frame, s.weighing)
			seen, small := s.compact(f, p)
			blackBox := s.walked(s.straight(p), span{})
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
		s := e.scene([]float64{1, 2, 3}[:r.Dimension()])
		s.certify()
		for _, f := range families(s.dimension) {
			p := f.path(s.cloud, s.frame, s.weighing)
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

// A range that holds a half turn either way holds every rotation, and one that nothing ends before
// the cloud is flat ends there.
func TestWithstandAllOfIt(t *testing.T) {
	r := exploredRequest(invariance.Axis, 3, 1, 1, 0.9)
	r.Clean = &pointcloud.Cloud{Points: []float64{0, 1, 0, 0, -1, 0, 0, 0.5, 0, 0, -0.5, 0.01}, Dimension: 3}
	size := invariance.Norm(r.Clean.Points)
	for _, c := range []struct {
		reach float64
		any   bool
	}{{1.9, true}, {1.3, false}} {
		r.Sigma = c.reach * size / 1.2815515655446004
		w := mustWithstand(t, r, 1, 0, 0)
		for _, f := range w.Ranges {
			switch f.Family {
			case "rotation": // nearly undone by a half turn about the axis, but not by less
				if f.Any != c.any || f.BlackBox.Any || c.any && f.By != byOrbit {
					t.Errorf("rotation for a radius of %v of the norm: %+v", c.reach, f)
				}
			case "scale":
				if *f.From != -1 || *f.BlackBox.From != -1 {
					t.Errorf("scale for a radius of %v of the norm: from %v", c.reach, *f.From)
				}
			}
		}
	}
}
