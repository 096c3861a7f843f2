package rules

import (
	"bytes"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

var (
	negotiation      = spec.Clause{Page: versioning, Anchor: "#protocol-version-negotiation", Keyword: spec.Must}
	requiredMeta     = spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must}
	headerValidation = spec.Clause{Page: "basic/transports/streamable-http", Anchor: "#server-validation", Keyword: spec.Must}
)

// exchangeRules hold an answer against the request that it answers.
var exchangeRules = []*rule.Rule{
	{
		ID: "exchange-id-mismatch", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/id", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: basic, Anchor: "#result-responses", Keyword: spec.Must},
		Title:  text.Text{EN: "The result's id is not the request's", JA: "result の id がリクエストと違う"},
		Message: text.Text{
			EN: "The result's id is {value}, but the request's is {asked}.",
			JA: "result のレスポンスの id は {value} ですが、リクエストの id は {asked} です。"},
		Why: text.Text{
			EN: "The client can't match the two and waits until its timeout. The JSON type counts too, and every digit: a number that passed through a double may be off by one.",
			JA: "クライアントは対応付けができず、タイムアウトまで待ちます。JSON の型も、1 桁ずつの値も一致が必要です。倍精度を経由した数値は 1 だけずれることがあります。"},
		Fix: repeatID,
		Check: func(p *rule.Pass) {
			q, m := p.Request(), p.Msg
			switch {
			case q == nil || m == nil || m.Shape != message.Response || !goodID(q.ID):
				p.Unseen(unmatched)
			case !m.ID.Exists():
				p.Blocked("envelope-id-missing")
			case m.ID.Kind() == jsondoc.Null:
				p.Blocked("envelope-id-null")
			case !goodID(m.ID):
				p.Blocked("envelope-id-type")
			case !q.ID.Equal(m.ID):
				f := p.Report(p.Value(m.ID), raw(m.ID), text.A("asked", short(string(q.ID.Raw())))).
					Relate(p.Other(q, p.Exchange.Pane, q.ID), theRequestID)
				p.Edit(f, m.ID, string(q.ID.Raw()))
			}
		},
	},
	{
		ID: "exchange-error-id", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/id",
		Clause: spec.Clause{Page: basic, Anchor: "#error-responses", Keyword: spec.Must},
		Title:  text.Text{EN: "The error's id is not the request's", JA: "エラーの id がリクエストと違う"},
		Message: text.Text{
			EN: "The error's id is {value}, but the request's is {asked} and could be read.",
			JA: "エラーの id は {value} ですが、リクエストの id は {asked} で、読み取れるものでした。"},
		Why: text.Text{
			EN: "On stdio nothing else joins the two, so the request stays unanswered; on HTTP the connection still does.",
			JA: "stdio ではほかに対応付ける手段がなく、リクエストに応答がないままになります。HTTP なら接続で対応が分かります。"},
		Fix: text.Text{
			EN: "Repeat the request's id; leave it out only where the request was too malformed to read it.",
			JA: "リクエストの id を返してください。省けるのは、リクエストの形が崩れていて読み取れないときだけです。"},
		Check: func(p *rule.Pass) {
			q, m := p.Request(), p.Msg
			if !owesID(m, q) {
				p.Unseen(unmatched)
				return
			}
			args := []text.Arg{raw(m.ID), text.A("asked", short(string(q.ID.Raw())))}
			there := p.Other(q, p.Exchange.Pane, q.ID)
			switch {
			case !m.ID.Exists():
				f := p.Report(p.Missing(m.Root, "id"), args...).Relate(there, theRequestID).Say(text.Text{
					EN: "The error has no id, although the request's, {asked}, could be read.",
					JA: "リクエストの id（{asked}）は読み取れるものでしたが、エラーに id がありません。"})
				p.Insert(f, m.Root, "id", string(q.ID.Raw()))
			case m.ID.Kind() != jsondoc.Null && !goodID(m.ID):
				p.Blocked("envelope-id-type")
			case !q.ID.Equal(m.ID):
				f := p.Report(p.Value(m.ID), args...).Relate(there, theRequestID)
				p.Edit(f, m.ID, string(q.ID.Raw()))
			}
		},
	},
	{
		ID: "exchange-discover-refused", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/error/code",
		Clause: negotiation,
		Title:  text.Text{EN: "server/discover is answered with Method not found", JA: "server/discover に Method not found を返している"},
		Message: text.Text{
			EN: "The server answers server/discover with -32601, but every server of this revision implements it.",
			JA: "server/discover に -32601 を返していますが、この revision のサーバーは必ず実装しなければなりません。"},
		Why: text.Text{
			EN: "A legacy server answers exactly so, and rightly: dual-era clients take this for one and fall back to initialize.",
			JA: "レガシーのサーバーなら正しい応答です。dual-era のクライアントはレガシーと判断し、initialize に切り替えます。"},
		Fix: text.Text{
			EN: "Implement server/discover, whatever else the server offers; a legacy server needs no change.",
			JA: "ほかに何を提供するかによらず server/discover を実装してください。レガシーのサーバーなら変更は不要です。"},
		Check: func(p *rule.Pass) {
			a := replyOf(p)
			switch {
			case a.form != errorReply || a.request.Method != spec.Discover:
				p.Unseen(text.Text{EN: "No error that answers server/discover is here.", JA: "server/discover に対するエラーがありません。"})
			case a.code != spec.MethodNotFound:
			case a.faults != 0:
				p.Blocked(a.rule())
			default:
				p.Report(p.Value(p.Msg.Error.Get("code"))).Relate(p.Other(a.request, p.Exchange.Pane, a.request.Root.Get("method")), theRequest)
			}
		},
	},
	{
		ID: "exchange-malformed-accepted", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/result",
		Clause: requiredMeta,
		Title:  text.Text{EN: "A request without its required _meta is served", JA: "必須の _meta がないリクエストに応じている"},
		Message: text.Text{
			EN: "The request lacks a required _meta field and got a result; the server must refuse it with -32602.",
			JA: "必須の _meta フィールドがないリクエストに result を返しています。-32602 で拒否しなければなりません。"},
		Why: text.Text{
			EN: "The server then guesses the version and the client's capabilities, or remembers them from earlier requests, which it may not.",
			JA: "version やクライアントの capability を推測するか、以前のリクエストから覚えていることになります。どちらも許されません。"},
		Fix:   refuseMeta,
		Check: accepted(badMeta),
	},
	{
		ID: "exchange-malformed-code", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/error/code",
		Clause: requiredMeta,
		Title:  text.Text{EN: "A missing _meta field is refused with another code", JA: "_meta フィールドの欠落を別の code で拒否している"},
		Message: text.Text{
			EN: "The request lacks a required _meta field; the server answers {answer} instead of -32602 (Invalid params).",
			JA: "リクエストに必須の _meta フィールドがありません。-32602（Invalid params）ではなく {answer} を返しています。"},
		Why: text.Text{
			EN: "The code is what tells a client to mend its request; any other sends it looking elsewhere.",
			JA: "リクエストを直すべきことは code で伝わります。ほかの code では、クライアントは別の原因を探すことになります。"},
		Fix:   refuseMeta,
		Check: miscoded(badMeta),
	},
	{
		ID: "exchange-header-accepted", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/result",
		Clause: headerValidation,
		Title:  text.Text{EN: "A request with wrong headers is served", JA: "ヘッダーの誤ったリクエストに応じている"},
		Message: text.Text{
			EN: "The request's {header} header is missing or differs from the body, and it got a result; the server must refuse it with -32020.",
			JA: "{header} ヘッダーがないか本文と一致しないリクエストに result を返しています。-32020 で拒否しなければなりません。"},
		Why: text.Text{
			EN: "Gateways route and filter by the header, the server acts by the body: whoever makes them differ slips past the gateway's rules.",
			JA: "ゲートウェイはヘッダーで振り分けや制限を行い、サーバーは本文で動きます。両者を食い違わせれば、ゲートウェイの制限をすり抜けられます。"},
		Fix:   refuseHeader,
		Check: accepted(badHeader),
	},
	{
		ID: "exchange-header-code", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/error/code",
		Clause: headerValidation,
		Title:  text.Text{EN: "Wrong headers are refused with another code", JA: "ヘッダーの誤りを別の code で拒否している"},
		Message: text.Text{
			EN: "The request's {header} header is missing or differs from the body; the server answers {answer} instead of -32020 (HeaderMismatch).",
			JA: "リクエストの {header} ヘッダーがないか、本文と一致しません。-32020（HeaderMismatch）ではなく {answer} を返しています。"},
		Why: text.Text{
			EN: "-32020 shows a modern server and tells the client to correct its headers; other answers make it fall back to initialize.",
			JA: "-32020 ならモダンのサーバーだと分かり、クライアントはヘッダーを直せます。ほかの応答では initialize に切り替えてしまいます。"},
		Fix:   refuseHeader,
		Check: miscoded(badHeader),
	},
	{
		ID: "exchange-header-unfounded", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/error/code",
		Clause: errorCodes, As: rule.Advice,
		Title: text.Text{EN: "HeaderMismatch although the headers match", JA: "ヘッダーが一致しているのに HeaderMismatch"},
		Message: text.Text{
			EN: "The server answers -32020, but the request as given has all required headers, and they match the body.",
			JA: "-32020 を返していますが、渡されたリクエストには必要なヘッダーがすべてあり、本文と一致しています。"},
		Why: text.Text{
			EN: "Either a proxy in between drops or changes a header, or the server uses the code for something else, which it may not.",
			JA: "途中のプロキシがヘッダーを落としたり変えたりしているか、サーバーがこの code を別の意味で使っています。後者は許されません。"},
		Fix: text.Text{
			EN: "Look at what arrives at the server; correct the hop, or the server's comparison.",
			JA: "サーバーに届いた内容を確かめ、中継する側か、サーバーの比較処理を直してください。"},
		Check: func(p *rule.Pass) {
			a := replyOf(p)
			switch h := a.http; {
			case a.form != errorReply || a.code != spec.HeaderMismatch:
				p.Unseen(text.Text{EN: "No HeaderMismatch error with its request is here.", JA: "HeaderMismatch のエラーと、そのリクエストがありません。"})
			case h == nil:
				p.Unseen(text.Text{EN: "The HTTP request is not known; give the request that was sent.", JA: "HTTP リクエストが分かりません。送信したリクエストを渡してください。"})
			case a.faults&(badMeta|badHeader|badEnvelope) == 0 && !opaqueHeaders(h):
				p.Report(p.Value(p.Msg.Error.Get("code"))).Relate(sentPart(p, "start-line", h.StartLine), theRequest)
			}
		},
	},
	{
		ID: "exchange-version-accepted", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/result",
		Clause: negotiation,
		Title:  text.Text{EN: "A request in an unsupported version is served", JA: "対応しない version のリクエストに応じている"},
		Message: text.Text{
			EN: "The request asks for {asked} and got a result; no server can implement that version per request, so that -32022 is due.",
			JA: "リクエストは {asked} を求め、result を受け取っています。この version はリクエスト単位では使えないため、-32022 を返すべきところです。"},
		Why: text.Text{
			EN: "The client goes on to believe that the server speaks that version.",
			JA: "クライアントは、サーバーがその version を話すと思い込んだまま進みます。"},
		Fix:   refuseVersion,
		Check: accepted(badVersion),
	},
	{
		ID: "exchange-version-code", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/error/code",
		Clause: negotiation,
		Title:  text.Text{EN: "A version is refused with another code than -32022", JA: "version を -32022 以外で拒否している"},
		Message: text.Text{
			EN: "The server answers {answer} to a request for version {asked}; a version that it doesn't implement is refused with -32022 and data.supported.",
			JA: "version {asked} のリクエストに {answer} を返しています。実装していない version は、data.supported を付けた -32022 で拒否します。"},
		Why: text.Text{
			EN: "Only -32022 shows that the server is modern and which versions it speaks; on any other answer dual-era clients fall back to initialize.",
			JA: "モダンのサーバーであることと対応する version が伝わるのは -32022 だけです。ほかの応答では dual-era のクライアントは initialize に切り替えます。"},
		Fix: refuseVersion,
		Check: func(p *rule.Pass) {
			miscoded(badVersion)(p)
			a := replyOf(p)
			if a.faults != 0 || a.form != errorReply || a.code == spec.UnsupportedProtocolVersion || a.version == "" || a.early {
				return
			}
			if c := draftOf(p.Msg); c == spec.UnsupportedProtocolVersion && (a.code != spec.InvalidParams || p.Claim() != message.ClaimsModern) {
				p.Blocked("error-code-draft")
				return
			}
			if refusesVersion(p.Msg) {
				a.report(p)
			}
		},
	},
	{
		ID: "exchange-version-requested", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/error/data/requested",
		Clause: versionError,
		Title:  text.Text{EN: "data.requested is not what was requested", JA: "data.requested が要求した version と違う"},
		Message: text.Text{
			EN: "data.requested is {value}, but the request asked for {version}.",
			JA: "data.requested は {value} ですが、リクエストが求めた version は {version} です。"},
		Why: text.Text{
			EN: "The client can't trust that its own request was refused; a proxy or a cache may have answered for another one.",
			JA: "クライアントは、自分のリクエストが拒否されたのか確信できません。プロキシやキャッシュが別のリクエストへの応答を返した可能性もあります。"},
		Fix: text.Text{
			EN: "Repeat the version of the request as it came.",
			JA: "リクエストの version を受け取ったとおりに返してください。"},
		Check: func(p *rule.Pass) {
			a := replyOf(p)
			if a.form != errorReply || a.code != spec.UnsupportedProtocolVersion || a.version == "" {
				p.Unseen(text.Text{EN: "No UnsupportedProtocolVersion error is here whose request names a version.", JA: "version を示したリクエストに対する UnsupportedProtocolVersion のエラーがありません。"})
				return
			}
			v := p.Msg.Error.Get("data").Get("requested")
			s, ok := v.Text()
			if !ok || s == a.version || a.http != nil && s == a.http.Value("MCP-Protocol-Version") {
				return
			}
			f := p.Report(p.Value(v), raw(v), text.A("version", short(a.version)))
			if w := a.request.Meta.Get(spec.MetaProtocolVersion); w.Exists() {
				f.Relate(p.Other(a.request, p.Exchange.Pane, w), text.Text{EN: "the version that was requested", JA: "要求した version"})
				p.Edit(f, v, string(w.Raw()))
			}
		},
	},
	{
		ID: "exchange-client-demanded", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/error/code",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Should}, As: rule.Violation,
		Title: text.Text{EN: "clientInfo is demanded", JA: "clientInfo を要求している"},
		Message: text.Text{
			EN: "The server refuses the request with {answer} because it has no clientInfo, which is optional.",
			JA: "clientInfo がないという理由で {answer} を返していますが、clientInfo は任意です。"},
		Why: text.Text{
			EN: "Clients should send it but may be set not to. It was required in drafts until 15 July 2026; dual-era clients take this answer for a legacy server's.",
			JA: "送ることが推奨されていますが、送らない設定も許されます。必須だったのは 2026 年 7 月 15 日までの draft です。dual-era のクライアントはこの応答をレガシーのものと判断します。"},
		Fix: text.Text{
			EN: "Serve requests without clientInfo.",
			JA: "clientInfo のないリクエストにも応じてください。"},
		Check: func(p *rule.Pass) {
			a := replyOf(p)
			if a.form != errorReply || a.faults != 0 || a.code != spec.InvalidParams && a.code != spec.InvalidRequest {
				p.Unseen(text.Text{EN: "No refusal of a request without clientInfo is here.", JA: "clientInfo のないリクエストを拒否した応答がありません。"})
				return
			}
			if demandsClient(p.Msg, a.request) {
				f := p.Report(p.Value(p.Msg.Error.Get("code")), text.A("answer", decimal(a.code)))
				f.Relate(p.Other(a.request, p.Exchange.Pane, a.request.Meta), text.Text{EN: "the request's _meta", JA: "リクエストの _meta"})
			}
		},
	},
	{
		ID: "exchange-capability-declared", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/error/data/requiredCapabilities",
		Clause: errorCodes,
		Title:  text.Text{EN: "A capability is missed that was declared", JA: "宣言した capability がないと言っている"},
		Message: text.Text{
			EN: "The error asks for {names}, which the request declared.",
			JA: "エラーは {names} を求めていますが、リクエストはそれを宣言しています。"},
		Why: text.Text{
			EN: "The client has nothing to add, so a retry gives the same error again.",
			JA: "クライアントが加えられるものはなく、やり直しても同じエラーになります。"},
		Fix: text.Text{
			EN: "Read the capabilities from this request's _meta; list only what is missing there.",
			JA: "capability はこのリクエストの _meta から読み、そこにないものだけを並べてください。"},
		Check: func(p *rule.Pass) {
			a := replyOf(p)
			if a.form != errorReply || a.code != spec.MissingClientCapability {
				p.Unseen(text.Text{EN: "No MissingRequiredClientCapability error with its request is here.", JA: "MissingRequiredClientCapability のエラーと、そのリクエストがありません。"})
				return
			}
			asked := p.Msg.Error.Get("data").Get("requiredCapabilities")
			declared := a.request.Meta.Get(spec.MetaClientCapabilities)
			if asked.Kind() != jsondoc.Object || !asked.First().Exists() || declared.Kind() != jsondoc.Object {
				return
			}
			var names []string
			for v := asked.First(); v.Exists(); v = v.Next() {
				name := v.Name()
				if !covers(declared.Get(name), v, name) {
					return
				}
				if len(names) < 8 {
					names = append(names, name)
				}
			}
			p.Report(p.Value(asked), text.A("names", short(strings.Join(names, ", ")))).
				Relate(p.Other(a.request, p.Exchange.Pane, declared), text.Text{EN: "what the request declared", JA: "リクエストの宣言"})
		},
	},
	{
		ID: "exchange-type-undeclared", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/result/resultType",
		Clause: spec.Clause{Page: basic, Anchor: "#resulttype", Keyword: spec.Must},
		Title:  text.Text{EN: "A resultType of an undeclared extension", JA: "宣言されていない拡張の resultType"},
		Message: text.Text{
			EN: "resultType is {value}, but the request declared no extension that may add it.",
			JA: "resultType が {value} ですが、リクエストはこれを追加できる拡張を宣言していません。"},
		Why: text.Text{
			EN: "The client must treat a type that it doesn't know as invalid, and throws the result away.",
			JA: "クライアントは知らない型を無効として扱わなければならず、result を捨てます。"},
		Fix: text.Text{
			EN: "Answer with \"complete\" or \"input_required\", unless this request's clientCapabilities.extensions has the extension.",
			JA: "このリクエストの clientCapabilities.extensions にその拡張がない限り、\"complete\" か \"input_required\" で応答してください。"},
		Check: func(p *rule.Pass) {
			a := replyOf(p)
			if a.form != resultReply {
				p.Unseen(unmatched)
				return
			}
			v := p.Msg.Result.Get("resultType")
			s, ok := v.Text()
			if !ok || coreType(v) {
				return
			}
			if w := letters(s); w == "complete" || w == "inputrequired" || s == "incomplete" || blank(s) || p.Msg.Answers == spec.Discover {
				p.Blocked("result-type-unknown")
				return
			}
			extensions := a.request.Meta.Get(spec.MetaClientCapabilities).Get("extensions")
			if s == "task" && !extensions.Get(spec.MetaPrefix+"tasks").Exists() || !extensions.First().Exists() {
				f := p.Report(p.Value(v), raw(v))
				if extensions.Exists() {
					f.Relate(p.Other(a.request, p.Exchange.Pane, extensions), text.Text{EN: "the declared extensions", JA: "宣言された拡張"})
				}
				return
			}
			p.Unseen(text.Text{EN: "One of the declared extensions may define this type.", JA: "宣言された拡張のどれかが、この型を定めている可能性があります。"})
		},
	},
	{
		ID: "exchange-initialize-versions", Since: "0.1.0", Party: rule.Server, On: rule.OnExchange, At: "/error",
		Clause: spec.Clause{Page: versioning, Anchor: "#backward-compatibility-with-initialization-based-versions", Keyword: spec.Should},
		Title:  text.Text{EN: "The refusal of initialize names no version", JA: "initialize の拒否に version がない"},
		Message: text.Text{
			EN: "The server refuses initialize without naming a modern version that it speaks, in message or data.",
			JA: "initialize を拒否していますが、対応するモダンの version を message にも data にも示していません。"},
		Why: text.Text{
			EN: "Legacy clients can't move forward by themselves: this text may be all that their users get to see.",
			JA: "レガシーのクライアントは自力で新しい version に移れません。利用者が目にするのはこの文言だけかもしれません。"},
		Fix: text.Text{
			EN: "Say in message or data which versions the server speaks, such as \"supported\": [\"" + spec.Revision + "\"].",
			JA: "\"supported\": [\"" + spec.Revision + "\"] のように、対応する version を message か data に入れてください。"},
		Check: func(p *rule.Pass) {
			q, m := p.Request(), p.Msg
			if q == nil || q.Method != spec.Initialize || m == nil || m.Shape != message.ErrorResponse || !isRPC(m) {
				p.Unseen(text.Text{EN: "No error that answers initialize is here.", JA: "initialize に対するエラーがありません。"})
				return
			}
			if !namesModern(m.Error.Raw()) {
				at := m.Error.Get("message")
				if !at.Exists() {
					at = m.Error
				}
				p.Report(p.Value(at)).Relate(p.Other(q, p.Exchange.Pane, q.Root.Get("method")), theRequest)
			}
		},
	},
}

var (
	unmatched    = text.Text{EN: "No answer is here whose request is known; give the request that was sent.", JA: "リクエストの分かる応答がありません。送信したリクエストを渡してください。"}
	theRequest   = text.Text{EN: "the request", JA: "リクエスト"}
	theRequestID = text.Text{EN: "the request's id", JA: "リクエストの id"}
	theFault     = text.Text{EN: "what is wrong with the request", JA: "リクエストの誤り"}
	refuseMeta   = text.Text{
		EN: "Answer -32602 (Invalid params), on HTTP with status 400.",
		JA: "-32602（Invalid params）を返してください。HTTP ではステータスを 400 にします。"}
	refuseHeader = text.Text{
		EN: "Answer -32020 (HeaderMismatch) with status 400.",
		JA: "ステータス 400 で -32020（HeaderMismatch）を返してください。"}
	refuseVersion = text.Text{
		EN: "Answer -32022 with data {\"supported\": [...], \"requested\": \"{version}\"}, on HTTP with status 400.",
		JA: "data を {\"supported\": [...], \"requested\": \"{version}\"} として -32022 を返してください。HTTP ではステータスを 400 にします。"}
)

// faults are the ways in which a request is wrong that the specification ties to a code.
type faults uint8

const (
	badEnvelope faults = 1 << iota // -32600
	badMeta                        // -32602: a required field of _meta is missing or of the wrong type
	badHeader                      // -32020: a header is missing or differs from the body
	badVersion                     // -32022: a version that can't be used per request
)

// replyForm is what came back for a request.
type replyForm uint8

const (
	noReply     replyForm = iota // or none that is judged here
	resultReply                  // a result
	errorReply                   // an error with a code that can be read
	plainReply                   // HTTP 400 without a JSON-RPC error
)

// reply is an exchange as the rules on codes see it.
type reply struct {
	form    replyForm
	request *message.Message
	http    *message.HTTPMessage // the HTTP request where it is known
	faults  faults
	header  string // the header that is wrong
	code    spec.Code
	version string // that the request asks for, in _meta or else in the header
	early   bool   // refused for reasons of HTTP, before the protocol came into play
}

// replyOf sums up an exchange.
func replyOf(p *rule.Pass) (a reply) {
	q, m := p.Request(), p.Msg
	if q == nil || q.Shape != message.Request || q.Direction != message.ToServer || q.Method == spec.Initialize || q.InBatch {
		return a
	}
	a.request = q
	if h := p.Exchange.HTTP; h != nil && h.IsRequest && h.Verb == "POST" {
		a.http = h
	}
	a.version = q.MetaText(spec.MetaProtocolVersion)
	if a.version == "" && a.http != nil {
		a.version = a.http.Value("MCP-Protocol-Version")
	}
	h := p.Exchange.Reply
	if h != nil {
		switch s := h.Status; {
		case s == 401, s == 403, s >= 405 && s <= 499, s >= 500:
			a.early = true
		}
	}
	switch {
	case m != nil && m.Root.Kind() == jsondoc.Object && isRPC(m):
		if m.Shape == message.Response && m.Result.Kind() == jsondoc.Object {
			a.form = resultReply
		} else if c, ok := m.ErrorCode(); ok && m.Shape == message.ErrorResponse {
			a.form, a.code = errorReply, c
		}
	case h != nil && h.Status == 400:
		a.form = plainReply
	}
	a.faults, a.header = faultsOf(q, a.http)
	// A request that shows nothing of this revision may be legacy traffic, which a dual-era server serves as such. Only a
	// modern error says that it was taken for a modern one.
	if q.Claim != message.ClaimsModern && (a.form != errorReply || !spec.ModernCode(a.code)) {
		a.form = noReply
	}
	return a
}

// faultsOf tells what is wrong with a request, and the first header that is.
func faultsOf(q *message.Message, h *message.HTTPMessage) (f faults, header string) {
	method := q.Root.Get("method")
	if !q.Root.Get("jsonrpc").Is("2.0") || !goodID(q.ID) || method.Kind() != jsondoc.String || q.Params.Exists() && q.Params.Kind() != jsondoc.Object {
		f |= badEnvelope
	}
	version := q.Meta.Get(spec.MetaProtocolVersion)
	if version.Kind() != jsondoc.String || q.Meta.Get(spec.MetaClientCapabilities).Kind() != jsondoc.Object {
		f |= badMeta
	}
	asked, named := version.Text()
	if named && (spec.EraOf(asked) == spec.Legacy || blank(asked)) {
		f |= badVersion
	}
	if h == nil {
		return f, ""
	}
	check := func(name, value string, known bool) {
		if header != "" {
			return
		}
		v := h.Header(name)
		switch {
		case v == nil, known && v.Value != value && !strings.HasPrefix(v.Value, "=?base64?"):
			header = name
		}
	}
	check("MCP-Protocol-Version", asked, named)
	check("Mcp-Method", q.Method, true)
	switch q.Method {
	case spec.ToolsCall, spec.PromptsGet:
		s, ok := q.Params.Get("name").Text()
		check("Mcp-Name", s, ok)
	case spec.ResourcesRead:
		s, ok := q.Params.Get("uri").Text()
		check("Mcp-Name", s, ok)
	}
	if header != "" {
		f |= badHeader
	}
	return f, header
}

// opaqueHeaders reports whether a request has headers that can't be compared with the body here.
func opaqueHeaders(h *message.HTTPMessage) bool {
	for i := range h.Headers {
		if name := text.Lower(h.Headers[i].Name); strings.HasPrefix(name, "mcp-param-") || strings.HasPrefix(h.Headers[i].Value, "=?base64?") {
			return true
		}
	}
	return false
}

// first gives the fault that a server meets first: what is missing, then what differs, then the version.
func (a *reply) first() faults {
	for _, f := range [...]faults{badEnvelope, badMeta, badHeader, badVersion} {
		if a.faults&f != 0 {
			return f
		}
	}
	return 0
}

// rule names the rule that judges the code of a refusal by the first fault.
func (a *reply) rule() string {
	switch a.first() {
	case badMeta:
		return "exchange-malformed-code"
	case badHeader:
		return "exchange-header-code"
	case badVersion:
		return "exchange-version-code"
	}
	return "envelope-id-type"
}

// allows reports whether one of the request's faults, or one that doesn't show, allows the code.
func (a *reply) allows(p *rule.Pass) bool {
	q := a.request
	switch c := a.code; {
	case c < -32768 || c > -32000:
		return true // an application's own code: the server has refused for a reason of its own
	case c == spec.ParseError, c == spec.InvalidRequest:
		return a.faults&badEnvelope != 0
	case c == spec.MethodNotFound:
		return q.Method != spec.Discover
	case c == spec.InvalidParams:
		more := q.Params.First()
		for more.Exists() && more.Name() == "_meta" {
			more = more.Next()
		}
		return a.faults&(badMeta|badEnvelope) != 0 || more.Exists() && q.Params.Kind() == jsondoc.Object
	case c == spec.HeaderMismatch:
		// Without the HTTP request nobody knows its headers; on stdio error-code-headerless has it.
		return a.http == nil || a.faults&badHeader != 0 || a.faults&badMeta != 0 || opaqueHeaders(a.http)
	case c == spec.MissingClientCapability:
		return q.Method != spec.Discover
	case c == spec.UnsupportedProtocolVersion:
		return a.version != "" || a.faults&badVersion != 0
	case c == spec.InternalError:
		return false
	case c >= -32019:
		return c == spec.ResourceNotFound || draftOf(p.Msg) != 0
	}
	return true // reserved or unassigned, which the rules on codes have told
}

// accepted makes the check of a rule on requests that are served in spite of a fault.
func accepted(fault faults) func(*rule.Pass) {
	return func(p *rule.Pass) {
		a := replyOf(p)
		switch {
		case a.form != resultReply:
			p.Unseen(unmatched)
		case a.faults&fault == 0:
		case a.first() == badEnvelope:
		case a.first() != fault:
			p.Blocked(strings.TrimSuffix(a.rule(), "code") + "accepted")
		case p.Msg.Answers == spec.Discover && fault == badVersion:
			p.Blocked("discover-versions-requested")
		default:
			a.file(p, p.Name(p.Msg.Result))
		}
	}
}

// miscoded makes the check of a rule on requests that are refused with a code that none of their faults allows.
func miscoded(fault faults) func(*rule.Pass) {
	return func(p *rule.Pass) {
		a := replyOf(p)
		switch {
		case a.form != errorReply && a.form != plainReply || a.early:
			p.Unseen(unmatched)
		case a.faults&fault == 0 || a.first() == badEnvelope:
		case a.form == errorReply && a.allows(p):
		case a.first() != fault:
			p.Blocked(a.rule())
		default:
			a.report(p)
		}
	}
}

// report files the finding that an answer has the wrong code, or none.
func (a *reply) report(p *rule.Pass) {
	if a.form == errorReply {
		a.file(p, p.Value(p.Msg.Error.Get("code")))
		return
	}
	h := p.Exchange.Reply
	at := p.Status(h)
	if len(text.Bare(string(h.Body.Text))) > 0 {
		at = p.Part("body", h.Body.All())
	}
	a.file(p, at)
}

func (a *reply) file(p *rule.Pass, at *rule.Place) *rule.Finding {
	said := text.T("answer", text.Text{EN: "an HTTP 400 without a JSON-RPC error", JA: "JSON-RPC のエラーのない HTTP 400"})
	if a.form == errorReply {
		said = text.A("answer", decimal(a.code))
	}
	f := p.Report(at, said, text.A("header", a.header), text.A("version", short(a.version)), text.A("asked", `"`+short(a.version)+`"`))
	q, pane := a.request, p.Exchange.Pane
	switch a.first() {
	case badMeta:
		where := q.Meta
		if !where.Exists() {
			where = q.Params
		}
		if !where.Exists() {
			where = q.Root.Get("method")
		}
		return f.Relate(p.Other(q, pane, where), theFault)
	case badHeader:
		if v := a.http.Header(a.header); v != nil {
			return f.Relate(sentPart(p, "headers/"+text.Lower(a.header), v.ValueSpan), theFault)
		}
		return f.Relate(sentPart(p, "headers/"+text.Lower(a.header), a.http.StartLine), theFault)
	}
	f.Relate(p.Other(q, pane, q.Meta.Get(spec.MetaProtocolVersion)), text.Text{EN: "the version that was requested", JA: "要求した version"})
	if a.faults != 0 && spec.Published(a.version) {
		// A dual-era server does implement the version, though not by _meta: the text doesn't say in so many words that
		// -32022 is due.
		f.Softened(rule.Advice)
	}
	return f
}

// sentPart gives the place of a part of the HTTP request.
func sentPart(p *rule.Pass, part string, s jsondoc.Span) *rule.Place {
	at := p.Part(part, p.Exchange.HTTP.Source(s))
	at.Pane = p.Exchange.Pane
	return at
}

// owesID reports whether an error has to repeat the id of a request. A refusal for its Origin or its token may come
// before the body is read, and has none.
func owesID(m, q *message.Message) bool {
	return m != nil && m.Shape == message.ErrorResponse && isRPC(m) && q != nil && q.Shape == message.Request && goodID(q.ID) &&
		(m.HTTP == nil || m.HTTP.Status != 401 && m.HTTP.Status != 403)
}

// demandsClient reports whether an error names clientInfo, which its request left out.
func demandsClient(m, q *message.Message) bool {
	return !q.Meta.Get(spec.MetaClientInfo).Exists() && bytes.Contains(m.Error.Raw(), []byte("clientInfo"))
}

// refusesVersion reports whether an error says, in words or by its data, that a protocol version is not supported.
func refusesVersion(m *message.Message) bool {
	s, _ := m.Error.Get("message").Text()
	s = text.Lower(s)
	if strings.Contains(s, "protocol version") && (strings.Contains(s, "unsupported") || strings.Contains(s, "not supported")) {
		return true
	}
	data := m.Error.Get("data")
	return data.Get("supported").Kind() == jsondoc.Array && data.Get("requested").Kind() == jsondoc.String
}

// namesModern reports whether a text names a protocol version of the modern era.
func namesModern(b []byte) bool {
	const date = len(spec.Revision)
	for i := 0; i+date <= len(b); i++ {
		if b[i] == '2' && b[i+4] == '-' && spec.EraOf(string(b[i:i+date])) == spec.Modern {
			return true
		}
	}
	return false
}

// covers reports whether what a client declared for a capability has everything that an error asks for.
func covers(declared, asked jsondoc.Value, name string) bool {
	if declared.Kind() != jsondoc.Object || asked.Kind() != jsondoc.Object {
		return false
	}
	if !asked.First().Exists() {
		// An empty elicitation means forms.
		return name != "elicitation" || !declared.First().Exists() || declared.Get("form").Exists()
	}
	for v := asked.First(); v.Exists(); v = v.Next() {
		formless := name == "elicitation" && v.Name() == "form" && !declared.First().Exists()
		if !declared.Get(v.Name()).Exists() && !formless {
			return false
		}
	}
	return true
}
