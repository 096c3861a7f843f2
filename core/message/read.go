package message

import (
	"bytes"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// reader does the work of Paste.Read. It keeps its documents from one paste to the next.
type reader struct {
	paste *Paste
	opt   Options
	docs  []*jsondoc.Doc
	used  int
	sent  *Paste
	// vain counts the bytes that were scanned for the end of a broken message without finding it.
	vain int
	// asked says that the text is what a client sent, so that everything in it goes to the server.
	asked bool
}

// maxElements bounds how many elements of an array are read as messages.
const maxElements = 100

// MaxParts bounds how many messages, HTTP messages, header fields, events and lines are read: each costs memory of its
// own, however short it is.
const MaxParts = 5000

// keptDocs is how many documents are kept from one paste to the next.
const keptDocs = 64

// room reports whether one more part may be read, and notes from where on the paste is left unread.
func (r *reader) room(have int, p Piece, at int) bool {
	if have < MaxParts && len(r.paste.Messages)+len(r.paste.Troubles) < MaxParts {
		return true
	}
	if r.paste.Unread == nil {
		s := p.Source(jsondoc.Span{Start: at, End: len(p.Text)})
		r.paste.Unread = &s
	}
	return false
}

// Read recognises text and forgets what was read before. It keeps a reference to text and to o.Request, which must
// not change while the Paste is used.
func (p *Paste) Read(t []byte, o Options) {
	r := p.pool
	if o.Kind == "" {
		o.Kind = Auto
	}
	if o.Transport == "" {
		o.Transport = AnyTransport
	}
	if o.Limits == (jsondoc.Limits{}) {
		o.Limits = jsondoc.DefaultLimits
	}
	*p = Paste{Text: t, Kind: o.Kind, Forced: o.Kind != Auto, Transport: o.Transport,
		Messages: p.Messages[:0], HTTPs: p.HTTPs[:0], Streams: p.Streams[:0], Lines: p.Lines[:0],
		Troubles: p.Troubles[:0], Exchanges: p.Exchanges[:0], Stated: o.Claims}
	if len(r.docs) > keptDocs {
		r.docs = r.docs[:keptDocs:keptDocs]
	}
	r.paste, r.opt, r.used = p, o, 0
	r.recognise(Whole(t))
	r.pair()
	r.claims()
	p.pool = r
	p.describe()
}

// Sent gives what was read from the request pane, or nil.
func (p *Paste) Sent() *Paste {
	if len(p.pool.opt.Request) == 0 {
		return nil
	}
	return p.pool.sent
}

func (r *reader) doc() *jsondoc.Doc {
	if r.used == len(r.docs) {
		r.docs = append(r.docs, new(jsondoc.Doc))
	}
	r.used++
	return r.docs[r.used-1]
}

// recognise picks the form of the paste and reads it.
func (r *reader) recognise(p Piece) {
	paste := r.paste
	if len(p.Text) > r.opt.Limits.Bytes {
		if paste.Kind == Auto {
			paste.Kind = JSON
		}
		r.readJSON(p, nil, nil, nil) // refused by its size, with the finding that says so
		return
	}
	switch paste.Kind {
	case JSON, Result:
		r.readJSON(p, nil, nil, nil)
		return
	case HTTP:
		if q, ok := verbose(p); ok {
			p = q
		} else if at := nextHTTP(p.Text, 0); at < len(p.Text) {
			p = p.Slice(at, len(p.Text))
		}
		r.readHTTP(p)
		return
	case SSE:
		r.readSSE(p, nil)
		return
	case Stdio:
		r.readLines(p)
		return
	case HAR:
		r.readHAR(p)
		return
	case Fenced:
		blocks := fenced(p)
		if len(blocks) == 0 {
			blocks = []Piece{p}
		}
		r.readBlocks(blocks)
		return
	}
	if rest := bytes.TrimPrefix(p.Text, []byte(byteOrderMark)); len(rest) < len(p.Text) && len(rest) > 0 && rest[0] != '{' && rest[0] != '[' {
		p = p.Slice(len(byteOrderMark), len(p.Text))
	}
	t := trimSpace(p.Text)
	end, _ := line(t, 0)
	first := t[:end]
	switch {
	case len(t) == 0:
		paste.Kind = JSON
		if r.opt.Transport == StdioTransport {
			paste.Kind = Stdio
		} else {
			r.readJSON(p, nil, nil, nil)
		}
	case isStatusLine(first), isRequestLine(first):
		paste.Kind = HTTP
		r.readHTTP(p)
	case looksLikeSSE(t):
		paste.Kind = SSE
		r.readSSE(p, nil)
	default:
		if first[0] == '{' || first[0] == '[' || first[0] == 0xEF {
			r.readText(p)
			return
		}
		if blocks := fenced(p); len(blocks) > 0 {
			r.readBlocks(blocks)
			return
		}
		if q, ok := verbose(p); ok {
			paste.Kind = HTTP
			r.readHTTP(q)
			return
		}
		// The command stands above what it printed.
		if at := nextHTTP(p.Text, 0); at < len(p.Text) {
			paste.Kind = HTTP
			r.readHTTP(p.Slice(at, len(p.Text)))
			return
		}
		if r.isTranscript(p) {
			paste.Kind = Stdio
			r.readLines(p)
			return
		}
		paste.Kind = JSON
		r.readJSON(p, nil, nil, nil)
	}
}

// readBlocks reads the insides of code blocks, each by its own form.
func (r *reader) readBlocks(blocks []Piece) {
	for _, b := range blocks {
		r.paste.Kind = Auto
		r.recognise(b)
	}
	r.paste.Kind = Fenced
}

// readText reads a text that starts like JSON: one document, an HTTP archive, or the lines of a transcript.
func (r *reader) readText(p Piece) {
	paste := r.paste
	paste.Kind = JSON
	if r.opt.Transport == StdioTransport && bytes.IndexByte(trimSpace(p.Text), '\n') >= 0 {
		paste.Kind = Stdio
		r.readLines(p)
		return
	}
	d := r.doc()
	d.Read(p.Text, r.opt.Limits)
	fault := d.Fault()
	if fault == nil {
		if d.Root().Get("log").Get("entries").Kind() == jsondoc.Array {
			r.used--
			paste.Kind = HAR
			r.readHAR(p)
			return
		}
		r.take(p, d, nil, nil, nil)
		return
	}
	r.used--
	switch fault.Kind {
	case jsondoc.SecondDocument, jsondoc.TextAfter:
		// The body that was sent stands above the answer.
		if at := nextHTTP(p.Text, 0); at < len(p.Text) {
			r.readJSON(p.Slice(0, at), nil, nil, nil)
			paste.Kind = HTTP
			r.readHTTP(p.Slice(at, len(p.Text)))
			return
		}
	}
	switch fault.Kind {
	case jsondoc.SecondDocument, jsondoc.TextAfter, jsondoc.NotJSON, jsondoc.Unexpected, jsondoc.BadLiteral, jsondoc.Truncated, jsondoc.ExtraClose:
		if r.isTranscript(p) {
			paste.Kind = Stdio
			r.readLines(p)
			return
		}
	}
	if fault.Kind == jsondoc.SecondDocument && r.readDocuments(p) {
		return
	}
	r.readJSON(p, nil, nil, nil)
}

// readDocuments reads several JSON-RPC messages that stand one below the other, each maybe over several lines. It
// reads nothing and gives false where that isn't so.
func (r *reader) readDocuments(p Piece) bool {
	t := p.Text
	var spans []jsondoc.Span
	for at := 0; at < len(t); {
		for at < len(t) && space(t[at]) {
			at++
		}
		if at == len(t) {
			break
		}
		if t[at] != '{' || at > 0 && t[at-1] != '\n' {
			return false
		}
		end := closing(t, at)
		if !bytes.Contains(t[at:end], []byte(`"jsonrpc"`)) {
			return false
		}
		spans = append(spans, jsondoc.Span{Start: at, End: end})
		at = end
	}
	for i, s := range spans {
		if !r.room(i, p, s.Start) {
			break
		}
		r.readJSON(p.Slice(s.Start, s.End), nil, nil, nil)
	}
	return true
}

// closing gives the offset behind the bracket that closes the one at at, or the end of the text.
func closing(t []byte, at int) int {
	depth, inString := 0, false
	for ; at < len(t); at++ {
		switch c := t[at]; {
		case inString && c == '\\':
			at++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return len(t)
}

// readJSON reads p as one JSON text and takes the messages out of it. It returns the first one, or nil where the
// text could not be read.
func (r *reader) readJSON(p Piece, h *HTTPMessage, ev *Event, ln *Line) *Message {
	d := r.doc()
	d.Read(p.Text, r.opt.Limits)
	if f := d.Fault(); f != nil {
		r.used--
		// The document reads another text next, and its flaws go with it.
		flaws := append([]jsondoc.Flaw(nil), d.Flaws()...)
		r.paste.Troubles = append(r.paste.Troubles, &Trouble{Piece: p, Fault: f, Flaws: flaws, HTTP: h, Event: ev, Line: ln})
		return nil
	}
	return r.take(p, d, h, ev, ln)
}

func (r *reader) take(p Piece, d *jsondoc.Doc, h *HTTPMessage, ev *Event, ln *Line) *Message {
	m := &Message{Piece: p, Doc: d, Root: d.Root(), HTTP: h, Event: ev, Line: ln}
	if h != nil && ev == nil && foreign(h, m.Root) {
		return nil
	}
	r.classify(m)
	r.paste.Messages = append(r.paste.Messages, m)
	if fl := d.Flaws(); len(fl) > 0 {
		r.paste.Troubles = append(r.paste.Troubles, &Trouble{Piece: p, Flaws: fl, HTTP: h, Event: ev, Line: ln, Message: m})
	}
	if m.Root.Kind() == jsondoc.Array {
		n := 0
		for e := m.Root.First(); e.Exists() && n < maxElements; e = e.Next() {
			if e.Kind() != jsondoc.Object {
				continue
			}
			em := &Message{Piece: p, Doc: d, Root: e, HTTP: h, Event: ev, Line: ln, InBatch: true}
			r.classify(em)
			r.paste.Messages = append(r.paste.Messages, em)
			m.elements = append(m.elements, em)
			n++
		}
	}
	return m
}

// foreign reports whether the body of a refusal is JSON of another API: gateways and authorization servers answer with
// what they like, which is no JSON-RPC message gone wrong.
func foreign(h *HTTPMessage, root jsondoc.Value) bool {
	if h.IsRequest || h.Status < 300 || root.Kind() == jsondoc.Array {
		return false
	}
	return !root.Get("jsonrpc").Exists() && !root.Get("result").Exists() && root.Get("error").Get("code").Kind() != jsondoc.Number
}

// classify finds the members that tell what a message is.
func (r *reader) classify(m *Message) {
	defer r.direct(m)
	if m.Root.Kind() != jsondoc.Object {
		return
	}
	var method jsondoc.Value
	enveloped := false
	for v := m.Root.First(); v.Exists(); v = v.Next() {
		switch v.Name() {
		case "jsonrpc":
			enveloped = true
		case "id":
			m.ID = v
		case "method":
			method = v
		case "params":
			m.Params = v
		case "result":
			m.Result = v
		case "error":
			m.Error = v
		}
	}
	switch {
	case r.paste.Kind == Result && r.paste.Forced && !enveloped,
		m.HTTP == nil && m.Event == nil && m.Line == nil && !m.InBatch &&
			!enveloped && !method.Exists() && !m.Result.Exists() && !m.Error.Exists() && !m.ID.Exists() && bare(m.Root):
		m.Shape, m.Result = BareResult, m.Root
		m.ID, m.Params = jsondoc.Value{}, jsondoc.Value{}
		if !r.paste.Forced && r.paste.Kind == JSON {
			r.paste.Kind = Result
		}
	case method.Exists() && m.ID.Exists():
		m.Shape = Request
	case method.Exists():
		m.Shape = Notification
	case m.Result.Exists():
		m.Shape = Response
	case m.Error.Exists():
		m.Shape = ErrorResponse
	}
	m.Method, _ = method.Text()
	switch m.Shape {
	case Request, Notification:
		m.Meta = m.Params.Get("_meta")
		m.Direction = ToServer
		if ToClientMethod(m.Method) {
			m.Direction = ToClient
		}
	case Response, BareResult:
		m.Direction = ToClient
		if m.Result.Kind() == jsondoc.Object {
			m.Meta = m.Result.Get("_meta")
			m.Answers = inferMethod(m.Result)
			if m.Answers == "" && m.Meta.Get(spec.MetaSubscriptionID).Exists() {
				m.Answers = spec.Listen
			}
		}
	case ErrorResponse:
		m.Direction = ToClient
	}
}

// direct notes which way a message goes where that shows by what carries it, whatever it is.
func (r *reader) direct(m *Message) {
	switch {
	case r.asked:
		m.Direction = ToServer
	case m.Line != nil:
		if m.Line.Direction != AnyDirection {
			m.Direction = m.Line.Direction
		}
	case m.HTTP != nil && m.HTTP.IsRequest:
		m.Direction = ToServer
	case m.HTTP != nil, m.Event != nil:
		m.Direction = ToClient
	}
}

// bare reports whether an object has a member that only the inside of a result has.
func bare(v jsondoc.Value) bool {
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.Name() {
		case "supportedVersions", "resultType", "capabilities", "ttlMs", "cacheScope", "serverInfo", "protocolVersion",
			"tools", "prompts", "resources", "resourceTemplates", "contents", "content", "inputRequests", "requestState":
			return true
		}
	}
	return false
}

// inferMethod tells from a result's own members which request it answers, or "" where they don't tell.
func inferMethod(result jsondoc.Value) string {
	var capabilities, serverInfo bool
	var protocolVersion jsondoc.Value
	method := ""
	for m := result.First(); m.Exists(); m = m.Next() {
		switch m.Name() {
		case "supportedVersions":
			return spec.Discover
		case "capabilities":
			capabilities = true
		case "protocolVersion":
			protocolVersion = m
		case "serverInfo":
			serverInfo = true
		case "tools":
			method = spec.ToolsList
		case "prompts":
			method = spec.PromptsList
		case "resources":
			method = spec.ResourcesList
		case "resourceTemplates":
			method = spec.ResourceTemplatesList
		case "contents":
			method = spec.ResourcesRead
		case "content", "structuredContent":
			method = spec.ToolsCall
		case "messages":
			method = spec.PromptsGet
		case "completion":
			method = "completion/complete"
		case "inputRequests", "requestState":
			return "" // three methods ask for input
		}
	}
	switch {
	case protocolVersion.Exists() && (capabilities || serverInfo):
		// No handshake negotiates a modern version: this is an attempt to answer server/discover.
		if s, _ := protocolVersion.Text(); spec.EraOf(s) == spec.Modern {
			return spec.Discover
		}
		return spec.Initialize
	case capabilities:
		return spec.Discover
	}
	return method
}

// ToClientMethod reports whether only a server sends messages of that method, in any revision.
func ToClientMethod(method string) bool {
	switch method {
	case "roots/list", "sampling/createMessage", "elicitation/create",
		"notifications/message", "notifications/progress", "notifications/tools/list_changed",
		"notifications/prompts/list_changed", "notifications/resources/list_changed",
		"notifications/resources/updated", "notifications/subscriptions/acknowledged",
		"notifications/elicitation/complete":
		return true
	}
	return false
}

// modernKey finds the first _meta key that only this revision and later ones have.
func modernKey(meta jsondoc.Value) jsondoc.Value {
	for v := meta.First(); v.Exists(); v = v.Next() {
		switch v.Name() {
		case spec.MetaProtocolVersion, spec.MetaClientInfo, spec.MetaClientCapabilities, spec.MetaServerInfo, spec.MetaSubscriptionID, spec.MetaLogLevel:
			return v
		}
	}
	return jsondoc.Value{}
}

// describe says in words what was recognised and how that shows.
func (p *Paste) describe() {
	if p.Transport == AnyTransport {
		switch {
		case p.Kind == HTTP, p.Kind == SSE, p.Kind == HAR, len(p.HTTPs) > 0, len(p.Streams) > 0:
			p.Transport = HTTPTransport
		case p.Kind == Stdio, len(p.Lines) > 0:
			p.Transport = StdioTransport
		}
	}
	p.Label, p.Why = describe(p)
}

// unreadable says what a text is that holds no JSON at all. The rest keeps what it was called.
func unreadable(t *Trouble, label, why text.Text) (text.Text, text.Text) {
	switch body := trimSpace(t.Text); {
	case t.Fault == nil:
	case t.Fault.Kind == jsondoc.Empty:
		return text.Text{EN: "empty text", JA: "空のテキスト"}, text.Text{EN: "There is nothing but white space.", JA: "空白のほかに何もありません。"}
	case t.Fault.Kind == jsondoc.Binary:
		return text.Text{EN: "binary data", JA: "バイナリーデータ"}, text.Text{EN: "It holds bytes that no text has.", JA: "テキストにはないバイトが含まれています。"}
	case t.Fault.Kind == jsondoc.NotJSON && len(body) > 0 && body[0] == '<':
		return text.Text{EN: "HTML or XML page", JA: "HTML または XML のページ"}, text.Text{EN: "The text starts with a tag.", JA: "タグで始まっています。"}
	case t.Fault.Kind == jsondoc.NotJSON:
		return text.Text{EN: "plain text", JA: "プレーンテキスト"}, text.Text{EN: "Nothing in it looks like JSON, HTTP, SSE or a transcript.", JA: "JSON、HTTP、SSE、stdio のやり取りのどれにも見えません。"}
	}
	return label, why
}

func describe(p *Paste) (label, why text.Text) {
	if p.Forced {
		why = text.Text{EN: "This form was chosen by hand.", JA: "この形式は手動で選ばれています。"}
	}
	set := func(l, w text.Text) {
		label = l
		if why.Empty() {
			why = w
		}
	}
	switch p.Kind {
	case HTTP:
		set(text.Text{EN: "HTTP messages", JA: "HTTP メッセージ"},
			text.Text{EN: "The text has a status line or a request line and header fields, as curl -i prints them.", JA: "curl -i が出力するような、ステータス行またはリクエスト行とヘッダーフィールドがあります。"})
		if len(p.HTTPs) == 1 && !p.HTTPs[0].IsRequest {
			label = text.Text{EN: "HTTP response", JA: "HTTP レスポンス"}
		} else if len(p.HTTPs) == 1 {
			label = text.Text{EN: "HTTP request", JA: "HTTP リクエスト"}
		}
	case SSE:
		set(text.Text{EN: "SSE stream", JA: "SSE ストリーム"},
			text.Text{EN: "The lines start with the field names of an event stream (data:, event:, id:).", JA: "行がイベントストリームのフィールド名（data:、event:、id:）で始まっています。"})
	case Stdio:
		set(text.Text{EN: "stdio transcript", JA: "stdio のやり取り"},
			text.Text{EN: "There are several lines, and JSON-RPC messages stand on lines of their own.", JA: "複数の行があり、JSON-RPC メッセージが 1 行ずつ並んでいます。"})
	case HAR:
		set(text.Text{EN: "HTTP archive (HAR)", JA: "HTTP アーカイブ（HAR）"},
			text.Text{EN: "The JSON has log.entries, as browsers export it.", JA: "ブラウザーが書き出す log.entries を持つ JSON です。"})
	case Fenced:
		set(text.Text{EN: "fenced code block", JA: "コードブロック（フェンス）"},
			text.Text{EN: "The text holds a block between ``` lines; what stands in it is checked.", JA: "``` で囲まれたブロックがあり、その中身を検査します。"})
	case Result:
		set(text.Text{EN: "bare result", JA: "result の中身だけ"},
			text.Text{EN: "The object has members of a result but no JSON-RPC envelope, so the envelope's rules are not judged.", JA: "result のメンバーだけで JSON-RPC の外枠がないため、外枠のルールは判定しません。"})
	default:
		set(text.Text{EN: "JSON", JA: "JSON"},
			text.Text{EN: "The text starts like one JSON value.", JA: "1 つの JSON 値として始まっています。"})
		if len(p.Messages) == 0 && len(p.Troubles) > 0 {
			label, why = unreadable(p.Troubles[0], label, why)
		}
		if len(p.Messages) > 0 {
			switch p.Messages[0].Shape {
			case Response:
				label = text.Text{EN: "JSON-RPC response", JA: "JSON-RPC レスポンス"}
			case ErrorResponse:
				label = text.Text{EN: "JSON-RPC error response", JA: "JSON-RPC エラーレスポンス"}
			case Request:
				label = text.Text{EN: "JSON-RPC request", JA: "JSON-RPC リクエスト"}
			case Notification:
				label = text.Text{EN: "JSON-RPC notification", JA: "JSON-RPC 通知"}
			}
		}
	}
	return label, why
}
