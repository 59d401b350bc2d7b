package certificate

import (
	"strings"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// takeSets takes a calibration that is of clouds smoothed like that of the request.
func (s *steps) takeSets(o *document.Object) (err error) {
	if s.Sets, err = TakeCalibration(o, "sets"); err != nil || s.Sets == nil {
		return err
	}
	return s.Sets.Suits(s.Request, s.Sets.Settings.Classifier) // of the classifier see checkSets
}

// checkSets compares the calibration with the votes that the request has.
func (s *steps) checkSets(*document.Object) error {
	c, p, cloud, classifier := s.Sets, &s.Prediction, "", ""
	if c == nil || p.Samples == 0 && p.Probability == 0 { // the prediction is to be found
		return nil
	}
	switch e, returns := p.Evidence, p.output().name(); {
	case returns != c.Returns:
		return document.BadField("sets.returns", "is %q, but the prediction is of a model that returns %q; \"\" are classes", c.Returns, returns)
	case e != nil && (c.Returns != "" || e.Votes.Estimate != nil):
		cloud, classifier = strings.TrimPrefix(e.Sampling.Cloud, "sha256:"), e.Voter()
	case c.Returns == "":
		return document.BadField("sets", "needs the votes of every class: give prediction.evidence, which orbitcert count prints, of a model that returns classes")
	case s.Clean != nil:
		cloud = smoothing.CloudDigest(*s.Clean)
	case s.Digest != nil:
		cloud = s.Digest.SHA256
	}
	err := c.Suits(s.Request, classifier)
	if err == nil && cloud != "" && c.Has(cloud) {
		err = document.BadField("sets.results", "has the cloud of the request: sets are for clouds that are not in the calibration")
	}
	return err
}

// Suits refuses a request whose smoothing, by a classifier, is not that of the calibration.
func (c *Calibration) Suits(r *Request, classifier string) error {
	own, err := r.Smoothed(classifier)
	if err != nil {
		return err
	}
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

// sets returns what holds the truth and adds notes. It is nil if the request has no calibration.
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
	sets := &Sets{Coverage: c.Coverage, Radius: c.Radius, PerClass: c.PerClass, Threshold: c.Threshold}
	r.Prediction.output().hold(c, r, sets)
	return sets
}
