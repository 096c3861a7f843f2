package rules

import (
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
		Clause: spec.Clause{Page: "schema", Anchor: "#discoverresult", Keyword: spec.Schema},
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
			if interim(p) {
				return
			}
			f := p.Report(p.Missing(p.Result(), "supportedVersions"))
			if m := misspelt(p.Result(), "supportedVersions"); m.Exists() {
				f.Relate(p.Name(m), meant)
				if m.Kind() == jsondoc.Array {
					p.Rename(f, m, "supportedVersions")
				}
				return
			}
			for m := p.Result().First(); m.Exists(); m = m.Next() {
				switch m.Name() {
				case "protocolVersion", "protocolVersions", "versions", "supportedProtocolVersions":
					f.Relate(p.Name(m), text.Text{EN: "this member is not read in its place", JA: "このメンバーは代わりになりません"})
				}
			}
		},
	},
	{
		ID: "discover-versions-type", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: spec.Clause{Page: "schema", Anchor: "#discoverresult", Keyword: spec.Schema},
		Title:  text.Text{EN: "supportedVersions is no list of strings", JA: "supportedVersions が文字列の配列ではない"},
		Message: text.Text{
			EN: "supportedVersions is {value}; it has to be an array of strings.",
			JA: "supportedVersions が {value} です。文字列の配列でなければなりません。"},
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
				f := p.Report(p.Value(list), raw(list))
				if s, ok := list.Text(); ok && spec.IsDate(s) {
					p.Edit(f, list, "["+string(list.Raw())+"]")
				}
				return
			}
			for v := list.First(); v.Exists(); v = v.Next() {
				if v.Kind() != jsondoc.String {
					p.Report(p.Value(v), raw(v)).Say(text.Text{
						EN: "An entry of supportedVersions is {value}; every entry has to be a string.",
						JA: "supportedVersions の要素に {value} があります。要素はすべて文字列でなければなりません。"})
				}
			}
		},
	},
	{
		ID: "discover-versions-empty", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: spec.Clause{Page: discover, Anchor: "#discoverresult", Keyword: spec.Says},
		Title:  text.Text{EN: "supportedVersions is empty", JA: "supportedVersions が空"},
		Message: text.Text{
			EN: "supportedVersions names no version, although the server has just answered a request in one.",
			JA: "supportedVersions に version が 1 つもありませんが、サーバーはたった今ある version のリクエストに応答しました。"},
		Why: text.Text{
			EN: "The schema allows an empty list, but a client has nothing to choose: it can only show an error, because a DiscoverResult rules out a fallback to initialize.",
			JA: "スキーマ上は空の配列も許されますが、クライアントは選べません。DiscoverResult が返った以上 initialize には戻れず、エラーを示すしかありません。"},
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
		Clause: spec.Clause{Page: discover, Anchor: "#discoverresult", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "A version is listed twice", JA: "同じ version が重複している"},
		Message: text.Text{
			EN: "{value} stands in supportedVersions more than once.",
			JA: "supportedVersions に {value} が複数回あります。"},
		Why: text.Text{
			EN: "It means nothing, and it usually comes from two lists that were joined by mistake.",
			JA: "意味はなく、たいていは 2 つのリストを誤って連結した結果です。"},
		Fix: text.Text{EN: "List each version once.", JA: "version は 1 回ずつ並べてください。"},
		Check: func(p *rule.Pass) {
			list := p.Result().Get("supportedVersions")
			seen := make(map[string]jsondoc.Value)
			var one *rule.Finding // it carries the repair of all
			var again []jsondoc.Value
			each(list, func(v jsondoc.Value, s string) {
				first, twice := seen[s]
				switch {
				case !twice:
					if len(seen) < manyVersions {
						seen[s] = v
					}
				case blank(s): // discover-versions-blank has it
				default:
					again = append(again, v)
					if len(again) > rule.MaxFindings {
						p.Report(&rule.Place{}) // counts, without looking the place up
						break
					}
					f := p.Report(p.Value(v), raw(v)).Relate(p.Value(first), text.Text{EN: "first here", JA: "最初はここ"})
					if one == nil {
						one = f
					}
				}
			})
			p.Remove(one, again...)
		},
	},
	{
		ID: "discover-versions-blank", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions/*",
		Clause: spec.Clause{Page: discover, Anchor: "#discoverresult", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "A version is an empty string", JA: "version が空文字列"},
		Message: text.Text{
			EN: "An entry of supportedVersions is an empty string, which is no version.",
			JA: "supportedVersions の要素が空文字列です。version ではありません。"},
		Why: text.Text{
			EN: "The schema allows any string, but a client that picks this one sends a request that no server accepts.",
			JA: "スキーマ上はどの文字列でもよいものの、これを選んだクライアントのリクエストはどのサーバーにも受け付けられません。"},
		Fix: text.Text{EN: "Remove the entry.", JA: "この要素を取り除いてください。"},
		Check: func(p *rule.Pass) {
			var all []jsondoc.Value
			named := false
			each(p.Result().Get("supportedVersions"), func(v jsondoc.Value, s string) {
				if blank(s) {
					all = append(all, v)
				} else {
					named = true
				}
			})
			for i, v := range all {
				f := p.Report(p.Value(v))
				if i == 0 && named { // an empty list would be no better
					p.Remove(f, all...)
				}
			}
		},
	},
	{
		ID: "discover-versions-draft", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions/*",
		Clause: spec.Clause{Page: "basic/versioning", Anchor: "#protocol-version-negotiation", Keyword: spec.Says},
		Title:  text.Text{EN: "A draft's version token is listed", JA: "draft の version 名が入っている"},
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
		Clause: spec.Clause{Page: "basic/versioning", Anchor: "#protocol-version-negotiation", Keyword: spec.Says},
		Title:  text.Text{EN: "A version is not one that was published", JA: "公開された revision ではない version"},
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
				if blank(s) || spec.EraOf(s) == spec.Draft || spec.Published(s) {
					return
				}
				f := p.Report(p.Value(v), raw(v))
				if t := text.Bare(s); spec.Published(t) {
					p.Edit(f, v, `"`+t+`"`)
				}
			})
		},
	},
	{
		ID: "discover-versions-legacy-listed", Since: "0.1.0", Party: rule.Client, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: spec.Clause{Page: "basic/versioning", Anchor: "#terminology", Keyword: spec.Says},
		Title:  text.Text{EN: "Legacy versions are listed beside modern ones", JA: "レガシーの version も並んでいる"},
		Message: text.Text{
			EN: "The list names {versions} too: a dual-era server, which is fine. Those are only reachable through initialize.",
			JA: "{versions} も並んでいます。dual-era のサーバーであり、問題ありません。ただしこれらは initialize を通してしか使えません。"},
		Why: text.Text{
			EN: "A legacy version opens with a handshake, so it can't be put into a request's _meta.",
			JA: "レガシーの version はハンドシェイクで始まるため、リクエストの _meta に入れて使うことはできません。"},
		Fix: text.Text{
			EN: "Nothing to mend; as a client, choose a modern version from the list.",
			JA: "直す必要はありません。クライアントは一覧からモダンの version を選んでください。"},
		Check: func(p *rule.Pass) {
			list := p.Result().Get("supportedVersions")
			var old enumeration
			modern := false
			each(list, func(v jsondoc.Value, s string) {
				switch spec.EraOf(s) {
				case spec.Modern:
					modern = true
				case spec.Legacy:
					old.add(s)
				}
			})
			if modern && old.named != "" {
				p.Report(p.Name(list), text.A("versions", old.named))
			}
		},
	},
	{
		ID: "discover-versions-legacy-only", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: spec.Clause{Page: discover, Anchor: "#discoverresult", Keyword: spec.Says},
		Title:  text.Text{EN: "Only legacy versions are listed", JA: "レガシーの version しかない"},
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
			versions, only := legacyOnly(list)
			if !only {
				return
			}
			if version := requested(p); version != "" && !lists(list, version) {
				p.Blocked("discover-versions-requested")
				return
			}
			p.Report(p.Name(list), text.A("versions", versions))
		},
	},
	{
		ID: "discover-versions-requested", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/supportedVersions",
		Clause: spec.Clause{Page: "basic/versioning", Anchor: "#protocol-version-negotiation", Keyword: spec.Must},
		Title:  text.Text{EN: "The answered version is not in the list", JA: "応答した version が一覧にない"},
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
			switch {
			case !list.Exists():
				p.Blocked("discover-versions-missing")
				return
			case list.Kind() != jsondoc.Array:
				p.Blocked("discover-versions-type")
				return
			case !list.First().Exists():
				p.Blocked("discover-versions-empty")
				return
			case lists(list, version):
				return
			}
			var all enumeration
			texts := 0
			each(list, func(_ jsondoc.Value, s string) {
				all.add(s)
				texts++
			})
			if texts < list.Len() {
				p.Blocked("discover-versions-type")
				return
			}
			q := p.Request()
			p.Report(p.Name(list), text.A("version", version), text.A("versions", all.named)).
				Relate(p.Other(q, p.Exchange.Pane, q.Meta.Get(spec.MetaProtocolVersion)), text.Text{EN: "the version that was requested", JA: "要求した version"})
		},
	},
	{
		ID: "discover-capabilities-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/capabilities",
		Clause: spec.Clause{Page: "schema", Anchor: "#discoverresult", Keyword: spec.Schema},
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
			if p.Result().Get("capabilities").Exists() || interim(p) {
				return
			}
			f := p.Report(p.Missing(p.Result(), "capabilities"))
			if m := misspelt(p.Result(), "capabilities"); m.Exists() {
				f.Relate(p.Name(m), meant)
				if m.Kind() == jsondoc.Object {
					p.Rename(f, m, "capabilities")
				}
				return
			}
			p.Insert(f, p.Result(), "capabilities", "{}")
		},
	},
	{
		ID: "discover-capabilities-type", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/capabilities",
		Clause: spec.Clause{Page: "schema", Anchor: "#discoverresult", Keyword: spec.Schema},
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
				f := p.Report(p.Value(v), kindName(v))
				// Languages without a type for maps write the empty one as [].
				if v.Kind() == jsondoc.Null || v.Kind() == jsondoc.Array && !v.First().Exists() {
					p.Edit(f, v, "{}")
				}
			}
		},
	},
	{
		ID: "discover-instructions-type", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/instructions", When: "instructions",
		Clause: spec.Clause{Page: "schema", Anchor: "#discoverresult", Keyword: spec.Schema},
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
		ID: "discover-instructions-empty", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/instructions", When: "instructions",
		Clause: spec.Clause{Page: discover, Anchor: "#discoverresult", Keyword: spec.May},
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
			// The beginning is enough for all texts but those of white space alone.
			if v.Kind() != jsondoc.String || !blank(v.Excerpt(64)) {
				return
			}
			if s, _ := v.Text(); blank(s) {
				p.Remove(p.Report(p.Value(v)), v)
			}
		},
	},
	{
		ID: "discover-instructions-long", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/instructions", When: "instructions",
		Clause: spec.Clause{Page: "schema", Anchor: "#discoverresult", Keyword: spec.Says},
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
		Clause: spec.Clause{Page: discover, Anchor: "#discoverresult", Keyword: spec.Says},
		Title:  text.Text{EN: "A list of another method is inside", JA: "別メソッドの一覧が入っている"},
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
		ID: "discover-version-member", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/protocolVersion", When: "protocolVersion",
		Clause: spec.Clause{Page: "schema", Anchor: "#discoverresult", Keyword: spec.Says},
		Title:  text.Text{EN: "protocolVersion belongs to initialize", JA: "protocolVersion は initialize のもの"},
		Message: text.Text{
			EN: "protocolVersion is a member of the legacy InitializeResult; in an answer to server/discover it means nothing.",
			JA: "protocolVersion はレガシーの InitializeResult のメンバーで、server/discover の応答では意味を持ちません。"},
		Why: text.Text{
			EN: "Clients ignore it here: they choose from supportedVersions, and each request says its own version.",
			JA: "クライアントはここでは無視します。version は supportedVersions から選び、リクエストごとに伝えます。"},
		Fix: text.Text{EN: "Remove it.", JA: "取り除いてください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("protocolVersion")
			switch {
			case !v.Exists():
			case !p.Result().Get("supportedVersions").Exists():
				p.Blocked("discover-versions-missing")
			default:
				p.Remove(p.Report(p.Name(v)), v)
			}
		},
	},
	{
		ID: "discover-version-unlisted", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/params/_meta/io.modelcontextprotocol~1protocolVersion",
		Clause: spec.Clause{Page: discover, Anchor: "#discoverresult", Keyword: spec.Says},
		Title:  text.Text{EN: "A later request uses a version that was not listed", JA: "後のリクエストが一覧にない version を使っている"},
		Message: text.Text{
			EN: "The request uses {version}, but the server listed only {versions}.",
			JA: "リクエストは {version} を使っていますが、サーバーの一覧にあるのは {versions} だけです。"},
		Why: text.Text{
			EN: "The server will refuse it with UnsupportedProtocolVersion, which costs one more round trip.",
			JA: "サーバーは UnsupportedProtocolVersion で拒否するため、往復が 1 回増えます。"},
		Fix: text.Text{
			EN: "After server/discover, use a version from supportedVersions.",
			JA: "server/discover の後は、supportedVersions にある version を使ってください。"},
		Check: func(p *rule.Pass) {
			known := map[string]*listing{}
			followed := false
			for _, m := range p.Paste.Messages {
				if m.Answers == spec.Discover {
					if l := listed(m); l != nil {
						known[peer(m)] = l
					}
				}
				v := m.Meta.Get(spec.MetaProtocolVersion)
				version, ok := v.Text()
				l := known[peer(m)]
				if !ok || l == nil || m.Shape != message.Request || m.Method == spec.Discover {
					continue
				}
				followed = true
				// A legacy version is wrong in _meta whether it is listed or not.
				if !l.versions[version] && spec.EraOf(version) != spec.Legacy {
					p.Report(p.Other(m, message.Pasted, v), text.A("version", short(version)), text.A("versions", l.all.named)).
						Relate(p.Other(l.message, message.Pasted, l.list), text.Text{EN: "the server's list", JA: "サーバーの一覧"})
				}
			}
			if !followed {
				p.Unseen(text.Text{EN: "No request follows a DiscoverResult here.", JA: "DiscoverResult の後に続くリクエストがありません。"})
			}
		},
	},
	{
		ID: "discover-probe-skipped", Since: "0.1.0", Party: rule.Client, On: rule.OnTranscript, At: "/method", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: discover, Anchor: "#when-to-call", Keyword: spec.Should},
		Title:  text.Text{EN: "A dual-era client starts without server/discover", JA: "dual-era のクライアントが server/discover から始めていない"},
		Message: text.Text{
			EN: "The client starts with {method} in the modern form and falls back to initialize later, so it speaks both eras; its first request should be server/discover.",
			JA: "クライアントはモダンの形の {method} で始め、後で initialize に切り替えています。両方の時代を話すなら、最初のリクエストは server/discover にするべきです。"},
		Why: text.Text{
			EN: "A legacy server may carry out another method although no session is open, or stay silent; the answer to server/discover tells the era for certain.",
			JA: "レガシーのサーバーは、セッションがないまま別のメソッドを実行したり、応答しなかったりします。server/discover なら時代を確実に判別できます。"},
		Fix: text.Text{
			EN: "Send server/discover first on stdio, unless the era is known from before.",
			JA: "時代があらかじめ分かっている場合を除き、stdio では最初に server/discover を送ってください。"},
		Check: func(p *rule.Pass) {
			var first, fallback *message.Message
			for _, m := range p.Paste.Messages {
				if m.Shape != message.Request || m.Direction != message.ToServer || m.Line == nil {
					continue
				}
				if first == nil {
					first = m
				}
				if m.Method == spec.Initialize {
					fallback = m
					break
				}
			}
			switch {
			case fallback == nil:
				p.Unseen(text.Text{EN: "Nothing shows that the client speaks both eras.", JA: "クライアントが両方の時代を話すことを示すものがありません。"})
			case first.Method != spec.Discover && first.Method != spec.Initialize && first.Claim == message.ClaimsModern:
				p.Report(p.Other(first, message.Pasted, first.Root.Get("method")), text.A("method", short(first.Method))).
					Relate(p.Other(fallback, message.Pasted, fallback.Root.Get("method")), text.Text{EN: "the fallback", JA: "ここで切り替えています"})
			}
		},
	},
}

// manyVersions is more than any server lists; what goes beyond is not compared.
const manyVersions = 1000

// listing is what a server listed in a DiscoverResult.
type listing struct {
	message  *message.Message
	list     jsondoc.Value
	versions map[string]bool
	all      enumeration
}

// listed gives what a DiscoverResult lists, or nil where that is nothing to compare with.
func listed(m *message.Message) *listing {
	l := &listing{message: m, list: m.Result.Get("supportedVersions"), versions: map[string]bool{}}
	each(l.list, func(_ jsondoc.Value, s string) {
		if len(l.versions) <= manyVersions {
			l.versions[s] = true
		}
		l.all.add(s)
	})
	if len(l.versions) == 0 || len(l.versions) > manyVersions {
		return nil
	}
	return l
}

// listsKnown reports whether the text begins with a DiscoverResult of the server that m goes to.
func listsKnown(p *message.Paste, m *message.Message) bool {
	const beginning = 20
	for i, o := range p.Messages {
		if o == m || i == beginning {
			break
		}
		if o.Answers == spec.Discover && peer(o) == peer(m) && listed(o) != nil {
			return true
		}
	}
	return false
}

// enumeration collects strings for a sentence, as many as have room there.
type enumeration struct {
	named string
	full  bool
}

func (e *enumeration) add(s string) {
	const room = 64
	switch s = short(s); {
	case e.full:
	case e.named == "":
		e.named = s
	case len(e.named)+len(s) > room:
		e.named += ", …"
		e.full = true
	default:
		e.named += ", " + s
	}
}

// peer names the server that a message goes to or comes from, by the HTTP request that carries or caused it; all
// messages of other forms have one peer.
func peer(m *message.Message) string {
	h := m.HTTP
	if m.Exchange != nil {
		h = m.Exchange.HTTP
	}
	if h == nil || !h.IsRequest {
		return ""
	}
	return h.Value("Host") + " " + h.Target
}

// meant labels a member whose name was meant for another.
var meant = text.Text{EN: "this name was probably meant", JA: "この名前のつもりと思われます"}

// interim reports whether the answer says that it is no complete result, so that it needn't have the members of one. That
// server/discover may not be answered so is told by result-type-interim.
func interim(p *rule.Pass) bool {
	if rule.Complete(p.Msg) {
		return false
	}
	p.Blocked("result-type-interim")
	return true
}

// misspelt finds a member whose name differs from name only in case, hyphens and underscores, where name itself is
// not there.
func misspelt(object jsondoc.Value, name string) jsondoc.Value {
	for m := object.First(); m.Exists(); m = m.Next() {
		if s := m.Name(); len(s) <= len(name)+4 && letters(s) == letters(name) {
			return m
		}
	}
	return jsondoc.Value{}
}

// letters gives s in lower case without hyphens and underscores.
func letters(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '_' || c == '-':
		case c >= 'A' && c <= 'Z':
			b = append(b, c|0x20)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// blank reports whether s has nothing to read in it.
func blank(s string) bool { return text.Bare(s) == "" }

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

// lists reports whether version is an entry of list.
func lists(list jsondoc.Value, version string) bool {
	found := false
	each(list, func(v jsondoc.Value, _ string) { found = found || v.Is(version) })
	return found
}

// legacyOnly reports whether a list names legacy versions and no other, and names them.
func legacyOnly(list jsondoc.Value) (named string, only bool) {
	var all enumeration
	for v := list.First(); v.Exists(); v = v.Next() {
		s, ok := v.Text()
		if !ok || spec.EraOf(s) != spec.Legacy {
			return "", false
		}
		all.add(s)
	}
	return all.named, list.Kind() == jsondoc.Array && list.First().Exists()
}

// requested gives the version that the answered request asked for in its _meta, or "".
func requested(p *rule.Pass) string {
	if q := p.Request(); q != nil && q.Shape == message.Request {
		return q.MetaText(spec.MetaProtocolVersion)
	}
	return ""
}
