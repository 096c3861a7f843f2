package jsondoc

import (
	"bytes"
	"unicode/utf8"
)

// quote is a quotation mark other than JSON's.
type quote struct {
	at, size int  // its place in bytes; size 0 when there is none
	double   bool // it stands for a double one
}

// quoteAt finds a quotation mark other than " at the beginning of b.
func quoteAt(b []byte) quote {
	r, n := utf8.DecodeRune(b)
	switch r {
	case '\'', '‘', '’', '‚', '‛', '‹', '›', '＇', '´':
		return quote{size: n}
	case '“', '”', '„', '‟', '«', '»', '〝', '〞', '〟', '＂', '「', '」', '『', '』':
		return quote{size: n, double: true}
	}
	return quote{}
}

// closingQuote finds the mark on the same line that ends the text which the mark q at p opens: the first one of its
// kind after which a JSON string might end, or else the first one of its kind.
func closingQuote(text []byte, p int, q quote) quote {
	var first quote
	for i := p + q.size; i < len(text); {
		c := text[i]
		if c == '\n' || c == '\r' {
			break
		}
		if c == '\\' {
			i += escapeLen(text[i:])
			continue
		}
		end := quoteAt(text[i:])
		if c == '"' && q.double {
			end = quote{size: 1, double: true}
		}
		// A straight single quote ends only what one has opened, and an apostrophe nothing else.
		if straight := text[p] == '\''; end.size > 0 && end.double == q.double && (c == '\'') == straight {
			end.at = i
			if ends(text, i+end.size) {
				return end
			}
			if first.size == 0 {
				first = end
			}
		}
		_, n := utf8.DecodeRune(text[i:])
		i += n
	}
	return first
}

// ends reports whether what stands at p may follow a string.
func ends(text []byte, p int) bool {
	p = skipSpace(text, p)
	return p == len(text) || bytes.IndexByte([]byte(",:]}"), text[p]) >= 0
}

// smartEnd finds the typographic double quote in b that was meant to end the string: the first one, if what follows
// it may follow a string. Where the first one opens a quotation, they are text.
func smartEnd(b []byte) quote {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		switch r {
		case '“', '”', '„', '‟', '〞', '〟', '＂':
			if p := skipSpace(b, i+n); p < len(b) && ends(b, p) {
				return quote{at: i, size: n, double: true}
			}
			return quote{}
		}
		i += n
	}
	return quote{}
}
