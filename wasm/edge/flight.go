package main

import (
	"context"
	"errors"
	"sync"
)

// flights lets equal requests wait for one computation: one of them is counted, enters
// the queue and computes.
type flights struct {
	mu      sync.Mutex
	running map[string]*flight
}

// flight is one computation. Its result is there when done is closed.
type flight struct {
	done chan struct{}
	e    entry
	err  error
}

// errLost is what the others get when the one that computes panics.
var errLost = errors.New("edge: the computation was lost")

// do returns what compute returns, or what it returned to an equal request that was
// there before. One that was refused, or has gone, leaves its place to the next.
func (f *flights) do(ctx context.Context, key string, compute func() (entry, error)) (entry, error) {
	for {
		running, first := f.join(key)
		if first {
			return f.run(key, running, compute)
		}
		select {
		case <-running.done:
		case <-ctx.Done():
			return entry{}, ctx.Err()
		}
		if !ofOne(running.err) {
			return running.e, running.err
		}
	}
}

// join returns the computation of a key, and whether it is the caller's to run.
func (f *flights) join(key string) (running *flight, first bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if running = f.running[key]; running != nil {
		return running, false
	}
	if f.running == nil {
		f.running = map[string]*flight{}
	}
	running = &flight{done: make(chan struct{}), err: errLost}
	f.running[key] = running
	return running, true
}

func (f *flights) run(key string, running *flight, compute func() (entry, error)) (entry, error) {
	defer func() {
		f.mu.Lock()
		delete(f.running, key)
		f.mu.Unlock()
		close(running.done)
	}()
	running.e, running.err = compute()
	return running.e, running.err
}

// ofOne reports whether an error concerns one client and not its request.
func ofOne(err error) bool {
	var limit limited
	return errors.As(err, &limit) || errors.Is(err, errBusy) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
