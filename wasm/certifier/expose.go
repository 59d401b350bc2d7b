//go:build js && wasm

package main

import (
	"fmt"
	"reflect"
	"syscall/js"

	"github.com/teamortix/golang-wasm/wasm"
)

// The bridge is golang-wasm's. Its JavaScript side is js/workers/program.js: it makes functions of what is exposed, and throws the error
// of a result.
const bridgeName, wrapperName, readyName = "__go_wasm__", "__wrapper__", "__ready__"

var (
	errorType = reflect.TypeFor[error]()
	bytesType = reflect.TypeFor[Bytes]()
)

// expose gives a function to JavaScript under a name. Its arguments are texts, numbers and Bytes; its last result may be an error.
// golang-wasm's Expose takes any value and reads methods by reflection, so that the linker would keep all methods of all types.
func expose(name string, function any) {
	f := reflect.ValueOf(function)
	bridge := bridge()
	bridge.Set(name, bridge.Get(wrapperName).Invoke(js.FuncOf(func(_ js.Value, values []js.Value) any {
		in, err := argumentsOf(f.Type(), values)
		if err != nil {
			return thrown(err)
		}
		out := f.Call(in)
		if last := len(out) - 1; last >= 0 && out[last].Type() == errorType {
			if err, is := out[last].Interface().(error); is {
				return thrown(err)
			}
			out = out[:last]
		}
		return map[string]any{"result": resultOf(out)}
	})))
}

// ready says that everything is exposed.
func ready() { bridge().Set(readyName, true) }

// bridge returns the object through which the program and its worker speak.
func bridge() js.Value {
	object, err := wasm.Global().Expect(js.TypeObject, bridgeName)
	if err != nil {
		panic(err)
	}
	return object
}

func thrown(err error) any { return map[string]any{"error": wasm.NewError(err)} }

// argumentsOf converts the arguments of a call.
func argumentsOf(f reflect.Type, values []js.Value) ([]reflect.Value, error) {
	if len(values) != f.NumIn() {
		return nil, fmt.Errorf("%d arguments, want %d", len(values), f.NumIn())
	}
	in := make([]reflect.Value, len(values))
	for i, value := range values {
		x := reflect.New(f.In(i)).Elem()
		kind := js.TypeNumber
		switch {
		case x.Type() == bytesType:
			var b Bytes
			if err := b.FromJSValue(value); err != nil {
				return nil, err
			}
			x.SetBytes(b)
			in[i] = x
			continue
		case x.Kind() == reflect.String:
			kind = js.TypeString
		}
		if value.Type() != kind {
			return nil, fmt.Errorf("argument %d is a %v, want a %v", i, value.Type(), kind)
		}
		switch x.Kind() {
		case reflect.String:
			x.SetString(value.String())
		case reflect.Int:
			x.SetInt(int64(value.Int()))
		default:
			x.SetFloat(value.Float())
		}
		in[i] = x
	}
	return in, nil
}

// resultOf converts one result as it is and several as a list.
func resultOf(out []reflect.Value) any {
	list := make([]any, len(out))
	for i, x := range out {
		list[i] = x.Interface()
		if bytes, is := list[i].(interface{ JSValue() js.Value }); is {
			list[i] = bytes.JSValue()
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return list
}
