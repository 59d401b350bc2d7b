// Package trials makes what the tests of core try: random clouds, random members
// of groups, and how many of them. Only tests import it; no test lives here.
package trials

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Count returns how many problems to try: few, for which there is always time, or what the
// environment says (make soundness tries 100,000), which is never less than the whole.
func Count(t *testing.T, few, whole int) int {
	t.Helper()
	text := os.Getenv("ORBITCERT_PROBLEMS")
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return max(n, whole)
}

// Cloud returns n points with standard normal coordinates.
func Cloud(r *rand.Rand, n, dimension int) pointcloud.Cloud {
	c := pointcloud.Cloud{Dimension: dimension, Points: make([]float64, n*dimension)}
	for i := range c.Points {
		c.Points[i] = r.NormFloat64()
	}
	return c
}

// Axis returns a direction in space, one of the axes sometimes.
func Axis(r *rand.Rand) []float64 {
	switch r.IntN(4) {
	case 0:
		return []float64{0, 0, 1}
	case 1:
		return []float64{0, -3, 0}
	}
	return []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
}

// Orthogonal takes the Q of a QR factorisation (gonum), with the sign of its
// determinant that of det.
func Orthogonal(r *rand.Rand, dimension int, det float64) (m [3][3]float64) {
	a := mat.NewDense(dimension, dimension, nil)
	for i := range dimension {
		for j := range dimension {
			a.Set(i, j, r.NormFloat64())
		}
	}
	var qr mat.QR
	qr.Factorize(a)
	var q mat.Dense
	qr.QTo(&q)
	flip := 1.0
	if mat.Det(&q)*det < 0 {
		flip = -1
	}
	for i := range dimension {
		for j := range dimension {
			m[i][j] = q.At(i, j)
			if j == 0 {
				m[i][j] *= flip
			}
		}
	}
	return m
}

// group is what Member needs to know of one.
type group interface {
	Turns() bool
	Reflects() bool
	Translates() bool
}

// Member returns a transformation x ↦ turn·x + shift of the group.
func Member(r *rand.Rand, g group, dimension int) (turn [3][3]float64, shift [3]float64) {
	for i := range dimension {
		turn[i][i] = 1
	}
	if g.Turns() {
		det := 1.0
		if g.Reflects() {
			det = math.Copysign(1, r.NormFloat64())
		}
		turn = Orthogonal(r, dimension, det)
	}
	if g.Translates() {
		shift = [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
	}
	return turn, shift
}

// Moved returns the cloud with each point x taken to turn·x + shift.
func Moved(c pointcloud.Cloud, turn [3][3]float64, shift [3]float64) pointcloud.Cloud {
	out := pointcloud.Cloud{Dimension: c.Dimension, Points: make([]float64, len(c.Points))}
	for n := range out.Points {
		i, first := n%c.Dimension, n-n%c.Dimension
		sum := 0.0
		for j, x := range c.Points[first : first+c.Dimension] {
			sum += float64(turn[i][j] * x)
		}
		out.Points[n] = sum + shift[i]
	}
	return out
}

// TurnAbout rotates the points about the axis by Rodrigues' formula.
func TurnAbout(c pointcloud.Cloud, axis []float64, angle float64) pointcloud.Cloud {
	length := math.Sqrt(float64(axis[0]*axis[0]) + float64(axis[1]*axis[1]) + float64(axis[2]*axis[2]))
	k := [3]float64{axis[0] / length, axis[1] / length, axis[2] / length}
	sin, cos := math.Sincos(angle)
	var r [3][3]float64
	for i := range 3 {
		for j := range 3 {
			r[i][j] = float64(k[i] * k[j] * (1 - cos))
			if i == j {
				r[i][j] += cos
			}
		}
	}
	r[0][1] -= float64(k[2] * sin)
	r[1][0] += float64(k[2] * sin)
	r[0][2] += float64(k[1] * sin)
	r[2][0] -= float64(k[1] * sin)
	r[1][2] -= float64(k[0] * sin)
	r[2][1] += float64(k[0] * sin)
	return Moved(c, r, [3]float64{})
}

// Distance returns the Frobenius norm of a − b.
func Distance(a, b pointcloud.Cloud) float64 {
	sum := 0.0
	for i := range a.Points {
		sum += float64((a.Points[i] - b.Points[i]) * (a.Points[i] - b.Points[i]))
	}
	return math.Sqrt(sum)
}

// Gram returns the Gram matrix MᵀM of M = [X' X], of centred clouds on demand.
func Gram(clean, perturbed pointcloud.Cloud, centred bool) (m [6][6]float64) {
	var columns [][]float64
	for _, c := range []pointcloud.Cloud{perturbed, clean} {
		for i := range c.Dimension {
			columns = append(columns, column(c, i, centred))
		}
	}
	for i, x := range columns {
		for j, y := range columns {
			for n := range x {
				m[i][j] += float64(x[n] * y[n])
			}
		}
	}
	return m
}

// column returns one coordinate of all points. The mean is removed twice, because the
// first time leaves rounding of what it was.
func column(c pointcloud.Cloud, i int, centred bool) (x []float64) {
	for n := i; n < len(c.Points); n += c.Dimension {
		x = append(x, c.Points[n])
	}
	for pass := 0; pass < 2 && centred; pass++ {
		mean := 0.0
		for _, y := range x {
			mean += y / float64(len(x))
		}
		for n := range x {
			x[n] -= mean
		}
	}
	return x
}
