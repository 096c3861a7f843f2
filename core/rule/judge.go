package rule

import (
	"sort"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// Table is a set of rules, arranged for the driver.
type Table struct {
	Rules []*Rule
	on    [subjects][]int
	byID  map[string]*Rule
	when  []jsondoc.NameSet // by index of Rules; empty: always
}

// NewTable arranges rules. The order of the list is the order of satisfied and not observed rules in a report.
func NewTable(rules []*Rule) *Table {
	t := &Table{Rules: rules, byID: make(map[string]*Rule, len(rules)), when: make([]jsondoc.NameSet, len(rules))}
	for i, r := range rules {
		if r.When != "" {
			t.when[i] = jsondoc.Names(strings.Fields(r.When)...)
		}
		t.byID[r.ID] = r
		t.on[r.On] = append(t.on[r.On], i)
	}
	return t
}

// Find gives the rule of that id, or nil.
func (t *Table) Find(id string) *Rule { return t.byID[id] }

// Gap is the kind of reason why a rule is not observed.
type Gap uint8

// The gaps. All but Stated have the same reason for a rule whenever they occur.
const (
	NoSubject   Gap = iota // the paste has nothing of the rule's subject
	OtherEra               // the sender speaks a legacy revision
	Shapeless              // a result in which nothing shows what it is
	Unmentioned            // the members that the rule needs are not there
	Stated                 // the rule itself said why, or another rule's finding blocks it
	Gaps                   // the number of gaps
)

// statement is a reason that a rule gave for one paste.
type statement struct {
	reason text.Text
	args   []text.Arg
}

// Verdict is what all rules came to. A Verdict can be used again; Judge forgets what was there.
type Verdict struct {
	Findings []*Finding
	Outcomes []Outcome // by index of Table.Rules
	Gaps     []Gap     // by index of Table.Rules; holds where the outcome is NotObserved
	Dropped  int       // findings over the limit of one rule, not listed

	table  *Table
	memos  []memo
	stated []statement // by index of Table.Rules; holds where the gap is Stated
	pass   Pass
}

// Reason gives the sentence that says why the rule of that index is not observed, with its arguments.
func (v *Verdict) Reason(i int) (text.Text, []text.Arg) {
	r := v.table.Rules[i]
	switch v.Gaps[i] {
	case OtherEra:
		return legacy, nil
	case Shapeless:
		return shapeless, nil
	case Unmentioned:
		return unmentioned, []text.Arg{text.A("members", text.Swap(r.When, " ", " / "))}
	case Stated:
		return v.stated[i].reason, v.stated[i].args
	}
	return absent[r.On], nil
}

func (v *Verdict) byID(id string) *Rule { return v.table.Find(id) }

// Judge asks every rule of the table about everything in the paste.
func (v *Verdict) Judge(t *Table, p *message.Paste) {
	v.table = t
	v.Findings = v.Findings[:0]
	v.Dropped = 0
	if len(v.Outcomes) != len(t.Rules) {
		v.Outcomes, v.Gaps, v.stated = make([]Outcome, len(t.Rules)), make([]Gap, len(t.Rules)), make([]statement, len(t.Rules))
	}
	clear(v.Outcomes)
	clear(v.memos)
	v.memos = v.memos[:0]

	v.paste(p, message.Pasted)
	if sent := p.Sent(); sent != nil {
		v.paste(sent, message.Sent)
	}
	for _, x := range p.Exchanges {
		v.exchange(p, x)
	}
	// Where nothing could be read, no rule has seen that something is right.
	nothing := len(p.Messages)+len(p.HTTPs)+len(p.Streams)+len(p.Lines) == 0
	for i, o := range v.Outcomes {
		if nothing && o == Satisfied {
			v.Outcomes[i], v.Gaps[i] = NotObserved, NoSubject
		}
		if o != 0 {
			continue
		}
		// Text that was read without trouble satisfies the rules about troubles.
		if on := t.Rules[i].On; on == OnTrouble && len(p.Messages) > 0 {
			v.Outcomes[i] = Satisfied
		} else {
			v.unseen(i, NoSubject)
		}
	}
	sort.Stable(byPlace(v.Findings))
}

// byPlace sorts findings by pane, place and weight.
type byPlace []*Finding

func (f byPlace) Len() int      { return len(f) }
func (f byPlace) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f byPlace) Less(i, j int) bool {
	a, b := f[i], f[j]
	if a.Place.Pane != b.Place.Pane {
		return a.Place.Pane < b.Place.Pane
	}
	if a.Place.Span.Start != b.Place.Span.Start {
		return a.Place.Span.Start < b.Place.Span.Start
	}
	return a.Outcome < b.Outcome
}

// paste asks about everything that stands in one pane.
func (v *Verdict) paste(p *message.Paste, pane message.Pane) {
	base := Pass{Paste: p, Pane: pane, verdict: v}
	for _, tr := range p.Troubles {
		v.pass = base
		v.pass.Trouble, v.pass.HTTP, v.pass.Msg = tr, tr.HTTP, tr.Message
		v.pass.claim = claimOf(p, tr.Message, tr.HTTP)
		v.ask(OnTrouble)
	}
	for _, m := range p.Messages {
		v.message(base, m)
	}
	for _, h := range p.HTTPs {
		v.pass = base
		v.pass.HTTP, v.pass.Msg, v.pass.Exchange, v.pass.claim = h, h.Message, h.Exchange, h.Claim
		if h.IsRequest {
			v.ask(OnHTTPRequest)
		} else {
			v.ask(OnHTTPResponse)
		}
	}
	for _, s := range p.Streams {
		v.pass = base
		v.pass.Stream, v.pass.HTTP, v.pass.Exchange = s, s.HTTP, s.Exchange
		if v.pass.claim = s.Claim(); v.pass.claim == message.NoClaim {
			v.pass.claim = p.Stated
		}
		v.ask(OnStream)
	}
	if pane == message.Sent {
		return
	}
	if p.Kind == message.Stdio || len(p.Lines) > 0 {
		v.pass = base
		v.pass.claim = p.Claims()
		v.ask(OnTranscript)
	}
	v.pass = base
	v.pass.claim = p.Claims()
	v.ask(OnPaste)
}

func (v *Verdict) message(base Pass, m *message.Message) {
	v.pass = base
	v.pass.Msg, v.pass.HTTP, v.pass.Exchange, v.pass.claim = m, m.HTTP, m.Exchange, m.Claim
	v.ask(OnMessage)
	// What goes the wrong way is wrong as such, whatever it holds.
	answers := m.Shape == message.Response || m.Shape == message.ErrorResponse
	if answers && m.Direction == message.ToServer || m.Shape == message.Request && m.Direction == message.ToClient {
		return
	}
	switch m.Shape {
	case message.Request:
		v.ask(OnRequest)
	case message.Notification:
		v.ask(OnNotification)
	case message.ErrorResponse:
		v.ask(OnResponse)
		v.ask(OnError)
	case message.Response, message.BareResult:
		if m.Shape == message.Response {
			v.ask(OnResponse)
		}
		if !m.Result.Exists() || m.Result.Kind() != jsondoc.Object {
			return
		}
		v.ask(OnResult)
		switch {
		case m.Answers == spec.Discover:
			v.ask(OnDiscoverResult)
		case m.Answers == spec.Initialize:
			v.ask(OnInitialize)
		}
		if spec.Cacheable(m.Answers) && Complete(m) {
			v.ask(OnCacheableResult)
		}
	}
}

func (v *Verdict) exchange(p *message.Paste, x *message.Exchange) {
	v.pass = Pass{Paste: p, verdict: v, Exchange: x, Msg: x.Response, HTTP: x.Reply}
	v.pass.claim = claimOf(p, x.Response, x.Reply)
	if x.Response == nil {
		v.pass.claim = p.Claims()
	}
	v.ask(OnExchange)
}

// ask runs every rule of a subject on the pass as it stands.
func (v *Verdict) ask(on Subject) {
	p := &v.pass
	for _, i := range v.table.on[on] {
		r := v.table.Rules[i]
		if r.Basis == ThisRevision && p.claim == message.ClaimsLegacy {
			v.unseen(i, OtherEra)
			continue
		}
		if r.Basis == ThisRevision && p.Msg != nil && p.Msg.Shapeless {
			v.unseen(i, Shapeless)
			continue
		}
		if w := v.table.when[i]; w != 0 && p.Msg != nil && !p.Msg.Doc.MayHave(w) {
			v.unseen(i, Unmentioned)
			continue
		}
		p.rule, p.found, p.gapped = r, 0, false
		r.Check(p)
		switch {
		case p.found > 0:
			if v.Outcomes[i] == 0 || v.Outcomes[i] > p.worst {
				v.Outcomes[i] = p.worst
			}
		case p.gapped:
			if v.Outcomes[i] == 0 {
				v.unseen(i, Stated)
				v.stated[i] = statement{p.reason, p.args}
			}
		case v.Outcomes[i] == 0 || v.Outcomes[i] == NotObserved:
			v.Outcomes[i] = Satisfied
		}
	}
}

// unseen keeps the first reason; a rule that came to something elsewhere stays so.
func (v *Verdict) unseen(i int, g Gap) {
	if v.Outcomes[i] == 0 {
		v.Outcomes[i], v.Gaps[i] = NotObserved, g
	}
}

// Complete reports whether a result counts as complete: resultType says so, or is absent, which a client has to read
// as complete (basic, ResultType).
func Complete(m *message.Message) bool {
	t := m.Result.Get("resultType")
	return !t.Exists() || !t.Is("input_required")
}

// claimOf is the claim of a message, or of the HTTP message that carries it, or what was stated.
func claimOf(p *message.Paste, m *message.Message, h *message.HTTPMessage) message.Claim {
	if m != nil && m.Claim != message.NoClaim {
		return m.Claim
	}
	if h != nil && h.Claim != message.NoClaim {
		return h.Claim
	}
	return p.Stated
}

var (
	legacy      = text.Text{EN: "The sender speaks a legacy revision, which is judged by its own text.", JA: "送信側はレガシーの revision を話しており、その revision の本文で判断されるものです。"}
	shapeless   = text.Text{EN: "The result has no member of this revision, so there is nothing to judge by it.", JA: "result にこの revision のメンバーが 1 つもなく、判定の対象がありません。"}
	unmentioned = text.Text{EN: "The message has no {members}.", JA: "メッセージに {members} がありません。"}
	blocked     = text.Text{EN: "Not checked, because {rule} was found at the same place.", JA: "同じ箇所で {rule} が見つかったため、検査していません。"}
)

// absent says for each subject that the paste has none.
var absent = [subjects]text.Text{
	OnTrouble:         {EN: "The paste holds no JSON.", JA: "JSON がありません。"},
	OnPaste:           {EN: "The paste holds no message.", JA: "メッセージがありません。"},
	OnMessage:         {EN: "The paste holds no JSON-RPC message.", JA: "貼り付けた内容に JSON-RPC メッセージがありません。"},
	OnResponse:        {EN: "The paste holds no JSON-RPC response with its envelope.", JA: "外枠を持つ JSON-RPC レスポンスがありません。"},
	OnResult:          {EN: "The paste holds no result.", JA: "result がありません。"},
	OnDiscoverResult:  {EN: "The paste holds no result of server/discover.", JA: "server/discover の result がありません。"},
	OnCacheableResult: {EN: "The paste holds no complete result of a cacheable operation.", JA: "キャッシュ可能な操作の完了した result がありません。"},
	OnInitialize:      {EN: "The paste holds no InitializeResult.", JA: "InitializeResult がありません。"},
	OnError:           {EN: "The paste holds no error response.", JA: "エラーレスポンスがありません。"},
	OnRequest:         {EN: "The paste holds no request; give the request that was sent to have it judged too.", JA: "リクエストがありません。送信したリクエストも渡すと、それも判定します。"},
	OnNotification:    {EN: "The paste holds no notification.", JA: "通知がありません。"},
	OnHTTPResponse:    {EN: "The paste holds no HTTP response; curl -i shows status and header fields.", JA: "HTTP レスポンスがありません。curl -i を使うとステータスとヘッダーが得られます。"},
	OnHTTPRequest:     {EN: "The paste holds no HTTP request.", JA: "HTTP リクエストがありません。"},
	OnStream:          {EN: "The paste holds no SSE stream.", JA: "SSE ストリームがありません。"},
	OnTranscript:      {EN: "The paste is no stdio transcript.", JA: "stdio のやり取りではありません。"},
	OnExchange:        {EN: "Which request this answers is not known; give the request that was sent.", JA: "どのリクエストへの応答か分かりません。送信したリクエストを渡してください。"},
}
