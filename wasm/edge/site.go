//go:build !js

package main

import (
	"io/fs"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
)

// site serves the files of the page from memory. When another build takes the place
// of its folder it serves that one, once it has read the whole of it.
type site struct {
	dir, packed string
	publicKey   string // stands in the page in place of unpinned

	serving atomic.Pointer[builds]
	reading sync.Mutex
	tried   fs.FileInfo // the folder read last, also where that failed
}

// builds are the one that is served and the one before it: pages that came from that
// one still ask for its parts.
type builds struct{ now, before *siteBuild }

// newSite serves the page in the folder dir, pinned to a public key, in the packed
// forms that build/smaller/pack.mjs has left in another.
func newSite(dir, packed, publicKey string) (*site, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	first, err := readBuild(dir, packed, publicKey)
	if err != nil {
		return nil, err
	}
	s := &site{dir: dir, packed: packed, publicKey: publicKey, tried: info}
	s.serving.Store(&builds{now: first})
	return s, nil
}

// ServeHTTP implements http.Handler. A file has one path: "//" and "/./" are none.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.refresh()
	b := s.serving.Load()
	f := b.find(r.URL.Path)
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if f != nil && reads {
		f.serve(w, r)
		return
	}
	setHeaders(w.Header(), b.now.rules, r.URL.Path)
	switch {
	case !reads:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the page takes GET", http.StatusMethodNotAllowed)
	case strings.ContainsFunc(r.URL.Path, unicode.IsControl):
		http.Error(w, "the path has a control character", http.StatusBadRequest)
	default:
		http.Error(w, "no such file", http.StatusNotFound)
	}
}

// find returns the file of a path, nil where there is none. Of the build before there
// are those that never change: a file that does would not fit the others.
func (b *builds) find(path string) *file {
	if f := b.now.files[path]; f != nil || b.before == nil {
		return f
	}
	if f := b.before.files[path]; f != nil && f.immutable {
		return f
	}
	return nil
}

// refresh reads the folder when it is not the one that was read last. Meanwhile, and
// while there is none, or a damaged one, all get what was there before.
func (s *site) refresh() {
	if !s.reading.TryLock() {
		return
	}
	defer s.reading.Unlock()
	info, err := os.Stat(s.dir)
	if err != nil || os.SameFile(info, s.tried) && info.ModTime().Equal(s.tried.ModTime()) {
		return
	}
	next, err := readBuild(s.dir, s.packed, s.publicKey)
	s.tried = info
	if err != nil {
		log.Printf("the new build is not served: %v", err)
		return
	}
	s.serving.Store(&builds{now: next, before: s.serving.Load().now})
}
