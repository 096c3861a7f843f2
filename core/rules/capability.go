package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

const versioning = "basic/versioning"

// capabilityRules judge what a server declares in a DiscoverResult and a client in a request's _meta. The sets are
// open: what the schema doesn't know is noted, never refused.
var capabilityRules = []*rule.Rule{
	{
		ID: "capability-value-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/*",
		Clause: spec.Clause{Page: "schema", Anchor: "#servercapabilities", Keyword: spec.Schema},
		Title:  text.Text{EN: "A capability is no object", JA: "capability の値がオブジェクトではない"},
		Message: text.Text{
			EN: "{capability} is {kind}; a capability is declared by an object, and {} already means support.",
			JA: "{capability} が{kind}です。capability はオブジェクトで宣言し、{} だけで「対応する」を意味します。"},
		Why: text.Text{
			EN: "Typed peers refuse the whole message for it. A capability that isn't offered is left out, not set to false or null.",
			JA: "型を検査する相手はこれだけでメッセージ全体を拒否します。提供しない capability は false や null にせず、省きます。"},
		Fix: text.Text{
			EN: "Send {} or an object of settings, or leave the member out.",
			JA: "{} か設定のオブジェクトを送るか、メンバーごと省いてください。"},
		Check: func(p *rule.Pass) {
			caps, ok := capabilities(p)
			if !ok {
				return
			}
			// One finding carries the removals, so that those of neighbours don't overlap.
			var remover *rule.Finding
			var removed []jsondoc.Value
			eachCapability(p, caps, func(v jsondoc.Value, name string) {
				if v.Kind() == jsondoc.Object {
					return
				}
				f := bySide(p, p.Report(p.Value(v), text.A("capability", name), kindName(v)), spec.Schema)
				yes, is := v.Bool()
				switch {
				case yes, v.Kind() == jsondoc.Array && !v.First().Exists():
					p.Edit(f, v, "{}")
				case f != nil && (is || v.Kind() == jsondoc.Null):
					if remover == nil {
						remover = f
					}
					removed = append(removed, v)
				}
			})
			p.Remove(remover, removed...)
		},
	},
	{
		ID: "capability-flag-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/*/*",
		Clause: spec.Clause{Page: "schema", Anchor: "#servercapabilities", Keyword: spec.Schema},
		Title:  text.Text{EN: "listChanged or subscribe is no boolean", JA: "listChanged か subscribe が真偽値ではない"},
		Message: text.Text{
			EN: "{capability} is {value}; it has to be true or false.",
			JA: "{capability} が {value} です。true か false でなければなりません。"},
		Why: text.Text{
			EN: "Typed peers refuse the whole message for it, and a text such as \"false\" counts as true in some languages.",
			JA: "型を検査する相手はメッセージ全体を拒否します。\"false\" という文字列を真とみなす言語もあります。"},
		Fix: text.Text{
			EN: "Send true or false without quotes, or leave the member out, which means false.",
			JA: "引用符なしの true か false を送ってください。省略すれば false の意味になります。"},
		Check: func(p *rule.Pass) {
			eachFlag(p, func(v jsondoc.Value, name string) {
				if v.Kind() == jsondoc.Bool {
					return
				}
				f := bySide(p, p.Report(p.Value(v), text.A("capability", name), raw(v)), spec.Schema)
				if s, ok := v.Text(); ok && (folded(s) == "true" || folded(s) == "false") {
					p.Edit(f, v, folded(s))
				}
			})
		},
	},
	{
		ID: "capability-name-near", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/*",
		Clause: spec.Clause{Page: "schema", Anchor: "#servercapabilities", Keyword: spec.Says},
		Title:  text.Text{EN: "A capability's name is a near miss", JA: "capability の名前が惜しい"},
		Message: text.Text{
			EN: "{name} is no capability that this revision knows. Did you mean {meant}?",
			JA: "{name} はこの revision が知る capability ではありません。{meant} のつもりではありませんか。"},
		Why: text.Text{
			EN: "Unknown capabilities are allowed and ignored, so what was meant isn't declared.",
			JA: "未知の capability は許されますが無視されるため、宣言したつもりのものが伝わりません。"},
		Fix: text.Text{
			EN: "Write {meant} if that was meant; names are compared character by character.",
			JA: "{meant} のつもりなら、そのとおりに書いてください。名前は 1 文字ずつ比較されます。"},
		Check: func(p *rule.Pass) {
			caps, ok := capabilities(p)
			if !ok {
				return
			}
			for v := caps.First(); v.Exists(); v = v.Next() {
				of := v.Name()
				if near := nearMiss(p, of); near != "" {
					bySide(p, p.Report(p.Name(v), text.A("name", short(of)), text.A("meant", near)), spec.Says)
				}
				flags, _ := capability(isClient(p), of)
				for _, flag := range flags {
					for m := v.First(); m.Exists(); m = m.Next() {
						if name := m.Name(); name != flag && len(name) <= longestName && (letters(name) == letters(flag) || letters(name) == letters(flag)+"s") {
							p.Report(p.Name(m), text.A("name", of+"."+name), text.A("meant", of+"."+flag)).By(sender(p))
						}
					}
				}
			}
		},
	},
	{
		ID: "capability-name-unknown", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/*",
		Clause: spec.Clause{Page: "schema", Anchor: "#servercapabilities", Keyword: spec.May},
		Title:  text.Text{EN: "A capability is not one that this revision defines", JA: "この revision が定めていない capability"},
		Message: text.Text{
			EN: "{name} is not among the capabilities of {side} that this revision defines. The set is open, so it is allowed.",
			JA: "{name} は、この revision が{side}に定める capability にはありません。集合は開いているため、送って構いません。"},
		Why: text.Text{
			EN: "Peers that don't know it ignore it, and a later revision may give the name a meaning of its own.",
			JA: "知らない相手は無視します。以後の revision が同じ名前に独自の意味を与えることもあります。"},
		Fix: text.Text{
			EN: "Put additions of your own under extensions, with your domain as prefix, or under experimental.",
			JA: "独自の機能は、自分のドメインを接頭辞にして extensions に入れるか、experimental に入れてください。"},
		Check: func(p *rule.Pass) {
			caps, ok := capabilities(p)
			if !ok {
				return
			}
			side := text.Text{EN: "a server", JA: "サーバー"}
			if isClient(p) {
				side = text.Text{EN: "a client", JA: "クライアント"}
			}
			for v := caps.First(); v.Exists(); v = v.Next() {
				name := v.Name()
				if _, known := capability(isClient(p), name); known || name == "tasks" || nearMiss(p, name) != "" {
					continue
				}
				f := bySide(p, p.Report(p.Name(v), text.A("name", short(name)), text.T("side", side)), spec.May)
				if _, other := capability(!isClient(p), name); other {
					f.Say(text.Text{
						EN: "{name} is a capability of the other side; declared by {side} it says nothing. The set is open, so it is allowed.",
						JA: "{name} は相手側の capability です。{side}が宣言しても意味はありませんが、集合は開いているため誤りではありません。"})
				}
			}
		},
	},
	{
		ID: "capability-tasks-moved", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/tasks", When: "tasks",
		Clause: spec.Clause{Page: "changelog", Anchor: "#major-changes", Keyword: spec.Says},
		Title:  text.Text{EN: "tasks is an extension now", JA: "tasks は extension に移された"},
		Message: text.Text{
			EN: "tasks was a core capability in 2025-11-25; in this revision tasks are the extension io.modelcontextprotocol/tasks.",
			JA: "tasks は 2025-11-25 では中核の capability でしたが、この revision では extension の io.modelcontextprotocol/tasks です。"},
		Why: text.Text{
			EN: "Peers of this revision ignore the old key, and the extension's methods differ from the old ones.",
			JA: "この revision の相手は古いキーを無視します。extension のメソッドも以前とは異なります。"},
		Fix: text.Text{
			EN: "Declare \"extensions\": {\"io.modelcontextprotocol/tasks\": {}} once the extension is implemented, and drop the key.",
			JA: "extension を実装したら \"extensions\": {\"io.modelcontextprotocol/tasks\": {}} を宣言し、このキーは外してください。"},
		Check: func(p *rule.Pass) {
			if caps, ok := capabilities(p); ok {
				if v := caps.Get("tasks"); v.Exists() {
					p.Report(p.Name(v)).By(sender(p))
				}
			}
		},
	},
	{
		ID: "capability-feature-deprecated", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/*", When: "logging roots sampling",
		Clause: spec.Clause{Page: "deprecated", Anchor: "#deprecated", Keyword: spec.ShouldNot}, As: rule.Note,
		Title: text.Text{EN: "A deprecated feature is declared", JA: "非推奨の機能を宣言している"},
		Message: text.Text{
			EN: "{feature} is deprecated since {since}; the first revision on or after 2027-07-28 may remove it.",
			JA: "{feature} は {since} から非推奨です。2027-07-28 以降の最初の revision で削除される可能性があります。"},
		Why: text.Text{
			EN: "It still works, and declaring it is right as long as it is offered; new implementations should not take it up.",
			JA: "まだ使え、提供している間は宣言して構いません。ただし新しい実装が採用することは推奨されません。"},
		Fix: text.Text{
			EN: "Plan the change: {instead}.",
			JA: "移行を計画してください。{instead}。"},
		Check: func(p *rule.Pass) {
			caps, ok := capabilities(p)
			if !ok {
				return
			}
			if p.Pane == message.Sent {
				// The request pane is there to explain the answer; news about one's own client would drown it.
				p.Unseen(text.Text{EN: "In the request pane only faults are told.", JA: "リクエスト欄では誤りだけを指摘します。"})
				return
			}
			report := func(v jsondoc.Value, feature, since string, instead text.Text) {
				if v.Kind() == jsondoc.Object {
					p.Report(p.Name(v), text.A("feature", feature), text.A("since", since), text.T("instead", instead)).By(sender(p))
				}
			}
			if !isClient(p) {
				report(caps.Get("logging"), "logging", spec.Revision, text.Text{
					EN: "log to stderr on stdio, or use OpenTelemetry", JA: "stdio では stderr に出力し、監視には OpenTelemetry を使います"})
				return
			}
			report(caps.Get("roots"), "roots", spec.Revision, text.Text{
				EN: "pass directories or files as tool arguments, resource URIs or server configuration", JA: "ディレクトリやファイルは、ツールの引数、resource の URI、サーバーの設定で渡します"})
			sampling := caps.Get("sampling")
			report(sampling, "sampling", spec.Revision, text.Text{
				EN: "let the server call an LLM provider's API itself", JA: "サーバーが LLM 提供元の API を直接呼び出します"})
			report(sampling.Get("context"), "sampling.context", "2025-11-25", text.Text{
				EN: "leave includeContext out, or send \"none\"", JA: "includeContext を省くか \"none\" を送ります"})
		},
	},
	{
		ID: "capability-elicitation-mode", Since: "0.1.0", Party: rule.Client, On: rule.OnMessage, At: "capabilities/elicitation", When: "elicitation",
		Clause: spec.Clause{Page: "client/elicitation", Anchor: "#capabilities", Keyword: spec.Must}, As: rule.Advice,
		Title: text.Text{EN: "elicitation names no known mode", JA: "elicitation に既知のモードがない"},
		Message: text.Text{
			EN: "elicitation has members, but neither form nor url, and a client that declares it supports at least one of the two.",
			JA: "elicitation にメンバーがありますが、form も url もありません。宣言するクライアントは、少なくともどちらか一方に対応しなければなりません。"},
		Why: text.Text{
			EN: "Only an empty object means form; a server that knows the two modes finds none that it may use.",
			JA: "form を意味するのは空のオブジェクトだけです。2 つのモードしか知らないサーバーは、使えるものがないと判断します。"},
		Fix: text.Text{
			EN: "Add \"form\": {} or \"url\": {} for what the client supports, or send {} for forms only.",
			JA: "対応するモードに応じて \"form\": {} か \"url\": {} を加えてください。フォームだけなら {} でも構いません。"},
		Check: func(p *rule.Pass) {
			caps, ok := capabilities(p)
			if !ok {
				return
			}
			v := caps.Get("elicitation")
			if !isClient(p) || v.Kind() != jsondoc.Object {
				p.Unseen(text.Text{EN: "No client declares elicitation.", JA: "elicitation を宣言するクライアントがありません。"})
				return
			}
			if v.First().Exists() && !v.Get("form").Exists() && !v.Get("url").Exists() {
				p.Report(p.Name(v))
			}
		},
	},
	{
		ID: "capability-experimental-value", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/experimental/*", When: "experimental",
		Clause: spec.Clause{Page: "schema", Anchor: "#servercapabilities", Keyword: spec.Schema},
		Title:  text.Text{EN: "An experimental capability is no object", JA: "experimental の値がオブジェクトではない"},
		Message: text.Text{
			EN: "experimental.{name} is {kind}; the values under experimental have to be objects.",
			JA: "experimental.{name} が{kind}です。experimental の値はオブジェクトでなければなりません。"},
		Why: text.Text{
			EN: "Names there are free, but typed peers refuse the whole message for a value of another type.",
			JA: "名前は自由ですが、値の型が違うと、型を検査する相手はメッセージ全体を拒否します。"},
		Fix: text.Text{
			EN: "Send {} for plain support, or an object of settings.",
			JA: "対応を示すだけなら {} を、そうでなければ設定のオブジェクトを送ってください。"},
		Check: func(p *rule.Pass) {
			caps, ok := capabilities(p)
			if !ok {
				return
			}
			experimental, ok := entries(p, caps.Get("experimental"))
			if !ok {
				return
			}
			for v := experimental; v.Exists(); v = v.Next() {
				if v.Kind() != jsondoc.Object && !v.Superseded() {
					enable(p, bySide(p, p.Report(p.Value(v), text.A("name", short(v.Name())), kindName(v)), spec.Schema), v)
				}
			}
		},
	},
	{
		ID: "capability-extension-prefix", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/extensions/*", When: "extensions",
		Clause: spec.Clause{Page: versioning, Anchor: "#extension-negotiation", Keyword: spec.Must},
		Title:  text.Text{EN: "An extension identifier has no prefix", JA: "extension の識別子に接頭辞がない"},
		Message: text.Text{
			EN: "{key} has no prefix; an extension identifier is prefix, slash and name.",
			JA: "{key} に接頭辞がありません。extension の識別子は「接頭辞/名前」の形です。"},
		Why: text.Text{
			EN: "For _meta keys the prefix is optional, here it is not: without it two vendors' extensions can't be told apart.",
			JA: "_meta のキーでは省略できる接頭辞も、ここでは必須です。ないと別のベンダーの extension と区別できません。"},
		Fix: text.Text{
			EN: "Use the identifier that the extension's own document gives, such as io.modelcontextprotocol/tasks or com.example/search.",
			JA: "io.modelcontextprotocol/tasks や com.example/search のように、その extension の文書にある識別子を使ってください。"},
		Check: func(p *rule.Pass) {
			extensions(p, func(v jsondoc.Value, key string, form keyForm) {
				if strings.IndexByte(key, '/') >= 0 {
					return
				}
				f := p.Report(p.Name(v), keyArg(key)).By(sender(p))
				if officialExtension(spec.MetaPrefix + key) {
					p.Rename(f, v, spec.MetaPrefix+key)
				}
			})
		},
	},
	{
		ID: "capability-extension-key", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/extensions/*", When: "extensions",
		Clause: spec.Clause{Page: versioning, Anchor: "#extension-negotiation", Keyword: spec.Must},
		Title:  text.Text{EN: "An extension identifier is malformed", JA: "extension の識別子の形が誤っている"},
		Message: text.Text{
			EN: "{key} breaks the grammar of _meta keys, which extension identifiers follow: letters, digits and hyphens in dot-separated labels, one slash, a name.",
			JA: "{key} が、extension の識別子も従う _meta のキーの文法に合いません。英数字とハイフンのラベルをドットで区切り、スラッシュ 1 つと名前を続けます。"},
		Why: text.Text{
			EN: "Peers compare identifiers exactly or refuse malformed ones, so the extension is never agreed on.",
			JA: "相手は識別子を完全一致で比較するか、形の崩れたものを拒否するため、extension の合意が成立しません。"},
		Fix: text.Text{
			EN: "Use the identifier that the extension's own document gives, such as io.modelcontextprotocol/tasks or com.example/search.",
			JA: "io.modelcontextprotocol/tasks や com.example/search のように、その extension の文書にある識別子を使ってください。"},
		Check: func(p *rule.Pass) {
			extensions(p, func(v jsondoc.Value, key string, form keyForm) {
				if strings.IndexByte(key, '/') < 0 {
					return
				}
				switch form {
				case badLabel, badName:
					p.Report(p.Name(v), keyArg(key)).By(sender(p))
				case manySlashes:
					p.Report(p.Name(v), keyArg(key)).By(sender(p)).Say(slashes)
				case oddLetter:
					p.Report(p.Name(v), keyArg(key)).By(sender(p)).Say(oddLetters).Softened(rule.Advice)
				}
			})
		},
	},
	{
		ID: "capability-extension-empty", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/extensions/*", When: "extensions",
		Clause: spec.Clause{Page: versioning, Anchor: "#extension-negotiation", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "An extension identifier has no name", JA: "extension の識別子に名前がない"},
		Message: text.Text{
			EN: "{key} ends with its slash. The grammar lets it pass, but an identifier without a name identifies nothing.",
			JA: "{key} がスラッシュで終わっています。文法上は許されますが、名前のない識別子は何も識別しません。"},
		Why: text.Text{
			EN: "No peer can know an extension by it; it mostly comes from a variable that was empty.",
			JA: "これで extension を認識できる相手はいません。多くは変数が空だったために起こります。"},
		Fix: text.Text{
			EN: "Write the extension's name after the slash.",
			JA: "スラッシュの後ろに extension の名前を書いてください。"},
		Check: func(p *rule.Pass) {
			extensions(p, func(v jsondoc.Value, key string, form keyForm) {
				if form == noName && key != "" {
					p.Report(p.Name(v), keyArg(key)).By(sender(p))
				}
			})
		},
	},
	{
		ID: "capability-extension-official", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/extensions/*", When: "extensions",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "An identifier under MCP's prefix is not a known extension", JA: "MCP の接頭辞を使う未知の extension"},
		Message: text.Text{
			EN: "{key} is under a prefix that is reserved for MCP, whose official extensions all begin with io.modelcontextprotocol/.",
			JA: "{key} の接頭辞は MCP のために予約されています。公式 extension はすべて io.modelcontextprotocol/ で始まります。"},
		Why: text.Text{
			EN: "Others can't tell it from an official extension, and MCP may define one of that name.",
			JA: "公式 extension と区別できず、MCP が同じ名前の extension を定めることもあります。"},
		Fix: text.Text{
			EN: "Check the spelling of an official extension; put one of your own under your reversed domain, such as com.example/.",
			JA: "公式 extension なら綴りを確かめ、独自のものなら com.example/ のように自分のドメインを逆順にした接頭辞を使ってください。"},
		Check: func(p *rule.Pass) {
			extensions(p, func(v jsondoc.Value, key string, form keyForm) {
				official := text.Same(key[:min(len(key), len(spec.MetaPrefix))], spec.MetaPrefix)
				switch {
				case official && (form == reservedKey || form == goodKey) && !officialExtension(key):
					p.Report(p.Name(v), keyArg(key)).By(sender(p)).Softened(rule.Note).Say(text.Text{
						EN: "{key} is not among the official extensions that this engine knows. Newer ones may exist; compare the spelling, which has to match exactly.",
						JA: "{key} は、このエンジンが知る公式 extension にはありません。新しいものかもしれませんが、綴りは完全に一致する必要があるため確かめてください。"})
				case form == reservedKey && !official:
					p.Report(p.Name(v), keyArg(key)).By(sender(p))
				}
			})
		},
	},
	{
		ID: "capability-extension-domain", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/extensions/*", When: "extensions",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Should},
		Title:  text.Text{EN: "An extension's prefix is no reversed domain name", JA: "extension の接頭辞が逆順のドメイン名ではない"},
		Message: text.Text{
			EN: "The prefix of {key} doesn't look like a domain name in reverse: com.example/ rather than example.com/ or example/.",
			JA: "{key} の接頭辞がドメイン名の逆順に見えません。example.com/ や example/ ではなく com.example/ の形にします。"},
		Why: text.Text{
			EN: "Only a domain that somebody owns keeps two vendors from choosing the same identifier.",
			JA: "所有者のいるドメインを使って初めて、複数のベンダーが同じ識別子を選ぶことを防げます。"},
		Fix: text.Text{
			EN: "Write your domain's labels from the last to the first; leave it if this order was meant.",
			JA: "ドメインのラベルを後ろから順に書いてください。意図した順序であればそのままで構いません。"},
		Check: func(p *rule.Pass) {
			extensions(p, func(v jsondoc.Value, key string, form keyForm) {
				if form == forwardDomain {
					p.Report(p.Name(v), keyArg(key)).By(sender(p))
				}
			})
		},
	},
	{
		ID: "capability-extension-settings", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "capabilities/extensions/*", When: "extensions",
		Clause: spec.Clause{Page: "schema", Anchor: "#servercapabilities", Keyword: spec.Schema},
		Title:  text.Text{EN: "An extension's settings are no object", JA: "extension の設定がオブジェクトではない"},
		Message: text.Text{
			EN: "The value of {key} is {kind}; an extension's settings are an object, and {} means support without settings.",
			JA: "{key} の値が{kind}です。extension の設定はオブジェクトでなければなりません。設定がなければ {} と書きます。"},
		Why: text.Text{
			EN: "Typed peers refuse the whole message for it, so that no other capability is read either.",
			JA: "型を検査する相手はメッセージ全体を拒否するため、ほかの capability も読まれません。"},
		Fix: text.Text{
			EN: "Send {}, or the settings that the extension's own document describes.",
			JA: "{} か、その extension の文書にある設定を送ってください。"},
		Check: func(p *rule.Pass) {
			extensions(p, func(v jsondoc.Value, key string, form keyForm) {
				if v.Kind() != jsondoc.Object && !v.Superseded() {
					enable(p, bySide(p, p.Report(p.Value(v), keyArg(key), kindName(v)), spec.Schema), v)
				}
			})
		},
	},
}

// capability tells whether the schema defines a capability for a side, and the boolean members that it has there.
func capability(client bool, name string) (flags []string, known bool) {
	switch name {
	case "experimental", "extensions":
		return nil, true
	case "logging", "completions":
		return nil, !client
	case "roots", "sampling", "elicitation":
		return nil, client
	case "tools", "prompts":
		if !client {
			return []string{"listChanged"}, true
		}
	case "resources":
		if !client {
			return []string{"subscribe", "listChanged"}, true
		}
	}
	return nil, false
}

// capabilityKey names the member that capabilities stand in, or "" where the message declares none.
func capabilityKey(p *rule.Pass) string {
	switch m := p.Msg; {
	case m.Shape == message.Request && m.Direction == message.ToServer && m.Method != spec.Initialize:
		return spec.MetaClientCapabilities
	case m.IsResult() && m.Answers == spec.Discover:
		return "capabilities"
	}
	return ""
}

// capabilities gives the object in which the message's sender declares its capabilities.
func capabilities(p *rule.Pass) (jsondoc.Value, bool) {
	var v jsondoc.Value
	wrong := "discover-capabilities-type"
	switch capabilityKey(p) {
	case spec.MetaClientCapabilities:
		v, wrong = p.Msg.Meta.Get(spec.MetaClientCapabilities), "request-capabilities-type"
	case "capabilities":
		v = p.Result().Get("capabilities")
	}
	switch v.Kind() {
	case jsondoc.Object:
		return v, true
	case jsondoc.Absent:
		p.Unseen(text.Text{EN: "The message declares no capabilities.", JA: "メッセージに capability の宣言がありません。"})
	default:
		p.Blocked(wrong)
	}
	return jsondoc.Value{}, false
}

// isClient reports whether the message declares a client's capabilities.
func isClient(p *rule.Pass) bool { return capabilityKey(p) == spec.MetaClientCapabilities }

// bySide names the party of a finding and, for a client, the clause that is the twin of the server's.
func bySide(p *rule.Pass, f *rule.Finding, k spec.Keyword) *rule.Finding {
	if isClient(p) {
		f.By(rule.Client).Cite(spec.Clause{Page: "schema", Anchor: "#clientcapabilities", Keyword: k})
	}
	return f
}

// longestName bounds the names that are held against known ones.
const longestName = 24

// nearMiss gives the capability that an unknown name was probably meant for, or "".
func nearMiss(p *rule.Pass, name string) string {
	_, known := capability(isClient(p), name)
	_, other := capability(!isClient(p), name)
	if len(name) > longestName || known || other {
		return ""
	}
	l := letters(name)
	if l == "log" || l == "logs" {
		l = "logging"
	}
	for _, near := range [...]string{l, l + "s", strings.TrimSuffix(l, "s")} {
		if _, ok := capability(isClient(p), near); ok {
			return near
		}
	}
	return ""
}

// eachCapability walks the members that the schema wants to be objects, and those inside them.
func eachCapability(p *rule.Pass, caps jsondoc.Value, do func(v jsondoc.Value, name string)) {
	for v := caps.First(); v.Exists(); v = v.Next() {
		name := v.Name()
		if _, known := capability(isClient(p), name); !known || v.Superseded() {
			continue
		}
		do(v, name)
		if name != "sampling" && name != "elicitation" || v.Kind() != jsondoc.Object {
			continue
		}
		for m := v.First(); m.Exists(); m = m.Next() {
			switch name + "." + m.Name() {
			case "sampling.context", "sampling.tools", "elicitation.form", "elicitation.url":
				if m.Superseded() {
					continue
				}
				do(m, name+"."+m.Name())
			}
		}
	}
}

// eachFlag walks the members that the schema wants to be booleans.
func eachFlag(p *rule.Pass, do func(v jsondoc.Value, name string)) {
	caps, ok := capabilities(p)
	if !ok {
		return
	}
	for of := caps.First(); of.Exists(); of = of.Next() {
		flags, _ := capability(isClient(p), of.Name())
		for _, flag := range flags {
			if v := of.Get(flag); v.Exists() && !of.Superseded() {
				do(v, of.Name()+"."+flag)
			}
		}
	}
}

// entries gives the first member of an object of named objects, such as extensions.
func entries(p *rule.Pass, v jsondoc.Value) (jsondoc.Value, bool) {
	switch v.Kind() {
	case jsondoc.Object:
		return v.First(), true
	case jsondoc.Absent:
		p.Unseen(text.Text{EN: "None is declared.", JA: "宣言がありません。"})
	default:
		p.Blocked("capability-value-type")
	}
	return jsondoc.Value{}, false
}

// extension is a declared extension.
type extension struct {
	value jsondoc.Value
	key   string
	form  keyForm
}

// extensions walks the declared extensions. Six rules do, so what the keys are is found out once.
func extensions(p *rule.Pass, do func(v jsondoc.Value, key string, form keyForm)) {
	memo := p.Memo("extensions")
	list, known := (*memo).([]extension)
	if !known {
		caps, ok := capabilities(p)
		if !ok {
			return
		}
		first, ok := entries(p, caps.Get("extensions"))
		if !ok {
			return
		}
		for v := first; v.Exists(); v = v.Next() {
			if key := v.Name(); !v.Superseded() {
				list = append(list, extension{v, key, formOf(key)})
			}
		}
		*memo = list
	}
	for _, e := range list {
		do(e.value, e.key, e.form)
	}
}

// officialExtension reports whether an identifier is one of MCP's own extensions.
func officialExtension(key string) bool {
	switch strings.TrimPrefix(key, spec.MetaPrefix) {
	case "tasks", "ui", "oauth-client-credentials", "enterprise-managed-authorization":
		return strings.HasPrefix(key, spec.MetaPrefix)
	}
	return false
}

// enable repairs a value that plainly says yes where an object is due.
func enable(p *rule.Pass, f *rule.Finding, v jsondoc.Value) {
	if yes, _ := v.Bool(); yes || v.Kind() == jsondoc.Array && !v.First().Exists() {
		p.Edit(f, v, "{}")
	}
}
