package judging

import "github.com/orbitcert/orbitcert/core/certificate"

// AverageRadius is the average certified radius by certificate: 0 for a cloud that is not predicted correctly, not certified
// or failed. That of the closed forms is the mean radius of the votes; both have the same. Others have no radius: theirs is the
// area under their curve over the norms of the grid, each step at its end, and at least that of the closed forms.
type AverageRadius struct {
	ByRow[*float64]
	// File is that of the closed forms for files, each in its unit, where that is another.
	File *float64 `json:"file,omitempty"`
	// OneClass is that of the closed forms by the bound of one class alone, for runs that bound the runner-up.
	OneClass *float64 `json:"one_class,omitempty"`
}

// averageRadius returns them, nil for votes with noise on transformations, which have no radius.
func (s *Settings) averageRadius(r *Result, items []ItemResult) *AverageRadius {
	if s.Base.Noise != nil {
		return nil
	}
	mean := s.meanRadius(r, items, func(p certificate.Prediction) certificate.Prediction { return p })
	average := &AverageRadius{ByRow: ByRow[*float64]{BlackBox: &mean, Orbit: &mean}}
	if s.TellsFiles() {
		average.File = meanFileRadius(r, items)
	}
	if s.RunnerUp {
		average.OneClass = new(s.meanRadius(r, items, certificate.Prediction.Alone))
	}
	if len(s.Attack.Norms) > 0 && !s.ScalesNorms() { // an area is of one unit
		average.Tight = areaAbove(mean, s.Attack.Norms, r.Accuracy.Tight)
		average.Subsample = areaAbove(mean, s.Attack.Norms, r.Accuracy.Subsample)
	}
	return average
}

// meanRadius returns the mean of the radii of some of the votes.
func (s *Settings) meanRadius(r *Result, items []ItemResult, some func(certificate.Prediction) certificate.Prediction) float64 {
	sum := 0.0
	for _, item := range items {
		if item.Correct() {
			votes := s.VotesOf(item.Judged)
			votes.Prediction = some(votes.Prediction)
			sum += radiusOf(&votes)
		}
	}
	return sum / float64(max(1, r.Total))
}

// meanFileRadius returns the mean of the radii of files, nil in results from before they had any.
func meanFileRadius(r *Result, items []ItemResult) *float64 {
	sum, known := 0.0, false
	for _, item := range items {
		if item.Judged != nil && item.FileRadius != nil {
			known = true
			if item.Correct() {
				sum += *item.FileRadius
			}
		}
	}
	if sum /= float64(max(1, r.Total)); !known {
		return nil
	}
	return &sum
}

// areaAbove returns a lower bound of the area under a falling curve: the sum of its steps, or least if that is more. It is nil
// without a curve.
func areaAbove(least float64, at, shares []float64) *float64 {
	if shares == nil {
		return nil
	}
	area, before := 0.0, 0.0
	for i, x := range at {
		area += float64((x - before) * shares[i])
		before = x
	}
	return new(max(area, least))
}
