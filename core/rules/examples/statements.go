package examples

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/text"
)

//go:embed requirements.jsonl
var requirements []byte

//go:embed uncovered.tsv
var uncovered string

// Statement is one normative statement or schema constraint of the revision, in our own words.
type Statement struct {
	ID     string   `json:"id"`
	Level  string   `json:"level"` // the keyword; lc- marks the specification's lower-case wording
	Party  string   `json:"party"`
	Page   string   `json:"page"`
	Anchor string   `json:"anchor"`
	Says   string   `json:"says"`
	Seen   []string `json:"seen"` // in which kinds of text or simulation it can show

	Uncovered text.Text `json:"-"` // why no rule shows it; empty where one does or should
}

// Statements gives every statement in scope, in the order of the specification's pages.
func Statements() ([]Statement, error) {
	reasons := map[string]text.Text{}
	for line := range strings.Lines(uncovered) {
		part := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(part) != 3 {
			return nil, fmt.Errorf("examples: uncovered.tsv: %q is not id, English, Japanese", line)
		}
		reasons[part[0]] = text.Text{EN: part[1], JA: part[2]}
	}
	var all []Statement
	lines := bufio.NewScanner(bytes.NewReader(requirements))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var s Statement
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return nil, fmt.Errorf("examples: requirements.jsonl: %w", err)
		}
		s.Uncovered = reasons[s.ID]
		if s.Uncovered.Empty() {
			s.Uncovered = s.beyondText()
		}
		all = append(all, s)
	}
	return all, lines.Err()
}

// beyondText gives the reason for a statement that no message, exchange, stream or transcript shows at all.
func (s Statement) beyondText() text.Text {
	simulated := false
	for _, seen := range s.Seen {
		switch seen {
		case "interop-simulation", "cache-simulation":
			simulated = true
		case "not-observable":
		default:
			return text.Text{}
		}
	}
	switch {
	case slices.Contains([]string{"MAY", "lc-may"}, s.Level):
		return text.Text{EN: "A permission: nothing that is done under it is a fault.", JA: "許可なので、これに基づくどの動作も違反になりません。"}
	case simulated:
		return text.Text{EN: "Shows in what happens over time: the simulators play it, a text can't show it.", JA: "時間の流れの中の動作に現れるため、テキストでは分からず、シミュレーターで示します。"}
	}
	return text.Text{EN: "Internal behaviour or documentation: no message shows it.", JA: "内部の動作や文書に関わることで、メッセージからは分かりません。"}
}
