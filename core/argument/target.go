package argument

import (
	"encoding/binary"
	"math"

	"github.com/orbitcert/orbitcert/core/tight"
)

// target is one probability whose tight value is bounded: p for the class
// predicted, and 1 − p_B when there is a runner-up, since the largest
// probability that B can reach is one less the tight value at 1 − p_B. Exactly
// one of Quantile and Disagreement is there.
type target struct {
	Quantile     *tight.Quantile     `json:"quantile,omitempty"`
	Thresholds   *tight.Thresholds   `json:"thresholds,omitempty"`
	Disagreement *tight.Disagreement `json:"disagreement,omitempty"`
}

const countBytes = 3 * 8

func (t *target) problem() tight.Problem {
	if t.Disagreement != nil {
		return t.Disagreement.Problem
	}
	return t.Quantile.Problem
}

// newTarget plans the bound at a level for one probability.
func newTarget(name string, problem tight.Problem, p, level float64, seed string) target {
	if name == BoundDisagreement {
		return target{Disagreement: &tight.Disagreement{Problem: problem, Probability: p, Level: level, Seed: seed}}
	}
	return target{Quantile: &tight.Quantile{Problem: problem, Probability: p, Rank: level / 2, Count: level / 2, Seed: seed}}
}

// drawing returns t with so many draws for its bound.
func (t target) drawing(samples int) target {
	if t.Disagreement != nil {
		disagreement := *t.Disagreement
		disagreement.Samples = samples
		t.Disagreement = &disagreement
		return t
	}
	quantile := *t.Quantile
	quantile.Samples = samples
	t.Quantile = &quantile
	return t
}

// run computes one block as little-endian 64-bit numbers, of a stage that prepares a
// look or of one that ends with it.
func (t *target) run(looking bool, block int) []byte {
	switch {
	case t.Disagreement != nil && !looking:
		return Encode(t.Disagreement.Pilot().Numbers())
	case t.Disagreement != nil:
		return Encode(t.Disagreement.Draws(block).Numbers())
	case !looking:
		return Encode(t.Quantile.Clean(block))
	}
	c := t.Quantile.Perturbed(block, *t.Thresholds)
	out := make([]byte, 0, countBytes)
	for _, x := range []int64{c.Lower, c.Estimate, c.Upper} {
		out = binary.LittleEndian.AppendUint64(out, uint64(x))
	}
	return out
}

// size returns the length of what run returns.
func (t *target) size(looking bool, block int) int {
	switch {
	case t.Disagreement != nil && !looking:
		return 8 * tight.ChosenNumbers
	case t.Disagreement != nil:
		return 8 * t.Disagreement.Count(block)
	case !looking:
		return 8 * t.Quantile.Problem.BlockDraws(t.Quantile.Samples, block)
	}
	return countBytes
}

// prepared returns t with the results of a stage that prepares a look.
func (t target) prepared(results []byte) target {
	if t.Disagreement != nil {
		disagreement := *t.Disagreement
		disagreement.Chosen = tight.ReadChosen(decoded(results))
		t.Disagreement = &disagreement
		return t
	}
	thresholds := t.Quantile.Thresholds(decoded(results))
	t.Thresholds = &thresholds
	return t
}

// interval takes the results of stage 2. enough is false when too few draws
// were asked for to bound anything.
func (t *target) interval(results []byte) (i tight.Interval, enough bool) {
	if t.Disagreement != nil {
		return t.Disagreement.Interval(t.Disagreement.Read(decoded(results))), true
	}
	var sum tight.Counts
	for ; len(results) > 0; results = results[countBytes:] {
		sum = sum.Add(tight.Counts{
			Lower:    int64(binary.LittleEndian.Uint64(results)),
			Estimate: int64(binary.LittleEndian.Uint64(results[8:])),
			Upper:    int64(binary.LittleEndian.Uint64(results[16:])),
		})
	}
	return t.Quantile.Interval(sum), t.Thresholds.Lower != nil
}

// Encode writes numbers as results of blocks travel: 64 bits each, little endian.
func Encode(numbers []float64) []byte {
	data := make([]byte, 0, 8*len(numbers))
	for _, x := range numbers {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
	}
	return data
}

// decoded reads them back.
func decoded(data []byte) []float64 {
	xs := make([]float64, len(data)/8)
	for i := range xs {
		xs[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return xs
}
