package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// featureRules hold what a server declares in its DiscoverResult against what it does in the same paste.
var featureRules = []*rule.Rule{
	{
		ID: "feature-capability-undeclared", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/result/capabilities",
		Clause: spec.Clause{Page: serverTools, Anchor: "#capabilities", Keyword: spec.Must},
		Title:  text.Text{EN: "A feature is served but not declared", JA: "提供している機能が宣言されていない"},
		Message: text.Text{
			EN: "capabilities has no {name}, but the server serves {method}.",
			JA: "capabilities に {name} がありませんが、サーバーは {method} に応じています。"},
		Why: text.Text{
			EN: "Clients go by what is declared and never ask for the rest.",
			JA: "クライアントは宣言されたものしか使わないため、この機能は呼ばれません。"},
		Fix: text.Text{
			EN: "Declare \"{name}\": {}, or refuse the method with -32601.",
			JA: "\"{name}\": {} を宣言するか、そのメソッドを -32601 で断ってください。"},
		Check: func(p *rule.Pass) {
			told := map[string]bool{}
			walkFeatures(p, func(d, m *message.Message, method string) {
				name := capabilityOf(method)
				if name == "" || m.Shape == message.ErrorResponse || told[name] {
					return
				}
				caps := d.Result.Get("capabilities")
				if caps.Kind() != jsondoc.Object || caps.Get(name).Exists() {
					return
				}
				told[name] = true
				at := m.Result
				if m.Shape == message.Notification {
					at = m.Root.Get("method")
				}
				saved := p.Msg
				p.Msg = d
				f := p.Report(p.Missing(caps, name), text.A("name", name), text.A("method", method)).
					Relate(p.Other(m, message.Pasted, at), text.Text{EN: "served here", JA: "ここで提供しています"}).
					Cite(clause(featurePage(name), "#capabilities", spec.Must))
				p.Insert(f, caps, name, "{}")
				p.Msg = saved
			})
		},
	},
	{
		ID: "feature-method-missing", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/error/code",
		Clause: spec.Clause{Page: serverTools, Anchor: "#capabilities", Keyword: spec.Must},
		Title:  text.Text{EN: "A declared feature is not served", JA: "宣言した機能を提供していない"},
		Message: text.Text{
			EN: "{method} is answered with -32601, although the server declares {name}.",
			JA: "{name} を宣言しているのに、{method} に -32601 を返しています。"},
		Why: text.Text{
			EN: "A server that declares the capability has to answer its list request; an empty list is fine.",
			JA: "capability を宣言したサーバーは一覧のリクエストに応えなければなりません。空の一覧でも構いません。"},
		Fix: text.Text{
			EN: "Serve {method}, with an empty list if need be, or take the capability away.",
			JA: "{method} に応じる（空の一覧でも可）か、capability の宣言を取り除いてください。"},
		Check: func(p *rule.Pass) {
			walkFeatures(p, func(d, m *message.Message, method string) {
				switch method {
				case spec.ToolsList, spec.PromptsList, spec.ResourcesList:
				default:
					return
				}
				name := capabilityOf(method)
				v := d.Result.Get("capabilities").Get(name)
				if code, ok := m.ErrorCode(); m.Shape == message.ErrorResponse && ok && code == spec.MethodNotFound && v.Exists() {
					p.Report(p.Other(m, message.Pasted, m.Error.Get("code")), text.A("name", name), text.A("method", method)).
						Relate(p.Other(d, message.Pasted, v), text.Text{EN: "declared here", JA: "ここで宣言しています"}).
						Cite(clause(featurePage(name), "#capabilities", spec.Must))
				}
			})
		},
	},
}

// walkFeatures gives every answer to a request of this revision, and every log notification, together with the
// DiscoverResult that the same server gave before it.
func walkFeatures(p *rule.Pass, do func(d, m *message.Message, method string)) {
	var d *message.Message
	seen, session := false, false // session: initialize was answered, so that notifications may follow what that declares
	for _, m := range p.Paste.Messages {
		switch {
		case m.IsResult() && m.Answers == spec.Discover && rule.Complete(m) && m.Result.Get("supportedVersions").Exists():
			d = m
		case m.IsResult() && m.Answers == spec.Initialize:
			session = true
		case d == nil:
		case m.Shape == message.Notification && m.Method == "notifications/message" && !session:
			seen = true
			do(d, m, m.Method)
		case m.Exchange != nil && m.Exchange.Request != nil && m.Exchange.Pane == message.Pasted && (m.IsResult() || m.Shape == message.ErrorResponse):
			q := m.Exchange.Request
			if q.Meta.Get(spec.MetaProtocolVersion).Exists() && counterpart(d) == counterpart(m) {
				seen = true
				do(d, m, q.Method)
			}
		}
	}
	if !seen {
		p.Unseen(text.Text{
			EN: "The paste shows no DiscoverResult together with answers to other requests.",
			JA: "DiscoverResult と、ほかのリクエストへの応答がそろっていません。"})
	}
}

// counterpart tells the servers of one paste apart, and the callers to whom a server may show different things.
func counterpart(m *message.Message) string {
	if m.Exchange == nil || m.Exchange.HTTP == nil {
		return peer(m)
	}
	return peer(m) + "\n" + m.Exchange.HTTP.Value("Authorization")
}

// capabilityOf gives the server capability that a method needs, or "".
func capabilityOf(method string) string {
	switch {
	case method == "notifications/message":
		return "logging"
	case method == "completion/complete":
		return "completions"
	}
	name, _, _ := strings.Cut(method, "/")
	switch name {
	case "tools", "prompts", "resources":
		return name
	}
	return ""
}

// featurePage gives the page of a server capability.
func featurePage(name string) string {
	switch name {
	case "logging":
		return "server/utilities/logging"
	case "completions":
		return "server/utilities/completion"
	}
	return "server/" + name
}
