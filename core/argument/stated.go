package argument

// Stated is what an argument says of a model that returns a number, or a label for each point.
type Stated struct {
	Interval *Interval `json:"interval,omitempty"`
	Labels   *Labels   `json:"labels,omitempty"`
}

// Interval bounds the median of a number at the perturbed cloud. An end without a bound is nil.
type Interval struct {
	Lower *float64 `json:"lower,omitempty"`
	Upper *float64 `json:"upper,omitempty"`
}

// Labels says which points keep their label.
type Labels struct {
	// Certified is the decision for each point at the perturbed cloud, right for all points at once; nil without that cloud.
	Certified []bool `json:"certified,omitempty"`
	// Radius has for each point a distance below which its label stays, right for all points and distances at once; nil
	// for an argument without a radius.
	Radius []float64 `json:"radius,omitempty"`
	// Count and Share are those of the certified labels.
	Count *int     `json:"count,omitempty"`
	Share *float64 `json:"share,omitempty"`
}

// NewLabels counts the labels that are certified at a perturbed cloud.
func NewLabels(radius []float64, certified []bool) *Labels {
	count := 0
	for _, stays := range certified {
		if stays {
			count++
		}
	}
	share := float64(count) / float64(len(certified))
	return &Labels{Certified: certified, Radius: radius, Count: &count, Share: &share}
}
