package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

const (
	exitComputed = iota
	exitFailed
	exitBadInput
	exitVerificationFailed
	exitPartial
)

var errUsage = errors.New("usage")

// badInput marks an error of the input.
type badInput struct{ error }

func (b badInput) Unwrap() error { return b.error }

// inFile is an error of a file that does not name the file itself.
type inFile struct {
	file string
	err  error
}

func (e *inFile) Error() string { return e.file + ": " + e.err.Error() }

func (e *inFile) Unwrap() error { return e.err }

// Failure has the name of the file where the error has none.
func (e *inFile) Failure() document.Failure {
	f := document.FailureOf(e.err)
	if f.File == "" {
		f.File = e.file
	}
	return f
}

// named puts the name of the request file before errors that do not carry the
// name of another file. Without an error it returns nil.
func named(path string, err error) error {
	if err == nil {
		return nil
	}
	if faults := document.FaultsOf(err); len(faults) > 1 {
		all := make([]error, len(faults))
		for i, fault := range faults {
			all[i] = named(path, fault)
		}
		return document.Join(all...)
	}
	if errors.As(err, &badInput{}) {
		return err
	}
	if path == "-" {
		path = "standard input"
	}
	return badInput{&inFile{path, err}}
}

// verificationFailed is the error of a document that a second computation contradicts, or, where code
// is exitPartial, that has rows which this version does not compute. It has a line for each field.
type verificationFailed struct {
	error
	lines    []string
	failures []document.Failure
	code     int
}

// failing returns the error of a document with a line for each field that fails.
func failing(file, how string, lines []string) *verificationFailed {
	d := &verificationFailed{error: fmt.Errorf("%s: %s:", file, how), lines: lines, code: exitVerificationFailed}
	for _, line := range lines {
		f := document.Failure{File: file, Message: line}
		if field, message, found := strings.Cut(line, ": "); found && !strings.Contains(field, " ") {
			f.Field, f.Message = field, message
		}
		d.failures = append(d.failures, f)
	}
	return d
}

// partly returns the error of a document that was verified except for some rows.
func partly(file string, v *certificate.Verification) *verificationFailed {
	lines := v.Partial
	if !v.Certified {
		lines = append(slices.Clone(lines), "certified: no row that this version computes certifies; certify the request again to see what today's bounds prove")
	}
	d := failing(file, fmt.Sprintf("of core %s, verified except for", v.Core), lines)
	d.code = exitPartial
	return d
}

func exitCode(err error) int {
	var differs *verificationFailed
	var typed *misuse
	switch {
	case errors.As(err, &typed), errors.Is(err, errUsage), errors.As(err, &badInput{}):
		return exitBadInput
	case errors.As(err, &differs):
		return differs.code
	}
	return exitFailed
}

// tell says what went wrong, in words, a line each.
func (m messages) tell(err error) {
	if errors.Is(err, errUsage) {
		fmt.Fprint(m.to, usage((&program{}).root()))
		return
	}
	for _, fault := range document.FaultsOf(err) {
		rest := answers(pointcloud.Remedies(fault))
		if differs, is := errors.AsType[*verificationFailed](fault); is {
			rest = differs.lines
		}
		m.list(fault.Error(), rest)
	}
}

// tellJSON says it in a line of JSON, the last of the error stream.
func (m messages) tellJSON(err error) {
	failures := []document.Failure{}
	for _, fault := range document.FaultsOf(err) {
		failures = append(failures, failuresOf(fault)...)
	}
	text, bad := json.Marshal(struct {
		Failures []document.Failure `json:"failures"`
		Format   int                `json:"format"`
	}{failures, document.Format})
	if bad != nil {
		m.tell(err)
		return
	}
	fmt.Fprintf(m.to, "%s\n", document.PrintableJSON(text))
}

func failuresOf(err error) []document.Failure {
	var differs *verificationFailed
	var path *fs.PathError
	switch {
	case errors.Is(err, errUsage):
		return []document.Failure{{Message: "no command given; run orbitcert help"}}
	case errors.As(err, &differs):
		return differs.failures
	case errors.As(err, &path):
		return []document.Failure{{File: path.Path, Message: path.Err.Error()}}
	}
	return []document.Failure{document.FailureOf(err)}
}
