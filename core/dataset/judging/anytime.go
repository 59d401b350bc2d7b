package judging

import (
	"fmt"
	"slices"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Votes that may be looked at after any sample name and bound the class by the same samples, so that a count of them may stop as
// soon as every norm of a run is decided: see package anytime.

// takeAnytime takes the rule of such votes. Where voted says what counted the votes, it follows from that.
func (s *Settings) takeAnytime(o *document.Object) error {
	field, err := o.Child("anytime")
	if err == nil && field != nil {
		s.Anytime, err = certificate.TakeRule(field, 1)
	}
	return err
}

// named returns the class predicted: by votes_pred, or by the votes that bound it where these may be looked at after any sample.
// Samples without a class name none.
func (e *Ballot) named(rule *anytime.Rule) int64 {
	votes := e.Certify
	if rule == nil {
		votes = e.Predict
	}
	return int64(smoothing.MostVotes(votes[:e.classes()]))
}

// classes returns how many classes the votes are for. Samples without a class are counted last where a votes document stands
// behind the votes.
func (e *Ballot) classes() int {
	if e.Evidence != "" {
		return len(e.Certify) - 1
	}
	return len(e.Certify)
}

// Against says why votes are not of a rule, "" where they are.
func (e *Ballot) Against(rule *anytime.Rule) string {
	switch {
	case e.Predict != nil:
		return "has votes_pred, but under anytime the votes that bound the class also name it: leave out votes_pred, or anytime"
	case e.Certify == nil:
		return ""
	case int64(e.classes()) > rule.Classes:
		return fmt.Sprintf("has votes for %d classes; anytime.classes is %d", e.classes(), rule.Classes)
	case smoothing.Total(e.Certify) > rule.Planned:
		return fmt.Sprintf("has %d votes; anytime.planned is %d", smoothing.Total(e.Certify), rule.Planned)
	}
	return ""
}

// misfit says why the votes of an entry do not count under the settings, "" where they do.
func (s *Settings) misfit(e *Ballot) string {
	switch why := s.answered(e); {
	case why != "" || e.Answers != nil:
		return why
	case s.Anytime != nil:
		return e.Against(s.Anytime)
	case e.Predict == nil:
		return "has votes that bound its probability, but none that name its class: add votes_pred"
	}
	return ""
}

// Decided returns the number of samples, from so many on, after which every norm of the run is decided by the votes of one cloud, 0
// if it is not yet. A norm is decided once it is certified, also by one class alone, or once no further votes can certify it.
// Runs whose other rows need more votes than the closed forms are never decided before their end.
func (s *Settings) Decided(p *smoothing.Plan, coded []byte, from int) int {
	if !s.stops() {
		return 0
	}
	rule := certificate.RuleOf(p)
	of := *s
	of.Anytime = &rule
	votes, counted := make([]int64, len(p.Model.Classes)+1), 0
	for at := nextLook(0); at <= p.Have(coded); at = nextLook(at) {
		some, none := p.Count(coded, counted, at-counted)
		for class, n := range append(some, none) {
			votes[class] += n
		}
		if counted = at; at >= from && of.decided(votes, int64(at)) {
			return at
		}
	}
	return 0
}

// stops tells whether the norms of the run follow from the closed forms alone.
func (s *Settings) stops() bool {
	return len(s.Attack.Norms) > 0 && !s.ScalesNorms() && s.Attack.Search == 0 && s.Base.Subsample == 0 && s.Base.Noise == nil
}

// nextLook returns the number of samples that is looked at after another one: each multiple of ten at first, then every
// sixteenth more.
func nextLook(samples int) int {
	const least = 10
	return samples + max(least, samples/16/least*least)
}

// decided tells whether votes, last those of samples without a class, decide every norm.
func (s *Settings) decided(votes []int64, samples int64) bool {
	e := Ballot{Certify: slices.Clone(votes), Evidence: "counted"}
	have := s.judgeOf(e)
	e.Certify[e.named(s.Anytime)] += s.Anytime.Planned - samples
	most := s.judgeOf(e)
	// Exact values and draws may certify where the closed forms do not, so only what is certified decides.
	open := s.Attack.Family != familyBall
	for _, norm := range s.Attack.Norms {
		is, alone := have.within(norm)
		if may, mayAlone := most.within(norm); is != may || alone != mayAlone || open && !is {
			return false
		}
	}
	return true
}

// judgeOf returns the judge of the votes of an entry.
func (s *Settings) judgeOf(e Ballot) *judge {
	j := &judge{settings: s, request: s.Base}
	j.request.Prediction = s.prediction(&e)
	return j
}
