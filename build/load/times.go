package main

import (
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
)

// together runs n tasks at once and joins the times they took.
func together(n int, task func(i int) ([]time.Duration, error)) ([]time.Duration, error) {
	times := make([][]time.Duration, n)
	var running errgroup.Group
	for i := range n {
		running.Go(func() (err error) {
			times[i], err = task(i)
			return err
		})
	}
	err := running.Wait()
	return slices.Concat(times...), err
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
