//go:build js && wasm

// Command edge is the Go worker behind /api/ on Cloudflare Workers.
package main

import (
	"github.com/syumai/workers"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/wasm/edgehttp"
)

func main() { workers.Serve(edgehttp.New(api.Call)) }
