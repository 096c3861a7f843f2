package message_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mcp-discover/mcp-discover/core/message"
)

// Texts that make a careless reader start over from every line are read in a time and a space that grow with their
// length only.
func TestWorstCases(t *testing.T) {
	size := 8 << 20
	if raced || testing.Short() {
		size = 1 << 20 // what takes too long shows at this size too, and the race detector makes all of it ten times slower
	}
	fill := func(head, s, tail string) string {
		return head + strings.Repeat(s, (size-len(head)-len(tail))/len(s)) + tail
	}
	chunkHead := "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n"
	for _, c := range []struct{ name, text string }{
		{"lines of CR", fill("data: 1\r", "\r", "")},
		{"fields of CR", fill("", "data: 1\r", "")},
		{"comments", fill("", ":\n", "")},
		{"events", fill("", "data: {}\n\n", "")},
		{"one event", fill("", "data: 1\n", "")},
		{"open brackets", fill(ask+"\n", "{\n", "")},
		{"open brackets, closed by a mark", fill("> "+ask+"\n", "{\n{\n{\n{\n> {\n", "")},
		{"open brackets, one mark at the end", fill("> "+ask+"\n", "{\n", "> {\n")},
		{"brackets in strings", fill(ask+"\n", "{\"\n", "")},
		{"noise", fill(ask+"\n", "x\n", "")},
		{"empty lines", fill(ask+"\n", "\n", "")},
		{"messages", fill(ask+"\n", "{}\n", "")},
		{"requests with one id", fill("", ask+"\n", "")},
		{"answers with one id", fill(ask+"\n", refusal+"\n", "")},
		{"responses", fill("", "HTTP/1.1 200\n\n", "")},
		{"requests", fill("", "GET / HTTP/1.1\n\n", "")},
		{"header fields", fill("HTTP/1.1 200\n", "a:b\n", "")},
		{"verbose", fill("", "< HTTP/1.1 200\n<\n* a\n", "")},
		{"connections", fill("< HTTP/1.1 200\n<\n", "a* Connection #\n", "")},
		{"fences", fill("a\n", "```\na\n```\n", "")},
		{"open fences", fill("a\n", "~~~~\n```\n", "")},
		{"small chunks", fill(chunkHead, "1\n \n", "")},
		{"chunks with wrong sizes", fill(chunkHead, "2\n \n", "")},
		{"digits", fill("", "1", " "+ask)},
		{"spaces", fill("> ", " ", ask)},
		{"documents", fill("", "{\"jsonrpc\":\n1}\n", "")},
		{"nesting", fill("", "[", "")},
		{"array", fill("[", "{},", "{}]")},
		{"HAR entries", fill(`{"log":{"entries":[`, `{"request":{"method":"POST","headers":[{"name":"mcp-method"}]},"response":{"status":200}},`, `{}]}}`)},
		{"HAR escapes", fill(`{"log":{"entries":[{"request":{"method":"POST","headers":[{"name":"mcp-method"}],"postData":{"text":"{\"jsonrpc\":\"`, `\\\n\"`, `\"}"}}}]}}`)},
		{"HAR body of an event stream", fill(`{"log":{"entries":[{"request":{"method":"POST","headers":[{"name":"mcp-method"}]},"response":{"status":200,"headers":[],"content":{"text":"`, `data: 1\n\n`, `"}}}]}}`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			start := time.Now()
			var p message.Paste
			p.Read([]byte(c.text), message.Options{})
			took := time.Since(start)
			runtime.GC()
			runtime.ReadMemStats(&after)
			// Linear work takes a second, on a busy machine with the race detector some; quadratic work takes hours.
			if took > time.Minute {
				t.Errorf("took %v", took)
			}
			if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 12*(8<<20) { // of the largest text, whatever was read
				t.Errorf("keeps %d times the size of the text", kept/int64(size))
			}
			t.Logf("%v, %s, %d messages, keeps %.1f times the size", took.Round(time.Millisecond), p.Kind, len(p.Messages), float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/float64(size))
			runtime.KeepAlive(&p)
		})
	}
}
