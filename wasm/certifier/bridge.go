//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// Bytes crosses the border as a Uint8Array in one copy; a plain []byte would
// be converted element by element.
type Bytes []byte

// FromJSValue copies a Uint8Array into b.
func (b *Bytes) FromJSValue(value js.Value) error {
	if !value.InstanceOf(js.Global().Get("Uint8Array")) {
		return errors.New("not a Uint8Array")
	}
	*b = make([]byte, value.Length())
	js.CopyBytesToGo(*b, value)
	return nil
}

// JSValue copies b into a new Uint8Array.
func (b Bytes) JSValue() js.Value {
	value := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(value, b)
	return value
}

// failure is the JSON text that a thrown Error carries: the place of bad
// input, or the message of a panic, which is a bug of ours.
type failure struct {
	Field   string `json:"field,omitempty"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Byte    *int64 `json:"byte,omitempty"`
	Message string `json:"message,omitempty"`
	// Parts are the first clouds of a file that has Total of them.
	Parts []pointcloud.Part `json:"parts,omitempty"`
	Total int               `json:"total,omitempty"`
	// Remedies are what a visitor may be offered at one click.
	Remedies []pointcloud.Remedy `json:"remedies,omitempty"`
	Panic    string              `json:"panic,omitempty"`
}

func (f *failure) Error() string {
	text, _ := json.Marshal(f)
	return string(text)
}

// settle is deferred by every exposed function: it recovers a panic, which
// would otherwise end the instance, and turns err into a failure.
func settle(err *error) {
	if cause := recover(); cause != nil {
		*err = &failure{Panic: fmt.Sprint(cause)}
		return
	}
	if *err != nil {
		f := describe(*err)
		f.Remedies = pointcloud.Remedies(*err)
		*err = f
	}
}

func describe(err error) *failure {
	if field, ok := errors.AsType[*document.FieldError](err); ok {
		return &failure{Field: field.Field, Message: field.Message}
	}
	if syntax, ok := errors.AsType[*document.SyntaxError](err); ok {
		return &failure{Line: syntax.Line, Message: syntax.Message}
	}
	if several, ok := errors.AsType[*pointcloud.PartsError](err); ok {
		bare := *several
		bare.File = ""
		return &failure{File: several.File, Message: bare.Error(), Parts: several.Parts, Total: several.Total}
	}
	format, ok := errors.AsType[*pointcloud.FormatError](err)
	if !ok {
		return &failure{Message: err.Error()}
	}
	f := &failure{File: format.File, Line: format.Line, Message: format.Message}
	if format.Byte >= 0 {
		f.Byte = &format.Byte
	}
	return f
}
