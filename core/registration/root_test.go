package registration

import (
	"math"
	"testing"
)

func TestCubeRoot(t *testing.T) {
	for n := 1.0; n <= 300; n++ {
		if got := cubeRoot(n * n * n); got != n {
			t.Errorf("the cube root of %v is %v", n*n*n, got)
		}
	}
	for x := 1.0; x < 1e12; x *= 1.0173 {
		if got, want := cubeRoot(x), math.Cbrt(x); math.Abs(got-want) > 0x1p-51*want {
			t.Errorf("the cube root of %v is %v, Go has %v", x, got, want)
		}
	}
}
