package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/orbitcert/orbitcert/core/dataset"
)

var errStopped = errors.New("stopped")

// attempt is one attempt at what is left of a shard.
type attempt struct {
	run      *dataset.Run
	parts    *dataset.Parts
	todo     []int // clouds
	progress *progress

	mutex sync.Mutex     // of what follows
	out   io.WriteCloser // of the part, nil where none is kept
	done  int
	err   error
}

// choose takes what is to be done, and returns how many clouds the shard has.
func (a *attempt) choose(shard dataset.Shard, count int) (all int) {
	for cloud := shard.Index; cloud < count; cloud += shard.Of {
		if all++; !a.parts.Has(cloud) {
			a.todo = append(a.todo, cloud)
		}
	}
	a.progress.begin(all-len(a.todo), all)
	return all
}

func (a *attempt) left() int { return len(a.todo) - a.done }

// finish does what is to be done, each cloud on whichever processor is free; the result
// does not depend on how. A signal ends it at once: what is done is written, what is under
// way is lost.
func (a *attempt) finish() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	finished := make(chan struct{})
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(a.todo)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(a.todo) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				line, err := a.run.Line(a.todo[i])
				if !a.keep(a.todo[i], line, err) {
					stop()
				}
			}
		})
	}
	go func() { all.Wait(); close(finished) }()
	select {
	case <-finished:
	case <-ctx.Done():
	}
	a.mutex.Lock() // for good: nothing is written any more
	a.progress.end()
	if a.out != nil {
		a.err = errors.Join(a.err, a.out.Close())
	}
	if a.err == nil && a.left() > 0 {
		a.err = errStopped
	}
	return a.err
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
