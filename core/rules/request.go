package rules

import "github.com/mcp-discover/mcp-discover/core/rule"

var requestRules = []*rule.Rule{}
