// Package message recognises what was pasted: JSON, an HTTP message, an SSE stream, a stdio transcript. It splits it
// into JSON-RPC messages that keep their place, pairs requests with answers, and notes what the sender claims to
// speak. It judges nothing.
package message

import (
	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// Kind is the form in which a paste came.
type Kind string

// The kinds. Auto is only asked for, never detected.
const (
	Auto   Kind = "auto"
	JSON   Kind = "json"   // one JSON text, meant as a JSON-RPC message
	Result Kind = "result" // the bare result member of a response
	HTTP   Kind = "http"   // HTTP messages as curl -i or curl -v print them
	SSE    Kind = "sse"    // a text/event-stream body without its HTTP header
	Stdio  Kind = "stdio"  // lines of a stdio transcript
	HAR    Kind = "har"    // an HTTP Archive 1.2
	Fenced Kind = "fenced" // a fenced code block out of an issue or a chat
)

// Kinds lists what can be asked for, in the order in which a person is offered it.
var Kinds = []Kind{Auto, JSON, Result, HTTP, SSE, Stdio, HAR, Fenced}

// Transport is the binding over which the messages travelled.
type Transport string

// The transports. AnyTransport is asked for when the paste shall tell, and detected when it doesn't.
const (
	AnyTransport   Transport = "auto"
	StdioTransport Transport = "stdio"
	HTTPTransport  Transport = "http"
)

// Claim says which era a sender claims, or is known, to speak.
type Claim uint8

// The claims. NoClaim is what a paste that doesn't show it has.
const (
	NoClaim Claim = iota
	ClaimsModern
	ClaimsLegacy
)

// String gives the claim as reports and options write it.
func (c Claim) String() string {
	switch c {
	case ClaimsModern:
		return "modern"
	case ClaimsLegacy:
		return "legacy"
	}
	return "auto"
}

// Shape is what a JSON value is in JSON-RPC terms.
type Shape uint8

// The shapes.
const (
	NoShape       Shape = iota // not an object, or an object with none of the members that tell
	Request                    // method and id
	Notification               // method without id
	Response                   // result
	ErrorResponse              // error
	BareResult                 // the inside of a result, without envelope
)

// Direction is the way a message goes.
type Direction uint8

// The directions.
const (
	AnyDirection Direction = iota
	ToServer
	ToClient
)

// Message is one JSON-RPC message, or what stands in the place of one.
type Message struct {
	Piece
	Doc       *jsondoc.Doc
	Root      jsondoc.Value // the message; inside an array it is an element of it
	Shape     Shape
	Direction Direction
	Claim     Claim
	Claimed   jsondoc.Value // the member that shows the claim, absent when none does
	HTTP      *HTTPMessage  // the HTTP message that carries it, or nil
	Event     *Event        // the SSE event that carries it, or nil
	Line      *Line         // the transcript line that carries it, or nil
	InBatch   bool          // an element of an array

	ID     jsondoc.Value
	Method string
	Params jsondoc.Value
	Meta   jsondoc.Value // _meta of params or of result
	Result jsondoc.Value
	Error  jsondoc.Value

	// Answers is the method of the request that a response answers: read from the request where it is there
	// (Exchange is set), otherwise inferred from the result's own members, otherwise "".
	Answers  string
	Exchange *Exchange

	// Shapeless says that the result is no answer of this revision to any request that could be meant: it answers
	// server/discover, or an unknown request, and no member and no statement shows a modern sender.
	Shapeless bool

	elements []*Message // of an array
}

// At leads a value of the message back to the paste.
func (m *Message) At(v jsondoc.Value) jsondoc.Span { return m.Source(v.Span()) }

// IsResult reports whether the message carries a result, with or without its envelope.
func (m *Message) IsResult() bool { return m.Shape == Response || m.Shape == BareResult }

// ErrorCode gives error.code where it is an integer that fits.
func (m *Message) ErrorCode() (spec.Code, bool) {
	n := m.Error.Get("code").Number()
	return n.Int, n.OK && n.Integer && n.Fits
}

// MetaText gives a string member of _meta, or "".
func (m *Message) MetaText(key string) string {
	s, _ := m.Meta.Get(key).Text()
	return s
}

// Exchange is a request with what answered it.
type Exchange struct {
	Request  *Message     // nil when only the HTTP request is known
	HTTP     *HTTPMessage // the HTTP request, or nil
	Response *Message     // nil when nothing readable answered
	Reply    *HTTPMessage // the HTTP response, or nil
	Pane     Pane         // where the request stands
}

// Pane is the text that a place belongs to.
type Pane uint8

// The panes.
const (
	Pasted Pane = iota
	Sent        // the request that was given beside the paste
)

// Trouble is a text that should have been JSON and could not be read, or could be read with flaws.
type Trouble struct {
	Piece
	Fault   *jsondoc.Fault // nil where there are only flaws
	Flaws   []jsondoc.Flaw
	HTTP    *HTTPMessage
	Event   *Event
	Line    *Line
	Message *Message // the message that was read in spite of its flaws
}

// Paste is what was recognised in a text.
type Paste struct {
	Text      []byte
	Kind      Kind
	Forced    bool // the kind was asked for, not detected
	Transport Transport
	Label     text.Text // what it is, in a few words
	Why       text.Text // how that shows
	Messages  []*Message
	HTTPs     []*HTTPMessage
	Streams   []*Stream
	Lines     []*Line // of a transcript
	Troubles  []*Trouble
	Exchanges []*Exchange
	Stated    Claim // what the server is said to speak, beside the text
	Unread    *Span // what was left unread because there is too much, or nil

	pool reader
}

// Options say what is known beside the text.
type Options struct {
	Kind      Kind
	Transport Transport
	Claims    Claim  // what the server is known to speak; NoClaim leaves it to the paste
	Request   []byte // the request that was sent, or nil
	Limits    jsondoc.Limits
}

// OverStdio reports whether the text is known to be what went over stdio, because that was said or lines are marked; lines
// that only look so may as well be a terminal's, where stderr is mixed in.
func (p *Paste) OverStdio() bool {
	return p.Kind == Stdio && p.Forced || p.pool.opt.Transport == StdioTransport
}

// Claims gives what the server is known to speak, or claims or shows to speak anywhere in the paste. Modern wins,
// because a dual-era server answers in both ways.
func (p *Paste) Claims() Claim {
	c := p.Stated
	for _, m := range p.Messages {
		if m.Direction == ToClient && m.Claim != NoClaim && c != ClaimsModern {
			c = m.Claim
		}
	}
	return c
}
