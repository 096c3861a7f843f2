module github.com/mcp-discover/mcp-discover

go 1.26
