// Package site knows every page of the site: its address, its words, and the view model that its template shows.
package site

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"

	"github.com/a-h/templ"
	"github.com/mcp-discover/mcp-discover/core/text"
	"github.com/mcp-discover/mcp-discover/templates/layout"
	"github.com/mcp-discover/mcp-discover/templates/pages"
	"github.com/mcp-discover/mcp-discover/templates/ui"
)

// Site builds the pages.
type Site struct {
	call    func(op string, in []byte) []byte
	gallery []example
	assets  Manifest
	origin  string
}

// Manifest gives the address of every asset by its plain name, such as "site.css".
type Manifest map[string]string

// assetNames lists what the pages refer to.
var assetNames = []string{"boot.js", "browser.wasm", "icon.svg", "playground.js", "site.css", "worker.js"}

// New makes a Site. call is the engine's door (core/api.Call), files holds the content, origin is the scheme and
// host of the published site or "" when that isn't known.
func New(call func(op string, in []byte) []byte, files fs.FS, assets Manifest, origin string) (*Site, error) {
	for _, name := range assetNames {
		if assets[name] == "" {
			return nil, fmt.Errorf("site: the manifest has no %s", name)
		}
	}
	gallery, err := loadGallery(files)
	if err != nil {
		return nil, err
	}
	return &Site{call: call, gallery: gallery, assets: assets, origin: strings.TrimSuffix(origin, "/")}, nil
}

// File is one page as it is stored.
type File struct {
	Name string // path below the folder of the site, with slashes
	Body []byte
}

// Files renders every page in every language.
func (s *Site) Files(ctx context.Context) ([]File, error) {
	var out []File
	for _, l := range []text.Lang{text.EN, text.JA} {
		folder := strings.TrimPrefix(path(l), "/")
		play, err := s.playground(l)
		if err != nil {
			return nil, err
		}
		clauses, err := s.clauses(l)
		if err != nil {
			return nil, err
		}
		for name, component := range map[string]templ.Component{
			"clauses/index.html": pages.Clauses(clauses),
			"index.html":         pages.Playground(play),
			"404.html":           pages.NotFound(pages.NotFoundView{Page: s.notFound(l)}),
		} {
			var b strings.Builder
			if err := component.Render(ctx, &b); err != nil {
				return nil, fmt.Errorf("site: %s%s: %w", folder, name, err)
			}
			out = append(out, File{Name: folder + name, Body: []byte(b.String())})
		}
	}
	return out, nil
}

// path gives the front page of a language.
func path(l text.Lang) string {
	if l == text.JA {
		return "/ja/"
	}
	return "/"
}

func (s *Site) page(l text.Lang) layout.Page {
	return layout.Page{
		Lang:   l,
		Path:   path(l),
		Origin: s.origin,
		Alternates: []layout.Alternate{
			{Lang: text.EN, Name: "English", Path: path(text.EN)},
			{Lang: text.JA, Name: "日本語", Path: path(text.JA)},
		},
		Assets: layout.Assets{Style: s.assets["site.css"], Boot: s.assets["boot.js"], Icon: s.assets["icon.svg"]},
	}
}

func (s *Site) notFound(l text.Lang) layout.Page {
	p := s.page(l)
	p.Title = ui.Word("not-found-title").In(l) + " · " + ui.Word("site-name").In(l)
	p.Description = ui.Word("not-found-text").In(l)
	p.Engine, p.Revision = s.version()
	return p
}

func (s *Site) version() (engine, revision string) {
	var v struct{ Engine, Revision string }
	// A reply that can't be read leaves both empty, which the tests of the pages notice.
	_ = json.Unmarshal(s.call("version", nil), &v)
	return v.Engine, v.Revision
}

// state is what the script of the playground starts with.
type state struct {
	Lang     string             `json:"lang"`
	Worker   string             `json:"worker"`
	Wasm     string             `json:"wasm"`
	Words    map[ui.Word]string `json:"words"`
	Report   json.RawMessage    `json:"report"` // the engine's reply on the first example
	Examples []stateExample     `json:"examples"`
}

type stateExample struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
	Text string `json:"text"`
	Sent string `json:"sent,omitempty"`
}

func (s *Site) playground(l text.Lang) (pages.PlaygroundView, error) {
	first := s.gallery[0]
	reply, r, err := s.check(l, first.text, first.sent)
	if err != nil {
		return pages.PlaygroundView{}, fmt.Errorf("%s: %w", first.Slug, err)
	}
	p := s.page(l)
	p.Title = ui.Word("play-title").In(l)
	p.Description = ui.Word("play-description").In(l)
	p.Indexed = true
	p.Assets.Script = s.assets["playground.js"]
	p.Engine, p.Revision = r.Engine, r.Revision

	v := pages.PlaygroundView{Page: p, Text: first.text, Sent: first.sent, FirstExample: first.Slug, Report: r.view(l)}
	st := state{Lang: l.String(), Worker: s.assets["worker.js"], Wasm: s.assets["browser.wasm"], Words: ui.ScriptWords(l), Report: reply}
	for _, e := range s.gallery {
		st.Examples = append(st.Examples, stateExample{Slug: e.Slug, Name: e.Name.in(l), Text: e.text, Sent: e.sent})
		if !e.Captured {
			continue
		}
		card, err := s.exampleView(l, e)
		if err != nil {
			return pages.PlaygroundView{}, err
		}
		v.Examples = append(v.Examples, card)
	}
	v.State = st
	return v, nil
}
