package certificate

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
)

// Growth is the interval of a number against the distance of the perturbed cloud. Each distance is a question of its own: its interval, and the
// tolerance, hold with probability at least 1 − α.
type Growth struct {
	// Median is that of the numbers at the clean cloud, an estimate.
	Median float64 `json:"median"`
	// Distances rise from 0 to the last one that has an interval; empty if none has.
	Distances []float64            `json:"distances"`
	Intervals []*argument.Interval `json:"intervals"`
	// FileDistances are such that nearer files are prepared to clouds within Distances, in their unit, where the preparation scales them.
	FileDistances []float64 `json:"file_distances,omitempty"`
}

const (
	// growthSteps is the number of steps from 0 to the largest distance with an interval.
	growthSteps = 100
	// growthMost bounds that distance, in σ: no number of samples has an interval there.
	growthMost = 16
)

// byDistance refuses settings under which a distance alone proves nothing of an output.
func (r *Request) byDistance(field string) error {
	if r.Noise != nil || r.Subsample > 0 {
		return document.BadField(field, "follows from no distance alone if there is noise or subsample; leave these out")
	}
	return nil
}

// FindGrowth returns how the interval of a number grows with the distance.
func FindGrowth(r *Request) (*Growth, error) {
	numbers := r.Prediction.Numbers
	if numbers == nil {
		return nil, document.BadField("prediction.values", "is missing: only numbers have an interval for each distance")
	}
	if err := r.byDistance("prediction.values"); err != nil {
		return nil, err
	}
	each, values := r.share(r.Levels().Votes), settled(numbers.Values)
	at := func(distance float64) *argument.Interval {
		return numbers.intervalOf(values, r.AtDistance(distance).Least(r.Top), each)
	}
	growth := &Growth{Distances: []float64{}, Intervals: []*argument.Interval{}}
	if len(values) == 0 {
		return growth, nil
	}
	growth.Median = medianOf(values)
	if at(0).Lower == nil {
		return growth, nil
	}
	last, _ := argument.Bisect(0, growthMost*r.Sigma, 40, func(distance float64) bool { return at(distance).Lower != nil })
	ruler := r.Ruler()
	for i := range growthSteps + 1 {
		distance := last * (float64(i) / growthSteps)
		if ruler != nil {
			growth.FileDistances = append(growth.FileDistances, ruler.Radius(distance))
		}
		growth.Distances = append(growth.Distances, distance)
		growth.Intervals = append(growth.Intervals, at(distance))
	}
	return growth, nil
}
