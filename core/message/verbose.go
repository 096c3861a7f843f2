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
				j.literal("\n", p.Offset(end))
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

// fenced takes the inside of the first fenced code block that holds something.
func fenced(p Piece) (Piece, bool) {
	t := p.Text
	fence, open := "", -1
	for at := 0; at < len(t); {
		end, next := line(t, at)
		l := trimSpace(t[at:end])
		switch {
		case open < 0 && len(l) >= 3 && (string(l[:3]) == "```" || string(l[:3]) == "~~~"):
			fence, open = string(l[:3]), next
		case open >= 0 && len(l) >= 3 && string(l[:3]) == fence && len(bytes.Trim(l, fence[:1])) == 0:
			if len(trimSpace(t[open:at])) > 0 {
				return p.Slice(open, at), true
			}
			open = -1
		}
		at = next
	}
	if open >= 0 && len(trimSpace(t[open:])) > 0 {
		return p.Slice(open, len(t)), true // the closing fence was not copied
	}
	return p, false
}
