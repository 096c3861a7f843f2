// Command program exercises what the runtime reads from the symbol table: stack growth, garbage collection in deep
// frames, deferred calls, and panics of each kind.
package main

import (
	"errors"
	"reflect"
	"runtime"
	"strings"
)

func main() {
	println("bounds:", caught(func() { _ = []byte("abc")[index(3)] }))
	println("slice:", caught(func() { _ = "abc"[index(2):index(1)] }))
	println("divide:", caught(func() { println(1 / index(0)) }))
	println("map:", caught(func() { var m map[string]int; m["a"] = index(1) }))
	println("assert:", caught(func() { _ = any(index(1)).(string) }))
	println("wrapper:", caught(func() { println(sizers[index(0)].size()) }))
	println("nested:", caught(func() {
		defer func() { panic("second: " + message(recover())) }()
		panic("first")
	}))
	println("deep:", deep(20000, nil))
	done := make(chan int)
	for i := range 50 {
		go func() { done <- deep(100+i, nil) }()
	}
	total := 0
	for range 50 {
		total += <-done
	}
	println("goroutines:", total)
	swap := reflect.MakeFunc(reflect.TypeFor[func(string, int) (int, string)](), func(in []reflect.Value) []reflect.Value {
		runtime.GC()
		return []reflect.Value{in[1], in[0]}
	}).Interface().(func(string, int) (int, string))
	n, s := swap(strings.Repeat("s", 3), 7)
	runtime.GC()
	println("reflect:", n, s)
}

//go:noinline
func index(i int) int { return i }

type sizer interface{ size() int }

type point struct{ x, y int }

// sizers keeps the compiler from seeing which method is called.
var sizers = []sizer{(*point)(nil)}

// size isn't inlined into its wrapper, so that a nil receiver is noticed there.
//
//go:noinline
func (p point) size() int { return p.x * p.y }

func caught(f func()) (said string) {
	defer func() { said = message(recover()) }()
	f()
	return "nothing"
}

func message(v any) string {
	switch v := v.(type) {
	case error:
		if e := runtime.Error(nil); errors.As(v, &e) {
			return "runtime error: " + e.Error()
		}
		return v.Error()
	case string:
		return v
	}
	return "unknown"
}

// deep recurses with live pointers in every frame and collects garbage at the bottom.
func deep(n int, above *[]byte) int {
	if n == 0 {
		runtime.GC()
		return 0
	}
	local := []byte{byte(n), byte(n >> 8)}
	defer func() { local = nil }()
	below := deep(n-1, &local)
	if above != nil && len(*above) != 2 || local[0] != byte(n) {
		panic("a live value was collected")
	}
	return below + len(local)
}
