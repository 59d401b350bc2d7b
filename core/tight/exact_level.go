package tight

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// levelRoot is a threshold found, with the slope of the level against the score and how
// far the score is from the wanted one.
type levelRoot struct{ level, slope, gap, target float64 }

// doubt bounds the relative change of e^level between the threshold found and the
// wanted one, with a factor 2 to spare.
func (r levelRoot) doubt() float64 {
	return special.Exp(2*math.Abs(float64(r.gap*r.slope))) - 1
}

// shift bounds what rounding the level, once for each integral, does to the
// probability: its density φ(score)/slope times the rounding.
func (r levelRoot) shift(s planarPair) float64 {
	size := math.Abs(r.level) + float64(s.distance*(s.distance+min(s.norm, special.BesselSplit)))
	density := special.Exp(-float64(r.target*r.target)/2) / r.slope
	return float64(4 * special.Unit * size * density)
}

// levelTrial is a level that was tried, and by how much its score is below the
// wanted one.
type levelTrial struct{ level, gap float64 }

// levelSearch holds the newest trial, the one before it, and once there is one the
// newest on the other side of the target.
type levelSearch struct {
	last, before, across levelTrial
	started, bracketed   bool
	// reach is how far the next step may go, and slope that of the level against the
	// score.
	reach, slope float64
}

// findLevel finds the level at which an increasing score is the target. It steps
// along the secant of the scores, in which the normal case is linear; once the
// level lies between two trials, it goes on by T. Chandrupatla's method (Adv. Eng.
// Softw. 28 (1997)), inverse quadratic interpolation where that is safe, else halving.
func findLevel(score func(float64) float64, target, start, scale float64) levelRoot {
	s := levelSearch{reach: scale, slope: scale}
	level := start
	for range 60 {
		newest := levelTrial{level, target - score(level)}
		level = s.next(newest)
		if math.Abs(newest.gap) <= exactScore || level == s.last.level || s.bracketed && level == s.across.level {
			break
		}
	}
	return levelRoot{s.last.level, s.slope, s.last.gap, target}
}

// next takes in a trial and returns the level to try next.
func (s *levelSearch) next(newest levelTrial) float64 {
	crossed := s.started && (newest.gap > 0) != (s.last.gap > 0)
	if s.started {
		s.slope = secant(newest, s.last, s.slope)
	}
	if crossed {
		s.before, s.across = s.across, s.last
	} else {
		s.before = s.last
	}
	s.last, s.started = newest, true
	switch {
	case s.bracketed:
		return chandrupatla(s.last, s.before, s.across)
	case crossed:
		s.bracketed = true
		return chord(s.last, s.across)
	}
	return s.outward()
}

// secant returns the slope of the level against the score, or the one known
// before where two trials tell none.
func secant(a, b levelTrial, known float64) float64 {
	if slope := (a.level - b.level) / (b.gap - a.gap); slope > 0 && !math.IsInf(slope, 1) {
		return slope
	}
	return known
}

// outward steps along the secant, or by twice as much as the last time where that
// is far.
func (s *levelSearch) outward() float64 {
	step := float64(s.last.gap * s.slope)
	if math.Abs(step) > 4*s.reach {
		step = math.Copysign(s.reach, step)
		s.reach *= 2
	}
	return s.last.level + step
}

// chord returns where the line through two trials is at the target, or the
// middle where a gap is infinite.
func chord(a, b levelTrial) float64 {
	t := a.gap / (a.gap - b.gap)
	if !(t > 0 && t < 1) {
		t = 0.5
	}
	return a.level + float64(t*(b.level-a.level))
}

// chandrupatla returns the next level between last and across.
func chandrupatla(last, before, across levelTrial) float64 {
	a, b, c := last, across, before
	t := 0.5
	xi := (a.level - b.level) / (c.level - b.level)
	phi := (a.gap - b.gap) / (c.gap - b.gap)
	if float64(phi*phi) < xi && float64((1-phi)*(1-phi)) < 1-xi {
		t = float64(a.gap/(b.gap-a.gap)*(c.gap/(b.gap-c.gap))) +
			float64((c.level-a.level)/(b.level-a.level)*(a.gap/(c.gap-a.gap))*(b.gap/(c.gap-b.gap)))
	}
	return a.level + float64(t*(b.level-a.level))
}
