package message

import (
	"strconv"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
)

// pair joins requests and answers: by the order of HTTP messages, by id, and across the two panes.
func (r *reader) pair() {
	p := r.paste
	var last *Exchange
	for _, h := range p.HTTPs {
		if h.IsRequest {
			last = &Exchange{HTTP: h, Request: asks(h.Message)}
			h.Exchange = last
			if last.Request != nil {
				last.Request.Exchange = last
			}
			p.Exchanges = append(p.Exchanges, last)
			continue
		}
		if last == nil || h.Status < 200 {
			continue
		}
		last.reply(h)
		if h.Status < 300 || h.Status >= 400 {
			last = nil // a redirect is followed by another answer
		}
	}
	open := map[string][]*Message{}
	cancelled := map[string]bool{} // nothing of that id is awaited any more, should another request have it
	for _, m := range p.Messages {
		id := IDKey(m.ID)
		switch {
		case m.Method == "notifications/cancelled" && m.Direction == ToServer:
			cancelled[IDKey(m.Params.Get("requestId"))] = true
		case id == "" || m.Exchange != nil:
		case m.Shape == Request && m.Direction == ToServer:
			if cancelled[id] {
				open[id] = nil
				delete(cancelled, id)
			}
			open[id] = append(open[id], m)
		case (m.Shape == Response || m.Shape == ErrorResponse) && m.Direction == ToClient && len(open[id]) > 0:
			q := open[id][0]
			open[id] = open[id][1:]
			x := &Exchange{Request: q, HTTP: q.HTTP, Reply: m.HTTP}
			p.Exchanges = append(p.Exchanges, x)
			q.Exchange = x
			x.answer(m)
		}
	}
	if len(r.opt.Request) > 0 {
		if r.sent == nil {
			r.sent = new(Paste)
		}
		r.sent.pool.asked = true
		r.sent.Read(r.opt.Request, Options{Limits: r.opt.Limits})
		r.pairSent(r.sent)
	}
	for _, s := range p.Streams {
		switch {
		case s.HTTP != nil:
			s.Exchange = s.HTTP.Exchange
		case s.Exchange == nil:
			if m := s.answer(); m != nil {
				s.Exchange = m.Exchange
			}
		}
	}
}

// IDKey writes an id so that equal ids, and only those, have equal keys: 1 and 1.0 are one id, 1 and "1" are two. It
// gives "" for what is no id.
func IDKey(id jsondoc.Value) string {
	switch id.Kind() {
	case jsondoc.String:
		s, _ := id.Text()
		return "s" + s
	case jsondoc.Number:
		if n := id.Number(); n.Fits {
			return "n" + strconv.FormatInt(n.Int, 10)
		}
		return "n" + string(id.Raw())
	}
	return ""
}

// asks gives a message that wants something of a server, or nil.
func asks(m *Message) *Message {
	if m != nil && (m.Shape == Request || m.Shape == Notification) {
		return m
	}
	return nil
}

// reply joins an HTTP response to an exchange, with the final response that it carries.
func (x *Exchange) reply(h *HTTPMessage) {
	x.Reply, h.Exchange = h, x
	var m *Message
	switch {
	case h.Stream != nil:
		m = h.Stream.answer()
	case h.Message != nil && len(h.Message.elements) > 0:
		m = h.Message.elements[0]
	default:
		m = h.Message
	}
	if m != nil && m.Exchange == nil {
		x.answer(m)
	}
}

// answer joins the message that answers to an exchange.
func (x *Exchange) answer(m *Message) {
	x.Response, m.Exchange = m, x
	if x.Request != nil && x.Request.Method != "" {
		m.Answers = x.Request.Method
	}
}

// answer gives the final response of a stream, or nil.
func (s *Stream) answer() *Message {
	for i := len(s.Events) - 1; i >= 0; i-- {
		if m := s.Events[i].Message; m != nil && (m.Shape == Response || m.Shape == ErrorResponse) {
			return m
		}
	}
	return nil
}

// pairSent joins the requests of the other pane with what was pasted: by id, then, where one request stands there,
// with the answer whatever its id is, and the rest in order.
func (r *reader) pairSent(sent *Paste) {
	p := r.paste
	var waiting []*Exchange
	for _, h := range sent.HTTPs {
		if h.IsRequest {
			x := &Exchange{HTTP: h, Request: asks(h.Message), Pane: Sent}
			h.Exchange = x
			waiting = append(waiting, x)
		}
	}
	for _, m := range sent.Messages {
		if m.HTTP == nil && asks(m) != nil {
			waiting = append(waiting, &Exchange{Request: m, Pane: Sent})
		}
	}
	open := map[string][]*Exchange{}
	for _, x := range waiting {
		p.Exchanges = append(p.Exchanges, x)
		if q := x.Request; q != nil {
			q.Exchange = x
			if id := IDKey(q.ID); id != "" && q.Shape == Request {
				open[id] = append(open[id], x)
			}
		}
	}
	var answers []*Message
	for _, m := range p.Messages {
		if m.Exchange != nil || m.Direction != ToClient || m.Shape != Response && m.Shape != ErrorResponse && m.Shape != BareResult {
			continue
		}
		if id := IDKey(m.ID); id != "" && len(open[id]) > 0 {
			open[id][0].meet(m)
			open[id] = open[id][1:]
			continue
		}
		answers = append(answers, m)
	}
	if len(waiting) == 1 && waiting[0].Response == nil && len(answers) > 0 && (waiting[0].Request == nil || waiting[0].Request.Shape == Request) {
		waiting[0].meet(answers[0])
	}
	// What came back without a readable answer, in order. A single request owns all of it, redirects included.
	i := 0
	for _, h := range p.HTTPs {
		if h.IsRequest || h.Status < 200 || h.Exchange != nil {
			continue
		}
		for i < len(waiting)-1 && waiting[i].Reply != nil {
			i++
		}
		if i >= len(waiting) {
			return
		}
		if x := waiting[i]; x.Response == nil {
			x.reply(h)
		} else if len(waiting) == 1 {
			h.Exchange = x
		}
	}
	if len(waiting) == 1 {
		for _, s := range p.Streams {
			if s.HTTP == nil {
				s.Exchange = waiting[0]
			}
		}
	}
}

// meet joins an answer that was found by itself, with what carries it.
func (x *Exchange) meet(m *Message) {
	x.answer(m)
	if m.HTTP != nil {
		x.Reply, m.HTTP.Exchange = m.HTTP, x
	}
}
