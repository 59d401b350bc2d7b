package tight

// Scaled returns the problem of X' = (1 + t)X from the reduction of X alone: the
// columns of Δ are t times those of X. The slack grows with them.
func (l Linear) Scaled(t float64) Linear {
	for i := range l.Dimension {
		for k := range l.Dimension {
			l.Factor[l.Dimension+i][k] = float64(t * l.Factor[i][k])
		}
	}
	l.Slack += float64(t * l.Slack)
	return l
}

// Far tells whether the clouds are too far apart for the tight value to be above
// 1e-20; see maxDistance.
func (p Problem) Far() bool { return p.distance() > maxDistance }
