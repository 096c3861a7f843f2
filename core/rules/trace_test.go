package rules_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/internal/golden"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
)

// Every normative statement in scope has a rule that shows it, or a reason why no text can. The table of both is
// generated: traceability.tsv.
func TestTraceability(t *testing.T) {
	statements, err := examples.Statements()
	if err != nil {
		t.Fatal(err)
	}
	covers := map[string][]string{}
	known := map[string]bool{}
	for _, s := range statements {
		known[s.ID] = true
	}
	for _, x := range load(t) {
		for _, id := range x.Covers {
			if !known[id] {
				t.Errorf("%s covers %s, which is no statement", x.ID, id)
			}
			covers[id] = append(covers[id], x.ID)
		}
	}
	var table bytes.Buffer
	table.WriteString("statement\tlevel\tparty\tclause\trules\treason\n")
	missing := 0
	for _, s := range statements {
		rules := covers[s.ID]
		slices.Sort(rules)
		reason := ""
		if len(rules) == 0 {
			if reason = s.Uncovered.EN; reason == "" {
				missing++
				t.Errorf("%s has neither a rule nor a reason (%s): %s", s.ID, strings.Join(s.Seen, ", "), s.Says)
			}
		}
		fmt.Fprintf(&table, "%s\t%s\t%s\t%s%s\t%s\t%s\n", s.ID, s.Level, s.Party, s.Page, s.Anchor, strings.Join(rules, " "), reason)
	}
	if missing == 0 {
		golden.Equal(t, "traceability.tsv", table.Bytes())
	}
}

// A reason is only given where there is no rule, in both languages, for a statement that exists.
func TestUncovered(t *testing.T) {
	f, err := os.Open("examples/uncovered.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]bool{}
	last := ""
	for lines := bufio.NewScanner(f); lines.Scan(); {
		part := strings.Split(lines.Text(), "\t")
		if len(part) != 3 || part[1] == "" || part[2] == "" {
			t.Errorf("not id, English, Japanese: %q", lines.Text())
			continue
		}
		if seen[part[0]] {
			t.Errorf("%s is there twice", part[0])
		}
		if part[0] < last {
			t.Errorf("%s is not in order", part[0])
		}
		last = part[0]
		seen[part[0]] = true
	}
	for _, x := range load(t) {
		for _, id := range x.Covers {
			if seen[id] {
				t.Errorf("%s has the rule %s and a reason why it has none", id, x.ID)
			}
		}
	}
}
