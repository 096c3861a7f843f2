package report

import (
	"strconv"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
)

// JUnit gives the report as JUnit XML, one test case a rule: violations are failures, rules that could not be checked
// are skipped, advice and notes are text of cases that pass.
func (r *Report) JUnit() string {
	byRule := make(map[*rule.Rule][]*rule.Finding, len(r.Verdict.Findings))
	failures := 0
	for _, f := range r.Verdict.Findings {
		byRule[f.Rule] = append(byRule[f.Rule], f)
	}
	_, skipped := r.Rest()
	for i := range r.Verdict.Outcomes {
		if violated(byRule[r.Table.Rules[i]]) {
			failures++
		}
	}
	counts := ` tests="` + strconv.Itoa(len(r.Table.Rules)) + `" failures="` + strconv.Itoa(failures) + `" errors="0" skipped="` + strconv.Itoa(skipped) + `"`
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n<testsuites name=\"MCP Discover\"" + counts + ">\n")
	b.WriteString(`  <testsuite name="` + spec.Revision + `"` + counts + ">\n    <properties>\n")
	property := func(name, value string) {
		b.WriteString(`      <property name="` + name + `" value="` + escapeXML(value) + "\"/>\n")
	}
	property("engine", r.Engine)
	property("revision", spec.Revision)
	property("detected", r.taken())
	property("summary", r.Summary())
	b.WriteString("    </properties>\n")
	pasted, sent := newPlaces(r.Paste.Text), newPlaces(r.pane(message.Sent))
	for i, u := range r.Table.Rules {
		family, _, _ := strings.Cut(u.ID, "-")
		b.WriteString(`    <testcase classname="mcp-discover.` + family + `" name="` + u.ID + `"`)
		found := byRule[u]
		switch {
		case len(found) == 0 && r.Verdict.Outcomes[i] == rule.NotObserved:
			b.WriteString("><skipped message=\"" + escapeXML(r.Reason(i)) + "\"/></testcase>\n")
			continue
		case len(found) == 0:
			b.WriteString("/>\n")
			continue
		}
		var lines strings.Builder
		for _, f := range found {
			at := &pasted
			if f.Place.Pane == message.Sent {
				at = &sent
			}
			line, column := at.position(clamp(f.Place.Span, len(at.text)).Start)
			lines.WriteString(strconv.Itoa(line) + ":" + strconv.Itoa(column) + " " + where(f) + ": " + outcomeName(f.Outcome).In(r.Lang) + ": " + r.Message(f) + "\n" + r.Fix(f) + "\n" + f.Cites().URL() + "\n")
		}
		tag, attributes := "system-out", ""
		if violated(found) {
			tag = "failure"
			attributes = ` type="` + string(found[0].Cites().Keyword) + `" message="` + escapeXML(r.Message(found[0])) + `"`
		}
		b.WriteString("><" + tag + attributes + ">" + escapeXML(lines.String()) + "</" + tag + "></testcase>\n")
	}
	b.WriteString("  </testsuite>\n</testsuites>\n")
	return b.String()
}

func violated(fs []*rule.Finding) bool {
	for _, f := range fs {
		if f.Outcome == rule.Violation {
			return true
		}
	}
	return false
}

// escapeXML writes text for an attribute or an element. Characters that XML 1.0 can't hold become U+FFFD.
func escapeXML(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '&':
			b.WriteString("&amp;")
		case c == '"':
			b.WriteString("&quot;")
		case c == '\n':
			b.WriteString("&#10;")
		case c == '\t':
			b.WriteString("&#9;")
		case c < ' ', c == 0xFFFE, c == 0xFFFF:
			b.WriteRune(0xFFFD)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
