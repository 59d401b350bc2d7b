package certificate

import (
	"errors"
	"fmt"

	"github.com/orbitcert/orbitcert/core/tight"
)

// Work is one stage of Monte Carlo: Blocks blocks, each a pure function of
// (work, block number). It travels as JSON text; only Stage, Stages and Blocks
// mean anything to whoever schedules it. There may be fewer stages than Stages.
type Work struct {
	Stage  int    `json:"stage"`
	Stages int    `json:"stages"`
	Blocks int    `json:"blocks"`
	Bound  string `json:"bound"`
	Seed   string `json:"seed"`
	// Level is the error probability that all bounds and all looks share.
	Level float64 `json:"level"`
	// Looks are the numbers of draws after which a bound is computed.
	Looks   []int    `json:"looks"`
	Targets []target `json:"targets"`
}

// The first look of those that draw until a bound decides; each next one has as
// many times as many draws.
const (
	firstLook  = 10_000
	lookFactor = 10
)

// looks are fixed before anything is drawn, so that they can share a level.
func (r *Request) looks() (looks []int) {
	if r.Stop == stopDecided {
		for n := firstLook; n < r.Samples; n *= lookFactor {
			looks = append(looks, n)
		}
	}
	return append(looks, r.Samples)
}

// newWork plans the Monte Carlo for each probability; they share the level evenly,
// and so do the looks.
func newWork(r *Request, seed string, problem tight.Problem, probabilities []float64, level float64) *Work {
	w := &Work{Stage: 1, Bound: r.Bound, Seed: seed, Level: level, Looks: r.looks()}
	share := level / float64(len(probabilities)*len(w.Looks))
	for _, p := range probabilities {
		w.Targets = append(w.Targets, newTarget(r.Bound, problem, p, share, seed))
	}
	w.Stages = 2 * len(w.Looks)
	if r.Bound == boundDual {
		w.Stages = 1 + len(w.Looks)
	}
	w.start()
	return w
}

// look returns which of the looks the stage belongs to.
func (w *Work) look() int {
	if w.Bound == boundDual {
		return max(0, w.Stage-2)
	}
	return (w.Stage - 1) / 2
}

// looking tells whether the stage ends with a look. Others prepare one: the pilot of
// the dual bound all of them, the clean draws of the quantile bound the next.
func (w *Work) looking() bool {
	if w.Bound == boundDual {
		return w.Stage > 1
	}
	return w.Stage%2 == 0
}

// start sets what follows from the stage. Every look draws all of its draws anew: the
// first of them are those of the look before, from the same streams.
func (w *Work) start() {
	samples := w.Looks[w.look()]
	targets := w.Targets
	w.Targets = nil
	for _, t := range targets {
		w.Targets = append(w.Targets, t.drawing(samples))
	}
	w.Blocks = w.Targets[0].problem().Blocks(samples)
	if w.Bound == boundDual && !w.looking() {
		w.Blocks = 1
	}
}

// Run computes one block.
func (w *Work) Run(block int) ([]byte, error) {
	if len(w.Targets) == 0 || block < 0 || block >= w.Blocks || w.Blocks > w.Targets[0].problem().Blocks(MaxSamples) {
		return nil, fmt.Errorf("block %d of %d does not exist", block, w.Blocks)
	}
	var out []byte
	for i := range w.Targets {
		out = append(out, w.Targets[i].run(w.looking(), block)...)
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
			size := w.Targets[i].size(w.looking(), block)
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
	next := *w
	next.Stage++
	if w.looking() {
		decided, err := w.complete(c, parts)
		if err != nil || decided || w.Stage == w.Stages {
			return nil, err
		}
	} else {
		next.Targets = nil
		for i, t := range w.Targets {
			next.Targets = append(next.Targets, t.prepared(parts[i]))
		}
	}
	next.start()
	return &next, nil
}

// complete adds the Monte Carlo certificate, and tells whether it decides. The
// orbit-based bound holds as well, so the better of the two is reported.
func (w *Work) complete(c *Certificate, parts [][]byte) (decided bool, err error) {
	if c.Orbit == nil || c.Orbit.Lower == nil {
		return false, errResults
	}
	interval, enough := w.Targets[0].interval(parts[0])
	orbit := *c.Orbit.Lower
	m := &MonteCarlo{
		Bound:    w.Bound,
		Lower:    max(interval.Lower, orbit),
		Estimate: max(interval.Estimate, orbit),
		Upper:    max(interval.Upper, orbit),
		Samples:  w.Looks[w.look()],
		Level:    w.Level,
		Seed:     w.Seed,
	}
	least := threshold(nil)
	if len(w.Targets) > 1 {
		rival, _ := w.Targets[1].interval(parts[1])
		upper := min(roundedUp(1-rival.Lower), *c.Orbit.UpperRunnerUp)
		m.UpperRunnerUp, least = &upper, 1-rival.Upper
	}
	m.Certified = m.Lower > threshold(m.UpperRunnerUp)
	if c.Tight == nil {
		c.Tight = &Tight{}
	}
	c.Tight.MonteCarlo = m
	decided = m.Certified || m.Upper <= least
	if !enough && w.Stage == w.Stages {
		c.Notes = append(c.Notes, "not enough draws: no order statistic bounds the quantile at this alpha, so the tight bound is the orbit-based one")
	}
	c.decide()
	return decided, nil
}

// Brief reports whether all that is left is one block a stage: no more than a
// few milliseconds, which are not worth handing out.
func (w *Work) Brief() bool {
	return w.Blocks == 1 && w.Targets[0].problem().Blocks(w.Looks[len(w.Looks)-1]) == 1
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
