package main

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/orbitcert/orbitcert/core/document"
)

// answer is a whole response. It is written in one piece after everything that
// can fail or panic, so that no client ever sees half of one.
type answer struct {
	status int
	header map[string]string
	body   []byte
}

// write sends a to w; a HEAD request gets the header alone.
func (a answer) write(w http.ResponseWriter, method string) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "ETag, Retry-After")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	for name, value := range a.header {
		h.Set(name, value)
	}
	if len(a.body) > 0 {
		h.Set("Content-Type", "application/json; charset=utf-8")
	}
	if len(a.body) == 0 || method == http.MethodHead {
		w.WriteHeader(a.status)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(a.body)))
	w.WriteHeader(a.status)
	w.Write(a.body) // a client that has gone needs no answer
}

// encoded is an answer with v as its JSON body.
func encoded(status int, v any) answer {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own types of strings always encode
	}
	return answer{status: status, body: append(body, '\n')}
}

// refusal is the one form of every error: {"error": {"field", "message"}}.
// The field is absent when no single field is to blame.
func refusal(status int, field, message string) answer {
	type detail struct {
		Field   string `json:"field,omitempty"`
		Message string `json:"message"`
	}
	return encoded(status, struct {
		Error detail `json:"error"`
	}{detail{field, message}})
}

// with returns a with one more header.
func (a answer) with(name, value string) answer {
	header := map[string]string{name: value}
	for n, v := range a.header {
		header[n] = v
	}
	a.header = header
	return a
}

// refused is the 422 answer to a request that is bad.
func refused(err error) answer {
	f := document.FailureOf(err)
	return refusal(http.StatusUnprocessableEntity, f.Field, f.Message)
}
