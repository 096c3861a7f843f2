package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

const pagination = "server/utilities/pagination"

// listRules judge the pages of the four lists, each alone and together.
var listRules = []*rule.Rule{
	{
		ID: "list-cursor-type", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/nextCursor", When: "nextCursor", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#paginatedresult", Keyword: spec.Schema},
		Title:  text.Text{EN: "nextCursor is no string", JA: "nextCursor が文字列ではない"},
		Message: text.Text{
			EN: "nextCursor is {value}; where it is there, it has to be a string.",
			JA: "nextCursor が {value} です。入れるなら文字列でなければなりません。"},
		Why: text.Text{
			EN: "A client sends the cursor back unchanged, and there only a string is allowed; null is not how a list ends.",
			JA: "クライアントはカーソルをそのまま送り返しますが、そこで許されるのは文字列だけです。一覧の終わりは null では表しません。"},
		Fix: text.Text{
			EN: "Send a string, or leave nextCursor out on the last page.",
			JA: "文字列を送り、最後のページでは nextCursor を省いてください。"},
		Check: func(p *rule.Pass) {
			if !isList(p) {
				return
			}
			if v := p.Result().Get("nextCursor"); v.Exists() && v.Kind() != jsondoc.String {
				f := p.Report(p.Value(v), raw(v))
				if v.Kind() == jsondoc.Null {
					p.Remove(f, v)
				}
			}
		},
	},
	{
		ID: "list-cursor-name", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/nextCursor", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "#paginatedresult", Keyword: spec.Says},
		Title:  text.Text{EN: "nextCursor has another spelling", JA: "nextCursor の綴りが違う"},
		Message: text.Text{
			EN: "The result has {name}, but no nextCursor.",
			JA: "result に {name} がありますが、nextCursor はありません。"},
		Why: text.Text{
			EN: "Unknown members are ignored, and a missing nextCursor is the end of the list: the other pages are never fetched.",
			JA: "未知のメンバーは無視されます。nextCursor がなければ一覧の終わりとみなされ、残りのページは取得されません。"},
		Fix: text.Text{EN: "Rename it to nextCursor.", JA: "nextCursor に改名してください。"},
		Check: func(p *rule.Pass) {
			if !isList(p) || p.Result().Get("nextCursor").Exists() {
				return
			}
			if v := misspelt(p.Result(), "nextCursor"); v.Kind() == jsondoc.String {
				p.Rename(p.Report(p.Name(v), text.A("name", short(v.Name()))), v, "nextCursor")
			}
		},
	},
	{
		ID: "list-cursor-empty", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/nextCursor", When: "nextCursor", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: pagination, Anchor: "#implementation-guidelines", Keyword: spec.MustNot}, As: rule.Note,
		Title: text.Text{EN: "nextCursor is an empty string", JA: "nextCursor が空文字列"},
		Message: text.Text{
			EN: "nextCursor is \"\", which is a cursor like any other: the list goes on.",
			JA: "nextCursor が \"\" です。これもほかと同じカーソルであり、一覧は続きます。"},
		Why: text.Text{
			EN: "A client must not take it for the end, but many do, because an empty string counts as false in their language.",
			JA: "クライアントはこれを終わりとみなしてはなりませんが、空文字列が偽になる言語では終わりとみなす実装が多くあります。"},
		Fix: text.Text{
			EN: "If the list ends here, leave nextCursor out; otherwise a cursor with characters in it is the safer choice.",
			JA: "ここで終わりなら nextCursor を省いてください。続くなら、空でないカーソルのほうが安全です。"},
		Check: func(p *rule.Pass) {
			if v := p.Result().Get("nextCursor"); isList(p) && v.Is("") {
				p.Report(p.Value(v))
			}
		},
	},
	{
		ID: "list-cursor-altered", Since: "0.1.0", Party: rule.Client, On: rule.OnPaste, At: "/params/cursor", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: pagination, Anchor: "#implementation-guidelines", Keyword: spec.Must}, As: rule.Advice,
		Title: text.Text{EN: "A cursor that the server did not give", JA: "サーバーが渡していないカーソル"},
		Message: text.Text{
			EN: "The request continues {method} with the cursor {cursor}, but the page before gave {given}.",
			JA: "リクエストは {method} の続きをカーソル {cursor} で求めていますが、直前のページが渡したのは {given} です。"},
		Why: text.Text{
			EN: "Cursors are opaque: what a client builds, decodes or counts up itself may point anywhere, or be refused.",
			JA: "カーソルの中身に意味を求めてはなりません。クライアントが組み立てたり、復号したり、数え上げたりした値は、どこを指すか分からず、拒否されることもあります。"},
		Fix: text.Text{
			EN: "Send nextCursor back exactly as it came, unless this cursor stems from an earlier fetch.",
			JA: "以前に取得したカーソルでなければ、nextCursor を受け取ったとおりに送り返してください。"},
		Check: func(p *rule.Pass) {
			last := map[string]jsondoc.Value{} // the cursor of the last page, by what it is a page of
			owner := map[string]*message.Message{}
			given := map[string]bool{}
			seen := false
			for _, m := range p.Paste.Messages {
				key := source(m) + m.Answers + m.Method
				if next := m.Result.Get("nextCursor"); listMembers(m.Answers) != "" {
					delete(last, key)
					if s, ok := next.Text(); ok {
						last[key], owner[key] = next, m
						given[key+"\x00"+s] = true
					}
				}
				v := m.Params.Get("cursor")
				s, ok := v.Text()
				if !ok || m.Shape != message.Request || listMembers(m.Method) == "" || !last[key].Exists() {
					continue
				}
				if seen = true; !given[key+"\x00"+s] {
					p.Report(p.Other(m, message.Pasted, v), text.A("method", m.Method), text.A("cursor", short(string(v.Raw()))), text.A("given", short(string(last[key].Raw())))).
						Relate(p.Other(owner[key], message.Pasted, last[key]), text.Text{EN: "the cursor that was given", JA: "渡されたカーソル"})
				}
			}
			if !seen {
				p.Unseen(text.Text{EN: "No request for a next page follows a page here.", JA: "ページの後に、次のページを求めるリクエストがありません。"})
			}
		},
	},
	{
		ID: "list-cursor-refusal", Since: "0.1.0", Party: rule.Server, On: rule.OnError, At: "/error/code", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: pagination, Anchor: "#error-handling", Keyword: spec.Should},
		Title:  text.Text{EN: "A cursor is refused with another code than -32602", JA: "カーソルを -32602 以外で拒否している"},
		Message: text.Text{
			EN: "The server refuses the cursor with {code}; an invalid cursor should give -32602 (Invalid params).",
			JA: "サーバーはカーソルを {code} で拒否しています。無効なカーソルには -32602（Invalid params）を返すべきです。"},
		Why: text.Text{
			EN: "A client that sees -32602 for a cursor drops its pages and starts over; other codes look like a broken server.",
			JA: "カーソルへの -32602 を受け取ったクライアントは、保存したページを捨てて最初から取得し直します。ほかのコードではサーバーの故障に見えます。"},
		Fix: text.Text{EN: "Answer -32602.", JA: "-32602 を返してください。"},
		Check: func(p *rule.Pass) {
			q := p.Request()
			if q == nil {
				p.Unseen(text.Text{EN: "The request is not known; give the request that was sent.", JA: "リクエストが分かりません。送信したリクエストを渡してください。"})
				return
			}
			v := q.Params.Get("cursor")
			code, ok := p.Msg.ErrorCode()
			said, _ := p.Msg.Error.Get("message").Text()
			if listMembers(q.Method) == "" || v.Kind() != jsondoc.String || !ok || !strings.Contains(text.Lower(said), "cursor") {
				return
			}
			switch {
			case code == spec.InvalidParams, spec.ModernCode(code):
				return
			case code == spec.ResourceNotFound, code == spec.URLElicitationRequired:
				p.Blocked("error-code-retired")
				return
			case code >= -32019 && code <= -32000:
				p.Blocked("error-code-legacy-range")
				return
			case code >= -32099 && code <= -32020:
				p.Blocked("error-code-reserved")
				return
			case code >= -32768 && code <= -32100 && spec.CodeName(code) == "":
				p.Blocked("error-code-unassigned")
				return
			}
			at := p.Msg.Error.Get("code")
			f := p.Report(p.Value(at), text.A("code", decimal(code)))
			f.Relate(p.Other(q, p.Exchange.Pane, v), text.Text{EN: "the cursor that was sent", JA: "送られたカーソル"})
			p.Edit(f, at, "-32602")
		},
	},
	{
		ID: "list-scope-differs", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/result/cacheScope",
		Clause: spec.Clause{Page: caching, Anchor: "#interaction-with-pagination", Keyword: spec.Must},
		Title:  text.Text{EN: "Pages of one list have different scopes", JA: "1 つの一覧のページごとに cacheScope が違う"},
		Message: text.Text{
			EN: "This page of {method} is {scope}, but the first page of the same list is {first}.",
			JA: "{method} のこのページは {scope} ですが、同じ一覧の最初のページは {first} です。"},
		Why: text.Text{
			EN: "A shared cache keeps some pages and not the others, and may put together a list that no caller was meant to see.",
			JA: "共有キャッシュに一部のページだけが残り、誰にも見せるつもりのなかった組み合わせの一覧ができることがあります。"},
		Fix: text.Text{
			EN: "Give every page of a list the same cacheScope: \"private\" as soon as one page depends on the caller.",
			JA: "1 つの一覧では全ページの cacheScope を揃えてください。相手によって変わるページが 1 つでもあれば \"private\" です。"},
		Check: func(p *rule.Pass) {
			first := map[int]*message.Message{}
			several := false
			for _, page := range pages(p.Paste) {
				v := page.message.Result.Get("cacheScope")
				f, again := first[page.list]
				switch {
				case !scope(v):
					if again {
						p.Blocked(scopeFault(v))
						several = true
					}
				case !again:
					first[page.list] = page.message
				default:
					several = true
					if g := f.Result.Get("cacheScope"); !g.Equal(v) {
						p.Report(p.Other(page.message, message.Pasted, v), text.A("method", page.message.Answers), text.A("scope", string(v.Raw())), text.A("first", string(g.Raw()))).
							Relate(p.Other(f, message.Pasted, g), text.Text{EN: "the first page", JA: "最初のページ"})
					}
				}
			}
			if !several {
				p.Unseen(onePage)
			}
		},
	},
	{
		ID: "list-order-unstable", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/result/tools",
		Clause: spec.Clause{Page: "server/tools", Anchor: "#capabilities", Keyword: spec.Should},
		Title:  text.Text{EN: "The same tools come in another order", JA: "同じツールが別の順序で返っている"},
		Message: text.Text{
			EN: "This answer lists the same tools as the one before, but {name} stands where {before} stood.",
			JA: "この応答は前の応答と同じツールを並べていますが、{before} があった位置に {name} があります。"},
		Why: text.Text{
			EN: "Clients compare and cache the list, and models cache the prompt that it goes into: another order costs both.",
			JA: "クライアントは一覧を比較してキャッシュし、モデルはそれを含むプロンプトをキャッシュします。順序が変わるとどちらも無駄になります。"},
		Fix: text.Text{
			EN: "Sort the tools, by name for instance, instead of taking them as a map or a database yields them.",
			JA: "マップやデータベースから出てきた順ではなく、名前順などに並べ替えてください。"},
		Check: func(p *rule.Pass) {
			before := map[string]*message.Message{}
			several := false
			for _, page := range pages(p.Paste) {
				m := page.message
				if m.Answers != spec.ToolsList {
					continue
				}
				key := source(m) + page.cursor
				if old := before[key]; old != nil {
					several = true
					if a, b, moved := reordered(old.Result.Get("tools"), m.Result.Get("tools")); moved {
						p.Report(p.Other(m, message.Pasted, b), text.A("name", short(string(b.Raw()))), text.A("before", short(string(a.Raw())))).
							Relate(p.Other(old, message.Pasted, a), text.Text{EN: "this stood in its place before", JA: "前はここにこれがありました"})
					}
				}
				before[key] = m
			}
			if !several {
				p.Unseen(text.Text{EN: "The text doesn't show the same list twice.", JA: "同じ一覧が 2 回は現れていません。"})
			}
		},
	},
}

var onePage = text.Text{EN: "The text doesn't show two pages of one list.", JA: "1 つの一覧の 2 ページ分がありません。"}

// listMembers gives the member that holds the entries of a result of a list method, or "" for other methods.
func listMembers(method string) string {
	switch method {
	case spec.ToolsList:
		return "tools"
	case spec.PromptsList:
		return "prompts"
	case spec.ResourcesList:
		return "resources"
	case spec.ResourceTemplatesList:
		return "resourceTemplates"
	}
	return ""
}

// isList reports whether the result answers one of the four list methods.
func isList(p *rule.Pass) bool { return listMembers(p.Msg.Answers) != "" }

// scopeFault names the rule that reports a cacheScope which can't be compared.
func scopeFault(v jsondoc.Value) string {
	if v.Exists() {
		return "cache-scope-value"
	}
	return "cache-scope-missing"
}

// source names what a message is exchanged with, and by whom: pages that were fetched with another token belong to
// another list.
func source(m *message.Message) string {
	h := m.HTTP
	if m.Exchange != nil {
		h = m.Exchange.HTTP
	}
	if h == nil || !h.IsRequest {
		return ""
	}
	return peer(m) + "\x00" + h.Value("Authorization") + "\x00"
}

// page is a complete result of a list method.
type page struct {
	message *message.Message
	list    int    // pages with the same number belong to one list
	cursor  string // what its request asked for: "\x00" where the request is not known
}

// pages tells which results of list methods belong together: a request with a cursor continues the list whose last page
// gave that cursor; without requests, a page follows the one before that has a nextCursor.
func pages(p *message.Paste) []page {
	var all []page
	gave := map[string]int{} // list by source, method and the cursor that continues it
	open := map[string]int{} // list by source and method, where its last page has a nextCursor and requests are not known
	lists := 0
	for _, m := range p.Messages {
		if !m.IsResult() || listMembers(m.Answers) == "" || !rule.Complete(m) {
			continue
		}
		from := source(m) + m.Answers + "\x00"
		pg := page{message: m, list: -1, cursor: "\x00"}
		if m.Exchange != nil && m.Exchange.Request != nil {
			c := m.Exchange.Request.Params.Get("cursor")
			pg.cursor = string(c.Raw())
			if s, ok := c.Text(); ok {
				if n, known := gave[from+s]; known {
					pg.list = n
				}
			}
		} else if n, known := open[from]; known {
			pg.list = n
		}
		if pg.list < 0 {
			pg.list = lists
			lists++
		}
		delete(open, from)
		if next, ok := m.Result.Get("nextCursor").Text(); ok {
			gave[from+next] = pg.list
			if pg.cursor == "\x00" {
				open[from] = pg.list
			}
		}
		all = append(all, pg)
	}
	return all
}

// reordered compares two lists of tools by their names. It gives the names at the first place where they differ, and
// whether both have the same names in another order.
func reordered(old, now jsondoc.Value) (a, b jsondoc.Value, moved bool) {
	count := map[string]int{}
	x, y := old.First(), now.First()
	for ; x.Exists() && y.Exists(); x, y = x.Next(), y.Next() {
		m, n := x.Get("name"), y.Get("name")
		s, ok := m.Text()
		t, also := n.Text()
		if !ok || !also {
			return a, b, false
		}
		if s != t && !a.Exists() {
			a, b = m, n
		}
		count[s]++
		count[t]--
	}
	if x.Exists() || y.Exists() {
		return a, b, false
	}
	for _, n := range count {
		if n != 0 {
			return a, b, false
		}
	}
	return a, b, a.Exists()
}
