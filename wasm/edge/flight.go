package main

import (
	"context"
	"errors"
)

// once returns what compute returns, or what it returned to an equal request that was there
// before: that one is counted, enters the queue and computes. One that was refused, or has
// gone, leaves its place to the next.
func (a *api) once(ctx context.Context, key string, compute func() (entry, error)) (entry, error) {
	for {
		own := false
		flight := a.flights.DoChan(key, func() (any, error) {
			own = true
			return guarded(compute)
		})
		select {
		case result := <-flight:
			if own || !ofOne(result.Err) {
				return result.Val.(entry), result.Err
			}
		case <-ctx.Done():
			return entry{}, ctx.Err()
		}
	}
}

// guarded turns a panic into an error, which flights could not catch.
func guarded(compute func() (entry, error)) (e entry, err error) {
	defer func() {
		if v := recover(); v != nil {
			logPanic(v)
			err = errLost
		}
	}()
	return compute()
}

// errLost is what all of a flight get when the one that computes panics.
var errLost = errors.New("edge: the computation was lost")

// ofOne reports whether an error concerns one client and not its request.
func ofOne(err error) bool {
	var limit limited
	return errors.As(err, &limit) || errors.Is(err, errBusy) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
