package text

import "strings"

// The words of the protocol are ASCII. The functions here know nothing else, which keeps Unicode's tables out of what a
// browser loads.

// Lower gives s with ASCII letters in lower case.
func Lower(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 'A' && c <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

// Upper gives s with ASCII letters in upper case.
func Upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c &^ 0x20
		}
	}
	return string(b)
}

// Same reports whether a and b are equal but for the case of ASCII letters.
func Same(a, b string) bool { return len(a) == len(b) && Lower(a) == Lower(b) }

// Trim gives s without the given ASCII characters at its ends.
func Trim(s, cutset string) string {
	for s != "" && strings.IndexByte(cutset, s[0]) >= 0 {
		s = s[1:]
	}
	for s != "" && strings.IndexByte(cutset, s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	return s
}

// Bare gives s without ASCII white space at its ends.
func Bare(s string) string { return Trim(s, " \t\r\n\v\f") }

// Printable gives s in one line of valid UTF-8: control characters become spaces, and bytes that are no UTF-8 become
// U+FFFD.
func Printable(s string) string {
	var b strings.Builder
	for _, c := range s {
		b.WriteRune(max(c, ' '))
	}
	return b.String()
}

// Swap gives s with every old replaced by new.
func Swap(s, old, new string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, old)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString(new)
		s = after
	}
}
