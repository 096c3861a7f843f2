// Package pages holds the pages of the site, each made of the parts in ui inside the frame of layout.
package pages

import (
	"github.com/mcp-discover/mcp-discover/templates/layout"
	"github.com/mcp-discover/mcp-discover/templates/ui"
)

// PlaygroundView is the page on which answers are checked.
type PlaygroundView struct {
	Page         layout.Page
	Text         string // the text that the editor holds at first
	Sent         string // the request that was sent, or ""
	FirstExample string // slug of that text
	Report       ui.Report
	Examples     []ui.Example // the recorded answers
	State        any          // what the page's script needs, embedded as JSON
}

// NotFoundView is the page for addresses that hold nothing.
type NotFoundView struct{ Page layout.Page }
