package jsondoc

import (
	"bytes"
	"unicode/utf8"
)

// decoded gives what the string node i means: the text itself where nothing in it is escaped or broken.
func (d *Doc) decoded(i uint32) []byte {
	n := d.nodes.at(i)
	b := d.text[n.start+1 : n.end-1]
	if d.plain || verbatim(b) {
		return b
	}
	return unescape(b)
}

// verbatim reports whether the inside of a string means what is written.
func verbatim(b []byte) bool { return bytes.IndexByte(b, '\\') < 0 && utf8.Valid(b) }

// unescape decodes the inside of a valid string. Lone surrogates and bytes that are not UTF-8 become U+FFFD.
func unescape(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '\\':
			r, n := escape(b[i:])
			out = utf8.AppendRune(out, r)
			i += n
		case c < utf8.RuneSelf:
			out = append(out, c)
			i++
		default:
			r, n := utf8.DecodeRune(b[i:])
			out = utf8.AppendRune(out, r)
			i += n
		}
	}
	return out
}

// escape decodes the valid escape at the beginning of b, both halves of a surrogate pair, and gives its length.
// A lone surrogate is U+FFFD.
func escape(b []byte) (rune, int) {
	switch b[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
	default:
		return rune(b[1]), 2
	}
	r := hex4(b[2:])
	if r < 0xD800 || r > 0xDFFF {
		return r, 6
	}
	if r < 0xDC00 && len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if low := hex4(b[8:]); low >= 0xDC00 && low <= 0xDFFF {
			return (r-0xD800)<<10 + (low - 0xDC00) + 0x10000, 12
		}
	}
	return utf8.RuneError, 6
}

// hex4 gives the value of four hexadecimal digits.
func hex4(b []byte) rune {
	var r rune
	for _, c := range b[:4] {
		r = r<<4 | rune(hexDigit(c))
	}
	return r
}

// hexDigit gives the value of a hexadecimal digit, or -1.
func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

const (
	maxWord  = 48  // bytes
	maxWords = 512 // of a Doc
)

// kept gives b as a string. The same short words come again and again, in one text and in the next, so that they are
// made once.
func (d *Doc) kept(b []byte) string {
	if len(b) > maxWord {
		return string(b)
	}
	if s, ok := d.words[string(b)]; ok {
		return s
	}
	s := string(b)
	if d.words == nil || len(d.words) == maxWords {
		d.words = make(map[string]string, 64)
	}
	d.words[s] = s
	return s
}

// nameBit gives the bit that stands for a name, as it is written between its quotes.
func nameBit(b []byte) uint64 {
	if len(b) == 0 {
		return 1
	}
	return 1 << ((uint(len(b))*5 + uint(b[0])*3 + uint(b[len(b)-1])*7 + uint(b[len(b)/2])) % 64)
}

// NameSet is a set of member names, kept so roughly that it takes no time: it may hold more than was put in.
type NameSet uint64

// Names puts names into a set.
func Names(names ...string) (s NameSet) {
	for _, n := range names {
		s |= NameSet(nameBit([]byte(n)))
	}
	return s
}

// MayHave reports false only where no member anywhere in the text has one of the names.
func (d *Doc) MayHave(names NameSet) bool { return !d.plain || NameSet(d.names)&names != 0 }
