package explore

import (
	"iter"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Withstood tells what can happen to the clean cloud of a request without changing its
// prediction. Each holds together with every motion, reflection and order of the points
// that the classifier ignores. Numbers are rounded towards zero; without a
// radius there are none.
type Withstood struct {
	Certified   bool                 `json:"certified"`
	Probability argument.Probability `json:"probability"`
	// Top is among how many classes the one predicted stays; 0 is the first alone.
	Top argument.Top `json:"top,omitempty"`
	// Radius is the length below which every perturbation is certified.
	Radius float64 `json:"radius"`
	// Along is the axis of the transformations, a unit vector, and Centre what they leave where
	// it is: the mean of the points where the group translates, else the origin.
	Along  []float64 `json:"along"`
	Centre []float64 `json:"centre"`
	// Height is the extent of the cloud along the axis, rounded down.
	Height float64 `json:"height"`
	Ranges []Range `json:"ranges,omitempty"`
	// Together is there for votes with noise on transformations: those with parameters tᵢ are certified where Σ (tᵢ/rᵢ)² < 1, with these as
	// rᵢ, and with a Δ across the axis where neither taper nor scale has noise. Distance is that of every Δ alone.
	Together *argument.Radii `json:"together,omitempty"`
	*AnyDirection
	// Points is there for votes of samples of some points.
	Points *Points `json:"points,omitempty"`
	// FileRadius and File are Radius and AnyDirection of the file, in its unit, where the preparation scales it.
	FileRadius *float64        `json:"file_radius,omitempty"`
	File       *FileDirections `json:"file,omitempty"`
	// Scale says that the preparation divides every scaling of the file out.
	Scale bool `json:"scale,omitempty"`
	// Notes say so where lengths are not in the unit of the coordinates that were read.
	Notes []string `json:"notes,omitempty"`
	Core  string   `json:"core"`
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
	// File is the range of the file, in its unit, where the preparation scales it.
	File *FileSpan `json:"file,omitempty"`
}

// FileDirections are those of a file.
type FileDirections struct {
	// Size is the length of the file that is 1 in the prepared cloud.
	Size float64 `json:"size"`
	*AnyDirection
}

// FileSpan is a range of a file.
type FileSpan struct {
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

// inFile returns a range with both spans turned into those of a file.
func (r Range) inFile(turn func(Span) Span) *FileSpan {
	return &FileSpan{turn(r.Span), r.By, turn(r.BlackBox)}
}

// Reach returns how far the range goes either way at least, +Inf where nothing ends it.
func (s Span) Reach() float64 {
	if s.Any {
		return math.Inf(1)
	}
	return min(-*s.From, *s.To)
}

// isSpan tells whether it has both ends, around 0, or is all there is.
func (s Span) isSpan() bool {
	if s.Any || s.From == nil || s.To == nil {
		return s.Any && s.From == nil && s.To == nil
	}
	return *s.From <= 0 && *s.To >= 0
}

// AreRanges tells whether ranges are those of all families, in their order, of clouds of some
// dimension. Results of cores before 0.9.0 have no bulge.
func AreRanges(ranges []Range) bool {
	bulges := slices.ContainsFunc(ranges, func(r Range) bool { return r.Family == "bulge" })
	return slices.ContainsFunc([]int{2, 3}, func(dimension int) bool {
		known := slices.DeleteFunc(families(dimension), func(f family) bool { return f.name == "bulge" && !bulges })
		return slices.EqualFunc(ranges, known, func(r Range, f family) bool {
			return r.Family == f.name && r.Unit == f.unit && isRange(r.Span, r.By, r.BlackBox) && (r.File == nil || isRange(r.File.Span, r.File.By, r.File.BlackBox))
		})
	})
}

func isRange(s Span, by string, blackBox Span) bool {
	return s.isSpan() && blackBox.isSpan() && slices.Contains([]string{byInvariance, byBlackBox, byOrbit, byTight, byParameters}, by)
}

// Arguments that certify a range.
const (
	byInvariance = "invariance"
	byBlackBox   = "black_box"
	byOrbit      = "orbit"
	byTight      = "tight"
)

// Asked is a request with the question about its clean cloud.
type Asked struct {
	*certificate.Request
	// Along is the axis of the transformations.
	Along []float64
	// Moved is how far the points that stay may move, ‖Δ‖ after alignment, where others come and go.
	Moved float64
}

// ParseWithstand reads a request document that may have "along" beside the request's own
// fields, the last axis when it is absent, and "moved".
func ParseWithstand(data []byte, open certificate.Open) (*Asked, error) {
	var along []float64
	var moved float64
	r, err := certificate.ParseRequestWith(data, open, func(o *document.Object) error {
		return document.Join(document.Put(&along)(TakeAlong(o)), document.Put(&moved)(TakeMoved(o)))
	})
	switch {
	case err != nil:
		return nil, err
	case r.Clean == nil:
		return &Asked{r, along, moved}, nil // for Withstand to refuse
	}
	return Ask(r, along, moved)
}

// Ask asks about the clean cloud of a request, along its last axis where along is nil.
func Ask(r *certificate.Request, along []float64, moved float64) (*Asked, error) {
	if along == nil {
		along = make([]float64, r.Dimension())
		along[r.Dimension()-1] = 1
	}
	if len(along) != r.Dimension() {
		return nil, document.BadField("along", "has %d numbers, the cloud has %d dimensions", len(along), r.Dimension())
	}
	if moved > 0 && r.Subsample == 0 {
		return nil, document.BadField("moved", "belongs to votes of samples of k points (subsample), which is missing")
	}
	return &Asked{r, along, moved}, nil
}

// TakeMoved takes how far the points that stay may move, 0 where it is absent.
func TakeMoved(o *document.Object) (float64, error) {
	moved, _, err := o.Within("moved", document.ChangesLimits.Moved, "a norm ")
	return moved, err
}

// TakeAlong takes the axis of transformations, two or three numbers, nil where there are none.
func TakeAlong(o *document.Object) (along []float64, err error) {
	text := o.Take("along")
	if text == nil {
		return nil, nil
	}
	field := o.Name("along")
	list, err := document.List(field, text)
	if err != nil {
		return nil, err
	}
	for _, entry := range list {
		x, err := document.ParseNumber(field, entry)
		if err != nil {
			return nil, err
		}
		along = append(along, x)
	}
	if size := invariance.Norm(along); !(size >= 1/document.MaxLength && size <= document.MaxLength) {
		return nil, document.BadField(field, "must have a length above 0, from 1e-100 to 1e100")
	}
	return along, nil
}

// Withstand answers for all families. A perturbed cloud in the request is ignored.
func Withstand(a *Asked) (*Withstood, error) {
	w, err := NewWithstanding(a)
	if err != nil {
		return nil, err
	}
	for _, name := range w.Families {
		steps, err := w.Range(name)
		if err != nil {
			return nil, err
		}
		for found := range steps {
			if found != nil {
				w.Ranges = append(w.Ranges, *found)
			}
		}
	}
	return w.Withstood, nil
}

// Withstanding is Withstand one family after another, each in slices: of large clouds it takes seconds.
type Withstanding struct {
	// Withstood lacks the ranges.
	*Withstood
	// Families are the names of those that have one, none where nothing is certified.
	Families []string
	scene    scene
	// bent is there for votes with noise on transformations.
	bent *bent
	// file is that of the file, nil where the preparation leaves its lengths.
	file *inFile
}

// NewWithstanding finds all but the ranges.
func NewWithstanding(a *Asked) (*Withstanding, error) {
	s, err := sceneOf(a)
	if err != nil {
		return nil, err
	}
	w := &Withstanding{scene: s, Withstood: &Withstood{
		Probability: s.p.AtLevel(s.levels.Votes), Top: s.Top,
		Along: s.axis[:s.dimension], Centre: s.centre, Height: s.height(),
		Scale: s.DividesScale(), Notes: s.LengthNotes(), Core: certificate.Core,
	}}
	if s.Noise != nil {
		withstandTransformed(w)
		w.tell()
		return w, nil
	}
	w.Radius = max(*argument.NewClosed(nil, s.Sigma, s.p).Radius, s.sampled)
	if w.Certified = w.Radius > 0; !w.Certified {
		return w, nil
	}
	w.AnyDirection = s.anyDirection(w.Radius)
	w.Points = pointsWithstood(a, s.p)
	w.tell()
	return w, nil
}

// tell names the families of what is certified, and adds the radius of the file and what follows from it.
func (w *Withstanding) tell() {
	if !w.Certified {
		return
	}
	for _, f := range families(w.scene.dimension) {
		w.Families = append(w.Families, f.name)
	}
	if w.file = w.scene.inFile(w.Radius); w.file != nil {
		w.FileRadius, w.File = w.scene.fileRadius(w.Radius), w.file.directions(w.Radius)
	}
}

// tellRange adds the range of the file.
func (w *Withstanding) tellRange(f family, r *Range, pace *pace) {
	if w.file != nil && !pace.ended {
		file := *w.file
		file.pace = pace
		r.File = file.span(f, *r)
	}
}

// Range finds that of a family, the last that is yielded; nil is yielded before, where something else may be done meanwhile.
func (w *Withstanding) Range(name string) (iter.Seq[*Range], error) {
	f, err := w.scene.asked(name)
	if err != nil {
		return nil, err
	}
	return func(yield func(*Range) bool) {
		s := w.scene
		s.pace = &pace{rest: func() bool { return yield(nil) }}
		rangeOf := s.rangeOf
		if w.bent != nil {
			rangeOf = w.bent.rangeOf
		}
		r := rangeOf(f)
		if w.tellRange(f, &r, s.pace); w.bent == nil && !s.pace.ended || w.bent != nil && s.pace.after(0) {
			yield(&r)
		}
	}, nil
}

// sceneOf returns the scene of a question, for arguments without draws.
func sceneOf(a *Asked) (scene, error) {
	e, err := explorationOf(a.Request)
	if err != nil {
		return scene{}, err
	}
	s := e.scene(a.Along)
	if e.Noise != nil {
		return s, nil
	}
	s.certify()
	if len(s.cloud.Points) >= manyPoints*s.dimension {
		s.moments = momentsOf(s.cloud, s.frame, s.weighing)
	}
	s.room = &room{}
	return s, nil
}

// WithstandCloud returns the clean cloud moved along a family by t, which is in its unit.
func WithstandCloud(a *Asked, name string, t float64) (pointcloud.Cloud, error) {
	e, err := explorationOf(a.Request)
	if err != nil {
		return pointcloud.Cloud{}, err
	}
	s := e.scene(a.Along)
	f, err := s.asked(name)
	if err != nil {
		return pointcloud.Cloud{}, err
	}
	return s.moved(f, t)
}

// asked returns the family of a name that may be any.
func (s scene) asked(name string) (family, error) {
	for _, f := range families(s.dimension) {
		if f.name == name {
			return f, nil
		}
	}
	return family{}, document.BadField("family", "there is none named %q for clouds of %d dimensions", name, s.dimension)
}

// WithstandDocument returns the document of what is withstood.
func WithstandDocument(w *Withstood) ([]byte, error) { return document.Indented(w) }
