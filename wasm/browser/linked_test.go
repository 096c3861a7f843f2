//go:build !js

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// forbidden are packages that the browser must not load, with what each costs after brotli where it was measured.
// A single import brings one in.
var forbidden = map[string]string{
	"encoding/json":             "184 KB with reflect",
	"encoding/json/jsontext":    "the experiment's copy beside the pinned one",
	"fmt":                       "75 KB",
	"github.com/a-h/templ":      "600 KB",
	"github.com/syumai/workers": "the edge only",
	"log":                       "links fmt",
	"net/http":                  "1 MB",
	"net/url":                   "150 KB",
	"os":                        "the engine touches no files",
	"reflect":                   "links what it can reach",
	"regexp":                    "links reflect",
	"syscall/js":                "the door needs only exports",
	"text/template":             "links reflect",
	"time":                      "55 KB with syscall/js",
}

func TestBrowserLinksNothingHeavy(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	// The module file belongs to this run: the test must not read one that a build left behind. Its folder is below the
	// root, because the module file names replaced modules relative to it.
	if err := os.MkdirAll(filepath.Join(root, ".build"), 0o755); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(filepath.Join(root, ".build"), "linked-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	mod := filepath.Join(".build", filepath.Base(dir), "wasm.mod")
	output(t, root, nil, "run", "./wasm/modules", "-out", mod)
	listed := output(t, root, []string{"GOOS=js", "GOARCH=wasm"}, "list", "-modfile="+mod, "-deps",
		"-f", "{{.ImportPath}}{{range .Imports}} {{.}}{{end}}", "./wasm/browser")
	dependOn(t, filepath.Join(root, "go.mod"), filepath.Join(root, "wasm", "modules", "main.go"))
	dependOn(t, strings.Fields(output(t, root, []string{"GOOS=js", "GOARCH=wasm"}, "list", "-modfile="+mod, "-deps",
		"-f", "{{if not .Standard}}{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}} {{end}}{{end}}", "./wasm/browser"))...)

	importers := map[string][]string{}
	seen := 0
	for line := range strings.Lines(listed) {
		fields := strings.Fields(line)
		seen++
		for _, imported := range fields[1:] {
			importers[imported] = append(importers[imported], fields[0])
		}
	}
	if len(importers["github.com/mcp-discover/mcp-discover/core/api"]) != 1 {
		t.Fatalf("the list of %d packages does not hold the engine:\n%s", seen, listed)
	}
	for path, cost := range forbidden {
		if by := importers[path]; len(by) > 0 {
			t.Errorf("%s (%s) is imported by %s", path, cost, strings.Join(by, ", "))
		}
	}
}

// dependOn looks at files, so that the go tool runs the test anew when one of them has changed: it doesn't see what the
// commands of the test read.
func dependOn(t *testing.T, files ...string) {
	t.Helper()
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
	}
}

// output runs the go tool in dir and returns what it printed.
func output(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}
