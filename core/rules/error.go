package rules

import "github.com/mcp-discover/mcp-discover/core/rule"

var errorRules = []*rule.Rule{}
