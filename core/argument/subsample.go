package argument

import (
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Subsampled is what votes of samples of some points prove where points come and go: Kept points of the
// clean cloud have a partner in the perturbed one, from which they are Distance away after alignment; the others are
// removed or replaced, and whatever else is in the perturbed cloud was added. See tight.Subsets.
type Subsampled struct {
	Kept int `json:"kept"`
	// Q and QPerturbed are the shares of the samples that see kept points alone, in either cloud.
	Q             float64  `json:"q"`
	QPerturbed    float64  `json:"q_perturbed"`
	Distance      float64  `json:"distance"`
	Lower         float64  `json:"lower"`
	UpperRunnerUp *float64 `json:"upper_runner_up,omitempty"`
	Certified     bool     `json:"certified"`
	// Alignment has in Permutation the number of the partner, −1 for a clean point without one.
	Alignment *Alignment `json:"alignment,omitempty"`
	Stated
	// Points is all that is shared of two clouds.
	Points *Points `json:"-"`
}

// Changes are all perturbations that replace, add and remove at most so many points, and move the others
// by ‖Δ‖ ≤ Moved after alignment.
type Changes struct {
	Replaced int     `json:"replaced,omitempty"`
	Added    int     `json:"added,omitempty"`
	Removed  int     `json:"removed,omitempty"`
	Moved    float64 `json:"moved,omitempty"`
	// Unit is whose unit the document gives the norm in, UnitFile or UnitPrepared, "" where it does not say. File is the norm there.
	Unit string  `json:"unit,omitempty"`
	File float64 `json:"-"`
}

// Units of lengths.
const (
	UnitFile     = "file"
	UnitPrepared = "prepared"
)

// Prepared returns the changes with the norm of prepared clouds.
func (c *Changes) Prepared() *Changes {
	if c == nil || c.Unit != UnitFile {
		return c
	}
	other := *c
	other.Unit = UnitPrepared
	return &other
}

// MarshalJSON writes those that are not 0, of none that nothing moves: an empty object would not be read.
func (c Changes) MarshalJSON() ([]byte, error) {
	if c == (Changes{}) {
		return []byte(`{"moved":0}`), nil
	}
	if c.Unit == UnitFile {
		c.Moved = c.File
	}
	type plain Changes
	return json.Marshal(plain(c))
}

// AddsOrRemovesPoints tells whether the changes replace, add or remove any point.
func (c Changes) AddsOrRemovesPoints() bool { return c.Replaced > 0 || c.Added > 0 || c.Removed > 0 }

// Within says what votes prove of a cloud of so many points under all of these changes. The bound falls with
// each of them, so that it is that of the most: of m = N − replaced − removed kept points, C(m,k)/C(N,k) and C(m,k)/C(N′,k) fall
// with every point that is replaced, added or removed, and the mean of ‖Δ_S‖² rises.
func (t *Terms) Within(points int, c Changes, p Probabilities) *Subsampled {
	kept := points - c.Replaced - c.Removed
	square := InSigmas(c.Moved, t.Sigma)
	square = float64(square*square) * (1 + 4*special.Unit)
	s := tight.Subsets{
		Points: points, Perturbed: points - c.Removed + c.Added, Kept: kept, Size: t.Subsample,
		Moved: tight.MovedWithin(square, max(kept, t.Subsample), t.Subsample),
	}
	return subsampled(s, c.Moved, p)
}

// subsampled certifies by the bounds of subsets.
func subsampled(s tight.Subsets, distance float64, p Probabilities) *Subsampled {
	d := &Subsampled{Kept: s.Kept, Distance: distance, Lower: s.Lower(p.Lower)}
	d.Q, d.QPerturbed = s.Shares()
	if p.RunnerUp != nil { // as 1 − B(1 − p_B) but for the rounding of 1 − p_B
		d.UpperRunnerUp = new(s.Upper(*p.RunnerUp))
	}
	d.Certified = d.margin(p.Top) > 0
	return d
}

// margin is how far the bound is above what it has to exceed.
func (d *Subsampled) margin(top Top) float64 { return d.Lower - top.Threshold(d.UpperRunnerUp) }

// Certifies reports whether the class stays.
func (d *Subsampled) Certifies() bool { return d.Certified }

// Bounds returns the probabilities at the perturbed cloud.
func (d *Subsampled) Bounds() (p Probabilities, known bool) {
	return Probabilities{Lower: d.Lower, RunnerUp: d.UpperRunnerUp}, true
}

// Most returns the largest n from 0 to limit that holds, where what holds for one holds for all smaller ones; −1 for none.
func Most(limit int, holds func(n int) bool) int {
	low, high, step := -1, limit+1, 1
	for ; low+step < high && holds(low+step); step *= 2 {
		low += step
	}
	high = min(high, low+step)
	for low+1 < high {
		if n := (low + high + 1) / 2; holds(n) {
			low = n
		} else {
			high = n
		}
	}
	return low
}
