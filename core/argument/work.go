package argument

import (
	"errors"
	"fmt"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Work is one stage of Monte Carlo: Blocks blocks, each a pure function of
// (work, block number). It travels as JSON text; only Stage, Stages and Blocks
// mean anything to the scheduler. There may be fewer stages than Stages.
type Work struct {
	Stage  int    `json:"stage"`
	Stages int    `json:"stages"`
	Blocks int    `json:"blocks"`
	Seed   string `json:"seed"`
	// Level is the error probability that all bounds and all looks share.
	Level float64 `json:"level"`
	Top   Top     `json:"top,omitempty"`
	// Looks are the numbers of draws after which a bound is computed.
	Looks []int `json:"looks"`
	// Targets are the probabilities whose tight values are bounded: p for the class predicted,
	// and 1 − p_B where there is a runner-up, since the largest probability that B can reach is
	// one less the tight value at 1 − p_B.
	Targets []tight.Disagreement `json:"targets"`
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
	w := &Work{Stage: 1, Seed: seed, Level: level, Top: p.Top, Looks: t.looks()}
	targets := p.Targets()
	share := level / float64(len(targets)*len(w.Looks))
	for _, target := range targets {
		w.Targets = append(w.Targets, tight.Disagreement{Problem: *pair.Problem, Probability: target, Level: share, Seed: seed})
	}
	w.Stages = 1 + len(w.Looks)
	w.start()
	return w
}

// look returns which of the looks the stage belongs to.
func (w *Work) look() int { return max(0, w.Stage-2) }

// looking tells whether the stage ends with a look; the first is the pilot of all of them.
func (w *Work) looking() bool { return w.Stage > 1 }

// start sets what follows from the stage. Every look draws all of its draws anew: the
// first of them are those of the look before, from the same streams.
func (w *Work) start() {
	samples := w.Looks[w.look()]
	w.Targets = slices.Clone(w.Targets)
	for i := range w.Targets {
		w.Targets[i].Samples = samples
	}
	w.Blocks = 1
	if w.looking() {
		w.Blocks = w.Targets[0].Problem.Blocks(samples)
	}
}

// Run computes one block.
func (w *Work) Run(block int) ([]byte, error) {
	if len(w.Targets) == 0 || block < 0 || block >= w.Blocks || w.Blocks > w.Targets[0].Problem.Blocks(int(document.TermsLimits.Samples.High)) {
		return nil, fmt.Errorf("block %d of %d does not exist", block, w.Blocks)
	}
	var out []byte
	for i := range w.Targets {
		out = append(out, Encode(w.numbers(i, block))...)
	}
	return out, nil
}

// numbers are the results of a block for one target.
func (w *Work) numbers(target, block int) []float64 {
	if !w.looking() {
		return w.Targets[target].Pilot().Numbers()
	}
	return w.Targets[target].Draws(block).Numbers()
}

// size returns the length of what a block encodes for one target.
func (w *Work) size(target, block int) int {
	if !w.looking() {
		return 8 * tight.ChosenNumbers
	}
	return 8 * w.Targets[target].Count(block)
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
			size := w.size(i, block)
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
		next.Targets = slices.Clone(w.Targets)
		for i := range next.Targets {
			next.Targets[i].Chosen = tight.ReadChosen(decoded(parts[i]))
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
	interval := w.interval(0, parts)
	known, knownRunnerUp := v.undrawn()
	m := &MonteCarlo{
		Bound:    BoundDisagreement,
		Lower:    max(interval.Lower, known),
		Estimate: max(interval.Estimate, known),
		Upper:    max(interval.Upper, known),
		Samples:  w.Looks[w.look()],
		Level:    w.Level,
		Seed:     w.Seed,
	}
	least := w.Top.Threshold(nil)
	if len(w.Targets) > 1 {
		rival := w.interval(1, parts)
		m.UpperRunnerUp, least = new(min(RoundedUp(1-rival.Lower), *knownRunnerUp)), 1-rival.Upper
	}
	m.Certified = m.Lower > w.Top.Threshold(m.UpperRunnerUp)
	v.put(DrawnRow, m)
	v.Decide()
	if err := v.Issuable(); err != nil {
		return false, err
	}
	return m.Certified || m.Upper <= least, nil
}

// interval bounds one target from the results of all blocks.
func (w *Work) interval(target int, parts [][]byte) tight.Interval {
	d := &w.Targets[target]
	return d.Interval(d.Read(decoded(parts[target])))
}

// Brief reports whether all that is left is one block a stage: no more than a
// few milliseconds, which are not worth handing out.
func (w *Work) Brief() bool {
	return w.Blocks == 1 && w.Targets[0].Problem.Blocks(w.Looks[len(w.Looks)-1]) == 1
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
