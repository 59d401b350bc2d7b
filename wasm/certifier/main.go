//go:build js && wasm

// Command certifier exposes core/certificate to a web worker. It holds the
// clouds that were opened and nothing else; every certificate is computed by
// core/certificate from the texts that JavaScript passes on unread.
package main

import (
	"github.com/teamortix/golang-wasm/wasm"
)

// build names the build that this program belongs to; the linker sets it.
var build string

func main() {
	wasm.Expose("build", func() string { return build })
	wasm.Expose("core", core)
	wasm.Expose("open", open)
	wasm.Expose("close", closeCloud)
	wasm.Expose("points", points)
	wasm.Expose("check", check)
	wasm.Expose("search", search)
	wasm.Expose("prepare", prepare)
	wasm.Expose("block", block)
	wasm.Expose("reduce", reduce)
	wasm.Expose("document", certificateDocument)
	wasm.Expose("gram", gram)
	wasm.Expose("minimum", minimum)
	wasm.Expose("doubts", doubts)
	for _, expose := range more {
		expose()
	}
	wasm.Ready()
	select {}
}

// more exposes what only the program with the tag explorer has: the explorer and
// runs over datasets, which most visits do without.
var more []func()
