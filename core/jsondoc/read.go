package jsondoc

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\xEF\xBB\xBF"

// maxDepth and maxBytes keep every text clear of jsontext's own limit of depth and of the width of a node's fields.
const (
	maxDepth = 9999
	maxBytes = 1<<31 - 1
)

// tolerant leaves to this package what jsontext would refuse without a place for every occurrence.
var tolerant = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// Doc is a JSON text that was read. The zero Doc is ready for Read. A Doc is used again by another Read, which keeps
// its storage and makes every Value, Fault and list of Flaws of the former text invalid. A Doc must not be used by
// two goroutines at once, not even for looking things up.
type Doc struct {
	text  []byte
	nodes store
	clean bool // the text was read to its end
	plain bool // no backslash and no bad UTF-8 anywhere: what is written is what is meant
	fault *Fault
	flaws []Flaw
	twins []twin

	dec    jsontext.Decoder
	input  bytes.Buffer
	open   []frame
	pos    int   // the end of the last token that was read
	place  place // what may stand at pos
	last   uint32
	reason FaultKind // TooDeep where that stopped the scan

	entries, buckets, table []uint64 // of findManyTwins

	names uint64 // of MayHave: a bit for every name, several names to a bit
	reads uint32 // how many texts were read; what memo holds of earlier ones doesn't count
	memo  [memos]lookup
	words map[string]string // of kept

	path  []uint32 // of appendPointer
	ranks []rank
}

// frame is an array or object whose end has not come yet.
type frame struct {
	node   uint32
	last   uint32 // its last child, or none
	count  uint32 // its children
	object bool
}

// Read reads text within lim. The text must not change while the Doc is used.
func (d *Doc) Read(text []byte, lim Limits) {
	if lim.Bytes <= 0 {
		lim.Bytes = DefaultLimits.Bytes
	}
	if lim.Depth <= 0 {
		lim.Depth = DefaultLimits.Depth
	}
	lim.Bytes, lim.Depth = min(lim.Bytes, maxBytes), min(lim.Depth, maxDepth)
	d.read(text, lim)
	if f := d.fault; f != nil && repairable(f.Kind) && len(text) <= maxRepairBytes {
		f.Repair = d.repair(lim)
	}
	d.findFlaws()
}

// read does all of Read but the repair and the flaws.
func (d *Doc) read(text []byte, lim Limits) {
	d.text, d.clean, d.plain, d.fault = text, false, false, nil
	d.flaws, d.twins = d.flaws[:0], d.twins[:0]
	d.reads++
	d.begin(0)
	switch {
	case len(text) > lim.Bytes:
		d.fail(Fault{Kind: TooLarge, Span: Span{lim.Bytes, len(text)}}, false)
		return
	case bytes.HasPrefix(text, []byte("\xFF\xFE")), bytes.HasPrefix(text, []byte("\xFE\xFF")):
		d.fail(Fault{Kind: Binary, Span: Span{0, 2}}, false)
		return
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		d.fail(Fault{Kind: Binary, Span: Span{i, i + 1}}, false)
		return
	}
	d.plain = bytes.IndexByte(text, '\\') < 0 && utf8.Valid(text)
	from := 0
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		from = len(byteOrderMark)
	}
	if d.scan(from, lim.Depth) && skipSpace(text, d.pos) == len(text) {
		d.clean = true
		return
	}
	if d.reason != NoFault {
		d.fail(Fault{Kind: d.reason, Span: Span{d.pos, d.pos + 1}}, false)
		return
	}
	d.explain(lim.Depth)
}

// begin forgets what was read and sets out from offset from.
func (d *Doc) begin(from int) {
	d.nodes.n, d.open = 0, d.open[:0]
	d.pos, d.place, d.last, d.reason = from, atRoot, none, NoFault
	d.ranks = d.ranks[:0]
	d.names = 0
}

// scan reads one value that starts at or after offset from. It reports whether the value is complete; d.pos, d.place
// and d.open tell where it stopped.
func (d *Doc) scan(from, depth int) bool {
	d.begin(from)
	text := d.text
	d.input = *bytes.NewBuffer(text[from:])
	d.dec.Reset(&d.input, tolerant...)
	top := frame{node: none, last: none} // the innermost frame; d.open has the others, this dummy first
	for {
		if _, err := d.dec.ReadToken(); err != nil {
			return d.stop(top)
		}
		end := from + int(d.dec.InputOffset())
		start := d.pos
		for separates(text[start]) {
			start++
		}
		c := text[start]
		if c == '}' || c == ']' {
			n := d.nodes.at(top.node)
			n.end = uint32(end)
			if top.object && top.count > 1 {
				d.findTwins(top.node, int(top.count))
			}
			d.last = top.node
			top = d.open[len(d.open)-1]
			d.open = d.open[:len(d.open)-1]
			d.pos, d.place = end, atComma
			if top.node == none {
				d.place = atEnd
				return true
			}
			continue
		}
		if top.object && d.place != atColon {
			d.last = d.nodes.add(node{start: uint32(start), end: uint32(end), next: isName, parent: top.node})
			d.names |= nameBit(text[start+1 : end-1])
			d.pos, d.place = end, atColon
			continue
		}
		i := d.nodes.add(node{start: uint32(start), end: uint32(end), next: none, parent: top.node})
		if top.last != none {
			d.nodes.at(top.last).next = i
		}
		top.last = i
		top.count++
		d.last, d.pos, d.place = i, end, atComma
		if c == '{' || c == '[' {
			if len(d.open) == depth {
				d.reason, d.pos = TooDeep, start
				return d.stop(top)
			}
			d.open = append(d.open, top)
			top = frame{node: i, last: none, object: c == '{'}
			d.place = atFirstItem
			if top.object {
				d.place = atFirstName
			}
			continue
		}
		if top.node == none {
			d.place = atEnd
			return true
		}
	}
}

// stop puts the innermost frame to the others and takes the dummy away.
func (d *Doc) stop(top frame) bool {
	if d.open = append(d.open, top); d.open[0].node == none {
		d.open = append(d.open[:0], d.open[1:]...)
	}
	return false
}

// separates reports whether c stands between tokens in a valid text.
func separates(c byte) bool {
	return c == ' ' || c == ',' || c == ':' || c == '\n' || c == '\r' || c == '\t'
}

// skipSpace gives the first offset from pos on that is no JSON white space.
func skipSpace(text []byte, pos int) int {
	for pos < len(text) && isSpace(text[pos]) {
		pos++
	}
	return pos
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// fail notes the fault, with its text and its pointer. With inside the fault lies in a value of its own, else between
// the values of the innermost open container.
func (d *Doc) fail(f Fault, inside bool) {
	f.Found = excerpt(d.text[f.Span.Start:f.Span.End], maxFound)
	f.Pointer = d.faultPointer(inside)
	d.fault = &f
}

// faultPointer points at the value that stands, or would stand, at d.pos, or at the container around it.
func (d *Doc) faultPointer(inside bool) string {
	if len(d.open) == 0 {
		return ""
	}
	top := d.open[len(d.open)-1]
	if !inside {
		return string(d.appendPointer(nil, top.node))
	}
	switch d.place {
	case atValue, atComma:
		return string(d.appendPointer(nil, d.last))
	case atFirstItem, atItem:
		return string(strconv.AppendUint(append(d.appendPointer(nil, top.node), '/'), uint64(top.count), 10))
	}
	return string(d.appendPointer(nil, top.node))
}

// maxFound is the longest Found of a Fault in characters.
const maxFound = 24

// excerpt gives the first characters of b, with U+FFFD for bytes that are not UTF-8.
func excerpt(b []byte, characters int) string {
	var out []byte
	for i := 0; i < len(b) && characters > 0; characters-- {
		r, n := utf8.DecodeRune(b[i:])
		out = utf8.AppendRune(out, r)
		i += n
	}
	return string(out)
}

// Text gives the text that was read.
func (d *Doc) Text() []byte { return d.text }

// Root gives the outermost value. It is absent when there is a Fault.
func (d *Doc) Root() Value {
	if !d.clean {
		return Value{}
	}
	return Value{d: d}
}

// Fault gives the reason why the text could not be read, or nil.
func (d *Doc) Fault() *Fault { return d.fault }

// Flaws lists what is wrong in the text that was read, up to the Fault where there is one, sorted by place. There are
// at most 100 of them, and fewer where their pointers would be longer than 64 KiB in all.
func (d *Doc) Flaws() []Flaw { return d.flaws }
