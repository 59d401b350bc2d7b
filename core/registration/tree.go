package registration

import "github.com/orbitcert/orbitcert/core/pointcloud"

// tree finds the points of a cloud that are nearest to a place (k-d tree; J. Bentley, Commun. ACM 18 (1975)): of every range of the
// order the point in the middle parts the others along one axis after the other.
type tree struct {
	cloud pointcloud.Cloud
	order []int32
}

// neighbour is a point with its squared distance.
type neighbour struct {
	square float64
	point  int32
}

func newTree(cloud pointcloud.Cloud) *tree {
	t := &tree{cloud, make([]int32, cloud.Count())}
	for i := range t.order {
		t.order[i] = int32(i)
	}
	t.part(0, len(t.order), 0)
	return t
}

func (t *tree) part(from, to, axis int) {
	if to-from < 2 {
		return
	}
	middle := (from + to) / 2
	t.choose(from, to, middle, axis)
	next := (axis + 1) % t.cloud.Dimension
	t.part(from, middle, next)
	t.part(middle+1, to, next)
}

func (t *tree) along(i int32, axis int) float64 { return t.cloud.Points[int(i)*t.cloud.Dimension+axis] }

// choose puts the point with the rank middle along an axis at its place, none larger before and none smaller behind (C. Hoare, Find, 1961).
func (t *tree) choose(from, to, middle, axis int) {
	for low, high := from, to-1; low < high; {
		pivot := t.along(t.order[(low+high)/2], axis)
		i, j := low, high
		for i <= j {
			for t.along(t.order[i], axis) < pivot {
				i++
			}
			for t.along(t.order[j], axis) > pivot {
				j--
			}
			if i <= j {
				t.order[i], t.order[j] = t.order[j], t.order[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case middle <= j:
			high = j
		case middle >= i:
			low = i
		default:
			return
		}
	}
}

// near puts the points nearest to a place into found, as many as it has room for, in rising order.
func (t *tree) near(at *[3]float64, found []neighbour) []neighbour {
	return t.search(at, found[:0], 0, len(t.order), 0)
}

func (t *tree) search(at *[3]float64, found []neighbour, from, to, axis int) []neighbour {
	if from >= to {
		return found
	}
	middle := (from + to) / 2
	i := t.order[middle]
	found = insert(found, neighbour{t.square(i, at), i})
	side, next := at[axis]-t.along(i, axis), (axis+1)%t.cloud.Dimension
	first, last, other, end := from, middle, middle+1, to
	if side > 0 {
		first, last, other, end = other, end, first, last
	}
	found = t.search(at, found, first, last, next)
	if len(found) < cap(found) || float64(side*side) <= found[len(found)-1].square {
		found = t.search(at, found, other, end, next)
	}
	return found
}

// insert keeps the nearest, of equal ones the first, in rising order.
func insert(found []neighbour, n neighbour) []neighbour {
	i := len(found)
	for i > 0 && (n.square < found[i-1].square || n.square == found[i-1].square && n.point < found[i-1].point) {
		i--
	}
	if i == cap(found) {
		return found
	}
	if len(found) < cap(found) {
		found = append(found, n)
	}
	copy(found[i+1:], found[i:])
	found[i] = n
	return found
}

func (t *tree) square(i int32, at *[3]float64) (sum float64) {
	for k, x := range t.cloud.Points[int(i)*t.cloud.Dimension:][:t.cloud.Dimension] {
		sum += float64((x - at[k]) * (x - at[k]))
	}
	return sum
}
