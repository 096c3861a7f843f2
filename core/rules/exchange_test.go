package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
)

// What the families envelope, result, error, exchange and draft say, and what they are silent about, where other
// families speak too, so that no archive can hold the text.
func TestExchanges(t *testing.T) {
	const (
		probe = `{"jsonrpc":"2.0","id":"p1","method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
			`"io.modelcontextprotocol/clientInfo":{"name":"probe","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
		bare   = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
		result = `{"jsonrpc":"2.0","id":"p1","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}}`
		tools  = `{"jsonrpc":"2.0","id":1,"result":{"tools":[],"ttlMs":0,"cacheScope":"private"}}`
		head   = "POST /mcp HTTP/1.1\nHost: mcp.example.com\nContent-Type: application/json\nAccept: application/json, text/event-stream\n"
		stamp  = head + "MCP-Protocol-Version: 2026-07-28\nMcp-Method: server/discover\n\n"
	)
	response := func(status, contentType, body string) string {
		return "HTTP/1.1 " + status + "\nContent-Type: " + contentType + "\n\n" + body
	}
	failure := func(code, more string) string {
		return `{"jsonrpc":"2.0","id":"p1","error":{"code":` + code + `,"message":"no"` + more + `}}`
	}
	with := func(s string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(s) }
	unversioned := with(probe, `"io.modelcontextprotocol/protocolVersion":"2026-07-28",`, ``)
	for _, c := range []struct {
		name, text, sent, claims string
		want                     []string
	}{
		{name: "the body of an HTTP error needn't be JSON-RPC", text: response("401 Unauthorized", "application/json", `{"error":"unauthorized"}`), sent: probe},
		{name: "nor an OAuth error", text: response("400 Bad Request", "application/json", `{"error":"invalid_token","error_description":"expired"}`)},
		{name: "nor a string", text: response("404 Not Found", "application/json", `"Invalid session"`)},
		{name: "an HTTP error that means to be JSON-RPC is judged", text: response("400 Bad Request", "application/json", `{"jsonrpc":"2.0","error":{"message":"no"}}`),
			want: []string{"error-code-missing violation /error/code"}},
		{name: "the same object with 200 is no answer", text: response("200 OK", "application/json", `{"error":"unauthorized"}`), sent: probe,
			want: []string{`envelope-shape-none violation ""`}},
		{name: "an SSE event of another type is skipped", text: response("200 OK", "text/event-stream", "event: ping\ndata: {\"at\":1}\n\ndata: "+result+"\n\n"), sent: probe},
		{name: "a batch of a legacy server", text: `[` + result + `]`, claims: "legacy"},
		{name: "an array of nothing that could be a message", text: `[1, 2]`, want: []string{`envelope-message-type violation ""`}},
		{name: "ids are compared by value", text: with(result, `"p1"`, `1`), sent: with(probe, `"p1"`, `1.0`), want: []string{"envelope-number-spelling note request:/id"}},
		{name: "and digit by digit", text: with(result, `"p1"`, `9007199254740992`), sent: with(probe, `"p1"`, `9007199254740993`),
			want: []string{"exchange-id-mismatch violation /id", "envelope-id-unsafe advice request:/id"}},
		{name: "one cause: an id of a wrong type is no mismatch too", text: with(result, `"p1"`, `[1]`), sent: probe, want: []string{"envelope-id-type violation /id"}},
		{name: "a refusal for the Origin may come without id", text: response("403 Forbidden", "application/json", `{"jsonrpc":"2.0","error":{"code":4030,"message":"no"}}`), sent: probe, claims: "modern"},
		{name: "an error before the request was parsed", text: `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}`, want: []string{"envelope-id-null note /id"}},

		{name: "a legacy server's -32601", text: failure("-32601", ""), sent: probe, claims: "legacy"},
		{name: "a legacy server's own way to refuse a version", text: with(failure("-32000", ""), "no", "Unsupported protocol version"), sent: probe,
			want: []string{"error-code-legacy-range note? /error/code", "exchange-version-code note? /error/code"}},
		{name: "a legacy server's -32002", text: failure("-32002", ""), claims: "legacy"},
		{name: "legacy traffic at a dual-era server", text: tools, sent: bare, claims: "modern", want: []string{"result-type-missing note? /result/resultType"}},
		{name: "initialize answered by a legacy server's error", text: `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2025-11-25"],"requested":"1900-01-01"}}}`,
			sent: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1900-01-01","capabilities":{},"clientInfo":{"name":"probe","version":"0.1.0"}}}`, claims: "legacy"},

		{name: "two faults: the code of either is right", text: response("400 Bad Request", "application/json", failure("-32602", "")),
			sent: head + "Mcp-Method: server/discover\n\n" + unversioned, claims: "modern"},
		{name: "and of the other", text: response("400 Bad Request", "application/json", failure("-32020", "")),
			sent: head + "Mcp-Method: server/discover\n\n" + unversioned, claims: "modern"},
		{name: "but no third", text: response("400 Bad Request", "application/json", failure("-32600", "")),
			sent: head + "Mcp-Method: server/discover\n\n" + unversioned, claims: "modern", want: []string{"exchange-malformed-code violation /error/code"}},
		{name: "a version in the header alone: HeaderMismatch is defensible", text: response("400 Bad Request", "application/json", failure("-32020", "")), sent: stamp + unversioned, claims: "modern"},
		{name: "HTTP 400 without an error, for a wrong header", text: response("400 Bad Request", "text/plain", "version mismatch"),
			sent: with(stamp, "Version: 2026-07-28", "Version: 2027-01-15") + probe, claims: "modern", want: []string{"exchange-header-code violation body"}},
		{name: "an application's own code is no wrong code", text: failure("4029", ""), sent: unversioned, claims: "modern"},
		{name: "a request refused by HTTP itself", text: response("406 Not Acceptable", "application/json", failure("-32603", "")), sent: unversioned, claims: "modern"},
		{name: "one cause: -32602 for an unsupported version of a modern server", text: failure("-32602", `,"data":{"supported":["2026-07-28"],"requested":"2027-01-15"}`),
			sent: with(probe, "2026-07-28", "2027-01-15"), want: []string{"exchange-version-code violation /error/code"}},
		{name: "one cause: a draft's number for an unsupported version", text: failure("-32004", `,"data":{"supported":["2026-07-28"],"requested":"2027-01-15"}`),
			sent: with(probe, "2026-07-28", "2027-01-15"), want: []string{"error-code-draft advice /error/code"}},
		{name: "a timeout that a server reports over HTTP is its own", text: response("200 OK", "application/json", with(failure("-32001", ""), "no", "upstream timeout")), claims: "modern",
			want: []string{"error-code-legacy-range advice /error/code"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := examples.Sample{Text: c.text, Sent: c.sent}
			if c.claims != "" {
				s.Options = `{"claims":"` + c.claims + `"}`
			}
			var got []string
			for _, f := range check(t, api.NewEngine(), s, "en").Findings {
				switch family, _, _ := strings.Cut(f.Rule, "-"); family {
				case "envelope", "result", "error", "exchange", "draft":
					l := line(f, s)
					got = append(got, l[:strings.LastIndex(l, ` "`)])
				}
			}
			for i, w := range c.want {
				if !slices.Contains(got, w) {
					t.Errorf("missing %d: %s", i, w)
				}
			}
			if len(got) != len(c.want) {
				t.Errorf("got %q", got)
			}
		})
	}
}
