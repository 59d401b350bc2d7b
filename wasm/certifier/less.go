//go:build js && wasm && !explorer

package main

// exposeMore has nothing to expose: the rest is in the program with the explorer.
func (c *certifier) exposeMore() {}
