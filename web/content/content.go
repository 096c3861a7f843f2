// Package content holds what the site shows beside the engine's own words.
package content

import "embed"

// Files has the folder gallery: index.json and one text per example.
//
//go:embed gallery
var Files embed.FS
