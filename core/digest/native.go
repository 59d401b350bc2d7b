//go:build !wasm

package digest

import "crypto/sha256"

// Sum256 returns the SHA-256 of data. The standard library's uses the instructions that
// processors have for it, and is eight times as fast as sum256.
func Sum256(data []byte) [32]byte { return sha256.Sum256(data) }
