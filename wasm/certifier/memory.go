//go:build js && wasm

package main

import (
	"runtime"
	"runtime/debug"
)

const (
	// largeClouds is the number of coordinates of all clouds from which on memory is worth more than time: a program in WebAssembly
	// never gives any back.
	largeClouds = 1 << 20
	// usually and sparingly are by how many percent memory grows until the next collection. Large clouds have no pointers, so one is quick.
	usually, sparingly = 100, 5
)

// spare collects memory more often while the clouds are large.
func (c *certifier) spare() {
	percent := usually
	if c.isLarge() {
		percent = sparingly
	}
	debug.SetGCPercent(percent)
}

// tidy collects what a long computation has left of large clouds, before the next one takes as much.
func (c *certifier) tidy() {
	if c.isLarge() {
		runtime.GC()
	}
}

func (c *certifier) isLarge() bool {
	coordinates := 0
	for _, file := range c.clouds {
		coordinates += len(file.Cloud.Points)
	}
	return coordinates >= largeClouds
}
