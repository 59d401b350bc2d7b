package judging

import (
	"bytes"
	"encoding/json"

	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
)

// Result is the result document of a run, without the verdicts on single
// clouds. Each certificate that counts holds by itself with probability at least
// 1 − alpha, of the smoothed classifier.
type Result struct {
	Core     string
	Settings *Settings
	// DrawsLevel is the part of alpha that all draws for one verdict share; the votes
	// have the rest, and all of it where nothing is drawn.
	DrawsLevel float64
	// Clouds is how many did not fail, Correct how many of these are predicted
	// correctly by votes_pred.
	Clouds  int
	Correct int
	Failed  int
	// Total is Clouds and Failed together, what shares are shares of.
	Total int
	// Missing are the names of the clouds without votes, which failed.
	Missing []string
	// Families is what became of each family of transformations, where the run asks for them;
	// then there is no grid.
	Families []Family
	// Changes is what became of each way in which points come and go, beside the families for votes of
	// samples of some points.
	Changes []Change
	Grid    []float64
	// Accuracy is the share of all clouds that are predicted correctly and certified,
	// averaged over the draws, at each value of the grid. A cloud that failed is not
	// certified.
	Accuracy Accuracy
	// Stated is what is certified of numbers or labels, on average over all clouds; nil for classes.
	Stated *Stated
	// Undrawn is for how many perturbed clouds nothing was drawn, since their tight values are at most ½.
	Undrawn int
	// Attacks is what the attacks on all clouds have come to, nil where none was attacked.
	Attacks *Attacks
	// AverageRadius is beside the accuracies, nil where votes have no radius.
	AverageRadius *AverageRadius
	// OverDraws says how the accuracy differs between draws, nil where there is one.
	OverDraws *OverDraws
	// Sets sums up the sets that hold the true class. It is nil if the run wants none.
	Sets *Sets
	// Population bounds the shares among clouds not seen, nil where none was counted.
	Population *Population
}

// Accuracy holds the certified accuracies by certificate.
type Accuracy struct {
	ByRow[Shares]
	// OneClass is there for runs that bound the runner-up: what the bound of one class alone certifies.
	OneClass *ByRow[Shares] `json:"one_class,omitempty"`
	// Attacked is the share that is predicted correctly and no attack has changed within each value of the grid: no
	// certificate can be above it. It is there where some cloud was attacked.
	Attacked []float64 `json:"attacked,omitempty"`
}

// Collect adds up the results of all entries, in their order.
func (s *Settings) Collect(items []ItemResult) *Result {
	r := &Result{Core: certificate.Core, Settings: s, DrawsLevel: bound.DrawsLevel(s.Base.Alpha), Grid: s.Attack.Grid(), Total: len(items)}
	for _, item := range items {
		switch {
		case item.Judged == nil:
			r.Failed++
			if item.Failure == NoVotes {
				r.Missing = append(r.Missing, item.Name)
			}
			continue
		case item.Correct():
			r.Correct++
		}
		for _, n := range item.Undrawn {
			r.Undrawn += n
		}
		r.Clouds++
	}
	r.Sets = s.setsOf(items)
	if s.Withstand != nil {
		r.DrawsLevel = 0
		r.Families = s.familiesOf(items)
		if s.Base.Subsample > 0 {
			r.Changes = changesOf(items)
		}
		r.AverageRadius = s.averageRadius(r, items)
		r.Population = s.populationOf(r, items, s.Base.Alpha)
		return r
	}
	if s.Attacks() {
		r.DrawsLevel = 0
	}
	r.Accuracy.ByRow = s.shares(items, r.Total, func(j *Judged) *ByRow[[]int] { return &j.ByRow })
	if s.RunnerUp {
		r.Accuracy.OneClass = new(s.shares(items, r.Total, func(j *Judged) *ByRow[[]int] { return &j.OneClass.ByRow }))
	}
	r.Stated = s.collectStated(items)
	s.collectAttacks(r, items)
	r.OverDraws = s.overDraws(items, r.Total)
	r.AverageRadius = s.averageRadius(r, items)
	r.Population = s.populationOf(r, items, s.Base.Alpha)
	return r
}

// judged returns the clouds that did not fail.
func judged(items []ItemResult) (some []*ItemResult) {
	for i := range items {
		if items[i].Judged != nil {
			some = append(some, &items[i])
		}
	}
	return some
}

// Correct tells whether the votes choose the label.
func (i ItemResult) Correct() bool { return i.Judged != nil && i.Predicted == i.Label }

// shares returns the certified shares of the clouds by each row.
func (s *Settings) shares(items []ItemResult, clouds int, of func(*Judged) *ByRow[[]int]) ByRow[Shares] {
	all := rowsOf(func(row int) Shares {
		return s.share(items, clouds, func(j *Judged) []int { return *of(j).All()[row] })
	})
	if all.BlackBox == nil {
		all.BlackBox, all.Orbit = Shares{}, Shares{}
	}
	return all
}

// share returns the certified share of the clouds, nil when a certificate is not
// there.
func (s *Settings) share(items []ItemResult, clouds int, of func(*Judged) []int) Shares {
	counts := make([]int, len(s.Attack.Grid()))
	there := clouds == 0
	for _, item := range judged(items) {
		if len(of(item.Judged)) != len(counts) {
			continue
		}
		there = true
		for i, n := range of(item.Judged) {
			if item.Correct() {
				counts[i] += n
			}
		}
	}
	if !there {
		return nil
	}
	shares := make(Shares, len(counts))
	for i, n := range counts {
		shares[i] = float64(n) / float64(max(1, clouds)*s.Attack.PerValue())
	}
	return shares
}

// Outcome is what a run has come to.
type Outcome struct {
	// Document is the result document: a field a line, then the verdicts on each cloud, one a line.
	Document []byte
	// Head is the document without these verdicts.
	Head json.RawMessage
	// Failed are the clouds without a verdict.
	Failed []ItemResult
}

// Document returns the result document.
func (s *Settings) Document(items []ItemResult) ([]byte, error) {
	outcome, err := s.Outcome(items)
	return outcome.Document, err
}

// Outcome says what the results of all entries, in their order, have come to.
func (s *Settings) Outcome(items []ItemResult) (Outcome, error) {
	d := resultWriter{out: []byte("{\n")}
	d.fields(s.Collect(items))
	out := Outcome{Head: append(bytes.Clone(bytes.TrimSuffix(d.out, []byte(",\n"))), "\n}"...)}
	d.out = append(d.out, "  \"results\": [\n"...)
	for i, item := range items {
		if item.Judged == nil {
			out.Failed = append(out.Failed, item)
		}
		d.out = append(d.out, "    "...)
		d.value(item)
		if i < len(items)-1 {
			d.out = append(d.out, ',')
		}
		d.out = append(d.out, '\n')
	}
	out.Document = append(d.out, "  ]\n}\n"...)
	return out, d.err
}

// resultWriter writes JSON text field by field.
type resultWriter struct {
	out []byte
	err error
}

func (d *resultWriter) field(name string, value any) {
	d.out = append(append(append(d.out, "  \""...), name...), "\": "...)
	d.value(value)
	d.out = append(d.out, ",\n"...)
}

// present writes a field that is there.
func (d *resultWriter) present(is bool, name string, value any) {
	if is {
		d.field(name, value)
	}
}

func (d *resultWriter) value(value any) {
	text, err := json.Marshal(value)
	if err != nil && d.err == nil {
		d.err = err
	}
	d.out = append(d.out, text...)
}

func (d *resultWriter) fields(r *Result) {
	d.field("format", document.Format)
	d.field("core", r.Core)
	d.field("settings", r.Settings)
	d.field("draws_level", r.DrawsLevel)
	d.field("clouds", r.Clouds)
	d.field("correct", r.Correct)
	d.field("failed", r.Failed)
	d.field("total", r.Total)
	d.present(r.Missing != nil, "missing", r.Missing)
	d.present(r.AverageRadius != nil, "average_radius", r.AverageRadius)
	d.present(r.Population != nil, "population", r.Population)
	d.present(r.Sets != nil, "sets", r.Sets)
	if r.Settings.Withstand != nil {
		d.field("families", r.Families)
		d.present(r.Changes != nil, "points", r.Changes)
		return
	}
	d.field("grid", r.Grid)
	d.field("accuracy", r.Accuracy)
	d.present(r.Stated != nil, "stated", r.Stated)
	d.present(r.Undrawn > 0, "undrawn", r.Undrawn)
	d.present(r.Attacks != nil, "attacks", r.Attacks)
	d.present(r.OverDraws != nil, "over_draws", r.OverDraws)
}

// Radii returns how far each cloud may move before its class can change, as far as its votes prove: nil for a cloud that
// failed, where they prove nothing, and for votes with noise on transformations, which have no radius.
func (s *Settings) Radii(items []ItemResult) []*float64 {
	radii := make([]*float64, len(items))
	for i, item := range items {
		if item.Judged == nil || s.Base.Noise != nil {
			continue
		}
		votes := s.VotesOf(item.Judged)
		if votes.Voted().Certified() {
			radii[i] = new(radiusOf(&votes))
		}
	}
	return radii
}
