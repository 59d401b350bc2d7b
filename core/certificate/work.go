package certificate

import (
	"errors"
	"fmt"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Work is one stage of Monte Carlo: Blocks blocks, each a pure function of
// (work, block number). It travels as JSON text; only Stage, Stages and Blocks
// mean anything to whoever schedules it.
type Work struct {
	Stage   int      `json:"stage"`
	Stages  int      `json:"stages"`
	Blocks  int      `json:"blocks"`
	Samples int      `json:"samples"`
	Bound   string   `json:"bound"`
	Seed    string   `json:"seed"`
	Unsound bool     `json:"unsound,omitempty"`
	Targets []target `json:"targets"`
}

// newWork plans the Monte Carlo for each probability; they share one error
// probability evenly.
func newWork(r *Request, problem tight.Problem, probabilities []float64, levels bound.Levels) (*Work, error) {
	seed := r.Seed
	if seed == "" {
		digest, err := r.digest("seed")
		if err != nil {
			return nil, err
		}
		seed = digest
	}
	w := &Work{
		Stage: 1, Stages: 2, Blocks: problem.Blocks(r.Samples),
		Samples: r.Samples, Bound: r.Bound, Seed: seed, Unsound: r.unsound(),
	}
	share := 1 / float64(len(probabilities))
	for _, p := range probabilities {
		if r.Bound == boundDual {
			w.Blocks = 1
			w.Targets = append(w.Targets, target{Dual: &tight.Dual{
				Problem: problem, Probability: p, Level: share * (levels.Rank + levels.Count),
				Samples: r.Samples, Seed: seed,
			}})
			continue
		}
		w.Targets = append(w.Targets, target{Quantile: &tight.Quantile{
			Problem: problem, Probability: p, Rank: share * levels.Rank, Count: share * levels.Count,
			Samples: r.Samples, Seed: seed,
		}})
	}
	return w, nil
}

// Run computes one block.
func (w *Work) Run(block int) ([]byte, error) {
	if len(w.Targets) == 0 || block < 0 || block >= w.Blocks || w.Blocks > w.Targets[0].problem().Blocks(MaxSamples) {
		return nil, fmt.Errorf("block %d of %d does not exist", block, w.Blocks)
	}
	var out []byte
	for i := range w.Targets {
		out = append(out, w.Targets[i].run(w.Stage, block)...)
	}
	return out, nil
}

var errResults = errors.New("the results do not belong to this stage")

// split sorts the results of all blocks, concatenated in block order, by target.
func (w *Work) split(results []byte) ([][]byte, error) {
	parts := make([][]byte, len(w.Targets))
	for i := range parts {
		parts[i] = make([]byte, 0, len(results)/len(parts))
	}
	for block := range w.Blocks {
		for i := range w.Targets {
			size := w.Targets[i].size(w.Stage, block)
			if size > len(results) {
				return nil, errResults
			}
			parts[i] = append(parts[i], results[:size]...)
			results = results[size:]
		}
	}
	if len(results) > 0 {
		return nil, errResults
	}
	return parts, nil
}

// Reduce takes the results of all blocks, concatenated in block order. It
// returns the next stage, or nil when c has become complete.
func (w *Work) Reduce(c *Certificate, results []byte) (*Work, error) {
	parts, err := w.split(results)
	if err != nil {
		return nil, err
	}
	if w.Stage == 2 {
		return nil, w.complete(c, parts)
	}
	next := *w
	next.Stage, next.Blocks = 2, w.Targets[0].problem().Blocks(w.Samples)
	next.Targets = append([]target(nil), w.Targets...)
	for i := range next.Targets {
		next.Targets[i].next(parts[i])
	}
	return &next, nil
}

// complete adds the Monte Carlo certificate. The orbit-based bound holds as
// well, so the better of the two is reported.
func (w *Work) complete(c *Certificate, parts [][]byte) error {
	if c.Orbit == nil || c.Orbit.Lower == nil {
		return errResults
	}
	interval, enough := w.Targets[0].interval(parts[0])
	orbit := *c.Orbit.Lower
	m := &MonteCarlo{
		Bound:    w.Bound,
		Lower:    max(interval.Lower, orbit),
		Estimate: max(interval.Estimate, orbit),
		Upper:    max(interval.Upper, orbit),
		Samples:  w.Samples,
		Seed:     w.Seed,
	}
	if len(w.Targets) > 1 {
		rival, _ := w.Targets[1].interval(parts[1])
		upper := min(roundedUp(1-rival.Lower), *c.Orbit.UpperRunnerUp)
		m.UpperRunnerUp = &upper
	}
	m.Certified = m.Lower > threshold(m.UpperRunnerUp)
	if c.Tight == nil {
		c.Tight = &Tight{}
	}
	c.Tight.MonteCarlo = m
	if !enough {
		c.Notes = append(c.Notes, "not enough draws: no order statistic bounds the quantile at this alpha, so the tight bound is the orbit-based one")
	}
	c.decide(w.Unsound)
	return nil
}

// Brief reports whether all that is left is one block a stage: no more than a
// few milliseconds, which are not worth handing out.
func (w *Work) Brief() bool {
	return w.Blocks == 1 && w.Targets[0].problem().Blocks(w.Samples) == 1
}

// Certify prepares and runs all blocks in turn.
func Certify(r *Request) (*Certificate, error) {
	c, w, err := Prepare(r)
	if err != nil {
		return nil, err
	}
	return w.Finish(c)
}

// Finish runs all blocks of all stages in turn. A nil w has none.
func (w *Work) Finish(c *Certificate) (*Certificate, error) {
	for w != nil {
		var results []byte
		for block := range w.Blocks {
			part, err := w.Run(block)
			if err != nil {
				return nil, err
			}
			results = append(results, part...)
		}
		var err error
		if w, err = w.Reduce(c, results); err != nil {
			return nil, err
		}
	}
	return c, nil
}
