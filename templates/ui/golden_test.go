package ui

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/mcp-discover/mcp-discover/core/text"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

var full = Finding{
	Number: 1, Outcome: "violation", Level: "MUST", Party: "server", Conditional: true, Rule: "cache-ttl-missing",
	Title: "`ttlMs` is missing", Place: "Line 7, column 3", Pointer: "/result/ttlMs",
	Message: "The result has no `ttlMs` <b>.", Why: "A client reads 0.", Fix: "Add it.",
	Clause:     Clause{Label: "server/utilities/caching › cacheable-results", Keyword: "MUST", URL: "https://example.org/#a"},
	Related:    []Related{{Label: "resultType", Place: "Line 8, column 5"}},
	Repairable: true,
}

// Each component alone, as HTML. What a component must never do (an unescaped value, a shown empty part) is seen in
// the difference.
func TestComponents(t *testing.T) {
	report := Report{
		Tone: "violation", Sentence: "1 violation.",
		Counts:      []Count{{"violation", 1}, {"advice", 0}},
		Satisfied:   []string{"jsonrpc-version"},
		NotObserved: []Unseen{{"http-status", "The text has no status line."}},
	}
	learned := &Learned{
		Versions:     []Version{{"2026-07-28", "modern"}, {"2025-11-25", "legacy"}},
		Identity:     Identity{Name: "<weather>", Version: "1.0"},
		Capabilities: []Capability{{"tools", "Tools."}},
		Extensions:   []string{"io.modelcontextprotocol/tasks"},
		Instructions: "Ask & see.",
		Freshness:    Stated{"Fresh for 1 hour.", true},
		Sharing:      Stated{"Nobody else may use it.", false},
	}
	for name, component := range map[string]templ.Component{
		"finding-full":    FindingItem(text.EN, full),
		"finding-ja":      FindingItem(text.JA, full),
		"finding-blank":   FindingItem(text.EN, Finding{}),
		"verdict":         Verdict(text.EN, report),
		"seen":            Seen(text.EN, report),
		"learned":         LearnedCard(text.EN, learned),
		"learned-nothing": LearnedCard(text.JA, nil),
		"detection":       Detection(text.EN, Detected{"HTTP response", "It has a status line."}),
		"gallery":         Gallery(text.EN, []Example{{Slug: "a", Name: "A", Version: "1", Transport: "stdio", Caption: "Uses `_meta`.", Tone: "clear", Sentence: "No finding."}}),
		"mark":            Mark(),
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if err := component.Render(t.Context(), &b); err != nil {
				t.Fatal(err)
			}
			// One element a line, so that a difference can be read.
			got := strings.ReplaceAll(b.String(), "><", ">\n<") + "\n"
			path := filepath.Join("testdata", name+".html")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the component differs from %s; see the difference after go test ./templates/... -update\n%s", path, got)
			}
		})
	}
}
