package certificate

import (
	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Stop tells a count of votes when it may stop: as soon as the votes prove more than the probability needed.
type Stop struct {
	// Needed is the least probability of the class with which the request is certified, 1 if none is known.
	Needed float64
	rule   anytime.Rule
	level  float64
}

// StopFor returns when a count may stop by a plan of votes that can be looked at after any sample. Arguments that
// draw do not count: their draws follow from the votes. Without a perturbation the claim is that the
// radius is above the one given, and a negative one is never reached.
func (r *Request) StopFor(p *smoothing.Plan, radius float64) Stop {
	s := Stop{Needed: 1, rule: RuleOf(p), level: r.Terms.Levels(true).Votes}
	if r.Perturbed == nil && r.Changes == nil {
		s.Needed = r.neededFor(radius)
		return s
	}
	for _, row := range r.rows(r.Reduced()) {
		if least := r.least(row); least != nil {
			s.Needed = min(s.Needed, *least)
		}
	}
	return s
}

// StopAt returns when votes by the plan prove more than a probability, at the level of the votes of α.
func StopAt(p *smoothing.Plan, probability, alpha float64) Stop {
	return Stop{Needed: probability, rule: RuleOf(p), level: (&argument.Terms{Alpha: alpha}).Levels(true).Votes}
}

// RuleOf returns the rule of a plan of votes that can be looked at after any sample.
func RuleOf(p *smoothing.Plan) anytime.Rule {
	return anytime.Rule{Classes: int64(len(p.Model.Classes)), Planned: int64(p.Sampling.Estimate)}
}

// neededFor returns the least probability with which the radius is certified, rounded up.
func (r *Request) neededFor(radius float64) float64 {
	if radius < 0 {
		return 1
	}
	return r.AtDistance(radius).Least(r.Top)
}

// Proves reports whether so many votes of the class with the most of them prove the claim.
func (s Stop) Proves(votes, samples int64) bool {
	return s.rule.Proves(votes, samples, s.Needed, s.level)
}
