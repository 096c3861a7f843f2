package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

const (
	streamableHTTP = "basic/transports/streamable-http"
	schemaMark     = "x-mcp-header"
)

// excluded says what a fault in an annotation costs.
var excluded = text.Text{
	EN: "A client on HTTP has to leave the whole tool out of its list for it.",
	JA: "HTTP のクライアントは、これだけでツール全体を一覧から除かなければなりません。"}

// toolheaderRules judge x-mcp-header, by which a tool has a parameter mirrored into an HTTP header.
var toolheaderRules = []*rule.Rule{
	{
		ID: "toolheader-name-empty", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/tools/*/inputSchema", When: "x-mcp-header",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#schema-extension", Keyword: spec.MustNot},
		Title:  text.Text{EN: "x-mcp-header is empty", JA: "x-mcp-header が空"},
		Message: text.Text{
			EN: "x-mcp-header is an empty string; it has to be what follows Mcp-Param- in the header's name.",
			JA: "x-mcp-header が空文字列です。ヘッダー名の Mcp-Param- に続く部分を入れなければなりません。"},
		Why: excluded,
		Fix: text.Text{EN: "Name it, or take the annotation away.", JA: "名前を入れるか、この注釈を取り除いてください。"},
		Check: annotations(func(p *rule.Pass, a annotation) {
			if a.reachable && a.mark.Is("") {
				p.Report(p.Value(a.mark))
			}
		}),
	},
	{
		ID: "toolheader-name-token", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/tools/*/inputSchema", When: "x-mcp-header",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#schema-extension", Keyword: spec.Must},
		Title:  text.Text{EN: "x-mcp-header is no header name", JA: "x-mcp-header がヘッダー名に使えない"},
		Message: text.Text{
			EN: "x-mcp-header is {value}; a header name has letters, digits and !#$%&'*+-.^_`|~ only.",
			JA: "x-mcp-header が {value} です。ヘッダー名に使えるのは英数字と !#$%&'*+-.^_`|~ だけです。"},
		Why: excluded,
		Fix: text.Text{EN: "Use a plain name such as Region.", JA: "Region のような単純な名前にしてください。"},
		Check: annotations(func(p *rule.Pass, a annotation) {
			s, ok := a.mark.Text()
			if !a.reachable || ok && (s == "" || isToken(s)) {
				return
			}
			f := p.Report(p.Value(a.mark), raw(a.mark), kindName(a.mark))
			switch {
			case !ok:
				f.Say(text.Text{
					EN: "x-mcp-header is {kind}; it is a string that names a header.",
					JA: "x-mcp-header が{kind}です。ヘッダー名を示す文字列でなければなりません。"})
			case hasControl(s):
				f.Say(text.Text{
					EN: "x-mcp-header is {value}, with a control character, which could end the header and begin another.",
					JA: "x-mcp-header が {value} で、制御文字を含みます。ヘッダーを終わらせて別のヘッダーを始められてしまいます。"})
			}
		}),
	},
	{
		ID: "toolheader-name-duplicate", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/tools/*/inputSchema", When: "x-mcp-header",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#schema-extension", Keyword: spec.Must},
		Title:  text.Text{EN: "Two parameters have the same x-mcp-header", JA: "x-mcp-header が重複している"},
		Message: text.Text{
			EN: "{value} is used by two parameters of one tool; header names are compared without regard to case.",
			JA: "1 つのツールの 2 つの引数が {value} を使っています。ヘッダー名は大文字小文字を区別せずに比べられます。"},
		Why: excluded,
		Fix: text.Text{EN: "Give each parameter a header name of its own.", JA: "引数ごとに別のヘッダー名を付けてください。"},
		Check: func(p *rule.Pass) {
			if !eachTool(p, func(t jsondoc.Value) {
				var seen map[string]jsondoc.Value
				eachAnnotation(t, func(a annotation) {
					s, ok := a.mark.Text()
					if !ok || !a.reachable || !isToken(s) {
						return
					}
					s = text.Lower(s)
					if first, twice := seen[s]; twice {
						if f := p.Report(p.Value(a.mark), raw(a.mark)); f != nil {
							f.Relate(p.Value(first), text.Text{EN: "first here", JA: "最初はここ"})
						}
						return
					}
					if seen == nil {
						seen = make(map[string]jsondoc.Value)
					}
					seen[s] = a.mark
				})
			}) {
				p.Unseen(toolless)
			}
		},
	},
	{
		ID: "toolheader-parameter-type", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/tools/*/inputSchema", When: "x-mcp-header",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#schema-extension", Keyword: spec.Must},
		Title:  text.Text{EN: "x-mcp-header on a parameter that is not primitive", JA: "プリミティブ型ではない引数に x-mcp-header がある"},
		Message: text.Text{
			EN: "The annotated parameter has the type {value}; only string, integer and boolean may be mirrored.",
			JA: "注釈の付いた引数の type が {value} です。ヘッダーに写せるのは string、integer、boolean だけです。"},
		Why: excluded,
		Fix: text.Text{
			EN: "Declare one of the three types, integer instead of number where it fits, or take the annotation away.",
			JA: "3 つの型のどれかを宣言する（可能なら number を integer にする）か、この注釈を取り除いてください。"},
		Check: annotations(func(p *rule.Pass, a annotation) {
			if !a.reachable {
				return // toolheader-place-unreachable says so
			}
			t := a.in.Get("type")
			switch {
			case t.Exists():
				is, nullable := primitive(t)
				if is && !nullable {
					return
				}
				f := p.Report(p.Value(t), raw(t)).Relate(p.Value(a.mark), text.Text{EN: "annotated here", JA: "注釈はここ"})
				if is {
					f.Softened(rule.Advice).Say(text.Text{
						EN: "The annotated parameter has the type {value}; null is none of the types that may be mirrored.",
						JA: "注釈の付いた引数の type が {value} です。null はヘッダーに写せる型ではありません。"})
				}
			default:
				f := p.Report(p.Name(a.mark)).Say(text.Text{
					EN: "The annotated parameter declares no type; only string, integer and boolean may be mirrored.",
					JA: "注釈の付いた引数に type がありません。ヘッダーに写せるのは string、integer、boolean だけです。"})
				for _, k := range [...]string{"enum", "const", "$ref", "anyOf", "oneOf", "allOf"} {
					if a.in.Get(k).Exists() {
						f.Softened(rule.Advice) // the type may stand behind another keyword, which clients don't follow
					}
				}
			}
		}),
	},
	{
		ID: "toolheader-place-unreachable", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/tools/*/inputSchema", When: "x-mcp-header",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#schema-extension", Keyword: spec.Must},
		Title:  text.Text{EN: "x-mcp-header where no fixed path leads", JA: "決まった経路で届かない場所に x-mcp-header がある"},
		Message: text.Text{
			EN: "This x-mcp-header is not on a parameter that a chain of properties alone leads to.",
			JA: "この x-mcp-header は、properties だけをたどって届く引数に付いていません。"},
		Why: text.Text{
			EN: "Under items, oneOf, if, $defs and the like there is no one value to mirror, so clients on HTTP leave the whole tool out.",
			JA: "items、oneOf、if、$defs などの下では写す値が 1 つに決まらないため、HTTP のクライアントはツール全体を除きます。"},
		Fix: text.Text{
			EN: "Annotate a parameter that lies directly under properties, at any depth, or take the annotation away.",
			JA: "properties の直下（深さは問いません）の引数に付けるか、この注釈を取り除いてください。"},
		Check: annotations(func(p *rule.Pass, a annotation) {
			if !a.reachable {
				p.Report(p.Name(a.mark))
			}
		}),
	},
	{
		ID: "toolheader-parameter-secret", Since: "0.1.0", Party: rule.Server, On: rule.OnMessage, At: "/result/tools/*/inputSchema", When: "x-mcp-header",
		Clause: spec.Clause{Page: serverTools, Anchor: "#x-mcp-header", Keyword: spec.ShouldNot},
		Title:  text.Text{EN: "A secret is mirrored into a header", JA: "秘密の値がヘッダーに写される"},
		Message: text.Text{
			EN: "By its name, {name} is a secret, and x-mcp-header has clients put it into a header.",
			JA: "名前から見て {name} は秘密の値ですが、x-mcp-header によりヘッダーに入ります。"},
		Why: text.Text{
			EN: "Header fields are seen and often logged by every gateway on the way.",
			JA: "ヘッダーは途中のゲートウェイすべてから見え、ログにも残りがちです。"},
		Fix: text.Text{EN: "Take the annotation away from this parameter.", JA: "この引数から注釈を取り除いてください。"},
		Check: annotations(func(p *rule.Pass, a annotation) {
			if name := a.in.Name(); a.reachable && isSecret(name) {
				p.Remove(p.Report(p.Name(a.mark), text.A("name", short(name))), a.mark)
			}
		}),
	},
	{
		ID: "toolheader-value-unsafe", Since: "0.1.0", Party: rule.Client, On: rule.OnHTTPRequest, At: "headers/mcp-param-*",
		Clause: spec.Clause{Page: streamableHTTP, Anchor: "#schema-extension", Keyword: spec.Must},
		Title:  text.Text{EN: "A mirrored integer is beyond the safe range", JA: "ヘッダーに写した整数が安全な範囲を超えている"},
		Message: text.Text{
			EN: "{header} carries {value}, beyond 9007199254740991 (2^53 - 1).",
			JA: "{header} の値 {value} が 9007199254740991（2^53 - 1）の範囲を超えています。"},
		Why: text.Text{
			EN: "A peer that keeps numbers as doubles reads another value in the body than in the header, and refuses the request.",
			JA: "数値を倍精度で持つ相手では本文とヘッダーの値が食い違い、リクエストは拒否されます。"},
		Fix: text.Text{
			EN: "Make the parameter a string in the tool's schema, or keep to the safe range.",
			JA: "ツールのスキーマでこの引数を文字列にするか、安全な範囲の値を使ってください。"},
		Check: func(p *rule.Pass) {
			mirrored := false
			for i := range p.HTTP.Headers {
				h := &p.HTTP.Headers[i]
				if len(h.Name) <= len("mcp-param-") || !text.Same(h.Name[:len("mcp-param-")], "mcp-param-") {
					continue
				}
				mirrored = true
				if p.Msg == nil || len(h.Value) < 16 {
					continue
				}
				if v := integerArgument(p.Msg.Params.Get("arguments"), h.Value); v.Exists() && !v.Number().Safe {
					p.Report(p.Header(p.HTTP, h.Name), text.A("header", h.Name), text.A("value", short(h.Value))).
						Relate(p.Value(v), text.Text{EN: "the same number in the body", JA: "本文にある同じ数値"})
				}
			}
			if !mirrored {
				p.Unseen(text.Text{EN: "The request mirrors no parameter into a header.", JA: "引数を写したヘッダーがありません。"})
			}
		},
	},
}

// annotation is one x-mcp-header with the schema that it stands in.
type annotation struct {
	mark, in  jsondoc.Value
	reachable bool // in is a property to which a chain of properties alone leads
}

func eachAnnotation(tool jsondoc.Value, do func(annotation)) {
	root := tool.Get("inputSchema")
	if root.Kind() != jsondoc.Object {
		return
	}
	eachSchema(root, func(s jsondoc.Value, reachable bool) {
		if m := s.Get(schemaMark); m.Exists() {
			do(annotation{m, s, reachable})
		}
	})
}

// annotations makes the check of a rule that is asked about every annotation.
func annotations(check func(*rule.Pass, annotation)) func(*rule.Pass) {
	return func(p *rule.Pass) {
		none := true
		eachTool(p, func(t jsondoc.Value) {
			eachAnnotation(t, func(a annotation) {
				none = false
				check(p, a)
			})
		})
		if none {
			p.Unseen(text.Text{EN: "The paste holds no tool with x-mcp-header.", JA: "x-mcp-header のあるツールがありません。"})
		}
	}
}

// primitive reports whether a type is one that may be mirrored, and whether null is allowed beside it.
func primitive(t jsondoc.Value) (is, nullable bool) {
	one := func(v jsondoc.Value) bool { return v.Is("string") || v.Is("integer") || v.Is("boolean") }
	if t.Kind() != jsondoc.Array {
		return one(t), false
	}
	for e := t.First(); e.Exists(); e = e.Next() {
		switch {
		case e.Is("null"):
			nullable = true
		case !one(e):
			return false, nullable
		default:
			is = true
		}
	}
	return is, nullable
}

// isToken reports whether s is a token, as names of header fields are (RFC 9110, 5.6.2).
func isToken(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && !isDigit(c) && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return s != ""
}

func hasControl(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] == 0x7F {
			return true
		}
	}
	return false
}

// isSecret reports whether a parameter's name says that its value is a credential.
func isSecret(name string) bool {
	b := make([]byte, 0, 24)
	for i := 0; i < len(name) && len(b) < 24; i++ {
		if c := name[i]; isLetter(c) {
			b = append(b, c|0x20)
		}
	}
	switch string(b) {
	case "password", "passwd", "passphrase", "secret", "secretkey", "clientsecret", "apikey", "apitoken", "accesstoken", "refreshtoken",
		"authtoken", "bearertoken", "privatekey", "creditcard", "creditcardnumber", "cardnumber", "cvv":
		return true
	}
	return false
}

// integerArgument finds the number that is written as digits in the arguments of a call.
func integerArgument(args jsondoc.Value, digits string) jsondoc.Value {
	v := args
	for v.Exists() {
		if n := v.Number(); n.OK && string(v.Raw()) == digits && n.Integer {
			return v
		}
		next := v.First()
		for at := v; !next.Exists() && at != args && at.Exists(); at = at.Parent() {
			next = at.Next()
		}
		v = next
	}
	return jsondoc.Value{}
}
