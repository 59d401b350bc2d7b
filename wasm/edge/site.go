//go:build !js

package main

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
)

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

// newSite serves the page in dir, which must have an index.html. Nothing
// outside dir is served, not even through a link.
func newSite(dir string) (http.Handler, error) {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return nil, fmt.Errorf("the page is not built: no index.html in %s (run make build)", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	files := http.FileServerFS(unlisted{root.FS()})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
		files.ServeHTTP(w, r)
	}), nil
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
		if _, err := fs.Stat(u.FS, path.Join(name, "index.html")); err != nil {
			f.Close()
			return nil, fs.ErrNotExist
		}
	}
	return f, nil
}
