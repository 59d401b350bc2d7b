package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"strings"
)

// load returns the checked entry under key. An entry that fails its check counts
// as missing; the next POST of its request replaces it. Without a signing key
// nothing can be checked, so nothing is there.
func (a *api) load(ctx context.Context, key string) (entry, error) {
	if a.signer == nil {
		return entry{}, ErrNotFound
	}
	if e, ok := a.memory.Get(key); ok {
		return e, nil
	}
	stored, err := a.store.Get(ctx, key)
	switch {
	case errors.Is(err, ErrNotFound):
		return entry{}, err
	case err != nil:
		return entry{}, storeError{err}
	}
	e, err := a.signer.decode(key, stored)
	if err != nil {
		log.Printf("the entry %s is not served: %v", key, err)
		return entry{}, ErrNotFound
	}
	a.memory.Add(key, e)
	return e, nil
}

// stored answers GET /api/certificates/{key}.
func (a *api) stored(r *http.Request, key string) answer {
	e, err := a.load(r.Context(), key)
	switch {
	case errors.Is(err, ErrNotFound):
		return answers.Refusals.Missing.answer()
	case err != nil:
		log.Printf("get %s: %v", key, err)
		return answers.Refusals.Failed.answer()
	}
	tag := `"` + e.signature + `"`
	header := withHeader(answers.Stored, "ETag", tag)
	if matches(r.Header.Values("If-None-Match"), tag) {
		return answer{status: http.StatusNotModified, header: header}
	}
	return answer{status: http.StatusOK, header: header, body: e.document}
}

// matches reports whether If-None-Match lists the tag or "*"; the comparison is
// the weak one of RFC 9110, section 13.1.2.
func matches(lines []string, tag string) bool {
	for _, candidate := range strings.Split(strings.Join(lines, ","), ",") {
		candidate = strings.TrimPrefix(strings.TrimSpace(candidate), "W/")
		if candidate == tag || candidate == "*" {
			return true
		}
	}
	return false
}
