package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/orbitcert/orbitcert/core/document"
)

const ofRun = "the result of a run"

// kinds are the documents that commands read, by fields that only they have, with the command for them.
var kinds = []struct {
	name, command string
	fields        []string
}{
	{"a certificate", "verify", []string{"certified_by", "request"}},
	{ofRun, "plot", []string{"settings", "results"}},
	{ofRun, "plot", []string{"core", "sigmas"}},
	{"a run", "run", []string{"clouds", "attack"}},
	{"a run", "run", []string{"clouds", "withstand"}},
	{"a votes document", "certify with \"prediction\": {\"evidence\": …}", []string{"votes", "sampling"}},
	{"the answer of withstand", "plot", []string{"ranges", "along"}},
	{"a calibration", "certify with \"sets\": …", []string{"coverage", "eta"}},
	{"a request", "certify", []string{"clean", "sigma", "prediction"}},
	{"a request", "certify", []string{"gram", "sigma", "prediction"}},
}

// otherKind says so if a document that was refused is one of another kind than the one wanted, if any. Otherwise it returns the error.
func otherKind(data []byte, wanted string, err error) error {
	var fields map[string]json.RawMessage
	if err == nil || wanted == "" || errors.As(err, &badInput{}) || json.Unmarshal(data, &fields) != nil {
		return err
	}
	for _, kind := range kinds {
		if slices.ContainsFunc(kind.fields, func(field string) bool { return fields[field] == nil }) {
			continue
		}
		if kind.name == wanted {
			break
		}
		return fmt.Errorf("is %s, not %s; run orbitcert %s", kind.name, wanted, kind.command)
	}
	return err
}

// parsed reads a document of a kind.
func parsed[T any](p program, path, kind string, parse func([]byte) (T, error)) (one T, err error) {
	text, err := p.readText(path)
	if err == nil {
		one, err = parse(text)
		err = named(path, otherKind(text, kind, err))
	}
	return one, err
}

// otherSource does the same for a document that is read in pieces.
func otherSource(source io.ReaderAt, size int64, wanted string, err error) error {
	data, unread := io.ReadAll(io.NewSectionReader(source, 0, size))
	if unread != nil {
		return err
	}
	return otherKind(document.Text(data), wanted, err)
}
