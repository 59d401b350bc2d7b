//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
)

// index is the page.
const index = "index.html"

// unpinned stands in the page where the key belongs that it checks signatures
// with. A server of page and certificates fills it in.
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

// siteBuild is a built page in memory: its files by their paths, and the headers
// that its _headers file wants, for paths without a file too.
type siteBuild struct {
	files map[string]*file
	rules []headerRule
}

// readBuild reads the folder of a page. Links are not followed. It fails when the
// folder is moved away meanwhile, since a part of it may be gone.
func readBuild(dir, packed, publicKey string) (*siteBuild, error) {
	if err := isBuilt(dir); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	rules, err := readHeaders(root.FS())
	if err != nil {
		return nil, err
	}
	b := &siteBuild{map[string]*file{}, rules}
	pinned := fmt.Appendf(nil, `<meta name="orbitcert-edge-key" content="%s">`, publicKey)
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || name == headersFile {
			return err
		}
		content, err := fs.ReadFile(root.FS(), name)
		if err != nil {
			return err
		}
		if name == index {
			content = bytes.Replace(content, []byte(unpinned), pinned, 1)
		}
		b.add(name, content, packed)
		return nil
	})
	return b, errors.Join(err, stillThere(root, dir))
}

// isBuilt fails unless a page is in the folder.
func isBuilt(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, index)); err != nil {
		return fmt.Errorf("the page is not built: no %s in %s (run make build)", index, dir)
	}
	return nil
}

// stillThere fails unless the folder that was opened is the one under its name.
func stillThere(root *os.Root, dir string) error {
	opened, err := root.Stat(".")
	if err != nil {
		return err
	}
	if now, err := os.Stat(dir); err != nil || !os.SameFile(opened, now) {
		return fmt.Errorf("%s was moved while it was read", dir)
	}
	return nil
}

// add takes a file in. The page is found under the path of its folder too.
func (b *siteBuild) add(name string, content []byte, packed string) {
	kind, known := contentTypes[path.Ext(name)]
	if !known {
		kind = "application/octet-stream"
	}
	forms := readForms(packed, content)
	if name == index {
		if len(forms) == 1 { // the key was not in it when the others were packed
			forms = append([]form{newForm("gzip", sha256.Sum256(content), gzipped(content))}, forms...)
		}
		b.files["/"] = newFile(kind, b.headersOf("/"), forms)
	}
	b.files["/"+name] = newFile(kind, b.headersOf("/"+name), forms)
}

// headersOf is what _headers says of a path; where it says nothing a new build shows at once.
func (b *siteBuild) headersOf(path string) http.Header {
	h := http.Header{"Cache-Control": {"no-cache"}}
	setHeaders(h, b.rules, path)
	return h
}

// readForms returns the forms of a content, those first that build/smaller/pack.mjs has left
// under its digest.
func readForms(packed string, content []byte) (forms []form) {
	sum := sha256.Sum256(content)
	for _, e := range []struct{ encoding, ending string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if body, err := os.ReadFile(filepath.Join(packed, fmt.Sprintf("%x", sum)+e.ending)); err == nil {
			forms = append(forms, newForm(e.encoding, sum, body))
		}
	}
	return append(forms, newForm(identity, sum, content))
}

func gzipped(content []byte) []byte {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(content) // a Buffer never fails
	w.Close()
	return packed.Bytes()
}
