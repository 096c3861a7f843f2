package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

var (
	errorCodes      = spec.Clause{Page: basic, Anchor: "#error-codes", Keyword: spec.Must}
	versionError    = spec.Clause{Page: "schema", Anchor: "#unsupportedprotocolversionerror", Keyword: spec.Schema}
	capabilityError = spec.Clause{Page: "schema", Anchor: "#missingrequiredclientcapabilityerror", Keyword: spec.Schema}
	errorMembers    = spec.Clause{Page: basic, Anchor: "#error-responses", Keyword: spec.Must}
	errorType       = spec.Clause{Page: "schema", Anchor: "#error", Keyword: spec.Schema}
	unreadableCode  = text.Text{
		EN: "A client decides by the code what to do next; without a readable one it can only give up or guess.",
		JA: "クライアントは code で次の動作を決めます。読み取れなければ、諦めるか推測するしかありません。"}
)

// errorRules judge error objects: their members, the code's range, and the data that two codes demand. Whether the
// code fits the request is for exchangeRules to say.
var errorRules = []*rule.Rule{
	{
		ID: "error-object-type", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error", Basis: rule.EveryEra,
		Clause: errorType,
		Title:  text.Text{EN: "error is no object", JA: "error がオブジェクトではない"},
		Message: text.Text{
			EN: "error is {kind}; it has to be an object with code and message.",
			JA: "error が{kind}です。code と message を持つオブジェクトでなければなりません。"},
		Why: unreadableCode,
		Fix: text.Text{
			EN: "Send an object such as {\"code\": -32603, \"message\": \"Internal error\"}.",
			JA: "{\"code\": -32603, \"message\": \"Internal error\"} のようなオブジェクトを送ってください。"},
		Check: func(p *rule.Pass) {
			if v := p.Msg.Error; rpc(p) && v.Kind() != jsondoc.Object {
				p.Report(p.Value(v), kindName(v))
			}
		},
	},
	{
		ID: "error-code-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/code", Basis: rule.EveryEra,
		Clause: errorMembers,
		Title:  text.Text{EN: "The error's code is missing", JA: "エラーの code がない"},
		Message: text.Text{
			EN: "The error has no code.",
			JA: "エラーに code がありません。"},
		Why: unreadableCode,
		Fix: text.Text{
			EN: "Add an integer code: one of JSON-RPC's or MCP's, or one of your own outside -32768 to -32000.",
			JA: "整数の code を加えてください。JSON-RPC か MCP が定めるもの、または -32768〜-32000 の外の独自のものです。"},
		Check: func(p *rule.Pass) {
			e, ok := errorOf(p)
			if !ok || e.Get("code").Exists() {
				return
			}
			f := p.Report(p.Missing(e, "code"))
			if v := misspelt(e, "code"); v.Exists() {
				f.Relate(p.Name(v), meant)
				if v.Number().Integer {
					p.Rename(f, v, "code")
				}
			}
		},
	},
	{
		ID: "error-code-type", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/code", Basis: rule.EveryEra,
		Clause: errorMembers,
		Title:  text.Text{EN: "The error's code is no integer", JA: "エラーの code が整数ではない"},
		Message: text.Text{
			EN: "code is {value}; error codes are integers.",
			JA: "code が {value} です。エラーコードは整数です。"},
		Why: unreadableCode,
		Fix: text.Text{
			EN: "Send an integer without quotes; a symbolic name can go into data.",
			JA: "引用符なしの整数を送ってください。記号名は data に入れられます。"},
		Check: func(p *rule.Pass) {
			e, ok := errorOf(p)
			v := e.Get("code")
			if !ok {
				return
			}
			if !v.Exists() {
				p.Blocked("error-code-missing")
				return
			}
			if n := v.Number(); n.Integer && !n.Overflow {
				return
			}
			f := p.Report(p.Value(v), raw(v))
			if s, ok := v.Text(); ok && digits(strings.TrimPrefix(s, "-")) && s != "-0" {
				p.Edit(f, v, s)
			}
		},
	},
	{
		ID: "error-message-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/message", Basis: rule.EveryEra,
		Clause: errorMembers,
		Title:  text.Text{EN: "The error's message is missing", JA: "エラーの message がない"},
		Message: text.Text{
			EN: "The error has no message.",
			JA: "エラーに message がありません。"},
		Why: text.Text{
			EN: "Typed clients refuse the error as malformed, so that even its code is lost; nobody gets to read what went wrong.",
			JA: "型を検査するクライアントは形の崩れたエラーとして拒否し、code まで失われます。何が起きたかを誰も読めません。"},
		Fix: text.Text{
			EN: "Add a message: one short sentence.",
			JA: "短い 1 文の message を加えてください。"},
		Check: func(p *rule.Pass) {
			e, ok := errorOf(p)
			if !ok || e.Get("message").Exists() {
				return
			}
			f := p.Report(p.Missing(e, "message"))
			if v := misspelt(e, "message"); v.Exists() {
				f.Relate(p.Name(v), meant)
				if v.Kind() == jsondoc.String {
					p.Rename(f, v, "message")
				}
				return
			}
			if c, ok := p.Msg.ErrorCode(); ok && spec.CodeName(c) != "" {
				p.Insert(f, e, "message", `"`+spec.CodeName(c)+`"`)
			}
		},
	},
	{
		ID: "error-message-type", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/message", Basis: rule.EveryEra,
		Clause: errorType,
		Title:  text.Text{EN: "The error's message is no string", JA: "エラーの message が文字列ではない"},
		Message: text.Text{
			EN: "message is {kind}; it has to be a string.",
			JA: "message が{kind}です。文字列でなければなりません。"},
		Why: text.Text{
			EN: "Typed clients refuse the error as malformed, so that even its code is lost.",
			JA: "型を検査するクライアントは形の崩れたエラーとして拒否し、code まで失われます。"},
		Fix: text.Text{
			EN: "Send one sentence as a string; structured details go into data.",
			JA: "1 文の文字列を送り、構造を持つ詳細は data に入れてください。"},
		Check: func(p *rule.Pass) {
			e, ok := errorOf(p)
			v := e.Get("message")
			switch {
			case !ok:
			case !v.Exists():
				p.Blocked("error-message-missing")
			case v.Kind() != jsondoc.String:
				p.Report(p.Value(v), kindName(v))
			}
		},
	},
	{
		ID: "error-message-long", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/message",
		Clause: spec.Clause{Page: "schema", Anchor: "#error", Keyword: spec.Should}, As: rule.Note,
		Title: text.Text{EN: "The error's message is no short sentence", JA: "エラーの message が短い 1 文ではない"},
		Message: text.Text{
			EN: "message has {lines} lines and {characters} characters; it should be one concise sentence.",
			JA: "message が {lines} 行、{characters} 文字あります。簡潔な 1 文にするべきです。"},
		Why: text.Text{
			EN: "Clients show it in one line. A stack trace tells users nothing, and strangers too much about the server.",
			JA: "クライアントはこれを 1 行で表示します。スタックトレースは利用者の役に立たず、サーバーの内情を外部に漏らします。"},
		Fix: text.Text{
			EN: "Keep one sentence here, and put details into data or into the server's log.",
			JA: "ここは 1 文にとどめ、詳細は data かサーバーのログに入れてください。"},
		Check: func(p *rule.Pass) {
			e, ok := errorOf(p)
			if !ok {
				return
			}
			v := e.Get("message")
			s, _ := v.Text()
			s = text.Bare(s)
			n, lines := utf8.RuneCountInString(s), 1+strings.Count(s, "\n")
			if n > 300 || lines > 1 {
				p.Report(p.Value(v), text.A("lines", decimal(int64(lines))), text.A("characters", decimal(int64(n))))
			}
		},
	},
	{
		ID: "error-code-reserved", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/code", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: basic, Anchor: "#error-codes", Keyword: spec.MustNot},
		Title:  text.Text{EN: "The code is reserved for the specification", JA: "仕様のために予約された code"},
		Message: text.Text{
			EN: "{value} lies in -32020 to -32099, where only codes that the specification defines may be sent: -32020, -32021 and -32022 so far.",
			JA: "{value} は -32020〜-32099 の範囲にあります。ここで送れるのは仕様が定めた code だけで、今のところ -32020、-32021、-32022 です。"},
		Why: text.Text{
			EN: "Clients don't know the code, and once the specification gives it a meaning, they will read that.",
			JA: "クライアントはこの code を知りません。仕様が意味を定めた時点で、その意味に読まれるようになります。"},
		Fix: text.Text{
			EN: "Use a code of your own outside -32768 to -32000, or -32603 for an internal error.",
			JA: "-32768〜-32000 の外の独自の code か、内部エラーなら -32603 を使ってください。"},
		Check: func(p *rule.Pass) {
			v, c, ok := codeOf(p)
			if !ok || c < -32099 || c > -32020 || spec.ModernCode(c) || c == spec.URLElicitationRequired {
				return
			}
			if p.Claim() == message.ClaimsLegacy {
				p.Unseen(text.Text{EN: "The range was reserved in 2026; before that it was free.", JA: "この範囲が予約されたのは 2026 年で、それ以前は自由に使えました。"})
				return
			}
			p.Report(p.Value(v), raw(v))
		},
	},
	{
		ID: "error-code-retired", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/code",
		Clause: spec.Clause{Page: basic, Anchor: "#error-codes", Keyword: spec.MustNot},
		Title:  text.Text{EN: "The code was retired", JA: "廃止された code"},
		Message: text.Text{
			EN: "{value} was defined by legacy revisions; a server of this revision must not send it.",
			JA: "{value} はレガシーの revision が定めたもので、この revision のサーバーは送ってはなりません。"},
		Why: text.Text{
			EN: "Clients of this revision have no rule for it.",
			JA: "この revision のクライアントには、これに対する決まりがありません。"},
		Fix: text.Text{
			EN: "For a resource that doesn't exist answer -32602.",
			JA: "存在しないリソースには -32602 を返してください。"},
		Check: func(p *rule.Pass) {
			v, c, ok := codeOf(p)
			if !ok {
				return
			}
			switch c {
			case spec.ResourceNotFound:
				p.Edit(p.Report(p.Value(v), raw(v)), v, "-32602")
			case spec.URLElicitationRequired:
				p.Report(p.Value(v), raw(v)).Advise(text.Text{
					EN: "Ask for a URL elicitation in a result of type input_required.",
					JA: "URL による入力の要求は、input_required の result で行ってください。"})
			}
		},
	},
	{
		ID: "error-code-draft", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/code", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: basic, Anchor: "#error-codes", Keyword: spec.ShouldNot},
		Title:  text.Text{EN: "The code is a draft's number", JA: "draft の番号が使われている"},
		Message: text.Text{
			EN: "{value} with this content is {name} as the drafts until June 2026 numbered it; its number is {final} now.",
			JA: "この内容の {value} は、2026 年 6 月までの draft での {name} です。現在の番号は {final} です。"},
		Why: text.Text{
			EN: "Receivers must not read a meaning into -32000 to -32019, so clients take the server for a legacy one and fall back to initialize.",
			JA: "受信側は -32000〜-32019 に意味を読み取ってはならないため、クライアントはレガシーのサーバーと判断して initialize に切り替えます。"},
		Fix: text.Text{EN: "Send {final}.", JA: "{final} を送ってください。"},
		Check: func(p *rule.Pass) {
			v, c, ok := codeOf(p)
			if !ok {
				return
			}
			final := draftOf(p.Msg)
			if final == 0 || p.Claim() == message.ClaimsLegacy {
				return
			}
			args := []text.Arg{raw(v), text.A("name", spec.CodeName(final)), text.A("final", decimal(final))}
			if c == spec.InvalidParams {
				switch q := p.Request(); {
				case q != nil && q.Method == spec.Initialize:
					p.Unseen(text.Text{EN: "This is how legacy revisions refuse a version in initialize.", JA: "レガシーの revision が initialize で version を拒否するときの形です。"})
				case q != nil && p.Claim() == message.ClaimsModern:
					p.Blocked("exchange-version-code")
				default:
					p.Report(p.Value(v), args...).Softened(rule.Note).Say(text.Text{
						EN: "{value} with data.supported is either the legacy refusal of initialize, or {name} as the draft of May 2026 numbered it; that is {final} now.",
						JA: "data.supported を持つ {value} は、レガシーの initialize の拒否か、2026 年 5 月の draft での {name} です。後者は現在 {final} です。"}).
						Advise(text.Text{
							EN: "If a modern request was refused, send {final}; otherwise leave it.",
							JA: "モダンのリクエストを拒否したのなら {final} を送り、そうでなければそのままで構いません。"})
				}
				return
			}
			f := p.Report(p.Value(v), args...)
			if final != spec.UnsupportedProtocolVersion || p.Msg.Error.Get("data").Get("supported").Exists() {
				p.Edit(f, v, decimal(final))
			}
		},
	},
	{
		ID: "error-code-local", Since: "0.1.0", Party: rule.Client, On: rule.OnError, At: "/error/code", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: basic, Anchor: "#error-codes", Keyword: spec.Says},
		Title:  text.Text{EN: "The error was probably made by the client itself", JA: "クライアント自身が作ったエラーと思われる"},
		Message: text.Text{
			EN: "{value} with this message is what SDKs raise locally when {event}; it is probably not from the server.",
			JA: "この文言の {value} は、{event}ときに SDK が内部で作るエラーです。サーバーが送ったものではないと思われます。"},
		Why: text.Text{
			EN: "It says nothing about the server's era. The protocol gives local errors no code, and asks that they can't be mistaken for the peer's.",
			JA: "サーバーの時代については何も分かりません。プロトコルは内部のエラーに code を定めておらず、相手のエラーと混同されないよう求めています。"},
		Fix: text.Text{
			EN: "Record what came over the wire, and paste that.",
			JA: "通信路を流れた内容を記録し、それを貼り付けてください。"},
		Check: func(p *rule.Pass) {
			v, c, ok := codeOf(p)
			if !ok || p.HTTP != nil || p.Msg.Line != nil {
				return
			}
			if event := localEvent(p.Msg, c); !event.Empty() {
				p.Report(p.Value(v), raw(v), text.T("event", event))
			}
		},
	},
	{
		ID: "error-code-legacy-range", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/code",
		Clause: spec.Clause{Page: basic, Anchor: "#error-codes", Keyword: spec.ShouldNot},
		Title:  text.Text{EN: "The code has no meaning that others share", JA: "ほかの実装と意味を共有しない code"},
		Message: text.Text{
			EN: "{value} lies in -32000 to -32019, which new implementations should not use.",
			JA: "{value} は -32000〜-32019 の範囲にあります。新しい実装は使うべきではありません。"},
		Why: text.Text{
			EN: "SDKs gave these codes different meanings before there was a rule; receivers must not assume any.",
			JA: "決まりができる前に SDK ごとに異なる意味で使われたため、受信側はどの意味も前提にしてはなりません。"},
		Fix: text.Text{
			EN: "Use a standard code where one fits, otherwise one of your own outside -32768 to -32000.",
			JA: "当てはまる標準の code があればそれを、なければ -32768〜-32000 の外の独自の code を使ってください。"},
		Check: func(p *rule.Pass) {
			v, c, ok := codeOf(p)
			switch {
			case !ok || c < -32019 || c > -32000 || c == spec.ResourceNotFound:
			case draftOf(p.Msg) != 0:
				p.Blocked("error-code-draft")
			case p.HTTP == nil && p.Msg.Line == nil && !localEvent(p.Msg, c).Empty():
				p.Blocked("error-code-local")
			default:
				p.Report(p.Value(v), raw(v))
			}
		},
	},
	{
		ID: "error-code-unassigned", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/code", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: basic, Anchor: "#error-codes", Keyword: spec.Should},
		Title:  text.Text{EN: "The code is reserved by JSON-RPC", JA: "JSON-RPC が予約している code"},
		Message: text.Text{
			EN: "{value} lies in -32768 to -32100, which JSON-RPC 2.0 reserves, and is none of its codes.",
			JA: "{value} は JSON-RPC 2.0 が予約する -32768〜-32100 の範囲にありますが、定められた code ではありません。"},
		Why: text.Text{
			EN: "No receiver knows it, and a later JSON-RPC may give it a meaning.",
			JA: "知っている受信側はなく、将来の JSON-RPC が意味を定めるかもしれません。"},
		Fix: text.Text{
			EN: "Use a code of your own outside -32768 to -32000.",
			JA: "-32768〜-32000 の外の独自の code を使ってください。"},
		Check: func(p *rule.Pass) {
			if v, c, ok := codeOf(p); ok && c >= -32768 && c <= -32100 && spec.CodeName(c) == "" {
				p.Report(p.Value(v), raw(v))
			}
		},
	},
	{
		ID: "error-code-headerless", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/code",
		Clause: errorCodes, As: rule.Advice,
		Title: text.Text{EN: "HeaderMismatch on stdio, where there are no headers", JA: "ヘッダーのない stdio での HeaderMismatch"},
		Message: text.Text{
			EN: "-32020 says that HTTP headers don't match the body; on stdio there are none.",
			JA: "-32020 は HTTP ヘッダーが本文と一致しないことを示しますが、stdio にヘッダーはありません。"},
		Why: text.Text{
			EN: "It shows a modern server, but the client has nothing to correct: a defined code may be used only for its own meaning.",
			JA: "モダンのサーバーであることは分かりますが、クライアントに直せるものがありません。定められた code は、その意味でだけ使えます。"},
		Fix: text.Text{
			EN: "Answer -32602 for a fault in params, -32022 for the version.",
			JA: "params の誤りには -32602、version には -32022 を返してください。"},
		Check: func(p *rule.Pass) {
			v, c, ok := codeOf(p)
			if !ok || c != spec.HeaderMismatch {
				return
			}
			if p.Paste.Transport != message.StdioTransport {
				p.Unseen(text.Text{EN: "The messages didn't travel over stdio, as far as the text shows.", JA: "この内容からは、stdio の通信とは分かりません。"})
				return
			}
			p.Report(p.Value(v))
		},
	},
	{
		ID: "error-data-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/data",
		Clause: versionError,
		Title:  text.Text{EN: "The error lacks the data of its code", JA: "code に必要な data がない"},
		Message: text.Text{
			EN: "An error {code} ({name}) needs data with {members}; {missing} is missing.",
			JA: "エラー {code}（{name}）には {members} を持つ data が必要ですが、{missing} がありません。"},
		Why: text.Text{
			EN: "The code shows a modern server, but the client learns nothing to go on with; several SDKs then fall back to initialize.",
			JA: "code でモダンのサーバーだと分かっても、クライアントは次に何をすべきか分かりません。initialize に切り替える SDK もあります。"},
		Fix: text.Text{
			EN: "Send {example} in data.",
			JA: "data に {example} を入れてください。"},
		Check: func(p *rule.Pass) {
			_, c, ok := codeOf(p)
			need := needOf(c)
			if !ok || need == nil {
				return
			}
			data := p.Msg.Error.Get("data")
			report := func(at *rule.Place, missing string) *rule.Finding {
				return p.Report(at, text.A("code", decimal(c)), text.A("name", spec.CodeName(c)), text.T("members", need.joined),
					text.A("missing", missing), text.A("example", need.example)).Cite(need.clause)
			}
			if !data.Exists() {
				report(p.Missing(p.Msg.Error, "data"), "data")
				return
			}
			if data.Kind() != jsondoc.Object {
				p.Blocked("error-data-type")
				return
			}
			for _, name := range need.members {
				if data.Get(name).Exists() {
					continue
				}
				f := report(p.Missing(data, name), name)
				v := misspelt(data, name)
				if !v.Exists() && name == "supported" {
					v = firstOf(data, "supportedVersions", "supportedProtocolVersions", "versions")
				}
				if v.Exists() {
					f.Relate(p.Name(v), meant)
					if need.fits(name, v) {
						p.Rename(f, v, name)
					}
				} else if q := p.Request(); name == "requested" && q != nil {
					if r := q.Meta.Get(spec.MetaProtocolVersion); r.Kind() == jsondoc.String {
						p.Insert(f, data, name, string(r.Raw()))
					}
				}
			}
		},
	},
	{
		ID: "error-data-type", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/data",
		Clause: versionError,
		Title:  text.Text{EN: "The error's data has the wrong type", JA: "data の型が誤っている"},
		Message: text.Text{
			EN: "{name} is {kind}; in an error {code} it has to be {due}.",
			JA: "{name} が{kind}です。エラー {code} では{due}でなければなりません。"},
		Why: text.Text{
			EN: "Typed clients don't recognise the error then, and fall back to initialize although the server is modern.",
			JA: "型を検査するクライアントはこのエラーを認識できず、モダンのサーバーなのに initialize に切り替えます。"},
		Fix: text.Text{
			EN: "Send {example} in data.",
			JA: "data に {example} を入れてください。"},
		Check: func(p *rule.Pass) {
			_, c, ok := codeOf(p)
			need := needOf(c)
			if !ok || need == nil {
				return
			}
			data := p.Msg.Error.Get("data")
			if !data.Exists() {
				p.Blocked("error-data-missing")
				return
			}
			report := func(v jsondoc.Value, name string, due text.Text) *rule.Finding {
				return p.Report(p.Value(v), text.A("name", name), kindName(v), text.A("code", decimal(c)), text.T("due", due),
					text.A("example", need.example)).Cite(need.clause)
			}
			if data.Kind() != jsondoc.Object {
				report(data, "data", anObject)
				return
			}
			for _, name := range need.members {
				v := data.Get(name)
				switch {
				case !v.Exists():
				case name == "requested":
					if v.Kind() != jsondoc.String {
						report(v, "data.requested", aString)
					}
				case name == "requiredCapabilities":
					if v.Kind() != jsondoc.Object {
						report(v, "data.requiredCapabilities", anObject)
					}
				case v.Kind() != jsondoc.Array:
					f := report(v, "data.supported", aStringList)
					if s, ok := v.Text(); ok && spec.IsDate(s) {
						p.Edit(f, v, "["+string(v.Raw())+"]")
					}
				default:
					for e := v.First(); e.Exists(); e = e.Next() {
						if e.Kind() != jsondoc.String {
							report(e, "data.supported[]", aString)
						}
					}
				}
			}
		},
	},
	{
		ID: "error-data-empty", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/data",
		Clause: versionError, As: rule.Advice,
		Title: text.Text{EN: "The error names nothing to go on with", JA: "エラーが次の手がかりを示していない"},
		Message: text.Text{
			EN: "{name} is empty.",
			JA: "{name} が空です。"},
		Why: text.Text{
			EN: "The schema allows it, but the client has nothing to choose or to declare: it can only show the error.",
			JA: "スキーマ上は許されますが、クライアントは選ぶことも宣言することもできず、エラーを示すしかありません。"},
		Fix: text.Text{
			EN: "Name at least one, such as {example}.",
			JA: "{example} のように、少なくとも 1 つ示してください。"},
		Check: func(p *rule.Pass) {
			_, c, ok := codeOf(p)
			if !ok {
				return
			}
			data := p.Msg.Error.Get("data")
			switch c {
			case spec.UnsupportedProtocolVersion:
				if v := data.Get("supported"); v.Kind() == jsondoc.Array && !v.First().Exists() {
					p.Report(p.Value(v), text.A("name", "data.supported"), text.A("example", `["`+spec.Revision+`"]`))
				}
			case spec.MissingClientCapability:
				if v := data.Get("requiredCapabilities"); v.Kind() == jsondoc.Object && !v.First().Exists() {
					p.Report(p.Value(v), text.A("name", "data.requiredCapabilities"), text.A("example", `{"elicitation": {}}`)).
						Cite(spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must})
				}
			}
		},
	},
	{
		ID: "error-supported-legacy", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/data/supported",
		Clause: spec.Clause{Page: "basic/versioning", Anchor: "#protocol-version-negotiation", Keyword: spec.Says},
		Title:  text.Text{EN: "Only legacy versions are offered", JA: "レガシーの version しか示されていない"},
		Message: text.Text{
			EN: "The error is a modern one, but every version that it offers is legacy: {versions}.",
			JA: "モダンのエラーですが、示されている version はすべてレガシーです: {versions}。"},
		Why: text.Text{
			EN: "The text leaves open what comes next. To the letter the server is modern and must not be sent initialize; yet these versions can be used in no other way, and the Go and TypeScript SDKs do initialize.",
			JA: "次にどうするかを本文は定めていません。文字どおりにはモダンのサーバーなので initialize は送れませんが、これらの version はほかの方法では使えず、Go と TypeScript の SDK は initialize を送ります。"},
		Fix: text.Text{
			EN: "As a dual-era client, initialize with the newest version that both know; as a modern-only one, show the list to the user.",
			JA: "dual-era のクライアントなら共通の最新 version で initialize し、モダン専用ならこの一覧を利用者に示してください。"},
		Check: func(p *rule.Pass) {
			if _, c, ok := codeOf(p); !ok || c != spec.UnsupportedProtocolVersion {
				return
			}
			list := p.Msg.Error.Get("data").Get("supported")
			if versions, only := legacyOnly(list); only {
				p.Report(p.Name(list), text.A("versions", short(versions)))
			}
		},
	},
	{
		ID: "error-supported-refused", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/data/supported/*",
		Clause: errorCodes,
		Title:  text.Text{EN: "The refused version is offered", JA: "拒否した version が候補にある"},
		Message: text.Text{
			EN: "The error refuses {value} and lists it as supported.",
			JA: "{value} を拒否していながら、対応する version として並べています。"},
		Why: text.Text{
			EN: "One of the two is wrong: -32022 may only say that the version is not supported. A client that follows the list tries the same again, without end.",
			JA: "どちらかが誤りです。-32022 は version に対応していないことだけを示せます。一覧に従うクライアントは同じことを際限なく繰り返します。"},
		Fix: text.Text{
			EN: "If the version is supported, answer the request, or refuse it with the code of what is really wrong; otherwise take it off the list.",
			JA: "対応しているならリクエストに応じるか、本当の原因に当たる code で拒否してください。対応していないなら一覧から外してください。"},
		Check: func(p *rule.Pass) {
			if _, c, ok := codeOf(p); !ok || c != spec.UnsupportedProtocolVersion {
				return
			}
			data := p.Msg.Error.Get("data")
			list := data.Get("supported")
			asked := data.Get("requested")
			var other *rule.Place
			if q := p.Request(); q != nil {
				if v := q.Meta.Get(spec.MetaProtocolVersion); v.Kind() == jsondoc.String {
					asked, other = v, p.Other(q, p.Exchange.Pane, v)
				}
			}
			version, ok := asked.Text()
			if !ok || list.Kind() != jsondoc.Array {
				return
			}
			if _, only := legacyOnly(list); only {
				p.Blocked("error-supported-legacy")
				return
			}
			for v := list.First(); v.Exists(); v = v.Next() {
				if !v.Is(version) {
					continue
				}
				f := p.Report(p.Value(v), raw(v)).Relate(other, text.Text{EN: "the version that was requested", JA: "要求した version"})
				if spec.EraOf(version) == spec.Legacy {
					f.Softened(rule.Note).Say(text.Text{
						EN: "The error refuses {value} and lists it: the server speaks it, but only after initialize, not by _meta.",
						JA: "{value} を拒否していながら並べています。サーバーはこれを話しますが、_meta ではなく initialize の後に限られます。"})
				}
				return
			}
		},
	},
}

// need is what the data of a code has to have.
type need struct {
	clause  spec.Clause
	members []string
	joined  text.Text
	example string
}

func (n *need) fits(name string, v jsondoc.Value) bool {
	switch name {
	case "supported":
		return v.Kind() == jsondoc.Array
	case "requested":
		return v.Kind() == jsondoc.String
	}
	return v.Kind() == jsondoc.Object
}

var (
	versionNeed = &need{versionError, []string{"supported", "requested"}, text.Text{EN: "supported and requested", JA: "supported と requested"},
		`{"supported": ["` + spec.Revision + `"], "requested": "1900-01-01"}`}
	capabilityNeed = &need{capabilityError, []string{"requiredCapabilities"}, text.Text{EN: "requiredCapabilities", JA: "requiredCapabilities"},
		`{"requiredCapabilities": {"elicitation": {}}}`}

	anObject    = text.Text{EN: "an object", JA: "オブジェクト"}
	aStringList = text.Text{EN: "an array of strings", JA: "文字列の配列"}
)

// needOf gives what the data of a code has to have, or nil where it is free.
func needOf(c spec.Code) *need {
	switch c {
	case spec.UnsupportedProtocolVersion:
		return versionNeed
	case spec.MissingClientCapability:
		return capabilityNeed
	}
	return nil
}

// errorOf gives the error object of a JSON-RPC error response.
func errorOf(p *rule.Pass) (jsondoc.Value, bool) {
	if !rpc(p) {
		return jsondoc.Value{}, false
	}
	if p.Msg.Error.Kind() != jsondoc.Object {
		p.Blocked("error-object-type")
		return jsondoc.Value{}, false
	}
	return p.Msg.Error, true
}

// codeOf gives the code of an error where it can be read.
func codeOf(p *rule.Pass) (jsondoc.Value, spec.Code, bool) {
	e, ok := errorOf(p)
	if !ok {
		return e, 0, false
	}
	c, ok := p.Msg.ErrorCode()
	if !ok {
		p.Blocked("error-code-type")
	}
	return e.Get("code"), c, ok
}

// draftOf gives the final code where an error has the number and the content that a draft of this revision gave one,
// otherwise 0. The number alone shows nothing.
func draftOf(m *message.Message) spec.Code {
	c, _ := m.ErrorCode()
	data := m.Error.Get("data")
	versions := data.Get("supported").Kind() == jsondoc.Array
	switch c {
	case -32000, -32001, -32004:
		if versions || data.Get("supportedVersions").Kind() == jsondoc.Array {
			return spec.UnsupportedProtocolVersion
		}
		if c == -32001 && (m.HTTP == nil || m.HTTP.Status == 400) {
			s, _ := m.Error.Get("message").Text()
			s = text.Lower(s)
			if strings.Contains(s, "header") && (strings.Contains(s, "match") || strings.Contains(s, "mcp-method") || strings.Contains(s, "mcp-name")) {
				return spec.HeaderMismatch
			}
		}
	case -32003:
		if data.Get("requiredCapabilities").Kind() == jsondoc.Object {
			return spec.MissingClientCapability
		}
	case spec.InvalidParams:
		if versions {
			return spec.UnsupportedProtocolVersion
		}
	}
	return 0
}

// localEvent says what an SDK reports by an error that it makes itself; it is empty where the error looks like a
// server's.
func localEvent(m *message.Message, c spec.Code) text.Text {
	s, _ := m.Error.Get("message").Text()
	switch s = text.Lower(s); {
	case c == -32001 && (strings.Contains(s, "timed out") || strings.Contains(s, "timeout")):
		return text.Text{EN: "a request times out", JA: "リクエストがタイムアウトした"}
	case c == -32000 && strings.Contains(s, "connection closed"):
		return text.Text{EN: "the connection closes", JA: "接続が閉じた"}
	}
	return text.Text{}
}
