package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const clean = `{"jsonrpc":"2.0","id":"d","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},` +
	`"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"acorn","version":"1.2.0"}},"ttlMs":0,"cacheScope":"public"}}`

const broken = `{"jsonrpc":"2.0","id":"d","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},` +
	`"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"acorn","version":"1.2.0"}},"cacheScope":"public"}}`

// advised breaks a SHOULD only.
const advised = `{"jsonrpc":"2.0","id":"d","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},` +
	`"ttlMs":0,"cacheScope":"public"}}`

func call(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &err)
	return status, out.String(), err.String()
}

func TestExitStatus(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "answer.json")
	if err := os.WriteFile(file, []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		stdin  string
		args   []string
		status int
	}{
		{"clean", clean, []string{"check"}, 0},
		{"clean from -", clean, []string{"check", "-"}, 0},
		{"violation", broken, []string{"check"}, 1},
		{"violation in a file", "", []string{"check", file}, 1},
		{"advice alone", advised, []string{"check"}, 0},
		{"unreadable JSON is a finding, not a crash", "{", []string{"check"}, 1},
		{"no subcommand", "", nil, 2},
		{"unknown subcommand", "", []string{"chekc"}, 2},
		{"unknown flag", "", []string{"check", "-nope"}, 2},
		{"unknown format", clean, []string{"check", "-format", "yaml"}, 2},
		{"unknown kind", clean, []string{"check", "-kind", "xml"}, 2},
		{"unknown language", clean, []string{"check", "-lang", "fr"}, 2},
		{"missing file", "", []string{"check", filepath.Join(dir, "nothing")}, 2},
		{"missing request", clean, []string{"check", "-request", filepath.Join(dir, "nothing")}, 2},
		{"two files", "", []string{"check", file, file}, 2},
		{"help", "", []string{"help"}, 0},
		{"help of check", "", []string{"check", "-h"}, 0},
		{"version", "", []string{"version"}, 0},
	} {
		status, stdout, stderr := call(c.stdin, c.args...)
		if status != c.status {
			t.Errorf("%s: status %d, want %d\n%s%s", c.name, status, c.status, stdout, stderr)
		}
		if status == 2 && (stderr == "" || stdout != "") {
			t.Errorf("%s: says what is wrong on standard error only; got %q and %q", c.name, stdout, stderr)
		}
	}
}

func TestJSONIsTheContract(t *testing.T) {
	_, out, _ := call(broken, "check", "-format", "json", "-lang", "ja")
	var r struct {
		Engine, Revision, Lang string
		Findings               []struct{ Rule, Pointer string }
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if r.Lang != "ja" || len(r.Findings) != 1 || r.Findings[0].Rule != "cache-ttl-missing" || r.Findings[0].Pointer != "/result/ttlMs" {
		t.Errorf("got %+v", r)
	}
}

func TestRequestPane(t *testing.T) {
	file := filepath.Join(t.TempDir(), "request.json")
	request := `{"jsonrpc":"2.0","id":"other","method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	if err := os.WriteFile(file, []byte(request), 0o644); err != nil {
		t.Fatal(err)
	}
	status, out, _ := call(clean, "check", "-request", file)
	if status != 1 || !strings.Contains(out, "/id") {
		t.Errorf("an answer with another id than the request's must be a violation: %d\n%s", status, out)
	}
}

func TestColour(t *testing.T) {
	for setting, want := range map[string]bool{"always": true, "never": false, "auto": false} {
		if _, out, _ := call(broken, "check", "-color", setting); strings.Contains(out, "\x1b[") != want {
			t.Errorf("-color %s: wrong colour", setting)
		}
	}
}
