package registration

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/assignment"
	"github.com/orbitcert/orbitcert/core/invariance"
)

const (
	maxFinalists = 48
	polishRounds = 30
	// polishSteps bounds the steps of all assignments, once the first is done, and
	// polishFactor those of large clouds, in units of what the first one took.
	polishSteps  = 24
	polishFactor = 3
	// promising is the ratio to the best distance above which a pose is left.
	promising = 1.5
	// reportSteps is after how many steps of a lone assignment its bounds are told.
	reportSteps = 8
)

// polish takes poses to a nearby local optimum: exact assignment and best rotation
// by turns. Each turn brings the clouds nearer, so it ends.
type polish struct {
	assignment  matcher
	busy        bool
	rounds      int // of the present pose
	permutation []int
	spent       int // steps of assignments
	first       int // those of the first
	seen        [][]int
}

// matcher is an assignment, of points with labels or without.
type matcher interface {
	Move(y []float64)
	Step() (more bool)
	Permutation() []int
	Lower() float64
	Done() (done, of int)
}

// newMatcher prepares the assignment of x and y.
func (s *scene) newMatcher(y []float64) matcher {
	if s.labels != nil {
		return assignment.NewLabelled(s.x, y, 3, s.labels)
	}
	return assignment.New(s.x, y, 3)
}

// polishPoses does a step of an assignment, and what follows from it.
func (s *search) polishPoses(r *Registration) (part float64) {
	p := &s.polish
	if !p.busy {
		if s.next == len(s.poses) || p.first > 0 && p.spent > p.limit() {
			s.poses = nil
			return 1
		}
		if d := math.Ldexp(r.distance, -s.scene.exponent); s.poses[s.next].score > float64(d*d) {
			s.next = len(s.poses) // the nearest points alone are farther
			return 0
		}
		p.begin(s.scene, s.poses[s.next].turn)
		p.rounds, p.permutation = 0, nil
		s.next++
	}
	s.work += sliceWork
	p.spent++
	if p.assignment.Step() {
		if s.scene.freedom == nothing && p.spent%reportSteps == 0 {
			s.report(r)
		}
		if p.first > 0 && p.spent > p.limit() {
			r.offer(p.assignment.Permutation())
			p.busy = false
		}
		return s.polishPart()
	}
	if p.first == 0 {
		p.first = p.spent
	}
	s.digest(r)
	return s.polishPart()
}

func (p *polish) limit() int { return p.first + max(polishSteps, polishFactor*p.first) }

// polishPart: the first assignment is taken for a fourth, then the steps count.
func (s *search) polishPart() float64 {
	p := &s.polish
	if p.first == 0 {
		matched, of := p.assignment.Done()
		return 0.25 * float64(matched) / float64(of+1)
	}
	steps := float64(p.spent-p.first) / float64(p.limit()-p.first+1)
	poses := float64(s.next-1) / float64(len(s.poses)+1)
	return 0.25 + float64(0.75*min(0.99, max(steps, poses)))
}

func (p *polish) begin(s *scene, turn invariance.Matrix) {
	y := turned(&turn, s.y)
	if p.assignment == nil {
		p.assignment = s.newMatcher(y)
	} else {
		p.assignment.Move(y)
	}
	p.busy = true
}

// report takes the bounds of an assignment that turns nothing, as they are.
func (s *search) report(r *Registration) {
	r.offer(s.polish.assignment.Permutation())
	r.raise(s.polish.assignment.Lower())
}

// digest takes what an assignment found: an end, or the next rotation to try.
func (s *search) digest(r *Registration) {
	p := &s.polish
	p.busy = false
	if s.scene.freedom == nothing {
		s.report(r)
		return
	}
	found := p.assignment.Permutation()
	d := r.offer(found)
	p.rounds++
	for _, before := range p.seen {
		if slices.Equal(before, found) {
			return
		}
	}
	p.seen = append(p.seen, found)
	if p.rounds < polishRounds && d < promising*r.distance {
		p.begin(s.scene, s.scene.nearestTurn(found))
	}
}
