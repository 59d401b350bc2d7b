package document

import (
	"errors"
	"slices"
)

// Failure is the form of every refusal: to the page, by the service, by the
// command line with --errors=json, in Python. What does not apply is left out.
type Failure struct {
	// Field is the field of a document that is bad, File the file.
	Field string `json:"field,omitempty"`
	File  string `json:"file,omitempty"`
	// Line counts from 1, Byte from 0.
	Line    int    `json:"line,omitempty"`
	Byte    *int64 `json:"byte,omitempty"`
	Message string `json:"message"`
	// Parts are the first clouds of a file that has Total of them, one of which is to be chosen.
	Parts any `json:"parts,omitempty"`
	Total int `json:"total,omitempty"`
	// Remedies are what may be done about it: fields to set, each with a label.
	Remedies any `json:"remedies,omitempty"`
}

// faults are the errors of a document that has several, in the order of its fields.
type faults []error

func (f faults) Error() string { return f[0].Error() }

func (f faults) Unwrap() []error { return f }

func (f faults) Failure() Failure { return FailureOf(f[0]) }

// FaultsOf returns the errors that an error is made of.
func FaultsOf(err error) []error {
	if all, several := err.(faults); several || err == nil {
		return all
	}
	return []error{err}
}

// Join makes one error of those that are some, each once: a file may be both clouds. It reads
// as the first of them. Unknown fields come first: a missing field may be one of them.
func Join(errs ...error) error {
	var all, unknown faults
	for _, err := range errs {
		for _, fault := range FaultsOf(err) {
			same := func(said error) bool { return said.Error() == fault.Error() }
			field, is := errors.AsType[*FieldError](fault)
			switch {
			case slices.ContainsFunc(all, same) || slices.ContainsFunc(unknown, same):
			case is && field.unknown:
				unknown = append(unknown, fault)
			default:
				all = append(all, fault)
			}
		}
	}
	all = append(unknown, all...)
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return all
}

// FailureOf tells an error: by the Failure that it or one that it wraps has, otherwise by its text.
func FailureOf(err error) Failure {
	type teller interface {
		error
		Failure() Failure
	}
	if told, ok := errors.AsType[teller](err); ok {
		return told.Failure()
	}
	return Failure{Message: err.Error()}
}

// FailuresOf tells each of the errors that an error is made of, none where there is none.
func FailuresOf(err error) []Failure {
	failures := []Failure{}
	for _, fault := range FaultsOf(err) {
		failures = append(failures, FailureOf(fault))
	}
	return failures
}

// Refusal is the first thing that is wrong, and the others beside it.
type Refusal struct {
	Failure
	Others []Failure `json:"others,omitempty"`
}

// RefusalOf tells all of the errors that an error is made of.
func RefusalOf(err error) Refusal {
	all := FailuresOf(err)
	return Refusal{all[0], all[1:]}
}

// Failure names the field.
func (e *FieldError) Failure() Failure { return Failure{Field: e.Field, Message: e.Message} }

// Failure names the line.
func (e *SyntaxError) Failure() Failure { return Failure{Line: e.Line, Message: e.Message} }
