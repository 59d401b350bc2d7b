package statement

import (
	"fmt"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/say"
)

// model names what is smoothed.
func (p *paragraph) model() string {
	if p.r.Prediction.OfClass() {
		return "classifier"
	}
	return "model"
}

// outputs states how a model that returns a number, labels or vectors was smoothed.
func (p *paragraph) outputs() {
	q, alpha := p.r.Prediction, p.math(p.style.number(p.r.Alpha, say.Up))
	if labels := q.Labels; labels != nil {
		p.say("The model labels each point and is smoothed by %s: each point has the label that most noisy copies give it. At %s %d copies voted on the "+
			"labels of %d points (Clopper"+p.style.escape.Replace("–")+"Pearson, error probability %s for all points together).",
			p.noise(), p.cloud(), q.Samples, len(labels.Votes), alpha)
		return
	}
	if v := q.Vectors; v != nil {
		what := "a vector that turns"
		if n := v.Values.Count; n > 1 {
			what = fmt.Sprintf("%d vectors that turn", n)
		}
		p.say("The model returns %s with the cloud, clipped at length %s, and is smoothed by the mean under %s. At %s the model was evaluated %d times "+
			"(empirical Bernstein bounds and bands of the distribution, error probability %s).", what, p.exact(v.Clip), p.noise(), p.cloud(), q.Samples, alpha)
		return
	}
	p.say("The model returns a number and is smoothed by its median under %s. At %s the model returned %d numbers (order statistics, error probability "+
		"%s).", p.noise(), p.cloud(), q.Samples, alpha)
}

// vectors names so many vectors.
func vectors(count int) string {
	if count == 1 {
		return "the vector"
	}
	return fmt.Sprintf("each of %d vectors", count)
}

// near says what a request asks of its vectors.
func (p *paragraph) near() string {
	v := p.r.Prediction.Vectors
	limit := ""
	switch {
	case v.Tolerance != nil:
		limit = p.exact(*v.Tolerance)
	case v.Angle != nil:
		limit = p.exact(*v.Angle) + " degrees"
	}
	return fmt.Sprintf("%s, turned back, within %s of its reference", vectors(v.Values.Count), limit)
}

// stated states what holds of the number, the labels or the vectors.
func (p *paragraph) stated() {
	if best := p.sharpest(); best.says != "" {
		reason := ""
		if best.stated.Interval != nil && best.from == "" {
			reason = ": there are too few samples for this distance"
		}
		p.say("At the perturbed cloud %s (%s)%s.", best.says, best.name, reason)
		p.overlap(best.stated.Labels)
	}
	q := p.r.Prediction
	if q.Numbers != nil && q.Numbers.Tolerance == nil || q.Vectors != nil && q.Vectors.Tolerance == nil && q.Vectors.Angle == nil {
		return
	}
	what := "all labels"
	if q.Numbers != nil {
		reference, _ := q.Numbers.Reference()
		what = fmt.Sprintf("the median within %s of %s", p.exact(*q.Numbers.Tolerance), p.exact(reference))
	}
	if q.Vectors != nil {
		what = p.near()
	}
	if orbit := p.c.Orbit; orbit != nil && orbit.Radius != nil && *orbit.Radius > 0 {
		p.say("Every %s within Frobenius distance %s of the clean one%s keeps %s.", p.of(), p.named(argument.OrbitRow).radius, p.aligned(), what)
	}
}

// overlap states what follows for the cloud as a whole.
func (p *paragraph) overlap(l *argument.Labels) {
	if l == nil || *l.Changed == 0 {
		return
	}
	changed, truth := fmt.Sprintf("%d labels change", *l.Changed), ""
	if *l.Changed == 1 {
		changed = "1 label changes"
	}
	if l.TrueIoU != nil {
		truth = fmt.Sprintf(", and with the true labels at least %s", p.down(*l.TrueIoU))
	}
	p.say("At most %s, and the mean IoU with the labels at the clean cloud is at least %s%s.", changed, p.down(*l.IoU), truth)
}

// sharpest returns the strongest row that states a number, labels or vectors: the later ones prove at least as much of the same votes.
func (p *paragraph) sharpest() (best row) {
	for _, row := range p.rows {
		if row.id != argument.BlackBoxRow && row.states() {
			best = row
		}
	}
	return best
}
