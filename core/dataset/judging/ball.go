package judging

import (
	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
)

// Attacked is what a search for another prediction of one cloud has come to.
type Attacked struct {
	// Clouds is how many candidates were voted on anew. They share the level.
	Clouds int `json:"clouds"`
	// Found is the nearest of them with another prediction, nil where no votes tell of one.
	Found *Found `json:"found,omitempty"`
	// Contradicted is the nearest of them with another prediction that is certified not to have one: then votes, a certificate or
	// the program that computed it are wrong.
	Contradicted *Found `json:"contradicted,omitempty"`
}

// Found is a perturbed cloud with another prediction.
type Found struct {
	// Distance is ‖Δ‖ after the best alignment that was found.
	Distance float64 `json:"distance"`
	// Class is the prediction there, with Votes of Samples.
	Class   int64 `json:"class"`
	Votes   int64 `json:"votes"`
	Samples int64 `json:"samples"`
}

// Attacks is what the attacks on all clouds have come to.
type Attacks struct {
	// Clouds is how many were attacked, Found of how many of them the prediction was changed.
	Clouds int `json:"clouds"`
	Found  int `json:"found"`
	// Level is the error probability of a reported change.
	Level float64 `json:"level"`
	// Contradictions are the names of the clouds that are certified where they were changed.
	Contradictions []string `json:"contradictions,omitempty"`
}

// ball certifies every perturbation with ‖Δ‖ up to each value of the grid, after the best alignment: the black box
// and the orbit-based certificate have the same radius, and nothing is drawn. It judges what attacks have ended with.
func (j *judge) ball(candidates []Candidate) error {
	if !j.idle() {
		for at, norm := range j.norms() {
			is, alone := j.within(norm)
			j.add(0, at, verdict{is: [rowCount]bool{ByBlackBox: is, ByOrbit: is, BySubsample: j.sampledWithin(norm)}, alone: [rowCount]bool{alone, alone}})
		}
	}
	for at, norm := range j.norms() {
		j.state(0, at, norm, j.statedOf(argument.Pair{Orbit: &norm}))
	}
	switch {
	case candidates == nil:
		return nil
	case j.settings.Returns != "":
		return errAttacked
	case j.settings.Base.Top > 1:
		return j.settings.checkSearched("attacked")
	case j.settings.reshapes():
		return document.BadField("attacked", "is of the cloud as it is, and preparation makes another of it: prepare it first")
	}
	j.out.Attacked = &Attacked{Clouds: len(candidates)}
	for i := range candidates {
		if err := j.attempt(&candidates[i], document.Numbered("attacked", i)); err != nil {
			return err
		}
	}
	return nil
}

// sampledWithin certifies every perturbation from votes of samples of some points. It is false for other votes.
func (j *judge) sampledWithin(norm float64) bool {
	r := &j.request
	return r.Subsample > 0 && r.Within(r.Clean.Count(), argument.Changes{Moved: norm}, j.bounds()).Certified
}

// attempt judges a candidate.
func (j *judge) attempt(c *Candidate, place string) error {
	r, out := &j.request, j.out.Attacked
	classes := j.classes - int64(len(c.Votes))
	switch {
	case c.Cloud.Dimension != r.Clean.Dimension || c.Cloud.Count() != r.Clean.Count():
		return document.BadField(place, "has %d points in %d dimensions, the clean cloud has %d in %d", c.Cloud.Count(), c.Cloud.Dimension, r.Clean.Count(),
			r.Clean.Dimension)
	case c.Samples > r.Prediction.Samples:
		return document.BadField(place+".samples", "is %d, more than the %d that the clean cloud was voted on with: count no more", c.Samples, r.Prediction.Samples)
	case classes != 0 && classes != 1: // those of no class may be counted last
		return document.BadField(place, "has votes for %d classes, the clean cloud for %d", len(c.Votes), j.classes)
	}
	class, changed := c.changed(j.out.Predicted, r.Alpha/float64(out.Clouds))
	if !changed {
		return nil
	}
	pair := r.With(c.Cloud).Reduced()
	found := &Found{Distance: *pair.Orbit, Class: class, Votes: c.Votes[class], Samples: c.Samples}
	out.Found = nearest(out.Found, found)
	if j.hopeless() {
		return nil
	}
	v, err := j.decide(pair, j.seed(place, 0, 0))
	if err == nil && (v.is[byTight] || j.sampled(c.Cloud) || j.sampledWithin(found.Distance)) {
		out.Contradicted = nearest(out.Contradicted, found)
	}
	return err
}

// nearest returns the one at the smaller distance; either may be nil.
func nearest(a, b *Found) *Found {
	if a == nil || b != nil && b.Distance < a.Distance {
		return b
	}
	return a
}

// Attacks tells whether attacks on clouds count.
func (s *Settings) Attacks() bool { return s.Withstand == nil && s.Attack.Family == familyBall }

// unchanged tells whether no attack within the norm has changed a correct prediction.
func (i ItemResult) unchanged(norm float64) bool {
	return i.Correct() && (i.Attacked == nil || i.Attacked.Found == nil || i.Attacked.Found.Distance > norm)
}

// Contradicted tells whether an attack has changed what is certified.
func (i ItemResult) Contradicted() bool {
	return i.Judged != nil && i.Attacked != nil && i.Attacked.Contradicted != nil
}

// collectAttacks adds up what attacks on all clouds have come to.
func (s *Settings) collectAttacks(r *Result, items []ItemResult) {
	all := &Attacks{Level: s.Base.Alpha}
	for _, item := range judged(items) {
		if item.Attacked == nil {
			continue
		}
		all.Clouds++
		if item.Attacked.Found != nil {
			all.Found++
		}
		if item.Contradicted() {
			all.Contradictions = append(all.Contradictions, item.Name)
		}
	}
	if all.Clouds == 0 {
		return
	}
	r.Attacks, r.Accuracy.Attacked = all, make([]float64, len(r.Grid))
	for at, norm := range r.Grid {
		n := 0
		for _, item := range items {
			if item.unchanged(norm) {
				n++
			}
		}
		r.Accuracy.Attacked[at] = float64(n) / float64(max(1, r.Total))
	}
}
