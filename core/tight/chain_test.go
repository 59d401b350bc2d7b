package tight

import (
	"math"
	"testing"

	"github.com/orbitcert/orbitcert/core/special"
)

// scalingChain is the exact chain along scaling.
func scalingChain(s, p, step float64) (c Chain) {
	for i := range 60 {
		v, _ := Planar{Norm: s, Inner: s * step * float64(i)}.Exact(p)
		c.At, c.Values = append(c.At, step*float64(i)), append(c.Values, []float64{v})
	}
	return c
}

// A chain never reaches beyond the certificate, and as far as it but for one step.
func TestChainReach(t *testing.T) {
	for _, s := range []float64{0.02, 1, 8} {
		for i, p := range []float64{0.6, 0.9, 0.99, 0.6, 0.9} {
			reached := []Reached{0, 0, 0, 1. / 3, 0.25}[i]
			want := Ball{Norm: s, Probabilities: []float64{p}, Reached: reached}.Scaling()
			for _, step := range []float64{0.03, 0.1, 0.3} {
				chain := scalingChain(s, p, step)
				chain.Reached = reached
				got := chain.Reach()
				if got > want*(1+1e-6) || got < min(want, 59*step)-step {
					t.Errorf("s = %v, p = %v, step %v: %v, want %v", s, p, step, got, want)
				}
			}
		}
	}
}

// Certification after a gap does not count.
func TestChainStopsAtTheFirstGap(t *testing.T) {
	c := Chain{At: []float64{0, 1, 2, 3}, Values: [][]float64{{0.8}, {0.4}, {0.9}, {0.9}}}
	if got, want := c.Reach(), special.NormalQuantile(0.8); math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
	far := Chain{At: []float64{0, 9}, Values: [][]float64{{0.8}, {0.9}}}
	if got, want := far.Reach(), special.NormalQuantile(0.8); math.Abs(got-want) > 1e-12 {
		t.Errorf("over a step of 9: %v, want %v", got, want)
	}
	if got := (Chain{At: []float64{0}, Values: [][]float64{{0.5}}}).Reach(); got != 0 {
		t.Errorf("nothing certified: %v", got)
	}
	if got := (Chain{At: []float64{0}, Values: [][]float64{{0.4, 0.7}}}).Reach(); !(got > 0.1) {
		t.Errorf("against a runner-up: %v", got)
	}
}
