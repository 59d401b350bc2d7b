package main

import (
	"context"
	"errors"
)

// ErrNotFound says that a store holds nothing under a key.
var ErrNotFound = errors.New("edge: nothing stored under this key")

// Store keeps certificates under the hexadecimal SHA-256 of their requests.
// It may lose entries and may see new ones late: every entry can be computed
// again, and is checked before it is served.
type Store interface {
	// Get returns the bytes put under key, or ErrNotFound.
	Get(ctx context.Context, key string) ([]byte, error)
	// Put stores value under key, in place of what was there.
	Put(ctx context.Context, key string, value []byte) error
}
