//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	forms := []form{{encoding: "br"}, {encoding: "gzip"}, {encoding: identity}}
	for accept, want := range map[string]string{
		"":                                identity,
		"gzip":                            "gzip",
		"br":                              "br",
		"gzip, deflate, br, zstd":         "br",
		"GZip":                            "gzip",
		"br;q=0, gzip":                    "gzip",
		"br;q=0.2, gzip;q=0.8":            "gzip",
		"br; q=0.8 ,gzip ;Q=0.8":          "br",
		"gzip;q=0.5, identity":            identity,
		"gzip;q=0.5, identity;q=0.5":      "gzip",
		"gzip;q=0.001":                    "gzip",
		"gzip;q=0":                        identity,
		"*":                               "br",
		"*;q=0":                           identity,
		"br;q=0, *;q=0.1":                 "gzip",
		"identity":                        identity,
		"identity;q=0, br;q=0.1":          "br",
		"identity;q=0":                    identity, // RFC 9110, 12.5.3: better the plain one than none
		"zstd":                            identity,
		"br;q=x, gzip;q=NaN":              identity,
		"br;q=2":                          identity,
		"br;q=-1":                         identity,
		"br;q=1e400, gzip;q=":             identity,
		",,;;=,br;;":                      "br",
		strings.Repeat("gzip,", 1e5):      "gzip",
		"brotli, x-br, gzip-not, identit": identity,
	} {
		if got := choose([]string{accept}, forms).encoding; got != want {
			t.Errorf("%.60q: %s, want %s", accept, got, want)
		}
	}
	if got := choose([]string{"br;q=0.5", "gzip"}, forms).encoding; got != "gzip" {
		t.Errorf("two lines: %s", got)
	}
	if got := choose(nil, forms).encoding; got != identity {
		t.Errorf("no line: %s", got)
	}
	if got := choose([]string{"br"}, forms[2:]).encoding; got != identity {
		t.Errorf("a file with one form: %s", got)
	}
}

// packedSite is a page of which one file is packed; the packed forms are texts that
// tell them apart.
func packedSite(t *testing.T) *site {
	t.Helper()
	dir, packed := writeSite(t), t.TempDir()
	sum := sha256.Sum256([]byte("export {};"))
	for ending, text := range map[string]string{".br": "brotli", ".gz": "gzipped"} {
		if err := os.WriteFile(filepath.Join(packed, fmt.Sprintf("%x", sum)+ending), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := newSite(dir, packed, "KEY")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPackedForms(t *testing.T) {
	h := packedSite(t)
	tags := map[string]string{}
	for accept, want := range map[string]string{"": "export {};", "gzip": "gzipped", "gzip, br": "brotli"} {
		res, body := send(h, "GET", "/app.js", "", "Accept-Encoding", accept)
		encoding := map[string]string{"": "", "gzip": "gzip", "gzip, br": "br"}[accept]
		if res.StatusCode != 200 || body != want || res.Header.Get("Content-Encoding") != encoding || res.Header.Get("Content-Type") != contentTypes[".js"] ||
			res.Header.Get("Vary") != "Accept-Encoding" || res.Header.Get("Content-Length") != fmt.Sprint(len(want)) {
			t.Errorf("%q: %d %q %v", accept, res.StatusCode, body, res.Header)
		}
		tags[accept] = res.Header.Get("ETag")
		if res, body := send(h, "HEAD", "/app.js", "", "Accept-Encoding", accept); res.StatusCode != 200 || body != "" ||
			res.Header.Get("Content-Encoding") != encoding || res.Header.Get("Content-Length") != fmt.Sprint(len(want)) || res.Header.Get("ETag") != tags[accept] {
			t.Errorf("HEAD %q: %d %q %v", accept, res.StatusCode, body, res.Header)
		}
	}
	for accept := range tags {
		for other, tag := range tags {
			want := map[bool]int{true: 304, false: 200}[other == accept]
			res, body := send(h, "GET", "/app.js", "", "Accept-Encoding", accept, "If-None-Match", tag)
			if res.StatusCode != want || want == 304 && body != "" || res.Header.Get("Vary") == "" || res.Header.Get("ETag") != tags[accept] {
				t.Errorf("%q asked with the tag of %q: %d %q %v", accept, other, res.StatusCode, body, res.Header)
			}
		}
	}
	if res, _ := send(h, "GET", "/icon.svg", "", "Accept-Encoding", "br"); res.Header.Get("Content-Encoding") != "" || res.Header.Get("Vary") != "" {
		t.Errorf("a file without packed forms: %v", res.Header)
	}
}

// A part of a packed form is a part of its bytes, and only of those that were tagged.
func TestRanges(t *testing.T) {
	h := packedSite(t)
	res, _ := send(h, "GET", "/app.js", "", "Accept-Encoding", "br")
	tag := res.Header.Get("ETag")
	for _, c := range []struct {
		accept, bytes, tag string
		status             int
		body               string
	}{
		{"br", "0-1", "", 206, "br"}, {"br", "4-", tag, 206, "li"}, {"br", "4-", `"old"`, 200, "brotli"},
		{"gzip", "4-", tag, 200, "gzipped"}, {"", "-3", "", 206, "{};"}, {"br", "9-", "", 416, ""},
	} {
		res, body := send(h, "GET", "/app.js", "", "Accept-Encoding", c.accept, "Range", "bytes="+c.bytes, "If-Range", c.tag)
		if res.StatusCode != c.status || c.status != 416 && (body != c.body || res.Header.Get("Content-Length") != fmt.Sprint(len(body))) {
			t.Errorf("%v: %d %q %v", c, res.StatusCode, body, res.Header)
		}
	}
}

// The page is packed with its key in it.
func TestPackedPage(t *testing.T) {
	dir := writeSite(t)
	page := "<!doctype html>" + unpinned + strings.Repeat("<p>text</p>", 100)
	if err := os.WriteFile(filepath.Join(dir, index), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/index.html"} {
		res, body := send(testSite(t, dir), "GET", path, "", "Accept-Encoding", "gzip")
		unpacked, err := gzip.NewReader(bytes.NewReader([]byte(body)))
		if err != nil {
			t.Fatal(err, res.Header)
		}
		text, err := io.ReadAll(unpacked)
		if want := strings.Replace(page, `content=""`, `content="KEY"`, 1); err != nil || string(text) != want || len(body) >= len(page)/4 {
			t.Errorf("%s: %d bytes, %v, %q", path, len(body), err, text)
		}
	}
}

// Over the wire, with a client that unpacks: what net/http may add must not break it.
func TestPackedOverTheWire(t *testing.T) {
	dir := writeSite(t)
	if err := os.WriteFile(filepath.Join(dir, index), []byte(unpinned+strings.Repeat("<p>text</p>", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	address, stop := start(t, "-site", dir, "-data", t.TempDir())
	defer stop()
	res, err := http.Get(address + "/") // asks for gzip and unpacks it by itself
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err := io.ReadAll(res.Body); err != nil || !res.Uncompressed || !strings.HasSuffix(string(body), "<p>text</p>") {
		t.Errorf("%v %v %.80q", err, res.Header, body)
	}
}
