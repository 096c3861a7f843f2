package rules

import (
	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// resultRules judge resultType, which says how the rest of a result is to be read.
var resultRules = []*rule.Rule{
	{
		ID: "result-type-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/resultType",
		Clause: spec.Clause{Page: basic, Anchor: "#result-responses", Keyword: spec.Must},
		Title:  text.Text{EN: "resultType is missing", JA: "resultType がない"},
		Message: text.Text{
			EN: "The result has no resultType, which every result of this revision carries.",
			JA: "result に resultType がありません。この revision の result には必ず入れます。"},
		Why: text.Text{
			EN: "Clients read the absence as \"complete\", for the sake of older servers; a request for input is lost that way.",
			JA: "クライアントは古いサーバーのために、省略を \"complete\" とみなします。入力の要求だった場合は伝わりません。"},
		Fix: text.Text{
			EN: "Add \"resultType\": \"complete\", or \"input_required\" where the result asks for input.",
			JA: "\"resultType\": \"complete\" を、入力を求める result なら \"input_required\" を加えてください。"},
		Check: func(p *rule.Pass) {
			if !typed(p) || p.Result().Get("resultType").Exists() {
				return
			}
			r := p.Result()
			f := p.Report(p.Missing(r, "resultType"))
			if v := misspelt(r, "resultType"); v.Exists() {
				f.Relate(p.Name(v), meant)
				if v.Name() == "result_type" {
					f.Say(text.Text{
						EN: "The result has result_type, the spelling of the drafts until April 2026; the final member is resultType, and it is missing.",
						JA: "result に result_type があります。これは 2026 年 4 月までの draft の綴りです。正式なメンバーは resultType で、それがありません。"})
				}
				if coreType(v) {
					p.Rename(f, v, "resultType")
				}
				return
			}
			if v := firstOf(r, "inputRequests", "requestState"); v.Exists() {
				f.Relate(p.Name(v), text.Text{EN: "only a result of type input_required has this", JA: "これは input_required の result だけが持ちます"})
				return
			}
			if p.Claim() == message.ClaimsModern {
				p.Insert(f, r, "resultType", `"complete"`)
			}
		},
	},
	{
		ID: "result-type-form", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/resultType",
		Clause: spec.Clause{Page: "schema", Anchor: "#resulttype", Keyword: spec.Schema},
		Title:  text.Text{EN: "resultType is no string", JA: "resultType が文字列ではない"},
		Message: text.Text{
			EN: "resultType is {kind}; it has to be a string.",
			JA: "resultType が{kind}です。文字列でなければなりません。"},
		Why: text.Text{
			EN: "A client has to treat a type that it doesn't know as an invalid result.",
			JA: "クライアントは、知らない型の result を無効として扱わなければなりません。"},
		Fix: text.Text{
			EN: "Send \"complete\" for a finished result.",
			JA: "完了した result なら \"complete\" を送ってください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("resultType")
			if !typed(p) || !v.Exists() || v.Kind() == jsondoc.String {
				return
			}
			f := p.Report(p.Value(v), kindName(v))
			if v.Kind() == jsondoc.Null && !firstOf(p.Result(), "inputRequests", "requestState").Exists() {
				p.Edit(f, v, `"complete"`)
			}
		},
	},
	{
		ID: "result-type-unknown", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/resultType",
		Clause: spec.Clause{Page: basic, Anchor: "#resulttype", Keyword: spec.Must},
		Title:  text.Text{EN: "resultType is a word that the protocol lacks", JA: "プロトコルにない resultType"},
		Message: text.Text{
			EN: "resultType is {value}; the protocol knows \"complete\" and \"input_required\", written exactly so.",
			JA: "resultType が {value} です。プロトコルにあるのは \"complete\" と \"input_required\" で、綴りも大文字小文字もこのとおりに書きます。"},
		Why: text.Text{
			EN: "A client must treat a type that it doesn't know as invalid: the whole result is thrown away.",
			JA: "クライアントは知らない型を無効として扱わなければならず、result 全体が捨てられます。"},
		Fix: text.Text{
			EN: "Send \"complete\"; another word needs an extension that the client declared for this request.",
			JA: "\"complete\" を送ってください。ほかの値を使えるのは、クライアントがこのリクエストで宣言した拡張が定める場合だけです。"},
		Check: func(p *rule.Pass) {
			if !typed(p) {
				return
			}
			v := p.Result().Get("resultType")
			s, ok := v.Text()
			if !ok || coreType(v) {
				return
			}
			fixed := ""
			switch w := letters(s); {
			case s == "incomplete":
				f := p.Report(p.Value(v), raw(v)).Say(text.Text{
					EN: "resultType is {value}, a word of the drafts until May 2026; it is \"input_required\" now.",
					JA: "resultType の {value} は 2026 年 5 月までの draft の値です。現在は \"input_required\" です。"}).
					Advise(text.Text{EN: "Send \"input_required\".", JA: "\"input_required\" を送ってください。"})
				if mayAskInput(p.Msg.Answers) && firstOf(p.Result(), "inputRequests", "requestState").Exists() {
					p.Edit(f, v, `"input_required"`)
				}
				return
			case w == "complete":
				fixed = `"complete"`
			case w == "inputrequired":
				if mayAskInput(p.Msg.Answers) {
					fixed = `"input_required"`
				}
			case blank(s):
			case p.Msg.Answers == spec.Discover:
			case p.Request() != nil:
				p.Unseen(text.Text{EN: "The request that this answers decides which extensions may add a type.", JA: "どの拡張が型を追加できるかは、対応するリクエストで決まります。"})
				return
			default:
				p.Unseen(text.Text{EN: "An extension that the client declared may define this type; give the request that was sent.", JA: "クライアントが宣言した拡張がこの型を定めている可能性があります。送信したリクエストを渡してください。"})
				return
			}
			f := p.Report(p.Value(v), raw(v))
			if fixed != "" {
				p.Edit(f, v, fixed)
			}
		},
	},
	{
		ID: "result-type-interim", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/resultType",
		Clause: spec.Clause{Page: "basic/patterns/mrtr", Anchor: "#supported-requests", Keyword: spec.MustNot},
		Title:  text.Text{EN: "input_required where it is not allowed", JA: "許されない場所での input_required"},
		Message: text.Text{
			EN: "{method} is answered with input_required, which only tools/call, prompts/get and resources/read may be.",
			JA: "{method} に input_required を返しています。返せるのは tools/call、prompts/get、resources/read だけです。"},
		Why: text.Text{
			EN: "Clients have no way to retry this method with the input, so they take the answer for invalid.",
			JA: "このメソッドを入力付きでやり直す方法がないため、クライアントは応答を無効とみなします。"},
		Fix: text.Text{
			EN: "Answer with a complete result, or with an error.",
			JA: "完了した result か、エラーを返してください。"},
		Check: func(p *rule.Pass) {
			v := p.Result().Get("resultType")
			switch method := p.Msg.Answers; {
			case !typed(p) || !v.Is("input_required") || mayAskInput(method) && method != "":
			case method == "":
				p.Unseen(text.Text{EN: "Which request this answers is not known; give the request that was sent.", JA: "どのリクエストへの応答か分かりません。送信したリクエストを渡してください。"})
			default:
				p.Report(p.Value(v), text.A("method", short(method)))
			}
		},
	},
	{
		ID: "result-input-complete", Since: "0.1.0", Party: rule.Server, On: rule.OnResult, At: "/result/inputRequests", When: "inputRequests requestState",
		Clause: spec.Clause{Page: basic, Anchor: "#resulttype", Keyword: spec.Says}, As: rule.Advice,
		Title: text.Text{EN: "A complete result asks for input", JA: "完了した result が入力を求めている"},
		Message: text.Text{
			EN: "resultType says \"complete\", but the result carries {name}, which belongs to a result of type input_required.",
			JA: "resultType は \"complete\" ですが、result に {name} があります。これは input_required の result のものです。"},
		Why: text.Text{
			EN: "Clients read the result as final and never see the request for input.",
			JA: "クライアントは最終的な result として読むため、入力の要求は届きません。"},
		Fix: text.Text{
			EN: "Send \"input_required\" if input is needed; leave the member out otherwise.",
			JA: "入力が必要なら \"input_required\" を送り、そうでなければこのメンバーを省いてください。"},
		Check: func(p *rule.Pass) {
			t := p.Result().Get("resultType")
			if !typed(p) || !t.Is("complete") {
				return
			}
			if v := firstOf(p.Result(), "inputRequests", "requestState"); v.Exists() {
				p.Report(p.Name(v), text.A("name", v.Name())).Relate(p.Value(t), text.Text{EN: "the type", JA: "型"})
			}
		},
	},
}

// typed reports whether a result has a type: those of this revision's servers do, an InitializeResult and what legacy
// clients answer to servers don't.
func typed(p *rule.Pass) bool {
	switch {
	case p.Msg.Answers == spec.Initialize:
		p.Unseen(text.Text{EN: "An InitializeResult has no resultType.", JA: "InitializeResult に resultType はありません。"})
	case p.Msg.Direction == message.ToServer:
		p.Unseen(text.Text{EN: "A client sends this result, which this revision doesn't have.", JA: "クライアントが送る result で、この revision にはないものです。"})
	default:
		return true
	}
	return false
}

// coreType reports whether v is a resultType that the core protocol defines.
func coreType(v jsondoc.Value) bool { return v.Is("complete") || v.Is("input_required") }
