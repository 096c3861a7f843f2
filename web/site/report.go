package site

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/text"
	"github.com/mcp-discover/mcp-discover/templates/ui"
)

// report is the engine's reply as far as the pages show it.
type report struct {
	Engine   string
	Revision string
	Detected struct{ Label, Why string }
	Summary  struct {
		Violations, Advice, Notes int
		Sentence                  string
	}
	Findings    []finding
	Satisfied   []string
	NotObserved []struct{ Rule, Reason string }
	Learned     *learned
	Error       *struct{ Code, Message string }
}

type finding struct {
	Rule, Title, Outcome, Level, Party string
	Conditional                        bool
	Pane, Pointer, Part                string
	Line, Column                       int
	Message, Why, Fix                  string
	Clause                             struct{ Page, Anchor, Keyword, URL string }
	Related                            []struct {
		Pane, Label  string
		Line, Column int
	}
	Edits []json.RawMessage
}

type learned struct {
	SupportedVersions []struct{ Version, Era string }
	Capabilities      []struct{ Name, Text string }
	Extensions        []struct{ ID string }
	Identity          *struct{ Name, Title, Version string }
	Instructions      *string
	Freshness         stated
	Sharing           stated
}

type stated struct {
	Text    string
	Present bool
}

// check runs the engine on one text, with the request that was sent or "", and gives its reply, raw and read.
func (s *Site) check(l text.Lang, input, sent string) (json.RawMessage, report, error) {
	options, err := json.Marshal(map[string]any{"lang": l.String(), "requestBytes": len(sent)})
	if err != nil {
		return nil, report{}, err
	}
	reply := s.call("check", append(append(options, '\n'), sent+input...))
	var r report
	if err := json.Unmarshal(reply, &r); err != nil {
		return nil, report{}, fmt.Errorf("site: the engine's reply can't be read: %w", err)
	}
	if r.Error != nil {
		return nil, report{}, fmt.Errorf("site: the engine refused the check: %s: %s", r.Error.Code, r.Error.Message)
	}
	return reply, r, nil
}

func (r report) tone() string {
	switch {
	case r.Summary.Violations > 0:
		return "violation"
	case r.Summary.Advice > 0:
		return "advice"
	case r.Summary.Notes > 0:
		return "note"
	case len(r.Satisfied) > 0:
		return "clear"
	}
	// Praise for a text in which nothing could be checked would be a lie.
	return "nothing"
}

// view puts the report into the words and parts of the page. web/assets/report/report.ts does the same in the
// browser; a browser test holds the two results together.
func (r report) view(l text.Lang) ui.Report {
	v := ui.Report{
		Tone:     r.tone(),
		Sentence: r.Summary.Sentence,
		Counts: []ui.Count{
			{Outcome: "violation", Number: r.Summary.Violations},
			{Outcome: "advice", Number: r.Summary.Advice},
			{Outcome: "note", Number: r.Summary.Notes},
			{Outcome: "satisfied", Number: len(r.Satisfied)},
			{Outcome: "not-observed", Number: len(r.NotObserved)},
		},
		Satisfied: r.Satisfied,
		Detected:  ui.Detected{Label: r.Detected.Label, Why: r.Detected.Why},
		Learned:   r.Learned.view(),
	}
	for _, n := range r.NotObserved {
		v.NotObserved = append(v.NotObserved, ui.Unseen{Rule: n.Rule, Reason: n.Reason})
	}
	for i, f := range r.Findings {
		item := ui.Finding{
			Number: i + 1, Outcome: f.Outcome, Level: f.Level, Party: f.Party, Conditional: f.Conditional, Rule: f.Rule,
			Title: f.Title, Place: place(l, f.Pane, f.Line, f.Column), Pointer: f.Pointer + f.Part,
			Message: f.Message, Why: f.Why, Fix: f.Fix, Repairable: len(f.Edits) > 0,
		}
		if f.Clause.Page != "" {
			item.Clause = ui.Clause{Label: clauseLabel(f.Clause.Page, f.Clause.Anchor), Keyword: f.Clause.Keyword, URL: f.Clause.URL}
		}
		for _, other := range f.Related {
			item.Related = append(item.Related, ui.Related{Label: other.Label, Place: place(l, other.Pane, other.Line, other.Column)})
		}
		if item.Repairable {
			v.Repairs++
		}
		v.Findings = append(v.Findings, item)
	}
	return v
}

func (f *learned) view() *ui.Learned {
	if f == nil {
		return nil
	}
	v := &ui.Learned{Freshness: ui.Stated(f.Freshness), Sharing: ui.Stated(f.Sharing)}
	for _, item := range f.SupportedVersions {
		v.Versions = append(v.Versions, ui.Version(item))
	}
	for _, item := range f.Capabilities {
		v.Capabilities = append(v.Capabilities, ui.Capability(item))
	}
	for _, item := range f.Extensions {
		v.Extensions = append(v.Extensions, item.ID)
	}
	if f.Identity != nil {
		v.Identity = ui.Identity(*f.Identity)
	}
	if f.Instructions != nil {
		v.Instructions = *f.Instructions
	}
	return v
}

func place(l text.Lang, pane string, line, column int) string {
	word := ui.Word("place")
	switch {
	case pane != "":
		word = "place-in-request"
	case line == 0:
		return ui.Word("no-finding-place").In(l)
	}
	return word.Fill(l, text.A("line", strconv.Itoa(line)), text.A("column", strconv.Itoa(column)))
}

func clauseLabel(page, anchor string) string {
	if anchor = strings.TrimPrefix(anchor, "#"); anchor != "" {
		return page + " › " + anchor
	}
	return page
}
