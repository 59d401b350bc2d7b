package tight

// Chain is what is known of clouds on a straight line through X, sorted by their
// distance from X in units of σ, the first of them X itself: lower bounds of the tight
// values that hold at once. Values has one number per cloud, and against a runner-up a
// second one, as the probabilities of Ball.
type Chain struct {
	At     []float64
	Values [][]float64
	// Reached is as in Ball.
	Reached Reached
}

// Reach returns how far from X every cloud on the line is certified. Between two
// clouds the values are at least the chord less what they may bend (fact 2 of Ball), and
// from the last cloud the certificate goes on for its score (fact 3).
func (c Chain) Reach() (reach float64) {
	for i := range c.At {
		excess, score := c.Reached.summed(c.Values[i]...)
		if !(score > 0) {
			return reach
		}
		if i > 0 {
			before, _ := c.Reached.summed(c.Values[i-1]...)
			step := c.At[i] - c.At[i-1]
			bend := float64(float64(twiceDensityAtOne*float64(len(c.Values[i]))) * float64(step*step))
			if c.At[i] > reach && !(edgeLeast(before, excess, bend) > 0) {
				return reach
			}
		}
		reach = max(reach, c.At[i]+score)
	}
	return reach
}
