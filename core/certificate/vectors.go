package certificate

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/vector"
)

// Vectors are what a model returned for noisy copies of the clean cloud, whose vectors turn with the cloud: one, or one for each point. The
// smoothed model returns the mean of vectors clipped in length. Bounds of it use distances alone. There is no tight bound, because no event
// about it is invariant, and no probability.
type Vectors struct {
	// Values are the samples that count. Select are others, whose mean is the reference, nil for none.
	Values, Select *vector.Samples
	// Clip is the length at which vectors are clipped.
	Clip float64
	// Tolerance is the largest certified distance from the reference, Angle the largest angle in degrees; at most one is there.
	Tolerance, Angle *float64

	perPoint bool
}

const mostSamples = 1_000_000

func (q *Prediction) takeVectors(p *document.Object) error {
	field, err := p.Child("vectors")
	if err != nil {
		return err
	}
	v, limits := &Vectors{}, document.VectorsLimits
	err = document.First(field.Need("clip", "; give the length at which vectors are clipped"), document.PutAny(&v.Clip)(field.Within("clip", limits.Clip, "")))
	bad := field.Need("values", "; give the vectors for noisy copies of the clean cloud")
	if bad == nil {
		v.Values, v.perPoint, bad = takeSamples(field, "values")
	}
	err = document.Join(err, bad, document.Put(&v.Tolerance)(maybe(field, "tolerance", limits.Tolerance)),
		document.Put(&v.Angle)(maybe(field, "angle", limits.Angle)))
	if field.Has("select") {
		chosen, perPoint, bad := takeSamples(field, "select")
		if bad == nil && err == nil {
			v.Select = chosen
			bad = v.checkSelect(field.Name("select"), perPoint)
		}
		err = document.Join(err, bad)
	}
	if err == nil {
		err = v.checkClaim(field)
	}
	if err != nil {
		return err
	}
	q.Vectors, q.Samples = v, int64(v.Values.Size())
	return field.Done()
}

// maybe takes a number in an interval, nil if it is absent.
func maybe(o *document.Object, field string, in document.Interval) (*float64, error) {
	x, present, err := o.Within(field, in, "")
	if !present {
		return nil, err
	}
	return &x, err
}

// checkSelect compares the samples that set the reference with those that count.
func (v *Vectors) checkSelect(place string, perPoint bool) error {
	a, b := v.Values, v.Select
	if perPoint != v.perPoint || a.Count != b.Count || a.Dimension != b.Dimension {
		return document.BadField(place, "has other lists than values; give vectors of the same form")
	}
	if smoothing.Values(a.Entries).Same(b.Entries) {
		return document.BadField(place, "has the same vectors as values; give vectors of other samples, since one sample may not set the reference and count as well")
	}
	for k := range b.Count {
		if b.Reference(k, v.Clip) == nil {
			return document.BadField(place, "has no vector with number %d; give at least one sample that is settled", k)
		}
	}
	return nil
}

// checkClaim refuses a claim about no reference.
func (v *Vectors) checkClaim(field *document.Object) error {
	name := "tolerance"
	if v.Angle != nil {
		name = "angle"
	}
	switch {
	case v.Values.Size() < 2:
		return document.BadField(field.Name("values"), "has one sample; give two or more")
	case v.Tolerance != nil && v.Angle != nil:
		return document.BadField(field.Name("angle"), "is there beside tolerance; leave out one of them")
	case !v.claims():
		return nil
	case v.Select == nil:
		return document.BadField(field.Name("select"), "is missing; give vectors of other noisy copies, whose mean is the reference of the %s", name)
	}
	for k := range v.Select.Count {
		if v.Angle != nil && !slices.ContainsFunc(v.Select.Reference(k, v.Clip), func(x float64) bool { return x != 0 }) {
			return document.BadField(field.Name("angle"), "needs a direction, and the mean of the vectors with number %d in select is 0; give a tolerance", k)
		}
	}
	return nil
}

// claims tells whether the request asks whether the vectors stay.
func (v *Vectors) claims() bool { return v.Tolerance != nil || v.Angle != nil }

// stays tells whether a vector within bounds is as near the reference as the request asks.
func (v *Vectors) stays(b vector.Bound) bool {
	if v.Tolerance != nil {
		return b.Reach <= *v.Tolerance
	}
	return b.Angle != nil && *b.Angle <= *v.Angle
}

// takeSamples takes a list of samples: a vector each, or a list of one for each point; null where a sample was not settled.
func takeSamples(o *document.Object, field string) (s *vector.Samples, perPoint bool, err error) {
	name := o.Name(field)
	texts, err := document.List(name, o.Take(field))
	if err != nil {
		return nil, false, err
	}
	if len(texts) > mostSamples {
		return nil, false, document.BadField(name, "has %d samples; the limit is %d", len(texts), mostSamples)
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
			vectors = slices.Repeat(vectors, s.Count)
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

// parts counts the events behind all bounds.
func (v *Vectors) parts(*Request) int { return vector.Parts(v.Values.Count, v.Values.Dimension) }

func (v *Vectors) check(r *Request) error {
	dimension := r.Dimension()
	if r.across() {
		dimension = 3 // products are of the plane across the axis
	}
	switch {
	case r.Top > 1:
		return document.BadField("top", "is for classes; leave it out beside prediction.vectors")
	case v.Values.Dimension != dimension:
		return document.BadField("prediction.vectors.values", "has vectors of %d numbers, the cloud has %d dimensions", v.Values.Dimension, dimension)
	case v.perPoint && r.count() > 0 && v.Values.Count != r.count():
		return document.BadField("prediction.vectors.values",
			"has %d vectors in each sample, the clean cloud has %d points; give one for each point", v.Values.Count, r.count())
	}
	return r.byDistance("prediction.vectors")
}

// rows returns what distances prove of the vectors.
func (v *Vectors) rows(r *Request, pair argument.Pair) []argument.Row {
	evidence, err := vector.New(v.Values, v.Select, v.Clip, r.share(r.Levels().Votes))
	if err != nil {
		panic(err) // samples, length and level were checked
	}
	var radius *float64
	if v.claims() {
		within := evidence.Radius(v.stays) * r.Sigma * (1 - 4*special.Unit)
		radius = &within
	}
	rows := r.Near(pair)
	for i := range rows {
		prove := rows[i].Prove
		rows[i].Prove = func(p argument.Probabilities) argument.Claim {
			near := prove(p).(*argument.Closed)
			c := &argument.Closed{Distance: near.Distance, Radius: radius, Alignment: near.Alignment}
			if c.Distance != nil {
				c.Vectors = evidence.At(argument.InSigmas(*c.Distance, r.Sigma))
				c.Certified = v.claims() && *c.Distance < *radius
			}
			return c
		}
	}
	return rows
}

// NoProbability returns an error for vectors, which have no probability.
func (r *Request) NoProbability() error {
	if r.Prediction.Vectors != nil {
		return document.BadField("prediction.vectors", "has no answer here: vectors have no probability; only certify, verify and explain take them")
	}
	return nil
}

// stating returns none: the rows state the vectors themselves.
func (v *Vectors) stating(*Request, float64) func(*float64, bool) argument.Stated { return nil }

func (v *Vectors) rule([]argument.Stated, string) string { return "" }

// document writes them, null for a sample that was not settled.
func (v *Vectors) document(*Prediction) map[string]any {
	d := map[string]any{"clip": v.Clip, "values": listed(v.Values)}
	if v.Select != nil {
		d["select"] = listed(v.Select)
	}
	if v.Tolerance != nil {
		d["tolerance"] = *v.Tolerance
	}
	if v.Angle != nil {
		d["angle"] = *v.Angle
	}
	return map[string]any{"vectors": d}
}

// listed returns samples as they are written.
func listed(s *vector.Samples) []any {
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
		case s.Count == 1:
			samples[i] = vectors[0]
		default:
			samples[i] = vectors
		}
	}
	return samples
}
