package certificate

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/population"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Calibration is the calibration document. It has the votes for the true class of labelled clouds, and the threshold that follows from them:
// sets by it hold the true class of clouds within Radius of a fresh one. See population.Calibrate.
type Calibration struct {
	Format   int     `json:"format"`
	Coverage float64 `json:"coverage"`
	Radius   float64 `json:"radius"`
	// Clouds is how many were labelled. Needed is how many are, where they are too few and every set has all classes.
	Clouds int   `json:"clouds"`
	Needed int64 `json:"needed,omitempty"`
	Rank   int64 `json:"rank"`
	// Quantile and Threshold are nil for rank 0.
	Quantile  *float64 `json:"q,omitempty"`
	Threshold *float64 `json:"threshold,omitempty"`
	// Eta is the level of each bound by votes.
	Eta      float64               `json:"eta"`
	Anytime  *anytime.Rule         `json:"anytime,omitempty"`
	Settings SmoothedAs            `json:"settings"`
	Results  []TrueVotes           `json:"results"`
	Sets     population.Calibrated `json:"-"`
}

// TrueVotes are the votes for the true class of a cloud. Cloud is smoothing.CloudDigest, "" for one that failed, which has no votes.
type TrueVotes struct {
	Cloud   string `json:"cloud,omitempty"`
	Votes   int64  `json:"votes"`
	Samples int64  `json:"samples"`
}

// differs names the first setting in which two differ, with both values, "" for none.
func (s SmoothedAs) differs(other SmoothedAs) (field string, own, others any) {
	if s.Classifier == "" {
		other.Classifier = "" // nothing is known
	}
	a, b := fieldsOf(s), fieldsOf(other)
	for _, name := range namesOf(a, b) {
		if !reflect.DeepEqual(a[name], b[name]) {
			return name, a[name], b[name]
		}
	}
	return "", nil, nil
}

func fieldsOf(s SmoothedAs) (fields map[string]any) {
	text, _ := json.Marshal(s) // of numbers, texts and truths: cannot fail
	_ = json.Unmarshal(text, &fields)
	return fields
}

// Calibrate completes a calibration whose Coverage, Radius, Eta, Anytime, Settings and Results are there. Every cloud has to have as many
// samples, unless its votes may be looked at after any.
func (c *Calibration) Calibrate() error {
	lower := make([]float64, len(c.Results))
	for i, of := range c.Results {
		if c.Anytime == nil && of.Samples != c.Results[0].Samples {
			return document.BadField(document.Numbered("results", i)+".samples",
				"is %d, the first cloud has %d: count as many for every cloud, since sets hold if all clouds are treated alike", of.Samples, c.Results[0].Samples)
		}
		lower[i] = Prediction{Votes: of.Votes, Samples: of.Samples, Anytime: c.Anytime}.lower(c.Eta)
	}
	far := math.Nextafter(c.Radius/c.Settings.Sigma, math.Inf(1))
	if c.Radius == 0 {
		far = 0
	}
	c.Format, c.Clouds = document.Format, len(c.Results)
	c.Sets = population.Calibrate(lower, c.Coverage, c.Eta, far)
	if c.Rank = c.Sets.Rank; c.Rank == 0 {
		c.Needed = population.Needed(c.Coverage, c.Eta)
		return nil
	}
	c.Quantile, c.Threshold = &c.Sets.Quantile, &c.Sets.Threshold
	return nil
}

// Set returns which classes the set of a cloud takes, by its votes for each. Without is how many of the samples have no class; p has their
// number and the rule that they were counted by.
func (c *Calibration) Set(votes []int64, without int64, p Prediction) []int {
	return c.Sets.Holds(votes, without, func(votes int64) float64 { return p.upper(votes, c.Eta) })
}

// Has reports whether a cloud is one of the calibration.
func (c *Calibration) Has(cloud string) bool {
	return slices.ContainsFunc(c.Results, func(of TrueVotes) bool { return of.Cloud == cloud })
}

// Note says why every set has all classes, "" if not.
func (c *Calibration) Note() string {
	switch {
	case c.Rank > 0:
		return ""
	case c.Needed == 0:
		return fmt.Sprintf("sets: no number of clouds gives a coverage of %v with eta %v: calibrate on a run of a smaller error probability", c.Coverage, c.Eta)
	}
	return fmt.Sprintf("sets: the calibration has %d clouds, and a coverage of %v needs %d: every class is in the set", c.Clouds, c.Coverage, c.Needed)
}

// TakeCalibration takes a calibration document. What it says must follow from its votes.
func TakeCalibration(o *document.Object, field string) (*Calibration, error) {
	if err := o.Include(field, nil); err != nil {
		return nil, err
	}
	text := o.Peek(field)
	child, err := o.Child(field)
	if err != nil || child == nil {
		return nil, err
	}
	in, c := document.CalibrationLimits, &Calibration{}
	err = document.Join(document.TakeFormat(child), takeNeeded(child, "coverage", in.Coverage, &c.Coverage), takeNeeded(child, "radius", in.Radius, &c.Radius),
		takeNeeded(child, "eta", in.Eta, &c.Eta), c.takeSettings(child), c.takeResults(child), c.takeRule(child))
	for _, follows := range []string{"clouds", "needed", "rank", "q", "threshold"} {
		child.Take(follows)
	}
	if err = document.Join(err, child.Done()); err != nil {
		return nil, err
	}
	if err := c.Calibrate(); err != nil {
		return nil, document.BadField(field, "%v", err)
	}
	own, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	var theirs, mine map[string]any
	if err := document.First(json.Unmarshal(text, &theirs), json.Unmarshal(own, &mine)); err != nil {
		return nil, document.BadField(field, "%v", err)
	}
	delete(theirs, "$schema")
	theirs["format"] = mine["format"]
	for _, name := range slices.Sorted(maps.Keys(mine)) {
		if _, there := theirs[name]; !there {
			return nil, document.BadField(child.Name(name), "is missing; print the document again with orbitcert calibrate")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		if !reflect.DeepEqual(theirs[name], mine[name]) {
			return nil, document.BadField(child.Name(name), "does not follow from the votes; print the document again with orbitcert calibrate")
		}
	}
	return c, nil
}

func takeNeeded(o *document.Object, field string, in document.Interval, to *float64) error {
	return document.First(o.Need(field, ""), document.PutAny(to)(o.Within(field, in, "")))
}

// takeSettings takes them as a request has them.
func (c *Calibration) takeSettings(o *document.Object) error {
	field, err := o.NeedChild("settings", "")
	if err != nil {
		return err
	}
	s := newSteps(nil)
	classifier := ""
	err = document.Join(s.takeOrder(field), s.TakePreparation(field), s.TakeSubsample(field), s.TakeSigma(field),
		document.First(s.TakeGroup(field), s.TakeAxis(field)), document.Put(&classifier)(smoothing.TakeHex(field, "classifier")), field.Done())
	if err != nil {
		return err
	}
	c.Settings, err = s.Smoothed(classifier)
	return err
}

func (c *Calibration) takeRule(o *document.Object) error {
	field, err := o.Child("anytime")
	if err != nil || field == nil {
		return err
	}
	var most int64 = 1
	for _, of := range c.Results {
		most = max(most, of.Samples)
	}
	c.Anytime, err = TakeRule(field, most)
	return err
}

func (c *Calibration) takeResults(o *document.Object) error {
	if err := o.Need("results", ""); err != nil {
		return err
	}
	texts, err := document.List(o.Name("results"), o.Take("results"))
	if err == nil && len(texts) == 0 {
		err = document.BadField(o.Name("results"), "is empty; calibrate on at least one cloud")
	}
	for i, text := range texts {
		of, one := TrueVotes{}, (*document.Object)(nil)
		if one, err = document.Parse(document.Numbered(o.Name("results"), i), text); err != nil {
			return err
		}
		err = document.Join(document.Put(&of.Cloud)(smoothing.TakeHex(one, "cloud")),
			document.First(one.Need("samples", ""), document.PutAny(&of.Samples)(one.Count("samples", document.PredictionLimits.Samples)),
				one.Need("votes", ""), document.PutAny(&of.Votes)(one.Whole("votes", 0, of.Samples))), one.Done())
		if err != nil {
			return err
		}
		c.Results = append(c.Results, of)
	}
	return err
}
