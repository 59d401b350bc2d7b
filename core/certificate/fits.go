package certificate

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Fits tells what in a request and its certificate perhaps does not fit together. It changes no document.
func (r *Request) Fits(found *Certificate) (all []string) {
	if r.Clean == nil || r.Clean.Count() < 2 {
		return nil
	}
	clean, size := *r.Clean, sizeOf(*r.Clean)
	if size > 0 && r.Noise == nil {
		all = append(all, noiseAndSize(r.Sigma, size)...)
	}
	if other := r.Perturbed; other != nil && r.Attack == nil && other.Dimension == clean.Dimension {
		all = append(all, fitOfClouds(r, clean, *other, size)...)
	}
	return append(all, bestBound(r, found)...)
}

// noiseAndSize compares σ with the root mean square distance of the points from their centre.
func noiseAndSize(sigma, size float64) []string {
	const buried, lost = 100, 1e-5 // units often differ by a thousand
	switch share := sigma / size; {
	case share >= buried:
		return []string{fmt.Sprintf("sigma is %.3g, and the points are %.3g from their centre: the noise hides the shape; are both in the same unit?", sigma, size)}
	case share <= lost:
		return []string{fmt.Sprintf("sigma is %.3g, and the points are %.3g from their centre: the noise hardly moves them; are both in the same unit?", sigma, size)}
	}
	return nil
}

// fitOfClouds compares the sizes of both clouds, their points and the order of these.
func fitOfClouds(request *Request, clean, other pointcloud.Cloud, size float64) (all []string) {
	const apart = 5
	if ratio := sizeOf(other) / size; size > 0 && (ratio > apart || ratio < 1.0/apart) {
		all = append(all, fmt.Sprintf("the perturbed cloud is %.3g times as large as the clean one: are both in the same unit and prepared alike?", ratio))
	}
	if clean.Count() != other.Count() {
		return all
	}
	equal := 0
	for i := 0; i < len(clean.Points); i += clean.Dimension {
		if slices.Equal(clean.Points[i:i+clean.Dimension], other.Points[i:i+clean.Dimension]) {
			equal++
		}
	}
	switch n := clean.Count(); {
	case equal == n:
		all = append(all, "both clouds are equal, so that every distance is 0")
	case !request.Permutation && slices.EqualFunc(sortedRows(clean), sortedRows(other), slices.Equal[[]float64]):
		all = append(all, fmt.Sprintf("both clouds have the same points in another order, %d of %d in their place: give \"permutation\": true if the order does not matter, "+
			"for a distance of 0", equal, n))
	}
	return all
}

// sortedRows returns the points of a cloud in the order of their coordinates.
func sortedRows(c pointcloud.Cloud) [][]float64 {
	rows := make([][]float64, 0, c.Count())
	for i := 0; i < len(c.Points); i += c.Dimension {
		rows = append(rows, c.Points[i:i+c.Dimension])
	}
	sort.Slice(rows, func(i, j int) bool { return slices.Compare(rows[i], rows[j]) < 0 })
	return rows
}

// bestBound tells where not even votes of one class alone would reach the distance.
func bestBound(request *Request, found *Certificate) []string {
	q, orbit := &request.Prediction, found.Orbit
	if found.Certified || orbit == nil || orbit.Distance == nil || q.Samples == 0 || q.Numbers != nil || q.Labels != nil || found.Probability == nil || q.Anytime != nil {
		return nil
	}
	most := bound.Lower(q.Samples, q.Samples, request.Alpha)
	radius := request.Sigma * bound.GaussianRadius(most, 0.5)
	if !(*orbit.Distance > radius) {
		return nil
	}
	return []string{fmt.Sprintf("if all %d samples had voted so, the probability would be at least %.5g and the radius about %.3g; the distance is %.3g. "+
		"Count more samples, or take a larger sigma", q.Samples, most, radius, *orbit.Distance)}
}

// sizeOf is the root mean square distance of points from their centre.
func sizeOf(c pointcloud.Cloud) float64 {
	n, sum := float64(c.Count()), 0.0
	for j := range c.Dimension {
		mean := 0.0
		for i := j; i < len(c.Points); i += c.Dimension {
			mean += c.Points[i] / n
		}
		for i := j; i < len(c.Points); i += c.Dimension {
			d := c.Points[i] - mean
			sum += float64(d*d) / n
		}
	}
	return math.Sqrt(sum)
}
