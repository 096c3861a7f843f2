package rules

import (
	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// draftRules sum up what several draft shapes have in common. Each shape by itself is told by the rule on its member.
var draftRules = []*rule.Rule{
	{
		ID: "draft-snapshot-match", Since: "0.1.0", Party: rule.Server, On: rule.OnPaste, At: "/result",
		Clause: spec.Clause{Page: "changelog", Anchor: "#major-changes", Keyword: spec.Says},
		Title:  text.Text{EN: "The server follows a pre-release of this revision", JA: "この revision のプレリリースに従っている"},
		Message: text.Text{
			EN: "Taken together, this is the shape of the {snapshot}, not of the final text: {shapes}.",
			JA: "全体として、確定した本文ではなく{snapshot}の形です: {shapes}。"},
		Why: text.Text{
			EN: "The version string was final already, so nothing but these differences shows it. Clients of the final text stumble over them one by one.",
			JA: "version の文字列は当時から確定版と同じなので、これらの違いからしか分かりません。確定した本文のクライアントは 1 つずつつまずきます。"},
		Fix: text.Text{
			EN: "Update the server's SDK to a release of 28 July 2026 or later rather than mend the shapes one by one.",
			JA: "形を 1 つずつ直すより、サーバーの SDK を 2026 年 7 月 28 日以降のリリースに更新してください。"},
		Check: func(p *rule.Pass) {
			servers := map[string]*snapshot{}
			var order []*snapshot
			for _, m := range p.Paste.Messages {
				if m.Direction != message.ToClient || m.Claim == message.ClaimsLegacy {
					continue
				}
				s := servers[peer(m)]
				if s == nil {
					s = &snapshot{}
					servers[peer(m)] = s
					order = append(order, s)
				}
				s.note(p, m)
			}
			if len(order) == 0 {
				p.Unseen(text.Text{EN: "The paste holds no answer of a server.", JA: "サーバーの応答がありません。"})
			}
			for _, s := range order {
				s.report(p)
			}
		},
	},
}

// snapshot is what one server shows of the pre-releases of 29 May and 29 June 2026.
type snapshot struct {
	discover *message.Message // its last DiscoverResult
	identity jsondoc.Value    // serverInfo at the top level
	hintless bool             // the DiscoverResult has neither ttlMs nor cacheScope
	code     *message.Message // an error with a draft's number
	demand   *message.Message // a refusal for want of clientInfo
}

func (s *snapshot) note(p *rule.Pass, m *message.Message) {
	switch {
	case m.Answers == spec.Discover && m.IsResult() && rule.Complete(m) && m.Result.Get("supportedVersions").Exists():
		r := m.Result
		s.discover, s.identity = m, jsondoc.Value{}
		if m.Meta.Get(spec.MetaServerInfo).Kind() == jsondoc.Absent {
			s.identity = r.Get("serverInfo")
		}
		s.hintless = !firstOf(r, "ttlMs", "cacheScope", "ttl").Exists()
	case m.Shape == message.ErrorResponse && m.Error.Kind() == jsondoc.Object:
		c, _ := m.ErrorCode()
		if c >= -32019 && draftOf(m) != 0 {
			s.code = m
		}
		if c == spec.InvalidParams && m.Exchange != nil && m.Exchange.Request != nil && demandsClient(m, m.Exchange.Request) {
			s.demand = m
		}
	}
}

func (s *snapshot) report(p *rule.Pass) {
	name := text.Text{EN: "release candidate of 29 May 2026", JA: "2026 年 5 月 29 日のリリース候補"}
	var shapes text.Text
	n := 0
	shape := func(there bool, t text.Text) {
		if !there {
			return
		}
		if n++; n > 1 {
			shapes.EN += ", "
			shapes.JA += "、"
		}
		shapes.EN += t.EN
		shapes.JA += t.JA
	}
	shape(s.identity.Exists(), text.Text{EN: "serverInfo at the top level of the result", JA: "result の最上位の serverInfo"})
	shape(s.discover != nil && s.hintless, text.Text{EN: "no caching hints on server/discover", JA: "server/discover の result にキャッシュの指示がない"})
	shape(s.code != nil, text.Text{EN: "an error code of that time", JA: "当時のエラーコード"})
	if n < 2 {
		if !s.identity.Exists() || s.demand == nil {
			return
		}
		name = text.Text{EN: "beta of 29 June 2026", JA: "2026 年 6 月 29 日のベータ版"}
	}
	shape(s.demand != nil, text.Text{EN: "clientInfo required in requests", JA: "リクエストで clientInfo が必須"})
	var at *rule.Place
	if s.discover != nil {
		at = p.Other(s.discover, message.Pasted, s.discover.Result)
	} else {
		at = p.Other(s.code, message.Pasted, s.code.Error)
	}
	f := p.Report(at, text.T("snapshot", name), text.T("shapes", shapes))
	if s.identity.Exists() {
		f.Relate(p.Other(s.discover, message.Pasted, s.identity), text.Text{EN: "moved into _meta on 15 July 2026", JA: "2026 年 7 月 15 日に _meta へ移りました"})
	}
	if s.code != nil {
		f.Relate(p.Other(s.code, message.Pasted, s.code.Error.Get("code")), text.Text{EN: "renumbered on 18 June 2026", JA: "2026 年 6 月 18 日に番号が変わりました"})
	}
	if s.demand != nil {
		f.Relate(p.Other(s.demand, message.Pasted, s.demand.Error.Get("code")), text.Text{EN: "clientInfo is optional since 15 July 2026", JA: "clientInfo は 2026 年 7 月 15 日から任意です"})
	}
}
