package explore

import (
	"bytes"
	"math"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Points is how many points of the cloud, whichever they are, may be replaced by others anywhere, added anywhere, or
// removed, each alone, while the others move by ‖Δ‖ up to the request's bound: the largest numbers that certify, with all smaller ones.
type Points struct {
	Replaced int `json:"replaced"`
	Added    int `json:"added"`
	Removed  int `json:"removed"`
	// Of is how many points the cloud has.
	Of int `json:"of"`
}

// pointsWithstood returns the largest numbers, nil for votes of whole clouds and where not even that the points move is certified.
func pointsWithstood(a *Asked, p argument.Probabilities) *Points {
	if a.Subsample == 0 {
		return nil
	}
	n := a.Clean.Count()
	holds := func(c argument.Changes) bool {
		c.Moved = a.Moved
		return a.Within(n, c, p).Certified
	}
	if !holds(argument.Changes{}) {
		return nil
	}
	return &Points{
		Replaced: argument.Most(n-a.Subsample, func(count int) bool { return holds(argument.Changes{Replaced: count}) }),
		Added:    argument.Most(pointcloud.MaxPoints-n, func(count int) bool { return holds(argument.Changes{Added: count}) }),
		Removed:  argument.Most(n-a.Subsample, func(count int) bool { return holds(argument.Changes{Removed: count}) }),
		Of:       n,
	}
}

// ArePoints tells whether the numbers are some of a cloud whose samples are of k points.
func (p *Points) ArePoints(k int) bool {
	within := func(count, most int) bool { return count >= 0 && count <= most }
	return within(p.Of, pointcloud.MaxPoints) && within(p.Replaced, p.Of-k) && within(p.Removed, p.Of-k) && within(p.Added, pointcloud.MaxPoints-p.Of)
}

// replacedMoved asks for the region of points replaced, First, while the others move by ‖Δ‖ up to Second after alignment.
const replacedMoved = "replaced-moved"

// pointsRegion marks the cells whose corner of the most changes is certified, which all of a cell then is: the bound falls with every
// point that is replaced, of which parts count as one, and with ‖Δ‖. The border of such cells falls from row to row.
func (s scene) pointsRegion(r *certificate.Request, size int) (*Region, error) {
	if r.Subsample == 0 {
		return nil, document.BadField("subsample", "is missing: only votes of samples of k points prove anything where points are replaced")
	}
	n := r.Clean.Count()
	holds := func(replaced, moved float64) bool {
		return replaced <= float64(n-r.Subsample) && r.Within(n, argument.Changes{Replaced: int(replaced), Moved: moved}, s.p).Certified
	}
	most := max(1, argument.Most(n-r.Subsample, func(count int) bool { return holds(float64(count), 0) }))
	region := &Region{Along: s.axis[:s.dimension], Size: size, Certified: s.radius > 0, Core: certificate.Core}
	region.First = Side{Family: "replaced", Unit: "points", To: wholePoints(math.Ceil(float64(float64(most)*beyond)), size)}
	region.Second = Side{Family: "moved", Unit: "length", To: float64(max(s.sampled, r.Sigma) * beyond)}
	right := func(column int) float64 { return float64(region.First.To*float64(column)) / float64(size) }
	up := float64(region.Second.To / float64(size))
	columns := size
	for row := range size {
		for columns > 0 && !(region.Certified && holds(math.Ceil(right(columns)), float64(up*float64(row+1)))) {
			columns--
		}
		marks := bytes.Repeat([]byte{'3'}, columns)
		region.Rows = append(region.Rows, string(append(marks, bytes.Repeat([]byte{'0'}, size-columns)...)))
	}
	return region, nil
}

// wholePoints returns the least number of points from most on that so many cells lie evenly on, lest a cell ends between two numbers
// and is of the larger one.
func wholePoints(most float64, size int) float64 {
	for int(most)%size != 0 && size%int(most) != 0 {
		most++
	}
	return most
}

// movedBisections halve the distance that sampledRadius returns.
const movedBisections = 30

// sampledRadius returns nearly the largest ‖Δ‖ up to which votes of samples of some points certify every perturbation, after alignment or as
// it is: that goes beyond the radius in closed form, by up to √(N/k). It is 0 for votes of whole clouds.
func (e exploration) sampledRadius() float64 {
	if e.Subsample == 0 {
		return 0
	}
	n := e.Clean.Count()
	holds := func(distance float64) bool { return e.Within(n, argument.Changes{Moved: distance}, e.p).Certified }
	return argument.Furthest(e.Sigma, document.MaxLength, movedBisections, holds)
}
