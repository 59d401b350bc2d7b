package trials

import (
	"fmt"
	"reflect"
)

// EachField gives each exported field of the struct that at points to another value than the zero value, those of embedded structs too, calls
// try with its name, and puts the field back. It tells which fields a function of the struct forgets.
func EachField(at any, try func(name string)) {
	eachField(reflect.ValueOf(at).Elem(), try)
}

func eachField(v reflect.Value, try func(name string)) {
	for i := range v.NumField() {
		switch f, field := v.Field(i), v.Type().Field(i); {
		case field.Anonymous:
			eachField(f, try)
		case field.IsExported():
			before := reflect.New(f.Type()).Elem()
			before.Set(f)
			change(f)
			try(field.Name)
			f.Set(before)
		}
	}
}

// change gives a value something to say.
func change(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 2)
	case reflect.Float64:
		v.SetFloat(v.Float() + 0.25)
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		change(v.Index(0))
	case reflect.Map:
		value := reflect.New(v.Type().Elem()).Elem()
		change(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("a"), value)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		change(v.Elem())
	case reflect.Struct:
		change(v.Field(0))
	default:
		panic(fmt.Sprintf("trials: no other value for %v", v.Type()))
	}
}
