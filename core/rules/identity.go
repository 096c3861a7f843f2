package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// identityRules judge how a server or a client names itself: serverInfo in the _meta of results, clientInfo in the
// _meta of requests, and the icons that either, or an entry of a list, carries. That a request lacks clientInfo is told
// by requestRules.
var identityRules = []*rule.Rule{
	{
		ID: "identity-server-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/_meta/io.modelcontextprotocol~1serverInfo",
		Clause: spec.Clause{Page: basic, Anchor: "#meta", Keyword: spec.Should},
		Title:  text.Text{EN: "The server doesn't name itself", JA: "サーバーが名乗っていない"},
		Message: text.Text{
			EN: "The result's _meta has no " + spec.MetaServerInfo + ", which every result should carry unless the server is configured to leave it out.",
			JA: "result の _meta に " + spec.MetaServerInfo + " がありません。省くよう設定した場合を除き、すべての result に入れることが推奨されています。"},
		Why: text.Text{
			EN: "Without it logs and error reports can't say which server, in which version, gave this answer.",
			JA: "これがないと、どのサーバーのどの version が応答したのかをログや不具合報告から判断できません。"},
		Fix: text.Text{
			EN: "Put {\"name\": ..., \"version\": ...} there; leave it if the server is anonymous on purpose.",
			JA: "{\"name\": ..., \"version\": ...} を入れてください。意図して名乗らないのであれば、そのままで構いません。"},
		Check: func(p *rule.Pass) {
			if !judgedIdentity(p) {
				p.Unseen(text.Text{EN: "Nothing in the result shows that its server speaks this revision.", JA: "このサーバーがこの revision を話すことを示すものが result にありません。"})
				return
			}
			meta := p.Msg.Meta
			if meta.Exists() && meta.Kind() != jsondoc.Object {
				p.Blocked("meta-object-type")
				return
			}
			if meta.Get(spec.MetaServerInfo).Exists() {
				return
			}
			at := p.Missing(meta, spec.MetaServerInfo)
			if !meta.Exists() {
				at = p.Missing(p.Result(), "_meta")
				at.Pointer += "/io.modelcontextprotocol~1serverInfo"
			}
			f := p.Report(at)
			if near := twin(p.Msg, spec.MetaServerInfo); near.Exists() {
				f.Relate(p.Name(near), meant)
				p.Rename(f, near, spec.MetaServerInfo)
				return
			}
			if top := p.Result().Get("serverInfo"); top.Exists() {
				f.Relate(p.Name(top), text.Text{EN: "here it is not read", JA: "ここにあっても読まれません"})
				moveIdentity(p, f, top)
				return
			}
			if stray := misspelt(p.Result(), "_meta"); stray.Exists() && !meta.Exists() {
				f.Relate(p.Name(stray), meant)
			} else if beside := p.Msg.Root.Get("_meta"); beside.Exists() && p.Msg.Shape == message.Response {
				f.Relate(p.Name(beside), text.Text{EN: "_meta belongs inside result", JA: "_meta は result の中に入れます"})
			}
		},
	},
	{
		ID: "identity-server-top-level", Since: "0.1.0", Party: rule.Server, On: rule.OnDiscoverResult, At: "/result/serverInfo",
		Clause: spec.Clause{Page: discover, Anchor: "#discoverresult", Keyword: spec.Says},
		Title:  text.Text{EN: "serverInfo stands outside _meta", JA: "serverInfo が _meta の外にある"},
		Message: text.Text{
			EN: "serverInfo stands directly in the result, where the drafts until 15 July 2026 and the legacy InitializeResult have it; clients of this revision ignore it there.",
			JA: "serverInfo が result の直下にあります。2026 年 7 月 15 日までの draft とレガシーの InitializeResult の置き場所で、この revision のクライアントは読みません。"},
		Why: text.Text{
			EN: "Further members are allowed, so nothing is broken, but the copy that counts is in _meta.",
			JA: "未知のメンバーは許されるため誤りではありませんが、有効なのは _meta の中のものだけです。"},
		Fix: text.Text{
			EN: "Move it to _meta under " + spec.MetaServerInfo + ".",
			JA: "_meta の " + spec.MetaServerInfo + " に移してください。"},
		Check: func(p *rule.Pass) {
			top := p.Result().Get("serverInfo")
			if !top.Exists() {
				return
			}
			f := p.Report(p.Name(top))
			if in := p.Msg.Meta.Get(spec.MetaServerInfo); in.Exists() {
				f.Relate(p.Name(in), text.Text{EN: "the copy that counts", JA: "有効なのはこちら"})
				p.Remove(f, top)
			}
		},
	},
	{
		ID: "identity-value-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/io.modelcontextprotocol~1serverInfo",
		Clause: spec.Clause{Page: "schema", Anchor: "#implementation", Keyword: spec.Schema},
		Title:  text.Text{EN: "An identity is no object", JA: "識別情報がオブジェクトではない"},
		Message: text.Text{
			EN: "{member} is {kind}; it has to be an Implementation object with name and version.",
			JA: "{member} が{kind}です。name と version を持つ Implementation オブジェクトでなければなりません。"},
		Why: text.Text{
			EN: "The field is optional, but null or a string is not the same as leaving it out: typed peers refuse the message.",
			JA: "省略できるフィールドですが、null や文字列は省略とは違います。型を検査する相手はメッセージを拒否します。"},
		Fix: text.Text{
			EN: "Send {\"name\": ..., \"version\": ...}, or leave the key out.",
			JA: "{\"name\": ..., \"version\": ...} を送るか、キーごと省いてください。"},
		Check: func(p *rule.Pass) {
			if v, ok := identity(p); ok && v.Kind() != jsondoc.Object {
				p.Report(p.Value(v), tail(v), kindName(v)).By(sender(p))
			}
		},
	},
	{
		ID: "identity-member-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/io.modelcontextprotocol~1serverInfo/*",
		Clause: spec.Clause{Page: "schema", Anchor: "#implementation", Keyword: spec.Schema},
		Title:  text.Text{EN: "An identity lacks its name or version", JA: "識別情報に name か version がない"},
		Message: text.Text{
			EN: "{owner} has no {member}; an Implementation has both name and version.",
			JA: "{owner} に {member} がありません。Implementation には name と version の両方が必要です。"},
		Why: text.Text{
			EN: "Typed peers refuse the whole message for it, although nothing should depend on the identity.",
			JA: "識別情報に頼るべきではないとはいえ、型を検査する相手はこれだけでメッセージ全体を拒否します。"},
		Fix: text.Text{
			EN: "Add \"{member}\" as a string. No form is prescribed for versions.",
			JA: "\"{member}\" を文字列で加えてください。version の書式に決まりはありません。"},
		Check: func(p *rule.Pass) {
			v, ok := identityObject(p)
			if !ok {
				return
			}
			for _, name := range [...]string{"name", "version"} {
				if v.Get(name).Exists() {
					continue
				}
				f := p.Report(p.Missing(v, name), text.A("owner", last(v.Name())), text.A("member", name)).By(sender(p))
				if near := misspelt(v, name); near.Exists() {
					f.Relate(p.Name(near), meant)
				}
			}
		},
	},
	{
		ID: "identity-member-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/io.modelcontextprotocol~1serverInfo/*",
		Clause: spec.Clause{Page: "schema", Anchor: "#implementation", Keyword: spec.Schema},
		Title:  text.Text{EN: "A member of an identity has the wrong type", JA: "識別情報のメンバーの型が誤っている"},
		Message: text.Text{
			EN: "{member} is {kind}; in an Implementation it is {due}.",
			JA: "{member} が{kind}です。Implementation では{due}でなければなりません。"},
		Why: text.Text{
			EN: "Typed peers refuse the whole message for it; null is not the same as leaving the member out.",
			JA: "型を検査する相手はこれだけでメッセージ全体を拒否します。null は省略と同じではありません。"},
		Fix: text.Text{
			EN: "Send {due}, or leave the member out where it is optional.",
			JA: "{due}を送ってください。省略できるメンバーなら省いても構いません。"},
		Check: func(p *rule.Pass) {
			v, ok := identityObject(p)
			if !ok {
				return
			}
			for _, name := range [...]string{"name", "version", "title", "description", "websiteUrl"} {
				m := v.Get(name)
				if !m.Exists() || m.Kind() == jsondoc.String {
					continue
				}
				f := p.Report(p.Value(m), tail(m), kindName(m), text.T("due", aString)).By(sender(p))
				switch {
				case m.Kind() == jsondoc.Number:
					p.Edit(f, m, `"`+string(m.Raw())+`"`)
				case m.Kind() == jsondoc.Null && name != "name" && name != "version":
					p.Remove(f, m)
				}
			}
			if m := v.Get("icons"); m.Exists() && m.Kind() != jsondoc.Array {
				f := p.Report(p.Value(m), tail(m), kindName(m), text.T("due", text.Text{EN: "an array of icons", JA: "アイコンの配列"})).By(sender(p))
				if m.Kind() == jsondoc.Object {
					p.Edit(f, m, "["+string(m.Raw())+"]")
				}
			}
		},
	},
	{
		ID: "identity-website-form", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/io.modelcontextprotocol~1serverInfo/websiteUrl", When: "websiteUrl",
		Clause: spec.Clause{Page: "schema", Anchor: "#implementation", Keyword: spec.Schema},
		Title:  text.Text{EN: "websiteUrl is no absolute URL", JA: "websiteUrl が絶対 URL ではない"},
		Message: text.Text{
			EN: "websiteUrl is {value}, which is no URI: it needs a scheme, and no spaces.",
			JA: "websiteUrl の {value} は URI ではありません。スキームが必要で、空白は使えません。"},
		Why: text.Text{
			EN: "A client that shows it as a link has nothing to resolve a relative address against.",
			JA: "リンクとして表示するクライアントには、相対アドレスの基準がありません。"},
		Fix: text.Text{
			EN: "Write the whole address, such as https://example.com/.",
			JA: "https://example.com/ のように、アドレス全体を書いてください。"},
		Check: func(p *rule.Pass) {
			v, ok := identityObject(p)
			if !ok {
				return
			}
			s, ok := v.Get("websiteUrl").Text()
			if !ok {
				return
			}
			switch scheme := text.Lower(s[:schemeLength(s)]); {
			case scheme == "" || hostAndPort(s, scheme) || uriFault(s, 0) >= 0:
				p.Report(p.Value(v.Get("websiteUrl")), raw(v.Get("websiteUrl"))).By(sender(p))
			case scheme != "https" && scheme != "http":
				p.Report(p.Value(v.Get("websiteUrl")), raw(v.Get("websiteUrl"))).By(sender(p)).Softened(rule.Advice).Say(text.Text{
					EN: "websiteUrl is {value}, which is no address of a website; careful clients won't make it a link.",
					JA: "websiteUrl の {value} は Web サイトのアドレスではありません。慎重なクライアントはリンクにしません。"})
			}
		},
	},
	{
		ID: "identity-icon-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/io.modelcontextprotocol~1serverInfo/icons/*", When: "icons",
		Clause: spec.Clause{Page: "schema", Anchor: "#icon", Keyword: spec.Schema},
		Title:  text.Text{EN: "An icon or a member of it has the wrong type", JA: "アイコンかそのメンバーの型が誤っている"},
		Message: text.Text{
			EN: "{member} is {kind}; it has to be {due}.",
			JA: "{member} が{kind}です。{due}でなければなりません。"},
		Why: text.Text{
			EN: "Typed peers refuse the whole message for it.",
			JA: "型を検査する相手はこれだけでメッセージ全体を拒否します。"},
		Fix: text.Text{
			EN: "Send {due}.",
			JA: "{due}を送ってください。"},
		Check: func(p *rule.Pass) {
			ownIcons(p, func(icon jsondoc.Value) {
				wrong := func(v jsondoc.Value, name string, due text.Text) *rule.Finding {
					return p.Report(p.Value(v), text.A("member", name), kindName(v), text.T("due", due)).By(sender(p))
				}
				if icon.Kind() != jsondoc.Object {
					f := wrong(icon, "icons[]", text.Text{EN: "an object with src", JA: "src を持つオブジェクト"})
					if icon.Kind() == jsondoc.String {
						p.Edit(f, icon, `{"src":`+string(icon.Raw())+`}`)
					}
					return
				}
				for _, name := range [...]string{"src", "mimeType", "theme"} {
					if v := icon.Get(name); v.Exists() && v.Kind() != jsondoc.String {
						wrong(v, name, aString)
					}
				}
				sizes := icon.Get("sizes")
				if sizes.Exists() && sizes.Kind() != jsondoc.Array {
					f := wrong(sizes, "sizes", text.Text{EN: "an array of strings", JA: "文字列の配列"})
					if sizes.Kind() == jsondoc.String {
						p.Edit(f, sizes, "["+string(sizes.Raw())+"]")
					}
				}
				for v := elements(sizes); v.Exists(); v = v.Next() {
					if v.Kind() != jsondoc.String {
						wrong(v, "sizes[]", aString)
					}
				}
			})
		},
	},
	{
		ID: "identity-icon-source", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/io.modelcontextprotocol~1serverInfo/icons/*/src", When: "icons",
		Clause: spec.Clause{Page: "schema", Anchor: "#icon", Keyword: spec.Schema},
		Title:  text.Text{EN: "An icon has no usable src", JA: "アイコンに使える src がない"},
		Message: text.Text{
			EN: "The icon has no src, the one member that every icon needs.",
			JA: "アイコンに src がありません。どのアイコンにも必要なメンバーです。"},
		Why: text.Text{
			EN: "There is nothing to show, and typed peers refuse the whole message.",
			JA: "表示するものがなく、型を検査する相手はメッセージ全体を拒否します。"},
		Fix: text.Text{
			EN: "Put an https: URL or a data: URI with base64 there.",
			JA: "https: の URL か、base64 の data: URI を入れてください。"},
		Check: func(p *rule.Pass) {
			ownIcons(p, func(icon jsondoc.Value) {
				if icon.Kind() != jsondoc.Object {
					return
				}
				src := icon.Get("src")
				s, ok := src.Text()
				switch n := schemeLength(s); {
				case !src.Exists():
					f := p.Report(p.Missing(icon, "src")).By(sender(p))
					for _, name := range [...]string{"url", "uri", "href", "data"} {
						if near := icon.Get(name); near.Kind() == jsondoc.String {
							f.Relate(p.Name(near), meant)
							p.Rename(f, near, "src")
							break
						}
					}
				case !ok:
				case n == 0 || hostAndPort(s, s[:n]):
					p.Report(p.Value(src), raw(src)).By(sender(p)).Say(text.Text{
						EN: "src is {value}, a relative address; it has to be a URI with its scheme.",
						JA: "src の {value} は相対アドレスです。スキームから始まる URI でなければなりません。"})
				case uriFault(s, n) >= 0 && (text.Same(s[:n], "https") || text.Same(s[:n], "http")): // others have rules of their own
					p.Report(p.Value(src), raw(src)).By(sender(p)).Say(text.Text{
						EN: "src is {value}, which has a character that no URI has.",
						JA: "src の {value} に、URI では使えない文字があります。"})
				}
			})
		},
	},
	{
		ID: "identity-icon-theme", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "_meta/io.modelcontextprotocol~1serverInfo/icons/*/theme", When: "icons",
		Clause: spec.Clause{Page: "schema", Anchor: "#icon", Keyword: spec.Schema},
		Title:  text.Text{EN: "An icon's theme is neither light nor dark", JA: "アイコンの theme が light でも dark でもない"},
		Message: text.Text{
			EN: "theme is {value}; only \"light\" and \"dark\" exist, written exactly so.",
			JA: "theme が {value} です。\"light\" と \"dark\" だけがあり、このとおりに書きます。"},
		Why: text.Text{
			EN: "Typed peers refuse the whole message for it; an icon that suits any background simply has no theme.",
			JA: "型を検査する相手はこれだけでメッセージ全体を拒否します。どの背景にも合うアイコンなら theme を省くだけです。"},
		Fix: text.Text{
			EN: "Send \"light\" or \"dark\", or leave theme out.",
			JA: "\"light\" か \"dark\" を送るか、theme を省いてください。"},
		Check: func(p *rule.Pass) {
			ownIcons(p, func(icon jsondoc.Value) {
				theme := icon.Get("theme")
				s, ok := theme.Text()
				if !ok || s == "light" || s == "dark" {
					return
				}
				f := p.Report(p.Value(theme), raw(theme)).By(sender(p))
				if w := folded(s); w == "light" || w == "dark" {
					p.Edit(f, theme, `"`+w+`"`)
				}
			})
		},
	},
	{
		ID: "identity-icon-scheme", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "icons/*/src", When: "icons",
		Clause: spec.Clause{Page: basic, Anchor: "#icons", Keyword: spec.Must},
		Title:  text.Text{EN: "An icon's scheme is unsafe", JA: "アイコンのスキームが安全ではない"},
		Message: text.Text{
			EN: "src begins with {scheme}:, and clients must reject icons of any scheme but https and data.",
			JA: "src が {scheme}: で始まっています。クライアントは https と data 以外の危険なスキームのアイコンを拒否しなければなりません。"},
		Why: text.Text{
			EN: "Such addresses can run code or read local files; a client that keeps the rule never shows this icon.",
			JA: "このようなアドレスはコードの実行やローカルファイルの読み取りにつながります。規則を守るクライアントは表示しません。"},
		Fix: text.Text{
			EN: "Serve the image over https, or put it into a data: URI with base64.",
			JA: "画像を https で配るか、base64 の data: URI に入れてください。"},
		Check: func(p *rule.Pass) {
			iconSources(p, func(icon, src jsondoc.Value, scheme, s string) {
				switch scheme {
				case "", "https", "http", "data":
				default:
					if !hostAndPort(s, scheme) {
						p.Report(p.Value(src), text.A("scheme", short(scheme))).By(sender(p))
					}
				}
			})
		},
	},
	{
		ID: "identity-icon-http", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "icons/*/src", When: "icons",
		Clause: spec.Clause{Page: basic, Anchor: "#icons", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "An icon comes over plain http", JA: "アイコンが http で配られている"},
		Message: text.Text{
			EN: "src is {value}. An http: address may be sent, but the safety rules let only https: and data: through, so safe clients drop it.",
			JA: "src が {value} です。http: のアドレスも送れますが、安全のための規則は https: と data: しか認めないため、安全なクライアントは捨てます。"},
		Why: text.Text{
			EN: "Anyone on the way can replace the image, and a page served over https may not load it at all.",
			JA: "経路上の誰でも画像を差し替えられ、https のページからは読み込めないこともあります。"},
		Fix: text.Text{EN: "Serve the image over https.", JA: "画像を https で配ってください。"},
		Check: func(p *rule.Pass) {
			iconSources(p, func(icon, src jsondoc.Value, scheme, s string) {
				if scheme == "http" {
					p.Report(p.Value(src), raw(src)).By(sender(p))
				}
			})
		},
	},
	{
		ID: "identity-icon-data", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "icons/*/src", When: "icons",
		Clause: spec.Clause{Page: basic, Anchor: "#icons", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "An icon's data: URI carries no image in base64", JA: "アイコンの data: URI が base64 の画像ではない"},
		Message: text.Text{
			EN: "src is {value}. As a data: URI it should carry base64-encoded image data: the part before the comma ends with ;base64.",
			JA: "src が {value} です。data: URI には base64 の画像データを入れます。コンマの前を ;base64 で終えてください。"},
		Why: text.Text{
			EN: "Clients that follow the text decode base64 only, and show nothing here.",
			JA: "本文どおりのクライアントは base64 だけを復号するため、何も表示されません。"},
		Fix: text.Text{
			EN: "Write data:image/png;base64, followed by the encoded bytes.",
			JA: "data:image/png;base64, に続けて、符号化したバイト列を書いてください。"},
		Check: func(p *rule.Pass) {
			iconSources(p, func(icon, src jsondoc.Value, scheme, s string) {
				if scheme != "data" {
					return
				}
				media, parameters, data, comma := dataURI(s)
				switch {
				case !comma || !strings.HasSuffix(text.Lower(parameters), ";base64"):
					p.Report(p.Value(src), raw(src)).By(sender(p))
				case !strings.HasPrefix(media, "image/"):
					p.Report(p.Value(src), raw(src)).By(sender(p)).Say(text.Text{
						EN: "src is {value}, whose media type is no image.",
						JA: "src が {value} で、メディアタイプが画像ではありません。"})
				case data == "" || !base64Text(data):
					p.Report(p.Value(src), raw(src)).By(sender(p)).Say(text.Text{
						EN: "src is {value}, and what follows the comma is no base64.",
						JA: "src が {value} で、コンマの後ろが base64 ではありません。"})
				}
			})
		},
	},
	{
		ID: "identity-icon-mime", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "icons/*/mimeType", When: "icons",
		Clause: spec.Clause{Page: basic, Anchor: "#icons", Keyword: spec.Says},
		Title:  text.Text{EN: "mimeType contradicts the data: URI", JA: "mimeType と data: URI が食い違う"},
		Message: text.Text{
			EN: "mimeType is {value}, but the data: URI says {media}.",
			JA: "mimeType は {value} ですが、data: URI は {media} です。"},
		Why: text.Text{
			EN: "Clients take both as hints, look at the bytes, and reject what doesn't match.",
			JA: "クライアントはどちらも参考程度に扱い、実際のバイト列と合わなければ拒否します。"},
		Fix: text.Text{
			EN: "Leave mimeType out, or make both name what the bytes are.",
			JA: "mimeType を省くか、どちらも実際の形式に合わせてください。"},
		Check: func(p *rule.Pass) {
			iconSources(p, func(icon, src jsondoc.Value, scheme, s string) {
				v := icon.Get("mimeType")
				kind, ok := v.Text()
				if !ok || scheme != "data" {
					return
				}
				media, _, _, comma := dataURI(s)
				if kind, _, _ = strings.Cut(kind, ";"); comma && media != "" && imageType(folded(kind)) != imageType(media) {
					p.Report(p.Value(v), raw(v), text.A("media", short(media))).By(sender(p)).
						Relate(p.Value(src), text.Text{EN: "the data: URI", JA: "data: URI"})
				}
			})
		},
	},
	{
		ID: "identity-icon-svg", Since: "0.1.0", Party: rule.Client, On: rule.OnMessage, At: "icons/*", When: "icons",
		Clause: spec.Clause{Page: basic, Anchor: "#icons", Keyword: spec.May},
		Title:  text.Text{EN: "An icon is SVG", JA: "アイコンが SVG"},
		Message: text.Text{
			EN: "The icon is SVG, which can carry scripts. It is allowed; clients should support it, and may refuse it or clean it first.",
			JA: "アイコンが SVG で、スクリプトを含められる形式です。送って構いません。クライアントは対応が推奨され、拒否や無害化も許されます。"},
		Why: text.Text{
			EN: "A client that puts untrusted SVG into its page lets the server run code there.",
			JA: "信頼できない SVG をページに埋め込むと、サーバーがその中でコードを実行できてしまいます。"},
		Fix: text.Text{
			EN: "As a client, show it as an image rather than inline; as a server, offer a PNG beside it.",
			JA: "クライアントはインラインではなく画像として表示してください。サーバーは PNG も併せて用意するとよいでしょう。"},
		Check: func(p *rule.Pass) {
			iconSources(p, func(icon, src jsondoc.Value, scheme, s string) {
				media := ""
				if scheme == "data" {
					media, _, _, _ = dataURI(s)
				}
				kind, _ := icon.Get("mimeType").Text()
				if media == "image/svg+xml" || media == "" && (strings.HasPrefix(folded(kind), "image/svg") || svgPath(s)) {
					p.Report(p.Value(src))
				}
			})
		},
	},
	{
		ID: "identity-icon-size", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "icons/*/sizes/*", When: "icons",
		Clause: spec.Clause{Page: "schema", Anchor: "#icon", Keyword: spec.Says},
		Title:  text.Text{EN: "An icon's size is not in the form WxH", JA: "アイコンの sizes が WxH の形ではない"},
		Message: text.Text{
			EN: "The size is {value}; it should be width x height in pixels, such as \"48x48\", or \"any\".",
			JA: "sizes の値が {value} です。\"48x48\" のようにピクセルの幅 x 高さで書くか、\"any\" とします。"},
		Why: text.Text{
			EN: "A client that picks by size can't read it and may take the wrong icon.",
			JA: "大きさで選ぶクライアントには読めず、合わないアイコンが選ばれることがあります。"},
		Fix: text.Text{
			EN: "Write two numbers joined by a small x, or \"any\" for a scalable image.",
			JA: "2 つの数を小文字の x でつなぐか、拡大縮小できる画像なら \"any\" と書いてください。"},
		Check: func(p *rule.Pass) {
			everyIcon(p, func(icon jsondoc.Value) {
				for v := elements(icon.Get("sizes")); v.Exists(); v = v.Next() {
					s, ok := v.Text()
					if !ok || sizeForm(s) {
						continue
					}
					f := p.Report(p.Value(v), raw(v)).By(sender(p))
					if w := text.Swap(folded(s), "×", "x"); sizeForm(w) {
						p.Edit(f, v, `"`+w+`"`)
					}
				}
			})
		},
	},
	{
		ID: "identity-icon-origin", Since: "0.1.0", Party: rule.Client, On: rule.OnMessage, At: "icons/*/src", When: "icons",
		Clause: spec.Clause{Page: basic, Anchor: "#icons", Keyword: spec.Says},
		Title:  text.Text{EN: "An icon lies on another host", JA: "アイコンが別のホストにある"},
		Message: text.Text{
			EN: "The icon lies on {host}, while the server answers at {server}.",
			JA: "アイコンは {host} にありますが、サーバーは {server} で応答しています。"},
		Why: text.Text{
			EN: "Clients are told to check that an icon comes from the server's own origin: fetching it tells a third party who uses the server.",
			JA: "クライアントはアイコンがサーバーと同じオリジンのものか確かめることになっています。取得すると、利用者のことが第三者に伝わるためです。"},
		Fix: text.Text{
			EN: "Serve the icon from the server's own host or as a data: URI; as a client, ask for trust before fetching.",
			JA: "サーバーと同じホストか data: URI で配ってください。クライアントは信頼できる相手か確かめてから取得してください。"},
		Check: func(p *rule.Pass) {
			server := serverHost(p)
			if server == "" {
				p.Unseen(text.Text{EN: "The server's address is not known.", JA: "サーバーのアドレスが分かりません。"})
				return
			}
			iconSources(p, func(icon, src jsondoc.Value, scheme, s string) {
				if scheme != "https" {
					return
				}
				if host := authority(s); host != "" && host != server {
					p.Report(p.Value(src), text.A("host", short(host)), text.A("server", short(server)))
				}
			})
		},
	},
}

var aString = text.Text{EN: "a string", JA: "文字列"}

// tail names a member in a sentence, without the prefix of a _meta key.
func tail(v jsondoc.Value) text.Arg { return text.A("member", last(v.Name())) }

// last gives what follows the last slash of a name.
func last(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// judgedIdentity reports whether the subject is a result that should say which server gave it.
func judgedIdentity(p *rule.Pass) bool {
	return p.Msg.IsResult() && p.Result().Kind() == jsondoc.Object && p.Claim() == message.ClaimsModern && p.Msg.Answers != spec.Initialize
}

// moveIdentity repairs a serverInfo that stands outside _meta, where it is one that is right inside.
func moveIdentity(p *rule.Pass, f *rule.Finding, top jsondoc.Value) {
	if top.Get("name").Kind() != jsondoc.String || top.Get("version").Kind() != jsondoc.String {
		return
	}
	value := string(top.Raw())
	if p.Msg.Meta.Exists() {
		p.Insert(f, p.Msg.Meta, spec.MetaServerInfo, value)
		p.Remove(f, top)
		return
	}
	p.Rename(f, top, "_meta")
	p.Edit(f, top, `{"`+spec.MetaServerInfo+`": `+value+`}`)
}

// identity gives how the message's sender names itself.
func identity(p *rule.Pass) (jsondoc.Value, bool) {
	key := spec.MetaServerInfo
	if p.Msg.Shape == message.Request {
		key = spec.MetaClientInfo
	} else if !p.Msg.IsResult() {
		key = ""
	}
	v := p.Msg.Meta.Get(key)
	if !v.Exists() {
		p.Unseen(text.Text{EN: "The message doesn't say who sent it.", JA: "送信者の識別情報がありません。"})
	}
	return v, v.Exists()
}

func identityObject(p *rule.Pass) (jsondoc.Value, bool) {
	v, ok := identity(p)
	if ok && v.Kind() != jsondoc.Object {
		p.Blocked("identity-value-type")
		return v, false
	}
	return v, ok
}

// elements gives the first element of an array, and nothing of any other value.
func elements(v jsondoc.Value) jsondoc.Value {
	if v.Kind() != jsondoc.Array {
		return jsondoc.Value{}
	}
	return v.First()
}

// ownIcons walks the icons of the sender's identity.
func ownIcons(p *rule.Pass, do func(icon jsondoc.Value)) {
	v, ok := identityObject(p)
	if !ok {
		return
	}
	first := elements(v.Get("icons"))
	if !first.Exists() {
		p.Unseen(text.Text{EN: "The message shows no icons.", JA: "アイコンがありません。"})
	}
	for icon := first; icon.Exists(); icon = icon.Next() {
		do(icon)
	}
}

// everyIcon walks the icons of the sender's identity and of the entries of lists.
func everyIcon(p *rule.Pass, do func(icon jsondoc.Value)) {
	none := true
	walk := func(of jsondoc.Value) {
		for icon := elements(of.Get("icons")); icon.Exists(); icon = icon.Next() {
			if icon.Kind() == jsondoc.Object {
				none = false
				do(icon)
			}
		}
	}
	switch {
	case p.Msg.Shape == message.Request:
		walk(p.Msg.Meta.Get(spec.MetaClientInfo))
	case p.Msg.IsResult():
		walk(p.Msg.Meta.Get(spec.MetaServerInfo))
		for _, name := range [...]string{"tools", "prompts", "resources", "resourceTemplates"} {
			for e := elements(p.Result().Get(name)); e.Exists(); e = e.Next() {
				walk(e)
			}
		}
	}
	if none {
		p.Unseen(text.Text{EN: "The message shows no icons.", JA: "アイコンがありません。"})
	}
}

// iconSources walks the icons that have an address, with its scheme in lower case.
func iconSources(p *rule.Pass, do func(icon, src jsondoc.Value, scheme, s string)) {
	everyIcon(p, func(icon jsondoc.Value) {
		src := icon.Get("src")
		if s, ok := src.Text(); ok {
			do(icon, src, text.Lower(s[:schemeLength(s)]), s)
		}
	})
}

// hostAndPort reports whether what looks like a scheme is a host, as in localhost:3000/icon.png.
func hostAndPort(s, scheme string) bool {
	n := len(scheme) + 1
	return n < len(s) && isDigit(s[n]) && (scheme == "localhost" || strings.IndexByte(scheme, '.') >= 0)
}

// dataURI takes a data: URI apart (RFC 2397). The media type is in lower case.
func dataURI(s string) (media, parameters, data string, comma bool) {
	head, data, comma := strings.Cut(s[len("data:"):], ",")
	media = head
	if semicolon := strings.IndexByte(head, ';'); semicolon >= 0 {
		media, parameters = head[:semicolon], head[semicolon:]
	}
	return text.Lower(media), parameters, data, comma
}

// base64Text accepts the standard alphabet, padded or not; an escaped text is taken on trust.
func base64Text(s string) bool {
	if strings.IndexByte(s, '%') >= 0 {
		return true
	}
	n := len(s)
	for n > 0 && len(s)-n < 2 && s[n-1] == '=' {
		n--
	}
	for i := 0; i < n; i++ {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '+' && c != '/' {
			return false
		}
	}
	return n%4 != 1
}

// imageType gives one name to a type that has two.
func imageType(t string) string {
	if t == "image/jpg" {
		return "image/jpeg"
	}
	return t
}

// svgPath reports whether an address ends in .svg before its query.
func svgPath(s string) bool {
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		s = s[:i]
	}
	return len(s) > 4 && text.Same(s[len(s)-4:], ".svg") && s[0]|0x20 == 'h'
}

func sizeForm(s string) bool {
	w, h, ok := strings.Cut(s, "x")
	return s == "any" || ok && plain(w) && plain(h)
}

func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != "" && s[0] != '0'
}

// serverHost gives the host that the HTTP request behind the message went to, in lower case, or "".
func serverHost(p *rule.Pass) string {
	if !p.Msg.IsResult() || p.Exchange == nil || p.Exchange.HTTP == nil {
		return ""
	}
	h := p.Exchange.HTTP
	if host := authority(h.Target); host != "" {
		return host
	}
	if host := h.Value("Host"); host != "" {
		return text.Lower(text.Bare(host))
	}
	return text.Lower(h.Value(":authority"))
}

// authority gives host and port of an absolute URL in lower case, without the port that https implies, or "".
func authority(s string) string {
	n := schemeLength(s)
	if n == 0 || !strings.HasPrefix(s[n:], "://") {
		return ""
	}
	s = s[n+len("://"):]
	if end := strings.IndexAny(s, "/?#"); end >= 0 {
		s = s[:end]
	}
	if at := strings.LastIndexByte(s, '@'); at >= 0 {
		s = s[at+1:]
	}
	return strings.TrimSuffix(text.Lower(s), ":443")
}
