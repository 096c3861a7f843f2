package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

const (
	stdio         = "basic/transports/stdio"
	progress      = "basic/patterns/progress"
	cancellation  = "basic/patterns/cancellation"
	subscriptions = "basic/patterns/subscriptions"
)

// streamRules judge what follows each other on a response stream, and notifications wherever they come.
var streamRules = []*rule.Rule{
	{
		ID: "stream-server-request", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/method",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#receiving-messages", Keyword: spec.MustNot},
		Title:  text.Text{EN: "The server sends a request", JA: "サーバーがリクエストを送っている"},
		Message: text.Text{
			EN: "The server sends the request {method}; servers send responses and notifications only.",
			JA: "サーバーが {method} リクエストを送っています。サーバーが送るのはレスポンスと通知だけです。"},
		Why: text.Text{
			EN: "Clients of this revision don't answer requests, so the server waits for ever. Up to 2025-11-25 servers could ask this way.",
			JA: "この revision のクライアントはリクエストに応答しないため、サーバーは待ち続けます。2025-11-25 まではこの方法で尋ねられました。"},
		Fix: text.Text{
			EN: "Answer with resultType input_required and put the question into inputRequests.",
			JA: "resultType を input_required として応答し、質問を inputRequests に入れてください。"},
		Check: follow(serverAsks, func(p *rule.Pass, f found) {
			r := f.report(p, text.Text{})
			if f.flow.stream == nil {
				r.Cite(spec.Clause{Page: stdio, Anchor: "#receiving-messages", Keyword: spec.MustNot})
			}
		}),
	},
	{
		ID: "stream-notification-unasked", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/method",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#receiving-messages", Keyword: spec.Must},
		Title:  text.Text{EN: "A change notification that nobody listens for", JA: "購読されていない変更通知"},
		Message: text.Text{
			EN: "{method} comes while {other} is answered; such notifications come only for a subscriptions/listen request.",
			JA: "{other} への応答中に {method} が届いています。この通知は subscriptions/listen リクエストに対してだけ送られます。"},
		Why: text.Text{
			EN: "Notifications beside an answer have to relate to its request. Clients can't match this one to a subscription, and drop it.",
			JA: "応答に伴う通知は、そのリクエストに関するものでなければなりません。クライアントは購読に対応付けられず、捨てます。"},
		Fix: text.Text{
			EN: "Send it on the stream of a subscriptions/listen request whose filter asks for it.",
			JA: "フィルターで求められた subscriptions/listen のストリームで送ってください。"},
		Check: follow(changeUnasked, func(p *rule.Pass, f found) {
			other := f.other.Method
			if other == "" {
				other = f.other.Answers
			}
			r := f.report(p, text.Text{EN: "what is answered", JA: "応答の対象"}, text.A("other", short(other)))
			f.unlessCut(r)
			if f.flow.stream == nil {
				r.Cite(spec.Clause{Page: stdio, Anchor: "#receiving-messages", Keyword: spec.Says})
			}
		}),
	},
	{
		ID: "stream-listen-scoped", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/method",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#receiving-messages", Keyword: spec.Must},
		Title:  text.Text{EN: "Progress or a log message on a subscription", JA: "購読のストリームに進捗やログ"},
		Message: text.Text{
			EN: "{method} comes on a subscription; it belongs on the response stream of the request that it is about.",
			JA: "購読に {method} が届いています。対象のリクエストの応答ストリームで送るものです。"},
		Why: text.Text{
			EN: "A subscription carries change notifications only, so the client can't tell which request is meant.",
			JA: "購読で届くのは変更通知だけです。クライアントはどのリクエストの話か判断できません。"},
		Fix: text.Text{
			EN: "Send it before the response to its own request.",
			JA: "対象のリクエストへのレスポンスの前に送ってください。"},
		Check: follow(scopedOnListen, func(p *rule.Pass, f found) {
			f.report(p, text.Text{EN: "the subscription", JA: "購読"})
		}),
	},
	{
		ID: "stream-log-unasked", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/method",
		Clause: spec.Clause{Page: "server/utilities/logging", Anchor: "#per-request-log-level", Keyword: spec.MustNot},
		Title:  text.Text{EN: "A log message without a log level in the request", JA: "ログレベルの指定がないのにログメッセージ"},
		Message: text.Text{
			EN: "A log message comes, but {other} named no io.modelcontextprotocol/logLevel in _meta.",
			JA: "ログメッセージが届いていますが、{other} の _meta に io.modelcontextprotocol/logLevel がありません。"},
		Why: text.Text{
			EN: "Without the key a client wants none. There is no logging/setLevel any more that could have asked before.",
			JA: "このキーがなければ、クライアントはログを求めていません。事前に指定する logging/setLevel はもうありません。"},
		Fix: text.Text{
			EN: "Send log messages only for requests with the key, or write them to stderr or OpenTelemetry.",
			JA: "ログメッセージはこのキーを持つリクエストにだけ送るか、stderr や OpenTelemetry に出力してください。"},
		Check: follow(logUnasked, func(p *rule.Pass, f found) {
			f.unlessCut(f.report(p, theRequest, text.A("other", short(f.other.Method))))
		}),
	},
	{
		ID: "stream-progress-token", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/params/progressToken",
		Clause: spec.Clause{Page: progress, Anchor: "#behavior-requirements", Keyword: spec.Must},
		Title:  text.Text{EN: "Progress for a token that no request has", JA: "どのリクエストにもないトークンの進捗"},
		Message: text.Text{
			EN: "progressToken is {value}, which no request here has in _meta.",
			JA: "progressToken が {value} ですが、これを _meta に持つリクエストがありません。"},
		Why: text.Text{
			EN: "A request without a token wants no progress; with a foreign one the client can't tell what advances.",
			JA: "トークンのないリクエストは進捗を求めていません。別のトークンでは、何が進んだのかクライアントは判断できません。"},
		Fix: text.Text{
			EN: "Repeat the token of the request as it came, and send nothing where there is none.",
			JA: "リクエストのトークンを受け取ったとおりに返し、トークンがなければ何も送らないでください。"},
		Check: follow(progressUnknown, func(p *rule.Pass, f found) {
			r := f.report(p, text.Text{EN: "the request's", JA: "リクエスト側"}, raw(f.at))
			switch {
			case f.twin:
				r.Say(text.Text{
					EN: "progressToken is {value}, but the request's token has the other JSON type: 1 and \"1\" are two tokens.",
					JA: "progressToken が {value} ですが、リクエストのトークンとは JSON の型が違います。1 と \"1\" は別のトークンです。"})
			default:
				f.unlessCut(r)
			}
		}),
	},
	{
		ID: "stream-progress-order", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/params/progress",
		Clause: spec.Clause{Page: progress, Anchor: "#progress-flow", Keyword: spec.Must},
		Title:  text.Text{EN: "Progress doesn't grow", JA: "進捗が増えていない"},
		Message: text.Text{
			EN: "progress is {value} after {before}; it must grow with each notification.",
			JA: "progress が {before} の次に {value} です。通知ごとに増えなければなりません。"},
		Why: text.Text{
			EN: "Clients show it as a bar and some reset their timeout on it; a value that stands still or falls makes both wrong.",
			JA: "クライアントは進捗バーの表示や、タイムアウトの延長に使います。止まったり減ったりすると、どちらも正しく動きません。"},
		Fix: text.Text{
			EN: "Send a notification only when the value has grown; it may be a fraction, and total may be left out.",
			JA: "値が増えたときだけ通知してください。小数でもよく、total は省けます。"},
		Check: follow(progressBackward, func(p *rule.Pass, f found) {
			f.report(p, text.Text{EN: "before", JA: "前の値"}, raw(f.at), text.A("before", short(string(f.there.Raw()))))
		}),
	},
	{
		ID: "stream-progress-late", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/method",
		Clause: spec.Clause{Page: progress, Anchor: "#implementation-notes", Keyword: spec.Must},
		Title:  text.Text{EN: "Progress after the response", JA: "レスポンスの後の進捗"},
		Message: text.Text{
			EN: "Progress comes for a request that was answered before.",
			JA: "応答の済んだリクエストの進捗が届いています。"},
		Why: text.Text{
			EN: "The client has closed the request and forgotten its token.",
			JA: "クライアントはリクエストを終え、トークンも忘れています。"},
		Fix: text.Text{
			EN: "Stop the notifications before the response is sent.",
			JA: "レスポンスを送る前に通知を止めてください。"},
		Check: follow(progressLate, func(p *rule.Pass, f found) {
			f.report(p, text.Text{EN: "the response", JA: "レスポンス"})
		}),
	},
	{
		ID: "stream-response-last", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/method",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#receiving-messages", Keyword: spec.Should},
		Title:  text.Text{EN: "A message behind the final response", JA: "最後のレスポンスの後のメッセージ"},
		Message: text.Text{
			EN: "{method} comes on the stream after the final response, which should end it.",
			JA: "最後のレスポンスの後に {method} が届いています。ストリームはレスポンスで終わるべきです。"},
		Why: text.Text{
			EN: "Clients close the stream with the response and never see what follows.",
			JA: "クライアントはレスポンスでストリームを閉じるため、続きを見ることはありません。"},
		Fix: text.Text{
			EN: "Send notifications first, then the response, then close the stream.",
			JA: "通知を先に、最後にレスポンスを送り、ストリームを閉じてください。"},
		Check: follow(afterAnswer, func(p *rule.Pass, f found) {
			f.report(p, text.Text{EN: "the response", JA: "レスポンス"})
		}),
	},
	{
		ID: "stream-answer-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnStream, At: "body", Basis: rule.EveryEra,
		Clause: sending,
		Title:  text.Text{EN: "The stream has no response", JA: "ストリームにレスポンスがない"},
		Message: text.Text{
			EN: "The stream ends without a response to the request.",
			JA: "リクエストへのレスポンスがないままストリームが終わっています。"},
		Why: text.Text{
			EN: "A stream carries notifications and then the one response; without it the request is unanswered and fails.",
			JA: "ストリームは通知に続いて 1 つのレスポンスを運びます。なければリクエストは応答のないまま失敗します。"},
		Fix: text.Text{
			EN: "Send the response as the last event before the stream is closed.",
			JA: "ストリームを閉じる前に、最後のイベントとしてレスポンスを送ってください。"},
		Check: func(p *rule.Pass) {
			s := p.Stream
			read := 0
			for _, e := range s.Events {
				switch m := e.Message; {
				case m == nil && e.Type == "endpoint":
					return
				case m == nil && len(e.Data.Text) > 0 && (e.Type == "" || e.Type == "message"):
					p.Unseen(text.Text{EN: "An event of the stream can't be read.", JA: "読み取れないイベントがあります。"})
					return
				case m != nil && (m.Shape == message.Response || m.Shape == message.ErrorResponse):
					return
				case m != nil:
					read++
				}
			}
			x := p.Exchange
			switch {
			case x != nil && x.Request == nil && x.HTTP != nil && x.HTTP.Verb != "POST":
			case x != nil && x.Request != nil && x.Request.Method == spec.Listen:
				p.Unseen(text.Text{EN: "A subscription stays open; whether it has ended doesn't show.", JA: "購読は開いたままになります。終わったかどうかは分かりません。"})
			case s.CutOff:
				p.Unseen(text.Text{EN: "The stream was not copied to its end.", JA: "ストリームが最後までコピーされていません。"})
			default:
				f := p.Report(streamPlace(p, lastLine(s.Text)))
				if x == nil || x.Request == nil || x.Request.Shape != message.Request || read > 0 {
					f.Softened(rule.Note).Say(text.Text{
						EN: "No response is on the stream as it is here; if a request was sent and the stream has ended, it went unanswered.",
						JA: "ここにある範囲では、ストリームにレスポンスがありません。リクエストを送り、ストリームが終わっているなら、応答がなかったことになります。"})
				}
			}
		},
	},
	{
		ID: "stream-event-open", Since: "0.1.0", Party: rule.Anyone, On: rule.OnStream, At: "body", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#receiving-messages", Keyword: spec.Says},
		Title:  text.Text{EN: "The last event is not closed", JA: "最後のイベントが閉じていない"},
		Message: text.Text{
			EN: "The stream stops inside an event: no empty line closes it, so a client throws it away.",
			JA: "ストリームがイベントの途中で止まっています。空行で閉じていないため、クライアントは捨てます。"},
		Why: text.Text{
			EN: "By the rules for event streams an event counts only when an empty line ends it. If only the copy lacks the line, all is well.",
			JA: "イベントストリームの規則では、空行で終わって初めてイベントになります。コピーのときに空行が落ちただけなら問題ありません。"},
		Fix: text.Text{
			EN: "Write an empty line after each event, the last one too.",
			JA: "最後のイベントも含め、イベントごとに空行を書いてください。"},
		Check: func(p *rule.Pass) {
			s := p.Stream
			if !s.CutOff || len(s.Events) == 0 {
				return
			}
			e := s.Events[len(s.Events)-1]
			if e.Message == nil && len(e.Data.Text) > 0 && (e.Type == "" || e.Type == "message") {
				p.Blocked("json-text-truncated")
				return
			}
			at := streamPlace(p, e.Span)
			if len(e.Data.Text) > 0 {
				at.Span = e.Data.All()
			}
			f := p.Report(at)
			if f == nil || !s.Unbroken() || p.Pane != message.Pasted {
				return
			}
			end := "\n\n"
			if strings.HasSuffix(string(s.Text), "\n") {
				end = "\n"
			}
			f.Edits = append(f.Edits, rule.Edit{Span: s.Source(jsondoc.Span{Start: len(s.Text), End: len(s.Text)}), Text: end})
		},
	},
	{
		ID: "stream-resumption-fields", Since: "0.1.0", Party: rule.Server, On: rule.OnStream, At: "body",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#receiving-messages", Keyword: spec.Says},
		Title:  text.Text{EN: "Fields for resuming a stream", JA: "ストリーム再開用のフィールド"},
		Message: text.Text{
			EN: "The stream has id or retry fields, but streams can't be resumed in this revision.",
			JA: "ストリームに id や retry のフィールドがありますが、この revision ではストリームを再開できません。"},
		Why: text.Text{
			EN: "They are harmless. A client that reconnects with Last-Event-ID gets a 405; it has to send the request again under a new id.",
			JA: "害はありません。Last-Event-ID で再接続するクライアントには 405 が返ります。新しい id でリクエストを送り直す必要があります。"},
		Fix: text.Text{EN: "Leave the fields out of modern answers.", JA: "モダンの応答ではこれらのフィールドを省いてください。"},
		Check: func(p *rule.Pass) {
			s := p.Stream
			if p.Claim() != message.ClaimsModern {
				p.Unseen(text.Text{EN: "Nothing shows that the stream comes from a modern server.", JA: "モダンのサーバーのストリームだと分かるものがありません。"})
				return
			}
			for _, e := range s.Events {
				for _, line := range [...]*jsondoc.Span{e.ID, e.Retry} {
					if line != nil {
						p.Report(streamPlace(p, *line))
						return
					}
				}
			}
		},
	},
	{
		ID: "stream-ack-late", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/method",
		Clause: spec.Clause{Page: subscriptions, Anchor: "#acknowledgment", Keyword: spec.Must},
		Title:  text.Text{EN: "Something comes before the acknowledgment", JA: "承認より先に何かが届いている"},
		Message: text.Text{
			EN: "A message of the subscription comes before notifications/subscriptions/acknowledged, which must be the first.",
			JA: "購読のメッセージが notifications/subscriptions/acknowledged より先に届いています。承認が最初でなければなりません。"},
		Why: text.Text{
			EN: "The acknowledgment tells the client what the server agreed to; until then it doesn't know what to expect.",
			JA: "承認によって、サーバーが応じた内容がクライアントに伝わります。それまでは何が届くか分かりません。"},
		Fix: text.Text{
			EN: "Send the acknowledgment first on each subscription. On stdio messages of other subscriptions may come before.",
			JA: "購読ごとに、最初に承認を送ってください。stdio では、ほかの購読のメッセージが先に来ても構いません。"},
		Check: follow(ackLate, func(p *rule.Pass, f found) {
			f.report(p, text.Text{EN: "the subscription", JA: "購読"})
		}),
	},
	{
		ID: "stream-ack-wider", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/params/notifications/*",
		Clause: spec.Clause{Page: subscriptions, Anchor: "#acknowledgment", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "More is acknowledged than was asked for", JA: "求められていないものまで承認している"},
		Message: text.Text{
			EN: "The acknowledgment grants {name}, which the request didn't ask for.",
			JA: "承認に {name} がありますが、リクエストは求めていません。"},
		Why: text.Text{
			EN: "It is to be the part of the request's filter that the server honours; what wasn't asked for must not be sent anyway.",
			JA: "承認は、リクエストのフィルターのうちサーバーが応じる部分です。求められていない通知はそもそも送れません。"},
		Fix: text.Text{EN: "Acknowledge only what the filter asks for.", JA: "フィルターにあるものだけを承認してください。"},
		Check: follow(ackWider, func(p *rule.Pass, f found) {
			f.report(p, theFilter, text.A("name", f.name))
		}),
	},
	{
		ID: "stream-filter-ignored", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/method",
		Clause: spec.Clause{Page: subscriptions, Anchor: "#opening-a-stream", Keyword: spec.MustNot},
		Title:  text.Text{EN: "A notification that the filter leaves out", JA: "フィルターにない通知"},
		Message: text.Text{
			EN: "{method} comes on a subscription whose filter doesn't ask for it.",
			JA: "購読のフィルターが求めていない {method} が届いています。"},
		Why: text.Text{
			EN: "A member that is absent or false means not subscribed; clients count on getting nothing else.",
			JA: "メンバーがないか false なら購読していません。クライアントはそれ以外が届かないことを前提としています。"},
		Fix: text.Text{
			EN: "Send only the kinds of notifications that the filter asks for.",
			JA: "フィルターが求める種類の通知だけを送ってください。"},
		Check: follow(filterIgnored, func(p *rule.Pass, f found) {
			f.report(p, theFilter)
		}),
	},
	{
		ID: "stream-subscription-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/params/_meta/io.modelcontextprotocol~1subscriptionId",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "subscriptionId is missing", JA: "subscriptionId がない"},
		Message: text.Text{
			EN: "The message of a subscription has no io.modelcontextprotocol/subscriptionId in _meta.",
			JA: "購読のメッセージの _meta に io.modelcontextprotocol/subscriptionId がありません。"},
		Why: text.Text{
			EN: "A client with several subscriptions can't tell to which one this belongs, least of all on stdio.",
			JA: "複数の購読を持つクライアントは、どの購読のものか判断できません。stdio ではなおさらです。"},
		Fix: text.Text{
			EN: "Put the id of the subscriptions/listen request there, number or string as it came.",
			JA: "subscriptions/listen リクエストの id を、数値か文字列か受け取った型のまま入れてください。"},
		Check: follow(subscriptionMissing, func(p *rule.Pass, f found) {
			in, root := f.m.Params, "/params"
			if f.m.IsResult() {
				in, root = f.m.Result, "/result"
			}
			id := string(f.there.Raw())
			at := f.m.Meta
			if !at.Exists() {
				at = in
			}
			if !at.Exists() {
				at = f.m.Root
			}
			place := p.Missing(at, spec.MetaSubscriptionID)
			place.Pointer = root + "/_meta/io.modelcontextprotocol~1subscriptionId"
			r := f.relate(p, p.Report(place), text.Text{EN: "the subscription's id", JA: "購読の id"})
			switch at {
			case f.m.Meta:
				p.Insert(r, at, spec.MetaSubscriptionID, id)
			case in:
				p.Insert(r, at, "_meta", `{"`+spec.MetaSubscriptionID+`":`+id+`}`)
			default:
				p.Insert(r, at, "params", `{"_meta":{"`+spec.MetaSubscriptionID+`":`+id+`}}`)
			}
			if f.m.IsResult() {
				r.Cite(spec.Clause{Page: "schema", Anchor: "#subscriptionslistenresultmetaobject", Keyword: spec.Schema})
			}
		}),
	},
	{
		ID: "stream-subscription-mismatch", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/params/_meta/io.modelcontextprotocol~1subscriptionId",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "subscriptionId is the id of no subscription", JA: "subscriptionId がどの購読の id でもない"},
		Message: text.Text{
			EN: "subscriptionId is {value}, but the id of the subscriptions/listen request is {asked}.",
			JA: "subscriptionId が {value} ですが、subscriptions/listen リクエストの id は {asked} です。"},
		Why: text.Text{
			EN: "Clients compare the two and drop what doesn't match.",
			JA: "クライアントは両者を比べ、一致しないものを捨てます。"},
		Fix: text.Text{
			EN: "Repeat the id of the request with its JSON type.",
			JA: "リクエストの id を、JSON の型も同じまま入れてください。"},
		Check: follow(subscriptionMismatch, func(p *rule.Pass, f found) {
			r := f.report(p, text.Text{EN: "the subscription's id", JA: "購読の id"}, raw(f.at), text.A("asked", short(string(f.there.Raw()))))
			if f.twin {
				r.Say(text.Text{
					EN: "subscriptionId is {value}, but the request's id is {asked}: the JSON type counts. Drafts until June 2026 wrote every id as a string.",
					JA: "subscriptionId が {value} ですが、リクエストの id は {asked} です。JSON の型も一致が必要です。2026 年 6 月までの draft では id をすべて文字列で書きました。"})
			}
			p.Edit(r, f.at, string(f.there.Raw()))
		}),
	},
	{
		ID: "stream-subscription-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/params/_meta/io.modelcontextprotocol~1subscriptionId",
		Clause: spec.Clause{Page: "schema", Anchor: "#notificationmetaobject", Keyword: spec.Schema},
		Title:  text.Text{EN: "subscriptionId is neither a string nor an integer", JA: "subscriptionId が文字列でも整数でもない"},
		Message: text.Text{
			EN: "subscriptionId is {value}; it is the id of a request, a string or an integer.",
			JA: "subscriptionId が {value} です。リクエストの id なので、文字列か整数です。"},
		Why: text.Text{
			EN: "Typed clients refuse the message; others find no subscription of that id.",
			JA: "型を検査するクライアントはメッセージを拒否し、そうでなくても該当する購読が見つかりません。"},
		Fix: text.Text{
			EN: "Put the id of the subscriptions/listen request there as it came.",
			JA: "subscriptions/listen リクエストの id を受け取ったとおりに入れてください。"},
		Check: func(p *rule.Pass) {
			if v := p.Msg.Meta.Get(spec.MetaSubscriptionID); v.Exists() && !goodID(v) && p.Msg.Shape != message.Request {
				p.Report(p.Value(v), raw(v))
			}
		},
	},
	{
		ID: "stream-params-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/params", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#jsonrpcnotification", Keyword: spec.Schema},
		Title:  text.Text{EN: "A notification or subscription lacks a parameter", JA: "通知や購読に必須の引数がない"},
		Message: text.Text{
			EN: "{method} has no params.{name}.",
			JA: "{method} に params.{name} がありません。"},
		Why: text.Text{
			EN: "Typed receivers drop the message, and nobody learns of it: notifications are not answered.",
			JA: "型を検査する受信側はメッセージを捨てます。通知に応答はないため、誰も気づきません。"},
		Fix: text.Text{EN: "Add the member.", JA: "このメンバーを加えてください。"},
		Check: func(p *rule.Pass) {
			eachParam(p, func(in, v jsondoc.Value, q param) {
				if !q.need || v.Exists() {
					return
				}
				at := p.Missing(in, q.name)
				if !in.Exists() {
					at = p.Missing(p.Msg.Root, "params")
				}
				f := p.Report(at, text.A("method", short(p.Msg.Method)), text.A("name", q.name)).By(sender(p)).Cite(spec.Clause{Page: "schema", Anchor: q.anchor, Keyword: spec.Schema})
				if m := misspelt(in, q.name); m.Exists() {
					f.Relate(p.Name(m), meant)
					if q.fits(m) {
						p.Rename(f, m, q.name)
					}
				}
			})
		},
	},
	{
		ID: "stream-params-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/params/*", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#jsonrpcnotification", Keyword: spec.Schema},
		Title:  text.Text{EN: "A parameter of a notification or subscription has the wrong type", JA: "通知や購読の引数の型が違う"},
		Message: text.Text{
			EN: "params.{name} is {value}; it has to be {form}.",
			JA: "params.{name} が {value} です。{form}でなければなりません。"},
		Why: text.Text{
			EN: "Typed receivers drop the message, and nobody learns of it: notifications are not answered.",
			JA: "型を検査する受信側はメッセージを捨てます。通知に応答はないため、誰も気づきません。"},
		Fix: text.Text{EN: "Send the value in that form.", JA: "その形の値を送ってください。"},
		Check: func(p *rule.Pass) {
			eachParam(p, func(_, v jsondoc.Value, q param) {
				if v.Exists() && !q.fits(v) {
					p.Report(p.Value(v), raw(v), text.A("name", q.name), text.T("form", q.words())).By(sender(p)).Cite(spec.Clause{Page: "schema", Anchor: q.anchor, Keyword: spec.Schema})
				}
			})
		},
	},
	{
		ID: "stream-cancel-server", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/params/requestId",
		Clause: spec.Clause{Page: cancellation, Anchor: "#behavior-requirements", Keyword: spec.MustNot},
		Title:  text.Text{EN: "The server cancels what is no subscription", JA: "サーバーが購読以外を取り消している"},
		Message: text.Text{
			EN: "The server sends notifications/cancelled for {value}, which is no subscriptions/listen request.",
			JA: "サーバーが {value} について notifications/cancelled を送っていますが、subscriptions/listen リクエストではありません。"},
		Why: text.Text{
			EN: "A server may end a subscription so, and nothing else: any other request it answers, if need be with an error.",
			JA: "サーバーがこの通知で終えられるのは購読だけです。ほかのリクエストには、必要ならエラーで応答します。"},
		Fix: text.Text{
			EN: "Answer the request with an error; end a subscription with its result, or with this notification.",
			JA: "リクエストにはエラーで応答してください。購読は result か、この通知で終えます。"},
		Check: follow(cancelByServer, func(p *rule.Pass, f found) {
			f.report(p, theRequest, raw(f.at))
		}),
	},
}

var theFilter = text.Text{EN: "the request's filter", JA: "リクエストのフィルター"}

// streamPlace gives the place of a stretch of the stream.
func streamPlace(p *rule.Pass, s jsondoc.Span) *rule.Place {
	part := "text"
	if p.Stream.HTTP != nil {
		part = "body"
	}
	return p.Part(part, p.Stream.Source(s))
}

// lastLine gives the last line of a text that has something in it.
func lastLine(t []byte) jsondoc.Span {
	end := len(t)
	for end > 0 && (t[end-1] == '\n' || t[end-1] == '\r') {
		end--
	}
	from := end
	for from > 0 && t[from-1] != '\n' && t[from-1] != '\r' {
		from--
	}
	return jsondoc.Span{Start: from, End: end}
}

// report files a slip, with the message to which it doesn't fit.
func (f found) report(p *rule.Pass, label text.Text, args ...text.Arg) *rule.Finding {
	at := p.Value(f.at)
	if f.at.Kind() == jsondoc.Object {
		at = p.Name(f.at)
	}
	return f.relate(p, p.Report(at, append(args, text.A("method", short(f.m.Method)))...), label)
}

// unlessCut softens a finding where the request that would allow the message may stand before what was copied.
func (f found) unlessCut(r *rule.Finding) {
	if f.flow.stream == nil && !f.whole {
		r.Softened(rule.Advice)
	}
}

// relate shows the message to which a slip doesn't fit.
func (f found) relate(p *rule.Pass, r *rule.Finding, label text.Text) *rule.Finding {
	if f.other != nil && f.there.Exists() {
		r.Relate(p.Other(f.other, pane(f.other), f.there), label)
	}
	return r
}

// pane tells where a message of a flow stands: requests of the second pane are joined across the panes.
func pane(m *message.Message) message.Pane {
	if x := m.Exchange; x != nil && x.Request == m {
		return x.Pane
	}
	return message.Pasted
}

// paramForm is what a parameter of a notification has to be.
type paramForm uint8

const (
	paramAny paramForm = iota
	paramID
	paramNumber
	paramString
	paramLevel
	paramBool
	paramObject
	paramStrings
)

// param is a parameter of a notification, or of the request for them.
type param struct {
	name   string // as a path below params
	form   paramForm
	need   bool
	anchor string
}

// words says what a parameter has to be.
func (q param) words() text.Text {
	switch q.form {
	case paramID:
		return text.Text{EN: "a string or an integer", JA: "文字列か整数"}
	case paramNumber:
		return text.Text{EN: "a number", JA: "数値"}
	case paramLevel:
		return text.Text{EN: "one of the eight syslog levels", JA: "syslog の 8 段階のどれか"}
	case paramBool:
		return text.Text{EN: "true or false", JA: "true か false"}
	case paramObject:
		return text.Text{EN: "an object", JA: "オブジェクト"}
	case paramStrings:
		return text.Text{EN: "an array of strings", JA: "文字列の配列"}
	}
	return text.Text{EN: "a string", JA: "文字列"}
}

// fits reports whether a value is what the parameter has to be.
func (q param) fits(v jsondoc.Value) bool {
	switch q.form {
	case paramID:
		return goodID(v)
	case paramNumber:
		return v.Kind() == jsondoc.Number
	case paramString:
		return v.Kind() == jsondoc.String
	case paramLevel:
		s, _ := v.Text()
		return logLevel(s)
	case paramBool:
		return v.Kind() == jsondoc.Bool
	case paramObject:
		return v.Kind() == jsondoc.Object
	case paramStrings:
		for e := v.First(); e.Exists(); e = e.Next() {
			if e.Kind() != jsondoc.String {
				return false
			}
		}
		return v.Kind() == jsondoc.Array
	}
	return true
}

var filterParams = []param{
	{"notifications.toolsListChanged", paramBool, false, "#subscriptionfilter"},
	{"notifications.promptsListChanged", paramBool, false, "#subscriptionfilter"},
	{"notifications.resourcesListChanged", paramBool, false, "#subscriptionfilter"},
	{"notifications.resourceSubscriptions", paramStrings, false, "#subscriptionfilter"},
}

// paramsOf gives the parameters that the schema defines for a notification or for the request for them.
func paramsOf(method string) []param {
	switch method {
	case "notifications/progress":
		const at = "#progressnotificationparams"
		return []param{{"progressToken", paramID, true, at}, {"progress", paramNumber, true, at}, {"total", paramNumber, false, at}, {"message", paramString, false, at}}
	case "notifications/message":
		const at = "#loggingmessagenotificationparams"
		return []param{{"level", paramLevel, true, at}, {"data", paramAny, true, at}, {"logger", paramString, false, at}}
	case "notifications/cancelled":
		const at = "#cancellednotificationparams"
		return []param{{"requestId", paramID, true, at}, {"reason", paramString, false, at}}
	case "notifications/resources/updated":
		return []param{{"uri", paramString, true, "#resourceupdatednotificationparams"}}
	case "notifications/subscriptions/acknowledged":
		return append([]param{{"notifications", paramObject, true, "#subscriptionsacknowledgednotificationparams"}}, filterParams...)
	case spec.Listen:
		return append([]param{{"notifications", paramObject, true, "#subscriptionslistenrequestparams"}}, filterParams...)
	}
	return nil
}

// eachParam walks the defined parameters of a notification: what they stand in, and their values where they are there.
func eachParam(p *rule.Pass, do func(in, v jsondoc.Value, q param)) {
	m := p.Msg
	all := paramsOf(m.Method)
	switch {
	case len(all) == 0 || m.Shape != message.Notification && m.Method != spec.Listen:
		p.Unseen(text.Text{EN: "No notification with parameters is here, and no subscription.", JA: "引数を持つ通知も、購読のリクエストもありません。"})
		return
	case m.Params.Exists() && m.Params.Kind() != jsondoc.Object:
		p.Blocked("envelope-params-type")
		return
	case m.Method == spec.Listen && !m.Params.Exists():
		p.Blocked("request-params-missing")
		return
	}
	for _, q := range all {
		in, key := m.Params, q.name
		if i := strings.IndexByte(key, '.'); i >= 0 {
			in, key = in.Get(key[:i]), key[i+1:]
		}
		// Which request is meant became optional in 2025-11-25.
		if m.Method == "notifications/cancelled" && m.Claim == message.ClaimsLegacy {
			q.need = false
		}
		do(in, in.Get(key), q)
	}
}
