// Command strip rewrites a WebAssembly module that the Go linker wrote so that it loads faster and does the same.
//
//	go run ./wasm/strip -in .build/browser.raw.wasm -out .build/browser.wasm
//
// It drops the tables that serve stack traces alone: function names, files, lines, inlining; and the runtime's functions
// that write a crash or a trace for a person. A crash then reports where it happened as wasm function numbers only. And
// it joins the tens of thousands of data segments by which the linker
// skips zeros: they cost more after compression than the zeros. A browser's module of 691 KB after brotli came down to
// 521 KB, at the same speed.
//
// The format of the tables is that of Go 1.26. Each assumption about it is checked, and strip fails where one doesn't
// hold, so a new version of Go stops the build rather than breaking the product.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	in := flag.String("in", "", "`FILE` to read")
	out := flag.String("out", "", "`FILE` to write")
	flag.Parse()
	if err := run(*in, *out); err != nil {
		fmt.Fprintln(os.Stderr, "strip:", err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	code, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	if code, err = strip(code); err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	return os.WriteFile(out, code, 0o644)
}

// strip returns the module without trace tables and with few data segments.
func strip(code []byte) ([]byte, error) {
	m, err := readModule(code)
	if err != nil {
		return nil, err
	}
	if err := dropBodies(m); err != nil {
		return nil, err
	}
	if err := dropTraces(m.image); err != nil {
		return nil, err
	}
	return m.write(), nil
}
