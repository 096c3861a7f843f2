package rules

import (
	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/report"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

const caching = "server/utilities/caching"

// cacheRules judge the caching hints on complete results of the six cacheable operations.
var cacheRules = []*rule.Rule{
	{
		ID: "cache-ttl-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/ttlMs",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-results", Keyword: spec.Must},
		Title:  text.Text{EN: "ttlMs is missing", JA: "ttlMs がない"},
		Message: text.Text{
			EN: "The result of {method} has no ttlMs, which every complete result of a cacheable operation carries.",
			JA: "{method} の result に ttlMs がありません。キャッシュ可能な操作の完了した result には必ず入れます。"},
		Why: text.Text{
			EN: "A client reads the absence as 0 and fetches the answer again each time; it can't tell a forgotten hint from an old server.",
			JA: "クライアントは 0 とみなして毎回取得し直します。書き忘れなのか古いサーバーなのかも区別できません。"},
		Fix: text.Text{
			EN: "Add \"ttlMs\" as an integer number of milliseconds; 0 says that the answer is stale at once.",
			JA: "\"ttlMs\" をミリ秒の整数で加えてください。0 は「受信直後から期限切れ」という意味です。"},
		Check: func(p *rule.Pass) {
			if p.Result().Get("ttlMs").Exists() {
				return
			}
			if p.Result().Get("ttl").Kind() == jsondoc.Number {
				p.Blocked("cache-ttl-draft-name")
				return
			}
			missed(p, "ttlMs", "0", func(v jsondoc.Value) bool { n := v.Number(); return n.Integer && n.Safe && !n.Negative })
		},
	},
	{
		ID: "cache-ttl-draft-name", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/ttl", When: "ttl",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-results", Keyword: spec.Must},
		Title:  text.Text{EN: "ttl is the draft's name, in seconds", JA: "ttl は draft 時代の名前で、単位は秒"},
		Message: text.Text{
			EN: "The result has ttl, the shape of the drafts of April and May 2026; the final member is ttlMs, in milliseconds, and it is missing.",
			JA: "result に ttl があります。これは 2026 年 4〜5 月の draft の形です。正式なメンバーはミリ秒単位の ttlMs で、それがありません。"},
		Why: text.Text{
			EN: "A client of this revision doesn't know ttl and treats the answer as stale at once.",
			JA: "この revision のクライアントは ttl を知らないため、受信直後から期限切れとして扱います。"},
		Fix: text.Text{
			EN: "Rename ttl to ttlMs and multiply the number by 1000.",
			JA: "ttl を ttlMs に改名し、値を 1000 倍してください。"},
		Check: func(p *rule.Pass) {
			old := p.Result().Get("ttl")
			if old.Kind() != jsondoc.Number || p.Result().Get("ttlMs").Exists() {
				return
			}
			f := p.Report(p.Name(old))
			if n := old.Number(); n.Plain && n.Fits && !n.Negative && n.Int < 1<<40 {
				p.Rename(f, old, "ttlMs")
				if n.Int != 0 {
					p.Edit(f, old, string(old.Raw())+"000")
				}
			}
		},
	},
	{
		ID: "cache-ttl-type", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/ttlMs",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-model", Keyword: spec.Schema},
		Title:  text.Text{EN: "ttlMs is no integer", JA: "ttlMs が整数ではない"},
		Message: text.Text{
			EN: "ttlMs is {value}; it has to be an integer number of milliseconds.",
			JA: "ttlMs が {value} です。ミリ秒の整数でなければなりません。"},
		Why: text.Text{
			EN: "The specification says what a client makes of an absent or a negative value, but not of this one; most read it as 0, some refuse the whole result.",
			JA: "値がない場合と負の場合の扱いは仕様にありますが、この場合は定めがありません。多くは 0 とみなし、result 全体を拒否する実装もあります。"},
		Fix: text.Text{
			EN: "Send an integer without quotes, such as 60000 for one minute.",
			JA: "引用符なしの整数を送ってください。1 分なら 60000 です。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("ttlMs")
			if !v.Exists() {
				p.Blocked("cache-ttl-missing")
				return
			}
			n := v.Number()
			if n.Integer {
				return
			}
			f := p.Report(p.Value(v), raw(v))
			if s, ok := v.Text(); ok && digits(s) {
				p.Edit(f, v, s)
			}
		},
	},
	{
		ID: "cache-ttl-overflow", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/ttlMs", When: "ttlMs",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-model", Keyword: spec.Schema},
		Title:  text.Text{EN: "ttlMs is too large for any number type", JA: "ttlMs がどの数値型にも入らない"},
		Message: text.Text{
			EN: "ttlMs is {value}, which becomes infinity in a double-precision number.",
			JA: "ttlMs の {value} は倍精度浮動小数点数では無限大になります。"},
		Why: text.Text{
			EN: "Infinity is no integer: clients that compute the expiry with it never fetch again, or refuse the result.",
			JA: "無限大は整数ではありません。これで期限を計算するクライアントは二度と取得し直さないか、result を拒否します。"},
		Fix: text.Text{
			EN: "Send a number of milliseconds up to 9007199254740991.",
			JA: "9007199254740991 以下のミリ秒数を送ってください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("ttlMs")
			if n := v.Number(); n.Overflow && !n.Negative {
				p.Report(p.Value(v), raw(v))
			}
		},
	},
	{
		ID: "cache-ttl-negative", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/ttlMs", When: "ttlMs",
		Clause: spec.Clause{Page: caching, Anchor: "#time-to-live-ttl-field", Keyword: spec.Must},
		Title:  text.Text{EN: "ttlMs is negative", JA: "ttlMs が負"},
		Message: text.Text{
			EN: "ttlMs is {value}; a server must send 0 or more.",
			JA: "ttlMs が {value} です。サーバーは 0 以上を送らなければなりません。"},
		Why: text.Text{
			EN: "Clients read a negative value as 0 rather than refuse the result, so the answer is never cached.",
			JA: "クライアントは result を拒否せず 0 とみなすため、まったくキャッシュされません。"},
		Fix: text.Text{
			EN: "Send 0 when the answer shall not be kept, otherwise the number of milliseconds.",
			JA: "保存させたくないなら 0 を、そうでなければミリ秒数を送ってください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("ttlMs")
			if n := v.Number(); n.Integer && n.Negative {
				p.Edit(p.Report(p.Value(v), raw(v)), v, "0")
			}
		},
	},
	{
		ID: "cache-ttl-unsafe", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/ttlMs", When: "ttlMs",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-model", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "ttlMs is beyond what JavaScript counts exactly", JA: "ttlMs が JavaScript で正確に数えられる範囲を超えている"},
		Message: text.Text{
			EN: "ttlMs is {value}, more than 9007199254740991 (2^53 - 1).",
			JA: "ttlMs が {value} で、9007199254740991（2^53 - 1）を超えています。"},
		Why: text.Text{
			EN: "The schema sets no limit, but clients that keep numbers as doubles change the value, and some refuse integers of that size.",
			JA: "スキーマに上限はありませんが、数値を倍精度で持つクライアントでは値が変わり、この大きさの整数を拒否する実装もあります。"},
		Fix: text.Text{
			EN: "Send at most 9007199254740991; a day is 86400000.",
			JA: "9007199254740991 以下にしてください。1 日は 86400000 です。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("ttlMs")
			if n := v.Number(); n.Integer && !n.Negative && !n.Safe && !n.Overflow {
				p.Report(p.Value(v), raw(v))
			}
		},
	},
	{
		ID: "cache-ttl-spelling", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/ttlMs", When: "ttlMs",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-model", Keyword: spec.Says},
		Title:  text.Text{EN: "ttlMs is an integer written as a fraction or with an exponent", JA: "ttlMs が小数や指数の書き方の整数"},
		Message: text.Text{
			EN: "ttlMs is written {value}; by its value that is an integer, and valid.",
			JA: "ttlMs が {value} と書かれています。値としては整数で、正しい形です。"},
		Why: text.Text{
			EN: "Decoders that read into an integer type, such as Go's encoding/json into int64, refuse this spelling.",
			JA: "整数型に読み込むデコーダー（Go の encoding/json で int64 に読む場合など）はこの書き方を拒否します。"},
		Fix: text.Text{EN: "Write plain digits.", JA: "数字だけで書いてください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("ttlMs")
			if n := v.Number(); n.Integer && !n.Plain && !n.Negative && !n.Overflow && n.Safe {
				p.Edit(p.Report(p.Value(v), raw(v)), v, decimal(n.Int))
			}
		},
	},
	{
		ID: "cache-ttl-seconds", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/ttlMs", When: "ttlMs",
		Clause: spec.Clause{Page: caching, Anchor: "#time-to-live-ttl-field", Keyword: spec.Says},
		Title:  text.Text{EN: "ttlMs is under a second", JA: "ttlMs が 1 秒未満"},
		Message: text.Text{
			EN: "ttlMs is {value}: the answer is fresh for {duration} only. Did you mean seconds?",
			JA: "ttlMs が {value} なので、新鮮なのは {duration} だけです。秒のつもりではありませんか。"},
		Why: text.Text{
			EN: "The unit is milliseconds; drafts until May 2026 counted in seconds, and so do most HTTP headers.",
			JA: "単位はミリ秒です。2026 年 5 月までの draft は秒で、多くの HTTP ヘッダーも秒です。"},
		Fix: text.Text{
			EN: "If seconds were meant, multiply by 1000; otherwise leave it.",
			JA: "秒のつもりなら 1000 倍し、そうでなければそのままで構いません。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("ttlMs")
			if n := v.Number(); n.Fits && n.Int > 0 && n.Int < 1000 {
				p.Report(p.Value(v), raw(v), text.T("duration", report.Duration(n.Int)))
			}
		},
	},
	{
		ID: "cache-ttl-long", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/ttlMs", When: "ttlMs",
		Clause: spec.Clause{Page: caching, Anchor: "#time-to-live-ttl-field", Keyword: spec.Says},
		Title:  text.Text{EN: "ttlMs is longer than a year", JA: "ttlMs が 1 年を超える"},
		Message: text.Text{
			EN: "ttlMs is {value}, {duration}: in practice this answer is never fetched again.",
			JA: "ttlMs が {value}（{duration}）です。実際には二度と取得し直されません。"},
		Why: text.Text{
			EN: "No notification covers server/discover, so a client learns of a change only when the time is over or an error shows it.",
			JA: "server/discover の変更を知らせる通知はないため、期限が来るかエラーで気づくまでクライアントは変更を知りません。"},
		Fix: text.Text{
			EN: "Choose the time after which you would want a change to be noticed.",
			JA: "変更に気づいてほしいまでの時間を選んでください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("ttlMs")
			if n := v.Number(); n.Integer && n.Safe && n.Int > 31536000000 {
				p.Report(p.Value(v), raw(v), text.T("duration", report.Duration(n.Int)))
			}
		},
	},
	{
		ID: "cache-scope-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/cacheScope",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-results", Keyword: spec.Must},
		Title:  text.Text{EN: "cacheScope is missing", JA: "cacheScope がない"},
		Message: text.Text{
			EN: "The result of {method} has no cacheScope, which every complete result of a cacheable operation carries.",
			JA: "{method} の result に cacheScope がありません。キャッシュ可能な操作の完了した result には必ず入れます。"},
		Why: text.Text{
			EN: "The specification gives no default; private is the only reading that can't leak one caller's answer to another.",
			JA: "仕様に既定値はありません。ある利用者の応答がほかの利用者に漏れない解釈は private だけです。"},
		Fix: text.Text{
			EN: "Add \"cacheScope\": \"public\" when the answer is the same for every caller, otherwise \"private\".",
			JA: "誰に対しても同じ応答なら \"cacheScope\": \"public\"、そうでなければ \"private\" を加えてください。"},
		Check: func(p *rule.Pass) {
			if p.Result().Get("cacheScope").Exists() {
				return
			}
			missed(p, "cacheScope", `"private"`, scope)
		},
	},
	{
		ID: "cache-scope-value", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/cacheScope",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-model", Keyword: spec.Schema},
		Title:  text.Text{EN: "cacheScope is neither public nor private", JA: "cacheScope が public でも private でもない"},
		Message: text.Text{
			EN: "cacheScope is {value}; only \"public\" and \"private\" exist, written exactly so.",
			JA: "cacheScope が {value} です。\"public\" と \"private\" だけがあり、綴りも大文字小文字もこのとおりに書きます。"},
		Why: text.Text{
			EN: "A cache that doesn't know the value has to read it as private, so a shared cache is lost; a careless one may share what it must not.",
			JA: "値を知らないキャッシュは private とみなすしかなく、共有キャッシュが効きません。不注意な実装なら共有してはならないものを共有します。"},
		Fix: text.Text{
			EN: "Send \"public\" or \"private\" in lower case.",
			JA: "小文字で \"public\" か \"private\" を送ってください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("cacheScope")
			if !v.Exists() {
				p.Blocked("cache-scope-missing")
				return
			}
			if scope(v) {
				return
			}
			f := p.Report(p.Value(v), raw(v))
			s, _ := v.Text()
			switch folded(s) {
			case "public":
				p.Edit(f, v, `"public"`)
			case "private":
				p.Edit(f, v, `"private"`)
			}
		},
	},
	{
		ID: "cache-scope-authorized", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/cacheScope", When: "cacheScope",
		Clause: spec.Clause{Page: caching, Anchor: "#security-considerations", Keyword: spec.Must}, As: rule.Note,
		Title: text.Text{EN: "An answer to an authorized request is public", JA: "認可付きリクエストへの応答が public"},
		Message: text.Text{
			EN: "The request carried Authorization, and its answer is public: caches may serve it to everybody else too.",
			JA: "リクエストに Authorization がありましたが、応答は public です。キャッシュはこれをほかの誰にでも返せます。"},
		Why: text.Text{
			EN: "That is allowed, and right where the answer is the same for every caller; where it depends on the caller, it leaks.",
			JA: "これ自体は許されており、誰に対しても同じ応答なら正しい設定です。相手によって変わる応答なら、漏えいになります。"},
		Fix: text.Text{
			EN: "Send \"private\" if the token decides what is in the answer; otherwise leave it.",
			JA: "トークンによって内容が変わるなら \"private\" を送り、変わらなければそのままで構いません。"},
		Check: func(p *rule.Pass) {
			if p.Exchange == nil || p.Exchange.HTTP == nil {
				p.Unseen(text.Text{EN: "The HTTP request is not known; give the request that was sent.", JA: "HTTP リクエストが分かりません。送信したリクエストを渡してください。"})
				return
			}
			v, h := p.Result().Get("cacheScope"), p.Exchange.HTTP
			if f := h.Header("Authorization"); f != nil && v.Is("public") {
				at := p.Part("headers/authorization", h.Source(f.NameSpan))
				at.Pane = p.Exchange.Pane
				p.Report(p.Value(v)).Relate(at, text.Text{EN: "the token was sent here", JA: "ここでトークンを送っています"})
			}
		},
	},
	{
		ID: "cache-hints-interim", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/ttlMs", When: "ttlMs cacheScope",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-results", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "Caching hints on an interim result", JA: "途中の result にキャッシュの指示がある"},
		Message: text.Text{
			EN: "The result asks for input and carries {name}; interim results are not cacheable and carry no hints.",
			JA: "入力を求める result に {name} があります。途中の result はキャッシュできず、キャッシュの指示も持ちません。"},
		Why: text.Text{
			EN: "A cache that trusts the hint asks the next caller the same question with a requestState that is not theirs.",
			JA: "これを信じたキャッシュは、次の相手に同じ質問を、しかも他人の requestState を付けて返してしまいます。"},
		Fix: text.Text{
			EN: "Leave ttlMs and cacheScope out until the result is complete.",
			JA: "result が完了するまで ttlMs と cacheScope は省いてください。"},
		Check: func(p *rule.Pass) {
			switch {
			case rule.Complete(p.Msg):
			case mayAskInput(p.Msg.Answers):
				superfluous(p, p.Result())
			default:
				p.Blocked("result-type-interim")
			}
		},
	},
	{
		ID: "cache-hints-uncacheable", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/ttlMs", When: "ttlMs cacheScope",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-results", Keyword: spec.Says},
		Title:  text.Text{EN: "Caching hints where nothing is cached", JA: "キャッシュの対象でない result に指示がある"},
		Message: text.Text{
			EN: "The result of {method} carries {name}, which only the six cacheable operations have.",
			JA: "{method} の result に {name} があります。これを持つのはキャッシュ可能な 6 つの操作だけです。"},
		Why: text.Text{
			EN: "Unknown members are allowed and ignored, so the hint has no effect: clients don't cache this answer.",
			JA: "未知のメンバーは許されますが無視されるため、効果はありません。クライアントはこの応答をキャッシュしません。"},
		Fix: text.Text{
			EN: "Leave ttlMs and cacheScope out here.",
			JA: "ここでは ttlMs と cacheScope を省いてください。"},
		Check: func(p *rule.Pass) {
			switch {
			case p.Msg.Answers == "":
				p.Unseen(text.Text{EN: "Which request this answers is not known; give the request that was sent.", JA: "どのリクエストへの応答か分かりません。送信したリクエストを渡してください。"})
			case rule.Complete(p.Msg) && !spec.Cacheable(p.Msg.Answers):
				superfluous(p, p.Result())
			}
		},
	},
	{
		ID: "cache-hints-error", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/ttlMs",
		Clause: spec.Clause{Page: caching, Anchor: "#cacheable-results", Keyword: spec.Says},
		Title:  text.Text{EN: "Caching hints on an error", JA: "エラーにキャッシュの指示がある"},
		Message: text.Text{
			EN: "The error carries {name}; only complete results have caching hints.",
			JA: "エラーに {name} があります。キャッシュの指示を持つのは完了した result だけです。"},
		Why: text.Text{
			EN: "Clients ignore it here. An error is no cacheable answer, not even where the same request would fail again.",
			JA: "クライアントはここでは無視します。同じリクエストがまた失敗するとしても、エラーはキャッシュの対象ではありません。"},
		Fix: text.Text{EN: "Leave it out.", JA: "省いてください。"},
		Check: func(p *rule.Pass) {
			e := p.Msg.Error
			for _, o := range [...]jsondoc.Value{e, e.Get("data"), p.Msg.Root} {
				if superfluous(p, o) {
					return
				}
			}
		},
	},
}

// missed files the finding that a hint is missing, and shows where something like it stands.
func missed(p *rule.Pass, name, safe string, good func(jsondoc.Value) bool) {
	// What a result of another type carries is for that type to say; server/discover has the complete one only.
	if t, ok := p.Result().Get("resultType").Text(); ok && t != "complete" && p.Msg.Answers != spec.Discover {
		p.Blocked("result-type-unknown")
		return
	}
	f := p.Report(p.Missing(p.Result(), name), text.A("method", p.Msg.Answers))
	if m := misspelt(p.Result(), name); m.Exists() {
		f.Relate(p.Name(m), meant)
		if good(m) {
			p.Rename(f, m, name)
			return
		}
	}
	for _, v := range [...]jsondoc.Value{p.Msg.Meta.Get(name), p.Msg.Root.Get(name)} {
		if v.Exists() {
			f.Relate(p.Name(v), text.Text{EN: "nobody looks for it here", JA: "ここにあっても読まれません"})
		}
	}
	p.Insert(f, p.Result(), name, safe)
}

// superfluous files one finding for the hints that an object has, and reports whether it has any.
func superfluous(p *rule.Pass, object jsondoc.Value) bool {
	var hints []jsondoc.Value
	for m := object.First(); m.Exists(); m = m.Next() {
		if n := m.Name(); (n == "ttlMs" || n == "cacheScope") && object.Kind() == jsondoc.Object && len(hints) < 2 {
			hints = append(hints, m)
		}
	}
	if len(hints) == 0 {
		return false
	}
	f := p.Report(p.Name(hints[0]), text.A("name", hints[0].Name()), text.A("method", p.Msg.Answers))
	for _, m := range hints[1:] {
		f.Relate(p.Name(m), text.Text{EN: "and here", JA: "ここにも"})
	}
	p.Remove(f, hints...)
	return true
}

// scope reports whether v is a cacheScope.
func scope(v jsondoc.Value) bool { return v.Is("public") || v.Is("private") }

// digits reports whether s is a plain non-negative integer.
func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != "" && len(s) < 16 && (s == "0" || s[0] != '0')
}
