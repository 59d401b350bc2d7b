//go:build js

package main

import (
	"context"
	"fmt"

	"github.com/syumai/workers/cloudflare/kv"
)

// absent is what the kv package returns, without an error, for a missing key:
// the text of a JavaScript null. No entry is equal to it (see entry.go).
const absent = "<null>"

// year is how long the namespace keeps an entry, in seconds. With the limiter's
// daily budget it bounds the number of entries.
const year = 365 * 24 * 60 * 60

// kvStore is a Store over a KV namespace. The namespace is looked up at each
// call, so that a worker without the binding still answers its other calls.
type kvStore struct{ binding string }

func (s kvStore) namespace() (*kv.Namespace, error) {
	n, err := kv.NewNamespace(s.binding)
	if err != nil {
		return nil, fmt.Errorf("edge: KV namespace: %w", err)
	}
	return n, nil
}

// Get implements Store.
func (s kvStore) Get(_ context.Context, key string) ([]byte, error) {
	n, err := s.namespace()
	if err != nil {
		return nil, err
	}
	text, err := n.GetString(key, nil)
	switch {
	case err != nil:
		return nil, fmt.Errorf("edge: KV get: %w", err)
	case text == absent:
		return nil, ErrNotFound
	}
	return []byte(text), nil
}

// Put implements Store.
func (s kvStore) Put(_ context.Context, key string, value []byte) error {
	n, err := s.namespace()
	if err != nil {
		return err
	}
	if err := n.PutString(key, string(value), &kv.PutOptions{ExpirationTTL: year}); err != nil {
		return fmt.Errorf("edge: KV put: %w", err)
	}
	return nil
}
