package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// transcriptRules judge what goes over stdio: the lines themselves, and what a conversation needs that has one channel
// for all its messages.
var transcriptRules = []*rule.Rule{
	{
		ID: "transcript-stdout-noise", Since: "0.1.0", Party: rule.Server, On: rule.OnTranscript, At: "stdout", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: stdio, Anchor: "", Keyword: spec.MustNot},
		Title:  text.Text{EN: "stdout carries something else than messages", JA: "stdout にメッセージ以外のものがある"},
		Message: text.Text{
			EN: "\"{line}\" on stdout is no JSON-RPC message.",
			JA: "stdout の「{line}」は JSON-RPC メッセージではありません。"},
		Why: text.Text{
			EN: "A client reads every line of stdout as a message: some skip what they can't read, others close the connection.",
			JA: "クライアントは stdout の各行をメッセージとして読みます。読めない行を飛ばすものもあれば、接続を切るものもあります。"},
		Fix: text.Text{
			EN: "Write banners and logs to stderr; libraries that print to stdout have to be told so before the first line.",
			JA: "起動時の表示やログは stderr に書いてください。stdout に出力するライブラリは、最初の行より前に出力先を変えておきます。"},
		Check: func(p *rule.Pass) {
			framed := false
			for i, l := range p.Paste.Lines {
				if !l.Noise || l.Channel != message.Stdout && l.Channel != message.AnyChannel {
					framed = false
					continue
				}
				f := p.Report(p.Part("stdout", l.All()), text.A("line", short(string(l.Text))))
				switch {
				case framing(string(l.Text)) || framed:
					framed = true
					f.Say(text.Text{
						EN: "\"{line}\" is the framing of another protocol; on stdio a message is one line, without a header.",
						JA: "「{line}」は別のプロトコルの区切り方です。stdio のメッセージはヘッダーのない 1 行です。"}).
						Advise(text.Text{
							EN: "Write the JSON text and a line feed, nothing else.",
							JA: "JSON と改行だけを書いてください。"})
					if i+1 < len(p.Paste.Lines) && p.Paste.Lines[i+1].Blank {
						f.Relate(p.Part("stdout", p.Paste.Lines[i+1].Span), text.Text{EN: "the empty line belongs to it", JA: "空行もその一部です"})
					}
				case l.Channel == message.AnyChannel && !p.Paste.OverStdio():
					f.Softened(rule.Advice).Say(text.Text{
						EN: "\"{line}\" is no JSON-RPC message; if it came on stdout and not on stderr, it must not be there.",
						JA: "「{line}」は JSON-RPC メッセージではありません。stderr ではなく stdout に出たものなら、あってはなりません。"})
				}
			}
		},
	},
	{
		ID: "transcript-stdin-noise", Since: "0.1.0", Party: rule.Client, On: rule.OnTranscript, At: "stdin", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: stdio, Anchor: "", Keyword: spec.MustNot},
		Title:  text.Text{EN: "stdin gets something else than messages", JA: "stdin にメッセージ以外のものを書いている"},
		Message: text.Text{
			EN: "\"{line}\" on stdin is no JSON-RPC message.",
			JA: "stdin の「{line}」は JSON-RPC メッセージではありません。"},
		Why: text.Text{
			EN: "Servers answer it with a parse error that belongs to no request, or exit.",
			JA: "サーバーはどのリクエストにも属さない解析エラーを返すか、終了します。"},
		Fix: text.Text{
			EN: "Write one JSON-RPC request or notification a line.",
			JA: "1 行に 1 つ、JSON-RPC のリクエストか通知を書いてください。"},
		Check: func(p *rule.Pass) {
			for _, l := range p.Paste.Lines {
				if l.Noise && l.Channel == message.Stdin {
					p.Report(p.Part("stdin", l.All()), text.A("line", short(string(l.Text))))
				}
			}
		},
	},
	{
		ID: "transcript-message-broken", Since: "0.1.0", Party: rule.Server, On: rule.OnTranscript, At: "stdout", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: stdio, Anchor: "", Keyword: spec.MustNot},
		Title:  text.Text{EN: "A message is broken over several lines", JA: "メッセージが複数の行に分かれている"},
		Message: text.Text{
			EN: "The message runs over {lines} lines; on stdio a line feed ends a message.",
			JA: "メッセージが {lines} 行にわたっています。stdio では改行がメッセージの終わりです。"},
		Why: text.Text{
			EN: "The reader takes each line for a message of its own and fails on the first.",
			JA: "受け手は 1 行ずつ別のメッセージとして読み、最初の行で失敗します。"},
		Fix: text.Text{
			EN: "Write JSON without indentation and line breaks; inside strings they are \\n.",
			JA: "JSON は字下げも改行もなしで書いてください。文字列の中の改行は \\n です。"},
		Check: func(p *rule.Pass) {
			for _, l := range p.Paste.Lines {
				if !l.Broken {
					continue
				}
				f := p.Report(p.Part(channelName(l), l.All()), text.A("lines", decimal(int64(1+strings.Count(string(l.Text), "\n")))))
				if l.Channel == message.Stdin || l.Message != nil && l.Message.Direction == message.ToServer {
					f.By(rule.Client)
				}
				if l.Channel == message.AnyChannel && !p.Paste.OverStdio() {
					f.Softened(rule.Advice).Say(text.Text{
						EN: "The message runs over {lines} lines. If that is how it was written and not how it was copied, it must not: on stdio a line feed ends a message.",
						JA: "メッセージが {lines} 行にわたっています。コピーの際に整形されたのではなく実際にこう書かれたのなら、許されません。stdio では改行がメッセージの終わりです。"})
				}
			}
		},
	},
	{
		ID: "transcript-line-blank", Since: "0.1.0", Party: rule.Server, On: rule.OnTranscript, At: "stdout", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: stdio, Anchor: "", Keyword: spec.MustNot}, As: rule.Advice,
		Title: text.Text{EN: "An empty line on stdout", JA: "stdout に空行"},
		Message: text.Text{
			EN: "stdout has an empty line, which is no message.",
			JA: "stdout に空行があります。メッセージではありません。"},
		Why: text.Text{
			EN: "Most clients skip it. By the letter stdout holds valid messages only, and strict readers fail on it.",
			JA: "多くのクライアントは読み飛ばします。規定では stdout は正しいメッセージだけで、厳格な実装は失敗します。"},
		Fix: text.Text{
			EN: "Write one line feed behind each message, not two.",
			JA: "メッセージの後の改行は 2 つではなく 1 つにしてください。"},
		Check: func(p *rule.Pass) {
			framed := false
			for _, l := range p.Paste.Lines {
				if l.Blank && l.Channel == message.Stdout && !framed {
					p.Report(p.Part("stdout", l.Span))
				}
				framed = l.Noise && (framed || framing(string(l.Text)))
			}
		},
	},
	{
		ID: "transcript-line-crlf", Since: "0.1.0", Party: rule.Server, On: rule.OnTranscript, At: "stdout", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: stdio, Anchor: "", Keyword: spec.Says},
		Title:  text.Text{EN: "Lines end with CR LF", JA: "行末が CR LF"},
		Message: text.Text{
			EN: "The line ends with a carriage return before the line feed.",
			JA: "行末の LF の前に CR があります。"},
		Why: text.Text{
			EN: "It is white space to JSON, so the message is valid; some clients refuse a byte behind the closing bracket all the same.",
			JA: "JSON では空白なのでメッセージは正しいものです。ただし閉じ括弧の後のバイトを拒否するクライアントもあります。"},
		Fix: text.Text{
			EN: "Write LF alone; on Windows set stdout to binary. The clipboard may have added the CR, too.",
			JA: "LF だけを書いてください。Windows では stdout をバイナリモードにします（クリップボードが CR を加えた可能性もあります）。"},
		Check: func(p *rule.Pass) {
			for _, l := range p.Paste.Lines {
				if l.CR && l.Message != nil && l.Message.Direction != message.ToServer {
					p.Report(p.Part("stdout", jsondoc.Span{Start: l.Span.End, End: l.Span.End + 1}))
					return
				}
			}
		},
	},
	{
		ID: "transcript-client-response", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/result",
		Clause: spec.Clause{Page: stdio, Anchor: "#sending-messages", Keyword: spec.MustNot},
		Title:  text.Text{EN: "The client writes a response", JA: "クライアントがレスポンスを書いている"},
		Message: text.Text{
			EN: "The client writes a JSON-RPC response; clients send requests and notifications only.",
			JA: "クライアントが JSON-RPC レスポンスを書いています。クライアントが送るのはリクエストと通知だけです。"},
		Why: text.Text{
			EN: "Servers ask for input in an input_required result, and the client answers by sending the request again with inputResponses.",
			JA: "サーバーは input_required の result で入力を求め、クライアントは inputResponses を付けてリクエストを送り直して答えます。"},
		Fix: text.Text{
			EN: "Leave the server's request unanswered, and report it to the server's authors.",
			JA: "サーバーのリクエストには応答せず、サーバーの作者に伝えてください。"},
		Check: follow(clientAnswers, func(p *rule.Pass, f found) {
			p.Report(p.Name(f.at))
		}),
	},
	{
		ID: "transcript-id-reused", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/id", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: basic, Anchor: "#requests", Keyword: spec.MustNot},
		Title:  text.Text{EN: "The id of an open request is used again", JA: "応答待ちのリクエストの id を再使用している"},
		Message: text.Text{
			EN: "The id {value} belongs to {other}, which has no answer yet.",
			JA: "id {value} は、まだ応答のない {other} が使っています。"},
		Why: text.Text{
			EN: "An answer with this id fits both requests; clients hand it to the wrong one, or drop it.",
			JA: "この id の応答は両方のリクエストに当てはまり、クライアントは取り違えるか捨てるかします。"},
		Fix: text.Text{
			EN: "Give each request an id that no open one has; counting up does.",
			JA: "応答待ちのものと重ならない id を付けてください。順に数えれば十分です。"},
		Check: follow(idReused, func(p *rule.Pass, f found) {
			f.report(p, text.Text{EN: "used here already", JA: "先に使った箇所"}, raw(f.at), text.A("other", short(f.other.Method)))
		}),
	},
	{
		ID: "transcript-token-reused", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/params/_meta/progressToken", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: progress, Anchor: "#progress-flow", Keyword: spec.Must},
		Title:  text.Text{EN: "A progress token is used for two open requests", JA: "進捗トークンが応答待ちの 2 つのリクエストで同じ"},
		Message: text.Text{
			EN: "The progress token {value} belongs to {other} too, which has no answer yet.",
			JA: "進捗トークン {value} は、まだ応答のない {other} も使っています。"},
		Why: text.Text{
			EN: "A progress notification names the token alone, so nobody can tell which request advances.",
			JA: "進捗の通知はトークンだけを示すため、どのリクエストが進んだのか判断できません。"},
		Fix: text.Text{
			EN: "Use a token that no active request has, for example the request's id.",
			JA: "処理中のリクエストと重ならないトークンを使ってください。リクエストの id でも構いません。"},
		Check: follow(tokenReused, func(p *rule.Pass, f found) {
			f.report(p, text.Text{EN: "used here already", JA: "先に使った箇所"}, raw(f.at), text.A("other", short(f.other.Method)))
		}),
	},
	{
		ID: "transcript-response-twice", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/id", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "basic/patterns", Anchor: "#request-and-response", Keyword: spec.Says}, As: rule.Violation,
		Title: text.Text{EN: "A request is answered twice", JA: "1 つのリクエストに 2 回応答している"},
		Message: text.Text{
			EN: "A second response comes for a request that was answered before.",
			JA: "応答の済んだリクエストに、2 つ目のレスポンスが届いています。"},
		Why: text.Text{
			EN: "The server answers each request once, with a result or an error; clients drop the second, or take it for another request's.",
			JA: "サーバーは各リクエストに result かエラーで 1 回だけ応答します。クライアントは 2 つ目を捨てるか、別のリクエストのものと取り違えます。"},
		Fix: text.Text{
			EN: "Send one response; what comes before it are notifications.",
			JA: "レスポンスは 1 つだけ送ってください。その前に送れるのは通知です。"},
		Check: follow(answeredTwice, func(p *rule.Pass, f found) {
			f.report(p, text.Text{EN: "answered here", JA: "ここで応答済み"})
		}),
	},
	{
		ID: "transcript-response-unmatched", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/id", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: basic, Anchor: "#result-responses", Keyword: spec.Must},
		Title:  text.Text{EN: "A response to no request", JA: "どのリクエストへの応答でもない"},
		Message: text.Text{
			EN: "The response has the id {value}, which no request here has.",
			JA: "レスポンスの id が {value} ですが、この id のリクエストがありません。"},
		Why: text.Text{
			EN: "On stdio the id alone joins the two: the request that was meant stays unanswered until its timeout.",
			JA: "stdio で両者を結び付けるのは id だけです。対象のリクエストはタイムアウトまで応答がないままになります。"},
		Fix: text.Text{
			EN: "Repeat the id of the request as it came, with its JSON type.",
			JA: "リクエストの id を、JSON の型も同じまま返してください。"},
		Check: follow(answeredNobody, func(p *rule.Pass, f found) {
			r := f.report(p, text.Text{EN: "this request waits", JA: "応答待ちのリクエスト"}, raw(f.at))
			switch {
			case f.twin:
				r.Say(text.Text{
					EN: "The response has the id {value}, the request's has the other JSON type: 1 and \"1\" are two ids.",
					JA: "レスポンスの id が {value} ですが、リクエストの id とは JSON の型が違います。1 と \"1\" は別の id です。"})
			case !f.whole || alone(f.m):
				r.Softened(rule.Advice).Say(text.Text{
					EN: "The response has the id {value}, which no request here has; it may stand before what was copied.",
					JA: "レスポンスの id が {value} ですが、この id のリクエストがありません。コピーした範囲より前にある可能性もあります。"})
			}
			if f.twin {
				p.Edit(r, f.at, otherQuotes(f.at))
			}
		}),
	},
	{
		ID: "transcript-cancel-unknown", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/params/requestId", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: cancellation, Anchor: "#behavior-requirements", Keyword: spec.Must},
		Title:  text.Text{EN: "What was never sent is cancelled", JA: "送っていないリクエストを取り消している"},
		Message: text.Text{
			EN: "requestId is {value}, which is the id of no request here.",
			JA: "requestId が {value} ですが、この id のリクエストがありません。"},
		Why: text.Text{
			EN: "Servers ignore it, so the request that was meant runs on.",
			JA: "サーバーは無視するため、対象のリクエストは動き続けます。"},
		Fix: text.Text{
			EN: "Name the id of an open request as it was sent.",
			JA: "応答待ちのリクエストの id を、送ったとおりに入れてください。"},
		Check: follow(cancelUnknown, func(p *rule.Pass, f found) {
			r := f.report(p, theRequest, raw(f.at))
			switch {
			case f.twin:
				r.Say(text.Text{
					EN: "requestId is {value}, the request's id has the other JSON type: 1 and \"1\" are two ids.",
					JA: "requestId が {value} ですが、リクエストの id とは JSON の型が違います。1 と \"1\" は別の id です。"})
				p.Edit(r, f.at, otherQuotes(f.at))
			case !f.whole:
				r.Softened(rule.Advice)
			}
		}),
	},
	{
		ID: "transcript-cancelled-answered", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/id", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: stdio, Anchor: "#cancellation", Keyword: spec.MustNot}, As: rule.Note,
		Title: text.Text{EN: "A cancelled request is answered", JA: "取り消したリクエストに応答している"},
		Message: text.Text{
			EN: "The response comes after the client cancelled the request; a server that has read the cancellation sends nothing more for it.",
			JA: "クライアントが取り消した後にレスポンスが届いています。取り消しを読んだサーバーは、もう何も送りません。"},
		Why: text.Text{
			EN: "The two may have crossed on the way, which both sides have to bear: the client ignores the answer.",
			JA: "行き違いの可能性もあり、双方がこれを許容しなければなりません。クライアントは応答を無視します。"},
		Fix: text.Text{
			EN: "Look at the times: if the server had read the cancellation, it should have stayed silent.",
			JA: "時刻を確かめてください。取り消しを読んだ後なら、サーバーは何も送るべきではありませんでした。"},
		Check: follow(answeredCancelled, func(p *rule.Pass, f found) {
			f.report(p, theRequest)
		}),
	},
	{
		ID: "transcript-initialize-needless", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/method", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: stdio, Anchor: "#backward-compatibility", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "initialize although the server is modern", JA: "モダンのサーバーに initialize を送っている"},
		Message: text.Text{
			EN: "The client sends initialize, although the server has shown that it is modern and speaks {version}.",
			JA: "サーバーはモダンで {version} を話すと分かっているのに、クライアントが initialize を送っています。"},
		Why: text.Text{
			EN: "A DiscoverResult and a modern error both rule the fallback out: the client picks a version from the list and goes on with _meta in each request.",
			JA: "DiscoverResult とモダンのエラーが返れば、切り替えはできません。一覧から version を選び、リクエストごとに _meta を付けて進みます。"},
		Fix: text.Text{
			EN: "Send the next request with {version} in _meta.",
			JA: "次のリクエストを、_meta に {version} を入れて送ってください。"},
		Check: func(p *rule.Pass) {
			type proof struct {
				m       *message.Message
				at      jsondoc.Value
				version string
			}
			proofs := map[string]proof{}
			seen := false
			for _, m := range p.Paste.Messages {
				if m.Method == spec.Initialize && m.Shape == message.Request && m.Direction == message.ToServer {
					seen = true
					if before, ok := proofs[peer(m)]; ok {
						p.Report(p.Other(m, message.Pasted, m.Root.Get("method")), text.A("version", before.version)).
							Relate(p.Other(before.m, message.Pasted, before.at), text.Text{EN: "how it showed", JA: "そう分かる箇所"})
					}
				}
				list := m.Result.Get("supportedVersions")
				if c, ok := m.ErrorCode(); ok && c == spec.UnsupportedProtocolVersion && m.Answers != spec.Initialize {
					list = m.Error.Get("data").Get("supported")
				}
				each(list, func(_ jsondoc.Value, s string) {
					if _, ok := proofs[peer(m)]; !ok && spec.EraOf(s) == spec.Modern && m.Direction == message.ToClient {
						proofs[peer(m)] = proof{m, list, s}
					}
				})
			}
			if !seen {
				p.Unseen(text.Text{EN: "No initialize request is here.", JA: "initialize リクエストがありません。"})
			}
		},
	},
	{
		ID: "transcript-probe-silent", Since: "0.1.0", Party: rule.Client, On: rule.OnTranscript, At: "stdout", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: stdio, Anchor: "#backward-compatibility", Keyword: spec.Says},
		Title:  text.Text{EN: "server/discover gets no answer", JA: "server/discover に応答がない"},
		Message: text.Text{
			EN: "server/discover has no answer here. After a reasonable time a dual-era client takes the server for a legacy one and sends initialize.",
			JA: "server/discover への応答がありません。dual-era のクライアントは妥当な時間だけ待った後、レガシーのサーバーとみなして initialize を送ります。"},
		Why: text.Text{
			EN: "Some legacy servers ignore what comes before initialize, others exit on it. A modern server always answers.",
			JA: "レガシーのサーバーには、initialize より前のリクエストを無視するものや、終了してしまうものがあります。モダンのサーバーは必ず応答します。"},
		Fix: text.Text{
			EN: "Give the probe a time limit, cancel it with notifications/cancelled when the time is over, and start the process again if it has exited.",
			JA: "確認のリクエストには制限時間を設け、時間切れなら notifications/cancelled で取り消し、プロセスが終了していれば起動し直してください。"},
		Check: func(p *rule.Pass) {
			q, after, asked := silentProbe(p.Paste)
			switch {
			case !asked:
				p.Unseen(text.Text{EN: "No server/discover request is here.", JA: "server/discover リクエストがありません。"})
				return
			case q == nil:
				return
			}
			if bad, _ := faultsOf(q, nil); bad != 0 {
				p.Unseen(text.Text{EN: "The request itself is malformed, so its silence says nothing.", JA: "リクエスト自体の形が崩れているため、応答がなくても何も分かりません。"})
				return
			}
			method := p.Other(q, pane(q), q.Root.Get("method"))
			var f *rule.Finding
			if after != nil && exits(after) {
				f = p.Report(p.Part("process", after.All())).Relate(method, theRequest)
			} else if f = p.Report(method); after != nil {
				f.Relate(p.Part("process", after.All()), text.Text{EN: "what was observed", JA: "観察されたこと"})
			}
			for _, l := range p.Paste.Lines {
				if l.Noise && l.Channel != message.Stdin {
					f.Say(text.Text{
						EN: "server/discover has no answer here, and the process printed text that is no message: perhaps it was started with wrong arguments.",
						JA: "server/discover への応答がなく、プロセスはメッセージではない文を出力しています。起動の引数が違う可能性があります。"}).
						Advise(text.Text{
							EN: "Check the command line first; only a server that runs can be told to be legacy.",
							JA: "まず起動コマンドを確かめてください。レガシーかどうかは、動いているサーバーでしか判断できません。"})
					break
				}
			}
		},
	},
	{
		ID: "transcript-listen-lost", Since: "0.1.0", Party: rule.Client, On: rule.OnTranscript, At: "/method", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: subscriptions, Anchor: "#graceful-closure", Keyword: spec.Must}, As: rule.Note,
		Title: text.Text{EN: "A subscription is not opened again after a restart", JA: "再起動の後に購読し直していない"},
		Message: text.Text{
			EN: "The process ended while a subscription was open; the client goes on without a new subscriptions/listen.",
			JA: "購読中にプロセスが終了しましたが、クライアントは subscriptions/listen を送り直さずに続けています。"},
		Why: text.Text{
			EN: "The new process knows nothing of the subscription, so no change will be announced.",
			JA: "新しいプロセスは購読のことを知らないため、変更は通知されません。"},
		Fix: text.Text{
			EN: "Send subscriptions/listen again if changes still matter.",
			JA: "変更の通知がまだ必要なら、subscriptions/listen を送り直してください。"},
		Check: func(p *rule.Pass) {
			var open, lost, next *message.Message
			for _, l := range p.Paste.Lines {
				m := l.Message
				switch {
				case l.Channel == message.Observed && exits(l):
					if open != nil {
						lost, open, next = open, nil, nil
					}
				case m == nil || m.Shape != message.Request || m.Direction != message.ToServer:
				case m.Method == spec.Listen:
					lost = nil
					if m.Exchange == nil || m.Exchange.Response == nil {
						open = m
					}
				case lost != nil && next == nil:
					next = m
				}
			}
			if lost != nil && next != nil {
				p.Report(p.Other(next, message.Pasted, next.Root.Get("method"))).
					Relate(p.Other(lost, message.Pasted, lost.Root.Get("method")), text.Text{EN: "the subscription that was lost", JA: "失われた購読"})
			}
		},
	},
	{
		ID: "transcript-text-unread", Since: "0.1.0", Party: rule.Anyone, On: rule.OnPaste, At: "text", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "basic", Anchor: "#messages", Keyword: spec.Says},
		Title:  text.Text{EN: "The rest of the text was not read", JA: "残りの部分は読んでいない"},
		Message: text.Text{
			EN: "The text holds more messages than are read at a time; nothing from here on was checked.",
			JA: "一度に読める数を超えるメッセージがあるため、ここから先は検査していません。"},
		Why: text.Text{
			EN: "Each message costs memory of its own, and this runs in a browser's page.",
			JA: "メッセージごとにメモリが必要で、この検査はブラウザーのページの中で動いています。"},
		Fix: text.Text{
			EN: "Give the part that matters, such as the probe and what follows it.",
			JA: "server/discover とその後など、必要な部分だけを渡してください。"},
		Check: func(p *rule.Pass) {
			if s := p.Paste.Unread; s != nil {
				p.Report(p.Part("text", jsondoc.Span{Start: s.Start, End: min(s.Start+1, s.End)}))
			}
		},
	},
}

// framing reports whether a line is the header of a message as the Language Server Protocol frames it.
func framing(line string) bool { return strings.HasPrefix(folded(line), "content-length:") }

func channelName(l *message.Line) string {
	if l.Channel == message.Stdin {
		return "stdin"
	}
	return "stdout"
}

// otherQuotes writes an id in the other JSON type: "1" for 1.
func otherQuotes(id jsondoc.Value) string {
	if s, ok := id.Text(); ok {
		return s
	}
	return `"` + string(id.Raw()) + `"`
}

// exits reports whether a remark tells of the process's end.
func exits(l *message.Line) bool {
	s := text.Lower(string(l.Text))
	for _, word := range [...]string{"exit", "closed", "killed", "died", "crash", "terminat", "eof", "restart", "終了"} {
		if strings.Contains(s, word) {
			return true
		}
	}
	return false
}

// silentProbe finds a server/discover request that was given time to be answered and wasn't, and the remark about it.
// It tells too whether there is such a request at all.
func silentProbe(p *message.Paste) (q *message.Message, after *message.Line, asked bool) {
	unanswered := func(m *message.Message) bool {
		if m == nil || m.Shape != message.Request || m.Method != spec.Discover {
			return false
		}
		asked = true
		return m.Exchange == nil || m.Exchange.Response == nil
	}
	if s := p.Sent(); s != nil {
		for _, m := range s.Messages {
			if q == nil && unanswered(m) {
				q = m // all that came back stands in the text
			}
		}
	}
	waited := q != nil
	for _, l := range p.Lines {
		m := l.Message
		switch {
		case q == nil:
			if m != nil && m.Direction == message.ToServer && unanswered(m) {
				q = m
			}
		case l.Channel == message.Observed:
			if after == nil {
				after = l
			}
			waited = true
		case m != nil && m.Direction == message.ToServer && m.Shape == message.Request:
			waited = true
			unanswered(m)
		}
	}
	if !waited {
		return nil, nil, asked
	}
	return q, after, asked
}
