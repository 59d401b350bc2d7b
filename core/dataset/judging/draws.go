package judging

import (
	"bytes"
	"slices"
)

// Draws has the marks of each value of the grid.
type Draws = ByRow[[]Marks]

// Marks is a text with a character a draw: '1' where it is certified, else '0'.
type Marks []byte

// MarshalText returns the marks as they are.
func (m Marks) MarshalText() ([]byte, error) { return m, nil }

// UnmarshalText takes the marks as they are.
func (m *Marks) UnmarshalText(text []byte) error {
	*m = bytes.Clone(text)
	return nil
}

// newMarks has no draw certified.
func newMarks(grid, draws int) []Marks {
	all := make([]Marks, grid)
	for i := range all {
		all[i] = bytes.Repeat([]byte{'0'}, draws)
	}
	return all
}

// OverDraws holds the accuracies of the single draws. A draw is
// one perturbation of every cloud.
type OverDraws = ByRow[*Band]

// Band has the median of the draws, the lower of two, and the lowest and the
// highest of them, at each value of the grid.
type Band struct {
	Median []float64 `json:"median"`
	Low    []float64 `json:"low"`
	High   []float64 `json:"high"`
}

func (s *Settings) overDraws(items []ItemResult, clouds int) *OverDraws {
	over := rowsOf(func(row int) *Band { return s.band(items, clouds, row) })
	if over.BlackBox == nil || over.Orbit == nil {
		return nil
	}
	return &over
}

// band returns nil when a cloud that counts lacks the certificate or a draw.
func (s *Settings) band(items []ItemResult, clouds, row int) *Band {
	grid, draws := len(s.Attack.Grid()), s.Attack.PerValue()
	if clouds == 0 || draws == 1 {
		return nil
	}
	b := &Band{make([]float64, grid), make([]float64, grid), make([]float64, grid)}
	for at := range grid {
		counts := make([]int, draws)
		for _, item := range items {
			if item.Judged != nil && !item.addDraws(counts, row, at) {
				return nil
			}
		}
		slices.Sort(counts)
		share := func(n int) float64 { return float64(n) / float64(clouds) }
		b.Median[at], b.Low[at], b.High[at] = share(counts[(draws-1)/2]), share(counts[0]), share(counts[draws-1])
	}
	return b
}

// addDraws counts the draws that are certified where the prediction is correct, and
// tells whether all are there.
func (i ItemResult) addDraws(counts []int, row, at int) bool {
	if i.Draws == nil {
		return false
	}
	marks := *i.Draws.All()[row]
	if at >= len(marks) || len(marks[at]) != len(counts) {
		return false
	}
	for draw, mark := range marks[at] {
		if mark == '1' && i.Correct() {
			counts[draw]++
		}
	}
	return true
}
