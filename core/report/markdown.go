package report

import (
	"strconv"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// Words that several forms share.
var (
	wordWhy         = text.Text{EN: "Why", JA: "理由"}
	wordFix         = text.Text{EN: "Fix", JA: "対処"}
	wordNotObserved = text.Text{EN: "What this text could not show", JA: "この内容からは分からなかったこと"}
	wordJudged      = text.Text{EN: "Judged by MCP Discover {engine} against revision {revision}.", JA: "MCP Discover {engine} が revision {revision} に照らして判定しました。"}
	wordTaken       = text.Text{EN: "Taken for: {label}. {why}", JA: "判定対象: {label}。{why}"}
)

func (r *Report) judged() string {
	return text.Fill(wordJudged, r.Lang, text.A("engine", r.Engine), text.A("revision", spec.Revision))
}

func (r *Report) taken() string {
	return text.Fill(wordTaken, r.Lang, text.T("label", r.Paste.Label), text.T("why", r.Paste.Why))
}

// where says at which place of which pane a finding is.
func where(f *rule.Finding) string {
	s := f.Place.Part
	if s == "" {
		s = f.Place.Pointer
	}
	if f.Place.Pane == message.Sent {
		return "request:" + s
	}
	return s
}

// gaps lists what could not be checked, each reason once with the rules that it holds for.
func (r *Report) gaps(do func(reason string, rules []string)) {
	var order []string
	rules := map[string][]string{}
	for i, o := range r.Verdict.Outcomes {
		if o == rule.NotObserved {
			reason := r.Reason(i)
			if rules[reason] == nil {
				order = append(order, reason)
			}
			rules[reason] = append(rules[reason], r.Table.Rules[i].ID)
		}
	}
	for _, reason := range order {
		do(reason, rules[reason])
	}
}

// Markdown gives the report ready to be put into an issue.
func (r *Report) Markdown() string {
	var b strings.Builder
	b.WriteString("### " + r.Summary() + "\n\n" + r.taken() + " " + r.judged() + "\n")
	pasted, sent := newPlaces(r.Paste.Text), newPlaces(r.pane(message.Sent))
	for _, f := range r.Verdict.Findings {
		at := &pasted
		if f.Place.Pane == message.Sent {
			at = &sent
		}
		s := clamp(f.Place.Span, len(at.text))
		line, column := at.position(s.Start)
		b.WriteString("\n#### " + outcomeName(f.Outcome).In(r.Lang) + ": " + escapeMarkdown(f.Rule.Title.In(r.Lang)) + "\n\n")
		b.WriteString("`" + f.Rule.ID + "` · " + code(where(f)) + " · " + strconv.Itoa(line) + ":" + strconv.Itoa(column) + "\n\n")
		if quoted := excerpt(at.text, s); quoted != "" {
			fence := "```"
			for strings.Contains(quoted, fence) {
				fence += "`"
			}
			b.WriteString(fence + "\n" + quoted + "\n" + fence + "\n\n")
		}
		b.WriteString(escapeMarkdown(r.Message(f)) + "\n\n")
		b.WriteString("- **" + wordWhy.In(r.Lang) + ":** " + escapeMarkdown(r.Why(f)) + "\n")
		b.WriteString("- **" + wordFix.In(r.Lang) + ":** " + escapeMarkdown(r.Fix(f)) + "\n")
		c := f.Cites()
		b.WriteString("- " + string(c.Keyword) + ": [" + escapeMarkdown(c.Page+c.Anchor) + "](" + c.URL() + ")\n")
	}
	b.WriteString("\n<details><summary>" + wordNotObserved.In(r.Lang) + "</summary>\n\n")
	r.gaps(func(reason string, rules []string) {
		b.WriteString("- " + escapeMarkdown(reason) + " (" + strconv.Itoa(len(rules)) + ")\n")
	})
	b.WriteString("\n</details>\n")
	return b.String()
}

// excerpt is the text at a place, in one line and not longer than a person reads.
func excerpt(t []byte, s jsondoc.Span) string {
	if s.Start == s.End {
		return ""
	}
	const most = 200
	cut := ""
	if s.End-s.Start > most {
		s.End, cut = s.Start+most, "…"
	}
	return text.Printable(string(t[s.Start:s.End])) + cut
}

// code sets a short text in backquotes, whatever it holds.
func code(s string) string {
	if s == "" {
		return "`\"\"`"
	}
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

// escapeMarkdown keeps pasted text in a sentence from becoming markup.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n', '\r':
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
