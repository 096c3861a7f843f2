// Command modules writes the module file of the WebAssembly builds: the requirements of go.mod, with two modules
// replaced by smaller ones. Run it in the module's root directory.
//
//	go run ./wasm/modules -out .build/wasm.mod
//
// github.com/tidwall/pretty is replaced by wasm/pretty, which spares encoding/json and reflect.
// github.com/tidwall/gjson is replaced by a copy without the method Result.Time, which spares the package time; the copy
// is written into the folder gjson beside the module file. go.mod itself stays free of replacements, so that
// go install works for the command.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	out := flag.String("out", ".build/wasm.mod", "module file to write; the checksums go beside it")
	flag.Parse()
	if err := write(*out); err != nil {
		fmt.Fprintln(os.Stderr, "modules:", err)
		os.Exit(1)
	}
}

// write creates the module file out, its checksum file and the copy of gjson.
func write(out string) error {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		return err
	}
	copied := filepath.Join(filepath.Dir(out), "gjson")
	if err := copyGjson(copied); err != nil {
		return fmt.Errorf("copy gjson: %w", err)
	}
	mod = fmt.Appendf(mod, "\nreplace (\n\tgithub.com/tidwall/gjson => ./%s\n\tgithub.com/tidwall/pretty => ./wasm/pretty\n)\n",
		filepath.ToSlash(copied))
	if err := os.WriteFile(out, mod, 0o644); err != nil {
		return err
	}
	return os.WriteFile(strings.TrimSuffix(out, ".mod")+".sum", sum, 0o644)
}

// copyGjson copies the required version of gjson into dir, without Result.Time.
func copyGjson(dir string) error {
	listed, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/tidwall/gjson").Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			return fmt.Errorf("go list: %s", failed.Stderr)
		}
		return err
	}
	from := strings.TrimSpace(string(listed))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"go.mod", "LICENSE", "gjson.go"} {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if name == "gjson.go" {
			if text, err = withoutTime(text); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// withoutTime cuts the method Result.Time and the import of time out of a Go source text. It fails when either is not
// there exactly once; any other use of time makes the result uncompilable rather than wrong.
func withoutTime(source []byte) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "gjson.go", source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var cuts []ast.Node
	for _, spec := range file.Imports {
		if spec.Path.Value == `"time"` {
			cuts = append(cuts, spec)
		}
	}
	for _, decl := range file.Decls {
		if method, ok := decl.(*ast.FuncDecl); ok && method.Recv != nil && method.Name.Name == "Time" {
			cuts = append(cuts, method)
		}
	}
	if len(cuts) != 2 {
		return nil, fmt.Errorf("want one import of time and one method Time, found %d of them", len(cuts))
	}
	var out bytes.Buffer
	at := 0
	for _, cut := range cuts {
		out.Write(source[at:files.Position(cut.Pos()).Offset])
		at = files.Position(cut.End()).Offset
	}
	out.Write(source[at:])
	return out.Bytes(), nil
}
