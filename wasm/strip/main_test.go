package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// link builds the test program and returns its module.
func link(t *testing.T) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "./testdata/program")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	code, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// execute runs a module under Node and returns what it printed.
func execute(t *testing.T, code []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.wasm")
	if err := os.WriteFile(file, code, 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	cmd := exec.Command("node", "--stack-size=8192", runner, file)
	// Node's runner refuses a large environment.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, out)
	}
	return string(out)
}

func TestStrippedProgramDoesTheSame(t *testing.T) {
	linked := link(t)
	stripped, err := strip(linked)
	if err != nil {
		t.Fatal(err)
	}
	want, got := execute(t, linked), execute(t, stripped)
	if got != want {
		t.Errorf("stripped program printed:\n%s\nwant:\n%s", got, want)
	}
	for _, line := range []string{
		"bounds: runtime error: runtime error: index out of range [3] with length 3",
		"wrapper: runtime error: value method main.point.size called using nil *point pointer",
		"deep: 40000",
		"reflect: 7 sss",
	} {
		if !strings.Contains(want, line+"\n") {
			t.Errorf("the program didn't print %q:\n%s", line, want)
		}
	}
	for _, gone := range []string{"runtime.mallocgc\x00", "runtime/malloc.go"} {
		if !bytes.Contains(linked, []byte(gone)) {
			t.Errorf("the linked module lacks %q", gone)
		}
		if bytes.Contains(stripped, []byte(gone)) {
			t.Errorf("the stripped module still holds %q", gone)
		}
	}
	m, err := readModule(stripped)
	if err != nil {
		t.Fatal(err)
	}
	if again := m.write(); !bytes.Equal(again, stripped) {
		t.Error("a stripped module isn't written as it was read")
	}
}

func TestStripRefusesWhatItDoesNotKnow(t *testing.T) {
	header := func(words ...uint64) []byte {
		b := []byte("\x01\x02\x03\x04\x05\x06\x07\x08" + headerMagic)
		for _, w := range words {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
		return append(append(b, make([]byte, 200)...), 1)
	}
	module := func(image []byte) []byte {
		m := module{sections: []section{{id: dataSection}}, image: image}
		return m.write()
	}
	short := module([]byte("data"))
	for _, c := range []struct {
		name string
		code []byte
		want string
	}{
		{"empty", nil, "no WebAssembly"},
		{"text", []byte("<!doctype html>"), "no WebAssembly"},
		{"no data", magic, "no data section"},
		{"cut short", short[:len(short)-1], "too early"},
		{"data count", append(bytes.Clone(magic), dataCountSection, 1, 1), "data count"},
		{"passive segment", append(bytes.Clone(magic), dataSection, 3, 1, 1, 0), "active"},
		{"huge address", append(bytes.Clone(magic), dataSection, 10, 1, 0, i32Const, 0x80, 0x80, 0x80, 0x80, 0x07, end, 0), "lies at"},
		{"another program", module([]byte("no table here")), "not found"},
		{"two tables", module(append(header(), header()...)), "found twice"},
		{"another magic", module(bytes.Replace(header(), []byte{0xf1}, []byte{0xf2}, 1)), "not found"},
		{"no functions", module(header(0, 0, 0, 72, 80, 80, 80, 80)), "0 functions"},
		{"parts out of order", module(header(1, 0, 0, 80, 72, 80, 80, 80)), "out of order"},
		{"no module data", module(header(1, 0, 0, 72, 80, 80, 80, 80)), "module data"},
	} {
		if _, err := strip(c.code); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.want)
		}
	}
}

func TestDataSkipsLongRunsOfZeros(t *testing.T) {
	image := make([]byte, 3*gap)
	image[5], image[5+gap], image[5+2*gap+1] = 1, 2, 3
	data := dataOf(image)
	if data[0] != 2 {
		t.Errorf("%d segments, want 2", data[0])
	}
	back, err := readData(data)
	if err != nil {
		t.Fatal(err)
	}
	if want := image[:5+2*gap+2]; !bytes.Equal(back, want) {
		t.Errorf("read back %d bytes, want %d", len(back), len(want))
	}
}
