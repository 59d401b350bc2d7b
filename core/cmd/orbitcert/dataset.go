package main

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/orbitcert/orbitcert/core/dataset"
)

// dataset runs a run document; its files are relative to it. Clouds are shared
// among the processors; the result does not depend on how.
func (p program) dataset(path string) ([]byte, error) {
	data, err := p.read(path)
	if err != nil {
		return nil, err
	}
	run, err := dataset.Parse(data, func(name string) ([]byte, error) {
		if !filepath.IsAbs(name) && path != "-" {
			name = filepath.Join(filepath.Dir(path), name)
		}
		return os.ReadFile(name)
	})
	if err != nil {
		return nil, named(path, err)
	}
	return run.Settings.ResultDocument(items(run))
}

// items runs every entry on whichever processor is free.
func items(run *dataset.Run) []dataset.ItemResult {
	results := make([]dataset.ItemResult, len(run.Entries))
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(results)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(results); i = int(next.Add(1)) - 1 {
				results[i] = run.Settings.Item(run.Entries[i])
			}
		})
	}
	all.Wait()
	return results
}
