// Package pretty stands in for github.com/tidwall/pretty in the WebAssembly builds. gjson links that package for its
// modifiers @pretty and @ugly, and with it encoding/json and reflect. The product refuses every path that holds a
// modifier, so these functions are needed to compile but never called; each returns its input unchanged.
package pretty

// Options are accepted and ignored.
type Options struct {
	Width    int
	Prefix   string
	Indent   string
	SortKeys bool
}

// DefaultOptions is the value that gjson copies before it reads a modifier's argument.
var DefaultOptions = &Options{}

// Pretty returns json unchanged.
func Pretty(json []byte) []byte { return json }

// PrettyOptions returns json unchanged.
func PrettyOptions(json []byte, _ *Options) []byte { return json }

// Ugly returns json unchanged.
func Ugly(json []byte) []byte { return json }
