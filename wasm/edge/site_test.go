//go:build !js

package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// The page carries the server's key; tag, length and HEAD fit what is sent.
func TestPinnedPage(t *testing.T) {
	dir, data := writeSite(t), t.TempDir()
	page := "<!doctype html>\n<meta name=\"orbitcert-edge-key\" content=\"\">\n"
	if err := os.WriteFile(filepath.Join(dir, index), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	address, stop := start(t, "-site", dir, "-data", data)
	defer stop()
	signer, err := openSigner(data)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(page, `content=""`, `content="`+signer.public()+`"`, 1)
	ask := func(method, tag string) (*http.Response, string) {
		r, err := http.NewRequest(method, address+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("If-None-Match", tag)
		r.Header.Set("Accept-Encoding", "identity")
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res, string(body)
	}
	res, body := ask("GET", "")
	tag := res.Header.Get("ETag")
	if res.StatusCode != 200 || body != want || res.ContentLength != int64(len(want)) || tag == "" || res.Header.Get("Last-Modified") != "" {
		t.Errorf("GET: %d %v %q, want %q", res.StatusCode, res.Header, body, want)
	}
	if res, body := ask("HEAD", ""); res.StatusCode != 200 || body != "" || res.ContentLength != int64(len(want)) || res.Header.Get("ETag") != tag {
		t.Errorf("HEAD: %d %v", res.StatusCode, res.Header)
	}
	if res, _ := ask("GET", tag); res.StatusCode != 304 {
		t.Errorf("If-None-Match: %d", res.StatusCode)
	}
}

// A page that is pinned already is left as it is.
func TestForeignPin(t *testing.T) {
	dir := writeSite(t)
	page := `<meta name="orbitcert-edge-key" content="other">`
	if err := os.WriteFile(filepath.Join(dir, index), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	if res, body := send(testSite(t, dir), "GET", "/", ""); res.StatusCode != 200 || body != page {
		t.Errorf("%d %q", res.StatusCode, body)
	}
}

// testSite serves a folder without packed forms.
func testSite(t *testing.T, dir string) *site {
	t.Helper()
	s, err := newSite(dir, t.TempDir(), "KEY")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const headersExample = `# what every file gets
/*
  X-Frame-Options: DENY
  Cache-Control: no-cache, no-transform

/chunk-*.js
	! Cache-Control
	Cache-Control: public, max-age=31536000, immutable
/a/*/b.wasm
  Link: </x>; rel="a"
  Link: </y>; rel="b"
`

func TestHeaders(t *testing.T) {
	dir := writeSite(t)
	if err := os.WriteFile(filepath.Join(dir, headersFile), []byte(headersExample), 0o644); err != nil {
		t.Fatal(err)
	}
	h := testSite(t, dir)
	const plain, lasting = "no-cache, no-transform", "public, max-age=31536000, immutable"
	for path, want := range map[string][3]string{
		"/":                  {plain, "DENY", ""},
		"/app.js":            {plain, "DENY", ""},
		"/chunk-1.js":        {lasting, "DENY", ""},
		"/chunk-.js":         {lasting, "DENY", ""},
		"/chunk.js":          {plain, "DENY", ""},
		"/chunk-1.css":       {plain, "DENY", ""},
		"/a/x/b.wasm":        {plain, "DENY", `</x>; rel="a", </y>; rel="b"`},
		"/a/x/y/b.wasm":      {plain, "DENY", `</x>; rel="a", </y>; rel="b"`},
		"/a/b.wasm":          {plain, "DENY", ""},
		"/z/a/x/b.wasm":      {plain, "DENY", ""},
		"/examples/none.js":  {plain, "DENY", ""},
		"/chunk-1.js/chunk-": {plain, "DENY", ""},
	} {
		set := h.serving.Load().now.headersOf(path)
		if got := [3]string{set.Get("Cache-Control"), set.Get("X-Frame-Options"), set.Get("Link")}; got != want {
			t.Errorf("%s: rules give %q, want %q", path, got, want)
		}
		res, _ := send(h, "GET", path, "")
		if got := [3]string{res.Header.Get("Cache-Control"), res.Header.Get("X-Frame-Options"), res.Header.Get("Link")}; got != want && res.StatusCode != 404 {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestBadHeaders(t *testing.T) {
	for _, text := range []string{"  X-Name: above any path\n", "/*\n  no colon\n", "/*\n  : no name\n", "  ! X-Name\n"} {
		_, err := readHeaders(fstest.MapFS{headersFile: {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), headersFile+": line ") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if rules, err := readHeaders(fstest.MapFS{}); err != nil || rules != nil {
		t.Errorf("no file: %v %v", rules, err)
	}
}
