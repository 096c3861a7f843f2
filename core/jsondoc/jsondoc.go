// Package jsondoc reads pasted JSON so that every value keeps its place.
//
// Read makes one iterative pass with jsontext as tokenizer and never recurses, whatever the depth. What makes the
// text unreadable is a Fault (one, the first); what leaves it readable but is still wrong is a Flaw (duplicate
// member names, bytes that are not UTF-8, lone surrogates, a byte order mark). All offsets are bytes into the text
// that was given to Read; spans are half-open.
//
// A text reads without a Fault exactly when encoding/json finds it valid, save that a byte order mark may stand
// first, that NUL bytes are refused wherever they stand, and that Limits hold.
package jsondoc

// Span is a half-open range of byte offsets.
type Span struct{ Start, End int }

// Kind is the type of a JSON value. The zero Kind is the kind of a value that is not there.
type Kind uint8

// The kinds of values.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// Limits bound what Read takes in. A limit of zero or less is the one of DefaultLimits.
type Limits struct {
	Bytes int // longest text in bytes
	Depth int // deepest nesting of arrays and objects; the outermost container is depth 1; at most 9999
}

// DefaultLimits are the limits of every door of the product.
var DefaultLimits = Limits{Bytes: 8 << 20, Depth: 512}

// FaultKind says why a text could not be read as JSON, in terms of what a person did rather than of a grammar.
type FaultKind uint8

// The kinds of faults.
const (
	NoFault         FaultKind = iota
	Empty                     // nothing, or only white space
	TooLarge                  // more bytes than Limits.Bytes
	TooDeep                   // deeper than Limits.Depth
	Binary                    // NUL bytes or other signs of a file that is no text; UTF-16 text too
	TrailingComma             // a comma before } or ]
	MissingComma              // two values or members with nothing between
	MissingColon              // a member name without its colon
	SingleQuotes              // 'text' for "text"
	SmartQuotes               // typographic quotation marks
	UnquotedName              // a member name without quotes
	Comment                   // // or /* */ or #
	NotFinite                 // NaN, Infinity, -Infinity
	BadLiteral                // True, False, None, undefined, NULL ...
	BadNumber                 // +1, 01, .5, 1., 0x10, 1_000
	BadEscape                 // an escape that JSON does not have
	ControlInString           // a raw line break, tab or other control character inside a string
	BadSpace                  // a no-break space or another space that JSON does not know
	Truncated                 // the text ends inside a value: an incomplete paste
	ExtraClose                // a closing bracket with no opening one, or of the wrong kind
	SecondDocument            // another JSON value follows the first
	TextAfter                 // something that is not JSON follows the value
	TextBefore                // something that is not JSON precedes a value
	NotJSON                   // no JSON value to be seen at all
	Unexpected                // none of the above
)

// Fault is the reason why reading stopped.
type Fault struct {
	Kind    FaultKind
	Span    Span   // the offending characters; where something is missing, the empty place where it is missed
	Found   string // the offending characters as text, at most 24 characters, U+FFFD for bytes that are not UTF-8
	Pointer string // JSON Pointer of the value that is written wrongly, otherwise of the array or object around the place
	Opened  Span   // for Truncated and ExtraClose: the bracket or quote that stays open; else zero
	Repair  []Edit // the edits after which the text reads, where it is certain what was meant in every place; else nil
}

// FlawKind is the kind of a Flaw.
type FlawKind uint8

// The kinds of flaws.
const (
	DuplicateName FlawKind = iota + 1
	InvalidUTF8
	LoneSurrogate
	ByteOrderMark
)

// Flaw is something wrong with a text that could be read all the same.
type Flaw struct {
	Kind    FlawKind
	Span    Span   // the second name, a run of bad bytes, the escape, the mark
	First   Span   // for DuplicateName: the first member of that name (its name)
	Pointer string // JSON Pointer of the value concerned
	Found   string // the name (at most 64 characters), the bytes in hexadecimal (at most 8), or the escape
}

// Edit replaces Span by Text. Edits of one list don't overlap and stand in order.
type Edit struct {
	Span Span
	Text string
}

// Apply gives the text that edits make of text, which stays as it is.
func Apply(text []byte, edits []Edit) []byte {
	n := len(text)
	for _, e := range edits {
		n += len(e.Text) - (e.Span.End - e.Span.Start)
	}
	out, pos := make([]byte, 0, n), 0
	for _, e := range edits {
		out = append(out, text[pos:e.Span.Start]...)
		out = append(out, e.Text...)
		pos = e.Span.End
	}
	return append(out, text[pos:]...)
}
