//go:build js && wasm

package main

import (
	"encoding/json"
	"errors"
	"syscall/js"
	"unsafe"

	"github.com/orbitcert/orbitcert/core/document"
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

// Numbers cross the border as a Uint8Array of 64 bits each, little endian, which is what they are in WebAssembly's memory.
type Numbers []float64

// JSValue copies n into a new Uint8Array.
func (n Numbers) JSValue() js.Value {
	if len(n) == 0 {
		return Bytes(nil).JSValue()
	}
	return Bytes(unsafe.Slice((*byte)(unsafe.Pointer(&n[0])), 8*len(n))).JSValue()
}

// failure is the JSON text that a thrown Error carries: how a refusal is told, or the message of
// a panic, which is a bug of ours.
type failure struct {
	document.Refusal
	Panic string `json:"panic,omitempty"`
}

func (f *failure) Error() string {
	text, _ := json.Marshal(f)
	return string(text)
}
