package rules

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

var (
	versionHeader   = spec.Clause{Page: streamableHTTP, Anchor: "#protocol-version-header", Keyword: spec.Must}
	standardHeaders = spec.Clause{Page: streamableHTTP, Anchor: "#standard-request-headers", Keyword: spec.Required}
	valueEncoding   = spec.Clause{Page: streamableHTTP, Anchor: "#value-encoding", Keyword: spec.Must}
	mirroring       = spec.Clause{Page: streamableHTTP, Anchor: "#server-behavior-for-custom-headers", Keyword: spec.Must}

	refusedByHeader = text.Text{
		EN: "Servers refuse the request with 400 and -32020 (HeaderMismatch); gateways that route by this header see nothing, or something else than the server.",
		JA: "サーバーは 400 と -32020（HeaderMismatch）で拒否します。このヘッダーで振り分けるゲートウェイには何も見えないか、サーバーと違うものが見えます。"}
)

// headerRules hold the header fields of a POST against its body.
var headerRules = []*rule.Rule{
	{
		ID: "header-verb-wrong", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "start-line", Basis: rule.EveryEra,
		Clause: sending,
		Title:  text.Text{EN: "A message is sent with another method than POST", JA: "POST 以外でメッセージを送っている"},
		Message: text.Text{
			EN: "The message goes by {verb}; JSON-RPC messages go by POST only.",
			JA: "メッセージを {verb} で送っています。JSON-RPC メッセージは POST だけで送ります。"},
		Why: text.Text{
			EN: "The endpoint takes no other method: the answer is 405, or a page that has nothing to do with MCP.",
			JA: "エンドポイントはほかのメソッドを受け付けません。405 か、MCP と無関係のページが返ります。"},
		Fix: text.Text{EN: "Send it by POST.", JA: "POST で送ってください。"},
		Check: func(p *rule.Pass) {
			if h := p.HTTP; h.Verb != "POST" && h.Message != nil {
				p.Report(p.StartLine(h), text.A("verb", h.Verb))
			}
		},
	},
	{
		ID: "header-verb-legacy", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "start-line", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#earlier-streamable-http-revisions", Keyword: spec.Says},
		Title:  text.Text{EN: "A GET or DELETE of earlier revisions", JA: "以前の revision の GET や DELETE"},
		Message: text.Text{
			EN: "{verb} belongs to earlier revisions: GET opened a stream for the server's messages, DELETE ended a session.",
			JA: "{verb} は以前の revision のものです。GET はサーバーからのメッセージ用のストリームを開き、DELETE はセッションを終えました。"},
		Why: text.Text{
			EN: "This revision has neither; a server of it alone answers 405.",
			JA: "この revision にはどちらもなく、この revision だけのサーバーは 405 を返します。"},
		Fix: text.Text{
			EN: "Send subscriptions/listen by POST for change notifications; there is nothing to end.",
			JA: "変更の通知には POST で subscriptions/listen を送ってください。終える必要のあるものはありません。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			switch {
			case h.Verb != "GET" && h.Verb != "DELETE" || h.Message != nil || p.Claim() == message.ClaimsLegacy:
			case p.Exchange != nil && p.Exchange.Reply != nil:
				p.Unseen(text.Text{EN: "The answer to the request tells more.", JA: "応答のほうから判断できます。"})
			default:
				p.Report(p.StartLine(h), text.A("verb", h.Verb))
			}
		},
	},
	{
		ID: "header-accept-incomplete", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/accept",
		Clause: sending,
		Title:  text.Text{EN: "Accept doesn't list both media types", JA: "Accept に両方のメディアタイプがない"},
		Message: text.Text{
			EN: "Accept lists no {missing}; it has to list application/json and text/event-stream.",
			JA: "Accept に {missing} がありません。application/json と text/event-stream の両方を並べます。"},
		Why: text.Text{
			EN: "The server chooses between JSON and a stream for each answer. Many refuse with 406 what doesn't list both, others answer all the same.",
			JA: "サーバーは応答ごとに JSON かストリームかを選びます。両方を並べていないと 406 で拒否するサーバーも、そのまま応答するサーバーもあります。"},
		Fix: text.Text{
			EN: "Send Accept: application/json, text/event-stream.",
			JA: "Accept: application/json, text/event-stream を送ってください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if !posted(p) {
				return
			}
			json, stream, wildcard := accepts(h)
			var missing []string
			if !json {
				missing = append(missing, "application/json")
			}
			if !stream {
				missing = append(missing, "text/event-stream")
			}
			if len(missing) == 0 {
				return
			}
			f := p.Report(p.Header(h, "Accept"), text.A("missing", strings.Join(missing, ", ")))
			p.SetHeader(f, h, "Accept", "application/json, text/event-stream")
			if wildcard {
				f.Say(text.Text{
					EN: "Accept has a wildcard instead of {missing}; by the letter both types have to be listed.",
					JA: "Accept が {missing} ではなくワイルドカードになっています。規定では両方のタイプを並べます。"})
			}
		},
	},
	{
		ID: "header-version-missing", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-protocol-version",
		Clause: versionHeader,
		Title:  text.Text{EN: "MCP-Protocol-Version is missing", JA: "MCP-Protocol-Version がない"},
		Message: text.Text{
			EN: "The POST has no MCP-Protocol-Version header.",
			JA: "POST に MCP-Protocol-Version ヘッダーがありません。"},
		Why: refusedByHeader,
		Fix: text.Text{
			EN: "Send MCP-Protocol-Version with the version that _meta names.",
			JA: "_meta と同じ version を MCP-Protocol-Version で送ってください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if !posted(p) || h.Header("MCP-Protocol-Version") != nil {
				return
			}
			f := p.Report(p.Header(h, "MCP-Protocol-Version"))
			if m := h.Message; m != nil {
				if m.Shape == message.Notification {
					// What headers a notification needs is left open, although every POST needs this one.
					f.Softened(rule.Note)
				}
				v := m.Meta.Get(spec.MetaProtocolVersion)
				if s, ok := v.Text(); ok && plainHeader(s) {
					f.Relate(p.Value(v), text.Text{EN: "the body's version", JA: "本文の version"})
					p.SetHeader(f, h, "MCP-Protocol-Version", s)
				}
			}
		},
	},
	{
		ID: "header-version-mismatch", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-protocol-version",
		Clause: versionHeader,
		Title:  text.Text{EN: "MCP-Protocol-Version is not the body's version", JA: "MCP-Protocol-Version が本文の version と違う"},
		Message: text.Text{
			EN: "The header says {header}, the body's _meta says {body}.",
			JA: "ヘッダーは {header}、本文の _meta は {body} です。"},
		Why: refusedByHeader,
		Fix: text.Text{
			EN: "Send one version in both; the header is a copy, not a list.",
			JA: "両方に同じ version を 1 つだけ入れてください。ヘッダーは写しで、一覧ではありません。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			v := h.Header("MCP-Protocol-Version")
			switch {
			case !posted(p):
			case v == nil:
				p.Blocked("header-version-missing")
			case !singular(h, "MCP-Protocol-Version"):
				p.Blocked("header-version-repeated")
			case !bodied(p):
			default:
				w := h.Message.Meta.Get(spec.MetaProtocolVersion)
				s, ok := w.Text()
				switch {
				case !ok && h.Message.Shape == message.Request:
					p.Blocked("request-version-missing")
				case ok && s != v.Value:
					f := p.Report(p.Header(h, "MCP-Protocol-Version"), text.A("header", short(v.Value)), text.A("body", short(s))).
						Relate(p.Value(w), text.Text{EN: "the body's version", JA: "本文の version"})
					if plainHeader(s) {
						p.SetHeader(f, h, "MCP-Protocol-Version", s)
					}
				}
			}
		},
	},
	{
		ID: "header-version-repeated", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-protocol-version",
		Clause: versionHeader,
		Title:  text.Text{EN: "MCP-Protocol-Version is sent twice", JA: "MCP-Protocol-Version が 2 回送られている"},
		Message: text.Text{
			EN: "MCP-Protocol-Version is sent more than once, as {first} and as {second}: at most one of them matches the body.",
			JA: "MCP-Protocol-Version が {first} と {second} の 2 通りで送られています。本文と一致するのは多くても一方です。"},
		Why: text.Text{
			EN: "Hops join repeated fields with a comma or keep only one of them, so the server and a gateway may read different versions.",
			JA: "中継は繰り返されたフィールドをコンマでつなぐか一方だけを残すため、サーバーとゲートウェイで読む version が変わり得ます。"},
		Fix: text.Text{EN: "Send it once.", JA: "1 回だけ送ってください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if !posted(p) {
				return
			}
			var first *message.Header
			for i := range h.Headers {
				v := &h.Headers[i]
				switch {
				case !text.Same(v.Name, "MCP-Protocol-Version"):
				case first == nil:
					first = v
				default:
					f := p.Report(p.Part("headers/mcp-protocol-version", h.Source(v.ValueSpan)), text.A("first", short(first.Value)), text.A("second", short(v.Value))).
						Relate(p.Part("headers/mcp-protocol-version", h.Source(first.ValueSpan)), text.Text{EN: "first here", JA: "最初はここ"})
					if v.Value == first.Value {
						f.Softened(rule.Note).Say(text.Text{
							EN: "MCP-Protocol-Version is sent twice with the same value, {first}; a hop may join them into one that no longer matches the body.",
							JA: "MCP-Protocol-Version が同じ値 {first} で 2 回送られています。中継で 1 つにつながれると、本文と一致しなくなります。"})
						p.DropHeader(f, h, v)
					}
					return
				}
			}
		},
	},
	{
		ID: "header-method-missing", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-method",
		Clause: standardHeaders,
		Title:  text.Text{EN: "Mcp-Method is missing", JA: "Mcp-Method がない"},
		Message: text.Text{
			EN: "The request has no Mcp-Method header, which repeats the body's method.",
			JA: "リクエストに Mcp-Method ヘッダーがありません。本文の method を写すヘッダーです。"},
		Why: refusedByHeader,
		Fix: text.Text{
			EN: "Send Mcp-Method with the method of the body.",
			JA: "本文の method を Mcp-Method で送ってください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if !posted(p) || !bodied(p) || h.Header("Mcp-Method") != nil || h.Message.Shape != message.Request {
				return
			}
			f := p.Report(p.Header(h, "Mcp-Method"))
			if plainHeader(h.Message.Method) {
				p.SetHeader(f, h, "Mcp-Method", h.Message.Method)
			}
		},
	},
	{
		ID: "header-method-mismatch", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-method",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#server-validation", Keyword: spec.Must},
		Title:  text.Text{EN: "Mcp-Method is not the body's method", JA: "Mcp-Method が本文の method と違う"},
		Message: text.Text{
			EN: "The header says {header}, the body says {body}.",
			JA: "ヘッダーは {header}、本文は {body} です。"},
		Why: refusedByHeader,
		Fix: text.Text{
			EN: "Copy the method out of the body as it is.",
			JA: "本文の method をそのまま写してください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			v := h.Header("Mcp-Method")
			switch {
			case !posted(p):
			case v == nil:
				p.Blocked("header-method-missing")
			case bodied(p) && h.Message.Method != "" && v.Value != h.Message.Method:
				f := p.Report(p.Header(h, "Mcp-Method"), text.A("header", short(v.Value)), text.A("body", short(h.Message.Method))).
					Relate(p.Value(h.Message.Root.Get("method")), text.Text{EN: "the body's method", JA: "本文の method"})
				if text.Same(v.Value, h.Message.Method) {
					f.Say(text.Text{
						EN: "The header says {header}, the body says {body}: the names of header fields ignore case, their values don't.",
						JA: "ヘッダーは {header}、本文は {body} です。ヘッダーの名前は大文字小文字を区別しませんが、値は区別します。"})
				}
				if plainHeader(h.Message.Method) {
					p.SetHeader(f, h, "Mcp-Method", h.Message.Method)
				}
			}
		},
	},
	{
		ID: "header-name-missing", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-name",
		Clause: standardHeaders,
		Title:  text.Text{EN: "Mcp-Name is missing", JA: "Mcp-Name がない"},
		Message: text.Text{
			EN: "{method} has no Mcp-Name header, which repeats params.{member}.",
			JA: "{method} に Mcp-Name ヘッダーがありません。params.{member} を写すヘッダーです。"},
		Why: refusedByHeader,
		Fix: text.Text{
			EN: "Send Mcp-Name with that value, in the Base64 form where it isn't plain ASCII.",
			JA: "その値を Mcp-Name で送ってください。ASCII で表せない値は Base64 の形にします。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if !posted(p) || !bodied(p) {
				return
			}
			source := nameSource(h.Message)
			if source.Name() == "" || h.Header("Mcp-Name") != nil {
				return
			}
			f := p.Report(p.Header(h, "Mcp-Name"), text.A("method", h.Message.Method), text.A("member", source.Name())).
				Relate(p.Value(source), text.Text{EN: "the value to repeat", JA: "写す値"})
			old := draftHeader(h)
			if old != nil {
				f.Relate(p.Part("headers/"+text.Lower(old.Name), h.Source(old.NameSpan)), text.Text{EN: "a draft's name for it, until February 2026", JA: "2026 年 2 月までの draft での名前"})
			}
			if s, ok := source.Text(); ok && old == nil {
				p.SetHeader(f, h, "Mcp-Name", headerForm(s))
			} else if ok {
				p.RenameHeader(f, h, old, "Mcp-Name", headerForm(s))
			}
		},
	},
	{
		ID: "header-name-mismatch", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-name",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#server-validation", Keyword: spec.Must},
		Title:  text.Text{EN: "Mcp-Name is not what the body names", JA: "Mcp-Name が本文と違う"},
		Message: text.Text{
			EN: "The header says {header}, the body says {body}.",
			JA: "ヘッダーは {header}、本文は {body} です。"},
		Why: refusedByHeader,
		Fix: text.Text{
			EN: "Copy the value out of the body; where it has characters outside plain ASCII or outer spaces, in the Base64 form.",
			JA: "本文の値を写してください。ASCII 以外の文字や前後の空白があれば Base64 の形にします。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if !posted(p) || !bodied(p) {
				return
			}
			v, source := h.Header("Mcp-Name"), nameSource(h.Message)
			s, ok := source.Text()
			switch {
			case !ok:
			case v == nil:
				p.Blocked("header-name-missing")
			case !carriable(v.Value):
				p.Blocked("header-value-characters")
			case sentinelFault(v.Value, s) != nil:
				p.Blocked("header-sentinel-form")
			default:
				if got, _ := headerText(v.Value); got != s {
					f := p.Report(p.Header(h, "Mcp-Name"), text.A("header", short(got)), text.A("body", short(s))).
						Relate(p.Value(source), text.Text{EN: "what the body names", JA: "本文の値"})
					p.SetHeader(f, h, "Mcp-Name", headerForm(s))
				}
			}
		},
	},
	{
		ID: "header-name-needless", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-name",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#standard-request-headers", Keyword: spec.Says},
		Title:  text.Text{EN: "Mcp-Name on a request that names nothing", JA: "名前のないリクエストに Mcp-Name"},
		Message: text.Text{
			EN: "{method} carries Mcp-Name, which only tools/call, prompts/get and resources/read have.",
			JA: "{method} に Mcp-Name があります。これを持つのは tools/call、prompts/get、resources/read だけです。"},
		Why: text.Text{
			EN: "It is not forbidden, and means nothing: there is no value in the body that it could match.",
			JA: "禁じられてはいませんが、対応する値が本文にないため意味はありません。"},
		Fix: text.Text{EN: "Leave it out.", JA: "省いてください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if !posted(p) || !bodied(p) {
				return
			}
			switch v := h.Header("Mcp-Name"); {
			case v == nil:
			case nameless(h.Message.Method):
				p.DropHeader(p.Report(p.Header(h, "Mcp-Name"), text.A("method", h.Message.Method)), h, v)
			}
		},
	},
	{
		ID: "header-name-draft", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-tool-name",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#standard-request-headers", Keyword: spec.Says},
		Title:  text.Text{EN: "A header name of the drafts", JA: "draft のヘッダー名"},
		Message: text.Text{
			EN: "{name} is a draft's header, until February 2026; it became Mcp-Name.",
			JA: "{name} は 2026 年 2 月までの draft のヘッダーで、Mcp-Name になりました。"},
		Why: text.Text{
			EN: "Nobody reads the old name any more.",
			JA: "古い名前はもう読まれません。"},
		Fix: text.Text{EN: "Leave it out.", JA: "省いてください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if !posted(p) {
				return
			}
			switch old := draftHeader(h); {
			case old == nil:
			case h.Header("Mcp-Name") == nil && h.Message != nil && nameSource(h.Message).Exists():
				p.Blocked("header-name-missing")
			default:
				p.DropHeader(p.Report(p.Part("headers/"+text.Lower(old.Name), h.Source(old.NameSpan)), text.A("name", old.Name)), h, old)
			}
		},
	},
	{
		ID: "header-sentinel-form", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-name",
		Clause: valueEncoding,
		Title:  text.Text{EN: "The Base64 form is wrong", JA: "Base64 の形が正しくない"},
		Message: text.Text{
			EN: "{name} is {value}: {fault}.",
			JA: "{name} が {value} です。{fault}。"},
		Why: text.Text{
			EN: "The value is decoded only if it is exactly =?base64?...?= with sound Base64 of UTF-8 text; else it is compared as it stands, and differs from the body.",
			JA: "値が復号されるのは、=?base64?...?= の形で、UTF-8 テキストの正しい Base64 であるときだけです。それ以外はそのまま比較され、本文と一致しません。"},
		Fix: text.Text{
			EN: "Write =?base64?, the Base64 of the UTF-8 bytes with its padding, and ?=.",
			JA: "=?base64?、UTF-8 のバイト列を = で埋めた Base64、?= の順に書いてください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if !posted(p) {
				return
			}
			for i := range h.Headers {
				v := &h.Headers[i]
				named := text.Same(v.Name, "Mcp-Name")
				if !named && !mirrors(v.Name) {
					continue
				}
				source := ""
				if named && h.Message != nil {
					source, _ = nameSource(h.Message).Text()
				}
				fault := sentinelFault(v.Value, source)
				if fault == nil {
					continue
				}
				f := p.Report(p.Part("headers/"+text.Lower(v.Name), h.Source(v.ValueSpan)), text.A("name", v.Name), text.A("value", short(v.Value)), text.T("fault", *fault))
				if source != "" {
					p.SetHeader(f, h, v.Name, headerForm(source))
				}
			}
		},
	},
	{
		ID: "header-value-characters", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-name",
		Clause: valueEncoding,
		Title:  text.Text{EN: "A header value has characters that can't travel", JA: "ヘッダーで送れない文字がある"},
		Message: text.Text{
			EN: "{name} has characters outside visible ASCII, space and tab.",
			JA: "{name} に、表示できる ASCII、空白、タブ以外の文字があります。"},
		Why: text.Text{
			EN: "Hops drop, replace or re-encode such bytes, and servers must refuse them; a line break would even let a value add headers.",
			JA: "このようなバイトは中継で落とされたり変えられたりし、サーバーは拒否しなければなりません。改行なら値がヘッダーを加えることさえできます。"},
		Fix: text.Text{
			EN: "Encode the value: =?base64?, the Base64 of its UTF-8 bytes, ?=.",
			JA: "値を =?base64?、UTF-8 のバイト列の Base64、?= の形に変えてください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if !posted(p) {
				return
			}
			for i := range h.Headers {
				v := &h.Headers[i]
				if name := text.Lower(v.Name); !strings.HasPrefix(name, "mcp-") || carriable(v.Value) {
					continue
				} else {
					f := p.Report(p.Part("headers/"+name, h.Source(v.ValueSpan)), text.A("name", v.Name))
					if name == "mcp-name" && h.Message != nil {
						if s, ok := nameSource(h.Message).Text(); ok {
							p.SetHeader(f, h, v.Name, headerForm(s))
						}
					}
				}
			}
		},
	},
	{
		ID: "header-param-missing", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "headers/mcp-param-*",
		Clause: mirroring,
		Title:  text.Text{EN: "A parameter is not mirrored", JA: "引数がヘッダーに写されていない"},
		Message: text.Text{
			EN: "The tool's schema has {param} mirrored, the call has a value for it, but no {header} header.",
			JA: "ツールのスキーマでは {param} をヘッダーに写しますが、呼び出しに値があるのに {header} がありません。"},
		Why: refusedByHeader,
		Fix: text.Text{
			EN: "Send the header for each annotated parameter that has a value; take the schema from a fresh tools/list.",
			JA: "注釈の付いた引数に値があれば必ずヘッダーを送ってください。スキーマは新しい tools/list から取ります。"},
		Check: func(p *rule.Pass) {
			eachMirror(p, func(c mirror) {
				if valued(c.value) && c.field == nil {
					file := p.Part("headers/"+text.Lower(c.header), c.http.Source(c.http.StartLine))
					f := c.report(p, file)
					if s, ok := mirroredText(c.value); ok {
						p.SetHeader(f, c.http, c.header, headerForm(s))
					}
				}
			})
		},
	},
	{
		ID: "header-param-mismatch", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "headers/mcp-param-*",
		Clause: mirroring,
		Title:  text.Text{EN: "A mirrored parameter differs from the body", JA: "写した引数が本文と違う"},
		Message: text.Text{
			EN: "{header} says {value}, but the argument {param} in the body is another.",
			JA: "{header} は {value} ですが、本文の引数 {param} は別の値です。"},
		Why: refusedByHeader,
		Fix: text.Text{
			EN: "Make the header from the argument: a string as it is, an integer in decimal, true or false.",
			JA: "ヘッダーは引数から作ってください。文字列はそのまま、整数は 10 進、真偽値は true か false です。"},
		Check: func(p *rule.Pass) {
			eachMirror(p, func(c mirror) {
				if !valued(c.value) || c.field == nil || !carriable(c.field.Value) {
					return
				}
				got, ok := headerText(c.field.Value)
				want, plain := mirroredText(c.value)
				if !ok || !plain || sentinelFault(c.field.Value, want) != nil || got == want || sameNumber(c.value, got) {
					return
				}
				f := c.report(p, p.Part("headers/"+text.Lower(c.header), c.http.Source(c.field.ValueSpan)))
				p.SetHeader(f, c.http, c.field.Name, headerForm(want))
			})
		},
	},
	{
		ID: "header-param-needless", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "headers/mcp-param-*",
		Clause: mirroring,
		Title:  text.Text{EN: "A parameter without value is mirrored", JA: "値のない引数がヘッダーに写されている"},
		Message: text.Text{
			EN: "{header} is sent, but the argument {param} is null or not there; the header has to be left out then.",
			JA: "{header} を送っていますが、引数 {param} は null か、ありません。その場合ヘッダーは省かなければなりません。"},
		Why: text.Text{
			EN: "A gateway acts on a value that the server never sees; servers that compare refuse the request.",
			JA: "サーバーの見ない値でゲートウェイが動くことになります。比較するサーバーはリクエストを拒否します。"},
		Fix: text.Text{EN: "Leave the header out.", JA: "ヘッダーを省いてください。"},
		Check: func(p *rule.Pass) {
			eachMirror(p, func(c mirror) {
				if !valued(c.value) && c.field != nil {
					p.DropHeader(c.report(p, p.Part("headers/"+text.Lower(c.header), c.http.Source(c.field.ValueSpan))), c.http, c.field)
				}
			})
		},
	},
	{
		ID: "header-legacy-field", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-session-id",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#earlier-streamable-http-revisions", Keyword: spec.Says},
		Title:  text.Text{EN: "A header of earlier revisions", JA: "以前の revision のヘッダー"},
		Message: text.Text{
			EN: "{name} has no meaning in this revision: there are no sessions, and streams can't be resumed.",
			JA: "{name} はこの revision では意味を持ちません。セッションはなく、ストリームの再開もできません。"},
		Why: text.Text{
			EN: "Servers ignore it. A client that counts on it expects state that nobody keeps.",
			JA: "サーバーは無視します。これを当てにするクライアントは、どこにもない状態を期待していることになります。"},
		Fix: text.Text{
			EN: "Leave it out of modern requests; carry state in an explicit identifier that the server gave.",
			JA: "モダンのリクエストでは省いてください。状態が必要なら、サーバーから受け取った識別子を引数で渡します。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			for _, name := range [...]string{"Mcp-Session-Id", "Last-Event-ID"} {
				if v := h.Header(name); v != nil && posted(p) {
					p.DropHeader(p.Report(p.Part("headers/"+text.Lower(name), h.Source(v.NameSpan)), text.A("name", name)), h, v)
				}
			}
		},
	},
	{
		ID: "header-content-type", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/content-type", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#sending-messages", Keyword: spec.Says},
		Title:  text.Text{EN: "The request doesn't say that it is JSON", JA: "リクエストが JSON だと示していない"},
		Message: text.Text{
			EN: "The POST doesn't have Content-Type: application/json.",
			JA: "POST に Content-Type: application/json がありません。"},
		Why: text.Text{
			EN: "No sentence demands it, but many servers answer 415, and frameworks leave the body unparsed. curl -d sends a form's type unless told otherwise.",
			JA: "求める文はありませんが、多くのサーバーは 415 を返し、フレームワークは本文を解析しません。curl -d は指定しないとフォームのタイプを送ります。"},
		Fix: text.Text{EN: "Send Content-Type: application/json.", JA: "Content-Type: application/json を送ってください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if h.Verb == "POST" && h.Message != nil && h.MediaType() != "application/json" && !h.Unfinished {
				p.SetHeader(p.Report(p.Header(h, "Content-Type")), h, "Content-Type", "application/json")
			}
		},
	},
	{
		ID: "header-body-response", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "body",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#sending-messages", Keyword: spec.MustNot},
		Title:  text.Text{EN: "A client posts a response", JA: "クライアントがレスポンスを送っている"},
		Message: text.Text{
			EN: "The POST carries a JSON-RPC response; clients send requests and notifications only.",
			JA: "POST の本文が JSON-RPC レスポンスです。クライアントが送るのはリクエストと通知だけです。"},
		Why: text.Text{
			EN: "Servers ask for input in an input_required result, and the client answers by sending the request again with inputResponses.",
			JA: "サーバーは input_required の result で入力を求め、クライアントは inputResponses を付けてリクエストを送り直して答えます。"},
		Fix: text.Text{
			EN: "Put the answer into inputResponses of the repeated request.",
			JA: "答えは、送り直すリクエストの inputResponses に入れてください。"},
		Check: func(p *rule.Pass) {
			m := p.HTTP.Message
			if m != nil && (m.Shape == message.Response || m.Shape == message.ErrorResponse) {
				at := m.Result
				if !at.Exists() {
					at = m.Error
				}
				p.Report(p.Name(at))
			}
		},
	},
	{
		ID: "header-body-notification", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "/method",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#sending-messages", Keyword: spec.Says},
		Title:  text.Text{EN: "A notification is posted", JA: "通知を POST している"},
		Message: text.Text{
			EN: "{method} is posted, but this revision has no notification from client to server over HTTP.",
			JA: "{method} を POST していますが、この revision には HTTP でクライアントから送る通知がありません。"},
		Why: text.Text{
			EN: "Servers answer 202 at best. On HTTP a request is cancelled by closing its response stream; notifications/cancelled is for stdio.",
			JA: "サーバーはせいぜい 202 を返すだけです。HTTP ではレスポンスのストリームを閉じることが取り消しで、notifications/cancelled は stdio のものです。"},
		Fix: text.Text{
			EN: "Leave it out, unless an extension defines it.",
			JA: "拡張が定めているものでなければ、送らないでください。"},
		Check: func(p *rule.Pass) {
			if m := p.HTTP.Message; m != nil && m.Shape == message.Notification {
				p.Report(p.Value(m.Root.Get("method")), text.A("method", short(m.Method)))
			}
		},
	},
	{
		ID: "header-body-missing", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "body", Basis: rule.EveryEra,
		Clause: sending,
		Title:  text.Text{EN: "The POST is empty", JA: "POST の本文が空"},
		Message: text.Text{
			EN: "The POST has no body; it carries one request or notification.",
			JA: "POST に本文がありません。リクエストか通知を 1 つ入れます。"},
		Why: text.Text{
			EN: "A server can only refuse it, mostly with -32700.",
			JA: "サーバーは拒否するしかなく、多くは -32700 を返します。"},
		Fix: text.Text{EN: "Send the message as the body.", JA: "メッセージを本文として送ってください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			switch {
			case h.Verb != "POST" || h.Form != message.NoBody:
			case h.Value("Content-Length") == "0":
				p.Report(p.Header(h, "Content-Length"))
			default:
				p.Unseen(bodyless)
			}
		},
	},
}

// posted reports whether the HTTP request is a POST, which alone carries messages.
func posted(p *rule.Pass) bool {
	if p.Paste.Kind == message.HAR && len(p.HTTP.Headers) == 0 {
		p.Unseen(text.Text{EN: "The archive has no header fields of the request.", JA: "アーカイブにリクエストのヘッダーがありません。"})
		return false
	}
	if p.HTTP.Verb != "POST" {
		p.Unseen(text.Text{EN: "The request is no POST.", JA: "POST のリクエストではありません。"})
		return false
	}
	return true
}

// bodied reports whether the POST's body shows a message to hold the header against.
func bodied(p *rule.Pass) bool {
	if m := p.HTTP.Message; m == nil || m.Root.Kind() != jsondoc.Object {
		p.Unseen(text.Text{EN: "The request's body is not here, as with curl -v, or can't be read.", JA: "curl -v のようにリクエストの本文がないか、読み取れません。"})
		return false
	}
	return true
}

// accepts tells which of the two media types Accept lists, and whether it has a wildcard.
func accepts(h *message.HTTPMessage) (json, stream, wildcard bool) {
	for i := range h.Headers {
		if !text.Same(h.Headers[i].Name, "Accept") {
			continue
		}
		for item := range strings.SplitSeq(h.Headers[i].Value, ",") {
			kind, parameters, _ := strings.Cut(folded(item), ";")
			if q := text.Swap(parameters, " ", ""); q == "q=0" || strings.HasPrefix(q, "q=0.") && text.Trim(q[4:], "0") == "" {
				continue
			}
			switch text.Bare(kind) {
			case "application/json":
				json = true
			case "text/event-stream":
				stream = true
			case "*/*", "application/*", "text/*":
				wildcard = true
			}
		}
	}
	return json, stream, wildcard
}

// singular reports whether a header field has one value, however often it is sent.
func singular(h *message.HTTPMessage, name string) bool {
	first := h.Value(name)
	for i := range h.Headers {
		if text.Same(h.Headers[i].Name, name) && h.Headers[i].Value != first {
			return false
		}
	}
	return true
}

// nameSource gives the value that Mcp-Name repeats, or an absent one.
func nameSource(m *message.Message) jsondoc.Value {
	if m.Shape != message.Request {
		return jsondoc.Value{}
	}
	switch m.Method {
	case spec.ToolsCall, spec.PromptsGet:
		return m.Params.Get("name")
	case spec.ResourcesRead:
		return m.Params.Get("uri")
	}
	return jsondoc.Value{}
}

// nameless reports whether a method of the core protocol has nothing that Mcp-Name could repeat.
func nameless(method string) bool {
	switch method {
	case spec.ToolsCall, spec.PromptsGet, spec.ResourcesRead:
		return false
	}
	return requestMethod(method)
}

// draftHeader finds a header that drafts had in place of Mcp-Name.
func draftHeader(h *message.HTTPMessage) *message.Header {
	for _, name := range [...]string{"Mcp-Tool-Name", "Mcp-Resource", "Mcp-Prompt-Name"} {
		if v := h.Header(name); v != nil {
			return v
		}
	}
	return nil
}

const (
	sentinel    = "=?base64?"
	sentinelEnd = "?="
)

// carriable reports whether a value has only characters that a header field can carry.
func carriable(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != '\t' && (c < ' ' || c > '~') {
			return false
		}
	}
	return true
}

// plainHeader reports whether a value can stand in a header field as it is.
func plainHeader(s string) bool {
	return carriable(s) && s != "" && text.Trim(s, " \t") == s && !(strings.HasPrefix(s, sentinel) && strings.HasSuffix(s, sentinelEnd))
}

// headerForm writes a value as a header field carries it.
func headerForm(s string) string {
	if plainHeader(s) {
		return s
	}
	return sentinel + encode64(s) + sentinelEnd
}

// headerText reads what a header field carries.
func headerText(v string) (string, bool) {
	if !strings.HasPrefix(v, sentinel) || !strings.HasSuffix(v, sentinelEnd) || len(v) < len(sentinel)+len(sentinelEnd) {
		return v, true
	}
	return decode64(v[len(sentinel) : len(v)-len(sentinelEnd)])
}

// sentinelFault tells what is wrong with a value that was meant to be encoded, or gives nil. The body's value is known
// or "": a value that looks encoded by chance has to be encoded itself.
func sentinelFault(v, body string) *text.Text {
	if len(v) < len(sentinel) || !text.Same(v[:len(sentinel)], sentinel) {
		return nil
	}
	exact := strings.HasPrefix(v, sentinel)
	ends := strings.HasSuffix(v, sentinelEnd) && len(v) >= len(sentinel)+len(sentinelEnd)
	switch {
	case exact && ends && v == body:
		return &text.Text{EN: "the body has this very text, so it must be encoded once more", JA: "本文がこの文字列そのものなので、もう一度符号化しなければなりません"}
	case v == body:
		return nil
	case !exact:
		return &text.Text{EN: "the marker is written in lower case", JA: "印は小文字で書きます"}
	case !ends:
		return &text.Text{EN: "?= at the end is missing", JA: "末尾の ?= がありません"}
	}
	s, ok := headerText(v)
	switch {
	case !ok:
		return &text.Text{EN: "between the markers is no Base64", JA: "印の間が Base64 ではありません"}
	case !utf8.ValidString(s):
		return &text.Text{EN: "the decoded bytes are not UTF-8", JA: "復号したバイト列が UTF-8 ではありません"}
	}
	return nil
}

const alphabet64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// encode64 writes Base64 with padding. (encoding/base64 would bring reflect into the browser's binary.)
func encode64(s string) string {
	b := make([]byte, 0, (len(s)+2)/3*4)
	for ; len(s) > 0; s = s[min(3, len(s)):] {
		n := uint(s[0]) << 16
		if len(s) > 1 {
			n |= uint(s[1]) << 8
		}
		if len(s) > 2 {
			n |= uint(s[2])
		}
		for i := range 4 {
			if i > len(s) {
				b = append(b, '=')
			} else {
				b = append(b, alphabet64[n>>(18-6*i)&63])
			}
		}
	}
	return string(b)
}

// decode64 reads Base64 with padding.
func decode64(s string) (string, bool) {
	if len(s)%4 != 0 {
		return "", false
	}
	pad := 0
	for pad < 2 && pad < len(s) && s[len(s)-1-pad] == '=' {
		pad++
	}
	b := make([]byte, 0, len(s)/4*3)
	n, bits := uint(0), 0
	for i := 0; i < len(s)-pad; i++ {
		d := strings.IndexByte(alphabet64, s[i])
		if d < 0 {
			return "", false
		}
		n, bits = n<<6|uint(d), bits+6
		if bits >= 8 {
			bits -= 8
			b = append(b, byte(n>>bits))
		}
	}
	return string(b), true
}

// mirrors reports whether a header field mirrors a tool's parameter.
func mirrors(name string) bool {
	const prefix = "Mcp-Param-"
	return len(name) > len(prefix) && text.Same(name[:len(prefix)], prefix)
}

// mirror is one annotated parameter in one call of its tool.
type mirror struct {
	call   *message.Message
	http   *message.HTTPMessage
	param  string          // path of the parameter, joined by dots
	header string          // that mirrors it
	value  jsondoc.Value   // of the argument, or absent
	field  *message.Header // as it was sent, or nil
}

// report files a finding about a mirrored parameter.
func (c *mirror) report(p *rule.Pass, at *rule.Place) *rule.Finding {
	value := ""
	if c.field != nil {
		value = short(c.field.Value)
	}
	f := p.Report(at, text.A("param", short(c.param)), text.A("header", short(c.header)), text.A("value", value))
	if c.value.Exists() {
		f.Relate(p.Other(c.call, message.Pasted, c.value), text.Text{EN: "the argument", JA: "引数"})
	}
	return f
}

// annotated is a parameter that a tool's schema has mirrored.
type annotated struct {
	path   []string
	header string
}

// eachMirror walks the calls of tools whose schema stands before them in the paste.
func eachMirror(p *rule.Pass, do func(mirror)) {
	const most = 100 // annotations of a tool
	tools := map[string][]annotated{}
	none := true
	for _, m := range p.Paste.Messages {
		if m.Answers == spec.ToolsList && m.IsResult() {
			for t := m.Result.Get("tools").First(); t.Exists(); t = t.Next() {
				name, ok := t.Get("name").Text()
				if !ok {
					continue
				}
				var all []annotated
				eachAnnotation(t, func(a annotation) {
					if s, ok := a.mark.Text(); ok && a.reachable && isToken(s) && len(all) < most {
						all = append(all, annotated{pathOf(a.in, t.Get("inputSchema")), "Mcp-Param-" + s})
					}
				})
				tools[peer(m)+" "+name] = all
			}
		}
		h := m.HTTP
		if m.Method != spec.ToolsCall || h == nil || !h.IsRequest || h.Verb != "POST" {
			continue
		}
		name, _ := m.Params.Get("name").Text()
		for _, a := range tools[peer(m)+" "+name] {
			none = false
			v := m.Params.Get("arguments")
			for _, step := range a.path {
				v = v.Get(step)
			}
			if p.Assume(m.Claim) {
				do(mirror{m, h, strings.Join(a.path, "."), a.header, v, h.Header(a.header)})
			}
		}
	}
	if none {
		p.Unseen(text.Text{EN: "No call of a tool is here whose tools/list shows x-mcp-header.", JA: "tools/list で x-mcp-header が分かるツールの呼び出しがありません。"})
	}
}

// pathOf gives the names by which a property is reached from the root of its schema.
func pathOf(property, root jsondoc.Value) []string {
	var path []string
	for v := property; v.Exists() && v != root; v = v.Parent().Parent() {
		path = append([]string{v.Name()}, path...)
	}
	return path
}

// valued reports whether an argument has a value to mirror.
func valued(v jsondoc.Value) bool { return v.Exists() && v.Kind() != jsondoc.Null }

// mirroredText gives the text by which a header mirrors a value.
func mirroredText(v jsondoc.Value) (string, bool) {
	switch v.Kind() {
	case jsondoc.String:
		return v.Text()
	case jsondoc.Bool:
		return string(v.Raw()), true
	case jsondoc.Number:
		if n := v.Number(); n.Integer && n.Fits {
			return decimal(n.Int), true
		}
	}
	return "", false
}

// sameNumber compares by value what a header and an argument write differently, as servers should.
func sameNumber(v jsondoc.Value, s string) bool {
	n := v.Number()
	f, err := strconv.ParseFloat(s, 64)
	return err == nil && n.Integer && n.Safe && float64(n.Int) == f
}
