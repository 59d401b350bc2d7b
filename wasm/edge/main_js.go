//go:build js

package main

import "github.com/syumai/workers"

// binding is the name of the KV namespace in the worker's configuration.
const binding = "CERTIFICATES"

// main serves one request: the runtime starts a new instance for each.
func main() {
	workers.Serve(NewHandler(kvStore{binding}, defaultLimits))
}
