// Command edge shares certificates: it computes the certificate of a posted
// request, signs it, stores it under the SHA-256 of the request and hands it out
// again. Compiled for js/wasm it is the part of an edge worker that computes,
// over a KV namespace (worker/ is the other part); compiled natively it is a
// loopback server over one file, which also serves the page.
package main

import (
	"io"
	"log"
	"net/http"
	"regexp"
	"strings"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/fault"
	"golang.org/x/sync/singleflight"
)

// api answers the calls below /api/.
type api struct {
	store   Store
	signer  *signer
	limiter Limiter
	limits  Limits
	memory  memory
	flights singleflight.Group
	queue   chan struct{} // one token for each computation that runs or waits
	slots   chan struct{} // one token for each computation that runs
}

// NewHandler returns the edge's calls over a store:
//
//	POST /api/certificates        compute, sign, store, answer the certificate
//	GET  /api/certificates/{key}  the stored certificate, for ever the same
//	GET  /api/health              {"core": version, "public_key": base64}
//
// Any page may call it: there are no cookies and nothing private. Every failure
// is answered as JSON, a panic included. With a nil signer there are no
// certificates, old or new, and health shows no key.
func NewHandler(store Store, signer *signer, limiter Limiter, limits Limits) http.Handler {
	return &api{
		store:   store,
		signer:  signer,
		limiter: limiter,
		limits:  limits,
		memory:  newMemory(limits.Memory),
		queue:   make(chan struct{}, limits.Running+limits.Waiting),
		slots:   make(chan struct{}, limits.Running),
	}
}

// ServeHTTP implements http.Handler. The rest of the body is read before the
// answer: workerd closes a connection with an unread body, and the client's next
// request on it would be lost.
func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ans := a.respond(r)
	if ans.status >= 400 {
		log.Printf("refused with %d", ans.status) // nothing of what clients send
	}
	io.CopyN(io.Discard, r.Body, int64(a.limits.Discarded)) // a body that breaks off is as good as read
	ans.write(w, r.Method)
}

// respond turns a panic of a call into an answer.
func (a *api) respond(r *http.Request) (ans answer) {
	defer func() {
		if v := recover(); v != nil {
			ans = panicked(v)
		}
	}()
	method, call := a.route(r.URL.Path)
	switch {
	case call == nil:
		return answers.Refusals.Unknown.answer()
	case r.Method == http.MethodOptions:
		return preflight(method)
	case r.Method == method, r.Method == http.MethodHead && method == http.MethodGet:
		return call(r)
	}
	ans = refusal{Status: http.StatusMethodNotAllowed, Message: "this call takes " + method}.answer()
	ans.header = map[string]string{"Allow": allowed(method)}
	return ans
}

// panicked answers a panic. The log gets its place; its value may hold numbers of a request.
func panicked(v any) answer {
	logPanic(v)
	return answers.Refusals.Failed.answer()
}

func logPanic(v any) { log.Printf("panic (%T) in %s", v, fault.Place()) }

// keyPattern is the form of Request.Key.
var keyPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// route returns the method and the function behind a path, or nil.
func (a *api) route(path string) (string, func(*http.Request) answer) {
	switch path {
	case "/api/health":
		return http.MethodGet, a.health
	case "/api/certificates":
		return http.MethodPost, a.certify
	}
	if key, ok := strings.CutPrefix(path, "/api/certificates/"); ok && keyPattern.MatchString(key) {
		return http.MethodGet, func(r *http.Request) answer { return a.stored(r, key) }
	}
	return "", nil
}

// allowed lists the methods of a call, for Allow.
func allowed(method string) string {
	if method == http.MethodGet {
		return "GET, HEAD, OPTIONS"
	}
	return method + ", OPTIONS"
}

// preflight lets pages of any origin use the call.
func preflight(method string) answer {
	header := withHeader(answers.Preflight, "Allow", allowed(method))
	return answer{status: http.StatusNoContent, header: withHeader(header, "Access-Control-Allow-Methods", allowed(method))}
}

func (a *api) health(*http.Request) answer {
	body := struct {
		Core      string `json:"core"`
		PublicKey string `json:"public_key,omitempty"`
	}{Core: certificate.Core}
	if a.signer != nil {
		body.PublicKey = a.signer.public()
	}
	return encoded(http.StatusOK, body)
}
