package jsondoc

import (
	"bytes"
	"slices"
	"sort"
	"unicode/utf8"
)

const (
	maxRepairBytes = 64 << 10
	maxEdits       = 1000
)

// literals are the words that are certain to mean a literal, in lower case, with the literal; "" where it is not
// certain which.
var literals = map[string]string{
	"true": "true", "false": "false", "null": "null", "none": "null", "undefined": "", "nil": "",
}

// lower gives b in lower case where it is ASCII.
func lower(b []byte) string {
	out := bytes.Clone(b)
	for i, c := range out {
		if c >= 'A' && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return string(out)
}

// repairable reports whether it may be certain what was meant with a fault of that kind.
func repairable(k FaultKind) bool {
	switch k {
	case TrailingComma, MissingComma, SingleQuotes, SmartQuotes, UnquotedName, Comment, BadLiteral, ControlInString,
		BadSpace, Truncated, TextAfter, TextBefore:
		return true
	}
	return false
}

// repair gives the edits that make the text read, or nil where one fault in it leaves doubt.
func (d *Doc) repair(lim Limits) []Edit {
	r := repairer{walk: walk{text: d.text}}
	if bytes.HasPrefix(d.text, []byte(byteOrderMark)) {
		r.pos = len(byteOrderMark)
	}
	if f := d.fault; f.Kind == TextBefore {
		r.pos = skipSpace(d.text, f.Span.End)
		r.edit(f.Span.Start, r.pos, "")
	}
	for !r.done {
		if f := r.next(); f.Kind != NoFault && !r.fix(f) || len(r.edits) > maxEdits {
			return nil
		}
	}
	e := r.edits
	sort.Stable(order{len(e), func(i, j int) bool { return e[i].Span.Start < e[j].Span.Start }, func(i, j int) { e[i], e[j] = e[j], e[i] }})
	for i := 1; i < len(r.edits); i++ {
		if r.edits[i].Span.Start < r.edits[i-1].Span.End {
			return nil
		}
	}
	var check Doc
	if check.read(Apply(d.text, r.edits), lim); check.fault != nil {
		return nil
	}
	return r.edits
}

// repairer walks through a text, and on behind every fault that it can mend.
type repairer struct {
	walk
	edits []Edit
}

func (r *repairer) edit(start, end int, text string) {
	r.edits = append(r.edits, Edit{Span{start, end}, text})
}

// fix mends the fault that next has found and moves on behind it. It reports false where it is not certain what was
// meant; some of what it does leaves that to the reading of the whole.
func (r *repairer) fix(f Fault) bool {
	start, end := f.Span.Start, f.Span.End
	switch f.Kind {
	case TrailingComma:
		r.edit(start, end, "")
		r.pos = max(r.pos, end)
		if r.place == atName || r.place == atItem {
			r.place = atComma
		}
	case Comment:
		if bytes.HasPrefix(r.text[start:], []byte("/*")) {
			if end-start < 4 || !bytes.HasSuffix(r.text[start:end], []byte("*/")) {
				return false
			}
			r.edit(start, end, " ") // tokens on both sides stay apart
		} else {
			r.edit(start, end, "")
		}
		r.pos = end
	case BadSpace:
		r.edit(start, end, " ")
		r.pos = end
	case SingleQuotes, SmartQuotes:
		return r.fixQuotes(start, end)
	case ControlInString:
		return r.fixControls(skipSpace(r.text, r.pos))
	case UnquotedName:
		if p := skipSpace(r.text, end); p == len(r.text) || r.text[p] != ':' {
			return false
		}
		r.edit(start, start, `"`)
		r.edit(end, end, `"`)
		r.took(end, atColon)
	case BadLiteral:
		literal := literals[lower(r.text[start:end])]
		if literal == "" {
			return false
		}
		r.edit(start, end, literal)
		r.last = f.Span
		r.tookValue(end)
	case MissingComma:
		return r.fixComma()
	case Truncated:
		return r.fixEnd(f)
	case TextAfter:
		if bytes.IndexByte(r.text[start:end], '{') >= 0 {
			return false
		}
		r.edit(start, end, "")
		r.done = true
	default:
		return false
	}
	return true
}

// tookString moves on behind a string.
func (r *repairer) tookString(start, end int) {
	r.last = Span{start, end}
	if r.place == atFirstName || r.place == atName {
		r.took(end, atColon)
		return
	}
	r.tookValue(end)
}

func (r *repairer) fixQuotes(start, end int) bool {
	p := skipSpace(r.text, r.pos)
	if r.last != (Span{}) && start < r.last.End { // the last string should have ended here already
		r.edit(start, end, `"`)
		r.last.End, r.pos = end, end
		return true
	}
	if p != start { // a string that begins with a straight quote and ends here
		r.edit(start, end, `"`)
		r.tookString(p, end)
		return true
	}
	open := quoteAt(r.text[start:])
	if start+open.size == end {
		return false // it ends nowhere
	}
	_, n := utf8.DecodeLastRune(r.text[:end])
	r.edit(start, start+open.size, `"`)
	for i := start + open.size; i < end-n; i++ {
		switch c := r.text[i]; {
		case c == '\\' && r.text[i+1] == '\'':
			r.edit(i, i+1, "")
			i++
		case c == '\\':
			i++
		case c == '"':
			r.edit(i, i, `\`)
		case c < ' ':
			r.edit(i, i+1, escaped(c))
		}
	}
	r.edit(end-n, end, `"`)
	r.tookString(start, end)
	return true
}

// fixControls escapes the control characters of the string that begins at p.
func (r *repairer) fixControls(p int) bool {
	for i := p + 1; i < len(r.text) && len(r.edits) <= maxEdits; i++ {
		switch c := r.text[i]; {
		case c == '"':
			r.tookString(p, i+1)
			return true
		case c == '\\':
			i++
		case c < ' ':
			r.edit(i, i+1, escaped(c))
		}
	}
	return false
}

// escaped gives the escape for a control character.
func escaped(c byte) string {
	switch c {
	case '\b':
		return `\b`
	case '\t':
		return `\t`
	case '\n':
		return `\n`
	case '\f':
		return `\f`
	case '\r':
		return `\r`
	}
	return `\u00` + hexadecimal([]byte{c})
}

// fixComma inserts a comma where white space or a closing bracket shows that one value has ended.
func (r *repairer) fixComma() bool {
	p := skipSpace(r.text, r.pos)
	before, next := r.text[r.pos-1], r.text[p]
	if p == r.pos && before != '}' && before != ']' {
		return false
	}
	if r.inObject() && (next == '{' || next == '[') {
		return false
	}
	r.edit(r.pos, r.pos, ",")
	if r.inObject() {
		r.place = atName
	} else {
		r.place = atItem
	}
	return true
}

// fixEnd closes what is open at the end of a text that was cut off between two values.
func (r *repairer) fixEnd(f Fault) bool {
	if len(r.open) == 0 || f.Opened != r.bracket() || skipSpace(r.text, r.pos) != len(r.text) {
		return false
	}
	switch r.place {
	case atName, atItem:
		r.edit(r.comma, r.comma+1, "")
	case atComma, atFirstName, atFirstItem:
	default:
		return false
	}
	var closing []byte
	for _, o := range slices.Backward(r.open) {
		closing = append(closing, r.text[o]+2) // in ASCII } is { + 2 and ] is [ + 2
	}
	r.edit(len(r.text), len(r.text), string(closing))
	r.done = true
	return true
}
