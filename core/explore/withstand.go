package explore

import (
	"encoding/json"
	"math"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
)

// Withstood tells what can happen to the clean cloud of a request without changing its
// prediction. Each holds together with every rotation, translation, reflection and order of
// the points that the classifier ignores. Numbers are rounded towards zero; without a
// radius there are none.
type Withstood struct {
	Certified   bool                 `json:"certified"`
	Probability argument.Probability `json:"probability"`
	// Radius is the length below which every perturbation is certified.
	Radius float64 `json:"radius"`
	// Along is the axis of the transformations, a unit vector, and Centre what they leave where
	// it is: the mean of the points where the group translates, else the origin.
	Along  []float64 `json:"along"`
	Centre []float64 `json:"centre"`
	// Height is the extent of the cloud along the axis, rounded down.
	Height float64 `json:"height"`
	Ranges []Range `json:"ranges,omitempty"`
	*Anyhow
	Core string `json:"core"`
}

// Range is how far the cloud may be moved along a family of transformations.
type Range struct {
	Family string `json:"family"`
	// Along is absent where the family has no axis; Toward is the direction of a shear.
	Along  []float64 `json:"along,omitempty"`
	Toward []float64 `json:"toward,omitempty"`
	Unit   string    `json:"unit"`
	Span
	// By is the simplest argument that reaches so far.
	By string `json:"by"`
	// BlackBox is the range without what the classifier is invariant under.
	BlackBox Span `json:"black_box"`
}

// Span is a range of a parameter around 0: every value in it is certified. Any is there in
// place of its ends where every value is.
type Span struct {
	Any  bool     `json:"any,omitempty"`
	From *float64 `json:"from,omitempty"`
	To   *float64 `json:"to,omitempty"`
}

// What a range is certified by.
const (
	byInvariance = "invariance"
	byBlackBox   = "black_box"
	byOrbit      = "orbit"
	byTight      = "tight"
)

// Asked is a request with what is asked of its clean cloud.
type Asked struct {
	*certificate.Request
	// Along is the axis of the transformations.
	Along []float64
}

// ParseWithstand reads a request document that may have "along" beside the request's own
// fields, the last axis when it is absent.
func ParseWithstand(data []byte, open certificate.Open) (*Asked, error) {
	var along []float64
	r, err := certificate.ParseRequestWith(data, open, func(o *document.Object) (err error) {
		along, err = takeAlong(o)
		return err
	})
	if err != nil {
		return nil, err
	}
	a := &Asked{r, along}
	if r.Clean == nil {
		return a, nil // for Withstand to refuse
	}
	if along == nil {
		a.Along = make([]float64, r.Dimension())
		a.Along[r.Dimension()-1] = 1
	}
	if len(a.Along) != r.Dimension() {
		return nil, document.BadField("along", "has %d numbers, the cloud has %d dimensions", len(along), r.Dimension())
	}
	return a, nil
}

// takeAlong takes two or three numbers, nil where there are none.
func takeAlong(o *document.Object) (along []float64, err error) {
	text := o.Take("along")
	if text == nil {
		return nil, nil
	}
	list, err := document.List("along", text)
	if err != nil {
		return nil, err
	}
	for _, entry := range list {
		x, err := document.ParseNumber("along", entry)
		if err != nil {
			return nil, err
		}
		along = append(along, x)
	}
	if size := invariance.Norm(along); !(size >= 1/document.MaxLength && size <= document.MaxLength) {
		return nil, document.BadField("along", "must have a length above 0, from 1e-100 to 1e100")
	}
	return along, nil
}

// Withstand answers for all families. A perturbed cloud in the request is ignored.
func Withstand(a *Asked) (*Withstood, error) {
	e, err := newExploration(a.Request)
	if err != nil {
		return nil, err
	}
	levels := e.Levels(false) // nothing is drawn
	e.p = e.Prediction.Bounds(levels.Votes)
	s := e.seat(a.Along)
	w := &Withstood{
		Probability: argument.Probability{Lower: e.p.Lower, Level: levels.Votes, UpperRunnerUp: e.p.RunnerUp},
		Radius:      *argument.NewClosed(nil, e.Sigma, e.p).Radius,
		Along:       s.axis[:s.dimension], Centre: s.centre, Height: s.height(),
		Core: certificate.Core,
	}
	if w.Certified = w.Radius > 0; !w.Certified {
		return w, nil
	}
	w.Anyhow = s.anyhow(w.Radius)
	for _, f := range families(s.dimension) {
		w.Ranges = append(w.Ranges, s.rangeOf(f))
	}
	return w, nil
}

// WithstandDocument returns the document of what is withstood.
func WithstandDocument(w *Withstood) ([]byte, error) {
	text, err := json.MarshalIndent(w, "", "  ")
	return append(text, '\n'), err
}

// spare is taken from the radius: whoever makes the cloud at the end of a range rounds it, rounds
// its distance up, and is to find it certified all the same.
const spare = 1e-9

// seat is a clean cloud as its transformations see it: from the centre, in a frame, and in a
// unit of 2^exponent.
type seat struct {
	exploration
	*frame
	cloud    pointcloud.Cloud
	centre   []float64
	exponent int
	// sigma is σ in that unit, and radius a little less than that in closed form.
	sigma, radius float64
}

func (e exploration) seat(along []float64) seat {
	s := seat{exploration: e, frame: newFrame(along), centre: make([]float64, len(along))}
	if e.Centres() {
		_, mean := invariance.Centre(*e.Clean)
		copy(s.centre, mean[:])
	}
	points := make([]float64, len(e.Clean.Points))
	for i, x := range e.Clean.Points {
		points[i] = x - s.centre[i%len(along)]
	}
	s.exponent = pointcloud.Exponent(points)
	s.cloud = pointcloud.Cloud{Points: pointcloud.Scaled(points, -s.exponent), Dimension: len(along)}
	s.sigma = math.Ldexp(e.Sigma, -s.exponent)
	s.radius = *argument.NewClosed(nil, s.sigma, e.p).Radius * (1 - spare)
	return s
}

// height returns how far the cloud extends along the axis, rounded down.
func (s seat) height() float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for n := 0; n < len(s.cloud.Points); n += s.dimension {
		z := invariance.Along(&s.axis, s.cloud.Points[n:n+s.dimension])
		least, most = min(least, z), max(most, z)
	}
	return math.Ldexp(max(0, most-least-float64(32*special.Unit)), s.exponent)
}

// turns tells whether the group holds all rotations about the axis of a frame.
func (e exploration) turns(by *frame) bool {
	return e.Group.Turns() || e.Group == invariance.Axis && parallel(e.Axis, by.along)
}

func (e exploration) shifts(*frame) bool { return e.Centres() }

// rangeOf returns how far the cloud may go along a family, with the arguments in the order of
// their simplicity.
func (s seat) rangeOf(f family) Range {
	p := f.path(s.cloud, s.frame)
	r := Range{Family: f.name, Unit: f.unit}
	if f.name != "scale" && (f.name != "rotation" || s.dimension == 3) {
		r.Along = s.axis[:s.dimension]
	}
	if f.name == "shear" {
		r.Toward = s.across[:s.dimension]
	}
	closed := s.walked(walk{path: p}, span{})
	best, by := closed, byBlackBox
	if s.Group != invariance.None && !closed.any {
		seen, small := s.compact(f, p)
		best, by = further(best, seen.walked(seen.walk(small), closed), by, byOrbit)
	}
	r.BlackBox, r.Span, r.By = s.span(f, closed), s.span(f, best), by
	if f.kept != nil && f.kept(s.exploration, s.frame) {
		r.Span, r.By = Span{Any: true}, byInvariance
	}
	return r
}

// span is a range in the unit of the seat.
type span struct {
	any      bool
	from, to float64 // both ≥ 0
}

// further returns the better range of two arguments that both hold, and the name of the first
// unless the second gains something.
func further(a, b span, byA, byB string) (span, string) {
	b = span{any: b.any, from: max(a.from, b.from), to: max(a.to, b.to)}
	if b.any || b.from > a.from*(1+gain) || b.to > a.to*(1+gain) {
		return b, byB
	}
	return a, byA
}

// gain is what an argument has to bring to be named, relative to the range.
const gain = 1e-6

// span turns a range into the unit of the coordinates.
func (s seat) span(f family, r span) Span {
	if r.any {
		return Span{Any: true}
	}
	from, to := s.length(-r.from, -f.power), s.length(r.to, -f.power)
	return Span{From: &from, To: &to}
}

// length turns a number into the unit of the coordinates, rounded towards zero.
func (s seat) length(x float64, power int) float64 {
	y := math.Ldexp(x, power*s.exponent)
	if math.Abs(y) < 0x1p-1000 { // its last bits may have been rounded
		y = 0
	}
	return min(max(y, -math.MaxFloat64), math.MaxFloat64) + 0
}

// walked goes both ways from X, or from where a walk that holds has come already.
func (s seat) walked(w walk, from span) (r span) {
	p, radius := w.path, s.radius-w.still // what X itself is known by
	if !p.moves || p.around+w.still < radius {
		return span{any: true}
	}
	if !(radius > 0) {
		return span{}
	}
	r.from = w.reach(p.start, from.from, -1, radius)
	r.to = w.reach(p.start, from.to, 1, radius)
	r.any = p.most == halfTurn && r.from >= halfTurn && r.to >= halfTurn
	return r
}

// walk returns one that uses what the group ignores. Where the order of the points does not
// matter either, the one they have is used.
func (s seat) walk(p *path) walk {
	w := walk{path: p, centres: s.Centres()}
	switch {
	case s.Group == invariance.Axis:
		w.turns, w.nearest = true, s.nearestAboutAxis
	case s.Group.Turns():
		w.turns, w.nearest = true, s.nearest
	}
	return w
}

func (s seat) nearest(base, moved pointcloud.Cloud) (invariance.Matrix, float64) {
	m := invariance.Align(s.Group, base, moved).Alignment.Matrix
	return m, invariance.OrthogonalityDefect(m, s.dimension)
}

// nearestAboutAxis: the matrix is made in a frame of which the axis, the plane and the turn in it
// are each within a few units roundoff of exact ones, and so within twice the sum of what all
// three lack.
func (s seat) nearestAboutAxis(base, moved pointcloud.Cloud) (invariance.Matrix, float64) {
	a := invariance.AlignAxis(s.Axis, s.Translation, base, moved)
	lack := invariance.OrthogonalityDefect(invariance.AxisFrame(s.Axis), 3) + invariance.OrthogonalityDefect(a.Plane.Alignment.Matrix, 2)
	return a.Alignment.Matrix, 2*lack + 64*special.Unit
}
