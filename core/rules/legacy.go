package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

var (
	handshake = spec.Clause{Page: versioning, Anchor: "#backward-compatibility-with-initialization-based-versions", Keyword: spec.Says}

	toInitialize = text.Text{
		EN: "As a dual-era client, send initialize with the newest legacy version that you speak. A legacy server needs no change.",
		JA: "dual-era のクライアントなら、話せる最新のレガシー version で initialize を送ってください。レガシーのサーバーを直す必要はありません。"}
)

// legacyRules recognise what servers of earlier revisions answer. It is judged by their revision if at all, and
// explained.
var legacyRules = []*rule.Rule{
	{
		ID: "legacy-initialize-answer", Since: "0.1.0", Party: rule.Client, On: rule.OnResult, At: "/result/protocolVersion", Basis: rule.EveryEra,
		Clause: handshake,
		Title:  text.Text{EN: "This is the answer to initialize", JA: "これは initialize への応答"},
		Message: text.Text{
			EN: "This is an InitializeResult of {version}, the answer to initialize and not to server/discover. It is judged by its own revision.",
			JA: "これは {version} の InitializeResult で、server/discover ではなく initialize への応答です。その revision に従って判定します。"},
		Why: text.Text{
			EN: "A legacy server opens with this handshake. A dual-era server would answer server/discover with supportedVersions, capabilities and caching hints.",
			JA: "レガシーのサーバーはこのハンドシェイクで始まります。dual-era のサーバーなら、server/discover に supportedVersions、capabilities、キャッシュの指示を返します。"},
		Fix: text.Text{
			EN: "To check server/discover, send that request and give its answer. With a legacy server go on with notifications/initialized.",
			JA: "server/discover を確かめるには、そのリクエストを送り、応答を渡してください。レガシーのサーバーとは notifications/initialized で続けます。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("protocolVersion")
			s, ok := v.Text()
			q := p.Request()
			if !ok || spec.EraOf(s) == spec.Modern || firstOf(p.Result(), "capabilities", "serverInfo") == (jsondoc.Value{}) ||
				p.Claim() == message.ClaimsModern || q != nil && q.Method != spec.Discover {
				return
			}
			p.Report(p.Name(v), text.A("version", short(s)))
		},
	},
	{
		ID: "legacy-initialize-member", Since: "0.1.0", Party: rule.Server, On: rule.OnInitialize, At: "/result", Basis: rule.EveryEra,
		Clause: handshake, As: rule.Violation,
		Title: text.Text{EN: "An InitializeResult is incomplete", JA: "InitializeResult が不完全"},
		Message: text.Text{
			EN: "{name} is missing, which every legacy revision requires in the answer to initialize.",
			JA: "{name} がありません。どのレガシーの revision でも initialize の応答に必要です。"},
		Why: text.Text{
			EN: "Typed clients refuse the answer, and the session never opens.",
			JA: "型を検査するクライアントは応答を拒否し、セッションが始まりません。"},
		Fix: text.Text{
			EN: "Answer with protocolVersion, capabilities, and serverInfo with name and version.",
			JA: "protocolVersion、capabilities、name と version を持つ serverInfo を返してください。"},
		Check: func(p *rule.Pass) {
			r := p.Result()
			check := func(in jsondoc.Value, name, path string, want jsondoc.Kind) jsondoc.Value {
				v := in.Get(name)
				switch {
				case !v.Exists():
					p.Report(p.Missing(in, name), text.A("name", path))
				case v.Kind() != want:
					p.Report(p.Value(v), text.A("name", path), kindName(v)).Say(text.Text{
						EN: "{name} is {kind}, which no legacy revision allows in the answer to initialize.",
						JA: "{name} が{kind}です。どのレガシーの revision の initialize の応答でも許されません。"})
				default:
					return v
				}
				return jsondoc.Value{}
			}
			check(r, "protocolVersion", "protocolVersion", jsondoc.String)
			check(r, "capabilities", "capabilities", jsondoc.Object)
			if info := check(r, "serverInfo", "serverInfo", jsondoc.Object); info.Exists() {
				check(info, "name", "serverInfo.name", jsondoc.String)
				check(info, "version", "serverInfo.version", jsondoc.String)
			}
		},
	},
	{
		ID: "legacy-initialize-version", Since: "0.1.0", Party: rule.Server, On: rule.OnInitialize, At: "/result/protocolVersion", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: versioning, Anchor: "#terminology", Keyword: spec.Says}, As: rule.Violation,
		Title: text.Text{EN: "initialize negotiates a version without handshake", JA: "ハンドシェイクのない version を initialize で合意している"},
		Message: text.Text{
			EN: "The answer to initialize names {version}, which has no handshake: initialize only ever selects a legacy version.",
			JA: "initialize の応答が {version} を示していますが、この version にハンドシェイクはありません。initialize で選べるのはレガシーの version だけです。"},
		Why: text.Text{
			EN: "The two sides then follow different rules: the client counts on a session, the version on _meta in each request. Usually the server echoes what it was sent.",
			JA: "双方が別の規則に従うことになります。クライアントはセッションを、この version はリクエストごとの _meta を前提とします。たいていは、受け取った値をそのまま返しているだけです。"},
		Fix: text.Text{
			EN: "Answer with the newest legacy version that the server speaks.",
			JA: "サーバーが話せる最新のレガシー version を返してください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("protocolVersion")
			if s, ok := v.Text(); ok && spec.EraOf(s) == spec.Modern {
				f := p.Report(p.Value(v), text.A("version", short(s)))
				if q := p.Request(); q != nil {
					f.Relate(p.Other(q, p.Exchange.Pane, q.Root.Get("method")), theRequest)
				}
			}
		},
	},
	{
		ID: "legacy-probe-refused", Since: "0.1.0", Party: rule.Client, On: rule.OnError, At: "/error/code", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: stdio, Anchor: "#backward-compatibility", Keyword: spec.Says},
		Title:  text.Text{EN: "A legacy server's answer to the probe", JA: "レガシーのサーバーらしい応答"},
		Message: text.Text{
			EN: "{value} to server/discover is no modern error: a dual-era client takes the server for a legacy one and sends initialize.",
			JA: "server/discover への {value} はモダンのエラーではありません。dual-era のクライアントはレガシーのサーバーと判断し、initialize を送ります。"},
		Why: text.Text{
			EN: "Legacy servers refuse what comes before initialize with codes of their own choice. The code and the words don't matter: all that aren't modern mean the same.",
			JA: "レガシーのサーバーは initialize より前のリクエストを、それぞれ独自の code で拒否します。code や文言は関係なく、モダンでないものはすべて同じ意味です。"},
		Fix: toInitialize,
		Check: func(p *rule.Pass) {
			m, q := p.Msg, p.Request()
			code, ok := m.ErrorCode()
			switch {
			case !ok || !isRPC(m) || spec.ModernCode(code) || p.Claim() == message.ClaimsModern:
				return
			case p.HTTP != nil && unready(p.HTTP.Status):
				p.Unseen(text.Text{EN: "The request was refused for reasons of HTTP, before the protocol came into play.", JA: "プロトコルの処理より前に、HTTP の段階で拒否されています。"})
				return
			case draftOf(m) != 0:
				p.Blocked("error-code-draft")
				return
			case code <= -32020 && code >= -32099:
				p.Blocked("error-code-reserved")
				return
			case p.HTTP == nil && m.Line == nil && !localEvent(m, code).Empty():
				p.Blocked("error-code-local")
				return
			}
			if q == nil {
				// An error that was pasted alone is most likely what somebody's probe got.
				alone := len(p.Paste.Messages) == 1
				switch {
				case m.InBatch:
					return
				case code == spec.InvalidParams && alone && !aboutResource(m):
					p.Report(p.Value(m.Error.Get("code")), raw(m.Error.Get("code"))).Say(text.Text{
						EN: "{value} proves no era: legacy servers refuse an unknown method with it, and modern ones a request without the required _meta fields.",
						JA: "{value} からは時代を判断できません。レガシーのサーバーは未知のメソッドを、モダンのサーバーは必須の _meta を欠くリクエストを、この code で拒否します。"}).
						Advise(text.Text{
							EN: "Give the request that was sent. If it was a well-formed server/discover, go on as with a legacy server; otherwise repair it and send it again.",
							JA: "送信したリクエストも渡してください。正しい server/discover だったならレガシーのサーバーとして進め、そうでなければ直して送り直してください。"})
					return
				case !preInitialize(code) && !(code == spec.InvalidRequest && (alone || p.HTTP != nil)):
					return
				}
				p.Report(p.Value(m.Error.Get("code")), raw(m.Error.Get("code"))).Say(text.Text{
					EN: "{value} is no modern error. If it answers server/discover, a dual-era client takes the server for a legacy one and sends initialize.",
					JA: "{value} はモダンのエラーではありません。server/discover への応答なら、dual-era のクライアントはレガシーのサーバーと判断し、initialize を送ります。"})
				return
			}
			if q.Method != spec.Discover || q.Shape != message.Request {
				p.Unseen(text.Text{EN: "The error answers another request than server/discover.", JA: "server/discover 以外のリクエストへのエラーです。"})
				return
			}
			if bad, _ := faultsOf(q, p.Exchange.HTTP); bad != 0 {
				p.Unseen(text.Text{EN: "The request itself is faulty, so the refusal proves nothing.", JA: "リクエスト自体に誤りがあり、拒否から何も分かりません。"})
				return
			}
			if code == spec.MethodNotFound {
				p.Blocked("exchange-discover-refused")
				return
			}
			if demandsClient(m, q) {
				p.Blocked("exchange-client-demanded")
				return
			}
			p.Report(p.Value(m.Error.Get("code")), raw(m.Error.Get("code"))).Relate(p.Other(q, p.Exchange.Pane, q.Root.Get("method")), theRequest)
		},
	},
	{
		ID: "legacy-sse-endpoint", Since: "0.1.0", Party: rule.Client, On: rule.OnStream, At: "body", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#http-sse-transport-2024-11-05", Keyword: spec.ShouldNot}, As: rule.Note,
		Title: text.Text{EN: "The old HTTP+SSE transport", JA: "古い HTTP+SSE トランスポート"},
		Message: text.Text{
			EN: "The endpoint event belongs to the HTTP+SSE transport of 2024-11-05: messages are posted to {url}, and answers come on this stream.",
			JA: "endpoint イベントは 2024-11-05 の HTTP+SSE のものです。メッセージは {url} に POST し、応答はこのストリームで届きます。"},
		Why: text.Text{
			EN: "It proves a legacy server. The transport has been deprecated since 2025-03-26, and new implementations should not take it up.",
			JA: "レガシーのサーバーだと分かります。このトランスポートは 2025-03-26 から非推奨で、新しい実装は採用するべきではありません。"},
		Fix: text.Text{
			EN: "As a client, use this transport from here on, beginning with initialize; as a server, move to Streamable HTTP.",
			JA: "クライアントは以後このトランスポートを使い、initialize から始めてください。サーバーは Streamable HTTP に移行してください。"},
		Check: func(p *rule.Pass) {
			for _, e := range p.Stream.Events {
				if e.Type == "endpoint" {
					p.Report(streamPlace(p, e.TypeSpan), text.A("url", short(string(e.Data.Text))))
					return
				}
			}
		},
	},
	{
		ID: "legacy-shapeless-result", Since: "0.1.0", Party: rule.Client, On: rule.OnResult, At: "/result", Basis: rule.EveryEra,
		Clause: handshake,
		Title:  text.Text{EN: "A result that is no DiscoverResult", JA: "DiscoverResult ではない result"},
		Message: text.Text{
			EN: "The result has nothing of an answer to server/discover: neither supportedVersions nor resultType, caching hints or a modern _meta key.",
			JA: "server/discover の応答らしいところがありません。supportedVersions も、resultType、キャッシュの指示、モダンの _meta キーもありません。"},
		Why: text.Text{
			EN: "Some legacy servers answer whatever they don't know with an empty result. That is no DiscoverResult, so a client takes the server for a legacy one.",
			JA: "知らないリクエストに空の result を返すレガシーのサーバーがあります。DiscoverResult ではないため、クライアントはレガシーと判断します。"},
		Fix: text.Text{
			EN: "As a dual-era client, send initialize. If the server claims this revision, say so here, and what is missing gets listed.",
			JA: "dual-era のクライアントなら initialize を送ってください。サーバーがこの revision を名乗っているなら、そう指定すると不足しているものを一覧にします。"},
		Check: func(p *rule.Pass) {
			if p.Msg.Shapeless {
				at := p.Name(p.Result())
				p.Report(at)
			}
		},
	},
}

// unready reports whether a status says that a request was refused before the protocol came into play.
func unready(status int) bool {
	switch status {
	case 401, 403, 406, 408, 415, 425, 429:
		return true
	}
	return status >= 500
}

// aboutResource reports whether an error speaks of a resource, so that it answers no server/discover.
func aboutResource(m *message.Message) bool {
	said, _ := m.Error.Get("message").Text()
	return strings.Contains(text.Lower(said), "resource")
}

// preInitialize reports whether an error with that code alone is most likely a legacy server's answer to what comes
// before initialize.
func preInitialize(code spec.Code) bool {
	return code == spec.MethodNotFound || code == -32000 || code == 0
}
