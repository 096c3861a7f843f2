package site

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/rules"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
	"github.com/mcp-discover/mcp-discover/templates/pages"
	"github.com/mcp-discover/mcp-discover/templates/ui"
)

// clauses builds the table from normative statements to rules out of the "covers" lines of the rules' archives, as
// core/rules/traceability.tsv is.
func (s *Site) clauses(l text.Lang) (pages.ClausesView, error) {
	statements, err := examples.Statements()
	if err != nil {
		return pages.ClausesView{}, fmt.Errorf("site: clauses: %w", err)
	}
	archives, err := examples.All()
	if err != nil {
		return pages.ClausesView{}, fmt.Errorf("site: clauses: %w", err)
	}
	table := rules.Table()
	covers := map[string][]pages.RuleName{}
	for _, x := range archives {
		r := table.Find(x.ID)
		if r == nil {
			return pages.ClausesView{}, fmt.Errorf("site: clauses: no rule %s", x.ID)
		}
		for _, id := range x.Covers {
			covers[id] = append(covers[id], pages.RuleName{ID: x.ID, Title: r.Title.In(l)})
		}
	}
	v := pages.ClausesView{Page: s.page(l)}
	v.Page.Title = ui.Word("clauses-title").In(l) + " · " + ui.Word("site-name").In(l)
	v.Page.Description = ui.Word("clauses-lead").In(l)
	v.Page.Indexed = true
	v.Page.Engine, v.Page.Revision = s.version()
	v.Page.Path += "clauses/"
	for i := range v.Page.Alternates {
		v.Page.Alternates[i].Path += "clauses/"
	}
	shown := 0
	groups := map[string]int{}
	for _, st := range statements {
		at, known := groups[st.Page]
		if !known {
			at = len(v.Groups)
			groups[st.Page] = at
			v.Groups = append(v.Groups, pages.ClauseGroup{ID: "page-" + strings.Map(plainID, st.Page), Name: st.Page})
		}
		item := pages.Statement{ID: st.ID, Level: strings.TrimPrefix(st.Level, "lc-"), Party: st.Party, Says: st.Says, Rules: covers[st.ID]}
		if page, ok := address(st.Page); ok {
			// The specification's site drops the underscore from the id of the heading "_meta".
			clause := spec.Clause{Page: page, Anchor: strings.ReplaceAll(st.Anchor, "#_meta", "#meta")}
			item.URL, item.Anchor = clause.URL(), page+strings.Replace(clause.Anchor, "#", " › ", 1)
		}
		if len(item.Rules) > 0 {
			shown++
		} else {
			item.Reason = st.Uncovered.In(l)
		}
		v.Groups[at].Statements = append(v.Groups[at].Statements, item)
	}
	v.Count = ui.Word("clauses-count").Fill(l, text.A("all", strconv.Itoa(len(statements))), text.A("shown", strconv.Itoa(shown)),
		text.A("rules", strconv.Itoa(len(table.Rules))))
	return v, nil
}

// plainID keeps an id free of what a fragment would have to escape.
func plainID(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
		return r
	}
	return '-'
}

// address gives the page of the specification that a statement's page names, where it is one.
func address(page string) (string, bool) {
	switch {
	case strings.HasPrefix(page, "schema/"):
		return "schema", true
	case strings.Contains(page, " "):
		return "", false
	}
	return strings.TrimSuffix(page, "/index"), true
}
