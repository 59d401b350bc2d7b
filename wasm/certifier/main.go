//go:build js && wasm

// Command certifier exposes core/certificate to a web worker. It holds the
// clouds that were opened and nothing else; every certificate is computed by
// core/certificate from the texts that JavaScript passes on unread.
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
	wasm.Expose("check", c.check)
	wasm.Expose("search", c.search)
	wasm.Expose("prepare", c.prepare)
	wasm.Expose("block", block)
	wasm.Expose("reduce", reduce)
	wasm.Expose("document", c.certificateDocument)
	wasm.Expose("gram", c.gram)
	wasm.Expose("minimum", c.minimum)
	wasm.Expose("doubts", doubts)
	c.exposeExplorer()
	c.exposeCount()
	exposeRuns()
	wasm.Ready()
	select {}
}
