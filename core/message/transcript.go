package message

import (
	"bytes"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
)

// Channel is where a line of a transcript was written.
type Channel uint8

// The channels. AnyChannel is a line without a mark: it is taken for stdout unless its message says otherwise.
const (
	AnyChannel Channel = iota
	Stdin
	Stdout
	Stderr
	Observed // a remark of whoever recorded it, such as an exit or a timeout
)

// Line is one line of a stdio transcript, or the several lines of a message that was broken over them.
type Line struct {
	Piece               // the line's content without marks and line end
	Span      Span      // of the whole line in the paste
	Number    int       // 1-based, in the paste
	Direction Direction // by its mark
	Channel   Channel
	Message   *Message // the message on it, or nil
	Noise     bool     // not a message
	Blank     bool
	Broken    bool // a message over several lines
	CR        bool // ends with CR LF
	At        string
}

// Span is a span in the paste.
type Span = jsondoc.Span

// marks are the direction marks that people and tools put in front of lines.
var marks = []struct {
	mark string
	ch   Channel
}{
	{"-->", Stdin}, {"<--", Stdout}, {"->", Stdin}, {"<-", Stdout}, {">>>", Stdin}, {"<<<", Stdout}, {">>", Stdin}, {"<<", Stdout},
	{"=>", Stdin}, {"<=", Stdout}, {"→", Stdin}, {"←", Stdout},
	{">", Stdin}, {"<", Stdout}, {"stdin:", Stdin}, {"stdout:", Stdout}, {"stderr:", Stderr},
	{"[stdin]", Stdin}, {"[stdout]", Stdout}, {"[stderr]", Stderr},
	{"client:", Stdin}, {"server:", Stdout}, {"C:", Stdin}, {"S:", Stdout}, {"2>", Stderr}, {"2 ", Stderr}, {"! ", Observed},
}

// mark takes the time and the direction mark off the front of a line.
//
// "2 " and "! " are marks only in a transcript that marks its other lines too (marked): alone they start too many
// ordinary log lines.
func mark(l []byte, marked bool) (rest int, ch Channel, stamp string) {
	at := 0
	if n := stampLength(l); n > 0 {
		at = n
		for at < len(l) && l[at] == ' ' {
			at++
		}
	}
	for i := range marks {
		m := &marks[i]
		if at+len(m.mark) > len(l) || string(l[at:at+len(m.mark)]) != m.mark || !marked && m.mark[len(m.mark)-1] == ' ' {
			continue
		}
		n := at + len(m.mark)
		// A mark stands apart, or directly before the message; "<html>" and ">quoted" are no marks.
		if n < len(l) && l[n] != ' ' && l[n] != '\t' && l[n] != '{' && l[n] != '[' && m.mark[len(m.mark)-1] != ' ' {
			continue
		}
		for n < len(l) && (l[n] == ' ' || l[n] == '\t') {
			n++
		}
		return n, m.ch, string(trimRight(l[:at]))
	}
	if at > 0 && at < len(l) && l[at] == '{' {
		return at, AnyChannel, string(trimRight(l[:at]))
	}
	return 0, AnyChannel, ""
}

// stampLength gives the length of a time at the start of a line: 12:00:01.250, 2026-12-01T12:00:01Z, +0.25s, 250ms,
// each also in brackets.
func stampLength(l []byte) int {
	i := 0
	open := len(l) > 0 && (l[0] == '[' || l[0] == '(')
	if open {
		i++
	}
	from, digits := i, 0
	for i < len(l) && (digit(l[i]) || bytes.IndexByte([]byte(":.-+TZms"), l[i]) >= 0) {
		if digit(l[i]) {
			digits++
		}
		i++
	}
	if digits == 0 || i == from {
		return 0
	}
	if open {
		if i < len(l) && (l[i] == ']' || l[i] == ')') {
			return i + 1
		}
		return 0
	}
	// A bare number is a stamp only when it carries a unit, a sign or a clock's colon.
	if i < len(l) && l[i] == ' ' && bytes.IndexAny(l[from:i], ":+sT") >= 0 {
		return i
	}
	return 0
}

// isTranscript reports whether at least one line of several is a JSON object after its marks, and carries JSON-RPC.
func (r *reader) isTranscript(p Piece) bool {
	t := p.Text
	lines, messages := 0, 0
	for at := 0; at < len(t); {
		end, next := line(t, at)
		l := trimSpace(t[at:end])
		at = next
		if len(l) == 0 {
			continue
		}
		lines++
		n, ch, _ := mark(l, false)
		if c := l[n:]; len(c) > 1 && c[0] == '{' && (ch != AnyChannel || bytes.Contains(c, []byte(`"jsonrpc"`))) {
			messages++
		}
		if messages > 0 && lines > 1 {
			return true
		}
	}
	if messages > 0 {
		// One line: a direction mark makes it a transcript, a sentence in front of the JSON doesn't.
		n, ch, _ := mark(trimSpace(t), false)
		return n > 0 && ch != AnyChannel
	}
	return r.opt.Transport == StdioTransport
}

// readLines reads a transcript: one message a line, and what else stands there.
func (r *reader) readLines(p Piece) {
	t := p.Text
	marked := hasMarks(t)
	r.vain = 0
	number := 1
	for at := 0; at < len(t) && r.room(len(r.paste.Lines), p, at); {
		end, next := line(t, at)
		l := t[at:end]
		ln := &Line{Number: number, CR: next-end == 2}
		number++
		lead := 0
		for lead < len(l) && (l[lead] == ' ' || l[lead] == '\t') {
			lead++
		}
		n, ch, stamp := mark(l[lead:], marked)
		from := at + lead + n
		ln.Channel, ln.At = ch, stamp
		switch ch {
		case Stdin:
			ln.Direction = ToServer
		case Stdout:
			ln.Direction = ToClient
		}
		content := trimRight(t[from:end])
		ln.Piece = p.Slice(from, from+len(content))
		ln.Span = p.Source(Span{Start: at, End: end})
		switch {
		case ch == Stderr || ch == Observed:
		case len(content) == 0:
			// A line that holds not even a mark only sets others apart.
			if ln.Blank = true; n == 0 {
				at = next
				continue
			}
		case content[0] == '{' || content[0] == '[' && ch == AnyChannel && looksLikeArray(content) || content[0] == '[' && looksLikeArray(content):
			if span, lines := r.broken(p, from, ch); lines > 1 {
				ln.Broken = true
				ln.Piece = span
				number += lines - 1
				next = from
				for k := 0; k < lines; k++ {
					end, next = line(t, next)
				}
				ln.Span = p.Source(Span{Start: at, End: end})
			}
			ln.Message = r.readJSON(ln.Piece, nil, nil, ln)
		default:
			ln.Noise = true
		}
		r.paste.Lines = append(r.paste.Lines, ln)
		at = next
	}
}

// hasMarks reports whether a line carries a direction mark before a message.
func hasMarks(t []byte) bool {
	for at := 0; at < len(t); {
		end, next := line(t, at)
		l := trimSpace(t[at:end])
		if n, ch, _ := mark(l, false); (ch == Stdin || ch == Stdout) && n < len(l) && l[n] == '{' {
			return true
		}
		at = next
	}
	return false
}

// looksLikeArray keeps a log line such as [db] connected from being called a batch.
func looksLikeArray(l []byte) bool {
	i := 1
	for i < len(l) && space(l[i]) {
		i++
	}
	return i < len(l) && (l[i] == '{' || l[i] == ']' || l[i] == '[')
}

// broken finds a message that was pretty-printed over several lines: it starts at from, and its brackets close on a
// later line. It gives the text without the lines' marks, and the number of lines; one when the line is whole, or
// when the brackets never close.
func (r *reader) broken(p Piece, from int, ch Channel) (Piece, int) {
	// A text full of brackets that never close would be scanned to its end from every line.
	if r.vain > len(p.Text) {
		return p, 1
	}
	t := p.Text
	var j joiner
	depth, inString, escaped := 0, false, false
	lines := 0
	for at := from; at < len(t); {
		end, next := line(t, at)
		start := at
		if lines > 0 {
			n, c, _ := mark(t[at:end], false)
			if c != AnyChannel && c != ch {
				r.vain += at - from
				return p, 1
			}
			start += n
		}
		lines++
		for i := start; i < end; i++ {
			c := t[i]
			switch {
			case escaped:
				escaped = false
			case inString && c == '\\':
				escaped = true
			case c == '"':
				inString = !inString
			case inString:
			case c == '{', c == '[':
				depth++
			case c == '}', c == ']':
				depth--
				if depth == 0 {
					if lines == 1 {
						return p, 1
					}
					j.add(p, start, i+1)
					if rest := trimSpace(t[i+1 : end]); len(rest) > 0 {
						j.add(p, i+1, end) // the reader says what it thinks of it
					}
					return j.piece(), lines
				}
			}
		}
		if inString {
			r.vain += end - from
			return p, 1 // a string can't run over the line's end: this is a line that was cut off
		}
		j.add(p, start, next)
		at = next
	}
	r.vain += len(t) - from
	return p, 1
}
