package message

import "bytes"

// verbose turns what curl -v prints into plain HTTP messages: "> " marks the request, "< " the response, "* " curl's
// own words, "{ [" and "} [" its byte counts. A body stands unmarked.
func verbose(p Piece) (Piece, bool) {
	t := p.Text
	if !bytes.Contains(t, []byte("< HTTP/")) && !bytes.Contains(t, []byte("> POST ")) && !bytes.Contains(t, []byte("> GET ")) {
		return p, false
	}
	var j joiner
	seen := false
	for at := 0; at < len(t); {
		end, next := line(t, at)
		l := t[at:end]
		switch {
		case len(l) >= 2 && (l[0] == '>' || l[0] == '<') && l[1] == ' ' || len(l) == 1 && (l[0] == '>' || l[0] == '<'):
			skip := 2
			if len(l) == 1 {
				skip = 1
			}
			if isStatusLine(l[skip:]) || isRequestLine(l[skip:]) {
				seen = true
			}
			j.add(p, at+skip, next)
		case len(l) >= 2 && l[0] == '*' && l[1] == ' ', len(l) >= 3 && (l[0] == '{' || l[0] == '}') && string(l[1:3]) == " [":
		case !seen:
			// The prompt with the command itself, or a progress meter above the first message.
		default:
			// curl prints the end of a body and its next own line without a break between: "...}* Connection #0".
			if cut := bytes.Index(l, []byte("* Connection #")); cut > 0 {
				end, next = at+cut, at+len(l)
				j.add(p, at, end)
				j.literal("\n", p.Offset(end), 1)
				_, next = line(t, next)
				at = next
				continue
			}
			j.add(p, at, next)
		}
		at = next
	}
	return j.piece(), seen
}

// fenced gives the insides of the fenced code blocks of a text, without those that hold nothing to check: a block with
// the command stands beside the one with its answer.
func fenced(p Piece) []Piece {
	t := p.Text
	var all, promising []Piece
	take := func(from, to int) {
		if in := trimSpace(t[from:to]); len(in) > 0 {
			b := p.Slice(from, to)
			all = append(all, b)
			if in[0] == '{' || in[0] == '[' || looksLikeSSE(in) || nextHTTP(in, 0) < len(in) || bytes.Contains(in, []byte(`"jsonrpc"`)) && !bytes.HasPrefix(in, []byte("curl")) {
				promising = append(promising, b)
			}
		}
	}
	var fence string
	open := -1
	for at := 0; at < len(t) && len(all) < maxElements; {
		end, next := line(t, at)
		l := trimSpace(t[at:end])
		n := 0
		for n < len(l) && (l[n] == '`' || l[n] == '~') && l[n] == l[0] {
			n++
		}
		switch {
		case open < 0 && n >= 3:
			fence, open = string(l[:n]), next
		case open >= 0 && n >= len(fence) && n == len(l) && l[0] == fence[0]:
			take(open, at)
			open = -1
		}
		at = next
	}
	if open >= 0 {
		take(open, len(t)) // the closing fence was not copied
	}
	if len(promising) > 0 {
		return promising
	}
	return all[:min(1, len(all))]
}
