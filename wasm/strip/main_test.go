package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A stripped program does what it did before.
func TestStrippedProgramRuns(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is needed to run WebAssembly: ", err)
	}
	dir := t.TempDir()
	raw, small := filepath.Join(dir, "raw.wasm"), filepath.Join(dir, "small.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", raw, "./testdata/program")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := run(raw, small); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	output := func(wasm string) string {
		c := exec.Command(node, "--stack-size=8192", runner, wasm)
		c.Env = []string{"PATH=" + os.Getenv("PATH")}
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", filepath.Base(wasm), err, out)
		}
		return string(out)
	}
	before, after := output(raw), output(small)
	if before != after || !strings.Contains(before, "index out of range") {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

// What is no Go module of the known layout is refused instead of damaged.
func TestStripRefuses(t *testing.T) {
	empty := []byte("\x00asm\x01\x00\x00\x00")
	for name, in := range map[string][]byte{
		"nothing":        nil,
		"text":           []byte("hello, world"),
		"no data":        empty,
		"cut off":        append(bytes.Clone(empty), 11, 20, 1, 0, 0x41),
		"passive":        append(bytes.Clone(empty), 11, 3, 1, 1, 0),
		"no known table": append(bytes.Clone(empty), 11, 10, 1, 0, 0x41, 0, 0x0b, 4, 1, 2, 3, 4),
	} {
		if _, err := Strip(in); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
