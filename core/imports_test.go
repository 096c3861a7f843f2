//go:build !js

package core_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/mcp-discover/mcp-discover/"

// layers are the packages of the engine, lowest first. A package imports packages of lower layers only.
var layers = [][]string{
	{"core/text", "core/spec", "core/jsondoc"},
	{"core/message"},
	{"core/rule"},
	{"core/report"},
	{"core/rules"},
	{"core/request", "core/probe", "core/matrix", "core/cachesim"},
	{"core/api"},
}

// outside are packages below core that belong to tests, the site and the command, and to no layer.
var outside = []string{"core/rules/examples", "core/internal/golden", "core/cmd/mcp-discover"}

// impure is what the engine must not import: it has no clock, network, files and processes, and some packages are too
// heavy for a browser.
var impure = []string{"encoding/json", "fmt", "log", "net/http", "net/url", "os", "os/exec", "reflect", "regexp", "syscall", "syscall/js", "time"}

// readers are the JSON libraries, which only core/jsondoc knows.
var readers = []string{"github.com/go-json-experiment/", "github.com/tidwall/"}

// packages lists packages of the module by their path in it, with what their files other than tests import.
func packages(t *testing.T, env []string, args ...string) map[string][]string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,GoFiles,Imports,Standard"}, args...)...)
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), env...)
	var failed bytes.Buffer
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, failed.Bytes())
	}
	all := map[string][]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Dir  string
			GoFiles, Imports []string
			Standard         bool
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		path, own := strings.CutPrefix(p.ImportPath, module)
		if !own || len(p.GoFiles) == 0 {
			continue
		}
		all[path] = p.Imports
		// The go tool doesn't see what go list reads; files that the test looks at make it run anew when they change.
		for _, f := range p.GoFiles {
			if _, err := os.Stat(filepath.Join(p.Dir, f)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func layerOf(path string) int {
	return slices.IndexFunc(layers, func(l []string) bool { return slices.Contains(l, path) })
}

func TestLayers(t *testing.T) {
	all := packages(t, nil, "./core/...")
	if len(all["core/api"]) == 0 {
		t.Fatal("core/api is not listed")
	}
	for path, imports := range all {
		if slices.Contains(outside, path) {
			continue
		}
		layer := layerOf(path)
		if layer < 0 {
			t.Errorf("%s belongs to no layer", path)
			continue
		}
		for _, i := range imports {
			if slices.Contains(impure, i) {
				t.Errorf("%s imports %s", path, i)
			}
			if own, ok := strings.CutPrefix(i, module); ok {
				if l := layerOf(own); l < 0 || l >= layer {
					t.Errorf("%s imports %s, which is not below it", path, own)
				}
			}
		}
	}
}

func TestOnlyOnePackageKnowsTheReaders(t *testing.T) {
	for path, imports := range packages(t, nil, "./core/...", "./templates/...", "./web/...", "./wasm/...") {
		for _, i := range imports {
			for _, r := range readers {
				if strings.HasPrefix(i, r) && path != "core/jsondoc" {
					t.Errorf("%s imports %s", path, i)
				}
			}
		}
	}
}

// What runs as WebAssembly holds no templates, no site and no archives of samples.
func TestReachableFromWebAssembly(t *testing.T) {
	all := packages(t, []string{"GOOS=js", "GOARCH=wasm"}, "-deps", "./wasm/browser", "./wasm/edge", "./wasm/edgehttp")
	if _, ok := all["core/api"]; !ok {
		t.Fatal("the engine is not listed")
	}
	for path := range all {
		if strings.HasPrefix(path, "templates/") || strings.HasPrefix(path, "web/") || slices.Contains(outside, path) {
			t.Errorf("%s is reachable from wasm", path)
		}
	}
}

// Templates see their view models and texts: what they show is computed elsewhere.
func TestTemplates(t *testing.T) {
	all := packages(t, nil, "./templates/...")
	if len(all) == 0 {
		t.Fatal("no template is listed")
	}
	for path, imports := range all {
		for _, i := range imports {
			if own, ok := strings.CutPrefix(i, module); ok && own != "core/text" && !strings.HasPrefix(own, "templates/") {
				t.Errorf("%s imports %s", path, own)
			}
		}
	}
}
