package intake

import (
	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

// Clouds joins clouds and labels for votes that are still to be counted; of votes that were
// opened only the labels count.
func (c *Collection) Clouds(s *judging.Settings) ([]Entry, error) {
	entries, err := c.joined(s, true)
	for i := range entries {
		e := &entries[i]
		e.Predict, e.Certify, e.Evidence, e.Attacked = nil, nil, "", nil
	}
	return entries, err
}

// Shape returns the dimension and the number of points of the first cloud that was read, 0
// where there is none.
func (c *Collection) Shape() (dimension, points int) {
	for _, e := range c.entries {
		if e.Failure == "" && e.Cloud.Dimension > 0 {
			return e.Cloud.Dimension, e.Cloud.Count()
		}
	}
	return 0, 0
}
