package certificate

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// ParsePlan reads a request whose prediction is still to be counted: it has model,
// classifier and sampling, and no votes.
func ParsePlan(data []byte, open Open) (*Request, *smoothing.Plan, error) {
	s, plan := newSteps(open), (*smoothing.Plan)(nil)
	take := func(o *document.Object) error {
		p, err := o.NeedChild("prediction", ": it names the model that votes")
		switch {
		case err != nil:
			return err
		case s.Clean == nil:
			return document.BadField("gram", "has no clean cloud to draw samples around; give the clouds")
		}
		if plan, err = smoothing.TakePlan(p, s.toCount()); err != nil {
			return err
		}
		if plan.Model.Returns == smoothing.ReturnsNumber || plan.Model.Returns.Turn() {
			// A request that is to be certified with a tolerance may name it before the count.
			if _, _, err := p.Within("tolerance", document.PredictionLimits.Tolerance, ""); err != nil {
				return err
			}
		}
		if plan.Model.Returns.Turn() {
			if err := s.byDistance("prediction.model.returns"); err != nil {
				return err
			}
		}
		return p.Done()
	}
	r, err := s.parse(data, document.Step{Take: take, Needs: counting, Fields: []string{"prediction"}})
	return r, plan, err
}

// Counted tells whether a certificate document rests on votes of which it has the
// evidence.
func Counted(data []byte) bool {
	var d struct {
		Request struct {
			Prediction struct{ Evidence json.RawMessage }
		}
	}
	return json.Unmarshal(data, &d) == nil && d.Request.Prediction.Evidence != nil
}

// toCount is what a plan or the evidence of votes must fit.
func (r *Request) toCount() smoothing.Request {
	dimension := r.Dimension()
	if r.across() {
		dimension = 3 // products are of the plane across the axis
	}
	return smoothing.Request{
		Clean: r.Clean, Dimension: dimension, Sigma: r.Sigma, Sigmas: r.Sigmas, Asked: r.Asked(), Law: r.Law,
	}
}

// Asked returns what a classifier has to be invariant under to vote for the request.
func (r *Request) Asked() smoothing.Classifier {
	return smoothing.Classifier{Group: r.Group, Axis: r.Axis, Translation: r.Translation, Sorted: r.Permutation}
}

// takeCounted takes a prediction that has the evidence of its votes.
func (s *steps) takeCounted(*document.Object) error {
	if s.counted == nil {
		return nil
	}
	if err := s.takeEvidence(s.counted); err != nil {
		return err
	}
	if own := s.Prediction.Evidence.Sampling.Cloud; s.Digest != nil && own != "sha256:"+s.Digest.SHA256 {
		return document.BadField("prediction.evidence.sampling.cloud", "is not the digest in gram.cloud: %s", s.Digest.SHA256)
	}
	if !s.Prediction.OfClass() {
		return document.Join(s.Prediction.takeModel(s.counted), s.counted.Done())
	}
	return s.Prediction.takeRest(s.counted)
}

// takeEvidence takes a votes document. Votes, samples and their rule follow from it, and the votes of
// the runner-up where there is one.
func (r *Request) takeEvidence(p *document.Object) error {
	field, err := p.Child("evidence")
	if err != nil || field == nil {
		return err
	}
	q := &r.Prediction
	err = q.takeClasses(p)
	given, bad := takeGiven(p)
	asked, wrong := takeTurned(p, &given)
	if err = document.First(err, bad, wrong); err != nil {
		return err
	}
	count := r.toCount()
	count.Given = &given
	if q.Evidence, err = smoothing.TakeEvidence(field, count); err != nil {
		return err
	}
	if err := noOthers(p, given, q.Evidence.Model.Returns); err != nil {
		return err
	}
	if q.Evidence.Model.Returns != smoothing.ReturnsClasses {
		return q.takeAnswered(p, asked)
	}
	counted, err := q.counted(p)
	if err != nil {
		return err
	}
	v := &q.Evidence.Votes
	q.Votes, q.Samples, q.Looks = v.Of(counted...), v.Samples, v.Looks
	if err := q.followRule(p); err != nil {
		return err
	}
	return document.First(sameCount(p, "votes", q.Votes), sameCount(p, "samples", q.Samples), sameCount(p, "looks", int64(q.Looks)))
}

// takeAnswered takes the numbers, labels or vectors that the evidence has.
func (q *Prediction) takeAnswered(p *document.Object, asked *Vectors) error {
	switch e := q.Evidence; {
	case q.Classes != nil:
		return document.BadField(p.Name("classes"), "name a superclass, but the model returns %s; leave them out", e.Model.Returns.Told())
	case e.Labels != nil:
		q.setLabels(e.Labels)
		return nil
	case e.Turned != nil:
		return asked.setCounted(e.Turned, q, p)
	default:
		return q.setNumbers(p, e.Answers, true)
	}
}

// noOthers refuses numbers, labels and vectors beside evidence whose model returns something else.
func noOthers(p *document.Object, given smoothing.Answers, returns smoothing.Returns) error {
	number, labels := returns == smoothing.ReturnsNumber, returns.Labels()
	for _, list := range []struct {
		field string
		given bool
	}{{"values", given.Values != nil && !number}, {"select", given.Select != nil && !number}, {"labels", given.Labels != nil && !labels},
		{turningField, given.Turned != nil && !returns.Turn()}} {
		if list.given {
			return document.BadField(p.Name(list.field), "does not belong to the evidence, whose model returns %s; leave it out", returns.Told())
		}
	}
	return nil
}

// followRule sets the rule of the evidence and refuses another one beside it.
func (q *Prediction) followRule(p *document.Object) error {
	if err := q.takeAnytime(p); err != nil {
		return err
	}
	named, e := q.Anytime, q.Evidence
	q.Anytime = nil
	if e.Anytime() {
		q.Anytime = new(RuleOf(&e.Plan))
	}
	if named == nil || q.Anytime != nil && *named == *q.Anytime {
		return nil
	}
	if q.Anytime == nil {
		return document.BadField(p.Name("anytime"), "is named, but the votes of the evidence were looked at %d times; leave it out", q.Looks)
	}
	return document.BadField(p.Name("anytime"), "must be that of the evidence, %d classes and %d samples planned", q.Anytime.Classes, q.Anytime.Planned)
}

// Freshness says that the counter chose the seed of votes: one that suits the counter can be searched for.
const Freshness = "the counter chose the seed of the votes (\"fresh\": true); it does not follow from the model, the cloud and the settings"

// declare notes the scale of lengths, and what nothing proves: a declared invariance, and that the seed of the votes was left to chance.
func (r *Request) declare(v *argument.Verdict) {
	v.Notes = append(v.Notes, r.LengthNotes()...)
	if r.Changes != nil && r.Changes.Moved > 0 && r.Changes.Unit == "" && r.Preparation.Resized() != "" {
		v.Notes = append(v.Notes, MovedNote)
	}
	e := r.Prediction.Evidence
	if e == nil {
		return
	}
	if e.Classifier.How == smoothing.Declared {
		v.Notes = append(v.Notes, e.Declaration())
	}
	if e.Sampling.Fresh {
		v.Notes = append(v.Notes, Freshness)
	}
}

// CountedFresh reports whether the counter chose the seed of the votes in a certificate document.
func CountedFresh(data []byte) bool {
	var d struct {
		Request struct {
			Prediction struct {
				Evidence struct{ Sampling struct{ Fresh bool } }
			}
		}
	}
	return json.Unmarshal(data, &d) == nil && d.Request.Prediction.Evidence.Sampling.Fresh
}

// sameCount refuses a count that is there and is not the one of the evidence.
func sameCount(p *document.Object, name string, want int64) error {
	n, present, err := p.Whole(name, 0, MaxVotes)
	if err == nil && present && n != want {
		err = document.BadField(p.Name(name), "is %d, but the evidence has %d", n, want)
	}
	return err
}

// shared returns the prediction as it is shared: without the clouds' attributes that the model does not see, and of the
// evidence all but the classes of the single samples.
func (q Prediction) shared() Prediction {
	if len(q.Seen) == 0 {
		q.Seen = nil
	}
	if q.Evidence != nil {
		short := *q.Evidence
		short.Sampled = ""
		q.Evidence = &short
	}
	return q
}

// Differ returns the numbers of the samples, from first on, whose coded answers are not those of the
// evidence.
func (q Prediction) Differ(first int, answers []byte) ([]int, error) {
	if q.Evidence == nil || !q.Evidence.HasSingles() {
		return nil, document.BadField("prediction.evidence.sampled", "is missing; a second count needs the single votes to compare with")
	}
	return q.Evidence.Differ(first, answers), nil
}
