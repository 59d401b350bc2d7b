//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
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

// limiterCases are for this limiter and that of the worker (js/test/edge/faults.test.js): what is
// granted to a client at a time, then how many seconds it waits.
type limiterCases struct {
	Burst, Refill, Budget int
	Cases                 map[string][]struct {
		At            time.Time
		Client        string
		Granted, Wait int
	}
}

func TestLimiter(t *testing.T) {
	text, err := os.ReadFile("testdata/limiter.json")
	var table limiterCases
	if err = errors.Join(err, json.Unmarshal(text, &table)); err != nil {
		t.Fatal(err)
	}
	defer func(b int, r time.Duration, all int) { burst, refill, budget = b, r, all }(burst, refill, budget)
	burst, refill, budget = table.Burst, time.Duration(table.Refill)*time.Second, table.Budget
	for name, steps := range table.Cases {
		now := time.Time{}
		l := newLimiter(func() time.Time { return now })
		for _, s := range steps {
			now = s.At
			waits := make([]time.Duration, s.Granted)
			if s.Wait > 0 {
				waits = append(waits, time.Duration(s.Wait)*time.Second)
			}
			for i, want := range waits {
				if wait, err := l.Take(context.Background(), s.Client); wait != want || err != nil {
					t.Errorf("%s: %s at %v, number %d: %v, want %v (%v)", name, s.Client, s.At, i, wait, want, err)
				}
			}
		}
	}
}

// A client whose bucket is full again is forgotten on the next day.
func TestLimiterForgets(t *testing.T) {
	now := time.Date(2026, 1, 1, 23, 0, 0, 0, time.UTC)
	l := newLimiter(func() time.Time { return now })
	for _, client := range []string{"a", "b"} {
		l.Take(context.Background(), client)
	}
	now = now.Add(time.Hour)
	if l.Take(context.Background(), "c"); len(l.full) != 1 {
		t.Errorf("%d clients are remembered, want 1", len(l.full))
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
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	h := NewHandler(newStore(t, t.TempDir()), testSigner(), newLimiter(func() time.Time { return begin }), defaultLimits)
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
	if after := w.Header().Get("Retry-After"); w.Code != 429 || after != "30" || blamed(t, w.Body.String()) != "" {
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
