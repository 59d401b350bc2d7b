package invariance

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// turnAbout rotates the points about the axis by Rodrigues' formula.
func turnAbout(c pointcloud.Cloud, axis []float64, angle float64) pointcloud.Cloud {
	length := Norm(axis)
	k := [3]float64{axis[0] / length, axis[1] / length, axis[2] / length}
	sin, cos := math.Sincos(angle)
	var r Matrix
	for i := range 3 {
		for j := range 3 {
			r[i][j] = k[i] * k[j] * (1 - cos)
			if i == j {
				r[i][j] += cos
			}
		}
	}
	r[0][1] -= k[2] * sin
	r[1][0] += k[2] * sin
	r[0][2] += k[1] * sin
	r[2][0] -= k[1] * sin
	r[1][2] -= k[0] * sin
	r[2][1] += k[0] * sin
	return moved(c, r, [3]float64{})
}

func randomAxis(r *rand.Rand) []float64 {
	switch r.IntN(4) {
	case 0:
		return []float64{0, 0, 1}
	case 1:
		return []float64{0, -3, 0}
	}
	return []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
}

func TestAxisOrbit(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 300 {
		axis, c := randomAxis(r), randomCloud(r, 1+r.IntN(20), 3)
		turned := turnAbout(c, axis, 10*r.NormFloat64())
		if a := AlignAxis(axis, false, c, turned); a.Distance > 1e-12 || a.Axial > 1e-13 {
			t.Errorf("axis %v: distance %v on the orbit", axis, a.Distance)
		}
		shifted := moved(turned, identity(3), [3]float64{1, -2, 3})
		if a := AlignAxis(axis, true, c, shifted); a.Distance > 1e-12 {
			t.Errorf("axis %v with translations: distance %v on the orbit", axis, a.Distance)
		}
	}
}

// The best angle beats 2,000 others, and the alignment reproduces the distance.
func TestAxisAlignmentIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for range 60 {
		axis, n := randomAxis(r), 1+r.IntN(10)
		x, y := randomCloud(r, n, 3), randomCloud(r, n, 3)
		a := AlignAxis(axis, false, x, y)
		reported := distance(moved(y, a.Alignment.Matrix, a.Alignment.Offset), x)
		if reported > a.Distance+1e-14 || reported < a.Distance*(1-1e-12) {
			t.Fatalf("the alignment gives %v, reported %v", reported, a.Distance)
		}
		for i := range 2000 {
			if d := distance(turnAbout(y, axis, 2*math.Pi*float64(i)/2000), x); d < a.Distance*(1-1e-12) {
				t.Fatalf("found %v, the angle %d/2000 gives %v", a.Distance, i, d)
			}
		}
		if so := Align(Rotations, x, y).Distance; so > a.Distance*(1+1e-12) {
			t.Fatalf("all rotations leave %v, those about an axis %v", so, a.Distance)
		}
	}
}
