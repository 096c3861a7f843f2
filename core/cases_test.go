package core_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/api"
)

// lines reads a file of one JSON value a line.
func lines(t *testing.T, name string, each func([]byte)) {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 4<<20)
	for s.Scan() {
		each(bytes.Clone(s.Bytes()))
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}

func decode(t *testing.T, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// found is what the tests read of a finding.
type found struct {
	Rule, Outcome, Pane, Pointer, Part, Message string
	Line                                        int
	Related                                     []struct{ Pane, Pointer, Part string }
}

func (f found) String() string {
	return fmt.Sprintf("%s %s %s%s%s line %d: %s", f.Outcome, f.Rule, f.Pane, f.Pointer, f.Part, f.Line, f.Message)
}

func judge(t *testing.T, e *api.Engine, text, sent, transport, claims string) []found {
	t.Helper()
	head := fmt.Sprintf(`{"transport":%q,"claims":%q,"requestBytes":%d}`+"\n", transport, claims, len(sent))
	var r struct {
		Findings []found
		Error    *struct{ Message string }
	}
	decode(t, e.Call("check", []byte(head+sent+text)), &r)
	if r.Error != nil {
		t.Fatal(r.Error.Message)
	}
	return r.Findings
}

// expectation is one verdict that a case asks for.
type expectation struct{ Level, About, Says string }

type bugReport struct {
	ID, Transport, Input, Context string
	Kind                          string `json:"input_kind"`
	Expected                      []expectation
}

// What was sent in the cases, by how they put it.
const (
	probeMeta    = `"io.modelcontextprotocol/clientInfo":{"name":"probe","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	probeHeaders = "POST /mcp HTTP/1.1\nHost: mcp.example.test\nContent-Type: application/json\nAccept: application/json, text/event-stream\nMCP-Protocol-Version: %VERSION\nMcp-Method: %METHOD\n%NAME\n"
)

func request(id, method, params, version string, http bool) string {
	body := `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":{` + params + `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + version + `",` + probeMeta
	if !http {
		return body
	}
	name := ""
	if method == "tools/call" || method == "resources/read" {
		name = "Mcp-Name: x\n"
	}
	return strings.NewReplacer("%VERSION", version, "%METHOD", method, "%NAME", name).Replace(probeHeaders) + body + "\n"
}

// sent builds the request that a case's context speaks of, and says what the server is known to speak.
func (c bugReport) sent(t *testing.T) (request_, claims string) {
	t.Helper()
	http := c.Transport == "http"
	switch ctx := c.Context; {
	case strings.Contains(ctx, "numeric id 0"):
		return request("0", "server/discover", "", "2026-07-28", http), "auto"
	case strings.HasPrefix(ctx, "dual-era client sent"):
		return request(`"p1"`, "server/discover", "", "2026-07-28", http), "auto"
	case strings.HasPrefix(ctx, "probe asked for 2027-01-15"):
		return request(`"p1"`, "server/discover", "", "2027-01-15", http), "auto"
	case strings.HasPrefix(ctx, "probe sent without the Mcp-Method header"):
		return strings.Replace(request(`"p1"`, "server/discover", "", "2026-07-28", true), "Mcp-Method: server/discover\n", "", 1), "auto"
	case strings.HasPrefix(ctx, "request id was "):
		return request(strings.TrimPrefix(ctx, "request id was "), "server/discover", "", "2026-07-28", http), "auto"
	case strings.HasPrefix(ctx, "resources/read"):
		return request("7", "resources/read", `"uri":"x",`, "2026-07-28", true), "modern"
	case strings.HasPrefix(ctx, "answer to tools/call id 5"):
		return request("5", "tools/call", `"name":"x","arguments":{},`, "2026-07-28", true), "modern"
	case strings.HasPrefix(ctx, "tools/list with"):
		return request(`"p1"`, "tools/list", "", "2024-11-05", false), "auto"
	case strings.Contains(ctx, "server already known modern"):
		return "", "modern"
	case strings.HasPrefix(ctx, ">"), strings.HasPrefix(ctx, "request being checked"), strings.HasPrefix(ctx, "answer to GET"), strings.HasPrefix(ctx, "this is the answer to OPTIONS"):
		return "", "auto"
	}
	t.Fatalf("%s: no request is known for %q", c.ID, c.Context)
	return "", ""
}

// fits reports whether a finding is at the place that an expectation is about.
func (x expectation) fits(f found) bool {
	about := x.About
	inRequest := strings.HasPrefix(about, "request ")
	if (f.Pane == "request") != inRequest {
		return false
	}
	about = strings.TrimPrefix(about, "request ")
	about = strings.TrimPrefix(about, "body:")
	if rest, ok := strings.CutPrefix(about, "line:"); ok {
		line, pointer, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(line)
		return err == nil && f.Line == n && (pointer == "" || pointer == f.Pointer)
	}
	if name, ok := strings.CutPrefix(about, "header:"); ok {
		return strings.EqualFold(f.Part, "headers/"+name)
	}
	switch about {
	case "status":
		return f.Part == "status"
	case "body":
		return f.Part != "" && f.Part != "status" && !strings.HasPrefix(f.Part, "headers/")
	case "":
		return f.Pointer == "" && (f.Part == "" || f.Part == "body" || f.Part == "text")
	}
	return f.Pointer == about || x.Level == "NOTE" && strings.HasPrefix(f.Pointer, about+"/")
}

// elsewhere reports whether an expectation is about what the checker doesn't say: the verdict of the probe's
// classifier, the next step, the answer that a request would get.
func (x expectation) elsewhere() bool {
	return x.About == "verdict" || x.About == "expected answer" || x.About == "next step" || x.About == "outcome"
}

// readings are the expectations from which we depart, by case and place, with the reason.
var readings = map[string]string{
	"discover-input-required /result/ttlMs": "nothing is missed there: hints belong to complete results only (server/utilities/caching, Cacheable Results), and what is right gets no finding",
	"discover-is-cacheable /result/ttlMs":   "the case says itself that nothing is to be found there",
	"http-400-cors-text ":                   "the note stands at the status, which is what a preflight answer has",
	"http-403-origin body:/id":              "the id of a refusal that comes before the protocol is free (basic/transports/streamable-http, Security Warning), and the server claims no revision",
	"http-403-origin body:/error/code":      "without a claim to the revision its SHOULD NOT is told as a condition, in a note",
	"sse-crlf body":                         "the case says itself that it is fine",
	"sse-endpoint-event line:5":             "the case asks for silence there",
	"sse-multiline-data line:1":             "the case says itself that it is fine; spans of joined lines are tested with the recogniser",
	"stderr-is-not-pollution line:2":        "the case asks for silence there",
	"stdout-content-length line:3":          "the blank line has the cause of line 2, and one cause gives one finding",
}

// Every case that was rebuilt from a public bug report gets its verdict: violations exactly where one is due, advice
// and notes where they are asked for.
func TestCases(t *testing.T) {
	e := api.NewEngine()
	n := 0
	used := map[string]bool{}
	lines(t, "cases.jsonl", func(text []byte) {
		var c bugReport
		decode(t, text, &c)
		if c.Kind == "scenario" {
			return // the simulators' matter
		}
		n++
		t.Run(c.ID, func(t *testing.T) {
			sent, claims := c.sent(t)
			transport := c.Transport
			if transport == "any" {
				transport = "auto"
			}
			all := judge(t, e, c.Input, sent, transport, claims)
			explain := func() {
				t.Helper()
				for _, f := range all {
					t.Log(f)
				}
				t.Logf("in %s", c.Input)
			}
			departs := func(about string) bool {
				key := c.ID + " " + about
				if readings[key] == "" {
					return false
				}
				used[key] = true
				return true
			}
			claimed := map[int]bool{}
			for _, x := range c.Expected {
				if x.elsewhere() {
					continue
				}
				ok := false
				for i, f := range all {
					if !x.fits(f) {
						for _, r := range f.Related {
							ok = ok || x.Level == "NOTE" && x.fits(found{Pane: r.Pane, Pointer: r.Pointer, Part: r.Part})
						}
						continue
					}
					switch x.Level {
					case "MUST":
						if f.Outcome == "violation" {
							claimed[i], ok = true, true
						}
					case "SHOULD":
						ok = ok || f.Outcome == "advice"
					default:
						ok = true
					}
				}
				if !ok && !departs(x.About) {
					t.Errorf("%s is due at %s: %s", x.Level, x.About, x.Says)
					explain()
				}
			}
			for i, f := range all {
				if f.Outcome == "violation" && !claimed[i] && f.Pane == "" && !departs(f.Rule) {
					t.Errorf("nothing says that this is a violation: %v", f)
					explain()
				}
			}
		})
	})
	if n < 70 {
		t.Errorf("only %d cases", n)
	}
	for key := range readings {
		if !used[key] {
			t.Errorf("the departure %s is not used", key)
		}
	}
}

// capture is one probe of a real server.
type capture struct {
	ID, Server, Version, Transport, Probe string
	Request                               int // index into the requests of the file's first line
	Response, Era, Evidence               string
	Violations                            []struct{ Level, Pointer, What string }
}

// httpRequest is how captures write an HTTP request.
type httpRequest struct {
	Method, Path string
	Headers      []string
	Body         *string
}

// asked writes what was sent, as it goes into the second pane.
func asked(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	switch raw[0] {
	case '"':
		var s string
		decode(t, raw, &s)
		return s
	case '[':
		var all []string
		decode(t, raw, &all)
		return strings.Join(all, "\n")
	}
	var r httpRequest
	decode(t, raw, &r)
	s := r.Method + " " + r.Path + " HTTP/1.1\r\nHost: localhost\r\n"
	for _, h := range r.Headers {
		s += h + "\r\n"
	}
	s += "\r\n"
	if r.Body != nil {
		s += *r.Body
	}
	return s
}

// departure is a reading of a capture from which we depart, for every capture to which it applies.
type departure struct {
	id     string // what the capture's id contains, such as the probe or the server
	about  string // the place of a verdict that we don't give, or the rule whose violation the capture doesn't list
	reason string
}

var departures = []departure{
	{"__discover-bad-origin", "(status)", "which origins are valid is the deployment's choice, and a local server may take a foreign one for valid; the text doesn't show it"},
	{"__discover-bad-origin", "discover-versions-requested", "the same list as in the server's answer to the plain probe, where the recording has the verdict"},
	{"__discover-noclientinfo", "discover-versions-requested", "the same list as in the server's answer to the plain probe, where the recording has the verdict"},
	{"meta", "exchange-malformed-code", "a modern server refuses a request without the required _meta with -32602 (basic, _meta); the recording lets it be answered as a legacy request"},
	{"__discover-nometa-noheaders", "http-params-status", "-32602 for a missing _meta field comes with 400 (basic, _meta); the recording lets the request be answered as a legacy one"},
	{"__initialize-then-discover", "exchange-discover-refused", "a request with modern _meta is served statelessly by this revision (basic/versioning, Compatibility Matrix), also after initialize"},
}

// at reports whether a finding is at the place of a capture's verdict.
func at(pointer string, f found) bool {
	switch {
	case pointer == "(status)":
		return f.Part == "status"
	case strings.HasPrefix(pointer, "(headers)/"):
		part := "headers/" + strings.TrimPrefix(pointer, "(headers)/")
		for _, r := range f.Related { // a header of the request, which the answer should have refused
			if strings.EqualFold(r.Part, part) {
				return true
			}
		}
		return strings.EqualFold(f.Part, part)
	case pointer == "/error/code" && f.Part == "body": // where an error is due and something else stands
		return true
	case strings.HasPrefix(pointer, "/"):
		return f.Pointer == pointer
	}
	return f.Part == pointer
}

// Every answer that was recorded from a real server gets the verdict that the recording came with: without a claim only
// where the answer itself shows the era, and with the claim wherever the server has proved to be modern.
func TestCaptures(t *testing.T) {
	e := api.NewEngine()
	var requests []json.RawMessage
	n := 0
	used := make([]bool, len(departures))
	lines(t, "captures.jsonl", func(text []byte) {
		if requests == nil {
			var head struct{ Requests []json.RawMessage }
			decode(t, text, &head)
			requests = head.Requests
			return
		}
		var c capture
		decode(t, text, &c)
		n++
		departs := func(about string) bool {
			any := false
			for i, d := range departures {
				if d.about == about && strings.Contains(c.ID, d.id) {
					used[i], any = true, true
				}
			}
			return any
		}
		sent := asked(t, requests[c.Request])
		claims := []string{"auto"}
		if c.Era != "legacy" && c.Evidence != "legacy" && c.Evidence != "legacy-capable" {
			claims = append(claims, "modern")
		}
		for _, claim := range claims {
			all := judge(t, e, c.Response, sent, c.Transport, claim)
			shown := claim == "modern" || c.Evidence == "modern"
			explained := make([]bool, len(all))
			for _, v := range c.Violations {
				must := strings.HasPrefix(v.Level, "MUST")
				ok := false
				for i, f := range all {
					if f.Pane == "" && at(v.Pointer, f) && (f.Outcome == "violation" || !must && f.Outcome == "advice") {
						ok, explained[i] = true, true
					}
				}
				if !ok && shown && !departs(v.Pointer) {
					t.Errorf("%s, claims %s: %s at %s is due: %s", c.ID, claim, v.Level, v.Pointer, v.What)
				}
			}
			for i, f := range all {
				if f.Outcome == "violation" && f.Pane == "" && !explained[i] && !departs(f.Rule) {
					t.Errorf("%s, claims %s: nothing says that this is a violation: %v\n%s\n%s", c.ID, claim, f, sent, c.Response)
				}
			}
		}
	})
	if n < 1000 {
		t.Errorf("only %d captures", n)
	}
	for i, d := range departures {
		if !used[i] {
			t.Errorf("the departure %s %s is not used", d.id, d.about)
		}
	}
}
