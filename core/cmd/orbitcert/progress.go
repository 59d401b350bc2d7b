package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progress says on the error stream how far a run is: as a bar that is drawn over itself
// on a terminal, as a line now and then elsewhere.
type progress struct {
	errs     io.Writer
	now      func() time.Time
	terminal bool
	// rest is the least time between two lines.
	rest time.Duration

	before, done, all int
	start, said       time.Time
}

// Intervals of the progress reports.
const (
	barRest  = 200 * time.Millisecond
	lineRest = 30 // seconds
)

func newProgress(errs io.Writer, now func() time.Time, rest time.Duration) *progress {
	p := &progress{errs: errs, now: now, rest: rest, terminal: isTerminal(errs)}
	if p.terminal {
		p.rest = barRest
	}
	return p
}

// begin starts to count, with so many done before.
func (p *progress) begin(before, all int) {
	p.before, p.done, p.all = before, before, all
	p.start = p.now()
	p.said = p.start
}

// add counts one more.
func (p *progress) add() {
	p.done++
	now := p.now()
	if now.Sub(p.said) < p.rest {
		return
	}
	p.said = now
	if p.terminal {
		fmt.Fprintf(p.errs, "\r%s\x1b[K", p.bar(now))
	} else {
		fmt.Fprintf(p.errs, "orbitcert: %s\n", p.amount(now))
	}
}

// end takes the bar away.
func (p *progress) end() {
	if p.terminal && p.said != p.start {
		fmt.Fprint(p.errs, "\r\x1b[K")
	}
}

func (p *progress) bar(now time.Time) string {
	const width = 30
	full := width * p.done / p.all
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", width-full) + "] " + p.amount(now)
}

func (p *progress) amount(now time.Time) string {
	left := time.Duration(float64(now.Sub(p.start)) / float64(p.done-p.before) * float64(p.all-p.done))
	return fmt.Sprintf("%d of %d clouds, about %s left", p.done, p.all, roughly(left))
}

// roughly rounds up to what one would say of a time.
func roughly(d time.Duration) string {
	seconds := int64((d + time.Second - 1) / time.Second)
	switch {
	case seconds < 90:
		return fmt.Sprintf("%d s", seconds)
	case seconds < 90*60:
		return fmt.Sprintf("%d min", (seconds+59)/60)
	default:
		return fmt.Sprintf("%d h", (seconds+3599)/3600)
	}
}
