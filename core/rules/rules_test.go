package rules_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/internal/golden"
	"github.com/mcp-discover/mcp-discover/core/rules"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
	"github.com/mcp-discover/mcp-discover/core/text"
)

func load(t *testing.T) []examples.Example {
	t.Helper()
	all, err := examples.All()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Every rule has its archive, every archive its rule.
func TestOneToOne(t *testing.T) {
	archives := map[string]bool{}
	for _, x := range load(t) {
		archives[x.ID] = true
	}
	seen := map[string]bool{}
	for _, r := range rules.All() {
		if seen[r.ID] {
			t.Errorf("%s is declared twice", r.ID)
		}
		seen[r.ID] = true
		if !archives[r.ID] {
			t.Errorf("rule %s has no archive examples/%s.txtar", r.ID, r.ID)
		}
	}
	for id := range archives {
		if !seen[id] {
			t.Errorf("examples/%s.txtar has no rule", id)
		}
	}
}

func TestDeclarations(t *testing.T) {
	id := regexp.MustCompile(`^[a-z]+(-[a-z0-9]+){1,4}$`)
	for _, r := range rules.All() {
		if !id.MatchString(r.ID) {
			t.Errorf("%s: not <family>-<subject>-<fault>", r.ID)
		}
		if r.Since == "" || r.Party == "" || r.At == "" || r.Check == nil || r.Clause.Page == "" || r.Clause.Keyword == "" {
			t.Errorf("%s: a field is empty", r.ID)
		}
		for name, s := range map[string]text.Text{"title": r.Title, "message": r.Message, "why": r.Why, "fix": r.Fix} {
			if s.EN == "" || s.JA == "" {
				t.Errorf("%s: %s is missing in a language", r.ID, name)
				continue
			}
			en, ja := text.Placeholders(s.EN), text.Placeholders(s.JA)
			slices.Sort(en)
			slices.Sort(ja)
			if !slices.Equal(en, ja) {
				t.Errorf("%s: %s has placeholders %v in English and %v in Japanese", r.ID, name, en, ja)
			}
			if name == "title" {
				if strings.HasSuffix(s.EN, ".") || strings.HasSuffix(s.JA, "。") {
					t.Errorf("%s: a title is no sentence and ends without a full stop", r.ID)
				}
				continue
			}
			if !strings.HasSuffix(s.EN, ".") && !strings.HasSuffix(s.EN, "?") {
				t.Errorf("%s: %s is no full sentence in English: %q", r.ID, name, s.EN)
			}
			if !strings.HasSuffix(s.JA, "。") && !strings.HasSuffix(s.JA, "か。") {
				t.Errorf("%s: %s is no full sentence in Japanese: %q", r.ID, name, s.JA)
			}
		}
	}
}

// finding is what the tests read of a report.
type finding struct {
	Rule, Outcome, Pane, Pointer, Part, Message, Why, Fix string
	Conditional                                           bool
	Span                                                  struct{ Start, End int }
	Edits                                                 []edit
}

type edit struct {
	Span struct{ Start, End int }
	Text string
}

type checked struct {
	Findings    []finding
	Satisfied   []string
	NotObserved []struct{ Rule, Reason string }
	Error       *struct{ Code, Message string }
}

func check(t *testing.T, e *api.Engine, s examples.Sample, lang string) checked {
	t.Helper()
	var c checked
	if err := json.Unmarshal(e.Call("check", s.Input(lang)), &c); err != nil {
		t.Fatalf("the report is no JSON: %v", err)
	}
	if c.Error != nil {
		t.Fatalf("the call failed: %s", c.Error.Message)
	}
	return c
}

// line writes a finding as the .want files do.
func line(f finding, s examples.Sample) string {
	place := f.Pointer
	if f.Part != "" {
		place = f.Part
	}
	if place == "" {
		place = `""`
	}
	in := s.Text
	if f.Pane == "request" {
		place, in = "request:"+place, s.Sent
	}
	outcome := f.Outcome
	if f.Conditional {
		outcome += "?"
	}
	under := in[f.Span.Start:f.Span.End]
	if len(under) > 60 {
		under = under[:60]
	}
	return fmt.Sprintf("%s %s %s %q", f.Rule, outcome, place, under)
}

// Every bad sample gives exactly its own findings, at their places, beside those that have to come along; every good
// sample gives none.
func TestExamples(t *testing.T) {
	e := api.NewEngine()
	for _, x := range load(t) {
		t.Run(x.ID, func(t *testing.T) {
			if len(x.Bad) == 0 || len(x.Good) == 0 || strings.TrimSpace(x.EN) == "" || strings.TrimSpace(x.JA) == "" {
				t.Error("an archive needs en.md, ja.md, a bad and a good sample")
			}
			along := map[string]bool{}
			for _, s := range x.Bad {
				c := check(t, e, s, "en")
				var got strings.Builder
				own, stray := 0, 0
				for _, f := range c.Findings {
					along[f.Rule] = true
					switch {
					case f.Rule == x.ID:
						own++
					case !slices.Contains(x.With, f.Rule):
						stray++
					}
					fmt.Fprintln(&got, line(f, s))
					for _, text := range []string{f.Message, f.Why, f.Fix} {
						if left := open(text); len(left) > 0 {
							t.Errorf("%s: placeholders %v are not filled in %q", s.Name, left, text)
						}
					}
				}
				if own == 0 || stray > 0 {
					t.Errorf("bad/%s must give findings of %s %v and no other, got:\n%s", s.Name, x.ID, x.With, got.String())
					continue
				}
				if got.String() != s.Want {
					if golden.Updating() {
						rewrite(t, &x, s.Name, got.String())
						continue
					}
					t.Errorf("bad/%s got:\n%swant:\n%s", s.Name, got.String(), s.Want)
				}
				ja := check(t, e, s, "ja")
				for i, f := range ja.Findings {
					if f.Message == c.Findings[i].Message {
						t.Errorf("bad/%s: the message is the same in both languages: %q", s.Name, f.Message)
					}
				}
			}
			for _, id := range x.With {
				if !along[id] {
					t.Errorf("no bad sample gives a finding of %s, which is said to come along", id)
				}
			}
			for _, s := range x.Good {
				for _, f := range check(t, e, s, "en").Findings {
					t.Errorf("good/%s gives %s", s.Name, line(f, s))
				}
			}
		})
	}
}

// open finds what Fill left open. Braces that belong to a sentence about JSON are no placeholders.
func open(s string) []string { return text.Placeholders(s) }

func rewrite(t *testing.T, x *examples.Example, sample, want string) {
	t.Helper()
	name := "bad/" + strings.TrimSuffix(sample, filepath.Ext(sample)) + ".want"
	i := slices.IndexFunc(x.Archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		at := slices.IndexFunc(x.Archive.Files, func(f txtar.File) bool { return f.Name == "bad/"+sample })
		x.Archive.Files = slices.Insert(x.Archive.Files, at+1, txtar.File{Name: name})
		i = at + 1
	}
	x.Archive.Files[i].Data = []byte(want)
	if err := os.WriteFile(filepath.Join("examples", x.ID+".txtar"), txtar.Format(x.Archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// fixes applies every edit of a report, from the end so that offsets stay good.
func fixes(s string, fs []finding) (string, bool) {
	var all []edit
	for _, f := range fs {
		all = append(all, f.Edits...)
	}
	slices.SortStableFunc(all, func(a, b edit) int { return a.Span.Start - b.Span.Start })
	for i := len(all) - 1; i >= 0; i-- {
		e := all[i]
		s = s[:e.Span.Start] + e.Text + s[e.Span.End:]
	}
	return s, len(all) > 0
}

// Where a finding carries edits, applying them takes it away and brings nothing new.
func TestEdits(t *testing.T) {
	e := api.NewEngine()
	for _, x := range load(t) {
		for _, s := range x.Bad {
			before := check(t, e, s, "en")
			after := s
			var changed bool
			if after.Text, changed = fixes(s.Text, before.Findings); !changed {
				continue
			}
			for _, f := range check(t, e, after, "en").Findings {
				if slices.Contains(x.With, f.Rule) {
					continue
				}
				t.Errorf("%s: bad/%s: after its edits there is still %s\n%s", x.ID, s.Name, line(f, after), after.Text)
			}
		}
	}
}

// Judging twice on one engine gives the same, and a rule's outcome is stated exactly once.
func TestEveryRuleHasOneOutcome(t *testing.T) {
	e := api.NewEngine()
	n := len(rules.All())
	for _, x := range load(t) {
		for _, s := range append(slices.Clone(x.Bad), x.Good...) {
			first := string(e.Call("check", s.Input("en")))
			if second := string(e.Call("check", s.Input("en"))); second != first {
				t.Fatalf("%s/%s: two runs differ", x.ID, s.Name)
			}
			c := check(t, e, s, "en")
			found := map[string]bool{}
			for _, f := range c.Findings {
				found[f.Rule] = true
			}
			if got := len(found) + len(c.Satisfied) + len(c.NotObserved); got != n {
				t.Errorf("%s/%s: %d rules have an outcome, of %d", x.ID, s.Name, got, n)
			}
			for _, no := range c.NotObserved {
				if no.Reason == "" {
					t.Errorf("%s/%s: %s is not observed without a reason", x.ID, s.Name, no.Rule)
				}
			}
		}
	}
}
