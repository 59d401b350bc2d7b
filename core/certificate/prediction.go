package certificate

import "encoding/json"

// Prediction is how probable the clean prediction is: a probability taken as
// exact, or votes of the base classifier under noise.
type Prediction struct {
	Probability float64
	Votes       int64
	Samples     int64 // 0 when the probability is given
	RunnerUp    *RunnerUp
}

// RunnerUp is the second most probable class: its probability, or its votes
// among the same samples.
type RunnerUp struct {
	Probability float64
	Votes       int64
}

func (r *Request) takePrediction(o *object) error {
	p, err := o.child("prediction")
	if err != nil {
		return err
	}
	if p == nil {
		return badField("prediction", "is missing")
	}
	if p.has("votes") {
		err = r.Prediction.takeVotes(p)
	} else {
		err = r.Prediction.takeProbability(p)
	}
	if err != nil {
		return err
	}
	if err := r.Prediction.takeRunnerUp(p); err != nil {
		return err
	}
	return p.done()
}

func (q *Prediction) takeRunnerUp(p *object) error {
	field, err := p.child("runner_up")
	if err != nil || field == nil {
		return err
	}
	q.RunnerUp = &RunnerUp{}
	if q.Samples > 0 {
		votes, present, err := field.whole("votes", 0, q.Samples-q.Votes)
		if err != nil {
			return err
		}
		if !present {
			return badField(field.name("votes"), "is missing")
		}
		q.RunnerUp.Votes = votes
		return field.done()
	}
	x, present, err := field.number("probability")
	switch {
	case err != nil:
		return err
	case !present:
		return badField(field.name("probability"), "is missing")
	case x < 0 || x > roundedUp(1-q.Probability):
		return badField(field.name("probability"), "must be from 0 to what the prediction leaves, %v, got %v", 1-q.Probability, x)
	}
	q.RunnerUp.Probability = x
	return field.done()
}

func (q *Prediction) takeProbability(p *object) error {
	x, present, err := p.number("probability")
	switch {
	case err != nil:
		return err
	case !present:
		return badField(p.name("probability"), "is missing: give it, or votes and samples")
	case x <= 0 || x >= 1:
		return badField(p.name("probability"), "must be between 0 and 1, both excluded, got %v", x)
	}
	q.Probability = x
	return nil
}

func (q *Prediction) takeVotes(p *object) error {
	samples, present, err := p.whole("samples", 1, MaxVotes)
	if err != nil {
		return err
	}
	if !present {
		return badField(p.name("samples"), "is missing: how many votes were cast in all")
	}
	votes, _, err := p.whole("votes", 0, MaxVotes)
	if err != nil {
		return err
	}
	if votes > samples {
		return badField(p.name("votes"), "must be at most samples, got %d of %d", votes, samples)
	}
	q.Votes, q.Samples = votes, samples
	return nil
}

// MarshalJSON writes the probability or the votes.
func (p Prediction) MarshalJSON() ([]byte, error) {
	d := map[string]any{"probability": p.Probability}
	if p.Samples > 0 {
		d = map[string]any{"votes": p.Votes, "samples": p.Samples}
	}
	if p.RunnerUp != nil && p.Samples > 0 {
		d["runner_up"] = map[string]any{"votes": p.RunnerUp.Votes}
	} else if p.RunnerUp != nil {
		d["runner_up"] = map[string]any{"probability": p.RunnerUp.Probability}
	}
	return json.Marshal(d)
}
