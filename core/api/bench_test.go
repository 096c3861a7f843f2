package api_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/api"
)

// typical is an answer as servers give it: some hundred bytes, without a fault.
const typical = `{
  "jsonrpc": "2.0",
  "id": "discover-1",
  "result": {
    "resultType": "complete",
    "supportedVersions": ["2026-07-28"],
    "capabilities": {
      "completions": {},
      "prompts": { "listChanged": true },
      "resources": { "listChanged": true, "subscribe": true },
      "tools": { "listChanged": true }
    },
    "_meta": {
      "io.modelcontextprotocol/serverInfo": {
        "name": "acorn",
        "title": "Acorn weather service",
        "version": "1.2.0"
      }
    },
    "instructions": "Name the city, then the day. Forecasts reach ten days ahead.",
    "ttlMs": 3600000,
    "cacheScope": "public"
  }
}
`

// benchmarkCheck measures a check with its report, on an engine that is used again, as every door does.
func benchmarkCheck(b *testing.B, text string) {
	in := []byte("{\"lang\":\"en\"}\n" + text)
	e := api.NewEngine()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		e.Call("check", in)
	}
}

func BenchmarkCheckTypical(b *testing.B) { benchmarkCheck(b, typical) }

// With the request beside it, every rule about an exchange has its say.
func BenchmarkCheckExchange(b *testing.B) {
	request := `{"jsonrpc":"2.0","id":"discover-1","method":"server/discover",` + asked + `}}`
	in := []byte(fmt.Sprintf("{\"lang\":\"en\",\"requestBytes\":%d}\n", len(request)) + request + typical)
	e := api.NewEngine()
	b.SetBytes(int64(len(request) + len(typical)))
	b.ReportAllocs()
	for b.Loop() {
		e.Call("check", in)
	}
}

// 200 extensions with settings.
func BenchmarkCheck48K(b *testing.B) {
	benchmarkCheck(b, discovered(`"capabilities":{"extensions":{`+repeat(48<<10, ",",
		`"com.example/extension-#":{"version":"1.#","options":{"mimeTypes":["text/html","application/json"],"limits":{"items":#,"bytes":1048576,"strict":true}},"description":"What extension number # is for"}`)+`}}`))
}

func BenchmarkCheck1MString(b *testing.B) {
	benchmarkCheck(b, discovered(`"instructions":"`+strings.Repeat("Name the city, then the day. ", 1<<20/29)+`"`))
}

// Objects in objects, as deep as is read, one after the other.
func BenchmarkCheck5MNested(b *testing.B) {
	nest := strings.Repeat(`{"a":`, 500) + `1` + strings.Repeat(`}`, 500)
	benchmarkCheck(b, discovered(`"capabilities":{"experimental":{"x":{"list":[`+strings.TrimSuffix(strings.Repeat(nest+",", 5<<20/len(nest)), ",")+`]}}}`))
}

func BenchmarkCheckFaulty(b *testing.B) {
	benchmarkCheck(b, strings.NewReplacer(`3600000`, `"1h"`, `"public"`, `"Public"`, `"complete"`, `"done"`).Replace(typical))
}

func BenchmarkCheckUnreadable(b *testing.B) {
	benchmarkCheck(b, strings.Replace(typical, `"public"`, `"public",`, 1))
}
