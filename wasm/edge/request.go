package main

import (
	"encoding/json"
	"errors"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
)

// parse validates a posted request. The error is a *json.SyntaxError or all that is wrong.
func (a *api) parse(body []byte) (*certificate.Request, error) {
	var fields map[string]json.RawMessage
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(body, &fields), &syntax) {
		return nil, syntax
	}
	clouds := takeClouds(fields)
	if clouds != nil {
		body, _ = json.Marshal(fields) // what was decoded can be encoded
	}
	request, err := certificate.ParseRequest(body, nil)
	if err == nil {
		err = request.NoProbability() // the page cannot show vectors
	}
	return request, oncePerField(clouds, err, a.checkSamples(fields["samples"]))
}

// takeClouds refuses clouds and takes them away: they are kept off the edge whatever a client sends.
func takeClouds(fields map[string]json.RawMessage) (err error) {
	for _, name := range []string{"clean", "perturbed"} {
		if _, there := fields[name]; there {
			err = document.Join(err, document.BadField(name, "clouds are not accepted here; send the request in gram form"))
			delete(fields, name)
		}
	}
	return err
}

// checkSamples compares the draws with what is allowed here; what is no number of them is told by
// who reads the request.
func (a *api) checkSamples(text json.RawMessage) error {
	samples := float64(argument.DefaultSamples)
	if text != nil && json.Unmarshal(text, &samples) != nil || samples <= float64(a.limits.Samples) {
		return nil
	}
	return document.BadField("samples", "may be at most %d here, got %.0f", a.limits.Samples, samples)
}

// oncePerField makes one error of those that are some, the first of each field.
func oncePerField(errs ...error) error {
	said := map[string]bool{}
	var all error
	for _, fault := range document.FaultsOf(document.Join(errs...)) {
		if field := document.FailureOf(fault).Field; field == "" || !said[field] {
			said[field] = true
			all = document.Join(all, fault)
		}
	}
	return all
}
