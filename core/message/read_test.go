package message_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
)

const (
	ask     = `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	reply   = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}}`
	refusal = `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`
	open    = `{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`
	opened  = `{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"b","version":"1"}}}`
	post    = "POST /mcp HTTP/1.1\nHost: h\nContent-Type: application/json\n\n" + ask + "\n"
	got     = "HTTP/1.1 200 OK\nContent-Type: application/json\n\n" + reply + "\n"
)

// outline writes what was recognised in a few words: kind and transport, then each message with its shape, its way,
// its claim, the method that it answers and, where it is paired, the id of its request.
func outline(p *message.Paste) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", p.Kind, p.Transport)
	for _, m := range p.Messages {
		name := [...]string{"other", "request", "notification", "response", "error", "bare"}[m.Shape]
		if m.InBatch {
			name = "[" + name + "]"
		}
		fmt.Fprintf(&b, "; %s %s", name, [...]string{"?", ">", "<"}[m.Direction])
		if m.Claim != message.NoClaim {
			b.WriteString(" " + m.Claim.String())
		}
		if m.Method != "" {
			b.WriteString(" " + m.Method)
		}
		if m.Answers != "" {
			b.WriteString(" to " + m.Answers)
		}
		if m.Shapeless {
			b.WriteString(" shapeless")
		}
		if x := m.Exchange; x != nil && x.Response == m {
			if x.Request != nil {
				b.WriteString(" #" + string(x.Request.ID.Raw()))
			} else {
				b.WriteString(" #http")
			}
		}
	}
	if n := len(p.Troubles); n > 0 {
		fmt.Fprintf(&b, "; troubles %d", n)
	}
	noise := 0
	for _, l := range p.Lines {
		if l.Noise {
			noise++
		}
	}
	if noise > 0 {
		fmt.Fprintf(&b, "; noise %d", noise)
	}
	return b.String()
}

func TestForms(t *testing.T) {
	const (
		asked    = "request > modern server/discover"
		answered = "response < modern to server/discover #1"
	)
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	chunked := func(parts ...string) string {
		var b strings.Builder
		for _, s := range parts {
			fmt.Fprintf(&b, "%x\r\n%s\r\n", len(s), s)
		}
		return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + b.String() + "0\r\n\r\n"
	}
	pretty := strings.NewReplacer(`{"`, "{\n  \"", `,"`, ",\n  \"", `}`, "\n}").Replace
	har := func(entries string) string { return `{"log":{"version":"1.2","entries":[` + entries + `]}}` }
	quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }
	entry := `{"request":{"method":"POST","url":"https://h/mcp","headers":[{"name":":method","value":"POST"},{"name":"Mcp-Method","value":"server/discover"}],"postData":{"text":` + quote(ask) + `}},` +
		`"response":{"status":200,"headers":[{"name":"content-type","value":"application/json"}],"content":{"size":9,"text":` + quote(reply) + `}}}`

	for _, c := range []struct {
		name, text string
		o          message.Options
		want       string
	}{
		// JSON
		{name: "response", text: reply, want: "json auto; response < modern to server/discover"},
		{name: "error", text: refusal, want: "json auto; error <"},
		{name: "request", text: ask, want: "json auto; " + asked},
		{name: "notification", text: `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`, want: "json auto; notification < notifications/tools/list_changed"},
		{name: "bare result", text: `{"supportedVersions":[],"capabilities":{}}`, want: "result auto; bare < modern to server/discover"},
		{name: "byte order mark", text: "\ufeff" + reply, want: "json auto; response < modern to server/discover; troubles 1"},
		{name: "array", text: "[" + reply + "," + refusal + "]", want: "json auto; other ? modern; [response] < modern to server/discover; [error] < modern"},
		{name: "two documents", text: ask + "\n" + reply, want: "stdio stdio; " + asked + "; " + answered},
		{name: "empty", text: " \n", want: "json auto; troubles 1"},
		{name: "prose", text: "It does not work.", want: "json auto; troubles 1"},

		// claims
		{name: "initialize", text: opened, want: "json auto; response < legacy to initialize"},
		{name: "initialize with a modern version", text: strings.Replace(opened, "2025-11-25", "2026-07-28", 1), want: "json auto; response < modern to server/discover"},
		{name: "initialize with a modern version, asked for", text: strings.Replace(opened, "2025-11-25", "2026-07-28", 1), o: message.Options{Request: []byte(open)},
			want: "json auto; response < legacy to initialize #2"},
		{name: "supported", text: `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no","data":{"supported":["2026-07-28"]}}}`, want: "json auto; error < modern"},
		{name: "supported by initialize", text: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no","data":{"supported":["2025-11-25"]}}}`, want: "json auto; error <"},
		{name: "nothing", text: `{"jsonrpc":"2.0","id":1,"result":{}}`, want: "json auto; response < shapeless"},
		{name: "nothing to the probe", text: `{"jsonrpc":"2.0","id":1,"result":{"ok":true}}`, o: message.Options{Request: []byte(ask)}, want: "json auto; response < to server/discover shapeless #1"},
		{name: "nothing to another method", text: `{"jsonrpc":"2.0","id":1,"result":{}}`, o: message.Options{Request: []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)}, want: "json auto; response < to ping #1"},
		{name: "nothing, modern by statement", text: `{"jsonrpc":"2.0","id":1,"result":{}}`, o: message.Options{Claims: message.ClaimsModern}, want: "json auto; response < modern to server/discover"},
		{name: "hints only", text: `{"jsonrpc":"2.0","id":1,"result":{"ttlMs":0}}`, want: "json auto; response < modern to server/discover"},
		{name: "an extension's result", text: `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","taskId":"7"}}`, want: "json auto; response < modern"},
		{name: "input is required", text: `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"7"}}`, want: "json auto; response < modern"},
		{name: "end of a subscription", text: `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1}}}`, want: "json auto; response < modern to subscriptions/listen"},
		{name: "legacy by statement", text: reply, o: message.Options{Claims: message.ClaimsLegacy}, want: "json auto; response < legacy to server/discover"},
		{name: "handshake by a modern server", text: opened, o: message.Options{Claims: message.ClaimsModern}, want: "json auto; response < legacy to initialize"},
		{name: "proved before", text: ask + "\n" + reply + "\n" + strings.Replace(ask, "server/discover", "tools/list", 1) + "\n" + `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`,
			want: "stdio stdio; " + asked + "; " + answered + "; request > modern tools/list; response < modern to tools/list #1"},
		{name: "session", text: "> " + ask + "\n< " + refusal + "\n> " + open + "\n< " + opened + "\n" + `> {"jsonrpc":"2.0","id":3,"method":"tools/list"}` + "\n" + `< {"jsonrpc":"2.0","id":3,"result":{"tools":[]}}` + "\n" + `< {"jsonrpc":"2.0","id":1,"method":"ping"}`,
			want: "stdio stdio; " + asked + "; error < to server/discover #1; request > legacy initialize; response < legacy to initialize #2; request > legacy tools/list; response < legacy to tools/list #3; request < legacy ping"},

		// the second pane
		{name: "by id", text: reply, o: message.Options{Request: []byte(ask)}, want: "json auto; " + answered},
		{name: "by being the only one", text: strings.Replace(reply, `"id":1`, `"id":7`, 1), o: message.Options{Request: []byte(ask)}, want: "json auto; " + answered},
		{name: "bare result with its request", text: `{"supportedVersions":[],"capabilities":{}}`, o: message.Options{Request: []byte(ask)}, want: "result auto; bare < modern to server/discover #1"},
		{name: "response to a POST", text: got, o: message.Options{Request: []byte(post)}, want: "http http; " + answered},
		{name: "large ids", text: `{"jsonrpc":"2.0","id":9007199254740993,"result":{"tools":[]}}`,
			o:    message.Options{Request: []byte(`{"jsonrpc":"2.0","id":9007199254740992,"method":"prompts/list"}` + "\n" + `{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}`)},
			want: "json auto; response < to tools/list #9007199254740993"},

		// HTTP
		{name: "curl -i, LF", text: got, want: "http http; response < modern to server/discover"},
		{name: "curl -i, CRLF", text: crlf(got), want: "http http; response < modern to server/discover"},
		{name: "HTTP/2", text: "HTTP/2 200 \ncontent-type: application/json\n\n" + reply, want: "http http; response < modern to server/discover"},
		{name: "request and response", text: post + "\n" + got, want: "http http; " + asked + "; " + answered},
		{name: "request line with a URL", text: strings.Replace(post, "/mcp", "https://h/mcp", 1) + got, want: "http http; " + asked + "; " + answered},
		{name: "the command above", text: "$ curl -i https://h/mcp -d @probe.json\n" + got, want: "http http; response < modern to server/discover"},
		{name: "the body above", text: ask + "\n\n" + got, want: "http http; " + asked + "; " + answered},
		{name: "100 and 307", text: "HTTP/1.1 100 Continue\n\nHTTP/1.1 307 Temporary Redirect\nLocation: /x\n\n" + got, o: message.Options{Request: []byte(post)}, want: "http http; " + answered},
		{name: "curl -v", text: "*   Trying 127.0.0.1:1...\n> POST /mcp HTTP/1.1\n> Host: h\n> Mcp-Method: server/discover\n> \n} [9 bytes data]\n* upload completely sent off: 9 bytes\n< HTTP/1.1 200 OK\n< Content-Type: application/json\n< \n{ [5 bytes data]\n" + reply + "* Connection #0 to host h left intact\n",
			want: "http http; response < modern to server/discover #http"},
		{name: "curl -v, HTTP/2", text: "* [HTTP/2] [1] [:method: POST]\n> POST /mcp HTTP/2\n> host: h\n>\n* We are completely uploaded and fine\n< HTTP/2 200\n< content-type: application/json\n<\n" + reply + "\n* Connection #0 to host h left intact",
			want: "http http; response < modern to server/discover #http"},
		{name: "chunked", text: chunked(reply[:20], reply[20:]), want: "http http; response < modern to server/discover"},
		{name: "chunked, cut off", text: strings.TrimSuffix(chunked(reply), "\r\n0\r\n\r\n"), want: "http http; response < modern to server/discover"},
		{name: "chunked, line ends changed", text: strings.ReplaceAll(chunked("event: message\r\n", "data: "+reply+"\r\n", "\r\n"), "\r\n", "\n"), want: "http http; response < modern to server/discover"},
		{name: "chunked by name only", text: strings.Replace(got, "\n\n", "\nTransfer-Encoding: chunked\n\n", 1), want: "http http; response < modern to server/discover"},
		{name: "no empty line", text: "HTTP/1.1 200 OK\nContent-Type: application/json\n" + reply, want: "http http; response < modern to server/discover"},
		{name: "HTML", text: "HTTP/1.1 400 Bad Request\n\n<html>", want: "http http"},
		{name: "another API's refusal", text: "HTTP/1.1 401 Unauthorized\nContent-Type: application/json\n\n{\"error\":\"unauthorized\"}", want: "http http"},
		{name: "bare result in a body", text: "HTTP/1.1 200 OK\n\n{\"supportedVersions\":[]}", want: "http http; other <"},
		{name: "array in a body", text: post + "HTTP/1.1 200 OK\n\n[" + reply + "]", want: "http http; " + asked + "; other < modern; [response] < modern to server/discover #1"},
		{name: "version by the response's header", text: "HTTP/1.1 400 Bad Request\nMCP-Protocol-Version: 2025-11-25\n\n" + refusal, want: "http http; error < legacy"},
		{name: "legacy request by its header", text: strings.Replace(post, "\n\n", "\nMCP-Protocol-Version: 2025-11-25\n\n", 1)[:len(post)-len(ask)+32] + `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, want: "http http; request > legacy tools/list"},

		// SSE
		{name: "stream", text: "event: message\ndata: " + reply + "\n\n", want: "sse http; response < modern to server/discover"},
		{name: "stream, CRLF", text: "data: " + reply + "\r\n\r\n", want: "sse http; response < modern to server/discover"},
		{name: "stream, CR", text: "data: " + reply + "\r\r", want: "sse http; response < modern to server/discover"},
		{name: "stream, byte order mark", text: "\ufeffdata:" + reply + "\n\n", want: "sse http; response < modern to server/discover"},
		{name: "several data lines", text: "data: " + reply[:24] + "\ndata: " + reply[24:] + "\n\n", want: "sse http; response < modern to server/discover"},
		{name: "comments, id, retry", text: ": ping\n\n: ping\nid: 7\nretry: 100\ndata: " + reply + "\n\n", want: "sse http; response < modern to server/discover"},
		{name: "cut off after the event's lines", text: "data: " + reply, want: "sse http; response < modern to server/discover"},
		{name: "cut off in the message", text: "data: " + reply[:40], want: "sse http; troubles 1"},
		{name: "endpoint", text: "event: endpoint\ndata: /messages?sid=42\n\n", want: "sse http"},
		{name: "server's request", text: "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n", want: "sse http; request < ping"},
		{name: "stream with its request", text: "data: " + reply + "\n\n", o: message.Options{Request: []byte(ask)}, want: "sse http; " + answered},
		{name: "stream in a response", text: "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\n: hello\n\ndata: " + reply + "\n\n", o: message.Options{Request: []byte(post)}, want: "http http; " + answered},

		// stdio
		{name: "marks", text: "> " + ask + "\n< " + reply, want: "stdio stdio; " + asked + "; " + answered},
		{name: "arrows", text: "-> " + ask + "\n<- " + reply, want: "stdio stdio; " + asked + "; " + answered},
		{name: "words", text: "client: " + ask + "\nserver: " + reply, want: "stdio stdio; " + asked + "; " + answered},
		{name: "times", text: "12:00:01.250 -> " + ask + "\n[+0.2s] <- " + reply, want: "stdio stdio; " + asked + "; " + answered},
		{name: "noise", text: "< 🚀 ready\n> " + ask + "\n2 a warning\n< [db] connected\n< " + reply + "\n! exited", want: "stdio stdio; " + asked + "; " + answered + "; noise 2"},
		{name: "over several lines", text: "> " + ask + "\n< " + strings.ReplaceAll(pretty(reply), "\n", "\n< "), want: "stdio stdio; " + asked + "; " + answered},
		{name: "over several lines, unmarked", text: pretty(ask) + "\n" + pretty(reply), want: "json auto; " + asked + "; " + answered},
		{name: "CRLF", text: "> " + ask + "\r\n< " + reply + "\r\n", want: "stdio stdio; " + asked + "; " + answered},
		{name: "one line, stated", text: reply, o: message.Options{Transport: message.StdioTransport}, want: "json stdio; response < modern to server/discover"},
		{name: "pretty-printed, stated", text: pretty(reply), o: message.Options{Transport: message.StdioTransport}, want: "stdio stdio; response < modern to server/discover"},
		{name: "noise only, stated", text: "Available transports:\n- stdio", o: message.Options{Transport: message.StdioTransport}, want: "stdio stdio; noise 2"},
		{name: "silence, stated", text: "", o: message.Options{Transport: message.StdioTransport, Request: []byte(ask)}, want: "stdio stdio"},
		{name: "an id used twice", text: "> " + ask + "\n> " + open + "\n> " + ask + "\n< " + refusal + "\n< " + reply,
			want: "stdio stdio; " + asked + "; request > legacy initialize; " + asked + "; error < modern to server/discover #1; " + answered},

		{name: "an id used again after its cancellation", text: "> " + ask + "\n> " + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + "\n> " + ask + "\n< " + reply,
			want: "stdio stdio; " + asked + "; notification > notifications/cancelled; " + asked + "; " + answered},

		// HAR
		{name: "HAR", text: har(entry), want: "har http; " + asked + "; " + answered},
		{name: "HAR, pages only", text: har(`{"request":{"method":"GET","url":"https://h/","headers":[]},"response":{"status":200,"headers":[],"content":{"text":"<html>"}}}`), want: "har http"},

		// code blocks
		{name: "fenced", text: "It says:\n\n```json\n" + reply + "\n```\n\nWhy?", want: "fenced auto; response < modern to server/discover"},
		{name: "fenced, not closed", text: "~~~\n" + got, want: "fenced http; response < modern to server/discover"},
		{name: "fenced command and answer", text: "```sh\ncurl -i https://h/mcp -d '" + ask + "'\n```\nand\n````http\n" + got + "````\n", want: "fenced http; response < modern to server/discover"},
		{name: "fenced request and answer", text: "```json\n" + ask + "\n```\n```json\n" + reply + "\n```\n", want: "fenced auto; " + asked + "; " + answered},
		{name: "fenced curl -v", text: "```\n> POST /mcp HTTP/1.1\n> Host: h\n>\n< HTTP/1.1 200 OK\n<\n" + reply + "\n```\n", want: "fenced http; response < modern to server/discover #http"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p message.Paste
			p.Read([]byte(c.text), c.o)
			if got := outline(&p); got != c.want {
				t.Errorf("got  %s\nwant %s\nfor %q", got, c.want, c.text)
			}
			inside(t, &p)
		})
	}
}

// A value that was read out of a form leads back to the very characters of the paste, whatever stood between.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ name, text, pointer, want string }{
		{"curl -v", "> POST /mcp HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\n" + reply, "/result/resultType", `"complete"`},
		{"chunks", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n28\n" + reply[:40] + "\n" + fmt.Sprintf("%x", len(reply)-40) + "\n" + reply[40:] + "\n0\n\n", "/id", `1`},
		{"across chunks", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n32\n" + reply[:50] + "\n200\n" + reply[50:] + "\n", "/result/resultType", "\"" + reply[48:50] + "\n200\n" + strings.TrimPrefix("complete", reply[48:50]) + "\""},
		{"data lines", "data: " + reply[:24] + "\r\ndata: " + reply[24:] + "\r\n\r\n", "/result/supportedVersions/0", `"2026-07-28"`},
		{"marked lines", "< {\n< \"jsonrpc\": \"2.0\",\n< \"id\": 1,\n< \"result\": {}\n< }\n> " + ask, "/id", `1`},
		{"HAR", `{"log":{"entries":[{"request":{"headers":[{"name":"mcp-method","value":"x"}]},"response":{"status":200,"headers":[],"content":{"text":"{\"id\":1,\"result\":{\"a\":\"\u00e9\\n\"}}"}}}]}}`, "/result/a", `\"\u00e9\\n\"`},
		{"fence", "```\n" + reply + "\n```", "/result/ttlMs", `0`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var p message.Paste
			p.Read([]byte(c.text), message.Options{})
			if len(p.Messages) == 0 {
				t.Fatalf("no message in %q: %v", c.text, p.Troubles[0].Fault)
			}
			m := p.Messages[0]
			v := m.Root
			for _, name := range strings.Split(c.pointer, "/")[1:] {
				if v.Kind() == jsondoc.Array {
					v = v.First()
				} else {
					v = v.Get(name)
				}
			}
			s := m.At(v)
			if got := c.text[s.Start:s.End]; got != c.want {
				t.Errorf("%s is %q in the paste, want %q", c.pointer, got, c.want)
			}
		})
	}
}

// What lies behind the limit is not read, and that is said.
func TestLimit(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"messages", strings.Repeat(refusal+"\n", 20000)},
		{"noise", refusal + "\n" + strings.Repeat("x\n", 20000)},
		{"events", strings.Repeat("data: 1\n\n", 20000)},
		{"responses", strings.Repeat("HTTP/1.1 200\n\n", 20000)},
	} {
		var p message.Paste
		p.Read([]byte(c.text), message.Options{})
		if p.Unread == nil || p.Unread.End != len(c.text) || p.Unread.Start == 0 {
			t.Errorf("%s: unread is %v", c.name, p.Unread)
		}
		if n := len(p.Messages) + len(p.Troubles); n > 5000 || len(p.Lines) > 5000 || len(p.HTTPs) > 5000 {
			t.Errorf("%s: %d messages, %d lines, %d HTTP messages", c.name, n, len(p.Lines), len(p.HTTPs))
		}
	}
	var p message.Paste
	p.Read([]byte(ask+"\n"+reply), message.Options{})
	if p.Unread != nil {
		t.Error("all of a short text is read")
	}
}
