package vector

import (
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/trials"
)

func TestGrowth(t *testing.T) {
	for delta, want := range map[float64]float64{0.1: 0.1003, 0.25: 0.2540, 0.5: 0.5329, 1: 1.3108, 1.5: 2.9134} {
		if got := math.Sqrt(growth(delta)); math.Abs(got-want) > 5e-5 {
			t.Errorf("%v: %v, want %v", delta, got, want)
		}
	}
	for _, delta := range []float64{0, 1e-200, 1e-8, 1e-3, 0.3, 0.9999, 1, 1.0001, 3, 26} {
		x := delta * delta
		if got, want := growth(delta), math.Expm1(x); got < want*(1-1e-16) || got > want*(1+1e-12) {
			t.Errorf("%v: %v, want %v", delta, got, want)
		}
	}
	if !math.IsInf(growth(30), 1) {
		t.Error("finite")
	}
}

// A law is an output of one Gaussian number, and its mean where that number is shifted.
type output struct {
	name string
	of   func(z float64) float64
	mean func(shift float64) float64
}

func phi(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// The outputs have length at most 4. The linear one is clipped there.
var outputs = []output{
	{"linear", func(z float64) float64 { return max(-4, min(4, z)) }, func(s float64) float64 {
		return integrated(func(z float64) float64 { return max(-4, min(4, z+s)) })
	}},
	{"step", func(z float64) float64 { return math.Copysign(1, z-0.5) }, func(s float64) float64 { return 2*phi(s-0.5) - 1 }},
	{"exponential", func(z float64) float64 { return min(4, math.Exp(z/2)) }, func(s float64) float64 {
		return integrated(func(z float64) float64 { return min(4, math.Exp((z+s)/2)) })
	}},
}

// integrated is the mean of a function of a Gaussian number.
func integrated(f func(z float64) float64) (mean float64) {
	const step = 1e-3
	for z := -9.0; z < 9; z += step {
		mean += f(z+step/2) * math.Exp(-(z+step/2)*(z+step/2)/2) / math.Sqrt(2*math.Pi) * step
	}
	return mean
}

// At level 0.05 one interval in twenty may miss the true mean. The bounds are so far from that that none does, of 18,000 with make soundness.
func TestCoverage(t *testing.T) {
	const n, clip = 500, 4
	few := 30
	if testing.Short() {
		few = 10
	}
	random := rand.New(rand.NewPCG(20, 1))
	tried, missed := 0, 0
	runs := min(trials.Count(t, few, 2000), 2000)
	for _, f := range outputs {
		for _, delta := range []float64{0.1, 0.5, 1} {
			up, down := f.mean(delta), f.mean(-delta)
			for range runs {
				s, chosen := &Samples{Count: 1, Dimension: 2}, &Samples{Count: 1, Dimension: 2}
				for range n {
					s.Entries = append(s.Entries, f.of(random.NormFloat64()), 0)
				}
				for range 50 {
					chosen.Entries = append(chosen.Entries, f.of(random.NormFloat64()), 0)
				}
				tried++
				if b := mustAt(t, s, chosen, clip, 0.05, delta); !has(b, []float64{up, 0}) || !has(b, []float64{down, 0}) {
					missed++
				}
			}
		}
	}
	if missed > 0 {
		t.Errorf("%d of %d missed", missed, tried)
	}
}

// mustAt returns the bound of one vector at a level for all parts.
func mustAt(t *testing.T, s, chosen *Samples, clip, alpha, delta float64) Bound {
	t.Helper()
	e, err := New(s, chosen, clip, alpha/float64(Parts(s.Count, s.Dimension)))
	if err != nil {
		t.Fatal(err)
	}
	return e.At(delta)[0]
}

// has tells whether box and ball have a point, and whether angle and reach allow it.
func has(b Bound, point []float64) bool {
	square := 0.0
	for j, x := range point {
		if x < b.Lower[j] || x > b.Upper[j] {
			return false
		}
		square += (x - b.Ball.Centre[j]) * (x - b.Ball.Centre[j])
	}
	return math.Sqrt(square) <= b.Ball.Radius*(1+1e-12)
}

// By brute force: no output that shares the samples' distribution function has a mean beyond (A) or (B), and the worst one reaches (B).
func TestLayersAreWorst(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 2))
	for range 20 {
		const n = 12
		l := newLaw(n, 0.1)
		l.band = 0 // the distribution of the samples is the true one
		ys := make([]float64, n)
		for i := range ys {
			ys[i] = 2*random.Float64() - 1
		}
		delta := 2 * random.Float64()
		c := l.component(ys, 0)
		low, high := -layers(c.falling, l.kept(delta)), layers(c.rising, l.kept(delta))
		// Cells of equal probability have the numbers in any order; the shifted probability of cell i is exact.
		shifted := make([]float64, n)
		for i := range shifted {
			shifted[i] = phi(quantile(float64(i+1)/n)-delta) - phi(quantile(float64(i)/n)-delta)
		}
		sorted, best := c.rising, math.Inf(-1)
		clean, square, reference := 0.0, 0.0, 2*random.Float64()-1
		for _, y := range sorted {
			clean, square = clean+y/n, square+(y-reference)*(y-reference)/n
		}
		moment := math.Sqrt(square * growth(delta))
		for try := range 3000 {
			order := random.Perm(n)
			if try == 0 {
				for i := range order {
					order[i] = i
				}
			}
			mean := 0.0
			for i, p := range shifted {
				mean += p * sorted[order[i]]
			}
			best = max(best, mean)
			if mean > high+1e-9 || mean < low-1e-9 {
				t.Fatalf("δ %v: the mean %v is beyond %v to %v", delta, mean, low, high)
			}
			if math.Abs(mean-clean) > moment+1e-9 {
				t.Fatalf("δ %v: the mean %v is farther than %v from %v", delta, mean, moment, clean)
			}
		}
		// The band has one step less than the law: the top cell counts as 1.
		if worst := best + shifted[n-1]*(1-sorted[n-1]); high > worst+1e-9 {
			t.Errorf("δ %v: %v, and the worst output reaches %v", delta, high, worst)
		}
	}
}

// quantile inverts phi by bisection.
func quantile(p float64) float64 {
	low, high := -40.0, 40.0
	for range 100 {
		if middle := (low + high) / 2; phi(middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// drawn returns samples of count vectors.
func drawn(random *rand.Rand, n, count int) *Samples {
	s := &Samples{Count: count, Dimension: 3}
	for range n * count {
		x := random.NormFloat64()
		s.Entries = append(s.Entries, 1+0.3*x, 0.2*random.NormFloat64(), 0.5-0.1*x)
	}
	return s
}

// Turned vectors give a ball of the same radius, turned; the bounds depend on nothing but the samples and the distance.
func TestTurned(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 3))
	s, chosen := drawn(random, 400, 1), drawn(random, 60, 1)
	for range 10 {
		q := trials.Orthogonal(random, 3, 1)
		turned := func(s *Samples) *Samples {
			other := &Samples{Count: 1, Dimension: 3}
			for at := 0; at < len(s.Entries); at += 3 {
				other.Entries = append(other.Entries, turn(q, s.Entries[at:at+3])...)
			}
			return other
		}
		for _, delta := range []float64{0, 0.2, 1} {
			a, b := mustAt(t, s, chosen, 3, 0.001, delta), mustAt(t, turned(s), turned(chosen), 3, 0.001, delta)
			if again := mustAt(t, s, chosen, 3, 0.001, delta); !reflect.DeepEqual(a, again) {
				t.Fatal("the same samples give other bits")
			}
			e, _ := New(s, chosen, 3, 1e-4)
			f, _ := New(turned(s), turned(chosen), 3, 1e-4)
			if x, y := e.vectors[0].square, f.vectors[0].square; math.Abs(x-y) > 1e-12*x {
				t.Errorf("λ %v, turned %v", x, y)
			}
			// The boxes differ, but the same mean lies in both balls.
			apart := 0.0
			for j, x := range turn(q, a.Ball.Centre) {
				apart += (x - b.Ball.Centre[j]) * (x - b.Ball.Centre[j])
			}
			if math.Sqrt(apart) > a.Ball.Radius+b.Ball.Radius {
				t.Errorf("δ %v: balls are %v apart", delta, math.Sqrt(apart))
			}
		}
	}
}

func turn(q [3][3]float64, v []float64) []float64 {
	w := make([]float64, 3)
	for i := range w {
		w[i] = q[i][0]*v[0] + q[i][1]*v[1] + q[i][2]*v[2]
	}
	return w
}

// The eigenvalue is about that of the second moment, and never below it.
func TestEigenvalue(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 4))
	s := drawn(random, 20000, 1)
	e, err := New(s, drawn(random, 60, 1), 3, 1e-4)
	if err != nil {
		t.Fatal(err)
	}
	// x and z move together: λ is 0.09 + 0.01.
	if got := e.vectors[0].square * 9; got < 0.1 || got > 0.14 {
		t.Errorf("λ %v, want a little above 0.1", got)
	}
	trace := 0.0
	for _, c := range e.vectors[0].components {
		trace += c.square
	}
	if e.vectors[0].square > trace {
		t.Error("the trace is a better bound")
	}
}

// Samples that are not settled widen every bound: each completion lies within.
func TestUnsettled(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 5))
	s := drawn(random, 300, 1)
	open := &Samples{Count: 1, Dimension: 3, Entries: append([]float64{}, s.Entries...)}
	for i := range 15 {
		open.Entries[60*i+1] = math.NaN()
	}
	for _, delta := range []float64{0, 0.1, 0.7, 2} {
		wide := mustAt(t, open, nil, 2, 0.01, delta)
		for _, length := range []float64{-5, -2, 0, 1, 2, 9} {
			for axis := range 3 {
				filled := &Samples{Count: 1, Dimension: 3, Entries: append([]float64{}, s.Entries...)}
				for i := range 15 {
					v := []float64{0, 0, 0}
					v[axis] = length
					copy(filled.Entries[60*i:], v)
				}
				b := mustAt(t, filled, nil, 2, 0.01, delta)
				for j := range 3 {
					if b.Lower[j] < wide.Lower[j] || b.Upper[j] > wide.Upper[j] {
						t.Errorf("δ %v: %v to %v, unsettled %v to %v", delta, b.Lower[j], b.Upper[j], wide.Lower[j], wide.Upper[j])
					}
				}
			}
		}
	}
}

func TestHostile(t *testing.T) {
	all := func(n int, v ...float64) *Samples {
		s := &Samples{Count: 1, Dimension: len(v)}
		for range n {
			s.Entries = append(s.Entries, v...)
		}
		return s
	}
	for name, s := range map[string]*Samples{"one sample": all(1, 0, 0), "none": all(0, 0, 0)} {
		if _, err := New(s, nil, 1, 0.01); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, clip := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := New(all(5, 0, 0), nil, clip, 0.01); err == nil {
			t.Errorf("clip %v: no error", clip)
		}
	}
	for _, level := range []float64{0, -0.1, 1, 2, math.NaN()} {
		if _, err := New(all(5, 0, 0), nil, 1, level); err == nil {
			t.Errorf("level %v: no error", level)
		}
	}
	for name, s := range map[string]*Samples{
		"zeros": all(500, 0, 0, 0), "huge": all(500, 1e300, 0, 0), "infinite": all(500, math.Inf(1), 0, 0), "none settled": all(500, math.NaN(), 0, 0),
		"two samples": all(2, 1, 1, 1), "tiny": all(500, 5e-324, 0, 0),
	} {
		for _, clip := range []float64{1e-100, 1, 1e100} {
			for _, delta := range []float64{0, 1e-300, 0.5, 30, 1e300, math.Inf(1)} {
				b := mustAt(t, s, nil, clip, 0.01, delta)
				if !(b.Ball.Radius <= clip*(1+1e-9)) || b.Angle != nil {
					t.Errorf("%s: %v", name, b)
				}
				for j := range 3 {
					if !(-clip <= b.Lower[j] && b.Lower[j] < b.Upper[j] && b.Upper[j] <= clip) {
						t.Errorf("%s, clip %v, δ %v: %v to %v", name, clip, delta, b.Lower[j], b.Upper[j])
					}
				}
				if name == "none settled" && (b.Lower[0] != -clip || b.Upper[0] != clip) {
					t.Errorf("bounded without samples: %v", b)
				}
			}
		}
	}
	if b := mustAt(t, all(5000, 0, 0, 0), nil, 1, 0.01, 0.1); !has(b, []float64{0, 0, 0}) || b.Ball.Radius > 0.05 {
		t.Errorf("zeros: %v", b)
	}
	if b := mustAt(t, all(5000, 1e300, 0, 0), nil, 2, 0.01, 0); !has(b, []float64{2, 0, 0}) {
		t.Errorf("huge vectors are clipped: %v", b)
	}
}

// The bounds grow with the distance; a radius is where a claim last holds, and an angle belongs to its ball.
func TestRadius(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 6))
	s, chosen := drawn(random, 5000, 2), drawn(random, 500, 2)
	e, err := New(s, chosen, 3, 0.001/float64(Parts(2, 3)))
	if err != nil {
		t.Fatal(err)
	}
	for _, claim := range []func(Bound) bool{
		func(b Bound) bool { return b.Reach <= 0.5 },
		func(b Bound) bool { return b.Angle != nil && *b.Angle <= 20 },
	} {
		r := e.Radius(claim)
		if r <= 0.05 || r > 2 || !e.holds(r, claim) || e.holds(r*(1+1e-6), claim) {
			t.Errorf("radius %v", r)
		}
	}
	if r := e.Radius(func(b Bound) bool { return b.Reach <= 1e-3 }); r != 0 {
		t.Errorf("a radius of %v within no distance at all", r)
	}
	before := e.At(0)[0]
	for delta := 0.05; delta < 4; delta += 0.05 {
		b := e.At(delta)[0]
		for j := range b.Lower {
			if b.Lower[j] > before.Lower[j] || b.Upper[j] < before.Upper[j] {
				t.Fatalf("δ %v: narrower than nearer by", delta)
			}
		}
		if b.Reach < before.Reach || b.Angle != nil && (before.Angle == nil || *b.Angle < *before.Angle) {
			t.Fatalf("δ %v: reach %v after %v", delta, b.Reach, before.Reach)
		}
		before = b
	}
}

// The largest angle to a ball is found by trying points of it.
func TestAngle(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 7))
	for range 200 {
		centre, c := []float64{random.NormFloat64(), random.NormFloat64()}, []float64{random.NormFloat64(), random.NormFloat64()}
		away := math.Hypot(centre[0], centre[1])
		radius := away * random.Float64()
		most := 0.0
		for k := range 3000 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 3000)
			x, y := centre[0]+radius*cos, centre[1]+radius*sin
			most = max(most, math.Abs(math.Atan2(x*c[1]-y*c[0], x*c[0]+y*c[1]))*180/math.Pi)
		}
		if got := (Ball{centre, radius}).angle(c); got < most-1e-9 || got < 179 && got > most+0.1 {
			t.Fatalf("%v, want %v", got, most)
		}
	}
	if (Ball{[]float64{1, 0}, 1}).angle([]float64{1, 0}) != straight || (Ball{[]float64{1, 0}, 0.5}).angle([]float64{0, 0}) != straight {
		t.Error("an angle where any is possible")
	}
	if got := (Ball{[]float64{1, 0, 0}, 0.5}).angle([]float64{2, 0, 0}); math.Abs(got-30) > 1e-5 {
		t.Errorf("%v, want 30", got)
	}
}

// The bounds at the clean cloud by the formulas of their sources, none of them nearer: empirical Bernstein (Maurer and Pontil) for means, second
// moments and the eigenvalue, each with the length of its interval, and the band of Massart. Parts counts them: in one dimension both ends of the
// mean, a moment, a band, and the eigenvalue.
func TestBoundsAreThoseOfTheirSources(t *testing.T) {
	const n, level = 150, 0x1p-39 // of which log(2/level) is 40·log 2
	log, random := 40*math.Ln2, rand.New(rand.NewPCG(20, 8))
	bernstein := func(xs []float64, length float64) float64 {
		mean, square := 0.0, 0.0
		for _, x := range xs {
			mean += x / n
		}
		for _, x := range xs {
			square += (x - mean) * (x - mean) / (n - 1)
		}
		return mean + math.Sqrt(2*square*log/n) + 7*length*log/(3*(n-1))
	}
	for range 20 {
		s, chosen := &Samples{Count: 1, Dimension: 1}, &Samples{Count: 1, Dimension: 1, Entries: []float64{0.8 * random.Float64()}}
		c := chosen.Entries[0]
		far2 := (1 + c) * (1 + c)
		var above, below, squares []float64
		fourth := 0.0
		for range n {
			y := 2*random.Float64() - 1
			x := y - c
			s.Entries = append(s.Entries, y)
			above, below, squares, fourth = append(above, y), append(below, -y), append(squares, x*x), fourth+x*x*x*x/n
		}
		e, err := New(s, chosen, 1, level)
		if err != nil {
			t.Fatal(err)
		}
		moment, got := 0.0, e.vectors[0].components[0]
		for _, x := range squares {
			moment += x / n
		}
		eigenvalue := moment + math.Sqrt(2*fourth*n/(n-1)*log/n) + 7*far2*log/(3*(n-1))
		for _, pair := range [][2]float64{{got.high, bernstein(above, 2)}, {-got.low, bernstein(below, 2)}, {got.square, bernstein(squares, far2)}, {e.vectors[0].square, eigenvalue}} {
			if more := pair[0] - pair[1]; more < e.slack*far2/2 || more > 1e-10 {
				t.Errorf("%v, want %v and %v of rounding", pair[0], pair[1], e.slack)
			}
		}
		exact := func(x float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(x) }
		ln2, _, _ := big.ParseFloat("0.693147180559945309417232121458176568075500134360255254120680009", 10, 200, big.ToNearestEven)
		if square := exact(e.band); square.Mul(square, square).Mul(square, exact(2*n)).Cmp(ln2.Mul(ln2, exact(40))) < 0 || e.band > math.Sqrt(log/(2*n))*(1+1e-13) {
			t.Errorf("a band of %v", e.band)
		}
	}
	l := newLaw(n, level)
	if b := l.around([]float64{0, 0}, []float64{6, 8}, 1); b.Radius < 6+l.slack || b.Radius > 6+2*l.slack {
		t.Errorf("a ball about a box with corners 5 from its centre, and 1 beyond: %v", b)
	}
	if one, six := Parts(1, 1), Parts(2, 3); one != 2+1+1+1 || six != 2*(3*4+1) {
		t.Errorf("%d and %d parts", one, six)
	}
}
