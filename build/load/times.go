package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// together runs n tasks at once and joins the times they took.
func together(n int, task func(i int) ([]time.Duration, error)) ([]time.Duration, error) {
	times, failures := make([][]time.Duration, n), make([]error, n)
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() { times[i], failures[i] = task(i) })
	}
	running.Wait()
	return slices.Concat(times...), errors.Join(failures...)
}

// summary gives the median and the 99th percentile.
func summary(times []time.Duration) string {
	if len(times) == 0 {
		return "nothing measured"
	}
	slices.Sort(times)
	at := func(share float64) time.Duration {
		return times[int(share*float64(len(times)-1))].Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("p50 %v, p99 %v", at(0.5), at(0.99))
}

// list prints how often each status came.
func list(statuses *sync.Map) string {
	var parts []string
	statuses.Range(func(status, count any) bool {
		parts = append(parts, fmt.Sprintf("%d: %d", status, count.(*atomic.Int64).Load()))
		return true
	})
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}
