//go:build !js

package report_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/mcp-discover/mcp-discover/core/api"
)

// schema gives the JSON Schema of SARIF 2.1.0 that go-sarif carries as a constant it doesn't export.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", reflect.TypeFor[sarif.Report]().PkgPath()).Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && len(lit.Value) > len(text) {
			text, err = strconv.Unquote(lit.Value)
		}
		return err == nil
	})
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("sarif.json", document); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("sarif.json")
}

func TestSARIFIsValid(t *testing.T) {
	s := schema(t)
	for name, in := range map[string]struct{ text, request string }{
		"findings": {faulty, ""}, "with request": {faulty, sent}, "unreadable": {"{", ""}, "empty": {"", ""},
	} {
		r := api.NewEngine().Check([]byte(in.text), api.Options{Request: []byte(in.request)})
		log, err := jsonschema.UnmarshalJSON(bytes.NewReader(r.SARIF()))
		if err == nil {
			err = s.Validate(log)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s.Validate(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{}}}) == nil {
		t.Error("the schema accepts a run without a tool, so it proves nothing")
	}
}

// Columns count UTF-16 units, as the log says.
func TestSARIFColumns(t *testing.T) {
	var log struct {
		Runs []struct {
			ColumnKind string
			Results    []struct {
				RuleID    string
				Kind      string
				Locations []struct {
					PhysicalLocation struct {
						Region struct{ StartLine, StartColumn, EndColumn, ByteOffset, ByteLength int }
					}
				}
			}
		}
	}
	r := api.NewEngine().Check([]byte(faulty), api.Options{})
	if err := json.Unmarshal(r.SARIF(), &log); err != nil {
		t.Fatal(err)
	}
	if log.Runs[0].ColumnKind != "utf16CodeUnits" {
		t.Errorf("columnKind is %q", log.Runs[0].ColumnKind)
	}
	found := false
	for _, res := range log.Runs[0].Results {
		if res.Kind != "fail" {
			continue
		}
		at := res.Locations[0].PhysicalLocation.Region
		want := len(utf16.Encode([]rune(faulty[:at.ByteOffset]))) + 1
		if at.StartLine != 1 || at.StartColumn != want {
			t.Errorf("%s: column %d, want %d", res.RuleID, at.StartColumn, want)
		}
		end := len(utf16.Encode([]rune(faulty[:at.ByteOffset+at.ByteLength]))) + 1
		if at.EndColumn != end {
			t.Errorf("%s: end column %d, want %d", res.RuleID, at.EndColumn, end)
		}
		found = found || res.RuleID == "cache-scope-value"
	}
	if !found {
		t.Error("no cache-scope-value")
	}
}
