// Package examples holds what people read at length about each rule and the samples that prove it: one archive
// <rule id>.txtar each. The archives never get into a wasm binary; tests, the site and the gallery read them.
//
// The head of an archive has lines "key: value": covers (ids of normative statements, separated by spaces), related
// (rule ids), and with (rule ids whose findings come along in bad samples, because a wrong answer is shown with the
// wrong request that led to it, or because the rule sums up what others find). Its files are:
//
//	en.md, ja.md           the long explanation, the same in both languages
//	bad/<name>.<ext>       a sample that gives exactly the findings in bad/<name>.want
//	good/<name>.<ext>      a sample that gives no finding of any rule
//	bad|good/<name>.sent   the request that goes into the second pane
//	bad|good/<name>.opt    options, as the options line of api.Engine.Call spells them
//	bad/<name>.want        one line per finding: rule, outcome, place, underlined text; first its own
//
// A sample's line ends are LF; an ext of .crlf stands for CRLF in the whole sample, one of .many for its last line so
// often that more parts are there than are read, one of .huge
// for white space behind it up to one byte more than what is read. \x escapes are not read.
package examples

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
)

//go:embed *.txtar
var archives embed.FS

// Example is the archive of one rule.
type Example struct {
	ID      string
	Covers  []string
	Related []string
	With    []string
	EN, JA  string // Markdown
	Bad     []Sample
	Good    []Sample
	Archive *txtar.Archive
}

// Sample is a text to be checked, with what belongs to it.
type Sample struct {
	Name    string // file name without folder
	Text    string
	Sent    string
	Options string // JSON, or ""
	Want    string
	Huge    bool // Text is megabytes long, most of it white space
}

// All gives every archive by rule id, in the order of the ids.
func All() ([]Example, error) {
	entries, err := archives.ReadDir(".")
	if err != nil {
		return nil, err
	}
	all := make([]Example, 0, len(entries))
	for _, e := range entries {
		data, err := archives.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		x, err := Parse(strings.TrimSuffix(e.Name(), ".txtar"), data)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// Parse reads one archive.
func Parse(id string, data []byte) (Example, error) {
	x := Example{ID: id, Archive: txtar.Parse(data)}
	for line := range strings.Lines(string(x.Archive.Comment)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case !ok && strings.TrimSpace(line) == "":
		case key == "covers":
			x.Covers = strings.Fields(value)
		case key == "related":
			x.Related = strings.Fields(value)
		case key == "with":
			x.With = strings.Fields(value)
		default:
			return x, fmt.Errorf("examples: %s: unknown head line %q", id, strings.TrimSpace(line))
		}
	}
	files := map[string]string{}
	for _, f := range x.Archive.Files {
		if _, twice := files[f.Name]; twice {
			return x, fmt.Errorf("examples: %s: %s is there twice", id, f.Name)
		}
		files[f.Name] = string(f.Data)
	}
	x.EN, x.JA = files["en.md"], files["ja.md"]
	for _, f := range x.Archive.Files {
		dir, base := path.Split(f.Name)
		ext := path.Ext(base)
		if dir == "" {
			if base != "en.md" && base != "ja.md" {
				return x, fmt.Errorf("examples: %s: unexpected file %s", id, f.Name)
			}
			continue
		}
		if ext == ".sent" || ext == ".opt" || ext == ".want" {
			continue
		}
		stem := strings.TrimSuffix(f.Name, ext)
		s := Sample{Name: base, Text: string(f.Data), Sent: files[stem+".sent"], Options: strings.TrimSpace(files[stem+".opt"]), Want: files[stem+".want"]}
		if ext == ".crlf" {
			s.Text = strings.ReplaceAll(s.Text, "\n", "\r\n")
		}
		if ext == ".many" {
			last := s.Text[strings.LastIndexByte(strings.TrimSuffix(s.Text, "\n"), '\n')+1:]
			s.Text += strings.Repeat(last, message.MaxParts)
		}
		if ext == ".huge" {
			s.Huge = true
			s.Text += strings.Repeat(" ", jsondoc.DefaultLimits.Bytes+1-len(s.Text))
		}
		switch dir {
		case "bad/":
			x.Bad = append(x.Bad, s)
		case "good/":
			x.Good = append(x.Good, s)
		default:
			return x, fmt.Errorf("examples: %s: unexpected folder %s", id, dir)
		}
	}
	return x, nil
}

// Input gives the sample as input of the operation "check".
func (s Sample) Input(lang string) []byte {
	head := `{"lang":"` + lang + `"`
	if o := strings.TrimSuffix(strings.TrimPrefix(s.Options, "{"), "}"); o != "" {
		head += "," + o
	}
	head += fmt.Sprintf(`,"requestBytes":%d}`, len(s.Sent))
	return []byte(head + "\n" + s.Sent + s.Text)
}
