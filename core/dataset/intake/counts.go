package intake

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/digest"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// counted is what the votes of a run document were counted with, as orbitcert-votes writes
// it: enough to count them again.
type counted struct {
	text        json.RawMessage
	plan        *smoothing.Plan
	noise       argument.Terms // σ of all points
	preparation certificate.Preparation
}

// takeVoted takes it for the settings of a run, and refuses it where it is of another.
func (c *Collection) takeVoted(text json.RawMessage, all []variant) (err error) {
	if text != nil {
		if c.voted, err = newCounted(text); err != nil {
			return err
		}
	}
	for _, variant := range all {
		if err := c.voted.apply(variant.settings); err != nil {
			return err
		}
	}
	return nil
}

// newCounted reads the plan that the clouds of a run share. A classifier of which nothing is
// said is invariant under nothing.
func newCounted(data json.RawMessage) (*counted, error) {
	o, err := document.Parse("voted", data)
	if err != nil {
		return nil, err
	}
	var sampled smoothing.Law
	sampling := o.Peek("sampling")
	_ = json.Unmarshal(sampling, &sampled) // TakePlan names what is wrong
	v, base := &counted{text: data}, certificate.Request{}
	if err := v.takeSigma(sampling); err != nil {
		return nil, err
	}
	request := smoothing.Request{
		Sigma: v.noise.Sigma, Spread: v.noise.SigmaBy != nil, Law: sampled,
		Asked: smoothing.Classifier{Group: invariance.None, Axis: sampled.Axis}, Many: true,
	}
	if v.plan, err = smoothing.TakePlan(o, request); err != nil {
		return nil, err
	}
	if v.plan.Sampling.Fresh {
		return nil, document.BadField("voted.sampling.fresh", "is true, but the draws of a run follow from its clouds")
	}
	if err := base.TakePreparation(o); err != nil {
		return nil, err
	}
	v.preparation = base.Preparation.Due()
	if _, err := smoothing.TakeRuntime(o); err != nil {
		return nil, err
	}
	return v, o.Done()
}

// takeSigma takes σ of the samples, and leaves to TakePlan what is missing or of the wrong type.
func (v *counted) takeSigma(sampling json.RawMessage) error {
	if len(sampling) == 0 || sampling[0] != '{' {
		return nil
	}
	o, err := document.Parse("voted.sampling", sampling)
	if err != nil || !o.Has("sigma") {
		return err
	}
	return v.noise.TakeSigma(o)
}

// hold refuses clouds whose votes are not those of a whole count by the model: each cloud has the level of one look at
// its votes, so those of an earlier look do not count.
func (v *counted) hold(entries []Entry) error {
	if v == nil {
		return nil
	}
	for i := range entries {
		if e := &entries[i]; e.Failure == "" && e.Voted() {
			if err := v.holdCloud(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// holdCloud compares the votes of a cloud with what was counted. Samples of no class are counted behind the classes.
func (v *counted) holdCloud(e *Entry) error {
	place := &document.Object{Path: cmp.Or(e.place, e.Name)}
	classes, first, second := len(v.plan.Model.Classes)+1, int64(v.plan.Sampling.Select), int64(v.plan.Sampling.Estimate)
	switch {
	case e.Evidence == "":
		return document.BadField(place.Name("evidence"),
			"is missing: voted says that a model counted these votes; give the SHA-256 of their votes document, or leave out voted")
	case e.Answers != nil:
		return v.holdAnswers(e, place)
	case v.plan.Model.Returns != smoothing.ReturnsClasses:
		return document.BadField(place.Path, "has votes on classes, but voted.model returns %s", v.plan.Model.Returns.Told())
	case len(e.Certify) != classes:
		return document.BadField(place.Name("votes_cert"), "has %d numbers; want %d, one for each class and last the samples without a class",
			len(e.Certify), classes)
	case v.plan.Anytime(): // as many votes as the rule allows, see needAll
		return nil
	case smoothing.Total(e.Predict) != first:
		return document.BadField(place.Name("votes_pred"), "has %d votes; voted.sampling.select is %d", smoothing.Total(e.Predict), first)
	case smoothing.Total(e.Certify) != second:
		return document.BadField(place.Name("votes_cert"),
			"has %d votes; voted.sampling.estimate is %d: votes of an earlier look do not count, so count all of them", smoothing.Total(e.Certify), second)
	}
	for i, c := range e.Attacked {
		if c.Samples != second {
			return document.BadField(place.Name(document.Numbered("attacked", i)+".samples"),
				"is %d; voted.sampling.estimate is %d, which every cloud is voted on with: count its votes again", c.Samples, second)
		}
	}
	return nil
}

// apply gives settings the rule of the votes, and checks them.
func (v *counted) apply(s *judging.Settings) error {
	if v == nil && s.Classifier != "" {
		return document.BadField("classifier", "follows from voted, which is not there: leave it out")
	}
	if v == nil {
		return nil
	}
	if err := v.see(s); err != nil {
		return err
	}
	own := v.plan.Voter()
	if s.Classifier != "" && s.Classifier != own {
		return document.BadField("classifier", "is not that of voted, %s: leave it out", own)
	}
	s.Classifier = own
	switch rule := certificate.RuleOf(v.plan); {
	case s.Anytime == nil && v.plan.Anytime():
		s.Anytime = &rule
	case s.Anytime == nil:
	case !v.plan.Anytime():
		return document.BadField("anytime", "is named, but voted.sampling.select is %d: votes of two stages have looks; leave it out", v.plan.Sampling.Select)
	case *s.Anytime != rule:
		return document.BadField("anytime", "must be that of voted, %d classes and %d samples planned", rule.Classes, rule.Planned)
	}
	return v.check(s)
}

// check refuses settings under which votes do not count: those that ask for more invariance than
// the classifier has, or count on other clouds or another noise than it was shown.
func (v *counted) check(s *judging.Settings) error {
	by, asked, due := &v.plan.Classifier, s.Base.Asked(), s.Base.Preparation.Due()
	other := sameLaw(v.plan.Sampling.Law, s.Base.Law)
	switch {
	case v.noise.Sigma != s.Base.Sigma || !v.noise.SigmaBy.Equal(s.Base.SigmaBy):
		return document.BadField("sigma", "must be %s, with which the votes were counted, got %s", judging.JSON(v.noise.WrittenSigma()), judging.JSON(s.Sigma()))
	case other != nil:
		return other
	case s.Base.Noise != nil && !slices.Equal(v.plan.Sampling.Axis, s.Base.Axis):
		return document.BadField("axis", "must be that of the noise the votes were counted with, %v, got %v", v.plan.Sampling.Axis, s.Base.Axis)
	case v.plan.Anytime() && s.Attack.Search > 0:
		return document.BadField("attack.search", "needs votes of two stages, but voted.sampling.select is 0: count the votes with the search")
	case asked.Sorted && !by.Sorted:
		return document.BadField("permutation", "must be false: the classifier that voted depends on the order of the points")
	case !by.Covers(asked):
		return document.BadField("group", "must be within %s, which the votes were counted for, got %s", named(*by), named(asked))
	case v.preparation != due:
		return document.BadField("preparation", "must be %s, with which the votes were counted, got %s", judging.JSON(v.preparation), judging.JSON(due))
	}
	return nil
}

// sameLaw refuses samples of another law than the one that votes were counted with, the axis aside.
func sameLaw(voted, asked smoothing.Law) error {
	with, by := voted.Terms(), asked.Terms()
	names := maps.Clone(with)
	maps.Copy(names, by)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !bytes.Equal(with[name], by[name]) {
			return document.BadField(name, "must be that with which the votes were counted, %s, got %s", termOf(name, with[name]), termOf(name, by[name]))
		}
	}
	return nil
}

// termOf tells of a term of a law.
func termOf(name string, value json.RawMessage) string {
	switch {
	case name == "subsample" && value == nil:
		return "none for samples of whole clouds"
	case name == "subsample":
		return string(value) + " points"
	case value == nil:
		return "none"
	}
	return string(value)
}

// named tells the group of a classifier, and its axis.
func named(c smoothing.Classifier) string {
	group := struct {
		Group       invariance.Group `json:"group"`
		Axis        []float64        `json:"axis,omitempty"`
		Translation bool             `json:"translation,omitempty"`
	}{c.Group, c.Axis, c.Translation}
	return string(judging.JSON(group))
}

// Voted returns what the votes of the run document taken last were counted with, nil
// where none told.
func (c *Collection) Voted() json.RawMessage {
	if c.voted == nil {
		return nil
	}
	return c.voted.text
}

// takeEvidence takes the digest of the votes document of a cloud, which only a second
// count needs.
func takeEvidence(o *document.Object) error {
	text, present, err := o.Text("evidence")
	if err == nil && present && !digest.IsText(strings.TrimPrefix(text, "sha256:")) {
		err = document.BadField(o.Name("evidence"), "must be sha256: and 64 hexadecimal digits")
	}
	return err
}
