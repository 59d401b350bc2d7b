// Package registration finds the order of the points and the member of a group that
// together bring one cloud nearest to another: a search over poses, each judged by
// an assignment, with a bound from below on what any search could find.
//
// The order alone is package assignment, the group alone package invariance.
package registration

import (
	"math"

	"github.com/orbitcert/orbitcert/core/assignment"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// MaxPoints is the largest number of points a Registration is meant for.
const MaxPoints = assignment.MaxPoints

// Registration looks for the permutation of the points, together with a
// transformation of a group, that brings a perturbed cloud nearest to a clean one.
//
// Only the permutation is the result: for a given one Align and AlignAxis find
// the transformation, and recompute the distance from it. So any permutation is
// sound, and the search may take short cuts; the bound from below may not.
//
// The work is done in steps of some milliseconds. What is found after all of them
// does not depend on how they were spread, and their number is bounded.
type Registration struct {
	group      invariance.Group
	axis       []float64
	translates bool
	clean      pointcloud.Cloud
	perturbed  pointcloud.Cloud
	// order is that in which the perturbed points were taken, so that point n of both clouds has the same attributes; nil is their own.
	order []int

	scene    scene
	search   search
	best     []int
	distance float64
	lower    float64
	progress float64
}

// New prepares the search. The clouds are N×D and finite; they are not
// changed and must not be while the search lasts. axis (of positive length) and
// translates are for the group axis alone. Points with attributes are matched only with points
// that have the same ones; both clouds must have each as often.
func New(g invariance.Group, axis []float64, translates bool, clean, perturbed pointcloud.Cloud) *Registration {
	r := &Registration{
		group: g, axis: axis, translates: translates, clean: clean, perturbed: perturbed,
		distance: math.Inf(1),
	}
	var labels []int
	if len(clean.Attributes) > 0 {
		labels = r.sortByAttributes()
	}
	r.scene = newScene(g, axis, translates, r.clean, r.perturbed)
	r.scene.labels = labels
	r.offer(inOrder(clean.Count()))
	r.raise(r.scene.simpleBound())
	r.search = newSearch(&r.scene)
	return r
}

func inOrder(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

// Step does some milliseconds of the work and tells whether more remains.
func (r *Registration) Step() (more bool) {
	more = r.search.step(r)
	r.progress = max(r.progress, r.search.progress())
	if !more {
		r.progress = 1
	}
	return more
}

// Run does all steps.
func (r *Registration) Run() {
	for r.Step() {
	}
}

// Progress tells how much of the work is done, from 0 to 1. It never falls.
func (r *Registration) Progress() float64 { return r.progress }

// Permutation returns the best permutation so far: p[i] is the index of the
// perturbed point matched with clean point i.
func (r *Registration) Permutation() []int {
	p := append([]int(nil), r.best...)
	if r.order != nil {
		for i := range p {
			p[i] = r.order[p[i]]
		}
	}
	return p
}

// sortByAttributes brings the perturbed points into an order in which their attributes are those of the clean ones, and returns a
// number for each point that only points with the same attributes share.
func (r *Registration) sortByAttributes() []int {
	labels, others := pointcloud.Labels(r.clean, r.perturbed)
	if r.order = pointcloud.MatchLabels(labels, others); r.order == nil {
		panic("registration: the clouds have other attributes")
	}
	r.clean.Attributes, r.perturbed.Attributes = nil, nil
	r.perturbed = pointcloud.Pick(r.perturbed, r.order)
	return labels
}

// Distance bounds from above the distance of the clean cloud from the orbit of the
// perturbed one: what Align or AlignAxis reports for the permutation.
func (r *Registration) Distance() float64 { return r.distance }

// Lower bounds the distance from below, over all permutations and the group,
// rounding included.
func (r *Registration) Lower() float64 { return r.lower }

// optimal tells whether the two bounds have met, up to one part in a million or
// the rounding of the coordinates: no other permutation is nearer by more.
func (r *Registration) optimal() bool {
	return !math.IsInf(r.distance, 1) && r.distance-r.lower <= max(1e-6*r.distance, 16*r.scene.rounding)
}

// offer makes p the best permutation if it is, and returns its distance.
func (r *Registration) offer(p []int) float64 {
	d := r.measure(p)
	if r.best == nil || d < r.distance {
		r.best, r.distance = p, d
	}
	return d
}

// raise makes the bound from below what it is in the scene, if that is more.
func (r *Registration) raise(square float64) {
	r.lower = max(r.lower, min(r.scene.leave(square), r.distance))
}

// measure is the distance that Align or AlignAxis finds for a permutation.
func (r *Registration) measure(p []int) float64 {
	permuted := pointcloud.Pick(r.perturbed, p)
	if r.group == invariance.Axis {
		return invariance.AlignAxis(r.axis, r.translates, r.clean, permuted).Distance
	}
	return invariance.Align(r.group, r.clean, permuted).Distance
}
