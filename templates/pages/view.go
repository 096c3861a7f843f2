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

// ClausesView is the table from normative statements to rules.
type ClausesView struct {
	Page   layout.Page
	Count  string // a sentence with the numbers
	Groups []ClauseGroup
}

// ClauseGroup holds the statements of one page of the specification.
type ClauseGroup struct {
	ID, Name   string
	Statements []Statement
}

// Statement is one normative statement, with the rules that show it or the reason why none does.
type Statement struct {
	ID, Level, Party, Anchor, URL, Says, Reason string
	Rules                                       []RuleName
}

// RuleName is a rule with its title.
type RuleName struct{ ID, Title string }
