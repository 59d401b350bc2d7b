package argument

import "github.com/orbitcert/orbitcert/core/vector"

// Stated is what an argument says of a model that returns a number, a label for each point, or vectors.
type Stated struct {
	Interval *Interval `json:"interval,omitempty"`
	Labels   *Labels   `json:"labels,omitempty"`
	// Vectors bound each vector at the perturbed cloud, turned back as the cloud is aligned.
	Vectors []vector.Bound `json:"vectors,omitempty"`
}

// State sets the statement of a row.
func (s *Stated) State(what Stated) { *s = what }

// Statement returns it.
func (s *Stated) Statement() Stated { return *s }

// Interval bounds the median of a number at the perturbed cloud. An end without a bound is nil.
type Interval struct {
	Lower *float64 `json:"lower,omitempty"`
	Upper *float64 `json:"upper,omitempty"`
}

// Labels says which points keep their label.
type Labels struct {
	// Certified is the decision for each point at the perturbed cloud; nil without that cloud.
	Certified []bool `json:"certified,omitempty"`
	// Radius has for each point a distance below which its label stays, right for all points and distances at once, and with
	// Certified; nil for an argument without a radius.
	Radius []float64 `json:"radius,omitempty"`
	// FileRadius is Radius in the unit of the file, where that is another.
	FileRadius []float64 `json:"file_radius,omitempty"`
	// Count and Share are those of the certified labels. At most Changed labels change.
	Count   *int     `json:"count,omitempty"`
	Share   *float64 `json:"share,omitempty"`
	Changed *int     `json:"changed,omitempty"`
	// IoU bounds the mean IoU with the predicted labels from below, TrueIoU that with the true ones; see leastOverlap.
	IoU     *float64 `json:"iou,omitempty"`
	TrueIoU *float64 `json:"true_iou,omitempty"`
	// Accuracy is the share of labels that are certified and true, MeanIoU their overlap as SegCertify measures it; see
	// certifiedOverlap.
	Accuracy *float64 `json:"accuracy,omitempty"`
	MeanIoU  *float64 `json:"mean_iou,omitempty"`
}

// TellFile adds the radii of the file, which inFile makes of those of the prepared cloud.
func (closed *Closed) TellFile(inFile func(radius float64) float64) {
	if closed.Radius != nil {
		radius := inFile(*closed.Radius)
		closed.FileRadius = &radius
	}
	if labels := closed.Labels; labels != nil {
		labels.FileRadius = make([]float64, len(labels.Radius))
		for i, radius := range labels.Radius {
			labels.FileRadius[i] = inFile(radius)
		}
	}
}

// NewLabels states what follows from the labels that are certified at a perturbed cloud.
func NewLabels(radius []float64, certified []bool, labels Segmentation) *Labels {
	count, points := 0, len(certified)
	for _, stays := range certified {
		if stays {
			count++
		}
	}
	share, changed := float64(count)/float64(points), points-count
	iou := leastOverlap(labels.Predicted, labels.Predicted, certified)
	stated := &Labels{Certified: certified, Radius: radius, Count: &count, Share: &share, Changed: &changed, IoU: &iou}
	if known, stay := labels.labelled(certified); labels.True != nil && len(stay) > 0 {
		least, mean, accuracy := leastOverlap(known.True, known.Predicted, stay), known.certifiedOverlap(stay), known.accuracy(stay)
		stated.TrueIoU, stated.Accuracy, stated.MeanIoU = &least, &accuracy, &mean
	}
	return stated
}

// accuracy is the share of labels that are certified and true.
func (s Segmentation) accuracy(certified []bool) float64 {
	right := 0
	for i, stays := range certified {
		if stays && s.True[i] == s.Predicted[i] {
			right++
		}
	}
	return float64(right) / float64(len(certified))
}
