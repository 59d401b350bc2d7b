package smoothing

import (
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Labels are the votes on a label for each point of the clean cloud.
type Labels struct {
	// Predicted are the labels with the most votes among the samples of the first stage, of equal ones the first.
	Predicted []int64 `json:"predicted"`
	// Votes are the samples of the second stage, so many in all, that gave each point that label.
	Votes   []int64 `json:"votes"`
	Samples int64   `json:"samples"`
	// True are the true labels, nil if they are unknown. They count for no vote. Ignore stands for no label among them, nil for none.
	True   []int64 `json:"truth,omitempty"`
	Ignore *int64  `json:"ignore,omitempty"`
	// Null says that Ignore stands for null, and that no other number was named.
	Null bool `json:"-"`
}

// sort sorts the points of every pose and keeps where each came from.
func (p *posed) sort(dimension int) {
	p.orders = make([][]int, len(p.poses))
	for i, pose := range p.poses {
		p.poses[i], p.channels[i], p.orders[i] = sortWith(pose, p.channels[i], dimension)
	}
}

// same reports whether two points of a pose in order, the n-th and the one before, are shown to the model alike.
func (p *posed) same(pose, n, dimension int) bool {
	points := p.poses[pose]
	if !slices.Equal(points[n*dimension:(n+1)*dimension], points[(n-1)*dimension:n*dimension]) {
		return false
	}
	return !slices.ContainsFunc(p.channels[pose], func(c pointcloud.Attribute) bool { return c.Values[n] != c.Values[n-1] })
}

// places tells of each point of a sample at which row of each pose the model was shown it; nil where rows are in the order of
// the points.
func (s *Sampler) places(sample int) [][]int {
	if !s.plan.Classifier.Sorted {
		return nil
	}
	p := s.pose(s.sample(sample))
	return p.places(s.clean.Dimension)
}

// places tells the row of each point in each pose, once they are in order: the first is −1 where another point was sorted beside it
// and shown to the model like it, since it is then open to which of both a row belongs.
func (p *posed) places(dimension int) [][]int {
	points := len(p.orders[0])
	places := make([][]int, points)
	for n := range places {
		places[n] = make([]int, len(p.orders))
	}
	for i, order := range p.orders {
		for row, n := range order {
			places[n][i] = row
		}
	}
	for i, order := range p.orders {
		for row := 1; row < points && !p.drawn; row++ {
			if p.same(i, row, dimension) {
				places[order[row]][0], places[order[row-1]][0] = none, none
			}
		}
	}
	return places
}

// shownAt returns at which row of a pose the model was shown a point.
func shownAt(places [][]int, point, pose int) int {
	if places == nil {
		return point
	}
	return places[point][pose]
}

// labels are those of all points of the samples.
func (s *Sampler) labels(first int, counts []byte, logits Logits) (coded, why []byte, err error) {
	p, points := &s.plan, s.points()
	width, rows := points*len(p.Model.Classes), p.rows()
	if logits.Width != width {
		return nil, nil, document.BadField("logits", "are %d numbers for a cloud; want scores of %d labels for each of %d points", logits.Width,
			len(p.Model.Classes), points)
	}
	if err := logits.agrees(width, len(counts)*rows); err != nil {
		return nil, nil, err
	}
	size := rows * width * numberSize(logits.Kind)
	for i, standing := range counts {
		if standing != counted {
			coded, why = p.appendNone(coded, points), append(why, byte(reasonOf(standing)))
			continue
		}
		scores := readNumbers(logits.Data[i*size:(i+1)*size], logits.Kind)
		coded, why = s.appendLabels(coded, scores, s.places(first+i)), append(why, byte(HasClass))
	}
	return coded, why, nil
}

// appendLabels codes the label of each point by the scores of a sample's rows: the largest sum over the poses, none where
// several are or where the scores are not finite.
func (s *Sampler) appendLabels(coded []byte, scores []float64, places [][]int) []byte {
	p, points, labels := &s.plan, s.points(), len(s.plan.Model.Classes)
	rows, perPoint, perLabel := p.rows(), labels, 1
	if p.Model.Returns == ReturnsLabelPoints {
		perPoint, perLabel = 1, points
	}
	values := make([]float64, rows*labels)
	for n := range points {
		if places != nil && places[n][0] == none {
			coded = p.appendClass(coded, none)
			continue
		}
		for row := range rows {
			at := row*points*labels + shownAt(places, n, row)*perPoint
			for c := range labels {
				values[row*labels+c] = scores[at+c*perLabel]
			}
		}
		label, _ := class(sumsOf(values, labels))
		coded = p.appendClass(coded, label)
	}
	return coded
}

// appendNone codes no label for so many points.
func (p *Plan) appendNone(coded []byte, points int) []byte {
	for range points {
		coded = p.appendClass(coded, none)
	}
	return coded
}

// tallyLabels counts the coded labels of all samples.
func (p *Plan) tallyLabels(coded []byte, points int) *Labels {
	chosen, all := p.Sampling.Select, p.Samples()
	l := &Labels{Predicted: make([]int64, points), Votes: make([]int64, points), Samples: int64(p.Sampling.Estimate)}
	votes := make([]int64, len(p.Model.Classes))
	for n := range points {
		clear(votes)
		for i := range chosen {
			if c := p.classAt(coded, i*points+n); c != none {
				votes[c]++
			}
		}
		predicted := MostVotes(votes)
		l.Predicted[n] = int64(predicted)
		for i := chosen; i < all; i++ {
			if p.classAt(coded, i*points+n) == predicted {
				l.Votes[n]++
			}
		}
	}
	return l
}
