package results

import (
	"fmt"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
)

// Calibrate takes the clouds of a result to calibrate sets that hold the true class of a cloud within a radius of one like these. Each bound has
// half of the error probability of the run. A cloud that failed counts as one without votes for its class.
func Calibrate(p Published, coverage, radius float64) (*certificate.Calibration, error) {
	s := p.Settings
	if s.Returns != "" {
		return nil, fmt.Errorf("is of a model that returns %s: sets are of classes", s.Output().Told)
	}
	settings, err := s.Base.Smoothed(s.Classifier)
	if err != nil {
		return nil, document.BadField("settings", "%v", err)
	}
	c := &certificate.Calibration{Coverage: coverage, Radius: radius, Eta: s.Eta(), Anytime: s.Anytime, Settings: settings}
	for i, item := range p.Items {
		place := document.Numbered("results", i)
		switch of := item.Judged; {
		case of == nil:
			c.Results = append(c.Results, certificate.TrueVotes{Samples: max(1, p.MostVotes)})
			continue
		case of.Cloud == "":
			return nil, document.BadField(place+".cloud", "is missing: an earlier version printed this result; run it again")
		case item.Correct():
			c.Results = append(c.Results, certificate.TrueVotes{Cloud: of.Cloud, Votes: of.Votes, Samples: of.Samples})
		case of.LabelVotes == nil:
			return nil, document.BadField(place+".label_votes", "is missing: an earlier version printed this result; run it again")
		default:
			c.Results = append(c.Results, certificate.TrueVotes{Cloud: of.Cloud, Votes: *of.LabelVotes, Samples: of.Samples})
		}
	}
	return c, c.Calibrate()
}
