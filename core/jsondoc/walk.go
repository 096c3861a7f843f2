package jsondoc

import (
	"bytes"
	"unicode/utf8"
)

// place says what may stand at an offset of the text.
type place uint8

const (
	atRoot      place = iota // the outermost value
	atFirstName              // a name or }, after {
	atName                   // a name, after a comma
	atColon                  // the colon after a name
	atValue                  // the value of a member
	atFirstItem              // an element or ], after [
	atItem                   // an element, after a comma
	atComma                  // a comma or the end of the container, after a value
	atEnd                    // the end of the text, after the outermost value
)

// walk goes through a text from somewhere in it, token by token, and says of what is no JSON what it is. It starts
// where jsontext has given up; a repair goes on with it behind every fault.
type walk struct {
	text   []byte
	pos    int
	place  place
	open   []int // the offsets of the brackets that are open
	last   Span  // the last token, when it was a name or a value other than an array or object
	comma  int   // the offset of the last comma
	inside bool  // the fault lies in a value of its own
	done   bool
}

// next goes on by one token, or says why it can't.
func (w *walk) next() Fault {
	w.inside = false
	p := skipSpace(w.text, w.pos)
	if p == len(w.text) {
		if w.place == atEnd {
			w.done = true
			return Fault{}
		}
		return w.truncated()
	}
	if n := badSpace(w.text[p:]); n > 0 {
		return fault(BadSpace, p, p+n)
	}
	if n := comment(w.text[p:]); n > 0 {
		return fault(Comment, p, p+n)
	}
	switch w.place {
	case atColon:
		return w.colon(p)
	case atComma:
		return w.separator(p)
	case atFirstName, atName:
		return w.name(p)
	case atEnd:
		return w.after(p)
	}
	return w.value(p)
}

func fault(kind FaultKind, start, end int) Fault { return Fault{Kind: kind, Span: Span{start, end}} }

// unexpected is the fault of one character for which there is no better word.
func (w *walk) unexpected(p int) Fault {
	_, n := utf8.DecodeRune(w.text[p:])
	return fault(Unexpected, p, p+n)
}

func (w *walk) truncated() Fault {
	f := fault(Truncated, len(w.text), len(w.text))
	f.Opened = w.bracket()
	return f
}

// bracket gives the place of the innermost open bracket.
func (w *walk) bracket() Span {
	if len(w.open) == 0 {
		return Span{}
	}
	o := w.open[len(w.open)-1]
	return Span{o, o + 1}
}

func (w *walk) inObject() bool {
	return len(w.open) > 0 && w.text[w.open[len(w.open)-1]] == '{'
}

// closes reports whether the byte at p ends the innermost container.
func (w *walk) closes(p int) bool {
	if p == len(w.text) || len(w.open) == 0 {
		return false
	}
	if w.inObject() {
		return w.text[p] == '}'
	}
	return w.text[p] == ']'
}

// took moves on behind a token of the given end.
func (w *walk) took(end int, next place) Fault {
	w.pos, w.place = end, next
	return Fault{}
}

// tookValue moves on behind a value.
func (w *walk) tookValue(end int) Fault {
	if len(w.open) == 0 {
		return w.took(end, atEnd)
	}
	return w.took(end, atComma)
}

// close takes the closing bracket at p, of whatever kind it is.
func (w *walk) close(p int) Fault {
	if !w.closes(p) {
		f := fault(ExtraClose, p, p+1)
		f.Opened = w.bracket()
		return f
	}
	w.open, w.last = w.open[:len(w.open)-1], Span{}
	return w.tookValue(p + 1)
}

func (w *walk) colon(p int) Fault {
	switch w.text[p] {
	case ':':
		return w.took(p+1, atValue)
	case ']':
		return w.close(p)
	}
	if f := w.smartEnd(); f.Kind != NoFault {
		return f
	}
	return fault(MissingColon, w.pos, w.pos)
}

func (w *walk) separator(p int) Fault {
	switch c := w.text[p]; {
	case c == ',':
		if w.closes(skipSpace(w.text, p+1)) {
			return fault(TrailingComma, p, p+1)
		}
		w.comma = p
		if w.inObject() {
			return w.took(p+1, atName)
		}
		return w.took(p+1, atItem)
	case c == '}' || c == ']':
		return w.close(p)
	}
	if f := w.runOn(p); f.Kind != NoFault {
		return f
	}
	if f := w.smartEnd(); f.Kind != NoFault {
		w.inside = true
		return f
	}
	if w.starts(p) {
		return fault(MissingComma, w.pos, w.pos)
	}
	return w.unexpected(p)
}

// runOn finds a number or literal that goes on where it should have ended: 01, 1_000, nullable.
func (w *walk) runOn(p int) Fault {
	if p != w.pos || w.last == (Span{}) || w.text[w.last.Start] == '"' {
		return Fault{}
	}
	end := w.number(w.last.Start)
	if end == p {
		return Fault{}
	}
	w.inside = true
	if c := w.text[w.last.Start]; isLetter(c) {
		return fault(BadLiteral, w.last.Start, end)
	}
	return fault(BadNumber, w.last.Start, end)
}

// starts reports whether a value or a name begins at p, in JSON or as people write it.
func (w *walk) starts(p int) bool {
	c := w.text[p]
	return c == '"' || c == '{' || c == '[' || c == '-' || isWord(c) || quoteAt(w.text[p:]).size > 0
}

func (w *walk) name(p int) Fault {
	switch c := w.text[p]; {
	case c == '"':
		return w.string(p, atColon)
	case c == ',':
		if q := skipSpace(w.text, p+1); w.place == atFirstName && w.closes(q) {
			return fault(TrailingComma, p, p+1)
		}
		return w.unexpected(p)
	case c == '}' && w.place == atName:
		return fault(TrailingComma, w.comma, w.comma+1)
	case c == '}' || c == ']':
		return w.close(p)
	}
	if f := w.quoted(p); f.Kind != NoFault {
		return f
	}
	if end := w.number(p); end > p {
		return fault(UnquotedName, p, end)
	}
	return w.unexpected(p)
}

func (w *walk) value(p int) Fault {
	switch c := w.text[p]; {
	case c == '{', c == '[':
		w.open, w.last = append(w.open, p), Span{}
		if c == '{' {
			return w.took(p+1, atFirstName)
		}
		return w.took(p+1, atFirstItem)
	case c == '"':
		next := atComma
		if len(w.open) == 0 {
			next = atEnd
		}
		w.inside = true
		return w.string(p, next)
	case c == ',':
		if w.place == atFirstItem && w.closes(skipSpace(w.text, p+1)) {
			return fault(TrailingComma, p, p+1)
		}
		return w.unexpected(p)
	case c == ']' && w.place == atItem:
		return fault(TrailingComma, w.comma, w.comma+1)
	case c == ']' && w.place == atFirstItem:
		return w.close(p)
	case c == '}' || c == ']':
		if w.closes(p) { // the value after a colon is missing
			return w.unexpected(p)
		}
		return w.close(p)
	}
	w.inside = true
	if f := w.quoted(p); f.Kind != NoFault {
		return f
	}
	end := w.number(p)
	if end == p || bytes.HasPrefix(w.text[p:], []byte("...")) {
		w.inside = false
		return w.unexpected(p)
	}
	token := w.text[p:end]
	if validScalar(token) {
		w.last = Span{p, end}
		return w.tookValue(end)
	}
	if end == len(w.text) && len(w.open) > 0 && cutOff(token) {
		return w.truncated()
	}
	return fault(wrongScalar(token), p, end)
}

// string takes the string at p, or says what is wrong inside it.
func (w *walk) string(p int, next place) Fault {
	end, kind := scanString(w.text, p)
	if kind == NoFault {
		w.last = Span{p, end}
		return w.took(end, next)
	}
	if kind != BadEscape {
		// A string that runs on may have its end in typographic quotes.
		if q := smartEnd(w.text[p:end]); q.size > 0 {
			return fault(SmartQuotes, p+q.at, p+q.at+q.size)
		}
	}
	switch kind {
	case BadEscape:
		return fault(kind, end, end+escapeLen(w.text[end:]))
	case ControlInString:
		if skipSpace(w.text, end) < len(w.text) {
			return fault(kind, end, end+1)
		}
	}
	f := fault(Truncated, len(w.text), len(w.text))
	f.Opened = Span{p, p + 1}
	return f
}

// smartEnd finds a typographic quote in the last string that was meant to end it.
func (w *walk) smartEnd() Fault {
	if w.last == (Span{}) || w.text[w.last.Start] != '"' {
		return Fault{}
	}
	q := smartEnd(w.text[w.last.Start:w.last.End])
	if q.size == 0 {
		return Fault{}
	}
	return fault(SmartQuotes, w.last.Start+q.at, w.last.Start+q.at+q.size)
}

// quoted finds a text in quotes that are not JSON's, up to its end where it has one on its line.
func (w *walk) quoted(p int) Fault {
	q := quoteAt(w.text[p:])
	if q.size == 0 {
		return Fault{}
	}
	kind := SmartQuotes
	if w.text[p] == '\'' {
		kind = SingleQuotes
	}
	if end := closingQuote(w.text, p, q); end.size > 0 {
		return fault(kind, p, end.at+end.size)
	}
	return fault(kind, p, p+q.size)
}

// number gives the end of the run of characters at p that a number or a word may be made of.
func (w *walk) number(p int) int {
	for p < len(w.text) {
		switch c := w.text[p]; {
		case isWord(c) && c < utf8.RuneSelf, c == '.', c == '-', c == '+':
			p++
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(w.text[p:])
			if r == utf8.RuneError || badSpace(w.text[p:]) > 0 || quoteAt(w.text[p:]).size > 0 || wide(r) {
				return p
			}
			p += n
		default:
			return p
		}
	}
	return p
}

// wide reports whether r is punctuation of East Asian text, which ends a word.
func wide(r rune) bool {
	return r >= 0x3001 && r <= 0x303F || r >= 0xFF01 && r <= 0xFF0F || r >= 0xFF1A && r <= 0xFF20 ||
		r >= 0xFF3B && r <= 0xFF40 || r >= 0xFF5B && r <= 0xFF65 || r == 0x2026
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isWord(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= utf8.RuneSelf
}

// scanString goes through the string that begins at p. It gives the end of the string, or the kind of the first fault
// in it with its offset.
func scanString(text []byte, p int) (int, FaultKind) {
	for i := p + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1, NoFault
		case c < ' ':
			return i, ControlInString
		case c == '\\':
			n := escapeLen(text[i:])
			if !wholeEscape(text[i : i+n]) {
				if i+n == len(text) && (n == 1 || text[i+1] == 'u') {
					return len(text), Truncated
				}
				return i, BadEscape
			}
			i += n - 1
		}
	}
	return len(text), Truncated
}

// escapeLen gives how much of b belongs to the escape at its beginning, valid or not.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return len(b)
	}
	if b[1] != 'u' {
		if b[1] < ' ' {
			return 1
		}
		_, n := utf8.DecodeRune(b[1:])
		return 1 + n
	}
	n := 2
	for n < 6 && n < len(b) && hexDigit(b[n]) >= 0 {
		n++
	}
	return n
}

// wholeEscape reports whether b is a valid escape.
func wholeEscape(b []byte) bool {
	if len(b) == 2 {
		return bytes.IndexByte([]byte(`"\/bfnrt`), b[1]) >= 0
	}
	return len(b) == 6 && b[1] == 'u'
}

// comment gives the length of the comment at the beginning of b, without the line break that ends it.
func comment(b []byte) int {
	switch {
	case b[0] == '#', bytes.HasPrefix(b, []byte("//")):
		if i := bytes.IndexAny(b, "\r\n"); i >= 0 {
			return i
		}
		return len(b)
	case bytes.HasPrefix(b, []byte("/*")):
		if i := bytes.Index(b[2:], []byte("*/")); i >= 0 {
			return i + 4
		}
		return len(b)
	}
	return 0
}

// badSpace gives the length of the run of spaces at the beginning of b that JSON doesn't know.
func badSpace(b []byte) int {
	i := 0
	for i < len(b) {
		if b[i] < utf8.RuneSelf && b[i] != '\v' && b[i] != '\f' {
			return i
		}
		r, n := utf8.DecodeRune(b[i:])
		switch {
		case r == '\v', r == '\f', r == 0x85, r == 0xA0, r == 0xAD, r == 0x1680, r == 0x180E, r >= 0x2000 && r <= 0x200F,
			r >= 0x2028 && r <= 0x202F, r >= 0x205F && r <= 0x2069, r == 0x3000, r == 0xFEFF:
			i += n
		default:
			return i
		}
	}
	return i
}

// validScalar reports whether token is a number or a literal.
func validScalar(token []byte) bool {
	switch string(token) {
	case "true", "false", "null":
		return true
	}
	end, whole := scanNumber(token)
	return whole && end == len(token)
}

// scanNumber goes along a number at the beginning of b as far as it is one, and reports whether it may end there.
func scanNumber(b []byte) (int, bool) {
	i := 0
	digits := func() bool {
		from := i
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(b) && b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if !digits() {
		return i, false
	}
	if i < len(b) && b[i] == '.' {
		i++
		if !digits() {
			return i, false
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '-' || b[i] == '+') {
			i++
		}
		if !digits() {
			return i, false
		}
	}
	return i, true
}

// cutOff reports whether token is the beginning of a number or a literal.
func cutOff(token []byte) bool {
	for _, literal := range [...]string{"true", "false", "null"} {
		if bytes.HasPrefix([]byte(literal), token) {
			return true
		}
	}
	end, _ := scanNumber(token)
	return end == len(token)
}

// wrongScalar says what is wrong with a token that is neither number nor literal.
func wrongScalar(token []byte) FaultKind {
	bare := bytes.TrimLeft(token, "+-")
	for _, s := range [...]string{"NaN", "Infinity", "Inf"} {
		if bytes.EqualFold(bare, []byte(s)) {
			return NotFinite
		}
	}
	if len(bare) > 0 && (isLetter(bare[0]) || bare[0] == '_' || bare[0] == '$' || bare[0] >= utf8.RuneSelf) {
		return BadLiteral
	}
	return BadNumber
}
