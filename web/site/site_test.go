package site

import (
	"encoding/json"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/text"
	"github.com/mcp-discover/mcp-discover/web/content"
)

var manifest = Manifest{
	"boot.js": "/assets/boot-1.js", "browser.wasm": "/assets/browser-1.wasm", "icon.svg": "/assets/icon-1.svg",
	"playground.js": "/assets/playground-1.js", "site.css": "/assets/site-1.css", "worker.js": "/assets/worker-1.js",
}

// recorded answers every check with the report in testdata.
func recorded(t *testing.T) func(string, []byte) []byte {
	t.Helper()
	reply, err := os.ReadFile("testdata/report.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(op string, _ []byte) []byte {
		if op == "version" {
			return []byte(`{"engine":"0.1.0","revision":"2026-07-28"}`)
		}
		return reply
	}
}

func render(t *testing.T, call func(string, []byte) []byte, origin string) map[string]string {
	t.Helper()
	s, err := New(call, content.Files, manifest, origin)
	if err != nil {
		t.Fatal(err)
	}
	files, err := s.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range files {
		out[f.Name] = string(f.Body)
	}
	return out
}

func TestFiles(t *testing.T) {
	pages := render(t, recorded(t), "")
	for _, name := range []string{"index.html", "404.html", "clauses/index.html", "ja/index.html", "ja/404.html", "ja/clauses/index.html"} {
		if pages[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	if len(pages) != 6 {
		t.Errorf("%d pages, want 6", len(pages))
	}
	for name, want := range map[string][]string{
		"index.html": {
			`<html lang="en">`, `<link rel="canonical" href="/">`, `hreflang="ja" href="/ja/"`, `href="/assets/site-1.css"`,
			"2 violations, 1 piece of advice.", "Line 16, column 19", `server/utilities/caching › cache-scope-field`, "Apply the fix",
		},
		"ja/index.html": {`<html lang="ja">`, `<link rel="canonical" href="/ja/">`, `hreflang="en" href="/"`, "16 行 19 列", "修正を適用"},
		"404.html":      {`name="robots" content="noindex"`, "Engine 0.1.0"},
	} {
		for _, part := range want {
			if !strings.Contains(pages[name], part) {
				t.Errorf("%s lacks %q", name, part)
			}
		}
	}
}

func TestOrigin(t *testing.T) {
	page := render(t, recorded(t), "https://example.org/")["ja/index.html"]
	for _, part := range []string{`rel="canonical" href="https://example.org/ja/"`, `property="og:url" content="https://example.org/ja/"`, `hreflang="x-default" href="https://example.org/"`} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
}

// The script reads its beginning from the page: the same text and the very report that is shown.
func TestState(t *testing.T) {
	page := render(t, api.Call, "")["ja/index.html"]
	found := regexp.MustCompile(`(?s)<script id="state" type="application/json">(.*?)</script>`).FindStringSubmatch(page)
	if found == nil {
		t.Fatal("the page embeds no state")
	}
	var st struct {
		Lang     string
		Wasm     string
		Words    map[string]string
		Report   struct{ Lang, Engine string }
		Examples []struct{ Slug, Text string }
	}
	if err := json.Unmarshal([]byte(found[1]), &st); err != nil {
		t.Fatal(err)
	}
	if st.Lang != "ja" || st.Report.Lang != "ja" || st.Report.Engine != api.Version || st.Wasm != manifest["browser.wasm"] {
		t.Errorf("state %+v", st)
	}
	if st.Words["checking"] == "" {
		t.Error("the state has no words")
	}
	area := regexp.MustCompile(`(?s)<textarea[^>]*>\n(.*?)</textarea>`).FindStringSubmatch(page)
	if area == nil || strings.NewReplacer("&#34;", `"`, "&amp;", "&", "&lt;", "<", "&gt;", ">").Replace(area[1]) != st.Examples[0].Text {
		t.Error("the text box holds another text than the first example")
	}
}

// The engine finds fault with the first example: a page that opens with nothing to show teaches nothing.
func TestFirstExample(t *testing.T) {
	list, err := loadGallery(content.Files)
	if err != nil {
		t.Fatal(err)
	}
	s := &Site{call: api.Call}
	for _, l := range []text.Lang{text.EN, text.JA} {
		_, r, err := s.check(l, list[0].text, "")
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Findings) < 2 || r.Summary.Violations < 2 || r.Learned == nil {
			t.Errorf("%v: %d findings, %d violations", l, len(r.Findings), r.Summary.Violations)
		}
	}
}

// index.json and the texts belong together one to one, and what is said of them is complete.
func TestGallery(t *testing.T) {
	list, err := loadGallery(content.Files)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := fs.Glob(content.Files, "gallery/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := len(list)
	for _, e := range list {
		if e.sent != "" {
			want++
		}
	}
	if len(texts) != want {
		t.Errorf("%d files for %d answers and requests", len(texts), want)
	}
	slug := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	captured := 0
	for _, e := range list {
		if !slug.MatchString(e.Slug) || e.Name.EN == "" || e.Name.JA == "" || e.Caption.EN == "" || e.Caption.JA == "" {
			t.Errorf("%s: incomplete", e.Slug)
		}
		if e.Captured {
			captured++
			if e.Version == "" || e.Date != "2026-12" || e.Transport != "http" && e.Transport != "stdio" {
				t.Errorf("%s: a recorded answer names version, date and transport", e.Slug)
			}
		}
		if len(e.text) > 4096 {
			t.Errorf("%s: %d bytes are too many for the page", e.Slug, len(e.text))
		}
	}
	if captured < 6 {
		t.Errorf("%d recorded answers, want at least 6", captured)
	}
}

func TestFaults(t *testing.T) {
	if _, err := New(api.Call, content.Files, Manifest{"site.css": "/a.css"}, ""); err == nil {
		t.Error("an incomplete manifest is accepted")
	}
	for name, index := range map[string]string{"broken": "[", "empty": "[]", "no text": `[{"slug":"a"}]`} {
		files := fstest.MapFS{"gallery/index.json": {Data: []byte(index)}}
		if _, err := New(api.Call, files, manifest, ""); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for name, reply := range map[string]string{"refusal": `{"error":{"code":"panic","message":"x"}}`, "no JSON": "?"} {
		s, err := New(func(string, []byte) []byte { return []byte(reply) }, content.Files, manifest, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Files(t.Context()); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
