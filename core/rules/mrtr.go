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
	mrtr        = "basic/patterns/mrtr"
	elicitation = "client/elicitation"

	serverDuties = "#server-requirements-basic-workflow"
	clientDuties = "#client-requirements-basic-workflow"

	elicitationCreate     = "elicitation/create"
	samplingCreateMessage = "sampling/createMessage"
	rootsList             = "roots/list"
)

// mrtrRules judge multi round-trip requests beyond their shapes: what a server may ask for, and how a client retries.
var mrtrRules = []*rule.Rule{
	{
		ID: "mrtr-input-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result",
		Clause: spec.Clause{Page: mrtr, Anchor: serverDuties, Keyword: spec.Must},
		Title:  text.Text{EN: "input_required asks for nothing", JA: "input_required なのに何も求めていない"},
		Message: text.Text{
			EN: "The result says input_required but has neither inputRequests nor requestState.",
			JA: "result は input_required ですが、inputRequests も requestState もありません。"},
		Why: text.Text{
			EN: "The client has nothing to gather and nothing to send back, so a retry would be the same request again.",
			JA: "クライアントは集めるものも送り返すものもなく、再試行しても同じリクエストになるだけです。"},
		Fix: text.Text{
			EN: "Add what you need as inputRequests, or a requestState if a plain retry is meant; otherwise answer with a complete result.",
			JA: "必要なものを inputRequests で示すか、単なる再試行なら requestState を加えてください。そうでなければ完了した result を返してください。"},
		Check: onInput(func(p *rule.Pass, r jsondoc.Value) {
			if !r.Get("inputRequests").Exists() && !r.Get("requestState").Exists() {
				p.Report(p.Missing(r, "inputRequests"))
			}
		}),
	},
	{
		ID: "mrtr-request-method", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/inputRequests/*/method", When: "inputRequests",
		Clause: spec.Clause{Page: mrtr, Anchor: serverDuties, Keyword: spec.Must},
		Title:  text.Text{EN: "An input request with a method that is none", JA: "入力の要求に使えないメソッド"},
		Message: text.Text{
			EN: "The input request has the method {value}; only elicitation/create, sampling/createMessage and roots/list exist.",
			JA: "入力の要求の method が {value} です。使えるのは elicitation/create、sampling/createMessage、roots/list だけです。"},
		Why: text.Text{
			EN: "A client can't fulfil it, so the call never completes.",
			JA: "クライアントは応えられず、呼び出しはいつまでも完了しません。"},
		Fix: text.Text{
			EN: "Ask the person by elicitation/create, or do without.",
			JA: "elicitation/create で利用者に尋ねるか、求めないでください。"},
		Check: breaches(wrongMethod, func(p *rule.Pass, b breach) *rule.Finding {
			return p.Report(p.Value(b.at), raw(b.at)).Cite(spec.Clause{Page: mrtr, Anchor: serverDuties, Keyword: spec.Must})
		}),
	},
	{
		ID: "mrtr-request-envelope", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/inputRequests/*", When: "inputRequests",
		Clause: spec.Clause{Page: mrtr, Anchor: "#inputrequests", Keyword: spec.Says},
		Title:  text.Text{EN: "An input request with a JSON-RPC envelope", JA: "JSON-RPC の外枠が付いた入力の要求"},
		Message: text.Text{
			EN: "The input request has {name}; it is no message of its own, and its key in inputRequests is what its answer is known by.",
			JA: "入力の要求に {name} があります。これは独立したメッセージではなく、答えとの対応は inputRequests のキーで決まります。"},
		Why: text.Text{
			EN: "Clients ignore the member; it usually shows that a request of an older revision was wrapped as it was.",
			JA: "クライアントは無視します。古い revision のリクエストをそのまま包んだときによく残ります。"},
		Fix: text.Text{EN: "Leave it out.", JA: "省いてください。"},
		Check: eachInput(func(p *rule.Pass, q jsondoc.Value) {
			if all := named(q, "jsonrpc", "id"); len(all) > 0 {
				p.Remove(p.Report(p.Name(all[0]), text.A("name", all[0].Name())), all...)
			}
		}),
	},
	{
		ID: "mrtr-key-duplicate", Since: "0.1.0", Party: rule.Server, On: rule.OnTrouble, At: "/result/inputRequests/*",
		Clause: spec.Clause{Page: mrtr, Anchor: serverDuties, Keyword: spec.Must},
		Title:  text.Text{EN: "Two input requests have the same key", JA: "入力の要求のキーが重複している"},
		Message: text.Text{
			EN: "inputRequests has the key {name} twice.",
			JA: "inputRequests にキー {name} が 2 回あります。"},
		Why: text.Text{
			EN: "Most readers keep the last one only, so the other is never asked, and its answer has no place to go.",
			JA: "ほとんどの実装は最後の 1 つしか残さないため、もう一方は尋ねられず、答えを返す場所もありません。"},
		Fix: text.Text{EN: "Give each input request a key of its own.", JA: "入力の要求ごとに別のキーを付けてください。"},
		Check: func(p *rule.Pass) {
			for _, f := range p.Trouble.Flaws {
				if isInputKey(f) && owesJSON(p.Trouble) {
					p.Report(p.Flaw(f), text.A("name", short(f.Found))).
						Relate(p.Flaw(jsondoc.Flaw{Span: f.First, Pointer: f.Pointer}), text.Text{EN: "first here", JA: "最初はここ"})
				}
			}
		},
	},
	{
		ID: "mrtr-capability-undeclared", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/result/inputRequests/*",
		Clause: spec.Clause{Page: mrtr, Anchor: serverDuties, Keyword: spec.MustNot},
		Title:  text.Text{EN: "Input is asked for that the client doesn't support", JA: "クライアントが対応していない入力を求めている"},
		Message: text.Text{
			EN: "The server asks for {method}, but the request's clientCapabilities don't declare {name}.",
			JA: "サーバーは {method} を求めていますが、リクエストの clientCapabilities に {name} がありません。"},
		Why: text.Text{
			EN: "The client can't fulfil it; capabilities come with each request, and a server must not count on more.",
			JA: "クライアントは応えられません。capability はリクエストごとに伝わり、サーバーはそれ以上を当てにできません。"},
		Fix: text.Text{
			EN: "Do without it, or refuse the request with MissingRequiredClientCapability (-32021).",
			JA: "それなしで処理するか、MissingRequiredClientCapability（-32021）で断ってください。"},
		Check: func(p *rule.Pass) {
			caps, ok := declared(p)
			if !ok {
				return
			}
			eachInputOf(p.Msg.Result, func(q jsondoc.Value) {
				if name, at := undeclared(caps, q); name != "" {
					s, _ := q.Get("method").Text()
					p.Report(p.Value(at), text.A("method", s), text.A("name", name)).
						Relate(p.Other(p.Request(), p.Exchange.Pane, caps), text.Text{EN: "what the client declares", JA: "クライアントの宣言"})
				}
			})
		},
	},
	{
		ID: "mrtr-context-undeclared", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/result/inputRequests/*/params/includeContext",
		Clause: spec.Clause{Page: "client/sampling", Anchor: "#capabilities", Keyword: spec.ShouldNot},
		Title:  text.Text{EN: "Context is asked for that the client doesn't declare", JA: "クライアントが宣言していないコンテキストを求めている"},
		Message: text.Text{
			EN: "includeContext is {value}, but the client doesn't declare sampling.context.",
			JA: "includeContext が {value} ですが、クライアントは sampling.context を宣言していません。"},
		Why: text.Text{
			EN: "Both values are deprecated, and a client that doesn't declare the capability may leave the context out or refuse.",
			JA: "どちらの値も非推奨です。宣言していないクライアントはコンテキストを省くか、拒否することがあります。"},
		Fix: text.Text{
			EN: "Leave includeContext out, which means none.",
			JA: "includeContext を省いてください。none と同じ意味です。"},
		Check: func(p *rule.Pass) {
			caps, ok := declared(p)
			if !ok {
				return
			}
			eachInputOf(p.Msg.Result, func(q jsondoc.Value) {
				v := q.Get("params").Get("includeContext")
				if s := caps.Get("sampling"); s.Exists() && !s.Get("context").Exists() && (v.Is("thisServer") || v.Is("allServers")) {
					p.Remove(p.Report(p.Value(v), raw(v)).
						Relate(p.Other(p.Request(), p.Exchange.Pane, s), text.Text{EN: "what the client declares", JA: "クライアントの宣言"}), v)
				}
			})
		},
	},
	{
		ID: "mrtr-state-readable", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/requestState", When: "requestState",
		Clause: spec.Clause{Page: mrtr, Anchor: serverDuties, Keyword: spec.Says},
		Title:  text.Text{EN: "requestState can be read and changed by anyone", JA: "requestState を誰でも読み書きできる"},
		Message: text.Text{
			EN: "requestState looks like plain JSON, as such or in base64, with no signature.",
			JA: "requestState が署名のない JSON（そのまま、または base64）に見えます。"},
		Why: text.Text{
			EN: "It passes through the client, who can change it. Where it decides about access or what is done, its integrity must be protected.",
			JA: "requestState はクライアントを経由するため、書き換えられます。権限や処理内容を左右するなら完全性の保護が必須です。"},
		Fix: text.Text{
			EN: "Seal it with an HMAC or AEAD and refuse what fails; a state that can only make the request fail may stay as it is.",
			JA: "HMAC や AEAD で保護し、検証に失敗したものは拒否してください。改ざんされても失敗するだけの内容ならこのままで構いません。"},
		Check: onInput(func(p *rule.Pass, r jsondoc.Value) {
			v := r.Get("requestState")
			s, _ := v.Text()
			if (strings.HasPrefix(s, "eyJ") && strings.IndexByte(s, '.') < 0) || strings.HasPrefix(s, `{"`) {
				p.Report(p.Value(v))
			}
		}),
	},
	{
		ID: "mrtr-url-insecure", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/inputRequests/*/params/url", When: "inputRequests",
		Clause: spec.Clause{Page: elicitation, Anchor: "#safe-url-handling", Keyword: spec.Should},
		Title:  text.Text{EN: "A person is sent to a URL without HTTPS", JA: "利用者を HTTPS ではない URL に送る"},
		Message: text.Text{
			EN: "The URL {value} doesn't use https.",
			JA: "URL {value} が https ではありません。"},
		Why: text.Text{
			EN: "URL mode is for what must not be seen by others; without HTTPS it crosses the network in the clear.",
			JA: "URL モードは他人に見られてはならない入力のためのものです。HTTPS でなければ平文で流れます。"},
		Fix: text.Text{
			EN: "Serve the page over https; plain http is for development on this machine only.",
			JA: "ページを https で提供してください。http は手元での開発に限られます。"},
		Check: eachInput(func(p *rule.Pass, q jsondoc.Value) {
			params := q.Get("params")
			v := params.Get("url")
			s, ok := v.Text()
			if n := schemeLength(s); ok && params.Get("mode").Is("url") && n > 0 && !text.Same(s[:n], "https") && !isLocal(s[n+1:]) {
				p.Report(p.Value(v), raw(v))
			}
		}),
	},
	{
		ID: "mrtr-form-secret", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/inputRequests/*/params/requestedSchema", When: "inputRequests",
		Clause: spec.Clause{Page: elicitation, Anchor: "#user-interaction-model", Keyword: spec.MustNot}, As: rule.Advice,
		Title: text.Text{EN: "A form asks for a secret", JA: "フォームで秘密の値を尋ねている"},
		Message: text.Text{
			EN: "By its name, the field {name} asks for a credential; forms must not ask for any.",
			JA: "名前から見て、欄 {name} は認証情報を尋ねています。フォームで尋ねてはなりません。"},
		Why: text.Text{
			EN: "What is typed into a form passes through the client and may reach the model.",
			JA: "フォームに入力した値はクライアントを経由し、モデルに届くこともあります。"},
		Fix: text.Text{
			EN: "Send the person to a page of yours by mode url.",
			JA: "mode: url で自分のページに案内してください。"},
		Check: eachInput(func(p *rule.Pass, q jsondoc.Value) {
			for f := q.Get("params").Get("requestedSchema").Get("properties").First(); f.Exists(); f = f.Next() {
				if isSecret(f.Name()) {
					p.Report(p.Name(f), text.A("name", short(f.Name())))
				}
			}
		}),
	},
	{
		ID: "mrtr-params-unsupported", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params",
		Clause: spec.Clause{Page: mrtr, Anchor: "#supported-requests", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "Input is given to a method that never asks for it", JA: "入力を求めないメソッドに入力を渡している"},
		Message: text.Text{
			EN: "{method} carries {name}, but only tools/call, prompts/get and resources/read can have asked for input.",
			JA: "{method} に {name} がありますが、入力を求められるのは tools/call、prompts/get、resources/read だけです。"},
		Why: text.Text{
			EN: "The server has no use for it; a state that belongs to another request must not travel with this one.",
			JA: "サーバーには使い道がありません。ほかのリクエストの state をここに付けてはなりません。"},
		Fix: text.Text{EN: "Leave it out.", JA: "省いてください。"},
		Check: func(p *rule.Pass) {
			if mayAskInput(p.Msg.Method) {
				return
			}
			if all := named(p.Msg.Params, "inputResponses", "requestState"); len(all) > 0 {
				p.Remove(p.Report(p.Name(all[0]), text.A("method", short(p.Msg.Method)), text.A("name", all[0].Name())), all...)
			}
		},
	},
	{
		ID: "mrtr-retry-id", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/id",
		Clause: spec.Clause{Page: mrtr, Anchor: clientDuties, Keyword: spec.Must},
		Title:  text.Text{EN: "The retry has the id of the first request", JA: "再試行の id が最初のリクエストと同じ"},
		Message: text.Text{
			EN: "The retry has the id {value} again; it is a request of its own and needs another.",
			JA: "再試行の id がまた {value} です。別のリクエストなので、別の id が必要です。"},
		Why: text.Text{
			EN: "The first request was answered with input_required and is over; a peer that keeps track by id mixes the two up.",
			JA: "最初のリクエストは input_required の応答で終わっています。id で対応付ける相手は 2 つを取り違えます。"},
		Fix: text.Text{EN: "Give the retry a new id.", JA: "再試行には新しい id を付けてください。"},
		Check: retried(func(p *rule.Pass, r retry) {
			if r.again.ID.Equal(r.first.ID) && !r.bare {
				p.Report(p.Value(r.again.ID), raw(r.again.ID)).
					Relate(p.Other(r.first, message.Pasted, r.first.ID), text.Text{EN: "the first request", JA: "最初のリクエスト"})
			}
		}),
	},
	{
		ID: "mrtr-retry-state", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/params/requestState",
		Clause: spec.Clause{Page: mrtr, Anchor: clientDuties, Keyword: spec.Must},
		Title:  text.Text{EN: "requestState is not echoed as it was", JA: "requestState がそのまま返されていない"},
		Message: text.Text{
			EN: "The retry sends another requestState than the one that was given.",
			JA: "再試行の requestState が、渡されたものと異なります。"},
		Why: text.Text{
			EN: "The server keeps nothing but what is in requestState; a changed or missing one fails its check, and the call starts over.",
			JA: "サーバーの手元には requestState の中身しか残りません。変わったり欠けたりすると検証に失敗し、呼び出しは最初からになります。"},
		Fix: text.Text{
			EN: "Send the string back character for character, and none where none was given.",
			JA: "文字列を 1 文字も変えずに返し、渡されていなければ付けないでください。"},
		Check: retried(func(p *rule.Pass, r retry) {
			given, sent := r.answer.Result.Get("requestState"), r.again.Params.Get("requestState")
			source := p.Other(r.answer, message.Pasted, given)
			label := text.Text{EN: "as it was given", JA: "渡された値"}
			switch {
			case r.bare && r.answer.Result.Get("inputRequests").Exists():
				p.Blocked("mrtr-retry-inputs")
			case given.Exists() && !sent.Exists():
				f := p.Report(p.Missing(r.again.Params, "requestState")).Relate(source, label).Say(text.Text{
					EN: "The retry has no requestState, although one was given.",
					JA: "requestState が渡されたのに、再試行にありません。"})
				if r.bare {
					f.Softened(rule.Advice)
				}
			case !given.Exists() && sent.Exists():
				p.Remove(p.Report(p.Value(sent)).Cite(spec.Clause{Page: mrtr, Anchor: clientDuties, Keyword: spec.MustNot}).Say(text.Text{
					EN: "The retry has a requestState, although none was given.",
					JA: "requestState は渡されていないのに、再試行にあります。"}), sent)
			case given.Exists() && given.Kind() == jsondoc.String && !given.Equal(sent):
				f := p.Report(p.Value(sent)).Relate(source, label)
				p.Edit(f, sent, string(given.Raw()))
			}
		}),
	},
	{
		ID: "mrtr-retry-inputs", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/params/inputResponses",
		Clause: spec.Clause{Page: mrtr, Anchor: clientDuties, Keyword: spec.Must},
		Title:  text.Text{EN: "The retry leaves input out", JA: "再試行に求められた入力がない"},
		Message: text.Text{
			EN: "The retry has no inputResponses, although inputRequests asked for {name}.",
			JA: "inputRequests で {name} を求められたのに、再試行に inputResponses がありません。"},
		Why: text.Text{
			EN: "The server can only ask again, so the person is asked twice or the call never ends.",
			JA: "サーバーは尋ね直すしかなく、利用者は二度尋ねられるか、呼び出しが終わらなくなります。"},
		Fix: text.Text{
			EN: "Answer every key; a person who refuses is an answer too, with action decline or cancel.",
			JA: "すべてのキーに答えてください。利用者が断った場合も action: decline か cancel で答えます。"},
		Check: retried(func(p *rule.Pass, r retry) {
			asked, given := r.answer.Result.Get("inputRequests"), r.again.Params.Get("inputResponses")
			for q := asked.First(); asked.Kind() == jsondoc.Object && q.Exists(); q = q.Next() {
				name := text.A("name", short(q.Name()))
				source := p.Other(r.answer, message.Pasted, q)
				label := text.Text{EN: "asked for here", JA: "ここで求められています"}
				if !given.Exists() {
					f := p.Report(p.Missing(r.again.Params, "inputResponses"), name).Relate(source, label)
					if r.bare {
						f.Softened(rule.Advice).Say(text.Text{
							EN: "The same request comes again without inputResponses, although inputRequests asked for {name}; if it is a retry, it has to bring them.",
							JA: "inputRequests で {name} を求められた後、同じリクエストが inputResponses なしで繰り返されています。再試行なら答えを入れなければなりません。"})
					}
					return
				}
				if given.Kind() == jsondoc.Object && !given.Get(q.Name()).Exists() {
					p.Report(p.Missing(given, q.Name()), name).Relate(source, label).Softened(rule.Advice).Say(text.Text{
						EN: "inputResponses has no answer for {name}.",
						JA: "inputResponses に {name} への答えがありません。"})
				}
			}
		}),
	},
	{
		ID: "mrtr-retry-foreign", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/params/requestState",
		Clause: spec.Clause{Page: mrtr, Anchor: clientDuties, Keyword: spec.MustNot},
		Title:  text.Text{EN: "A requestState is used for another request", JA: "requestState を別のリクエストに使っている"},
		Message: text.Text{
			EN: "This requestState was given for another request.",
			JA: "この requestState は別のリクエストに渡されたものです。"},
		Why: text.Text{
			EN: "It belongs to the retry of the request that it answers; a server that binds it refuses it here, one that doesn't may be misled.",
			JA: "requestState は元のリクエストの再試行だけのものです。結び付けを検証するサーバーは拒否し、しないサーバーは誤動作しかねません。"},
		Fix: text.Text{EN: "Leave it out of every other request.", JA: "ほかのリクエストには付けないでください。"},
		Check: func(p *rule.Pass) {
			walkRetries(p, func(r retry) {
				if r.foreign != nil {
					v := r.again.Params.Get("requestState")
					p.Report(p.Value(v)).Relate(p.Other(r.foreign, message.Pasted, r.foreign.Result.Get("requestState")),
						text.Text{EN: "given here", JA: "ここで渡されています"})
				}
			})
		},
	},
	{
		ID: "mrtr-retry-refused", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/error",
		Clause: spec.Clause{Page: mrtr, Anchor: "#error-handling", Keyword: spec.Should},
		Title:  text.Text{EN: "Incomplete input is answered with an error", JA: "入力の不足や余分にエラーを返している"},
		Message: text.Text{
			EN: "The retry lacks the answer for {name}, and the server gives an error instead of asking again.",
			JA: "再試行に {name} への答えがなく、サーバーは尋ね直さずにエラーを返しています。"},
		Why: text.Text{
			EN: "The person loses what was already entered, and the call has to start over.",
			JA: "利用者が入力した内容は失われ、呼び出しは最初からになります。"},
		Fix: text.Text{
			EN: "Answer with input_required for what is still missing, and ignore what is not needed.",
			JA: "足りないものを input_required で求め直し、不要なものは無視してください。"},
		Check: retried(func(p *rule.Pass, r retry) {
			asked, given := r.answer.Result.Get("inputRequests"), r.again.Params.Get("inputResponses")
			x := r.again.Exchange
			if x == nil || x.Response == nil || x.Response.Shape != message.ErrorResponse || given.Kind() != jsondoc.Object {
				return
			}
			if code, ok := x.Response.ErrorCode(); !ok || code != spec.InvalidParams {
				return
			}
			at := p.Other(x.Response, message.Pasted, x.Response.Error.Get("code"))
			for q := asked.First(); q.Exists(); q = q.Next() {
				if !given.Get(q.Name()).Exists() {
					p.Report(at, text.A("name", short(q.Name()))).Relate(p.Other(r.answer, message.Pasted, q), text.Text{EN: "asked for here", JA: "ここで求められています"})
					return
				}
			}
			for a := given.First(); a.Exists(); a = a.Next() {
				if !asked.Get(a.Name()).Exists() {
					p.Report(at, text.A("name", short(a.Name()))).Relate(p.Other(r.again, message.Pasted, a), text.Text{EN: "not asked for", JA: "求められていません"}).Say(text.Text{
						EN: "The retry answers {name}, which was not asked for, and the server gives an error instead of ignoring it.",
						JA: "再試行に、求められていない {name} への答えがあり、サーバーは無視せずにエラーを返しています。"})
					return
				}
			}
		}),
	},
}

// named gives the members of an object that have one of two names, in the order of the text.
func named(v jsondoc.Value, a, b string) []jsondoc.Value {
	var all []jsondoc.Value
	if v.Kind() != jsondoc.Object {
		return nil
	}
	for m := v.First(); m.Exists(); m = m.Next() {
		if n := m.Name(); n == a || n == b {
			all = append(all, m)
		}
	}
	return all
}

// onInput makes the check of a rule on results that ask for input.
func onInput(check func(p *rule.Pass, result jsondoc.Value)) func(*rule.Pass) {
	return func(p *rule.Pass) {
		if r := p.Result(); r.Get("resultType").Is("input_required") && mayAskInput(p.Msg.Answers) {
			check(p, r)
			return
		}
		p.Unseen(inputless)
	}
}

// eachInput makes the check of a rule that is asked about every input request.
func eachInput(check func(p *rule.Pass, q jsondoc.Value)) func(*rule.Pass) {
	return onInput(func(p *rule.Pass, r jsondoc.Value) {
		eachInputOf(r, func(q jsondoc.Value) { check(p, q) })
	})
}

func eachInputOf(result jsondoc.Value, do func(q jsondoc.Value)) {
	l := result.Get("inputRequests")
	if l.Kind() != jsondoc.Object {
		return
	}
	for q := l.First(); q.Exists(); q = q.Next() {
		if q.Kind() == jsondoc.Object && !q.Superseded() {
			do(q)
		}
	}
}

var inputless = text.Text{EN: "The paste holds no result that asks for input.", JA: "入力を求める result がありません。"}

// isInputKey reports whether a flaw is a second key of the same name in inputRequests, which mrtr-key-duplicate judges
// in place of json-name-duplicate.
func isInputKey(f jsondoc.Flaw) bool {
	if f.Kind != jsondoc.DuplicateName {
		return false
	}
	at := strings.LastIndexByte(f.Pointer, '/')
	return at > 0 && strings.HasSuffix(f.Pointer[:at], "/result/inputRequests") || at >= 0 && f.Pointer[:at] == "/inputRequests"
}

// declared gives the client capabilities of the request that an input_required result answers.
func declared(p *rule.Pass) (caps jsondoc.Value, ok bool) {
	m, q := p.Msg, p.Request()
	if m == nil || !m.IsResult() || !m.Result.Get("resultType").Is("input_required") || !mayAskInput(m.Answers) {
		p.Unseen(inputless)
		return caps, false
	}
	if q != nil {
		caps = q.Meta.Get(spec.MetaClientCapabilities)
	}
	if caps.Kind() != jsondoc.Object {
		p.Unseen(text.Text{EN: "The request shows no client capabilities.", JA: "リクエストにクライアントの capability がありません。"})
		return caps, false
	}
	return caps, true
}

// undeclared gives the capability that an input request needs and the client doesn't declare, and what asks for it.
func undeclared(caps, q jsondoc.Value) (name string, at jsondoc.Value) {
	method, params := q.Get("method"), q.Get("params")
	lacks := func(names ...string) bool {
		v := caps
		for _, n := range names {
			if v = v.Get(n); !v.Exists() {
				return true
			}
		}
		return false
	}
	switch {
	case method.Is(elicitationCreate):
		if lacks("elicitation") {
			return "elicitation", method
		}
		modes := caps.Get("elicitation")
		switch mode := params.Get("mode"); {
		case mode.Is("url") && lacks("elicitation", "url"):
			return "elicitation.url", mode
		case (mode.Is("form") || !mode.Exists()) && modes.Get("url").Exists() && !modes.Get("form").Exists():
			if mode.Exists() {
				return "elicitation.form", mode
			}
			return "elicitation.form", method
		}
	case method.Is(samplingCreateMessage):
		if lacks("sampling") {
			return "sampling", method
		}
		for _, n := range [...]string{"tools", "toolChoice"} {
			if v := params.Get(n); v.Exists() && lacks("sampling", "tools") {
				if v.Kind() == jsondoc.Array || v.Kind() == jsondoc.Object {
					return "sampling.tools", method
				}
			}
		}
	case method.Is(rootsList) && lacks("roots"):
		return "roots", method
	}
	return "", jsondoc.Value{}
}

// isLocal reports whether what follows a URL's scheme leads to this machine.
func isLocal(s string) bool {
	s = strings.TrimPrefix(s, "//")
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		s = s[:i]
	}
	if strings.HasPrefix(s, "[::1]") {
		return true
	}
	if i := strings.LastIndexByte(s, ':'); i >= 0 {
		s = s[:i]
	}
	return text.Same(s, "localhost") || strings.HasSuffix(s, ".localhost") || strings.HasPrefix(s, "127.")
}

// retry is a request that is sent again after its answer asked for input.
type retry struct {
	first, answer, again *message.Message
	bare                 bool             // again brings nothing back, so that it may be a call of its own
	foreign              *message.Message // the answer that gave again's requestState for something else
}

// walkRetries finds what was asked for and what came back, over all messages of the paste. first and answer are nil
// where only foreign is known.
func walkRetries(p *rule.Pass, do func(retry)) (any bool) {
	var pending, states map[string]*message.Message
	for _, m := range p.Paste.Messages {
		switch {
		case m.IsResult() && m.Result.Kind() == jsondoc.Object && m.Result.Get("resultType").Is("input_required"):
			if m.Exchange == nil || m.Exchange.Request == nil || m.Exchange.Pane != message.Pasted {
				continue
			}
			if pending == nil {
				pending, states = map[string]*message.Message{}, map[string]*message.Message{}
			}
			pending[operation(m.Exchange.Request)] = m
			if s, ok := m.Result.Get("requestState").Text(); ok {
				states[s] = m
			}
		case m.Shape == message.Request && pending != nil && mayAskInput(m.Method):
			state := m.Params.Get("requestState")
			s, hasState := state.Text()
			op := operation(m)
			r := retry{again: m}
			answer := pending[op]
			if from := states[s]; hasState && from != nil && operation(from.Exchange.Request) != op &&
				(answer == nil || !answer.Result.Get("requestState").Equal(state)) {
				r.foreign = from
			}
			r.bare = !state.Exists() && !m.Params.Get("inputResponses").Exists()
			if answer != nil && (!r.bare || same(m.Params.Get("arguments"), answer.Exchange.Request.Params.Get("arguments"))) {
				r.first, r.answer = answer.Exchange.Request, answer
				delete(pending, op)
			}
			if r.answer != nil || r.foreign != nil {
				any = true
				saved := p.Msg
				p.Msg = m
				do(r)
				p.Msg = saved
			}
		}
	}
	return any
}

// retried makes the check of a rule that is asked about every retry whose first attempt is in the paste.
func retried(check func(*rule.Pass, retry)) func(*rule.Pass) {
	return func(p *rule.Pass) {
		if !walkRetries(p, func(r retry) {
			if r.answer != nil && r.foreign == nil {
				check(p, r)
			}
		}) {
			p.Unseen(text.Text{EN: "The paste shows no retry after input was asked for.", JA: "入力を求められた後の再試行がありません。"})
		}
	}
}

// operation names what a request is about: its method, and the tool, prompt or resource.
func operation(q *message.Message) string {
	s, ok := q.Params.Get("name").Text()
	if !ok {
		s, _ = q.Params.Get("uri").Text()
	}
	return q.Method + " " + s
}

// same reports whether both values are absent or mean the same.
func same(a, b jsondoc.Value) bool { return !a.Exists() && !b.Exists() || a.Equal(b) }
