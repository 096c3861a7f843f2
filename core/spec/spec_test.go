package spec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/spec"
)

func TestEraOf(t *testing.T) {
	for version, want := range map[string]spec.Era{
		spec.Revision: spec.Modern, "2026-07-29": spec.Modern, "2027-03-01": spec.Modern, "9999-12-31": spec.Modern,
		"2026-07-27": spec.Legacy, "2025-11-25": spec.Legacy, "2024-11-05": spec.Legacy, "2024-10-07": spec.Legacy,
		"DRAFT-2026-v1": spec.Draft, "DRAFT-2025-v3": spec.Draft, "draft": spec.Draft,
		"": spec.UnknownEra, "latest": spec.UnknownEra, "2026-7-28": spec.UnknownEra, " 2026-07-28": spec.UnknownEra,
		"2026-07-28 ": spec.UnknownEra, "v2026-07-28": spec.UnknownEra, "2026-13-01": spec.UnknownEra, "2026-00-10": spec.UnknownEra,
		"2026-07-32": spec.UnknownEra, "2026/07/28": spec.UnknownEra, "２０２６-07-28": spec.UnknownEra, "2.0": spec.UnknownEra,
	} {
		if got := spec.EraOf(version); got != want {
			t.Errorf("%q is %v, want %v", version, got, want)
		}
	}
}

func TestPublished(t *testing.T) {
	if !slices.IsSortedFunc(spec.LegacyRevisions, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Error("the legacy revisions are not sorted from the newest on")
	}
	for _, v := range spec.LegacyRevisions {
		if !spec.Published(v) || spec.EraOf(v) != spec.Legacy {
			t.Errorf("%s is no published legacy revision", v)
		}
	}
	for v, want := range map[string]bool{spec.Revision: true, "2024-10-07": true, "2027-03-01": false, "": false, "DRAFT-2026-v1": false, "2026-07-28 ": false} {
		if spec.Published(v) != want {
			t.Errorf("Published(%q) is not %v", v, want)
		}
	}
}

func TestEraNames(t *testing.T) {
	for era, want := range map[spec.Era]string{spec.UnknownEra: "unknown", spec.Modern: "modern", spec.Legacy: "legacy", spec.Draft: "draft"} {
		if got := era.String(); got != want {
			t.Errorf("an era is called %q, want %q", got, want)
		}
	}
}

func TestCacheable(t *testing.T) {
	cacheable := []string{spec.Discover, spec.ToolsList, spec.PromptsList, spec.ResourcesList, spec.ResourceTemplatesList, spec.ResourcesRead}
	for _, m := range cacheable {
		if !spec.Cacheable(m) {
			t.Errorf("%s is not cacheable", m)
		}
	}
	for _, m := range []string{"", spec.ToolsCall, spec.PromptsGet, spec.Initialize, spec.Listen, "completion/complete", "Server/Discover"} {
		if spec.Cacheable(m) {
			t.Errorf("%q is cacheable", m)
		}
	}
}

func TestCodes(t *testing.T) {
	modern := map[spec.Code]bool{-32020: true, -32021: true, -32022: true}
	for c := spec.Code(-32800); c <= 0; c++ {
		if spec.ModernCode(c) != modern[c] {
			t.Errorf("ModernCode(%d) is %v", c, spec.ModernCode(c))
		}
		named := modern[c] || c == -32700 || c <= -32600 && c >= -32603
		if (spec.CodeName(c) != "") != named {
			t.Errorf("%d is called %q", c, spec.CodeName(c))
		}
	}
}

func TestClauseURL(t *testing.T) {
	c := spec.Clause{Page: "server/utilities/caching", Anchor: "#cache-scope-field", Keyword: spec.Must}
	if got, want := c.URL(), "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#cache-scope-field"; got != want {
		t.Errorf("a clause links to %s, want %s", got, want)
	}
}
