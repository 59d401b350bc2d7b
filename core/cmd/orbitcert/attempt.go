package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
	"github.com/orbitcert/orbitcert/core/dataset/results"
	"github.com/orbitcert/orbitcert/core/document"
)

var errStopped = errors.New("stopped")

// attempt is one attempt at what is left of a shard.
type attempt struct {
	run      *intake.Run
	parts    *results.Parts
	todo     []int // clouds
	changed  []int // of these, those that were done before
	progress *progress

	mutex sync.Mutex     // of what follows
	out   io.WriteCloser // of the part, nil where none is kept
	done  int
	err   error
}

// choose takes what is to be done: what no part has, and what was computed from another
// input than there is now. It returns how many clouds the shard has.
func (a *attempt) choose(shard results.Shard, count int) (all int, err error) {
	var known []int
	for cloud := shard.Index; cloud < count; cloud += shard.Of {
		if all++; a.parts.Has(cloud) {
			known = append(known, cloud)
		} else {
			a.todo = append(a.todo, cloud)
		}
	}
	if a.changed, err = a.compare(known); err != nil {
		return all, err
	}
	a.todo = append(a.todo, a.changed...)
	slices.Sort(a.todo)
	a.progress.begin(all-len(a.todo), all)
	return all, nil
}

// compare returns the clouds that were computed from another input than there is now, or whose results name other votes.
func (a *attempt) compare(known []int) (changed []int, err error) {
	spread(len(known), func(i int) bool {
		cloud := known[i]
		done, failure := a.parts.Done(a.run, cloud)
		a.mutex.Lock()
		defer a.mutex.Unlock()
		switch {
		case failure != nil:
			err = failure
		case !done:
			changed = append(changed, cloud)
		}
		return err == nil
	})
	slices.Sort(changed)
	return changed, err
}

// named names clouds.
func (a *attempt) named(clouds []int) string {
	names := make([]string, len(clouds))
	for i, cloud := range clouds {
		names[i] = a.run.Name(cloud)
	}
	return results.Listed(names)
}

// spread does something for every number below count on whichever processor is free, until that says no.
func spread(count int, do func(i int) bool) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), count) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < count && do(i); i = int(next.Add(1)) - 1 {
			}
		})
	}
	all.Wait()
}

// each does something for every number below count.
func each(count int, do func(i int)) {
	spread(count, func(i int) bool { do(i); return true })
}

func (a *attempt) left() int { return len(a.todo) - a.done }

// finish does what is to be done, each cloud on whichever processor is free; the result
// does not depend on how. A signal ends it at once: what is done is written, what is under
// way is lost.
func (a *attempt) finish() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	finished := make(chan struct{})
	go func() {
		spread(len(a.todo), func(i int) bool {
			cloud := a.todo[i]
			line, err := results.Line(a.run, cloud, a.revision(cloud))
			if !a.keep(cloud, line, err) {
				stop()
			}
			return ctx.Err() == nil
		})
		close(finished)
	}()
	select {
	case <-finished:
	case <-ctx.Done():
	}
	a.mutex.Lock() // for good: nothing is written any more
	a.progress.end()
	if a.out != nil {
		a.err = document.Join(a.err, a.out.Close())
	}
	if a.err == nil && a.left() > 0 {
		a.err = errStopped
	}
	return a.err
}

func (a *attempt) revision(cloud int) int {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.parts.Revision(cloud)
}

// keep writes the line of a cloud, in one piece, and tells whether that went well.
func (a *attempt) keep(cloud int, line []byte, err error) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.err == nil {
		a.err = err
	}
	if a.err != nil {
		return false
	}
	if a.out != nil {
		if _, a.err = a.out.Write(line); a.err != nil {
			return false
		}
	}
	a.parts.Add(cloud, line)
	a.done++
	a.progress.add()
	return true
}
