//go:build js && wasm

package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"syscall/js"

	"github.com/teamortix/golang-wasm/wasm"

	"github.com/orbitcert/orbitcert/core/document"
)

// The bridge is golang-wasm's. Its JavaScript side is js/workers/program.js: it makes functions of what is exposed, and throws the error
// of a result.
const bridgeName, wrapperName, readyName = "__go_wasm__", "__wrapper__", "__ready__"

var (
	errorType = reflect.TypeFor[error]()
	bytesType = reflect.TypeFor[Bytes]()
)

// expose gives a function to JavaScript under a name. Its arguments and results are texts, numbers and Bytes; any other type is a text of JSON.
// Its last result may be an error.
// golang-wasm's Expose takes any value and reads methods by reflection, so that the linker would keep all methods of all types.
func expose(name string, function any) {
	f := reflect.ValueOf(function)
	bridge := bridge()
	bridge.Set(name, bridge.Get(wrapperName).Invoke(js.FuncOf(func(_ js.Value, values []js.Value) any {
		result, err := answer(f, values)
		if err != nil {
			return map[string]any{"error": wasm.NewError(err)}
		}
		return map[string]any{"result": result}
	})))
}

// answer calls a function. It recovers a panic, which would otherwise end the instance; every error is a failure.
func answer(f reflect.Value, values []js.Value) (result any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &failure{Panic: fmt.Sprint(cause)}
		} else if err != nil {
			err = &failure{Refusal: document.RefusalOf(err)}
		}
	}()
	in, err := argumentsOf(f.Type(), values)
	if err != nil {
		return nil, err
	}
	out := f.Call(in)
	if last := len(out) - 1; last >= 0 && out[last].Type() == errorType {
		if err, is := out[last].Interface().(error); is {
			return nil, err
		}
		out = out[:last]
	}
	return resultOf(out)
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

// argumentsOf converts the arguments of a call.
func argumentsOf(f reflect.Type, values []js.Value) ([]reflect.Value, error) {
	if len(values) != f.NumIn() {
		return nil, fmt.Errorf("%d arguments, want %d", len(values), f.NumIn())
	}
	in := make([]reflect.Value, len(values))
	for i, value := range values {
		in[i] = reflect.New(f.In(i)).Elem()
		if err := convert(in[i], value); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// convert sets x to a value of JavaScript.
func convert(x reflect.Value, value js.Value) error {
	kind := js.TypeString
	if x.Type() == bytesType {
		kind = js.TypeObject
	} else if x.CanInt() || x.CanFloat() {
		kind = js.TypeNumber
	}
	if value.Type() != kind {
		return fmt.Errorf("an argument is a %v, want a %v", value.Type(), kind)
	}
	switch {
	case kind == js.TypeObject:
		return x.Addr().Interface().(*Bytes).FromJSValue(value)
	case x.Kind() == reflect.String:
		x.SetString(value.String())
	case x.CanInt():
		x.SetInt(int64(value.Int()))
	case x.CanFloat():
		x.SetFloat(value.Float())
	default:
		return json.Unmarshal([]byte(value.String()), x.Addr().Interface())
	}
	return nil
}

// resultOf converts one result as it is and several as a list.
func resultOf(out []reflect.Value) (any, error) {
	list := make([]any, len(out))
	for i, x := range out {
		list[i] = x.Interface()
		switch value := list[i].(type) {
		case interface{ JSValue() js.Value }:
			list[i] = value.JSValue()
		case string, int, float64, bool:
		default:
			text, err := json.Marshal(value)
			if err != nil {
				return nil, err
			}
			list[i] = string(text)
		}
	}
	switch len(list) {
	case 0:
		return nil, nil
	case 1:
		return list[0], nil
	}
	return list, nil
}
