package rule

import (
	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// Place is where a finding is.
type Place struct {
	Pane    message.Pane
	Span    jsondoc.Span // bytes of the pane's text
	Pointer string       // JSON Pointer into the message, when it is a place in JSON
	Part    string       // status, headers/<name>, body, stdout, text ..., when it isn't
	Label   text.Text    // for related places: what stands there
}

// Edit is a mechanical repair in the pasted text.
type Edit struct {
	Span jsondoc.Span
	Text string
}

// Finding is one fault at one place.
type Finding struct {
	Rule        *Rule
	Outcome     Outcome
	Conditional bool // true only if the sender claims the revision, which the paste doesn't show
	Place       Place
	Args        []text.Arg
	Message     text.Text // instead of the rule's, where a rule has several wordings
	Fix         text.Text // instead of the rule's
	Related     []Place
	Edits       []Edit
	Party       Party       // instead of the rule's
	Clause      spec.Clause // instead of the rule's, where one rule stands for a kind of fault in many types
}

// Relate adds a related place.
func (f *Finding) Relate(p *Place, label text.Text) *Finding {
	if f == nil || p == nil || p.Part == "" && p.Pointer == "" && p.Span == (jsondoc.Span{}) {
		return f
	}
	p.Label = label
	f.Related = append(f.Related, *p)
	return f
}

// Say puts another wording in place of the rule's message.
func (f *Finding) Say(t text.Text) *Finding {
	if f != nil {
		f.Message = t
	}
	return f
}

// Advise puts another wording in place of the rule's fix.
func (f *Finding) Advise(t text.Text) *Finding {
	if f != nil {
		f.Fix = t
	}
	return f
}

// Softened makes the finding an outcome that is weaker than the rule's own; it never strengthens.
func (f *Finding) Softened(o Outcome) *Finding {
	if f != nil && o > f.Outcome {
		f.Outcome = o
	}
	return f
}

// By names another party than the rule's.
func (f *Finding) By(p Party) *Finding {
	if f != nil {
		f.Party = p
	}
	return f
}

// Cite names another clause than the rule's. Its keyword does not change the outcome.
func (f *Finding) Cite(c spec.Clause) *Finding {
	if f != nil {
		f.Clause = c
	}
	return f
}

// Cites gives the clause that the finding rests on.
func (f *Finding) Cites() spec.Clause {
	if f.Clause != (spec.Clause{}) {
		return f.Clause
	}
	return f.Rule.Clause
}

// MaxFindings bounds the findings of one rule: a text with a hundred thousand faults of one kind has one problem.
const MaxFindings = 50

// Pass is what a rule sees while it is asked about one subject.
type Pass struct {
	Paste    *message.Paste
	Msg      *message.Message
	HTTP     *message.HTTPMessage
	Stream   *message.Stream
	Trouble  *message.Trouble
	Exchange *message.Exchange
	Pane     message.Pane // the pane that the subject stands in

	verdict *Verdict
	rule    *Rule
	claim   message.Claim
	found   int     // findings of the rule on this subject
	worst   Outcome // of those findings
	gapped  bool    // the rule said why it can't be observed:
	reason  text.Text
	args    []text.Arg
}

// Result gives the result object of the message.
func (p *Pass) Result() jsondoc.Value { return p.Msg.Result }

// Request gives the request that the subject answers, or nil where it isn't known.
func (p *Pass) Request() *message.Message {
	if p.Exchange != nil {
		return p.Exchange.Request
	}
	return nil
}

// Memo gives a place to keep what several rules need to know about the message, by a name of their choice. It is nil
// when it is asked for the first time.
func (p *Pass) Memo(name string) *any {
	memos := p.verdict.memos
	for i := range memos {
		if memos[i].message == p.Msg && memos[i].name == name {
			return &memos[i].value
		}
	}
	if len(memos) == maxMemos {
		clear(memos)
		memos = memos[:0]
	}
	p.verdict.memos = append(memos, memo{p.Msg, name, nil})
	return &p.verdict.memos[len(memos)].value
}

// maxMemos bounds the list of memos, which is searched from its start: with many messages the oldest are forgotten.
const maxMemos = 16

type memo struct {
	message *message.Message
	name    string
	value   any
}

// Claim gives what the subject's sender claims to speak.
func (p *Pass) Claim() message.Claim { return p.claim }

// Report files a finding at a place. It gives nil when the rule has filed enough; all methods of Finding accept that.
func (p *Pass) Report(at *Place, args ...text.Arg) *Finding {
	p.found++
	if p.found > MaxFindings {
		p.verdict.Dropped++
		return nil
	}
	o := p.rule.Outcome()
	conditional := false
	if p.rule.Basis == ThisRevision && p.claim == message.NoClaim {
		o, conditional = Note, true
	}
	if p.found == 1 || o < p.worst {
		p.worst = o
	}
	f := &Finding{Rule: p.rule, Outcome: o, Conditional: conditional, Place: *at, Args: args}
	p.verdict.Findings = append(p.verdict.Findings, f)
	return f
}

// Unseen says that the subject doesn't show what the rule needs, and why.
func (p *Pass) Unseen(reason text.Text, args ...text.Arg) {
	p.gapped, p.reason, p.args = true, reason, args
}

// Blocked says that the rule can't judge a value because the rule with that id already reported it.
func (p *Pass) Blocked(id string) {
	p.gapped, p.reason, p.args = true, blocked, []text.Arg{text.A("rule", id)}
}

// Value gives the place of a value.
func (p *Pass) Value(v jsondoc.Value) *Place { return p.place(v, v.Span()) }

// Name gives the place of a member's name; the pointer is the member's.
func (p *Pass) Name(v jsondoc.Value) *Place {
	s := v.NameSpan()
	if s == (jsondoc.Span{}) {
		s = head(v)
	}
	return p.place(v, s)
}

// Missing gives the place where a member of parent is missed: the parent's own name, or its opening bracket.
func (p *Pass) Missing(parent jsondoc.Value, name string) *Place {
	s := parent.NameSpan()
	if s == (jsondoc.Span{}) {
		s = head(parent)
	}
	at := p.place(parent, s)
	at.Pointer += "/" + escape(name)
	return at
}

// head is the first character of a value: an opening bracket stands for the whole object.
func head(v jsondoc.Value) jsondoc.Span {
	s := v.Span()
	if s.End > s.Start+1 {
		s.End = s.Start + 1
	}
	return s
}

func (p *Pass) place(v jsondoc.Value, s jsondoc.Span) *Place {
	return &Place{Pane: p.Pane, Span: p.Msg.Source(s), Pointer: v.Pointer()}
}

// Within gives the place of a part of a string value, given by byte offsets into its raw text.
func (p *Pass) Within(v jsondoc.Value, start, end int) *Place {
	s := v.Span()
	return p.place(v, jsondoc.Span{Start: s.Start + start, End: s.Start + end})
}

// Other gives the place of a value of another message, which may stand in the other pane.
func (p *Pass) Other(m *message.Message, pane message.Pane, v jsondoc.Value) *Place {
	s := v.Span()
	if v.NameSpan() != (jsondoc.Span{}) && (v.Kind() == jsondoc.Object || v.Kind() == jsondoc.Array) {
		s = v.NameSpan()
	}
	return &Place{Pane: pane, Span: m.Source(s), Pointer: v.Pointer()}
}

// Status gives the place of an HTTP response's status code.
func (p *Pass) Status(h *message.HTTPMessage) *Place {
	return &Place{Pane: p.Pane, Span: h.Source(h.StatusSpan), Part: "status"}
}

// StartLine gives the place of an HTTP message's first line.
func (p *Pass) StartLine(h *message.HTTPMessage) *Place {
	return &Place{Pane: p.Pane, Span: h.Source(h.StartLine), Part: "start-line"}
}

// Header gives the place of a header field's value, or, where the field is missing, of the start line.
func (p *Pass) Header(h *message.HTTPMessage, name string) *Place {
	at := &Place{Pane: p.Pane, Part: "headers/" + lowerASCII(name)}
	if f := h.Header(name); f != nil {
		s := f.ValueSpan
		if s.Start == s.End {
			s = f.NameSpan
		}
		at.Span = h.Source(s)
		return at
	}
	at.Span = h.Source(h.StartLine)
	return at
}

// SetHeader adds a repair that gives a header field another value, or adds the field where it is missing.
func (p *Pass) SetHeader(f *Finding, h *message.HTTPMessage, name, value string) {
	// In an archive the fields are JSON.
	if f == nil || p.Pane != message.Pasted || p.Paste.Kind == message.HAR || !h.Unbroken() {
		return
	}
	if v := h.Header(name); v != nil {
		f.Edits = append(f.Edits, Edit{Span: h.Source(v.ValueSpan), Text: value})
		return
	}
	at := h.StartLine.End
	if n := len(h.Headers); n > 0 {
		at = h.Headers[n-1].Line.End
	}
	end := "\n"
	if at < len(h.Text) && h.Text[at] == '\r' {
		end = "\r\n"
	}
	f.Edits = append(f.Edits, Edit{Span: h.Source(jsondoc.Span{Start: at, End: at}), Text: end + name + ": " + value})
}

// RenameHeader adds a repair that gives a header field another name and value.
func (p *Pass) RenameHeader(f *Finding, h *message.HTTPMessage, v *message.Header, name, value string) {
	if f == nil || p.Pane != message.Pasted || p.Paste.Kind == message.HAR || !h.Unbroken() {
		return
	}
	f.Edits = append(f.Edits, Edit{Span: h.Source(v.NameSpan), Text: name}, Edit{Span: h.Source(v.ValueSpan), Text: value})
}

// DropHeader adds a repair that takes a header field out.
func (p *Pass) DropHeader(f *Finding, h *message.HTTPMessage, v *message.Header) {
	if f == nil || p.Pane != message.Pasted || p.Paste.Kind == message.HAR || !h.Unbroken() {
		return
	}
	end := v.Line.End
	for end < len(h.Text) && (h.Text[end] == '\r' || h.Text[end] == '\n') {
		if end++; h.Text[end-1] == '\n' {
			break
		}
	}
	f.Edits = append(f.Edits, Edit{Span: h.Source(jsondoc.Span{Start: v.Line.Start, End: end})})
}

// Assume says what the sender of what is judged next speaks, where a subject holds messages of several senders or
// eras. It gives false where that is a legacy revision, by which the rule says nothing.
func (p *Pass) Assume(c message.Claim) bool {
	p.claim = c
	return c != message.ClaimsLegacy || p.rule.Basis == EveryEra
}

// Fault gives the place of what stopped the reading of the trouble's text.
func (p *Pass) Fault() *Place {
	f := p.Trouble.Fault
	at := &Place{Pane: p.Pane, Span: p.Trouble.Source(f.Span), Pointer: f.Pointer}
	switch f.Kind {
	case jsondoc.Empty, jsondoc.TooLarge, jsondoc.Binary, jsondoc.NotJSON, jsondoc.TextBefore, jsondoc.TextAfter, jsondoc.SecondDocument:
		at.Part = "text"
		if p.Trouble.HTTP != nil {
			at.Part = "body"
		}
	}
	return at
}

// Flaw gives the place of a flaw of the trouble's text.
func (p *Pass) Flaw(f jsondoc.Flaw) *Place {
	return &Place{Pane: p.Pane, Span: p.Trouble.Source(f.Span), Pointer: f.Pointer}
}

// Repair adds the reader's own repairs of the trouble's text.
func (p *Pass) Repair(f *Finding, edits []jsondoc.Edit) {
	if f == nil || p.Pane != message.Pasted || !p.Trouble.Unbroken() {
		return
	}
	for _, e := range edits {
		f.Edits = append(f.Edits, Edit{Span: p.Trouble.Source(e.Span), Text: e.Text})
	}
}

// Part gives a place by a span of the paste.
func (p *Pass) Part(part string, s jsondoc.Span) *Place {
	return &Place{Pane: p.Pane, Span: s, Part: part}
}

// Edit adds a repair to a finding: the value is replaced by raw JSON.
func (p *Pass) Edit(f *Finding, v jsondoc.Value, raw string) { p.edit(f, v.Span(), raw) }

func (p *Pass) edit(f *Finding, s jsondoc.Span, raw string) {
	if f == nil || p.Pane != message.Pasted || p.Msg.Escaped() {
		return
	}
	source := p.Msg.Source(s)
	if source.End-source.Start != s.End-s.Start {
		return // the span crosses a seam, so that it is no one stretch of the paste
	}
	f.Edits = append(f.Edits, Edit{Span: source, Text: raw})
}

// Rename adds a repair that gives a member another name.
func (p *Pass) Rename(f *Finding, member jsondoc.Value, name string) {
	p.edit(f, member.NameSpan(), quote(name))
}

// Insert adds a repair that puts a new member at the end of an object, in the style of the members before it.
func (p *Pass) Insert(f *Finding, object jsondoc.Value, name, raw string) {
	if f == nil || object.Kind() != jsondoc.Object || !p.Msg.Unbroken() {
		return
	}
	t := p.Msg.Text
	at := object.Span().End - 1
	last := jsondoc.Value{}
	for m := object.First(); m.Exists(); m = m.Next() {
		last = m
	}
	member := quote(name) + ":"
	if !last.Exists() {
		p.edit(f, jsondoc.Span{Start: object.Span().Start + 1, End: object.Span().Start + 1}, member+raw)
		return
	}
	at = last.Span().End
	from := last.NameSpan().Start
	gap := from
	for gap > 0 && isSpace(t[gap-1]) {
		gap--
	}
	space := string(t[gap:from])
	if after := last.NameSpan().End; after+1 < len(t) && t[after] == ':' && t[after+1] == ' ' {
		member += " "
	}
	p.edit(f, jsondoc.Span{Start: at, End: at}, ","+space+member+raw)
}

// Remove adds a repair that takes members out of their object, with the commas that joined them. They come in the
// order of the text.
func (p *Pass) Remove(f *Finding, members ...jsondoc.Value) {
	if f == nil || !p.Msg.Unbroken() {
		return
	}
	for len(members) > 0 {
		// Neighbours go in one stroke: the comma between them is one of both.
		n := 1
		for n < len(members) && members[n-1].Next() == members[n] {
			n++
		}
		p.remove(f, members[0], members[n-1])
		members = members[n:]
	}
}

func (p *Pass) remove(f *Finding, first, last jsondoc.Value) {
	t := p.Msg.Text
	s := jsondoc.Span{Start: first.NameSpan().Start, End: last.Span().End}
	if first.NameSpan() == (jsondoc.Span{}) {
		s.Start = first.Span().Start
	}
	end := s.End
	for end < len(t) && isSpace(t[end]) {
		end++
	}
	if end < len(t) && t[end] == ',' {
		end++
		for end < len(t) && isSpace(t[end]) {
			end++
		}
		p.edit(f, jsondoc.Span{Start: s.Start, End: end}, "")
		return
	}
	start := s.Start
	for start > 0 && isSpace(t[start-1]) {
		start--
	}
	if start > 0 && t[start-1] == ',' {
		p.edit(f, jsondoc.Span{Start: start - 1, End: s.End}, "")
		return
	}
	p.edit(f, s, "")
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// quote writes a member name that needs no escapes, as all names of the protocol do.
func quote(s string) string { return `"` + s + `"` }

// escape writes a reference token of a JSON Pointer (RFC 6901, 3).
func escape(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] == '~' || s[i] == '/' {
			b := append([]byte(nil), s[:i]...)
			for ; i < len(s); i++ {
				switch s[i] {
				case '~':
					b = append(b, "~0"...)
				case '/':
					b = append(b, "~1"...)
				default:
					b = append(b, s[i])
				}
			}
			return string(b)
		}
	}
	return s
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}
