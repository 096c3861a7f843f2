package api

import (
	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/report"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/rules"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// Options are what a caller can say about a text.
type Options struct {
	Lang      text.Lang
	Kind      message.Kind
	Transport message.Transport
	Claims    message.Claim
	Request   []byte // the request that was sent, or nil
}

// Engine holds what one check can take over from the one before. It is not safe for use by several goroutines at once.
type Engine struct {
	table   *rule.Table
	paste   message.Paste
	verdict rule.Verdict
	phrases report.Phrases
	reply   []byte

	head         []byte // the options line of the last call, and what was read from it
	options      jsondoc.Doc
	asked        Options
	requestBytes int
	refusal      error
}

// NewEngine makes an engine with all rules.
func NewEngine() *Engine { return &Engine{table: rules.Table()} }

// Check judges a text. The report is valid until the next call; t and o.Request must not change until then.
func (e *Engine) Check(t []byte, o Options) *report.Report {
	e.paste.Read(t, message.Options{Kind: o.Kind, Transport: o.Transport, Claims: o.Claims, Request: o.Request})
	e.verdict.Judge(e.table, &e.paste)
	return &report.Report{Engine: Version, Lang: o.Lang, Paste: &e.paste, Table: e.table, Verdict: &e.verdict, Phrases: &e.phrases}
}
