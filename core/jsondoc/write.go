package jsondoc

import "github.com/go-json-experiment/json/jsontext"

// AppendQuote appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func AppendQuote(dst []byte, s string) []byte {
	// The error only says that something was replaced, which is what a report wants.
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
