package invariance

// nearestTurn returns the orthogonal matrix that turns y nearest to x, a rotation unless
// reflections are allowed.
//
// The cross moment of clouds that are nearly a plane or nearly a line holds what tells their
// thin directions apart, and front from back there, only to the roundoff of the largest
// entry, as squares: nothing is left of a part of 1e-8. In the frames of their singular
// vectors the thin coordinates stand by themselves, and the moment there has them to
// full accuracy.
func nearestTurn(x, y []float64, dimension int, reflections bool) Matrix {
	u, s, v := SVD(moment(x, y, dimension), dimension)
	if s[dimension-1] < thin*s[0] {
		inU, inV := inFrame(x, &u, dimension), inFrame(y, &v, dimension)
		su, _, sv := SVD(moment(inU, inV, dimension), dimension)
		u, v = product(&u, &su, dimension), product(&v, &sv, dimension)
	}
	return turnBetween(&u, &v, dimension, reflections)
}

// thin is the ratio of singular values below which the smaller one has lost digits that
// matter: the square of a thickness of 1e-2.
const thin = 1e-4

// inFrame returns the coordinates of the points along the columns of a matrix.
func inFrame(points []float64, frame *Matrix, dimension int) []float64 {
	turned, out := columnsOf(frame), make([]float64, len(points))
	for n := 0; n < len(points); n += dimension {
		for j := range dimension {
			out[n+j] = Along((*[3]float64)(&turned[j]), points[n:n+dimension])
		}
	}
	return out
}

// product returns AB.
func product(a, b *Matrix, dimension int) (c Matrix) {
	columns := columnsOf(b)
	for i := range dimension {
		for j := range dimension {
			c[i][j] = Along(&a[i], columns[j][:dimension])
		}
	}
	return c
}
