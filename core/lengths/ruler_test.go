package lengths

import (
	"math"
	"testing"
)

// of returns the ruler of a file of size 1.
func of(kind Kind, norm float64) Ruler {
	return Ruler{Kind: kind, Size: 1, Norm: norm, Points: 1 << 20}
}

func TestRadiiOfFiles(t *testing.T) {
	for _, c := range []struct{ r, norm, sphere, mean float64 }{
		{0.2205186, 15.557241, 0.013143507, 0.220513062},
		{0.1, 13.012483, 0.007085925, 0.099999262},
		{1, 2, 0.25, 0.968245837},
		{3, 2, 0.5, 2}, // beyond √2·ν
		{0, 2, 0, 0},
		{1e-13, 2, 0, 0}, // less than rounding
	} {
		for kind, want := range map[Kind]float64{OwnSphere: c.sphere, OwnMean: c.mean, Common: c.r} {
			ruler := of(kind, c.norm)
			if got := ruler.Radius(c.r); math.Abs(got-want) > 1e-9 || got > want+5e-10 {
				t.Errorf("kind %d, r = %v, ν = %v: %.10g, want %.10g", kind, c.r, c.norm, got, want)
			}
			ruler.Size = 3
			if got := ruler.Radius(c.r); math.Abs(got-3*want) > 3e-9 {
				t.Errorf("kind %d: %v is not three times as long as %v", kind, got, want)
			}
		}
	}
}

// A norm of files is that of prepared clouds whose radius it is, rounded up.
func TestNormsOfFilesAreInverse(t *testing.T) {
	for _, kind := range []Kind{OwnSphere, OwnMean, Common} {
		for _, r := range []float64{1e-6, 0.01, 0.3, 1, 2.5} {
			ruler := of(kind, 2)
			ruler.Size = 0.7
			rho := ruler.Radius(r)
			if up := ruler.Moved(rho); up < r*(1-1e-14) || up > r+1e-11 {
				t.Errorf("kind %d: %v of the file is %.17g prepared, want %v", kind, rho, up, r)
			}
			if below := ruler.Moved(rho * (1 - 1e-9)); !(below < r) {
				t.Errorf("kind %d: just below %v of the file is %v prepared, not below %v", kind, rho, below, r)
			}
		}
	}
}

// Files are apart as their prepared clouds are: by one size as long, by their own sizes to the ray of the other.
func TestDistancesOfFiles(t *testing.T) {
	for _, c := range []struct{ distance, other, common, own float64 }{
		{0, 2, 0, 0},
		{1, 1, 1, 0}, // on one ray
		{2, 2, 2, math.Sqrt(3)},
		{math.Sqrt(13), 3, math.Sqrt(13), 2}, // at a right angle
		{4, 2, 4, 2},                         // beyond it
	} {
		for kind, want := range map[Kind]float64{Common: c.common, OwnSphere: c.own, OwnMean: c.own} {
			ruler := of(kind, 2)
			ruler.Size = 3
			if got := ruler.Apart(c.distance, c.other); got < 3*want*(1-1e-15) || got > 3*want+2e-5 {
				t.Errorf("kind %d, d = %v, ν′ = %v: %v, want %v", kind, c.distance, c.other, got, 3*want)
			}
		}
	}
	ruler := of(OwnMean, 2)
	if got, most := ruler.Apart(0.3, 2), ruler.Radius(0.3); got < most || got > most*(1+1e-10) {
		t.Errorf("the distance %v of files at the radius %v", got, most)
	}
}

// However far a file moves, prepared clouds of a size of their own stay in a ball.
func TestFarFilesStayNear(t *testing.T) {
	for kind, most := range map[Kind]float64{OwnSphere: 2 + 1<<10, OwnMean: 4, Common: 1e90} {
		if got := of(kind, 2).Moved(1e90); got < most || got > most*(1+1e-9) {
			t.Errorf("kind %d: %v, want %v", kind, got, most)
		}
	}
}

func TestParametersOfFiles(t *testing.T) {
	ruler := Ruler{Size: 4}
	for power, want := range map[int]float64{-1: 8, 0: 2, 1: 0.5} {
		for _, sign := range []float64{-1, 1} {
			if got := sign * ruler.Across(sign*2, power); got > want || got < want*(1-1e-9) {
				t.Errorf("power %d: %v, want %v", power, got, want)
			}
		}
	}
}

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		normalise, frame string
		kind             Kind
		scales           bool
	}{{"", "", 0, false}, {"centre", "clean", 0, false}, {Sphere, "", OwnSphere, true}, {RootMean, "", OwnMean, true}, {Sphere, CleanFrame, Common, true}, {RootMean, CleanFrame, Common, true}} {
		if kind, scales := KindOf(c.normalise, c.frame); kind != c.kind || scales != c.scales {
			t.Errorf("%q, %q: %v, %v", c.normalise, c.frame, kind, scales)
		}
	}
}
