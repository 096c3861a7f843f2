// Command gen writes the pages of the site.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/wasm/edgehttp"
	"github.com/mcp-discover/mcp-discover/web/content"
	"github.com/mcp-discover/mcp-discover/web/site"
)

func main() {
	out := flag.String("out", ".build/site", "folder to write to")
	manifest := flag.String("manifest", ".build/assets.json", "file that names the assets")
	origin := flag.String("origin", "", "scheme and host of the published site; without it addresses are relative")
	flag.Parse()
	if err := run(*out, *manifest, *origin); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(out, manifest, origin string) error {
	raw, err := os.ReadFile(manifest)
	if err != nil {
		return err
	}
	var assets site.Manifest
	if err := json.Unmarshal(raw, &assets); err != nil {
		return fmt.Errorf("%s: %w", manifest, err)
	}
	s, err := site.New(api.Call, content.Files, assets, origin)
	if err != nil {
		return err
	}
	files, err := s.Files(context.Background())
	if err != nil {
		return err
	}
	files = append(files, site.File{Name: "_headers", Body: []byte(edgehttp.HeadersFile())})
	for _, f := range files {
		path := filepath.Join(out, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Body, 0o644); err != nil {
			return err
		}
	}
	return nil
}
