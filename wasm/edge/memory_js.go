//go:build js

package main

// memory keeps nothing: an instance serves one request, and worker/memory.mjs keeps what hits.mjs serves.
type memory struct{}

func newMemory(int) memory { return memory{} }

func (memory) Get(string) (e entry, found bool) { return e, false }

func (memory) Add(string, entry) {}
