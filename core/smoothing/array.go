package smoothing

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Answers returns the coded answers for samples from first on by what a model said of all in a NumPy array: what it returned for
// every row, or the class of each sample, the number of each, or the labels of each, −1 for none; and why samples have none.
func (s *Sampler) Answers(first int, counts []byte, a pointcloud.Array) (coded, why []byte, err error) {
	switch returns := s.plan.Model.Returns; {
	case returns == ReturnsNumber && a.Shape[0] == s.plan.Samples() && s.Rows() > 1:
		for i, standing := range counts {
			coded, why = appendStanding(coded, why, standing, a.Values[first+i])
		}
		return coded, why, nil
	case returns.votes() && a.Whole:
		return s.plan.wholeClasses(first, counts, a)
	case returns.Labels() && a.Whole:
		return s.wholeLabels(first, counts, a)
	}
	rows := s.rowsOf(a.Shape)
	width := len(a.Values) / rows
	logits := Logits{Kind: Float32, Width: width}
	for _, x := range a.Values[first*s.Rows()*width : (first+len(counts))*s.Rows()*width] {
		logits.Data = binary.LittleEndian.AppendUint32(logits.Data, math.Float32bits(float32(x)))
	}
	return s.Classes(first, counts, logits)
}

// rowsOf returns how many rows of the model's input an array answers.
func (s *Sampler) rowsOf(shape []int) int {
	if samples := s.plan.Samples(); !s.plan.Model.Returns.votes() && shape[0] == samples {
		return samples * s.Rows()
	}
	if s.plan.Model.Returns.votes() && len(shape) == 3 {
		return shape[0] * shape[1]
	}
	return shape[0]
}

// wholeClasses codes classes of samples.
func (p *Plan) wholeClasses(first int, counts []byte, a pointcloud.Array) (coded, why []byte, err error) {
	for i, standing := range counts {
		x := a.Values[first+i]
		if x < none || x >= float64(len(p.Model.Classes)) {
			return nil, nil, document.BadField("classes", "sample %d has the class %v; want 0 to %d, or −1 for none", first+i, x, len(p.Model.Classes)-1)
		}
		c, reason := int(x), HasClass
		if c == none {
			reason = Unanswered
		}
		if standing != counted {
			c, reason = none, reasonOf(standing)
		}
		coded, why = p.appendClass(coded, c), append(why, byte(reason))
	}
	return coded, why, nil
}

// wholeLabels codes labels of the rows of samples, which have one pose each.
func (s *Sampler) wholeLabels(first int, counts []byte, a pointcloud.Array) (coded, why []byte, err error) {
	p, points := &s.plan, s.points()
	for i, standing := range counts {
		if standing != counted {
			coded, why = p.appendNone(coded, points), append(why, byte(reasonOf(standing)))
			continue
		}
		labels := a.Values[(first+i)*points : (first+i+1)*points]
		if n := slices.IndexFunc(labels, func(x float64) bool { return x < none || x >= float64(len(p.Model.Classes)) }); n >= 0 {
			return nil, nil, document.BadField("labels", "sample %d has the label %v; want 0 to %d, or −1 for none", first+i, labels[n], len(p.Model.Classes)-1)
		}
		places := s.places(first + i)
		for n := range points {
			label := labels[n]
			switch {
			case places != nil && places[n][0] == none:
				label = none
			case places != nil:
				label = labels[places[n][0]]
			}
			coded = p.appendClass(coded, int(label))
		}
		why = append(why, byte(HasClass))
	}
	return coded, why, nil
}

// Answered returns how many samples an array answers. For classes it has a class for each, or for each row the logits, all rows
// in one axis or those of a sample in one more.
func (s *Sampler) Answered(a pointcloud.Array) (int, error) {
	if !s.plan.Model.Returns.votes() && len(a.Shape) > 0 {
		return s.plan.Samples(), s.checkShape(a)
	}
	p := &s.plan
	rows, classes := p.rows(), len(p.Model.Classes)
	samples := 0
	switch s := a.Shape; {
	case a.Whole && p.Sampling.Scores:
		return 0, document.BadField("shape", "has classes; with scores each sample draws its class: give the logits of every row")
	case a.Whole && len(s) == 1:
		samples = s[0]
	case !a.Whole && len(s) == 2 && s[1] == classes && s[0]%rows == 0:
		if samples = s[0] / rows; rows > 1 && s[0] == p.Samples() {
			return 0, document.BadField("shape", "is %v: logits of the %d rows of each of %d samples, or one row for each of all %d samples? give the logits of every row, (samples, %d, %d)",
				s, rows, samples, s[0], rows, classes)
		}
	case !a.Whole && len(s) == 3 && s[1] == rows && s[2] == classes:
		samples = s[0]
	default:
		return 0, document.BadField("shape", "is %v; want whole numbers (samples,), or logits (samples × %d rows, %d classes)", s, rows, classes)
	}
	least := 1
	if !p.Anytime() {
		least = p.Sampling.Select + Looks(p.Sampling.Estimate)[0]
	}
	if samples < least || samples > p.Samples() {
		return 0, document.BadField("shape", "has %d samples; want %d, or at least %d of them", samples, p.Samples(), least)
	}
	return samples, nil
}

// checkShape refuses an array that has not one answer for each row or sample. Numbers and labels are counted once, at the end.
func (s *Sampler) checkShape(a pointcloud.Array) error {
	samples, rows, points := s.plan.Samples(), s.Rows(), s.points()
	if s.plan.Model.Returns == ReturnsNumber {
		if n := a.Shape[0]; (n == samples*rows && len(a.Shape) <= 2) || (n == samples && len(a.Values) == samples) ||
			(n == samples && len(a.Shape) == 3 && a.Shape[1] == rows) {
			return nil
		}
		return document.BadField("shape", "is %v; want the numbers of all %d samples × %d rows, (%d,) or (%d, numbers), or the number of each sample, (%d,)", a.Shape, samples, rows, samples*rows, samples*rows, samples)
	}
	scores := s.answerShape()
	each, every := append([]int{samples * rows}, scores...), append([]int{samples, rows}, scores...)
	if s.plan.Model.Returns.Turn() {
		if slices.Equal(a.Shape, each) || slices.Equal(a.Shape, every) {
			return nil
		}
		return document.BadField("shape", "is %v; want the vectors of all %d samples × %d rows, %v or %v", a.Shape, samples, rows, each, every)
	}
	switch {
	case a.Whole && rows > 1:
		return document.BadField("shape", "has whole numbers: %d poses of a sample vote on a label by the sum of their scores; give the scores of each row", rows)
	case a.Whole && slices.Equal(a.Shape, []int{samples, points}):
		return nil
	case !a.Whole && (slices.Equal(a.Shape, each) || slices.Equal(a.Shape, every)):
		return nil
	}
	return document.BadField("shape", "is %v; want scores (%d samples × %d rows, %d, %d), or where a sample has one row its labels, whole numbers (%d, "+
		"%d)", a.Shape, samples, rows, scores[0], scores[1], samples, points)
}

// answerShape returns the axes of an answer for a row of labels or vectors.
func (s *Sampler) answerShape() []int {
	points, labels, dimension := s.points(), len(s.plan.Model.Classes), s.clean.Dimension
	switch s.plan.Model.Returns {
	case ReturnsLabelPoints:
		return []int{labels, points}
	case ReturnsVector:
		return []int{dimension}
	case ReturnsPointVectors:
		return []int{points, dimension}
	case ReturnsVectorPoints:
		return []int{dimension, points}
	}
	return []int{points, labels}
}
