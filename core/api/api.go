// Package api holds the named operations of the engine: JSON in, JSON out. It is the only door that the browser,
// the edge and the command use.
package api

import (
	"bytes"
	"errors"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/report"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// Version is the version of the engine. Reports carry it, so that a verdict can be traced to the rules that gave it.
const Version = "0.1.0"

// ErrorCode says why a call failed. A fault in the pasted text is no failed call: it is a report with a finding.
type ErrorCode string

// The codes of failed calls.
const (
	BadInput         ErrorCode = "bad-input"
	UnknownOperation ErrorCode = "unknown-operation"
	Panicked         ErrorCode = "panic"
)

// Call runs an operation and gives its reply, which is always JSON:
//
//	version  {"engine","revision"}
//	check    in: options as one line of JSON, a line feed, requestBytes bytes of the request that was sent, and the
//	         text; reply: the report (see report.AppendJSON). Options, all optional: lang (en, ja), kind (auto, json,
//	         result, http, sse, stdio, har, fenced), transport (auto, stdio, http), claims (auto, modern, legacy),
//	         requestBytes, brief (true leaves out which rules were satisfied and not observed).
//
//	export   in: as check, with the option format (json, text, markdown, sarif, junit); reply: {"format","mediaType",
//	         "extension","text"}: the report in that form
//
// A failed call replies {"error":{"code","message"}}. A panic is such a failure, and the next call works again. The
// reply may be overwritten by the next call.
func (e *Engine) Call(op string, in []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			// What the panic left behind is not to be trusted.
			*e = *NewEngine()
			reply = failure(Panicked, "api: the engine failed on this input")
		}
	}()
	switch op {
	case "version":
		b := append(e.reply[:0], `{"engine":"`+Version+`","revision":"`+spec.Revision+`"}`...)
		e.reply = b
		return b
	case "check", "export":
		head, rest, _ := bytes.Cut(in, []byte{'\n'})
		// A page sends the same options again and again.
		if !bytes.Equal(head, e.head) || len(head) == 0 {
			e.head = append(e.head[:0], head...)
			e.asked, e.requestBytes, e.refusal = e.parse(e.head)
		}
		o, requestBytes, err := e.asked, e.requestBytes, e.refusal
		if err == nil && requestBytes > len(rest) {
			err = errors.New("api: requestBytes is larger than what follows the options")
		}
		if err != nil {
			return failure(BadInput, err.Error())
		}
		brief, _ := e.options.Root().Get("brief").Bool()
		o.Request = rest[:requestBytes:requestBytes]
		r := e.Check(rest[requestBytes:], o)
		if op == "export" {
			return e.export(r)
		}
		r.Brief = brief
		e.reply = r.AppendJSON(e.reply[:0])
		return e.reply
	}
	return failure(UnknownOperation, "api: unknown operation "+op)
}

// export writes a report in the form that the options name.
func (e *Engine) export(r *report.Report) []byte {
	name, _ := e.options.Root().Get("format").Text()
	f, ok := report.FormatOf(name)
	if !ok {
		return failure(BadInput, "api: unknown format "+name)
	}
	b := append(e.reply[:0], `{"format":"`+f.Name+`","mediaType":"`+f.MediaType+`","extension":"`+f.Extension+`","text":`...)
	e.reply = append(jsondoc.AppendQuote(b, string(f.Write(r))), '}')
	return e.reply
}

// Call runs an operation on an engine of its own.
func Call(op string, in []byte) []byte { return NewEngine().Call(op, in) }

func failure(code ErrorCode, message string) []byte {
	b := append([]byte(nil), `{"error":{"code":"`+string(code)+`","message":`...)
	return append(jsondoc.AppendQuote(b, message), '}', '}')
}

// parse reads the options line.
func (e *Engine) parse(line []byte) (o Options, requestBytes int, err error) {
	d := &e.options
	d.Read(line, jsondoc.Limits{Bytes: 1 << 16, Depth: 4})
	if d.Fault() != nil || d.Root().Kind() != jsondoc.Object {
		return o, 0, errors.New("api: the first line must be a JSON object with the options")
	}
	get := func(name string) string {
		s, _ := d.Root().Get(name).Text()
		return s
	}
	if o, err = ParseOptions(get("lang"), get("kind"), get("transport"), get("claims")); err != nil {
		return o, 0, err
	}
	if v := d.Root().Get("requestBytes"); v.Exists() {
		n := v.Number()
		if !n.Integer || !n.Fits || n.Negative || n.Int > 1<<31 {
			return o, 0, errors.New("api: requestBytes must be a non-negative integer")
		}
		requestBytes = int(n.Int)
	}
	return o, requestBytes, nil
}

// ParseOptions reads options by their names, as the command's flags, the API's query and the options line spell them.
// An empty string is the default.
func ParseOptions(lang, kind, transport, claims string) (o Options, err error) {
	o.Lang = text.ParseLang(lang)
	o.Kind, o.Transport = message.Auto, message.AnyTransport
	if kind != "" {
		known := false
		for _, k := range message.Kinds {
			known = known || string(k) == kind
		}
		if !known {
			return o, errors.New("api: unknown kind " + kind)
		}
		o.Kind = message.Kind(kind)
	}
	switch t := message.Transport(transport); t {
	case "", message.AnyTransport:
	case message.StdioTransport, message.HTTPTransport:
		o.Transport = t
	default:
		return o, errors.New("api: unknown transport " + transport)
	}
	switch claims {
	case "", "auto":
	case "modern":
		o.Claims = message.ClaimsModern
	case "legacy":
		o.Claims = message.ClaimsLegacy
	default:
		return o, errors.New("api: unknown claims " + claims)
	}
	return o, nil
}
