package registration

import (
	"cmp"
	"sort"

	"github.com/orbitcert/orbitcert/core/invariance"
)

// search is the plan of the work. A start from principal axes is polished with exact
// assignments, and branch and bound tries to prove that it was the best. If that
// takes long, more poses come from pairs of points that fit and from a cover of all
// rotations; the best by a quick score are drawn to the nearest points, ranked, and
// the finalists polished. What budget is left goes into the proof.
type search struct {
	scene  *scene
	plan   []searchStage
	stage  int
	next   int // within the stage
	work   int // within the slice
	part   float64
	inX    *neighbours
	inY    *neighbours
	sample []int32 // points of x, far from each other
	all    []pose  // of one source, before the best are kept
	cover  *turnCover
	poses  []pose
	polish polish
	branch *branch
}

// searchStage does a piece of its work at a time and tells which part of it is
// done. share is what it is taken for in the progress.
type searchStage struct {
	advance func(*search, *Registration) (part float64)
	share   float64
}

// pose is a rotation (or reflection) to try, with its score: smaller is better.
type pose struct {
	turn  invariance.Matrix
	score float64
}

// sliceWork is the work of a step, in about nanoseconds. Work is counted by what is
// done, never measured, so that the result is the same everywhere.
const sliceWork = 6_000_000

// newSearch lists the stages; a group that turns nothing needs but one assignment.
func newSearch(s *scene) search {
	out := search{scene: s, poses: []pose{{turn: invariance.Identity(3)}}}
	if s.freedom == nothing {
		out.plan = []searchStage{{(*search).polishPoses, 1}}
		return out
	}
	if s.n <= everyLimit {
		out.plan = []searchStage{{(*search).tryEvery, 1}}
		return out
	}
	out.plan = searchStages()
	return out
}

// searchStages is the plan for more than a few points.
func searchStages() []searchStage {
	return []searchStage{
		{(*search).prepare, 0.05}, {(*search).tryAxes, 0.02}, {(*search).drawPoses, 0.03}, {(*search).polishPoses, 0.25},
		{(*search).proveSoon, 0.15},
		{(*search).trySweeps, 0.02}, {(*search).tryPairs, 0.04}, {(*search).tryCover, 0.04}, {(*search).drawPoses, 0.1},
		{(*search).polishPoses, 0.15}, {(*search).prove, 0.15},
	}
}

func (s *search) step(r *Registration) (more bool) {
	for s.work = 0; s.work < sliceWork && s.stage < len(s.plan); {
		if s.part = s.plan[s.stage].advance(s, r); s.part >= 1 {
			s.stage++
			s.next, s.part = 0, 0
		}
		if s.scene.freedom != nothing && r.optimal() {
			s.stage = len(s.plan)
		}
	}
	return s.stage < len(s.plan)
}

// progress counts the stages behind, and the part of the present one.
func (s *search) progress() float64 {
	done, all := 0.0, 0.0
	for k, stage := range s.plan {
		all += stage.share
		switch {
		case k < s.stage:
			done += stage.share
		case k == s.stage:
			done += float64(stage.share * s.part)
		}
	}
	return done / all
}

// keepBest moves the best of all poses of one source to those kept.
func (s *search) keepBest(count int) {
	sortPoses(s.all)
	s.poses = append(s.poses, s.all[:min(count, len(s.all))]...)
	s.all = s.all[:0]
}

func sortPoses(poses []pose) {
	sort.SliceStable(poses, func(i, j int) bool { return cmp.Less(poses[i].score, poses[j].score) })
}
