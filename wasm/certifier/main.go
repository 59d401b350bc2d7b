//go:build js && wasm

// Command certifier exposes the packages of core to a web worker, which compute everything from texts that JavaScript
// passes on unread. Between calls it keeps opened clouds, the requests and the plan of a count that were parsed last,
// and runs in progress.
package main

import (
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// build names the build that this program belongs to; the linker sets it.
var build string

func main() {
	c := &certifier{clouds: map[string]pointcloud.File{}}
	expose("build", func() string { return build })
	expose("core", core)
	expose("open", c.open)
	expose("close", c.closeCloud)
	expose("points", c.points)
	expose("attribute", c.attribute)
	expose("differences", c.differences)
	expose("check", c.check)
	expose("search", c.search)
	expose("prepare", c.prepare)
	expose("prepareHeld", c.prepareHeld)
	expose("block", block)
	expose("reduce", reduce)
	expose("document", c.certificateDocument)
	expose("fits", c.fits)
	expose("gram", c.gram)
	expose("minimum", c.minimum)
	expose("growth", c.growth)
	expose("doubts", doubts)
	expose("verify", verify)
	c.exposeExplorer()
	c.exposeCount()
	exposeRuns()
	exposeResults()
	ready()
	select {}
}
