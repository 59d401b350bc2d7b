package judging

import "github.com/orbitcert/orbitcert/core/population"

// Population bounds shares among all clouds that are drawn like those of the run, each bound with the confidence. Each is the
// share where the smoothed classifier is right and robust to the perturbation.
type Population struct {
	Confidence float64 `json:"confidence"`
	// Lower bounds the accuracies at each value of the grid. A cloud counts where every draw is certified.
	Lower *ByRow[Shares] `json:"lower,omitempty"`
	// OneClass bounds what the bound of one class alone certifies, where Accuracy has it.
	OneClass *ByRow[Shares] `json:"one_class,omitempty"`
	// Families and Points bound those of the families and of points that come and go, in their order.
	Families []FamilyPopulation `json:"families,omitempty"`
	Points   []ChangePopulation `json:"points,omitempty"`
}

// FamilyPopulation bounds the shares of a family at each of its sizes.
type FamilyPopulation struct {
	Family string         `json:"family"`
	Lower  FamilyAccuracy `json:"lower"`
}

// ChangePopulation bounds the shares of a change at each of its counts.
type ChangePopulation struct {
	Change string    `json:"change"`
	Lower  []float64 `json:"lower"`
}

// populationOf bounds the shares of a result, nil if no cloud has a verdict. Each certificate is wrong with probability at most level.
func (s *Settings) populationOf(r *Result, items []ItemResult, level float64) *Population {
	if r.Clouds == 0 {
		return nil
	}
	p, again := &Population{Confidence: population.Confidence}, repeated(items)
	bounds := func(shares []float64) []float64 {
		if shares == nil {
			return nil
		}
		lower := make([]float64, len(shares))
		for i, share := range shares {
			lower[i] = population.Share(max(0, int64(float64(share*float64(r.Total))+0.5)-again), int64(r.Total)-again, level)
		}
		return lower
	}
	for _, f := range r.Families {
		p.Families = append(p.Families, FamilyPopulation{f.Family, f.Accuracy.each(bounds)})
	}
	for _, c := range r.Changes {
		p.Points = append(p.Points, ChangePopulation{c.Change, bounds(c.Accuracy)})
	}
	if s.Withstand == nil {
		of := func(counts func(j *Judged) *ByRow[[]int]) *ByRow[Shares] {
			lower := rowsOf(func(row int) Shares {
				if row == ByTightUpper { // which bounds from above
					return nil
				}
				return bounds(s.share(items, r.Total, func(j *Judged) []int { return everyDraw(*counts(j).All()[row], s.Attack.PerValue()) }))
			})
			return &lower
		}
		p.Lower = of(func(j *Judged) *ByRow[[]int] { return &j.ByRow })
		if r.Accuracy.OneClass != nil {
			p.OneClass = of(func(j *Judged) *ByRow[[]int] { return &j.OneClass.ByRow })
		}
	}
	return p
}

// repeated counts the clouds that are there before under another name. A cloud tells of those not seen once: so many fewer are counted, and at
// most so many fewer are certified.
func repeated(items []ItemResult) (again int64) {
	seen := map[string]bool{}
	for _, item := range judged(items) {
		if item.Cloud != "" && seen[item.Cloud] {
			again++
		}
		seen[item.Cloud] = true
	}
	return again
}

// everyDraw has all draws where all are certified, else none.
func everyDraw(counts []int, draws int) []int {
	if counts == nil {
		return nil
	}
	all := make([]int, len(counts))
	for i, n := range counts {
		if n == draws {
			all[i] = n
		}
	}
	return all
}
