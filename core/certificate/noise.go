package certificate

import (
	"encoding/json"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
)

// mostSpread is how many times the smallest σ the largest may be.
const mostSpread = 1e6

// takeNoise takes σ: a number, or one for each point of the clean cloud. Where these are all the
// same, it is that number.
func (s *steps) takeNoise(o *document.Object) error {
	if text := o.Peek("sigma"); len(text) == 0 || text[0] != '[' {
		return s.TakeSigma(o)
	}
	texts, err := document.List("sigma", o.Take("sigma"))
	switch {
	case err != nil:
		return err
	case len(texts) == 0:
		return document.BadField("sigma", "must be a number, or one for each point; the list is empty")
	}
	sigmas := make([]float64, len(texts))
	for n, text := range texts {
		if sigmas[n], err = takeSigma(document.Numbered("sigma", n), text); err != nil {
			return err
		}
	}
	s.Sigma = slices.Min(sigmas)
	if most := slices.Max(sigmas); most > mostSpread*s.Sigma {
		return document.BadField("sigma", "must differ by a factor of at most %v from point to point, got %v and %v", mostSpread, s.Sigma, most)
	}
	s.Sigmas = sigmas
	return nil
}

func takeSigma(name string, text json.RawMessage) (float64, error) {
	sigma, err := document.ParseNumber(name, text)
	if err == nil {
		err = argument.CheckSigma(name, sigma)
	}
	return sigma, err
}

// checkNoise compares σ of single points with the cloud and with the request. The smoothed
// classifier keeps the invariance of the one that is smoothed where a transformation leaves the law of
// the noise as it is: each point's noise is the same in every direction, so rotations, reflections and
// translations do, and other orders of points do not.
func (s *steps) checkNoise(*document.Object) error {
	if s.Sigmas == nil {
		return nil
	}
	switch {
	case s.Clean == nil:
		return document.BadField("sigma", "must be one number with gram, whose inner products are weighted for the noise of each point already")
	case s.Preparation.Due().Points > 0:
		return document.BadField("sigma", "must be one number if preparation.points samples the points; prepare the cloud first, then give σ for each remaining point")
	case len(s.Sigmas) != s.Clean.Count():
		return document.BadField("sigma", "has %d numbers, the clean cloud has %d points", len(s.Sigmas), s.Clean.Count())
	}
	if slices.Max(s.Sigmas) == s.Sigma {
		s.Sigmas = nil
		return nil
	}
	switch {
	case s.Permutation:
		return document.BadField("permutation", "must be false if sigma differs from point to point: such noise depends on the order of the points")
	case s.Subsample > 0:
		return document.BadField("subsample", "needs one sigma for all points")
	}
	return nil
}

// Even refuses what has no answer where the noise differs from point to point.
func (r *Request) Even() error {
	if r.Sigmas != nil {
		return document.BadField("sigma", "must be one number here: only certificates take one for each point")
	}
	return nil
}

// noise is σ as it is written.
func (r *Request) noise() any {
	if r.Sigmas != nil {
		return r.Sigmas
	}
	return r.Sigma
}
