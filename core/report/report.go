// Package report writes a verdict for people and programs. The JSON form is the one contract of browser, command and
// edge; its fields are documented at the functions that write them.
package report

import (
	"strconv"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// Report is a verdict with everything that is needed to write it down.
type Report struct {
	Engine  string
	Lang    text.Lang
	Paste   *message.Paste
	Table   *rule.Table
	Verdict *rule.Verdict
	// Phrases, where it is set, keeps sentences from one report to the next.
	Phrases *Phrases
	// Brief leaves out of the JSON form which rules were satisfied and not observed; their numbers stay.
	Brief bool
}

// Rest counts the rules that have no finding.
func (r *Report) Rest() (satisfied, unseen int) {
	for _, o := range r.Verdict.Outcomes {
		switch o {
		case rule.Satisfied:
			satisfied++
		case rule.NotObserved:
			unseen++
		}
	}
	return satisfied, unseen
}

// Phrases keeps what reports of one table say again and again, as JSON: most rules are not observed for a reason that
// is nearly always the same. It is not safe for use by several goroutines at once.
type Phrases struct {
	table *rule.Table
	gaps  [2][]phrase // by language and rule
}

// phrase is what was last said about a rule.
type phrase struct {
	gap    rule.Gap
	reason text.Text // of a gap that the rule stated
	json   []byte
}

// gap gives the JSON of a rule that is not observed.
func (p *Phrases) gap(r *Report, i int) []byte {
	if p.table != r.Table {
		*p = Phrases{table: r.Table}
	}
	all := &p.gaps[r.Lang]
	if *all == nil {
		*all = make([]phrase, len(r.Table.Rules))
	}
	last, gap := &(*all)[i], r.Verdict.Gaps[i]
	var reason text.Text
	if gap == rule.Stated {
		var args []text.Arg
		if reason, args = r.Verdict.Reason(i); len(args) > 0 {
			return r.appendGap(nil, i)
		}
	}
	if last.json == nil || last.gap != gap || last.reason != reason {
		*last = phrase{gap, reason, r.appendGap(nil, i)}
	}
	return last.json
}

func (r *Report) appendGap(b []byte, i int) []byte {
	w := &writer{append(b, '{')}
	w.plain("rule", r.Table.Rules[i].ID)
	w.text("reason", r.Reason(i))
	w.close('}')
	return w.b
}

// Count gives the numbers of violations, advice and notes.
func (r *Report) Count() (violations, advice, notes int) {
	for _, f := range r.Verdict.Findings {
		switch f.Outcome {
		case rule.Violation:
			violations++
		case rule.Advice:
			advice++
		default:
			notes++
		}
	}
	return violations, advice, notes
}

// Summary gives the verdict in one sentence.
func (r *Report) Summary() string {
	v, a, n := r.Count()
	return summary(r.Lang, v, a, n, len(r.Paste.Messages)+len(r.Paste.HTTPs) > 0)
}

func summary(l text.Lang, v, a, n int, judged bool) string {
	if v+a+n == 0 {
		if !judged {
			return text.Text{EN: "Nothing to judge.", JA: "判定する対象がありません。"}.In(l)
		}
		return text.Text{EN: "No finding: everything that this text shows is right.", JA: "指摘はありません。この内容から分かる範囲はすべて正しい状態です。"}.In(l)
	}
	var parts []byte
	add := func(count int, one, many text.Text) {
		if count == 0 {
			return
		}
		if len(parts) > 0 {
			parts = append(parts, text.Text{EN: ", ", JA: "、"}.In(l)...)
		}
		t := many
		if count == 1 {
			t = one
		}
		parts = append(parts, text.Fill(t, l, text.A("n", strconv.Itoa(count)))...)
	}
	add(v, text.Text{EN: "{n} violation", JA: "違反 {n} 件"}, text.Text{EN: "{n} violations", JA: "違反 {n} 件"})
	add(a, text.Text{EN: "{n} piece of advice", JA: "助言 {n} 件"}, text.Text{EN: "{n} pieces of advice", JA: "助言 {n} 件"})
	add(n, text.Text{EN: "{n} note", JA: "注記 {n} 件"}, text.Text{EN: "{n} notes", JA: "注記 {n} 件"})
	return string(parts) + text.Text{EN: ".", JA: "。"}.In(l)
}

// conditional is put in front of a finding that only holds if the sender claims the revision.
var (
	conditional = text.Text{
		EN: "If this server claims " + spec.Revision + ": {message}",
		JA: "このサーバーが " + spec.Revision + " を名乗る場合: {message}",
	}
	conditionalClient = text.Text{
		EN: "If this client claims " + spec.Revision + ": {message}",
		JA: "このクライアントが " + spec.Revision + " を名乗る場合: {message}",
	}
)

// Message gives the sentence that says what is wrong.
func (r *Report) Message(f *rule.Finding) string {
	t := f.Rule.Message
	if !f.Message.Empty() {
		t = f.Message
	}
	s := text.Fill(t, r.Lang, f.Args...)
	if f.Conditional {
		t := conditional
		if Party(f) == rule.Client {
			t = conditionalClient
		}
		return text.Fill(t, r.Lang, text.A("message", s))
	}
	return s
}

// Why gives the sentence that says why it matters.
func (r *Report) Why(f *rule.Finding) string { return text.Fill(f.Rule.Why, r.Lang, f.Args...) }

// Fix gives the sentence that says what to do.
func (r *Report) Fix(f *rule.Finding) string {
	t := f.Rule.Fix
	if !f.Fix.Empty() {
		t = f.Fix
	}
	return text.Fill(t, r.Lang, f.Args...)
}

// Party gives who has to act.
func Party(f *rule.Finding) rule.Party {
	if f.Party != "" {
		return f.Party
	}
	return f.Rule.Party
}

// Reason gives the sentence that says why the rule of that index was not observed.
func (r *Report) Reason(i int) string {
	reason, args := r.Verdict.Reason(i)
	return text.Fill(reason, r.Lang, args...)
}

// pane gives the text that a place belongs to.
func (r *Report) pane(p message.Pane) []byte {
	if p == message.Sent {
		if s := r.Paste.Sent(); s != nil {
			return s.Text
		}
	}
	return r.Paste.Text
}

// Span keeps a place inside its text, whatever a rule made of it.
func clamp(s jsondoc.Span, n int) jsondoc.Span {
	s.Start = max(0, min(s.Start, n))
	s.End = max(s.Start, min(s.End, n))
	return s
}
