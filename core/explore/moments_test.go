package explore

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// The few points that moments are are as far from their start as the cloud, all along, also after the best alignment.
func TestMomentsPath(t *testing.T) {
	for _, r := range withstandRequests(30, 4, 0.9) {
		s := mustScene(t, &Asked{Request: r, Along: []float64{1, 2, 3}[:r.Dimension()]})
		m := momentsOf(s.cloud, s.frame, s.weighing)
		for _, f := range families(s.dimension) {
			if !m.hold(f) {
				continue
			}
			p, small := f.path(s.cloud, s.frame, s.weighing), m.path(f, s.frame, false)
			centred := m.path(f, s.frame, s.Centres())
			if p.moves != small.moves || math.Abs(p.around-small.around) > 1e-11 || math.Abs(p.bend-small.bend) > 1e-11 {
				t.Errorf("%v %s: %v %v %v, want %v %v %v", r.Group, f.name, small.moves, small.around, small.bend, p.moves, p.around, p.bend)
			}
			for _, x := range []float64{-0.4, 0.05, 1} {
				if want, got := gone(p, x), gone(small, x); math.Abs(got-want) > 1e-11 {
					t.Errorf("%v %s at %v: %v, want %v", r.Group, f.name, x, got, want)
				}
				whole, rows := *s.Request, *s.central().Request
				whole.Clean, rows.Clean = &p.start, &centred.start
				_, want := apart(&whole, p.at(x))
				_, got := apart(&rows, centred.at(x))
				if math.Abs(got-want) > 1e-11 {
					t.Errorf("%v %s at %v: %v after alignment, want %v", r.Group, f.name, x, got, want)
				}
			}
		}
	}
}

// gone returns how far a cloud is from its start, nothing being turned back.
func gone(p *path, t float64) float64 {
	at := p.at(t)
	for i, x := range p.start.Points {
		at.Points[i] -= x
	}
	return invariance.Norm(at.Points)
}

func mustScene(t *testing.T, a *Asked) scene {
	t.Helper()
	s, err := sceneOf(a)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Ranges from moments are those from the points, and say so of clouds that do not move.
func TestRangesFromMoments(t *testing.T) {
	slow.Skip(t)
	requests := withstandRequests(20, 3, 0.9)
	for _, points := range [][]float64{{1, 0, 0, -1, 0.5, 0, 0, -1, 0, 0.3, 0.4, 0}, {0, 0, -1, 0, 0, 1, 0, 0, 0.5}, {0, 0, 0, 0, 0, 0}, {1e6, 1e6, 0, 1e6 + 1, 1e6, 0.3, 1e6, 1e6 - 1, -0.3}} {
		for _, group := range []invariance.Group{invariance.None, invariance.Rigid, invariance.Orthogonal} {
			r := exploredRequest(group, 3, 1, 1, 0.9)
			r.Clean = &pointcloud.Cloud{Points: points, Dimension: 3}
			requests = append(requests, r)
		}
	}
	for _, r := range requests {
		along := make([]float64, r.Dimension())
		along[r.Dimension()-1] = 1
		s := mustScene(t, &Asked{Request: r, Along: along})
		few := s
		few.moments = momentsOf(s.cloud, s.frame, s.weighing)
		for _, f := range families(s.dimension) {
			want, got := s.rangeOf(f), few.rangeOf(f)
			if want.By != got.By && want.By != byTight {
				t.Errorf("%v %s: by %s, want %s", r.Group, f.name, got.By, want.By)
			}
			for _, pair := range [][2]Span{{got.Span, want.Span}, {got.BlackBox, want.BlackBox}} {
				if !near(pair[0], pair[1]) {
					t.Errorf("%v %s: %v to %v, want %v to %v", r.Group, f.name, deref(pair[0].From), deref(pair[0].To), deref(pair[1].From), deref(pair[1].To))
				}
			}
		}
	}
}

// A twist moves the mean of a lopsided cloud farther one way than the other: where translations are ignored, its range is not the same
// both ways.
func TestTwistOfManyLopsidedPoints(t *testing.T) {
	random := rand.New(rand.NewPCG(95, 96))
	uneven := 0
	for range 30 {
		r := exploredRequest(invariance.Translations, 3, 4, 3, 0.95)
		for i := range r.Clean.Points {
			r.Clean.Points[i] = random.NormFloat64() * random.ExpFloat64()
		}
		w := mustWithstand(t, r)
		many := mustScene(t, &Asked{Request: r, Along: []float64{0, 0, 1}})
		many.moments = momentsOf(many.cloud, many.frame, many.weighing)
		twist := many.rangeOf(many.family("twist"))
		if twist.Any {
			continue
		}
		twist.checkInside(t, r, w, twist.By, twist.Span)
		if math.Abs(*twist.To+*twist.From) > 0.01**twist.To {
			uneven++
		}
	}
	if uneven < 10 {
		t.Errorf("%d ranges differ from one way to the other", uneven)
	}
}

func deref(x *float64) float64 {
	if x == nil {
		return math.Inf(1)
	}
	return *x
}

// near tells whether a range is another but for what moments lose of clouds that are far from the origin.
func near(a, b Span) bool {
	if a.Any || b.Any {
		return a.Any == b.Any
	}
	within := func(x, y float64) bool { return x <= y*(1+1e-6)+1e-12 && x >= y*(1-1e-4)-1e-12 }
	return within(-*a.From, -*b.From) && within(*a.To, *b.To)
}

// A cloud of so many points has its ranges from moments, a smaller one from its points.
func TestManyPoints(t *testing.T) {
	for count, want := range map[int]bool{manyPoints - 1: false, manyPoints: true} {
		s := mustScene(t, &Asked{Request: exploredRequest(invariance.Rigid, 3, count, 3, 0.9), Along: []float64{0, 0, 1}})
		if (s.moments != nil) != want {
			t.Errorf("%d points: moments %v, want %v", count, s.moments != nil, want)
		}
	}
}
