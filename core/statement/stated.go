package statement

import (
	"fmt"

	"github.com/orbitcert/orbitcert/core/argument"
)

// model names what is smoothed.
func (p *paragraph) model() string {
	if p.r.Prediction.OfClass() {
		return "classifier"
	}
	return "model"
}

// outputs states how a model that returns a number or labels was smoothed.
func (p *paragraph) outputs() {
	q, alpha := p.r.Prediction, p.math(p.style.number(p.r.Alpha, up))
	if labels := q.Labels; labels != nil {
		p.say("The model labels each point and is smoothed by %s: each point has the label that most noisy copies give it. At %s %d copies voted on the "+
			"labels of %d points (Clopper"+p.style.escape.Replace("–")+"Pearson, error probability %s for all points together).",
			p.noise(), p.cloud(), q.Samples, len(labels.Votes), alpha)
		return
	}
	p.say("The model returns a number and is smoothed by its median under %s. At %s the model returned %d numbers (order statistics, error probability "+
		"%s).", p.noise(), p.cloud(), q.Samples, alpha)
}

// stated states what holds of the number, or of the labels.
func (p *paragraph) stated() {
	name, best := p.sharpest()
	switch {
	case best.Interval != nil:
		p.interval(name, best.Interval)
	case best.Labels != nil && best.Labels.Count != nil:
		l := best.Labels
		p.say("At the perturbed cloud the labels of %d of %d points are certified to stay the same (%s, Holm's procedure).", *l.Count, len(l.Certified), name)
		p.overlap(l)
	}
	q := p.r.Prediction
	if q.Numbers != nil && q.Numbers.Tolerance == nil {
		return
	}
	what := "all labels"
	if q.Numbers != nil {
		reference, _ := q.Numbers.Reference()
		what = fmt.Sprintf("the median within %s of %s", p.exact(*q.Numbers.Tolerance), p.exact(reference))
	}
	if orbit := p.c.Orbit; orbit != nil && orbit.Radius != nil && *orbit.Radius > 0 {
		p.say("Every point cloud within Frobenius distance %s of the clean one%s keeps %s.", p.down(*orbit.Radius), p.aligned(), what)
	}
}

// overlap states what follows for the cloud as a whole.
func (p *paragraph) overlap(l *argument.Labels) {
	changed, truth := fmt.Sprintf("%d labels change", *l.Changed), ""
	switch {
	case *l.Changed == 0:
		return
	case *l.Changed == 1:
		changed = "1 label changes"
	}
	if l.TrueIoU != nil {
		truth = fmt.Sprintf(", and with the true labels at least %s", p.down(*l.TrueIoU))
	}
	p.say("At most %s, and the mean IoU with the labels at the clean cloud is at least %s%s.", changed, p.down(*l.IoU), truth)
}

// interval states where the median is.
func (p *paragraph) interval(name string, i *argument.Interval) {
	if i.Lower == nil {
		p.say("At the perturbed cloud the median is not bounded (%s): there are too few samples for this distance.", name)
		return
	}
	p.say("At the perturbed cloud the median is between %s and %s (%s).", p.down(*i.Lower), p.up(*i.Upper), name)
}

// sharpest returns the strongest argument that states something. The later ones prove at least as much of the same votes.
func (p *paragraph) sharpest() (name string, best argument.Stated) {
	take := func(of string, s argument.Stated) {
		if s.Interval != nil || s.Labels != nil && s.Labels.Count != nil {
			name, best = of, s
		}
	}
	c := p.c
	if c.Orbit != nil {
		take("orbit-based certificate", c.Orbit.Stated)
	}
	if c.Tight != nil && c.Tight.Axis != nil {
		take("tight certificate of the rotations about one axis", c.Tight.Axis.Stated)
	}
	if c.Tight != nil && c.Tight.Exact != nil {
		take("tight certificate", c.Tight.Exact.Stated)
	}
	if c.Subsample != nil {
		take("certificate of subsampled votes", c.Subsample.Stated)
	}
	if c.Parameters != nil {
		take("certificate of noise on transformations", c.Parameters.Stated)
	}
	return name, best
}
