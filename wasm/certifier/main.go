//go:build js && wasm

// Command certifier exposes the packages of core to a web worker, which compute everything from texts that JavaScript
// passes on unread. Between calls it keeps opened clouds, the requests and the plan of a count that were parsed last,
// and runs in progress.
package main

import (
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/teamortix/golang-wasm/wasm"
)

// build names the build that this program belongs to; the linker sets it.
var build string

func main() {
	c := &certifier{clouds: map[string]pointcloud.File{}}
	wasm.Expose("build", func() string { return build })
	wasm.Expose("core", core)
	wasm.Expose("open", c.open)
	wasm.Expose("close", c.closeCloud)
	wasm.Expose("points", c.points)
	wasm.Expose("attribute", c.attribute)
	wasm.Expose("differences", c.differences)
	wasm.Expose("check", c.check)
	wasm.Expose("search", c.search)
	wasm.Expose("prepare", c.prepare)
	wasm.Expose("block", block)
	wasm.Expose("reduce", reduce)
	wasm.Expose("document", c.certificateDocument)
	wasm.Expose("gram", c.gram)
	wasm.Expose("minimum", c.minimum)
	wasm.Expose("growth", c.growth)
	wasm.Expose("doubts", doubts)
	wasm.Expose("verify", verify)
	c.exposeExplorer()
	c.exposeCount()
	exposeRuns()
	wasm.Ready()
	select {}
}
