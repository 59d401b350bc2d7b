package registration

import (
	"math"
	"slices"
)

// neighbours finds the point of a cloud nearest to a place. The box around the
// cloud is cut into voxels; each knows the points that can be nearest to a place
// inside it: those within dist + 2h of its centre, where dist is the distance of
// the nearest point and h half the diagonal of the voxel. Far from the cloud
// these are many, and only some are kept, with a bound for the others.
type neighbours struct {
	points []float64 // n×3
	low    [3]float64
	high   [3]float64
	inward [3]float64 // voxels per unit length
	side   [3]float64
	count  [3]int
	voxels []voxel
	index  []int32 // of the points near each voxel
	// for the cutting: candidates of the blocks, and their squared distances
	stack   []int32
	squares []float64
}

// voxel holds where its points are in the index, and a bound from below on the
// squared distance from any place inside to all other points.
type voxel struct {
	first, last int32
	closest     int32 // to the centre
	beyond      float64
}

const (
	voxelsPerPoint = 16
	fewestVoxels   = 1 << 12
	mostVoxels     = 1 << 16
	// farther than farAway diagonals a block keeps its farKept nearest points.
	farAway = 3
	farKept = 12
)

// slabs is the number of parts in which the voxels are filled.
const slabs = 16

// beginNeighbours prepares n×3 points, n > 0, with norms of about 1. Each slab of
// the voxels is then to be filled.
func beginNeighbours(points []float64) *neighbours {
	t := &neighbours{points: points}
	t.cut(min(mostVoxels, max(fewestVoxels, voxelsPerPoint*len(points)/3)))
	t.voxels = make([]voxel, t.count[0]*t.count[1]*t.count[2])
	for i := range int32(len(points) / 3) {
		t.stack = append(t.stack, i)
	}
	t.squares = make([]float64, len(t.stack))
	return t
}

// fillSlab fills part k of the voxels, across their longest side.
func (t *neighbours) fillSlab(k int) {
	from, to := [3]int{}, t.count
	wide := widest(from, to)
	from[wide], to[wide] = t.count[wide]*k/slabs, t.count[wide]*(k+1)/slabs
	if from[wide] < to[wide] {
		t.fill(from, to, 0, math.Inf(1))
	}
}

func widest(from, to [3]int) (wide int) {
	for k := range 3 {
		if to[k]-from[k] > to[wide]-from[wide] {
			wide = k
		}
	}
	return wide
}

// cut chooses voxels that are about cubes.
func (t *neighbours) cut(budget int) {
	volume, axes := 1.0, 0
	longest := 0.0
	for k := range 3 {
		along := column(t.points, k, 3)
		t.low[k], t.high[k] = slices.Min(along), slices.Max(along)
		longest = max(longest, t.high[k]-t.low[k])
	}
	for k := range 3 {
		if t.high[k]-t.low[k] > 0.02*longest {
			volume *= (t.high[k] - t.low[k]) / longest
			axes++
		}
	}
	along := root(float64(budget)/volume, axes)
	for k := range 3 {
		width := t.high[k] - t.low[k]
		t.count[k] = 1
		if longest > 0 {
			t.count[k] = max(1, min(256, int(along*width/longest)))
		}
		t.side[k] = width / float64(t.count[k])
		if width > 0x1p-500 {
			t.inward[k] = float64(t.count[k]) / width
		}
	}
}

// root is the k-th root of x ≥ 1, k ≤ 3; 1 for k = 0.
func root(x float64, k int) float64 {
	switch k {
	case 0:
		return 1
	case 1:
		return x
	case 2:
		return math.Sqrt(x)
	}
	return cubeRoot(x)
}

// cubeRoot returns the cube root of x ≥ 1 with a relative error below 2⁻⁵¹, exactly for
// cubes of integers: Newton's method falls to it from above.
func cubeRoot(x float64) float64 {
	for y := x; ; {
		square := float64(y * y)
		next := y - float64(float64(square*y)-x)/float64(3*square)
		if !(next < y) {
			return y
		}
		y = next
	}
}

// fill halves a block of voxels until single ones are left. The candidates of the
// block lie on the stack from base on; points that can be nearest to no place in
// the block are dropped on the way.
func (t *neighbours) fill(from, to [3]int, base int, beyond float64) {
	top := len(t.stack)
	beyond = t.within(from, to, t.stack[base:top], beyond)
	wide := widest(from, to)
	if to[wide]-from[wide] == 1 {
		t.voxels[t.cell(from)] = t.leaf(from, to, t.stack[top:], beyond)
	} else {
		half := (from[wide] + to[wide]) / 2
		left, right := to, from
		left[wide], right[wide] = half, half
		t.fill(from, left, top, beyond)
		t.fill(right, to, top, beyond)
	}
	t.stack = t.stack[:top]
}

func (t *neighbours) leaf(from, to [3]int, near []int32, beyond float64) voxel {
	centre, _ := t.block(from, to)
	closest, least := near[0], math.Inf(1)
	for _, j := range near {
		if d := t.square(j, &centre); d < least {
			closest, least = j, d
		}
	}
	first := int32(len(t.index))
	t.index = append(t.index, near...)
	return voxel{first, int32(len(t.index)), closest, beyond}
}

func (t *neighbours) cell(at [3]int) int {
	return (at[2]*t.count[1]+at[1])*t.count[0] + at[0]
}

// within puts the candidates that can be nearest to some place of the block onto
// the stack, and returns the bound for those left out. A millionth more than 2h
// makes up for rounding.
func (t *neighbours) within(from, to [3]int, candidates []int32, beyond float64) float64 {
	centre, diagonal := t.block(from, to)
	least := math.Inf(1)
	squares := t.squares[:len(candidates)]
	for k, j := range candidates {
		squares[k] = t.square(j, &centre)
		least = min(least, squares[k])
	}
	dist := math.Sqrt(least)
	reach := float64((dist+diagonal)*(dist+diagonal)) * (1 + 1e-6)
	base, kept := len(t.stack), 0
	for k, j := range candidates {
		if squares[k] <= reach {
			t.stack = append(t.stack, j)
			squares[kept] = squares[k]
			kept++
		}
	}
	if kept > farKept && dist > farAway*diagonal {
		next := float64(math.Sqrt(nearestFirst(t.stack[base:], squares, farKept))*(1-1e-6)) - float64(diagonal/2)
		beyond = min(beyond, float64(next*next))
		t.stack = t.stack[:base+farKept]
	}
	return beyond
}

// nearestFirst brings the m smallest squares, with what belongs to them, to the
// front, and returns the next one.
func nearestFirst(index []int32, squares []float64, m int) float64 {
	for k := range m + 1 {
		least := k
		for l := k + 1; l < len(index); l++ {
			if squares[l] < squares[least] {
				least = l
			}
		}
		index[k], index[least] = index[least], index[k]
		squares[k], squares[least] = squares[least], squares[k]
	}
	return squares[m]
}

// block returns the centre and the length of the diagonal of a block.
func (t *neighbours) block(from, to [3]int) (centre [3]float64, diagonal float64) {
	for k := range 3 {
		width := t.side[k] * float64(to[k]-from[k])
		centre[k] = t.low[k] + float64(t.side[k]*float64(from[k])) + float64(width/2)
		diagonal += float64(width * width)
	}
	return centre, math.Sqrt(diagonal)
}

func (t *neighbours) square(j int32, at *[3]float64) float64 {
	p := t.points[3*j : 3*j+3]
	a, b, c := p[0]-at[0], p[1]-at[1], p[2]-at[2]
	return float64(a*a) + float64(b*b) + float64(c*c)
}

// nearest returns the point nearest to a place and its squared distance. Outside
// of the box, or far from the cloud, it may be another near point.
func (t *neighbours) nearest(at *[3]float64) (best int32, square float64) {
	v, inside, outside := t.find(at)
	best, square = t.nearestIn(v, &inside)
	return best, square + outside
}

// close returns a near point, often the nearest one, and its squared distance.
func (t *neighbours) close(at *[3]float64) (j int32, square float64) {
	v, _, _ := t.find(at)
	return v.closest, t.square(v.closest, at)
}

// bound returns a bound from below on the squared distance to all points, but for
// rounding: mostly it is the distance of the nearest one. The box is convex and
// holds the points, so the way to the box and the way within add up.
func (t *neighbours) bound(at *[3]float64) float64 {
	v, inside, outside := t.find(at)
	_, square := t.nearestIn(v, &inside)
	return min(square, v.beyond) + outside
}

// find returns the voxel of a place, the place moved into the box, and the squared
// length of that move.
func (t *neighbours) find(at *[3]float64) (v *voxel, inside [3]float64, outside float64) {
	var place [3]int
	for k, x := range at {
		if low := t.low[k]; x < low {
			outside += float64((low - x) * (low - x))
			x = low
		} else if high := t.high[k]; x > high {
			outside += float64((x - high) * (x - high))
			x = high
		}
		inside[k] = x
		place[k] = min(int((x-t.low[k])*t.inward[k]), t.count[k]-1)
	}
	return &t.voxels[t.cell(place)], inside, outside
}

func (t *neighbours) nearestIn(v *voxel, at *[3]float64) (best int32, square float64) {
	square = math.Inf(1)
	for _, j := range t.index[v.first:v.last] {
		if d := t.square(j, at); d < square {
			best, square = j, d
		}
	}
	return best, square
}
