// Command shrink does what Go's runtime needs its tables of functions for: it panics, recovers, grows stacks and collects garbage.
// A program must print the same before and after build/shrink.mjs.
package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
)

type shape interface{ area() float64 }

type square struct{ side float64 }

func (s square) area() float64 { return s.side * s.side }

// list keeps memory alive that only the stack knows.
type list[T any] struct {
	value T
	next  *list[T]
}

// at panics beyond the end.
func (l *list[T]) at(k int) T {
	if k == 0 {
		return l.value
	}
	return l.next.at(k - 1)
}

// message returns the text of a panic.
func message(do func()) (text string) {
	defer func() {
		if failure := recover(); failure != nil {
			text = fmt.Sprintf("%T: %v", failure, failure)
		}
	}()
	do()
	return "no panic"
}

// nested recovers, panics again in a deferred call and recovers that too.
func nested() (steps []string) {
	defer func() { steps = append(steps, fmt.Sprint("outer ", recover())) }()
	defer func() {
		steps = append(steps, fmt.Sprint("inner ", recover()))
		panic("second")
	}()
	panic("first")
}

// deep grows the stack, and collects garbage at its end.
func deep(n int, values []*list[int]) int {
	if n == 0 {
		runtime.GC()
		return 0
	}
	own := &list[int]{value: n}
	sum := deep(n-1, append(values[:0:0], own))
	return sum + own.value
}

// method calls methods as values that reflect makes, while garbage is collected.
func method() (sum float64) {
	for range 50 {
		join := reflect.ValueOf(strings.NewReplacer("a", "b")).MethodByName("Replace").Interface().(func(string) string)
		made := reflect.MakeFunc(reflect.TypeFor[func(float64) float64](), func(in []reflect.Value) []reflect.Value {
			runtime.GC()
			return []reflect.Value{reflect.ValueOf(in[0].Float() + float64(len(join("aaa"))))}
		}).Interface().(func(float64) float64)
		sum += made(1)
	}
	return sum
}

// together sums in goroutines that wait for each other.
func together() int {
	var wait sync.WaitGroup
	results := make(chan int)
	for k := range 20 {
		wait.Go(func() { results <- deep(200+k, nil) })
	}
	go func() { wait.Wait(); close(results) }()
	sum := 0
	for result := range results {
		sum += result
	}
	return sum
}

func main() {
	var none *square
	var missing map[string]int
	var text any = "text"
	shapes := []shape{square{2}, none}
	values := []int{1, 2, 3}
	zero := len(os.Args) - len(os.Args)
	fmt.Println(message(func() { fmt.Println(values[3+zero]) }))
	fmt.Println(message(func() { fmt.Println(values[2 : zero+1]) }))
	fmt.Println(message(func() { fmt.Println(none.side) }))
	fmt.Println(message(func() { fmt.Println(shapes[1+zero].area()) }))
	fmt.Println(message(func() { missing["a"] = 1 }))
	fmt.Println(message(func() { fmt.Println(text.(shape)) }))
	fmt.Println(message(func() { fmt.Println(1 / zero) }))
	fmt.Println(message(func() { panic(errors.New("own")) }))
	fmt.Println(message(func() { fmt.Println((&list[string]{value: "end"}).at(2)) }))
	fmt.Println(message(func() { defer recover(); panic("not recovered by a deferred recover") }))
	fmt.Println(nested())
	fmt.Println(method(), together(), deep(5000, nil))
	panic("the end")
}
