package smoothing

import (
	"fmt"
	"strings"
)

// Reason tells why a sample has no class; it is coded in a byte.
type Reason byte

const (
	// HasClass is the reason of samples that need none.
	HasClass Reason = iota
	// Unsettled samples could be rounded to another grid cloud by the ideal arithmetic.
	Unsettled
	// Beyond the grid, which ends at 2²³ steps of at least σ/512.
	Beyond
	// Tied samples have several classes with the largest sum of logits.
	Tied
	// NotFinite are logits or numbers among which is an infinity or NaN, or a number above 1e100.
	NotFinite
	// Unanswered samples got no class from the program that ran the model.
	Unanswered
	reasons
)

// Reasons are named in the order of the constants.
var Reasons = [reasons]string{"", "unsettled by rounding", "beyond the grid (coordinates above 16,000 σ)", "tied", "with logits that are not finite",
	"given as none"}

// States of a sample from Inputs: it counts, or the reason why it does not.
const (
	unsettled byte = 0
	counted   byte = 1
	beyond    byte = 2
)

// standing returns what Inputs says of a posed sample.
func (p *posed) standing() byte {
	switch {
	case !p.inside:
		return beyond
	case !p.settled:
		return unsettled
	}
	return counted
}

// reasonOf returns why a sample with this standing does not count.
func reasonOf(standing byte) Reason {
	if standing == beyond {
		return Beyond
	}
	return Unsettled
}

// Told says how many of the samples that the evidence rests on have no class, number, labels or vector, and why; "" where all have
// one. why has a reason for every sample from the first.
func (e *Evidence) Told(why []byte) string {
	var counts [reasons]int
	some := why[e.Sampling.Select:e.Samples()]
	for _, reason := range some {
		counts[reason]++
	}
	what := "class"
	switch {
	case e.Labels != nil:
		what = "labels"
	case e.Values != nil:
		what = "number"
	case e.Turned != nil:
		what = "vector"
	}
	var parts []string
	for reason := Unsettled; reason < reasons; reason++ {
		if counts[reason] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[reason], Reasons[reason]))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d samples have no %s: %s", len(some)-counts[HasClass], len(some), what, strings.Join(parts, ", "))
}
