package smoothing

import (
	"encoding/binary"
	"encoding/json"
	"math"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/internal/packed"
)

// Returns is what a model returns for a cloud.
type Returns string

const (
	// ReturnsClasses are scores of classes, B×C.
	ReturnsClasses Returns = ""
	// ReturnsNumber is a number, B or B×1, or one of several, B×K.
	ReturnsNumber Returns = "number"
	// ReturnsPointLabels are scores of labels for each point, B×N×C.
	ReturnsPointLabels Returns = "BNC"
	// ReturnsLabelPoints are the same with the labels first, B×C×N.
	ReturnsLabelPoints Returns = "BCN"
	// ReturnsVector is a vector that turns with the cloud, B×D.
	ReturnsVector Returns = "vector"
	// ReturnsPointVectors are such vectors, one for each point, B×N×D.
	ReturnsPointVectors Returns = "BND"
	// ReturnsVectorPoints are the same with the parts of vectors first, B×D×N.
	ReturnsVectorPoints Returns = "BDN"
)

// classesName is ReturnsClasses where a document spells it out.
const classesName = "classes"

// votes reports whether answers are votes on classes.
func (r Returns) votes() bool { return r == ReturnsClasses }

// Labels reports whether the model labels every point.
func (r Returns) Labels() bool { return r == ReturnsPointLabels || r == ReturnsLabelPoints }

// output is what a model answers for a sample, and how that is counted.
type output struct {
	// told names it in sentences.
	told string
	// least and usual are how many samples the first stage has, estimate the usual number of the second.
	least, usual, estimate int64
	block                  int
	// coded returns how many bytes code the answer for a sample of so many points.
	coded func(p *Plan, points int) int
	// code codes what the model answers for samples from first on, and why samples have no answer.
	code func(s *Sampler, first int, counts []byte, logits Logits) (coded, why []byte, err error)
}

// outputs has that of each Returns. Only classes may be counted in one stage: the median of the numbers of the first is the reference of a
// tolerance, and its labels are those that the second votes on.
var outputs = map[Returns]output{
	ReturnsClasses: {
		"classes", 0, 0, DefaultEstimate, Block, func(p *Plan, _ int) int { return p.width() },
		func(s *Sampler, first int, counts []byte, l Logits) (coded, why []byte, err error) {
			return s.plan.Classes(first, counts, l)
		},
	},
	ReturnsNumber:      {"a number", 1, DefaultSelect, DefaultEstimate, Block, func(*Plan, int) int { return numberBytes }, (*Sampler).codeNumbers},
	ReturnsPointLabels: ofLabels,
	ReturnsLabelPoints: ofLabels,
	ReturnsVector: {
		"a vector", 1, DefaultSelect, DefaultEstimate, Block, func(p *Plan, _ int) int { return p.dimension * numberBytes }, (*Sampler).codeVectors,
	},
	ReturnsPointVectors: ofVectors,
	ReturnsVectorPoints: ofVectors,
}

var ofVectors = output{
	"a vector for each point", 1, DefaultSelect, defaultLabels, smallBlock, func(p *Plan, points int) int { return points * p.dimension * numberBytes },
	(*Sampler).codeVectors,
}

var ofLabels = output{
	"a label for each point", 1, DefaultSelect, defaultLabels, smallBlock, func(p *Plan, points int) int { return points * p.width() }, (*Sampler).labels,
}

// Told names what a model returns, for sentences.
func (r Returns) Told() string { return outputs[r].told }

// Coded returns how many bytes code the answer for a sample of so many points.
func (p *Plan) Coded(points int) int { return outputs[p.Model.Returns].coded(p, points) }

// Classes returns what a model answers for samples from first on, coded one after another: classes, numbers, or labels in
// the order of the cloud's points; and for each sample why it has no answer. counts is what Inputs returned for them.
func (s *Sampler) Classes(first int, counts []byte, logits Logits) (coded, why []byte, err error) {
	return outputs[s.plan.Model.Returns].code(s, first, counts, logits)
}

// takeReturns takes what the model returns, with the names of classes or labels.
func (m *Model) takeReturns(o *document.Object, r Request) (err error) {
	name, err := o.OneOf("returns", classesName, string(ReturnsNumber), string(ReturnsPointLabels), string(ReturnsLabelPoints),
		string(ReturnsVector), string(ReturnsPointVectors), string(ReturnsVectorPoints))
	if err != nil {
		return err
	}
	if name != classesName {
		m.Returns = Returns(name)
	}
	if m.Returns.Labels() && r.Subsample > 0 {
		return document.BadField(o.Name("returns"), "is %q, and a sample labels only the points in it; leave out subsample", name)
	}
	if m.Returns.Turn() {
		return document.First(o.Need("clip", "; give the length at which vectors are clipped"),
			document.PutAny(&m.Clip)(o.Within("clip", document.VectorsLimits.Clip, "")))
	}
	if m.Returns != ReturnsNumber {
		m.Classes, err = takeClasses(o)
		return err
	}
	number, present, err := o.Whole("number", 0, MaxClasses)
	if present {
		m.Number = &number
	}
	return err
}

// checkReturns refuses classifiers that cannot be made of a model that returns a number, labels or vectors.
func (p *Plan) checkReturns(path string, points int) error {
	m, c := &p.Model, &p.Classifier
	switch samples := p.Samples(); {
	case p.Sampling.Scores && !m.Returns.votes():
		return document.BadField("scores", "draws a class for each sample; leave it out for a model that returns %s", m.Returns.Told())
	case p.Sampling.Scores && c.How == Declared:
		return document.BadField(path+".classifier.how", "is %q, which is tested by classes, not by scores; leave it out: %q holds for every model", Declared, Made)
	case m.Returns.votes():
		return nil
	case c.How == Declared:
		return document.BadField(path+".classifier.how", "is %q, which is tested by classes; leave it out: %q holds for every model", Declared, Made)
	case m.Returns.Turn() && m.Layout.together():
		return document.BadField(path+".model.layout", "is %q: a vector for all poses of a cloud turns back from none of them; use another layout", m.Layout)
	case m.Returns.Turn() && samples*p.Coded(points) > packed.MaxUnpacked:
		return document.BadField(path+".sampling.estimate", "makes %d vectors of %d samples; the limit is %d in all: take fewer samples", p.vectorCount(points),
			samples, packed.MaxUnpacked/numberBytes/p.dimension)
	case !m.Returns.Labels():
		return nil
	case m.Layout.together() && c.Sorted:
		return document.BadField(path+".model.layout",
			"is %q: the poses of a cloud have their points in different orders, so a label belongs to no point; use another layout or permutation false", m.Layout)
	case samples*points > packed.MaxUnpacked/p.width():
		return document.BadField(path+".sampling.estimate", "makes %d labels for %d points each; the limit is %d in all: take fewer samples", samples,
			points, packed.MaxUnpacked/p.width())
	}
	return nil
}

// MarshalJSON leaves out the classes of a model that returns a number or vectors.
func (m Model) MarshalJSON() ([]byte, error) {
	type plain Model
	if m.Returns == ReturnsNumber || m.Returns.Turn() {
		return json.Marshal(struct {
			plain
			Classes []string `json:"classes,omitempty"`
		}{plain: plain(m)})
	}
	return json.Marshal(plain(m))
}

// numberBytes code a number: a little-endian float64, NaN where a sample has none.
const numberBytes = 8

// appendNumbers codes numbers, NaN always by the same bits, zero without a sign.
func appendNumbers(coded []byte, numbers []float64) []byte {
	for _, x := range numbers {
		if x != x {
			x = math.NaN()
		}
		coded = binary.LittleEndian.AppendUint64(coded, math.Float64bits(x+0))
	}
	return coded
}

// decoded returns so many numbers.
func decoded(coded []byte, count int) []float64 {
	numbers := make([]float64, count)
	for i := range numbers {
		numbers[i] = math.Float64frombits(binary.LittleEndian.Uint64(coded[i*numberBytes:]))
	}
	return numbers
}

// mean returns the mean of a number over the poses of a cloud, NaN where one of them is not finite.
func mean(values []float64) float64 { return sumSorted(values) / float64(len(values)) }

// Points returns how many points a sample has.
func (s *Sampler) Points() int { return s.points() }

// Coded returns how many bytes code the answer for a sample.
func (s *Sampler) Coded() int { return s.plan.Coded(s.points()) }

// codeNumbers codes those of the samples: the mean over the poses of each.
func (s *Sampler) codeNumbers(_ int, counts []byte, logits Logits) (coded, why []byte, err error) {
	p := &s.plan
	at, width, rows := 0, logits.Width, p.rows()
	switch chosen := p.Model.Number; {
	case chosen == nil && width != 1:
		return nil, nil, document.BadField("prediction.model.number", "is missing: the model returns %d numbers for a cloud; give 0 to %d", width, width-1)
	case chosen != nil && *chosen >= int64(width):
		return nil, nil, document.BadField("prediction.model.number", "is %d; the model returns %d numbers, from number 0 on", *chosen, width)
	case chosen != nil:
		at = int(*chosen)
	}
	if err := logits.agrees(width, len(counts)*rows); err != nil {
		return nil, nil, err
	}
	all := readNumbers(logits.Data, logits.Kind)
	values := make([]float64, rows)
	for i, standing := range counts {
		for row := range rows {
			values[row] = all[(i*rows+row)*width+at]
		}
		coded, why = appendStanding(coded, why, standing, mean(values))
	}
	return coded, why, nil
}

// appendStanding codes the number of a sample, NaN where it does not count, and why.
func appendStanding(coded, why []byte, standing byte, x float64) (numbers, reasons []byte) {
	reason := HasClass
	switch {
	case standing != counted:
		x, reason = math.NaN(), reasonOf(standing)
	case math.IsNaN(x) || math.Abs(x) > document.MaxLength:
		x, reason = math.NaN(), NotFinite
	}
	return appendNumbers(coded, []float64{x}), append(why, byte(reason))
}
