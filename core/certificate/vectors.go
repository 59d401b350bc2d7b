package certificate

import (
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
	*smoothing.Vectors
	// Tolerance is the largest certified distance from the reference, Angle the largest angle in degrees; at most one is there.
	Tolerance, Angle *float64
}

func (q *Prediction) takeVectors(p *document.Object) error {
	v, err := takeVectors(p, false)
	if err == nil {
		err = q.setVectors(p.Name(turningField), v)
	}
	return err
}

// takeVectors takes the vectors of a prediction with their tolerance or angle; nil for none.
func takeVectors(p *document.Object, counted bool) (*Vectors, error) {
	field, err := p.Child(turningField)
	if err != nil || field == nil {
		return nil, err
	}
	v := &Vectors{}
	err = document.Join(document.Put(&v.Vectors)(smoothing.TakeVectors(field, counted)),
		document.Put(&v.Tolerance)(maybe(field, "tolerance", document.VectorsLimits.Tolerance)),
		document.Put(&v.Angle)(maybe(field, "angle", document.VectorsLimits.Angle)))
	if err != nil {
		return nil, err
	}
	return v, field.Done()
}

// takeTurned takes the tolerance or angle beside evidence, and the vectors if they are given there, too.
func takeTurned(p *document.Object, given *smoothing.Answers) (*Vectors, error) {
	asked, err := takeVectors(p, true)
	if err != nil || asked == nil {
		return &Vectors{}, err
	}
	given.Turned = asked.Vectors
	return asked, nil
}

// setCounted sets the same of vectors that were counted.
func (v *Vectors) setCounted(counted *smoothing.Vectors, q *Prediction, p *document.Object) error {
	v.Vectors = counted
	return q.setVectors(p.Name(turningField), v)
}

// setVectors sets the vectors of the prediction.
func (q *Prediction) setVectors(place string, v *Vectors) error {
	q.Vectors, q.Samples = v, int64(v.Values.Size())
	if v.Select != nil {
		if err := v.checkSelect(place + ".select"); err != nil {
			return err
		}
	}
	return v.checkClaim(place)
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
func (v *Vectors) checkSelect(place string) error {
	a, b := v.Values, v.Select
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
func (v *Vectors) checkClaim(place string) error {
	name := "tolerance"
	if v.Angle != nil {
		name = "angle"
	}
	switch {
	case v.Values.Size() < 2:
		return document.BadField(place+".values", "has one sample; give two or more")
	case v.Tolerance != nil && v.Angle != nil:
		return document.BadField(place+".angle", "is there beside tolerance; leave out one of them")
	case !v.claims():
		return nil
	case v.Select == nil:
		return document.BadField(place+".select", "is missing; give vectors of other noisy copies, whose mean is the reference of the %s", name)
	}
	for k := range v.Select.Count {
		if v.Angle != nil && !slices.ContainsFunc(v.Select.Reference(k, v.Clip), func(x float64) bool { return x != 0 }) {
			return document.BadField(place+".angle", "needs a direction, and the mean of the vectors with number %d in select is 0; give a tolerance", k)
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
	case v.PerPoint && r.count() > 0 && v.Values.Count != r.count():
		return document.BadField("prediction.vectors.values",
			"has %d vectors in each sample, the clean cloud has %d points; give one for each point", v.Values.Count, r.count())
	}
	return r.byDistance("prediction.vectors")
}

// turning returns the rows of vectors, nil for other outputs.
func (r *Request) turning(pair argument.Pair) []argument.Row {
	if v := r.Prediction.Vectors; v != nil {
		return v.rows(r, pair)
	}
	return nil
}

// rows returns what distances prove of the vectors.
func (v *Vectors) rows(r *Request, pair argument.Pair) []argument.Row {
	evidence, err := vector.New(v.Values, v.Select, v.Clip, r.share(r.Levels().Votes))
	if err != nil {
		panic(err) // samples, length and level were checked
	}
	var radius *float64
	if v.claims() {
		radius = new(evidence.Radius(v.stays) * r.Sigma * (1 - 4*special.Unit))
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

// Turning returns the reference of the one vector that a model returned, and where it is at the perturbed cloud.
func Turning(r *Request, c *Certificate) (reference []float64, in vector.Bound, err error) {
	v := r.Prediction.Vectors
	if v == nil || v.Values.Count != 1 || v.Select == nil {
		return nil, in, document.BadField("request.prediction", "has no vector with a reference; give a certificate of one vector, with select")
	}
	for _, row := range c.Stated() {
		for _, in = range row.Vectors { // the last row turns back what the group ignores
			reference = v.Select.Reference(0, v.Clip)
		}
	}
	if reference == nil {
		return nil, in, document.BadField("request.perturbed", "is missing; certify for a perturbed cloud, or for changes")
	}
	for j := range reference {
		reference[j] *= v.Clip
	}
	return reference, in, nil
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

func (*Vectors) name() string { return "vectors" }

// hold finds nothing: no calibration is of vectors.
func (*Vectors) hold(*Calibration, *Request, *Sets) {}

// document writes them.
func (v *Vectors) document(*Prediction) map[string]any {
	d := v.Fields()
	if v.Tolerance != nil {
		d["tolerance"] = *v.Tolerance
	}
	if v.Angle != nil {
		d["angle"] = *v.Angle
	}
	return map[string]any{"vectors": d}
}
