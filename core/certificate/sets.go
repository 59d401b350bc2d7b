package certificate

import (
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
)

// Sets is the set of classes that holds the true class of the cloud that was voted on, if that is within Radius of a cloud drawn like those of
// the calibration. It does so with probability at least Coverage, over the calibration, the cloud and all votes. Threshold is nil where the
// calibration has too few clouds.
type Sets struct {
	Classes   []string `json:"classes"`
	Coverage  float64  `json:"coverage"`
	Radius    float64  `json:"radius"`
	Threshold *float64 `json:"threshold,omitempty"`
}

// takeSets takes a calibration that is of clouds smoothed like that of the request.
func (s *steps) takeSets(o *document.Object) (err error) {
	if s.Sets, err = takeCalibration(o, "sets"); err != nil || s.Sets == nil {
		return err
	}
	own, err := s.Smoothed("")
	if err != nil {
		return document.BadField("sets", "%v", err)
	}
	own.Classifier = s.Sets.Settings.Classifier // see checkSets
	return s.Sets.suits(own)
}

// checkSets compares the calibration with the votes that the request has.
func (s *steps) checkSets(*document.Object) error {
	if p := s.Prediction; s.Sets == nil || p.Samples == 0 && p.Probability == 0 { // the prediction is to be found
		return nil
	}
	e := s.Prediction.Evidence
	if e == nil || !s.Prediction.OfClass() {
		return document.BadField("sets", "needs the votes of every class: give prediction.evidence, which orbitcert count prints, of a model that returns classes")
	}
	own, err := s.Smoothed(e.Voter())
	if err == nil {
		err = s.Sets.suits(own)
	}
	if err == nil && s.Sets.Has(strings.TrimPrefix(e.Sampling.Cloud, "sha256:")) {
		err = document.BadField("sets.results", "has the cloud of the request: sets are for clouds that are not in the calibration")
	}
	return err
}

// suits refuses a request whose smoothing is not that of the calibration.
func (c *Calibration) suits(own SmoothedAs) error {
	if name, theirs, mine := c.Settings.differs(own); name != "" {
		return document.BadField("sets.settings."+name, "is %v, but the request has %v: calibrate with votes counted alike", said(theirs), said(mine))
	}
	return nil
}

// said tells of a setting that may be absent.
func said(value any) any {
	if value == nil {
		return "absent"
	}
	return value
}

// sets returns the set of classes, nil where none was asked for, and adds notes.
func (r *Request) sets(notes *[]string) *Sets {
	c := r.Sets
	if c == nil {
		return nil
	}
	if note := c.Note(); note != "" {
		*notes = append(*notes, note)
	}
	if c.Settings.Classifier == "" {
		*notes = append(*notes, "sets: the calibration does not name its model; the set holds only if the same model voted, shown clouds in the same way")
	}
	e := r.Prediction.Evidence
	held := c.Sets.Holds(e.Votes.Estimate, e.Votes.None, func(votes int64) float64 {
		p := r.Prediction
		p.RunnerUp = &RunnerUp{Votes: votes}
		return p.upper(c.Eta)
	})
	sets := &Sets{Classes: []string{}, Coverage: c.Coverage, Radius: c.Radius, Threshold: c.Threshold}
	for _, class := range held {
		sets.Classes = append(sets.Classes, e.Model.Classes[class])
	}
	return sets
}
