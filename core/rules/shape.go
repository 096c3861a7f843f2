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
	serverTools     = "server/tools"
	serverResources = "server/resources"
)

var (
	refused = text.Text{
		EN: "Clients that check types refuse the whole answer for it, so everything else in it is lost too.",
		JA: "型を検査するクライアントはこれだけで応答全体を拒否するため、ほかの内容も失われます。"}
	formOnly = text.Text{
		EN: "Whoever uses the value fails on it, far away from its cause.",
		JA: "この値を使う側で失敗し、原因から離れた場所でしか気づけません。"}
)

// shapeRules judge what lists, contents, input requests and their answers are made of, by a table of the types.
var shapeRules = []*rule.Rule{
	{
		ID: "shape-member-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "", Keyword: spec.Schema},
		Title:  text.Text{EN: "A required member is missing", JA: "必須のメンバーがない"},
		Message: text.Text{
			EN: "{member} is missing; every {type} has it.",
			JA: "{member} がありません。{type} には必ず入れます。"},
		Why: refused,
		Fix: text.Text{EN: "Add \"{member}\".", JA: "\"{member}\" を加えてください。"},
		Check: breaches(missingMember, func(p *rule.Pass, b breach) *rule.Finding {
			f := p.Report(p.Missing(b.at, b.name), text.A("member", b.name), text.A("type", b.in.name), text.A("choice", strings.Join(b.in.oneOf, ", ")))
			if len(b.in.oneOf) > 0 {
				return f.Say(text.Text{
					EN: "None of {choice} is there; one of them makes a {type}.",
					JA: "{choice} のどれもありません。{type} にはどれか 1 つが必要です。",
				}).Advise(text.Text{EN: "Add one of {choice}.", JA: "{choice} のどれかを加えてください。"})
			}
			if b.m.words != "" && !strings.Contains(b.m.words, " ") {
				p.Insert(f, b.at, b.name, `"`+b.m.words+`"`)
			}
			return f
		}),
	},
	{
		ID: "shape-member-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "", Keyword: spec.Schema},
		Title:  text.Text{EN: "A member has the wrong type", JA: "メンバーの型が違う"},
		Message: text.Text{
			EN: "{member} of {type} is {kind}; {due} is due.",
			JA: "{type} の {member} が{kind}です。{due}でなければなりません。"},
		Why: refused,
		Fix: text.Text{
			EN: "Send {due}; an optional member without a value is left out, not null.",
			JA: "{due}を送ってください。任意のメンバーに値がなければ、null にせず省きます。"},
		Check: breaches(wrongType, func(p *rule.Pass, b breach) *rule.Finding {
			k := kindName(b.at)
			if n := b.at.Number(); n.OK && b.m.form == integer {
				k = text.T("kind", text.Text{EN: "a number with a fraction", JA: "端数のある数値"})
			}
			f := p.Report(p.Value(b.at), text.A("member", b.name), text.A("type", b.in.name), k, text.T("due", b.m.form.due()))
			if b.at.Kind() == jsondoc.Null && !b.m.need && b.m.name != "" && nulls(b.at.Parent()) == 1 {
				p.Remove(f, b.at) // of several neighbours the repairs would overlap
			}
			return f
		}),
	},
	{
		ID: "shape-value-word", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result", Basis: rule.EveryEra,
		Clause: spec.Clause{Page: "schema", Anchor: "", Keyword: spec.Schema},
		Title:  text.Text{EN: "A value is none of those allowed", JA: "決められた値のどれでもない"},
		Message: text.Text{
			EN: "{member} of {type} is {value}; allowed: {words}.",
			JA: "{type} の {member} が {value} です。許されるのは {words} です。"},
		Why: refused,
		Fix: text.Text{
			EN: "Send one of the allowed words, written exactly so.",
			JA: "許された語のどれかを、綴りも大文字小文字もこのとおりに送ってください。"},
		Check: breaches(wrongWord, func(p *rule.Pass, b breach) *rule.Finding {
			f := p.Report(p.Value(b.at), text.A("member", b.name), text.A("type", b.in.name), raw(b.at),
				text.A("words", `"`+text.Swap(b.m.words, " ", `", "`)+`"`))
			s, _ := b.at.Text()
			for w := range strings.FieldsSeq(b.m.words) {
				if folded(w) == folded(s) {
					p.Edit(f, b.at, `"`+w+`"`)
				}
			}
			return f
		}),
	},
	{
		ID: "shape-value-range", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result", When: "priority costPriority speedPriority intelligencePriority",
		Clause: spec.Clause{Page: "schema", Anchor: "", Keyword: spec.Schema},
		Title:  text.Text{EN: "A share is not between 0 and 1", JA: "割合が 0〜1 の範囲にない"},
		Message: text.Text{
			EN: "{member} of {type} is {value}; it lies between 0 and 1.",
			JA: "{type} の {member} が {value} です。0 以上 1 以下でなければなりません。"},
		Why: text.Text{
			EN: "1 stands for most important and 0 for not at all; a value outside compares with nothing, and clients that check refuse the answer.",
			JA: "1 は最重要、0 は不要を表します。範囲外の値は比較できず、検査するクライアントは応答を拒否します。"},
		Fix: text.Text{EN: "Scale it to 0 to 1.", JA: "0〜1 に直してください。"},
		Check: breaches(outOfRange, func(p *rule.Pass, b breach) *rule.Finding {
			return p.Report(p.Value(b.at), text.A("member", b.name), text.A("type", b.in.name), raw(b.at))
		}),
	},
	{
		ID: "shape-uri-form", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result", When: "uri uriTemplate url src",
		Clause: spec.Clause{Page: "schema", Anchor: "", Keyword: spec.Schema},
		Title:  text.Text{EN: "No valid URI", JA: "正しい URI ではない"},
		Message: text.Text{
			EN: "{member} of {type} is no URI: {value} has no scheme.",
			JA: "{type} の {member} が URI ではありません。{value} に scheme がありません。"},
		Why: text.Text{
			EN: "Clients resolve and compare URIs by the rules of RFC 3986; one that breaks them is refused or read in different ways.",
			JA: "クライアントは RFC 3986 に従って URI を解決・比較します。外れた URI は拒否されるか、実装ごとに違う読み方をされます。"},
		Fix: text.Text{
			EN: "Send an absolute URI such as file:///notes/a.txt, with everything outside its alphabet percent-encoded.",
			JA: "file:///notes/a.txt のような絶対 URI を送り、使えない文字はパーセントエンコードしてください。"},
		Check: breaches(badURI, reportURI),
	},
	{
		ID: "shape-base64-form", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result", When: "blob data",
		Clause: spec.Clause{Page: "schema", Anchor: "", Keyword: spec.Schema},
		Title:  text.Text{EN: "No valid base64", JA: "正しい base64 ではない"},
		Message: text.Text{
			EN: "{member} of {type} is not base64: {found} does not belong there.",
			JA: "{type} の {member} が base64 ではありません。{found} は使えない文字です。"},
		Why: text.Text{
			EN: "Binary data travels as base64 with the standard alphabet; decoders stop at a foreign character or give other bytes.",
			JA: "バイナリは標準の文字による base64 で送ります。ほかの文字があると、デコーダーはそこで止まるか、別のバイト列を返します。"},
		Fix: text.Text{
			EN: "Encode the bytes with A-Z a-z 0-9 + / and pad with = to a multiple of four characters, without line breaks.",
			JA: "A-Z a-z 0-9 + / で符号化し、4 文字の倍数になるよう = を補い、改行は入れないでください。"},
		Check: breaches(badBase64, reportBase64),
	},
	{
		ID: "shape-schema-invalid", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/tools/*/inputSchema", When: "inputSchema outputSchema",
		Clause: spec.Clause{Page: "basic", Anchor: "#schema-validation", Keyword: spec.Must},
		Title:  text.Text{EN: "A tool's schema is no valid JSON Schema", JA: "ツールのスキーマが正しい JSON Schema ではない"},
		Message: text.Text{
			EN: "{keyword} is {value}; JSON Schema 2020-12 wants {due} there.",
			JA: "{keyword} が {value} です。JSON Schema 2020-12 では{due}でなければなりません。"},
		Why: text.Text{
			EN: "A validator refuses the schema as a whole, so the tool can't be called by clients that check arguments.",
			JA: "検証器はスキーマ全体を拒否するため、引数を検査するクライアントからはこのツールを呼べません。"},
		Fix: text.Text{
			EN: "Correct the keyword, or name another dialect in $schema if the schema was written for one.",
			JA: "このキーワードを直すか、別の方言で書いたスキーマなら $schema にその方言を示してください。"},
		Check: func(p *rule.Pass) { checkSchemas(p) },
	},
	{
		ID: "shape-schema-dialect", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/tools/*/inputSchema/$schema", When: "inputSchema outputSchema",
		Clause: spec.Clause{Page: "basic", Anchor: "#schema-dialect", Keyword: spec.Recommends}, As: rule.Note,
		Title: text.Text{EN: "A schema of another dialect than 2020-12", JA: "2020-12 以外の方言のスキーマ"},
		Message: text.Text{
			EN: "$schema names {value} in {count} of the schemas; 2020-12 is the recommended dialect.",
			JA: "{count} 個のスキーマの $schema が {value} です。推奨される方言は 2020-12 です。"},
		Why: text.Text{
			EN: "Another dialect is allowed, but clients only have to support 2020-12.",
			JA: "ほかの方言も許されますが、クライアントに対応義務があるのは 2020-12 だけです。"},
		Fix: text.Text{
			EN: "Leave $schema out and write 2020-12; most schemas of simple parameters are the same in both.",
			JA: "$schema を省いて 2020-12 で書いてください。単純な引数のスキーマなら、たいてい中身は変わりません。"},
		Check: func(p *rule.Pass) {
			var first jsondoc.Value
			n := 0
			if !eachTool(p, func(t jsondoc.Value) {
				for _, name := range schemaMembers {
					d := t.Get(name).Get("$schema")
					if d.Kind() == jsondoc.String && !is2020(d) {
						if n++; n == 1 {
							first = d
						}
					}
				}
			}) {
				p.Unseen(toolless)
			} else if n > 0 {
				p.Report(p.Value(first), raw(first), text.A("count", decimal(int64(n))))
			}
		},
	},
	{
		ID: "shape-tool-name", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/tools/*/name",
		Clause: spec.Clause{Page: serverTools, Anchor: "#tool-names", Keyword: spec.Should},
		Title:  text.Text{EN: "A tool's name is outside the recommended form", JA: "ツール名が推奨の形から外れている"},
		Message: text.Text{
			EN: "The tool name {value} is not 1 to 128 characters of A-Z a-z 0-9 _ - and the dot.",
			JA: "ツール名 {value} が、A-Z a-z 0-9 _ - とドットだけの 1〜128 文字ではありません。"},
		Why: text.Text{
			EN: "Model providers and clients accept that alphabet only, and over HTTP the name travels in the Mcp-Name header.",
			JA: "モデルの API やクライアントが受け付けるのはこの文字だけで、HTTP では Mcp-Name ヘッダーにも入ります。"},
		Fix: text.Text{
			EN: "Give the tool a plain name, and put what people read into title.",
			JA: "単純な名前にして、人が読む名前は title に入れてください。"},
		Check: func(p *rule.Pass) {
			if !eachTool(p, func(t jsondoc.Value) {
				n := t.Get("name")
				if s, ok := n.Text(); ok && !toolName(s) {
					p.Report(p.Value(n), raw(n))
				}
			}) {
				p.Unseen(toolless)
			}
		},
	},
	{
		ID: "shape-tool-duplicate", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/tools/*/name",
		Clause: spec.Clause{Page: serverTools, Anchor: "#tool-names", Keyword: spec.Should},
		Title:  text.Text{EN: "Two tools have the same name", JA: "同じ名前のツールがある"},
		Message: text.Text{
			EN: "More than one tool is named {value}.",
			JA: "{value} という名前のツールが複数あります。"},
		Why: text.Text{
			EN: "A call names its tool and nothing else, so only one of them can ever be reached.",
			JA: "呼び出しではツール名しか渡さないため、どちらか一方にしか届きません。"},
		Fix: text.Text{EN: "Rename one of them.", JA: "どちらかの名前を変えてください。"},
		Check: func(p *rule.Pass) {
			var seen map[string]jsondoc.Value
			if !eachTool(p, func(t jsondoc.Value) {
				n := t.Get("name")
				s, ok := n.Text()
				if !ok {
					return
				}
				if first, twice := seen[s]; twice {
					if f := p.Report(p.Value(n), raw(n)); f != nil {
						f.Relate(p.Value(first), text.Text{EN: "first here", JA: "最初はここ"})
					}
					return
				}
				if seen == nil {
					seen = make(map[string]jsondoc.Value)
				}
				seen[s] = n
			}) {
				p.Unseen(toolless)
			}
		},
	},
	{
		ID: "shape-contents-empty", Since: "0.1.0", Party: rule.Server, On: rule.OnCacheableResult, At: "/result/contents", When: "contents",
		Clause: spec.Clause{Page: serverResources, Anchor: "#error-handling", Keyword: spec.MustNot}, As: rule.Advice,
		Title: text.Text{EN: "contents is empty", JA: "contents が空"},
		Message: text.Text{
			EN: "contents is an empty array, which must not stand for a resource that doesn't exist. Does this one exist?",
			JA: "contents が空の配列です。存在しないリソースの応答に使ってはなりません。このリソースは存在しますか。"},
		Why: text.Text{
			EN: "A client can't tell an empty resource from a missing one.",
			JA: "クライアントは、中身が空のリソースと存在しないリソースを区別できません。"},
		Fix: text.Text{
			EN: "For a resource that doesn't exist answer -32602; an empty one has an entry whose text is empty.",
			JA: "存在しないなら -32602 を返し、中身が空なら text が空の要素を 1 つ返してください。"},
		Check: func(p *rule.Pass) {
			if p.Msg.Answers != spec.ResourcesRead {
				return
			}
			if v := p.Result().Get("contents"); v.Kind() == jsondoc.Array && !v.First().Exists() {
				p.Report(p.Value(v))
			}
		},
	},
}

// file reports a breach under the clause of its type. What older revisions don't know binds no legacy sender.
func file(p *rule.Pass, b breach, report func(*rule.Pass, breach) *rule.Finding) {
	if b.later && p.Claim() == message.ClaimsLegacy {
		return
	}
	f := report(p, b)
	if f == nil {
		return
	}
	if f.Clause == (spec.Clause{}) {
		f.Cite(clause("schema", "#"+text.Lower(b.in.name), spec.Schema))
	}
	if p.Msg.Params.Exists() {
		f.By(rule.Client)
	}
	if b.later && p.Claim() == message.NoClaim {
		f.Softened(rule.Note).Conditional = true
	}
}

// nulls counts the members of an object that are null.
func nulls(v jsondoc.Value) int {
	n := 0
	for m := v.First(); m.Exists(); m = m.Next() {
		if m.Kind() == jsondoc.Null {
			n++
		}
	}
	return n
}

// due says what a value of the form is.
func (f form) due() text.Text {
	switch f {
	case boolean:
		return text.Text{EN: "a boolean", JA: "真偽値"}
	case number, share:
		return text.Text{EN: "a number", JA: "数値"}
	case integer:
		return text.Text{EN: "an integer", JA: "整数"}
	case object, keyed:
		return text.Text{EN: "an object", JA: "オブジェクト"}
	case list:
		return text.Text{EN: "an array", JA: "配列"}
	case blocks:
		return text.Text{EN: "an object or an array", JA: "オブジェクトか配列"}
	case answer:
		return text.Text{EN: "a string, a number, a boolean or an array of strings", JA: "文字列、数値、真偽値、文字列の配列のどれか"}
	}
	return text.Text{EN: "a string", JA: "文字列"}
}

// reportURI says what is wrong with a URI or a URI template.
func reportURI(p *rule.Pass, b breach) *rule.Finding {
	s, _ := b.at.Text()
	args := []text.Arg{text.A("member", b.name), text.A("type", b.in.name), raw(b.at)}
	bad := text.Text{
		EN: "{member} of {type} is no URI: it may not contain {found}.",
		JA: "{type} の {member} が URI ではありません。{found} は使えません。"}
	at := -1
	if b.m.form == uriTemplate {
		var why text.Text
		if at, why = templateFault(s); at < 0 {
			return nil
		}
		bad = why
	} else {
		n := schemeLength(s)
		if n == 0 {
			return p.Report(p.Value(b.at), args...)
		}
		if b.m.form == fileURI && !text.Same(s[:n], "file") {
			return p.Report(p.Value(b.at), args...).Cite(spec.Clause{Page: "client/roots", Anchor: "#root", Keyword: spec.Must}).Say(text.Text{
				EN: "A root has the URI {value}; roots are file: URIs.",
				JA: "root の URI が {value} です。root は file: の URI に限られます。"})
		}
		if b.in.name == "Icon" && text.Same(s[:n], "data") {
			return nil // what a data: URI of an icon holds is judged with the icons
		}
		if at = uriFault(s, n+1); at < 0 {
			return nil
		}
	}
	end := at
	if at < len(s) {
		end += runeLength(s[at:])
	}
	args = append(args, text.A("found", visible(s[at:end])))
	place := p.Value(b.at)
	if raw := b.at.Raw(); len(raw) == len(s)+2 && end > at {
		place = p.Within(b.at, at+1, end+1)
	}
	return p.Report(place, args...).Say(bad)
}

// visible writes a character so that it is seen in a sentence.
func visible(s string) string {
	switch {
	case s == "":
		return "{}"
	case s[0] <= 0x20 || s[0] == 0x7F:
		const hex = "0123456789ABCDEF"
		return "U+00" + string(hex[s[0]>>4]) + string(hex[s[0]&15])
	}
	return s
}

func runeLength(s string) int {
	n := 1
	for n < len(s) && s[n]&0xC0 == 0x80 {
		n++
	}
	return n
}

// schemeLength gives the length of a URI's scheme (RFC 3986, 3.1), or 0.
func schemeLength(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case isLetter(c):
		case i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

// uriFault gives the first place from which s is no URI (RFC 3986, 2), or -1.
func uriFault(s string, from int) int {
	fragment := false
	for i := from; i < len(s); i++ {
		c := s[i]
		switch {
		case isLetter(c), isDigit(c), strings.IndexByte("-._~:/?[]@!$&'()*+,;=", c) >= 0:
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
		case c == '#' && !fragment:
			fragment = true
		default:
			return i
		}
	}
	return -1
}

// templateFault gives the first place from which s is no URI template (RFC 6570), or -1.
func templateFault(s string) (int, text.Text) {
	open := -1
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case open >= 0 && c == '}':
			if at := expressionFault(s[open+1 : i]); at >= 0 {
				return open + 1 + at, text.Text{
					EN: "{member} of {type} is no URI template: {found} is wrong inside the braces.",
					JA: "{type} の {member} が URI テンプレートではありません。波括弧の中の {found} が誤りです。"}
			}
			open = -1
		case open >= 0 && c != '{':
		case open < 0 && c == '{':
			open = i
		case c == '{', c == '}':
			return i, text.Text{
				EN: "{member} of {type} is no URI template: its braces don't match.",
				JA: "{type} の {member} が URI テンプレートではありません。波括弧が対応していません。"}
		case c <= ' ', c == 0x7F, strings.IndexByte("\"<>\\^`|", c) >= 0,
			c == '%' && (i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2])):
			return i, text.Text{
				EN: "{member} of {type} is no URI template: it may not contain {found}.",
				JA: "{type} の {member} が URI テンプレートではありません。{found} は使えません。"}
		}
	}
	if open >= 0 {
		return open, text.Text{
			EN: "{member} of {type} is no URI template: a brace is not closed.",
			JA: "{type} の {member} が URI テンプレートではありません。閉じていない波括弧があります。"}
	}
	return -1, text.Text{}
}

// expressionFault gives the first place where the inside of braces is no expression, or -1.
func expressionFault(s string) int {
	i := 0
	if s != "" && strings.IndexByte("+#./;?&=,!@|", s[0]) >= 0 {
		i = 1
	}
	start := i // of a variable's name
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case isLetter(c), isDigit(c), c == '_':
		case c == '.' && i > start:
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			i += 2
		case c == ',' && i > start:
			start = i + 1
		case c == '*' && i > start && (i+1 == len(s) || s[i+1] == ','):
		case c == ':' && i > start && i+1 < len(s) && isDigit(s[i+1]):
			for i+1 < len(s) && isDigit(s[i+1]) {
				i++
			}
		default:
			return i
		}
	}
	if start == len(s) {
		return len(s)
	}
	return -1
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isHex(c byte) bool    { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// reportBase64 says what is wrong with base64.
func reportBase64(p *rule.Pass, b breach) *rule.Finding {
	s, _ := b.at.Text()
	n := len(s)
	for n > 0 && n > len(s)-2 && s[n-1] == '=' {
		n--
	}
	args := []text.Arg{text.A("member", b.name), text.A("type", b.in.name)}
	for i := 0; i < n; i++ {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '+' && c != '/' {
			end := i + runeLength(s[i:])
			place := p.Value(b.at)
			if len(b.at.Raw()) == len(s)+2 {
				place = p.Within(b.at, i+1, end+1)
			}
			f := p.Report(place, append(args, text.A("found", visible(s[i:end])))...)
			if c == '-' || c == '_' {
				f.Say(text.Text{
					EN: "{member} of {type} has {found}, a letter of base64url; the standard alphabet has + and /.",
					JA: "{type} の {member} に base64url の文字 {found} があります。標準の文字は + と / です。"})
			}
			return f
		}
	}
	if n%4 == 1 {
		return p.Report(p.Value(b.at), args...).Say(text.Text{
			EN: "{member} of {type} is no base64: its length is none that base64 can have.",
			JA: "{type} の {member} が base64 ではありません。base64 ではありえない長さです。"})
	}
	if len(s)%4 != 0 {
		f := p.Report(p.Value(b.at), args...).Softened(rule.Advice).Say(text.Text{
			EN: "{member} of {type} is base64 without its padding, which strict decoders refuse.",
			JA: "{type} の {member} は = の補われていない base64 で、厳密なデコーダーは拒否します。"})
		if n == len(s) && len(b.at.Raw()) == len(s)+2 {
			p.Edit(f, b.at, `"`+s+"=="[:4-len(s)%4]+`"`)
		}
		return f
	}
	return nil
}

var toolless = text.Text{EN: "The paste holds no list of tools.", JA: "ツールの一覧がありません。"}

// schemaMembers are the members of a tool that are JSON Schemas.
var schemaMembers = [...]string{"inputSchema", "outputSchema"}

// eachTool walks the tools of a message that lists them, and gives false where it lists none.
func eachTool(p *rule.Pass, do func(t jsondoc.Value)) bool {
	m := p.Msg
	if !m.IsResult() || m.Answers != spec.ToolsList {
		return false
	}
	l := m.Result.Get("tools")
	if l.Kind() != jsondoc.Array {
		return false
	}
	for t := l.First(); t.Exists(); t = t.Next() {
		if t.Kind() == jsondoc.Object {
			do(t)
		}
	}
	return true
}

func toolName(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '_' && c != '-' && c != '.' {
			return false
		}
	}
	return s != "" && len(s) <= 128
}
