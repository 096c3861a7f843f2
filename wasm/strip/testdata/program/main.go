// Command program does what the runtime needs its tables for: it grows stacks, collects garbage, panics and recovers,
// and switches goroutines.
package main

import "runtime"

type tree struct{ left, right *tree }

func grow(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{grow(depth - 1), grow(depth - 1)}
}

func (t *tree) count() int {
	if t == nil {
		return 0
	}
	return 1 + t.left.count() + t.right.count()
}

func deep(n int) int {
	var pad [64]byte
	pad[n%64] = 1
	if n == 0 {
		return int(pad[0])
	}
	return deep(n-1) + int(pad[n%64])
}

func caught(f func()) (message string) {
	defer func() {
		if e, ok := recover().(error); ok {
			message = e.Error()
		}
	}()
	f()
	return "nothing"
}

func main() {
	var list []int
	var none *tree
	println(caught(func() { _ = list[len(list)+3] }))
	println(caught(func() { _ = none.left }))
	results := make(chan int)
	for i := range 4 {
		go func() {
			t := grow(12)
			runtime.GC()
			results <- t.count() + i
		}()
	}
	sum := 0
	for range 4 {
		sum += <-results
	}
	println(sum, deep(1000))
}
