package smoothing

import "slices"

// leastLook is the smallest number of samples that is looked at.
const leastLook = 100

// Looks returns the numbers of samples after which the votes are looked at, in rising
// order: n, n/2, n/4, … ≥ 100. They are fixed before the first draw, and each look gets
// an equal share of the level: by the union bound every way to stop at one of them is
// valid.
func Looks(n int) []int {
	if n < 2*leastLook {
		return []int{n}
	}
	return append(Looks(n/2), n)
}

// Anytime is the rule of votes that may be looked at after any sample: see package anytime. Votes
// without a rule were looked at where Looks says.
const Anytime = "anytime"

// Anytime reports whether the plan has no samples that only name the class, so that its votes may
// be looked at after any sample.
func (p *Plan) Anytime() bool { return p.Sampling.Select == 0 }

// LooksOf returns the numbers of samples of the second stage after which the votes are looked at: numbers and labels once, at
// the end.
func (p *Plan) LooksOf() []int {
	if !p.Model.Returns.votes() {
		return []int{p.Sampling.Estimate}
	}
	return Looks(p.Sampling.Estimate)
}

// Votes are what was counted.
type Votes struct {
	// Rule is Anytime, or empty for votes of two stages with looks.
	Rule string `json:"rule,omitempty"`
	// Predicted is the class with the most votes among the samples of the first stage, or among all
	// where there is one stage; of equal ones the first.
	Predicted int `json:"predicted"`
	// Select and Estimate have the votes of each class in the two stages, None those of the
	// second stage that count for no class.
	Select   []int64 `json:"select,omitempty"`
	Estimate []int64 `json:"estimate"`
	None     int64   `json:"none"`
	// Looks were planned; at number Look, after Samples of the second stage, this was counted.
	Looks   int   `json:"looks,omitempty"`
	Look    int   `json:"look,omitempty"`
	Samples int64 `json:"samples"`
}

// Of returns the votes for any of these classes.
func (v *Votes) Of(classes ...int) (sum int64) {
	for _, c := range classes {
		sum += v.Estimate[c]
	}
	return sum
}

// RunnerUp returns the votes of the best of the classes other than these and all votes for none. The
// Clopper–Pearson bound grows with the count, so at this count it holds for whichever of
// the others is the most probable, and hence for all of them at once.
func (v *Votes) RunnerUp(classes ...int) int64 {
	best := int64(0)
	for c, n := range v.Estimate {
		if !slices.Contains(classes, c) {
			best = max(best, n)
		}
	}
	return best + v.None
}

// tally counts the coded classes of all samples of the first stage and then of some of the
// second, up to the last look that is complete. It returns nil where none is.
func tally(p *Plan, coded []byte) *Votes {
	have, looks, v := p.Have(coded)-p.Sampling.Select, Looks(p.Sampling.Estimate), &Votes{}
	if p.Anytime() {
		looks, v.Rule, v.Samples = nil, Anytime, int64(have)
	}
	for i, n := range looks {
		if n <= have {
			v.Look, v.Samples = i+1, int64(n)
		}
	}
	if v.Samples == 0 {
		return nil
	}
	v.Looks = len(looks)
	v.Estimate, v.None = p.Count(coded, p.Sampling.Select, int(v.Samples))
	if v.Predicted = MostVotes(v.Estimate); !p.Anytime() {
		v.Select, _ = p.Count(coded, 0, p.Sampling.Select)
		v.Predicted = MostVotes(v.Select)
	}
	return v
}

// First returns the number of samples, from so many on, after which the votes of the class with the most of them
// first prove something; all samples if they never do, with false. The plan is one whose votes may be looked at
// after any sample.
func (p *Plan) First(coded []byte, from int, proves func(votes, samples int64) bool) (samples int, found bool) {
	samples = p.Have(coded)
	votes, most := make([]int64, len(p.Model.Classes)), int64(0)
	for i := range samples {
		if c := p.classAt(coded, i); c >= 0 {
			votes[c]++
			most = max(most, votes[c])
		}
		if i+1 >= from && proves(most, int64(i+1)) {
			return i + 1, true
		}
	}
	return samples, false
}

// MostVotes returns the class with the most votes, of equal ones the first.
func MostVotes(votes []int64) (best int) {
	for c, n := range votes {
		if n > votes[best] {
			best = c
		}
	}
	return best
}

// Have returns how many samples are coded.
func (p *Plan) Have(coded []byte) int { return len(coded) / p.width() }

// Count counts the classes of so many samples from first on, and those that have none.
func (p *Plan) Count(coded []byte, first, samples int) (votes []int64, none int64) {
	votes = make([]int64, len(p.Model.Classes))
	for i := first; i < first+samples; i++ {
		if c := p.classAt(coded, i); c >= 0 {
			votes[c]++
		} else {
			none++
		}
	}
	return votes, none
}
