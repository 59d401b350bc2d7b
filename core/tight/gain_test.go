package tight

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/trials"
)

// In the plane, where the gain is known: mirror images of long clouds are too far away to matter.
func TestGainAgainstExactValues(t *testing.T) {
	random := rand.New(rand.NewPCG(101, 102))
	for range 200 {
		l, p := planeLinear(random, 5+random.IntN(9), 20*math.Pow(10, 1.5*random.Float64())), 0.6+0.395*random.Float64()
		turns := l.turns()
		value, err := turns.Tradeoff().Value(p)
		gain, estimate := value-bound.Gaussian(p, l.delta()), l.Gain(p)
		if math.IsInf(estimate, 1) {
			continue
		}
		if math.Abs(gain-estimate) > 0.06*estimate+2*err {
			least, _ := l.turned()
			t.Errorf("‖X‖ = %v, ‖Δ‖ = %v, p = %v, least square %v: gains %v ± %.2g, estimated %v", l.norm(), l.delta(), p, least, gain, err, estimate)
		}
	}
}

// In space by draws, for round clouds, rods and discs.
func TestGainAgainstDraws(t *testing.T) {
	random := rand.New(rand.NewPCG(103, 104))
	tried := 0
	for i := range trials.Count(t, 480, 4000) / 20 {
		g := []invariance.Group{invariance.Rotations, invariance.Orthogonal}[i%2]
		l := spaceLinear(g, random, 12, 20+60*random.Float64(), 2*random.Float64(), []float64{1, 3, 0.3}[i%3])
		p := []float64{0.6, 0.9, 0.99}[i/2%3]
		estimate := l.Gain(p)
		if math.IsInf(estimate, 1) {
			continue
		}
		tried++
		d, draws := Disagreement{Problem: Problem{Linear: &l}, Probability: p, Level: 0.001, Samples: 10_000, Seed: "gain"}.Run()
		square, average := 0.0, mean(draws.Gains)
		for _, x := range draws.Gains {
			square += (x - average) * (x - average)
		}
		gain := d.estimate(draws) - bound.Gaussian(p, l.delta())
		if spread := math.Sqrt(square) / float64(len(draws.Gains)); math.Abs(gain-estimate) > 0.1*estimate+5*spread {
			t.Errorf("%s, ‖X‖ = %v, ‖Δ‖ = %v, p = %v: gains %v ± %.2g, estimated %v", g, l.norm(), l.delta(), p, gain, spread, estimate)
		}
	}
	if tried < 6 {
		t.Errorf("%d problems have an estimate", tried)
	}
}

// Where the expansion does not hold nothing is claimed: clouds of the size of the noise, rods thinner
// than it, and under reflections discs; and where nothing moves there is nothing to gain.
func TestGainOfSmallCloudsIsOpen(t *testing.T) {
	random := rand.New(rand.NewPCG(105, 106))
	for name, l := range map[string]Linear{
		"small":         spaceLinear(invariance.Rotations, random, 12, 3, 1, 1),
		"thin rod":      spaceLinear(invariance.Rotations, random, 12, 50, 1, 100),
		"mirrored disc": spaceLinear(invariance.Orthogonal, random, 12, 50, 1, 0.01),
		"empty":         {Dimension: 3},
	} {
		if gain := l.Gain(0.9); name != "empty" && !math.IsInf(gain, 1) || name == "empty" && gain != 0 {
			t.Errorf("%s: %v", name, gain)
		}
	}
	still := spaceLinear(invariance.Rotations, random, 12, 50, 0, 1)
	if gain := still.Gain(0.9); gain > 1e-15 {
		t.Errorf("nothing moves: %v", gain)
	}
}
