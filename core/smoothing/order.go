package smoothing

import "sort"

// gridPoint is a point of a pose: its first two coordinates as one number that grows with the
// first and then the second, and its third.
type gridPoint struct{ first, last uint64 }

func newGridPoint(point []float64) (g gridPoint) {
	g.first = uint64(point[0]+farthest)<<32 | uint64(point[1]+farthest)
	if len(point) == 3 {
		g.last = uint64(point[2] + farthest)
	}
	return g
}

func (g gridPoint) put(point []float64) {
	point[0], point[1] = float64(g.first>>32)-farthest, float64(uint32(g.first))-farthest
	if len(point) == 3 {
		point[2] = float64(g.last) - farthest
	}
}

func (g gridPoint) before(other gridPoint) bool {
	return g.first < other.first || g.first == other.first && g.last < other.last
}

// few is how many points of an interval are sorted by insertion.
const few = 12

// sortRows sorts the points of a pose, which are inside the grid, lexicographically. They are
// put into as many equal intervals of the first coordinate as there are points, and have
// little way to go from there.
func sortRows(pose []float64, dimension int) {
	points, ends := dealt(pose, dimension)
	start := 0
	for _, end := range ends {
		if end-start > few {
			crowd := points[start:end]
			sort.Slice(crowd, func(i, j int) bool { return crowd[i].before(crowd[j]) })
		}
		start = end
	}
	for i, g := range points {
		for ; i > 0 && g.before(points[i-1]); i-- {
			points[i] = points[i-1]
		}
		points[i] = g
	}
	for n, g := range points {
		g.put(pose[n*dimension : (n+1)*dimension])
	}
}

// dealt returns the points by intervals of their first coordinate, and where those end.
func dealt(pose []float64, dimension int) (points []gridPoint, ends []int) {
	count := len(pose) / dimension
	low, high := pose[0], pose[0]
	for n := 0; n < len(pose); n += dimension {
		if x := pose[n]; x < low {
			low = x
		} else if x > high {
			high = x
		}
	}
	scale := float64(count-1) / max(1, high-low)
	points, ends = make([]gridPoint, count), make([]int, count)
	for n := 0; n < len(pose); n += dimension {
		ends[int((pose[n]-low)*scale)]++
	}
	next := 0
	for i, size := range ends {
		ends[i] = next
		next += size
	}
	for n := 0; n < len(pose); n += dimension {
		i := int((pose[n] - low) * scale)
		points[ends[i]] = newGridPoint(pose[n : n+dimension])
		ends[i]++
	}
	return points, ends
}
