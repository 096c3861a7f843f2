package report

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// maxShown is the longest piece of a line that the text form shows, in code points.
const maxShown = 100

// Text gives the report as plain text: each finding with its line and carets under the place, then how much was
// satisfied and what could not be checked. With colour it is set for a terminal that knows ANSI sequences.
func (r *Report) Text(colour bool) string {
	var b strings.Builder
	paint := func(code, s string) string {
		if !colour {
			return s
		}
		return "\x1b[" + code + "m" + s + "\x1b[0m"
	}
	say := func(t text.Text, args ...text.Arg) string { return text.Fill(t, r.Lang, args...) }
	b.WriteString(r.taken() + "\n")
	pasted, sent := newPlaces(r.Paste.Text), newPlaces(r.pane(message.Sent))
	for _, f := range r.Verdict.Findings {
		at := &pasted
		name := ""
		if f.Place.Pane == message.Sent {
			at = &sent
			name = say(text.Text{EN: "request:", JA: "リクエスト:"})
		}
		s := clamp(f.Place.Span, len(at.text))
		line, column := at.position(s.Start)
		where := f.Place.Pointer
		if f.Place.Part != "" {
			where = f.Place.Part
		}
		b.WriteString("\n" + name + strconv.Itoa(line) + ":" + strconv.Itoa(column) + ": " + paint(outcomeColour(f.Outcome), outcomeName(f.Outcome).In(r.Lang)) + " [" + f.Rule.ID + "]")
		if where != "" {
			b.WriteString(" " + where)
		}
		b.WriteString("\n  " + r.Message(f) + "\n")
		caret(&b, at.text, s.Start, s.End, func(s string) string { return paint(outcomeColour(f.Outcome), s) })
		b.WriteString("  " + wordWhy.In(r.Lang) + ": " + r.Why(f) + "\n")
		b.WriteString("  " + wordFix.In(r.Lang) + ": " + r.Fix(f) + "\n")
		b.WriteString("  " + string(f.Cites().Keyword) + " " + f.Cites().URL() + "\n")
	}
	satisfied, _ := r.Rest()
	b.WriteString("\n" + paint("1", r.Summary()) + "\n" + say(text.Text{EN: "{n} rules satisfied.", JA: "満たしたルールは {n} 件です。"}, text.A("n", strconv.Itoa(satisfied))))
	b.WriteString(" " + wordNotObserved.In(r.Lang) + ":\n")
	r.gaps(func(reason string, rules []string) {
		b.WriteString("  " + reason + " (" + strconv.Itoa(len(rules)) + ")\n")
	})
	b.WriteString(r.judged() + "\n")
	return b.String()
}

// outcomeColour is the ANSI code of an outcome. The word stands beside it, so that nothing hangs on the colour.
func outcomeColour(o rule.Outcome) string {
	switch o {
	case rule.Violation:
		return "31"
	case rule.Advice:
		return "33"
	}
	return "36"
}

func outcomeName(o rule.Outcome) text.Text {
	switch o {
	case rule.Violation:
		return text.Text{EN: "violation", JA: "違反"}
	case rule.Advice:
		return text.Text{EN: "advice", JA: "助言"}
	}
	return text.Text{EN: "note", JA: "注記"}
}

// caret shows the line of a place, or the part of it around the place, with carets below.
func caret(b *strings.Builder, t []byte, start, end int, paint func(string) string) {
	from := bytes.LastIndexByte(t[:start], '\n') + 1
	to := len(t)
	if i := bytes.IndexByte(t[start:], '\n'); i >= 0 {
		to = start + i
	}
	end = min(end, to)
	if start-from > maxShown/2 {
		from = start - maxShown/2
		for from < start && !utf8.RuneStart(t[from]) {
			from++
		}
	}
	if to-from > 4*maxShown {
		to = from + 4*maxShown
		end = min(end, to)
	}
	line := []rune(text.Printable(string(t[from:to])))
	if len(line) > maxShown {
		line = line[:maxShown]
	}
	pad := utf8.RuneCount(t[from:start])
	width := max(1, utf8.RuneCount(t[start:max(start, end)]))
	if pad+width > maxShown {
		width = max(1, maxShown-pad)
	}
	b.WriteString("  | ")
	for _, c := range line {
		if c < ' ' {
			c = ' '
		}
		b.WriteRune(c)
	}
	b.WriteString("\n  | ")
	for i := 0; i < pad && i < len(line); i++ {
		b.WriteString(blank(line[i]))
	}
	carets := ""
	for i := pad; i < pad+width; i++ {
		carets += "^"
		if i < len(line) && blank(line[i]) == "  " {
			carets += "^"
		}
	}
	b.WriteString(paint(carets) + "\n")
}

// blank is as wide as the character on a terminal: East Asian wide characters and emoji take two columns.
func blank(c rune) string {
	if c >= 0x1100 && (c <= 0x115F || c >= 0x2E80 && c <= 0xA4CF || c >= 0xAC00 && c <= 0xD7A3 || c >= 0xF900 && c <= 0xFAFF ||
		c >= 0xFE30 && c <= 0xFE6F || c >= 0xFF00 && c <= 0xFF60 || c >= 0xFFE0 && c <= 0xFFE6 || c >= 0x1F300 && c <= 0x1FAFF) {
		return "  "
	}
	return " "
}
