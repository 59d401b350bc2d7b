//go:build js && wasm

package main

import "runtime/debug"

const (
	// largeClouds is the number of coordinates of all clouds from which on memory is worth more than time: a program in WebAssembly
	// never gives any back.
	largeClouds = 1 << 20
	// usually and sparingly are by how many percent memory grows until the next collection. Large clouds have no pointers, so one is quick.
	usually, sparingly = 100, 5
)

// spare collects memory more often while the clouds are large.
func (c *certifier) spare() {
	coordinates := 0
	for _, file := range c.clouds {
		coordinates += len(file.Cloud.Points)
	}
	percent := usually
	if coordinates >= largeClouds {
		percent = sparingly
	}
	debug.SetGCPercent(percent)
}
