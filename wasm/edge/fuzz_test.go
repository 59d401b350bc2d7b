//go:build !js

package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// FuzzPost posts any bytes: the answer is a certificate or a refusal, JSON in
// both cases, never a failure of the edge; and a certificate can be fetched.
func FuzzPost(f *testing.F) {
	f.Add([]byte(posted(20)))
	f.Add([]byte(posted(0)))
	f.Add([]byte(strings.Replace(posted(20), `"SO"`, `"E"`, 1)))
	f.Add([]byte(strings.Replace(posted(20), "0.1,", "1e-300,", 1)))
	f.Add([]byte(strings.Replace(posted(20), "1.0404", "1e308", 1)))
	f.Add([]byte(strings.Replace(posted(20), "1.0404", "-1", 1)))
	f.Add([]byte(strings.Replace(posted(20), `"probability": 0.9`, `"votes": 9, "samples": 10`, 1)))
	f.Add([]byte(`{"gram": {"dimension": 3, "matrix": [[]]}}`))
	f.Add([]byte(`[`))
	f.Add([]byte(``))
	limits := defaultLimits
	limits.Samples = 200
	h := newTestHandler(newStore(f, f.TempDir()), limits)
	f.Fuzz(func(t *testing.T, body []byte) {
		res, text := send(h, http.MethodPost, "/api/certificates", string(body))
		if res.StatusCode >= 500 || !json.Valid([]byte(text)) {
			t.Fatalf("%d %s", res.StatusCode, text)
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
	})
}
