// Command modules writes the module file of the WebAssembly builds: the requirements of go.mod, with two modules
// replaced by smaller ones. Run it in the module's root directory.
//
//	go run ./wasm/modules -out .build/wasm.mod
//
// github.com/tidwall/pretty is replaced by wasm/pretty, which spares encoding/json and reflect.
// github.com/tidwall/gjson is replaced by a copy without the method Result.Time, which spares the package time, and
// without its table of modifiers, which no path of the product may use; the copy is written into the folder gjson beside
// the module file. go.mod itself stays free of replacements, so that go install works for the command.
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

// copyGjson copies the required version of gjson into dir, without what trimmed cuts.
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
			if text, err = trimmed(text); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// trimmed cuts the method Result.Time, the import of time and the stock modifiers out of gjson's source text. It fails
// when one of them is not there exactly once; any other use of time makes the result uncompilable rather than wrong.
func trimmed(source []byte) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "gjson.go", source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	type cut struct{ from, to token.Pos }
	var imports, methods, tables []cut
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			if n.Path.Value == `"time"` {
				imports = append(imports, cut{n.Pos(), n.End()})
			}
		case *ast.FuncDecl:
			if n.Recv != nil && n.Name.Name == "Time" {
				methods = append(methods, cut{n.Pos(), n.End()})
			}
		case *ast.AssignStmt:
			name, _ := n.Lhs[0].(*ast.Ident)
			table, _ := n.Rhs[0].(*ast.CompositeLit)
			if name != nil && name.Name == "stockModifiers" && table != nil {
				tables = append(tables, cut{table.Lbrace + 1, table.Rbrace})
			}
		}
		return true
	})
	if len(imports) != 1 || len(methods) != 1 || len(tables) != 1 {
		return nil, fmt.Errorf("want one import of time, one method Time and one table of modifiers, found %d, %d and %d",
			len(imports), len(methods), len(tables))
	}
	var out bytes.Buffer
	at := 0
	// In the order of the file.
	for _, c := range []cut{imports[0], methods[0], tables[0]} {
		out.Write(source[at:files.Position(c.from).Offset])
		at = files.Position(c.to).Offset
	}
	out.Write(source[at:])
	return out.Bytes(), nil
}
