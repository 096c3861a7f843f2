package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

const basic = "basic"

// metaRules judge the _meta of params and results: its type, the grammar of its keys, which keys are reserved, and the
// trace context. Keys inside the values of _meta belong to whoever defined the value.
var metaRules = []*rule.Rule{
	{
		ID: "meta-object-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#metaobject", Keyword: spec.Schema},
		Title:  text.Text{EN: "_meta is no object", JA: "_meta がオブジェクトではない"},
		Message: text.Text{
			EN: "_meta is {kind}; where it is there, it is an object from key to value.",
			JA: "_meta が{kind}です。入れるなら、キーから値へのオブジェクトでなければなりません。"},
		Why: text.Text{
			EN: "Everything that travels in it is lost, and typed receivers refuse the whole message.",
			JA: "_meta で運ぶはずの情報がすべて失われ、型を検査する受信側はメッセージ全体を拒否します。"},
		Fix: text.Text{
			EN: "Send an object. In a result an empty {} says as much as no _meta; a request has required keys to put in.",
			JA: "オブジェクトを送ってください。result では空の {} と省略は同じ意味です。リクエストには必須のキーがあります。"},
		Check: func(p *rule.Pass) {
			switch m := p.Msg.Meta; m.Kind() {
			case jsondoc.Absent:
				p.Unseen(noMeta)
			case jsondoc.Object:
			default:
				p.Report(p.Value(m), kindName(m)).By(sender(p))
			}
		},
	},
	{
		ID: "meta-key-prefix", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/*",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "A _meta key has a malformed prefix", JA: "_meta のキーの接頭辞の形が誤っている"},
		Message: text.Text{
			EN: "The prefix of {key} has a label that breaks the grammar: each label starts with a letter, ends with a letter or digit, and has only letters, digits and hyphens between.",
			JA: "{key} の接頭辞に文法に合わないラベルがあります。ラベルは英字で始まり、英字か数字で終わり、間には英数字とハイフンだけを使えます。"},
		Why: text.Text{
			EN: "The prefix says who defined the key; receivers that check the grammar drop the key or refuse the message.",
			JA: "接頭辞はキーを定義した主体を示します。文法を検査する受信側はキーを捨てるか、メッセージを拒否します。"},
		Fix: text.Text{
			EN: "Write dot-separated labels, one slash, then the name, such as com.example/trace-level.",
			JA: "com.example/trace-level のように、ドットで区切ったラベル、スラッシュ 1 つ、名前の順に書いてください。"},
		Check: func(p *rule.Pass) {
			metaKeys(p, func(m jsondoc.Value, key string, form keyForm) {
				switch form {
				case badLabel:
					p.Report(p.Name(m), keyArg(key)).By(sender(p))
				case manySlashes:
					p.Report(p.Name(m), keyArg(key)).By(sender(p)).Say(slashes)
				case oddLetter:
					p.Report(p.Name(m), keyArg(key)).By(sender(p)).Say(oddLetters).Softened(rule.Advice)
				}
			})
		},
	},
	{
		ID: "meta-key-name", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/*",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "A _meta key has a malformed name", JA: "_meta のキーの名前の形が誤っている"},
		Message: text.Text{
			EN: "The name part of {key} breaks the grammar: it starts and ends with an ASCII letter or digit, and has only those, hyphens, underscores and dots between.",
			JA: "{key} の名前の部分が文法に合いません。ASCII の英数字で始まって英数字で終わり、間には英数字、ハイフン、アンダースコア、ドットだけを使えます。"},
		Why: text.Text{
			EN: "Receivers that check the grammar drop the key or refuse the message.",
			JA: "文法を検査する受信側はキーを捨てるか、メッセージを拒否します。"},
		Fix: text.Text{
			EN: "Rename the key, for example to com.example/trace_level.",
			JA: "com.example/trace_level のような名前に変えてください。"},
		Check: func(p *rule.Pass) {
			metaKeys(p, func(m jsondoc.Value, key string, form keyForm) {
				if form == badName {
					p.Report(p.Name(m), keyArg(key)).By(sender(p))
				}
			})
		},
	},
	{
		ID: "meta-key-empty", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/*",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Says},
		Title:  text.Text{EN: "A _meta key has an empty name", JA: "_meta のキーの名前が空"},
		Message: text.Text{
			EN: "The key {key} has no name part. The grammar lets it pass, but it names nothing.",
			JA: "キー {key} には名前の部分がありません。文法上は許されますが、何も名指していません。"},
		Why: text.Text{
			EN: "It mostly comes from a variable that was empty when the key was put together.",
			JA: "多くは、キーを組み立てたときに変数が空だったために起こります。"},
		Fix: text.Text{EN: "Give the key a name, or leave it out.", JA: "名前を付けるか、キーごと省いてください。"},
		Check: func(p *rule.Pass) {
			metaKeys(p, func(m jsondoc.Value, key string, form keyForm) {
				if form == noName {
					p.Report(p.Name(m), keyArg(key)).By(sender(p))
				}
			})
		},
	},
	{
		ID: "meta-key-reserved", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/*",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "A _meta key stands under a prefix reserved for MCP", JA: "MCP 予約済みの接頭辞を使った _meta のキー"},
		Message: text.Text{
			EN: "{key} is under a prefix that is reserved for MCP, because its second label is modelcontextprotocol or mcp; this revision defines no such key.",
			JA: "{key} の接頭辞は、2 番目のラベルが modelcontextprotocol か mcp なので MCP 専用です。この revision にそのキーはありません。"},
		Why: text.Text{
			EN: "A later revision or an official extension may give the key another meaning than yours.",
			JA: "以後の revision や公式 extension が、同じキーに別の意味を与えることがあります。"},
		Fix: text.Text{
			EN: "Put data of your own under your own domain, reversed, such as com.example/.",
			JA: "独自のデータには、自分のドメインを逆順にした接頭辞（com.example/ など）を使ってください。"},
		Check: func(p *rule.Pass) {
			metaKeys(p, func(m jsondoc.Value, key string, form keyForm) {
				if form != reservedKey {
					return
				}
				f := p.Report(p.Name(m), keyArg(key)).By(sender(p))
				if strings.HasPrefix(key, spec.MetaPrefix) {
					f.Softened(rule.Note).Say(text.Text{
						EN: "{key} is none of the keys that this revision defines. It is fine if an official extension defines it; data of your own has no place under the reserved prefix.",
						JA: "{key} はこの revision が定めるキーではありません。公式 extension のキーなら問題ありませんが、予約済みの接頭辞に独自のデータは置けません。"})
				}
			})
		},
	},
	{
		ID: "meta-key-older-reserved", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/*",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Says},
		Title:  text.Text{EN: "2025-06-18 reserved this prefix", JA: "2025-06-18 では予約済みだった接頭辞"},
		Message: text.Text{
			EN: "{key} is free today, but revision 2025-06-18 reserved every prefix in which a label follows modelcontextprotocol or mcp.",
			JA: "{key} は現在は自由に使えますが、2025-06-18 では modelcontextprotocol か mcp の後ろにラベルが続く接頭辞がすべて予約されていました。"},
		Why: text.Text{
			EN: "Since 2025-11-25 only the second label counts; a peer that still follows the older rule may refuse the key.",
			JA: "2025-11-25 以降は 2 番目のラベルだけで決まります。古い規則のままの相手はこのキーを拒否することがあります。"},
		Fix: text.Text{
			EN: "Prefer a prefix from your own domain that both rules leave free, such as com.example/.",
			JA: "どちらの規則でも自由な、自分のドメインの接頭辞（com.example/ など）を使うのが無難です。"},
		Check: func(p *rule.Pass) {
			metaKeys(p, func(m jsondoc.Value, key string, form keyForm) {
				if form == onceReserved {
					p.Report(p.Name(m), keyArg(key)).By(sender(p))
				}
			})
		},
	},
	{
		ID: "meta-key-domain", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/*",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Should},
		Title:  text.Text{EN: "A prefix is no reversed domain name", JA: "接頭辞が逆順のドメイン名ではない"},
		Message: text.Text{
			EN: "The prefix of {key} doesn't look like a domain name in reverse: com.example/ rather than example.com/ or example/.",
			JA: "{key} の接頭辞がドメイン名の逆順に見えません。example.com/ や example/ ではなく com.example/ の形にします。"},
		Why: text.Text{
			EN: "Only a domain that somebody owns keeps two vendors from choosing the same key.",
			JA: "所有者のいるドメインを使って初めて、複数のベンダーが同じキーを選ぶことを防げます。"},
		Fix: text.Text{
			EN: "Write your domain's labels from the last to the first; leave it if this order was meant.",
			JA: "ドメインのラベルを後ろから順に書いてください。意図した順序であればそのままで構いません。"},
		Check: func(p *rule.Pass) {
			metaKeys(p, func(m jsondoc.Value, key string, form keyForm) {
				if form == forwardDomain {
					p.Report(p.Name(m), keyArg(key)).By(sender(p))
				}
			})
		},
	},
	{
		ID: "meta-key-lookalike", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/*",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Says},
		Title:  text.Text{EN: "A _meta key resembles a reserved one", JA: "予約済みのキーに似た _meta のキー"},
		Message: text.Text{
			EN: "{key} resembles {reserved}, but keys are compared character by character, so it is another key and nobody reads it.",
			JA: "{key} は {reserved} に似ていますが、キーは 1 文字ずつ比較されるため別のキーとして扱われ、誰にも読まれません。"},
		Why: text.Text{
			EN: "What was meant to be said is not said, and no error tells so.",
			JA: "伝えたつもりのことが伝わらず、エラーにもなりません。"},
		Fix: text.Text{
			EN: "Write {reserved} if that was meant.",
			JA: "{reserved} のつもりなら、そのとおりに書いてください。"},
		Check: func(p *rule.Pass) {
			meta, ok := metaOf(p)
			if !ok {
				return
			}
			missed := missedKeys(p)
			for m := meta.First(); m.Exists(); m = m.Next() {
				key := m.Name()
				reserved := lookalike(p.Msg, key)
				if reserved == "" || missed[reserved] || m.Superseded() {
					continue
				}
				f := p.Report(p.Name(m), keyArg(key), text.A("reserved", reserved)).By(sender(p))
				if f == nil {
					return
				}
				if right := meta.Get(reserved); right.Exists() {
					f.Relate(p.Name(right), text.Text{EN: "the key that counts", JA: "有効なのはこのキー"})
				}
			}
		},
	},
	{
		ID: "meta-key-misplaced", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/*",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Says},
		Title:  text.Text{EN: "A reserved key stands in the wrong kind of message", JA: "予約済みのキーの置き場所が違う"},
		Message: text.Text{
			EN: "{key} belongs into {right}; here it says nothing.",
			JA: "{key} は{right}に入れるキーで、ここでは意味を持ちません。"},
		Why: text.Text{
			EN: "Unknown keys are allowed, so it does no harm, but whoever put it there expects something of it that doesn't happen.",
			JA: "未知のキーは許されるため害はありませんが、置いた側が期待する効果も得られません。"},
		Fix: text.Text{EN: "Leave it out here.", JA: "ここからは取り除いてください。"},
		Check: func(p *rule.Pass) {
			meta, ok := metaOf(p)
			if !ok {
				return
			}
			// One finding carries the repair of all, so that edits of neighbours don't overlap.
			var first *rule.Finding
			var found []jsondoc.Value
			for m := meta.First(); m.Exists(); m = m.Next() {
				right := rightPlace(p.Msg, m.Name())
				if right.Empty() || m.Superseded() {
					continue
				}
				f := p.Report(p.Name(m), keyArg(m.Name()), text.T("right", right)).By(sender(p))
				if f == nil {
					break
				}
				if first == nil {
					first = f
				}
				found = append(found, m)
			}
			p.Remove(first, found...)
		},
	},
	{
		ID: "meta-traceparent-form", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/traceparent", When: "traceparent",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "traceparent is not in the W3C form", JA: "traceparent が W3C の形式ではない"},
		Message: text.Text{
			EN: "traceparent is {value}; Trace Context wants version, trace id, parent id and flags: 2, 32, 16 and 2 lower-case hexadecimal digits joined by hyphens, neither id all zeros.",
			JA: "traceparent が {value} です。Trace Context では version、trace id、parent id、flags を、小文字の 16 進数 2、32、16、2 桁でハイフンでつなぎます。id をすべて 0 にはできません。"},
		Why: traceWhy,
		Fix: text.Text{
			EN: "Send the header value of your tracing library as it is, such as 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.",
			JA: "トレースライブラリのヘッダー値をそのまま送ってください。例: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01。"},
		Check: traceCheck("traceparent", traceparent),
	},
	{
		ID: "meta-tracestate-form", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/tracestate", When: "tracestate",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "tracestate is not in the W3C form", JA: "tracestate が W3C の形式ではない"},
		Message: text.Text{
			EN: "tracestate is {value}; Trace Context wants at most 32 members key=value, joined by commas, each key once and in lower case.",
			JA: "tracestate が {value} です。Trace Context では、key=value の形のメンバーを 32 個までコンマで並べます。key は小文字で、重複できません。"},
		Why: traceWhy,
		Fix: text.Text{
			EN: "Send the header value of your tracing library as it is, or leave the key out.",
			JA: "トレースライブラリのヘッダー値をそのまま送るか、キーを省いてください。"},
		Check: traceCheck("tracestate", tracestate),
	},
	{
		ID: "meta-baggage-form", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/baggage", When: "baggage",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "baggage is not in the W3C form", JA: "baggage が W3C の形式ではない"},
		Message: text.Text{
			EN: "baggage is {value}; W3C Baggage wants members key=value joined by commas, with everything outside printable ASCII percent-encoded.",
			JA: "baggage が {value} です。W3C Baggage では key=value をコンマで並べ、表示可能な ASCII 以外の文字はパーセントエンコードします。"},
		Why: traceWhy,
		Fix: text.Text{
			EN: "Send the header value of your tracing library as it is, such as userId=alice,region=eu.",
			JA: "userId=alice,region=eu のように、トレースライブラリのヘッダー値をそのまま送ってください。"},
		Check: traceCheck("baggage", baggage),
	},
}

var (
	noMeta  = text.Text{EN: "The message has no _meta.", JA: "メッセージに _meta がありません。"}
	slashes = text.Text{
		EN: "{key} has more than one slash; the only one ends the prefix, and the name can't have any.",
		JA: "{key} にスラッシュが 2 つ以上あります。接頭辞の終わりを示す 1 つだけが許され、名前には使えません。"}
	oddLetters = text.Text{
		EN: "The prefix of {key} has a character outside ASCII. The text says only \"letter\", but most receivers accept a-z and A-Z alone.",
		JA: "{key} の接頭辞に ASCII 以外の文字があります。本文は「letter」としか言いませんが、多くの受信側は a〜z と A〜Z しか受け付けません。"}
	traceWhy = text.Text{
		EN: "Receivers drop a malformed trace context, so the trace breaks here and starts anew.",
		JA: "形の崩れたトレース情報は受信側で捨てられ、トレースがここで途切れます。"}
)

func keyArg(key string) text.Arg { return text.A("key", `"`+short(key)+`"`) }

// sender gives the party that wrote the message.
func sender(p *rule.Pass) rule.Party {
	if p.Msg.Direction == message.ToServer {
		return rule.Client
	}
	return rule.Server
}

// metaOf gives the message's _meta where that is an object.
func metaOf(p *rule.Pass) (jsondoc.Value, bool) {
	switch p.Msg.Meta.Kind() {
	case jsondoc.Object:
		return p.Msg.Meta, true
	case jsondoc.Absent:
		p.Unseen(noMeta)
	default:
		p.Blocked("meta-object-type")
	}
	return jsondoc.Value{}, false
}

// metaKeys walks the keys of _meta that other rules don't know by name.
func metaKeys(p *rule.Pass, do func(m jsondoc.Value, key string, form keyForm)) {
	meta, ok := metaOf(p)
	if !ok {
		return
	}
	for m := meta.First(); m.Exists(); m = m.Next() {
		key := m.Name()
		if !m.Superseded() && !knownKey(key) && lookalike(p.Msg, key) == "" {
			do(m, key, formOf(key))
		}
	}
}

// knownKey reports whether the protocol or an official extension defines a key.
func knownKey(key string) bool {
	switch key {
	case "progressToken", "traceparent", "tracestate", "baggage", spec.MetaProtocolVersion, spec.MetaClientInfo,
		spec.MetaClientCapabilities, spec.MetaLogLevel, spec.MetaServerInfo, spec.MetaSubscriptionID,
		spec.MetaPrefix + "related-task", spec.MetaPrefix + "model-immediate-response":
		return true
	}
	return false
}

// lookalike gives the reserved key that a key of m was probably meant for, or "". A reserved name counts with another
// case, other separators, without its prefix, or under one that names the protocol.
func lookalike(m *message.Message, key string) string {
	const most = 64 // no reserved key is half as long
	if len(key) > most || knownKey(key) {
		return ""
	}
	slash := strings.LastIndexByte(key, '/')
	prefix, name := text.Lower(key[:slash+1]), letters(key[slash+1:])
	request := m.Shape == message.Request
	if prefix == "" {
		switch name {
		case "progresstoken":
			if request {
				return "progressToken"
			}
		case "traceparent", "tracestate", "baggage":
			return name
		}
	} else if prefix != "mcp/" && !strings.Contains(prefix, "modelcontextprotocol") {
		return ""
	}
	switch name {
	case "protocolversion", "mcpprotocolversion":
		if request {
			return spec.MetaProtocolVersion
		}
	case "clientinfo":
		if request {
			return spec.MetaClientInfo
		}
	case "clientcapabilities":
		if request {
			return spec.MetaClientCapabilities
		}
	case "loglevel":
		if request {
			return spec.MetaLogLevel
		}
	case "serverinfo":
		if m.IsResult() {
			return spec.MetaServerInfo
		}
	case "subscriptionid":
		if m.Shape == message.Notification {
			return spec.MetaSubscriptionID
		}
	}
	if prefix == spec.MetaPrefix && !strings.HasPrefix(key, spec.MetaPrefix) {
		return spec.MetaPrefix + key[slash+1:]
	}
	return ""
}

// twin finds the first key of _meta that was probably meant for a reserved one.
func twin(m *message.Message, reserved string) jsondoc.Value {
	if m.Meta.Kind() != jsondoc.Object {
		return jsondoc.Value{}
	}
	for v := m.Meta.First(); v.Exists(); v = v.Next() {
		if lookalike(m, v.Name()) == reserved {
			return v
		}
	}
	return jsondoc.Value{}
}

// missedKeys names the reserved keys that other rules report as missing, with their lookalikes beside them.
func missedKeys(p *rule.Pass) map[string]bool {
	missed := map[string]bool{}
	if judgedRequest(p.Msg) {
		for _, key := range [...]string{spec.MetaProtocolVersion, spec.MetaClientCapabilities, spec.MetaClientInfo} {
			missed[key] = !p.Msg.Meta.Get(key).Exists()
		}
	}
	if judgedIdentity(p) {
		missed[spec.MetaServerInfo] = !p.Msg.Meta.Get(spec.MetaServerInfo).Exists()
	}
	return missed
}

// rightPlace says where a reserved key belongs that has no meaning in m; it is empty where the key is in its place.
func rightPlace(m *message.Message, key string) text.Text {
	switch key {
	case spec.MetaProtocolVersion, spec.MetaClientInfo, spec.MetaClientCapabilities, spec.MetaLogLevel, "progressToken":
		if m.IsResult() || m.Shape == message.Notification && m.Direction == message.ToClient {
			return text.Text{EN: "the _meta of a client's request", JA: "クライアントのリクエストの _meta "}
		}
	case spec.MetaServerInfo:
		if m.Shape == message.Request || m.Shape == message.Notification && m.Direction == message.ToServer {
			return text.Text{EN: "the _meta of a server's result", JA: "サーバーの result の _meta "}
		}
	case spec.MetaSubscriptionID:
		if m.Shape == message.Request || m.IsResult() && m.Answers != "" && m.Answers != spec.Listen {
			return text.Text{EN: "what a server sends on a subscriptions/listen stream", JA: "subscriptions/listen のストリームでサーバーが送るもの"}
		}
	}
	return text.Text{}
}

// keyForm says what the grammar of _meta keys makes of a key.
type keyForm uint8

const (
	goodKey keyForm = iota
	manySlashes
	badLabel
	oddLetter     // a label with characters outside ASCII
	badName       //
	noName        // nothing after the slash, or nothing at all
	reservedKey   // under a prefix that is MCP's
	onceReserved  // under a prefix that was MCP's in 2025-06-18
	forwardDomain // under a prefix that reads like a domain name that was not reversed
)

// formOf judges a key by the grammar, then by who may use its prefix.
func formOf(key string) keyForm {
	prefix, name, prefixed := strings.Cut(key, "/")
	if !prefixed {
		prefix, name = "", key
	}
	if strings.IndexByte(name, '/') >= 0 {
		return manySlashes
	}
	odd := false
	for rest, more := prefix, prefixed; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		switch labelForm(label) {
		case badLabel:
			return badLabel
		case oddLetter:
			odd = true
		}
	}
	switch {
	case odd:
		return oddLetter
	case name == "":
		return noName
	case !goodName(name):
		return badName
	case !prefixed:
		return goodKey
	}
	return owner(prefix)
}

func labelForm(label string) keyForm {
	form := goodKey
	for i := 0; i < len(label); i++ {
		c := label[i]
		switch {
		case isLetter(c):
		case c >= 0x80:
			form = oddLetter
		case isDigit(c) && i > 0:
		case c == '-' && i > 0 && i+1 < len(label):
		default:
			return badLabel
		}
	}
	if label == "" {
		return badLabel
	}
	return form
}

func goodName(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case isLetter(c), isDigit(c):
		case (c == '-' || c == '_' || c == '.') && i > 0 && i+1 < len(name):
		default:
			return false
		}
	}
	return true
}

// owner tells whose a well-formed prefix is.
func owner(prefix string) keyForm {
	first, rest, dotted := strings.Cut(prefix, ".")
	if !dotted {
		return forwardDomain
	}
	second, _, _ := strings.Cut(rest, ".")
	if ours(second) {
		return reservedKey
	}
	for label, more := "", true; more; {
		if label, rest, more = strings.Cut(rest, "."); more && ours(label) {
			return onceReserved
		}
	}
	if ours(first) {
		return onceReserved
	}
	if last := prefix[strings.LastIndexByte(prefix, '.')+1:]; topLevel(last) && !topLevel(first) && len(first) != 2 {
		return forwardDomain
	}
	return goodKey
}

func ours(label string) bool { return label == "modelcontextprotocol" || label == "mcp" }

// topLevel reports whether a label is a top-level domain that vendors commonly have.
func topLevel(label string) bool {
	switch text.Lower(label) {
	case "com", "org", "net", "io", "dev", "ai", "app", "co", "edu", "gov", "info", "cloud", "tech", "xyz", "me", "sh",
		"run", "so", "gg", "tools", "software", "systems", "de", "jp", "uk", "fr", "eu", "us", "cn", "in", "ca", "ch", "nl":
		return true
	}
	return false
}

// traceCheck holds a reserved key against the form that W3C gives it.
func traceCheck(key string, form func(string) bool) func(*rule.Pass) {
	return func(p *rule.Pass) {
		meta, ok := metaOf(p)
		if !ok {
			return
		}
		v := meta.Get(key)
		if !v.Exists() {
			p.Unseen(text.Text{EN: "_meta has no {key}.", JA: "_meta に {key} がありません。"}, text.A("key", key))
			return
		}
		if s, is := v.Text(); !is || !form(s) {
			p.Report(p.Value(v), raw(v)).By(sender(p))
		}
	}
}

// traceparent accepts the header value of W3C Trace Context. Versions above 00 may append fields.
func traceparent(s string) bool {
	const length = 55
	if len(s) < length || s[2] != '-' || s[35] != '-' || s[52] != '-' {
		return false
	}
	if len(s) > length && (s[:2] == "00" || s[length] != '-') {
		return false
	}
	for i := 0; i < length; i++ {
		if i != 2 && i != 35 && i != 52 && !isDigit(s[i]) && (s[i] < 'a' || s[i] > 'f') {
			return false
		}
	}
	return s[:2] != "ff" && text.Trim(s[3:35], "0") != "" && text.Trim(s[36:52], "0") != ""
}

// tracestate accepts the header value of W3C Trace Context. Empty members are allowed.
func tracestate(s string) bool {
	const most = 32
	var keys []string
	members := 0
	for more := true; more; {
		var m string
		m, s, more = strings.Cut(s, ",")
		if members++; members > most {
			return false
		}
		m = text.Trim(m, " \t")
		if m == "" {
			continue
		}
		key, value, ok := strings.Cut(m, "=")
		if !ok || !stateKey(key) || value == "" || len(value) > 256 {
			return false
		}
		for i := 0; i < len(value); i++ {
			if value[i] < ' ' || value[i] > '~' || value[i] == '=' {
				return false
			}
		}
		for _, k := range keys {
			if k == key {
				return false
			}
		}
		keys = append(keys, key)
	}
	return true
}

func stateKey(k string) bool {
	for i := 0; i < len(k); i++ {
		c := k[i]
		switch {
		case c >= 'a' && c <= 'z', isDigit(c):
		case i > 0 && (c == '_' || c == '-' || c == '*' || c == '/' || c == '@'):
		default:
			return false
		}
	}
	return k != "" && len(k) <= 256
}

// baggage accepts the header value of W3C Baggage.
func baggage(s string) bool {
	for more := true; more; {
		var m string
		m, s, more = strings.Cut(s, ",")
		member, properties, also := strings.Cut(m, ";")
		key, value, ok := strings.Cut(member, "=")
		if !ok || !isToken(text.Trim(key, " \t")) || !baggageValue(value) {
			return false
		}
		for also {
			var property string
			property, properties, also = strings.Cut(properties, ";")
			key, value, _ := strings.Cut(property, "=")
			if !isToken(text.Trim(key, " \t")) || !baggageValue(value) {
				return false
			}
		}
	}
	return true
}

func baggageValue(v string) bool {
	v = text.Trim(v, " \t")
	for i := 0; i < len(v); i++ {
		if c := v[i]; c <= ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
