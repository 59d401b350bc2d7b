//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
)

// original is a document as the edge made it.
type original struct{ request, document, key string }

// pointsPosted is a request of points that come and go.
func pointsPosted(points string) string {
	return `{"gram": {"dimension": 2, "points": {"clean": 40, ` + points + `}}, "sigma": 0.1, "prediction": {"probability": 0.99}, "group": "SO", "samples": 0, "subsample": 8}`
}

// originals are shared certificates of several kinds.
func originals(t *testing.T, h http.Handler) (all []original) {
	t.Helper()
	for _, request := range []string{
		posted(20),
		posted(0),
		strings.Replace(posted(30), `"SO"`, `"E"`, 1),
		strings.Replace(posted(20), `"probability": 0.9`, `"votes": 970, "samples": 1000, "runner_up": {"votes": 20}`, 1),
		strings.Replace(posted(20), `"SO"`, `"SE", "alpha": 0.01, "seed": "7"`, 1),
		strings.Replace(posted(20), `"probability": 0.9`, `"probability": 0.2`, 1),
		pointsPosted(`"changes": {"replaced": 1, "moved": 0.1}`),
		pointsPosted(`"perturbed": 39, "kept": 38, "distance": 0.4, "moved": {"sigma": 0.1, "mean": 3.368421053, "square": 5, "least": 1, "most": 6}`),
	} {
		document, key := share(t, h, request)
		all = append(all, original{request, document, key})
	}
	return all
}

// wrongEntry says how an entry that is not to be served comes of a true one; testdata/entries.json
// has those that the worker, too, is to refuse (js/test/edge/worker.test.js). Texts may name the
// {key}, that of the {other} entry and the {core}.
type wrongEntry struct {
	Text            *string // in the place of the entry
	Other, Unsigned bool
	From, To        string // what is changed then
	Signed, Again   bool   // in the place of the signature; again: after it
	Recomputed      bool   // only who computes the key of the request sees it
}

func (w wrongEntry) make(o, other original) string {
	text := o.document
	if w.Other {
		text = other.document
	}
	if w.Text != nil {
		text = *w.Text
	}
	if body, _, signed := strings.Cut(text, beforeSignature); signed && (w.Unsigned || w.Signed && !w.Again) {
		text = body + unsignedEnd
	}
	named := strings.NewReplacer("{key}", o.key, "{other}", other.key, "{core}", certificate.Core).Replace
	if w.Text != nil {
		text = named(text)
	}
	text = strings.Replace(text, named(w.From), named(w.To), 1)
	if w.Signed {
		text = string(testSigner().sign([]byte(text)).document)
	}
	return text
}

// Whatever is damaged or misplaced is missing, until it is computed again.
func TestDamagedEntriesAreMissing(t *testing.T) {
	store := newStore(t, t.TempDir())
	all := originals(t, newTestHandler(store, defaultLimits))
	o, other := all[0], all[1]
	text, err := os.ReadFile("testdata/entries.json")
	var table map[string]wrongEntry
	if err = errors.Join(err, json.Unmarshal(text, &table)); err != nil || len(table) == 0 {
		t.Fatal(err)
	}
	for name, wrong := range table {
		t.Run(name, func(t *testing.T) {
			value := wrong.make(o, other)
			if value == o.document {
				t.Fatal("nothing was damaged")
			}
			if err := store.Put(context.Background(), o.key, []byte(value)); err != nil {
				t.Fatal(err)
			}
			h := newTestHandler(store, defaultLimits) // one that has not seen the good entry
			if res, body := send(h, "GET", "/api/certificates/"+o.key, ""); res.StatusCode != 404 || blamed(t, body) != "key" {
				t.Errorf("GET: %d %s", res.StatusCode, body)
			}
			if again, _ := share(t, h, o.request); again != o.document {
				t.Errorf("POST: %s", again)
			}
			if _, body := send(h, "GET", "/api/certificates/"+o.key, ""); body != o.document {
				t.Errorf("GET after POST: %s", body)
			}
		})
	}
}

// forgeries is how many mutants are tried; build/test/long.sh forgery tries 100,000.
func forgeries(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("ORBITCERT_FORGERIES"))
	if err != nil {
		n = 3000
	}
	return n
}

// No mutant of a stored entry is served: each byte changed once, then at random.
func TestForgedEntries(t *testing.T) {
	store := newStore(t, t.TempDir())
	store.db.NoSync = true // the disk takes most of the time
	all := originals(t, newTestHandler(store, defaultLimits))
	h := newTestHandler(store, defaultLimits)
	random := rand.New(rand.NewPCG(6, 1))
	try := func(kind, key, text string) {
		if err := store.Put(context.Background(), key, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if res, body := send(h, "GET", "/api/certificates/"+key, ""); res.StatusCode != 404 || blamed(t, body) != "key" {
			t.Fatalf("%s: %d %s of the entry\n%s", kind, res.StatusCode, body, text)
		}
	}
	tried := 0
	for i := range all[0].document {
		flipped := []byte(all[0].document)
		flipped[i] ^= 1 << (i % 8)
		try("flip", all[0].key, string(flipped))
		tried++
	}
	names := entryMutations
	for n := forgeries(t); tried < n; tried++ {
		m := names[tried%len(names)]
		o, other := all[random.IntN(len(all))], all[random.IntN(len(all))]
		if text := m.make(random, o.document, other.document); text != o.document {
			try(m.kind, o.key, text)
		}
	}
	t.Logf("%d mutants of stored entries, 0 served", tried)
}

// A stored document whose lower bound exceeds its upper one is not served, whoever signed it.
func TestContradictionsAreNotServed(t *testing.T) {
	const request = `{"gram":{"dimension":3,"matrix":[[4,0,0,3,0,0],[0,2,0,0,1,0],[0,0,1,0,0,1],[3,0,0,3,0,0],[0,1,0,0,1,0],[0,0,1,0,0,1]]},
		"sigma":1,"group":"SO","prediction":{"probability":0.55},"samples":100}`
	h := newTestHandler(newStore(t, t.TempDir()), defaultLimits)
	res, body := send(h, "POST", "/api/certificates", request)
	if res.StatusCode != 200 {
		t.Fatalf("%d: %s", res.StatusCode, body)
	}
	r, err := certificate.ParseRequest([]byte(request), nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := r.Key()
	if err != nil {
		t.Fatal(err)
	}
	unsigned := body[:strings.Index(body, beforeSignature)] + "\n}\n"
	for _, c := range []struct {
		document string
		served   bool
	}{{unsigned, true}, {regexp.MustCompile(`"upper": 0\.`).ReplaceAllString(unsigned, `"upper": 0.0`), false}} {
		signed := testSigner().sign([]byte(c.document))
		if _, err := testSigner().decode(key, signed.document); (err == nil) != c.served {
			t.Errorf("served %v: %v, %s", c.served, err, c.document)
		}
	}
}

// An entry that an earlier core stored and signed is served unchanged, under the key that it was stored with.
func TestEntriesOfEarlierCoresAreServed(t *testing.T) {
	store := newStore(t, t.TempDir())
	h := newTestHandler(store, defaultLimits)
	o := originals(t, h)[0]
	earlier := wrongEntry{From: `"core": "{core}`, To: `"core": "0.6.0`, Signed: true}.make(o, o)
	for _, c := range []struct {
		stored string
		status int
	}{
		{earlier, 200},
		{strings.Replace(earlier, "0.6.0", "0.5.0", 1), 404},
		{strings.Replace(earlier, `"certified": `, `"certified" : `, 1), 404},
	} {
		if err := store.Put(context.Background(), o.key, []byte(c.stored)); err != nil {
			t.Fatal(err)
		}
		res, body := send(newTestHandler(store, defaultLimits), "GET", "/api/certificates/"+o.key, "")
		if res.StatusCode != c.status || c.status == 200 && body != c.stored {
			t.Errorf("%d, not %d, for\n%s", res.StatusCode, c.status, c.stored)
		}
	}
}

// A mutant of a request is refused, or is another good request: then its
// certificate is that of the mutant, and stands. Nothing fails.
func TestForgedRequests(t *testing.T) {
	limits := defaultLimits
	limits.Samples = 100
	store := newStore(t, t.TempDir())
	store.db.NoSync = true
	h := newTestHandler(store, limits)
	all := originals(t, h)
	random := rand.New(rand.NewPCG(6, 2))
	n, computed := forgeries(t), 0
	for i := range n {
		m := requestMutations[i%len(requestMutations)]
		o, other := all[random.IntN(len(all))], all[random.IntN(len(all))]
		text := m.make(random, o.request, other.request)
		res, body := send(h, "POST", "/api/certificates", text)
		switch {
		case res.StatusCode == 200 && !m.wrong:
			computed++
			checkAnswer(t, text, body)
		case res.StatusCode == 400 || res.StatusCode == 413 || res.StatusCode == 422:
			blamed(t, body)
		default:
			t.Fatalf("%s: %d %s for\n%s", m.kind, res.StatusCode, body, text)
		}
	}
	if computed == 0 || computed == n {
		t.Errorf("%d of %d mutants were computed", computed, n)
	}
	t.Logf("%d mutants of requests: %d computed, the others refused", n, computed)
}

// checkAnswer checks a certificate against the request as it was posted.
func checkAnswer(t *testing.T, request, document string) {
	t.Helper()
	r, err := certificate.ParseRequest([]byte(request), nil)
	if err != nil {
		t.Fatalf("computed, although %v: %s", err, request)
	}
	key, err := r.Key()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := testSigner().decode(key, []byte(document)); err != nil {
		t.Fatalf("%v: %s", err, document)
	}
	if v, err := certificate.Verify([]byte(document), nil); err != nil || len(v.Failed) > 0 {
		t.Fatalf("%v %v: %s", v, err, document)
	}
	var d struct{ Request json.RawMessage }
	canonical, _ := json.Marshal(r)
	if err := json.Unmarshal([]byte(document), &d); err != nil || !bytes.Equal(d.Request, canonical) {
		t.Fatalf("the certificate of %s answers %s", d.Request, canonical)
	}
}

// mutation makes a mutant of a text, with parts of another.
type mutation struct {
	kind  string
	wrong bool // no such request can be good
	make  func(random *rand.Rand, text, other string) string
}

// number finds a number in JSON, with what is before it.
var number = regexp.MustCompile(`([\[:,] ?)-?[0-9][-+.0-9eE]*`)

// withNumber puts something in place of one number.
func withNumber(value string) func(*rand.Rand, string, string) string {
	return func(random *rand.Rand, text, _ string) string {
		places := number.FindAllStringSubmatchIndex(text, -1)
		p := places[random.IntN(len(places))]
		return text[:p[3]] + value + text[p[1]:]
	}
}

var common = []mutation{
	{"flip", false, func(random *rand.Rand, text, _ string) string {
		b := []byte(text)
		b[random.IntN(len(b))] ^= 1 << random.IntN(8)
		return string(b)
	}},
	{"any byte", false, func(random *rand.Rand, text, _ string) string {
		b := []byte(text)
		b[random.IntN(len(b))] = byte(random.IntN(256))
		return string(b)
	}},
	{"truncate", true, func(random *rand.Rand, text, _ string) string { return text[:random.IntN(len(text)-2)] }},
	{"cut out", false, func(random *rand.Rand, text, _ string) string {
		i := random.IntN(len(text))
		return text[:i] + text[min(len(text), i+1+random.IntN(20)):]
	}},
	{"splice", false, func(random *rand.Rand, text, other string) string {
		return text[:random.IntN(len(text))] + other[random.IntN(len(other)):]
	}},
	{"append", true, func(random *rand.Rand, text, other string) string { return text + other }},
	{"−0", false, withNumber("-0")},
	{"digit", false, func(random *rand.Rand, text, other string) string {
		return withNumber(fmt.Sprint(random.IntN(3)))(random, text, other)
	}},
	{"NaN", true, withNumber("NaN")},
	{"Infinity", true, withNumber("-Infinity")},
	{"1e999", true, withNumber("1e999")},
	{"null", true, withNumber("null")},
	{"huge", true, withNumber(strings.Repeat("9", 400))},
	{"1e308", false, withNumber("1e308")},
	{"tiny", false, withNumber("1e-320")},
	{"text", false, withNumber(`"1"`)}, // a seed may be one
	{"deep", true, withNumber(strings.Repeat("[", 3000))},
}

// named finds the first field of a text and its value.
var named = regexp.MustCompile(`"sigma": ?[^,]*,`)

var requestMutations = append([]mutation{
	{"twice", true, func(random *rand.Rand, text, _ string) string {
		return strings.Replace(text, "{", `{"sigma": 0.3, `, 1)
	}},
	{"twice inside", true, func(random *rand.Rand, text, _ string) string {
		return strings.Replace(text, `"dimension": 2`, `"dimension": 2, "dimension": 2`, 1)
	}},
	{"missing", true, func(_ *rand.Rand, text, _ string) string { return named.ReplaceAllString(text, "") }},
	{"unknown", true, func(_ *rand.Rand, text, _ string) string { return strings.Replace(text, "{", `{"x": 1, `, 1) }},
	{"a byte order mark", true, func(_ *rand.Rand, text, _ string) string { return "\ufeff" + text }},
	{"white space", false, func(_ *rand.Rand, text, _ string) string { return strings.ReplaceAll(text, " ", "\r\n\t") }},
}, common...)

var entryMutations = append([]mutation{
	{"swapped", true, func(_ *rand.Rand, text, other string) string {
		if text == other {
			return "{}"
		}
		return other
	}},
	{"field twice", true, func(_ *rand.Rand, text, _ string) string {
		return strings.Replace(text, "{\n", "{\n  \"certified\": true,\n", 1)
	}},
	{"verdict", true, func(_ *rand.Rand, text, _ string) string {
		return strings.NewReplacer(`": true`, `": false`, `": false`, `": true`).Replace(text)
	}},
	{"old core", true, func(_ *rand.Rand, text, _ string) string {
		return strings.Replace(text, `"core": "`+certificate.Core, `"core": "0.0.1`, 1)
	}},
	{"random signature", true, func(random *rand.Rand, text, _ string) string {
		at := strings.Index(text, beforeSignature) + len(beforeSignature)
		b := []byte(text)
		for i := at; i < at+86; i++ {
			b[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[random.IntN(64)]
		}
		b[at+85] = "AQgw"[random.IntN(4)]
		return string(b)
	}},
	{"another's signature", true, func(_ *rand.Rand, text, other string) string {
		if text == other {
			return "{}"
		}
		return text[:strings.Index(text, beforeSignature)] + other[strings.Index(other, beforeSignature):]
	}},
	{"signed by another", true, func(random *rand.Rand, text, _ string) string {
		s, _ := newSigner("B" + secret[1:])
		return string(s.sign([]byte(text[:strings.Index(text, beforeSignature)] + unsignedEnd)).document)
	}},
	{"signed here, another σ", true, func(random *rand.Rand, text, _ string) string {
		unsigned := text[:strings.Index(text, beforeSignature)] + unsignedEnd
		return string(testSigner().sign([]byte(strings.Replace(unsigned, `"sigma":0.1`, fmt.Sprintf(`"sigma":%d`, 1+random.IntN(1e6)), 1))).document)
	}},
	{"lines swapped", true, func(random *rand.Rand, text, _ string) string {
		lines := strings.Split(text, "\n")
		i, j := random.IntN(len(lines)), random.IntN(len(lines))
		lines[i], lines[j] = lines[j], lines[i]
		return strings.Join(lines, "\n")
	}},
	{"CRLF", true, func(_ *rand.Rand, text, _ string) string { return strings.ReplaceAll(text, "\n", "\r\n") }},
}, common...)
