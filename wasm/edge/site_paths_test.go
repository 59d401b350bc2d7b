//go:build !js

package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// status sends a request line as it stands, which clients would tidy up.
func status(t *testing.T, address, path string) (code int) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path)
	if _, err := fmt.Fscanf(conn, "HTTP/1.1 %d", &code); err != nil {
		t.Fatal(err)
	}
	return code
}

// Each file has one path. Another would serve the page without its key, or with the
// headers of another file.
func TestPaths(t *testing.T) {
	dir := writeSite(t)
	if err := os.WriteFile(filepath.Join(dir, headersFile), []byte(headersExample), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	address, stop := start(t, "-site", dir, "-data", t.TempDir())
	defer stop()
	for path, want := range map[string]int{
		"/": 200, "/index.html": 200, "/?query": 200, "/app.js": 200, "/%61pp.js": 200, "/examples/index.json": 200,
		"//": 404, "/./": 404, "/.": 404, "/../": 404, "/x/..": 404, "//index.html": 404, "/./index.html": 404, "/%2e/": 404, "/%2findex.html": 404,
		"//_headers": 404, "/_headers": 404, "/./_headers": 404, "/examples/../_headers": 404, "/%5fheaders": 404, "/_headers/": 404,
		"/examples": 404, "/examples/": 404, "/index.html/": 404, "/link.txt": 404, "/../../etc/passwd": 404, "/..%2f..%2fetc%2fpasswd": 404,
		"/%00": 400, "/app.js%00": 400, "/%0a": 400, "/%7f": 400, "/%c2%85": 400, "/%ff": 404, "/%": 400,
		"//api/health": 404, "/api//health": 404, "/api/%00": 404,
	} {
		if got := status(t, address, path); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
}

// copySite makes another build of a page in the place of dir, as build/site.sh does it.
func copySite(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	next, old := dir+".new", dir+".old"
	for name, text := range files {
		path := filepath.Join(next, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Rename(dir, old), os.Rename(next, dir), os.RemoveAll(old)); err != nil {
		t.Fatal(err)
	}
}

// A server goes on while its page is built anew: with the old build, then with the new
// one, and with the parts of the old one that pages in open windows still want.
func TestBuildBesideServer(t *testing.T) {
	const rules = "/part-*.js\n  Cache-Control: immutable\n"
	dir := filepath.Join(t.TempDir(), "site")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	copySite(t, dir, map[string]string{"index.html": "first", "part-1.js": "1", "old.js": "x", headersFile: rules})
	h := testSite(t, dir)
	expect := func(when string, want map[string]string) {
		t.Helper()
		for path, text := range want {
			res, body := send(h, "GET", path, "")
			if text == "" && res.StatusCode != 404 || text != "" && (res.StatusCode != 200 || body != text) {
				t.Errorf("%s, %s: %d %q, want %q", when, path, res.StatusCode, body, text)
			}
		}
	}
	copySite(t, dir, map[string]string{"index.html": "second", "part-2.js": "2", headersFile: rules})
	expect("another build", map[string]string{"/": "second", "/part-1.js": "1", "/part-2.js": "2", "/old.js": ""})
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	expect("no build", map[string]string{"/": "second", "/part-1.js": "1", "/part-2.js": "2"})
	if err := os.Rename(dir+".away", dir); err != nil {
		t.Fatal(err)
	}
	copySite(t, dir, map[string]string{"app.js": "half"})
	expect("a build without a page", map[string]string{"/": "second", "/part-2.js": "2", "/app.js": ""})
	copySite(t, dir, map[string]string{"index.html": "third", headersFile: "  X: above any path\n"})
	expect("a damaged build", map[string]string{"/": "second"})
	copySite(t, dir, map[string]string{"index.html": "fourth"})
	expect("a build again", map[string]string{"/": "fourth", "/part-2.js": "2", "/part-1.js": ""})
}

// A folder that is moved away while it is read is not served in parts.
func TestMovedWhileRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := stillThere(root, dir); err != nil {
		t.Error(err)
	}
	copySite(t, dir, map[string]string{"index.html": "next"})
	if err := stillThere(root, dir); err == nil {
		t.Error("another folder is taken for the one that was opened")
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := stillThere(root, dir); err == nil {
		t.Error("no folder is taken for the one that was opened")
	}
}

// A panic anywhere is a sentence; the connection and the server live on.
func TestPanicsAreAnswered(t *testing.T) {
	bug := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("bug") })
	h := newServer(bug, bug).Handler
	for _, path := range []string{"/", "/api/health"} {
		res, body := send(h, "GET", path, "")
		if res.StatusCode != 500 || !strings.HasPrefix(body, `{"error":{"message":"the edge failed`) || strings.Contains(body, "goroutine") {
			t.Errorf("%s: %d %s", path, res.StatusCode, body)
		}
	}
}
