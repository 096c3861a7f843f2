package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/text"
	"github.com/mcp-discover/mcp-discover/templates/ui"
)

// example is one entry of the gallery: a text that can be loaded, with where it comes from.
type example struct {
	Slug      string
	Captured  bool
	Version   string
	Transport string
	Date      string
	Name      spoken
	Caption   spoken

	text string
	sent string // the request, or ""
}

type spoken struct{ EN, JA string }

func (s spoken) in(l text.Lang) string { return text.Text(s).In(l) }

// loadGallery reads index.json and the text of every entry. The first entry is what the editor shows at first.
func loadGallery(files fs.FS) ([]example, error) {
	index, err := fs.ReadFile(files, "gallery/index.json")
	if err != nil {
		return nil, fmt.Errorf("site: gallery: %w", err)
	}
	var list []example
	if err := json.Unmarshal(index, &list); err != nil {
		return nil, fmt.Errorf("site: gallery/index.json: %w", err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("site: gallery/index.json names no example")
	}
	for i := range list {
		raw, err := fs.ReadFile(files, "gallery/"+list[i].Slug+".txt")
		if err != nil {
			return nil, fmt.Errorf("site: gallery: %w", err)
		}
		// The editor shows line feeds only, so the verdict must be about the same text.
		list[i].text = strings.ReplaceAll(string(raw), "\r\n", "\n")
		sent, err := fs.ReadFile(files, "gallery/"+list[i].Slug+".sent.txt")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("site: gallery: %w", err)
		}
		list[i].sent = string(sent)
	}
	return list, nil
}

// view gives the card of an example, with the verdict of the engine on it.
func (s *Site) exampleView(l text.Lang, e example) (ui.Example, error) {
	_, r, err := s.check(l, e.text, e.sent)
	if err != nil {
		return ui.Example{}, fmt.Errorf("%s: %w", e.Slug, err)
	}
	return ui.Example{
		Slug: e.Slug, Name: e.Name.in(l), Version: e.Version,
		Transport: ui.Word("transport-" + e.Transport).In(l), Caption: e.Caption.in(l),
		Tone: r.tone(), Sentence: r.Summary.Sentence,
	}, nil
}
