package packed

import (
	"math"
	"testing"
)

func TestLimits(t *testing.T) {
	for packed, want := range map[int]int{0: 1 << 20, 1000: 1 << 20, 2000: 2_000_000, 1 << 20: 256 << 20, math.MaxInt: 256 << 20} {
		if got := unpackLimit(packed); got != want {
			t.Errorf("%d bytes may unpack to %d, want %d", packed, got, want)
		}
	}
}
