package document

import "errors"

// Failure is how a refusal is told wherever one is told: to the page, by the service, by the
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

// Failure names the field.
func (e *FieldError) Failure() Failure { return Failure{Field: e.Field, Message: e.Message} }

// Failure names the line.
func (e *SyntaxError) Failure() Failure { return Failure{Line: e.Line, Message: e.Message} }
