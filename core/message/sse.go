package message

import (
	"bytes"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
)

// Stream is an SSE stream (text/event-stream).
type Stream struct {
	Piece
	HTTP     *HTTPMessage // nil when only the stream was pasted
	Events   []*Event
	Comments int
	CutOff   bool      // the last event is not closed by an empty line
	Exchange *Exchange // the request that the stream answers, or nil where it isn't known
}

// Event is one event of a stream. Spans are local to the stream's piece.
type Event struct {
	Type     string // of the event field, or ""
	TypeSpan jsondoc.Span
	ID       *jsondoc.Span // the id field's line, nil when there is none
	Retry    *jsondoc.Span
	Data     Piece // the data lines joined by line feeds
	Span     jsondoc.Span
	Message  *Message
}

// looksLikeSSE accepts a text whose first line is a field of an event stream. Comments before it say too little alone.
func looksLikeSSE(t []byte) bool {
	l := t
	for len(l) > 0 && (l[0] == ':' || l[0] == '\n' || l[0] == '\r') {
		_, next := anyLine(l, 0)
		l = l[next:]
	}
	for _, f := range []string{"data:", "event:", "id:", "retry:"} {
		if len(l) >= len(f) && string(l[:len(f)]) == f {
			return true
		}
	}
	return false
}

// readSSE reads a stream by the rules of the HTML standard, 9.2.6: CRLF, CR and LF end a line, one space after the
// colon is dropped, several data fields are joined by a line feed, a line with a colon in front is a comment.
func (r *reader) readSSE(p Piece, h *HTTPMessage) {
	s := &Stream{Piece: p, HTTP: h}
	if h != nil {
		h.Stream = s
	}
	r.paste.Streams = append(r.paste.Streams, s)
	if bytes.HasPrefix(p.Text, []byte(byteOrderMark)) {
		p = p.Slice(len(byteOrderMark), len(p.Text)) // the standard drops it
		s.Piece = p
	}
	t := p.Text
	var ev *Event
	var data joiner
	lines := 0
	start := 0
	lineEnd := 0 // of the last data line
	flush := func(end int) {
		if ev == nil || !r.room(len(s.Events), p, start) {
			ev, data, lines = nil, joiner{}, 0
			return
		}
		ev.Span = jsondoc.Span{Start: start, End: end}
		if lines > 0 {
			ev.Data = data.piece()
		}
		s.Events = append(s.Events, ev)
		if lines > 0 && len(trimSpace(ev.Data.Text)) > 0 && (ev.Type == "" || ev.Type == "message" || trimSpace(ev.Data.Text)[0] == '{') {
			ev.Message = r.readJSON(ev.Data, h, ev, nil)
		}
		ev, data, lines = nil, joiner{}, 0
	}
	at := 0
	for at < len(t) {
		end, next := anyLine(t, at)
		l := t[at:end]
		if len(l) == 0 {
			flush(at)
			at = next
			continue
		}
		if l[0] == ':' {
			s.Comments++
			at = next
			continue
		}
		if ev == nil {
			ev, start = &Event{}, at
		}
		name, v0 := l, len(l)
		if c := bytes.IndexByte(l, ':'); c >= 0 {
			name, v0 = l[:c], c+1
			if v0 < len(l) && l[v0] == ' ' {
				v0++
			}
		}
		span := jsondoc.Span{Start: at, End: end}
		switch string(name) {
		case "data":
			if lines > 0 {
				data.literal("\n", p.Offset(lineEnd), 1)
			}
			data.add(p, at+v0, end)
			lines++
			lineEnd = end
		case "event":
			ev.Type, ev.TypeSpan = string(l[v0:]), jsondoc.Span{Start: at + v0, End: end}
		case "id":
			ev.ID = &span
		case "retry":
			ev.Retry = &span
		}
		at = next
	}
	if ev != nil {
		// A browser would drop an event that no empty line closes. A paste is usually cut by whoever copied it, so the
		// event is read and the cut is noted.
		s.CutOff = true
		flush(len(t))
	}
}
