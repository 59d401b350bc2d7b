//go:build !js

package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// counting is a Limiter that counts its clients, and refuses some.
type counting struct {
	mu      sync.Mutex
	clients []string
	refused string
}

func (c *counting) Take(_ context.Context, client string) (time.Duration, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if client == c.refused {
		return time.Minute, nil
	}
	c.clients = append(c.clients, client)
	return 0, nil
}

// heldStore is a store that lets nobody go on before leave is closed.
type heldStore struct {
	brokenStore
	entered chan struct{}
	leave   chan struct{}
}

func newHeldStore() heldStore {
	return heldStore{brokenStore{missing, func() error { return nil }}, make(chan struct{}, 100), make(chan struct{})}
}

func (s heldStore) Get(ctx context.Context, key string) ([]byte, error) {
	s.entered <- struct{}{}
	<-s.leave
	return s.brokenStore.Get(ctx, key)
}

// postAs posts one and the same request from an address.
func postAs(ctx context.Context, h http.Handler, remote string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, "POST", "/api/certificates", strings.NewReader(posted(30)))
	r.RemoteAddr = remote
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Equal requests that wait for one computation are one computation, charged to one
// client; they take one place in the queue.
func TestEqualRequestsAreChargedOnce(t *testing.T) { synctest.Test(t, testEqualRequests) }

func testEqualRequests(t *testing.T) {
	store, limiter := newHeldStore(), &counting{}
	h := NewHandler(store, testSigner(), limiter, Limits{Body: 8192, Samples: 1000, Running: 1, Waiting: 1, Memory: 10})
	answers := make(chan *httptest.ResponseRecorder)
	for n := range 20 {
		go func() { answers <- postAs(context.Background(), h, "192.0.2."+string(rune('1'+n%5))+":1") }()
	}
	synctest.Wait() // until one looks into the store, and the others wait for it
	close(store.leave)
	first := <-answers
	for range 19 {
		if w := <-answers; w.Code != 200 || w.Body.String() != first.Body.String() {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if first.Code != 200 || len(limiter.clients) != 1 || len(store.entered) != 1 {
		t.Errorf("%d; charged: %q; %d looked into the store", first.Code, limiter.clients, len(store.entered))
	}
}

// A client that may not compute, and one that has gone, leave the computation to the
// next one that waits.
func TestNextTakesOver(t *testing.T) { synctest.Test(t, testNextTakesOver) }

func testNextTakesOver(t *testing.T) {
	store, limiter := newHeldStore(), &counting{refused: "192.0.2.1"}
	h := NewHandler(store, testSigner(), limiter, defaultLimits)
	ctx, leave := context.WithCancel(context.Background())
	refused, gone, served := make(chan int), make(chan int), make(chan int)
	go func() { refused <- postAs(context.Background(), h, "192.0.2.1:1").Code }()
	<-store.entered
	go func() { gone <- postAs(ctx, h, "192.0.2.2:1").Code }()
	go func() { served <- postAs(context.Background(), h, "192.0.2.3:1").Code }()
	synctest.Wait() // until both wait for the first
	leave()
	if status := <-gone; status != 503 {
		t.Errorf("the client that has gone: %d", status)
	}
	close(store.leave)
	if r, s := <-refused, <-served; r != 429 || s != 200 {
		t.Errorf("refused %d, served %d", r, s)
	}
	if len(limiter.clients) != 1 || limiter.clients[0] != "192.0.2.3" {
		t.Errorf("charged: %q", limiter.clients)
	}
}

// The result of one computation goes to all that wait, even a panic; nothing stays.
func TestFlightEnds(t *testing.T) {
	bad := errors.New("bad")
	for name, c := range map[string]struct {
		compute func() (entry, error)
		want    error
	}{
		"a failure": {func() (entry, error) { return entry{}, bad }, bad},
		"a panic":   {func() (entry, error) { panic("bug") }, errLost},
		"an entry":  {func() (entry, error) { return entry{signature: "x"}, nil }, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			var a api
			leave, ended := make(chan struct{}), make(chan error)
			computed := 0
			for range 3 {
				go func() {
					e, err := a.once(t.Context(), "key", func() (entry, error) {
						computed++
						<-leave
						return c.compute()
					})
					if err == nil && e.signature != "x" {
						err = errors.New("another entry")
					}
					ended <- err
				}()
			}
			synctest.Wait() // until one computes, and the others wait for it
			close(leave)
			for range 3 {
				if err := <-ended; err != c.want {
					t.Errorf("%s: %v", name, err)
				}
			}
			if a.once(t.Context(), "key", c.compute); computed != 1 {
				t.Errorf("%s: computed %d times", name, computed)
			}
		})
	}
}
