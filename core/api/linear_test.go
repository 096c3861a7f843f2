package api_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mcp-discover/mcp-discover/core/api"
)

// answered wraps a result into a response.
func answered(result string) string { return `{"jsonrpc":"2.0","id":1,"result":{` + result + `}}` }

// discovered is a DiscoverResult with a member added, or put in place of its own.
func discovered(member string) string {
	var all []string
	for _, own := range []string{`"resultType":"complete"`, `"supportedVersions":["2026-07-28"]`, `"capabilities":{}`, `"ttlMs":0`,
		`"cacheScope":"private"`, `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"acorn","version":"1"}}`} {
		name, _, _ := strings.Cut(own, ":")
		if !strings.HasPrefix(member, name+":") {
			all = append(all, own)
		}
	}
	return answered(strings.Join(append(all, member), ","))
}

const asked = `"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"walnut","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

// repeat makes a text of about size bytes out of numbered parts.
func repeat(size int, join, format string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteString(join)
		}
		fmt.Fprintf(&b, strings.ReplaceAll(format, "#", "%[1]d"), i)
	}
	return b.String()
}

// shapes are texts that many rules have to look at, each growing in one direction.
var shapes = map[string]func(size int) string{
	"versions": func(n int) string {
		return answered(`"supportedVersions":[` + repeat(n, ",", `"version-#"`) + `]`)
	},
	"one version": func(n int) string {
		return answered(`"supportedVersions":[` + repeat(n, ",", `"2026-07-28"`) + `]`)
	},
	"blank versions": func(n int) string { return answered(`"supportedVersions":["2026-07-28",` + repeat(n, ",", `""`) + `]`) },
	"numbers as versions": func(n int) string {
		return answered(`"supportedVersions":[` + repeat(n, ",", `#`) + `]`)
	},
	"members":         func(n int) string { return discovered(repeat(n, ",", `"member-#":#`)) },
	"the same member": func(n int) string { return discovered(repeat(n, ",", `"ttlMs":#`)) },
	"capabilities":    func(n int) string { return discovered(`"capabilities":{` + repeat(n, ",", `"tool#":true`) + `}`) },
	"extensions": func(n int) string {
		return discovered(`"capabilities":{"extensions":{` + repeat(n, ",", `"bad key #":[]`) + `}}`)
	},
	"experimental": func(n int) string {
		return discovered(`"capabilities":{"experimental":{` + repeat(n, ",", `"x#":1`) + `}}`)
	},
	"_meta": func(n int) string {
		return discovered(`"_meta":{` + repeat(n, ",", `"io.modelcontextprotocol/-#-":1`) + `}`)
	},
	"icons": func(n int) string {
		return discovered(`"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"a","version":"1","icons":[` + repeat(n, ",", `{"src":"javascript:#","sizes":"1"}`) + `]}}`)
	},
	"instructions": func(n int) string { return discovered(`"instructions":"` + repeat(n, "", `weather é \\n #`) + `"`) },
	"tools": func(n int) string {
		return answered(`"tools":[` + repeat(n, ",", `{"name":"tool-#","inputSchema":{"type":"object"}}`) + `]`)
	},
	"the same tool": func(n int) string { return answered(`"tools":[` + repeat(n, ",", `{"name":"tool"}`) + `]`) },
	"properties": func(n int) string {
		return answered(`"tools":[{"name":"t","inputSchema":{"type":"object","properties":{` + repeat(n, ",", `"p#":{"type":"number","x-mcp-header":"P"}`) + `}}}]`)
	},
	"contents": func(n int) string {
		return answered(`"contents":[` + repeat(n, ",", `{"uri":"no uri","blob":"#"}`) + `]`)
	},
	"input requests": func(n int) string {
		return answered(`"resultType":"input_required","inputRequests":{` + repeat(n, ",", `"r#":{"method":"elicitation/create"}`) + `}`)
	},
	"supported": func(n int) string {
		return `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"m","data":{"supported":[` + repeat(n, ",", `"v#"`) + `],"requested":"v"}}}`
	},
	"bad bytes":       func(n int) string { return discovered(`"instructions":"` + strings.Repeat("\xffx", n/2) + `"`) },
	"lone surrogates": func(n int) string { return discovered(`"instructions":"` + strings.Repeat(`\ud800`, n/6) + `"`) },
	"trailing commas": func(n int) string { return `[` + repeat(n, ",", `[#,]`) + `]` },
	"nested": func(n int) string {
		return `[` + repeat(n, ",", strings.Repeat("[", 400)+strings.Repeat("]", 400)) + `]`
	},
	"brackets":    func(n int) string { return strings.Repeat("[", n) },
	"batch":       func(n int) string { return `[` + repeat(n, ",", `{"jsonrpc":"2.0","id":#}`) + `]` },
	"white space": func(n int) string { return strings.Repeat(" \n", n/2) },
	"prose":       func(n int) string { return strings.Repeat("no JSON { in here\n", n/18) },
	"html":        func(n int) string { return "<html>" + strings.Repeat("<p>{\"a\":1}</p>\n", n/15) },
	"lines":       func(n int) string { return repeat(n, "\n", `{"jsonrpc":"2.0","id":#,"result":{}}`) },
	"noise": func(n int) string {
		return "> " + `{"jsonrpc":"2.0","id":1,"method":"server/discover"}` + "\n" + repeat(n, "\n", `< listening on #`)
	},
	"unclosed lines": func(n int) string {
		return "> " + `{"jsonrpc":"2.0","id":1,"method":"server/discover"}` + "\n" + repeat(n, "\n", `< {"jsonrpc":"2.0","id":#,`)
	},
	"exchanges": func(n int) string {
		return repeat(n, "\n", `> {"jsonrpc":"2.0","id":#,"method":"tools/list",`+asked+`}}`+"\n"+`< {"jsonrpc":"2.0","id":#,"result":{"resultType":"complete","tools":[{"name":"b"},{"name":"a"}],"nextCursor":"c#","ttlMs":0,"cacheScope":"public"}}`)
	},
	"open requests": func(n int) string {
		return repeat(n, "\n", `> {"jsonrpc":"2.0","id":#,"method":"tools/list",`+asked+`}}`)
	},
	"the same id": func(n int) string {
		return repeat(n, "\n", `> {"jsonrpc":"2.0","id":1,"method":"tools/list",`+asked+`}}`)
	},
	"answers to nobody": func(n int) string {
		return `> {"jsonrpc":"2.0","id":0,"method":"server/discover"}` + "\n" + repeat(n, "\n", `< {"jsonrpc":"2.0","id":"x#","result":{"tools":[]}}`)
	},
	"notifications": func(n int) string {
		return `> {"jsonrpc":"2.0","id":0,"method":"server/discover"}` + "\n" + repeat(n, "\n", `< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":#,"progress":1}}`)
	},
	"pages": func(n int) string {
		return repeat(n, "\n", `< {"jsonrpc":"2.0","id":#,"result":{"resultType":"complete","tools":[],"nextCursor":"c","ttlMs":0,"cacheScope":"public"}}`)
	},
	"SSE events": func(n int) string {
		return repeat(n, "", "event: message\nid: #\ndata: "+`{"jsonrpc":"2.0","id":#,"result":{}}`+"\n\n")
	},
	"SSE data lines": func(n int) string { return "data: [\n" + repeat(n, "", "data: #,\n") + "data: 0]\n\n" },
	"SSE comments":   func(n int) string { return "data: {}\n\n" + strings.Repeat(": ping\n\n", n/8) },
	"HTTP header fields": func(n int) string {
		return "HTTP/1.1 200 OK\n" + repeat(n, "\n", "Mcp-Session-Id: #") + "\n\n" + discovered(`"x":1`)
	},
	"HTTP exchanges": func(n int) string {
		return repeat(n, "\n", "POST /mcp HTTP/1.1\nMcp-Method: tools/list\n\n"+`{"jsonrpc":"2.0","id":#,"method":"tools/list",`+asked+`}}`+"\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n"+discovered(`"x":#`))
	},
	"redirects": func(n int) string {
		return "POST /mcp HTTP/1.1\n\n{}\n" + repeat(n, "", "HTTP/1.1 307 Temporary Redirect\nLocation: /#\n\n")
	},
	"chunks": func(n int) string {
		return "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n" + strings.Repeat("2\n1,\n", n/5) + "0\n\n"
	},
	"curl -v": func(n int) string {
		return "> POST /mcp HTTP/1.1\n>\n" + repeat(n, "\n", "< X-#: 1") + "\n< HTTP/1.1 200 OK\n" + repeat(n, "\n", "< X-#: 1") + "\n<\n{}"
	},
	"HAR": func(n int) string {
		return `{"log":{"entries":[` + repeat(n, ",", `{"request":{"method":"POST","url":"https://mcp.example.com/mcp","headers":[{"name":"Mcp-Method","value":"tools/list"}],"postData":{"text":"{\"jsonrpc\":\"2.0\",\"id\":#,\"method\":\"tools/list\"}"}},"response":{"status":200,"headers":[],"content":{"text":"{\"jsonrpc\":\"2.0\",\"id\":#,\"result\":{}}"}}}`) + `]}}`
	},
	"HAR body": func(n int) string {
		return `{"log":{"entries":[{"request":{"method":"POST","url":"https://mcp.example.com/mcp","headers":[{"name":"Mcp-Method","value":"tools/list"}]},"response":{"status":200,"headers":[],"content":{"text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"supportedVersions\":[` + repeat(n, ",", `\"v#\"`) + `]}}"}}}]}}`
	},
	"fences": func(n int) string { return strings.Repeat("```\n```\n", n/8) + "```json\n{}\n```\n" },
}

// cost gives what one check of a text needs: bytes allocated, which is a count, and the shortest of some times.
func cost(text []byte, runs int) (allocated uint64, shortest time.Duration) {
	var before, after runtime.MemStats
	for range runs {
		e := api.NewEngine()
		runtime.ReadMemStats(&before)
		start := time.Now()
		e.Check(text, api.Options{}).AppendJSON(nil)
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		allocated = after.TotalAlloc - before.TotalAlloc
		if shortest == 0 || took < shortest {
			shortest = took
		}
	}
	return allocated, shortest
}

// Ten times the text takes about ten times the memory and the time, whatever is in it. Something that compares all
// pairs takes a hundred times; the bounds lie far from both, because other programs run beside the test.
func TestCheckIsLinear(t *testing.T) {
	small := 24 << 10
	if testing.Short() {
		small = 8 << 10
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			a, b := []byte(shape(small)), []byte(shape(10*small))
			ratio := float64(len(b)) / float64(len(a))
			allocA, timeA := cost(a, 5)
			allocB, timeB := cost(b, 2)
			if got := float64(allocB) / float64(allocA); got > 1.5*ratio {
				t.Errorf("%.1f times the text allocates %.1f times the memory", ratio, got)
			}
			for tries := 0; float64(timeB)/float64(timeA) > 5*ratio; tries++ {
				if tries == 5 {
					t.Errorf("%.1f times the text takes %.1f times as long (%v)", ratio, float64(timeB)/float64(timeA), timeB)
					break
				}
				_, again := cost(b, 2)
				timeB = min(timeB, again)
			}
			if testing.Verbose() {
				t.Logf("memory %.1f times the text, time %v for %d KB, %.1f times the shorter one's", float64(allocB)/float64(len(b)), timeB, len(b)>>10, float64(timeB)/float64(timeA))
			}
		})
	}
}
