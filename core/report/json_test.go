package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
)

// contract lists the fields of the JSON report by the path of the object that has them; [] stands for the elements of
// an array. A field that may be left out ends with a question mark.
var contract = map[string]string{
	"":                            "engine revision lang detected summary findings satisfied? notObserved? learned",
	"detected":                    "kind forced transport claims label why parts",
	"detected.parts[]":            "kind label span line pane?",
	"detected.parts[].span":       "start end",
	"summary":                     "violations advice notes satisfied notObserved dropped? sentence",
	"findings[]":                  "rule title outcome level party conditional pane? pointer? part? span line column message why fix clause related edits?",
	"findings[].span":             "start end",
	"findings[].clause":           "page anchor keyword url",
	"findings[].related[]":        "pane? pointer? part? span line column label",
	"findings[].related[].span":   "start end",
	"findings[].edits[]":          "span text",
	"findings[].edits[].span":     "start end",
	"notObserved[]":               "rule reason",
	"learned":                     "method supportedVersions capabilities? extensions? identity? instructions? instructionsBytes? freshness? sharing?",
	"learned.supportedVersions[]": "version era",
	"learned.capabilities[]":      "name text",
	"learned.extensions[]":        "id",
	"learned.identity":            "name version title",
	"learned.freshness":           "ttlMs present text",
	"learned.sharing":             "cacheScope present text",
}

// walk holds a value against the contract and notes which fields it has seen.
func walk(t *testing.T, path string, v any, seen map[string]bool) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			walk(t, path+"[]", e, seen)
		}
	case map[string]any:
		fields, ok := contract[path]
		if !ok {
			t.Errorf("an object stands at %q, where the contract has none", path)
			return
		}
		known := map[string]bool{}
		for _, f := range strings.Fields(fields) {
			name, optional := strings.CutSuffix(f, "?")
			known[name] = true
			if _, there := v[name]; !there && !optional {
				t.Errorf("%q has no %s", path, name)
			}
		}
		for name, e := range v {
			if !known[name] {
				t.Errorf("%q has %s, which the contract doesn't know", path, name)
			}
			seen[path+"."+name] = true
			walk(t, strings.TrimPrefix(path+"."+name, "."), e, seen)
		}
	}
}

func TestJSONContract(t *testing.T) {
	all, err := examples.All()
	if err != nil {
		t.Fatal(err)
	}
	e := api.NewEngine()
	seen := map[string]bool{}
	check := func(name string, in []byte) {
		reply := e.Call("check", in)
		var v map[string]any
		d := json.NewDecoder(bytes.NewReader(reply))
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%s: the report is no JSON: %v", name, err)
		}
		walk(t, "", v, seen)
		for _, f := range v["findings"].([]any) {
			f := f.(map[string]any)
			_, pointer := f["pointer"]
			if _, part := f["part"]; part == pointer {
				t.Errorf("%s: a finding of %s has pointer and part, or neither", name, f["rule"])
			}
			for field, words := range map[string]string{"outcome": "violation advice note", "party": "server client gateway unknown",
				"level": "MUST,MUST NOT,REQUIRED,SHOULD,SHOULD NOT,RECOMMENDED,MAY,SCHEMA,says"} {
				if !slices.Contains(strings.FieldsFunc(words, func(r rune) bool { return r == ',' || r == ' ' && field != "level" }), f[field].(string)) {
					t.Errorf("%s: %s of %s is %q", name, field, f["rule"], f[field])
				}
			}
			for _, field := range []string{"title", "message", "why", "fix"} {
				if f[field] == "" {
					t.Errorf("%s: %s of %s is empty", name, field, f["rule"])
				}
			}
		}
		brief := e.Call("check", bytes.Replace(in, []byte("{"), []byte(`{"brief":true,`), 1))
		if bytes.Contains(brief, []byte(`"notObserved":[`)) || bytes.Contains(brief, []byte(`"satisfied":[`)) {
			t.Errorf("%s: a brief report lists rules without findings", name)
		}
	}
	for _, x := range all {
		for _, s := range slices.Concat(x.Bad, x.Good) {
			if s.Huge {
				continue
			}
			check(x.ID+"/"+s.Name, s.Input("en"))
			check(x.ID+"/"+s.Name, s.Input("ja"))
		}
	}
	check("many", []byte("{\"lang\":\"en\"}\n"+`{"result":{"resultType":"complete","supportedVersions":[`+strings.Repeat("1,", 60)+`1],"capabilities":{"extensions":{"a.b/c":{}}},"instructions":"x"}}`))
	// A field that no report has is a field that nobody can rely on.
	for path, fields := range contract {
		for _, f := range strings.Fields(fields) {
			if name := strings.TrimSuffix(f, "?"); !seen[path+"."+name] {
				t.Errorf("no sample gives a report with %s.%s", path, name)
			}
		}
	}
}

// The fields are described where they are written.
func TestContractIsDocumented(t *testing.T) {
	var comments strings.Builder
	for _, file := range []string{"json.go", "learned.go"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			if rest, ok := strings.CutPrefix(line, "//"); ok {
				comments.WriteString(rest)
			}
		}
	}
	words := strings.FieldsFunc(comments.String(), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') })
	for path, fields := range contract {
		for _, f := range strings.Fields(fields) {
			if name := strings.TrimSuffix(f, "?"); !slices.Contains(words, name) {
				t.Errorf("%s.%s is not described in json.go or learned.go", path, name)
			}
		}
	}
}
