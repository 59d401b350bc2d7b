package intake

import (
	"encoding/json"
	"slices"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
)

// variant is a run of the document: one σ, and the votes counted under it.
type variant struct {
	settings *judging.Settings
	place    string
	votes    json.RawMessage
}

// MostSigmas is how many σ a run document may name.
const MostSigmas = 100

// takeVariants takes the settings of a run document: those of its sigma and votes, or of
// each of sigmas, a list of {"sigma": …, "votes": …}. Votes under one σ say nothing of
// another.
func takeVariants(o *document.Object) ([]variant, error) {
	bad := document.TakeFormat(o)
	if !o.Has("sigmas") {
		votes := o.Take("votes")
		s, err := judging.TakeSettings(o, o, judging.Asked)
		return []variant{{s, "votes", votes}}, document.Join(bad, err)
	}
	for _, field := range []string{"sigma", "votes"} {
		if o.Has(field) {
			return nil, document.BadField(field, "belongs in each entry of sigmas")
		}
	}
	texts, err := document.List("sigmas", o.Take("sigmas"))
	if err != nil {
		return nil, err
	}
	if len(texts) == 0 || len(texts) > MostSigmas {
		return nil, document.BadField("sigmas", "must have 1 to %d values, got %d", MostSigmas, len(texts))
	}
	all := make([]variant, len(texts))
	for k, text := range texts {
		err = document.Join(err, all[k].take(o, text, k, all[0].settings))
	}
	return all, err
}

// take takes one of sigmas; first are the settings of the first, where they could be had.
func (v *variant) take(o *document.Object, text json.RawMessage, k int, first *judging.Settings) error {
	one, err := document.Parse(document.Numbered("sigmas", k), text)
	if err != nil {
		return err
	}
	v.place, v.votes = one.Name("votes"), one.Take("votes")
	var missing error
	if v.votes == nil {
		missing = document.BadField(v.place, "is missing")
	}
	if k == 0 {
		v.settings, err = judging.TakeSettings(o, one, judging.Asked)
	} else {
		v.settings = &judging.Settings{}
		if first != nil {
			*v.settings = *first
		}
		err = v.settings.TakeSigma(one)
	}
	return document.Join(missing, err, one.Done())
}

// takeBallots takes the votes of each variant.
func (c *Collection) takeBallots(all []variant) (settings []*judging.Settings, err error) {
	if len(all) == 1 && all[0].place == "votes" {
		return []*judging.Settings{all[0].settings}, c.takeVotes("votes", all[0].votes)
	}
	if i := slices.IndexFunc(c.entries, func(e Entry) bool { return e.Answers != nil }); i >= 0 {
		return nil, document.BadField("sigmas", "are for votes on classes, but %s has numbers or labels; give one run for each sigma", c.entries[i].Name)
	}
	if c.classes > 0 {
		return nil, document.BadField(c.place, "has votes but no sigma; move the votes of each σ into sigmas")
	}
	for _, v := range all {
		c.rows = nil
		if err := c.takeVotes(v.place, v.votes); err != nil {
			return nil, err
		}
		c.votesBySigma, settings = append(c.votesBySigma, c.rows), append(settings, v.settings)
	}
	return settings, nil
}
