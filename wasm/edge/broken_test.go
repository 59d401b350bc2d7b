//go:build !js

package main

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// brokenStore fails as a store can.
type brokenStore struct{ get, put func() error }

func (s brokenStore) Get(context.Context, string) ([]byte, error) { return nil, s.get() }
func (s brokenStore) Put(context.Context, string, []byte) error   { return s.put() }
func missing() error                                              { return ErrNotFound }
func fails() error                                                { return errors.New("disk on fire") }
func panics() error                                               { panic("store: bug") }

func TestBrokenStore(t *testing.T) {
	for name, c := range map[string]struct {
		store     brokenStore
		get, post int
	}{
		"get fails":  {brokenStore{fails, fails}, 500, 500},
		"get panics": {brokenStore{panics, panics}, 500, 500},
		"put fails":  {brokenStore{missing, fails}, 404, 200},
		"put panics": {brokenStore{missing, panics}, 404, 200},
	} {
		t.Run(name, func(t *testing.T) {
			h := newTestHandler(c.store, defaultLimits)
			for n := range 2 * (defaultLimits.Running + defaultLimits.Waiting) { // a slot that leaks would answer 429
				if c.post == 200 {
					share(t, h, posted(10+n))
					continue
				}
				res, body := send(h, "POST", "/api/certificates", posted(10))
				if res.StatusCode != c.post || blamed(t, body) != "" || strings.Contains(body, "fire") {
					t.Fatalf("POST: %d %s", res.StatusCode, body)
				}
			}
			if res, body := send(h, "GET", unknown, ""); res.StatusCode != c.get {
				t.Errorf("GET: %d %s", res.StatusCode, body)
			}
			if res, _ := send(h, "GET", "/api/health", ""); res.StatusCode != 200 {
				t.Errorf("health: %d", res.StatusCode)
			}
		})
	}
}
