package certificate

import (
	"encoding/json"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
)

// mostSpread is how many times the smallest σ the largest may be.
const mostSpread = 1e6

// takeSigma takes σ: a number, one for each value of an attribute, or one for each point of the clean cloud. Where
// these are all the same, it is that number.
func (s *steps) takeSigma(o *document.Object) error {
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
	s.Sigma, s.Sigmas = slices.Min(sigmas), sigmas
	return s.checkSpread()
}

func (r *Request) checkSpread() error {
	if most := slices.Max(r.Sigmas); most > mostSpread*r.Sigma {
		return document.BadField("sigma", "must differ by a factor of at most %v from point to point, got %v and %v", mostSpread, r.Sigma, most)
	}
	return nil
}

// spreadPoints sets σ of single points by an attribute of the clean cloud, and Sigma to the smallest of the points.
func (r *Request) spreadPoints() error { return r.spreadBy(slices.Min[[]float64]) }

// Spread sets σ of single points by an attribute of the clean cloud. Sigma stays the smallest of all values, so that all clouds of a run
// have one unit: point n counts Sigma/Sigmas[n] times, whatever values its cloud has.
func (r *Request) Spread() error {
	return r.spreadBy(func([]float64) float64 { return r.Sigma })
}

// spreadBy sets σ of single points, where it goes by an attribute, and Sigma to what unit makes of them. Points that all have Sigma need
// no list.
func (r *Request) spreadBy(unit func([]float64) float64) error {
	if r.SigmaBy == nil {
		return nil
	}
	sigmas, err := r.SigmaBy.Of(*r.Clean)
	if err != nil {
		return err
	}
	if r.Sigma = unit(sigmas); slices.Max(sigmas) == r.Sigma {
		r.Sigmas = nil
		return nil
	}
	r.Sigmas = sigmas
	return r.checkSpread()
}

func takeSigma(name string, text json.RawMessage) (float64, error) {
	sigma, err := document.ParseNumber(name, text)
	if err == nil {
		err = argument.CheckSigma(name, sigma)
	}
	return sigma, err
}

const weightedAlready = "must be one number with gram, whose inner products are weighted for the noise of each point already"

// checkSigma compares σ of single points with the cloud and with the request. The smoothed
// classifier keeps the invariance of the one that is smoothed where a transformation leaves the law of
// the noise as it is: each point's noise is the same in every direction, so rotations, reflections and
// translations do. Other orders of points do where σ moves with them, by an attribute.
func (s *steps) checkSigma(*document.Object) error {
	switch {
	case s.SigmaBy != nil && s.Clean == nil:
		return document.BadField("sigma", weightedAlready)
	case s.SigmaBy != nil:
		return s.spreadPoints()
	case s.Sigmas == nil:
		return nil
	case s.Clean == nil:
		return document.BadField("sigma", weightedAlready)
	case s.Preparation.Due().Points > 0:
		return document.BadField("sigma",
			"must be one number if preparation.points samples the points; prepare the cloud first, then give σ for each remaining point")
	case len(s.Sigmas) != s.Clean.Count():
		return document.BadField("sigma", "has %d numbers, the clean cloud has %d points", len(s.Sigmas), s.Clean.Count())
	}
	if slices.Max(s.Sigmas) == s.Sigma {
		s.Sigmas = nil
		return nil
	}
	switch {
	case s.Permutation:
		return document.BadField("permutation",
			"must be false if sigma is a list for each point: such noise depends on the order of the points; give sigma by an attribute, which moves with them")
	case s.Subsample > 0:
		return document.BadField("subsample", "needs one sigma for all points, or sigma by an attribute")
	}
	return nil
}

// Evened returns the request with the smallest σ for all points. Less noise proves less: what is between both is noise that the group
// ignores as well.
func (r *Request) Evened() *Request {
	if r.Sigmas == nil {
		return r
	}
	even := *r
	even.Sigma = slices.Min(r.Sigmas)
	even.Sigmas, even.search, even.order = nil, nil, nil
	return &even
}
