package rules

import (
	"strconv"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// flow is a channel on which messages follow each other: one response stream, or the two directions of stdio.
type flow struct {
	stream   *message.Stream // nil for stdio
	messages []*message.Message
	asked    *message.Exchange // what a stream answers, or nil where it isn't known
}

// slip is a way in which a message does not fit to those before it in its flow.
type slip uint8

const (
	serverAsks           slip = iota // a request from the server
	clientAnswers                    // a response from the client
	idReused                         // a request with the id of an open one
	tokenReused                      // a progress token of an open request
	answeredTwice                    // a second response to one request
	answeredNobody                   // a response to no request
	answeredCancelled                // a response to a cancelled request
	afterAnswer                      // a message on a stream behind its final response
	changeUnasked                    // a change notification that nobody listens for
	scopedOnListen                   // progress or a log message on a subscription
	logUnasked                       // a log message for a request without log level
	progressUnknown                  // progress with a token of no request
	progressBackward                 // progress that does not grow
	progressLate                     // progress behind the response
	cancelUnknown                    // a client's cancellation of no request
	cancelByServer                   // a server's cancellation of anything but a subscription
	ackLate                          // something on a subscription before its acknowledgment
	ackWider                         // an acknowledgment of what was not asked for
	filterIgnored                    // a notification that the filter leaves out
	subscriptionMissing              // no subscriptionId
	subscriptionMismatch             // a subscriptionId of no subscription
)

// found is one slip.
type found struct {
	flow  *flow
	m     *message.Message
	at    jsondoc.Value    // what a person should look at
	other *message.Message // the message to which it doesn't fit, or nil
	there jsondoc.Value    // in other
	twin  bool             // an id of the other JSON type would fit
	whole bool             // the flow is there from its beginning, so that nothing stands before the text
	name  string
}

// call is a request in a flow.
type call struct {
	request   *message.Message
	done      bool
	cancelled bool
	acked     bool
	progress  jsondoc.Value // of the last notification
	reporter  *message.Message
}

// flowsOf gives the channels of a paste: each response stream, and the messages that stand on lines or alone, with the
// requests of the second pane before them.
func flowsOf(p *message.Paste) []flow {
	var all []flow
	for _, s := range p.Streams {
		f := flow{stream: s, asked: s.Exchange}
		for _, e := range s.Events {
			if e.Message != nil {
				f.messages = append(f.messages, e.Message)
			}
		}
		all = append(all, f)
	}
	var talk flow
	if q := p.Sent(); q != nil {
		for _, m := range q.Messages {
			if m.HTTP == nil {
				talk.messages = append(talk.messages, m)
			}
		}
	}
	for _, m := range p.Messages {
		if m.HTTP == nil && m.Event == nil && !m.InBatch {
			talk.messages = append(talk.messages, m)
		}
	}
	if len(talk.messages) > 1 {
		all = append(all, talk)
	}
	return all
}

// follower walks a flow and tells the slips of one kind.
type follower struct {
	pass *rule.Pass
	flow *flow
	want slip
	tell func(found)

	calls   []*call
	ids     map[string]*call
	tokens  map[string]*call
	asked   map[*message.Message]*call
	listens []*call
	logging int              // requests with a log level that are open
	open    int              // calls before this one are answered or cancelled
	final   *message.Message // the response that ends a stream
	other   *message.Message // a result on a stream whose request isn't known, and is no subscription
	whole   bool
	client  message.Claim // what the client shows to speak
}

// follow makes the check of a rule that stands for one kind of slip.
func follow(want slip, tell func(p *rule.Pass, f found)) func(*rule.Pass) {
	return func(p *rule.Pass) {
		flows := flowsOf(p.Paste)
		if len(flows) == 0 {
			p.Unseen(text.Text{EN: "The paste holds no stream and no sequence of messages.", JA: "ストリームも、メッセージのやり取りもありません。"})
		}
		for i := range flows {
			w := follower{pass: p, flow: &flows[i], want: want, tell: func(f found) { tell(p, f) },
				ids: map[string]*call{}, tokens: map[string]*call{}, asked: map[*message.Message]*call{}}
			w.walk()
		}
	}
}

func (w *follower) walk() {
	f := w.flow
	if f.asked != nil && f.asked.Request != nil && f.asked.Request.Shape == message.Request {
		w.request(f.asked.Request)
	}
	for _, m := range f.messages {
		if f.stream != nil && len(w.calls) == 0 && m.IsResult() && m.Answers != "" && m.Answers != spec.Listen {
			w.other = m
			break
		}
	}
	w.whole = f.stream != nil || len(f.messages) > 0 && f.messages[0].Direction == message.ToServer
	for _, m := range f.messages {
		if m.Direction == message.ToServer && m.Claim != message.NoClaim {
			w.client = m.Claim
		}
		switch {
		case m.Direction == message.ToServer && m.Shape == message.Request:
			w.request(m)
		case m.Direction == message.ToServer && m.Shape == message.Notification:
			w.cancel(m)
		case m.Direction == message.ToServer && (m.Shape == message.Response || m.Shape == message.ErrorResponse):
			w.slip(clientAnswers, found{m: m, at: content(m)})
		case m.Shape == message.Request:
			w.slip(serverAsks, found{m: m, at: m.Root.Get("method")})
		case m.Shape == message.Response, m.Shape == message.ErrorResponse:
			w.answer(m)
		case m.Shape == message.Notification:
			w.notification(m)
		}
	}
}

// content gives what a response carries.
func content(m *message.Message) jsondoc.Value {
	if m.Result.Exists() {
		return m.Result
	}
	return m.Error
}

// found tells that m doesn't fit to another message.
func (w *follower) found(kind slip, m *message.Message, at jsondoc.Value, other *message.Message, there jsondoc.Value) {
	w.slip(kind, found{m: m, at: at, other: other, there: there})
}

// slip tells a slip, where it is of the kind that is asked for and binds the sender of its message.
func (w *follower) slip(kind slip, f found) {
	if kind != w.want {
		return
	}
	c := f.m.Claim
	if c == message.NoClaim && f.m.Direction == message.ToServer {
		c = w.client
	}
	if c == message.NoClaim && f.m.Direction == message.ToClient {
		if w.flow.stream != nil {
			c = w.flow.stream.Claim()
		}
		if c == message.NoClaim {
			c = w.pass.Paste.Stated
		}
	}
	if !w.pass.Assume(c) {
		return
	}
	f.flow, f.whole = w.flow, w.whole
	w.pass.Msg, w.pass.Pane = f.m, pane(f.m)
	w.tell(f)
	w.pass.Msg, w.pass.Pane = nil, message.Pasted
}

func (w *follower) request(m *message.Message) {
	id := message.IDKey(m.ID)
	c := &call{request: m}
	// Messages that stand alone, as in the code blocks of an issue, may be of several connections.
	if before := w.ids[id]; before != nil && id != "" && !before.done && !before.cancelled && !alone(m) {
		w.found(idReused, m, m.ID, before.request, before.request.ID)
	}
	token := m.Meta.Get("progressToken")
	if key := message.IDKey(token); key != "" {
		if before := w.tokens[key]; before != nil && !before.done && !before.cancelled && !alone(m) {
			w.found(tokenReused, m, token, before.request, before.request.Meta.Get("progressToken"))
		}
		w.tokens[key] = c
	}
	if m.Method == spec.Listen {
		w.listens = append(w.listens, c)
	}
	if m.Meta.Get(spec.MetaLogLevel).Exists() {
		w.logging++
	}
	w.calls = append(w.calls, c)
	w.asked[m] = c
	if id != "" {
		w.ids[id] = c
	}
}

func (w *follower) cancel(m *message.Message) {
	if m.Method != "notifications/cancelled" {
		return
	}
	id := m.Params.Get("requestId")
	key := message.IDKey(id)
	switch c := w.ids[key]; {
	case key == "":
	case c != nil:
		c.cancelled = true
	default:
		w.slip(cancelUnknown, found{m: m, at: id, twin: w.ids[otherType(id)] != nil})
	}
}

func (w *follower) answer(m *message.Message) {
	if w.flow.stream != nil {
		if w.final != nil {
			w.found(answeredTwice, m, content(m), w.final, content(w.final))
			return
		}
		w.final = m
	}
	var c *call
	switch {
	case m.Exchange != nil:
		c = w.asked[m.Exchange.Request]
	case w.flow.stream != nil && len(w.calls) > 0:
		c = w.calls[0]
	}
	if c == nil {
		w.unasked(m)
		return
	}
	if c.cancelled {
		w.found(answeredCancelled, m, m.ID, c.request, c.request.ID)
	}
	if c.request.Method == spec.Listen && m.IsResult() {
		w.closing(m, c)
	}
	w.end(c, m)
}

// end notes that a call is over.
func (w *follower) end(c *call, by *message.Message) {
	if !c.done && c.request.Meta.Get(spec.MetaLogLevel).Exists() {
		w.logging--
	}
	c.done, c.reporter = true, by
}

// unasked looks at a response that belongs to no open request.
func (w *follower) unasked(m *message.Message) {
	key := message.IDKey(m.ID)
	if key == "" || w.flow.stream != nil || len(w.calls) == 0 {
		return
	}
	if c := w.ids[key]; c != nil && c.done {
		if alone(m) {
			return // several answers may be examples
		}
		w.found(answeredTwice, m, m.ID, c.reporter, c.reporter.ID)
		return
	}
	f := found{m: m, at: m.ID, twin: w.ids[otherType(m.ID)] != nil}
	for ; w.open < len(w.calls); w.open++ {
		if c := w.calls[w.open]; !c.done && !c.cancelled {
			f.other, f.there = c.request, c.request.ID
			break
		}
	}
	w.slip(answeredNobody, f)
}

// alone reports whether a message was pasted without what carried it, so that nothing shows what came before.
func alone(m *message.Message) bool { return m.HTTP == nil && m.Event == nil && m.Line == nil }

// closing looks at the result that ends a subscription.
func (w *follower) closing(m *message.Message, c *call) {
	id := m.Meta.Get(spec.MetaSubscriptionID)
	switch {
	case !id.Exists():
		w.found(subscriptionMissing, m, m.Result, c.request, c.request.ID)
	case message.IDKey(id) != message.IDKey(c.request.ID):
		w.slip(subscriptionMismatch, found{m: m, at: id, other: c.request, there: c.request.ID, twin: otherType(id) == message.IDKey(c.request.ID)})
	}
	if !c.acked && !alone(m) {
		w.found(ackLate, m, m.Result, c.request, c.request.Root.Get("method"))
	}
}

func (w *follower) notification(m *message.Message) {
	method := m.Root.Get("method")
	if w.final != nil && m.Method != "notifications/progress" {
		w.found(afterAnswer, m, method, w.final, content(w.final))
		return
	}
	switch m.Method {
	case "notifications/progress", "notifications/message":
		if c := w.listening(m); c != nil {
			w.found(scopedOnListen, m, method, c.request, c.request.Root.Get("method"))
			return
		}
		if m.Method == "notifications/progress" {
			w.progress(m)
			return
		}
		if len(w.calls) > 0 && w.logging == 0 {
			last := w.calls[len(w.calls)-1].request
			w.found(logUnasked, m, method, last, last.Root.Get("method"))
		}
	case "notifications/cancelled":
		id := m.Params.Get("requestId")
		key := message.IDKey(id)
		c := w.ids[key]
		switch {
		case key == "" || c == nil && len(w.calls) == 0:
		case c == nil || c.request.Method != spec.Listen:
			f := found{m: m, at: id}
			if c != nil {
				f.other, f.there = c.request, c.request.Root.Get("method")
			}
			w.slip(cancelByServer, f)
		default:
			w.end(c, m)
		}
	default:
		if onSubscription(m.Method) {
			w.change(m)
		}
	}
}

// onSubscription reports whether a notification comes on subscriptions only.
func onSubscription(method string) bool {
	switch method {
	case "notifications/tools/list_changed", "notifications/prompts/list_changed", "notifications/resources/list_changed",
		"notifications/resources/updated", "notifications/subscriptions/acknowledged", "notifications/elicitation/complete":
		return true
	}
	return false
}

// listening gives the subscription on which a notification comes, or nil.
func (w *follower) listening(m *message.Message) *call {
	if c := w.ids[message.IDKey(m.Meta.Get(spec.MetaSubscriptionID))]; c != nil && c.request.Method == spec.Listen {
		return c
	}
	if w.flow.stream != nil && len(w.calls) == 1 && w.calls[0].request.Method == spec.Listen {
		return w.calls[0]
	}
	return nil
}

func (w *follower) change(m *message.Message) {
	method := m.Root.Get("method")
	id := m.Meta.Get(spec.MetaSubscriptionID)
	key := message.IDKey(id)
	c := w.listening(m)
	switch {
	case len(w.calls) == 0:
		if w.other != nil && !id.Exists() {
			w.found(changeUnasked, m, method, w.other, w.other.Result)
		}
		return
	case len(w.listens) == 0:
		last := w.calls[len(w.calls)-1].request
		w.found(changeUnasked, m, method, last, last.Root.Get("method"))
		return
	case !id.Exists():
		w.found(subscriptionMissing, m, method, w.listens[0].request, w.listens[0].request.ID)
		return
	case key == "":
		return // of another type, which the rule on types tells
	case c == nil, key != message.IDKey(c.request.ID):
		there := w.listens[0]
		if t := w.ids[otherType(id)]; t != nil && t.request.Method == spec.Listen {
			there = t
		}
		w.slip(subscriptionMismatch, found{m: m, at: id, other: there.request, there: there.request.ID, twin: otherType(id) == message.IDKey(there.request.ID)})
		return
	}
	filter := c.request.Params.Get("notifications")
	if m.Method == "notifications/subscriptions/acknowledged" {
		c.acked = true
		for v := m.Params.Get("notifications").First(); v.Exists(); v = v.Next() {
			name := v.Name()
			if on, _ := v.Bool(); (on || v.Kind() == jsondoc.Array && v.First().Exists()) && !wants(filter, name) && filterName(name) {
				w.slip(ackWider, found{m: m, at: v, other: c.request, there: filter, name: name})
			}
		}
		return
	}
	if !c.acked && !alone(m) {
		c.acked = true // one finding is enough
		w.found(ackLate, m, method, c.request, c.request.Root.Get("method"))
	}
	if name := filterOf(m.Method); !wants(filter, name) {
		w.slip(filterIgnored, found{m: m, at: method, other: c.request, there: filter, name: name})
	}
}

// filterOf gives the member of a filter that asks for a notification, or "".
func filterOf(method string) string {
	switch method {
	case "notifications/tools/list_changed":
		return "toolsListChanged"
	case "notifications/prompts/list_changed":
		return "promptsListChanged"
	case "notifications/resources/list_changed":
		return "resourcesListChanged"
	case "notifications/resources/updated":
		return "resourceSubscriptions"
	}
	return ""
}

func filterName(name string) bool {
	switch name {
	case "toolsListChanged", "promptsListChanged", "resourcesListChanged", "resourceSubscriptions":
		return true
	}
	return false
}

// wants reports whether a filter asks for something. Which resource an update is about isn't compared: a server may
// tell of a part of one that was asked for.
func wants(filter jsondoc.Value, name string) bool {
	v := filter.Get(name)
	on, _ := v.Bool()
	return on || v.Kind() == jsondoc.Array && v.First().Exists()
}

func (w *follower) progress(m *message.Message) {
	token := m.Params.Get("progressToken")
	key := message.IDKey(token)
	if key == "" {
		return
	}
	c := w.tokens[key]
	switch {
	case c == nil:
		if len(w.calls) == 0 {
			return
		}
		f := found{m: m, at: token, twin: w.tokens[otherType(token)] != nil}
		last := w.calls[len(w.calls)-1].request
		f.other, f.there = last, last.Root.Get("method")
		if t := last.Meta.Get("progressToken"); t.Exists() {
			f.there = t
		}
		w.slip(progressUnknown, f)
		return
	case c.done:
		w.found(progressLate, m, m.Root.Get("method"), c.reporter, content(c.reporter))
		return
	}
	v := m.Params.Get("progress")
	if !v.Number().OK {
		return
	}
	if c.progress.Exists() && !less(c.progress, v) {
		w.found(progressBackward, m, v, c.reporter, c.progress)
	}
	c.progress, c.reporter = v, m
}

// less compares two numbers.
func less(a, b jsondoc.Value) bool {
	if x, y := a.Number(), b.Number(); x.Fits && y.Fits {
		return x.Int < y.Int
	}
	x, _ := strconv.ParseFloat(string(a.Raw()), 64)
	y, _ := strconv.ParseFloat(string(b.Raw()), 64)
	return x < y
}

// otherType gives the key of the id of the other JSON type that looks the same: 1 for "1".
func otherType(id jsondoc.Value) string {
	switch key := message.IDKey(id); {
	case key == "":
	case key[0] == 's':
		return "n" + key[1:]
	default:
		return "s" + key[1:]
	}
	return ""
}
