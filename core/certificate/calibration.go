package certificate

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/population"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Calibration is the calibration document. It has the votes for the true class of labelled clouds, and the threshold that follows from them:
// sets by it hold the true class of clouds within Radius of a fresh one. See population.Calibrate.
//
// Of labels the votes are those for the true label of one point, drawn evenly from each cloud. Of numbers they are of samples within a distance
// of the true number, just so many that at least half are within it at every cloud within Radius: with probability 1 − Eta. Error is the k-th
// largest of n distances, k = ⌊(1 − coverage − 2·Eta)(n + 1)⌋, which the distance of a fresh cloud exceeds with probability k/(n + 1) at most.
//
// PerClass has the threshold of each class from its own clouds, or from a point of the class of each cloud that has one, and takes the smallest
// of all. So sets hold the true class with the coverage whichever it is, among those of the calibration.
type Calibration struct {
	Format int `json:"format"`
	// Returns is that of a run.
	Returns  string  `json:"returns,omitempty"`
	Coverage float64 `json:"coverage"`
	Radius   float64 `json:"radius"`
	PerClass bool    `json:"per_class,omitempty"`
	// Clouds is how many were labelled. Needed is how many are, where they are too few and every set has all classes.
	Clouds int   `json:"clouds"`
	Needed int64 `json:"needed,omitempty"`
	// Rank is that in the class of the smallest threshold.
	Rank int64 `json:"rank"`
	// Quantile and Threshold are nil for rank 0.
	Quantile  *float64 `json:"q,omitempty"`
	Threshold *float64 `json:"threshold,omitempty"`
	// Error is in the place of both for numbers, nil for rank 0 and where a cloud of this rank has no distance.
	Error *float64 `json:"error,omitempty"`
	// Eta is the level of each bound by votes.
	Eta      float64               `json:"eta"`
	Anytime  *anytime.Rule         `json:"anytime,omitempty"`
	Settings SmoothedAs            `json:"settings"`
	Results  []TrueVotes           `json:"results"`
	Sets     population.Calibrated `json:"-"`
}

// TrueVotes are the votes for the true class of a cloud. Cloud is smoothing.CloudDigest, "" for one that failed, which has no votes.
type TrueVotes struct {
	Cloud string `json:"cloud,omitempty"`
	// Label is the true class under PerClass. A cloud that failed has none and counts in each.
	Label   *int64 `json:"label,omitempty"`
	Votes   int64  `json:"votes"`
	Samples int64  `json:"samples"`
	// Error is the distance of numbers within which the votes are, nil where some samples have no number.
	Error *float64 `json:"error,omitempty"`
}

// differs names the first setting in which two differ, with both values, "" for none.
func (s SmoothedAs) differs(other SmoothedAs) (field string, own, others any) {
	if s.Classifier == "" {
		other.Classifier = "" // nothing is known
	}
	a, _ := fieldsOf(s) // of numbers, texts and truths: cannot fail
	b, _ := fieldsOf(other)
	name := unequal(a, b)
	return name, a[name], b[name]
}

// Calibrate completes a calibration whose Returns, Coverage, Radius, Eta, Anytime, Settings and Results are there. Every cloud has to have as many
// samples, unless its votes may be looked at after any, and no cloud is there twice.
func (c *Calibration) Calibrate() error {
	first, seen := c.Results[0], map[string]bool{}
	for i, of := range c.Results {
		place := document.Numbered("results", i)
		switch {
		case seen[of.Cloud] && of.Cloud != "" && !c.follows(i):
			return document.BadField(place+".cloud", "is there twice, and counts once: leave out one of them")
		case c.Anytime == nil && of.Samples != first.Samples:
			return document.BadField(place+".samples", "is %d, the first cloud has %d: count as many for every cloud", of.Samples, first.Samples)
		case c.ofErrors() && (of.Votes != first.Votes || !c.proves(first.Votes, first.Samples)):
			return document.BadField(place+".votes", "is %d of %d, and does not prove that half are as near at every cloud within the radius: "+
				"choose a smaller radius, or count more", of.Votes, of.Samples)
		}
		seen[of.Cloud] = true
	}
	c.Format, c.Clouds = document.Format, c.clouds()
	for i, group := range c.groups() {
		scores := make([]float64, len(group))
		for i, of := range group {
			scores[i] = c.score(of)
		}
		sets := population.Calibrated{Rank: population.Rank(int64(len(group)), c.Coverage, c.Eta)}
		if sets.Rank == 0 {
			c.Needed, c.Rank, c.Sets = population.Needed(c.Coverage, c.Eta), 0, sets
			return nil
		}
		if c.ofErrors() {
			slices.Sort(scores)
			c.Error, c.Rank = finite(-scores[sets.Rank-1]), sets.Rank
			return nil
		}
		if sets = population.Calibrate(scores, c.Coverage, c.Eta, c.far()); i == 0 || sets.Quantile < c.Sets.Quantile {
			c.Sets, c.Rank = sets, sets.Rank
		}
	}
	c.Quantile, c.Threshold = &c.Sets.Quantile, &c.Sets.Threshold
	return nil
}

// follows tells whether a result is of a further label of the cloud before: each has a point of its labels, by rising label.
func (c *Calibration) follows(i int) bool {
	if i == 0 || !c.PerClass || !c.ofLabels() {
		return false
	}
	before, of := c.Results[i-1], c.Results[i]
	return of.Cloud == before.Cloud && *of.Label > *before.Label
}

// score is the bound of the probability of the true class, or the distance below 0.
func (c *Calibration) score(of TrueVotes) float64 {
	switch {
	case !c.ofErrors():
		return Prediction{Votes: of.Votes, Samples: of.Samples, Anytime: c.Anytime}.lower(c.Eta)
	case of.Error != nil:
		return -*of.Error
	}
	return math.Inf(-1)
}

// finite is nil for an infinite number.
func finite(x float64) *float64 {
	if math.IsInf(x, 1) {
		return nil
	}
	return &x
}

// clouds counts them; a cloud has one result for each class of its points under PerClass.
func (c *Calibration) clouds() (n int) {
	for i, of := range c.Results {
		if i == 0 || of.Cloud == "" || of.Cloud != c.Results[i-1].Cloud {
			n++
		}
	}
	return n
}

// groups returns the results whose ranks count together: all, or those of each class by rising label, if any has one.
func (c *Calibration) groups() [][]TrueVotes {
	var labels []int64
	for _, of := range c.Results {
		if of.Label != nil {
			labels = population.With(labels, *of.Label)
		}
	}
	groups := [][]TrueVotes{}
	for _, label := range labels {
		var group []TrueVotes
		for _, of := range c.Results {
			if of.Label == nil || *of.Label == label {
				group = append(group, of)
			}
		}
		groups = append(groups, group)
	}
	if len(groups) == 0 {
		return [][]TrueVotes{c.Results}
	}
	return groups
}

// far is the radius in standard deviations, rounded up.
func (c *Calibration) far() float64 {
	if c.Radius == 0 {
		return 0
	}
	return math.Nextafter(c.Radius/c.Settings.Sigma, math.Inf(1))
}

// proves tells whether so many of n samples within a distance prove that at least half are at every cloud within the radius.
func (c *Calibration) proves(votes, n int64) bool {
	return bound.Gaussian(bound.Lower(votes, n, c.Eta), c.far()) >= 0.5
}

// Nearer returns how many of n samples within a distance prove that at least half are at every cloud within the radius, more than n if none do.
func (c *Calibration) Nearer(n int64) int64 {
	return int64(sort.Search(int(n)+1, func(k int) bool { return c.proves(int64(k), n) }))
}

// Set returns which classes the set of a cloud takes, by its votes for each. Without is how many of the samples have no class; p has their
// number and the rule that they were counted by.
func (c *Calibration) Set(votes []int64, without int64, p Prediction) []int {
	return c.Sets.Holds(votes, without, func(votes int64) float64 { return p.upper(votes, c.Eta) })
}

// Interval returns between which numbers the true one is, by what the model returned for samples, NaN where it returned none.
//
// At least half of all outputs are within Error of it, unless the calibration has failed. Fewer samples than the rank of bound.UpperRank lie beyond
// that on either side, unless the votes have, which is one event of probability Eta: it counts the samples within Error.
func (c *Calibration) Interval(values []float64) *argument.Interval {
	between := &argument.Interval{}
	if c.Error == nil {
		return between
	}
	if median := (&Numbers{Values: values}).interval(0.5, c.Eta); median.Upper != nil {
		low, high := sumDown(*median.Lower, -*c.Error), -sumDown(-*median.Upper, -*c.Error)
		between.Lower, between.Upper = &low, &high
	}
	return between
}

// Only tells of each point whether its set has the predicted label only, by its votes of so many samples: where no other can reach the threshold.
func (c *Calibration) Only(votes []int64, samples int64) []bool {
	return eachVotes(votes, func(n int64) bool { return c.Rank > 0 && bound.Upper(samples-n, samples, c.Eta) < *c.Threshold })
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
	every, of := "class", fmt.Sprintf("the calibration has %d clouds, and", c.Clouds)
	if c.Returns != "" {
		every = strings.TrimSuffix(c.Returns, "s")
	}
	if c.PerClass {
		of = fmt.Sprintf("a %s of the calibration has too few clouds:", every)
	}
	return fmt.Sprintf("sets: %s a coverage of %v needs %d: every %s is in the set", of, c.Coverage, c.Needed, every)
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
	if child.Has("returns") {
		if c.Returns, err = child.OneOf("returns", returned...); err != nil {
			return nil, err
		}
	}
	err = document.Join(document.TakeFormat(child), takeNeeded(child, "coverage", in.Coverage, &c.Coverage), takeNeeded(child, "radius", in.Radius, &c.Radius),
		takeNeeded(child, "eta", in.Eta, &c.Eta), document.Put(&c.PerClass)(child.Truth("per_class")), c.takeSettings(child), c.takeResults(child), c.takeRule(child))
	for _, follows := range []string{"clouds", "needed", "rank", "q", "threshold", "error"} {
		child.Take(follows)
	}
	if err = document.Join(err, child.Done()); err != nil {
		return nil, err
	}
	if err := c.Calibrate(); err != nil {
		return nil, document.BadField(field, "%v", err)
	}
	mine, err := fieldsOf(c)
	var theirs map[string]any
	if err := document.First(err, json.Unmarshal(text, &theirs)); err != nil {
		return nil, document.BadField(field, "%v", err)
	}
	delete(theirs, "$schema")
	theirs["format"] = mine["format"]
	if name := unequal(theirs, mine); name != "" {
		return nil, document.BadField(child.Name(name), "does not follow from the votes; print the document again with orbitcert calibrate")
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
	err = document.Join(s.takeOrder(field), s.TakePreparation(field), s.TakeSubsample(field), s.TakeScores(field), s.TakeSigma(field),
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
				one.Need("votes", ""), document.PutAny(&of.Votes)(one.Whole("votes", 0, of.Samples))))
		if err == nil && c.PerClass && of.Cloud != "" {
			of.Label = new(int64)
			err = document.First(one.Need("label", ""), document.PutAny(of.Label)(one.Whole("label", -1e6, 1e6)))
		}
		if err == nil && c.ofErrors() {
			of.Error, err = maybe(one, "error", document.CalibrationLimits.Error)
		}
		err = document.Join(err, one.Done())
		if err != nil {
			return err
		}
		c.Results = append(c.Results, of)
	}
	return err
}
