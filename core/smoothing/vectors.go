package smoothing

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/vector"
)

// Vectors are what a model whose vectors turn with the cloud returned for noisy copies of it: one for each copy, or one for each point.
type Vectors struct {
	// Values are the samples that count. Select are others, whose mean is the reference; nil for none.
	Values, Select *vector.Samples
	// Clip is the length at which vectors are clipped, 0 where it is not given.
	Clip float64
	// PerPoint says that samples have a vector for each point.
	PerPoint bool
}

// mostTurned is how far a row of a settled sample's turn is from the ideal one at most. A vector no longer than C that is turned back with it is
// within √3·2⁻³⁰·C of the ideal one, and with the rounding of clip, turn and mean within turnedOff·C.
const (
	mostTurned = 0x1p-30
	turnedOff  = 0x1p-29
)

// Turn reports whether the model returns vectors that turn with the cloud.
func (r Returns) Turn() bool {
	return r == ReturnsVector || r == ReturnsPointVectors || r == ReturnsVectorPoints
}

// perPoint reports whether the model answers for every point.
func (r Returns) perPoint() bool { return r.Labels() || r.Turn() && r != ReturnsVector }

// vectorCount returns how many vectors a sample of so many points has.
func (p *Plan) vectorCount(points int) int {
	if p.Model.Returns.perPoint() {
		return points
	}
	return 1
}

// codeVectors codes those of the samples: each clipped in length, turned back from its pose, and averaged over the poses. So f(RX + b) = R·f(X)
// exactly. A vector that is not finite, or of a point that is not told apart from another, counts as none.
func (s *Sampler) codeVectors(first int, counts []byte, logits Logits) (coded, why []byte, err error) {
	p, d := &s.plan, s.clean.Dimension
	width, rows := p.vectorCount(s.points())*d, p.rows()
	if logits.Width != width {
		return nil, nil, document.BadField("logits", "are %d numbers for a cloud; want %d vectors of %d numbers", logits.Width, width/d, d)
	}
	if err := logits.agrees(width, len(counts)*rows); err != nil {
		return nil, nil, err
	}
	size := rows * width * numberSize(logits.Kind)
	for i, standing := range counts {
		mean, reason := slices.Repeat([]float64{math.NaN()}, width), reasonOf(standing)
		if standing == counted {
			reason = s.turnBack(mean, s.pose(s.sample(first+i)), readNumbers(logits.Data[i*size:(i+1)*size], logits.Kind))
		}
		coded, why = appendNumbers(coded, mean), append(why, byte(reason))
	}
	return coded, why, nil
}

// turnBack puts the vectors of a sample in mean, by what the model returned for each of its poses.
func (s *Sampler) turnBack(mean []float64, posed posed, numbers []float64) (reason Reason) {
	d := s.clean.Dimension
	var places [][]int
	if s.plan.Classifier.Sorted && s.plan.Model.Returns.perPoint() {
		places = posed.places(d)
	}
	perVector, perPart := d, 1
	if s.plan.Model.Returns == ReturnsVectorPoints {
		perVector, perPart = 1, len(mean)/d
	}
	v := make([]float64, d)
	for n := range len(mean) / d {
		if places != nil && places[n][0] == none {
			continue
		}
		sum := mean[n*d : (n+1)*d]
		clear(sum)
		for row := range posed.turns {
			at := row*len(mean) + shownAt(places, n, row)*perVector
			for j := range v {
				v[j] = numbers[at+j*perPart]
			}
			addTurned(sum, v, &posed.turns[row], s.plan.Model.Clip, float64(len(posed.turns)))
		}
		if math.IsNaN(sum[0]) {
			reason = NotFinite
		}
	}
	return reason
}

// addTurned adds a vector, clipped in length and turned back, as one of so many; NaN where a number of it is not finite.
func addTurned(sum, v []float64, turn *invariance.Matrix, clip, of float64) {
	length := invariance.Norm(v)
	share := min(1, clip/length) / of
	switch {
	case math.IsNaN(length) || math.IsInf(length, 0):
		share = math.NaN()
	case length == 0:
		share = 0
	}
	for k := range sum {
		for j, x := range v {
			sum[k] += float64(float64(turn[j][k]*x) * share)
		}
	}
}

// TakeVectors takes the samples of vectors. Beside the evidence of a count any part may be missing.
func TakeVectors(o *document.Object, counted bool) (*Vectors, error) {
	v := &Vectors{}
	var err, bad error
	if !counted {
		err = o.Need("clip", "; give the length at which vectors are clipped")
		bad = o.Need("values", "; give the vectors for noisy copies of the clean cloud")
	}
	err = document.First(err, document.PutAny(&v.Clip)(o.Within("clip", document.VectorsLimits.Clip, "")))
	if bad == nil && o.Has("values") {
		v.Values, v.PerPoint, bad = takeVectorSamples(o, "values")
	}
	err = document.Join(err, bad)
	if !o.Has("select") {
		return v, err
	}
	chosen, perPoint, bad := takeVectorSamples(o, "select")
	if v.Select = chosen; bad != nil || err != nil {
		return v, document.Join(err, bad)
	}
	switch {
	case v.Values == nil && !counted:
	case v.Values == nil:
		v.PerPoint = perPoint
	case perPoint != v.PerPoint || v.Values.Count != chosen.Count || v.Values.Dimension != chosen.Dimension:
		return v, document.BadField(o.Name("select"), "has other lists than values; give vectors of the same form")
	}
	return v, nil
}

// takeVectorSamples takes a list of samples: a vector each, or a list of one for each point; null where a sample was not settled.
func takeVectorSamples(o *document.Object, field string) (s *vector.Samples, perPoint bool, err error) {
	name := o.Name(field)
	texts, err := document.List(name, o.Take(field))
	if err != nil {
		return nil, false, err
	}
	if len(texts) > mostAnswers {
		return nil, false, document.BadField(name, "has %d samples; the limit is %d", len(texts), mostAnswers)
	}
	s = &vector.Samples{}
	if s.Count, s.Dimension, perPoint = shapeOf(texts); s.Dimension < 2 || s.Dimension > 3 {
		return nil, false, document.BadField(name,
			"must be a list of vectors of 2 or 3 numbers, or of lists with one for each point; null for a sample that was not settled")
	}
	for i, text := range texts {
		place, vectors := document.Numbered(name, i), []json.RawMessage{text}
		switch {
		case isNull(text):
			for len(vectors) < s.Count {
				vectors = append(vectors, text)
			}
		case perPoint:
			if vectors, err = document.List(place, text); err != nil {
				return nil, false, err
			}
		}
		if len(vectors) != s.Count {
			return nil, false, document.BadField(place, "has %d vectors, the others have %d", len(vectors), s.Count)
		}
		for k, text := range vectors {
			if perPoint {
				place = document.Numbered(document.Numbered(name, i), k)
			}
			if s.Entries, err = appendVector(s.Entries, place, text, s.Dimension); err != nil {
				return nil, false, err
			}
		}
	}
	return s, perPoint, nil
}

func isNull(text json.RawMessage) bool { return string(text) == "null" }

// shapeOf returns how many vectors of how many numbers the first settled sample has; 0 numbers if none has any.
func shapeOf(texts []json.RawMessage) (count, dimension int, perPoint bool) {
	for _, text := range texts {
		var parts, numbers []json.RawMessage
		if json.Unmarshal(text, &parts) != nil || len(parts) == 0 {
			continue
		}
		if first := parts[0][0]; first != '[' && first != 'n' {
			return 1, len(parts), false
		}
		for _, part := range parts {
			if json.Unmarshal(part, &numbers) == nil && len(numbers) > 0 {
				return len(parts), len(numbers), true
			}
		}
	}
	return 0, 0, false
}

// appendVector reads a vector, NaN for null.
func appendVector(to []float64, place string, text json.RawMessage, dimension int) ([]float64, error) {
	if isNull(text) {
		return append(to, slices.Repeat([]float64{math.NaN()}, dimension)...), nil
	}
	numbers, err := document.List(place, text)
	if err != nil {
		return nil, err
	}
	if len(numbers) != dimension {
		return nil, document.BadField(place, "has %d numbers, the others have %d", len(numbers), dimension)
	}
	for _, text := range numbers {
		x, err := document.ParseNumber(place, text)
		switch {
		case err != nil:
			return nil, err
		case math.Abs(x) > document.MaxLength:
			return nil, document.BadField(place, "must have numbers of at most 1e100 in magnitude, got %v", x)
		}
		to = append(to, x)
	}
	return to, nil
}

// Fields returns them as documents have them.
func (v *Vectors) Fields() map[string]any {
	fields := map[string]any{"clip": v.Clip, "values": v.listed(v.Values)}
	if v.Select != nil {
		fields["select"] = v.listed(v.Select)
	}
	return fields
}

// MarshalJSON writes null for a sample that was not settled.
func (v *Vectors) MarshalJSON() ([]byte, error) { return json.Marshal(v.Fields()) }

func (v *Vectors) listed(s *vector.Samples) []any {
	samples := make([]any, s.Size())
	for i := range samples {
		vectors, some := make([][]float64, s.Count), false
		for k := range vectors {
			at := (i*s.Count + k) * s.Dimension
			if v := s.Entries[at : at+s.Dimension]; !math.IsNaN(v[0]) {
				vectors[k], some = v, true
			}
		}
		switch {
		case !some:
		case v.PerPoint:
			samples[i] = vectors
		default:
			samples[i] = vectors[0]
		}
	}
	return samples
}

// takeVectors takes vectors: those of the evidence, else those given beside it, and the same where both have them.
func (e *Evidence) takeVectors(o *document.Object, given *Vectors) error {
	field, err := o.Child("vectors")
	own := &Vectors{}
	if err == nil && field != nil {
		own, err = TakeVectors(field, true)
		err = document.First(err, field.Done())
	}
	if err != nil {
		return err
	}
	if given == nil {
		given = &Vectors{}
	}
	name := o.Name("vectors")
	for _, clip := range []float64{own.Clip, given.Clip} {
		if clip != 0 && clip != e.Model.Clip {
			return document.BadField(name+".clip", "is %v, and the vectors were counted with model.clip %v", clip, e.Model.Clip)
		}
	}
	e.Turned = &Vectors{Clip: e.Model.Clip, PerPoint: e.Model.Returns.perPoint()}
	if e.Turned.Values, err = e.oneOf(name+".values", own.Values, given.Values, own.PerPoint || given.PerPoint, e.Sampling.Estimate); err != nil {
		return err
	}
	e.Turned.Select, err = e.oneOf(name+".select", own.Select, given.Select, own.PerPoint || given.PerPoint, e.Sampling.Select)
	return err
}

// oneOf returns the samples of a stage, which are in the evidence or beside it.
func (e *Evidence) oneOf(name string, own, beside *vector.Samples, perPoint bool, samples int) (*vector.Samples, error) {
	switch {
	case own == nil:
		own = beside
	case beside != nil && (own.Count != beside.Count || !slices.EqualFunc(own.Entries, beside.Entries, sameNumber)):
		return nil, document.BadField(name, "has other vectors than the prediction beside it; leave out one of them")
	}
	switch returns := e.Model.Returns; {
	case own == nil:
		return nil, document.BadField(name, "is missing")
	case perPoint != returns.perPoint():
		return nil, document.BadField(name, "does not have %s for each sample, which the model returns", returns.Told())
	case own.Dimension != e.dimension:
		return nil, document.BadField(name, "has vectors of %d numbers, the cloud has %d dimensions", own.Dimension, e.dimension)
	case own.Size() != samples:
		return nil, document.BadField(name, "has %d samples; want %d", own.Size(), samples)
	}
	own.Off = turnedOff
	return own, nil
}

// coded returns the vectors of both stages as a count codes them.
func (v *Vectors) coded() []byte {
	return appendNumbers(nil, slices.Concat(v.Select.Entries, v.Values.Entries))
}

// vectorsOf returns what the coded vectors for all samples of a plan say.
func (p *Plan) vectorsOf(coded []byte, size int) *Vectors {
	entries := decoded(coded, p.Samples()*size/numberBytes)
	of := func(entries []float64) *vector.Samples {
		return &vector.Samples{Count: size / numberBytes / p.dimension, Dimension: p.dimension, Entries: entries, Off: turnedOff}
	}
	first := p.Sampling.Select * size / numberBytes
	return &Vectors{Select: of(entries[:first]), Values: of(entries[first:]), Clip: p.Model.Clip, PerPoint: p.Model.Returns.perPoint()}
}
