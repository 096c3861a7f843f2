package message

import (
	"bytes"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
)

// BodyForm is what an HTTP body turned out to be, whatever its header says.
type BodyForm uint8

// The forms.
const (
	NoBody BodyForm = iota
	JSONBody
	SSEBody
	HTMLBody
	TextBody
)

// HTTPMessage is one HTTP request or response.
type HTTPMessage struct {
	Piece             // the whole message
	IsRequest  bool   //
	Version    string // such as HTTP/1.1
	StartLine  jsondoc.Span
	Verb       string // of a request
	Target     string // of a request
	Status     int    // of a response
	StatusSpan jsondoc.Span
	Headers    []Header
	Body       Piece // after chunked framing was taken away
	Form       BodyForm
	Chunked    bool // chunk framing was found in the body and taken away
	Unfinished bool // the header block is not closed by an empty line
	Unrecorded bool // whoever recorded the message left the body out
	Stream     *Stream
	Message    *Message // of a JSON body that is meant as JSON-RPC
	Claim      Claim    // of the message, of the stream, or by the MCP-Protocol-Version header alone
	Exchange   *Exchange
}

// Header is one header field. Spans are local to the HTTP message's piece.
type Header struct {
	Name, Value string
	NameSpan    jsondoc.Span
	ValueSpan   jsondoc.Span
	Line        jsondoc.Span
}

// Header gives the first header field of that name, compared without regard to case (RFC 9110, 5.1), or nil.
func (h *HTTPMessage) Header(name string) *Header {
	for i := range h.Headers {
		if equalFold(h.Headers[i].Name, name) {
			return &h.Headers[i]
		}
	}
	return nil
}

// Value gives the value of the first header field of that name, or "".
func (h *HTTPMessage) Value(name string) string {
	if f := h.Header(name); f != nil {
		return f.Value
	}
	return ""
}

// MediaType gives the media type of Content-Type in lower case, without parameters.
func (h *HTTPMessage) MediaType() string { return mediaType(h.Value("Content-Type")) }

func mediaType(v string) string {
	for i := 0; i < len(v); i++ {
		if v[i] == ';' {
			v = v[:i]
			break
		}
	}
	return lower(trim(v))
}

// readHTTP takes HTTP messages one after the other out of p: redirects, 100 Continue, a request and its response.
func (r *reader) readHTTP(p Piece) {
	t := p.Text
	at := 0
	for at < len(t) {
		for at < len(t) && (t[at] == '\n' || t[at] == '\r' || t[at] == ' ') {
			at++
		}
		if at >= len(t) || !r.room(len(r.paste.HTTPs), p, at) {
			return
		}
		h := &HTTPMessage{}
		next := r.readHTTPHead(h, p, at)
		end := nextHTTP(t, next)
		h.Piece = p.Slice(at, end)
		r.paste.HTTPs = append(r.paste.HTTPs, h)
		r.body(h, p.Slice(next, end))
		at = end
	}
}

// readHTTPHead reads start line and header fields from at on and returns where the body starts. Spans are local to
// the message, so that they are taken relative to at.
func (r *reader) readHTTPHead(h *HTTPMessage, p Piece, at int) int {
	t := p.Text
	end, next := line(t, at)
	start := trimRight(t[at:end])
	h.StartLine = jsondoc.Span{Start: 0, End: len(start)}
	first := string(start)
	if isStatusLine(start) {
		h.Version, first = cut(first)
		pos := len(h.Version) + 1
		for pos < len(start) && start[pos] == ' ' {
			pos++
		}
		n := 0
		for pos+n < len(start) && start[pos+n] >= '0' && start[pos+n] <= '9' {
			h.Status = h.Status*10 + int(start[pos+n]-'0')
			n++
		}
		h.StatusSpan = jsondoc.Span{Start: pos, End: pos + n}
	} else {
		h.IsRequest = true
		h.Verb, first = cut(first)
		h.Target, h.Version = cut(first)
	}
	h.Unfinished = true
	for next < len(t) {
		end, after := line(t, next)
		l := t[next:end]
		if len(trimRight(l)) == 0 {
			h.Unfinished = false
			return after
		}
		colon := bytes.IndexByte(l, ':')
		// HTTP/2 has pseudo-fields that begin with a colon; curl prints them in its verbose form.
		if colon == 0 {
			if c := bytes.IndexByte(l[1:], ':'); c >= 0 {
				colon = c + 1
			}
		}
		if colon <= 0 || !isToken(l[:colon]) {
			return next // somebody cut the empty line away: what follows is the body
		}
		v0, v1 := colon+1, len(l)
		for v0 < v1 && (l[v0] == ' ' || l[v0] == '\t') {
			v0++
		}
		for v1 > v0 && (l[v1-1] == ' ' || l[v1-1] == '\t' || l[v1-1] == '\r') {
			v1--
		}
		off := next - at
		if !r.room(len(h.Headers), p, next) {
			next = after
			continue
		}
		h.Headers = append(h.Headers, Header{
			Name: string(l[:colon]), Value: string(l[v0:v1]),
			NameSpan:  jsondoc.Span{Start: off, End: off + colon},
			ValueSpan: jsondoc.Span{Start: off + v0, End: off + v1},
			Line:      jsondoc.Span{Start: off, End: off + v1},
		})
		next = after
	}
	return next
}

// nextHTTP finds where the next HTTP message starts at or after at, or the end of the text.
func nextHTTP(t []byte, at int) int {
	for at < len(t) {
		end, next := line(t, at)
		l := t[at:end]
		if isStatusLine(l) || isRequestLine(l) {
			return at
		}
		at = next
	}
	return len(t)
}

// isStatusLine accepts HTTP/1.1 200 OK and HTTP/2 200.
func isStatusLine(l []byte) bool {
	if len(l) < 8 || string(l[:5]) != "HTTP/" || l[5] < '0' || l[5] > '9' {
		return false
	}
	i := 6
	for i < len(l) && (l[i] == '.' || l[i] >= '0' && l[i] <= '9') {
		i++
	}
	if i >= len(l) || l[i] != ' ' {
		return false
	}
	for i < len(l) && l[i] == ' ' {
		i++
	}
	return i+2 < len(l) && digit(l[i]) && digit(l[i+1]) && digit(l[i+2])
}

// isRequestLine accepts POST /mcp HTTP/1.1.
func isRequestLine(l []byte) bool {
	l = trimRight(l)
	i := 0
	for i < len(l) && l[i] >= 'A' && l[i] <= 'Z' {
		i++
	}
	if i < 3 || i > 7 || i >= len(l) || l[i] != ' ' {
		return false
	}
	last := bytes.LastIndexByte(l, ' ')
	return last > i && bytes.HasPrefix(l[last+1:], []byte("HTTP/"))
}

// body recognises what the HTTP body is and reads it.
func (r *reader) body(h *HTTPMessage, p Piece) {
	if equalFold(trim(h.Value("Transfer-Encoding")), "chunked") {
		p, h.Chunked = dechunk(p)
	}
	h.Body = p
	t := trimSpace(p.Text)
	switch {
	case len(t) == 0:
		h.Form = NoBody
	case bytes.HasPrefix(t, []byte(byteOrderMark)) && !looksLikeSSE(t[len(byteOrderMark):]):
		h.Form = JSONBody
		h.Message = r.readJSON(p, h, nil, nil)
	case looksLikeSSE(t) || h.MediaType() == "text/event-stream" && t[0] != '{' && t[0] != '[' && t[0] != '<':
		h.Form = SSEBody
		r.readSSE(p, h)
	case t[0] == '{' || t[0] == '[' || t[0] == '"' || h.MediaType() == "application/json" && t[0] != '<':
		h.Form = JSONBody
		h.Message = r.readJSON(p, h, nil, nil)
	case t[0] == '<':
		h.Form = HTMLBody
	default:
		h.Form = TextBody
	}
}

// dechunk takes chunked framing away (RFC 9112, 7.1) where it is there: curl removes it, raw captures keep it. A
// capture that was cut off gives what is there. Where line ends were changed on the way, so that the sizes are wrong,
// the lines that are sizes are taken away.
func dechunk(p Piece) (Piece, bool) {
	t := p.Text
	first, next := line(t, 0)
	size, ok := chunkSize(t[:first])
	if !ok {
		return p, false
	}
	var j joiner
	for at := 0; ; {
		if size == 0 {
			return j.piece(), true
		}
		at = next + size
		if at >= len(t) {
			j.add(p, next, len(t))
			return j.piece(), true
		}
		j.add(p, next, at)
		end, after := line(t, at)
		if end != at {
			return looseChunks(p), true
		}
		if after == len(t) {
			return j.piece(), true
		}
		end, next = line(t, after)
		if size, ok = chunkSize(t[after:end]); !ok {
			return looseChunks(p), true
		}
	}
}

// looseChunks drops the lines that are chunk sizes, and the line ends that chunks add.
func looseChunks(p Piece) Piece {
	var j joiner
	t := p.Text
	cut := 0 // where the chunk's own line end starts
	for at := 0; at < len(t); {
		end, next := line(t, at)
		size, ok := chunkSize(t[at:end])
		switch {
		case ok && size == 0:
			return j.piece()
		case !ok:
			j.add(p, cut, end)
			cut = end
		default:
			cut = next
		}
		at = next
	}
	j.add(p, cut, len(t))
	return j.piece()
}

// chunkSize reads the line in front of a chunk: a size in hexadecimal, maybe with extensions.
func chunkSize(l []byte) (size int, ok bool) {
	n := 0
	for ; n < len(l) && n < 8; n++ {
		d, isHex := hex(l[n])
		if !isHex {
			break
		}
		size = size<<4 | d
	}
	l = trimSpace(l[n:])
	return size, n > 0 && (len(l) == 0 || l[0] == ';')
}
