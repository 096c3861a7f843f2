package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rules"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
)

type fuzzSpan struct{ Start, End int }

type fuzzPlace struct {
	Pane, Pointer, Part string
	Span                fuzzSpan
	Line, Column        int
	Label               string
}

type fuzzReport struct {
	Engine, Revision, Lang *string
	Detected               *struct {
		Kind, Transport, Claims, Label, Why string
		Parts                               []struct {
			Kind, Label, Pane string
			Span              fuzzSpan
			Line              int
		}
	}
	Summary *struct {
		Violations, Advice, Notes, Satisfied, NotObserved, Dropped int
		Sentence                                                   string
	}
	Findings []struct {
		fuzzPlace
		Rule, Title, Outcome, Level, Party, Message, Why, Fix string
		Clause                                                struct{ Page, Keyword, URL string }
		Related                                               []fuzzPlace
		Edits                                                 []struct {
			Span fuzzSpan
			Text string
		}
	}
	Satisfied   []string
	NotObserved []struct{ Rule, Reason string }
	Learned     json.RawMessage
	Error       *struct{ Code, Message string }
}

// Whatever is pasted, with whatever options, the engine gives the same valid report twice: every place in the text, the
// findings in order, every rule with one outcome, and every sentence there.
func FuzzCheck(f *testing.F) {
	add := func(text, sent string, how uint8) { f.Add([]byte(text), []byte(sent), how) }
	all, err := examples.All()
	if err != nil {
		f.Fatal(err)
	}
	for i, x := range all {
		for _, list := range [][]examples.Sample{x.Bad, x.Good} {
			for _, s := range list {
				if !s.Huge { // mutating megabytes of white space finds nothing
					add(s.Text, s.Sent, uint8(i))
				}
			}
		}
	}
	add("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n\r\nUnsupported protocol version\n", "", 0)
	add("event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\ndata: \"result\":{\"ttlMs\":1.5}}\n", `{"id":1,"method":"tools/list"}`, 3)
	add("> {\"id\":1,\"method\":\"x\"}\n< oops\n< {\"id\":1,\"error\":{}}\n", "", 7)
	known := map[string]bool{}
	for _, r := range rules.All() {
		known[r.ID] = true
	}
	e := api.NewEngine()
	f.Fuzz(func(t *testing.T, text, sent []byte, how uint8) {
		head := fmt.Sprintf(`{"lang":%q,"kind":%q,"transport":%q,"claims":%q,"requestBytes":%d}`+"\n",
			[]string{"en", "ja"}[how&1], message.Kinds[int(how>>1)%len(message.Kinds)],
			[]string{"auto", "stdio", "http"}[int(how>>3)%3], []string{"auto", "modern", "legacy"}[int(how>>5)%3], len(sent))
		in := append(append([]byte(head), sent...), text...)
		first := bytes.Clone(e.Call("check", in))
		if second := e.Call("check", in); !bytes.Equal(first, second) {
			t.Fatalf("two runs differ:\n%s\n%s", first, second)
		}
		judged(t, first, text, sent, known)
	})
}

func judged(t *testing.T, reply, text, sent []byte, known map[string]bool) {
	t.Helper()
	if !utf8.Valid(reply) {
		t.Fatalf("the report is not UTF-8: %q", reply)
	}
	var r fuzzReport
	if err := json.Unmarshal(reply, &r); err != nil {
		t.Fatalf("the report is no JSON: %v\n%s", err, reply)
	}
	if r.Error != nil {
		t.Fatalf("the call failed: %s", r.Error.Message)
	}
	if r.Engine == nil || r.Revision == nil || r.Lang == nil || r.Detected == nil || r.Summary == nil || r.Findings == nil ||
		r.Satisfied == nil || r.NotObserved == nil || r.Learned == nil || r.Detected.Label == "" || r.Detected.Why == "" || r.Summary.Sentence == "" {
		t.Fatalf("a member of the contract is missing: %s", reply)
	}
	place := func(what string, p fuzzPlace) {
		t.Helper()
		in := text
		if p.Pane == "request" {
			in = sent
		}
		if p.Span.Start < 0 || p.Span.Start > p.Span.End || p.Span.End > len(in) {
			t.Fatalf("%s at %v, outside of %d bytes", what, p.Span, len(in))
		}
		if want := 1 + bytes.Count(in[:p.Span.Start], []byte{'\n'}); p.Line < 1 || p.Column < 1 || p.Line > want+bytes.Count(in, []byte{'\r'}) {
			t.Fatalf("%s at %v is on line %d, column %d", what, p.Span, p.Line, p.Column)
		}
	}
	outcomes := map[string]int{}
	found := map[string]bool{}
	last := fuzzPlace{}
	for i, f := range r.Findings {
		place(f.Rule, f.fuzzPlace)
		if i > 0 && (f.Pane < last.Pane || f.Pane == last.Pane && f.Span.Start < last.Span.Start) {
			t.Fatalf("%s stands before its place", f.Rule)
		}
		last = f.fuzzPlace
		outcomes[f.Outcome]++
		found[f.Rule] = true
		if !known[f.Rule] || f.Title == "" || f.Message == "" || f.Why == "" || f.Fix == "" || f.Level == "" || f.Party == "" ||
			f.Clause.Page == "" || !strings.HasPrefix(f.Clause.URL, "https://") {
			t.Fatalf("%s: a member is missing: %+v", f.Rule, f)
		}
		for _, p := range f.Related {
			place(f.Rule+" related", p)
			if p.Label == "" {
				t.Fatalf("%s: a related place without a label", f.Rule)
			}
		}
		end := 0
		for _, e := range f.Edits {
			if e.Span.Start < end || e.Span.Start > e.Span.End || e.Span.End > len(text) {
				t.Fatalf("%s: edits overlap or lie outside: %v", f.Rule, f.Edits)
			}
			end = e.Span.End
		}
	}
	s := r.Summary
	if outcomes["violation"] != s.Violations || outcomes["advice"] != s.Advice || outcomes["note"] != s.Notes {
		t.Fatalf("the summary %+v doesn't fit %v", *s, outcomes)
	}
	for _, no := range r.NotObserved {
		if no.Reason == "" {
			t.Fatalf("%s is not observed without a reason", no.Rule)
		}
	}
	if n := len(found) + len(r.Satisfied) + len(r.NotObserved); n != len(known) {
		t.Fatalf("%d rules have an outcome, of %d", n, len(known))
	}
	for _, p := range r.Detected.Parts {
		place("part", fuzzPlace{Pane: p.Pane, Span: p.Span, Line: p.Line, Column: 1})
	}
}

// Whatever comes through the door, the reply is JSON.
func FuzzCall(f *testing.F) {
	f.Add("check", []byte("{}\n{}"))
	f.Add("check", []byte(`{"requestBytes":-1}`))
	f.Add("version", []byte(nil))
	f.Add("nonsense", []byte("\x00"))
	e := api.NewEngine()
	f.Fuzz(func(t *testing.T, op string, in []byte) {
		var reply map[string]json.RawMessage
		if err := json.Unmarshal(e.Call(op, in), &reply); err != nil {
			t.Fatalf("the reply is no JSON: %v", err)
		}
	})
}
