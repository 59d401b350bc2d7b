//go:build js && wasm && explorer

package main

// exposeMore exposes what most visits do without.
func (c *certifier) exposeMore() {
	c.exposeExplorer()
	c.exposeCount()
	exposeRuns()
}
