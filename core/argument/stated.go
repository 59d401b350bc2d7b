package argument

// Stated is what an argument says of a model that returns a number, or a label for each point.
type Stated struct {
	Interval *Interval `json:"interval,omitempty"`
	Labels   *Labels   `json:"labels,omitempty"`
}

// Interval has the median of a number at the perturbed cloud. An end without a bound is nil.
type Interval struct {
	Lower *float64 `json:"lower,omitempty"`
	Upper *float64 `json:"upper,omitempty"`
}

// Labels tells of the label of each point whether it stays.
type Labels struct {
	// Certified is the decision for the perturbed cloud, right for all points at once; nil without that cloud.
	Certified []bool `json:"certified,omitempty"`
	// Radius has distances below which the labels stay, right for all points and distances at once; nil where an
	// argument has no radius.
	Radius []float64 `json:"radius,omitempty"`
	// Count and Share are those of the certified labels.
	Count *int     `json:"count,omitempty"`
	Share *float64 `json:"share,omitempty"`
}

// Counted fills in the number of certified labels.
func (l *Labels) Counted() *Labels {
	if l.Certified == nil {
		return l
	}
	count := 0
	for _, certified := range l.Certified {
		if certified {
			count++
		}
	}
	share := float64(count) / float64(len(l.Certified))
	l.Count, l.Share = &count, &share
	return l
}
