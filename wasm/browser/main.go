//go:build js && wasm

// Command browser is the engine as a WebAssembly module for a Web Worker. It exports reserve, call and replied, and
// stays alive until its worker is terminated. One caller at a time: reserve, fill the buffer, call, read the reply.
package main

import (
	"unsafe"

	"github.com/mcp-discover/mcp-discover/core/api"
)

// kept is the largest input buffer in bytes that is held for a next input which needs less.
const kept = 1 << 20

// operations are the names behind the numbers of call.
var operations = [...]string{0: "version", 1: "check", 2: "export"}

var (
	engine = api.NewEngine()
	input  []byte
	// reply stays referenced until the next call, so that the memory behind the returned pointer is not collected.
	reply []byte
)

// reserve returns the address of an input buffer of n bytes. The buffer holds arbitrary bytes and is valid until the
// next reserve.
//
//go:wasmexport reserve
func reserve(n uint32) uint32 {
	reply = nil
	if huge := cap(input) > kept; int(n) > cap(input) || huge && int(n) <= kept {
		if huge {
			// What the engine keeps grows with its input and refers to it.
			engine = api.NewEngine()
		}
		// Drop the old buffer first: two huge ones at once would double the peak.
		input = nil
		input = make([]byte, max(n, 1))
	}
	input = input[:n]
	return address(input)
}

// call runs operation op on the n bytes at ptr, which reserve returned, and returns the address of the reply, JSON of
// replied() bytes. The reply is valid until the next reserve or call.
//
//go:wasmexport call
func call(op, ptr, n uint32) uint32 {
	reply = run(op, ptr, n)
	return address(reply)
}

// replied returns the length of the last reply in bytes.
//
//go:wasmexport replied
func replied() uint32 { return uint32(len(reply)) }

func run(op, ptr, n uint32) (out []byte) {
	defer func() {
		if recover() != nil {
			engine = api.NewEngine()
			out = failure("panic", "browser: the engine failed on this input")
		}
	}()
	if n > 0 && (ptr != address(input) || int(n) > len(input)) {
		return failure("bad-input", "browser: the input is not what reserve returned")
	}
	name := ""
	if int(op) < len(operations) {
		name = operations[op]
	}
	return engine.Call(name, input[:n])
}

// failure builds a failed call's reply. Neither argument needs escaping in JSON.
func failure(code, message string) []byte {
	return []byte(`{"error":{"code":"` + code + `","message":"` + message + `"}}`)
}

// address returns where the array behind b begins in the module's linear memory.
func address(b []byte) uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

func main() { select {} }
