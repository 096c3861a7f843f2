package ui

import "github.com/mcp-discover/mcp-discover/core/text"

// Report is a verdict as the page shows it, every sentence already in the page's language.
type Report struct {
	Tone        string // the gravest outcome: "violation", "advice", "note", else "clear", or "nothing" when nothing could be checked
	Sentence    string
	Counts      []Count
	Findings    []Finding
	Learned     *Learned // nil when the text teaches a client nothing
	Satisfied   []string // rule ids
	NotObserved []Unseen
	Detected    Detected
	Repairs     int // findings that can be repaired mechanically
}

// Count is how many results have one outcome.
type Count struct {
	Outcome string
	Number  int
}

// Finding is one thing that a rule found.
type Finding struct {
	Number      int // position in the list, from 1
	Outcome     string
	Level       string
	Party       string
	Conditional bool
	Rule        string
	Title       string
	Place       string
	Pointer     string
	Message     string
	Why         string
	Fix         string
	Clause      Clause
	Related     []Related
	Repairable  bool
}

// Clause is the sentence of the specification that a finding rests on.
type Clause struct{ Label, Keyword, URL string }

// Related is another place that a finding speaks of.
type Related struct{ Label, Place string }

// Unseen is a rule that the text gave no occasion to check.
type Unseen struct{ Rule, Reason string }

// Detected is what the text was taken for.
type Detected struct{ Label, Why string }

// Learned is what a client may conclude from the answer. Empty strings and lists are shown as not stated.
type Learned struct {
	Versions     []Version
	Identity     Identity
	Capabilities []Capability
	Extensions   []string
	Instructions string
	Freshness    Stated
	Sharing      Stated
}

// Version is one protocol version with the era that it belongs to: "modern", "legacy" or "unknown".
type Version struct{ Version, Era string }

// Identity is what the server says it is.
type Identity struct{ Name, Title, Version string }

// Capability is one capability and what it means.
type Capability struct{ Name, Text string }

// Stated is a sentence about a member, and the member's value when the answer states it.
type Stated struct {
	Text    string
	Present bool
}

// Example is one card of the gallery: an answer recorded from a real server.
type Example struct {
	Slug      string
	Name      string
	Version   string
	Transport string
	Caption   string
	Tone      string
	Sentence  string
}

// glyph gives the sign that stands for an outcome beside its word; the shapes differ, not just the colours.
func glyph(outcome string) string {
	switch outcome {
	case "violation":
		return "✕"
	case "advice":
		return "▲"
	case "note":
		return "●"
	case "satisfied", "clear":
		return "✓"
	}
	return "–"
}

// Choice is one option of a select.
type Choice struct{ Value, Label string }

func choices(l text.Lang, prefix string, values ...string) []Choice {
	out := make([]Choice, len(values))
	for i, v := range values {
		out[i] = Choice{Value: v, Label: Word(prefix + "-" + v).In(l)}
	}
	return out
}

// Kinds lists what the text may be declared to be.
func Kinds(l text.Lang) []Choice {
	return choices(l, "kind", "auto", "json", "result", "http", "sse", "stdio", "har", "fenced")
}

// Transports lists the transports that the text may be declared to come from.
func Transports(l text.Lang) []Choice { return choices(l, "transport", "auto", "stdio", "http") }

// Claims lists what the server may be declared to be.
func Claims(l text.Lang) []Choice { return choices(l, "claims", "auto", "modern", "legacy") }

func outcomeWord(l text.Lang, outcome string) string {
	if outcome == "" {
		return ""
	}
	return Word("outcome-" + outcome).In(l)
}

func partyWord(l text.Lang, party string) string {
	if party == "" {
		return ""
	}
	return Word("party-" + party).In(l)
}

func eraWord(l text.Lang, era string) string {
	if era == "" {
		return ""
	}
	return Word("era-" + era).In(l)
}

func orEmpty(v *Learned) Learned {
	if v == nil {
		return Learned{}
	}
	return *v
}
