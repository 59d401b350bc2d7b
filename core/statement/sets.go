package statement

import (
	"fmt"
	"strings"
)

// sets states which classes hold the true one.
func (p *paragraph) sets() {
	s := p.c.Sets
	if s == nil {
		return
	}
	classes := "in an empty set of classes"
	if len(s.Classes) > 0 {
		quoted := make([]string, len(s.Classes))
		for i, name := range s.Classes {
			quoted[i] = fmt.Sprintf(p.style.quote, p.style.escape.Replace(name))
		}
		classes = "among " + strings.Join(quoted, ", ")
	}
	p.say("With probability at least %s, over the calibration on %d clouds, this cloud and all votes, the true class is %s, if this cloud is within distance %s "+
		"of one drawn like those of the calibration.", p.down(s.Coverage), p.r.Sets.Clouds, classes, p.down(s.Radius))
}
