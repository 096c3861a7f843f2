package jsondoc

import (
	"bytes"
	"unicode/utf8"
)

const (
	maxForeign = 200 // the longest Span of NotJSON in bytes
	maxTries   = 8   // the places that are tried for a value behind other text
)

// explain says why scan could not go on, or what follows the value that it has read.
func (d *Doc) explain(depth int) {
	switch {
	case d.place == atRoot:
		d.explainStart(depth)
		return
	case d.place == atEnd && len(d.open) == 0 && Value.Kind(Value{d: d}) < Array:
		d.explainScalar(depth)
		return
	}
	w := d.walker()
	for !w.done {
		if f := w.next(); f.Kind != NoFault {
			d.place = w.place
			d.fail(f, w.inside)
			return
		}
	}
	d.fail(w.unexpected(min(d.pos, len(d.text)-1)), false)
}

// walker gives a walk that goes on where scan has stopped.
func (d *Doc) walker() *walk {
	w := &walk{text: d.text, pos: d.pos, place: d.place}
	for _, f := range d.open {
		w.open = append(w.open, int(d.nodes.at(f.node).start))
	}
	if d.last != none {
		if b := d.text[d.nodes.at(d.last).start]; b != '{' && b != '[' {
			w.last = d.value(d.last).Span()
		}
	}
	return w
}

// explainStart says what is wrong where not even a first token could be read.
func (d *Doc) explainStart(depth int) {
	text := d.text
	p := skipSpace(text, d.pos)
	q, commented := skipForeign(text, p)
	if q == len(text) && !commented {
		d.fail(fault(Empty, 0, len(text)), false)
		return
	}
	w := d.walker()
	if q < len(text) && (text[p] == '"' || q > p && d.beginsJSON(q)) {
		f := w.next()
		d.fail(f, true)
		return
	}
	if v := d.laterValue(p, depth); v >= 0 {
		d.fail(fault(TextBefore, p, trimEnd(text, v)), false)
		return
	}
	f := w.value(p)
	whole := f.Span.End == trimEnd(text, len(text))
	switch f.Kind {
	case ExtraClose:
	case SingleQuotes, SmartQuotes, NotFinite, BadNumber:
		if !whole {
			f = d.foreign(p)
		}
	case BadLiteral:
		if _, known := literals[lower(text[f.Span.Start:f.Span.End])]; !whole || !known {
			f = d.foreign(p)
		}
	default:
		f = d.foreign(p)
		if r, _ := utf8.DecodeRune(text[p:]); r == utf8.RuneError || r < ' ' && r != 0x1B {
			f = fault(Binary, p, p+1)
		}
	}
	d.fail(f, false)
}

// explainScalar says what is wrong with a text that begins with a string, a number or a literal and goes on: often
// that is no JSON value at all, but the beginning of a sentence or of a line of a log.
func (d *Doc) explainScalar(depth int) {
	text := d.text
	start := int(d.nodes.at(0).start)
	w := d.walker()
	p := skipSpace(text, d.pos)
	f := w.next()
	isString := text[start] == '"'
	switch f.Kind {
	case TextAfter, SecondDocument, BadNumber, BadLiteral:
		if isString && text[p] == ':' { // the inside of an object
			f = w.unexpected(p)
			break
		}
		if v := d.laterValue(p, depth); v >= 0 {
			d.fail(fault(TextBefore, start, trimEnd(text, v)), false)
			return
		}
		if f.Kind != SecondDocument && !isString && f.Span.End != trimEnd(text, len(text)) || f.Kind == TextAfter && !isString {
			f = d.foreign(start)
		}
	}
	d.fail(f, false)
}

// after says what it is that follows the outermost value at p.
func (w *walk) after(p int) Fault {
	switch w.text[p] {
	case '}', ']':
		return fault(ExtraClose, p, p+1)
	}
	if f := w.runOn(p); f.Kind != NoFault {
		return f
	}
	q := p
	for q < len(w.text) && (isSpace(w.text[q]) || w.text[q] == ',') {
		q++
	}
	if q < len(w.text) && (w.text[q] == '{' || w.text[q] == '[') {
		return fault(SecondDocument, q, q+1)
	}
	if end := w.scalar(p); end > p {
		if rest := skipBlank(w.text, end); rest == len(w.text) || w.text[rest] == '\n' || w.text[rest] == '\r' {
			return fault(SecondDocument, p, end)
		}
	}
	return fault(TextAfter, p, trimEnd(w.text, len(w.text)))
}

// scalar gives the end of the string, number or literal at p, or p.
func (w *walk) scalar(p int) int {
	if w.text[p] == '"' {
		if end, kind := scanString(w.text, p); kind == NoFault {
			return end
		}
		return p
	}
	if end := w.number(p); validScalar(w.text[p:end]) {
		return end
	}
	return p
}

// laterValue looks from p on for an array or object behind other text. It takes the first that reads, or that reads as
// far as a member or two elements; otherwise the first that begins like an object; and gives -1 where there is none.
// Nothing stays read.
func (d *Doc) laterValue(p, depth int) int {
	defer d.begin(0)
	likely := -1
	for tries := 0; tries < maxTries; p++ {
		i := bytes.IndexAny(d.text[p:], "{[")
		if i < 0 {
			break
		}
		p += i
		q := skipSpace(d.text, p+1)
		if q == len(d.text) {
			break
		}
		object := d.text[p] == '{'
		strong := d.text[q] == '"' || !object && (d.text[q] == '{' || d.text[q] == '[')
		if !strong && !d.beginsJSON(q) && d.text[q] != '}' && d.text[q] != ']' {
			continue
		}
		tries++
		clean := d.scan(p, depth)
		// [1] and {} are found in any prose: they count where nothing follows.
		if strong && (clean || d.nodes.n >= 3) || clean && skipSpace(d.text, d.pos) == len(d.text) {
			return p
		}
		if likely < 0 && object && strong {
			likely = p
		}
	}
	return likely
}

// beginsJSON reports whether a value, or something that was meant as one, begins at p.
func (d *Doc) beginsJSON(p int) bool {
	switch d.text[p] {
	case '{', '[', '"':
		return true
	}
	w := walk{text: d.text}
	return validScalar(d.text[p:w.number(p)])
}

// foreign is the fault of a text that has no JSON in it.
func (d *Doc) foreign(p int) Fault {
	end := trimEnd(d.text, len(d.text))
	if end-p > maxForeign {
		end = p + maxForeign
		for cut := 0; cut < utf8.UTFMax && !utf8.RuneStart(d.text[end]); cut++ {
			end--
		}
	}
	return fault(NotJSON, p, end)
}

// skipForeign skips white space, spaces that JSON doesn't know and comments, and says whether there were comments.
func skipForeign(text []byte, p int) (int, bool) {
	commented := false
	for p < len(text) {
		n := badSpace(text[p:])
		if n == 0 {
			if n = comment(text[p:]); n > 0 {
				commented = true
			}
		}
		if n == 0 && !isSpace(text[p]) {
			break
		}
		p += max(n, 1)
	}
	return p, commented
}

// skipBlank skips spaces and tabs.
func skipBlank(text []byte, p int) int {
	for p < len(text) && (text[p] == ' ' || text[p] == '\t') {
		p++
	}
	return p
}

// trimEnd gives the end of text[:end] without the white space that ends it.
func trimEnd(text []byte, end int) int {
	for end > 0 && isSpace(text[end-1]) {
		end--
	}
	return end
}
