package judging

import (
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Candidate is a cloud that a search for another prediction has ended with, and the votes there: of Samples with fresh noise, which
// the search has not seen, those of each class. The rest had none.
type Candidate struct {
	Cloud   pointcloud.Cloud `json:"points"`
	Votes   []int64          `json:"votes"`
	Samples int64            `json:"samples"`
}

// changed tells whether the prediction at the candidate is another than the class predicted, and which: PREDICT of Cohen, Rosenfeld and
// Kolter (ICML 2019) for votes of fresh noise. The class c with the most votes of the others is the prediction where
//
//	2·Pr[Bin(n_c + n_y, ½) ≥ n_c] ≤ level,
//
// n_y being the votes for the class predicted and those of samples without a class; it abstains elsewhere. Where it is wrong about p_c > p_y, and
// so about p_y < ½, with probability at most level.
func (c *Candidate) changed(predicted int64, level float64) (class int64, is bool) {
	class = -1
	for i, n := range c.Votes {
		if int64(i) != predicted && (class < 0 || n > c.Votes[class]) {
			class = int64(i)
		}
	}
	if class < 0 {
		return class, false
	}
	against := c.Samples - smoothing.Total(c.Votes)
	if predicted < int64(len(c.Votes)) {
		against += c.Votes[predicted]
	}
	n := c.Votes[class]
	return class, float64(2*bound.UpperTail(n, n+against, 0.5))*(1+1e-9) <= level
}
