//go:build js && wasm

package main

import "github.com/orbitcert/orbitcert/core/explore"

// pulled is a sequence that is computed a step at a time. Those of iter.Pull have coroutines, which visitors would load for this alone.
type pulled struct {
	resume chan bool
	came   chan step
	over   bool
}

// step is what was yielded, unless the sequence is over; failed is what ended it with a panic.
type step struct {
	found  *explore.Range
	over   bool
	failed any
}

// pull begins with the first step when it is asked for.
func pull(steps func(yield func(*explore.Range) bool)) *pulled {
	p := &pulled{resume: make(chan bool), came: make(chan step)}
	go func() {
		defer func() { p.came <- step{over: true, failed: recover()} }()
		if <-p.resume {
			steps(func(r *explore.Range) bool {
				p.came <- step{found: r}
				return <-p.resume
			})
		}
	}()
	return p
}

// next returns what is yielded next, and whether the sequence goes on.
func (p *pulled) next(goOn bool) (*explore.Range, bool) {
	if p.over {
		return nil, false
	}
	p.resume <- goOn
	s := <-p.came
	if p.over = s.over; s.failed != nil {
		panic(s.failed)
	}
	return s.found, !s.over
}
