package results

import (
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/population"
)

// Comparison says which of two models certifies more of the same clouds, at each radius.
type Comparison struct {
	Format int `json:"format"`
	// Clouds is how many both results have.
	Clouds int  `json:"clouds"`
	Radii  []At `json:"radii"`
}

// At is the comparison at one radius: how many clouds only one of the models, or both, predict correctly and certify farther.
type At struct {
	Radius     float64 `json:"radius"`
	First      int     `json:"first"`
	Second     int     `json:"second"`
	OnlyFirst  int     `json:"only_first"`
	OnlySecond int     `json:"only_second"`
	// PValue is that of the exact sign test at this radius, Holm the one that holds at all radii at once.
	PValue float64 `json:"p_value"`
	Holm   float64 `json:"holm"`
}

// Compare compares two results over the same clouds at some radii, by the closed forms. Lengths are those of the files. Without
// radii it takes round steps to the largest radius.
func Compare(first, second Published, radii []float64) (*Comparison, error) {
	a, names, err := reachesOf(first)
	if err != nil {
		return nil, err
	}
	b, _, err := reachesOf(second)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Format: document.Format, Clouds: len(a)}
	if err := sameClouds(first, second, names, a, b); err != nil {
		return nil, err
	}
	if radii == nil {
		radii = stepsTo(a, b)
	}
	var values []float64
	for _, radius := range radii {
		at := At{Radius: radius}
		for _, name := range names {
			at.add(a[name] > radius, b[name] > radius)
		}
		at.PValue = population.SignTest(int64(at.OnlyFirst), int64(at.OnlySecond))
		values, c.Radii = append(values, at.PValue), append(c.Radii, at)
	}
	for i, value := range population.Holm(values) {
		c.Radii[i].Holm = value
	}
	return c, nil
}

// add counts a cloud that the first and the second model certify, or not.
func (at *At) add(first, second bool) {
	if first {
		at.First++
	}
	if second {
		at.Second++
	}
	if first && !second {
		at.OnlyFirst++
	}
	if second && !first {
		at.OnlySecond++
	}
}

// reachesOf returns how far each cloud that is predicted correctly is certified, 0 for others, and their names in order.
func reachesOf(p Published) (reaches map[string]float64, names []string, err error) {
	s := p.Settings
	if err := s.CheckRadii(); err != nil {
		return nil, nil, err
	}
	reaches = map[string]float64{}
	radii := s.Radii(p.Items)
	for i, item := range p.Items {
		if _, twice := reaches[item.Name]; twice {
			return nil, nil, fmt.Errorf("has the cloud %q twice", item.Name)
		}
		radius := radii[i]
		if s.TellsFiles() && item.Judged != nil {
			radius = item.FileRadius
		}
		reaches[item.Name], names = 0, append(names, item.Name)
		if radius != nil && item.Correct() {
			reaches[item.Name] = *radius
		}
	}
	return reaches, names, nil
}

// sameClouds refuses results of different clouds, or of clouds with different labels.
func sameClouds(first, second Published, names []string, a, b map[string]float64) error {
	labels := map[string]int64{}
	for _, item := range second.Items {
		if item.Judged != nil {
			labels[item.Name] = item.Label
		}
	}
	for _, item := range first.Items {
		if _, there := b[item.Name]; !there {
			return fmt.Errorf("only the first result has the cloud %q", item.Name)
		}
		if label, there := labels[item.Name]; there && item.Judged != nil && label != item.Label {
			return fmt.Errorf("the cloud %q has the label %d in the first result and %d in the second", item.Name, item.Label, label)
		}
	}
	for _, item := range second.Items {
		if _, there := a[item.Name]; !there {
			return fmt.Errorf("only the second result has the cloud %q", item.Name)
		}
	}
	return nil
}

// stepsTo returns round steps from 0 to the farthest reach.
func stepsTo(all ...map[string]float64) []float64 {
	most := 0.0
	for _, reaches := range all {
		for _, reach := range reaches {
			if !math.IsInf(reach, 1) {
				most = max(most, reach)
			}
		}
	}
	return judging.RoundSteps(most, mostRadii, 1)
}

// mostRadii bounds the radii of a comparison without any of its own.
const mostRadii = 12
