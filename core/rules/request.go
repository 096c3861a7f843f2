package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// requestRules judge what a client sends: the _meta that every request of this revision carries, and the request of
// server/discover. An initialize request is judged by the legacy revisions that it belongs to.
var requestRules = []*rule.Rule{
	{
		ID: "request-params-missing", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params",
		Clause: spec.Clause{Page: "schema", Anchor: "#requestparams", Keyword: spec.Schema},
		Title:  text.Text{EN: "params is missing", JA: "params がない"},
		Message: text.Text{
			EN: "The request has no params, and so none of the _meta fields that every request carries.",
			JA: "リクエストに params がなく、すべてのリクエストに必要な _meta のフィールドもありません。"},
		Why: malformed,
		Fix: text.Text{
			EN: "Add \"params\" with a \"_meta\" that has at least " + spec.MetaProtocolVersion + " and " + spec.MetaClientCapabilities + ".",
			JA: "\"params\" を加え、その \"_meta\" に少なくとも " + spec.MetaProtocolVersion + " と " + spec.MetaClientCapabilities + " を入れてください。"},
		Check: func(p *rule.Pass) {
			if !judged(p) || p.Msg.Params.Exists() {
				return
			}
			f := p.Report(p.Missing(p.Msg.Root, "params"))
			if beside := p.Msg.Root.Get("_meta"); beside.Exists() {
				f.Relate(p.Name(beside), text.Text{EN: "_meta belongs inside params", JA: "_meta は params の中に入れます"})
				if beside.Kind() == jsondoc.Object {
					p.Rename(f, beside, "params")
					p.Edit(f, beside, `{"_meta": `+string(beside.Raw())+`}`)
				}
			}
		},
	},
	{
		ID: "request-meta-missing", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "_meta is missing", JA: "_meta がない"},
		Message: text.Text{
			EN: "params has no _meta, in which every request states its protocol version and the client's capabilities.",
			JA: "params に _meta がありません。どのリクエストも、ここで protocol version とクライアントの capability を示します。"},
		Why: malformed,
		Fix: text.Text{
			EN: "Add \"_meta\" with at least " + spec.MetaProtocolVersion + " and " + spec.MetaClientCapabilities + ".",
			JA: "少なくとも " + spec.MetaProtocolVersion + " と " + spec.MetaClientCapabilities + " を持つ \"_meta\" を加えてください。"},
		Check: func(p *rule.Pass) {
			if !judged(p) || !paramsObject(p) || p.Msg.Meta.Exists() {
				return
			}
			f := p.Report(p.Missing(p.Msg.Params, "_meta"))
			if near := misspelt(p.Msg.Params, "_meta"); near.Exists() {
				f.Relate(p.Name(near), meant)
				if near.Kind() == jsondoc.Object {
					p.Rename(f, near, "_meta")
				}
			} else if beside := p.Msg.Root.Get("_meta"); beside.Exists() {
				f.Relate(p.Name(beside), text.Text{EN: "_meta belongs inside params", JA: "_meta は params の中に入れます"})
			} else if old := p.Msg.Params.Get("protocolVersion"); old.Exists() {
				f.Relate(p.Name(old), asInitialize)
			}
		},
	},
	{
		ID: "request-version-missing", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta/io.modelcontextprotocol~1protocolVersion",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "The request names no protocol version", JA: "リクエストに protocol version がない"},
		Message: text.Text{
			EN: "_meta has no " + spec.MetaProtocolVersion + ", which every request carries.",
			JA: "_meta に " + spec.MetaProtocolVersion + " がありません。すべてのリクエストに必要です。"},
		Why: malformed,
		Fix: text.Text{
			EN: "Add \"" + spec.MetaProtocolVersion + "\": \"" + spec.Revision + "\". On HTTP it equals the MCP-Protocol-Version header.",
			JA: "\"" + spec.MetaProtocolVersion + "\": \"" + spec.Revision + "\" を加えてください。HTTP では MCP-Protocol-Version ヘッダーと同じ値にします。"},
		Check: func(p *rule.Pass) {
			f := missedField(p, spec.MetaProtocolVersion, "protocolVersion", jsondoc.String)
			if f == nil || len(f.Related) > 0 {
				return
			}
			header := ""
			if p.Msg.HTTP != nil {
				header = p.Msg.HTTP.Value("MCP-Protocol-Version")
			}
			switch {
			case header != "" && header != spec.Revision:
			case !p.Msg.Meta.First().Exists():
				// Two insertions into an empty object would lack the comma between them, so this one does both.
				p.Edit(f, p.Msg.Meta, `{"`+spec.MetaProtocolVersion+`": "`+spec.Revision+`", "`+spec.MetaClientCapabilities+`": {}}`)
			default:
				p.Insert(f, p.Msg.Meta, spec.MetaProtocolVersion, `"`+spec.Revision+`"`)
			}
		},
	},
	{
		ID: "request-version-type", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta/io.modelcontextprotocol~1protocolVersion",
		Clause: spec.Clause{Page: "schema", Anchor: "#requestmetaobject", Keyword: spec.Schema},
		Title:  text.Text{EN: "The protocol version is no string", JA: "protocol version が文字列ではない"},
		Message: text.Text{
			EN: spec.MetaProtocolVersion + " is {value}, {kind}; it has to be a string such as \"" + spec.Revision + "\".",
			JA: spec.MetaProtocolVersion + " が {value}（{kind}）です。\"" + spec.Revision + "\" のような文字列でなければなりません。"},
		Why: malformed,
		Fix: text.Text{
			EN: "Send one version as a string; a request can't offer several.",
			JA: "1 つの version を文字列で送ってください。1 つのリクエストで複数は示せません。"},
		Check: func(p *rule.Pass) {
			v := field(p, spec.MetaProtocolVersion, "request-version-missing")
			if !v.Exists() || v.Kind() == jsondoc.String {
				return
			}
			f := p.Report(p.Value(v), raw(v), kindName(v))
			if one := elements(v); one.Kind() == jsondoc.String && !one.Next().Exists() {
				p.Edit(f, v, string(one.Raw()))
			}
		},
	},
	{
		ID: "request-version-legacy", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta/io.modelcontextprotocol~1protocolVersion",
		Clause: spec.Clause{Page: versioning, Anchor: "#terminology", Keyword: spec.Says},
		Title:  text.Text{EN: "The request names a legacy version", JA: "リクエストがレガシーの version を示している"},
		Message: text.Text{
			EN: "{value} is a legacy version: it opens with an initialize handshake, and no request can name it in _meta.",
			JA: "{value} はレガシーの version です。initialize のハンドシェイクで始まるもので、リクエストの _meta では指定できません。"},
		Why: text.Text{
			EN: "A server of this revision answers UnsupportedProtocolVersion (-32022), even a dual-era one that speaks the version after initialize.",
			JA: "この revision のサーバーは UnsupportedProtocolVersion（-32022）を返します。initialize の後ならその version を話せる dual-era のサーバーも同じです。"},
		Fix: text.Text{
			EN: "Name \"" + spec.Revision + "\" here, or send initialize for the legacy version.",
			JA: "ここでは \"" + spec.Revision + "\" を指定し、レガシーの version を使うなら initialize を送ってください。"},
		Check: func(p *rule.Pass) {
			v := field(p, spec.MetaProtocolVersion, "request-version-missing")
			if s, ok := v.Text(); ok && spec.EraOf(s) == spec.Legacy && spec.Published(s) {
				p.Report(p.Value(v), raw(v))
			}
		},
	},
	{
		ID: "request-version-unknown", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta/io.modelcontextprotocol~1protocolVersion",
		Clause: spec.Clause{Page: versioning, Anchor: "#protocol-version-negotiation", Keyword: spec.Says},
		Title:  text.Text{EN: "The request names a version that was not published", JA: "公開されていない version のリクエスト"},
		Message: text.Text{
			EN: "{value} is no published protocol version. Any string may be sent; a server that doesn't know it answers UnsupportedProtocolVersion (-32022).",
			JA: "{value} という protocol version は公開されていません。どの文字列も送れますが、知らないサーバーは UnsupportedProtocolVersion（-32022）を返します。"},
		Why: text.Text{
			EN: "As a probe for the list of supported versions that is fine; as the version of a real request it only costs a round trip.",
			JA: "対応 version の一覧を調べるためなら問題ありません。実際のリクエストでは往復が 1 回増えるだけです。"},
		Fix: text.Text{
			EN: "If this revision was meant, write \"" + spec.Revision + "\", compared character by character.",
			JA: "この revision のつもりなら \"" + spec.Revision + "\" と書いてください。1 文字ずつ比較されます。"},
		Check: func(p *rule.Pass) {
			v := field(p, spec.MetaProtocolVersion, "request-version-missing")
			s, ok := v.Text()
			if !ok || spec.Published(s) {
				return
			}
			if p.Msg.Method != spec.Discover && listsKnown(p.Paste, p.Msg) {
				p.Blocked("discover-version-unlisted") // the server's own list says more
				return
			}
			f := p.Report(p.Value(v), raw(v))
			if spec.EraOf(s) == spec.Draft {
				f.Say(text.Text{
					EN: "{value} is the token of a draft; since 27 May 2026 the revision is written " + spec.Revision + ". A server of the final text answers UnsupportedProtocolVersion (-32022).",
					JA: "{value} は draft の version 名です。2026 年 5 月 27 日以降、この revision は " + spec.Revision + " と書きます。確定した本文のサーバーは UnsupportedProtocolVersion（-32022）を返します。"})
			}
		},
	},
	{
		ID: "request-capabilities-missing", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta/io.modelcontextprotocol~1clientCapabilities",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Must},
		Title:  text.Text{EN: "The request states no client capabilities", JA: "リクエストにクライアントの capability がない"},
		Message: text.Text{
			EN: "_meta has no " + spec.MetaClientCapabilities + ", which every request carries; {} says that the client offers nothing optional.",
			JA: "_meta に " + spec.MetaClientCapabilities + " がありません。すべてのリクエストに必要で、{} なら「任意の機能はない」という意味です。"},
		Why: malformed,
		Fix: text.Text{
			EN: "Add \"" + spec.MetaClientCapabilities + "\": {}, with a member for each capability that this request may use.",
			JA: "\"" + spec.MetaClientCapabilities + "\": {} を加え、このリクエストで使わせる capability があればメンバーとして入れてください。"},
		Check: func(p *rule.Pass) {
			f := missedField(p, spec.MetaClientCapabilities, "capabilities", jsondoc.Object)
			if f != nil && len(f.Related) == 0 && p.Msg.Meta.First().Exists() {
				p.Insert(f, p.Msg.Meta, spec.MetaClientCapabilities, "{}")
			}
		},
	},
	{
		ID: "request-capabilities-type", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta/io.modelcontextprotocol~1clientCapabilities",
		Clause: spec.Clause{Page: "schema", Anchor: "#requestmetaobject", Keyword: spec.Schema},
		Title:  text.Text{EN: "The client's capabilities are no object", JA: "クライアントの capability がオブジェクトではない"},
		Message: text.Text{
			EN: spec.MetaClientCapabilities + " is {kind}; it has to be an object, and {} says that the client offers nothing optional.",
			JA: spec.MetaClientCapabilities + " が{kind}です。オブジェクトでなければなりません。任意の機能がなければ {} とします。"},
		Why: malformed,
		Fix: text.Text{
			EN: "Send {} or an object from capability to settings.",
			JA: "{} か、capability から設定へのオブジェクトを送ってください。"},
		Check: func(p *rule.Pass) {
			v := field(p, spec.MetaClientCapabilities, "request-capabilities-missing")
			if !v.Exists() || v.Kind() == jsondoc.Object {
				return
			}
			f := p.Report(p.Value(v), kindName(v))
			if v.Kind() == jsondoc.Null || v.Kind() == jsondoc.Array && !v.First().Exists() {
				p.Edit(f, v, "{}")
			}
		},
	},
	{
		ID: "request-client-missing", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta/io.modelcontextprotocol~1clientInfo",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Should},
		Title:  text.Text{EN: "The client doesn't name itself", JA: "クライアントが名乗っていない"},
		Message: text.Text{
			EN: "_meta has no " + spec.MetaClientInfo + ", which every request should carry unless the client is configured to leave it out.",
			JA: "_meta に " + spec.MetaClientInfo + " がありません。省くよう設定した場合を除き、すべてのリクエストに入れることが推奨されています。"},
		Why: text.Text{
			EN: "Servers use it in logs only and may not demand it; some that were built against drafts until 15 July 2026 still do.",
			JA: "サーバーはログなどに使うだけで、要求してはいけません。2026 年 7 月 15 日までの draft に合わせたサーバーには要求するものもあります。"},
		Fix: text.Text{
			EN: "Add {\"name\": ..., \"version\": ...} there; leave it if the client is anonymous on purpose.",
			JA: "{\"name\": ..., \"version\": ...} を加えてください。意図して名乗らないのであれば、そのままで構いません。"},
		Check: func(p *rule.Pass) {
			missedField(p, spec.MetaClientInfo, "clientInfo", jsondoc.Object)
		},
	},
	{
		ID: "request-log-level", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta/io.modelcontextprotocol~1logLevel",
		Clause: spec.Clause{Page: "schema", Anchor: "#logginglevel", Keyword: spec.Schema},
		Title:  text.Text{EN: "logLevel is not one of the eight levels", JA: "logLevel が 8 つのレベルのどれでもない"},
		Message: text.Text{
			EN: spec.MetaLogLevel + " is {value}; the levels are debug, info, notice, warning, error, critical, alert and emergency, written exactly so.",
			JA: spec.MetaLogLevel + " が {value} です。レベルは debug、info、notice、warning、error、critical、alert、emergency で、このとおりに書きます。"},
		Why: text.Text{
			EN: "A server may refuse the request, or send no log messages at all.",
			JA: "サーバーはリクエストを拒否するか、ログメッセージをまったく送りません。"},
		Fix: text.Text{
			EN: "Send one of the eight words, or leave the key out to get no log messages.",
			JA: "8 つのうちの 1 つを送ってください。ログが不要ならキーごと省きます。"},
		Check: func(p *rule.Pass) {
			v := field(p, spec.MetaLogLevel, "")
			if !v.Exists() {
				return
			}
			s, _ := v.Text()
			if logLevel(s) {
				return
			}
			f := p.Report(p.Value(v), raw(v))
			if w := meantLevel(folded(s)); w != "" {
				p.Edit(f, v, `"`+w+`"`)
			}
		},
	},
	{
		ID: "request-log-deprecated", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta/io.modelcontextprotocol~1logLevel",
		Clause: spec.Clause{Page: "deprecated", Anchor: "#deprecated", Keyword: spec.ShouldNot}, As: rule.Note,
		Title: text.Text{EN: "Asking for log messages is deprecated", JA: "ログメッセージの要求は非推奨"},
		Message: text.Text{
			EN: "logLevel asks for log messages. Logging is deprecated since " + spec.Revision + "; the first revision on or after 2027-07-28 may remove it.",
			JA: "logLevel はログメッセージを求めるものです。logging は " + spec.Revision + " から非推奨で、2027-07-28 以降の最初の revision で削除される可能性があります。"},
		Why: text.Text{
			EN: "It still works; new implementations should not take it up.",
			JA: "まだ使えますが、新しい実装が採用することは推奨されません。"},
		Fix: text.Text{
			EN: "Read the server's stderr on stdio, or use OpenTelemetry.",
			JA: "stdio ではサーバーの stderr を読み、監視には OpenTelemetry を使ってください。"},
		Check: func(p *rule.Pass) {
			v := field(p, spec.MetaLogLevel, "")
			if s, ok := v.Text(); ok && logLevel(s) {
				p.Report(p.Name(v))
			}
		},
	},
	{
		ID: "request-progress-token", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/_meta/progressToken",
		Clause: spec.Clause{Page: "basic/patterns/progress", Anchor: "#progress-flow", Keyword: spec.Must},
		Title:  text.Text{EN: "progressToken is neither string nor integer", JA: "progressToken が文字列でも整数でもない"},
		Message: text.Text{
			EN: "progressToken is {value}; it has to be a string or an integer.",
			JA: "progressToken が {value} です。文字列か整数でなければなりません。"},
		Why: text.Text{
			EN: "The server repeats the token in its progress notifications; another type can't be matched with the request.",
			JA: "サーバーは進捗通知でこの token を繰り返します。ほかの型ではリクエストと対応付けられません。"},
		Fix: text.Text{
			EN: "Send a string or a whole number that no other open request uses, or leave it out.",
			JA: "処理中のほかのリクエストと重ならない文字列か整数を送るか、省いてください。"},
		Check: func(p *rule.Pass) {
			v := field(p, "progressToken", "")
			if v.Exists() && v.Kind() != jsondoc.String && !v.Number().Integer {
				f := p.Report(p.Value(v), raw(v))
				if v.Kind() == jsondoc.Null {
					p.Remove(f, v)
				}
			}
		},
	},
	{
		ID: "request-discover-params", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/*",
		Clause: spec.Clause{Page: discover, Anchor: "#request", Keyword: spec.Says},
		Title:  text.Text{EN: "server/discover takes no parameters", JA: "server/discover に引数はない"},
		Message: text.Text{
			EN: "{name} says nothing here: server/discover takes no parameters beside _meta.",
			JA: "{name} はここでは意味を持ちません。server/discover に _meta 以外の引数はありません。"},
		Why: text.Text{
			EN: "Further members are allowed and ignored, but whoever sends them expects an effect.",
			JA: "未知のメンバーは許されますが無視されます。送る側は効果を期待しているはずです。"},
		Fix: text.Text{
			EN: "Remove it; version, identity and capabilities go into _meta.",
			JA: "取り除いてください。version、識別情報、capability は _meta に入れます。"},
		Check: func(p *rule.Pass) {
			if !judged(p) || !paramsObject(p) {
				return
			}
			if p.Msg.Method != spec.Discover {
				p.Unseen(text.Text{EN: "The request is not server/discover.", JA: "server/discover のリクエストではありません。"})
				return
			}
			var first *rule.Finding
			var found []jsondoc.Value
			for m := p.Msg.Params.First(); m.Exists(); m = m.Next() {
				name := m.Name()
				if name == "_meta" || letters(short(name)) == "meta" || displaced(p.Msg, name) {
					continue
				}
				f := p.Report(p.Name(m), text.A("name", short(name)))
				if f == nil {
					break
				}
				if first == nil {
					first = f
				}
				found = append(found, m)
			}
			p.Remove(first, found...)
		},
	},
	{
		ID: "request-method-removed", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/method",
		Clause: spec.Clause{Page: "changelog", Anchor: "#major-changes", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "This revision removed the method", JA: "この revision で廃止されたメソッド"},
		Message: text.Text{
			EN: "{method} is gone in " + spec.Revision + ": {instead}.",
			JA: "{method} は " + spec.Revision + " で廃止されました。{instead}。"},
		Why: text.Text{
			EN: "A server of this revision answers Method not found (-32601), on HTTP with 404.",
			JA: "この revision のサーバーは Method not found（-32601）を返します。HTTP ではステータスが 404 です。"},
		Fix: text.Text{
			EN: "Use what replaces it, or speak the legacy revision that has the method.",
			JA: "代わりの手段を使うか、そのメソッドのあるレガシーの revision で通信してください。"},
		Check: func(p *rule.Pass) {
			if !judged(p) {
				return
			}
			if instead := replaced(p.Msg.Method); !instead.Empty() {
				p.Report(p.Value(p.Msg.Root.Get("method")), text.A("method", p.Msg.Method), text.T("instead", instead))
			}
		},
	},
	{
		ID: "request-method-unknown", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/method",
		Clause: spec.Clause{Page: "schema", Anchor: "#clientrequest", Keyword: spec.Says},
		Title:  text.Text{EN: "The method is not one of this revision", JA: "この revision にないメソッド"},
		Message: text.Text{
			EN: "{method} is no method of this revision; an extension may define it.",
			JA: "{method} はこの revision のメソッドではありません。extension が定めている可能性はあります。"},
		Why: text.Text{
			EN: "A server that doesn't know it answers Method not found (-32601), on HTTP with 404.",
			JA: "知らないサーバーは Method not found（-32601）を返します。HTTP ではステータスが 404 です。"},
		Fix: text.Text{
			EN: "Check the spelling; methods are compared character by character.",
			JA: "綴りを確かめてください。メソッド名は 1 文字ずつ比較されます。"},
		Check: func(p *rule.Pass) {
			method := p.Msg.Method
			if !judged(p) || method == "" || knownMethod(method) || !replaced(method).Empty() {
				return
			}
			at := p.Msg.Root.Get("method")
			f := p.Report(p.Value(at), text.A("method", short(method)), text.A("meant", meantMethod(method)))
			if w := meantMethod(method); w != "" {
				f.Say(text.Text{
					EN: "{method} is no method of this revision. Did you mean {meant}?",
					JA: "{method} はこの revision のメソッドではありません。{meant} のつもりではありませんか。"})
				p.Edit(f, at, `"`+w+`"`)
			}
		},
	},
	{
		ID: "request-cursor-type", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/cursor",
		Clause: spec.Clause{Page: "schema", Anchor: "#paginatedrequestparams", Keyword: spec.Schema},
		Title:  text.Text{EN: "cursor is no string", JA: "cursor が文字列ではない"},
		Message: text.Text{
			EN: "cursor is {kind}; it has to be the string that the last page gave as nextCursor, or be left out for the first page.",
			JA: "cursor が{kind}です。前のページの nextCursor の文字列をそのまま送り、最初のページでは省きます。"},
		Why: text.Text{
			EN: "Servers refuse it as invalid parameters (-32602); null is not the same as leaving it out.",
			JA: "サーバーは不正な引数（-32602）として拒否します。null は省略と同じではありません。"},
		Fix: text.Text{
			EN: "Send nextCursor as it came, or leave cursor out.",
			JA: "受け取った nextCursor をそのまま送るか、cursor を省いてください。"},
		Check: func(p *rule.Pass) {
			if !judged(p) || !paramsObject(p) {
				return
			}
			v := p.Msg.Params.Get("cursor")
			if !paged(p.Msg.Method) || !v.Exists() {
				p.Unseen(text.Text{EN: "The request asks for no further page.", JA: "続きのページを求めるリクエストではありません。"})
				return
			}
			if v.Kind() != jsondoc.String {
				f := p.Report(p.Value(v), kindName(v))
				if v.Kind() == jsondoc.Null {
					p.Remove(f, v)
				}
			}
		},
	},
	{
		ID: "request-initialize-member", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/*", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: versioning, Anchor: "#backward-compatibility-with-initialization-based-versions", Keyword: spec.Schema},
		Title:  text.Text{EN: "An initialize request is incomplete", JA: "initialize リクエストが不完全"},
		Message: text.Text{
			EN: "{member} is missing; every legacy revision requires protocolVersion, capabilities and clientInfo with name and version in initialize.",
			JA: "{member} がありません。レガシーのどの revision でも、initialize には protocolVersion、capabilities、name と version を持つ clientInfo が必要です。"},
		Why: text.Text{
			EN: "Legacy servers refuse the request as invalid parameters, and the session never opens.",
			JA: "レガシーのサーバーは不正な引数として拒否し、セッションが始まりません。"},
		Fix: text.Text{
			EN: "Send {member} as the legacy revision's schema describes it.",
			JA: "レガシーの revision のスキーマどおりに {member} を送ってください。"},
		Check: func(p *rule.Pass) {
			if p.Msg.Method != spec.Initialize {
				p.Unseen(noHandshake)
				return
			}
			params := p.Msg.Params
			if params.Exists() && !paramsObject(p) {
				return
			}
			if !params.Exists() {
				p.Report(p.Missing(p.Msg.Root, "params"), text.A("member", "params"))
				return
			}
			need := func(of jsondoc.Value, name, path string, kind jsondoc.Kind) jsondoc.Value {
				v := of.Get(name)
				switch {
				case !v.Exists():
					p.Report(p.Missing(of, name), text.A("member", path))
				case v.Kind() != kind:
					p.Report(p.Value(v), text.A("member", path), kindName(v)).Say(text.Text{
						EN: "{member} is {kind}, which no legacy revision allows in initialize.",
						JA: "{member} が{kind}です。レガシーのどの revision の initialize でも認められていません。"})
				}
				return v
			}
			need(params, "protocolVersion", "protocolVersion", jsondoc.String)
			need(params, "capabilities", "capabilities", jsondoc.Object)
			if info := need(params, "clientInfo", "clientInfo", jsondoc.Object); info.Kind() == jsondoc.Object {
				need(info, "name", "clientInfo.name", jsondoc.String)
				need(info, "version", "clientInfo.version", jsondoc.String)
			}
		},
	},
	{
		ID: "request-initialize-modern", Since: "0.1.0", Party: rule.Client, On: rule.OnRequest, At: "/params/protocolVersion", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: versioning, Anchor: "#backward-compatibility-with-initialization-based-versions", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "initialize asks for a version without handshake", JA: "ハンドシェイクのない version で initialize している"},
		Message: text.Text{
			EN: "initialize names {value}, but from " + spec.Revision + " on there is no handshake: the request selects legacy semantics.",
			JA: "initialize で {value} を指定していますが、" + spec.Revision + " 以降にハンドシェイクはありません。このリクエストはレガシーの動作を選びます。"},
		Why: text.Text{
			EN: "A legacy server answers with a version of its own, a modern-only one with an error; neither way leads to the version that was asked for.",
			JA: "レガシーのサーバーは自分の version で応え、モダン専用のサーバーはエラーを返します。どちらにしても求めた version にはなりません。"},
		Fix: text.Text{
			EN: "Send requests with _meta for modern versions, beginning with server/discover; name a legacy version in initialize.",
			JA: "モダンの version では server/discover から始め、_meta を付けたリクエストを送ってください。initialize ではレガシーの version を指定します。"},
		Check: func(p *rule.Pass) {
			if p.Msg.Method != spec.Initialize {
				p.Unseen(noHandshake)
				return
			}
			v := p.Msg.Params.Get("protocolVersion")
			if s, ok := v.Text(); ok && spec.EraOf(s) == spec.Modern {
				p.Report(p.Value(v), raw(v))
				return
			}
			if v := p.Msg.Meta.Get(spec.MetaProtocolVersion); v.Exists() {
				p.Report(p.Name(v), raw(v)).Say(text.Text{
					EN: "initialize carries the _meta of a modern request ({value}): a server can't tell which of the two eras is meant.",
					JA: "initialize にモダンのリクエストの _meta（{value}）が付いています。サーバーはどちらの時代のつもりか判断できません。"})
			}
		},
	},
}

var (
	malformed = text.Text{
		EN: "The request is malformed: a server of this revision must refuse it with Invalid params (-32602), on HTTP with status 400.",
		JA: "不正な形のリクエストです。この revision のサーバーは Invalid params（-32602）で拒否しなければなりません。HTTP ではステータスが 400 です。"}
	asInitialize = text.Text{EN: "the place of the legacy initialize request", JA: "レガシーの initialize での置き場所"}
	draftName    = text.Text{EN: "the name in drafts of spring 2026", JA: "2026 年春の draft での名前"}
	noHandshake  = text.Text{EN: "The request is not initialize.", JA: "initialize のリクエストではありません。"}
)

// judgedRequest reports whether a message is a request that a client sends and that carries _meta.
func judgedRequest(m *message.Message) bool {
	answered := m.HTTP != nil && !m.HTTP.IsRequest || m.Event != nil
	return m.Shape == message.Request && m.Direction == message.ToServer && m.Method != spec.Initialize && !answered &&
		!strings.HasPrefix(m.Method, "notifications/") // one with an id, which envelope-notification-id tells
}

// judged reports whether the subject is such a request. Without a claim, a method, a header or a handshake that only
// legacy revisions have tells enough.
func judged(p *rule.Pass) bool {
	switch {
	case !judgedRequest(p.Msg):
		p.Unseen(text.Text{EN: "The request is not one that a client of this revision sends.", JA: "この revision のクライアントが送るリクエストではありません。"})
		return false
	case p.Claim() == message.NoClaim && (!replaced(p.Msg.Method).Empty() || handshaken(p)):
		p.Unseen(text.Text{EN: "The request belongs to a legacy session.", JA: "レガシーのセッションのリクエストです。"})
		return false
	}
	return true
}

// handshaken reports whether a request names a legacy version in its header, or stands in a text that begins with an
// initialize request.
func handshaken(p *rule.Pass) bool {
	if h := p.Msg.HTTP; h != nil && spec.EraOf(h.Value("MCP-Protocol-Version")) == spec.Legacy {
		return true
	}
	const beginning = 20
	for i, m := range p.Paste.Messages {
		if m == p.Msg || i == beginning {
			break
		}
		if m.Shape == message.Request && m.Method == spec.Initialize {
			return true
		}
	}
	return false
}

// paramsObject reports whether params is an object; where it isn't, another rule has said so.
func paramsObject(p *rule.Pass) bool {
	switch p.Msg.Params.Kind() {
	case jsondoc.Object:
		return true
	case jsondoc.Absent:
		p.Blocked("request-params-missing")
	default:
		p.Blocked("envelope-params-type")
	}
	return false
}

// requestMeta gives the _meta of a request that is judged.
func requestMeta(p *rule.Pass) (jsondoc.Value, bool) {
	if !judged(p) || !paramsObject(p) {
		return jsondoc.Value{}, false
	}
	switch p.Msg.Meta.Kind() {
	case jsondoc.Object:
		return p.Msg.Meta, true
	case jsondoc.Absent:
		p.Blocked("request-meta-missing")
	default:
		p.Blocked("meta-object-type")
	}
	return jsondoc.Value{}, false
}

// field gives a member of the request's _meta. Where it is missing, the rule with the id missed has said so; without
// an id the member is optional.
func field(p *rule.Pass, key, missed string) jsondoc.Value {
	meta, ok := requestMeta(p)
	if !ok {
		return jsondoc.Value{}
	}
	v := meta.Get(key)
	switch {
	case v.Exists():
	case missed != "":
		p.Blocked(missed)
	default:
		p.Unseen(text.Text{EN: "The request's _meta has no {key}.", JA: "リクエストの _meta に {key} がありません。"}, text.A("key", key))
	}
	return v
}

// missedField reports that the request's _meta lacks a key, and points at what stands in its place: a key of another
// spelling, or the member old of a legacy initialize request. It gives nil where nothing is missing.
func missedField(p *rule.Pass, key, old string, kind jsondoc.Kind) *rule.Finding {
	meta, ok := requestMeta(p)
	if !ok || meta.Get(key).Exists() {
		return nil
	}
	f := p.Report(p.Missing(meta, key))
	if near := twin(p.Msg, key); near.Exists() {
		label := meant
		if strings.HasPrefix(near.Name(), "modelcontextprotocol.io/") {
			label = draftName
		}
		f.Relate(p.Name(near), label)
		if near.Kind() == kind {
			p.Rename(f, near, key)
		}
		return f
	}
	if v := p.Msg.Params.Get(old); v.Exists() {
		f.Relate(p.Name(v), asInitialize)
	}
	return f
}

// displaced reports whether a member of params is one of initialize whose key in _meta is missing, so that the rule
// on the missing key has told it.
func displaced(m *message.Message, name string) bool {
	key := ""
	switch name {
	case "protocolVersion":
		key = spec.MetaProtocolVersion
	case "capabilities":
		key = spec.MetaClientCapabilities
	case "clientInfo":
		key = spec.MetaClientInfo
	}
	return key != "" && !m.Meta.Get(key).Exists()
}

func logLevel(s string) bool {
	switch s {
	case "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency":
		return true
	}
	return false
}

// meantLevel gives the level that a word in lower case stands for beyond doubt, or "".
func meantLevel(s string) string {
	switch s {
	case "warn":
		return "warning"
	case "err":
		return "error"
	case "crit":
		return "critical"
	case "emerg":
		return "emergency"
	}
	if logLevel(s) {
		return s
	}
	return ""
}

// methods are the core's requests from client to server.
var methods = [...]string{spec.Discover, spec.ToolsList, spec.ToolsCall, spec.PromptsList, spec.PromptsGet, spec.ResourcesList,
	spec.ResourceTemplatesList, spec.ResourcesRead, "completion/complete", spec.Listen}

// knownMethod reports whether the core or an official extension has a method that clients call.
func knownMethod(method string) bool {
	switch method {
	case "tasks/get", "tasks/update", "tasks/cancel":
		return true
	}
	for _, m := range methods {
		if m == method {
			return true
		}
	}
	return false
}

// meantMethod gives the method that an unknown one was probably meant for, or "".
func meantMethod(method string) string {
	const most = 40
	if len(method) > most {
		return ""
	}
	w := bareWord(method)
	if w == "discover" || w == "serverdiscovery" || w == "discovery" {
		return spec.Discover
	}
	for _, m := range methods {
		if bareWord(m) == w {
			return m
		}
	}
	return ""
}

// bareWord gives the letters of s in lower case.
func bareWord(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if isLetter(s[i]) {
			b = append(b, s[i]|0x20)
		}
	}
	return string(b)
}

// replaced says what takes the place of a method that legacy revisions have and this one hasn't.
func replaced(method string) text.Text {
	switch method {
	case "ping":
		return text.Text{EN: "any request shows whether the server answers", JA: "応答の有無はどのリクエストでも確かめられます"}
	case "logging/setLevel":
		return text.Text{EN: "each request asks for log messages by " + spec.MetaLogLevel, JA: "ログは各リクエストの " + spec.MetaLogLevel + " で求めます"}
	case "resources/subscribe", "resources/unsubscribe":
		return text.Text{EN: "subscriptions/listen takes its place", JA: "代わりに subscriptions/listen を使います"}
	case "tasks/result", "tasks/list":
		return text.Text{EN: "the tasks extension has tasks/get instead", JA: "tasks の extension では tasks/get を使います"}
	}
	return text.Text{}
}

// paged reports whether the results of a method come in pages.
func paged(method string) bool {
	switch method {
	case spec.ToolsList, spec.PromptsList, spec.ResourcesList, spec.ResourceTemplatesList:
		return true
	}
	return false
}
