// Package rule says what a rule is and runs rules over a paste.
//
// A rule looks at one kind of subject (a message, a result, an HTTP response, ...), rests on one clause, and gives
// findings with a place. The driver asks every rule about every subject in the paste and keeps, for each rule, one of
// five outcomes: violation, advice, note, satisfied, or not observed with the reason.
package rule

import (
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// Outcome is what a rule came to.
type Outcome uint8

// The outcomes. Findings have one of the first three.
const (
	Violation   Outcome = iota + 1 // a MUST or the schema is broken
	Advice                         // a SHOULD is broken, or a breach is only likely
	Note                           // nothing is broken, but a reader should know
	Satisfied                      // looked at, and right
	NotObserved                    // the paste doesn't show it
)

// String gives the outcome as reports write it.
func (o Outcome) String() string {
	switch o {
	case Violation:
		return "violation"
	case Advice:
		return "advice"
	case Note:
		return "note"
	case Satisfied:
		return "satisfied"
	case NotObserved:
		return "notObserved"
	}
	return ""
}

// Party is who has to act on a finding.
type Party string

// The parties.
const (
	Server  Party = "server"
	Client  Party = "client"
	Gateway Party = "gateway"
	Anyone  Party = "unknown" // the paste can't tell, or whoever copied the text
)

// Subject is the kind of thing that a rule is asked about.
type Subject uint8

// The subjects. A rule on a narrow subject is asked wherever that subject occurs: a DiscoverResult inside an SSE event
// is a Message, a Response, a Result, a DiscoverResult and, when complete, a CacheableResult.
const (
	OnTrouble         Subject = iota // a text that is no JSON, or JSON with flaws
	OnPaste                          // the paste as a whole, once
	OnMessage                        // every JSON-RPC message, or what stands in the place of one
	OnResponse                       // a response with its envelope, result or error
	OnResult                         // a result that is an object, with or without envelope
	OnDiscoverResult                 // a result that answers server/discover
	OnCacheableResult                // a complete result of one of the six cacheable operations
	OnInitialize                     // an InitializeResult of a legacy revision
	OnError                          // an error response
	OnRequest                        // a request
	OnNotification                   // a notification
	OnHTTPResponse                   // an HTTP response
	OnHTTPRequest                    // an HTTP request
	OnStream                         // an SSE stream
	OnTranscript                     // a stdio transcript, once
	OnExchange                       // a request together with what answered it
	subjects
)

// Basis says by which rules a subject has to play for a rule to bind it.
type Basis uint8

// The bases.
const (
	ThisRevision Basis = iota // binds senders that claim 2026-07-28; conditional where the paste shows no claim
	EveryEra                  // JSON, JSON-RPC 2.0 or HTTP itself: binds every revision
)

// Rule is one declaration.
type Rule struct {
	ID     string // <family>-<subject>-<fault>, never renumbered
	Since  string // engine version
	Clause spec.Clause
	As     Outcome // what a finding is; zero derives it from the clause's keyword
	Party  Party
	On     Subject
	At     string // the JSON Pointer or part that it looks at, for the reader
	Basis  Basis
	// When names members, separated by spaces, of which one has to be in the message for the rule to have anything to
	// look at. Where none is there, the rule is not observed, and its function is not called. Empty: always.
	When string

	Title   text.Text // the fault in a few words
	Message text.Text // what is wrong, with placeholders
	Why     text.Text // why it matters
	Fix     text.Text // what to do

	Check func(*Pass)
}

// Outcome gives what a finding of the rule is: MUST and the schema give violations, SHOULD gives advice, everything
// else a note.
func (r *Rule) Outcome() Outcome {
	if r.As != 0 {
		return r.As
	}
	switch r.Clause.Keyword {
	case spec.Must, spec.MustNot, spec.Required, spec.Schema:
		return Violation
	case spec.Should, spec.ShouldNot, spec.Recommends:
		return Advice
	}
	return Note
}
