package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

const discover = "server/discover"

// discoverRules judge the members that only a DiscoverResult has.
var discoverRules = []*rule.Rule{
	{
		ID: "discover-versions-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: clause("schema", "#discoverresult", spec.Schema),
		Title:  text.Text{EN: "supportedVersions is missing", JA: "supportedVersions がない"},
		Message: text.Text{
			EN: "The result has no supportedVersions, the list that makes it a DiscoverResult.",
			JA: "result に supportedVersions がありません。これがあって初めて DiscoverResult になります。"},
		Why: text.Text{
			EN: "A client has nothing to choose a protocol version from, and a dual-era client may take the server for a legacy one.",
			JA: "クライアントは protocol version を選べません。dual-era のクライアントはサーバーをレガシーと判断することもあります。"},
		Fix: text.Text{
			EN: "Add \"supportedVersions\": an array of the version strings that the server accepts in a request's _meta.",
			JA: "\"supportedVersions\" に、リクエストの _meta で受け付ける version 文字列の配列を入れてください。"},
		Check: func(p *rule.Pass) {
			if p.Result().Get("supportedVersions").Exists() {
				return
			}
			f := p.Report(p.Missing(p.Result(), "supportedVersions"))
			for m := p.Result().First(); m.Exists(); m = m.Next() {
				switch m.Name() {
				case "protocolVersion", "protocolVersions", "versions", "supported_versions", "supportedProtocolVersions":
					f.Relate(p.Name(m), text.Text{EN: "this member is not read in its place", JA: "このメンバーは代わりにはなりません"})
				}
			}
		},
	},
	{
		ID: "discover-versions-type", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: clause("schema", "#discoverresult", spec.Schema),
		Title:  text.Text{EN: "supportedVersions is no list of strings", JA: "supportedVersions が文字列の配列ではない"},
		Message: text.Text{
			EN: "{value} is {kind}; supportedVersions is an array, and each entry a string.",
			JA: "{value} は{kind}です。supportedVersions は配列で、要素はすべて文字列です。"},
		Why: text.Text{
			EN: "Typed clients refuse the whole answer, so the server can't be used at all.",
			JA: "型を検査するクライアントは応答全体を拒否するため、サーバーを利用できません。"},
		Fix: text.Text{
			EN: "Send an array of strings, such as [\"" + spec.Revision + "\"].",
			JA: "[\"" + spec.Revision + "\"] のように文字列の配列を送ってください。"},
		Check: func(p *rule.Pass) {
			list := p.Result().Get("supportedVersions")
			if !list.Exists() {
				p.Blocked("discover-versions-missing")
				return
			}
			if list.Kind() != jsondoc.Array {
				f := p.Report(p.Value(list), raw(list), kindName(list))
				if list.Kind() == jsondoc.String {
					p.Edit(f, list, "["+string(list.Raw())+"]")
				}
				return
			}
			for v := list.First(); v.Exists(); v = v.Next() {
				if v.Kind() != jsondoc.String {
					p.Report(p.Value(v), raw(v), kindName(v))
				}
			}
		},
	},
	{
		ID: "discover-versions-empty", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: clause(discover, "#discoverresult", spec.Says),
		Title:  text.Text{EN: "supportedVersions is empty", JA: "supportedVersions が空"},
		Message: text.Text{
			EN: "supportedVersions names no version, although the server has just answered a request in one.",
			JA: "supportedVersions に version が 1 つもありませんが、サーバーはたった今ある version のリクエストに応答しました。"},
		Why: text.Text{
			EN: "The schema allows an empty list, but a client has nothing to choose: it can only show an error, and must not fall back to initialize.",
			JA: "スキーマ上は空の配列も許されますが、クライアントは選べません。エラーを示すしかなく、initialize に戻ることもできません。"},
		Fix: text.Text{
			EN: "List every version that the server accepts in a request's _meta.",
			JA: "リクエストの _meta で受け付ける version をすべて並べてください。"},
		Check: func(p *rule.Pass) {
			list := p.Result().Get("supportedVersions")
			if list.Kind() == jsondoc.Array && list.Len() == 0 {
				p.Report(p.Value(list))
			}
		},
	},
	{
		ID: "discover-versions-duplicate", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions/*",
		Clause: clause(discover, "#discoverresult", spec.Says), As: rule.Advice,
		Title: text.Text{EN: "a version is listed twice", JA: "同じ version が重複している"},
		Message: text.Text{
			EN: "{value} stands in supportedVersions more than once.",
			JA: "supportedVersions に {value} が複数回あります。"},
		Why: text.Text{
			EN: "It means nothing, and it usually comes from two lists that were joined by mistake.",
			JA: "意味はなく、たいていは 2 つのリストを誤って連結した結果です。"},
		Fix: text.Text{EN: "List each version once.", JA: "version は 1 回ずつ並べてください。"},
		Check: func(p *rule.Pass) {
			list := p.Result().Get("supportedVersions")
			if list.Kind() != jsondoc.Array || list.Len() < 2 {
				return
			}
			seen := make(map[string]jsondoc.Value, list.Len())
			for v := list.First(); v.Exists(); v = v.Next() {
				s, ok := v.Text()
				if !ok {
					continue
				}
				if first, twice := seen[s]; twice {
					f := p.Report(p.Value(v), raw(v)).Relate(p.Value(first), text.Text{EN: "first here", JA: "最初はここ"})
					p.Remove(f, v)
					continue
				}
				seen[s] = v
			}
		},
	},
	{
		ID: "discover-versions-blank", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions/*",
		Clause: clause(discover, "#discoverresult", spec.Says), As: rule.Advice,
		Title: text.Text{EN: "a version is an empty string", JA: "version が空文字列"},
		Message: text.Text{
			EN: "An entry of supportedVersions is an empty string, which is no version.",
			JA: "supportedVersions の要素が空文字列です。version ではありません。"},
		Why: text.Text{
			EN: "The schema allows any string, but a client that picks this one sends a request that no server accepts.",
			JA: "スキーマ上はどの文字列でもよいものの、これを選んだクライアントのリクエストはどのサーバーにも受け付けられません。"},
		Fix: text.Text{EN: "Remove the entry.", JA: "この要素を取り除いてください。"},
		Check: func(p *rule.Pass) {
			each(p.Result().Get("supportedVersions"), func(v jsondoc.Value, s string) {
				if strings.TrimSpace(s) == "" {
					p.Remove(p.Report(p.Value(v)), v)
				}
			})
		},
	},
	{
		ID: "discover-versions-draft", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions/*",
		Clause: clause("basic/versioning", "#protocol-version-negotiation", spec.Says),
		Title:  text.Text{EN: "a draft's version token is listed", JA: "draft の version 名が入っている"},
		Message: text.Text{
			EN: "{value} is the token of a draft; since 27 May 2026 the revision is written " + spec.Revision + ".",
			JA: "{value} は draft の version 名です。2026 年 5 月 27 日以降、この revision は " + spec.Revision + " と書きます。"},
		Why: text.Text{
			EN: "Only clients that were built against the same draft choose it, and drafts differ from the final text.",
			JA: "同じ draft に合わせたクライアントしか選びません。draft は確定した本文と異なります。"},
		Fix: text.Text{
			EN: "List \"" + spec.Revision + "\" once the server follows the final text, and drop the token.",
			JA: "確定した本文に従うようになったら \"" + spec.Revision + "\" を並べ、この名前は外してください。"},
		Check: func(p *rule.Pass) {
			each(p.Result().Get("supportedVersions"), func(v jsondoc.Value, s string) {
				if spec.EraOf(s) == spec.Draft {
					p.Report(p.Value(v), raw(v))
				}
			})
		},
	},
	{
		ID: "discover-versions-form", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions/*",
		Clause: clause("basic/versioning", "#protocol-version-negotiation", spec.Says),
		Title:  text.Text{EN: "a version is not one that was published", JA: "公開された revision ではない version"},
		Message: text.Text{
			EN: "{value} is no published protocol version.",
			JA: "{value} という protocol version は公開されていません。"},
		Why: text.Text{
			EN: "Any string is allowed, and a later revision may have come out; but versions are dates such as " + spec.Revision + ", compared character by character.",
			JA: "どの文字列でも許され、より新しい revision の可能性もあります。ただし version は " + spec.Revision + " のような日付で、1 文字単位で比較されます。"},
		Fix: text.Text{
			EN: "Check the spelling: YYYY-MM-DD with leading zeros, without a prefix.",
			JA: "綴りを確認してください。先頭の 0 を付けた YYYY-MM-DD で、接頭辞は付けません。"},
		Check: func(p *rule.Pass) {
			each(p.Result().Get("supportedVersions"), func(v jsondoc.Value, s string) {
				if strings.TrimSpace(s) != "" && spec.EraOf(s) != spec.Draft && !spec.Published(s) {
					p.Report(p.Value(v), raw(v))
				}
			})
		},
	},
	{
		ID: "discover-versions-legacy-listed", Since: "0.1.0", Party: rule.Client, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: clause("basic/versioning", "#terminology", spec.Says),
		Title:  text.Text{EN: "legacy versions are listed beside modern ones", JA: "レガシーの version も並んでいる"},
		Message: text.Text{
			EN: "The list names {versions} too: a dual-era server, which is fine. Those are only reachable through initialize.",
			JA: "{versions} も並んでいます。dual-era のサーバーであり、問題ありません。ただしこれらは initialize を通してしか使えません。"},
		Why: text.Text{
			EN: "A legacy version opens with a handshake, so a client that puts one into a request's _meta is refused.",
			JA: "レガシーの version はハンドシェイクで始まるため、リクエストの _meta に入れても拒否されます。"},
		Fix: text.Text{
			EN: "Nothing to mend; as a client, choose a modern version from the list.",
			JA: "直す必要はありません。クライアントは一覧からモダンの version を選んでください。"},
		Check: func(p *rule.Pass) {
			list := p.Result().Get("supportedVersions")
			var old []string
			modern := false
			each(list, func(v jsondoc.Value, s string) {
				switch spec.EraOf(s) {
				case spec.Modern:
					modern = true
				case spec.Legacy:
					old = append(old, s)
				}
			})
			if modern && len(old) > 0 {
				p.Report(p.Name(list), text.A("versions", short(strings.Join(old, ", "))))
			}
		},
	},
	{
		ID: "discover-versions-legacy-only", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: clause(discover, "#discoverresult", spec.Says),
		Title:  text.Text{EN: "only legacy versions are listed", JA: "レガシーの version しかない"},
		Message: text.Text{
			EN: "The server answers in the modern form, but every version that it lists is legacy: {versions}.",
			JA: "モダンの形で応答していますが、並んでいる version はすべてレガシーです: {versions}。"},
		Why: text.Text{
			EN: "None of them can be used per request, so one of the two is wrong: the list, or that the request was answered with a result. A dual-era client can only initialize with the newest version that both know; a modern-only client has to give up.",
			JA: "どれもリクエスト単位では使えないため、一覧か、result を返したことのどちらかが誤りです。dual-era のクライアントは共通の最新 version で initialize するしかなく、モダン専用のクライアントは諦めるしかありません。"},
		Fix: text.Text{
			EN: "List the modern versions that the server accepts; if there is none, answer UnsupportedProtocolVersion (-32022) instead of a result.",
			JA: "受け付けるモダンの version を並べてください。なければ result ではなく UnsupportedProtocolVersion（-32022）を返してください。"},
		Check: func(p *rule.Pass) {
			list := p.Result().Get("supportedVersions")
			if requested(p) != "" {
				p.Unseen(text.Text{EN: "The request is known, so discover-versions-requested decides.", JA: "リクエストが分かっているため、discover-versions-requested が判定します。"})
				return
			}
			if versions, only := legacyOnly(list); only {
				p.Report(p.Name(list), text.A("versions", short(versions)))
			}
		},
	},
	{
		ID: "discover-versions-requested", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: clause("basic/versioning", "#protocol-version-negotiation", spec.Must),
		Title:  text.Text{EN: "the answered version is not in the list", JA: "応答した version が一覧にない"},
		Message: text.Text{
			EN: "The request asked for {version} and got a result, but supportedVersions lists only {versions}: one of the two is wrong.",
			JA: "{version} のリクエストに result を返しましたが、supportedVersions には {versions} しかありません。どちらかが誤りです。"},
		Why: text.Text{
			EN: "A server that doesn't implement the requested version must refuse it with UnsupportedProtocolVersion; one that does lists it.",
			JA: "要求された version を実装していないサーバーは UnsupportedProtocolVersion で拒否しなければならず、実装しているなら一覧に含めます。"},
		Fix: text.Text{
			EN: "Add \"{version}\" to supportedVersions if requests in it are served; otherwise answer -32022 with data.supported.",
			JA: "その version のリクエストに応じるなら supportedVersions に \"{version}\" を加え、応じないなら data.supported を付けて -32022 を返してください。"},
		Check: func(p *rule.Pass) {
			version := requested(p)
			if version == "" {
				p.Unseen(text.Text{EN: "The version that was requested is not known; give the request that was sent.", JA: "要求した version が分かりません。送信したリクエストを渡してください。"})
				return
			}
			list := p.Result().Get("supportedVersions")
			if list.Kind() != jsondoc.Array || list.Len() == 0 || list.First().Kind() != jsondoc.String {
				p.Blocked("discover-versions-type")
				return
			}
			var all []string
			found := false
			each(list, func(_ jsondoc.Value, s string) {
				all = append(all, s)
				found = found || s == version
			})
			if found {
				return
			}
			q := p.Request()
			p.Report(p.Name(list), text.A("version", version), text.A("versions", short(strings.Join(all, ", ")))).
				Relate(p.Other(q, p.Exchange.Pane, q.Meta.Get(spec.MetaProtocolVersion)), text.Text{EN: "the version that was requested", JA: "要求した version"})
		},
	},
	{
		ID: "discover-capabilities-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/capabilities",
		Clause: clause("schema", "#discoverresult", spec.Schema),
		Title:  text.Text{EN: "capabilities is missing", JA: "capabilities がない"},
		Message: text.Text{
			EN: "The result has no capabilities; a server that offers nothing sends an empty object.",
			JA: "result に capabilities がありません。何も提供しないサーバーでも空のオブジェクトを送ります。"},
		Why: text.Text{
			EN: "A client can't know which groups of methods it may call, and typed clients refuse the answer.",
			JA: "クライアントはどのメソッド群を呼べるか分からず、型を検査するクライアントは応答を拒否します。"},
		Fix: text.Text{
			EN: "Add \"capabilities\" with a member for each group that the server offers, such as \"tools\": {}.",
			JA: "\"capabilities\" を加え、提供する群ごとに \"tools\": {} のようなメンバーを入れてください。"},
		Check: func(p *rule.Pass) {
			if !p.Result().Get("capabilities").Exists() {
				p.Insert(p.Report(p.Missing(p.Result(), "capabilities")), p.Result(), "capabilities", "{}")
			}
		},
	},
	{
		ID: "discover-capabilities-type", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/capabilities",
		Clause: clause("schema", "#discoverresult", spec.Schema),
		Title:  text.Text{EN: "capabilities is no object", JA: "capabilities がオブジェクトではない"},
		Message: text.Text{
			EN: "capabilities is {kind}; it has to be an object from capability to settings.",
			JA: "capabilities が{kind}です。capability から設定へのオブジェクトでなければなりません。"},
		Why: text.Text{
			EN: "A client can't know which groups of methods it may call, and typed clients refuse the answer.",
			JA: "クライアントはどのメソッド群を呼べるか分からず、型を検査するクライアントは応答を拒否します。"},
		Fix: text.Text{
			EN: "Send an object, such as {\"tools\": {}}; {} offers nothing.",
			JA: "{\"tools\": {}} のようなオブジェクトを送ってください。{} は「何も提供しない」という意味です。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("capabilities")
			if !v.Exists() {
				p.Blocked("discover-capabilities-missing")
				return
			}
			if v.Kind() != jsondoc.Object {
				p.Report(p.Value(v), kindName(v))
			}
		},
	},
	{
		ID: "discover-instructions-type", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/instructions",
		Clause: clause("schema", "#discoverresult", spec.Schema),
		Title:  text.Text{EN: "instructions is no string", JA: "instructions が文字列ではない"},
		Message: text.Text{
			EN: "instructions is {kind}; it is optional, but where it is there it is a string.",
			JA: "instructions が{kind}です。省略できますが、入れるなら文字列です。"},
		Why: text.Text{
			EN: "Typed clients refuse the whole answer for it; null is not the same as leaving it out.",
			JA: "型を検査するクライアントはこれだけで応答全体を拒否します。null は省略と同じではありません。"},
		Fix: text.Text{
			EN: "Send one string of guidance for the model, or leave the member out.",
			JA: "モデル向けの説明を 1 つの文字列で送るか、メンバーごと省いてください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("instructions")
			if v.Exists() && v.Kind() != jsondoc.String {
				f := p.Report(p.Value(v), kindName(v))
				if v.Kind() == jsondoc.Null {
					p.Remove(f, v)
				}
			}
		},
	},
	{
		ID: "discover-instructions-empty", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/instructions",
		Clause: clause(discover, "#discoverresult", spec.May),
		Title:  text.Text{EN: "instructions is empty", JA: "instructions が空"},
		Message: text.Text{
			EN: "instructions is there but empty; leaving it out says the same.",
			JA: "instructions はありますが空です。省略しても同じ意味です。"},
		Why: text.Text{
			EN: "An empty text often comes from a template that was not filled.",
			JA: "空の文字列は、テンプレートの埋め忘れであることがよくあります。"},
		Fix: text.Text{EN: "Leave the member out, or fill it.", JA: "メンバーごと省くか、内容を入れてください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("instructions")
			if s, ok := v.Text(); ok && strings.TrimSpace(s) == "" {
				p.Remove(p.Report(p.Value(v)), v)
			}
		},
	},
	{
		ID: "discover-instructions-long", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/instructions",
		Clause: clause("schema", "#discoverresult", spec.Says),
		Title:  text.Text{EN: "instructions is very long", JA: "instructions が非常に長い"},
		Message: text.Text{
			EN: "instructions has {bytes} bytes, all of which go into a model's context.",
			JA: "instructions は {bytes} バイトあり、すべてモデルのコンテキストに入ります。"},
		Why: text.Text{
			EN: "Clients may cut it or leave it out; the schema asks not to repeat what the tools' own descriptions say.",
			JA: "クライアントが切り詰めたり省いたりすることがあります。スキーマはツール自身の説明を繰り返さないよう求めています。"},
		Fix: text.Text{
			EN: "Keep what holds for the server as a whole, and leave the rest to the tools' descriptions.",
			JA: "サーバー全体に関わることだけを残し、ほかは各ツールの説明に任せてください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("instructions")
			if n := len(v.Raw()); v.Kind() == jsondoc.String && n > 8192 {
				p.Report(p.Name(v), text.A("bytes", decimal(int64(n-2))))
			}
		},
	},
	{
		ID: "discover-lists-inside", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result",
		Clause: clause(discover, "#discoverresult", spec.Says),
		Title:  text.Text{EN: "a list of another method is inside", JA: "別メソッドの一覧が入っている"},
		Message: text.Text{
			EN: "A DiscoverResult carries no {name}; clients ask {method} for them.",
			JA: "DiscoverResult に {name} は含まれません。クライアントは {method} で取得します。"},
		Why: text.Text{
			EN: "Unknown members are allowed and ignored, so the list never reaches anyone.",
			JA: "未知のメンバーは許されますが無視されるため、この一覧は誰にも届きません。"},
		Fix: text.Text{
			EN: "Answer {method} with it, and declare the capability here.",
			JA: "{method} で返し、ここでは capability だけを宣言してください。"},
		Check: func(p *rule.Pass) {
			for m := p.Result().First(); m.Exists(); m = m.Next() {
				method := ""
				switch m.Name() {
				case "tools":
					method = spec.ToolsList
				case "prompts":
					method = spec.PromptsList
				case "resources":
					method = spec.ResourcesList
				case "resourceTemplates":
					method = spec.ResourceTemplatesList
				default:
					continue
				}
				p.Report(p.Name(m), text.A("name", m.Name()), text.A("method", method))
			}
		},
	},
	{
		ID: "discover-version-member", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/protocolVersion",
		Clause: clause("schema", "#discoverresult", spec.Says),
		Title:  text.Text{EN: "protocolVersion belongs to initialize", JA: "protocolVersion は initialize のもの"},
		Message: text.Text{
			EN: "protocolVersion is a member of the legacy InitializeResult; in an answer to server/discover it means nothing.",
			JA: "protocolVersion はレガシーの InitializeResult のメンバーで、server/discover の応答では意味を持ちません。"},
		Why: text.Text{
			EN: "Clients ignore it here: they choose from supportedVersions, and each request says its own version.",
			JA: "クライアントはここでは無視します。version は supportedVersions から選び、リクエストごとに伝えます。"},
		Fix: text.Text{EN: "Remove it.", JA: "取り除いてください。"},
		Check: func(p *rule.Pass) {
			if v := p.Result().Get("protocolVersion"); v.Exists() {
				p.Remove(p.Report(p.Name(v)), v)
			}
		},
	},
}

// each walks the strings of a list.
func each(list jsondoc.Value, do func(v jsondoc.Value, s string)) {
	if list.Kind() != jsondoc.Array {
		return
	}
	for v := list.First(); v.Exists(); v = v.Next() {
		if s, ok := v.Text(); ok {
			do(v, s)
		}
	}
}

// legacyOnly reports whether a list names legacy versions and no other.
func legacyOnly(list jsondoc.Value) (joined string, only bool) {
	var all []string
	only = list.Kind() == jsondoc.Array && list.Len() > 0
	each(list, func(_ jsondoc.Value, s string) {
		all = append(all, s)
		only = only && spec.EraOf(s) == spec.Legacy
	})
	return strings.Join(all, ", "), only && len(all) == list.Len()
}

// requested gives the version that the answered request asked for in its _meta, or "".
func requested(p *rule.Pass) string {
	if q := p.Request(); q != nil && q.Shape == message.Request {
		return q.MetaText(spec.MetaProtocolVersion)
	}
	return ""
}
