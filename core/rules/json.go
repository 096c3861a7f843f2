package rules

import (
	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// messages is the clause that every unreadable text breaks: all messages follow JSON-RPC 2.0, which is JSON.
var messages = clause("basic", "#messages", spec.Must)

// jsonRules say in a person's terms why a text can't be read as JSON, or what is wrong with it in spite of that.
var jsonRules = []*rule.Rule{}

// fault makes the check of a rule that stands for one kind of fault.
func fault(kinds ...jsondoc.FaultKind) func(*rule.Pass) {
	return func(p *rule.Pass) {
		f := p.Trouble.Fault
		if f == nil {
			return
		}
		for _, k := range kinds {
			if f.Kind == k {
				found := p.Report(p.Fault(), text.A("found", f.Found))
				if f.Opened != (jsondoc.Span{}) {
					found.Relate(p.Flaw(jsondoc.Flaw{Span: f.Opened, Pointer: f.Pointer}), text.Text{EN: "opened here", JA: "ここで開いています"})
				}
				p.Repair(found, f.Repair)
			}
		}
	}
}

// flaw makes the check of a rule that stands for one kind of flaw.
func flaw(kind jsondoc.FlawKind) func(*rule.Pass) {
	return func(p *rule.Pass) {
		for _, f := range p.Trouble.Flaws {
			if f.Kind != kind {
				continue
			}
			found := p.Report(p.Flaw(f), text.A("found", short(f.Found)))
			if f.First != (jsondoc.Span{}) {
				found.Relate(p.Flaw(jsondoc.Flaw{Span: f.First, Pointer: f.Pointer}), text.Text{EN: "first here", JA: "最初はここ"})
			}
		}
	}
}
