package rules_test

import (
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
)

// Texts about which several rules speak, or on purpose none, so that no archive can hold them. What is wanted are the
// findings of the families meta, identity, capability and request, and what is left of them after their edits.
func TestTogether(t *testing.T) {
	const (
		version = `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`
		client  = `"io.modelcontextprotocol/clientInfo":{"name":"probe","version":"0.1.0"}`
		none    = `"io.modelcontextprotocol/clientCapabilities":{}`
		server  = `"io.modelcontextprotocol/serverInfo":{"name":"acorn","version":"1.2.0"}`
	)
	request := func(meta string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{` + meta + `}}}`
	}
	result := func(capabilities, more string) string {
		return `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":` +
			capabilities + `,"ttlMs":60000,"cacheScope":"private"` + more + `}}`
	}
	for _, c := range []struct {
		name, text, sent string
		want, left       []string
	}{
		{
			name: "the drafts' serverInfo moves into a new _meta",
			text: result(`{}`, `,"serverInfo":{"name":"acorn","version":"1.2.0"}`),
			want: []string{
				`identity-server-missing advice /result/_meta/io.modelcontextprotocol~1serverInfo "\"result\""`,
				`identity-server-top-level note /result/serverInfo "\"serverInfo\""`,
			},
		},
		{
			name: "the drafts' serverInfo moves into the _meta that is there",
			text: result(`{}`, `,"_meta":{},"serverInfo":{"name":"acorn","version":"1.2.0"}`),
			want: []string{
				`identity-server-missing advice /result/_meta/io.modelcontextprotocol~1serverInfo "\"_meta\""`,
				`identity-server-top-level note /result/serverInfo "\"serverInfo\""`,
			},
		},
		{
			name: "an identity that is wrong inside is not moved",
			text: result(`{}`, `,"serverInfo":{"name":"acorn"}`),
			want: []string{
				`identity-server-missing advice /result/_meta/io.modelcontextprotocol~1serverInfo "\"result\""`,
				`identity-server-top-level note /result/serverInfo "\"serverInfo\""`,
			},
			left: []string{
				`identity-server-missing advice /result/_meta/io.modelcontextprotocol~1serverInfo "\"result\""`,
				`identity-server-top-level note /result/serverInfo "\"serverInfo\""`,
			},
		},
		{
			name: "an empty _meta is filled once",
			text: request(``),
			want: []string{
				`request-version-missing violation /params/_meta/io.modelcontextprotocol~1protocolVersion "\"_meta\""`,
				`request-capabilities-missing violation /params/_meta/io.modelcontextprotocol~1clientCapabilities "\"_meta\""`,
				`request-client-missing advice /params/_meta/io.modelcontextprotocol~1clientInfo "\"_meta\""`,
			},
			left: []string{`request-client-missing advice /params/_meta/io.modelcontextprotocol~1clientInfo "\"_meta\""`},
		},
		{
			name: "a word for a level becomes the level",
			text: request(version + `,` + client + `,` + none + `,"io.modelcontextprotocol/logLevel":"WARN"`),
			want: []string{`request-log-level violation /params/_meta/io.modelcontextprotocol~1logLevel "\"WARN\""`},
			left: []string{`request-log-deprecated note /params/_meta/io.modelcontextprotocol~1logLevel "\"io.modelcontextprotocol/logLevel\""`},
		},
		{
			name: "an identifier without prefix and its settings are two faults",
			text: result(`{"extensions":{"tasks":true}}`, `,"_meta":{`+server+`}`),
			want: []string{
				`capability-extension-prefix violation /result/capabilities/extensions/tasks "\"tasks\""`,
				`capability-extension-settings violation /result/capabilities/extensions/tasks "true"`,
			},
		},
		{
			name: "a local path is one fault",
			text: result(`{}`, `,"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"acorn","version":"1","icons":[{"src":"C:\\acorn.png"}]}}`),
			want: []string{`identity-icon-scheme violation /result/_meta/io.modelcontextprotocol~1serverInfo/icons/0/src "\"C:\\\\acorn.png\""`},
			left: []string{`identity-icon-scheme violation /result/_meta/io.modelcontextprotocol~1serverInfo/icons/0/src "\"C:\\\\acorn.png\""`},
		},
		{
			name: "deprecation of what a client offers is no news beside the answer",
			text: result(`{}`, `,"_meta":{`+server+`}`),
			sent: request(version + `,` + client + `,"io.modelcontextprotocol/clientCapabilities":{"roots":{},"sampling":{}}`),
		},
		{
			name: "a fault of the request pane is told there",
			text: result(`{}`, `,"_meta":{`+server+`}`),
			sent: request(version + `,` + client),
			want: []string{`request-capabilities-missing violation request:/params/_meta/io.modelcontextprotocol~1clientCapabilities "\"_meta\""`},
			left: []string{`request-capabilities-missing violation request:/params/_meta/io.modelcontextprotocol~1clientCapabilities "\"_meta\""`},
		},
		{
			name: "requests of a legacy session owe no _meta",
			text: `> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"tasks":{}},"clientInfo":{"name":"p","version":"1"}}}
< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"logging":{},"tasks":{}},"serverInfo":{"name":"s","version":"1"}}}
> {"jsonrpc":"2.0","method":"notifications/initialized"}
> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
> {"jsonrpc":"2.0","id":3,"method":"ping"}
`,
		},
		{
			name: "so do those whose header names a legacy version",
			text: "POST /mcp HTTP/1.1\nMCP-Protocol-Version: 2025-06-18\nMcp-Session-Id: 7\n\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		},
		{
			name: "a result without any claim owes no name",
			text: `{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`,
		},
		{
			name: "an error has no _meta to put a name into",
			text: `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"1900-01-01"}}}`,
		},
		{
			name: "keys inside the values of _meta are free",
			text: result(`{"experimental":{"a b/c":{"1":null}}}`, `,"_meta":{`+server+`,"com.example/x":{"1 bad/key":{"_":1}}}`),
		},
	} {
		e := api.NewEngine()
		ours := func(s examples.Sample) (lines []string, found []finding) {
			for _, f := range check(t, e, s, "en").Findings {
				switch family, _, _ := strings.Cut(f.Rule, "-"); family {
				case "meta", "identity", "capability", "request":
					lines, found = append(lines, line(f, s)), append(found, f)
				}
			}
			return lines, found
		}
		s := examples.Sample{Name: c.name, Text: c.text, Sent: c.sent}
		got, found := ours(s)
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s, got:\n%s\nwant:\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			continue
		}
		s.Text, _ = fixes(s.Text, found)
		if got, _ := ours(s); strings.Join(got, "\n") != strings.Join(c.left, "\n") {
			t.Errorf("%s, after their edits got:\n%s\nwant:\n%s\nin %s", c.name, strings.Join(got, "\n"), strings.Join(c.left, "\n"), s.Text)
		}
	}
}
