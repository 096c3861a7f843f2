package message

import (
	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/spec"
)

// claims notes for every message what its sender shows to speak: by itself, by what was agreed before in the same
// paste, or because it was stated.
func (r *reader) claims() {
	p := r.paste
	modern := map[string]bool{} // servers that have shown it
	for _, m := range p.Messages {
		m.Claim, m.Claimed = claim(m)
		if m.Claim == ClaimsModern && m.ambiguous() && m.Claimed.Name() != "supportedVersions" {
			m.Claim, m.Claimed = NoClaim, jsondoc.Value{}
		}
		if m.Claim == ClaimsModern && m.Direction == ToClient {
			modern[m.server()] = true
		}
	}
	session := map[string]bool{} // servers with which a legacy session was opened
	for _, m := range p.Messages {
		if m.Claim == ClaimsLegacy && (m.Method == "notifications/initialized" || m.Shape == Response && m.Answers == spec.Initialize) {
			session[m.server()] = true
		}
		if m.Claim != NoClaim {
			continue
		}
		switch {
		case m.Exchange != nil && m.Exchange.Request != nil && m.Direction == ToClient && m.Exchange.Request.Claim != NoClaim:
			// A dual-era server serves a request by the era of the request; whether the server is one has to show.
			if q := m.Exchange.Request; q.Claim == ClaimsLegacy && session[m.server()] || q.Claim == ClaimsModern && modern[m.server()] {
				m.Claim, m.Claimed = q.Claim, jsondoc.Value{}
			}
		case session[m.server()]:
			m.Claim = ClaimsLegacy
		case m.Direction == ToClient && modern[m.server()]:
			m.Claim = ClaimsModern
		}
	}
	for _, m := range p.Messages {
		if m.Direction == ToClient && r.opt.Claims != NoClaim && !(r.opt.Claims == ClaimsModern && m.IsResult() && (m.Answers == spec.Initialize || m.ambiguous())) {
			m.Claim, m.Claimed = r.opt.Claims, jsondoc.Value{}
		}
		m.readAsDiscover()
	}
	for _, m := range p.Messages {
		// An array claims what its elements claim.
		for _, e := range m.elements {
			if e.Claim != NoClaim {
				m.Claim, m.Claimed = e.Claim, e.Claimed
			}
		}
	}
	for _, h := range p.HTTPs {
		h.Claim = h.claim(p.Stated)
	}
}

// ambiguous reports whether a message is the result of a request that shows nothing of this revision. That may be
// legacy traffic, which a dual-era server serves as such; members such as ttlMs in the result are mere extras then.
func (m *Message) ambiguous() bool {
	return m.IsResult() && m.Exchange != nil && m.Exchange.Request != nil && m.Exchange.Request.Claim == NoClaim
}

// server names the server that a message goes to or comes from, as far as HTTP shows it.
func (m *Message) server() string {
	h := m.HTTP
	if h != nil && !h.IsRequest {
		if h.Exchange == nil {
			return ""
		}
		h = h.Exchange.HTTP
	}
	if h == nil {
		return ""
	}
	return h.Value("Host") + " " + h.Target
}

// readAsDiscover takes a modern result that nothing else explains for an answer to server/discover, because such
// answers are what people bring here, and notes a result that is no answer at all.
func (m *Message) readAsDiscover() {
	if !m.IsResult() || m.Direction == ToServer || m.Result.Kind() != jsondoc.Object {
		return
	}
	known := m.Exchange != nil && m.Exchange.Request != nil
	switch {
	case m.Claim == NoClaim && (m.Answers == spec.Discover || m.Answers == "" && !known):
		m.Shapeless = !m.Result.Get("inputRequests").Exists() && !m.Result.Get("requestState").Exists()
	case m.Claim == ClaimsModern && m.Answers == "" && !known && discoverLike(m.Result):
		m.Answers = spec.Discover
	}
}

// discoverLike reports whether a result has no member that another method's result would have.
func discoverLike(result jsondoc.Value) bool {
	if result.Get("resultType").Is("input_required") {
		return false
	}
	like := true
	for m := result.First(); m.Exists(); m = m.Next() {
		switch m.Name() {
		case "serverInfo", "instructions", "ttlMs", "cacheScope", "protocolVersion", "protocolVersions", "versions":
			return true
		case "resultType", "_meta":
		default:
			like = false
		}
	}
	return like
}

// claim tells by a message's own members what its sender speaks, and by which of them.
func claim(m *Message) (Claim, jsondoc.Value) {
	switch m.Shape {
	case Response, BareResult:
		if m.Direction == ToServer {
			break
		}
		if v := m.Result.Get("supportedVersions"); v.Exists() {
			return ClaimsModern, v
		}
		version := m.Result.Get("protocolVersion")
		if m.Answers == spec.Initialize {
			return ClaimsLegacy, version
		}
		if s, ok := version.Text(); ok {
			switch spec.EraOf(s) {
			case spec.Modern:
				return ClaimsModern, version
			case spec.Legacy:
				return ClaimsLegacy, version
			}
		}
		for _, name := range [...]string{"resultType", "ttlMs", "cacheScope"} {
			if v := m.Result.Get(name); v.Exists() {
				return ClaimsModern, v
			}
		}
		if v := modernKey(m.Meta); v.Exists() {
			return ClaimsModern, v
		}
	case ErrorResponse:
		if code, ok := m.ErrorCode(); ok && spec.ModernCode(code) {
			return ClaimsModern, m.Error.Get("code")
		}
		list := m.Error.Get("data").Get("supported")
		for v := list.First(); v.Exists(); v = v.Next() {
			if s, ok := v.Text(); ok && spec.EraOf(s) == spec.Modern {
				return ClaimsModern, list
			}
		}
	case Request, Notification:
		if m.Method == spec.Initialize || m.Method == "notifications/initialized" {
			if v := m.Meta.Get(spec.MetaProtocolVersion); v.Exists() {
				return ClaimsModern, v
			}
			return ClaimsLegacy, m.Root.Get("method")
		}
		if v := modernKey(m.Meta); v.Exists() {
			return ClaimsModern, v
		}
		if m.Method == spec.Discover || m.Method == spec.Listen {
			return ClaimsModern, m.Root.Get("method")
		}
	}
	if m.HTTP != nil && m.Event == nil {
		return m.HTTP.headerClaim(), jsondoc.Value{}
	}
	return NoClaim, jsondoc.Value{}
}

// claim tells what the sender of an HTTP message speaks.
func (h *HTTPMessage) claim(stated Claim) Claim {
	c := NoClaim
	switch {
	case h.Message != nil:
		c = h.Message.Claim
	case h.Stream != nil:
		c = h.Stream.Claim()
	default:
		c = h.headerClaim()
	}
	if c == NoClaim && !h.IsRequest {
		return stated
	}
	return c
}

// headerClaim tells it by the header fields alone.
func (h *HTTPMessage) headerClaim() Claim {
	switch spec.EraOf(h.Value("MCP-Protocol-Version")) {
	case spec.Modern:
		return ClaimsModern
	case spec.Legacy:
		return ClaimsLegacy
	}
	if h.IsRequest && h.Header("Mcp-Method") == nil && h.Header("Mcp-Session-Id") != nil {
		return ClaimsLegacy
	}
	return NoClaim
}

// Claim tells what the server shows to speak in a stream. Modern wins.
func (s *Stream) Claim() Claim {
	c := NoClaim
	for _, e := range s.Events {
		if e.Message != nil && e.Message.Claim != NoClaim && c != ClaimsModern {
			c = e.Message.Claim
		}
	}
	return c
}
