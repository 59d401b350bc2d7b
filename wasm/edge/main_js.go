//go:build js

package main

import (
	"log"
	"time"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"
)

// The names of the worker's bindings: the KV namespace, the Durable Object of
// worker/limiter.mjs, and the secret.
const (
	storeBinding   = "CERTIFICATES"
	limiterBinding = "LIMITER"
	secretBinding  = "SIGNING_KEY"
)

// main serves one request: the runtime starts a new instance for each.
func main() {
	signer, err := newSigner(cloudflare.Getenv(secretBinding))
	if err != nil {
		log.Printf("%s: %v", secretBinding, err)
	}
	workers.Serve(NewHandler(kvStore{storeBinding}, signer, object{limiterBinding}, defaultLimits))
}

// rest lets the worker's other requests run: all share one thread.
func rest() { time.Sleep(time.Nanosecond) }
