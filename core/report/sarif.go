package report

import (
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
)

// The artifacts of a SARIF log: the pasted text and the request beside it. They have no address of their own, so the
// log carries names.
const (
	pastedURI = "answer.txt"
	sentURI   = "request.txt"
)

// SARIF gives the report as a SARIF 2.1.0 log with one run. Columns count UTF-16 code units, as columnKind says;
// charOffset does too, byteOffset counts bytes. Rules that could not be checked are results of the kind
// notApplicable.
func (r *Report) SARIF() []byte {
	w := &writer{}
	w.open("", '{')
	w.text("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
	w.text("version", "2.1.0")
	w.open("runs", '[')
	w.open("", '{')
	w.open("tool", '{')
	w.open("driver", '{')
	w.text("name", "MCP Discover")
	w.text("semanticVersion", r.Engine)
	w.text("language", r.Lang.String())
	w.open("rules", '[')
	index := make(map[*rule.Rule]int, len(r.Table.Rules))
	for i, u := range r.Table.Rules {
		index[u] = i
		w.open("", '{')
		w.text("id", u.ID)
		w.message("shortDescription", u.Title.In(r.Lang))
		w.text("helpUri", u.Clause.URL())
		w.open("defaultConfiguration", '{')
		w.text("level", sarifLevel(u.Outcome()))
		w.close('}')
		w.close('}')
	}
	w.close(']')
	w.close('}')
	w.close('}')
	w.text("columnKind", "utf16CodeUnits")
	w.open("properties", '{')
	w.text("revision", spec.Revision)
	w.text("summary", r.Summary())
	w.close('}')
	pasted, sent := newPlaces(r.Paste.Text), newPlaces(r.pane(message.Sent))
	location := func(p *rule.Place) {
		at, uri := &pasted, pastedURI
		if p.Pane == message.Sent {
			at, uri = &sent, sentURI
		}
		s := clamp(p.Span, len(at.text))
		w.open("physicalLocation", '{')
		w.open("artifactLocation", '{')
		w.text("uri", uri)
		w.close('}')
		w.open("region", '{')
		line, column := at.position16(s.Start)
		w.number("startLine", line)
		w.number("startColumn", column)
		line, column = at.position16(s.End)
		w.number("endLine", line)
		w.number("endColumn", column)
		w.number("byteOffset", s.Start)
		w.number("byteLength", s.End-s.Start)
		w.close('}')
		w.close('}')
		w.open("logicalLocations", '[')
		w.open("", '{')
		name := p.Part
		if name == "" {
			name = p.Pointer
		}
		w.text("fullyQualifiedName", name)
		w.close('}')
		w.close(']')
	}
	w.open("results", '[')
	for _, f := range r.Verdict.Findings {
		w.open("", '{')
		w.text("ruleId", f.Rule.ID)
		w.number("ruleIndex", index[f.Rule])
		w.text("kind", "fail")
		w.text("level", sarifLevel(f.Outcome))
		w.message("message", r.Message(f)+" "+r.Fix(f))
		w.open("locations", '[')
		w.open("", '{')
		location(&f.Place)
		w.close('}')
		w.close(']')
		if len(f.Related) > 0 {
			w.open("relatedLocations", '[')
			for i := range f.Related {
				w.open("", '{')
				w.number("id", i)
				w.message("message", f.Related[i].Label.In(r.Lang))
				location(&f.Related[i])
				w.close('}')
			}
			w.close(']')
		}
		if len(f.Edits) > 0 {
			w.open("fixes", '[')
			w.open("", '{')
			w.open("artifactChanges", '[')
			w.open("", '{')
			w.open("artifactLocation", '{')
			w.text("uri", pastedURI)
			w.close('}')
			w.open("replacements", '[')
			for _, e := range f.Edits {
				s := clamp(e.Span, len(r.Paste.Text))
				w.open("", '{')
				w.open("deletedRegion", '{')
				w.number("byteOffset", s.Start)
				w.number("byteLength", s.End-s.Start)
				w.close('}')
				w.message("insertedContent", e.Text)
				w.close('}')
			}
			w.close(']')
			w.close('}')
			w.close(']')
			w.close('}')
			w.close(']')
		}
		w.open("properties", '{')
		w.text("party", string(Party(f)))
		w.bool("conditional", f.Conditional)
		w.text("why", r.Why(f))
		w.close('}')
		w.close('}')
	}
	for i, o := range r.Verdict.Outcomes {
		if o == rule.NotObserved {
			w.open("", '{')
			w.text("ruleId", r.Table.Rules[i].ID)
			w.number("ruleIndex", i)
			w.text("kind", "notApplicable")
			w.text("level", "none")
			w.message("message", r.Reason(i))
			w.close('}')
		}
	}
	w.close(']')
	w.open("artifacts", '[')
	artifact := func(uri string, t []byte) {
		w.open("", '{')
		w.open("location", '{')
		w.text("uri", uri)
		w.close('}')
		w.number("length", len(t))
		w.close('}')
	}
	artifact(pastedURI, r.Paste.Text)
	if s := r.Paste.Sent(); s != nil {
		artifact(sentURI, s.Text)
	}
	w.close(']')
	w.close('}')
	w.close(']')
	w.close('}')
	return w.b
}

// message writes a SARIF message or artifact content.
func (w *writer) message(name, s string) {
	w.open(name, '{')
	w.text("text", s)
	w.close('}')
}

func sarifLevel(o rule.Outcome) string {
	switch o {
	case rule.Violation:
		return "error"
	case rule.Advice:
		return "warning"
	}
	return "note"
}
