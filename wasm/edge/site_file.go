//go:build !js

package main

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// file is a file of the page, with the forms it can be sent in, the shortest first
// and the plain one last.
type file struct {
	header    http.Header
	forms     []form
	immutable bool // another content will have another name
}

// form is the content of a file in one encoding, with a tag of its own: what caches
// compare is what was sent.
type form struct {
	encoding, tag string
	body          []byte
}

const identity = "identity"

// newForm tags a form by its encoding and the digest of the plain content.
func newForm(encoding string, sum [32]byte, body []byte) form {
	return form{encoding, fmt.Sprintf(`"%x-%s"`, sum[:16], encoding), body}
}

func newFile(kind string, header http.Header, forms []form) *file {
	header.Set("Content-Type", kind)
	if len(forms) > 1 {
		header.Add("Vary", "Accept-Encoding")
	}
	return &file{header, forms, strings.Contains(header.Get("Cache-Control"), "immutable")}
}

// serve sends the form that the client likes best, a part of it, or that it has it.
// ServeContent knows the conditions and ranges of RFC 9110; for an encoded form it
// leaves the length to its caller.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	maps.Copy(h, f.header)
	chosen := choose(r.Header.Values("Accept-Encoding"), f.forms)
	h.Set("ETag", chosen.tag)
	if chosen.encoding != identity {
		h.Set("Content-Encoding", chosen.encoding)
		h.Set("Content-Length", strconv.Itoa(len(chosen.body)))
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(chosen.body))
}

// choose returns the form of the greatest weight in Accept-Encoding, the first of
// several (RFC 9110, section 12.5.3). The plain one, the last, is also for clients
// that name no encoding, or none that is there.
func choose(lines []string, forms []form) form {
	weights := parseWeights(strings.Join(lines, ","))
	best, most := forms[len(forms)-1], 0.0
	for _, f := range forms {
		weight, named := weights[f.encoding]
		if !named {
			weight = weights["*"]
		}
		if weight > most {
			best, most = f, weight
		}
	}
	return best
}

// parseWeights reads "gzip, br;q=0.5" as {gzip: 1, br: 0.5}. What is no weight from
// 0 to 1 counts as 0: a form that may be refused is not sent.
func parseWeights(list string) map[string]float64 {
	weights := map[string]float64{}
	for _, item := range strings.Split(list, ",") {
		name, parameters, _ := strings.Cut(item, ";")
		weight := 1.0
		if q, there := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameters)), "q="); there {
			var err error
			if weight, err = strconv.ParseFloat(q, 64); err != nil || !(weight >= 0 && weight <= 1) {
				weight = 0
			}
		}
		weights[strings.ToLower(strings.TrimSpace(name))] = weight
	}
	return weights
}
