package message

import "bytes"

// line gives the end of the line that starts at at, without its line feed and carriage return, and the start of the
// next one.
func line(t []byte, at int) (end, next int) {
	i := bytes.IndexByte(t[at:], '\n')
	if i < 0 {
		return len(t), len(t)
	}
	end = at + i
	next = end + 1
	if end > at && t[end-1] == '\r' {
		end--
	}
	return end, next
}

// anyLine is line with a lone carriage return as a line end too, as event streams allow.
func anyLine(t []byte, at int) (end, next int) {
	i := bytes.IndexAny(t[at:], "\r\n")
	if i < 0 {
		return len(t), len(t)
	}
	end, next = at+i, at+i+1
	if t[end] == '\r' && next < len(t) && t[next] == '\n' {
		next++
	}
	return end, next
}

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\xEF\xBB\xBF"

func digit(c byte) bool { return c >= '0' && c <= '9' }

func hex(c byte) (int, bool) {
	switch {
	case digit(c):
		return int(c - '0'), true
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10, true
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10, true
	}
	return 0, false
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func trimSpace(t []byte) []byte {
	for len(t) > 0 && space(t[0]) {
		t = t[1:]
	}
	return trimRight(t)
}

func trimRight(t []byte) []byte {
	for len(t) > 0 && space(t[len(t)-1]) {
		t = t[:len(t)-1]
	}
	return t
}

func trim(s string) string {
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	for len(s) > 0 && (s[len(s)-1] == ' ' || s[len(s)-1] == '\t') {
		s = s[:len(s)-1]
	}
	return s
}

// cut splits at the first space.
func cut(s string) (first, rest string) {
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
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

// equalFold compares ASCII without regard to case, as header names ask for.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		x, y := a[i], b[i]
		if x >= 'A' && x <= 'Z' {
			x |= 0x20
		}
		if y >= 'A' && y <= 'Z' {
			y |= 0x20
		}
		if x != y {
			return false
		}
	}
	return true
}

// containsFold reports whether s contains word, which is in lower case.
func containsFold(s, word string) bool {
	for i := 0; i+len(word) <= len(s); i++ {
		if equalFold(s[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// isToken accepts an HTTP token (RFC 9110, 5.6.2), with a leading colon for HTTP/2's pseudo-fields.
func isToken(l []byte) bool {
	for i, c := range l {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', digit(c), i == 0 && c == ':':
		case bytes.IndexByte([]byte("!#$%&'*+-.^_`|~"), c) >= 0:
		default:
			return false
		}
	}
	return len(l) > 0
}
