//go:build !js

package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"time"
)

// index is the page.
const index = "index.html"

// unpinned stands in the page where the key belongs that it checks signatures
// with. Whoever serves page and certificates from one place fills it in.
const unpinned = `<meta name="orbitcert-edge-key" content="">`

// contentTypes are stated here so that they do not depend on the tables of the
// machine: a browser refuses modules and wasm of the wrong type.
var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".ico":  "image/x-icon",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".map":  "application/json",
	".mjs":  "text/javascript; charset=utf-8",
	".png":  "image/png",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
	".wasm": "application/wasm",
}

// site serves the page and its files.
type site struct {
	root    fs.FS
	files   http.Handler
	headers []headerRule
	pinned  []byte // what stands in the page in place of unpinned
}

// newSite serves the page in dir, pinned to a public key and with the headers of
// its _headers file. Nothing outside dir is served, not even through a link.
func newSite(dir, publicKey string) (http.Handler, error) {
	opened, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	root := opened.FS()
	headers, err := readHeaders(root)
	if err != nil {
		return nil, err
	}
	pinned := fmt.Appendf(nil, `<meta name="orbitcert-edge-key" content="%s">`, publicKey)
	return &site{root, http.FileServerFS(unlisted{root}), headers, pinned}, nil
}

// ServeHTTP implements http.Handler.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the page takes GET", http.StatusMethodNotAllowed)
		return
	}
	if kind, ok := contentTypes[path.Ext(r.URL.Path)]; ok {
		w.Header().Set("Content-Type", kind)
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-cache") // a new build shows at once
	setHeaders(w.Header(), s.headers, r.URL.Path)
	switch r.URL.Path {
	case "/":
		s.servePage(w, r)
	case "/" + headersFile:
		http.NotFound(w, r)
	default:
		s.files.ServeHTTP(w, r)
	}
}

// servePage serves the page with the key in it. Its tag is that of what is sent;
// the time of the file says nothing of the key.
func (s *site) servePage(w http.ResponseWriter, r *http.Request) {
	page, err := fs.ReadFile(s.root, index)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	page = bytes.Replace(page, []byte(unpinned), s.pinned, 1)
	sum := sha256.Sum256(page)
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sum[:16]))
	http.ServeContent(w, r, index, time.Time{}, bytes.NewReader(page))
}

// unlisted hides folders that have no index.html instead of listing them.
type unlisted struct{ fs.FS }

// Open implements fs.FS.
func (u unlisted) Open(name string) (fs.File, error) {
	f, err := u.FS.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		if _, err := fs.Stat(u.FS, path.Join(name, index)); err != nil {
			f.Close()
			return nil, fs.ErrNotExist
		}
	}
	return f, nil
}
