package assignment

import (
	"math"

	"github.com/orbitcert/orbitcert/core/special"
)

// frame takes two clouds to coordinates between which costs neither overflow
// nor cancel: scaled by a power of two so that the larger extent is about 1, and
// each cloud moved to the origin when they are farther apart than they are wide;
// that adds the same to the cost of every permutation. Otherwise nothing is moved,
// and differences keep all their digits.
type frame struct {
	dimension int
	x         []float64  // as given
	shift     [3]float64 // what x was moved less what y was, in the frame
	exponent  int        // coordinates were multiplied by 2^−exponent
}

// enter returns both clouds in the frame that suits them, axis by axis; a third
// axis of zeros for points of the plane.
func (f *frame) enter(y []float64, order []int32) (xs, ys [3][]float64) {
	top := max(LargestAbs(f.x), LargestAbs(y))
	_, first := math.Frexp(top)
	xs, ys = f.split(f.x, nil, first), f.split(y, order, first)
	f.shift = [3]float64{}
	if apart(xs, ys) {
		for axis := range xs {
			f.shift[axis] = centreAxis(xs[axis]) - centreAxis(ys[axis])
		}
	}
	_, second := math.Frexp(max(extent(xs, ys), 0x1p-200))
	for axis := range xs {
		f.shift[axis] = math.Ldexp(f.shift[axis], -second)
		for i := range xs[axis] {
			xs[axis][i] = math.Ldexp(xs[axis][i], -second)
			ys[axis][i] = math.Ldexp(ys[axis][i], -second)
		}
	}
	f.exponent = first + second
	return xs, ys
}

// leave takes a bound from below on the cost of all permutations between the
// clouds x and y of the frame to one between those given.
//
// With the shift t, x − y = x' − y' + t + e for each pair, where the rounding of
// the three makes |e| ≤ ε(|x'| + |y'| + |t|). With r the differences of pairs,
// ‖r + 1t + e‖ ≥ ‖r + 1t‖ − ‖e‖, and ‖r + 1t‖² = ‖r‖² + 2t·Σr + N‖t‖², where Σr
// is the same for every permutation.
func (f *frame) leave(lower float64, x, y [3][]float64) float64 {
	if f.shift != [3]float64{} {
		lower = f.unshift(lower, x, y)
	}
	lower = scaled(lower*(1-4*special.Unit), 2*f.exponent)
	if lower < 0x1p-1000 {
		return 0
	}
	return lower
}

func (f *frame) unshift(lower float64, x, y [3][]float64) float64 {
	size, squares, count := lower, 0.0, float64(len(x[0]))
	for axis, t := range f.shift {
		var sum neumaier
		terms := 0.0
		for i, p := range x[axis] {
			q := y[axis][i]
			sum.add(p)
			sum.add(-q)
			terms += math.Abs(p) + math.Abs(q)
			squares += float64(p*p) + float64(q*q) + float64(t*t)
		}
		lower += float64(t * (float64(2*sum.total()) + float64(count*t)))
		size += float64(math.Abs(t) * (float64(2*terms) + float64(count*math.Abs(t))))
	}
	lower = max(0, lower-float64(32*special.Unit*size))
	lower = max(0, float64(math.Sqrt(lower)*(1-4*special.Unit))-float64(2*special.Unit*math.Sqrt(squares)))
	return float64(lower * lower)
}

func (f *frame) split(points []float64, order []int32, exponent int) (axes [3][]float64) {
	n := len(points) / f.dimension
	for axis := range axes {
		axes[axis] = make([]float64, n)
		for i := 0; i < n && axis < f.dimension; i++ {
			k := i
			if order != nil {
				k = int(order[i])
			}
			axes[axis][i] = math.Ldexp(points[k*f.dimension+axis], -exponent)
		}
	}
	return axes
}

// apart tells that the middles of the boxes around the clouds differ by more than
// the size of either.
func apart(xs, ys [3][]float64) bool {
	size, far := max(extent(xs, xs), extent(ys, ys)), false
	for axis := range xs {
		xLow, xHigh := bounds(xs[axis])
		yLow, yHigh := bounds(ys[axis])
		far = far || math.Abs(between(xLow, xHigh)-between(yLow, yHigh)) > size
	}
	return far
}

// centreAxis moves the middle of the values to the origin, and returns where it
// was.
func centreAxis(values []float64) (middle float64) {
	low, high := bounds(values)
	middle = between(low, high)
	for i := range values {
		values[i] -= middle
	}
	return middle
}

// between is the middle of two values, without overflow.
func between(low, high float64) float64 { return float64(low/2) + float64(high/2) }

// extent is the longest side of the box around both clouds.
func extent(xs, ys [3][]float64) (longest float64) {
	for axis := range xs {
		xLow, xHigh := bounds(xs[axis])
		yLow, yHigh := bounds(ys[axis])
		longest = max(longest, max(xHigh, yHigh)-min(xLow, yLow))
	}
	return longest
}

//go:noinline
func bounds(values []float64) (low, high float64) {
	for i, x := range values {
		if i == 0 {
			low, high = x, x
		}
		low, high = min(low, x), max(high, x)
	}
	return low, high
}

// LargestAbs returns the largest modulus, 0 for none.
func LargestAbs(values []float64) (top float64) {
	for _, x := range values {
		top = max(top, math.Abs(x))
	}
	return top
}

// scaled returns x·2^exponent, within the finite numbers.
func scaled(x float64, exponent int) float64 {
	return max(-math.MaxFloat64, min(math.MaxFloat64, math.Ldexp(x, exponent)))
}
