package jsondoc

import (
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// AppendQuote appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func AppendQuote(dst []byte, s string) []byte {
	ascii := true
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c == '"' || c == '\\' || c == 0x7F {
			return appendQuote(dst, s)
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	if !ascii && !utf8.ValidString(s) {
		return appendQuote(dst, s)
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

func appendQuote(dst []byte, s string) []byte {
	// The error only says that something was replaced, which is what a report wants.
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
