//go:build !js

package api_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// peerSchema is the official schema where it is at hand (MCP_SPEC_DIR, or beside the repository), else our own
// structural one.
func peerSchema(b *testing.B) *jsonschema.Schema {
	b.Helper()
	for _, file := range []string{
		filepath.Join(os.Getenv("MCP_SPEC_DIR"), "schema-2026-07-28.json"),
		"../../../shared/spec/official/schema-2026-07-28.json",
		"../rules/testdata/schema.json",
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			b.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("schema.json", document); err != nil {
			b.Fatal(err)
		}
		return c.MustCompile("schema.json#/$defs/DiscoverResultResponse")
	}
	b.Fatal("no schema to compare with")
	return nil
}

// BenchmarkPeer is what a Go program would take instead of a check: parsing and validating by the JSON Schema, without
// places, clauses, or what the schema can't say. Compare with BenchmarkCheckTypical of the same run.
func BenchmarkPeerTypical(b *testing.B) {
	s := peerSchema(b)
	b.SetBytes(int64(len(typical)))
	b.ReportAllocs()
	for b.Loop() {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(typical)))
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Validate(document); err != nil {
			b.Fatal(err)
		}
	}
}
