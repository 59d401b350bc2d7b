package smoothing

import (
	"encoding/json"
	"strings"

	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Request is what a request says that a plan must fit.
type Request struct {
	// Clean is the cloud as prepared, nil where the request has only its Gram matrix.
	Clean     *pointcloud.Cloud
	Dimension int
	// Sigma is that of all points, or the smallest of Sigmas, one for each point.
	Sigma  float64
	Sigmas []float64
	// Spread says that σ goes by an attribute: of the plan of many clouds each has its own Sigmas and grid, and Sigma is the smallest of all.
	Spread bool
	// Asked is what the classifier is to be invariant under.
	Asked Classifier
	// Law is that of the samples that the request goes by, with noise on transformations about the axis asked.
	Law
	// Given are the answers that stand beside evidence without them, nil for none.
	Given *Answers
	// Many says that the plan is that of many clouds: number of poses, digest and seed follow from each.
	Many bool
}

// Defaults and limits of a plan.
const (
	// DefaultSelect is that of runs; a single count has one stage unless its plan names two.
	DefaultSelect   = 100
	DefaultEstimate = 10_000
	// defaultLabels is that of models that label each point, since a sample then has many labels.
	defaultLabels = 1000
	// So many classes of two bytes each unpack whatever their ratio (package packed).
	maxSelect   = 20_000
	maxEstimate = 500_000
	// MaxClasses is the largest number of classes that a model may name.
	MaxClasses = 65_534
	maxText    = 200
	// mostPoses are those of a cloud in space under reflections.
	mostPoses = 1 << 3
	// Coordinates within 2²³ grid steps are float32 numbers for σ in this range.
	leastSigma, mostSigma = 0x1p-100, 0x1p100
)

// TakePlan takes model, classifier and sampling. What follows from the request and
// from other fields may be missing; where it is there, it must agree.
func TakePlan(o *document.Object, r Request) (*Plan, error) {
	p := &Plan{dimension: r.Dimension}
	steps := []struct {
		name string
		take func(*document.Object, Request) error
	}{
		{"model", p.takeModel}, {"classifier", p.takeClassifier}, {"sampling", p.takeSampling},
	}
	for _, step := range steps {
		child, err := o.Child(step.name)
		if err != nil {
			return nil, err
		}
		if child == nil {
			child = &document.Object{Path: o.Name(step.name)}
		}
		if err := step.take(child, r); err != nil {
			return nil, err
		} else if err := child.Done(); err != nil {
			return nil, err
		}
	}
	if err := document.First(p.checkVectors(o.Name("model")+".attributes"), p.checkReturns(o.Path, r.points())); err != nil || r.Many {
		return p, err
	}
	return p, p.takeSeed(o.Name("sampling"))
}

func (p *Plan) takeModel(o *document.Object, r Request) (err error) {
	m := &p.Model
	err = document.First(
		o.Need("sha256", ": the SHA-256 of the model's file names it"), document.Put(&m.SHA256)(TakeHex(o, "sha256")),
		document.PutAny(&m.Bytes)(o.Whole("bytes", 1, 1<<53)), document.Put(&m.Name)(takeShort(o, "name")),
		o.Need("layout", ": "+strings.Join(layoutTexts(), ", ")), document.Put((*string)(&m.Layout))(o.OneOf("layout", layoutTexts()...)),
		document.Put(&m.Numbers)(o.OneOf("numbers", "", Float32, Float16)), document.Put(&m.Output)(takeShort(o, "output")),
		document.PutAny(&m.Batch)(o.Whole("batch", 1, 1)), m.takeAttributes(o, r), m.takeReturns(o, r),
	)
	if m.Numbers == Float32 {
		m.Numbers = ""
	}
	return err
}

func layoutTexts() (texts []string) {
	for _, l := range layouts {
		texts = append(texts, string(l))
	}
	return texts
}

// TakeHex takes a SHA-256 as hexadecimal digits, "" where the field is absent.
func TakeHex(o *document.Object, field string) (string, error) {
	text, present, err := o.Text(field)
	if err != nil || !present {
		return "", err
	}
	if !digest.IsText(text) {
		return "", document.BadField(o.Name(field), "must be 64 digits 0–9 and a–f")
	}
	return text, nil
}

func takeShort(o *document.Object, field string) (string, error) {
	text, _, err := o.Text(field)
	if err == nil && len(text) > maxText {
		err = document.BadField(o.Name(field), "has %d bytes; the limit is %d", len(text), maxText)
	}
	return text, err
}

func takeClasses(o *document.Object) (classes []string, err error) {
	name := o.Name("classes")
	if !o.Has("classes") {
		return nil, document.BadField(name, "is missing: the names of the classes, in the order of the logits")
	}
	texts, err := document.List(name, o.Take("classes"))
	if err != nil {
		return nil, err
	}
	if len(texts) < 2 || len(texts) > MaxClasses {
		return nil, document.BadField(name, "has %d classes; want 2 to %d", len(texts), MaxClasses)
	}
	for i, text := range texts {
		var class string
		if text[0] != '"' || json.Unmarshal(text, &class) != nil || len(class) > maxText {
			return nil, document.BadField(document.Numbered(name, i), "must be a string of at most %d bytes", maxText)
		}
		classes = append(classes, class)
	}
	return classes, nil
}

// takeClassifier takes what the classifier is invariant under, which the request may not
// exceed.
func (p *Plan) takeClassifier(o *document.Object, r Request) (err error) {
	c := &p.Classifier
	err = document.First(
		c.takeGroup(o, r), document.Put(&c.How)(o.OneOf("how", Made, Declared)), document.Put(&c.Order)(o.OneOf("order", "", "rising", Falling)),
	)
	if c.Order != Falling {
		c.Order = ""
	}
	err = document.First(err, c.takeDraw(o, p.Model.Layout))
	c.Sorted = r.Asked.Sorted
	if o.Has("sorted") {
		err = document.First(err, document.Put(&c.Sorted)(o.Truth("sorted")))
	}
	switch {
	case err != nil:
		return err
	case !c.Covers(r.Asked) && r.Asked.Sorted && !c.Sorted:
		return document.BadField(o.Name("sorted"), "is false, but the request says that the order of the points does not matter")
	case !c.Covers(r.Asked):
		return document.BadField(o.Name("group"), "is %q, which does not contain the group %q of the request", c.Group, r.Asked.Group)
	}
	return c.takeDerived(o, r)
}

func (c *Classifier) takeGroup(o *document.Object, r Request) (err error) {
	c.Group, c.Axis, c.Translation = r.Asked.Group, r.Asked.Axis, r.Asked.Translation
	if !o.Has("group") {
		return nil
	}
	names := make([]string, len(invariance.Groups))
	for i, g := range invariance.Groups {
		names[i] = string(g)
	}
	name, err := o.OneOf("group", names...)
	if err != nil {
		return err
	}
	c.Group, c.Axis, c.Translation = invariance.Group(name), nil, false
	if c.Group != invariance.Axis {
		return nil
	}
	if r.Dimension != 3 && !r.Many {
		return document.BadField(o.Name("group"), "\"axis\" is for 3-D clouds")
	}
	return document.First(document.Put(&c.Axis)(o.Direction("axis")), document.Put(&c.Translation)(o.Truth("translation")))
}

// takeDerived checks the number of poses and the grid, and whether the cloud has points
// enough for its axes.
func (c *Classifier) takeDerived(o *document.Object, r Request) error {
	c.Grid = Grid(r.Sigma)
	if r.Many {
		if _, _, err := o.Whole("poses", 1, mostPoses); err != nil {
			return err
		}
		if r.Spread && o.Has("grid") {
			return document.BadField(o.Name("grid"), "follows from each cloud where sigma goes by an attribute; leave it out")
		}
		return agree(o, "grid", c.Grid)
	}
	c.Poses = c.shown(r.Dimension)
	if least := c.symmetry().leastPoints(r.Dimension); c.Turn == "" && r.points() > 0 && r.points() < least {
		return document.BadField(o.Name("group"), "%q needs %d points to make a classifier invariant; the samples have %d", c.Group, least, r.points())
	}
	return document.First(agree(o, "poses", float64(c.Poses)), agree(o, "grid", c.Grid))
}

// agree refuses a number that is there and is not the one that follows from the rest.
func agree(o *document.Object, field string, want float64) error {
	x, present, err := o.Number(field)
	if err == nil && present && x != want {
		err = document.BadField(o.Name(field), "must be %v, got %v", want, x)
	}
	return err
}

func (p *Plan) takeSampling(o *document.Object, r Request) (err error) {
	s := &p.Sampling
	s.Sigma = r.Sigma
	if r.Sigma < leastSigma || r.Sigma > mostSigma {
		return document.BadField("sigma", "must be from %.3g to %.3g for a model that takes float32, got %v", leastSigma, mostSigma, r.Sigma)
	}
	if most := max(r.Sigma, largest(r.Sigmas)); most > mostSigma {
		return document.BadField("sigma", "must be at most %.3g for a model that takes float32, got %v", mostSigma, most)
	}
	if r.Spread {
		o.Take("sigma") // the caller has taken it
	}
	err = document.First(agree(o, "sigma", s.Sigma), p.takeStages(o, r), document.Put(&s.Fresh)(o.Truth("fresh")), p.takeLaw(o, r))
	if err != nil || r.Many {
		return err
	}
	return document.First(document.Put(&s.Seed)(TakeHex(o, "seed")), s.takeSigmasDigest(o, r), s.takeCloud(o, r))
}

// takeStages takes how many samples both stages have.
func (p *Plan) takeStages(o *document.Object, r Request) (err error) {
	s, output := &p.Sampling, outputs[p.Model.Returns]
	if r.Many {
		output.usual = DefaultSelect
	}
	err = document.Put(&s.Select)(takeCount(o, "select", output.least, maxSelect, output.usual))
	if s.Block = output.block; s.Select == 0 {
		s.Block = smallBlock
	}
	return document.First(err, agree(o, "block", float64(s.Block)),
		document.Put(&s.Estimate)(takeCount(o, "estimate", leastLook, maxEstimate, output.estimate)))
}

func takeCount(o *document.Object, field string, least, most, usual int64) (int, error) {
	n, present, err := o.Whole(field, least, most)
	if !present {
		n = usual
	}
	return int(n), err
}

// takeCloud takes the digest of the cloud; a request in Gram form has no cloud to hold it
// against.
func (s *Sampling) takeCloud(o *document.Object, r Request) error {
	text, present, err := o.Text("cloud")
	if s.Cloud = text; r.Clean != nil {
		s.Cloud = cloudDigest(*r.Clean)
	}
	switch {
	case err != nil:
		return err
	case r.Clean == nil && !present:
		return document.BadField(o.Name("cloud"), "is missing")
	case r.Clean != nil && present && text != s.Cloud:
		return document.BadField(o.Name("cloud"), "does not match the request's cloud: %s", s.Cloud)
	}
	return checkDigest(o.Name("cloud"), s.Cloud)
}

// takeSigmasDigest takes the digest of the σ of single points, absent where one is that of all. A request
// in Gram form, whose products are weighted by them, has none to hold it against.
func (s *Sampling) takeSigmasDigest(o *document.Object, r Request) error {
	text, present, err := o.Text("noise")
	if s.SigmasDigest = text; r.Clean != nil {
		s.Sigmas, s.SigmasDigest = r.Sigmas, sigmasDigest(r.Sigmas)
	}
	switch {
	case err != nil || !present:
		return err
	case s.SigmasDigest == "" && r.Clean != nil:
		return document.BadField(o.Name("noise"), "is of samples whose noise differs from point to point; the request has one sigma for all")
	case text != s.SigmasDigest:
		return document.BadField(o.Name("noise"), "does not match the request's sigma: %s", s.SigmasDigest)
	}
	return checkDigest(o.Name("noise"), text)
}

func checkDigest(name, text string) error {
	sum, ok := strings.CutPrefix(text, "sha256:")
	if !ok || !digest.IsText(sum) {
		return document.BadField(name, "must be \"sha256:\" and 64 digits 0–9 and a–f")
	}
	return nil
}
