// Package rules is the table of all rules, one file per family. What people read at length about a rule, and the
// samples that prove it, stand in examples/<rule id>.txtar.
package rules

import (
	"slices"
	"strconv"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// All gives every rule, family by family, in the order in which reports list them.
func All() []*rule.Rule {
	return slices.Concat(jsonRules, envelopeRules, resultRules, discoverRules, capabilityRules, metaRules, identityRules, cacheRules,
		listRules, shapeRules, toolheaderRules, mrtrRules, featureRules, errorRules, requestRules, headerRules, httpRules, streamRules, transcriptRules,
		exchangeRules, legacyRules, draftRules)
}

// Table arranges All for the driver.
func Table() *rule.Table { return rule.NewTable(All()) }

// clause is short for a place in the specification.
func clause(page, anchor string, k spec.Keyword) spec.Clause {
	return spec.Clause{Page: page, Anchor: anchor, Keyword: k}
}

// raw gives a value as it is written, cut so that a sentence stays a sentence.
func raw(v jsondoc.Value) text.Arg { return text.A("value", short(string(v.Raw()))) }

// short cuts s to what fits into a sentence.
func short(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	n := most
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n] + "…"
}

// kindName says what a JSON value is.
func kindName(v jsondoc.Value) text.Arg {
	t := text.Text{EN: "nothing", JA: "値なし"}
	switch v.Kind() {
	case jsondoc.Null:
		t = text.Text{EN: "null", JA: "null"}
	case jsondoc.Bool:
		t = text.Text{EN: "a boolean", JA: "真偽値"}
	case jsondoc.Number:
		t = text.Text{EN: "a number", JA: "数値"}
	case jsondoc.String:
		t = text.Text{EN: "a string", JA: "文字列"}
	case jsondoc.Array:
		t = text.Text{EN: "an array", JA: "配列"}
	case jsondoc.Object:
		t = text.Text{EN: "an object", JA: "オブジェクト"}
	}
	return text.T("kind", t)
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// folded gives s without outer white space and in lower case, to see what was meant.
func folded(s string) string { return text.Lower(text.Bare(s)) }
