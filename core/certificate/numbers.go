package certificate

import (
	"fmt"
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/bound"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/smoothing"
)

// Numbers are what a model that returns a number returned for noisy copies of the clean cloud. The smoothed model returns
// their median. Since {f ≤ t} is an event of the noise, the median at the perturbed cloud is between the quantiles
// 1 − p(½) and p(½) at the clean one, p(½) the probability that certifies a class there.
type Numbers struct {
	// Values and Select have NaN where a sample was not settled.
	Values, Select []float64
	// Tolerance is the largest certified distance of the median from that of Select; nil asks for the interval alone.
	Tolerance *float64
}

// takeNumbers takes them. With a tolerance the votes are those of the side with fewer numbers.
func (q *Prediction) takeNumbers(p *document.Object) error {
	given, err := takeGiven(p)
	switch {
	case err != nil:
		return err
	case given.Labels != nil:
		return document.BadField(p.Name("labels"), "cannot be given beside values: a model returns a number or labels; leave out one of them")
	}
	return q.setNumbers(p, given, false)
}

// takeGiven takes the numbers or labels that a prediction has.
func takeGiven(p *document.Object) (a smoothing.Answers, err error) {
	err = document.Join(document.Put(&a.Values)(smoothing.TakeValues(p, "values")), document.Put(&a.Select)(smoothing.TakeValues(p, "select")),
		document.Put(&a.Labels)(smoothing.TakeLabels(p)))
	return a, err
}

// setNumbers sets the numbers of the prediction. Those that were counted always have a reference; others only for a tolerance.
func (q *Prediction) setNumbers(p *document.Object, a smoothing.Answers, counted bool) error {
	numbers := &Numbers{Values: a.Values, Select: a.Select}
	tolerance, present, err := p.Within("tolerance", document.PredictionLimits.Tolerance, "")
	switch {
	case err != nil:
		return err
	case present && numbers.Select == nil:
		return document.BadField(p.Name("select"), "is missing; give the numbers of other noisy copies, whose median is the reference of the tolerance")
	case !present && !counted && numbers.Select != nil:
		return document.BadField(p.Name("tolerance"), "is missing; select sets the reference that it is compared with")
	case !counted && a.Select.Same(a.Values):
		return document.BadField(p.Name("select"), "has the same numbers as values; give numbers of other samples, since one sample may not set the reference and count as well")
	case present:
		numbers.Tolerance = &tolerance
	}
	q.Numbers, q.Samples = numbers, int64(len(a.Values))
	if present {
		reference, ok := numbers.Reference()
		if !ok {
			return document.BadField(p.Name("select"), "has no number; give at least one sample that is settled")
		}
		q.Votes = numbers.within(reference)
	}
	return nil
}

// Reference returns the median of the numbers that select gives, the mean of the middle two of an even number.
func (n *Numbers) Reference() (float64, bool) {
	settled := settled(n.Select)
	if len(settled) == 0 {
		return 0, false
	}
	return medianOf(settled), true
}

// settled returns the numbers of the samples that are settled, in rising order.
func settled(values []float64) (settled []float64) {
	for _, x := range values {
		if !math.IsNaN(x) {
			settled = append(settled, x)
		}
	}
	slices.Sort(settled)
	return settled
}

// medianOf returns the median of sorted numbers, the mean of the middle two of an even number.
func medianOf(sorted []float64) float64 {
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// within counts the numbers on each side of the tolerance and returns the smaller count. A sample that is not settled
// counts on neither.
func (n *Numbers) within(reference float64) int64 {
	high, low := sumDown(reference, *n.Tolerance), -sumDown(-reference, *n.Tolerance)
	var below, above int64
	for _, x := range n.Values {
		if x <= high {
			below++
		}
		if x >= low {
			above++
		}
	}
	return min(below, above)
}

// Distances returns those of the settled numbers from another, rounded up, in rising order.
func Distances(values []float64, from float64) []float64 {
	all := settled(values)
	for i, x := range all {
		all[i] = max(-sumDown(from, -x), -sumDown(x, -from))
	}
	slices.Sort(all)
	return all
}

// sumDown returns a + b, rounded down.
func sumDown(a, b float64) float64 {
	sum := a + b
	rounded := sum - a
	if lost := (a - (sum - rounded)) + (b - rounded); lost < 0 { // TwoSum: sum + lost is a + b exactly
		return math.Nextafter(sum, math.Inf(-1))
	}
	return sum
}

// interval returns the numbers between which the median is at the perturbed cloud, at level each for either end. Samples that are not settled count as +∞ for the upper end and as −∞ for the lower one.
func (n *Numbers) interval(least, each float64) *argument.Interval {
	return n.intervalOf(settled(n.Values), least, each)
}

// intervalOf returns the same with the settled numbers in rising order.
func (n *Numbers) intervalOf(settled []float64, least, each float64) *argument.Interval {
	interval := &argument.Interval{}
	// Rank k of all numbers, counted from either end, the ones that are not settled last.
	if k := int(bound.UpperRank(int64(len(n.Values)), least, each)); k > 0 && k <= len(settled) {
		interval.Lower, interval.Upper = &settled[len(settled)-k], &settled[k-1]
	}
	return interval
}

// open reports whether the prediction is a number without a tolerance, for which there is only an interval.
func (q Prediction) open() bool { return q.Numbers != nil && q.Numbers.Tolerance == nil }

// parts counts both ends of the interval, and of a tolerance the shares of the numbers on the near side of either end.
func (n *Numbers) parts(r *Request) int {
	if n.Tolerance != nil && !r.before(oneEvent) {
		return 4
	}
	return 2
}

func (n *Numbers) check(r *Request) error {
	if r.Top > 1 {
		return document.BadField("top", "is for classes; leave it out beside prediction.values")
	}
	return nil
}

func (n *Numbers) stating(r *Request, votes float64) func(least *float64, closed bool) argument.Stated {
	return func(least *float64, _ bool) (s argument.Stated) {
		if least != nil {
			s.Interval = n.interval(*least, r.share(votes))
		}
		return s
	}
}

func (n *Numbers) rule(all []argument.Stated, core string) string {
	if n.Tolerance == nil || !slices.ContainsFunc(all, func(s argument.Stated) bool { return s.Interval != nil }) {
		return ""
	}
	return fmt.Sprintf("interval and tolerance at alpha each, by the rule of core %s: all numbers hold together at 2 alpha", core)
}

func (*Numbers) name() string { return ReturnsNumber }

// ofErrors tells whether a calibration is of distances from true numbers.
func (c *Calibration) ofErrors() bool { return c.Returns == ReturnsNumber }

func (n *Numbers) hold(c *Calibration, _ *Request, in *Sets) { in.Interval = c.Interval(n.Values) }

// document writes them, null for a sample that was not settled.
func (n *Numbers) document(*Prediction) map[string]any {
	d := map[string]any{"values": smoothing.Values(n.Values)}
	if n.Select != nil {
		d["select"] = smoothing.Values(n.Select)
	}
	if n.Tolerance != nil {
		d["tolerance"] = *n.Tolerance
	}
	return d
}
