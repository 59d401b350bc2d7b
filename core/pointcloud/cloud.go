// Package pointcloud holds a point cloud and reads it from the file formats
// people keep point clouds in. Everything is float64 from the first byte on.
package pointcloud

// Cloud is N points in D dimensions, stored row by row: coordinate j of point
// i is Points[i*Dimension+j]. Lengths are in the unit of the file.
type Cloud struct {
	Points    []float64
	Dimension int
}

// Count returns N, the number of points.
func (c Cloud) Count() int {
	if c.Dimension == 0 {
		return 0
	}
	return len(c.Points) / c.Dimension
}
