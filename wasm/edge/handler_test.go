//go:build !js

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orbitcert/orbitcert/core/certificate"
)

// gram is MᵀM of X' = [[1.02, 0.01], [0, 0.97]] and X = the unit matrix.
const gram = `{"dimension": 2, "matrix": [[1.0404, 0.0102, 1.02, 0], [0.0102, 0.941, 0.01, 0.97], [1.02, 0.01, 1, 0], [0, 0.97, 0, 1]]}`

// alone has the digest of a clean cloud.
const alone = `{"dimension": 2, "cloud": {"points": 9, "sha256": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"}}`

// posted is a request with draws, of the given number.
func posted(samples int) string {
	return fmt.Sprintf(`{"gram": %s, "sigma": 0.1, "prediction": {"probability": 0.9}, "group": "SO", "samples": %d}`, gram, samples)
}

const unknown = "/api/certificates/00000000000000000000000000000000000000000000000000000000000000aa"

// TestMain keeps the log of provoked failures out of the way.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// newStore is a real store in a folder of the test.
func newStore(t testing.TB, dir string) *boltStore {
	t.Helper()
	s, err := openBolt(dir, 1000, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// secret is the seed of the tests' signing key.
const secret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

// testSigner signs with secret.
func testSigner() *signer {
	s, err := newSigner(secret)
	if err != nil {
		panic(err)
	}
	return s
}

// newTestHandler is a handler whose limiter sees a new day at each computation,
// and so never refuses.
func newTestHandler(store Store, limits Limits) http.Handler {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return NewHandler(store, testSigner(), newLimiter(func() time.Time { now = now.Add(day); return now }), limits)
}

// send asks the handler and returns its response and body.
func send(h http.Handler, method, path, body string, header ...string) (*http.Response, string) {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), w.Body.String()
}

// blamed returns the fields of an error body, between blanks, and fails on any other body.
func blamed(t *testing.T, body string) string {
	t.Helper()
	type failure struct{ Field, Message string }
	var e struct {
		Error *struct {
			failure
			Others []failure
		}
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil || e.Error == nil || e.Error.Message == "" {
		t.Fatalf("no error document: %q", body)
	}
	fields := e.Error.Field
	for _, other := range e.Error.Others {
		if other.Message == "" {
			t.Fatalf("a fault without a message: %q", body)
		}
		fields += " " + other.Field
	}
	return fields
}

// share posts a request and returns the document and its key.
func share(t *testing.T, h http.Handler, body string) (document, key string) {
	t.Helper()
	res, document := send(h, "POST", "/api/certificates", body)
	if res.StatusCode != 200 {
		t.Fatalf("POST: %d %s", res.StatusCode, document)
	}
	var d struct{ Key, Core string }
	if err := json.Unmarshal([]byte(document), &d); err != nil || d.Core != certificate.Core {
		t.Fatalf("bad document (%v): %s", err, document)
	}
	return document, d.Key
}

func TestRefusals(t *testing.T) {
	h := newTestHandler(newStore(t, t.TempDir()), defaultLimits)
	with := func(field string) string { return strings.Replace(posted(10), "{", "{"+field+", ", 1) }
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		field                    string
	}{
		{"empty", "POST", "/api/certificates", "", 400, ""},
		{"not JSON", "POST", "/api/certificates", "sigma=1", 400, ""},
		{"cut off", "POST", "/api/certificates", posted(10)[:50], 400, ""},
		{"two documents", "POST", "/api/certificates", posted(10) + "{}", 400, ""},
		{"8 KiB and a byte", "POST", "/api/certificates", posted(10) + strings.Repeat(" ", 8193-len(posted(10))), 413, ""},
		{"1 MB of nothing", "POST", "/api/certificates", strings.Repeat(" ", 1_000_000), 413, ""},
		{"points", "POST", "/api/certificates", with(`"clean": {"points": [[1, 0], [0, 1]]}`), 422, "clean"},
		{"file", "POST", "/api/certificates", with(`"clean": {"file": "/etc/passwd"}`), 422, "clean"},
		{"folded name", "POST", "/api/certificates", with(`"CLEAN": {"file": "/etc/passwd"}`), 422, "CLEAN"},
		{"two sigmas", "POST", "/api/certificates", with(`"sigma": 1`), 422, "sigma"},
		{"no object", "POST", "/api/certificates", `[]`, 422, "document"},
		{"no request", "POST", "/api/certificates", `{}`, 422, "clean sigma group prediction"},
		{"attack", "POST", "/api/certificates", with(`"perturbed": {"attack": "scale", "norm": 1}`), 422, "perturbed"},
		{"null cloud", "POST", "/api/certificates", with(`"perturbed": null`), 422, "perturbed"},
		{"samples", "POST", "/api/certificates", posted(100_001), 422, "samples"},
		{"radii alone", "POST", "/api/certificates", strings.Replace(posted(0), gram, alone, 1), 422, "gram.cloud"},
		{"sigma", "POST", "/api/certificates", strings.Replace(posted(10), "0.1,", "-1,", 1), 422, "sigma"},
		{"unknown field", "POST", "/api/certificates", with(`"colour": 1`), 422, "colour"},
		{"all at once", "POST", "/api/certificates", `{"gram": ` + gram + `, "sigma": -1, "group": "G", "samples": 100001, "prediction": {"votes": 1.5, "samples": 0}, "colour": 1}`,
			422, "colour sigma group prediction.samples prediction.votes samples"},
		{"clouds and more", "POST", "/api/certificates", `{"clean": {"points": "x"}, "perturbed": {"attack": 1}, "sigma": 1, "group": "SO", "samples": 2e7}`, 422, "clean perturbed prediction samples"},
		{"unknown key", "GET", unknown, "", 404, "key"},
		{"upper case key", "GET", strings.ToUpper(unknown), "", 404, ""},
		{"short key", "GET", "/api/certificates/00", "", 404, ""},
		{"upward key", "GET", "/api/certificates/../health", "", 404, ""},
		{"no key", "GET", "/api/certificates/", "", 404, ""},
		{"no call", "GET", "/api/nothing", "", 404, ""},
		{"list", "GET", "/api/certificates", "", 405, ""},
		{"delete", "DELETE", unknown, "", 405, ""},
		{"post health", "POST", "/api/health", "{}", 405, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, body := send(h, c.method, c.path, c.body)
			if res.StatusCode != c.status {
				t.Fatalf("status %d, want %d: %s", res.StatusCode, c.status, body)
			}
			if field := blamed(t, body); field != c.field {
				t.Errorf("field %q, want %q: %s", field, c.field, body)
			}
			if (res.Header.Get("Allow") != "") != (c.status == 405) {
				t.Errorf("Allow: %q with status %d", res.Header.Get("Allow"), c.status)
			}
			if res.Header.Get("Access-Control-Allow-Origin") != "*" || res.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("headers: %v", res.Header)
			}
		})
	}
}

// Draws that nobody has named are as many as the core's default, here too many.
func TestDefaultSamples(t *testing.T) {
	limits := defaultLimits
	limits.Samples--
	body := strings.Replace(posted(10), `, "samples": 10`, "", 1)
	if res, text := send(newTestHandler(newStore(t, t.TempDir()), limits), "POST", "/api/certificates", body); res.StatusCode != 422 || blamed(t, text) != "samples" {
		t.Errorf("%d %s", res.StatusCode, text)
	}
}

// Each refusal of the table is one of the program, and whole.
func TestAnswers(t *testing.T) {
	var table struct{ Refusals map[string]refusal }
	if err := json.Unmarshal(answersText, &table); err != nil {
		t.Fatal(err)
	}
	known := reflect.ValueOf(answers.Refusals)
	for name, r := range table.Refusals {
		field := known.FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
		if !field.IsValid() || field.Interface() != r || r.Status < 400 || r.Message == "" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if len(table.Refusals) != known.NumField() {
		t.Errorf("%d refusals in the file, %d in the program", len(table.Refusals), known.NumField())
	}
}

// The body at its limit is read; the samples at theirs are drawn.
func TestShareAndOpen(t *testing.T) {
	dir := t.TempDir()
	store := newStore(t, dir)
	h := newTestHandler(store, defaultLimits)
	body := posted(200)
	body += strings.Repeat("\n", defaultLimits.Body-len(body))
	document, key := share(t, h, body)
	if again, _ := share(t, h, posted(200)); again != document {
		t.Errorf("the same request answered\n%s\nthen\n%s", document, again)
	}
	res, stored := send(h, "GET", "/api/certificates/"+key, "")
	if res.StatusCode != 200 || stored != document {
		t.Fatalf("GET %d:\n%s\nwant\n%s", res.StatusCode, stored, document)
	}
	if res.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || !strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		t.Errorf("headers: %v", res.Header)
	}
	if res, head := send(h, "HEAD", "/api/certificates/"+key, ""); res.StatusCode != 200 || head != "" {
		t.Errorf("HEAD: %d %q", res.StatusCode, head)
	}
	checkConditional(t, h, "/api/certificates/"+key, res.Header.Get("ETag"))

	// Entries that were checked once are served from memory.
	if err := store.Put(context.Background(), key, []byte("damaged")); err != nil {
		t.Fatal(err)
	}
	if _, again := send(h, "GET", "/api/certificates/"+key, ""); again != document {
		t.Errorf("not from memory: %s", again)
	}
	if err := store.Put(context.Background(), key, []byte(document)); err != nil {
		t.Fatal(err)
	}

	// Another process, the same folder.
	store.Close()
	if _, after := send(newTestHandler(newStore(t, dir), defaultLimits), "GET", "/api/certificates/"+key, ""); after != document {
		t.Errorf("after reopening: %s", after)
	}
}

func checkConditional(t *testing.T, h http.Handler, path, tag string) {
	t.Helper()
	for match, want := range map[string]int{
		tag: 304, "W/" + tag: 304, "*": 304, `"other", ` + tag: 304, `"other"`: 200, "": 200, tag[:9]: 200,
	} {
		res, body := send(h, "GET", path, "", "If-None-Match", match)
		if res.StatusCode != want || (want == 304) != (body == "") || res.Header.Get("ETag") != tag {
			t.Errorf("If-None-Match: %s: %d with %d bytes, want %d", match, res.StatusCode, len(body), want)
		}
	}
}

// The edge's document is the command line's, with a key and a signature.
func TestSameAsCertify(t *testing.T) {
	document, key := share(t, newTestHandler(newStore(t, t.TempDir()), defaultLimits), posted(500))
	request, err := certificate.ParseRequest([]byte(posted(500)), nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := certificate.Certify(request)
	if err != nil {
		t.Fatal(err)
	}
	if want, err := request.Key(); err != nil || key != want {
		t.Errorf("key %q, want %q (%v)", key, want, err)
	}
	c.Key = key
	unsigned, err := certificate.Document(request, c)
	if err != nil {
		t.Fatal(err)
	}
	if want := testSigner().sign(unsigned); document != string(want.document) {
		t.Errorf("document\n%s\nwant\n%s", document, want.document)
	}
	if v, err := certificate.Verify([]byte(document), nil); err != nil || len(v.Failed) > 0 {
		t.Errorf("verification failed: %v %v", v, err)
	}
}

func TestPreflight(t *testing.T) {
	h := newTestHandler(newStore(t, t.TempDir()), defaultLimits)
	for path, methods := range map[string]string{"/api/certificates": "POST", unknown: "GET", "/api/health": "GET"} {
		res, body := send(h, "OPTIONS", path, "", "Origin", "https://example.org", "Access-Control-Request-Method", methods)
		if res.StatusCode != 204 || body != "" || res.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("OPTIONS %s: %d %q %v", path, res.StatusCode, body, res.Header)
		}
		if !strings.HasPrefix(res.Header.Get("Access-Control-Allow-Methods"), methods) || !strings.Contains(res.Header.Get("Access-Control-Allow-Headers"), "Content-Type") {
			t.Errorf("OPTIONS %s allows %v", path, res.Header)
		}
	}
}

func TestHealth(t *testing.T) {
	store := newStore(t, t.TempDir())
	res, body := send(newTestHandler(store, defaultLimits), "GET", "/api/health", "")
	want := fmt.Sprintf(`{"core":%q,"public_key":"A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="}`+"\n", certificate.Core)
	if res.StatusCode != 200 || body != want {
		t.Errorf("%d %s, want %s", res.StatusCode, body, want)
	}
}

// Without a signing key nothing is made and nothing served; all else is.
func TestNoSigningKey(t *testing.T) {
	store := newStore(t, t.TempDir())
	_, key := share(t, newTestHandler(store, defaultLimits), posted(20))
	h := NewHandler(store, nil, newLimiter(time.Now), defaultLimits)
	if res, body := send(h, "POST", "/api/certificates", posted(20)); res.StatusCode != 503 || !strings.Contains(body, "signing key") {
		t.Errorf("POST: %d %s", res.StatusCode, body)
	}
	if res, body := send(h, "GET", "/api/certificates/"+key, ""); res.StatusCode != 404 || blamed(t, body) != "key" {
		t.Errorf("GET: %d %s", res.StatusCode, body)
	}
	if res, body := send(h, "GET", "/api/health", ""); res.StatusCode != 200 || body != fmt.Sprintf(`{"core":%q}`+"\n", certificate.Core) {
		t.Errorf("health: %d %s", res.StatusCode, body)
	}
}

// While a computation holds the only slot, others wait, then are refused, and
// everything else is answered.
func TestFlood(t *testing.T) { synctest.Test(t, testFlood) }

func testFlood(t *testing.T) {
	entered, leave := make(chan struct{}, 1), make(chan struct{})
	store := brokenStore{get: missing, put: func() error { entered <- struct{}{}; <-leave; return nil }}
	h := newTestHandler(store, Limits{Body: 8192, Samples: 1000, Running: 1, Waiting: 1, Memory: 10})
	var running sync.WaitGroup
	running.Go(func() { share(t, h, posted(10)) })
	<-entered

	ctx, hangUp := context.WithCancel(context.Background())
	waiting := make(chan int)
	go func() {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "POST", "/api/certificates", strings.NewReader(posted(11))))
		waiting <- w.Code
	}()
	synctest.Wait() // until the second has joined the queue
	res, body := send(h, "POST", "/api/certificates", posted(12))
	if res.StatusCode != 429 || res.Header.Get("Retry-After") == "" || blamed(t, body) != "" {
		t.Errorf("third POST: %d %s", res.StatusCode, body)
	}
	if res, _ := send(h, "GET", unknown, ""); res.StatusCode != 404 {
		t.Errorf("GET: %d", res.StatusCode)
	}
	hangUp()
	if status := <-waiting; status != 503 {
		t.Errorf("a client that hung up: %d", status)
	}
	close(leave)
	synctest.Wait()
	if len(h.(*api).queue) != 0 || len(h.(*api).slots) != 0 {
		t.Error("a slot leaked")
	}
}

// A client that has gone before its first block costs nothing.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	put := func() error { t.Error("stored"); return nil }
	r := httptest.NewRequestWithContext(ctx, "POST", "/api/certificates", strings.NewReader(posted(1000)))
	w := httptest.NewRecorder()
	newTestHandler(brokenStore{missing, put}, defaultLimits).ServeHTTP(w, r)
	if w.Code != 503 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// failingBody is an upload that breaks off.
type failingBody struct{}

func (failingBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestBrokenUpload(t *testing.T) {
	w := httptest.NewRecorder()
	h := newTestHandler(brokenStore{missing, missing}, defaultLimits)
	h.ServeHTTP(w, httptest.NewRequest("POST", "/api/certificates", failingBody{}))
	if w.Code != 400 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
