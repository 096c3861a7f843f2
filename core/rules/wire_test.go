package rules_test

import (
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
)

// What is legal on HTTP, on streams and over stdio gives no violation and no advice, however unusual it looks. Notes
// may explain it.
func TestLegalOnTheWire(t *testing.T) {
	const (
		meta   = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"probe","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{}}`
		ask    = `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + meta + `}}`
		server = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"acorn","version":"1.2.0"}}`
		reply  = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":60000,"cacheScope":"private",` + server + `}}`
		head   = "POST /mcp HTTP/1.1\nHost: h\nContent-Type: application/json\nAccept: application/json, text/event-stream\nMCP-Protocol-Version: 2026-07-28\n"
		post   = head + "Mcp-Method: server/discover\n\n" + ask + "\n"
		open   = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"probe","version":"0.1.0"}}}`
		opened = `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"acorn","version":"1.2.0"}}}`
		stream = "HTTP/1.1 200 OK\nContent-Type: text/event-stream\nX-Accel-Buffering: no\n\n"
	)
	legacyHead := strings.NewReplacer("2026-07-28", "2025-11-25").Replace(head) + "Mcp-Session-Id: 7\n\n"
	call := func(more string) string {
		return head + "Mcp-Method: tools/call\nMcp-Name: build\n\n" + `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"build","arguments":{},"_meta":{` + more + meta[len(`"_meta":{`):] + `}}` + "\n"
	}
	lines := func(l ...string) string { return strings.Join(l, "\n") + "\n" }
	for _, c := range []struct{ name, text, sent string }{
		{"legacy refusal with 200", "HTTP/1.1 200 OK\nContent-Type: application/json\n\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`, post},
		{"legacy refusal as a stream", "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\nevent: message\nid: 9\ndata: " + `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid request parameters"}}` + "\n\n", post},
		{"legacy session refused in plain text", "HTTP/1.1 404 Not Found\nContent-Type: text/plain\n\nInvalid session ID\n", post},
		{"legacy handshake with a session", "HTTP/1.1 200 OK\nContent-Type: application/json\nMcp-Session-Id: 7\n\n" + opened, strings.Replace(legacyHead, "Mcp-Session-Id: 7\n", "", 1) + open},
		{"legacy stream with ids, a request and a notification of the server", "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\nid: 1\ndata: " + `{"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}` + "\n\nid: 2\ndata: " + `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}` + "\n\nid: 3\ndata: " + `{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}` + "\n\n", legacyHead + `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`},
		{"legacy client answers a server's request", legacyHead + `{"jsonrpc":"2.0","id":"s1","result":{"roots":[]}}` + "\n\nHTTP/1.1 202 Accepted\n\n", ""},
		{"legacy client ends its session", "DELETE /mcp HTTP/1.1\nHost: h\nMCP-Protocol-Version: 2025-11-25\nMcp-Session-Id: 7\n\nHTTP/1.1 200 OK\n\n", ""},
		{"old transport: POST to the endpoint", "HTTP/1.1 202 Accepted\n\n", ""},
		{"old transport: its stream", "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\nevent: endpoint\ndata: /messages\n\nevent: message\ndata: " + opened + "\n\n", "GET /sse HTTP/1.1\nHost: h\n\n"},
		{"header names in any case", strings.NewReplacer("Host", "HOST", "Content-Type", "content-type", "Mcp-Method", "MCP-METHOD", "MCP-Protocol-Version", "mcp-protocol-version").Replace(post), ""},
		{"Accept in two lines with weights", strings.Replace(post, "Accept: application/json, text/event-stream", "Accept: text/event-stream;q=0.9\nAccept: application/json;charset=utf-8;q=1", 1), ""},
		{"comments, event names and split data", stream + ": hello\n\n: \n\nevent: message\ndata: " + reply[:24] + "\ndata: " + reply[24:] + "\n\n: bye\n\n", post},
		{"CR alone", strings.ReplaceAll("data: "+reply+"\n\n", "\n", "\r"), ""},
		{"progress that is asked for", stream + "data: " + `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":0.1}}` + "\n\ndata: " + `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1}}` + "\n\ndata: " + `{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","content":[],` + server + "}}\n\n", call(`"progressToken":7,`)},
		{"redirect, then the answer", "HTTP/1.1 308 Permanent Redirect\nLocation: /mcp/\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n" + reply, post},
		{"404 for an unknown method", "HTTP/1.1 404 Not Found\nContent-Type: application/json\n\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`, strings.ReplaceAll(post, "server/discover", "prompts/list")},
		{"a gateway's own refusal", "HTTP/1.1 429 Too Many Requests\nContent-Type: application/problem+json\nRetry-After: 3\n\n{\"title\":\"slow down\"}", post},
		{"stderr, remarks, empty lines between", lines("> "+ask, "2 Warning: old config", "", "! 0.3s", "< "+reply), ""},
		{"answers out of order", lines("> "+ask, "> "+strings.NewReplacer(`"id":1`, `"id":2`, "server/discover", "tools/list").Replace(ask), "< "+`{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private",`+server+`}}`, "< "+reply), ""},
		{"cancelled, never answered, id used again", lines("> "+ask, `> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, "> "+ask, "< "+reply), ""},
		{"legacy fallback", lines("> "+ask, `< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`, "> "+open, "< "+opened, `> {"jsonrpc":"2.0","method":"notifications/initialized"}`, `< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`, `< {"jsonrpc":"2.0","id":1,"method":"ping"}`, `> {"jsonrpc":"2.0","id":1,"result":{}}`), ""},
		{"the end of a conversation", lines(`< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":1}}`, "> "+ask, "< "+reply), ""},
		{"two probes in two code blocks", "```json\n" + ask + "\n```\nand again\n```json\n" + ask + "\n```\n```json\n" + reply + "\n```\n```json\n" + reply + "\n```\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := examples.Sample{Text: c.text, Sent: c.sent}
			for _, f := range check(t, api.NewEngine(), s, "en").Findings {
				if f.Outcome != "note" {
					t.Errorf("%s: %s", line(f, s), f.Message)
				}
			}
		})
	}
}
