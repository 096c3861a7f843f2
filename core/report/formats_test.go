package report_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/report"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// faulty has a finding with an edit, one with a related place, and characters outside of the basic plane before them.
const faulty = `{"jsonrpc":"2.0","id":"🚀","result":{"resultType":"complete","supportedVersions":["2026-07-28","2026-07-28"],` +
	`"capabilities":{"tools":{}},"instructions":"🚀","cacheScope":"Public"}}`

const sent = `{"jsonrpc":"2.0","id":"🚀","method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}}}`

// hostile has markup of every form in the places that reports repeat.
const hostile = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"]]><script>|[x](y)` + "`" + `","supportedVersions":["2026-07-28"],` +
	`"capabilities":{},"ttlMs":"<b>&\"","cacheScope":"\u0000\u001b[31m"}}`

func TestEveryFormat(t *testing.T) {
	for _, lang := range []text.Lang{text.EN, text.JA} {
		for _, f := range report.Formats {
			for name, in := range map[string]string{"faulty": faulty, "hostile": hostile, "empty": "", "binary": "\x00\xff"} {
				r := api.NewEngine().Check([]byte(in), api.Options{Lang: lang})
				out := string(f.Write(r))
				if !strings.Contains(out, api.Version) || !strings.Contains(out, spec.Revision) {
					t.Errorf("%s of %s names no engine version or revision", f.Name, name)
				}
				if f.Name == "text" && strings.ContainsAny(out, "\x1b\x00") {
					t.Errorf("text of %s passes control characters on", name)
				}
			}
		}
	}
}

func TestJUnitIsXML(t *testing.T) {
	for _, in := range []string{faulty, hostile, "", "\x00\xff\xfe"} {
		r := api.NewEngine().Check([]byte(in), api.Options{})
		var suites struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Skipped  int `xml:"skipped,attr"`
			Suite    []struct {
				Case []struct {
					Name    string    `xml:"name,attr"`
					Failure *struct{} `xml:"failure"`
					Skipped *struct{} `xml:"skipped"`
				} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal([]byte(r.JUnit()), &suites); err != nil {
			t.Fatalf("%v\n%s", err, r.JUnit())
		}
		failures, skipped := 0, 0
		for _, c := range suites.Suite[0].Case {
			if c.Failure != nil {
				failures++
			}
			if c.Skipped != nil {
				skipped++
			}
		}
		if suites.Tests != len(r.Table.Rules) || len(suites.Suite[0].Case) != suites.Tests || suites.Failures != failures || suites.Skipped != skipped {
			t.Errorf("the counts are wrong: %d %d %d, counted %d %d", suites.Tests, suites.Failures, suites.Skipped, failures, skipped)
		}
	}
}

func TestMarkdownKeepsPastedTextFromBecomingMarkup(t *testing.T) {
	out := api.NewEngine().Check([]byte(hostile), api.Options{}).Markdown()
	inFence := false
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "```") {
			inFence = !inFence
			continue
		}
		if !inFence && strings.Contains(line, "<script>") && !strings.Contains(line, `\<script\>`) {
			t.Errorf("markup gets through: %s", line)
		}
	}
}

func TestDuration(t *testing.T) {
	for ms, want := range map[int64]string{
		0: "0 milliseconds", 1: "1 millisecond", 999: "999 milliseconds", 1000: "1 second", 1500: "1.5 seconds", 60000: "1 minute",
		90000: "90 seconds", 3600000: "1 hour", 5400000: "90 minutes", 86400000: "1 day", 172800000: "2 days", 31536000000: "1 year",
	} {
		if got := report.Duration(ms).EN; got != want {
			t.Errorf("%d ms is %q, want %q", ms, got, want)
		}
	}
}
