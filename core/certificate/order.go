package certificate

import (
	"fmt"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/registration"
)

// Search is what a registration does: it looks for the order of the points and the
// transformation that bring one cloud nearest to another.
type Search interface {
	// Step does a slice of the search; it returns whether more is left.
	Step() bool
	// Run does what is left.
	Run()
	Progress() float64
	// Distance is the best found, Lower what none can come below.
	Distance() float64
	Lower() float64
	// Permutation has the number of the perturbed point for each clean one.
	Permutation() []int
}

// Search returns the search for the order of the points and the transformation
// that bring the perturbed cloud nearest, nil when the request needs none.
// Prepare runs the rest; to show progress, step it before.
func (r *Request) Search() Search {
	if !r.searches() {
		return nil
	}
	if r.search == nil && r.Sigmas != nil {
		r.search = r.weightedSearch()
	}
	if r.search == nil {
		r.search = registration.New(r.Group, r.Axis, r.Translation, r.Fixed(*r.Clean), r.Fixed(*r.Perturbed))
	}
	return r.search
}

// weightedSearch looks for the order of points whose noise differs, as the noise weighs them: points that may be matched have the
// same σ, so that the weights stay in their places.
func (r *Request) weightedSearch() Search {
	sigmas, err := r.SigmaBy.Of(*r.Perturbed)
	if err != nil {
		panic(err) // the perturbed cloud has the attributes of the clean one
	}
	clean, group, lost := invariance.Weighed(r.Group, r.Translation, r.Weights(r.Sigmas), r.Fixed(*r.Clean))
	perturbed, _, more := invariance.Weighed(r.Group, r.Translation, r.Weights(sigmas), r.Fixed(*r.Perturbed))
	return weightedSearch{registration.New(group, r.Axis, false, clean, perturbed), lost + more}
}

// weightedSearch is of weighted clouds, which weighing has changed a little.
type weightedSearch struct {
	Search
	lost float64
}

// Lower is what no order and no transformation can come below.
func (w weightedSearch) Lower() float64 { return max(0, w.Search.Lower()-w.lost) }

// searches tells whether there is an order to search for.
func (r *Request) searches() bool {
	return r.Permutation && r.matches() && r.Clean.Count() <= registration.MaxPoints
}

// Adopt takes over what another request has found of the same clouds, group and axis: how they lie to each
// other, and the search for the order of their points.
func (r *Request) Adopt(other *Request) {
	if other.posed.isOf(r) {
		r.posed = other.posed
	}
	if !r.searches() || other.search == nil {
		return
	}
	if r.Group == other.Group && slices.Equal(r.Sigmas, other.Sigmas) && slices.Equal(r.Axis, other.Axis) && r.Translation == other.Translation &&
		sameCloud(r.Clean, other.Clean) && sameCloud(r.Perturbed, other.Perturbed) {
		r.search = other.search
	}
}

// sameCloud compares bits: what is found of −0 may have other signs.
func sameCloud(a, b *pointcloud.Cloud) bool {
	sameNumbers := func(a, b []float64) bool {
		return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
	}
	return a.Dimension == b.Dimension && sameNumbers(a.Points, b.Points) &&
		slices.EqualFunc(a.Attributes, b.Attributes, func(x, y pointcloud.Attribute) bool {
			return x.Name == y.Name && sameNumbers(x.Values, y.Values)
		})
}

// found finishes the search and returns it.
func (r *Request) found() Search {
	search := r.Search()
	if search != nil {
		search.Run()
	}
	return search
}

// matched returns the perturbed cloud with its points in the order found, so
// that point n belongs to point n of the clean cloud: f is the same there.
func (r *Request) matched() pointcloud.Cloud {
	if order := r.ordered(); order != nil {
		return pointcloud.Pick(*r.Perturbed, order)
	}
	return *r.Perturbed
}

var tooManyPoints = fmt.Sprintf("the order of more than %d points is not searched: the distance is that of the order given; sample the clouds to "+
	"fewer points", registration.MaxPoints)

// conclude says what the search means for the orbit-based argument.
func (r *Request) conclude(v *argument.Verdict) {
	if v.Orbit == nil || !r.Permutation || !r.matches() {
		return
	}
	search := r.found()
	if search == nil {
		v.Notes = append(v.Notes, tooManyPoints)
		return
	}
	v.Orbit.Alignment.Permutation = r.ordered()
	v.Orbit.Conclude(min(search.Lower(), *v.Orbit.Distance))
}
