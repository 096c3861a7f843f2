package message_test

import (
	"bytes"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
)

// forms are pastes in every form that is recognised.
var forms = []string{
	"",
	`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}}`,
	`[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}]`,
	"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1c\r\n{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"r\r\n0d\r\nesult\":{\"a\":1}}\r\n0\r\n\r\n",
	"HTTP/1.1 100 Continue\n\nHTTP/1.1 302 Found\nLocation: /x\n\nHTTP/2 200\ncontent-type: text/event-stream\n\nevent: message\nid: 7\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"id\":1,\"result\":{}}\n\n: ping\ndata: {\"jsonrpc\"",
	"POST /mcp HTTP/1.1\nHost: h\nMcp-Method: server/discover\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{}}\n",
	"> POST /mcp HTTP/1.1\n> Host: h\n> \n} [9 bytes data]\n< HTTP/1.1 404 Not Found\n< content-type: text/html\n< \n{ [5 bytes data]\n<html>\n* Connection #0 left intact\n",
	"> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}\n< banner 🚀\n< {\n<   \"jsonrpc\": \"2.0\",\n<   \"id\": 1, \"result\": {}\n< }\n2> warning\n! exit 1\n",
	"12:00:01.5 -> {\"id\":1}\r\n12:00:01.6 <- {\"id\":1}\r\n\r\nContent-Length: 5\r\n",
	"data: {\"jsonrpc\":\"2.0\",\"id\":1}\r\rdata: x\r\n\r\nevent: endpoint\ndata: /messages\n\n",
	`{"log":{"version":"1.2","entries":[{"request":{"method":"POST","url":"https://h/mcp","headers":[{"name":"Accept","value":"*/*"}],"postData":{"text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"}},"response":{"status":200,"headers":[{"name":"Content-Type","value":"application/json"}],"content":{"text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"\\u00e9\"}}"}}}]}}`,
	"Look:\n```json\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n```\n",
	"\xef\xbb\xbf{\"a\":\"\xff\\ud800\",\"a\":1}",
}

func seeds(f *testing.F, add func(text, sent string)) {
	for _, s := range forms {
		add(s, "")
	}
	all, err := examples.All()
	if err != nil {
		f.Fatal(err)
	}
	for _, x := range all {
		for _, list := range [][]examples.Sample{x.Bad, x.Good} {
			for _, s := range list {
				if !s.Huge { // mutating megabytes of white space finds nothing
					add(s.Text, s.Sent)
				}
			}
		}
	}
}

// Whatever is pasted, recognising it doesn't panic, and everything that it finds lies in the text: an unbroken piece is
// the very stretch of the paste to which it leads back.
func FuzzRead(f *testing.F) {
	seeds(f, func(text, sent string) { f.Add([]byte(text), []byte(sent), uint8(0)) })
	var p message.Paste
	f.Fuzz(func(t *testing.T, text, sent []byte, how uint8) {
		o := message.Options{Kind: message.Kinds[int(how)%len(message.Kinds)], Request: sent}
		o.Transport = []message.Transport{message.AnyTransport, message.StdioTransport, message.HTTPTransport}[int(how/16)%3]
		p.Read(text, o)
		inside(t, &p)
		if q := p.Sent(); q != nil {
			inside(t, q)
		}
		for _, x := range p.Exchanges {
			if x.Request == nil && x.HTTP == nil {
				t.Error("an exchange without a request")
			}
		}
		first := shapes(&p)
		p.Read(text, o)
		if second := shapes(&p); !bytes.Equal(first, second) {
			t.Errorf("read twice, %q then %q", first, second)
		}
	})
}

func inside(t *testing.T, p *message.Paste) {
	t.Helper()
	span := func(what string, s jsondoc.Span) {
		t.Helper()
		if s.Start < 0 || s.Start > s.End || s.End > len(p.Text) {
			t.Fatalf("%s at %v, outside of %d bytes", what, s, len(p.Text))
		}
	}
	piece := func(what string, q message.Piece) {
		t.Helper()
		s := q.All()
		span(what, s)
		if q.Unbroken() && string(p.Text[s.Start:s.End]) != string(q.Text) {
			t.Fatalf("%s at %v is %q in the paste but %q when read", what, s, p.Text[s.Start:s.End], q.Text)
		}
	}
	local := func(what string, q message.Piece, s jsondoc.Span) {
		t.Helper()
		if s.Start < 0 || s.Start > s.End || s.End > len(q.Text) {
			t.Fatalf("%s at %v, outside of its piece of %d bytes", what, s, len(q.Text))
		}
		span(what, q.Source(s))
	}
	for _, m := range p.Messages {
		piece("message", m.Piece)
		for _, v := range []jsondoc.Value{m.Root, m.ID, m.Params, m.Meta, m.Result, m.Error, m.Claimed} {
			if !v.Exists() {
				continue
			}
			local("value", m.Piece, v.Span())
			if m.Unbroken() {
				if s := m.At(v); string(p.Text[s.Start:s.End]) != string(v.Raw()) {
					t.Fatalf("%s is %q in the paste but %q when read", v.Pointer(), p.Text[s.Start:s.End], v.Raw())
				}
			}
		}
	}
	for _, h := range p.HTTPs {
		piece("HTTP message", h.Piece)
		piece("body", h.Body)
		local("start line", h.Piece, h.StartLine)
		local("status", h.Piece, h.StatusSpan)
		for _, f := range h.Headers {
			local("header name", h.Piece, f.NameSpan)
			local("header value", h.Piece, f.ValueSpan)
			local("header line", h.Piece, f.Line)
		}
	}
	for _, s := range p.Streams {
		piece("stream", s.Piece)
		for _, e := range s.Events {
			piece("data", e.Data)
			local("event", s.Piece, e.Span)
			local("event type", s.Piece, e.TypeSpan)
		}
	}
	for _, l := range p.Lines {
		piece("line", l.Piece)
		span("line", l.Span)
	}
	for _, x := range p.Troubles {
		piece("trouble", x.Piece)
		if x.Fault != nil {
			local("fault", x.Piece, x.Fault.Span)
			local("opened", x.Piece, x.Fault.Opened)
			for _, e := range x.Fault.Repair {
				local("repair", x.Piece, e.Span)
			}
		}
		for _, fl := range x.Flaws {
			local("flaw", x.Piece, fl.Span)
			local("first", x.Piece, fl.First)
		}
	}
}

// shapes writes what was recognised, to compare two readings.
func shapes(p *message.Paste) []byte {
	b := []byte(p.Kind)
	for _, m := range p.Messages {
		b = append(b, ' ', '0'+byte(m.Shape), '0'+byte(m.Claim), '0'+byte(m.Direction))
		b = append(b, m.Answers...)
	}
	b = append(b, ' ', byte('0'+len(p.Exchanges)%10), byte('0'+len(p.Troubles)%10), byte('0'+len(p.HTTPs)%10), byte('0'+len(p.Lines)%10))
	return b
}
