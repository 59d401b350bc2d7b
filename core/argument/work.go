package argument

import (
	"errors"
	"fmt"
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
func (t *Terms) looks() (looks []int) {
	if t.Stop == StopDecided {
		for n := firstLook; n < t.Samples; n *= lookFactor {
			looks = append(looks, n)
		}
	}
	return append(looks, t.Samples)
}

// Draw plans the Monte Carlo for each probability; they share the level evenly, and so
// do the looks. The pair is one that is drawn.
func (t *Terms) Draw(pair Pair, p Probabilities, level float64, seed string) *Work {
	w := &Work{Stage: 1, Bound: t.Bound, Seed: seed, Level: level, Looks: t.looks()}
	targets := p.Targets()
	share := level / float64(len(targets)*len(w.Looks))
	for _, target := range targets {
		w.Targets = append(w.Targets, newTarget(t.Bound, *pair.Problem, target, share, seed))
	}
	w.Stages = 2 * len(w.Looks)
	if t.Bound == BoundDisagreement {
		w.Stages = 1 + len(w.Looks)
	}
	w.start()
	return w
}

// look returns which of the looks the stage belongs to.
func (w *Work) look() int {
	if w.Bound == BoundDisagreement {
		return max(0, w.Stage-2)
	}
	return (w.Stage - 1) / 2
}

// looking tells whether the stage ends with a look. Others prepare one: the pilot of
// the disagreements all of them, the clean draws of the quantile bound the next.
func (w *Work) looking() bool {
	if w.Bound == BoundDisagreement {
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
	if w.Bound == BoundDisagreement && !w.looking() {
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
// returns the next stage, or nil when v has become complete.
func (w *Work) Reduce(v *Verdict, results []byte) (*Work, error) {
	parts, err := w.split(results)
	if err != nil {
		return nil, err
	}
	next := *w
	next.Stage++
	if w.looking() {
		decided, err := w.complete(v, parts)
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

// complete adds the Monte Carlo certificate, and tells whether it decides. What needs no
// draws holds as well, so the better of the two is reported.
func (w *Work) complete(v *Verdict, parts [][]byte) (decided bool, err error) {
	if v.Orbit == nil || v.Orbit.Lower == nil {
		return false, errResults
	}
	interval, enough := w.Targets[0].interval(parts[0])
	known, knownRunnerUp := v.undrawn()
	m := &MonteCarlo{
		Bound:    w.Bound,
		Lower:    max(interval.Lower, known),
		Estimate: max(interval.Estimate, known),
		Upper:    max(interval.Upper, known),
		Samples:  w.Looks[w.look()],
		Level:    w.Level,
		Seed:     w.Seed,
	}
	least := Threshold(nil)
	if len(w.Targets) > 1 {
		rival, _ := w.Targets[1].interval(parts[1])
		upper := min(RoundedUp(1-rival.Lower), *knownRunnerUp)
		m.UpperRunnerUp, least = &upper, 1-rival.Upper
	}
	m.Certified = m.Lower > Threshold(m.UpperRunnerUp)
	if v.Tight == nil {
		v.Tight = &Tight{}
	}
	v.Tight.MonteCarlo = m
	decided = m.Certified || m.Upper <= least
	if !enough && w.Stage == w.Stages {
		v.Notes = append(v.Notes, "not enough draws: no order statistic bounds the quantile at this alpha, so the tight bound is the orbit-based one")
	}
	v.decide()
	return decided, nil
}

// Brief reports whether all that is left is one block a stage: no more than a
// few milliseconds, which are not worth handing out.
func (w *Work) Brief() bool {
	return w.Blocks == 1 && w.Targets[0].problem().Blocks(w.Looks[len(w.Looks)-1]) == 1
}

// Finish runs all blocks of all stages in turn. A nil w has none.
func (w *Work) Finish(v *Verdict) error {
	for w != nil {
		var results []byte
		for block := range w.Blocks {
			part, err := w.Run(block)
			if err != nil {
				return err
			}
			results = append(results, part...)
		}
		var err error
		if w, err = w.Reduce(v, results); err != nil {
			return err
		}
	}
	return nil
}
