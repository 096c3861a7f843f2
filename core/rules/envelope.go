package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// requestID is the type that every id has, in requests and in answers.
var requestID = spec.Clause{Page: "schema", Anchor: "#requestid", Keyword: spec.Schema}

// envelopeRules judge what every JSON-RPC message has, whatever it says.
var envelopeRules = []*rule.Rule{
	{
		ID: "envelope-message-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "message", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A message is no object", JA: "メッセージがオブジェクトではない"},
		Message: text.Text{
			EN: "Here stands {kind}; a JSON-RPC message is one JSON object.",
			JA: "ここにあるのは{kind}です。JSON-RPC のメッセージは 1 つの JSON オブジェクトです。"},
		Why: text.Text{
			EN: "Receivers look for jsonrpc, id and result or error, find none of them, and take the request for unanswered.",
			JA: "受信側は jsonrpc、id、result または error を探しますが、どれも見つからず、応答がなかったものと扱います。"},
		Fix: text.Text{
			EN: "Send an object with \"jsonrpc\": \"2.0\", the request's id, and result or error.",
			JA: "\"jsonrpc\": \"2.0\"、リクエストの id、result または error を持つオブジェクトを送ってください。"},
		Check: func(p *rule.Pass) {
			m := p.Msg
			switch m.Root.Kind() {
			case jsondoc.Object:
				return
			case jsondoc.Array:
				if holdsObject(m.Root) {
					return // envelope-batch-array has it
				}
			}
			switch {
			case wrapped(m).Exists():
				p.Blocked("envelope-message-wrapped")
			case ownFormat(m):
				p.Unseen(notRPC)
			default:
				p.Report(p.Value(m.Root), kindName(m.Root)).By(culprit(p))
			}
		},
	},
	{
		ID: "envelope-message-wrapped", Since: "0.1.0", Party: rule.Gateway, On: rule.OnMessage, At: "message", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "A message is wrapped into another value", JA: "メッセージが別の値に包まれている"},
		Message: text.Text{
			EN: "This is no JSON-RPC message, but one is wrapped inside: jsonrpc, id and result or error don't stand at the top.",
			JA: "これ自体は JSON-RPC のメッセージではなく、中に 1 つ包まれています。jsonrpc、id、result または error が最上位にありません。"},
		Why: text.Text{
			EN: "No client looks inside. A proxy or a function gateway has usually put its own format around the server's answer.",
			JA: "クライアントは中まで見ません。たいていは、プロキシや関数ゲートウェイがサーバーの応答を独自の形式で包んだものです。"},
		Fix: text.Text{
			EN: "Let the hop pass the server's body on as it is, with its Content-Type.",
			JA: "中継する側が、サーバーの本文を Content-Type とともにそのまま渡すようにしてください。"},
		Check: func(p *rule.Pass) {
			m := p.Msg
			inner := wrapped(m)
			if !inner.Exists() {
				return
			}
			f := p.Report(p.Name(m.Root))
			s, isString := inner.Text()
			if !isString {
				s = string(inner.Raw())
			}
			stream := false
			switch s = text.Bare(s); {
			case s == "" || s[0] != '{':
				stream = true
			case m.Unbroken():
				p.Edit(f, m.Root, s)
			}
			if inner == m.Root {
				f.Say(text.Text{
					EN: "The message was encoded twice: this is a JSON string that holds the message's text.",
					JA: "メッセージが二重にエンコードされています。これはメッセージの文字列を値に持つ JSON の文字列です。"})
				return
			}
			note := p.Report(p.Name(inner)).Softened(rule.Note)
			if stream {
				note.Say(text.Text{
					EN: "A whole SSE stream stands in this string.",
					JA: "この文字列に SSE ストリームがまるごと入っています。"})
			} else {
				note.Say(text.Text{
					EN: "The JSON-RPC message stands here.",
					JA: "JSON-RPC のメッセージはここにあります。"})
			}
		},
	},
	{
		ID: "envelope-batch-array", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "message",
		Clause: spec.Clause{Page: "schema", Anchor: "#jsonrpcmessage", Keyword: spec.Schema},
		Title:  text.Text{EN: "Messages are batched in an array", JA: "メッセージが配列にまとめられている"},
		Message: text.Text{
			EN: "Here stands an array of messages; the protocol has no batches, not even of one.",
			JA: "メッセージの配列です。このプロトコルにバッチはなく、要素が 1 つでも使えません。"},
		Why: text.Text{
			EN: "Batches existed in revision 2025-03-26 only. Clients of this revision expect one object and don't look for their answer inside an array.",
			JA: "バッチがあったのは revision 2025-03-26 だけです。この revision のクライアントは 1 つのオブジェクトを期待し、配列の中から応答を探しません。"},
		Fix: text.Text{
			EN: "Send each message by itself: one object per HTTP body, SSE event or stdio line.",
			JA: "HTTP の本文、SSE イベント、stdio の行ごとに、メッセージを 1 つずつ送ってください。"},
		Check: func(p *rule.Pass) {
			root := p.Msg.Root
			if root.Kind() != jsondoc.Array || !holdsObject(root) {
				return
			}
			f := p.Report(p.Name(root)).By(sender(p))
			if one := root.First(); !one.Next().Exists() {
				f.Relate(p.Name(one), text.Text{EN: "the message itself", JA: "メッセージそのもの"})
				p.Edit(f, root, string(one.Raw()))
			}
		},
	},
	{
		ID: "envelope-shape-none", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "message", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "An object is no JSON-RPC message", JA: "JSON-RPC のメッセージではないオブジェクト"},
		Message: text.Text{
			EN: "The object is no JSON-RPC message: it has neither method (a request or notification) nor result nor error (an answer).",
			JA: "JSON-RPC のメッセージではありません。method（リクエストや通知）も、result や error（応答）もありません。"},
		Why: text.Text{
			EN: "Receivers can't tell what it is; most drop it, so the request stays unanswered until a timeout.",
			JA: "受信側は何であるか判断できません。多くは捨てるため、リクエストはタイムアウトまで応答がないままになります。"},
		Fix: text.Text{
			EN: "Answer with \"jsonrpc\": \"2.0\", the request's id, and either result or error.",
			JA: "\"jsonrpc\": \"2.0\"、リクエストの id、そして result か error のどちらか一方で応答してください。"},
		Check: func(p *rule.Pass) {
			m := p.Msg
			switch {
			case m.Root.Kind() != jsondoc.Object || m.Shape == message.BareResult:
				p.Unseen(bareResult)
			case m.Shape != message.NoShape && isRPC(m):
			case wrapped(m).Exists():
				p.Blocked("envelope-message-wrapped")
			case ownFormat(m):
				p.Unseen(notRPC)
			default:
				f := p.Report(p.Name(m.Root)).By(culprit(p))
				for _, name := range [...]string{"result", "error", "method"} {
					if v := misspelt(m.Root, name); v.Exists() && v.Name() != name {
						f.Relate(p.Name(v), meant)
						p.Rename(f, v, name)
						return
					}
				}
				if v := firstOf(m.Root, "supportedVersions", "capabilities", "resultType"); v.Exists() {
					f.Relate(p.Name(v), text.Text{EN: "this belongs into result", JA: "これは result の中に入れるものです"})
				} else if m.Line != nil && !isRPC(m) && m.Direction != message.ToServer {
					f.Cite(spec.Clause{Page: stdio, Anchor: "", Keyword: spec.MustNot}).Say(text.Text{
						EN: "This line on stdout is JSON, but no JSON-RPC message; nothing but messages may stand there.",
						JA: "stdout のこの行は JSON ですが、JSON-RPC のメッセージではありません。stdout に出力できるのはメッセージだけです。"}).
						Advise(text.Text{EN: "Write structured logs to stderr.", JA: "構造化ログは stderr に書いてください。"})
				} else if m.Root.Get("error").Exists() {
					f.Say(text.Text{
						EN: "The object has error, but is no JSON-RPC error response: that has jsonrpc, the request's id, and an error object with code and message.",
						JA: "error はありますが、JSON-RPC のエラーレスポンスではありません。jsonrpc、リクエストの id、code と message を持つ error オブジェクトが必要です。"})
				}
			}
		},
	},
	{
		ID: "envelope-shape-mixed", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/error", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#jsonrpcresponse", Keyword: spec.Schema},
		Title:  text.Text{EN: "A message is two things at once", JA: "1 つのメッセージが 2 つの役割を持つ"},
		Message: text.Text{
			EN: "The message has {first} and {second}; an answer has either result or error, and a request neither.",
			JA: "メッセージに {first} と {second} があります。応答は result か error の一方だけを持ち、リクエストはどちらも持ちません。"},
		Why: text.Text{
			EN: "Some receivers read one of them, some the other: they disagree on whether the request worked. Even a null counts as there.",
			JA: "どちらを読むかは受信側によって異なり、成功か失敗かの解釈が分かれます。null でも「ある」ことになります。"},
		Fix: text.Text{
			EN: "Leave out the member that doesn't apply; don't send it as null.",
			JA: "当てはまらないほうのメンバーは、null にするのではなく省いてください。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) {
				return
			}
			m := p.Msg
			first, second := m.Result, m.Error
			softer := rule.Violation
			if m.Shape == message.Request || m.Shape == message.Notification {
				// JSON-RPC doesn't say that a request has no result; readers still have to guess.
				first, softer = m.Root.Get("method"), rule.Advice
				if m.Result.Exists() {
					second = m.Result
				}
			}
			if !first.Exists() || !second.Exists() {
				return
			}
			f := p.Report(p.Name(second), text.A("first", first.Name()), text.A("second", second.Name())).
				By(sender(p)).Softened(softer).Relate(p.Name(first), text.Text{EN: "beside this", JA: "これと並んでいます"})
			switch {
			case second.Kind() == jsondoc.Null:
				p.Remove(f, second)
			case first.Kind() == jsondoc.Null:
				p.Remove(f, first)
			}
		},
	},
	{
		ID: "envelope-jsonrpc-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/jsonrpc", Basis: rule.EveryEra,
		Clause: messages,
		Title:  text.Text{EN: "jsonrpc is missing", JA: "jsonrpc がない"},
		Message: text.Text{
			EN: "The message has no jsonrpc member, which says that it is JSON-RPC 2.0.",
			JA: "JSON-RPC 2.0 であることを示す jsonrpc がありません。"},
		Why: text.Text{
			EN: "Receivers that check it drop the message, or answer -32600.",
			JA: "これを検査する受信側はメッセージを捨てるか、-32600 を返します。"},
		Fix: text.Text{EN: "Add \"jsonrpc\": \"2.0\".", JA: "\"jsonrpc\": \"2.0\" を加えてください。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) || p.Msg.Root.Get("jsonrpc").Exists() {
				return
			}
			f := p.Report(p.Missing(p.Msg.Root, "jsonrpc")).By(sender(p))
			if v := misspelt(p.Msg.Root, "jsonrpc"); v.Exists() {
				f.Relate(p.Name(v), meant)
				if v.Is("2.0") {
					p.Rename(f, v, "jsonrpc")
				}
				return
			}
			p.Insert(f, p.Msg.Root, "jsonrpc", `"2.0"`)
		},
	},
	{
		ID: "envelope-jsonrpc-value", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/jsonrpc", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#jsonrpcmessage", Keyword: spec.Schema},
		Title:  text.Text{EN: "jsonrpc is not \"2.0\"", JA: "jsonrpc が \"2.0\" ではない"},
		Message: text.Text{
			EN: "jsonrpc is {value}; it has to be the string \"2.0\".",
			JA: "jsonrpc が {value} です。文字列の \"2.0\" でなければなりません。"},
		Why: text.Text{
			EN: "Receivers compare it exactly; the number 2.0 or another version is no JSON-RPC 2.0 message to them.",
			JA: "受信側は厳密に比較します。数値の 2.0 やほかの版は、JSON-RPC 2.0 のメッセージと認められません。"},
		Fix: text.Text{EN: "Send \"2.0\" as a string.", JA: "文字列で \"2.0\" を送ってください。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) {
				return
			}
			v := p.Msg.Root.Get("jsonrpc")
			switch {
			case !v.Exists():
				p.Blocked("envelope-jsonrpc-missing")
			case !v.Is("2.0"):
				p.Edit(p.Report(p.Value(v), raw(v)).By(sender(p)), v, `"2.0"`)
			}
		},
	},
	{
		ID: "envelope-id-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/id", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: basic, Anchor: "#result-responses", Keyword: spec.Must},
		Title:  text.Text{EN: "id is missing", JA: "id がない"},
		Message: text.Text{
			EN: "The result has no id, which has to repeat the id of the request.",
			JA: "result のレスポンスに id がありません。リクエストの id をそのまま返す必要があります。"},
		Why: text.Text{
			EN: "Without it the two ends can't be matched: the request counts as unanswered.",
			JA: "id がないと対応付けができず、リクエストに応答がなかったことになります。"},
		Fix: text.Text{
			EN: "Add the id of the request, with the same JSON type.",
			JA: "リクエストの id を、同じ JSON の型のまま加えてください。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) {
				return
			}
			m := p.Msg
			if m.ID.Exists() {
				return
			}
			var f *rule.Finding
			switch {
			case m.Shape == message.Response:
				f = p.Report(p.Missing(m.Root, "id"))
				if q := p.Request(); q != nil && goodID(q.ID) && !misspelt(m.Root, "id").Exists() {
					p.Insert(f, m.Root, "id", string(q.ID.Raw()))
				}
			case m.Shape == message.Notification && requestMethod(m.Method):
				f = p.Report(p.Missing(m.Root, "id"), text.A("method", m.Method)).By(sender(p)).Cite(spec.Clause{Page: basic, Anchor: "#requests", Keyword: spec.Must}).
					Say(text.Text{
						EN: "{method} is a request, but has no id; without one it counts as a notification.",
						JA: "{method} はリクエストですが id がありません。id がないと通知とみなされます。"}).
					Advise(text.Text{
						EN: "Add an id, a string or an integer that no open request has.",
						JA: "応答待ちのほかのリクエストと重ならない文字列か整数を id として加えてください。"})
			default:
				return
			}
			if v := misspelt(m.Root, "id"); v.Exists() {
				f.Relate(p.Name(v), meant)
				if goodID(v) {
					p.Rename(f, v, "id")
				}
			}
		},
	},
	{
		ID: "envelope-id-null", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/id", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: basic, Anchor: "#requests", Keyword: spec.MustNot},
		Title:  text.Text{EN: "id is null", JA: "id が null"},
		Message: text.Text{
			EN: "The request's id is null; MCP allows only strings and integers.",
			JA: "リクエストの id が null です。MCP では文字列か整数だけを使えます。"},
		Why: text.Text{
			EN: "No receiver can match an answer to null.",
			JA: "null に応答を対応付けることはできません。"},
		Fix: text.Text{
			EN: "Send a string or an integer.",
			JA: "文字列か整数を送ってください。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) || p.Msg.ID.Kind() != jsondoc.Null {
				return
			}
			m := p.Msg
			switch m.Shape {
			case message.Request:
				p.Report(p.Value(m.ID)).By(sender(p))
			case message.Response:
				f := p.Report(p.Value(m.ID)).Cite(requestID).Say(text.Text{
					EN: "The result's id is null; it has to repeat the id of the request.",
					JA: "result のレスポンスの id が null です。リクエストの id をそのまま返す必要があります。"}).
					Advise(repeatID)
				if q := p.Request(); q != nil && goodID(q.ID) {
					p.Edit(f, m.ID, string(q.ID.Raw()))
				}
			case message.ErrorResponse:
				if q := p.Request(); q != nil && goodID(q.ID) && p.Claim() != message.ClaimsLegacy {
					p.Blocked("exchange-error-id")
					return
				}
				f := p.Report(p.Value(m.ID)).Softened(rule.Note).Cite(spec.Clause{Page: "schema", Anchor: "#jsonrpcerrorresponse", Keyword: spec.Schema}).
					Say(text.Text{
						EN: "The error's id is null, as JSON-RPC 2.0 asks where the id can't be read; MCP's schema leaves the member out there.",
						JA: "エラーの id が null です。JSON-RPC 2.0 は id を読み取れないときに null を求めますが、MCP のスキーマではメンバーごと省きます。"}).
					Advise(text.Text{
						EN: "Repeat the request's id wherever it can be read, and leave id out otherwise.",
						JA: "読み取れる限りリクエストの id を返し、読み取れないときだけ id を省いてください。"})
				p.Remove(f, m.ID)
			}
		},
	},
	{
		ID: "envelope-id-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/id", Basis: rule.EveryEra,
		Clause: requestID,
		Title:  text.Text{EN: "id is neither a string nor an integer", JA: "id が文字列でも整数でもない"},
		Message: text.Text{
			EN: "id is {value}; it has to be a string or an integer.",
			JA: "id が {value} です。文字列か整数でなければなりません。"},
		Why: text.Text{
			EN: "Typed receivers refuse the message; others fail to match the answer to its request.",
			JA: "型を検査する受信側はメッセージを拒否し、そうでなくても応答をリクエストに対応付けられません。"},
		Fix: text.Text{
			EN: "Use a string or an integer, and repeat it in the answer as it came.",
			JA: "文字列か整数を使い、応答では受け取ったとおりに返してください。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) {
				return
			}
			switch v := p.Msg.ID; v.Kind() {
			case jsondoc.Absent, jsondoc.Null:
			default:
				if !goodID(v) {
					p.Report(p.Value(v), raw(v)).By(sender(p))
				}
			}
		},
	},
	{
		ID: "envelope-id-unsafe", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/id", Basis: rule.EveryEra,
		Clause: requestID, As: rule.Advice,
		Title: text.Text{EN: "id is beyond what JavaScript counts exactly", JA: "id が JavaScript で正確に数えられる範囲を超えている"},
		Message: text.Text{
			EN: "id is {value}, more than 2^53 - 1 away from zero.",
			JA: "id の {value} は 2^53 - 1 を超えています。"},
		Why: text.Text{
			EN: "Whoever keeps numbers as doubles changes the last digits on the way, and the answer no longer matches its request.",
			JA: "数値を倍精度で持つ実装を通ると末尾の桁が変わり、応答がリクエストと対応しなくなります。"},
		Fix: text.Text{
			EN: "Use smaller integers, or strings.",
			JA: "もっと小さい整数か、文字列を使ってください。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) {
				return
			}
			m := p.Msg
			if n := m.ID.Number(); !n.Integer || n.Safe {
				return
			}
			if q := p.Request(); q != nil && q != m && goodID(q.ID) && !q.ID.Equal(m.ID) {
				p.Blocked("exchange-id-mismatch")
				return
			}
			p.Report(p.Value(m.ID), raw(m.ID)).By(sender(p))
		},
	},
	{
		ID: "envelope-number-spelling", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/id", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#requestid", Keyword: spec.Says},
		Title:  text.Text{EN: "An integer is written as a fraction or with an exponent", JA: "整数が小数や指数で書かれている"},
		Message: text.Text{
			EN: "{name} is written {value}; by its value that is an integer, and valid.",
			JA: "{name} が {value} と書かれています。値としては整数で、正しい形です。"},
		Why: text.Text{
			EN: "Decoders that read into an integer type refuse this spelling, and some clients don't match it with the id they sent.",
			JA: "整数型に読み込むデコーダーはこの書き方を拒否し、送った id と一致しないとみなすクライアントもあります。"},
		Fix: text.Text{EN: "Write plain digits.", JA: "数字だけで書いてください。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) {
				return
			}
			for _, v := range [...]jsondoc.Value{p.Msg.ID, p.Msg.Error.Get("code")} {
				if n := v.Number(); n.Integer && !n.Plain && n.Safe && n.Fits {
					p.Edit(p.Report(p.Value(v), raw(v), text.A("name", v.Name())).By(sender(p)), v, decimal(n.Int))
				}
			}
		},
	},
	{
		ID: "envelope-method-type", Since: "0.1.0", Party: rule.Client, On: rule.OnMessage, At: "/method", When: "method", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#jsonrpcrequest", Keyword: spec.Schema},
		Title:  text.Text{EN: "method is no string", JA: "method が文字列ではない"},
		Message: text.Text{
			EN: "method is {kind}; it has to be a string.",
			JA: "method が{kind}です。文字列でなければなりません。"},
		Why: text.Text{
			EN: "The receiver can't tell what is asked for and answers -32600.",
			JA: "受信側は何を求められているか分からず、-32600 を返します。"},
		Fix: text.Text{EN: "Send the method's name as a string.", JA: "メソッド名を文字列で送ってください。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) {
				return
			}
			if v := p.Msg.Root.Get("method"); v.Exists() && v.Kind() != jsondoc.String {
				p.Report(p.Value(v), kindName(v)).By(sender(p))
			}
		},
	},
	{
		ID: "envelope-params-type", Since: "0.1.0", Party: rule.Client, On: rule.OnMessage, At: "/params", When: "params", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#jsonrpcrequest", Keyword: spec.Schema},
		Title:  text.Text{EN: "params is no object", JA: "params がオブジェクトではない"},
		Message: text.Text{
			EN: "params is {kind}; MCP has parameters by name only, in an object.",
			JA: "params が{kind}です。MCP のパラメーターは名前で渡すものだけで、オブジェクトに入れます。"},
		Why: text.Text{
			EN: "JSON-RPC 2.0 also knows parameters by position, in an array; MCP doesn't, and receivers refuse them.",
			JA: "JSON-RPC 2.0 には配列で位置によって渡す方法もありますが、MCP にはなく、受信側は拒否します。"},
		Fix: text.Text{
			EN: "Send an object. Every request has one, because of _meta; a notification without parameters leaves params out.",
			JA: "オブジェクトを送ってください。リクエストには _meta があるので必ず必要です。パラメーターのない通知では params を省きます。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) {
				return
			}
			m := p.Msg
			if m.Shape != message.Request && m.Shape != message.Notification || !m.Params.Exists() || m.Params.Kind() == jsondoc.Object {
				return
			}
			f := p.Report(p.Value(m.Params), kindName(m.Params)).By(sender(p))
			if m.Shape == message.Notification && (m.Params.Kind() == jsondoc.Null || m.Params.Kind() == jsondoc.Array && !m.Params.First().Exists()) {
				p.Remove(f, m.Params)
			}
		},
	},
	{
		ID: "envelope-notification-id", Since: "0.1.0", Party: rule.Client, On: rule.OnMessage, At: "/id", When: "method", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: basic, Anchor: "#notifications", Keyword: spec.MustNot},
		Title:  text.Text{EN: "A notification has an id", JA: "通知に id がある"},
		Message: text.Text{
			EN: "{method} is a notification, which has no id.",
			JA: "{method} は通知です。通知に id はありません。"},
		Why: text.Text{
			EN: "With an id it is a request: the receiver answers, mostly with -32601, and the sender waits for what never comes.",
			JA: "id があるとリクエストになります。受信側は多くの場合 -32601 を返し、送信側は来ないはずの応答を待つことになります。"},
		Fix: text.Text{EN: "Leave id out.", JA: "id を省いてください。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) {
				return
			}
			if m := p.Msg; m.Shape == message.Request && strings.HasPrefix(m.Method, "notifications/") {
				p.Remove(p.Report(p.Value(m.ID), text.A("method", short(m.Method))).By(sender(p)), m.ID)
			}
		},
	},
	{
		ID: "envelope-result-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#jsonrpcresultresponse", Keyword: spec.Schema},
		Title:  text.Text{EN: "result is no object", JA: "result がオブジェクトではない"},
		Message: text.Text{
			EN: "result is {kind}; it has to be an object.",
			JA: "result が{kind}です。オブジェクトでなければなりません。"},
		Why: text.Text{
			EN: "JSON-RPC 2.0 allows any value, MCP doesn't: clients refuse the answer as malformed.",
			JA: "JSON-RPC 2.0 ではどの値でも許されますが、MCP では許されません。クライアントは形の崩れた応答として拒否します。"},
		Fix: text.Text{
			EN: "Send an object; one that says no more than \"done\" still has resultType.",
			JA: "オブジェクトを送ってください。伝える内容がない場合でも resultType は入れます。"},
		Check: func(p *rule.Pass) {
			if !rpc(p) {
				return
			}
			m := p.Msg
			if m.Shape == message.Response && m.Result.Kind() != jsondoc.Object && !(m.Result.Kind() == jsondoc.Null && m.Error.Exists()) {
				p.Report(p.Value(m.Result), kindName(m.Result)).By(sender(p))
			}
		},
	},
}

var (
	bareResult = text.Text{EN: "The text is the inside of a result, without its envelope.", JA: "result の中身だけで、外枠がありません。"}
	notRPC     = text.Text{EN: "The text is no JSON-RPC message, and needn't be one where it stands.", JA: "JSON-RPC のメッセージではありませんが、この場所ではその必要もありません。"}
	batched    = text.Text{EN: "The text is an array; its elements are checked one by one.", JA: "配列です。要素を 1 つずつ検査しています。"}
	repeatID   = text.Text{EN: "Repeat the request's id, with the same JSON type.", JA: "リクエストの id を、同じ JSON の型のまま返してください。"}
)

// rpc reports whether the rules on the members of an envelope have something to look at: an object that was meant as
// a JSON-RPC message.
func rpc(p *rule.Pass) bool {
	m := p.Msg
	switch {
	case m.Root.Kind() == jsondoc.Array && holdsObject(m.Root):
		p.Unseen(batched)
	case m.Root.Kind() != jsondoc.Object:
		p.Blocked("envelope-message-type")
	case m.Shape == message.BareResult:
		p.Unseen(bareResult)
	case m.Shape != message.NoShape && isRPC(m):
		return true
	case wrapped(m).Exists():
		p.Blocked("envelope-message-wrapped")
	case ownFormat(m):
		p.Unseen(notRPC)
	default:
		p.Blocked("envelope-shape-none")
	}
	return false
}

// isRPC reports whether an object was meant as a JSON-RPC message. {"error": "unauthorized"} was not: many APIs on
// the web answer so.
func isRPC(m *message.Message) bool {
	switch {
	case m.Root.Get("jsonrpc").Exists(), m.Method != "", m.Result.Kind() == jsondoc.Object:
		return true
	case m.Error.Kind() == jsondoc.Object:
		return m.ID.Exists() || m.Error.Get("code").Kind() == jsondoc.Number
	}
	return m.ID.Exists() && (m.Result.Exists() || m.Error.Exists() || m.Root.Get("method").Exists())
}

// ownFormat reports whether a message was not meant as JSON-RPC and needn't be: whoever refuses an HTTP request before a
// server sees it may use a format of its own, the answer to a notification is no message, and SSE events of other types
// than message are skipped by clients.
func ownFormat(m *message.Message) bool {
	if isRPC(m) {
		return false
	}
	if m.Event != nil && m.Event.Type != "" && m.Event.Type != "message" {
		return true
	}
	h := m.HTTP
	if h == nil || h.IsRequest || m.Event != nil {
		return false
	}
	return h.Status < 200 || h.Status > 299 ||
		h.Exchange != nil && h.Exchange.Request != nil && h.Exchange.Request.Shape == message.Notification
}

// culprit gives who has to act on a text that is no message: unknown where nothing shows that it travelled as one.
func culprit(p *rule.Pass) rule.Party {
	m := p.Msg
	if m.HTTP == nil && m.Event == nil && m.Line == nil && !m.InBatch && !firstOf(m.Root, "jsonrpc", "id").Exists() {
		return rule.Anyone
	}
	return sender(p)
}

// wrapped finds the value that holds a JSON-RPC message, or a stream of them, in a text that is none: a member, or the
// text itself where it is a string.
func wrapped(m *message.Message) jsondoc.Value {
	holds := func(v jsondoc.Value) bool {
		switch v.Kind() {
		case jsondoc.String:
			s, _ := v.Text()
			return strings.Contains(s, `"jsonrpc"`)
		case jsondoc.Object:
			return v.Get("jsonrpc").Exists()
		}
		return false
	}
	switch m.Root.Kind() {
	case jsondoc.String:
		if holds(m.Root) {
			return m.Root
		}
	case jsondoc.Object:
		if m.Root.Get("jsonrpc").Exists() {
			break
		}
		for v := m.Root.First(); v.Exists(); v = v.Next() {
			if holds(v) {
				return v
			}
		}
	}
	return jsondoc.Value{}
}

// holdsObject reports whether an array holds an object, so that it may be a batch of messages.
func holdsObject(array jsondoc.Value) bool {
	for v := array.First(); v.Exists(); v = v.Next() {
		if v.Kind() == jsondoc.Object {
			return true
		}
	}
	return false
}

// firstOf gives the member of an object that has one of the names: of several, the one that comes first in the text.
func firstOf(object jsondoc.Value, names ...string) jsondoc.Value {
	var first jsondoc.Value
	for _, name := range names {
		if v := object.Get(name); v.Exists() && (!first.Exists() || v.Span().Start < first.Span().Start) {
			first = v
		}
	}
	return first
}

// goodID reports whether a value is an id: a string or an integer, by its value.
func goodID(v jsondoc.Value) bool { return v.Kind() == jsondoc.String || v.Number().Integer }

// requestMethod reports whether some revision defines a request of that name.
func requestMethod(method string) bool {
	switch method {
	case spec.Discover, spec.Initialize, spec.ToolsList, spec.ToolsCall, spec.PromptsList, spec.PromptsGet, spec.ResourcesList,
		spec.ResourceTemplatesList, spec.ResourcesRead, spec.Listen, "completion/complete", "ping", "logging/setLevel",
		"resources/subscribe", "resources/unsubscribe", "roots/list", "sampling/createMessage", "elicitation/create":
		return true
	}
	return false
}
