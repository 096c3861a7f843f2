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
	sending      = spec.Clause{Page: streamableHTTP, Anchor: "#sending-messages", Keyword: spec.Must}
	eraByHTTP    = spec.Clause{Page: streamableHTTP, Anchor: "#backward-compatibility", Keyword: spec.Says}
	earlierHTTP  = spec.Clause{Page: streamableHTTP, Anchor: "#earlier-streamable-http-revisions", Keyword: spec.Should}
	oldTransport = spec.Clause{Page: streamableHTTP, Anchor: "#http-sse-transport-2024-11-05", Keyword: spec.Says}
)

// httpRules judge HTTP responses: status, header fields and the form of the body. What a refusal means for a client is
// told in notes, because most refusals break no rule.
var httpRules = []*rule.Rule{
	{
		ID: "http-answer-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "body", Basis: rule.EveryEra,
		Clause: sending,
		Title:  text.Text{EN: "A success without an answer", JA: "成功なのに応答がない"},
		Message: text.Text{
			EN: "The request got {status} without a body; a request is answered with JSON or an event stream.",
			JA: "リクエストへの応答が {status} で、本文がありません。リクエストには JSON かイベントストリームで応答します。"},
		Why: text.Text{
			EN: "The client has a success in hand and no result: it waits, or fails on the empty body. 202 is for notifications only.",
			JA: "成功なのに result がなく、クライアントは待ち続けるか、空の本文で失敗します。202 は通知のためだけのものです。"},
		Fix: text.Text{
			EN: "Answer with status 200 and one JSON-RPC response, as application/json or as an event of text/event-stream.",
			JA: "ステータス 200 で、JSON-RPC レスポンスを 1 つ、application/json か text/event-stream のイベントとして返してください。"},
		Check: func(p *rule.Pass) {
			h, a := p.HTTP, askedOf(p)
			switch {
			case h.Status < 200 || h.Status > 299 || a == askedNothing || a == askedNotification:
			case h.Message != nil && (h.Message.Shape == message.Request || h.Message.Shape == message.Notification):
				p.Report(p.Other(h.Message, p.Pane, h.Message.Root.Get("method")), statusArg(h)).Say(text.Text{
					EN: "The body is a request or notification of the server's own, and no response.",
					JA: "本文がサーバーからのリクエストか通知で、レスポンスではありません。"})
			case h.Form != message.NoBody:
			case !bodyShown(h):
				p.Unseen(bodyless)
			default:
				at := p.Header(h, "Content-Type")
				switch {
				case h.Status == 204:
					at = p.Status(h)
				case h.Header("Content-Type") != nil:
					at = p.Part("body", h.Body.All())
				}
				f := p.Report(at, statusArg(h))
				if a == askedUnknown {
					f.Softened(rule.Note).Say(text.Text{
						EN: "The answer is {status} without a body: right for a notification with 202, but no answer to a request.",
						JA: "応答は {status} で、本文がありません。通知への 202 なら正しいものですが、リクエストへの応答にはなりません。"})
				}
			}
		},
	},
	{
		ID: "http-content-type", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "headers/content-type", Basis: rule.EveryEra,
		Clause: sending,
		Title:  text.Text{EN: "The media type can't answer a request", JA: "リクエストに応答できないメディアタイプ"},
		Message: text.Text{
			EN: "Content-Type is {type}; a request is answered as application/json or text/event-stream.",
			JA: "Content-Type が {type} です。リクエストには application/json か text/event-stream で応答します。"},
		Why: text.Text{
			EN: "Clients choose their parser by this field and refuse what they don't know, even where the body would be readable.",
			JA: "クライアントはこのフィールドで読み方を選び、本文が読める内容でも未知のタイプは拒否します。"},
		Fix: text.Text{
			EN: "Send Content-Type: application/json with the JSON-RPC response. A page instead of JSON means that the URL is not the MCP endpoint.",
			JA: "JSON-RPC レスポンスを Content-Type: application/json で返してください。JSON でなくページが返るなら、その URL は MCP エンドポイントではありません。"},
		Check: func(p *rule.Pass) {
			h, a := p.HTTP, askedOf(p)
			switch {
			case h.Status < 200 || h.Status > 299 || h.Form == message.NoBody || a == askedNothing || a == askedNotification || answerType(h):
			case h.Header("Content-Type") == nil && h.Unfinished:
				p.Unseen(text.Text{EN: "The header fields were not copied as a whole.", JA: "ヘッダーがすべてはコピーされていません。"})
			default:
				f := p.Report(p.Header(h, "Content-Type"), text.A("type", short(h.Value("Content-Type"))))
				if h.Value("Content-Type") == "" {
					f.Say(text.Text{
						EN: "The answer has no Content-Type; a request is answered as application/json or text/event-stream.",
						JA: "応答に Content-Type がありません。リクエストには application/json か text/event-stream で応答します。"})
				}
				switch {
				case h.Message != nil && isRPC(h.Message):
					p.SetHeader(f, h, "Content-Type", "application/json")
				case h.Form == message.SSEBody:
					p.SetHeader(f, h, "Content-Type", "text/event-stream")
				case a == askedUnknown:
					f.Softened(rule.Note)
				}
			}
		},
	},
	{
		ID: "http-error-type", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "headers/content-type",
		Clause: sending,
		Title:  text.Text{EN: "A JSON-RPC error has the wrong media type", JA: "JSON-RPC エラーのメディアタイプが違う"},
		Message: text.Text{
			EN: "The refusal carries a JSON-RPC error, but its Content-Type is {type} instead of application/json.",
			JA: "拒否の本文は JSON-RPC エラーですが、Content-Type が application/json ではなく {type} です。"},
		Why: text.Text{
			EN: "Clients that read the body of a refusal only when it says JSON miss the error, and take a modern server for a legacy one.",
			JA: "JSON と示された本文しか読まないクライアントはエラーを見落とし、モダンのサーバーをレガシーと判断します。"},
		Fix: text.Text{
			EN: "Send Content-Type: application/json.",
			JA: "Content-Type: application/json を付けてください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			switch a := askedOf(p); {
			case h.Status < 400 || h.Status > 499 || h.Status == 401 || h.Status == 403 || a == askedNothing || a == askedNotification:
			case h.Message == nil || !isRPC(h.Message) || answerType(h):
			default:
				f := p.Report(p.Header(h, "Content-Type"), text.A("type", short(h.Value("Content-Type"))))
				if h.Value("Content-Type") == "" {
					f.Say(text.Text{
						EN: "The refusal carries a JSON-RPC error, but no Content-Type; it has to be application/json.",
						JA: "拒否の本文は JSON-RPC エラーですが、Content-Type がありません。application/json でなければなりません。"})
				}
				p.SetHeader(f, h, "Content-Type", "application/json")
			}
		},
	},
	{
		ID: "http-body-form", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "headers/content-type", Basis: rule.EveryEra,
		Clause: sending,
		Title:  text.Text{EN: "The body is not what Content-Type says", JA: "本文が Content-Type と違う"},
		Message: text.Text{
			EN: "Content-Type says {type}, but the body is {form}.",
			JA: "Content-Type は {type} ですが、本文は{form}です。"},
		Why: text.Text{
			EN: "The client reads the body by its type and finds nothing. A gateway that buffers or re-encodes streams causes this too.",
			JA: "クライアントはタイプに従って本文を読み、何も得られません。ストリームをためたり変換したりするゲートウェイが原因のこともあります。"},
		Fix: text.Text{
			EN: "Send the type that fits the body, and let no hop change the body alone.",
			JA: "本文に合うタイプを送り、途中で本文だけが変えられないようにしてください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			want, form := "", text.Text{}
			switch t := h.MediaType(); {
			case t == "text/event-stream" && h.Form == message.JSONBody:
				want, form = "application/json", text.Text{EN: "one JSON text", JA: "1 つの JSON"}
			case t == "application/json" && h.Form == message.SSEBody:
				want, form = "text/event-stream", text.Text{EN: "an event stream", JA: "イベントストリーム"}
			case (t == "application/json" || t == "text/event-stream") && h.Form == message.HTMLBody && h.Status >= 200 && h.Status <= 299:
				form = text.Text{EN: "a page", JA: "Web ページ"}
			default:
				return
			}
			f := p.Report(p.Header(h, "Content-Type"), text.A("type", h.MediaType()), text.T("form", form)).
				Relate(p.Part("body", start(h.Body)), text.Text{EN: "the body", JA: "本文"})
			if want != "" {
				p.SetHeader(f, h, "Content-Type", want)
			}
		},
	},
	{
		ID: "http-error-status", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "status",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#protocol-version-header", Keyword: spec.Must},
		Title:  text.Text{EN: "The error needs status 400", JA: "このエラーのステータスは 400"},
		Message: text.Text{
			EN: "The status is {status}, but {code} ({name}) comes with 400.",
			JA: "ステータスが {status} ですが、{code}（{name}）は 400 で返します。"},
		Why: text.Text{
			EN: "Gateways and caches go by the status: with another one they count a refusal as success, and clients may never look into the body.",
			JA: "ゲートウェイやキャッシュはステータスで判断します。別の値では拒否が成功と数えられ、クライアントが本文を見ないこともあります。"},
		Fix: text.Text{
			EN: "Answer this error with 400 Bad Request.",
			JA: "このエラーは 400 Bad Request で返してください。"},
		Check: func(p *rule.Pass) {
			code, ok := statusCode(p)
			if !ok || !spec.ModernCode(code) || p.HTTP.Status == 400 {
				return
			}
			f := fileStatus(p)
			switch code {
			case spec.MissingClientCapability:
				f.Cite(requiredMeta)
				if p.Msg.Event != nil {
					f.Softened(rule.Advice).Say(text.Text{
						EN: "{code} ({name}) comes with 400, but arrives here in a stream that was opened with {status}.",
						JA: "{code}（{name}）は 400 で返すものですが、{status} で開いたストリームの中にあります。"}).
						Advise(text.Text{
							EN: "Check the capabilities before the stream is opened, as far as they are known by then.",
							JA: "分かる範囲で、ストリームを開く前に capability を確認してください。"})
				}
			case spec.HeaderMismatch:
				f.Cite(headerValidation)
			}
		},
	},
	{
		ID: "http-method-status", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "status",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#protocol-version-header", Keyword: spec.Must},
		Title:  text.Text{EN: "An unknown method needs status 404", JA: "未知のメソッドのステータスは 404"},
		Message: text.Text{
			EN: "The status is {status}, but {code} ({name}) comes with 404.",
			JA: "ステータスが {status} ですが、{code}（{name}）は 404 で返します。"},
		Why: text.Text{
			EN: "404 with a JSON-RPC error tells a modern server apart from one that has no MCP endpoint at this URL; legacy servers answer 200.",
			JA: "JSON-RPC エラー付きの 404 が、この URL に MCP エンドポイントがないサーバーとの違いを示します。レガシーのサーバーは 200 で返します。"},
		Fix: text.Text{
			EN: "Answer this error with 404 Not Found.",
			JA: "このエラーは 404 Not Found で返してください。"},
		Check: func(p *rule.Pass) {
			code, ok := statusCode(p)
			if !ok || code != spec.MethodNotFound || p.HTTP.Status == 404 {
				return
			}
			if a := replyOf(p); a.form == errorReply && a.faults != 0 && !a.allows(p) {
				p.Blocked(a.rule()) // another code is due, and with it another status
				return
			}
			if p.Claim() != message.ClaimsModern {
				q := p.Request()
				if q == nil || q.Method == spec.Discover || q.Claim != message.ClaimsModern {
					p.Unseen(text.Text{EN: "Nothing shows a modern server; legacy ones answer an unknown method with 200.", JA: "モダンのサーバーだと分かるものがありません。レガシーのサーバーは未知のメソッドに 200 で応答します。"})
					return
				}
			}
			fileStatus(p)
		},
	},
	{
		ID: "http-params-status", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "status",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "Missing _meta fields need status 400", JA: "_meta フィールド欠落のステータスは 400"},
		Message: text.Text{
			EN: "The request lacks a required _meta field; {code} is right, but its status is 400, not {status}.",
			JA: "リクエストに必須の _meta フィールドがありません。{code} は正しいものの、ステータスは {status} ではなく 400 です。"},
		Why: text.Text{
			EN: "Gateways and caches go by the status and count the refusal as success.",
			JA: "ゲートウェイやキャッシュはステータスで判断するため、拒否が成功と数えられます。"},
		Fix: text.Text{
			EN: "Answer a malformed request with 400 Bad Request. Other uses of -32602 have no status prescribed.",
			JA: "形の崩れたリクエストは 400 Bad Request で返してください。ほかの用途の -32602 にはステータスの定めがありません。"},
		Check: func(p *rule.Pass) {
			code, ok := statusCode(p)
			q := p.Request()
			switch {
			case !ok:
			case q == nil:
				p.Unseen(unmatched)
			case code != spec.InvalidParams || p.HTTP.Status == 400 || q.Method == spec.Initialize || q.Claim != message.ClaimsModern:
			default:
				if bad, _ := faultsOf(q, nil); bad&badMeta != 0 {
					fileStatus(p)
				}
			}
		},
	},
	{
		ID: "http-result-status", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "status", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#message-flow", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "A result comes with another status than 200", JA: "result のステータスが 200 ではない"},
		Message: text.Text{
			EN: "The result comes with status {status}; every figure of the specification shows 200.",
			JA: "result のステータスが {status} です。仕様の図はどれも 200 です。"},
		Why: text.Text{
			EN: "No sentence names the status of a result, but clients take 202 and 204 for \"nothing to read\", and anything from 300 on for a failure.",
			JA: "result のステータスを定めた文はありません。ただしクライアントは 202 と 204 を「読むものがない」、300 以上を失敗と受け取ります。"},
		Fix: text.Text{EN: "Send the result with 200 OK.", JA: "result は 200 OK で返してください。"},
		Check: func(p *rule.Pass) {
			switch h := p.HTTP; {
			case h == nil:
				p.Unseen(statusless)
			case h.Status != 200 && !h.IsRequest:
				p.Report(p.Status(h), statusArg(h))
			}
		},
	},
	{
		ID: "http-notification-answer", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "status", Basis: rule.EveryEra,
		Clause: sending,
		Title:  text.Text{EN: "An accepted notification is not answered with an empty 202", JA: "受け取った通知への応答が空の 202 ではない"},
		Message: text.Text{
			EN: "The notification got {status}; an accepted one is answered with 202 and no body.",
			JA: "通知への応答が {status} です。受け取った通知には、本文のない 202 で応答します。"},
		Why: text.Text{
			EN: "A notification has no answer in JSON-RPC: clients don't look for one, and some fail on a body that they didn't expect.",
			JA: "JSON-RPC の通知に応答はありません。クライアントは応答を待っておらず、予期しない本文で失敗するものもあります。"},
		Fix: text.Text{
			EN: "Answer 202 Accepted without a body, or refuse with an error status such as 400.",
			JA: "本文なしの 202 Accepted を返すか、400 などのエラーで拒否してください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			switch {
			case askedOf(p) != askedNotification:
				p.Unseen(text.Text{EN: "No answer to a notification is here.", JA: "通知への応答がありません。"})
			case h.Status < 200 || h.Status > 299:
			case h.Status != 202:
				p.Report(p.Status(h), statusArg(h))
			case h.Form != message.NoBody:
				p.Report(p.Part("body", start(h.Body)), statusArg(h)).Say(text.Text{
					EN: "The answer to the notification has a body; an accepted one is answered with 202 and no body.",
					JA: "通知への応答に本文があります。受け取った通知には、本文のない 202 で応答します。"})
			}
		},
	},
	{
		ID: "http-origin-accepted", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "status", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#security-endpoint", Keyword: spec.Must}, As: rule.Advice,
		Title: text.Text{EN: "A local server serves a page of another origin", JA: "ローカルのサーバーが別オリジンのページに応じている"},
		Message: text.Text{
			EN: "The request came from {origin} to a server on this machine, and was served with {status}.",
			JA: "このマシン上のサーバーが、{origin} からのリクエストに {status} で応じています。"},
		Why: text.Text{
			EN: "By DNS rebinding any page that the user visits can talk to a local server that doesn't check Origin. Which origins are valid is the deployment's choice.",
			JA: "Origin を確かめないローカルのサーバーには、DNS リバインディングによって、利用者が開いたどのページからでもアクセスできます。どのオリジンを有効とするかは運用者の判断です。"},
		Fix: text.Text{
			EN: "Answer 403 Forbidden unless this origin is meant to have access.",
			JA: "このオリジンに許可する意図がなければ、403 Forbidden を返してください。"},
		Check: func(p *rule.Pass) {
			x, h := p.Exchange, p.HTTP
			if x == nil || x.HTTP == nil || x.HTTP.Header("Origin") == nil {
				p.Unseen(text.Text{EN: "No request with an Origin header is here.", JA: "Origin ヘッダーを持つリクエストがありません。"})
				return
			}
			origin := x.HTTP.Header("Origin")
			_, host, ok := strings.Cut(origin.Value, "://")
			target := x.HTTP.Value("Host")
			if target == "" {
				_, target, _ = strings.Cut(x.HTTP.Target, "://")
			}
			if h.Status < 200 || h.Status > 299 || x.HTTP.Verb == "OPTIONS" || !ok || !loopback(target) || loopback(host) {
				return
			}
			p.Report(p.Status(h), statusArg(h), text.A("origin", short(origin.Value))).
				Relate(sentPart(p, "headers/origin", origin.ValueSpan), text.Text{EN: "the origin", JA: "オリジン"})
		},
	},
	{
		ID: "http-access-refused", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPResponse, At: "status", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#security-endpoint", Keyword: spec.Says},
		Title:  text.Text{EN: "Access was refused before the protocol came into play", JA: "プロトコルの処理より前にアクセスを拒否された"},
		Message: text.Text{
			EN: "{status} says nothing about the server's era: the request was refused before anybody looked at the method.",
			JA: "{status} からサーバーの時代は分かりません。メソッドが見られる前に拒否されています。"},
		Why: text.Text{
			EN: "A client that takes this for a legacy server stays on the wrong path after it has signed in.",
			JA: "これをレガシーと判断したクライアントは、認証後も誤った経路をたどり続けます。"},
		Fix: text.Text{
			EN: "Authenticate, or send from an allowed origin, and probe again; if a valid token was sent already, trying initialize once does no harm.",
			JA: "認証するか、許可されたオリジンから送って、もう一度確かめてください。有効なトークンを送った後なら、initialize を一度試しても害はありません。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if h.Status != 401 && h.Status != 403 || askedOf(p) == askedNothing {
				return
			}
			f := p.Report(p.Status(h), statusArg(h))
			if v := h.Header("WWW-Authenticate"); v != nil {
				f.Relate(p.Part("headers/www-authenticate", h.Source(v.ValueSpan)), text.Text{EN: "what the server wants", JA: "サーバーの要求"})
			}
			if x := p.Exchange; x != nil && x.HTTP != nil {
				if v := x.HTTP.Header("Origin"); v != nil && h.Status == 403 {
					f.Relate(sentPart(p, "headers/origin", v.ValueSpan), text.Text{EN: "the origin", JA: "オリジン"})
				}
			}
		},
	},
	{
		ID: "http-endpoint-absent", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPResponse, At: "status", Basis: rule.EveryEra,
		Clause: oldTransport,
		Title:  text.Text{EN: "No Streamable HTTP endpoint answers here", JA: "Streamable HTTP のエンドポイントではない"},
		Message: text.Text{
			EN: "{status} without a JSON-RPC error: nothing at this URL takes JSON-RPC by POST. A server of the HTTP+SSE transport of 2024-11-05 answers so.",
			JA: "JSON-RPC エラーのない {status} です。この URL では POST の JSON-RPC を受け付けていません。2024-11-05 の HTTP+SSE のサーバーはこのように応答します。"},
		Why: text.Text{
			EN: "A modern server answers an unknown method with 404 too, but with a JSON-RPC error; the body is what tells the two apart.",
			JA: "モダンのサーバーも未知のメソッドに 404 を返しますが、JSON-RPC エラーが付きます。見分けるのは本文です。"},
		Fix: text.Text{
			EN: "Check the URL. A dual-era client tries initialize, then a GET that may open an event stream with an endpoint event.",
			JA: "URL を確かめてください。dual-era のクライアントは initialize を試し、次に GET で endpoint イベントのあるストリームが開くかを見ます。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			switch h.Status {
			case 404, 405, 410, 501:
			default:
				return
			}
			if a := askedOf(p); a == askedNothing || a == askedNotification || h.Message != nil {
				return
			}
			f := p.Report(p.Status(h), statusArg(h))
			if body := text.Lower(string(h.Body.Text[:min(len(h.Body.Text), 256)])); strings.Contains(body, "session") {
				f.Say(text.Text{
					EN: "{status} without a JSON-RPC error, but about a session: a server of the revisions from 2025-03-26 to 2025-11-25 answers so where initialize has to come first.",
					JA: "JSON-RPC エラーのない {status} ですが、セッションについて述べています。2025-03-26 から 2025-11-25 の revision のサーバーは、initialize が先に必要なときこのように応答します。"}).
					Relate(p.Part("body", start(h.Body)), text.Text{EN: "what it says", JA: "本文の内容"}).
					Advise(toInitialize)
			}
			if v := h.Header("Allow"); v != nil {
				f.Relate(p.Part("headers/allow", h.Source(v.ValueSpan)), text.Text{EN: "what is allowed here", JA: "ここで許されるメソッド"})
			}
		},
	},
	{
		ID: "http-request-unacceptable", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPResponse, At: "status", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#sending-messages", Keyword: spec.Says},
		Title:  text.Text{EN: "The request's own Accept or Content-Type was refused", JA: "リクエストの Accept か Content-Type が拒否された"},
		Message: text.Text{
			EN: "{status} is about the request's {header} header, and says nothing about the server's era.",
			JA: "{status} はリクエストの {header} ヘッダーに関するもので、サーバーの時代は分かりません。"},
		Why: text.Text{
			EN: "The server stopped at the header, before it read the method; falling back now would hide the real fault.",
			JA: "サーバーはメソッドを読む前にヘッダーで止まっています。ここで切り替えると本当の誤りが隠れます。"},
		Fix: text.Text{
			EN: "Send Accept: application/json, text/event-stream and Content-Type: application/json, then probe again.",
			JA: "Accept: application/json, text/event-stream と Content-Type: application/json を送り、もう一度確かめてください。"},
		Check: func(p *rule.Pass) {
			h, name := p.HTTP, "Accept"
			switch h.Status {
			case 406:
			case 415:
				name = "Content-Type"
			default:
				return
			}
			f := p.Report(p.Status(h), statusArg(h), text.A("header", name))
			if x := p.Exchange; x != nil && x.HTTP != nil {
				if v := x.HTTP.Header(name); v != nil {
					f.Relate(sentPart(p, "headers/"+text.Lower(name), v.ValueSpan), text.Text{EN: "what was sent", JA: "送った値"})
				}
			}
		},
	},
	{
		ID: "http-server-unready", Since: "0.1.0", Party: rule.Anyone, On: rule.OnHTTPResponse, At: "status", Basis: rule.EveryEra,
		Clause: eraByHTTP,
		Title:  text.Text{EN: "The server, or a hop before it, can't answer now", JA: "サーバーか途中の中継が今は応答できない"},
		Message: text.Text{
			EN: "{status} says nothing about the server's era: it may be an outage, a limit, or a proxy in between.",
			JA: "{status} からサーバーの時代は分かりません。障害、制限、途中のプロキシの可能性があります。"},
		Why: text.Text{
			EN: "The rules for telling the era speak of 400 and other 4xx answers of the server itself; a verdict from this one would be kept for long.",
			JA: "時代を判別する規則は、サーバー自身の 400 などの 4xx を対象としています。ここから出した判断は長く残ってしまいます。"},
		Fix: text.Text{
			EN: "Wait (Retry-After says how long where it is there), probe again, and remember nothing from this answer.",
			JA: "（Retry-After があればその時間）待ってからもう一度確かめ、この応答からは何も覚えないでください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			switch {
			case h.Status == 408, h.Status == 425, h.Status == 429, h.Status >= 500 && h.Status != 501:
			default:
				return
			}
			if c, ok := codeOfReply(h); ok && spec.ModernCode(c) {
				p.Blocked("http-error-status")
				return
			}
			f := p.Report(p.Status(h), statusArg(h))
			if v := h.Header("Retry-After"); v != nil {
				f.Relate(p.Part("headers/retry-after", h.Source(v.ValueSpan)), text.Text{EN: "how long to wait", JA: "待つ時間"})
			}
		},
	},
	{
		ID: "http-endpoint-moved", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPResponse, At: "status", Basis: rule.EveryEra,
		Clause: eraByHTTP,
		Title:  text.Text{EN: "The answer is a redirect", JA: "応答がリダイレクト"},
		Message: text.Text{
			EN: "{status} leads to another URL, and says nothing about the server's era.",
			JA: "{status} は別の URL への案内で、サーバーの時代は分かりません。"},
		Why: text.Text{
			EN: "On 301, 302 and 303 most HTTP clients turn the POST into a GET without a body; a sign-in page is often where they end.",
			JA: "301、302、303 では多くの HTTP クライアントが POST を本文のない GET に変えます。行き先はたいていログインページです。"},
		Fix: text.Text{
			EN: "Use the URL in Location directly (curl -L keeps the POST on 307 and 308); servers redirect with 308.",
			JA: "Location の URL を直接使ってください（curl -L は 307 と 308 なら POST のままです）。サーバー側は 308 を使ってください。"},
		Check: func(p *rule.Pass) {
			h, x := p.HTTP, p.Exchange
			if h.Status < 300 || h.Status > 399 || askedOf(p) == askedNothing || x != nil && x.Reply != nil && x.Reply != h {
				return // followed already
			}
			f := p.Report(p.Status(h), statusArg(h))
			if v := h.Header("Location"); v != nil {
				f.Relate(p.Part("headers/location", h.Source(v.ValueSpan)), text.Text{EN: "where it leads", JA: "行き先"})
			}
		},
	},
	{
		ID: "http-refusal-plain", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPResponse, At: "status", Basis: rule.EveryEra,
		Clause: eraByHTTP,
		Title:  text.Text{EN: "A refusal without a JSON-RPC error", JA: "JSON-RPC エラーのない拒否"},
		Message: text.Text{
			EN: "{status} without a JSON-RPC error: a dual-era client reads this as a legacy server and falls back to initialize.",
			JA: "JSON-RPC エラーのない {status} です。dual-era のクライアントはレガシーのサーバーと判断し、initialize に切り替えます。"},
		Why: text.Text{
			EN: "A modern server says in a JSON-RPC error what is wrong. A gateway in front of one may refuse without, so this is no proof.",
			JA: "モダンのサーバーは誤りの内容を JSON-RPC エラーで示します。ただし手前のゲートウェイがエラーなしで拒否することもあり、証明にはなりません。"},
		Fix: text.Text{
			EN: "Look at who wrote the answer (Server, Via), then send initialize with a legacy version.",
			JA: "応答を書いたのが誰か（Server や Via）を確かめ、レガシーの version で initialize を送ってください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			switch h.Status {
			case 401, 403, 404, 405, 406, 408, 410, 415, 425, 429:
				return
			}
			a := askedOf(p)
			if h.Status < 400 || h.Status > 499 || h.Message != nil || a == askedNothing || a == askedNotification || preflighted(h) {
				return
			}
			if q := p.Request(); q != nil {
				if bad, _ := faultsOf(q, p.Exchange.HTTP); bad != 0 && q.Method != spec.Initialize {
					p.Unseen(text.Text{EN: "The request itself is faulty, so the refusal may be right.", JA: "リクエスト自体に誤りがあり、拒否が正しい可能性があります。"})
					return
				}
			}
			p.Report(p.Status(h), statusArg(h)).Relate(p.Part("body", start(h.Body)), text.Text{EN: "what it says", JA: "本文の内容"})
		},
	},
	{
		ID: "http-preflight-headers", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "headers/access-control-allow-headers", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#request-metadata", Keyword: spec.Says},
		Title:  text.Text{EN: "A browser may not send the protocol's headers", JA: "ブラウザーがプロトコルのヘッダーを送れない"},
		Message: text.Text{
			EN: "The preflight answer doesn't allow {names}, so a browser never sends the request.",
			JA: "preflight の応答で {names} が許可されていないため、ブラウザーはリクエストを送りません。"},
		Why: text.Text{
			EN: "Every modern request carries these headers. A preflight answer says nothing about the server's era.",
			JA: "モダンのリクエストは必ずこれらのヘッダーを持ちます。preflight の応答からサーバーの時代は分かりません。"},
		Fix: text.Text{
			EN: "Answer OPTIONS with a 2xx status, Access-Control-Allow-Origin, and Access-Control-Allow-Headers naming Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name and Mcp-Param-*.",
			JA: "OPTIONS には 2xx で応答し、Access-Control-Allow-Origin と、Content-Type、MCP-Protocol-Version、Mcp-Method、Mcp-Name、Mcp-Param-* を並べた Access-Control-Allow-Headers を付けてください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			asked := p.Exchange != nil && p.Exchange.HTTP != nil && p.Exchange.HTTP.Verb == "OPTIONS"
			switch {
			case !asked && !preflighted(h):
				p.Unseen(text.Text{EN: "No answer to a preflight request is here.", JA: "preflight リクエストへの応答がありません。"})
			case h.Status >= 300 || h.Header("Access-Control-Allow-Origin") == nil:
				p.Report(p.Status(h), statusArg(h)).Say(text.Text{
					EN: "The preflight request got {status} without permission, so a browser never sends the request itself.",
					JA: "preflight リクエストへの応答が許可のない {status} のため、ブラウザーは本来のリクエストを送りません。"})
			default:
				if names := disallowed(p.Exchange.HTTP, h); names != "" {
					p.Report(p.Header(h, "Access-Control-Allow-Headers"), text.A("names", short(names)), statusArg(h))
				}
			}
		},
	},
	{
		ID: "http-session-minted", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "headers/mcp-session-id",
		Clause: earlierHTTP,
		Title:  text.Text{EN: "A session id in a modern answer", JA: "モダンの応答にセッション ID"},
		Message: text.Text{
			EN: "The answer carries Mcp-Session-Id; this revision has no sessions, so none should be minted or echoed.",
			JA: "応答に Mcp-Session-Id があります。この revision にセッションはなく、発行も返送もするべきではありません。"},
		Why: text.Text{
			EN: "Clients that keep it send it back, and gateways route by it: state that nobody cleans up, for requests that need none.",
			JA: "覚えて送り返すクライアントや、これで振り分けるゲートウェイがあります。必要のないリクエストのために、誰も片付けない状態が残ります。"},
		Fix: text.Text{
			EN: "Leave it out of answers to modern requests; a dual-era server keeps it for its legacy sessions.",
			JA: "モダンのリクエストへの応答では省いてください。dual-era のサーバーがレガシーのセッションで使うのは構いません。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			v := h.Header("Mcp-Session-Id")
			switch {
			case v == nil:
			case p.Claim() != message.ClaimsModern:
				p.Unseen(text.Text{EN: "The answer has a session id, and nothing of a modern server.", JA: "セッション ID がありますが、モダンのサーバーだと分かるものがありません。"})
			default:
				p.DropHeader(p.Report(p.Header(h, "Mcp-Session-Id")), h, v)
			}
		},
	},
	{
		ID: "http-stream-buffered", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "headers/x-accel-buffering", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#receiving-messages", Keyword: spec.Should},
		Title:  text.Text{EN: "The stream doesn't ask proxies not to buffer", JA: "プロキシにバッファリングの停止を求めていない"},
		Message: text.Text{
			EN: "The event stream comes without X-Accel-Buffering: no.",
			JA: "イベントストリームに X-Accel-Buffering: no がありません。"},
		Why: text.Text{
			EN: "nginx and others then hold events back until a buffer is full: progress comes late or at once at the end.",
			JA: "nginx などはバッファがいっぱいになるまでイベントをためます。進捗が遅れたり、最後にまとめて届いたりします。"},
		Fix: text.Text{
			EN: "Send X-Accel-Buffering: no with every event stream; nginx takes the field out itself, so look behind it.",
			JA: "イベントストリームには必ず X-Accel-Buffering: no を付けてください。nginx は自分でこのフィールドを取り除くので、その手前で確認します。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			if h.MediaType() != "text/event-stream" || h.Status < 200 || h.Status > 299 {
				p.Unseen(text.Text{EN: "No event stream with its HTTP header is here.", JA: "HTTP ヘッダー付きのイベントストリームがありません。"})
				return
			}
			// The wish is this revision's: an answer that shows another one is left alone. Where nothing came, it was asked
			// for in a request of this one.
			silent := h.Form == message.NoBody && askedOf(p) == askedRequest && p.Request() != nil && p.Request().Claim == message.ClaimsModern
			switch {
			case p.Claim() == message.ClaimsLegacy, p.Claim() == message.NoClaim && !silent:
				p.Unseen(text.Text{EN: "Nothing shows that the stream comes from a modern server.", JA: "モダンのサーバーのストリームだと分かるものがありません。"})
			case strings.HasPrefix(text.Lower(h.Value("Server")), "nginx"):
				p.Unseen(text.Text{EN: "The answer came through nginx, which takes the field out.", JA: "nginx を通った応答で、このフィールドは取り除かれます。"})
			case folded(h.Value("X-Accel-Buffering")) != "no":
				p.SetHeader(p.Report(p.Header(h, "X-Accel-Buffering")), h, "X-Accel-Buffering", "no")
			}
		},
	},
	{
		ID: "http-verb-served", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "status",
		Clause: earlierHTTP,
		Title:  text.Text{EN: "GET or DELETE is not refused with 405", JA: "GET や DELETE を 405 で拒否していない"},
		Message: text.Text{
			EN: "{verb} got {status}; a server of this revision alone should answer 405 Method Not Allowed.",
			JA: "{verb} への応答が {status} です。この revision だけに対応するサーバーは 405 Method Not Allowed を返すべきです。"},
		Why: text.Text{
			EN: "405 tells an older client at once that there is no stream to open and no session to end. A server that serves older revisions too answers by those.",
			JA: "405 なら、開くストリームも終えるセッションもないことが古いクライアントにすぐ伝わります。古い revision にも対応するサーバーは、そちらに従って応答します。"},
		Fix: text.Text{
			EN: "Answer GET and DELETE on the MCP endpoint with 405 and Allow: POST, unless legacy clients are served too.",
			JA: "レガシーのクライアントに対応しないなら、MCP エンドポイントへの GET と DELETE には 405 と Allow: POST を返してください。"},
		Check: func(p *rule.Pass) {
			x, h := p.Exchange, p.HTTP
			if x == nil || x.HTTP == nil || x.HTTP.Verb != "GET" && x.HTTP.Verb != "DELETE" {
				p.Unseen(text.Text{EN: "No answer to a GET or DELETE request is here.", JA: "GET や DELETE への応答がありません。"})
				return
			}
			switch s := h.Status; {
			case s == 405, s == 401, s == 403, s == 429, s >= 500, s < 200, s >= 300 && s < 400:
				return
			}
			if p.Claim() == message.NoClaim && x.HTTP.Claim != message.ClaimsModern {
				p.Unseen(text.Text{EN: "Nothing shows a modern server; GET and DELETE belong to earlier revisions.", JA: "モダンのサーバーだと分かるものがありません。GET と DELETE は以前の revision のものです。"})
				return
			}
			p.Report(p.Status(h), statusArg(h), text.A("verb", x.HTTP.Verb)).
				Relate(sentPart(p, "start-line", x.HTTP.StartLine), theRequest)
		},
	},
	{
		ID: "http-allow-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnHTTPResponse, At: "headers/allow", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#earlier-streamable-http-revisions", Keyword: spec.Says},
		Title:  text.Text{EN: "405 without Allow", JA: "Allow のない 405"},
		Message: text.Text{
			EN: "405 comes without an Allow header, which HTTP asks for with this status.",
			JA: "405 に Allow ヘッダーがありません。HTTP はこのステータスに Allow を求めています。"},
		Why: text.Text{
			EN: "Allow: POST tells a person at once that the endpoint is right and only the method is wrong; Allow: GET points at the old HTTP+SSE transport.",
			JA: "Allow: POST なら、エンドポイントは正しくメソッドだけが違うとすぐ分かります。Allow: GET なら古い HTTP+SSE だと分かります。"},
		Fix: text.Text{EN: "Add Allow with the methods that the URL takes.", JA: "その URL が受け付けるメソッドを Allow に入れてください。"},
		Check: func(p *rule.Pass) {
			h := p.HTTP
			switch {
			case h.Status != 405 || h.Header("Allow") != nil:
			case askedOf(p) == askedNothing:
				p.Report(p.Header(h, "Allow"))
			default:
				p.Blocked("http-endpoint-absent")
			}
		},
	},
	{
		ID: "http-archive-empty", Since: "0.1.0", Party: rule.Anyone, On: rule.OnPaste, At: "text", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "", Keyword: spec.Says},
		Title:  text.Text{EN: "The archive has no MCP exchange", JA: "アーカイブに MCP のやり取りがない"},
		Message: text.Text{
			EN: "No entry of the HTTP archive carries JSON-RPC or one of the protocol's headers.",
			JA: "HTTP アーカイブに、JSON-RPC やプロトコルのヘッダーを持つ項目がありません。"},
		Why: text.Text{
			EN: "Browsers record only what the page itself sent, and leave bodies out unless the export is asked to have them.",
			JA: "ブラウザーが記録するのはそのページ自身の通信だけで、本文は書き出し時に含めるよう選ばない限り省かれます。"},
		Fix: text.Text{
			EN: "Record with the network panel open while the client talks to the server, and export with content.",
			JA: "クライアントが通信する間ネットワークパネルを開いて記録し、内容を含めて書き出してください。"},
		Check: func(p *rule.Pass) {
			switch {
			case p.Paste.Kind != message.HAR:
				p.Unseen(text.Text{EN: "The text is no HTTP archive.", JA: "HTTP アーカイブではありません。"})
			case len(p.Paste.HTTPs) == 0 && len(p.Paste.Troubles) == 0:
				p.Report(p.Part("text", start(message.Whole(p.Paste.Text))))
			}
		},
	},
}

var (
	bodyless   = text.Text{EN: "The body was not copied or recorded.", JA: "本文がコピーまたは記録されていません。"}
	statusless = text.Text{EN: "No HTTP status is here; curl -i shows it.", JA: "HTTP ステータスがありません。curl -i を使うと得られます。"}
)

// asked is what an HTTP response answers.
type asked uint8

const (
	askedUnknown      asked = iota
	askedRequest            // a JSON-RPC request
	askedNotification       // a JSON-RPC notification
	askedNothing            // GET, DELETE, OPTIONS: no JSON-RPC message
)

// askedOf tells what an HTTP response answers, as far as it is known.
func askedOf(p *rule.Pass) asked {
	x := p.Exchange
	switch {
	case x == nil:
	case x.Request != nil && x.Request.Shape == message.Request:
		return askedRequest
	case x.Request != nil:
		return askedNotification
	case x.HTTP.Verb != "POST" && x.HTTP.Message == nil:
		return askedNothing
	case x.HTTP.Header("Mcp-Method") != nil:
		return askedRequest // curl -v shows no body
	}
	return askedUnknown
}

// bodyShown reports whether an empty body was empty on the wire too.
func bodyShown(h *message.HTTPMessage) bool {
	n := h.Value("Content-Length")
	return !h.Unrecorded && !h.Unfinished && (n == "" || n == "0")
}

// answerType reports whether the media type is one with which a request is answered.
func answerType(h *message.HTTPMessage) bool {
	t := h.MediaType()
	return t == "application/json" || t == "text/event-stream"
}

func statusArg(h *message.HTTPMessage) text.Arg { return text.A("status", decimal(int64(h.Status))) }

// start gives the first line of a piece, up to what a person takes in at a glance.
func start(b message.Piece) jsondoc.Span {
	t := strings.TrimLeft(string(b.Text[:min(len(b.Text), 256)]), " \t\r\n")
	from := min(len(b.Text), 256) - len(t)
	if i := strings.IndexAny(t, "\r\n"); i >= 0 {
		t = t[:i]
	}
	if len(t) > 80 {
		t = t[:80]
	}
	return b.Source(jsondoc.Span{Start: from, End: from + len(t)})
}

// statusCode gives the code of an error that came with an HTTP status.
func statusCode(p *rule.Pass) (spec.Code, bool) {
	if p.HTTP == nil || p.HTTP.IsRequest || p.HTTP.Status == 0 {
		p.Unseen(statusless)
		return 0, false
	}
	if p.Msg.InBatch {
		p.Blocked("envelope-batch-array")
		return 0, false
	}
	return p.Msg.ErrorCode()
}

// fileStatus files the finding that an error came with the wrong status.
func fileStatus(p *rule.Pass) *rule.Finding {
	code, _ := p.Msg.ErrorCode()
	return p.Report(p.Status(p.HTTP), statusArg(p.HTTP), text.A("code", decimal(code)), text.A("name", spec.CodeName(code))).
		Relate(p.Value(p.Msg.Error.Get("code")), text.Text{EN: "the error's code", JA: "エラーの code"})
}

// codeOfReply gives the code of the error that an HTTP response carries in its body.
func codeOfReply(h *message.HTTPMessage) (spec.Code, bool) {
	if h.Message == nil {
		return 0, false
	}
	return h.Message.ErrorCode()
}

// loopback reports whether a host, maybe with a port, is this machine.
func loopback(host string) bool {
	if end := strings.IndexByte(host, '/'); end >= 0 {
		host = host[:end]
	}
	if strings.HasPrefix(host, "[::1]") {
		return true
	}
	host, _, _ = strings.Cut(host, ":")
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasPrefix(host, "127.")
}

// preflighted reports whether a refusal says itself that it answers a preflight request.
func preflighted(h *message.HTTPMessage) bool {
	if h.Form != message.TextBody || h.Status < 400 {
		return false
	}
	b := text.Lower(string(h.Body.Text[:min(len(h.Body.Text), 256)]))
	return strings.Contains(b, "cors") || strings.Contains(b, "preflight")
}

// disallowed lists the header fields that a browser would need and a preflight answer doesn't allow.
func disallowed(q, h *message.HTTPMessage) string {
	allowed := map[string]bool{}
	for name := range strings.SplitSeq(h.Value("Access-Control-Allow-Headers"), ",") {
		allowed[folded(name)] = true
	}
	if allowed["*"] {
		return ""
	}
	wanted := "Content-Type, MCP-Protocol-Version, Mcp-Method"
	if q != nil && q.Value("Access-Control-Request-Headers") != "" {
		wanted = q.Value("Access-Control-Request-Headers")
	}
	var missing []string
	for name := range strings.SplitSeq(wanted, ",") {
		if name = text.Bare(name); name != "" && !allowed[text.Lower(name)] && len(missing) < 8 {
			missing = append(missing, name)
		}
	}
	return strings.Join(missing, ", ")
}
