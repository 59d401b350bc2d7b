package main

import (
	_ "embed"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"

	"github.com/orbitcert/orbitcert/core/document"
)

// answers.json holds what the service answers with, for its Go and its JavaScript.
//
//go:embed answers.json
var answersText []byte

var answers = readAnswers()

// answersTable is the form of the file.
type answersTable struct {
	Headers   map[string]string // of every answer
	Stored    map[string]string // of a stored certificate: under one key there is one document
	Preflight map[string]string
	Refusals  struct {
		Unread, Large, Unknown, Missing, Busy, Keyless, Uncounted, Stopped, Failed refusal
	}
}

func readAnswers() (table answersTable) {
	if err := json.Unmarshal(answersText, &table); err != nil {
		panic(err) // the file is part of the program
	}
	return table
}

// refusal is an error as it is answered. The field is absent when no single one is to blame;
// RetryAfter is in seconds, 0 where no time is named.
type refusal struct {
	Status         int
	Field, Message string
	RetryAfter     int `json:"retry_after"`
}

func (r refusal) answer() answer {
	a := refused(r.Status, document.Refusal{Failure: document.Failure{Field: r.Field, Message: r.Message}})
	if r.RetryAfter > 0 {
		a.header = map[string]string{"Retry-After": strconv.Itoa(r.RetryAfter)}
	}
	return a
}

// refused is the one form of every error: {"error": {"field", "message", "others"}}, others being
// what else is wrong.
func refused(status int, why document.Refusal) answer {
	return encoded(status, map[string]document.Refusal{"error": why})
}

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
	for _, header := range []map[string]string{answers.Headers, a.header} {
		for name, value := range header {
			h.Set(name, value)
		}
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

// withHeader returns header and one more.
func withHeader(header map[string]string, name, value string) map[string]string {
	header = maps.Clone(header)
	header[name] = value
	return header
}
