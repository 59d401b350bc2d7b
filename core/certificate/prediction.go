package certificate

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Prediction is how probable the clean prediction is: a probability taken as
// exact, or votes of the base classifier under noise.
type Prediction struct {
	Probability float64
	Votes       int64
	Samples     int64 // 0 when the probability is given
	// Looks is how many looks at the votes were planned, which share their level; 0 is one.
	Looks int
	// Anytime is the rule of votes that may be looked at after any sample, nil for others.
	Anytime  *anytime.Rule
	RunnerUp *RunnerUp
	// beside says that the runner-up is bounded beside this prediction, so that the class has half of the level.
	beside bool
	// Classes are those of a superclass, which count as one; nil for one class.
	Classes []string
	// Numbers are those of a model that returns a number, Labels the votes of one that labels each point; nil for classes.
	Numbers *Numbers
	Labels  *PointLabels
	// Vectors are those of a model whose vectors turn with the cloud.
	Vectors *Vectors
	// Evidence is the votes document where votes were counted here.
	Evidence *smoothing.Evidence
	// Seen are the names of the attributes that the model sees, which are held fixed.
	Seen []string
}

// RunnerUp is the second most probable class: its probability, or its votes
// among the same samples.
type RunnerUp struct {
	Probability float64
	Votes       int64
}

func (s *steps) takePrediction(o *document.Object) error {
	p, err := o.NeedChild("prediction", "")
	if err != nil {
		return err
	}
	if p.Has("evidence") {
		s.counted = p
		return nil
	}
	for _, o := range outputs {
		if p.Has(o.field) {
			return document.Join(o.take(&s.Prediction, p), s.Prediction.takeModel(p), p.Done())
		}
	}
	if err := s.Prediction.takeClasses(p); err != nil {
		return err
	}
	switch {
	case p.Has("votes"):
		err = s.Prediction.takeVotes(p)
	case p.Has("model") && !p.Has("probability"):
		err = document.BadField("prediction", "has a model but no votes; count them first (orbitcert draw and orbitcert count)")
	default:
		err = s.Prediction.takeProbability(p)
	}
	if err != nil {
		return err
	}
	return s.Prediction.takeRest(p)
}

// takeRest takes what follows the votes or the probability.
func (q *Prediction) takeRest(p *document.Object) error {
	return document.Join(q.takeRunnerUp(p), q.takeModel(p), p.Done())
}

func (q *Prediction) takeRunnerUp(p *document.Object) error {
	field, err := p.Child("runner_up")
	if err != nil || field == nil {
		return err
	}
	q.RunnerUp = &RunnerUp{}
	if q.Evidence != nil {
		counted, err := q.counted(p)
		if err != nil {
			return err
		}
		q.RunnerUp.Votes = q.Evidence.Votes.RunnerUp(counted...)
		return document.First(sameCount(field, "votes", q.RunnerUp.Votes), field.Done())
	}
	if q.Samples > 0 {
		return document.First(field.Need("votes", ""), document.PutAny(&q.RunnerUp.Votes)(field.Whole("votes", 0, q.Samples-q.Votes)), field.Done())
	}
	x, err := field.NeedNumber("probability", "")
	switch {
	case err != nil:
		return err
	case x < 0 || x > argument.RoundedUp(1-q.Probability):
		return document.BadField(field.Name("probability"), "must be from 0 to what the prediction leaves, %v, got %v", 1-q.Probability, x)
	}
	q.RunnerUp.Probability = x
	return field.Done()
}

func (q *Prediction) takeProbability(p *document.Object) error {
	x, err := p.NeedNumber("probability", ": give it, or votes and samples")
	switch {
	case err != nil:
		return err
	case x <= 0 || x >= 1:
		return document.BadField(p.Name("probability"), "must be between 0 and 1, both excluded, got %v", x)
	}
	q.Probability = x
	return nil
}

func (q *Prediction) takeVotes(p *document.Object) error {
	missing := p.Need("samples", "; give the number of samples that voted")
	err := document.Join(document.First(missing, document.PutAny(&q.Samples)(p.Count("samples", document.PredictionLimits.Samples))),
		document.PutAny(&q.Votes)(p.Count("votes", document.PredictionLimits.Votes)))
	if err == nil && q.Votes > q.Samples {
		err = document.BadField(p.Name("votes"), "must be at most samples, got %d of %d", q.Votes, q.Samples)
	}
	if err := document.First(err, document.PutWhole(&q.Looks)(p.Count("looks", document.PredictionLimits.Looks))); err != nil {
		return err
	}
	return q.takeAnytime(p)
}

// checkTop compares the runner-up with the number of classes.
func (s *steps) checkTop(*document.Object) error {
	return s.Top.CheckRunnerUp("prediction.runner_up", s.Prediction.RunnerUp != nil)
}

// takeAnytime takes the rule of votes that may be looked at after any sample.
func (q *Prediction) takeAnytime(p *document.Object) error {
	field, err := p.Child("anytime")
	if err != nil || field == nil {
		return err
	}
	if q.Looks > 0 {
		return document.BadField(p.Name("looks"), "is of votes with looks, prediction.anytime of votes without; leave out one")
	}
	q.Anytime, err = TakeRule(field, q.Samples)
	return err
}

// TakeRule takes a rule of votes that may be looked at after any sample, which planned at least so many.
func TakeRule(o *document.Object, least int64) (*anytime.Rule, error) {
	r := &anytime.Rule{}
	err := document.First(o.Need("classes", ""), document.PutAny(&r.Classes)(o.Whole("classes", 2, smoothing.MaxClasses)),
		o.Need("planned", ""), document.PutAny(&r.Planned)(o.Whole("planned", least, MaxVotes)))
	if err != nil {
		return nil, err
	}
	return r, o.Done()
}

// looks is how many looks share the level of the votes.
func (p Prediction) looks() float64 { return float64(max(1, p.Looks)) }

// MarshalJSON writes the probability or the votes.
func (p Prediction) MarshalJSON() ([]byte, error) {
	d := p.output().document(&p)
	if p.Classes != nil {
		d["classes"] = p.Classes
	}
	if p.Looks > 1 {
		d["looks"] = p.Looks
	}
	if p.Anytime != nil {
		d["anytime"] = p.Anytime
	}
	if p.Evidence != nil {
		evidence := *p.Evidence
		evidence.Answers = smoothing.Answers{} // the prediction has them
		d["evidence"] = &evidence
	}
	if p.Seen != nil && p.Evidence == nil {
		d["model"] = map[string]any{"attributes": p.Seen}
	}
	if p.RunnerUp != nil && p.Samples > 0 {
		d["runner_up"] = map[string]any{"votes": p.RunnerUp.Votes}
	} else if p.RunnerUp != nil {
		d["runner_up"] = map[string]any{"probability": p.RunnerUp.Probability}
	}
	return json.Marshal(d)
}

// Alone returns the prediction without its runner-up. Where one is bounded, the class keeps its part of the level, so that what is proved
// with it and without holds at once.
func (p Prediction) Alone() Prediction {
	p.beside = p.beside || p.RunnerUp != nil
	p.RunnerUp = nil
	return p
}

// Bounds returns the probabilities by votes of a level, and among how many classes the one predicted is to stay. No other class
// is ever above what the first leaves.
func (r *Request) Bounds(votes float64) argument.Probabilities {
	p, each := r.Prediction, r.share(votes)
	b := argument.Probabilities{Lower: p.Probability, Top: r.Top}
	if p.Samples > 0 {
		b.Lower = p.lower(each)
	}
	if p.RunnerUp == nil {
		return b
	}
	upper := p.RunnerUp.Probability
	if p.Samples > 0 {
		upper = p.upper(p.RunnerUp.Votes, each)
	}
	upper = min(upper, argument.RoundedUp(1-b.Lower))
	b.RunnerUp = &upper
	return b
}

// Voted returns the bounds at the level that the votes have.
func (r *Request) Voted() argument.Probabilities { return r.Bounds(r.Levels().Votes) }

// lower returns the lower bound by the rule of the votes; looks share the level.
func (p Prediction) lower(alpha float64) float64 {
	if p.Anytime != nil {
		return p.Anytime.Lower(p.Votes, p.Samples, alpha)
	}
	return bound.Lower(p.Votes, p.Samples, alpha/p.looks())
}

// upper returns the upper bound of another class with so many votes likewise.
func (p Prediction) upper(votes int64, alpha float64) float64 {
	if p.Anytime != nil {
		return p.Anytime.Upper(votes, p.Samples, alpha)
	}
	return bound.Upper(votes, p.Samples, alpha/p.looks())
}
