package dataset

import (
	"bytes"
	"slices"
)

// Draws has, by certificate, the marks of each value of the grid.
type Draws struct {
	BlackBox   []Marks `json:"black_box"`
	Orbit      []Marks `json:"orbit"`
	Tight      []Marks `json:"tight,omitempty"`
	TightUpper []Marks `json:"tight_upper,omitempty"`
	Subsample  []Marks `json:"subsample,omitempty"`
}

// Marks is a text with a character a draw: '1' where it is certified, else '0'.
type Marks []byte

// MarshalText returns the marks as they are.
func (m Marks) MarshalText() ([]byte, error) { return m, nil }

// UnmarshalText takes the marks as they are.
func (m *Marks) UnmarshalText(text []byte) error {
	*m = bytes.Clone(text)
	return nil
}

// newDraws has no draw certified.
func newDraws(grid, draws int, tight, subsample bool) *Draws {
	marks := func() []Marks {
		all := make([]Marks, grid)
		for i := range all {
			all[i] = bytes.Repeat([]byte{'0'}, draws)
		}
		return all
	}
	d := &Draws{BlackBox: marks(), Orbit: marks()}
	if tight {
		d.Tight, d.TightUpper = marks(), marks()
	}
	if subsample {
		d.Subsample = marks()
	}
	return d
}

// OverDraws holds, by certificate, the accuracies of the single draws. A draw is
// one perturbation of every cloud.
type OverDraws struct {
	BlackBox   *Band `json:"black_box"`
	Orbit      *Band `json:"orbit"`
	Tight      *Band `json:"tight,omitempty"`
	TightUpper *Band `json:"tight_upper,omitempty"`
	Subsample  *Band `json:"subsample,omitempty"`
}

// Band has the median of the draws, the lower of two, and the lowest and the
// highest of them, at each value of the grid.
type Band struct {
	Median []float64 `json:"median"`
	Low    []float64 `json:"low"`
	High   []float64 `json:"high"`
}

func (s *Settings) overDraws(items []ItemResult, clouds int) *OverDraws {
	band := func(of func(*Draws) []Marks) *Band { return s.band(items, clouds, of) }
	over := &OverDraws{
		BlackBox:   band(func(d *Draws) []Marks { return d.BlackBox }),
		Orbit:      band(func(d *Draws) []Marks { return d.Orbit }),
		Tight:      band(func(d *Draws) []Marks { return d.Tight }),
		TightUpper: band(func(d *Draws) []Marks { return d.TightUpper }),
		Subsample:  band(func(d *Draws) []Marks { return d.Subsample }),
	}
	if over.BlackBox == nil || over.Orbit == nil {
		return nil
	}
	return over
}

// band returns nil when a cloud that counts lacks the certificate or a draw.
func (s *Settings) band(items []ItemResult, clouds int, of func(*Draws) []Marks) *Band {
	grid, draws := len(s.Attack.grid()), s.Attack.draws()
	if clouds == 0 || draws == 1 {
		return nil
	}
	b := &Band{make([]float64, grid), make([]float64, grid), make([]float64, grid)}
	for at := range grid {
		counts := make([]int, draws)
		for _, item := range items {
			if item.Judged != nil && !item.addDraws(counts, of, at) {
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
func (i ItemResult) addDraws(counts []int, of func(*Draws) []Marks, at int) bool {
	if i.Draws == nil || at >= len(of(i.Draws)) || len(of(i.Draws)[at]) != len(counts) {
		return false
	}
	for draw, mark := range of(i.Draws)[at] {
		if mark == '1' && i.correct() {
			counts[draw]++
		}
	}
	return true
}
