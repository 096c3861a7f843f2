package report

import (
	"strconv"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// writer appends JSON. Commas are put in front of members and elements by the state of the last byte.
type writer struct{ b []byte }

func (w *writer) comma() {
	if n := len(w.b); n > 0 {
		switch w.b[n-1] {
		case '{', '[', ':', ',':
		default:
			w.b = append(w.b, ',')
		}
	}
}

func (w *writer) open(name string, c byte) {
	w.comma()
	if name != "" {
		w.name(name)
	}
	w.b = append(w.b, c)
}

func (w *writer) close(c byte) { w.b = append(w.b, c) }

// name writes a member name of the contract, none of which needs an escape.
func (w *writer) name(n string) {
	w.b = append(w.b, '"')
	w.b = append(w.b, n...)
	w.b = append(w.b, '"', ':')
}

func (w *writer) text(name, s string) {
	w.comma()
	if name != "" {
		w.name(name)
	}
	w.b = jsondoc.AppendQuote(w.b, s)
}

// plain writes a string that needs no escape: a rule's id, or one of the product's own words.
func (w *writer) plain(name, s string) {
	w.comma()
	if name != "" {
		w.name(name)
	}
	w.b = append(w.b, '"')
	w.b = append(w.b, s...)
	w.b = append(w.b, '"')
}

func (w *writer) number(name string, n int) {
	w.comma()
	w.name(name)
	w.b = strconv.AppendInt(w.b, int64(n), 10)
}

func (w *writer) bool(name string, v bool) {
	w.comma()
	w.name(name)
	w.b = strconv.AppendBool(w.b, v)
}

func (w *writer) span(s jsondoc.Span) {
	w.open("span", '{')
	w.number("start", s.Start)
	w.number("end", s.End)
	w.close('}')
}

// AppendJSON appends the report as JSON.
//
//	engine       version of the engine that judged
//	revision     revision of the specification by which it judged
//	lang         language of all sentences
//	detected     what the text was taken for: see detected
//	summary      violations, advice, notes, satisfied, notObserved: their numbers; sentence: the findings' numbers in
//	             words; dropped: findings beyond the limit of 50 for one rule, counted but not listed
//	findings     sorted by pane and place: see finding
//	satisfied    ids of the rules that looked and found everything right; left out of a brief report
//	notObserved  rule and reason, for every rule that the text gives nothing to look at; left out of a brief report
//	learned      what a client learns from the answer, or null: see learned
func (r *Report) AppendJSON(b []byte) []byte {
	w := &writer{b}
	w.open("", '{')
	w.text("engine", r.Engine)
	w.text("revision", spec.Revision)
	w.text("lang", r.Lang.String())
	r.detected(w)
	v, a, n := r.Count()
	w.open("summary", '{')
	w.number("violations", v)
	w.number("advice", a)
	w.number("notes", n)
	satisfied, unseen := r.Rest()
	w.number("satisfied", satisfied)
	w.number("notObserved", unseen)
	if r.Verdict.Dropped > 0 {
		w.number("dropped", r.Verdict.Dropped)
	}
	w.text("sentence", r.Summary())
	w.close('}')
	r.findings(w)
	if !r.Brief {
		r.rest(w)
	}
	r.learned(w)
	w.close('}')
	return w.b
}

// rest writes the rules that have no finding.
func (r *Report) rest(w *writer) {
	w.open("satisfied", '[')
	for i, o := range r.Verdict.Outcomes {
		if o == rule.Satisfied {
			w.plain("", r.Table.Rules[i].ID)
		}
	}
	w.close(']')
	w.open("notObserved", '[')
	for i, o := range r.Verdict.Outcomes {
		if o == rule.NotObserved {
			w.comma()
			if r.Phrases != nil {
				w.b = append(w.b, r.Phrases.gap(r, i)...)
			} else {
				w.b = r.appendGap(w.b, i)
			}
		}
	}
	w.close(']')
}

// detected writes what the text was taken for.
//
//	kind       json, result, http, sse, stdio, har or fenced
//	forced     true when the kind was asked for
//	transport  stdio, http, or auto where the text doesn't tell
//	claims     modern, legacy, or auto: what the server claims or shows to speak
//	label      the kind in words
//	why        how it shows
//	parts      the messages, HTTP messages, events and lines that were found, each with kind, label, span (bytes),
//	           line, and pane "request" for those of the request pane; at most 200
func (r *Report) detected(w *writer) {
	p := r.Paste
	w.open("detected", '{')
	w.text("kind", string(p.Kind))
	w.bool("forced", p.Forced)
	w.text("transport", string(p.Transport))
	w.text("claims", p.Claims().String())
	w.text("label", p.Label.In(r.Lang))
	w.text("why", p.Why.In(r.Lang))
	w.open("parts", '[')
	r.parts(w, p, message.Pasted)
	if s := p.Sent(); s != nil {
		r.parts(w, s, message.Sent)
	}
	w.close(']')
	w.close('}')
}

const maxParts = 200

func (r *Report) parts(w *writer, p *message.Paste, pane message.Pane) {
	at := newPlaces(p.Text)
	n := 0
	part := func(kind, label string, s jsondoc.Span) {
		if n++; n > maxParts {
			return
		}
		s = clamp(s, len(p.Text))
		w.open("", '{')
		w.text("kind", kind)
		w.text("label", label)
		w.span(s)
		line, _ := at.position(s.Start)
		w.number("line", line)
		if pane == message.Sent {
			w.text("pane", "request")
		}
		w.close('}')
	}
	for _, h := range p.HTTPs {
		kind := "http-response"
		if h.IsRequest {
			kind = "http-request"
		}
		part(kind, string(h.Text[h.StartLine.Start:h.StartLine.End]), h.All())
	}
	for _, m := range p.Messages {
		if m.Root.Exists() {
			part("message", label(m).In(r.Lang), m.At(m.Root))
		}
	}
	for _, l := range p.Lines {
		if l.Noise {
			part("noise", text.Text{EN: "not a message", JA: "メッセージではない行"}.In(r.Lang), l.Span)
		}
	}
}

// label says in a few words what a message is.
func label(m *message.Message) text.Text {
	same := func(s string) text.Text { return text.Text{EN: s, JA: s} }
	switch m.Shape {
	case message.Request, message.Notification:
		return same(m.Method)
	case message.Response, message.BareResult:
		if m.Answers == "" {
			return same("result")
		}
		return text.Text{EN: "result of " + m.Answers, JA: m.Answers + " の result"}
	case message.ErrorResponse:
		return same("error " + string(m.Error.Get("code").Raw()))
	}
	if m.Root.Kind() == jsondoc.Array {
		return text.Text{EN: "array", JA: "配列"}
	}
	return text.Text{EN: "not a JSON-RPC message", JA: "JSON-RPC メッセージではない JSON"}
}

// findings writes the findings.
//
//	rule         id of the rule
//	title        the fault in a few words
//	outcome      violation, advice or note
//	level        the clause's own keyword
//	party        who has to act: server, client, gateway or unknown
//	conditional  true where it only holds if the sender claims the revision, which the text doesn't show
//	pane         "request" for a place in the request pane; absent for the pasted text
//	pointer      JSON Pointer into the message, or
//	part         status, start-line, headers/<name>, body, stdout, text
//	span         start and end in bytes of the pane's UTF-8 text, half-open; empty where something is missing
//	line, column 1-based; columns count code points
//	message, why, fix  one sentence or a few each
//	clause       page, anchor, keyword, url
//	related      other places: pane, pointer or part, span, line, column, label
//	edits        span and text; applied together they repair the fault; absent where there is no mechanical repair
func (r *Report) findings(w *writer) {
	pasted := newPlaces(r.Paste.Text)
	sent := newPlaces(r.pane(message.Sent))
	where := func(p *rule.Place) {
		at := &pasted
		if p.Pane == message.Sent {
			at = &sent
			w.text("pane", "request")
		}
		if p.Part != "" {
			w.text("part", p.Part)
		} else {
			w.text("pointer", p.Pointer)
		}
		s := clamp(p.Span, len(at.text))
		w.span(s)
		line, column := at.position(s.Start)
		w.number("line", line)
		w.number("column", column)
	}
	w.open("findings", '[')
	for _, f := range r.Verdict.Findings {
		w.open("", '{')
		w.plain("rule", f.Rule.ID)
		w.text("title", f.Rule.Title.In(r.Lang))
		w.text("outcome", f.Outcome.String())
		w.text("level", string(f.Cites().Keyword))
		w.text("party", string(Party(f)))
		w.bool("conditional", f.Conditional)
		where(&f.Place)
		w.text("message", r.Message(f))
		w.text("why", r.Why(f))
		w.text("fix", r.Fix(f))
		c := f.Cites()
		w.open("clause", '{')
		w.text("page", c.Page)
		w.text("anchor", c.Anchor)
		w.text("keyword", string(c.Keyword))
		w.text("url", c.URL())
		w.close('}')
		w.open("related", '[')
		for i := range f.Related {
			w.open("", '{')
			where(&f.Related[i])
			w.text("label", f.Related[i].Label.In(r.Lang))
			w.close('}')
		}
		w.close(']')
		if len(f.Edits) > 0 {
			w.open("edits", '[')
			for _, e := range f.Edits {
				w.open("", '{')
				w.span(e.Span)
				w.text("text", e.Text)
				w.close('}')
			}
			w.close(']')
		}
		w.close('}')
	}
	w.close(']')
}
