package rules_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
)

// outdated are the official examples that break the specification's own text, with what we say of them.
var outdated = map[string][]string{
	// Written before the caching hints: "complete results of resources/read carry both" (server/utilities/caching,
	// Cacheable Results). The JSON Schema lets it pass only because it could be an InputRequiredResult.
	"ReadResourceResultResponse/read-resource-result-response.json": {"cache-ttl-missing", "cache-scope-missing"},
}

// Every example that the specification itself gives passes.
func TestOfficialExamples(t *testing.T) {
	dir, ok := official(t)
	if !ok {
		const loud = "the official examples are not here (set MCP_SPEC_DIR): nothing to check"
		t.Log(loud)
		fmt.Fprintln(os.Stderr, "TestOfficialExamples: "+loud)
		return
	}
	e := api.NewEngine()
	n := 0
	err := filepath.WalkDir(filepath.Join(dir, "examples-2026-07-28"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		kind := filepath.Base(filepath.Dir(path))
		s, ok := whole(kind, strings.TrimSpace(string(text)))
		if !ok {
			t.Errorf("%s is of a type that the test can't make a message of", kind)
			return nil
		}
		if !json.Valid([]byte(s.Text)) {
			t.Errorf("%s: made no JSON of it:\n%s", kind, s.Text)
		}
		n++
		name := kind + "/" + filepath.Base(path)
		want := outdated[name]
		for _, f := range violations(check(t, e, s, "en")) {
			if i := slices.Index(want, f.Rule); i >= 0 {
				want = slices.Delete(slices.Clone(want), i, i+1)
				continue
			}
			t.Errorf("%s: %s: %s\n%s", name, line(f, s), f.Message, s.Text)
		}
		if len(want) > 0 {
			t.Errorf("%s no longer gives %v", name, want)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if n < 100 {
		t.Errorf("only %d examples were checked", n)
	}
	t.Logf("%d official examples", n)
}

const (
	everything = `{"elicitation":{"form":{},"url":{}},"sampling":{"tools":{},"context":{}},"roots":{}}`
	metaPart   = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"probe","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":`
)

// whole makes a message of an example of a type, with the request that it answers. % stands for the example.
func whole(kind, text string) (examples.Sample, bool) {
	request := func(method, params string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + metaPart + everything + `}}}`
	}
	response := func(result string) string {
		return `{"jsonrpc":"2.0","id":1,"result":` + result + `}`
	}
	list := func(name, entry string) string {
		return response(`{"resultType":"complete","` + name + `":[` + entry + `],"ttlMs":0,"cacheScope":"private"}`)
	}
	content := func(block string) string { return response(`{"resultType":"complete","content":[` + block + `]}`) }
	call := request("tools/call", `"name":"x","arguments":{},`)
	asks := func(q string) string {
		return response(`{"resultType":"input_required","inputRequests":{"q":` + q + `}}`)
	}
	field := func(schema string) string {
		return asks(`{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{"f":` + schema + `}}}}`)
	}
	sampling := func(message, more string) string {
		return asks(`{"method":"sampling/createMessage","params":{"maxTokens":1,"messages":[` + message + `]` + more + `}}`)
	}
	answers := func(a string) string {
		return request("tools/call", `"name":"x","arguments":{},"inputResponses":{"q":`+a+`},`)
	}
	methods := map[string]string{
		"CallTool": "tools/call", "Complete": "completion/complete", "Discover": "server/discover", "GetPrompt": "prompts/get",
		"ListPrompts": "prompts/list", "ListResourceTemplates": "resources/templates/list", "ListResources": "resources/list",
		"ListTools": "tools/list", "ReadResource": "resources/read", "SubscriptionsListen": "subscriptions/listen", "Paginated": "tools/list",
	}
	asked := map[string]string{
		"tools/call": call, "completion/complete": request("completion/complete", ""), "server/discover": request("server/discover", ""),
		"prompts/get": request("prompts/get", `"name":"x",`), "resources/read": request("resources/read", `"uri":"file:///x",`),
	}
	notifications := map[string]string{
		"Cancelled": "notifications/cancelled", "LoggingMessage": "notifications/message", "Progress": "notifications/progress",
		"ResourceUpdated": "notifications/resources/updated",
	}
	s := examples.Sample{Name: kind, Options: `{"kind":"json","claims":"modern"}`}
	switch kind {
	case "TextContent", "ImageContent", "AudioContent", "ResourceLink", "EmbeddedResource":
		s.Text, s.Sent = content(text), call
	case "TextResourceContents", "BlobResourceContents":
		s.Text, s.Sent = list("contents", text), asked["resources/read"]
	case "Tool":
		s.Text = list("tools", text)
	case "Resource":
		s.Text = list("resources", text)
	case "BooleanSchema", "NumberSchema", "StringSchema", "TitledMultiSelectEnumSchema", "TitledSingleSelectEnumSchema",
		"UntitledMultiSelectEnumSchema", "UntitledSingleSelectEnumSchema":
		s.Text, s.Sent = field(text), call
	case "SamplingMessage":
		s.Text, s.Sent = sampling(text, ""), call
	case "ToolUseContent":
		s.Text, s.Sent = sampling(`{"role":"assistant","content":`+text+`}`, ""), call
	case "ToolResultContent":
		s.Text, s.Sent = sampling(`{"role":"user","content":[`+text+`]}`, ""), call
	case "ModelPreferences":
		s.Text, s.Sent = sampling("", `,"modelPreferences":`+text), call
	case "ElicitRequest", "CreateMessageRequest", "ListRootsRequest":
		s.Text, s.Sent = asks(text), call
	case "ElicitRequestFormParams", "ElicitRequestURLParams":
		s.Text, s.Sent = asks(`{"method":"elicitation/create","params":`+text+`}`), call
	case "CreateMessageRequestParams":
		s.Text, s.Sent = asks(`{"method":"sampling/createMessage","params":`+text+`}`), call
	case "InputRequests":
		s.Text, s.Sent = response(`{"resultType":"input_required","inputRequests":`+text+`}`), call
	case "InputRequiredResult":
		s.Text, s.Sent = response(text), call
	case "InputResponses":
		s.Text = request("tools/call", `"name":"x","arguments":{},"inputResponses":`+text+`,`)
	case "ElicitResult", "CreateMessageResult", "ListRootsResult":
		s.Text = answers(text)
	case "Root":
		s.Text = answers(`{"roots":[` + text + `]}`)
	case "ClientCapabilities":
		s.Text = `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + metaPart + text + `}}}`
	case "ServerCapabilities":
		s.Text = response(`{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":` + text + `,"ttlMs":0,"cacheScope":"private"}`)
	case "ParseError", "InternalError", "InvalidParamsError", "MethodNotFoundError":
		s.Text = `{"jsonrpc":"2.0","id":1,"error":` + text + `}`
	default:
		base, isParams := strings.CutSuffix(kind, "Params")
		switch {
		case isParams && strings.HasSuffix(base, "Notification"):
			m := notifications[strings.TrimSuffix(base, "Notification")]
			s.Text = `{"jsonrpc":"2.0","method":"` + m + `","params":` + text + `}`
			return s, m != ""
		case isParams:
			m := methods[strings.TrimSuffix(base, "Request")]
			s.Text = `{"jsonrpc":"2.0","id":1,"method":"` + m + `","params":` + text + `}`
			return s, m != ""
		case strings.HasSuffix(kind, "Result"):
			m := methods[strings.TrimSuffix(kind, "Result")]
			s.Text, s.Sent = response(text), asked[m]
			if s.Sent == "" {
				s.Sent = request(m, "")
			}
			if m == "subscriptions/listen" { // its result names the id of the request
				s.Text, s.Sent = strings.Replace(s.Text, `"id":1`, `"id":"listen-1"`, 1), strings.Replace(s.Sent, `"id":1`, `"id":"listen-1"`, 1)
			}
			return s, m != ""
		case strings.HasSuffix(kind, "ResultResponse"), strings.HasSuffix(kind, "Request"), strings.HasSuffix(kind, "Notification"), strings.HasSuffix(kind, "Error"):
			s.Text = text
			return s, strings.HasPrefix(text, "{")
		}
		return s, false
	}
	return s, true
}
