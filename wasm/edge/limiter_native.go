//go:build !js

package main

import (
	"context"
	"sync"
	"time"
)

// Limits of a client: burst certificates at once, then one more
// each refill; and everybody together budget in a day. worker/limiter.mjs does the
// same at the edge.
var (
	burst  = defaultLimits.Burst
	refill = time.Duration(defaultLimits.Refill) * time.Second
	budget = defaultLimits.Budget.Native
)

const day = 24 * time.Hour

// limiter is the Limiter of one process. Only granted computations are
// remembered, so the budget bounds its memory.
type limiter struct {
	now func() time.Time

	mu      sync.Mutex
	day     time.Time            // start of the day counted, in UTC
	granted int                  // computations granted that day
	full    map[string]time.Time // when each client's bucket is full again
}

func newLimiter(now func() time.Time) *limiter {
	return &limiter{now: now, full: map[string]time.Time{}}
}

// Take implements Limiter. A bucket that is full again at time f lacks
// (f − now)/refill of its tokens. After the clock was set back, buckets are empty at
// most, and what was granted on a later day counts for this one.
func (l *limiter) Take(_ context.Context, client string) (time.Duration, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now().UTC()
	today := now.Truncate(day)
	if today.After(l.day) {
		l.begin(now)
	}
	l.day = today
	if l.granted >= budget {
		return l.day.Add(day).Sub(now), nil
	}
	full := l.full[client]
	if full.Before(now) {
		full = now
	}
	if empty := now.Add(time.Duration(burst) * refill); full.After(empty) {
		full, l.full[client] = empty, empty
	}
	if wait := full.Sub(now) - time.Duration(burst-1)*refill; wait > 0 {
		return wait, nil
	}
	l.granted++
	l.full[client] = full.Add(refill)
	return 0, nil
}

// begin starts a day and forgets the clients whose buckets are full.
func (l *limiter) begin(now time.Time) {
	l.granted = 0
	for client, full := range l.full {
		if full.Before(now) {
			delete(l.full, client)
		}
	}
}
