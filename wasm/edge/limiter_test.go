//go:build !js

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestClientOf(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:123":                   "192.0.2.7",
		"192.0.2.7":                       "192.0.2.7",
		"[::ffff:192.0.2.7]:9":            "192.0.2.7",
		"[2001:db8:1:2:3:4:5:6]:9":        "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::":             "2001:db8:1:2::/64",
		"2001:db8:1:3::1":                 "2001:db8:1:3::/64",
		"[fe80::1%eth0]:80":               "fe80::/64",
		"":                                "unknown",
		"somebody":                        "unknown",
		"192.0.2.7, 198.51.100.1":         "unknown",
		strings.Repeat("192.0.2.7 ", 1e4): "unknown",
	} {
		if got := clientOf(remote); got != want {
			t.Errorf("%.60q: %q, want %q", remote, got, want)
		}
	}
}

// A client gets a burst, then one token each refill, up to a burst again.
func TestBucket(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	l := newLimiter(func() time.Time { return now })
	take := func(client string) time.Duration {
		wait, err := l.Take(context.Background(), client)
		if err != nil {
			t.Fatal(err)
		}
		return wait
	}
	for i := range burst {
		if wait := take("a"); wait != 0 {
			t.Fatalf("computation %d of the burst waits %v", i, wait)
		}
	}
	for range 3 { // asking costs nothing
		if wait := take("a"); wait != refill {
			t.Errorf("after the burst: %v, want %v", wait, refill)
		}
	}
	if wait := take("b"); wait != 0 {
		t.Errorf("another client waits %v", wait)
	}
	now = now.Add(refill / 3)
	if wait := take("a"); wait != refill-refill/3 {
		t.Errorf("a third later: %v", wait)
	}
	now = now.Add(refill - refill/3)
	if first, second := take("a"), take("a"); first != 0 || second != refill {
		t.Errorf("after one refill: %v, then %v", first, second)
	}
	now = now.Add(5 * time.Hour)
	for i := range burst + 1 {
		if wait := take("a"); (wait != 0) != (i == burst) {
			t.Errorf("computation %d after a rest: %v", i, wait)
		}
	}
}

// The budget ends for all at once, and comes back at midnight.
func TestBudget(t *testing.T) {
	now := time.Date(2026, 1, 1, 23, 0, 0, 0, time.UTC)
	l := newLimiter(func() time.Time { return now })
	clients := func(i int) string { return string(rune('a' + i/(burst-1))) }
	for i := range budget {
		if wait, _ := l.Take(context.Background(), clients(i)); wait != 0 {
			t.Fatalf("computation %d waits %v", i, wait)
		}
	}
	if wait, _ := l.Take(context.Background(), "new"); wait != time.Hour {
		t.Errorf("beyond the budget: %v", wait)
	}
	now = now.Add(time.Hour)
	if wait, _ := l.Take(context.Background(), "new"); wait != 0 {
		t.Errorf("the next day: %v", wait)
	}
	if len(l.full) != 1 {
		t.Errorf("%d clients are remembered although their buckets are full", len(l.full))
	}
}

// A clock that was set back shuts nobody out for longer than a bucket takes to fill,
// and gives nobody a new bucket or a new budget.
func TestClockSetBack(t *testing.T) {
	right := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	now := right.Add(365 * day)
	l := newLimiter(func() time.Time { return now })
	take := func(client string) time.Duration {
		wait, _ := l.Take(context.Background(), client)
		return wait
	}
	for range burst {
		take("a")
	}
	now = right
	if wait := take("a"); wait != refill {
		t.Errorf("the clock is a year back: %v, want %v", wait, refill)
	}
	if l.granted != burst {
		t.Errorf("%d of the budget are used, want %d", l.granted, burst)
	}
	now = now.Add(refill)
	if first, second := take("a"), take("a"); first != 0 || second != refill {
		t.Errorf("after one refill: %v, then %v", first, second)
	}
	now, l.granted = right, budget
	if wait := take("b"); wait != 12*time.Hour {
		t.Errorf("beyond the budget: %v", wait)
	}
	now = now.Add(12 * time.Hour)
	if wait := take("b"); wait != 0 {
		t.Errorf("the next day: %v", wait)
	}
}

// post asks for a certificate as a client.
func post(h http.Handler, remote, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/api/certificates", strings.NewReader(body))
	r.RemoteAddr = remote
	r.Header.Set("CF-Connecting-IP", "203.0.113.1") // not believed
	r.Header.Set("X-Forwarded-For", "203.0.113.2")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Only computations are limited: what is stored, or wrong, costs nothing.
func TestHitsAreNotLimited(t *testing.T) {
	h := NewHandler(newStore(t, t.TempDir()), testSigner(), newLimiter(time.Now), defaultLimits)
	for i := range 2 * burst {
		if w := post(h, "192.0.2.1:1", posted(0)); w.Code != 200 {
			t.Fatalf("the stored request, time %d: %d %s", i, w.Code, w.Body)
		}
		if w := post(h, "192.0.2.1:1", "{}"); w.Code != 422 {
			t.Fatalf("a bad request: %d", w.Code)
		}
	}
	for i := range burst - 1 {
		if w := post(h, "192.0.2.1:1", posted(1+i)); w.Code != 200 {
			t.Fatalf("computation %d: %d %s", i, w.Code, w.Body)
		}
	}
	w := post(h, "192.0.2.1:2", posted(1000))
	if after := w.Header().Get("Retry-After"); w.Code != 429 || after != "30" && after != "29" || blamed(t, w.Body.String()) != "" {
		t.Errorf("beyond the burst: %d, Retry-After %s: %s", w.Code, after, w.Body)
	}
	if w := post(h, "192.0.2.1:2", posted(0)); w.Code != 200 {
		t.Errorf("the stored request: %d", w.Code)
	}
	if w := post(h, "192.0.2.2:2", posted(1000)); w.Code != 200 {
		t.Errorf("another client: %d", w.Code)
	}
}

// brokenLimiter fails as a limiter can.
type brokenLimiter func() error

func (b brokenLimiter) Take(context.Context, string) (time.Duration, error) { return 0, b() }

// A limiter that fails stops computations, and nothing else.
func TestBrokenLimiter(t *testing.T) {
	store := newStore(t, t.TempDir())
	_, key := share(t, newTestHandler(store, defaultLimits), posted(5))
	for status, take := range map[int]brokenLimiter{503: func() error { return errors.New("away") }, 500: panics} {
		h := NewHandler(store, testSigner(), take, defaultLimits)
		for range 2 * (defaultLimits.Running + defaultLimits.Waiting) { // a place that leaks would answer 429
			if w := post(h, "192.0.2.1:1", posted(6)); w.Code != status {
				t.Fatalf("%d, want %d: %s", w.Code, status, w.Body)
			}
		}
		if res, _ := send(h, "GET", "/api/certificates/"+key, ""); res.StatusCode != 200 {
			t.Errorf("GET: %d", res.StatusCode)
		}
		if w := post(h, "192.0.2.1:1", posted(5)); w.Code != 200 {
			t.Errorf("the stored request: %d", w.Code)
		}
	}
}

// The log says that something was refused, and nothing of what was sent.
func TestLogHoldsNoNumbers(t *testing.T) {
	var text bytes.Buffer
	log.SetOutput(&text)
	defer log.SetOutput(io.Discard)
	number := "0.7182818"
	body := strings.ReplaceAll(posted(10), "0.1,", number+",")
	for _, store := range []Store{brokenStore{missing, fails}, brokenStore{missing, func() error { panic(number) }}, brokenStore{fails, fails}} {
		h := newTestHandler(store, defaultLimits)
		for _, b := range []string{body, body[:40] + number, strings.Replace(body, `"sigma"`, `"`+number+`"`, 1), strings.Replace(body, `"SO"`, number, 1)} {
			post(h, "192.0.2.1:1", b)
		}
	}
	if !strings.Contains(text.String(), "disk on fire") || !strings.Contains(text.String(), "refused with 422") {
		t.Errorf("the log lacks reasons: %s", text.String())
	}
	if found := regexp.MustCompile(`7182|1\.0404|192\.0`).FindString(text.String()); found != "" {
		t.Errorf("the log holds %s", found)
	}
}
