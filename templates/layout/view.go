// Package layout holds the frame around every page.
package layout

import "github.com/mcp-discover/mcp-discover/core/text"

// Page is what the frame knows of the page inside it.
type Page struct {
	Lang        text.Lang
	Title       string
	Description string
	Path        string // path of this page, such as "/ja/"
	Origin      string // scheme and host without a slash at the end; empty when the site's address isn't known
	Alternates  []Alternate
	Indexed     bool // false keeps search engines away
	Assets      Assets
	Engine      string // version of the engine
	Revision    string // revision of the specification
}

// Alternate is the same page in one language, this one included.
type Alternate struct {
	Lang text.Lang
	Name string // the language in its own words
	Path string
}

// Assets are the addresses of the files that every page loads.
type Assets struct{ Style, Boot, Script, Icon string }

func (p Page) address(path string) string { return p.Origin + path }

// locale gives the name of a language as Open Graph writes it.
func locale(l text.Lang) string {
	if l == text.JA {
		return "ja_JP"
	}
	return "en_US"
}

// home gives the front page of a language.
func home(l text.Lang) string {
	if l == text.JA {
		return "/ja/"
	}
	return "/"
}
