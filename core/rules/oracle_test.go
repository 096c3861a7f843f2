package rules_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/rules"
	"github.com/mcp-discover/mcp-discover/core/rules/examples"
)

// mutants is how many broken messages the differential test makes.
const mutants = 24000

// official gives the folder of the official schema and its examples, which are no part of this repository.
func official(t *testing.T) (dir string, ok bool) {
	t.Helper()
	dirs := []string{filepath.Join("..", "..", "..", "shared", "spec", "official")}
	if d := os.Getenv("MCP_SPEC_DIR"); d != "" {
		dirs = []string{d}
	}
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "schema-2026-07-28.json")); err == nil {
			return dir, true
		}
	}
	return "", false
}

var (
	uriForm      = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?@!$&'()*+,;=\[\]-]|%[0-9A-Fa-f]{2})*(#([A-Za-z0-9._~:/?@!$&'()*+,;=\[\]-]|%[0-9A-Fa-f]{2})*)?$`)
	templateForm = regexp.MustCompile(`^([^\x00-\x20"<>\\^` + "`" + `{|}%\x7F]|%[0-9A-Fa-f]{2}|\{[+#./;?&=,!@|]?[A-Za-z0-9_](\.?[A-Za-z0-9_])*(\*|:[0-9]+)?(,[A-Za-z0-9_](\.?[A-Za-z0-9_])*(\*|:[0-9]+)?)*\})*$`)
)

// formats are the formats of the schema, written anew: the validator goes by Go's URL parser, which takes spaces for
// part of a URI and refuses the template {?q}, and it doesn't know byte.
var formats = map[string]func(string) bool{
	"uri":          uriForm.MatchString,
	"uri-template": templateForm.MatchString,
	"byte": func(s string) bool {
		_, err := base64.StdEncoding.DecodeString(s)
		return err == nil && !strings.ContainsAny(s, "\r\n")
	},
}

// oracle judges whole messages by a JSON Schema.
type oracle struct {
	c     *jsonschema.Compiler
	url   string
	types map[string]*jsonschema.Schema
}

func newOracle(t *testing.T, file string) *oracle {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	o := &oracle{c: jsonschema.NewCompiler(), url: "https://schema.test/" + filepath.Base(file), types: map[string]*jsonschema.Schema{}}
	o.c.AssertFormat()
	for name, holds := range formats {
		o.c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok && !holds(s) {
				return fmt.Errorf("no %s", name)
			}
			return nil
		}})
	}
	if err := o.c.AddResource(o.url, doc); err != nil {
		t.Fatal(err)
	}
	return o
}

func (o *oracle) valid(t *testing.T, name string, v any) bool {
	t.Helper()
	s := o.types[name]
	if s == nil {
		s = o.c.MustCompile(o.url + "#/$defs/" + name)
		o.types[name] = s
	}
	return s.Validate(v) == nil
}

// message judges a whole message. Types without an envelope, and those that the schema lets another one stand in for,
// are judged as the result of a response.
func (o *oracle) message(t *testing.T, name string, text []byte) bool {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if strings.HasSuffix(name, "Result") {
		m, _ := v.(map[string]any)
		return o.valid(t, "JSONRPCResultResponse", v) && o.valid(t, name, m["result"])
	}
	return o.valid(t, name, v)
}

// departure is a documented exception: where our verdict departs from the schema's, with the clause that decides.
type departure struct {
	Verdict string // stricter: we find a violation in what the schema accepts; laxer: the other way round
	Rule    string // stricter: the rule that finds it
	At      string // a regular expression for the pointer, laxer: of the broken place, stricter: of the finding; "" is anywhere
	Clause  string // page and anchor
	Reason  string

	at   *regexp.Regexp
	used bool
}

func departures(t *testing.T) []*departure {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "departures.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []*departure
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	for _, x := range all {
		if x.Clause == "" || x.Reason == "" || (x.Verdict == "stricter") != (x.Rule != "") || x.Verdict != "stricter" && (x.Verdict != "laxer" || x.At == "") {
			t.Fatalf("departure %+v is not complete", *x)
		}
		x.at = regexp.MustCompile("^(" + x.At + ")$")
	}
	return all
}

// good gives the faultless messages that are broken, by type.
func good(t *testing.T) (names []string, samples map[string]examples.Sample) {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", "good.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	samples = map[string]examples.Sample{}
	for _, f := range a.Files {
		name, ext, _ := strings.Cut(f.Name, ".")
		s := samples[name]
		if ext == "json" {
			names = append(names, name)
			s.Name, s.Text, s.Options = name, string(f.Data), `{"kind":"json","claims":"modern"}`
		} else {
			s.Sent = string(f.Data)
		}
		samples[name] = s
	}
	return names, samples
}

// violations gives the violations in the pasted message, not those of the request beside it.
func violations(c checked) []finding {
	return slices.DeleteFunc(slices.Clone(c.Findings), func(f finding) bool { return f.Outcome != "violation" || f.Pane == "request" })
}

// The rules and the JSON Schema agree on thousands of broken messages, save where the prose decides otherwise.
func TestOracle(t *testing.T) {
	n := mutants
	if testing.Short() || runtime.GOOS == "js" {
		n /= 20
	}
	own := newOracle(t, filepath.Join("testdata", "schema.json"))
	judge := own
	dir, ok := official(t)
	if ok {
		judge = newOracle(t, filepath.Join(dir, "schema-2026-07-28.json"))
	} else {
		const loud = "the official schema is not here (set MCP_SPEC_DIR): judged by the stand-in testdata/schema.json"
		t.Log(loud)
		fmt.Fprintln(os.Stderr, "TestOracle: "+loud)
	}
	exceptions := departures(t)
	names, samples := good(t)
	e := api.NewEngine()
	for _, name := range names {
		s := samples[name]
		if !judge.message(t, name, []byte(s.Text)) || !own.message(t, name, []byte(s.Text)) {
			t.Errorf("%s: the schema refuses the unbroken message", name)
		}
		for _, f := range violations(check(t, e, s, "en")) {
			t.Errorf("%s: the unbroken message gives %s", name, line(f, s))
		}
	}
	r := rand.New(rand.NewPCG(20260728, 1))
	disagreements, broken := 0, 0
	told := map[string]bool{}
	complain := func(key, format string, args ...any) {
		disagreements++
		if key = index.ReplaceAllString(key, "/*"); !told[key] && len(told) < 40 {
			told[key] = true
			t.Errorf(format, args...)
		}
	}
	for i := range n {
		name := names[i%len(names)]
		s := samples[name]
		root := parseTree(s.Text)
		at, what := mutate(root, r)
		s.Text = root.String()
		valid := judge.message(t, name, []byte(s.Text))
		if judge != own && own.message(t, name, []byte(s.Text)) != valid {
			complain("own"+name+at, "%s: %s at %s: the stand-in schema disagrees with the official one, which says valid=%v\n%s", name, what, at, valid, s.Text)
		}
		if !valid {
			broken++
		}
		found := violations(check(t, e, s, "en"))
		switch {
		case valid && len(found) > 0:
			for _, f := range found {
				if !excused(exceptions, func(d *departure) bool { return d.Rule == f.Rule && (d.At == "" || d.at.MatchString(f.Pointer)) }) {
					complain(f.Rule+name+at, "%s: %s at %s: valid by the schema, but %s\n%s", name, what, at, line(f, s), s.Text)
				}
			}
		case !valid && len(found) == 0:
			if !excused(exceptions, func(d *departure) bool { return d.Verdict == "laxer" && d.at.MatchString(at) }) {
				complain(name+at, "%s: %s at %s: the schema refuses it, and no rule gives a violation\n%s", name, what, at, s.Text)
			}
		}
	}
	if disagreements > 0 {
		t.Errorf("%d disagreements in all", disagreements)
	}
	if broken < n/3 {
		t.Errorf("only %d of %d mutants are broken", broken, n)
	}
	if n == mutants {
		for _, d := range exceptions {
			if !d.used {
				t.Errorf("the exception %s%s (%s) is not used", d.Rule, d.At, d.Verdict)
			}
		}
	}
	t.Logf("%d mutants, %d of them broken by the schema", n, broken)
}

// index is an array index in a pointer.
var index = regexp.MustCompile(`/\d+`)

func excused(all []*departure, fits func(*departure) bool) bool {
	ok := false
	for _, d := range all {
		if fits(d) {
			d.used, ok = true, true
		}
	}
	return ok
}

// Every rule that a departure names exists.
func TestDepartures(t *testing.T) {
	for _, d := range departures(t) {
		if d.Rule != "" && !slices.ContainsFunc(rules.All(), func(r *rule.Rule) bool { return r.ID == d.Rule }) {
			t.Errorf("no rule %s", d.Rule)
		}
	}
}
