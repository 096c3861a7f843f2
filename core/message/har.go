package message

import (
	"unicode/utf16"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
)

// readHAR reads the MCP exchanges out of an HTTP Archive 1.2. Bodies there are JSON strings: they are decoded with
// the way back to the escaped text kept.
func (r *reader) readHAR(p Piece) {
	d := r.doc()
	d.Read(p.Text, r.opt.Limits)
	if f := d.Fault(); f != nil {
		r.used--
		r.paste.Troubles = append(r.paste.Troubles, &Trouble{Piece: p, Fault: f})
		return
	}
	for e := d.Root().Get("log").Get("entries").First(); e.Exists() && r.room(len(r.paste.HTTPs), p, e.Span().Start); e = e.Next() {
		req, resp := e.Get("request"), e.Get("response")
		verb, _ := req.Get("method").Text()
		body := req.Get("postData").Get("text")
		content := resp.Get("content")
		if !mcpEntry(req, body, content) {
			continue
		}
		hq := &HTTPMessage{Piece: slice(p, req), IsRequest: true, Verb: verb}
		hq.Target, _ = req.Get("url").Text()
		hq.Version, _ = req.Get("httpVersion").Text()
		hq.StartLine = local(req.Get("url"), req)
		headers(hq, req)
		r.paste.HTTPs = append(r.paste.HTTPs, hq)
		if body.Kind() == jsondoc.String {
			r.body(hq, decode(p, body))
		} else {
			hq.Unrecorded = req.Get("bodySize").Number().Int > 0
		}
		status := resp.Get("status").Number()
		if !status.Fits || status.Int == 0 {
			continue // the browser never got an answer
		}
		hp := &HTTPMessage{Piece: slice(p, resp), Status: int(status.Int)}
		hp.Version, _ = resp.Get("httpVersion").Text()
		hp.StatusSpan = local(resp.Get("status"), resp)
		hp.StartLine = hp.StatusSpan
		headers(hp, resp)
		hp.Unfinished = len(hp.Headers) == 0 // some exports leave them out
		r.paste.HTTPs = append(r.paste.HTTPs, hp)
		if t := content.Get("text"); t.Kind() == jsondoc.String && !content.Get("encoding").Is("base64") {
			r.body(hp, decode(p, t))
		} else {
			// Browsers leave the bodies of event streams out.
			hp.Unrecorded = t.Exists() || content.Get("size").Number().Int != 0 || hp.MediaType() == "text/event-stream"
		}
	}
}

// mcpEntry keeps a browser's pictures and scripts out: an entry counts when its request or response speaks JSON-RPC
// or carries one of the protocol's headers.
func mcpEntry(req, body, content jsondoc.Value) bool {
	for h := req.Get("headers").First(); h.Exists(); h = h.Next() {
		name, _ := h.Get("name").Text()
		switch lower(name) {
		case "mcp-protocol-version", "mcp-method", "mcp-session-id":
			return true
		case "access-control-request-headers":
			if v, _ := h.Get("value").Text(); containsFold(v, "mcp-") {
				return true
			}
		}
	}
	for _, v := range [...]jsondoc.Value{body, content.Get("text")} {
		if s, ok := v.Text(); ok && hasJSONRPC(s) {
			return true
		}
	}
	return false
}

func hasJSONRPC(s string) bool {
	const word = `"jsonrpc"`
	for i := 0; i+len(word) <= len(s) && i < 4096; i++ {
		if s[i:i+len(word)] == word {
			return true
		}
	}
	return false
}

func slice(p Piece, v jsondoc.Value) Piece {
	s := v.Span()
	return p.Slice(s.Start, s.End)
}

// local gives the place of v within a value around it, or its start where v is missing.
func local(v, within jsondoc.Value) jsondoc.Span {
	if !v.Exists() {
		return jsondoc.Span{}
	}
	s, o := v.Span(), within.Span()
	return jsondoc.Span{Start: s.Start - o.Start, End: s.End - o.Start}
}

func headers(h *HTTPMessage, of jsondoc.Value) {
	for v := of.Get("headers").First(); v.Exists(); v = v.Next() {
		name, _ := v.Get("name").Text()
		value, _ := v.Get("value").Text()
		h.Headers = append(h.Headers, Header{Name: name, Value: value,
			NameSpan: local(v.Get("name"), of), ValueSpan: local(v.Get("value"), of), Line: local(v, of)})
	}
}

// decode gives the text of a JSON string with the way back to where each character stands in the escaped form.
func decode(p Piece, v jsondoc.Value) Piece {
	raw := v.Raw()
	if len(raw) < 2 {
		return Piece{}
	}
	at := v.Span().Start
	var j joiner
	for i := 1; i < len(raw)-1; {
		if raw[i] != '\\' {
			n := i
			for n < len(raw)-1 && raw[n] != '\\' {
				n++
			}
			j.add(p, at+i, at+n)
			i = n
			continue
		}
		n := 2
		if i+1 < len(raw)-1 && raw[i+1] == 'u' {
			n = 6
			// The two halves of a surrogate pair make one character.
			if i+12 <= len(raw)-1 && raw[i+2]|0x20 == 'd' && (raw[i+3] == '8' || raw[i+3] == '9' || raw[i+3]|0x20 == 'a' || raw[i+3]|0x20 == 'b') && raw[i+6] == '\\' && raw[i+7] == 'u' {
				n = 12
			}
		}
		if i+n > len(raw)-1 {
			n = len(raw) - 1 - i
		}
		j.literal(unescape(raw[i:i+n]), p.Offset(at+i), n)
		i += n
	}
	q := j.piece()
	q.escaped = true
	return q
}

// unescape gives the character of one JSON escape, or of the two escapes of a surrogate pair.
func unescape(e []byte) string {
	if len(e) < 2 {
		return ""
	}
	switch e[1] {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r':
		return "\r"
	case 'b':
		return "\b"
	case 'f':
		return "\f"
	case 'u':
		unit := func(h []byte) (u rune) {
			for _, c := range h {
				d, _ := hex(c)
				u = u<<4 | rune(d)
			}
			return u
		}
		if len(e) == 12 {
			return string(utf16.DecodeRune(unit(e[2:6]), unit(e[8:12])))
		}
		return string(unit(e[2:]))
	}
	return string(e[1:2])
}
