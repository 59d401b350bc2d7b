package certificate

import (
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
	var bad, worse error
	a.Values, bad = smoothing.TakeValues(p, "values")
	a.Select, worse = smoothing.TakeValues(p, "select")
	a.Labels, err = smoothing.TakeLabels(p)
	return a, document.Join(bad, worse, err)
}

// setNumbers sets the numbers of the prediction. Those that were counted always have a reference; others only for a tolerance.
func (q *Prediction) setNumbers(p *document.Object, a smoothing.Answers, counted bool) error {
	numbers := &Numbers{Values: a.Values, Select: a.Select}
	tolerance, present, err := takeTolerance(p)
	switch {
	case err != nil:
		return err
	case present && numbers.Select == nil:
		return document.BadField(p.Name("select"), "is missing; give the numbers of other noisy copies, whose median is the reference of the tolerance")
	case !present && !counted && numbers.Select != nil:
		return document.BadField(p.Name("tolerance"), "is missing; select sets the reference that it is compared with")
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

// takeTolerance takes the tolerance of a prediction.
func takeTolerance(p *document.Object) (tolerance float64, present bool, err error) {
	tolerance, present, err = p.Number("tolerance")
	if err == nil && present && !(tolerance > 0 && tolerance <= document.MaxLength) {
		err = document.BadField(p.Name("tolerance"), "must be above 0 and at most 1e100, got %v", tolerance)
	}
	return tolerance, present, err
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
func settled(values []float64) []float64 {
	settled := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
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

// sumDown returns a + b, rounded down.
func sumDown(a, b float64) float64 {
	sum := a + b
	rounded := sum - a
	if lost := (a - (sum - rounded)) + (b - rounded); lost < 0 { // TwoSum: sum + lost is a + b exactly
		return math.Nextafter(sum, math.Inf(-1))
	}
	return sum
}

// interval returns the numbers between which the median is at the perturbed cloud, with probability at least 1 − alpha.
// Samples that are not settled count as +∞ for the upper end and as −∞ for the lower one.
func (n *Numbers) interval(least, alpha float64) *argument.Interval {
	return n.intervalOf(settled(n.Values), least, alpha)
}

// intervalOf returns the same with the settled numbers in rising order.
func (n *Numbers) intervalOf(settled []float64, least, alpha float64) *argument.Interval {
	interval := &argument.Interval{}
	// Rank k of all numbers, counted from either end, the ones that are not settled last.
	if k := int(bound.UpperRank(int64(len(n.Values)), least, alpha/2)); k > 0 && k <= len(settled) {
		interval.Lower, interval.Upper = &settled[len(settled)-k], &settled[k-1]
	}
	return interval
}

// open reports whether the prediction is a number without a tolerance, for which there is only an interval.
func (q Prediction) open() bool { return q.Numbers != nil && q.Numbers.Tolerance == nil }

// document writes them, null for a sample that was not settled.
func (n *Numbers) document() map[string]any {
	d := map[string]any{"values": smoothing.Values(n.Values)}
	if n.Select != nil {
		d["select"] = smoothing.Values(n.Select)
	}
	if n.Tolerance != nil {
		d["tolerance"] = *n.Tolerance
	}
	return d
}
