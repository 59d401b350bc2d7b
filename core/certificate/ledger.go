package certificate

// The ledger of a document. All of its numbers follow from one event of probability at least 1 − α: that no bound of it fails.
// Bounds from draws fail with probability bound.Levels.Draws together. Votes have the rest, in equal parts for one-sided bounds:
//
//	a class                      1: of its probability, from below
//	a class and its runner-up    2: also that of the runner-up, from above
//	a number                     2: of both ends of its interval
//	a number with a tolerance    4: also of the shares of the numbers on the near side of either end of the tolerance
//	N labels                     N: of the probability of each
//	N vectors in D dimensions    N(4D + 1): see vector.Parts
//
// Looks share a part evenly; votes at any time share it by anytime.Rule. The arguments are about one perturbed cloud. Of two intervals of
// its median that one level gives, the narrower lies within the wider, so that all are right where the narrowest is.

// oneEvent is the first core whose documents rest on one event.
const oneEvent = "0.9.0"

// share returns the level of each one-sided bound by votes.
func (r *Request) share(votes float64) float64 {
	return votes / float64(r.Prediction.output().parts(r))
}

// before tells whether the request is of a document of an earlier core than one.
func (r *Request) before(core string) bool { return r.Core != "" && older(r.Core, core) }

// rule says how an earlier core gave several statements of a document α each, "" where all follow from one event.
func (r *Request) rule(c *Certificate) string {
	if !r.before(oneEvent) {
		return ""
	}
	return r.Prediction.output().rule(c.Stated(), r.Core)
}
