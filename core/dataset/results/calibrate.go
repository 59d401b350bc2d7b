package results

import (
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
)

// Calibrate takes the clouds of a result to calibrate sets that hold the truth about a cloud within a radius of one like these. Each bound has
// half of the error probability of the run. Sets hold the truth in all, or in each class. A cloud that failed counts as one without votes for
// its class, or with an error that has no bound.
func Calibrate(p Published, coverage, radius float64, perClass bool) (*certificate.Calibration, error) {
	s := p.Settings
	settings, err := s.Base.Smoothed(s.Classifier)
	if err != nil {
		return nil, document.BadField("settings", "%v", err)
	}
	if perClass && s.Output().Set == judging.SetOfNumbers {
		return nil, document.BadField("settings.returns", "is %q, which has no classes; leave out --per-class", s.Returns)
	}
	c := &certificate.Calibration{Returns: s.Returns, Coverage: coverage, Radius: radius, PerClass: perClass, Eta: s.Eta(), Anytime: s.Anytime, Settings: settings}
	samples := max(1, p.MostVotes)
	votes, failed := trueVotes(c, samples), &judging.Judged{Samples: samples, LabelVotes: new(int64)}
	for i, item := range p.Items {
		of, missing := item.Judged, ""
		var some []certificate.TrueVotes
		if of == nil {
			of = failed
		} else if of.Cloud == "" {
			missing = "cloud"
		}
		if missing == "" {
			some, missing = votes(of)
		}
		if missing != "" {
			return nil, document.BadField(document.Numbered("results", i)+"."+missing,
				"is missing: give the truth about each cloud, and run it again if an earlier version printed this result")
		}
		c.Results = append(c.Results, some...)
	}
	return c, c.Calibrate()
}

// trueVotes returns the function that takes the votes for the truth of a cloud of so many samples, or names a field that is missing. Under
// PerClass it takes those of each true class.
func trueVotes(c *certificate.Calibration, samples int64) func(j *judging.Judged) (votes []certificate.TrueVotes, missing string) {
	switch judging.Outputs[c.Returns].Set {
	case judging.SetOfNumbers:
		within := min(samples, c.Nearer(samples))
		return func(j *judging.Judged) (all []certificate.TrueVotes, missing string) {
			if j.Errors == nil && j.Cloud != "" {
				missing = "errors"
			}
			v := certificate.TrueVotes{Cloud: j.Cloud, Samples: j.Samples}
			v.Error, v.Votes = judging.ErrorAt(j, within)
			return []certificate.TrueVotes{v}, missing
		}
	case judging.SetsOfPoints:
		return func(j *judging.Judged) (all []certificate.TrueVotes, missing string) {
			if !c.PerClass || j.Cloud == "" {
				return labelVotes(j)
			}
			if j.ClassVotes == nil {
				missing = "class_votes"
			}
			for _, of := range j.ClassVotes {
				all = append(all, certificate.TrueVotes{Cloud: j.Cloud, Label: &of.Label, Votes: of.Votes, Samples: j.Samples})
			}
			return all, missing
		}
	}
	return func(j *judging.Judged) (votes []certificate.TrueVotes, missing string) {
		if j.LabelVotes == nil && j.Label == j.Predicted {
			votes = []certificate.TrueVotes{{Cloud: j.Cloud, Votes: j.Votes, Samples: j.Samples}}
		} else if votes, missing = labelVotes(j); missing != "" {
			return nil, missing
		}
		if c.PerClass && j.Cloud != "" {
			votes[0].Label = &j.Label
		}
		return votes, ""
	}
}

// labelVotes takes the votes for the label.
func labelVotes(j *judging.Judged) (votes []certificate.TrueVotes, missing string) {
	if j.LabelVotes == nil {
		return nil, "label_votes"
	}
	return []certificate.TrueVotes{{Cloud: j.Cloud, Votes: *j.LabelVotes, Samples: j.Samples}}, ""
}
