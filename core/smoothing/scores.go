package smoothing

import (
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/special"
)

// classOf returns the class that a sample votes for by the sums of its logits, and why it has none.
func (p *Plan) classOf(sample int, sums []float64) (int, Reason) {
	switch {
	case sums == nil:
		return none, NotFinite
	case p.Sampling.Scores:
		return p.drawn(sample, sums), HasClass
	}
	return class(sums)
}

// drawn draws the class of a sample with its scores, the softmax of the mean logits of its rows, as probabilities.
//
// The draw is a function of these scores and of a number U uniform in [0, 1), from a stream of its own and so independent of the noise. Hence
// h(Z) = Pr_U[class = y] in [0, 1] is a function of the sums, as invariant as they are, and its mean over the noise is that of the score of y, up
// to rounding. Every bound of votes holds for classifiers with values in [0, 1].
func (p *Plan) drawn(sample int, sums []float64) int {
	top, rows := sums[0], float64(p.rows())
	for _, sum := range sums {
		top = max(top, sum)
	}
	total, up := 0.0, make([]float64, len(sums))
	for c, sum := range sums {
		total += special.Exp((sum - top) / rows)
		up[c] = total
	}
	share := float64(newStream(p.Sampling.Seed, drawing, sample).source.Uint64()>>11) * 0x1p-53
	c := 0
	for c < len(up)-1 && up[c] <= float64(share*total) {
		c++
	}
	return c
}

// agreeScores refuses samples whose classes are drawn with scores in the place of others, and the reverse.
func (s *Sampling) agreeScores(o *document.Object, r Request) error {
	given := o.Has("scores")
	scores, err := o.Truth("scores")
	if err == nil && given && scores != r.Scores {
		err = document.BadField(o.Name("scores"), "is %v, but \"scores\" of the request is %v: drawn classes and the largest scores have different probabilities",
			scores, r.Scores)
	}
	return err
}
