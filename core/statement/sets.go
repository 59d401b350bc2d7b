package statement

import (
	"fmt"
	"strings"
)

// sets states what holds the truth.
func (p *paragraph) sets() {
	s := p.c.Sets
	if s == nil {
		return
	}
	each := ""
	if s.PerClass {
		each = " for each true class that the calibration has"
	}
	p.say("With probability at least %s%s, over the calibration on %d clouds, this cloud and all votes, %s, if this cloud is within distance %s "+
		"of one drawn like those of the calibration.", p.down(s.Coverage), each, p.r.Sets.Clouds, p.held(), p.down(s.Radius))
}

// held states the set.
func (p *paragraph) held() string {
	s, only := p.c.Sets, 0
	for _, one := range s.Only {
		if one {
			only++
		}
	}
	switch {
	case s.Interval != nil && s.Interval.Upper == nil:
		return "the true number is any"
	case s.Interval != nil:
		return fmt.Sprintf("the true number is between %s and %s", p.down(*s.Interval.Lower), p.up(*s.Interval.Upper))
	case s.Only != nil:
		return fmt.Sprintf("the true label of a point drawn evenly is in its set: at %d of %d points the predicted label alone, else any label", only, len(s.Only))
	case len(s.Classes) == 0:
		return "the true class is in an empty set of classes"
	}
	quoted := make([]string, len(s.Classes))
	for i, name := range s.Classes {
		quoted[i] = fmt.Sprintf(p.style.quote, p.style.escape.Replace(name))
	}
	return "the true class is among " + strings.Join(quoted, ", ")
}
