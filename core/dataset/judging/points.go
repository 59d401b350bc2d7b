package judging

import "github.com/orbitcert/orbitcert/core/explore"

// Change says how many clouds withstand that up to so many of their points, whichever they are, are replaced by others
// anywhere, added anywhere, or removed.
type Change struct {
	Change string `json:"change"`
	// Counts rise from 0 in round steps to the first that no cloud withstands.
	Counts []int `json:"counts"`
	// Accuracy is the share of all clouds that are predicted correctly and keep their class, for each of the counts.
	Accuracy []float64 `json:"accuracy"`
}

// changes are the ways in which points come and go.
var changes = []struct {
	name string
	of   func(*explore.Points) int
}{
	{"replaced", func(p *explore.Points) int { return p.Replaced }},
	{"added", func(p *explore.Points) int { return p.Added }},
	{"removed", func(p *explore.Points) int { return p.Removed }},
}

// changesOf adds up the numbers of points of all clouds.
func changesOf(items []ItemResult) []Change {
	all := []Change{}
	for _, c := range changes {
		var most []float64
		for _, item := range items {
			if item.Correct() && item.Points != nil {
				most = append(most, float64(c.of(item.Points)))
			}
		}
		counts := countsTo(int(farthest(most)))
		sizes := make([]float64, len(counts))
		for i, count := range counts {
			sizes[i] = float64(count)
		}
		all = append(all, Change{c.name, counts, shares(most, sizes, len(items))})
	}
	return all
}

// countsTo returns the multiples of 1, 2 or 5 times a power of ten from 0 to the first beyond most.
func countsTo(most int) []int {
	step := 1
	if most > mostSizes {
		digit, power := roundStep(float64(most) / mostSizes)
		step = int(decimal(digit, power))
	}
	counts := []int{0}
	for counts[len(counts)-1] <= most {
		counts = append(counts, len(counts)*step)
	}
	return counts
}
