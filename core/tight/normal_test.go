package tight

import (
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/internal/slow"
	"github.com/orbitcert/orbitcert/core/special"
)

// The stream is part of every certificate: these draws never change.
func TestNormalsGolden(t *testing.T) {
	n := NewNormals("golden")
	sum := 0.0
	for range 1_000_000 {
		sum += n.Next()
	}
	first := NewNormals("golden")
	got := [3]float64{first.Next(), first.Next(), sum}
	want := [3]float64{-0.58992370358231627, 0.90737759227527892, 1162.8299651898556}
	if got != want {
		t.Errorf("the first draws and the sum of a million are %.17g, want %.17g", got, want)
	}
}

func TestNormalsMoments(t *testing.T) {
	const draws = 2_000_000
	n := NewNormals("moments")
	var sum [5]float64
	for range draws {
		x, power := n.Next(), 1.0
		for k := 1; k <= 4; k++ {
			power *= x
			sum[k] += power
		}
	}
	// Standard errors of the first four sample moments: √1, √2, √15, √96 over √n.
	for k, want := range []float64{1: 0, 2: 1, 3: 0, 4: 3} {
		allowed := 4.5 * math.Sqrt([]float64{1, 1, 2, 15, 96}[k]/draws)
		if k > 0 && math.Abs(sum[k]/draws-want) > allowed {
			t.Errorf("moment %d is %v, want %v ± %v", k, sum[k]/draws, want, allowed)
		}
	}
}

// χ² over 256 cells of equal probability and the tails beyond 3.654, where the
// sampler changes its method.
func TestNormalsDistribution(t *testing.T) {
	slow.Skip(t)
	const draws, cells = 2_000_000, 256
	n := NewNormals("distribution")
	var seen [cells]float64
	tail := 0.0
	for range draws {
		x := n.Next()
		seen[min(cells-1, int(special.NormalCDF(x)*cells))]++
		if math.Abs(x) > tailStart {
			tail++
		}
		if math.Abs(x) > maxNormal {
			t.Fatalf("draw %v beyond the stated maximum", x)
		}
	}
	chi := 0.0
	for _, k := range seen {
		chi += (k - draws/cells) * (k - draws/cells) * cells / draws
	}
	// 255 degrees of freedom: mean 255, standard deviation 22.6.
	if chi < 255-5*22.6 || chi > 255+5*22.6 {
		t.Errorf("χ² = %v with 255 degrees of freedom", chi)
	}
	want := draws * 2 * special.NormalCDF(-tailStart)
	if math.Abs(tail-want) > 5*math.Sqrt(want) {
		t.Errorf("%v draws in the tails, want %v", tail, want)
	}
}
