//go:build !js

package main

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"
)

// bodies are what mutants of a posted request start from.
func bodies() (all [][]byte) {
	for _, text := range []string{
		posted(20), posted(0), strings.Replace(posted(20), `"SO"`, `"E"`, 1), strings.Replace(posted(20), "0.1,", "1e-300,", 1),
		strings.Replace(posted(20), "1.0404", "1e308", 1), strings.Replace(posted(20), "1.0404", "-1", 1),
		strings.Replace(posted(20), `"probability": 0.9`, `"votes": 9, "samples": 10`, 1),
		`{"gram": {"dimension": 3, "matrix": [[]]}}`, `[`, ``,
	} {
		all = append(all, []byte(text))
	}
	return all
}

// checkPost returns a check of the answer to any bytes: a certificate or a
// refusal, JSON in both cases, never a failure of the edge; and a certificate can
// be fetched.
func checkPost(tb testing.TB) func(t *testing.T, body []byte) {
	limits := defaultLimits
	limits.Samples = 200
	h := newTestHandler(newStore(tb, tb.TempDir()), limits)
	return func(t *testing.T, body []byte) {
		res, text := send(h, http.MethodPost, "/api/certificates", string(body))
		if res.StatusCode >= 500 || !json.Valid([]byte(text)) {
			t.Fatalf("%d %s for %q", res.StatusCode, text, body)
		}
		if res.StatusCode != http.StatusOK {
			blamed(t, text)
			return
		}
		var d struct{ Key string }
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		if res, stored := send(h, http.MethodGet, "/api/certificates/"+d.Key, ""); res.StatusCode != 200 || stored != text {
			t.Fatalf("stored: %d %s", res.StatusCode, stored)
		}
	}
}

func TestPostMutants(t *testing.T) {
	check, random, n := checkPost(t), rand.New(rand.NewPCG(6, 3)), 10_000
	if os.Getenv("ORBITCERT_PROBLEMS") != "" {
		n = 30_000
	}
	var seeds []string
	for _, body := range bodies() {
		check(t, body)
		if json.Valid(body) {
			seeds = append(seeds, string(body))
		}
	}
	for range n {
		text := seeds[random.IntN(len(seeds))]
		for range 1 + random.IntN(3) {
			if len(text) > 100 {
				text = requestMutations[random.IntN(len(requestMutations))].make(random, text, seeds[random.IntN(len(seeds))])
			}
		}
		check(t, []byte(text))
	}
}

func FuzzPost(f *testing.F) {
	for _, body := range bodies() {
		f.Add(body)
	}
	check := checkPost(f)
	f.Fuzz(check)
}
