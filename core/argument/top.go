package argument

import (
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
)

// Top is among how many of the most probable classes the class predicted is to stay; 0 is the first alone.
type Top int

// Threshold is what a lower bound has to exceed: 1/(k+1) against all other classes at once, or the runner-up's upper
// bound. A class above the runner-up is the first, and so among the first k.
func (k Top) Threshold(runnerUp *float64) float64 {
	if runnerUp != nil {
		return *runnerUp
	}
	return bound.FirstOf(max(1, int(k)))
}

// TakeTop takes it.
func (t *Terms) TakeTop(o *document.Object) error {
	k, _, err := o.Count("top", document.TermsLimits.Top)
	if k > 1 {
		t.Top = Top(k)
	}
	return err
}

// CheckRunnerUp refuses the bound of one other class where several may be ahead.
func (k Top) CheckRunnerUp(field string, there bool) error {
	if there && k > 1 {
		return document.BadField(field, "compares the class with one other, but top is %d: leave out the runner-up, or top", k)
	}
	return nil
}
