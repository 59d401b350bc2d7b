package results

import (
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/population"
)

// Comparison says which of several models certify more of the same clouds, at each radius.
type Comparison struct {
	Format int `json:"format"`
	// Clouds is how many all results have.
	Clouds int `json:"clouds"`
	// Radii has each radius for each pair of results.
	Radii []At `json:"radii"`
}

// At is the comparison at one radius: how many clouds only one of the models, or both, predict correctly and certify farther.
type At struct {
	// Pair names the results, nil if there are two only.
	Pair       []string `json:"pair,omitempty"`
	Radius     float64  `json:"radius"`
	First      int      `json:"first"`
	Second     int      `json:"second"`
	OnlyFirst  int      `json:"only_first"`
	OnlySecond int      `json:"only_second"`
	// PValue is that of the exact sign test at this radius, Holm the one that holds for all pairs at all radii at once.
	PValue float64 `json:"p_value"`
	Holm   float64 `json:"holm"`
}

// Compare compares results over the same clouds at some radii, by the closed forms: each with each. Errors call the results by their names.
// Lengths are those of the files. Without radii it takes round steps to the largest radius.
func Compare(names []string, all []Published, radii []float64) (*Comparison, error) {
	reaches := make([]map[string]float64, len(all))
	for i, of := range all {
		var err error
		if reaches[i], err = reachesOf(of); err != nil {
			return nil, fmt.Errorf("%s: %w", names[i], err)
		}
	}
	if radii == nil {
		radii = stepsTo(reaches...)
	}
	c := &Comparison{Format: document.Format, Clouds: len(reaches[0])}
	var values []float64
	for i, a := range reaches {
		for j := i + 1; j < len(all); j++ {
			if err := sameClouds(all[i], all[j], a, reaches[j]); err != nil {
				return nil, fmt.Errorf("%s and %s: %w", names[i], names[j], err)
			}
			for _, radius := range radii {
				at := pairAt(radius, a, reaches[j])
				if len(all) > 2 {
					at.Pair = []string{names[i], names[j]}
				}
				values, c.Radii = append(values, at.PValue), append(c.Radii, at)
			}
		}
	}
	for i, value := range population.Holm(values) {
		c.Radii[i].Holm = value
	}
	return c, nil
}

// pairAt compares two results at a radius, without Holm.
func pairAt(radius float64, a, b map[string]float64) At {
	at := At{Radius: radius}
	for name, reach := range a {
		at.add(reach > radius, b[name] > radius)
	}
	at.PValue = population.SignTest(int64(at.OnlyFirst), int64(at.OnlySecond))
	return at
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

// reachesOf returns how far each cloud that is predicted correctly is certified, 0 for others.
func reachesOf(p Published) (map[string]float64, error) {
	s := p.Settings
	if err := s.CheckRadii(); err != nil {
		return nil, err
	}
	reaches := map[string]float64{}
	radii := s.Radii(p.Items)
	for i, item := range p.Items {
		if _, twice := reaches[item.Name]; twice {
			return nil, fmt.Errorf("has the cloud %q twice", item.Name)
		}
		radius := radii[i]
		if s.TellsFiles() && item.Judged != nil {
			radius = item.FileRadius
		}
		reaches[item.Name] = 0
		if radius != nil && item.Correct() {
			reaches[item.Name] = *radius
		}
	}
	return reaches, nil
}

// sameClouds refuses results of different clouds, or of clouds with different labels. Clouds that were prepared alike have the same digest.
func sameClouds(first, second Published, a, b map[string]float64) error {
	alike := first.Settings.Prepared() == second.Settings.Prepared()
	others, names := map[string]*judging.Judged{}, map[string]string{}
	for _, item := range second.Items {
		others[item.Name] = item.Judged
	}
	for _, item := range first.Items {
		if _, there := b[item.Name]; !there {
			return fmt.Errorf("only the first result has the cloud %q", item.Name)
		}
		own, other := item.Judged, others[item.Name]
		if own == nil || other == nil {
			continue
		}
		twin, twice := names[own.Cloud]
		names[own.Cloud] = item.Name
		switch known := own.Cloud != "" && other.Cloud != ""; {
		case own.Label != other.Label:
			return fmt.Errorf("the cloud %q has the label %d in the first result and %d in the second", item.Name, own.Label, other.Label)
		case alike && known && own.Cloud != other.Cloud:
			return fmt.Errorf("the cloud %q is another one in the second result, or its model sees other attributes: run both models on the same clouds", item.Name)
		case twice && own.Cloud != "":
			return fmt.Errorf("the clouds %q and %q are the same: leave out one of them, since a cloud counts once", twin, item.Name)
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
